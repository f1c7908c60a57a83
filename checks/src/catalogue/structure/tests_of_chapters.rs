//! Pages of manuals that are hardly more than their place in them: title pages of chapters, letters
//! of an index, parts without a title.

use super::page_metadata::PageMetadata;
use super::test_read::{judge, read_at};

#[test]
fn a_part_of_an_index_needs_no_description() {
    let of = |path: &str, title: &str, heading: &str| {
        let html = format!(
            "<html lang=en><title>{title}</title><main><h1>{heading}</h1><table><tr><td>kettle\
             <td><a href=tea.html>Tea</a></table></main>"
        );
        judge(&PageMetadata, &read_at(&format!("https://{path}"), &html)).summary
    };
    let docs = "docs.example.net/tide/index-K.html";
    for (title, heading) in [
        ("leaf-tea-2.1: Pots and cups (Index - K)", "Kettles"),
        ("Cedar reference manual", "Index – K"),
        ("K-Index (Cedar 17)", "Kettles"),
        ("Cedar reference manual", "Index: &amp;"),
        ("Cedar reference manual (Index - All)", "Kettles"),
        ("Cedar reference manual (Index - :)", "Kettles"),
    ] {
        let summary = of(docs, title, heading);
        assert!(summary.starts_with("The page has one title."), "{title}: {summary}");
    }
    let missing = "No meta description.";
    assert_eq!(of(docs, "Cedar reference manual", "Index – Kettles"), missing);
    assert_eq!(of(docs, "Cedar reference manual", "Index"), missing);
    assert_eq!(of("www.example.net/blog/index-k", "The Index – K", "Index – K"), missing);
}
