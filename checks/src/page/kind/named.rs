//! What the head of a page and its body are called: the title, the classes that systems write.

use html5ever::local_name;
use select::document::Document;
use select::node::Node;
use select::predicate::Name;
use url::Url;

use super::words;
use crate::page::tree::attribute;

/// Whether a URL is that of the start of a site.
pub(super) fn is_of_start(url: &str) -> bool {
    Url::parse(url.trim()).is_ok_and(|url| url.path() == "/" && url.query().is_none())
}

/// The document's title.
pub(super) fn titled(document: &Document) -> Option<String> {
    document.find(Name("title")).next().map(|title| title.text())
}

/// Whether a title is a name and the words for its home page: “Kettle Home Page”. A longer one may
/// tell of such pages.
pub(super) fn names_home_page(title: &str) -> bool {
    /// Words of such a title.
    const WORDS: usize = 5;
    let title = title.trim().to_lowercase();
    let is_short = title.split_whitespace().nth(WORDS).is_none();
    is_short && (title.ends_with(" home page") || title.ends_with(" homepage"))
}

/// Whether a text holds a telephone number: three groups of digits or more, not parted by letters.
pub(super) fn holds_number(text: &str) -> bool {
    const DIGITS: std::ops::RangeInclusive<usize> = 9..=13;
    const GROUPS: usize = 3;
    let is_part = |char: char| char.is_ascii_digit() || " ()-.+".contains(char);
    text.split(|char| !is_part(char)).any(|part| {
        let groups = part.split(|char: char| !char.is_ascii_digit()).filter(|one| !one.is_empty());
        let digits = part.bytes().filter(u8::is_ascii_digit).count();
        DIGITS.contains(&digits) && groups.count() >= GROUPS
    })
}

pub(super) fn body(document: &Document) -> Option<Node<'_>> {
    document.find(Name("body")).next()
}

pub(super) fn classes_of_body(document: &Document) -> impl Iterator<Item = &str> {
    let classes = body(document).and_then(|body| attribute(body, &local_name!("class")));
    classes.unwrap_or_default().split_ascii_whitespace()
}

/// Whether a class of the body is one that WordPress and Drupal give to a page of the site, which has
/// no day and no writer: `page-id-7`, `page-node-type-basic-page`.
pub(super) fn is_of_standing(class: &str) -> bool {
    class.starts_with("page-id-")
        || matches!(class, "page-node-type-basic-page" | "page-node-type-page" | "node-type-page")
}

/// Whether a class of the body is one that WordPress gives to a type of page that presents an offer:
/// `single-free_tools`.
pub(super) fn is_of_offer(class: &str) -> bool {
    let kind = class.strip_prefix("single-").unwrap_or_default();
    kind.rsplit(['-', '_']).next().is_some_and(|last| words::holds(words::OFFER_TYPES, last))
}

/// Whether the classes of the body are those that WordPress gives to a list of posts, with what they
/// have in common: `archive category category-7`.
pub(super) fn is_archive(document: &Document) -> bool {
    const COMMON: [&str; 6] =
        ["category-", "tag-", "author-", "tax-", "term-", "post-type-archive-"];
    let has = |is_one: &dyn Fn(&str) -> bool| classes_of_body(document).any(is_one);
    has(&|class| class == "archive")
        && has(&|class| COMMON.iter().any(|common| class.starts_with(common)))
        && !has(&|class| class == "single" || class.starts_with("single-"))
}
