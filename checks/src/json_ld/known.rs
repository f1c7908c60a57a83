//! What is known of a page from the page itself, fit to be written into its markup.

use chrono::NaiveDate;
use serde_json::{Map, Value, json};
use url::Url;

use super::addresses::{repaired, secure, web_address};
use super::lines::value_line;
use super::names::{blogger, publisher_name, site_name};
use super::profiles::profiles;
use crate::catalogue::provenance::trusted_dates::{
    day_of, is_build_stamp, is_future, shown, sitemap_date, trusted,
};
use crate::catalogue::structure::page_metadata::proposal::is_generic_image;
use crate::check::Context;
use crate::page::authors::{AuthorCandidate, AuthorKind, AuthorSource};
use crate::page::canonical::declared::effective_canonical;
use crate::page::canonical::difference::Difference;
use crate::page::dates::{Date, DateMeaning, DatedText};
use crate::page::markup::BylineMark;
use crate::page::names::{comparable, unescape};
use crate::page::snapshot::Source;
use crate::page::structured::{NodeRef, Syntax};
use crate::page::title::{without_page_number, without_section};
use crate::page::visible_names::{VisibleNames, is_spaceless};
use crate::paste;
use crate::report::PageKind;
use crate::url::{registrable_domain, without_tracking};
use crate::weights::PUBLISHER_NODES_MAX;

/// The most characters of a description in a snippet.
const DESCRIPTION_CHARACTERS: usize = 500;
/// Letters by which a description says more than the title.
const DESCRIPTION_MORE: usize = 30;
/// The most authors in a snippet.
const AUTHORS_MAX: usize = 5;

const ADDRESS_PLACEHOLDER: &str = "URL OF THE PAGE";
const TITLE_PLACEHOLDER: &str = "TITLE OF THE PAGE";

/// The address that the page should go by: its canonical one where that is a spelling of its own.
pub(crate) fn address(context: &Context<'_>) -> String {
    let page = context.page;
    if page.source == Source::FileWithoutAddress {
        return ADDRESS_PLACEHOLDER.to_owned();
    }
    if let Some(repaired) = repaired(&page.final_url) {
        return without_tracking(&repaired).to_string();
    }
    let address = effective_canonical(&page.final_url, page.answer(), &page.document)
        .filter(|(_, difference)| *difference <= Difference::OtherPath)
        .map_or_else(|| page.final_url.clone(), |(url, _)| secure(&page.final_url, url));
    without_tracking(&address).to_string()
}

/// An address on the page's own site.
pub(crate) fn on_site(context: &Context<'_>, path: &str) -> String {
    let page = context.page;
    match page.source {
        Source::FileWithoutAddress => format!("https://www.example.com{path}"),
        Source::Web | Source::File => {
            // A canonical that only spells the host in another way says which one stays.
            let canonical = effective_canonical(&page.final_url, page.answer(), &page.document)
                .filter(|(_, difference)| matches!(difference, Difference::Spelling(_)));
            let own = || repaired(&page.final_url).unwrap_or_else(|| page.final_url.clone());
            let base = canonical.map_or_else(own, |(url, _)| secure(&page.final_url, url));
            base.join(path).map_or_else(|_| path.to_owned(), |url| url.to_string())
        }
    }
}

/// The page's title.
pub(crate) fn title(context: &Context<'_>) -> String {
    let title = value_line(without_page_number(without_section(&context.title.text)));
    if title.is_empty() { TITLE_PLACEHOLDER.to_owned() } else { title }
}

/// The persons whom the page shows as its authors. In a thread, where each post names somebody,
/// only those whom the markup declares.
pub(super) fn author(context: &Context<'_>) -> Option<Value> {
    let names = VisibleNames::new(&context.page.document.visible_text);
    let is_thread = context.subject.kind == PageKind::Qa;
    let is_shown = |one: &&AuthorCandidate| match one.source {
        AuthorSource::Byline(_) if is_thread => false,
        // Its text may touch what follows: “Jane Doe2026-03-05”.
        AuthorSource::Byline(mark) if mark != BylineMark::Itemprop => {
            one.kind == AuthorKind::Person
        }
        _ => one.kind == AuthorKind::Person && names.shows_person(&one.name),
    };
    let chosen = context.authors.chosen();
    let mut shown: Vec<&AuthorCandidate> =
        chosen.iter().copied().filter(|one| is_shown(one)).collect();
    if shown.is_empty() {
        // Where only the head names others, such as who designed the site.
        let marked = AuthorSource::Byline(BylineMark::Words);
        let all = context.authors.candidates.iter().filter(|one| one.source < marked);
        shown.extend(all.filter(|one| is_shown(one)));
        let line = shown.first().map(|first| first.line);
        shown.retain(|one| Some(one.line) == line);
    }
    let people = shown.into_iter().take(AUTHORS_MAX);
    let mut people: Vec<Value> = people.map(|one| person(context, one)).collect();
    match people.len() {
        // Whoever has a blog on a platform signs it once for all its posts.
        0 => blogger(context).map(|name| {
            json!({"@type": "Person", "name": value_line(name), "url": on_site(context, "/")})
        }),
        1 => people.pop(),
        _ => Some(Value::Array(people)),
    }
}

fn person(context: &Context<'_>, author: &AuthorCandidate) -> Value {
    let mut node = json!({"@type": "Person", "name": value_line(&author.name)});
    if let Some(profile) = author.url.as_deref().and_then(|url| web_address(context, url)) {
        node["url"] = profile.into();
    }
    node
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
    let shown = shown(context);
    let is_past = |day: &NaiveDate| !is_thread && *day <= day_of(context.page.fetched_at);
    let day = shown.published.filter(is_past)?;
    let changed = trusted(context, DateMeaning::Modified).and_then(|(_, date)| date.day());
    // A text that was changed on its first day shows both.
    (changed != Some(day) || shown.modified.is_some()).then(|| day.to_string())
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

/// The picture that the page shares, unless it is one for any page of the site.
pub(super) fn image(context: &Context<'_>) -> Option<String> {
    let page = context.page;
    // A platform shares the portrait of its blogger for a post without a picture.
    let has_picture = || page.document.outline.images.iter().any(|image| image.place.in_main);
    let is_portrait = blogger(context).is_some() && !has_picture();
    let is_own = |image: &&str| !is_generic_image(image) && !is_portrait;
    let shared =
        ["og:image", "twitter:image"].iter().filter_map(|name| page.meta(name)).find(is_own);
    // A template without a picture leaves the host alone.
    let names_file = |image: &String| {
        Url::parse(image).is_ok_and(|url| url.path() != "/" || url.query().is_some())
    };
    shared.and_then(|image| web_address(context, image)).filter(names_file)
}

/// What the page says it is about.
pub(super) fn description(context: &Context<'_>) -> Option<String> {
    let page = context.page;
    let written = page.meta("description").or_else(|| page.meta("og:description"))?;
    let written = unescape(written);
    // The title and the name of the shop behind it describe nothing.
    let said = comparable(&written);
    let title = comparable(&context.title.text);
    let more = said.strip_prefix(title.as_str()).filter(|_| !title.is_empty());
    let describes = more.is_none_or(|more| more.chars().count() >= DESCRIPTION_MORE)
        && !is_slogan_of_site(context, &written);
    paste::sentences(&written, DESCRIPTION_CHARACTERS).filter(|_| describes)
}

/// Whether a text names the site, and has no word of the page's title: “Tea for all! Leaf.example”.
/// Words are compared by their beginnings; in scripts without spaces nothing is told.
fn is_slogan_of_site(context: &Context<'_>, written: &str) -> bool {
    const LETTERS: usize = 5;
    let words = |text: &str| -> Vec<String> {
        let words = text.split(|char: char| !char.is_alphanumeric());
        let words = words.filter(|word| word.chars().count() > 2).map(str::to_lowercase);
        words.map(|word| word.chars().take(LETTERS).collect()).collect()
    };
    let site = site_name(context).map(|site| comparable(&site));
    let label = registrable_domain(&context.page.final_url);
    let label = label.as_deref().and_then(|domain| domain.split('.').next());
    let own: Vec<String> = label.into_iter().chain(site.as_deref()).flat_map(words).collect();
    let (said, title) = (words(written), words(&context.title.text));
    let mut title = title.iter().filter(|word| !own.contains(word)).peekable();
    context.subject.kind != PageKind::Home
        && !written.chars().any(is_spaceless)
        && title.peek().is_some()
        && said.iter().any(|word| own.contains(word))
        && !title.any(|word| said.contains(word))
}

/// Who publishes the page, with the logo and the profiles that it names; none without a name.
pub(super) fn publisher(context: &Context<'_>) -> Option<Map<String, Value>> {
    let name = publisher_name(context)?;
    // What is known of the site is not known of a company of another name.
    let mut node = match site_name(context).is_some_and(|site| site != name) {
        true => Map::from_iter([("@type".to_owned(), "Organization".into())]),
        false => nameless_publisher(context, Some(&name)),
    };
    node.insert("name".to_owned(), name.into());
    Some(node)
}

/// The same without the name, of whoever has that one.
pub(super) fn nameless_publisher(context: &Context<'_>, name: Option<&str>) -> Map<String, Value> {
    let nodes = organizations(context, name);
    let mut node = Map::new();
    let mut set = |name: &str, value: Value| {
        node.insert(name.to_owned(), value);
    };
    // Whoever the site is named after writes it alone.
    let is_author = |name: &str| {
        let own = comparable(name);
        let mut authors = context.authors.candidates.iter();
        authors.any(|one| one.kind == AuthorKind::Person && comparable(&one.name) == own)
    };
    let is_blogger = |name: &str| blogger(context) == Some(name);
    let is_person =
        nodes.is_empty() && name.is_some_and(|name| is_author(name) || is_blogger(name));
    set("@type", if is_person { "Person" } else { "Organization" }.into());
    set("url", home_of_publisher(context).into());
    let logo = nodes.iter().find_map(|node| {
        let inner =
            node.nodes("logo").find_map(|logo| logo.text("url").or(logo.text("contentUrl")));
        web_address(context, node.text("logo").or(inner)?)
    });
    if let Some(logo) = logo {
        set("logo", logo.into());
    }
    let profiles = profiles(context, &nodes, name);
    if !profiles.is_empty() {
        set("sameAs", json!(profiles));
    }
    node
}

/// Where whoever publishes the page is at home: a host for support or the like belongs to the site that
/// it links to.
fn home_of_publisher(context: &Context<'_>) -> String {
    const PARTS: [&str; 9] =
        ["support", "help", "forum", "forums", "community", "blog", "docs", "kb", "wiki"];
    let own = || on_site(context, "/");
    let url = &context.page.final_url;
    let host = url.host_str().unwrap_or_default();
    let Some(domain) = registrable_domain(url) else { return own() };
    let is_part = host.split('.').next().is_some_and(|label| PARTS.contains(&label));
    if !is_part || host == domain {
        return own();
    }
    let is_front = |link: &Url| {
        let host = link.host_str().unwrap_or_default();
        link.path() == "/" && host.strip_prefix("www.").unwrap_or(host) == domain
    };
    let links = context.page.document.outline.links.iter();
    let mut links = links.filter_map(|link| Url::parse(&link.href).ok());
    let front = links.find(is_front);
    front.map_or_else(own, |front| {
        format!("https://{}/", front.host_str().unwrap_or(domain.as_str()))
    })
}

/// The organizations of the page, of whatever kind, that have that name; at home also the one
/// without a name.
fn organizations<'a>(context: &'a Context<'_>, name: Option<&str>) -> Vec<NodeRef<'a>> {
    let data = &context.page.document.markup.structured;
    let is_home = context.subject.kind == PageKind::Home;
    let is_own = |node: &NodeRef<'_>| match node.text("name") {
        Some(own) => Some(own) == name || context.sites.is_one(own),
        None => is_home && node.node().is_top_level,
    };
    data.of_type("Organization").take(PUBLISHER_NODES_MAX).filter(is_own).collect()
}

/// The organization that the page describes in JSON-LD under an `@id` of its own.
pub(super) fn identified_publisher<'a>(context: &'a Context<'_>) -> Option<NodeRef<'a>> {
    let name = site_name(context);
    let nodes = organizations(context, name.as_deref());
    nodes.into_iter().find(|node| {
        let node = node.node();
        node.syntax == Syntax::JsonLd && node.is_top_level && node.id.is_some()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

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

    #[test]
    fn a_slogan_of_the_shop_describes_no_product() {
        let of = |description: &str| {
            let html = format!(
                "<html lang=en><title>Iron Kettle</title><meta property=og:type content=product>\
                 <meta name=description content='{description}'><main><h1>Iron Kettle</h1><p>Hot."
            );
            let page = crate::catalogue::test_html::read_at("https://leafshop.example/p/7", &html);
            description_of(&page)
        };
        assert_eq!(of("Smarter sipping, better living! Leafshop"), None);
        assert!(of("Leafshop has the kettle made of cast iron.").is_some());
        assert!(of("It keeps water hot for an hour.").is_some(), "it doesn't name the shop");
    }

    fn description_of(page: &crate::page::Page) -> Option<String> {
        description(&Context::new(page, false))
    }
}
