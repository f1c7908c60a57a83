//! The signs of who stands behind a page, and where they are found.

use super::agreed::{Places, agreed_name};
use super::contact_lines::contact_lines;
use super::copyright::copyright_owners;
use super::links::links;
use super::logo::logo_names;
use super::profile::outside_profile;
use super::title_name::site_part;
use super::words::{bare_name, made_by};
use crate::check::{Context, measure, quote};
use crate::page::Part;
use crate::page::structured::{NodeRef, Syntax};
use crate::page::title::before_last_part;
use crate::page::unversioned::ends_as_manual;
use crate::paste::listed;
use crate::report::{Detail, PageKind};
use crate::weights::PUBLISHER_NODES_MAX;

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

    /// The same on a page of a manual or a thread, which nobody contacts: beside the name one sign is
    /// enough, `has_sign` if it is there.
    pub(super) fn in_manual(self, has_sign: bool) -> Self {
        Self { about: self.about && !has_sign, contact: false, ..self }
    }

    /// The same on a page whose footer couldn't be seen: its links may be all there.
    pub(super) fn without_links(self) -> Self {
        Self { about: false, contact: false, ..self }
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

    /// Returns what is missing, as a list for the title of a fix: the name in those places.
    pub(super) fn listed(&self, places: Places) -> String {
        let links = match (self.about, self.contact) {
            (true, true) => "About and contact links",
            (true, false) => "About link",
            _ => "contact link",
        };
        let name = places.listed().join(", ");
        let parts = [
            (self.name && !name.is_empty(), name.as_str()),
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
    /// Whether the link to it says that it is a legal notice.
    is_legal: bool,
    /// The owners that the copyright line names, except the name of the site and of a node.
    owners: Vec<String>,
}

impl Signs {
    pub(super) fn of(context: &Context<'_>) -> Self {
        let nodes = publishers(context);
        let described = nodes.iter().find(|node| node.has("url") || node.has("logo"));
        let (about, linked) = links(context);
        let reached = ["contactPoint", "telephone", "email"];
        let declared = nodes.iter().any(|node| reached.iter().any(|name| node.has(name)));
        let declared = || declared.then(|| "contact in JSON-LD".to_owned());
        let name = agreed_name(context);
        let node = described.map(|node| node.text("name").unwrap_or_default().to_owned());
        let mut owners = copyright_owners(context);
        owners.retain(|owner| {
            ![&name, &node].into_iter().flatten().any(|own| bare_name(own) == bare_name(owner))
        });
        let is_legal = linked.as_ref().is_some_and(|linked| linked.is_legal);
        let linked = linked.map(|linked| linked.href);
        let led = linked.or_else(declared);
        let shown = contact_lines(&context.page.document.visible_text).filter(|_| led.is_none());
        Self {
            owners: owners.into_iter().map(str::to_owned).collect(),
            is_legal,
            name,
            node,
            profile: outside_profile(context, &with_sites(context, &nodes)),
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

    /// Whether a page of a manual or a thread names its site, in one place at least, and says by anything
    /// else who is behind it: nobody looks there for an address to write to.
    pub(super) fn are_enough_in(&self, context: &Context<'_>) -> bool {
        needs_no_address(context)
            && (self.name.is_some() || is_named(context))
            && self.are_any_beside_name(context)
    }

    /// Whether anything but a name says who is behind the page.
    pub(super) fn are_any_beside_name(&self, context: &Context<'_>) -> bool {
        let said = [&self.node, &self.profile, &self.about, &self.contact];
        said.into_iter().any(Option::is_some) || !copyright_owners(context).is_empty()
    }

    /// Whether readers see whose page it is, and find more about that: what each page of a site
    /// needs.
    pub(super) fn are_named_and_linked(&self) -> bool {
        self.name.is_some() && self.about.is_some() && self.contact.is_some()
    }

    /// The parts of signs, where none is whole: one of the links, a name in one place.
    pub(super) fn parts(&self, context: &Context<'_>) -> Vec<&'static str> {
        let visible = &context.page.document.visible_text;
        let is_named = is_named(context);
        let contact = match self.contact {
            None => None,
            Some(_) if self.is_shown => Some("a contact address"),
            Some(_) if self.is_legal => Some("a link to a legal notice"),
            Some(_) => Some("a contact link"),
        };
        let owner = match copyright_owners(context)[..] {
            [] => None,
            [_] => Some("a copyright owner"),
            _ => Some("copyright owners"),
        };
        let parts = [
            self.about.is_some().then_some("a link to an About page"),
            contact,
            is_named.then_some("a site name from a single source"),
            owner,
        ];
        let parts: Vec<&str> = parts.into_iter().flatten().collect();
        if !parts.is_empty() {
            return parts;
        }
        let weak = if made_by(visible).is_some() {
            Some("a line that says who makes the page")
        } else if !logo_names(context).is_empty() {
            Some("a logo with a name")
        } else {
            end_of_title(context).map(|_| "a title that ends in what may be the site's name")
        };
        weak.into_iter().collect()
    }

    /// One row for each sign, and one for the owner of the copyright.
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
        let owner = match &self.owners[..] {
            [] => None,
            [owner] => Some(quote("Copyright owner", owner)),
            owners => Some(quote("Copyright owners", &listed(owners))),
        };
        let mut rows = vec![
            detail("Site name that two sources agree on", &self.name),
            detail("Organization or person with a URL or a logo", &self.node),
            detail("Profile on another site", &self.profile),
            links,
        ];
        rows.extend(owner);
        rows
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
    // Doxygen divides its lists by kinds: “Class Members - Functions documentation”.
    if context.page.document.kind.part == Some(Part::Index) && is_kind_of_members(last) {
        return None;
    }
    let is_name = last.starts_with(char::is_uppercase)
        && last.split_whitespace().count() <= WORDS
        && !last.chars().any(|char| char.is_ascii_digit());
    is_name.then_some(last)
}

/// Whether a text names a kind of members of classes or files, and no more but “documentation”.
fn is_kind_of_members(text: &str) -> bool {
    const KINDS: [&str; 11] = [
        "enumerations",
        "enumerator",
        "events",
        "functions",
        "macros",
        "properties",
        "related functions",
        "related symbols",
        "typedefs",
        "variables",
        "slots",
    ];
    let lower = text.to_lowercase();
    KINDS.contains(&lower.strip_suffix(" documentation").unwrap_or(&lower))
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

/// Whether a site is named in one place.
fn is_named(context: &Context<'_>) -> bool {
    !context.sites.declared.is_empty() || site_part(context).is_some()
}

/// Whether nobody looks on the page for an address to write to: in a manual, its indexes included, and
/// in a thread.
pub(super) fn needs_no_address(context: &Context<'_>) -> bool {
    let kind = context.subject.kind;
    let document = &context.page.document;
    let is_of_manual = document.is_of_manual() || ends_as_manual(document.title());
    let is_index = kind == PageKind::Listing && is_of_manual;
    matches!(kind, PageKind::Docs | PageKind::Qa) || is_index
}

/// The publishers, and the sites whose profiles are theirs.
fn with_sites<'a>(context: &'a Context<'_>, publishers: &[NodeRef<'a>]) -> Vec<NodeRef<'a>> {
    let data = &context.page.document.markup.structured;
    let sites = data.all().filter(|node| node.is("WebSite")).take(PUBLISHER_NODES_MAX);
    publishers.iter().copied().chain(sites).collect()
}
