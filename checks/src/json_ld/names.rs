//! What the publisher is called, by what the page says of it.

use super::lines::value_line;
use crate::catalogue::provenance::publisher_identity::copyright::copyright_owner;
use crate::catalogue::provenance::publisher_identity::signs::agreed_name;
use crate::check::Context;
use crate::page::authors::SiteNameSource;
use crate::page::names::comparable;
use crate::page::outline::Link;
use crate::page::snapshot::Source;
use crate::page::title::{SEPARATORS, before_last_part};

/// The most characters of a link to the home page that is a logo in words.
const LOGO_CHARACTERS: usize = 40;
/// The most words of a part of a title that is the name of a site.
const SUFFIX_WORDS: usize = 4;
/// Links that are looked at for one to the home page.
const LINKS_MAX: usize = 200;

/// The name of the site: as it declares it, else by its title, its logo or its copyright line. None
/// where only its host is known, which nobody is called by.
pub(crate) fn site_name(context: &Context<'_>) -> Option<String> {
    let declared = declared(context);
    let is_named = |name: &&str| !is_host(context, name);
    let has_version = |name: &str| name.split_whitespace().any(is_version);
    let part = context.title.site_part.as_deref();
    let name = declared
        .filter(is_named)
        .or(part.filter(|part| !has_version(part)))
        .map(str::to_owned)
        .or_else(|| {
            agreed_name(context).filter(|name| is_named(&name.as_str()) && !has_version(name))
        })
        .or_else(|| end_of_title(context))
        .or_else(|| logo(context).map(str::to_owned))
        .or_else(|| copyright_owner(&context.page.document.visible_text).map(str::to_owned))
        .or_else(|| after_heading(context).map(str::to_owned))
        .or_else(|| declared.map(str::to_owned))?;
    let line = value_line(&name);
    (!line.is_empty()).then_some(line)
}

fn declared<'a>(context: &'a Context<'_>) -> Option<&'a str> {
    let by = |source: SiteNameSource| {
        context.sites.declared.iter().find(move |name| name.source == source)
    };
    by(SiteNameSource::OpenGraph)
        .or_else(|| by(SiteNameSource::WebSite))
        .or_else(|| context.sites.declared.first())
        .map(|name| name.name.as_str())
}

/// Whether a name is the page's host, with or without `www.`.
fn is_host(context: &Context<'_>, name: &str) -> bool {
    let host = match context.page.source {
        Source::FileWithoutAddress => return false,
        Source::Web | Source::File => context.page.final_url.host_str().unwrap_or_default(),
    };
    let name = name.trim().to_lowercase();
    host.strip_prefix("www.").unwrap_or(host) == name.strip_prefix("www.").unwrap_or(&name)
}

/// Whether a word is a version, as it stands in the title of a manual: nobody is called so.
fn is_version(word: &str) -> bool {
    let word = word.trim_start_matches(['(', 'v', 'V']);
    let first = word.split_once('.').map_or("", |(first, _)| first);
    !first.is_empty() && first.bytes().all(|byte| byte.is_ascii_digit())
}

/// The last or the first part of the title, where it is a name of the site: "Tea" of "Leaves — Tea
/// 3.1 documentation", "Tea: Leaves".
fn end_of_title(context: &Context<'_>) -> Option<String> {
    let titles = &context.page.document.titles;
    let title = titles.first().map_or("", |title| title.value.as_str());
    let cuts = SEPARATORS.iter().filter_map(|separator| {
        let (_, last) = title.rsplit_once(separator)?;
        let (first, _) = title.split_once(separator)?;
        Some([last, first])
    });
    let unversioned = |part: &str| {
        let words = part.split_whitespace().take_while(|word| !is_version(word));
        words.collect::<Vec<_>>().join(" ")
    };
    let is_one = |name: &String| {
        !name.is_empty() && !is_host(context, name) && context.sites.is_or_begins_host(name)
    };
    cuts.flatten().chain([title]).map(unversioned).find(is_one)
}

/// The last part of a title that says what the heading does, and then this.
fn after_heading<'a>(context: &'a Context<'_>) -> Option<&'a str> {
    let document = &context.page.document;
    let (rest, last) = before_last_part(&document.titles.first()?.value)?;
    let is_heading = |text: &str| comparable(text) == comparable(rest);
    let is_short = (1..=SUFFIX_WORDS).contains(&last.split_whitespace().count());
    let is_shown = document.h1.iter().take(1).any(|heading| is_heading(&heading.value));
    (is_short && is_shown && !is_host(context, last)).then(|| last.trim())
}

/// The text of a link around the content that leads home, where it is a name of the site.
fn logo<'a>(context: &'a Context<'_>) -> Option<&'a str> {
    let document = &context.page.document;
    let page = &context.page.final_url;
    let base = document.base(page);
    let leads_home = |link: &&Link| {
        link.place.is_around
            && base.join(&link.href).is_ok_and(|to| {
                to.host_str() == page.host_str() && to.path() == "/" && to.query().is_none()
            })
    };
    let links = document.outline.links.iter().take(LINKS_MAX).filter(leads_home);
    let texts = links.filter_map(|link| document.visible_text.get(link.place.text.clone()));
    texts.map(str::trim).find(|text| {
        let is_short = text.chars().count() <= LOGO_CHARACTERS;
        is_short && !is_host(context, text) && context.sites.is_or_begins_host(text)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue::test_html::read_at;

    fn name(url: &str, html: &str) -> Option<String> {
        site_name(&Context::new(&read_at(url, &format!("<html lang=en>{html}")), false))
    }

    #[test]
    fn a_version_is_part_of_nobodys_name() {
        let has_version = |part: &str| part.split_whitespace().any(is_version);
        for part in ["Tea Documentation (3.1.x)", "Tea v2.0 docs", "Tea 5.6"] {
            assert!(has_version(part), "{part}");
        }
        for part in ["Tea.net", "4teas.net", "Tea 24", "1st Tea Co.", "Tea"] {
            assert!(!has_version(part), "{part}");
        }
    }

    #[test]
    fn a_name_on_the_page_comes_before_the_host() {
        let site = "<meta property=og:site_name content=docs.leaf.example>";
        for (url, html, expected) in [
            ("https://docs.leaf.example/a", "<title>Cups | Leaf</title>", Some("Leaf")),
            (
                "https://leaf.docs.example/a",
                "<title>Cups — Leaf 2.3 documentation</title>",
                Some("Leaf"),
            ),
            ("https://docs.leaf.example/a", "<title>Leaf: Cups</title>", Some("Leaf")),
            (
                "https://www.leaftea.example/a",
                "<title>Cups</title><header><a href=/>LeafTea</a></header><main><h1>Cups</h1></main>",
                Some("LeafTea"),
            ),
            (
                "https://docs.leaf.example/a",
                "<title>Cups</title><main><h1>Cups</h1></main><footer>© 2026 Tea Foundation</footer>",
                Some("Tea Foundation"),
            ),
            ("https://docs.leaf.example/a", "<title>Cups – Pot</title><h1>Cups</h1>", Some("Pot")),
            ("https://docs.leaf.example/a", "<title>Cups – Pot</title><h1>Tea</h1>", None),
            ("https://docs.leaf.example/a", "<title>Cups</title>", None),
        ] {
            assert_eq!(name(url, html).as_deref(), expected, "{url} {html}");
            // What is declared and only the host says less than any of these.
            let beside = name(url, &format!("{site}{html}"));
            let expected = expected.or(url.contains("docs.leaf").then_some("docs.leaf.example"));
            if url.contains("docs.leaf") {
                assert_eq!(beside.as_deref(), expected, "{url} {html}");
            }
        }
    }
}
