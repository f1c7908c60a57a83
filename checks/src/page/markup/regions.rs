//! Telling comments and what surrounds the content by role, tag and whole class token.

use std::sync::LazyLock;

use select::node::Node;

use super::Region;
use super::said::Said;
use crate::lists::CLASSES;
use crate::page::names::lower;
use crate::page::tree::holds_token;
use crate::table::Table;

/// What a token says.
static TOKENS: LazyLock<Table<&str, Region>> = LazyLock::new(|| {
    let around = CLASSES.around.iter().map(|token| (token.as_str(), Region::Around));
    let comments = CLASSES.comments.iter().map(|token| (token.as_str(), Region::Comment));
    around.chain(comments).collect()
});

/// What an element puts its content into; none where it says nothing. `by_class` is what its
/// classes say ([`by_tokens`]).
pub(super) fn region(
    element: Node<'_>,
    said: &Said<'_>,
    by_class: Option<Region>,
) -> Option<Region> {
    let name = element.name()?;
    if matches!(name, "body" | "html") {
        return None;
    }
    // A side column that was never closed, or a frame of widgets, holds the page's own text too.
    if name == "main" || is_post_widget(said) {
        return Some(Region::Content);
    }
    let by_id = said.id.and_then(by_tokens);
    let named = by_class.into_iter().chain(by_id).reduce(strongest);
    if named == Some(Region::Comment) || is_comment(said) {
        return Some(Region::Comment);
    }
    // The foot of an article names its author.
    let is_own_footer = name == "footer" && is_in_article(element);
    named.or_else(|| (is_landmark(said, name) && !is_own_footer).then_some(Region::Around))
}

/// What the tokens of a class or an id say; comments outweigh the rest.
pub(super) fn by_tokens(tokens: &str) -> Option<Region> {
    let tokens = tokens.split_ascii_whitespace();
    tokens.filter_map(|token| TOKENS.get(&*lower(token)).copied()).reduce(strongest)
}

fn strongest(one: Region, other: Region) -> Region {
    if one == Region::Comment { one } else { other }
}

/// Blogger keeps the post itself in a widget.
fn is_post_widget(said: &Said<'_>) -> bool {
    let has = |token: &str| said.class.is_some_and(|class| holds_token(class, token));
    has("Blog") && has("widget")
}

fn is_landmark(said: &Said<'_>, name: &str) -> bool {
    const ROLES: [&str; 5] = ["navigation", "complementary", "contentinfo", "search", "dialog"];
    let role = said.role.unwrap_or_default();
    matches!(name, "nav" | "aside" | "footer" | "search" | "dialog" | "menu")
        || role.split_ascii_whitespace().any(|role| ROLES.contains(&&*lower(role)))
}

/// Comments, answers and reviews in Microdata: their authors and dates are not the page's.
fn is_comment(said: &Said<'_>) -> bool {
    const PROPERTIES: [&str; 5] =
        ["comment", "review", "reviews", "suggestedanswer", "acceptedanswer"];
    const TYPES: [&str; 4] = ["/Comment", "/Answer", "/Review", "/UserComments"];
    let property = said.itemprop.unwrap_or_default();
    let item_type = said.itemtype.unwrap_or_default().trim();
    property.split_ascii_whitespace().any(|property| PROPERTIES.contains(&&*lower(property)))
        || TYPES.iter().any(|name| item_type.ends_with(name))
}

fn is_in_article(element: Node<'_>) -> bool {
    let parent = element.parent();
    parent.is_some_and(|parent| matches!(parent.name(), Some("article" | "section")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::parse::{Scripting, parse};
    use crate::page::tree::elements;

    fn of(html: &str) -> Option<Region> {
        let parsed = parse(html, Scripting::Off);
        let element = elements(&parsed.document).find(|node| node.attr("x").is_some()).unwrap();
        region(element, &Said::by(element), element.attr("class").and_then(by_tokens))
    }

    #[test]
    fn containers_are_told_by_whole_tokens() {
        for (html, expected) in [
            ("<div x class='post Comments'>", Some(Region::Comment)),
            ("<div x class='related comment'>", Some(Region::Comment)),
            ("<div x itemprop=comment>", Some(Region::Comment)),
            ("<div x itemscope itemtype='https://schema.org/Answer'>", Some(Region::Comment)),
            ("<div x id=sidebar>", Some(Region::Around)),
            ("<div x role='Navigation'>", Some(Region::Around)),
            ("<footer x>", Some(Region::Around)),
            ("<article><footer x></article>", None),
            ("<div x class='commentary leadership unrelated'>", None),
            ("<main x class=menu>", Some(Region::Content)),
            ("<div x class='widget Blog' id=Blog1>", Some(Region::Content)),
            ("<div x class='widget Label'>", Some(Region::Around)),
            ("<p x>", None),
        ] {
            assert_eq!(of(html), expected, "{html}");
        }
    }
}
