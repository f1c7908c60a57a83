//! Pages that were slow once.

use crate::grammar::Page;

/// Most made the tree builder walk its stacks again and again. What the others had read again and
/// again stands beside them.
pub(crate) fn pages() -> Vec<Page> {
    let units: [&[&str]; 15] = [
        &["<a>", "<b id=N>", "<i id=N>", "<div>"],
        &["<a href=x>", "<b>", "<div>"],
        &["<nobr>", "<b>", "<i>", "<u>", "<div>"],
        &["<strike x=N y=N z=1>", "<s id=q>", "<u>", "<pre>", "</s>"],
        &[
            "<small size=1>",
            "<font id=N>",
            "<i id=N>",
            "<code id=q>",
            "<address>",
            "</small>",
            "</code>",
        ],
        &["<nobr size=1>", "<tt>", "<center>", "<blockquote color=q>", "x"],
        &["<a x=q y=q z=1>", "<strong size=1>", "<article>", "</b>"],
        &["<table>", "<b>", "x"],
        &["<div>", "x"],
        // The words around a number.
        &["น้ำขึ้น$4.99 $4.99 "],
        // The sentence that a number stands in.
        &["and then 45% of ships lost cargo at sea, we said, "],
        // The page's URL, for each canonical.
        &["<link rel=canonical href=/N>"],
        // The names of the site, for each link or label.
        &["<p><a href=//xN.org>About xN</a></p>"],
        &["<p>About xN</p><p><a href=/yN>Z</a></p>"],
        // All lines below.
        &["<p>© 2020 LeafN</p>"],
    ];
    // The text, for each element around it.
    let nested = Page {
        prefix: "<noscript>".to_owned(),
        prefix_times: 480,
        ..Page::repeated(&["in 1998 "])
    };
    // The class of what a hidden text stands in.
    let hidden = Page {
        prefix: format!("<div class='{}'>", "leaf ".repeat(40_000)),
        prefix_times: 1,
        ..Page::repeated(&["<p hidden>Green tea is a drink of the morning. "])
    };
    units.into_iter().map(Page::repeated).chain([nested, hidden]).collect()
}
