//! The title of a page as a reader would name it.

use crate::page::Page;
use crate::page::authors::SiteNames;
use crate::page::names::{comparable, unescape};
use crate::page::structured::Syntax;
use crate::page::text::collapse;

/// What stands between a title and the name of its site.
const SEPARATORS: [&str; 12] =
    [" | ", " - ", " – ", " — ", " · ", " • ", " » ", " « ", " :: ", " / ", " ~ ", ": "];

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
        let sites = SiteNames::of(page);
        let title = page.document.titles.first().map_or("", |title| title.value.as_str());
        let (text, site_part) = without_site(title, &sites);
        let shared = page
            .meta("og:title")
            .map(|shared| without_site(&collapse(&unescape(shared)), &sites).0);
        let headline = page
            .main_entity(Syntax::JsonLd)
            .and_then(|entity| entity.text("headline").or_else(|| entity.text("name")));
        let headline = headline.map(|headline| collapse(&unescape(headline)));
        let heading = heading(page, &text);
        let named =
            [Some(text), shared, headline].into_iter().flatten().find(|text| !text.is_empty());
        let text = heading.or(named).unwrap_or_default();
        Self { text, site_part }
    }
}

/// The one heading of level 1 that says what the title says.
fn heading(page: &Page, title: &str) -> Option<String> {
    let title = comparable(title);
    page.document
        .h1
        .iter()
        .map(|heading| &heading.value)
        .find(|heading| {
            let heading = comparable(heading);
            !heading.is_empty()
                && !title.is_empty()
                && (title.contains(&heading) || heading.contains(&title))
        })
        .or_else(|| match &page.document.h1[..] {
            [only] if title.is_empty() => Some(&only.value),
            _ => None,
        })
        .cloned()
}

/// A title without the parts at its ends that are the site's name.
fn without_site(title: &str, sites: &SiteNames) -> (String, Option<String>) {
    let mut text = title.trim();
    let mut cut = None;
    for separator in SEPARATORS {
        if let Some((rest, last)) = text.rsplit_once(separator)
            && sites.is_one(last)
        {
            (text, cut) = (rest.trim(), Some(last.trim().to_owned()));
        }
        if let Some((first, rest)) = text.split_once(separator)
            && sites.is_one(first)
        {
            (text, cut) = (rest.trim(), Some(first.trim().to_owned()));
        }
    }
    (text.to_owned(), cut)
}
