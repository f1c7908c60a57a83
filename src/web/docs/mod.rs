//! The documentation as pages of the site: guides, the checks, and how the score works.

mod html;
mod library;

use askama::Template;
use serde_json::json;

use crate::http::call::Call;
use crate::http::problem::Problem;
use crate::http::reply::Response;
use crate::web::page;
use crate::web::shell::{Shell, json_ld, publisher};
use crate::web::times::Time;

pub(super) use library::{Document, pages};

/// The guides under their headings, by the names of their pages.
const GROUPS: [(&str, &[&str]); 3] = [
    (
        "Scan and read",
        &[
            "cli",
            "site",
            "fix",
            "frameworks",
            "ci",
            "logs",
            "scoring",
            "rendering",
            "checks",
            "site-rules",
            "catalogue-changes",
        ],
    ),
    (
        "Use the service",
        &[
            "accounts",
            "monitors",
            "notifications",
            "webhooks",
            "clients",
            "mcp",
            "tracking",
            "billing",
            "errors",
        ],
    ),
    (
        "Run it yourself",
        &["operating", "config", "postgresql", "snapshot-store", "backups", "metrics", "chain"],
    ),
];
const ABOUT_GUIDES: &str = "Guides to Citable: scan pages, read reports, use the API, MCP and \
    webhooks, and run your own service.";

#[derive(Template)]
#[template(path = "document.html")]
struct Shown {
    shell: Shell,
    document: &'static Document,
    /// Name and path of the list that the page belongs to.
    parent: (&'static str, &'static str),
    published: Time,
    updated: Time,
}

#[derive(Template)]
#[template(path = "guides.html")]
struct Guides {
    shell: Shell,
    groups: Vec<(&'static str, Vec<&'static Document>)>,
}

/// The list of checks.
pub(super) async fn checks(call: Call) -> Result<Response, Problem> {
    document(&call, "checks")
}

/// The page of a check.
pub(super) async fn check(call: Call) -> Result<Response, Problem> {
    document(&call, &format!("checks/{}", call.param("id")))
}

/// How the score is calculated.
pub(super) async fn scoring(call: Call) -> Result<Response, Problem> {
    document(&call, "scoring")
}

/// A guide.
pub(super) async fn guide(call: Call) -> Result<Response, Problem> {
    let name = call.param("name");
    let is_guide = pages().iter().any(|page| page.path == format!("/guides/{name}"));
    match is_guide {
        true => document(&call, name),
        false => Err(Problem::not_found("There is no such guide.")),
    }
}

/// The list of guides.
pub(super) async fn guides(call: Call) -> Result<Response, Problem> {
    let named = |names: &[&str]| {
        let find = |name: &&str| pages().iter().find(|page| page.id == *name);
        names.iter().filter_map(find).collect()
    };
    let groups = GROUPS.iter().map(|(heading, names)| (*heading, named(names))).collect();
    let mut shell = Shell::public(&call, "Guides", "/guides", ABOUT_GUIDES);
    let site = call.app().link("");
    shell.json_ld = Some(json_ld(&json!({ "@context": "https://schema.org",
        "@type": "CollectionPage", "name": "Guides", "description": ABOUT_GUIDES,
        "url": call.app().link("/guides"), "inLanguage": "en", "publisher": publisher(&site) })));
    page::open(&call, &Guides { shell, groups })
}

fn document(call: &Call, id: &str) -> Result<Response, Problem> {
    let document = pages().iter().find(|page| page.id == id);
    let document = document.ok_or_else(|| Problem::not_found("There is no such page."))?;
    let parent = match id {
        "checks" => ("Start", "/"),
        _ if id.starts_with("checks/") => ("Checks", "/checks"),
        _ => ("Guides", "/guides"),
    };
    let mut shell = Shell::public(call, &document.title, &document.path, &document.about);
    shell.markdown = Some(call.app().link(&format!("/docs/{id}.md")));
    shell.json_ld = Some(article(call, document));
    let day = |day: &str| Time::of(&format!("{day}T00:00:00Z")).day();
    let (published, updated) = (day(&document.published), day(&document.updated));
    page::open(call, &Shown { shell, document, parent, published, updated })
}

/// What the page says of itself to programs (<https://schema.org/TechArticle>).
fn article(call: &Call, document: &Document) -> String {
    let site = call.app().link("");
    let publisher = publisher(&site);
    json_ld(&json!({
        "@context": "https://schema.org",
        "@type": "TechArticle",
        "headline": document.title,
        "description": document.about,
        "datePublished": document.published,
        "dateModified": document.updated,
        "inLanguage": "en",
        "mainEntityOfPage": call.app().link(&document.path),
        "author": { "@type": "Organization", "name": "the Citable project", "url": format!("{site}/") },
        "publisher": publisher,
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_guide_is_listed_once() {
        let mut listed: Vec<&str> = GROUPS.iter().flat_map(|(_, names)| *names).copied().collect();
        let guides = pages().iter().map(|page| page.id.as_str());
        let mut guides: Vec<&str> = guides.filter(|id| !id.starts_with("checks/")).collect();
        listed.sort_unstable();
        guides.sort_unstable();
        assert_eq!(listed, guides);
    }
}
