//! The signs of who stands behind a page, and where they are found.

use super::contact_lines::contact_lines;
use super::copyright::copyright_owner;
use super::links::links;
use super::logo::logo_names;
use super::names::{BETWEEN, asks, domain_names, host_names, without_home_page};
use super::profile::outside_profile;
use super::words::{bare_name, made_by};
use crate::check::{Context, measure, quote};
use crate::page::authors::{SiteNameSource, initials};
use crate::page::structured::{NodeRef, Syntax};
use crate::page::title::before_last_part;
use crate::report::{Detail, PageKind};
use crate::weights::{
    PROFILE_NAME_BYTES, PUBLISHER_NODES_MAX, SITE_NAME_CHARACTERS, SITE_NAME_SOURCES, TITLE_PARTS,
};

/// What a row says of a sign that is not there, and of links of which one is.
const NONE: &str = "none";
const ABOUT_ONLY: &str = "About page only";
const CONTACT_ONLY: &str = "contact or legal notice only";

/// What is missing of the signs, by the rows that were shown for them.
pub(super) struct Missing {
    pub(super) name: bool,
    pub(super) node: bool,
    pub(super) profile: bool,
    pub(super) about: bool,
    pub(super) contact: bool,
}

impl Missing {
    pub(super) fn of(details: &[Detail]) -> Self {
        let row = |at: usize| details.get(at).and_then(|detail| detail.measured.as_deref());
        let lacks = |at: usize, half: &str| row(at).is_some_and(|own| own == NONE || own == half);
        Self {
            name: lacks(0, NONE),
            node: lacks(1, NONE),
            profile: lacks(2, NONE),
            about: lacks(3, CONTACT_ONLY),
            contact: lacks(3, ABOUT_ONLY),
        }
    }

    /// The same without what one page of the site is enough for.
    pub(super) fn of_every_page(self) -> Self {
        Self { node: false, profile: false, ..self }
    }

    /// The same on a page of contacts or a legal notice, which needs no link to itself.
    pub(super) fn on_notice(self) -> Self {
        let lacks_more = self.name || self.node || self.profile || self.about;
        Self { contact: self.contact && !lacks_more, ..self }
    }

    /// Returns the pages to which links are missing, for the title of a fix.
    pub(super) fn pages(&self) -> &'static str {
        match (self.about, self.contact) {
            (true, true) => "an About page and a contact page or legal notice",
            (true, false) => "an About page",
            _ => "a contact page or legal notice",
        }
    }

    /// Returns what is missing, as a list for the title of a fix.
    pub(super) fn listed(&self) -> String {
        let links = match (self.about, self.contact) {
            (true, true) => "About and contact links",
            (true, false) => "About link",
            _ => "contact link",
        };
        let parts = [
            (self.name, "`og:site_name`"),
            (self.node, "`Organization` markup"),
            (self.profile, "`sameAs` profile"),
            (self.about || self.contact, links),
        ];
        let missing = parts.into_iter().filter(|(is_missing, _)| *is_missing);
        missing.map(|(_, part)| part).collect::<Vec<_>>().join(", ")
    }
}

/// What tells who stands behind a page.
pub(super) struct Signs {
    /// The name of the site that several sources agree on.
    pub(super) name: Option<String>,
    /// The name of a node that says who it is, with an address or a logo.
    pub(super) node: Option<String>,
    /// The address of a profile on another site.
    pub(super) profile: Option<String>,
    pub(super) about: Option<String>,
    pub(super) contact: Option<String>,
    /// Whether the contact is a text of the page.
    is_shown: bool,
}

impl Signs {
    pub(super) fn of(context: &Context<'_>) -> Self {
        let nodes = publishers(context);
        let described = nodes.iter().find(|node| node.has("url") || node.has("logo"));
        let (about, linked) = links(context);
        let reached = ["contactPoint", "telephone", "email"];
        let declared = nodes.iter().any(|node| reached.iter().any(|name| node.has(name)));
        let declared = || declared.then(|| "contact in JSON-LD".to_owned());
        let led = linked.or_else(declared);
        let shown = contact_lines(&context.page.document.visible_text).filter(|_| led.is_none());
        Self {
            name: agreed_name(context),
            node: described.map(|node| node.text("name").unwrap_or_default().to_owned()),
            profile: outside_profile(context, &nodes),
            about,
            is_shown: shown.is_some(),
            contact: led.or_else(|| shown.map(str::to_owned)),
        }
    }

    pub(super) fn count(&self) -> usize {
        let signs = [
            self.name.is_some(),
            self.node.is_some(),
            self.profile.is_some(),
            self.about.is_some() && self.contact.is_some(),
        ];
        signs.into_iter().filter(|sign| *sign).count()
    }

    /// Whether readers see whose page it is, and find more about that: what each page of a site
    /// needs.
    pub(super) fn are_named_and_linked(&self) -> bool {
        self.name.is_some() && self.about.is_some() && self.contact.is_some()
    }

    /// A part of a sign, where none is whole: one of the links, a name in one place.
    pub(super) fn part(&self, context: &Context<'_>) -> Option<&'static str> {
        let visible = &context.page.document.visible_text;
        let is_named = || !context.sites.declared.is_empty() || context.title.site_part.is_some();
        match (&self.about, &self.contact) {
            (Some(_), _) => Some("a link to an About page"),
            (None, Some(_)) if self.is_shown => Some("a contact address"),
            (None, Some(_)) => Some("a contact link"),
            (None, None) if is_named() => Some("a site name from a single source"),
            (None, None) if copyright_owner(context).is_some() => Some("a copyright owner"),
            (None, None) if made_by(visible).is_some() => {
                Some("a line that says who makes the page")
            }
            (None, None) if !logo_names(context).is_empty() => Some("a logo with a name"),
            (None, None) => {
                end_of_title(context).map(|_| "a title that ends in what may be the site's name")
            }
        }
    }

    /// One row for each sign.
    pub(super) fn details(&self) -> Vec<Detail> {
        let detail = |label: &str, found: &Option<String>| match found {
            Some(text) => quote(label, text),
            None => measure(label, NONE),
        };
        let links = "Links to an About page and to a contact page or legal notice";
        let links = match (&self.about, &self.contact) {
            (Some(about), Some(contact)) => quote(links, &format!("{about}, {contact}")),
            (Some(about), None) => {
                Detail { measured: Some(ABOUT_ONLY.to_owned()), ..quote(links, about) }
            }
            (None, Some(contact)) => {
                Detail { measured: Some(CONTACT_ONLY.to_owned()), ..quote(links, contact) }
            }
            (None, None) => measure(links, NONE),
        };
        vec![
            detail("Site name that two sources agree on", &self.name),
            detail("Organization or person with a URL or a logo", &self.node),
            detail("Profile on another site", &self.profile),
            links,
        ]
    }
}

/// The organisations and persons that stand by themselves or publish what the page is about.
fn publishers<'a>(context: &'a Context<'_>) -> Vec<NodeRef<'a>> {
    let data = &context.page.document.markup.structured;
    let is_somebody = |node: &NodeRef<'_>| node.is("Organization") || node.is("Person");
    let alone = data.all().filter(|node| node.node().is_top_level);
    let entities =
        [Syntax::JsonLd, Syntax::Microdata].into_iter().filter_map(|s| context.page.main_entity(s));
    let works = entities.chain(data.of_type("WebSite").take(PUBLISHER_NODES_MAX));
    let named =
        works.flat_map(|work| work.nodes("publisher").chain(work.nodes("sourceOrganization")));
    let mut found: Vec<NodeRef<'_>> = named.filter(is_somebody).take(PUBLISHER_NODES_MAX).collect();
    found.extend(alone.filter(is_somebody).take(PUBLISHER_NODES_MAX));
    found
}

/// The name that enough of Open Graph, `WebSite`, the publisher, the title, the copyright line and
/// the domain give.
pub(crate) fn agreed_name(context: &Context<'_>) -> Option<String> {
    use SiteNameSource::{OpenGraph, Organization, Publisher, WebSite};
    const GROUPS: [&[SiteNameSource]; 3] = [&[OpenGraph], &[WebSite], &[Publisher, Organization]];
    // Tools that fill every field alike give the page's title for the name of its site.
    let is_title = |name: &str| context.subject.kind != PageKind::Home && is_title(context, name);
    let declared = || context.sites.declared.iter().filter(|own| !is_title(&own.name));
    let title = title_part(context);
    let domain = domain_names(context);
    let owner = copyright_owner(context);
    let owner_bare = owner.map(bare_name).unwrap_or_default();
    let logos = logo_names(context);
    let agrees = |name: &str| {
        let bare = bare_name(name);
        let is_long = |name: &str| name.chars().count() >= SITE_NAME_CHARACTERS;
        // Titles are short of room: "MDN" stands for "MDN Web Docs".
        let in_title = (is_long(&bare) && title.contains(&bare))
            || (is_long(&title) && bare.starts_with(&title))
            || initials(name).is_some_and(|initials| bare_name(&initials) == title);
        let in_domain = is_long(&bare) && bears_domain(name, &bare, &domain);
        let groups = GROUPS.iter().filter(|group| {
            declared().any(|own| group.contains(&own.source) && bare_name(&own.name) == bare)
        });
        let is_owner = is_long(&bare) && owner_bare.starts_with(&bare);
        // Whose part of the title ends it, the owner tells.
        let in_title = in_title || (is_owner && ends_title(context, &bare));
        let is_logo = is_long(&bare) && logos.iter().any(|logo| bare_name(logo) == bare);
        let around = [in_title, in_domain, is_owner, is_logo].into_iter().filter(|holds| *holds);
        let sources = groups.count() + around.count();
        !bare.is_empty() && sources >= SITE_NAME_SOURCES
    };
    let of_title = title_names(context);
    let mut names = declared()
        .map(|own| own.name.as_str())
        .chain(of_title)
        .chain(owner)
        .chain(logos.iter().copied())
        .filter(|name| !asks(name) || declared().any(|own| own.name == *name));
    // A slogan may follow the name in the title.
    let found = names.find(|name| agrees(name)).map(|name| match logos.contains(&name) {
        // Titles write it as it is spelled.
        true => title_parts(context)
            .into_iter()
            .find(|part| bare_name(part) == bare_name(name))
            .unwrap_or(name),
        false => name,
    });
    let found = found.or_else(|| {
        let hosts = host_names(context, &domain);
        title_parts(context).into_iter().find(|part| is_domain_in_words(part, &hosts))
    });
    let found = found.or_else(|| domain_in_title(context, &domain));
    found.map(without_home_page).map(str::to_owned)
}

/// The part at an end of the title that is the domain or its beginning, or the last word that is
/// the domain with its ending: "Tea | Example", "Tea on Example.com".
fn domain_in_title<'a>(context: &'a Context<'_>, domain: &[String]) -> Option<&'a str> {
    // A label of the host before the domain says what the page is for: "docs", "forum".
    let begins = |part: &&str| {
        let bare = bare_name(part);
        let is_long = bare.chars().count() >= PROFILE_NAME_BYTES;
        !asks(part)
            && (domain.contains(&bare)
                || (is_long && domain.first().is_some_and(|label| label.starts_with(&bare))))
    };
    if let Some(part) = context.title.site_part.as_deref().filter(begins) {
        return Some(part);
    }
    let parts = title_parts(context);
    let ends = [parts.last(), parts.first()].into_iter().flatten().filter(|_| parts.len() > 1);
    if let Some(part) = ends.copied().find(|part| domain.contains(&bare_name(part))) {
        return Some(part);
    }
    // "Tea from Example.com": without its ending the word may be what the page is about.
    let title = context.page.document.titles.first().map_or("", |title| title.value.as_str());
    let last = title.split_whitespace().skip(1).last().filter(|last| !asks(last))?;
    let bare = bare_name(last);
    let is_whole = last.contains('.') && domain.last() == Some(&bare);
    (bare.len() >= PROFILE_NAME_BYTES && is_whole).then_some(last)
}

/// The part of the title that is the site's name; at home any of its parts may be.
fn title_names<'a>(context: &'a Context<'_>) -> Vec<&'a str> {
    match context.subject.kind {
        PageKind::Home => title_parts(context),
        _ => context.title.site_part.as_deref().into_iter().collect(),
    }
}

/// Whether the last of the title's parts is that name.
fn ends_title(context: &Context<'_>, bare: &str) -> bool {
    let parts = title_parts(context);
    parts.len() > 1 && parts.last().is_some_and(|last| bare_name(last) == bare)
}

/// The last part of a title, behind a mark, where it may be the name of a site.
fn end_of_title<'a>(context: &'a Context<'_>) -> Option<&'a str> {
    const WORDS: usize = 5;
    let title = context.page.document.titles.first()?;
    let (rest, last) = before_last_part(&title.value)?;
    // What follows in the title of a chapter says more of that: "Chapter 7. Tea — Leaves and Water".
    if is_numbered(rest) {
        return None;
    }
    let last = last.trim();
    let is_name = last.starts_with(char::is_uppercase)
        && last.split_whitespace().count() <= WORDS
        && !last.chars().any(|char| char.is_ascii_digit());
    is_name.then_some(last)
}

/// Whether a title begins with a number, or with a word and a number behind which there is a full
/// stop or a colon.
fn is_numbered(title: &str) -> bool {
    let mut words = title.split_whitespace();
    let is_roman = |text: &str| text.chars().all(|char| "IVXLC".contains(char));
    let is_number = |word: &str| {
        let bare = word.trim_end_matches(['.', ':']);
        bare != word
            && !bare.is_empty()
            && (bare.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.')
                || is_roman(bare)
                || (bare.len() == 1 && bare.chars().all(char::is_uppercase)))
    };
    words.by_ref().take(2).any(is_number)
}

/// Whether a name is the whole title, which has more parts than the name of a site.
fn is_title(context: &Context<'_>, name: &str) -> bool {
    title_parts(context).len() > 1
        && context.page.document.titles.first().is_some_and(|title| title.value == name)
}

fn title_parts<'a>(context: &'a Context<'_>) -> Vec<&'a str> {
    let title = context.page.document.titles.first().map_or("", |title| title.value.as_str());
    let parts = title.split(|char: char| BETWEEN.contains(&char) || char == '/').map(str::trim);
    parts.filter(|part| !part.is_empty() && !asks(part)).take(TITLE_PARTS).collect()
}

/// Whether a part of a title is the domain, written as words: "Tea Leaf", and "Tea Leaf Forum" too,
/// at `tealeaf.com`. One word alone may be what the page is about.
fn is_domain_in_words(part: &str, domain: &[String]) -> bool {
    let mut joined = String::new();
    part.split_whitespace().enumerate().any(|(at, word)| {
        joined.push_str(&bare_name(word));
        at > 0 && domain.contains(&joined)
    })
}

/// Whether a name is the domain's or holds it as a word: "Example UK" at `example.com`. A word that
/// is the domain with its ending, as in "Welcome to Tea.net", may be short.
fn bears_domain(name: &str, bare: &str, domain: &[String]) -> bool {
    let words: Vec<String> = name.split_whitespace().map(bare_name).collect();
    let label = domain.first().filter(|label| label.len() >= PROFILE_NAME_BYTES);
    // A short label is a word like others, unless it is written as the abbreviation that it is.
    let is_abbreviation = |word: &str| {
        word.len() >= SITE_NAME_LETTERS
            && word.chars().all(|char| char.is_ascii_uppercase())
            && domain.first().is_some_and(|label| label.eq_ignore_ascii_case(word))
    };
    name.split_whitespace().any(is_abbreviation)
        || domain.iter().any(|own| own == bare)
        || domain.last().is_some_and(|whole| words.contains(whole))
        || label
            .is_some_and(|label| label.strip_prefix("the") == Some(bare) || words.contains(label))
}

/// The fewest letters of an abbreviation that is a domain.
const SITE_NAME_LETTERS: usize = 3;

/// What the title holds of the site's name, comparable.
fn title_part(context: &Context<'_>) -> String {
    let titles = &context.page.document.titles;
    let whole = titles.first().map_or("", |title| title.value.as_str());
    match context.subject.kind {
        // At home the site is what the page is about.
        PageKind::Home => bare_name(whole),
        _ => bare_name(context.title.site_part.as_deref().unwrap_or_default()),
    }
}
