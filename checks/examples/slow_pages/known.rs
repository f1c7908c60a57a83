//! Pages that were slow once.

use crate::grammar::Page;

/// All but the last six made the tree builder walk its stacks again and again. Of those, one had the
/// words around each of its numbers read, one each of its canonical links compared with its URL, two
/// the names of the site looked for at each link or label named after it, one all lines below each
/// copyright line counted, and the last its text copied for each `noscript` around it.
pub(crate) fn pages() -> Vec<Page> {
    let units: [&[&str]; 14] = [
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
        &["น้ำขึ้น$4.99 $4.99 "],
        &["<link rel=canonical href=/N>"],
        &["<p><a href=//xN.org>About xN</a></p>"],
        &["<p>About xN</p><p><a href=/yN>Z</a></p>"],
        &["<p>© 2020 LeafN</p>"],
    ];
    let nested = Page {
        prefix: "<noscript>".to_owned(),
        prefix_times: 480,
        ..Page::repeated(&["in 1998 "])
    };
    units.into_iter().map(Page::repeated).chain([nested]).collect()
}
