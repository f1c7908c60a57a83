//! Kinds of entries and chapters of a reference.

use super::{SENTENCE, json_ld, kind};
use crate::report::PageKind;

const URL: &str = "https://example.com/c/brew.html";

fn long() -> String {
    format!("<p>{}</p>", SENTENCE.repeat(4)).repeat(20)
}

#[test]
fn code_before_the_text_makes_an_entry() {
    let of = |start: &str| kind(URL, &format!("<h1>Brewing</h1>{start}{}", long()));
    for start in [
        "<pre>int brew(leaves *all);</pre>",
        "<blockquote><pre>#define TEA 1</pre></blockquote>",
        "<h2>Pour</h2><p>Since 1.0</p><pre><code>pour [options]</code></pre>",
    ] {
        let found = of(start);
        assert_eq!((found.kind, found.may_be_article), (PageKind::Docs, false), "{start}");
    }
    for start in [
        "<pre>The kettle sings, the leaves unfold (twice)</pre>",
        "<p>A kettle sings before the leaves unfold, and whoever hears it knows that it is tea that \
         is made.</p><pre>brew(all)</pre>",
        "<time datetime=2026-05-03>May 3, 2026</time><pre>brew(all)</pre>",
    ] {
        assert_ne!(of(start).kind, PageKind::Docs, "{start}");
    }
    let post =
        kind("https://example.com/blog/brew", &format!("<h1>Tea</h1><pre>brew()</pre>{}", long()));
    assert_eq!(post.kind, PageKind::Article);
}

#[test]
fn tools_that_make_manuals_make_documentation() {
    let of = |by: &str| {
        let head = format!("<head><meta name=generator content='{by}'></head>");
        kind(URL, &format!("{head}<h2>Brewing</h2>{}", long())).kind
    };
    for by in ["DocBook XSL Stylesheets V1.79.1", "makeinfo", "GNU Texinfo 7.1"] {
        assert_eq!(of(by), PageKind::Docs, "{by}");
    }
    assert_ne!(of("AsciiDoc 10.2.0"), PageKind::Docs, "makes anything");
}

#[test]
fn the_title_of_a_manual_page_makes_an_entry() {
    let of = |title: &str, body: &str| {
        kind(URL, &format!("<title>{title}</title><h1>Tea</h1>{body}{}", long())).kind
    };
    for title in ["brew(1)", "brew-tea(3p) Manual Page", "brew(8) - Tea Leaf", "brew(1ssl) | Tea"] {
        assert_eq!(of(title, ""), PageKind::Docs, "{title}");
    }
    for title in ["brew(1) is better than you think", "brew(s)", "Tea (2)", "brew(0)", "Tea"] {
        assert_ne!(of(title, ""), PageKind::Docs, "{title}");
    }
    assert_eq!(of("brew(1)", "<p class=author>Ann Lee</p>"), PageKind::Docs, "and its author");
    let post = json_ld(r#"{"@context":"https://schema.org","@type":"BlogPosting"}"#);
    assert_eq!(of("brew(1)", &post), PageKind::Article);
}

#[test]
fn a_syntax_diagram_before_the_text_makes_an_entry() {
    let drawn = "<div><svg><text>BREW</text><text>leaf-name</text><text>;</text></svg></div>";
    let chart = "<div><svg><text>Tea in tons</text><text>2025</text><text>2026</text></svg></div>";
    let of = |body: &str| kind(URL, &format!("<h1>BREW</h1>{body}")).kind;
    let links =
        "Used by: <a href=a>leaf-list</a> <a href=b>leaf-name</a><br>See: <a href=c>pour</a>";
    assert_eq!(of(&format!("{drawn}{links}")), PageKind::Docs);
    assert_eq!(of(&format!("{drawn}{}", long())), PageKind::Docs);
    assert_eq!(of(&format!("{chart}{}", long())), PageKind::Article);
    assert_eq!(of(&format!("{}{drawn}", long())), PageKind::Article);
    let unnamed = kind(URL, &format!("{drawn}{}", long()));
    assert_eq!(unnamed.kind, PageKind::Docs, "without a heading");
    let article = json_ld(r#"{"@context":"https://schema.org","@type":"Article"}"#);
    assert_eq!(of(&format!("{article}{drawn}{}", long())), PageKind::Article);
}

#[test]
fn functions_with_their_parameters_make_a_reference() {
    let of = |name: &str| {
        let one = format!("<h3>{name}</h3>{}", long());
        kind(URL, &format!("<h1>Functions</h1>{}", one.repeat(5))).kind
    };
    assert_eq!(of("brew(leaves, water)"), PageKind::Docs);
    assert_eq!(of("<code>tea.pour()</code>"), PageKind::Docs);
    assert_eq!(of("Leaf(s)"), PageKind::Article);
    assert_eq!(of("teapots(12)"), PageKind::Article);
    assert_eq!(of("Rating(high)"), PageKind::Article);
    assert_eq!(of("Brewing (hot)"), PageKind::Article);
}

#[test]
fn numbered_subsections_make_a_chapter() {
    let of = |headings: [&str; 3]| {
        let parts = headings.map(|heading| format!("<h2>{heading}</h2>{}", long())).concat();
        kind(URL, &format!("<h1>Tea</h1>{parts}")).kind
    };
    assert_eq!(of(["1. Leaves", "1.1. Green leaves", "1.2 Black leaves"]), PageKind::Docs);
    assert_eq!(of(["1. Leaves", "2. Green leaves", "3. Black leaves"]), PageKind::Article);
    assert_eq!(of(["Leaves", "1.5 liters of water", "Black leaves"]), PageKind::Article);
}

#[test]
fn a_manual_page_in_one_preformatted_text_is_known_by_its_sections() {
    let of = |name: &str, section: &str, line: &str| {
        let text = format!(
            "<title>Kettle manual - brew(1)</title><pre>\nBREW(1)      BREW(1)\n\n<b>{name}</b>\n   \
             {line}\n\n<b>{section}</b>\n   <b>brew</b> [<b>-c</b> <i>cup</i>]\n\n   {}</pre>",
            SENTENCE.repeat(60).replace(". ", ".\n   ")
        );
        kind("https://www.example.com/brew.1.html", &text).kind
    };
    let line = "brew - pour water on leaves";
    assert_eq!(of("NAME", "SYNOPSIS", line), PageKind::Docs);
    assert_eq!(of("NAME", "DESCRIPTION", line), PageKind::Docs);
    assert_ne!(of("NAME", "WATER", line), PageKind::Docs);
    assert_ne!(of("NAME", "SYNOPSIS", "A poem on tea"), PageKind::Docs);
}
