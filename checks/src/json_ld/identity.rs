//! Identifiers of things on a site.

use super::known::{identified_publisher, on_site};
use crate::check::Context;
use crate::page::structured::{NodeRef, Syntax};

/// Fragments that are tried for a thing before a number is added.
const WEBSITE: &str = "website";
const PUBLISHER: &str = "publisher";
/// The most numbers that are tried.
const NUMBERS_MAX: usize = 50;

/// The `@id` of the site: the page's own for its `WebSite`, else a free one.
pub(super) fn website_id(context: &Context<'_>) -> String {
    let data = &context.page.document.markup.structured;
    let known = data.of_type("WebSite").filter(|node| node.node().syntax == Syntax::JsonLd);
    let own = known.filter_map(|node| id(context, node)).next();
    own.unwrap_or_else(|| free(context, WEBSITE))
}

/// The `@id` of who publishes it: the page's own for its organization, else a free one.
pub(super) fn publisher_id(context: &Context<'_>) -> String {
    let own = identified_publisher(context).and_then(|node| id(context, node));
    own.unwrap_or_else(|| free(context, PUBLISHER))
}

/// The `@id` of a node, resolved.
fn id(context: &Context<'_>, node: NodeRef<'_>) -> Option<String> {
    let own = node.node().id.as_deref()?;
    context.page.final_url.join(own).ok().map(|id| id.to_string())
}

/// An `@id` that no thing of the page has: two things of one would be one thing of both types.
fn free(context: &Context<'_>, fragment: &str) -> String {
    let home = on_site(context, "/");
    let data = &context.page.document.markup.structured;
    let is_taken =
        |wanted: &String| data.all().any(|node| id(context, node).as_ref() == Some(wanted));
    let numbered = (2..NUMBERS_MAX).map(|number| format!("{home}#{fragment}-{number}"));
    let mut all = std::iter::once(format!("{home}#{fragment}")).chain(numbered);
    all.find(|wanted| !is_taken(wanted)).unwrap_or_else(|| format!("{home}#{fragment}-new"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue::test_html::{block, read_at};
    use crate::json_ld::site;

    fn ids(nodes: &str) -> [String; 2] {
        ids_of(&block(nodes))
    }

    fn ids_of(html: &str) -> [String; 2] {
        let page = read_at("https://www.example.com/", html);
        let block = site(&Context::new(&page, false));
        [0, 1].map(|at| {
            let node = &block["@graph"][at];
            format!("{} {}", node["@type"].as_str().unwrap(), node["@id"].as_str().unwrap())
        })
    }

    #[test]
    fn the_host_is_that_of_the_canonical() {
        let canonical = |href: &str| format!("<link rel=canonical href='{href}'>");
        let [site, _] = ids_of(&canonical("https://example.com/"));
        assert_eq!(site, "WebSite https://example.com/#website");
        let [site, _] = ids_of(&canonical("https://example.net/"));
        assert_eq!(site, "WebSite https://www.example.com/#website", "of another site");
    }

    #[test]
    fn no_thing_gets_the_id_of_another() {
        let home = "https://www.example.com/";
        let fresh = [format!("WebSite {home}#website"), format!("Organization {home}#publisher")];
        assert_eq!(ids("{}"), fresh);
        assert_eq!(
            ids(r##"{"@type": "Corporation", "@id": "#website", "url": "/"}"##),
            [format!("WebSite {home}#website-2"), format!("Corporation {home}#website")]
        );
        assert_eq!(
            ids(
                r##"[{"@type": "WebSite", "@id": "/#site"}, {"@type": "Place", "@id": "#publisher"}]"##
            ),
            [format!("WebSite {home}#site"), format!("Organization {home}#publisher-2")]
        );
    }
}
