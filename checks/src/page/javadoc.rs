//! What Javadoc, and Groovydoc after it, write with elements that say nothing of it: declarations,
//! tables drawn with `div`, the page's title.

use html5ever::local_name;
use select::node::Node;

use crate::page::tree::has_token;

/// Classes of the elements that show how something is declared.
const SIGNATURES: [&str; 4] =
    ["member-signature", "memberSignature", "type-signature", "typeSignature"];

/// Whether an element shows how a type or a member is declared.
pub(crate) fn is_signature(node: Node<'_>) -> bool {
    SIGNATURES.iter().any(|class| is_of_class(node, class))
}

/// Whether an element is a table of members, whose cells are its children.
pub(crate) fn is_table(node: Node<'_>) -> bool {
    is_of_class(node, "summary-table") && node.children().any(|cell| column(cell).is_some())
}

/// Whether an element says what the table behind it lists.
pub(crate) fn is_caption(node: Node<'_>) -> bool {
    /// What may stand between them: white space and a comment.
    const BETWEEN: usize = 3;
    let behind = std::iter::successors(node.next(), Node::next).take(BETWEEN);
    let mut behind = behind.filter(|node| node.name().is_some());
    is_of_class(node, "caption") && behind.next().is_some_and(is_table)
}

/// Whether an element is a cell of such a table.
pub(crate) fn is_cell(node: Node<'_>) -> bool {
    column(node).is_some() && node.parent().is_some_and(|up| is_of_class(up, "summary-table"))
}

/// How many rows and columns such a table has, its header left out of the rows.
pub(crate) fn rows_and_columns(table: Node<'_>) -> (usize, usize) {
    let is_header = |cell: &Node<'_>| is_of_class(*cell, "table-header");
    let cells = || table.children().filter(|node| column(*node).is_some());
    let begins_row = |cell: &Node<'_>| column(*cell) == Some("col-first");
    let columns = cells().filter(is_header).count();
    (cells().filter(|cell| !is_header(cell) && begins_row(cell)).count(), columns)
}

/// Whether a heading is the one in which each page shows its title: “Class Pot”.
pub(crate) fn is_title(node: Node<'_>) -> bool {
    let class = local_name!("class");
    matches!(node.name(), Some("h1" | "h2"))
        && has_token(node, &class, "title")
        && node.attr("title").is_some()
        && node.parent().is_some_and(|up| is_of_class(up, "header"))
}

/// The class of a cell that says which column it stands in.
fn column(node: Node<'_>) -> Option<&str> {
    let classes = node.attr("class").filter(|_| node.name() == Some("div"))?;
    classes.split_ascii_whitespace().find(|class| class.starts_with("col-"))
}

fn is_of_class(node: Node<'_>, class: &str) -> bool {
    node.name() == Some("div") && has_token(node, &local_name!("class"), class)
}
