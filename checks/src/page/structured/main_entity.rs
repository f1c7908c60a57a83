//! Which node tells of the page itself.

use std::borrow::Cow;

use url::Url;

use super::types::ancestors;
use super::{NodeRef, StructuredData, Syntax};
use crate::url::is_picture;

/// How sure it is that a node is about the page, surest first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Claim {
    /// It stands by itself, or is its page's main entity, and names this page.
    Named,
    /// It is a property of something else and names this page.
    NamedWithin,
    /// It stands by itself and names no page.
    Unnamed,
    /// It stands by itself and names another page, as copies do.
    Elsewhere,
}

impl StructuredData {
    /// The node of the first expected type, or a kind of it, that is about the page under one of
    /// these addresses: by `mainEntityOfPage`, `url` or `@id`, else the first one that stands by
    /// itself or is the `mainEntity` of its page. Of several nodes that name another page none is
    /// taken: they are a list.
    pub fn main_entity(&self, addresses: &[&Url], expected: &[&str]) -> Option<NodeRef<'_>> {
        self.main_entity_where(addresses, expected, |_| true, |_| true)
    }

    /// The same, of the nodes of one syntax.
    pub fn main_entity_in(
        &self,
        syntax: Syntax,
        addresses: &[&Url],
        expected: &[&str],
    ) -> Option<NodeRef<'_>> {
        self.main_entity_where(addresses, expected, |node| node.node().syntax == syntax, |_| true)
    }

    /// The same, of nodes that name the page: for types of which pages hold some beside what they
    /// are about, such as videos.
    pub fn named_entity_in(
        &self,
        syntax: Syntax,
        addresses: &[&Url],
        expected: &[&str],
    ) -> Option<NodeRef<'_>> {
        let is_wanted = |node: &NodeRef<'_>| node.node().syntax == syntax;
        self.main_entity_where(addresses, expected, is_wanted, |claim| claim <= Claim::NamedWithin)
    }

    fn main_entity_where<'a>(
        &'a self,
        addresses: &[&Url],
        expected: &[&str],
        is_wanted: impl Fn(&NodeRef<'a>) -> bool,
        is_enough: impl Fn(Claim) -> bool,
    ) -> Option<NodeRef<'a>> {
        // Asked of each node once: most are of none of the types.
        let is_expected = |node: &NodeRef<'a>| {
            node.node().types.iter().any(|own| {
                let above = ancestors(own);
                expected.iter().any(|wanted| own == wanted || above.contains(wanted))
            })
        };
        let of_types: Vec<NodeRef<'a>> =
            self.all().filter(&is_wanted).filter(is_expected).collect();
        if of_types.is_empty() {
            return None;
        }
        let mains = self.main_entities();
        expected.iter().find_map(|type_name| {
            let claims = of_types.iter().filter(|node| node.is(type_name)).filter_map(|node| {
                Some((claim(*node, addresses, mains.contains(&node.index()))?, *node))
            });
            best(claims.filter(|(claim, _)| is_enough(*claim)).collect())
        })
    }

    /// Nodes that a page or a site names as its main entity, and the sole post of a blog, as the
    /// page of one post is marked up.
    fn main_entities(&self) -> Vec<usize> {
        let named = self.of_type("WebPage").flat_map(|page| page.nodes("mainEntity"));
        let posts = self.of_type("Blog").filter_map(sole_post);
        named.chain(posts).map(NodeRef::index).take(MAIN_ENTITIES_MAX).collect()
    }
}

/// The post of a blog that has one, where it names no page: one that does is judged by that.
fn sole_post(blog: NodeRef<'_>) -> Option<NodeRef<'_>> {
    let mut posts = ["blogPost", "blogPosts"].into_iter().flat_map(|name| blog.nodes(name));
    let post = posts.next().filter(|_| posts.next().is_none())?;
    (!names_any_page(post)).then_some(post)
}

fn best(claims: Vec<(Claim, NodeRef<'_>)>) -> Option<NodeRef<'_>> {
    let (claim, node) = *claims.iter().min_by_key(|(claim, _)| *claim)?;
    match claim == Claim::Elsewhere && claims.len() > 1 {
        true => None,
        false => Some(node),
    }
}

/// The most main entities that are considered.
const MAIN_ENTITIES_MAX: usize = 20;

fn claim(node: NodeRef<'_>, addresses: &[&Url], is_main: bool) -> Option<Claim> {
    let stands = node.node().is_top_level || is_main;
    let names_this = named_pages(node).any(|written| match is_whole(written) {
        true => Url::parse(written)
            .is_ok_and(|url| addresses.iter().any(|page| is_same_page(page, &url))),
        false => addresses
            .iter()
            .any(|page| page.join(written).is_ok_and(|url| is_same_page(page, &url))),
    });
    match (names_this, stands) {
        (true, true) => Some(Claim::Named),
        (true, false) => Some(Claim::NamedWithin),
        (false, true) if is_main || !names_any_page(node) => Some(Claim::Unnamed),
        (false, true) => Some(Claim::Elsewhere),
        (false, false) => None,
    }
}

/// The addresses of pages that a node says it is about. An `@id` that is only a fragment, or no
/// web address, names none.
fn named_pages<'a>(node: NodeRef<'a>) -> impl Iterator<Item = &'a str> {
    let pages = node
        .nodes("mainEntityOfPage")
        .filter_map(|page| page.text("url").or(page.node().id.as_deref()));
    let id = node.node().id.as_deref();
    node.texts("mainEntityOfPage")
        .chain(pages)
        .chain(node.texts("url"))
        .chain(id)
        .filter(|written| written.starts_with("http") || written.starts_with('/'))
}

/// Whether a node says which page it is about. A picture is none: templates put that of an item into
/// it, and forget to say that it is one.
fn names_any_page(node: NodeRef<'_>) -> bool {
    named_pages(node).any(|written| !is_picture(written))
}

/// Whether an address says all, so that it is the same wherever it stands.
fn is_whole(written: &str) -> bool {
    ["https://", "http://"].iter().any(|start| written.starts_with(start))
}

/// Whether two addresses are spellings of one page, by what structured data gets wrong: protocol,
/// `www.`, a slash at the end, fragment, and a query that one of them lacks.
#[must_use]
pub fn is_same_page(one: &Url, other: &Url) -> bool {
    let queries = one.query().zip(other.query());
    bare_host(one) == bare_host(other)
        && queries.is_none_or(|(one, other)| one == other)
        && bare_path(one).trim_end_matches('/') == bare_path(other).trim_end_matches('/')
}

fn bare_host(url: &Url) -> &str {
    let host = url.host_str().unwrap_or_default().trim_end_matches('.');
    host.strip_prefix("www.").unwrap_or(host)
}

/// The path in its normal form, which it has where nothing in it is escaped.
fn bare_path(url: &Url) -> Cow<'_, str> {
    match url.path().contains('%') || url.cannot_be_a_base() {
        true => Cow::Owned(crate::url::normalise(url).path().to_owned()),
        false => Cow::Borrowed(url.path()),
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::read_block;
    use super::*;

    fn main(json: &str, expected: &[&str]) -> Option<String> {
        let page = Url::parse("https://www.example.com/tea/").unwrap();
        let data = read_block(json);
        let node = data.main_entity(&[&page], expected)?;
        node.text("name").map(str::to_owned)
    }

    #[test]
    fn the_node_that_names_the_page_wins() {
        for json in [
            r#"{"@type": "Article", "url": "http://example.com/tea", "name": "this"}"#,
            r#"{"@type": "Article", "url": "/tea/", "name": "this"}"#,
            r#"{"@type": "Article", "@id": "https://www.example.com/tea/#article", "name": "this"}"#,
            r#"{"@type": "NewsArticle", "name": "this",
                "mainEntityOfPage": {"@id": "https://www.example.com/tea?a=b"}}"#,
            r#"{"@type": "Article", "name": "this", "mainEntityOfPage": "https://example.com/tea"}"#,
        ] {
            let other =
                r#"{"@type": "Article", "url": "https://example.com/milk", "name": "other"}"#;
            let plain = r#"{"@type": "Article", "name": "plain"}"#;
            let data = format!("[{other}, {plain}, {json}]");
            assert_eq!(main(&data, &["Article"]).as_deref(), Some("this"), "{json}");
        }
    }

    #[test]
    fn expected_types_are_asked_in_order() {
        let json = r#"{"@graph": [{"@type": "WebPage", "url": "/tea/", "name": "page"},
            {"@type": "BlogPosting", "name": "post"}]}"#;
        assert_eq!(main(json, &["Article", "WebPage"]).as_deref(), Some("post"));
        assert_eq!(main(json, &["Product", "WebPage"]).as_deref(), Some("page"));
        assert_eq!(main(json, &["Product"]), None);
    }

    #[test]
    fn what_belongs_to_something_else_is_not_the_page() {
        let nested = r#"{"@type": "ItemList", "itemListElement": [{"@type": "Article",
            "name": "card"}]}"#;
        assert_eq!(main(nested, &["Article"]), None);
        let question = r#"{"@type": "QAPage", "mainEntity": {"@type": "Question",
            "name": "this"}}"#;
        assert_eq!(main(question, &["Question"]).as_deref(), Some("this"));
        let sole = r#"{"@type": "Blog", "blogPost": {"@type": "BlogPosting", "name": "this"}}"#;
        assert_eq!(main(sole, &["Article"]).as_deref(), Some("this"));
        let two = r#"{"@type": "Blog", "blogPost": [{"@type": "BlogPosting", "name": "a"},
            {"@type": "BlogPosting", "name": "b"}]}"#;
        assert_eq!(main(two, &["Article"]), None);
        let elsewhere = r#"{"@type": "Blog", "blogPost": {"@type": "BlogPosting", "url": "/milk",
            "name": "other"}}"#;
        assert_eq!(main(elsewhere, &["Article"]), None);
        let within = r#"{"@type": "Blog", "blogPost": {"@type": "BlogPosting", "url": "/tea",
            "name": "this"}}"#;
        assert_eq!(main(within, &["Article"]).as_deref(), Some("this"));
    }

    #[test]
    fn one_that_names_another_page_is_a_copy_and_several_are_a_list() {
        let copy = r#"{"@type": "Article", "url": "https://source.example/1", "name": "copy"}"#;
        assert_eq!(main(copy, &["Article"]).as_deref(), Some("copy"));
        assert_eq!(main(&format!("[{copy}, {copy}]"), &["Article"]), None);
    }

    #[test]
    fn a_page_may_be_called_like_a_picture() {
        let page = Url::parse("https://www.example.com/wiki/File:Pot.jpg").unwrap();
        let named = r#"{"@type": "Article", "name": "this", "url": "/wiki/File:Pot.jpg"}"#;
        let data = read_block(&format!(r#"[{{"@type": "Article", "name": "plain"}}, {named}]"#));
        let node = data.main_entity(&[&page], &["Article"]).unwrap();
        assert_eq!(node.text("name"), Some("this"));
    }

    #[test]
    fn of_what_stands_beside_the_content_only_what_names_the_page_counts() {
        let page = Url::parse("https://www.example.com/tea").unwrap();
        for (json, expected) in [
            (r#"{"@type": "VideoObject", "name": "a"}"#, None),
            (
                r#"{"@type": "VideoObject", "name": "a", "url": "https://www.example.com/tea/9"}"#,
                None,
            ),
            (
                r#"{"@type": "VideoObject", "name": "a", "url": "https://www.example.com/tea"}"#,
                Some("a"),
            ),
        ] {
            let data = read_block(json);
            let found = data.named_entity_in(Syntax::JsonLd, &[&page], &["VideoObject"]);
            assert_eq!(found.and_then(|node| node.text("name")), expected, "{json}");
        }
    }

    #[test]
    fn pages_are_told_apart_by_their_query() {
        let same = |one: &str, other: &str| {
            is_same_page(&Url::parse(one).unwrap(), &Url::parse(other).unwrap())
        };
        assert!(!same("https://a.example/t?id=1", "https://a.example/t?id=2"));
        assert!(same("https://a.example/t?id=1", "https://www.a.example/t/#x"));
        assert!(!same("https://a.example/", "https://a.example/b"));
        assert!(!same("https://a.example/", "https://b.example/"));
    }
}
