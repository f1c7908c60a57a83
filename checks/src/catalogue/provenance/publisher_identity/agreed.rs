//! The name of the site that several sources agree on, and where it is missing.

use super::copyright::copyright_owner;
use super::logo::logo_names;
use super::names::{asks, domain_names, host_names, parts, without_home_page};
use super::title_name::{site_part, title_holds};
use super::words::{bare_name, is_leftover};
use crate::check::Context;
use crate::page::authors::{SiteName, SiteNameSource, initials};
use crate::report::PageKind;
use crate::weights::{PROFILE_NAME_BYTES, SITE_NAME_CHARACTERS, SITE_NAME_SOURCES, TITLE_PARTS};

/// What names the site, apart from each other.
struct Sources<'a> {
    context: &'a Context<'a>,
    title: String,
    domain: Vec<String>,
    owner: Option<&'a str>,
    logos: Vec<&'a str>,
}

impl<'a> Sources<'a> {
    fn of(context: &'a Context<'_>) -> Self {
        Self {
            context,
            title: title_part(context),
            domain: domain_names(context),
            owner: copyright_owner(context),
            logos: logo_names(context),
        }
    }

    /// The names that the page declares. Tools that fill every field alike give the page's title for
    /// the name of its site.
    fn declared(&self) -> impl Iterator<Item = &'a SiteName> {
        let context = self.context;
        let is_home = context.subject.kind == PageKind::Home;
        let all = context.sites.declared.iter();
        all.filter(move |own| is_home || !is_title(context, &own.name))
    }

    /// How many of them give that name.
    fn count(&self, name: &str) -> usize {
        use SiteNameSource::{Manual, OpenGraph, Organization, Publisher, WebSite};
        const GROUPS: [&[SiteNameSource]; 4] =
            [&[OpenGraph], &[WebSite], &[Publisher, Organization], &[Manual]];
        let bare = bare_name(name);
        if bare.is_empty() {
            return 0;
        }
        let title = &self.title;
        // Titles are short of room: "MDN" stands for "MDN Web Docs".
        let in_title = (is_long(&bare) && title.contains(&bare))
            || (is_long(title) && bare.starts_with(title.as_str()))
            || initials(name).is_some_and(|initials| bare_name(&initials) == *title);
        let in_title = in_title || (is_long(&bare) && is_signed(self.context, &bare));
        let in_domain = is_long(&bare) && bears_domain(name, &bare, &self.domain);
        let groups = GROUPS.iter().filter(|group| {
            self.declared().any(|own| group.contains(&own.source) && bare_name(&own.name) == bare)
        });
        let owner = self.owner.map(bare_name).unwrap_or_default();
        let is_owner = is_long(&bare) && owner.starts_with(&bare);
        // Whose part of the title ends it, the owner tells.
        let in_title = in_title || (is_owner && ends_title(self.context, &bare));
        let is_logo = is_long(&bare) && self.logos.iter().any(|logo| bare_name(logo) == bare);
        let around = [in_title, in_domain, is_owner, is_logo].into_iter().filter(|holds| *holds);
        groups.count() + around.count()
    }
}

/// Where the site's name is to be written, so that enough sources give it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Places {
    pub(super) open_graph: bool,
    pub(super) title: bool,
    pub(super) markup: bool,
}

impl Places {
    /// The places for that name, if so many other sources are added for it.
    pub(super) fn of(context: &Context<'_>, name: Option<&str>, added: usize) -> Self {
        let sources = Sources::of(context);
        let bare = name.map(bare_name);
        let declares = |source| {
            let mut declared = sources.declared().filter(|own| own.source == source);
            bare.as_ref().is_some_and(|bare| declared.any(|own| bare_name(&own.name) == *bare))
        };
        let is_in_title = |bare: &String| {
            !is_long(bare) || sources.title.contains(bare) || is_signed(context, bare)
        };
        let is_in_title = bare.as_ref().is_some_and(is_in_title);
        // A title that has the name counts as a source as soon as another one gives it.
        let is_held = !is_in_title && name.is_some_and(|name| title_holds(context, name));
        let has = name.map_or(0, |name| sources.count(name)) + added + usize::from(is_held);
        let mut left = SITE_NAME_SOURCES.saturating_sub(has);
        let mut take = |is_free: bool| {
            let is_taken = is_free && left > 0;
            left -= usize::from(is_taken);
            is_taken
        };
        Self {
            open_graph: take(!declares(SiteNameSource::OpenGraph)),
            title: take(!is_in_title && !is_held),
            markup: take(!declares(SiteNameSource::WebSite)),
        }
    }

    /// Returns them, or Open Graph where there are none: a name that isn't known is written somewhere.
    pub(super) fn or_open_graph(self) -> Self {
        match self == Self::default() {
            true => Self { open_graph: true, ..self },
            false => self,
        }
    }

    /// Returns them as a list for the title of a fix.
    pub(super) fn listed(self) -> Vec<&'static str> {
        self.chosen(["`og:site_name`", "`<title>`", "`WebSite` markup"])
    }

    /// Returns them for a step: “in `og:site_name` and at the end of the title”.
    pub(super) fn in_step(self) -> String {
        self.chosen(["in `og:site_name`", "at the end of the title", "in `WebSite` markup"])
            .join(" and ")
    }

    fn chosen(self, [open_graph, title, markup]: [&'static str; 3]) -> Vec<&'static str> {
        let all = [(self.open_graph, open_graph), (self.title, title), (self.markup, markup)];
        all.into_iter().filter(|(is_chosen, _)| *is_chosen).map(|(_, text)| text).collect()
    }
}

/// Whether a comparable name is long enough to be looked for.
fn is_long(name: &str) -> bool {
    name.chars().count() >= SITE_NAME_CHARACTERS
}

/// The name that enough of Open Graph, `WebSite`, the publisher, the title, the copyright line and
/// the domain give.
pub(crate) fn agreed_name(context: &Context<'_>) -> Option<String> {
    context.memo.agreed_name.get_or_init(|| find_agreed_name(context)).clone()
}

fn find_agreed_name(context: &Context<'_>) -> Option<String> {
    let sources = Sources::of(context);
    let agrees = |name: &str| sources.count(name) >= SITE_NAME_SOURCES;
    let declared = || sources.declared();
    let Sources { domain, owner, logos, .. } = &sources;
    let of_title = title_names(context);
    let mut names = declared()
        .map(|own| own.name.as_str())
        .chain(of_title)
        .chain(*owner)
        .chain(logos.iter().copied())
        .filter(|name| !asks(name) || declared().any(|own| own.name == *name))
        .filter(|name| !is_leftover(name));
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
        let hosts = host_names(context, domain);
        title_parts(context).into_iter().find(|part| is_domain_in_words(part, &hosts))
    });
    let found = found.or_else(|| domain_in_title(context, domain));
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
    let title = context.page.document.title();
    let last = title.split_whitespace().skip(1).last().filter(|last| !asks(last))?;
    let bare = bare_name(last);
    let is_whole = last.contains('.') && domain.last() == Some(&bare);
    (bare.len() >= PROFILE_NAME_BYTES && is_whole).then_some(last)
}

/// The part of the title that is the site's name; at home any of its parts may be.
fn title_names<'a>(context: &'a Context<'_>) -> Vec<&'a str> {
    match context.subject.kind {
        PageKind::Home => title_parts(context),
        _ => site_part(context).into_iter().chain(last_part(context)).collect(),
    }
}

/// The last part of a title, which other sources may show to be the site's name.
fn last_part<'a>(context: &'a Context<'_>) -> Option<&'a str> {
    let mut parts = title_parts(context);
    parts.pop().filter(|_| !parts.is_empty())
}

/// Whether the title ends in a word such as “by” and that name: “Pizza Recipe by Leaf's Kitchen”.
fn is_signed(context: &Context<'_>, bare: &str) -> bool {
    const WORDS: [&str; 6] = [" by ", " from ", " at ", " von ", " par ", " por "];
    let title = context.page.document.title();
    WORDS.iter().filter_map(|word| title.rsplit_once(word)).any(|(_, last)| bare_name(last) == bare)
}

/// Whether the last of the title's parts is that name.
fn ends_title(context: &Context<'_>, bare: &str) -> bool {
    let parts = title_parts(context);
    parts.len() > 1 && parts.last().is_some_and(|last| bare_name(last) == bare)
}

/// Whether a name is the whole title, which has more parts than the name of a site.
fn is_title(context: &Context<'_>, name: &str) -> bool {
    title_parts(context).len() > 1
        && context.page.document.titles.first().is_some_and(|title| title.value == name)
}

fn title_parts<'a>(context: &'a Context<'_>) -> Vec<&'a str> {
    let parts = parts(context.page.document.title()).map(str::trim);
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
    let whole = context.page.document.title();
    match context.subject.kind {
        // At home the site is what the page is about.
        PageKind::Home => bare_name(whole),
        _ => bare_name(site_part(context).unwrap_or_default()),
    }
}
