use super::*;
use crate::catalogue::structure::test_read::{fix, judge, read_at};
use crate::report::Status;

fn of(file: &str, title: &str, contents: &str) -> Finding {
    let html = format!(
        "<html lang=en><meta name=generator content='Doxygen 1.9.4'><title>Tea: {title}</title>\
         <body><div class=header><div class=headertitle><div class=title>{title}</div></div></div>\
         <div class=contents>{contents}</div>"
    );
    judge(&PageMetadata, &read_at(&format!("https://docs.host.test/tea/{file}"), &html))
}

#[test]
fn what_has_no_text_needs_no_description() {
    let text = "<p>Water is boiled, and poured over the leaves that are in the pot.";
    let empty = of("brewing.html", "How to brew tea", "");
    assert_eq!(empty.status, Status::Pass, "{}", empty.summary);
    assert!(empty.summary.contains("no text"), "{}", empty.summary);
    assert_eq!(of("brewing.html", "How to brew tea", text).status, Status::Warn);
    let list = of("deprecated.html", "Deprecated List of tea", "<dl><dt>Pot<dd>Use a cup.</dl>");
    assert_eq!(list.status, Status::Pass, "{}", list.summary);
}

#[test]
fn a_warning_is_no_description() {
    let of = |class: &str| {
        let html = format!(
            "<html lang=en><title>Leaf — Tea 9.1 documentation</title><div class=body role=main>\
             <h1>About</h1><div class='{class}'><p>Mind</p><p>If you are brewing a released kind of \
             tea, see the page of all kinds to find the text for it.</p></div><p>Leaf brews tea of all \
             kinds, from small cups to large pots, and keeps it hot for an hour.</p><p>{}</p></div>",
            "It pours water on the leaves. ".repeat(20)
        );
        let page = read_at("https://tea.example/docs/leaf.html", &html);
        fix(&PageMetadata, &page).0.snippet.unwrap_or_default()
    };
    assert!(of("admonition warning").contains("Leaf brews tea"), "{}", of("admonition warning"));
    assert!(!of("part").contains("Leaf brews tea"), "{}", of("part"));
}
