//! What is to be fetched around a page, told from the page itself and from robots.txt.

use url::Url;

use crate::challenge;
use crate::link_header::links;
use crate::page::canonical::declared::effective_canonical;
use crate::page::canonical::difference::Difference;
use crate::page::limits::MARKDOWN_FETCHED;
use crate::page::snapshot::{Exchange, FileFetch, PageEnd, PageFetch};
use crate::page::sniff::{has_html_type, is_html};
use crate::page::{DocumentFacts, read_head};
use crate::probe::{PROBE_AGENTS, text_length};
use crate::robots::{RobotsFile, own_agent_refused, read_robots_file};
use crate::sitemap::{DeclaredBy, Surveyor};
use crate::url::without_tracking;

/// Bytes of text under which an answer with the signature of a challenge is taken for one.
const CHALLENGE_TEXT: usize = 2_000;

/// Bytes of text, by the rough count, that a page with content seldom stays under.
const LITTLE_TEXT: usize = 1_500;
/// What applications that scripts fill have in their source.
const SCRIPTED: [&str; 16] = [
    "id=\"root\"",
    "id=\"app\"",
    "id=root",
    "id=app",
    "id=\"__next\"",
    "__NEXT_DATA__",
    "id=\"__nuxt\"",
    "__NUXT__",
    "___gatsby",
    "data-reactroot",
    "ng-version",
    "<app-root",
    "data-v-app",
    "data-sveltekit",
    "enable JavaScript",
    "enable javascript",
];

/// What is to be fetched around one page.
#[derive(Clone, Debug)]
pub struct SupportingPlan {
    /// Asks for the sitemaps in turn.
    pub sitemaps: Surveyor,
    /// Where `llms.txt` would be.
    pub llms_txt: Url,
    /// The Markdown copies that the page declares, as many as are fetched.
    pub markdown: Vec<Url>,
    /// The crawlers to look like, in the order in which they are tried; none that robots.txt keeps
    /// away from the page.
    pub probe_agents: Vec<&'static str>,
    /// The length of the page's text, by the rough count that probes are compared by.
    pub page_text: usize,
}

/// What to fetch around that page, given the robots.txt files of its scan. None where it did not
/// answer with an HTML document, or with a challenge: then there is nothing that could be judged.
#[must_use]
pub fn plan(page: &PageFetch, robots: &[FileFetch]) -> Option<SupportingPlan> {
    let answer = page.exchanges.last()?;
    let page_text = text_length(&page.body);
    if !is_document(page, page_text) {
        return None;
    }
    let head = read_head(&page.body, answer.header("content-type"));
    let robots = robots.iter().find(|file| file.url.origin() == answer.url.origin());
    let rules = robots.map(read_robots_file);
    let wanted = wanted(&answer.url, answer, &head);
    let (declared_by, sitemaps) = declared_sitemaps(&answer.url, rules.as_ref())?;
    let markdown = markdown_alternates(&answer.url, answer, &head);
    let refused = robots.is_some_and(|file| own_agent_refused(file, &answer.url).is_some());
    Some(SupportingPlan {
        sitemaps: Surveyor::new(declared_by, &sitemaps, &wanted, head.lang.as_deref()),
        llms_txt: answer.url.join("/llms.txt").ok()?,
        markdown: markdown.into_iter().map(|copy| copy.url).take(MARKDOWN_FETCHED).collect(),
        probe_agents: match refused {
            true => Vec::new(),
            false => probe_agents(&answer.url, rules.as_ref()),
        },
        page_text,
    })
}

/// The addresses under which a sitemap may list that page, for whoever has the sitemaps at hand.
/// None where it did not answer.
#[must_use]
pub fn addresses_in_sitemaps(page: &PageFetch) -> Option<Vec<Url>> {
    let answer = page.exchanges.last()?;
    let head = read_head(&page.body, answer.header("content-type"));
    Some(wanted(&answer.url, answer, &head))
}

/// Whether a page answered with an HTML document that is no challenge; `text` is the length of its
/// text by the rough count.
fn is_document(page: &PageFetch, text: usize) -> bool {
    let Some(answer) = page.exchanges.last() else { return false };
    page.end == PageEnd::Answered
        && answer.status == 200
        && (has_html_type(answer) || is_html(&page.body))
        && (text >= CHALLENGE_TEXT || challenge::detect(answer, &page.body).is_none())
}

/// Whether there is a document that a browser could render, and where `by_signs`, also something
/// that speaks of scripts which bring text: an application's marks, or too little text.
#[must_use]
pub fn asks_for_rendering(page: &PageFetch, by_signs: bool) -> bool {
    let text = text_length(&page.body);
    let has_signs = || {
        let source = String::from_utf8_lossy(&page.body);
        text < LITTLE_TEXT || SCRIPTED.iter().any(|sign| source.contains(sign))
    };
    is_document(page, text) && (!by_signs || has_signs())
}

/// The addresses under which a sitemap may list the page: its canonical one, if that is another
/// spelling or copy of the page, and its own.
fn wanted(page: &Url, answer: &Exchange, head: &DocumentFacts) -> Vec<Url> {
    let canonical = effective_canonical(page, Some(answer), head)
        .filter(|(_, difference)| *difference <= Difference::OtherPath)
        .map(|(target, _)| target);
    let mut wanted: Vec<Url> = Vec::new();
    for mut address in canonical.into_iter().chain([without_tracking(page), page.clone()]) {
        address.set_fragment(None);
        if !wanted.contains(&address) {
            wanted.push(address);
        }
    }
    wanted
}

/// The sitemaps that robots.txt names, else the one that convention does.
#[must_use]
pub fn declared_sitemaps(page: &Url, rules: Option<&RobotsFile>) -> Option<(DeclaredBy, Vec<Url>)> {
    let lines = match rules {
        Some(RobotsFile::Rules(rules)) => rules.sitemaps(),
        _ => &[],
    };
    let declared: Vec<Url> = lines
        .iter()
        .filter_map(|line| page.join("/robots.txt").ok()?.join(line).ok())
        .filter(|url| matches!(url.scheme(), "https" | "http"))
        .collect();
    match declared.is_empty() {
        false => Some((DeclaredBy::RobotsTxt, declared)),
        true => Some((DeclaredBy::Convention, vec![page.join("/sitemap.xml").ok()?])),
    }
}

/// A crawler's name is not borrowed where robots.txt keeps that crawler away.
fn probe_agents(page: &Url, rules: Option<&RobotsFile>) -> Vec<&'static str> {
    let may_fetch = |agent: &&str| match rules {
        Some(RobotsFile::Rules(rules)) => rules.verdict(agent, page).allowed,
        Some(RobotsFile::ServerError { .. }) => false,
        _ => true,
    };
    PROBE_AGENTS.into_iter().filter(may_fetch).collect()
}

/// A copy of the page in Markdown that it declares.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct MarkdownAlternate {
    pub(crate) url: Url,
    /// The line of the element; none for a header.
    pub(crate) line: Option<u32>,
}

/// The copies in Markdown that a page under that address declares, in elements and in its header.
pub(crate) fn markdown_alternates(
    page: &Url,
    answer: &Exchange,
    document: &DocumentFacts,
) -> Vec<MarkdownAlternate> {
    let base = document.base(page);
    let elements = document
        .markdown_links
        .iter()
        .filter(|link| !link.href.is_empty())
        .filter_map(|link| Some((base.join(&link.href).ok()?, Some(link.line))));
    let headers = answer
        .header_values("link")
        .flat_map(links)
        .filter(|link| link.is("alternate") && link.media_type.as_deref() == Some("text/markdown"))
        .filter_map(|link| Some((page.join(&link.target).ok()?, None)));
    let mut all: Vec<MarkdownAlternate> = Vec::new();
    for (mut url, line) in elements.chain(headers) {
        url.set_fragment(None);
        let new = !all.iter().any(|known| known.url == url);
        if new && matches!(url.scheme(), "https" | "http") {
            all.push(MarkdownAlternate { url, line });
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue::test_page::{exchange, robots, url};
    use crate::page::snapshot::PageFetch;

    const PAGE: &str = "https://www.example.com/guide/tea?utm_source=x";

    fn page(html: &str) -> PageFetch {
        PageFetch {
            exchanges: vec![exchange(PAGE, 200)],
            end: PageEnd::Answered,
            body: html.as_bytes().to_vec(),
            truncated: false,
        }
    }

    fn planned(html: &str, robots_txt: &str) -> SupportingPlan {
        let robots = robots("https://www.example.com/robots.txt", 200, robots_txt);
        plan(&page(html), &[robots]).unwrap()
    }

    /// The sitemaps in the order in which they would be asked for.
    fn sitemaps(plan: &SupportingPlan) -> Vec<String> {
        let survey = plan.sitemaps.clone().finish();
        survey.left_out.iter().map(Url::to_string).collect()
    }

    #[test]
    fn sitemaps_are_those_of_robots_txt_else_the_conventional_one() {
        let robots_txt = "Sitemap: https://cdn.example.net/a.xml # ours\nUser-agent: *\n\
                          sitemap: /b.xml\nSITEMAP:http://www.example.com/c.xml\nSitemap: ftp://x/\n\
                          Sitemap: https://cdn.example.net/a.xml";
        assert_eq!(
            sitemaps(&planned("<p>x", robots_txt)),
            [
                "https://cdn.example.net/a.xml",
                "https://www.example.com/b.xml",
                "https://www.example.com/c.xml"
            ]
        );
        let conventional = ["https://www.example.com/sitemap.xml"];
        assert_eq!(sitemaps(&planned("<p>x", "User-agent: *")), conventional);
        let elsewhere =
            robots("https://example.com/robots.txt", 200, "Sitemap: https://a.example/");
        assert_eq!(sitemaps(&plan(&page("<p>x"), &[elsewhere]).unwrap()), conventional);
    }

    #[test]
    fn the_canonical_is_looked_for_first_and_visits_are_no_pages() {
        let wanted = |html: &str| {
            let head = read_head(html.as_bytes(), None);
            let wanted = super::wanted(&url(PAGE), &exchange(PAGE, 200), &head);
            wanted.iter().map(Url::to_string).collect::<Vec<_>>()
        };
        let own = ["https://www.example.com/guide/tea", PAGE];
        assert_eq!(wanted("<title>x</title>"), own);
        assert_eq!(
            wanted("<link rel=canonical href=https://example.com/guide/tea>"),
            ["https://example.com/guide/tea", own[0], own[1]]
        );
        assert_eq!(wanted("<link rel=canonical href=https://example.org/tea>"), own);
    }

    #[test]
    fn markdown_copies_are_found_in_head_and_header() {
        let mut page = page(
            "<base href=/docs/><link rel=alternate type='text/markdown; charset=utf-8' href=a.md>\
             <link rel=alternate type=application/rss+xml href=feed><link rel=alternate \
             type=text/markdown href=a.md#top><body><p>x",
        );
        let header = "</b.md>; rel=\"alternate\"; type=text/markdown, </c>; rel=alternate";
        page.exchanges[0].headers.push(("link".to_owned(), header.to_owned()));
        let plan = plan(&page, &[]).unwrap();
        let markdown: Vec<&str> = plan.markdown.iter().map(Url::as_str).collect();
        assert_eq!(markdown, ["https://www.example.com/docs/a.md", "https://www.example.com/b.md"]);
        assert_eq!(plan.llms_txt.as_str(), "https://www.example.com/llms.txt");
    }

    #[test]
    fn no_probe_borrows_a_name_that_robots_txt_keeps_away() {
        let agents = |robots_txt: &str| planned("<p>x", robots_txt).probe_agents;
        assert_eq!(agents(""), PROBE_AGENTS);
        let one = "User-agent: OAI-SearchBot\nDisallow: /guide/";
        assert_eq!(agents(one), ["PerplexityBot", "Claude-SearchBot"]);
        assert_eq!(agents("User-agent: *\nDisallow: /"), [""; 0]);
        assert_eq!(agents("User-agent: CitableBot\nDisallow: /"), [""; 0]);
    }

    #[test]
    fn a_rendering_is_asked_for_where_scripts_may_bring_text() {
        let text = "<p>Fill the kettle with fresh water and boil it.</p>".repeat(60);
        let plain = page(&text);
        assert!(asks_for_rendering(&plain, false) && !asks_for_rendering(&plain, true));
        assert!(asks_for_rendering(&page(&format!("<div id=\"root\"></div>{text}")), true));
        assert!(asks_for_rendering(&page("<p>Short."), true));
        let mut missing = page("<p>Short.");
        missing.exchanges[0].status = 404;
        assert!(!asks_for_rendering(&missing, false));
    }

    #[test]
    fn only_around_a_page_there_is_something_to_fetch() {
        let html = page("<title>Just a moment...</title>");
        for status in [201, 301, 403, 404, 500] {
            let mut other = html.clone();
            other.exchanges[0].status = status;
            assert!(plan(&other, &[]).is_none(), "{status}");
        }
        let mut challenge = html.clone();
        challenge.exchanges[0].headers.push(("server".to_owned(), "cloudflare".to_owned()));
        assert!(plan(&challenge, &[]).is_none());
        let mut pdf = page("%PDF-1.7");
        pdf.exchanges[0].headers[0].1 = "application/pdf".to_owned();
        assert!(plan(&pdf, &[]).is_none());
        let looped = PageFetch { end: PageEnd::RedirectWithoutTarget, ..html };
        assert!(plan(&looped, &[]).is_none());
    }
}
