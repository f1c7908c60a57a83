//! JSON-LD to paste, made of what the page says of itself.

use serde_json::{Map, Value, json};
use url::Url;

use crate::check::Context;
use crate::excerpt::one_line;
use crate::page::authors::{AuthorKind, AuthorSource, SiteNameSource};
use crate::page::canonical::declared::effective_canonical;
use crate::page::canonical::difference::Difference;
use crate::page::dates::Date;
use crate::page::markup::BylineMark;
use crate::page::snapshot::Source;
use crate::page::visible_names::VisibleNames;
use crate::report::PageKind;

/// The most characters of a page's value in a snippet. Google shows 110 of a headline.
const VALUE_CHARACTERS: usize = 110;
/// The most authors in a snippet.
const AUTHORS_MAX: usize = 5;

/// What stands for the name of an author who is not known.
pub(crate) const AUTHOR_PLACEHOLDER: &str = "NAME OF THE AUTHOR";
/// What stands for the address of a page about the author.
pub(crate) const PROFILE_PLACEHOLDER: &str = "ADDRESS OF A PAGE ABOUT THE AUTHOR";
/// What stands for a date that is not known.
pub(crate) const DATE_PLACEHOLDER: &str = "DAY OF PUBLICATION, SUCH AS 2026-11-21";
const ADDRESS_PLACEHOLDER: &str = "ADDRESS OF THE PAGE";
const TITLE_PLACEHOLDER: &str = "TITLE OF THE PAGE";
const IMAGE_PLACEHOLDER: &str = "ADDRESS OF AN IMAGE";
const LOGO_PLACEHOLDER: &str = "ADDRESS OF THE LOGO";
const NAME_PLACEHOLDER: &str = "NAME OF THE SITE";

/// A `script` element that holds the value, with nothing in it that could end the element.
pub(crate) fn script(value: &Value) -> String {
    format!("<script type=\"application/ld+json\">\n{}\n</script>", pretty(value))
}

/// A property as it is written into an object.
pub(crate) fn property(name: &str, value: &Value) -> String {
    format!("{}: {}", pretty(&Value::from(name)), pretty(value))
}

fn pretty(value: &Value) -> String {
    format!("{value:#}").replace('<', "\\u003c")
}

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

/// The name of the site, as it declares it.
pub(crate) fn site_name(context: &Context<'_>) -> String {
    let by = |source: SiteNameSource| {
        context.sites.declared.iter().find(move |name| name.source == source)
    };
    let host = match context.page.source {
        Source::FileWithoutAddress => None,
        Source::Web | Source::File => context.page.final_url.host_str(),
    };
    let declared = by(SiteNameSource::OpenGraph)
        .or_else(|| by(SiteNameSource::WebSite))
        .or_else(|| context.sites.declared.first())
        .map(|name| name.name.as_str());
    // A domain is a name where the title says no better.
    let is_host = |name: &str| host.is_some_and(|host| host.trim_start_matches("www.") == name);
    let name = declared
        .filter(|name| !is_host(&name.trim_start_matches("www.").to_lowercase()))
        .or(context.title.site_part.as_deref())
        .or(declared)
        .or(host)
        .unwrap_or(NAME_PLACEHOLDER);
    one_line(name, VALUE_CHARACTERS)
}

/// The page's authors, who are persons and whom its text shows, else a gap to fill.
pub(crate) fn authors(context: &Context<'_>) -> Value {
    let chosen = context.authors.chosen();
    let names = VisibleNames::new(&context.page.document.visible_text);
    let people = chosen.iter().filter(|author| {
        author.kind == AuthorKind::Person
            && names.shows_person(&author.name)
            && !may_be_other(context, author.source)
    });
    let mut people: Vec<Value> = people
        .take(AUTHORS_MAX)
        .map(|author| {
            let name = one_line(&author.name, VALUE_CHARACTERS);
            let profile =
                author.url.as_deref().and_then(|url| context.page.final_url.join(url).ok());
            let profile = profile
                .filter(is_web)
                .map_or_else(|| PROFILE_PLACEHOLDER.to_owned(), |url| url.to_string());
            json!({"@type": "Person", "name": name, "url": profile})
        })
        .collect();
    match people.len() {
        0 => json!({
            "@type": "Person",
            "name": AUTHOR_PLACEHOLDER,
            "url": PROFILE_PLACEHOLDER,
        }),
        1 => people.remove(0),
        _ => Value::Array(people),
    }
}

/// Whether a name may be another's: threads link to everybody who replied.
fn may_be_other(context: &Context<'_>, source: AuthorSource) -> bool {
    let AuthorSource::Byline(mark) = source else { return false };
    context.subject.kind == PageKind::Qa && mark >= BylineMark::Link
}

fn is_web(url: &Url) -> bool {
    matches!(url.scheme(), "https" | "http")
}

/// When the page was published, as it declares it.
pub(crate) fn published(context: &Context<'_>) -> Option<String> {
    context.dates.published().and_then(|one| one.date).map(|date: Date| date.to_string())
}

/// When it was last changed, as it declares it.
pub(crate) fn modified(context: &Context<'_>) -> Option<String> {
    context.dates.modified().and_then(|one| one.date).map(|date: Date| date.to_string())
}

fn image(context: &Context<'_>) -> String {
    let shared = context.page.meta("og:image").or_else(|| context.page.meta("twitter:image"));
    let url = shared.and_then(|image| context.page.final_url.join(image).ok()).filter(is_web);
    url.map_or_else(|| IMAGE_PLACEHOLDER.to_owned(), |url| url.to_string())
}

fn publisher(context: &Context<'_>) -> Value {
    json!({"@type": "Organization", "name": site_name(context), "url": on_site(context, "/")})
}

/// What a page of that kind should say of itself, with a gap where it does not tell.
pub(crate) fn whole(context: &Context<'_>) -> Value {
    match context.subject.kind {
        PageKind::Home | PageKind::Listing => site(context),
        PageKind::Product => product(context),
        PageKind::Qa => question(context),
        PageKind::Article | PageKind::Docs | PageKind::Other => article(context),
    }
}

fn article(context: &Context<'_>) -> Value {
    let type_name = match context.subject.kind {
        PageKind::Docs => "TechArticle",
        _ if context.subject.is_news => "NewsArticle",
        _ => "Article",
    };
    let mut node = Map::new();
    let mut set = |name: &str, value: Value| {
        node.insert(name.to_owned(), value);
    };
    set("@context", json!("https://schema.org"));
    set("@type", json!(type_name));
    set("mainEntityOfPage", json!(address(context)));
    set("headline", json!(title(context)));
    set("author", authors(context));
    set("datePublished", json!(published(context).as_deref().unwrap_or(DATE_PLACEHOLDER)));
    if let Some(modified) = modified(context) {
        set("dateModified", json!(modified));
    }
    set("image", json!(image(context)));
    set("publisher", publisher(context));
    if let Some(language) = context.languages.known() {
        set("inLanguage", json!(language));
    }
    Value::Object(node)
}

fn product(context: &Context<'_>) -> Value {
    json!({
        "@context": "https://schema.org",
        "@type": "Product",
        "name": title(context),
        "url": address(context),
        "image": image(context),
        "offers": {
            "@type": "Offer",
            "price": "PRICE, SUCH AS 19.90",
            "priceCurrency": "CURRENCY, SUCH AS EUR",
            "availability": "https://schema.org/InStock",
        },
    })
}

fn question(context: &Context<'_>) -> Value {
    json!({
        "@context": "https://schema.org",
        "@type": "DiscussionForumPosting",
        "url": address(context),
        "headline": title(context),
        "text": "TEXT OF THE FIRST POST",
        "author": authors(context),
        "datePublished": published(context).as_deref().unwrap_or(DATE_PLACEHOLDER),
    })
}

/// The site and who publishes it.
pub(crate) fn site(context: &Context<'_>) -> Value {
    let home = on_site(context, "/");
    let name = site_name(context);
    json!({
        "@context": "https://schema.org",
        "@graph": [
            {
                "@type": "WebSite",
                "name": name,
                "url": home,
                "publisher": {"@id": format!("{home}#publisher")},
            },
            {
                "@type": "Organization",
                "@id": format!("{home}#publisher"),
                "name": name,
                "url": home,
                "logo": LOGO_PLACEHOLDER,
                "sameAs": ["ADDRESS OF A PROFILE ON ANOTHER SITE"],
            },
        ],
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue::test_html::read;

    fn context_of(page: &crate::page::Page) -> Context<'_> {
        Context::new(page, false)
    }

    #[test]
    fn the_snippet_is_json_made_of_the_page_s_own_values() {
        let page = read(
            "<html lang=en><title>Tea | Example</title><meta property=og:site_name content=Example>\
             <link rel=canonical href='https://www.example.com/guide/tea'>\
             <meta name=author content='Jane Doe'>\
             <meta property=article:published_time content='2026-03-05T10:00:00Z'>\
             <h1>Tea &lt;/script> \"hot\"</h1><p>By Jane Doe<p>Text.",
        );
        let snippet = script(&article(&context_of(&page)));
        let json = snippet
            .strip_prefix("<script type=\"application/ld+json\">")
            .and_then(|rest| rest.strip_suffix("</script>"))
            .unwrap();
        assert!(!json.contains('<'), "{json}");
        let value: Value = serde_json::from_str(json).unwrap();
        assert_eq!(value["headline"], "Tea </script> \"hot\"");
        assert_eq!(value["mainEntityOfPage"], "https://www.example.com/guide/tea");
        assert_eq!(value["author"]["name"], "Jane Doe");
        assert_eq!(value["author"]["url"], PROFILE_PLACEHOLDER);
        assert_eq!(value["datePublished"], "2026-03-05T10:00:00+00:00");
        assert_eq!(value["publisher"]["name"], "Example");
        assert_eq!(value["inLanguage"], "en");
    }

    #[test]
    fn no_kind_of_page_is_told_to_use_retired_types() {
        let page = read("<title>Tea</title><p>Text.");
        let context = context_of(&page);
        for value in [article(&context), product(&context), question(&context), site(&context)] {
            let text = value.to_string();
            assert!(!text.contains("FAQPage") && !text.contains("HowTo"), "{text}");
        }
    }
}
