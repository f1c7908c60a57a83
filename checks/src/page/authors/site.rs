//! The names under which a site goes.

use std::collections::HashSet;

use crate::data;
use crate::page::Page;
use crate::page::names::{comparable, unescape};
use crate::page::snapshot::Source;
use crate::page::structured::Syntax;

/// A name of the site, and where it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SiteName {
    /// Where it stands.
    pub source: SiteNameSource,
    /// The name. Untrusted.
    pub name: String,
}

/// Where a site's name stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SiteNameSource {
    /// `og:site_name`.
    OpenGraph,
    /// `application-name`.
    ApplicationName,
    /// The name of the manual that its generator writes into each page.
    Manual,
    /// A `WebSite` node.
    WebSite,
    /// The publisher of the main entity.
    Publisher,
    /// An `Organization` that stands by itself.
    Organization,
}

/// The names of a page's site.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SiteNames {
    /// The declared ones, in order of trust.
    pub declared: Vec<SiteName>,
    /// The parts of the host's name that may be it, comparable: `example` of `www.example.co.uk`.
    host: Vec<String>,
    /// What the page's address calls it, comparable; empty at the top of the site.
    subject: String,
    /// The last part of the address without its suffix, comparable.
    last: String,
    /// Whether the tool that made the page ends every title with the work in brackets.
    has_work_in_brackets: bool,
}

/// The most words of a part of a title that holds the site's name.
const AROUND_WORDS: usize = 4;
/// The fewest characters of a name that is looked for among other words.
const NAME_CHARACTERS: usize = 3;
/// The fewest characters of a name with which that of the host goes on.
const BEGINNING_CHARACTERS: usize = 4;
/// Tools that end every title with the work in brackets, as they call themselves.
const BRACKETS: [&str; 2] = ["javadoc", "groovydoc"];
/// The most names that are taken of one kind.
const NAMES_MAX: usize = 5;

data::words! { "trade-words.json" => static WORDS: Words {
    /// Words for a trade behind the name of a person, lower case.
    trades: HashSet<String>,
} }

impl SiteNames {
    /// The names of that page's site.
    pub fn of(page: &Page) -> Self {
        let data = &page.document.markup.structured;
        let mut declared = Vec::new();
        let mut add = |source, name: &str| {
            let name = unescape(name);
            if !comparable(&name).is_empty() && !is_address(&name) && !is_handle(page, &name) {
                declared.push(SiteName { source, name });
            }
        };
        page.meta("og:site_name").into_iter().for_each(|n| add(SiteNameSource::OpenGraph, n));
        page.meta("application-name")
            .into_iter()
            .for_each(|name| add(SiteNameSource::ApplicationName, name));
        let manual = page.document.outline.project.as_deref();
        manual.into_iter().for_each(|name| add(SiteNameSource::Manual, name));
        for site in data.of_type("WebSite").take(NAMES_MAX) {
            site.texts("name")
                .chain(site.texts("alternateName"))
                .take(NAMES_MAX)
                .for_each(|name| add(SiteNameSource::WebSite, name));
        }
        for entity in
            [Syntax::JsonLd, Syntax::Microdata].iter().filter_map(|s| page.main_entity(*s))
        {
            let publishers = entity.nodes("publisher").filter_map(|node| node.text("name"));
            publishers
                .chain(entity.texts("publisher"))
                .take(NAMES_MAX)
                .for_each(|name| add(SiteNameSource::Publisher, name));
        }
        let organisations = data.of_type("Organization").filter(|node| node.node().is_top_level);
        organisations
            .take(NAMES_MAX)
            .filter_map(|node| node.text("name"))
            .for_each(|name| add(SiteNameSource::Organization, name));
        let tool = page.meta("generator").unwrap_or_default().to_ascii_lowercase();
        Self {
            declared,
            host: host_labels(page),
            subject: subject(page),
            last: last(page),
            has_work_in_brackets: BRACKETS.iter().any(|name| tool.contains(name)),
        }
    }

    /// Whether the tool that made the page ends every title with the work in brackets: “Pot (Tea SE
    /// 17)”.
    pub(crate) fn are_works_in_brackets(&self) -> bool {
        self.has_work_in_brackets
    }

    /// Whether a text is what the page's address calls it: “brew” at `/docs/brew.html`.
    pub(crate) fn is_subject(&self, text: &str) -> bool {
        !self.subject.is_empty() && comparable(text) == self.subject
    }

    /// Whether a part of a title is the page's own name: the entry of a manual (“brew(1)”), or what
    /// the page's address calls it (“brew-pots” at `/brew-pots.html`), unless the host has that name.
    pub(crate) fn is_own_name(&self, text: &str) -> bool {
        if let Some(entry) = entry_of_manual(text) {
            return !self.declared.iter().any(|known| known.name.trim() == entry);
        }
        let text = comparable(text);
        !text.is_empty() && text == self.last && !self.host.contains(&text)
    }

    /// Whether a text is one of the names, or one with what belongs to it: "Example" of
    /// "Example.com", "The Example".
    pub fn is_one(&self, text: &str) -> bool {
        // Hosts keep the article: `theexample.com`.
        let whole = comparable(text);
        let text = bare(text);
        !text.is_empty()
            && (self.declared.iter().any(|known| bare(&known.name) == text)
                || self.host.iter().any(|label| *label == text || *label == whole))
    }

    /// Whether a part of a title is one of the names with a few words around it: "Example UK",
    /// "Example Magazine".
    pub fn is_around_one(&self, text: &str) -> bool {
        let words: Vec<String> = text.split_whitespace().map(comparable).collect();
        let names = self.declared.iter().map(|known| bare(&known.name)).chain(self.host.clone());
        words.len() <= AROUND_WORDS
            && (self.begins_host(text)
                || self.is_abbreviated(text)
                || names
                    .filter(|name| name.chars().count() >= NAME_CHARACTERS)
                    .any(|name| words.contains(&name) || comparable(text).starts_with(&name)))
    }

    /// Whether a text is the abbreviation that a declared name begins with ("TLA" of "TLA Web Docs"),
    /// or its initials ("NTB" of "National Tea Board").
    fn is_abbreviated(&self, text: &str) -> bool {
        let text = text.trim();
        let is_long = text.chars().count() >= NAME_CHARACTERS;
        let first = |name: &str| {
            name.split_whitespace().next() == Some(text)
                || initials(name).is_some_and(|initials| initials == text)
        };
        is_long
            && text.chars().all(char::is_uppercase)
            && self.declared.iter().any(|known| first(&known.name))
    }

    /// Whether a declared name is that of a person with their trade behind it: “Jane Doe Photography”.
    pub(crate) fn is_trade_of(&self, person: &str) -> bool {
        let is_one = |name: &str| {
            let rest =
                name.trim().strip_prefix(person.trim()).map(|rest| rest.trim().to_lowercase());
            rest.is_some_and(|rest| WORDS.trades.contains(&rest))
        };
        self.declared.iter().any(|known| is_one(&known.name))
    }

    /// Whether a text is one of the names, or begins that of the host: "Example" at
    /// `example-shop.com`.
    pub(crate) fn is_or_begins_host(&self, text: &str) -> bool {
        self.is_one(text) || self.begins_host(text)
    }

    /// Whether a text is the host's name, or its beginning: "Example" at `example-shop.com`.
    pub(crate) fn begins_host(&self, text: &str) -> bool {
        let text = bare(text);
        let is_long = text.chars().count() >= BEGINNING_CHARACTERS;
        self.host.iter().any(|label| *label == text || (is_long && label.starts_with(&text)))
    }
}

/// The first letters of the words of a name that begin with a capital, where they are three or more.
pub(crate) fn initials(name: &str) -> Option<String> {
    let words = name.split_whitespace().filter(|word| word.starts_with(char::is_uppercase));
    let first: String = words.filter_map(|word| word.chars().next()).collect();
    (first.chars().count() >= NAME_CHARACTERS).then_some(first)
}

/// Whether a field for a name holds an address in its place.
fn is_address(name: &str) -> bool {
    name.contains("://")
}

/// Whether it holds the account that the page declares on a platform; some sites are called so: “@leaf”.
fn is_handle(page: &Page, name: &str) -> bool {
    let name = name.trim();
    let accounts = ["twitter:site", "twitter:creator"].into_iter().filter_map(|one| page.meta(one));
    name.starts_with('@') && accounts.into_iter().any(|own| own.trim().eq_ignore_ascii_case(name))
}

/// A name as it is compared, without an article or a domain's ending.
fn bare(name: &str) -> String {
    let name = name.trim().to_lowercase();
    let name = name.strip_prefix("the ").unwrap_or(&name);
    let name = name.strip_prefix("www.").unwrap_or(name);
    let ends = [".com", ".org", ".net", ".co.uk", ".de", ".io"];
    comparable(ends.iter().find_map(|end| name.strip_suffix(end)).unwrap_or(name))
}

/// The last part of the address. At the top of a site it may be the site's name.
fn subject(page: &Page) -> String {
    let segments = page.final_url.path_segments().into_iter().flatten();
    match segments.filter(|part| !part.is_empty()).nth(1) {
        Some(_) => last(page),
        None => String::new(),
    }
}

/// The last part of the address without its suffix, comparable; none where it is a folder at the top
/// of the host, in which a whole site may stand (`/brew-guide/`).
fn last(page: &Page) -> String {
    let segments = page.final_url.path_segments().into_iter().flatten();
    let mut segments = segments.rev().filter(|part| !part.is_empty());
    let last = segments.next().unwrap_or_default();
    match (last.split_once('.'), segments.next()) {
        (Some((stem, _)), _) => comparable(stem),
        (None, Some(_)) => comparable(last),
        (None, None) => String::new(),
    }
}

/// The name and the section of an entry of a manual, where a text is no more than that: “brew(1)”,
/// “brew_pots(3pm)”.
fn entry_of_manual(text: &str) -> Option<&str> {
    /// The most characters of a section: “3pm”, “1ssl”.
    const SECTION: usize = 5;
    let text = text.trim();
    let (name, section) = text.strip_suffix(')')?.split_once('(')?;
    let is_section = section.len() <= SECTION
        && section.starts_with(|char: char| char.is_ascii_digit())
        && section.bytes().all(|byte| byte.is_ascii_alphanumeric());
    let is_name = !name.is_empty() && !name.contains(char::is_whitespace);
    (is_name && is_section).then_some(text)
}

fn host_labels(page: &Page) -> Vec<String> {
    // What stands in for an unknown address names nobody.
    if page.source == Source::FileWithoutAddress {
        return Vec::new();
    }
    let host = page.final_url.host_str().unwrap_or_default();
    let registered = crate::url::registrable_domain(&page.final_url);
    let label = registered.as_deref().and_then(|domain| domain.split('.').next());
    let whole = host.strip_prefix("www.").unwrap_or(host);
    let first = whole.split('.').next();
    let mut labels: Vec<String> = label
        .into_iter()
        .chain(Some(whole))
        .chain(registered.as_deref())
        .chain(first)
        .map(comparable)
        .collect();
    labels.retain(|label| !label.is_empty());
    labels
}
