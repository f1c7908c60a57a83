//! Manuals as people wrote them by hand: text indented by quotes, anchors in words, lists of terms.

use super::answer_first::AnswerFirst;
use super::content_depth::ContentDepth;
use super::test_read::{judge, paragraph, read_at};
use crate::check::Context;
use crate::page::Page;
use crate::report::Status;

fn manual(title: &str, body: &str) -> Page {
    let html =
        format!("<html lang=en><head><title>{title}</title></head><body>{body}</body></html>");
    read_at("https://docs.example.net/tea/Chapter.html", &html)
}

const OPENING: &str = "The main purpose of this chapter is to describe the syntax of Tea, with its \
                       names, its numbers and the order in which it reads them.";

#[test]
fn a_text_that_quotes_indent_is_a_text() {
    let of = |around: &str| {
        let section = |name: &str| format!("<h2>{name}</h2><{around}>{}</{around}>", paragraph(80));
        let sections: String = ["Names", "Numbers", "Order"].map(section).concat();
        let body = format!("<h1>Syntax of Tea</h1><{around}><p>{OPENING}</{around}>{sections}");
        judge(&AnswerFirst, &manual("Tea: Syntax of Tea", &body))
    };
    assert_eq!(of("blockquote"), of("div"));
    let note = format!(
        "<h1>Syntax of Tea</h1><blockquote>{OPENING}</blockquote><h2>Names</h2>{}",
        paragraph(300)
    );
    let status = judge(&AnswerFirst, &manual("Tea: Syntax of Tea", &note)).status;
    assert_ne!(status, Status::Pass, "a note above the text is a quotation");
}

#[test]
fn an_anchor_in_a_word_parts_nothing() {
    let of = |first: &str, second: &str| {
        let body = format!("<h1><a {first}>Depend</a><a {second}>encies</a></h1>");
        let page = manual("Tea Reference: Dependencies", &body);
        page.document.h1[0].value.clone()
    };
    assert_eq!(of("name=7", "name=0"), "Dependencies");
    assert_eq!(of("href=/depend", "href=/encies"), "Depend encies");
}

#[test]
fn an_entry_of_terms_is_as_long_as_its_subject_needs() {
    let of = |terms: &[&str], rest: usize| {
        let terms: String =
            terms.iter().map(|term| format!("<dt>{term}<dd>{}", paragraph(12))).collect();
        let body = format!("<h1>The Choice Value</h1><dl>{terms}</dl>{}", paragraph(rest));
        judge(&ContentDepth, &manual("Choice Value", &body)).status
    };
    assert_eq!(of(&["Presence", "Contents", "Color"], 0), Status::Na);
    assert_ne!(of(&["Presence", "Contents"], 0), Status::Na, "two terms");
    assert_ne!(of(&["Presence?", "Contents?", "Color?"], 0), Status::Na, "questions");
    assert_ne!(of(&["Presence", "Contents", "Color"], 60), Status::Na, "mostly text");
}

#[test]
fn a_declaration_and_a_sentence_are_an_entry() {
    let of = |said: &str| {
        let body = format!("<h1>tea.clear</h1><pre>tea.clear()</pre>{said}");
        judge(&ContentDepth, &manual("tea.clear", &body)).status
    };
    assert_eq!(of("<p>Forgets all cups of tea.</p>"), Status::Na);
    assert_ne!(of(""), Status::Na, "nothing is said of it");
}

/// None of its first headings names the whole: the text begins at the first of them.
#[test]
fn the_opening_of_many_sections_is_at_the_top() {
    let long = "Implementing the example of a cup with basic tea asks for a pot that is warm and a \
                kettle that is full and leaves that are fresh and a spoon that is clean and a table \
                that is free and a friend who has the time to wait for all of it.";
    let of = |first: &str| {
        let body = format!(
            "<h1>Introduction</h1>{first}<h1>Implementing the example using basic tea</h1>\
             <p>{long}</p><h1>Installation</h1>{}",
            paragraph(200)
        );
        judge(&AnswerFirst, &manual("tea: Using basic tea cups", &body))
    };
    let opening = "<p>Tea is a library of cups and pots that is built on top of water, and using \
                   it takes a few lines.</p>";
    let finding = of(&format!("{opening}{}", paragraph(60)));
    assert_eq!(finding.status, Status::Pass, "{finding:?}");
    assert_ne!(of("").status, Status::Pass, "nothing stands above the section");
}

#[test]
fn a_delayed_refresh_is_a_redirect() {
    let of = |content: &str| {
        let head = format!("<meta http-equiv=refresh content='{content}'>");
        let html = format!("<html><head>{head}</head><body></body></html>");
        let page = read_at("https://docs.example.net/tea/old.html", &html);
        Context::new(&page, false).subject.is_forwarding
    };
    assert!(of("1; url=new.html") && of("5; url=new.html"));
    assert!(!of("30; url=new.html") && !of("1; url=old.html") && !of("5"));
    assert!(!of("5; url=/tea/old.html?now"), "it loads itself again");
}

#[test]
fn a_script_that_only_leads_on_is_a_redirect() {
    let of = |script: &str, body: &str| {
        let head = format!("<script>{script}</script>");
        let html = format!("<html><head>{head}</head><body>{body}</body></html>");
        let page = read_at("https://docs.example.net/tea/old.html", &html);
        Context::new(&page, false).subject.is_forwarding
    };
    for script in [
        "location='new.html'",
        "window.location.href = \"/tea/new.html\" + location.hash;",
        "location.replace(\"new.html\" + location.search + location.hash);",
        "var anchor=window.location.hash.substr(1);location.href=\"new.html\"+(anchor?\"#\":\"\")",
    ] {
        assert!(of(script, "Redirecting…"), "{script}");
    }
    for script in [
        "location.href = 'old.html'",
        "if (top != self) top.location = 'new.html'",
        "function go() { location = 'new.html' }",
        "var here = location.href; track(\"new.html\")",
        "location.reload()",
    ] {
        assert!(!of(script, ""), "{script}");
    }
    assert!(!of("location='new.html'", &paragraph(200)), "it has a text of its own");
}
