//! What Doxygen writes with elements that say nothing of it: code as lines of `div`, the page's
//! title, the manual's name and version, frames for the results of a search.

use html5ever::local_name;
use select::node::Node;

use crate::page::text::collapse;
use crate::page::tree::{attribute, has_token};

/// Whether an element is a line of code.
pub(crate) fn is_line(node: Node<'_>) -> bool {
    is_of_class(node, "line") && node.parent().is_some_and(is_fragment)
}

/// Whether an element is code, line by line.
pub(crate) fn is_code(node: Node<'_>) -> bool {
    let mut inside = node.children().filter(|child| child.name().is_some());
    is_fragment(node) && inside.next().is_some_and(|first| is_of_class(first, "line"))
}

fn is_fragment(node: Node<'_>) -> bool {
    is_of_class(node, "fragment")
}

/// Whether an element shows the title of the page above its text.
pub(crate) fn is_title(node: Node<'_>) -> bool {
    is_of_class(node, "title") && node.parent().is_some_and(|up| is_of_class(up, "headertitle"))
}

fn is_of_class(node: Node<'_>, class: &str) -> bool {
    node.name() == Some("div") && has_token(node, &local_name!("class"), class)
}

/// Whether a table lists the members of something, each in a row, below a heading of its own.
pub(crate) fn is_list_of_members(table: Node<'_>) -> bool {
    has_token(table, &local_name!("class"), "memberdecls")
}

/// Whether an element is the version of what the manual is about.
pub(crate) fn is_version(node: Node<'_>) -> bool {
    attribute(node, &local_name!("id")) == Some("projectnumber")
}

/// What the manual is about, where an element is called the name of that.
pub(crate) fn name_of_project(node: Node<'_>) -> Option<String> {
    if attribute(node, &local_name!("id")) != Some("projectname") {
        return None;
    }
    let own: String = node.children().filter_map(|child| child.as_text()).collect();
    Some(collapse(&own)).filter(|name| !name.is_empty())
}

/// Whether a body is that of a frame in which scripts show what a search found.
pub(crate) fn is_frame_of_results(body: Node<'_>) -> bool {
    body.name() == Some("body") && has_token(body, &local_name!("class"), "SRPage")
}
