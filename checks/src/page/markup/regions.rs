//! Telling comments and what surrounds the content by role, tag and whole class token.

use select::node::Node;

use super::Region;
use crate::page::tree::has_token;

/// Tokens of classes and ids of comments and reviews.
const COMMENTS: [&str; 28] = [
    "comment",
    "comments",
    "comment-list",
    "commentlist",
    "comment-body",
    "comment-author",
    "comment-content",
    "comment-meta",
    "comment-area",
    "comments-area",
    "comment-thread",
    "comment-section",
    "comments-section",
    "post-comments",
    "article-comments",
    "disqus_thread",
    "respond",
    "replies",
    "reviews",
    "review",
    "review-list",
    "customer-reviews",
    "testimonial",
    "testimonials",
    "hentry-comment",
    "commenter",
    "js-comments",
    "wp-block-comments",
];

/// Tokens of classes and ids of what stands beside the content.
const AROUND: [&str; 38] = [
    "related",
    "related-posts",
    "related-articles",
    "related-content",
    "related-stories",
    "relatedposts",
    "jp-relatedposts",
    "recommended",
    "recommendations",
    "recent-posts",
    "recentposts",
    "latest-posts",
    "latest-news",
    "popular-posts",
    "more-stories",
    "more-posts",
    "read-next",
    "readnext",
    "read-more-posts",
    "sidebar",
    "side-bar",
    "widget",
    "widgets",
    "widget-area",
    "site-footer",
    "page-footer",
    "footer",
    "site-header",
    "masthead",
    "navbar",
    "menu",
    "mega-menu",
    "breadcrumb",
    "breadcrumbs",
    "post-navigation",
    "nav-links",
    "trending",
    "most-read",
];

/// What an element puts its content into; none where it says nothing.
pub(super) fn region(element: Node<'_>) -> Option<Region> {
    let name = element.name()?;
    if matches!(name, "body" | "main" | "html") {
        return None;
    }
    if has_any(element, &COMMENTS)
        || has_token(element, "itemprop", "comment")
        || is_review(element)
    {
        return Some(Region::Comment);
    }
    const ROLES: [&str; 5] = ["navigation", "complementary", "contentinfo", "search", "dialog"];
    let is_landmark = matches!(name, "nav" | "aside" | "footer" | "search" | "dialog" | "menu")
        || ROLES.iter().any(|role| has_token(element, "role", role));
    // The foot of an article names its author.
    let is_own_footer = name == "footer" && is_in_article(element);
    ((is_landmark && !is_own_footer) || has_any(element, &AROUND)).then_some(Region::Around)
}

fn is_review(element: Node<'_>) -> bool {
    const WITHIN: [&str; 4] = ["review", "reviews", "suggestedanswer", "acceptedanswer"];
    const TYPES: [&str; 4] = ["/Comment", "/Answer", "/Review", "/UserComments"];
    let item_type = element.attr("itemtype").unwrap_or_default().trim();
    WITHIN.iter().any(|property| has_token(element, "itemprop", property))
        || TYPES.iter().any(|name| item_type.ends_with(name))
}

fn is_in_article(element: Node<'_>) -> bool {
    let parent = element.parent();
    parent.is_some_and(|parent| matches!(parent.name(), Some("article" | "section")))
}

/// Whether a class or the id is one of these, whatever the case.
pub(super) fn has_any(element: Node<'_>, tokens: &[&str]) -> bool {
    ["class", "id"].iter().filter_map(|name| element.attr(name)).any(|value| {
        let mut own = value.split_ascii_whitespace();
        own.any(|own| tokens.iter().any(|token| own.eq_ignore_ascii_case(token)))
    })
}
