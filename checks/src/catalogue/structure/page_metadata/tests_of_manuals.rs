use super::*;
use crate::catalogue::structure::test_read::{judge, read_at};
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
