//! The fix of a home page that declares its site or its publisher in part.

use serde_json::{Value, json};

use super::super::describe::NAME_ORGANIZATION;
use crate::catalogue::structured_data::described::{Described, VERIFY, first_name};
use crate::check::Context;
use crate::fix::Fix;
use crate::json_ld;
use crate::page::structured::Syntax;
use crate::paste::{code, listed};
use crate::quoted::{Quoted, spans};

/// What is missing, beside what the page has: a second organization would be another one. None
/// where JSON-LD declares nothing yet.
pub(super) fn fix(context: &Context<'_>, both: &[Option<Described<'_>>; 2]) -> Option<Fix> {
    let in_json = |one: &&Described<'_>| one.node.node().syntax == Syntax::JsonLd;
    let [site, publisher] = both;
    let known: Vec<&Described<'_>> = both.iter().flatten().collect();
    if known.is_empty() || !known.iter().all(in_json) {
        return None;
    }
    let mut absent: Vec<(&str, Value)> = Vec::new();
    if site.is_none() && !json_ld::is_below_root(context) {
        absent.push(("WebSite", json_ld::website(context)));
    }
    if publisher.is_none() {
        absent.push(("Organization", json_ld::organization(context)));
    }
    let lacking = || known.iter().filter(|one| !one.missing.is_empty());
    let names: Vec<&str> = absent.iter().map(|(name, _)| *name).collect();
    let title = match (names.is_empty(), lacking().next()) {
        (false, _) => format!("Add {} markup to the home page", listed(&names)),
        (true, Some(first)) => format!("Add {} to the {}", properties(first), place(first)),
        (true, None) => return None,
    };
    let mut fix = Fix::new("schema-type-complete", title, VERIFY);
    if !absent.is_empty() {
        fix = fix.step("Paste the block below into the page's `<head>`, beside the JSON-LD there.");
    }
    if publisher.is_none() && json_ld::publisher_name(context).is_none() {
        fix = fix.step(NAME_ORGANIZATION);
    }
    for one in lacking() {
        fix = fix.step(format!("Add {} to the {}.", with_values(context, one), place(one)));
    }
    let mut nodes: Vec<Value> = absent.into_iter().map(|(_, node)| node).collect();
    let block = match nodes.len() {
        0 => return Some(fix),
        1 => {
            let mut only = nodes.remove(0);
            only["@context"] = "https://schema.org".into();
            only
        }
        _ => json!({"@context": "https://schema.org", "@graph": nodes}),
    };
    Some(fix.snippet(json_ld::script(&block)))
}

/// "`Corporation` on line 12".
fn place(one: &Described<'_>) -> String {
    let node = one.node.node();
    let type_name = Quoted::of(node.types.first().map_or("object", String::as_str), 40);
    format!("{type_name} on line {}", node.line)
}

fn properties(one: &Described<'_>) -> String {
    let names: Vec<&str> = one.missing.iter().map(|any| first_name(any)).collect();
    listed(&spans(&names))
}

/// What the node lacks, with the values that are known.
fn with_values(context: &Context<'_>, one: &Described<'_>) -> String {
    let parts = one.missing.iter().map(|any| {
        let name = first_name(any);
        let value = match name {
            "name" => json_ld::site_name(context),
            "url" => Some(json_ld::on_site(context, "/")),
            _ => None,
        };
        match value {
            Some(value) => code(&json_ld::property(name, &value.into())).to_string(),
            None => code(name).to_string(),
        }
    });
    listed(&parts.collect::<Vec<_>>())
}

#[cfg(test)]
mod tests {
    use crate::catalogue::structured_data::schema_type_complete::SchemaTypeComplete;
    use crate::catalogue::test_html::{block, fix, read_at};
    use crate::check::{Check, Context};
    use crate::report::Status;

    fn home_fix(json: &str) -> crate::fix::Fix {
        let html = format!("<html lang=en><title>Example: tea</title>{}", block(json));
        fix(&SchemaTypeComplete, &read_at("https://www.example.com/", &html))
    }

    #[test]
    fn an_organization_of_any_kind_is_not_declared_again() {
        let fix = home_fix(
            r#"{"@type": "Corporation", "@id": "https://www.example.com/#website", "logo": "/l.png", "url": "/"}"#,
        );
        assert_eq!(fix.title, "Add WebSite markup to the home page");
        let snippet = fix.snippet.unwrap();
        assert!(!snippet.contains("Organization"), "{snippet}");
        assert!(snippet.contains("#website-2"), "{snippet}");
        assert!(snippet.contains(r#""@id": "https://www.example.com/#website""#), "{snippet}");
        let step = &fix.steps[1];
        assert!(step.starts_with("Add `\"name\": \"Example\"` to the `Corporation`"), "{step}");
    }

    #[test]
    fn what_is_there_is_completed_and_what_is_not_is_added() {
        let site = r#"{"@type": "WebSite", "name": "Example", "url": "/"}"#;
        let fix = home_fix(site);
        assert_eq!(fix.title, "Add Organization markup to the home page");
        assert!(!fix.snippet.unwrap().contains("WebSite"));
        let both = home_fix(&format!(r#"[{site}, {{"@type": "Bakery", "name": "Example"}}]"#));
        assert!(both.title.starts_with("Add `url` to the `Bakery` on line"), "{}", both.title);
        assert_eq!(both.snippet, None);
    }

    #[test]
    fn a_site_is_declared_on_the_home_page_of_its_domain_alone() {
        let at = |url: &str, json: &str| {
            let mut page =
                read_at(url, &format!("<html lang=en><title>Example: tea</title>{}", block(json)));
            page.document.kind.kind = crate::report::PageKind::Home;
            let finding = SchemaTypeComplete.judge(&Context::new(&page, false));
            (finding.status, fix(&SchemaTypeComplete, &page).snippet.unwrap_or_default())
        };
        let publisher = r#"{"@type": "Bakery", "name": "Example", "url": "/"}"#;
        let (status, _) = at("https://www.example.com/es/", publisher);
        assert_eq!(status, Status::Pass);
        let (status, snippet) = at("https://www.example.com/", publisher);
        assert!(status == Status::Warn && snippet.contains("WebSite"), "{snippet}");
        let (status, snippet) = at("https://www.example.com/es/", "{}");
        assert_eq!(status, Status::Warn);
        assert!(snippet.contains("Organization") && !snippet.contains("WebSite"), "{snippet}");
    }
}
