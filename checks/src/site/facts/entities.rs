//! Who publishes and who wrote a page, as its structured data has it.

use url::Url;

use super::{Entity, EntityKind, PageFacts};
use crate::check::Context;
use crate::excerpt::{EXCERPT_CHARACTERS, one_line};
use crate::page::authors::AuthorKind;
use crate::page::names::{is_nobody, is_organisation, unescape};
use crate::page::structured::{NodeRef, Syntax};
use crate::url::normalise;

/// The most nodes of one kind that are looked at.
const NODES_MAX: usize = 8;

/// The publishers and authors of the page.
pub(super) fn entities(context: &Context<'_>) -> Vec<Entity> {
    let page = context.page;
    let data = &page.document.markup.structured;
    let mut found = Vec::new();
    let mut add = |entity: Option<Entity>| {
        let is_new = entity.filter(|entity| !found.contains(entity));
        if found.len() < PageFacts::ENTITIES_MAX {
            found.extend(is_new);
        }
    };
    let mains = [Syntax::JsonLd, Syntax::Microdata];
    let mains = || mains.into_iter().filter_map(|syntax| page.main_entity(syntax));
    for node in mains().chain(data.of_type("WebSite").take(NODES_MAX)) {
        for publisher in node.nodes("publisher").take(NODES_MAX) {
            add(entity(context, EntityKind::Publisher, publisher));
        }
    }
    let own = data.of_type("Organization").filter(|node| {
        node.node().is_top_level && node.text("name").is_some_and(|name| context.sites.is_one(name))
    });
    for node in own.take(NODES_MAX) {
        add(entity(context, EntityKind::Publisher, node));
    }
    for node in mains() {
        let property = if node.has("author") { "author" } else { "creator" };
        for author in node.nodes(property).take(NODES_MAX) {
            let name = author.text("name").unwrap_or_default();
            let is_person = !author.is("Organization")
                && !context.sites.is_one(name)
                && !is_nobody(name)
                && !is_organisation(name);
            add(entity(context, EntityKind::Author, author).filter(|_| is_person));
        }
    }
    for author in context.authors.chosen().into_iter().take(NODES_MAX) {
        let is_known = |name: &str| found_author(&found, name);
        if author.kind == AuthorKind::Person && !is_known(&author.name) {
            let url = author.url.as_deref().and_then(|url| joined(context, url));
            let (name, kind) = (Some(line(&author.name)), EntityKind::Author);
            if found.len() < PageFacts::ENTITIES_MAX {
                found.push(Entity { kind, name, url, logo: None, id: None });
            }
        }
    }
    found
}

fn found_author(found: &[Entity], name: &str) -> bool {
    found.iter().any(|one| one.kind == EntityKind::Author && one.name.as_deref() == Some(name))
}

/// What a node says; none where it only says what kind of thing it is.
fn entity(context: &Context<'_>, kind: EntityKind, node: NodeRef<'_>) -> Option<Entity> {
    let name = node.text("name").map(line).filter(|name| !name.is_empty())?;
    let inner =
        || node.nodes("logo").find_map(|logo| logo.text("url").or_else(|| logo.text("contentUrl")));
    let logo = node.text("logo").or_else(inner);
    let url = node.text("url").and_then(|url| joined(context, url));
    let id = node.node().id.as_deref().and_then(|id| context.page.final_url.join(id).ok());
    // Blank nodes are things of one page.
    let id = id.filter(|id| id.scheme() != "_");
    Some(Entity {
        kind,
        name: Some(name),
        url,
        logo: logo.and_then(|logo| joined(context, logo)),
        id: id.map(String::from),
    })
}

fn line(text: &str) -> String {
    one_line(&unescape(text), EXCERPT_CHARACTERS)
}

fn joined(context: &Context<'_>, written: &str) -> Option<String> {
    let url = context.page.final_url.join(written).ok()?;
    is_web(&url).then(|| normalise(&url).into())
}

fn is_web(url: &Url) -> bool {
    matches!(url.scheme(), "http" | "https")
}
