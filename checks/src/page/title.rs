//! The title of a page as a reader would name it.

use url::Url;

use crate::page::Page;
use crate::page::authors::SiteNames;
use crate::page::flow::PERMALINKS;
use crate::page::limits;
use crate::page::names::{comparable, unescape};
use crate::page::structured::Syntax;
use crate::page::text::collapse;
use crate::page::unversioned::{ends_as_manual, in_last_brackets, unversioned};
use crate::url::last_segment;

/// What stands between a title and the name of its site.
pub(crate) const SEPARATORS: [&str; 13] =
    [" | ", " - ", " -- ", " – ", " — ", " · ", " • ", " » ", " « ", " :: ", " / ", " ~ ", ": "];

/// Separators after which a part may hold the site's name among other words.
const STRONG_SEPARATORS: [&str; 10] =
    [" | ", " - ", " -- ", " – ", " — ", " · ", " • ", " » ", " « ", " :: "];
/// The title of a page.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Title {
    /// As a reader would name the page. Untrusted; empty where there is none.
    pub text: String,
    /// What was cut from the `<title>` as the site's name.
    pub site_part: Option<String>,
}

impl Title {
    /// The title of that page.
    pub fn of(page: &Page) -> Self {
        Self::beside(page, &SiteNames::of(page))
    }

    /// The title of that page, whose site bears those names.
    pub(crate) fn beside(page: &Page, sites: &SiteNames) -> Self {
        let title = page.document.title();
        if page.final_url.path() == "/" {
            // At home the site is what the page is about.
            return Self { text: title.to_owned(), site_part: None };
        }
        let (text, site_part) = without_site(title, sites);
        let (text, site_part) = match before_shop(page, &text, sites) {
            Some((rest, shop)) => (rest.to_owned(), site_part.or_else(|| Some(shop.to_owned()))),
            None => (text, site_part),
        };
        let shared =
            page.meta("og:title").map(|shared| without_site(&collapse(&unescape(shared)), sites).0);
        let headline = page
            .main_entity(Syntax::JsonLd)
            .and_then(|entity| entity.text("headline").or_else(|| entity.text("name")));
        let headline = headline.map(|headline| collapse(&unescape(headline)));
        let heading = heading(page, &text, sites);
        // What a heading counts behind the title is no part of it: “High water (tides.example) 87”.
        let heading = heading.map(|heading| match counts_behind(&heading, &text) {
            true => text.clone(),
            false => without_badge(&heading, &text, shared.as_deref()).unwrap_or(heading),
        });
        // A template may give every page the site's name for its title.
        let is_of_site = is_site(&text, sites);
        let own = Some(text.clone()).filter(|_| !is_of_site);
        let named = [own, shared, headline, Some(text)];
        let named = named.into_iter().flatten().find(|text| !text.is_empty());
        let text = heading.or(named).unwrap_or_default();
        Self { text, site_part }
    }
}

/// The heading of level 1 that names the page: the only one, unless it is a single word that the
/// title lacks; of several the one that says most of what the title says.
fn heading(page: &Page, title: &str, sites: &SiteNames) -> Option<String> {
    let headings = page.document.h1.iter().take(limits::TITLE_HEADINGS).map(|heading| {
        let text = heading.value.trim_end_matches(PERMALINKS);
        without_site(text, sites).0
    });
    let headings: Vec<String> =
        headings.filter(|text| !comparable(text).is_empty() && !is_site(text, sites)).collect();
    let title = comparable(title);
    let is_same = |other: &String| comparable(other) == comparable(&headings[0]);
    let headings = match headings.iter().all(is_same) {
        true => headings.first().into_iter().cloned().collect(),
        false => headings,
    };
    if let [only] = &headings[..]
        && (title.is_empty() || only.contains(' ') || title.contains(&comparable(only)))
    {
        return Some(only.clone());
    }
    let said = |heading: &String| {
        let heading = comparable(heading);
        let is_part = title.contains(&heading) || heading.contains(&title);
        let (short, long) = (heading.len().min(title.len()), heading.len().max(title.len()));
        (is_part && 2 * short >= long).then_some((title.starts_with(&heading), short))
    };
    let best = headings.iter().filter_map(|heading| Some((said(heading)?, heading)));
    let best = best.max_by_key(|(said, _)| *said).map(|(_, heading)| heading.clone());
    // Where a logo is a heading, too, the title is often that of the whole site.
    let has_logo = page.document.outline.headings.iter().any(|heading| heading.is_logo);
    best.or_else(|| headings.into_iter().next().filter(|_| has_logo))
}

/// Words between what a page offers and the name of its site, which end no name themselves.
const BEFORE_SHOPS: [&str; 6] = [" on ", " at ", " bei ", " auf ", " sur ", " chez "];

/// The name of what is offered, and the site's, in a title such as “Kettle on Leafshop”, where the page
/// shows that name alone in a line.
fn before_shop<'a>(page: &Page, title: &'a str, sites: &SiteNames) -> Option<(&'a str, &'a str)> {
    let parts = BEFORE_SHOPS.iter().filter_map(|word| title.rsplit_once(word));
    let (rest, shop) = parts.min_by_key(|(_, shop)| shop.len())?;
    let is_shown = || page.document.visible_text.lines().any(|line| line.trim() == rest);
    let is_site = sites.is_one(shop) || sites.is_or_begins_host(shop);
    // One word may be that of a menu.
    (is_site && rest.contains(' ') && is_shown()).then_some((rest, shop))
}

/// What a heading says before the badge that stands in it, such as “Subscribers”: the first part of the
/// title, where that for sharing begins with it, too.
fn without_badge(heading: &str, title: &str, shared: Option<&str>) -> Option<String> {
    /// Words of a badge.
    const BADGE_WORDS: usize = 2;
    /// Words of a title; fewer may begin anything.
    const TITLE_WORDS: usize = 4;
    let first = |text: &str| {
        let end = STRONG_SEPARATORS.iter().filter_map(|separator| text.find(separator)).min();
        text[..end.unwrap_or(text.len())].trim().to_owned()
    };
    let name = first(title);
    let badge = heading.strip_prefix(name.as_str())?;
    let is_agreed = shared.is_some_and(|shared| first(shared) == name);
    let words = badge.split_whitespace().count();
    let is_label = |word: &str| !word.starts_with(char::is_lowercase);
    let is_badge = badge.starts_with(' ')
        && (1..=BADGE_WORDS).contains(&words)
        && badge.split_whitespace().all(is_label);
    (is_agreed && is_badge && name.split_whitespace().count() >= TITLE_WORDS).then_some(name)
}

/// Whether a heading says what the title says, and behind it only words in brackets and numbers.
fn counts_behind(heading: &str, title: &str) -> bool {
    let Some(behind) = heading.strip_prefix(title).filter(|_| !title.is_empty()) else {
        return false;
    };
    let mut is_bracketed = false;
    let is_count = |word: &str| {
        is_bracketed |= word.starts_with('(');
        let is_one = is_bracketed || word.bytes().all(|byte| byte.is_ascii_digit());
        is_bracketed &= !word.ends_with(')');
        is_one
    };
    // A remark in brackets belongs to the heading; a domain is that of a source.
    let is_source = behind.split_once(')').is_some_and(|(source, _)| source.contains('.'));
    behind.starts_with(" (")
        && is_source
        && behind.ends_with(|end: char| end.is_ascii_digit())
        && behind.split_whitespace().all(is_count)
}

/// Whether a text is the site's name, or that name again and again, as a logo with its `alt` reads.
fn is_site(text: &str, sites: &SiteNames) -> bool {
    sites.is_one(text) || text.split_whitespace().all(|word| sites.is_one(word))
}

/// Whether a title is what an editor or a template puts where nobody wrote one.
pub(crate) fn is_placeholder(title: &str) -> bool {
    const PLACEHOLDERS: [&str; 9] = [
        "no title",
        "notitle",
        "untitled",
        "untitled document",
        "untitled page",
        "page title",
        "new page",
        "title",
        "document",
    ];
    let bare = title.trim_matches(|char: char| !char.is_alphanumeric());
    // Books have an “Index”; a tool names a file so.
    PLACEHOLDERS.contains(&bare.to_lowercase().as_str()) || bare == "index"
}

/// Whether a title names no page, given the page's URL: it is a placeholder, a word for the first page
/// of any site or folder, or the name of the file itself. Without its ending, that may be a name:
/// “brew” at `/brew.html`.
pub(crate) fn names_no_page(title: &str, url: &Url) -> bool {
    let title = title.trim();
    // “socket.io” and “resolv.conf” are subjects.
    const ENDS: [&str; 7] = [".html", ".htm", ".xhtml", ".php", ".aspx", ".asp", ".jsp"];
    let is_page = |last: &str| ENDS.iter().any(|end| last.ends_with(end));
    let is_file = || last_segment(url).is_some_and(|last| is_page(last) && last == title);
    // With a capital, it may be what a manual describes: a key, a value.
    is_placeholder(title) || title == "default" || title.eq_ignore_ascii_case("home") || is_file()
}

/// The part of a title after its last strong separator, and all before it.
pub(crate) fn before_last_part(title: &str) -> Option<(&str, &str)> {
    let parts = STRONG_SEPARATORS.iter().filter_map(|separator| title.rsplit_once(separator));
    parts.min_by_key(|(_, last)| last.len())
}

/// The fewest words of a title that goes on with a section of its site, and the most of that.
const HEADLINE_WORDS: usize = 4;
const SECTION_WORDS: usize = 3;

/// A headline without the section of its site that stands at its end: "Tea pots found in the river |
/// Local".
pub(crate) fn without_section(title: &str) -> &str {
    let cut = title.rsplit_once(" | ").or_else(|| title.rsplit_once(" :: "));
    let count = |text: &str| text.split_whitespace().count();
    match cut {
        Some((rest, last))
            if count(rest) >= HEADLINE_WORDS && (1..=SECTION_WORDS).contains(&count(last)) =>
        {
            rest.trim_end()
        }
        _ => title,
    }
}

/// A headline without the number of its page at the end: “Pots compared（1/2 ページ）”, “Pots (Page 2 of 3)”.
pub(crate) fn without_page_number(title: &str) -> &str {
    const PAGES: [&str; 9] =
        ["page", "pages", "seite", "página", "pagina", "strona", "страница", "ページ", "頁"];
    let title = title.trim_end();
    let Some(inner) = title.strip_suffix([')', '）']) else { return title };
    let Some(at) = inner.rfind(['(', '（']) else { return title };
    let open = inner[at..].chars().next().map_or(0, char::len_utf8);
    let inside = inner[at + open..].to_lowercase();
    let mut words = inside.split(|char: char| char.is_whitespace() || char == '/');
    let has_number = inside.contains(|char: char| char.is_ascii_digit());
    let is_one = |word: &str| {
        word.is_empty()
            || matches!(word, "of" | "von" | "de" | "di" | "sur")
            || PAGES.contains(&word)
            || word.bytes().all(|byte| byte.is_ascii_digit())
    };
    let has_page = words.clone().any(|word| PAGES.contains(&word));
    let rest = title[..at].trim_end();
    if has_number && has_page && words.all(is_one) && !rest.is_empty() { rest } else { title }
}

/// A title without the parts at its ends that are the site's name, and that name without a version.
pub(crate) fn without_site(title: &str, sites: &SiteNames) -> (String, Option<String>) {
    let mut text = title.trim();
    let mut cut = None;
    if let Some((rest, name)) = before_brackets(text, sites) {
        (text, cut) = (rest, Some(name.to_owned()));
    }
    for separator in SEPARATORS {
        let is_strong = STRONG_SEPARATORS.contains(&separator);
        let is_site = |part: &&str| sites.is_one(part) || (is_strong && sites.is_around_one(part));
        if let Some((rest, last)) = text.rsplit_once(separator) {
            let named = [if is_strong { unversioned(last) } else { last }, last];
            if let Some(name) = named.into_iter().find(is_site)
                && !sites.is_own_name(last)
            {
                (text, cut) = (rest.trim(), Some(name.trim().to_owned()));
            }
        }
        // What a page documents may be called as its host is: “httpd - a server” at `httpd.example`.
        if let Some((first, rest)) = text.split_once(separator)
            && sites.is_one(first)
            && !sites.is_subject(first)
        {
            text = rest.trim();
            cut = cut.or_else(|| Some(first.trim().to_owned()));
        }
    }
    (text.to_owned(), cut)
}

/// The title before the brackets that end it, and the name of the site or of a manual with its
/// version in them: “Parser (Tea (version 7.3))”, “Parser (Tea Manual)” at `tea.example`.
fn before_brackets<'a>(title: &'a str, sites: &SiteNames) -> Option<(&'a str, &'a str)> {
    let (rest, inside) = in_last_brackets(title)?;
    let name = unversioned(inside);
    // Brackets, or the word for a manual, say that the number is that of a work: “Tea 5.46 Manual”.
    let is_manual = name != inside && (inside.ends_with(')') || ends_as_manual(inside));
    // A remark on the subject may name the site, too: “Pots (without Tea)”.
    let is_name = name.split_whitespace().all(|word| !word.starts_with(char::is_lowercase));
    let is_site = sites.is_one(name) || (is_name && sites.is_around_one(name));
    (is_manual || is_site || sites.are_works_in_brackets()).then_some((rest, name))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue::test_html::read_at;

    #[test]
    fn the_name_of_a_manual_is_cut_with_its_version() {
        for (title, rest, site) in [
            ("Parser (GNU Tea (version 7.3.0))", "Parser", Some("GNU Tea")),
            ("Parser (Tea 5.46.0 Manual)", "Parser", Some("Tea")),
            ("Parser (leaf 2.4.21 API)", "Parser", Some("leaf")),
            ("Parser (in Tea)", "Parser (in Tea)", None),
            ("pour() (Tea 3.1)", "pour() (Tea 3.1)", None),
            ("Parser", "Parser", None),
        ] {
            let (text, cut) = without_site(title, &SiteNames::default());
            assert_eq!((text.as_str(), cut.as_deref()), (rest, site));
        }
    }

    #[test]
    fn the_number_of_a_page_is_no_part_of_a_headline() {
        for (title, rest) in [
            ("Pots compared（1/2 ページ）", "Pots compared"),
            ("Pots compared (Page 2 of 3)", "Pots compared"),
            ("Pots compared (Seite 2)", "Pots compared"),
            ("Butter tea (1/2)", "Butter tea (1/2)"),
            ("Pots compared (page one)", "Pots compared (page one)"),
            ("(page 2)", "(page 2)"),
            ("Pots (2026)", "Pots (2026)"),
        ] {
            assert_eq!(without_page_number(title), rest);
        }
        let sites = SiteNames::default();
        assert_eq!(without_site("Pots -- Tea", &sites).0, "Pots -- Tea");
    }

    #[test]
    fn two_hyphens_stand_before_the_name_of_a_site_too() {
        assert_eq!(
            named("Iron pots in the fourth quarter -- Leafshop", ""),
            "Iron pots in the fourth quarter"
        );
    }

    fn named(title: &str, body: &str) -> String {
        let shop = "<meta property=og:site_name content=Leafshop>";
        let html = format!("<html lang=en><head><title>{title}</title>{shop}</head><main>{body}");
        Title::of(&read_at("https://leafshop.example/app/7", &html)).text
    }

    #[test]
    fn a_badge_behind_a_headline_is_no_part_of_it() {
        let shared = "<meta property=og:title content='The pots of the old town | Columns'>";
        let of = |shared: &str, heading: &str| {
            let head = format!("<title>The pots of the old town | Columns</title>{shared}");
            let html = format!("<html lang=en><head>{head}</head><main><h1>{heading}</h1>");
            Title::of(&read_at("https://leaf.example/columns/pots", &html)).text
        };
        let badged = "The pots of the old town <span>Subscribers</span>";
        assert_eq!(of(shared, badged), "The pots of the old town");
        assert_eq!(of("", badged), "The pots of the old town Subscribers");
        let longer = "The pots of the old town and of the new one";
        assert_eq!(of(shared, longer), longer);
    }

    #[test]
    fn the_shop_is_no_part_of_what_it_offers() {
        let shown = "<div>Red Kettle 2</div><p>It boils.</p>";
        assert_eq!(named("Red Kettle 2 on Leafshop", shown), "Red Kettle 2");
        assert_eq!(named("Red Kettle 2 on Leafshop", "<p>It boils."), "Red Kettle 2 on Leafshop");
        assert_eq!(named("Red Kettle 2 on fire", shown), "Red Kettle 2 on fire");
    }

    #[test]
    fn what_a_heading_counts_is_no_part_of_it() {
        let of = |behind: &str| named("High water", &format!("<h1>High water{behind}</h1>"));
        assert_eq!(of(" <i>(tides.example)</i> <a href=#said>87</a>"), "High water");
        assert_eq!(of(" 87"), "High water 87");
        assert_eq!(of(" (film) 4"), "High water (film) 4");
        assert_eq!(of(" (2 of 3)"), "High water (2 of 3)");
        assert_eq!(of(" (low) and 87"), "High water (low) and 87");
    }

    #[test]
    fn a_section_at_the_end_of_a_headline_is_cut() {
        for (title, expected) in [
            ("Tea pots found in the river | Local", "Tea pots found in the river"),
            ("Tea pots found in the river | Local | News", "Tea pots found in the river | Local"),
            ("Tea | Local", "Tea | Local"),
            ("Tea pots - found in the river", "Tea pots - found in the river"),
            (
                "Tea pots found in the river | And what was in them",
                "Tea pots found in the river | And what was in them",
            ),
            ("", ""),
        ] {
            assert_eq!(without_section(title), expected);
        }
    }

    #[test]
    fn the_site_s_name_on_every_page_is_the_title_of_none() {
        let site = "<meta property=og:site_name content='Leaf Magazine'>";
        let of = |head: &str, body: &str| {
            let html = format!("<title>Leaf Magazine</title>{site}{head}<main>{body}<p>Boil.");
            let page = crate::catalogue::test_html::read_at("https://leaf.example/cups", &html);
            Title::of(&page).text
        };
        let shared = "<meta property=og:title content='Cups of Old'>";
        assert_eq!(of(shared, ""), "Cups of Old");
        let twice = "<h1>Cups of Old</h1><h1>Cups of Old</h1>";
        assert_eq!(of("", twice), "Cups of Old");
        assert_eq!(of("", ""), "Leaf Magazine", "there is no other");
    }
}
