//! Pages of manuals that are hardly more than their place in them: title pages of chapters, letters
//! of an index, parts without a title.

use super::answer_first::AnswerFirst;
use super::content_depth::ContentDepth;
use super::page_metadata::PageMetadata;
use super::test_read::{fix, judge, paragraph, read_at, text};
use super::title_h1_match::TitleH1Match;
use crate::page::Page;
use crate::report::{PageKind, Status};

fn docbook(head: &str, body: &str) -> Page {
    let html = format!(
        "<html lang=en><head><title>Chapter 5. Leaks</title><meta name=generator content='DocBook \
         XSL Stylesheets'>{head}</head><body><div class=titlepage><h1 class=title>Chapter 5. \
         Leaks</h1></div>{body}</body></html>"
    );
    read_at("https://docs.example.net/tide/chapter5.html", &html)
}

const CONTENTS: &str = "<dl><dt><a href=s1.html>5.1. If the pot of the kitchen leaks</a></dt><dt><a href=s2.html>5.2. \
     If the cup of a guest leaks</a></dt><dt><a href=s3.html>5.3. If the kettle on the stove \
     leaks</a></dt></dl>";

#[test]
fn the_title_page_of_a_chapter_needs_no_length() {
    let of = |head: &str, body: &str| {
        let page = docbook(head, body);
        assert_eq!(page.document.kind.kind, PageKind::Listing);
        judge(&ContentDepth, &page).status
    };
    let label = |label: &str| format!("<p><b>{label}</b></p>{CONTENTS}");
    assert_eq!(of("", &label("Table of Contents")), Status::Na);
    assert_eq!(of("", &label("Inhaltsverzeichnis")), Status::Na);
    let some = label("Leaks are found with dry paper");
    assert_eq!(of("<link rel=next href=s1.html>", &some), Status::Na, "one of a sequence");
    assert_ne!(of("", &some), Status::Na);
}

#[test]
fn a_sentence_may_end_in_what_it_leads_to() {
    let of = |sentence: &str| {
        let part = |name: &str| {
            let link = format!("<a href={name}/index.html>{name}</a>");
            format!("<h2>Library {name}</h2><p>{}</p>", sentence.replace("LINK", &link))
        };
        let parts: String = ["cedar", "tide", "teapot"].map(part).concat();
        let html =
            format!("<html lang=en><title>Libraries</title><main><h1>Libraries</h1>{parts}</main>");
        judge(&ContentDepth, &read_at("https://docs.example.net/tide/index.html", &html)).status
    };
    let entry = "The entry point of this library, which was written for the kitchens of ships and \
                 of trains, is the module";
    assert_eq!(of(&format!("{entry}: LINK.")), Status::Na);
    assert_ne!(of(&format!("{entry} LINK.")), Status::Na);
    assert_ne!(of(&format!("{entry}: LINK. It is new.")), Status::Na);
}

/// A few words more on the start page of a library are of no use to its readers.
#[test]
fn a_home_page_that_is_nearly_long_enough_is_long_enough() {
    let of = |words: usize, beside: usize| {
        let html = format!(
            "<html lang=en><title>Cedar</title><main><h1>Cedar</h1>{}<a href=tide.html>Tide</a>\
             </main><div>{}</div>",
            paragraph(words),
            paragraph(beside)
        );
        judge(&ContentDepth, &read_at("https://cedar.example.net/", &html)).status
    };
    assert_eq!((of(42, 0), of(30, 0), of(10, 0)), (Status::Na, Status::Warn, Status::Fail));
    assert_eq!(of(36, 6), Status::Na, "most of it was taken for the content");
}

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

const PLEDGE: &str = "<p>We as contributors pledge to make taking part in our project a pleasure \
                      for everybody who pours tea with us, at any hour of the day and in any \
                      weather.</p>";

#[test]
fn a_code_of_conduct_needs_no_opening() {
    let of = |title: &str, opening: &str| {
        let html = format!(
            "<html lang=en><title>{title} - cedar</title><main><h1>{title}</h1>{opening}<h2>Our \
             pledge</h2>{PLEDGE}{}</main>",
            text(300)
        );
        judge(&AnswerFirst, &read_at("https://docs.example.net/tide/conduct.html", &html)).status
    };
    let opening = "<p>The code of conduct of cedar says in ten rules how its contributors treat \
                   each other, and who answers if somebody breaks one of them.</p>";
    assert_eq!(of("Code of Conduct", ""), Status::Na);
    assert_eq!(of("Verhaltenskodex", ""), Status::Na);
    assert_eq!(of("Code of Conduct", opening), Status::Pass);
    assert_ne!(of("How to write a code of conduct for a project", ""), Status::Na);
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
    let unfilled = untitled(&format!("<title>tide: $title</title><p>A primer.</p>{sections}"));
    assert_eq!(fix(&TitleH1Match, &unfilled).0.title, mend.title);
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

#[test]
fn the_name_of_the_manual_is_none_of_the_title_of_its_lists() {
    let of = |title: &str| {
        let links: String =
            (0..20).map(|at| format!("<tr><td><a href=pot.html#p{at}>pour{at}()</a>")).collect();
        let html = format!(
            "<html lang=en><title>{title}</title><main><h1>Pots by name</h1>\
             <table class='indextable genindextable'>{links}</table></main>"
        );
        let page = read_at("https://docs.example.net/tide/pots.html", &html);
        let finding = judge(&TitleH1Match, &page);
        (finding.status, finding.details.first().map(|title| title.excerpt.clone()))
    };
    let (status, compared) = of("Pots by name — libtide v4.7.0 Manual");
    assert_eq!((status, compared.as_deref()), (Status::Pass, Some("Pots by name")));
    assert_eq!(of("Pots by name — cups").1.as_deref(), Some("Pots by name — cups"));
}
