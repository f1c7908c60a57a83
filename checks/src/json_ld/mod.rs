//! JSON-LD to paste, made of what the page says of itself. What it does not say is left out: what
//! stands for a value may be published as one.

mod addresses;
mod copied;
mod identity;
mod known;
mod lines;
mod names;
mod profiles;

use serde_json::{Map, Value, json};
use url::Url;

use crate::check::Context;
use crate::page::snapshot::Source;
use crate::page::structured::NodeRef;
use crate::report::PageKind;
pub(crate) use addresses::profile as profile_address;
use copied::copied;
use identity::{publisher_id, website_id};
pub(crate) use known::{address, modified, on_site, published, title};
use known::{author, description, identified_publisher, image, nameless_publisher, publisher};
pub(crate) use names::{blogger, is_governing_body, publisher_name, site_name};

/// What stands for the address of a page about the author.
pub(crate) const PROFILE_PLACEHOLDER: &str = "URL OF A PAGE ABOUT THE AUTHOR";

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

/// The type of what a page of that kind says of itself.
pub(crate) fn type_name(context: &Context<'_>) -> &'static str {
    match context.subject.kind {
        PageKind::Home => "WebSite",
        PageKind::Listing => "CollectionPage",
        PageKind::Product => "Product",
        PageKind::Qa => "DiscussionForumPosting",
        PageKind::Docs => "TechArticle",
        PageKind::Article | PageKind::Other if context.subject.is_news => "NewsArticle",
        PageKind::Article | PageKind::Other => "Article",
    }
}

/// What the page can say of itself, with all that it shows: of the type, and with what is said, of
/// a thing that it describes in another syntax. None for a thread that does not tell who began it,
/// and when.
pub(crate) fn whole(context: &Context<'_>, described: Option<NodeRef<'_>>) -> Option<Value> {
    if context.subject.kind == PageKind::Home {
        return Some(site(context));
    }
    if context.subject.kind == PageKind::Listing {
        return Some(listing(context));
    }
    let mut node = Map::new();
    node.insert("@context".to_owned(), json!("https://schema.org"));
    match described {
        Some(described) => node.extend(copied(context, described)),
        None => {
            node.insert("@type".to_owned(), json!(type_name(context)));
        }
    }
    let is_article = described.map_or_else(
        || type_name(context).ends_with("Article"),
        |described| described.is("Article"),
    );
    let names: &[&str] = match () {
        () if is_article => &ARTICLE,
        () if context.subject.kind == PageKind::Qa => &POSTING,
        () if described.is_some_and(|described| described.is("CreativeWork")) => &WORK,
        () => &THING,
    };
    for name in names {
        let is_bare = *name == "author" && node.get("author").is_some_and(Value::is_string);
        if let Some(value) = value(context, name).filter(|_| is_bare || !node.contains_key(*name)) {
            node.insert((*name).to_owned(), value);
        }
    }
    set_address_of_publisher(context, &mut node);
    let is_told = described.is_some()
        || context.subject.kind != PageKind::Qa
        || POST_FACTS.iter().all(|name| node.contains_key(*name));
    is_told.then_some(Value::Object(node))
}

/// Gives the publisher that was copied the address of its site, where it has none.
fn set_address_of_publisher(context: &Context<'_>, node: &mut Map<String, Value>) {
    let Some(Value::Object(publisher)) = node.get_mut("publisher") else { return };
    let is_site = publisher
        .get("name")
        .and_then(Value::as_str)
        .is_some_and(|name| context.sites.is_one(name));
    if is_site && !publisher.contains_key("url") && !publisher.contains_key("@id") {
        publisher.insert("url".to_owned(), on_site(context, "/").into());
    }
}

/// What an article says, where it is known.
const ARTICLE: [&str; 8] = [
    "mainEntityOfPage",
    "headline",
    "author",
    "datePublished",
    "dateModified",
    "image",
    "publisher",
    "inLanguage",
];
/// What the first post of a thread says.
const POSTING: [&str; 4] = ["url", "headline", "author", "datePublished"];
/// What has to be known of a post.
const POST_FACTS: [&str; 2] = ["author", "datePublished"];
/// What a work says that is no article: a recipe, a course.
const WORK: [&str; 7] =
    ["name", "url", "description", "author", "datePublished", "image", "publisher"];
/// What anything else says.
const THING: [&str; 4] = ["name", "url", "description", "image"];

/// The value of a property of what the page is about, where the page shows it.
pub(crate) fn value(context: &Context<'_>, name: &str) -> Option<Value> {
    let text = |text: Option<String>| text.map(Value::from);
    match name {
        "headline" | "name" | "title" => text(Some(title(context))),
        "mainEntityOfPage" | "url" => text(Some(address(context))),
        "author" => author(context),
        "datePublished" | "datePosted" | "uploadDate" => text(published(context)),
        "dateModified" => text(modified(context)),
        "image" | "thumbnailUrl" => text(image(context)),
        "description" => text(description(context)),
        "publisher" => publisher(context).map(Value::Object),
        "inLanguage" => text(context.languages.known().map(str::to_owned)),
        _ => None,
    }
}

/// The page as a list of others, and its site.
fn listing(context: &Context<'_>) -> Value {
    let mut page = Map::new();
    page.insert("@type".to_owned(), json!(type_name(context)));
    for name in THING.iter().filter(|name| **name != "image") {
        if let Some(value) = value(context, name) {
            page.insert((*name).to_owned(), value);
        }
    }
    let mut block = site(context);
    page.insert("isPartOf".to_owned(), json!({"@id": website_id(context)}));
    if let Some(graph) = block["@graph"].as_array_mut() {
        graph.insert(0, Value::Object(page));
    }
    block
}

/// The site and who publishes it, without their name where the page does not tell it.
pub(crate) fn site(context: &Context<'_>) -> Value {
    if context.subject.kind == PageKind::Home && is_below_root(context) {
        let mut only = organization(context);
        only["@context"] = json!("https://schema.org");
        return only;
    }
    json!({
        "@context": "https://schema.org",
        "@graph": [website(context), organization(context)],
    })
}

/// Whether a page is the home page of a part of its domain, such as an edition in another language:
/// engines look for `WebSite` markup on the home page of the domain alone. A page to which that one
/// redirects stands in for it.
pub(crate) fn is_below_root(context: &Context<'_>) -> bool {
    let page = context.page;
    let is_root = |url: &Url| {
        let path = url.path().trim_matches('/');
        path.is_empty() || path.starts_with("index.") || path.starts_with("default.")
    };
    let mut urls = page.exchanges.iter().map(|answer| &answer.url);
    page.source != Source::FileWithoutAddress
        && !is_root(&page.requested_url)
        && !is_root(&page.final_url)
        && !urls.any(is_root)
}

/// The site, which refers to who publishes it.
pub(crate) fn website(context: &Context<'_>) -> Value {
    let mut node = Map::new();
    node.insert("@type".to_owned(), "WebSite".into());
    node.insert("@id".to_owned(), website_id(context).into());
    if let Some(name) = site_name(context) {
        node.insert("name".to_owned(), name.into());
    }
    node.insert("url".to_owned(), on_site(context, "/").into());
    node.insert("publisher".to_owned(), json!({"@id": publisher_id(context)}));
    Value::Object(node)
}

/// Who publishes the site: more about the organization that the page describes already, under its
/// own type, or a new one.
pub(crate) fn organization(context: &Context<'_>) -> Value {
    let mut node = publisher(context).unwrap_or_else(|| nameless_publisher(context, None));
    node.insert("@id".to_owned(), publisher_id(context).into());
    if let Some(described) = identified_publisher(context)
        && let Some(type_name) = described.node().types.first()
    {
        node.insert("@type".to_owned(), type_name.as_str().into());
    }
    Value::Object(node)
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
             <meta property=og:type content=article>\
             <h1>Tea &lt;/script> \"hot\"</h1><p>By Jane Doe. Text.",
        );
        let snippet = script(&whole(&context_of(&page), None).unwrap());
        let json = snippet
            .strip_prefix("<script type=\"application/ld+json\">")
            .and_then(|rest| rest.strip_suffix("</script>"))
            .unwrap();
        assert!(!json.contains('<'), "{json}");
        let value: Value = serde_json::from_str(json).unwrap();
        assert_eq!(value["headline"], "Tea </script> \"hot\"");
        assert_eq!(value["mainEntityOfPage"], "https://www.example.com/guide/tea");
        assert_eq!(value["author"]["name"], "Jane Doe");
        assert_eq!(value["author"].get("url"), None, "what is not known is left out");
        assert_eq!(value["datePublished"], "2026-03-05T10:00:00+00:00");
        assert_eq!(value["publisher"]["name"], "Example");
        assert_eq!(value["inLanguage"], "en");
    }

    fn whole_of(html: &str) -> Option<Value> {
        whole(&context_of(&read(html)), None)
    }

    const ARTICLE_HEAD: &str = "<html lang=en><title>Tea</title>\
        <meta property=og:type content=article><h1>Tea</h1>";

    #[test]
    fn nobody_is_called_the_author_whom_the_page_does_not_show() {
        let by = |rest: &str| whole_of(&format!("{ARTICLE_HEAD}{rest}")).unwrap();
        let hidden = by("<meta name=author content='Jane Doe'><p>Boil the water.</p>");
        assert_eq!(hidden.get("author"), None);
        let shown = by("<meta name=author content='Jane Doe'><p>By Jane Doe</p>");
        assert_eq!(shown["author"]["name"], "Jane Doe");
        let touching = "<span class=author>By Jane Doe</span><time>2026-03-05 06:40</time>";
        let touching = by(&format!("<meta name=author content='Jane Doe'>{touching}<p>Boil."));
        assert_eq!(touching["author"]["name"], "Jane Doe");
    }

    #[test]
    fn a_date_is_known_by_the_text_too() {
        let dated = whole_of(&format!("{ARTICLE_HEAD}<p>March 5, 2026</p>")).unwrap();
        assert_eq!(dated["datePublished"], "2026-03-05");
        let loose = whole_of(&format!(
            "{ARTICLE_HEAD}<meta property=article:published_time content='March 5, 2026'>"
        ));
        assert_eq!(loose.unwrap()["datePublished"], "2026-03-05");
        for line in ["Last edited on March 5, 2026", "Updated:<br>March 5, 2026"] {
            let changed = whole_of(&format!("{ARTICLE_HEAD}<p>{line}</p>")).unwrap();
            assert_eq!(changed.get("datePublished"), None, "{line}");
            assert_eq!(changed["dateModified"], "2026-03-05", "{line}");
        }
        // Somebody changed it on its first day.
        let both = whole_of(&format!(
            "{ARTICLE_HEAD}<meta property=article:modified_time content=2026-03-05>\
             <p>March 5, 2026 | Updated: March 5, 2026 1:23pm</p>"
        ));
        assert_eq!(both.unwrap()["datePublished"], "2026-03-05");
        let none = whole_of(ARTICLE_HEAD).unwrap();
        assert!(none.get("datePublished").is_none() && none.get("author").is_none(), "{none}");
    }

    #[test]
    fn no_kind_of_page_is_given_a_value_that_is_none() {
        let page = read("<title>Tea</title><p>Text.");
        let whole_as = |kind: PageKind| {
            let mut context = context_of(&page);
            context.subject.kind = kind;
            whole(&context, None)
        };
        for kind in [PageKind::Home, PageKind::Listing, PageKind::Product, PageKind::Article] {
            let text = whole_as(kind).unwrap().to_string();
            assert!(!text.contains("FAQPage") && !text.contains("HowTo"), "{text}");
            for placeholder in ["NAME OF", "URL OF", "SUCH AS"] {
                assert!(!text.contains(placeholder), "{text}");
            }
        }
        assert_eq!(whole_as(PageKind::Qa), None, "who asked is not known");
    }

    #[test]
    fn every_profile_that_bears_the_site_s_name_is_told_and_no_advertising() {
        let of = |links: &str| {
            let page = crate::catalogue::test_html::read_at(
                "https://www.leafery.example/",
                &format!(
                    "<html lang=en><title>Leafery</title><meta property=og:site_name content=Leafery>\
                     <main><h1>Leafery</h1><p>Tea.</p></main><footer>{links}</footer>"
                ),
            );
            organization(&context_of(&page))["sameAs"].clone()
        };
        let all = of(
            "<a href=https://www.youtube.com/@Leafery>YouTube</a><a href=https://x.com/leafery>X</a>\
             <a href=https://github.com/leafery>GitHub</a><a href=https://x.com/janedoe>Jane</a>\
             <a href='https://x.com/share?url=https://leafery.example'>Share</a>",
        );
        let all: Vec<&str> = all.as_array().unwrap().iter().filter_map(Value::as_str).collect();
        assert_eq!(all.len(), 3, "{all:?}");
        assert!(!all.iter().any(|one| one.contains("janedoe") || one.contains("share")), "{all:?}");
        let row = of("<a href=https://x.com/leafery>X</a><a href=http://www.x.com/leafery/>X</a>\
             <a href=https://www.youtube.com/@bestofteas>YouTube</a>\
             <a href=https://github.com/sponsors/leafery>Support us</a>\
             <a href=https://www.facebook.com/bestofteas>Facebook</a>");
        let expected = ["http://www.x.com/leafery/", "https://www.youtube.com/@bestofteas"];
        assert_eq!(row, serde_json::json!(expected), "what stands in one row with it");
        for none in [
            "https://media.example/leafery/",
            "https://archive.example/leafery/search",
            "https://www.linkedin.com/today/leafery.example",
            "https://www.facebook.com/leafery/posts/1234",
        ] {
            assert_eq!(of(&format!("<a href={none}>More</a>")), Value::Null, "{none}");
        }
        for account in [
            "https://www.facebook.com/pages/Leafery/1234",
            "https://www.linkedin.com/company/leafery",
            "https://tea.social/@leafery",
            "https://vk.com/leafery",
            "https://bsky.app/profile/leafery",
            "https://www.youtube.com/@leafery/videos",
        ] {
            assert_eq!(of(&format!("<a href={account}>More</a>")), serde_json::json!([account]));
        }
    }

    #[test]
    fn the_account_of_whoever_writes_is_not_the_publishers() {
        let of = |account: &str| {
            let page = crate::catalogue::test_html::read_at(
                "https://www.leafery.example/tea",
                &format!(
                    "<html lang=en><title>Tea</title><meta property=og:site_name content=Leafery>\
                     <meta name=author content='Charlie Roe'><main><h1>Tea</h1><p>Boil.</p></main>\
                     <div><a href=https://x.com/{account}>Follow @{account}</a></div>"
                ),
            );
            organization(&context_of(&page))["sameAs"].clone()
        };
        assert_eq!(of("LeaferyCharlie"), Value::Null);
        assert_eq!(of("Leafery"), serde_json::json!(["https://x.com/Leafery"]));
    }

    #[test]
    fn an_icon_or_a_bare_host_is_no_picture_of_the_page() {
        let of = |image: &str| {
            let head = format!("{ARTICLE_HEAD}<meta property=og:image content='{image}'>");
            whole_of(&head).unwrap()["image"].clone()
        };
        assert_eq!(of("https://www.example.com/tea.png"), "https://www.example.com/tea.png");
        for none in ["https://www.example.com", "/img/null", "/spacer.gif", "/favicon.ico"] {
            assert_eq!(of(none), Value::Null, "{none}");
        }
    }

    #[test]
    fn a_firm_that_wrote_is_no_person() {
        let by = |name: &str| whole_of(&format!("{ARTICLE_HEAD}<p>By {name}</p>")).unwrap();
        assert_eq!(by("Jane Doe")["author"]["@type"], "Person");
        assert_ne!(by("Method Architecture")["author"]["@type"], "Person");
    }

    #[test]
    fn a_byline_is_the_author_where_the_head_names_somebody_whom_nobody_sees() {
        let by = |rest: &str| {
            whole_of(&format!(
                "{ARTICLE_HEAD}<meta name=author content='Scott Roe'><div>by <span class=author>\
                 <a href=/about/jane>Jane Doe</a>, Keeper</span></div>{rest}"
            ))
            .unwrap()
        };
        assert_eq!(by("<p>Boil.</p>")["author"]["name"], "Jane Doe");
        assert_eq!(by("<p>Scott Roe boils.</p>")["author"]["name"], "Scott Roe");
    }
}
