//! What is known of a page from the page itself, fit to be written into its markup.

use serde_json::{Map, Value, json};
use url::Url;

use crate::catalogue::provenance::publisher_identity::profile::outside_profile;
use crate::catalogue::provenance::trusted_dates::{
    day_of, is_build_stamp, is_future, shown, sitemap_date, trusted,
};
use crate::check::Context;
use crate::excerpt::one_line;
use crate::page::authors::{AuthorCandidate, AuthorKind, AuthorSource, SiteNameSource};
use crate::page::canonical::declared::effective_canonical;
use crate::page::canonical::difference::Difference;
use crate::page::dates::{Date, DateMeaning, DatedText};
use crate::page::snapshot::Source;
use crate::page::structured::NodeRef;
use crate::page::visible_names::VisibleNames;
use crate::report::PageKind;
use crate::weights::PUBLISHER_NODES_MAX;

/// The most characters of a page's value in a snippet. Google shows 110 of a headline.
const VALUE_CHARACTERS: usize = 110;
/// The most characters of a description in a snippet.
const DESCRIPTION_CHARACTERS: usize = 300;
/// The most authors in a snippet.
const AUTHORS_MAX: usize = 5;

const ADDRESS_PLACEHOLDER: &str = "URL OF THE PAGE";
const TITLE_PLACEHOLDER: &str = "TITLE OF THE PAGE";
pub(crate) const NAME_PLACEHOLDER: &str = "NAME OF THE SITE";

/// The address that the page should go by: its canonical one where that is a spelling of its own.
pub(crate) fn address(context: &Context<'_>) -> String {
    let page = context.page;
    if page.source == Source::FileWithoutAddress {
        return ADDRESS_PLACEHOLDER.to_owned();
    }
    effective_canonical(&page.final_url, page.answer(), &page.document)
        .filter(|(_, difference)| *difference <= Difference::OtherPath)
        .map_or_else(|| page.final_url.to_string(), |(url, _)| url.to_string())
}

/// An address on the page's own site.
pub(crate) fn on_site(context: &Context<'_>, path: &str) -> String {
    let page = context.page;
    match page.source {
        Source::FileWithoutAddress => format!("https://www.example.com{path}"),
        Source::Web | Source::File => {
            page.final_url.join(path).map_or_else(|_| path.to_owned(), |url| url.to_string())
        }
    }
}

/// The page's title.
pub(crate) fn title(context: &Context<'_>) -> String {
    let title = one_line(&context.title.text, VALUE_CHARACTERS);
    if title.is_empty() { TITLE_PLACEHOLDER.to_owned() } else { title }
}

/// The name of the site, as it declares it, else its domain.
pub(crate) fn site_name(context: &Context<'_>) -> String {
    let by = |source: SiteNameSource| {
        context.sites.declared.iter().find(move |name| name.source == source)
    };
    let declared = by(SiteNameSource::OpenGraph)
        .or_else(|| by(SiteNameSource::WebSite))
        .or_else(|| context.sites.declared.first())
        .map(|name| name.name.as_str());
    let host = match context.page.source {
        Source::FileWithoutAddress => None,
        Source::Web | Source::File => context.page.final_url.host_str(),
    };
    let host = host.map(|host| host.strip_prefix("www.").unwrap_or(host));
    // A domain is a name where the title says no better.
    let is_host = |name: &str| {
        let name = name.to_lowercase();
        host.is_some_and(|host| host == name.strip_prefix("www.").unwrap_or(&name))
    };
    let name = declared
        .filter(|name| !is_host(name))
        .or(context.title.site_part.as_deref().filter(|part| !names_version(part)))
        .or(declared)
        .or(host);
    one_line(name.unwrap_or(NAME_PLACEHOLDER), VALUE_CHARACTERS)
}

/// Whether a part of a title names a version, as that of a manual does: nobody is called so.
fn names_version(part: &str) -> bool {
    part.split_whitespace().any(|word| {
        let word = word.trim_start_matches(['(', 'v', 'V']);
        word.starts_with(|first: char| first.is_ascii_digit()) && word.contains('.')
    })
}

/// The persons whom the page shows as its authors. In a thread, where each post names somebody,
/// only those whom the markup declares.
pub(super) fn author(context: &Context<'_>) -> Option<Value> {
    let names = VisibleNames::new(&context.page.document.visible_text);
    let is_thread = context.subject.kind == PageKind::Qa;
    let is_shown = |one: &&&AuthorCandidate| match one.source {
        AuthorSource::Byline(_) if is_thread => false,
        _ => one.kind == AuthorKind::Person && names.shows_person(&one.name),
    };
    let chosen = context.authors.chosen();
    let people = chosen.iter().filter(is_shown).take(AUTHORS_MAX);
    let mut people: Vec<Value> = people.map(|one| person(context, one)).collect();
    match people.len() {
        0 => None,
        1 => people.pop(),
        _ => Some(Value::Array(people)),
    }
}

fn person(context: &Context<'_>, author: &AuthorCandidate) -> Value {
    let mut node = json!({"@type": "Person", "name": one_line(&author.name, VALUE_CHARACTERS)});
    if let Some(profile) = author.url.as_deref().and_then(|url| web_address(context, url)) {
        node["url"] = profile.into();
    }
    node
}

/// The address that a link or a property of the page leads to, where it is one of the web.
pub(super) fn web_address(context: &Context<'_>, written: &str) -> Option<String> {
    let page = &context.page.final_url;
    let url = context.page.document.base(page).join(written.trim()).ok()?;
    // What begins with `#` names a part of this page.
    let is_own = written.trim().is_empty() || written.trim().starts_with('#');
    (!is_own && is_web(&url)).then(|| url.to_string())
}

fn is_web(url: &Url) -> bool {
    matches!(url.scheme(), "https" | "http")
}

/// When the page was published, by its markup, its text or its address.
pub(crate) fn published(context: &Context<'_>) -> Option<String> {
    let declared = trusted(context, DateMeaning::Published).map(|(_, date)| date.to_string());
    declared
        .or_else(|| shown_day(context))
        .or_else(|| loosely_written(context, DateMeaning::Published))
        .or_else(|| day_of_path(&context.page.final_url))
}

/// The day that readers see as that of writing. In a thread it may be when somebody joined.
fn shown_day(context: &Context<'_>) -> Option<String> {
    let is_thread = context.subject.kind == PageKind::Qa;
    let day = shown(context).published;
    let day = day.filter(|day| !is_thread && *day <= day_of(context.page.fetched_at))?;
    let changed = trusted(context, DateMeaning::Modified).and_then(|(_, date)| date.day());
    (changed != Some(day)).then(|| day.to_string())
}

/// A day that is declared, and not as machines write it: "March 5, 2026".
fn loosely_written(context: &Context<'_>, meaning: DateMeaning) -> Option<String> {
    let language = context.languages.primary();
    let unread = context.dates.candidates.iter();
    let mut unread = unread.filter(|one| one.meaning == meaning && one.date.is_none());
    let today = day_of(context.page.fetched_at);
    let day = unread.find_map(|one| DatedText::new(&one.written).first_day(language));
    day.filter(|day| *day <= today).map(|day| day.to_string())
}

/// The day that the address names: `/2026/03/05/tea`.
fn day_of_path(url: &Url) -> Option<String> {
    let parts: Vec<&str> = url.path().split('/').collect();
    let found = parts.windows(3).find_map(|window| {
        let [year, month, day] = window else { return None };
        let is_number = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
        let sized = year.len() == 4 && matches!(month.len(), 1 | 2) && matches!(day.len(), 1 | 2);
        let written = format!("{year}-{month:0>2}-{day:0>2}");
        (sized && window.iter().all(|part| is_number(part)))
            .then(|| Date::parse(&written).and_then(Date::day))
            .flatten()
    });
    found.map(|day| day.to_string())
}

/// When it was last changed, by its markup or the sitemap, where that is not before it was
/// published.
pub(crate) fn modified(context: &Context<'_>) -> Option<String> {
    let declared = trusted(context, DateMeaning::Modified).map(|(_, date)| date);
    let own = declared.filter(|date| !is_build_stamp(context, *date));
    let listed = || {
        let day = day_of(sitemap_date(context)?).to_string();
        Date::parse(&day).filter(|date| declared.is_none() && !is_build_stamp(context, *date))
    };
    let is_thread = context.subject.kind == PageKind::Qa;
    let seen = shown(context).modified.filter(|_| !is_thread);
    let seen = || Date::parse(&seen?.to_string());
    let modified = own.or_else(seen).or_else(listed)?;
    let published = published(context).and_then(|written| Date::parse(&written));
    let is_before = |day: Date| modified.latest() < day.earliest();
    let fits = !is_future(context, modified) && !published.is_some_and(is_before);
    fits.then(|| modified.to_string())
}

/// The picture that the page shares.
pub(super) fn image(context: &Context<'_>) -> Option<String> {
    let page = context.page;
    let shared = page.meta("og:image").or_else(|| page.meta("twitter:image"));
    shared.and_then(|image| web_address(context, image))
}

/// What the page says it is about.
pub(super) fn description(context: &Context<'_>) -> Option<String> {
    let page = context.page;
    let written = page.meta("description").or_else(|| page.meta("og:description"))?;
    let line = one_line(written, DESCRIPTION_CHARACTERS);
    (!line.is_empty()).then_some(line)
}

/// Who publishes the page, with the logo and the profiles that it names.
pub(super) fn publisher(context: &Context<'_>) -> Map<String, Value> {
    let data = &context.page.document.markup.structured;
    let name = site_name(context);
    let is_own = |node: &NodeRef<'_>| {
        let own = node.text("name").unwrap_or_default();
        own == name || context.sites.is_one(own)
    };
    let nodes = data.of_type("Organization").take(PUBLISHER_NODES_MAX);
    let nodes: Vec<NodeRef<'_>> = nodes.filter(is_own).collect();
    let mut node = Map::new();
    let mut set = |name: &str, value: Value| {
        node.insert(name.to_owned(), value);
    };
    set("@type", "Organization".into());
    set("name", name.as_str().into());
    set("url", on_site(context, "/").into());
    let logo = nodes.iter().find_map(|node| {
        let inner =
            node.nodes("logo").find_map(|logo| logo.text("url").or(logo.text("contentUrl")));
        web_address(context, node.text("logo").or(inner)?)
    });
    if let Some(logo) = logo {
        set("logo", logo.into());
    }
    if let Some(profile) = outside_profile(context, &nodes) {
        set("sameAs", json!([profile]));
    }
    node
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_version_is_part_of_nobodys_name() {
        for part in ["Tea Documentation (3.1.x)", "Tea v2.0 docs", "Tea 5.6"] {
            assert!(names_version(part), "{part}");
        }
        for part in ["Tea.net", "Tea 24", "1st Tea Co.", "Tea"] {
            assert!(!names_version(part), "{part}");
        }
    }

    #[test]
    fn an_address_may_name_its_day() {
        let day = |path: &str| {
            day_of_path(&Url::parse(&format!("https://www.example.com{path}")).unwrap())
        };
        assert_eq!(day("/2026/03/05/tea").as_deref(), Some("2026-03-05"));
        assert_eq!(day("/blog/2026/3/5").as_deref(), Some("2026-03-05"));
        for path in ["/2026/03/tea", "/2026/13/05/tea", "/1/2/3", "/tea"] {
            assert_eq!(day(path), None, "{path}");
        }
    }
}
