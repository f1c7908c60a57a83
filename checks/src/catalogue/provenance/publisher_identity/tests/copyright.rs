//! The copyright line of a page.

use super::*;

const TEXT: &str = "<p>Boil fresh water, wait for three minutes, and pour it over the leaves. Then \
    wait again until the tea has the color that you like, and take the leaves out of the pot.</p>";

const MORE: &str = "<p>The pot is made of clay, which keeps the heat for a long time, and its lid is \
    as wide as a hand. Clean it with warm water alone, and let it dry in the air before you close \
    it.</p>";

fn part_of(url: &str, html: &str) -> String {
    judge(&read_at(url, &format!("<html lang=en><title>Kettles</title>{html}"))).summary
}

fn has_owner(html: &str) -> bool {
    part_of("https://docs.host.test/kettles", html).contains("only a copyright owner")
}

#[test]
fn a_line_at_the_end_of_the_page_needs_no_sign() {
    let below = |line: &str| format!("<h1>Kettles</h1>{TEXT}{MORE}<div id=footer><p>{line}</div>");
    for line in [
        "Copyright 2026 The Tea Foundation.<br>Licensed under the Leaf License.",
        "Copyright 2019-2026, Tea Foundation",
        "Copyright 2026 by Tea Foundation. All rights reserved.",
    ] {
        assert!(has_owner(&below(line)), "{line}");
    }
    for line in ["Copyright law protects Tea", "Copyright 2026", "Copyright in 2026 is Old"] {
        assert!(!has_owner(&below(line)), "{line}");
    }
    let inside =
        format!("<main><h1>Kettles</h1><p>Copyright 2026 Tea Board</p>{TEXT}{MORE}</main>");
    assert!(!has_owner(&inside));
}

#[test]
fn what_the_text_quotes_is_not_the_owner_of_the_page() {
    let notice = "<p>Copyright © 2007 Leaf Foundation, Inc.</p>";
    let code = "<pre>© 2026 Leaf Foundation</pre>";
    for text in [
        format!("<h1>Kettles</h1>{notice}{TEXT}{MORE}"),
        format!("<main><h1>Kettles</h1><p>Pour it.</p><h2>Notes</h2>{notice}{TEXT}{MORE}</main>"),
        format!("<main><h1>Kettles</h1>{TEXT}{MORE}{code}</main>"),
    ] {
        assert!(!has_owner(&text), "{text}");
    }
    let footer = "<footer>© 2026 Tea Board</footer>";
    assert!(has_owner(&format!("<main><h1>Kettles</h1>{notice}{TEXT}{MORE}</main>{footer}")));
    // Where nothing marks the footer.
    assert!(has_owner(&format!("<h1>Kettles</h1>{TEXT}{MORE}<p>© 2026 Tea Board</p>")));
}

#[test]
fn the_title_page_of_a_work_names_its_owner() {
    let html = format!("<h1>Kettles</h1><p>Copyright © 2026 Tea Board</p>{TEXT}{MORE}");
    let said = part_of("https://www.host.test/", &html);
    assert!(said.contains("only a copyright owner"), "{said}");
}

#[test]
fn links_that_follow_are_no_part_of_the_owner() {
    let owner = |line: &str| {
        let html =
            format!("<html lang=en><title>Kettles</title><h1>Kettles</h1>{TEXT}<footer>{line}");
        let page = read_at("https://docs.host.test/kettles", &html);
        copyright_owners(&Context::new(&page, false)).first().map(|owner| (*owner).to_owned())
    };
    let links = "<a href=/privacy>Privacy</a> <a href=/terms>Terms</a>";
    assert_eq!(owner(&format!("<span>© 2026 Leaf</span>{links}")).as_deref(), Some("Leaf"));
    assert_eq!(owner(&format!("<span>© 2026 Leaf</span> {links}")).as_deref(), Some("Leaf"));
    assert_eq!(owner(&format!("© 2026 <a href=/>Leaf</a> {links}")).as_deref(), Some("Leaf"));
    assert_eq!(owner("© 2026 <a href=/>Tea Leaf</a>").as_deref(), Some("Tea Leaf"));
    assert_eq!(owner("© 2026 Tea <a href=/>Leaf</a>").as_deref(), Some("Tea Leaf"));
    assert_eq!(owner(&format!("© 2026 Leaf, {links}")).as_deref(), Some("Leaf"));
    let two = "© 2026 <a href=/jane>Jane Doe</a> and <a href=/john>John Roe</a>";
    assert_eq!(owner(two).as_deref(), Some("Jane Doe and John Roe"));
}
