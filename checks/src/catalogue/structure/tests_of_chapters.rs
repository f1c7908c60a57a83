//! Pages of manuals that are hardly more than their place in them: title pages of chapters, letters
//! of an index, parts without a title.

use super::page_metadata::PageMetadata;
use super::test_read::{fix, judge, read_at, text};
use super::title_h1_match::TitleH1Match;
use crate::page::Page;

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

fn untitled(parts: &str) -> Page {
    read_at("https://docs.example.net/tide/brew-primer.html", &format!("<html lang=en>{parts}"))
}

#[test]
fn no_section_names_a_page_without_a_title() {
    let section = |name: &str| format!("<h1>{name}</h1>{}", text(100));
    let sections = ["Pots and kitchens", "Usability", "Output"].map(section).concat();
    let sections = format!("{sections}<h1>Advanced output</h1>{}", section("Colors"));
    let page = untitled(&format!("<p>This primer tells which pots can be used.</p>{sections}"));
    let (mend, text) = fix(&TitleH1Match, &page);
    assert_eq!(
        mend.title,
        "Add a title and one H1 that name the page, and change the 5 section H1s to H2"
    );
    assert!(text.contains("`brew-primer`"), "{text}");
    let (mend, text) = fix(&PageMetadata, &page);
    assert!(!text.contains("Pots and kitchens"), "{text}");
    assert_eq!(
        mend.title,
        "Add a title that says what the page is about, and write a meta description"
    );
    let page = untitled(&format!("<h1>Brewing tea</h1>{}", ["Pots", "Cups"].map(section).concat()));
    let (mend, _) = fix(&TitleH1Match, &page);
    assert!(!mend.title.starts_with("Add a title and one H1"), "nothing is below the first");
}

#[test]
fn what_names_a_file_names_no_page() {
    let of = |path: &str, title: &str| {
        let html = format!(
            "<html lang=en><title>{title}</title><main><h2>Packages of cedar</h2><ol><li><a \
             href=tide/index.html>tide</a> 7.0.0</ol></main>"
        );
        let page = read_at(&format!("https://docs.example.net/{path}"), &html);
        (fix(&TitleH1Match, &page).1, fix(&PageMetadata, &page).0.title)
    };
    for (path, title) in [
        ("", "index"),
        ("", "Home"),
        ("a/", "default"),
        ("a/b", "Untitled"),
        ("a/tide-7.html", "tide-7.html"),
    ] {
        let (text, order) = of(path, title);
        assert!(text.starts_with("Make `Packages of cedar` on line 1 the H1"), "{title}: {text}");
        assert!(text.contains(&format!("Replace the placeholder `{title}`")), "{title}: {text}");
        assert!(!text.contains(&format!("<h1>{title}")), "{title}: {text}");
        let expected =
            format!("Replace the placeholder title `{title}`, and write a meta description");
        assert_eq!(order, expected);
    }
    for (path, title) in [("a/brew.html", "brew"), ("a/b.html", "Default"), ("a/b.html", "Index")] {
        assert!(!of(path, title).0.contains("placeholder"), "{title}");
    }
}
