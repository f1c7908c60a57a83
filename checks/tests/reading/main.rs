//! Reading pages: hostile ones within bounds, real ones like a browser.
#![expect(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a test that cannot be set up fails, and one that is passed over says why"
)]

mod hostile;

use std::path::PathBuf;

use citable_checks::page::snapshot::{Exchange, Snapshot, SnapshotError};
use citable_checks::page::{Page, parse_only};
use flate2::Compression;
use flate2::write::GzEncoder;
use html5ever::tendril::StrTendril;
use proptest::prelude::*;
use select::document::Document;
use select::node::Data;
use serde::Serialize;
use url::Url;

const MEGABYTE: usize = 1 << 20;

fn snapshot(body: Vec<u8>) -> Snapshot {
    let url = Url::parse("https://www.example.com/").unwrap();
    let answer = Exchange {
        url,
        status: 200,
        headers: vec![("content-type".into(), "text/html; charset=utf-8".into())],
    };
    Snapshot::of_answer(answer, body, 0)
}

/// Reads a page on a thread with the stack that threads have by default.
fn read(html: String) -> Page {
    let thread = std::thread::Builder::new().stack_size(2 << 20);
    let reading = thread.spawn(move || Page::read(&snapshot(html.into_bytes()))).unwrap();
    reading.join().unwrap()
}

fn numbered(count: usize, piece: impl Fn(usize) -> String) -> String {
    (0..count).map(piece).collect()
}

#[test]
fn endless_nesting_is_cut_and_the_start_is_read() {
    for (what, html) in [
        ("div", "<div>".repeat(1_000_000)),
        ("b", numbered(300_000, |n| format!("<b id=x{n}>"))),
        ("a", "<a href=/><table>".repeat(200_000)),
        ("template", "<template>".repeat(500_000)),
        ("svg", "<svg><g>".repeat(500_000)),
        ("ul", "<ul><li>".repeat(500_000)),
        ("font", "<p><font color=red>".repeat(200_000)),
    ] {
        let page = read(format!("<title>Start</title><h1>Start</h1>{html}"));
        assert!(page.document.cut_short, "{what}");
        assert_eq!(page.document.titles[0].value, "Start", "{what}");
        assert_eq!(page.document.h1[0].value, "Start", "{what}");
    }
}

#[test]
fn attributes_beyond_number_are_cut() {
    let many = |attribute: &str| numbered(1_000_000, |n| attribute.replace('#', &n.to_string()));
    for (what, tag) in [
        ("names", format!("<p{}>", many(" a#"))),
        ("unquoted", format!("<p{}>", many(" a#=b"))),
        ("quoted", format!("<p{}>", many(" a#='b c'"))),
        ("slashes", format!("<p{}>", many("/a#"))),
        ("signs", format!("<p{}>", many(" =a#"))),
        ("end tag", format!("</p{}>", many(" a#"))),
        ("end tags", format!("</p{}>", numbered(900, |n| format!(" a{n}"))).repeat(600)),
        ("after a comment", format!("<!-- <a b=\" --><p{}>", many(" a#"))),
        ("after a script", format!("<script>'<a b=\"</script><p{}>", many(" a#"))),
        ("after a reference", format!("&am<p{}>", many(" a#"))),
        ("tags", format!("<p{}>", numbered(900, |n| format!(" a{n}"))).repeat(600)),
        ("bodies", numbered(5_000, |n| format!("<body a{n} b{n} c{n}>"))),
    ] {
        let page = read(format!("<title>Start</title><h1>Start</h1>{tag}"));
        assert_eq!(page.document.h1[0].value, "Start", "{what}");
        if what != "bodies" {
            assert!(page.document.cut_short, "{what}");
        }
    }
}

#[test]
fn work_that_grows_with_what_is_open_is_cut() {
    let bold = |n: usize| format!("<b{}>", numbered(900, |m| format!(" a{n}x{m}")));
    for (what, html) in [
        ("clones", format!("<p>{}{}", numbered(60, bold), "<p>x".repeat(100_000))),
        ("items", "<div>".repeat(500) + &"<li></li>".repeat(400_000)),
        ("ends", numbered(400, |n| format!("<b id={n}>")) + &"</i>".repeat(1_000_000)),
    ] {
        let page = read(format!("<h1>Start</h1>{html}"));
        assert!(page.document.cut_short, "{what}");
        assert_eq!(page.document.h1[0].value, "Start", "{what}");
    }
}

#[test]
fn repeated_texts_are_found_without_comparing_each_with_all() {
    let lines = numbered(20_000, |n| format!("<p>{n}</p>"));
    let page = read(format!(
        "<p>{}</p>{lines}{}",
        "a".repeat(3 * MEGABYTE),
        format!("<noscript>{lines}</noscript>").repeat(3)
    ));
    assert!(!page.document.cut_short);
    assert_eq!(page.document.visible_text.lines().count(), 20_001);
}

#[test]
fn headings_inside_headings_are_read_once() {
    let page = read(format!("{}{}", "<h1><span>".repeat(200), "word ".repeat(200_000)));
    assert_eq!(page.document.h1.len(), 1);
}

#[test]
fn monotonous_megabytes_are_read_to_the_end_or_cut() {
    for piece in [
        "<",
        "<a ",
        "&",
        "&amp;",
        "<!--",
        "</",
        "<p>",
        "<br>",
        "a",
        "<noscript>a</noscript>",
        "\0",
        "<p data-nosnippet>",
        "<form>",
        "<table><b>x",
        "x<tr>",
    ] {
        let html = piece.repeat(5 * MEGABYTE / piece.len());
        let page = read(format!("<title>Start</title>{html}"));
        assert_eq!(page.document.titles[0].value, "Start", "{piece}");
    }
}

#[test]
fn withheld_parts_beyond_number_are_measured() {
    let html: String = (0..60_000).map(|n| format!("<div data-nosnippet>word{n}</div>")).collect();
    let page = read(format!("<main>{html}</main>"));
    let main = &page.document.main;
    assert!(!page.document.cut_short);
    assert_eq!(main.nosnippet_word_equivalents, 60_000);
    assert_eq!(main.word_equivalents, 60_000);
}

#[test]
fn long_values_and_scripts_are_no_reason_to_cut() {
    let image = format!("<img src='data:image/png;base64,{}'>", "iVBOR w0KGgo ".repeat(300_000));
    let script = format!("<script>{}</script>", "if (a<b c d e f) { g = 'h i'; }\n".repeat(90_000));
    let json =
        format!("<div data-props='{}'></div>", "{\"a\": \"b c\", \"d\": [1, 2]} ".repeat(60_000));
    for (what, html) in [("image", image), ("script", script), ("json", json)] {
        let page = read(format!("<h1>Start</h1>{html}<p>The end.</p>"));
        assert!(!page.document.cut_short, "{what}");
        assert!(page.document.visible_text.ends_with("The end."), "{what}");
    }
}

fn real_pages() -> Vec<(String, Vec<u8>)> {
    let folder = std::env::var_os("CITABLE_TEST_DATA").map_or_else(
        || PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../shared/data")),
        PathBuf::from,
    );
    let Ok(files) = std::fs::read_dir(folder.join("pages")) else {
        println!("passed over: no real pages in {}", folder.display());
        return Vec::new();
    };
    let pages = files.map(|file| file.unwrap().path()).filter(|path| {
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        name.ends_with(".html") && !name.contains("expected")
    });
    pages.map(|path| (path.display().to_string(), std::fs::read(&path).unwrap())).collect()
}

/// Start tags in document order, without the contents of `template`, which the plain parser drops.
fn start_tags(document: &Document) -> Vec<String> {
    let apart = ["template"];
    let is_apart = |mut at: Option<usize>| {
        while let Some(index) = at {
            let node = &document.nodes[index];
            if let Data::Element(name, _) = &node.data
                && apart.contains(&&*name.local)
            {
                return true;
            }
            at = node.parent;
        }
        false
    };
    let mut tags = Vec::new();
    let root = document.nodes.iter().find(|node| match &node.data {
        Data::Element(name, _) => &*name.local == "html",
        _ => false,
    });
    let mut at = root.map(|root| root.index);
    while let Some(index) = at {
        let node = &document.nodes[index];
        if let Data::Element(name, _) = &node.data
            && !is_apart(Some(index))
        {
            tags.push(name.local.to_string());
        }
        at = node.first_child.or_else(|| {
            let mut up = Some(index);
            while let Some(index) = up {
                if let Some(next) = document.nodes[index].next {
                    return Some(next);
                }
                up = document.nodes[index].parent;
            }
            None
        });
    }
    tags
}

#[test]
fn real_pages_are_parsed_as_a_plain_parser_does() {
    for (name, body) in real_pages() {
        let html = String::from_utf8_lossy(&body).into_owned();
        let (ours, cut_short) = parse_only(&html, true);
        assert!(!cut_short, "{name}");
        let thread = std::thread::Builder::new().stack_size(64 << 20);
        let plain = thread.spawn(move || {
            let document = Document::from(StrTendril::from(html.as_str()).as_ref());
            start_tags(&document)
        });
        assert_eq!(start_tags(&ours), plain.unwrap().join().unwrap(), "{name}");
    }
}

#[test]
fn real_pages_are_read_whole_and_alike_each_time() {
    for (name, body) in real_pages() {
        let snapshot = snapshot(body);
        let (one, other) = (Page::read(&snapshot), Page::read(&snapshot));
        assert!(!one.document.cut_short, "{name}");
        assert_eq!(one.document.visible_text, other.document.visible_text, "{name}");
        let main = &one.document.main;
        assert!(main.text.len() <= one.document.visible_text.len() + 1, "{name}");
    }
}

proptest! {
    #[test]
    fn anything_can_be_read(html in "(<[a-z/!-]{1,8}[ a-z='\"]{0,12}>|[a-z ä語&;<>]{0,9}|<noscript>|<template>|<table><b>|</p>){0,40}") {
        let page = Page::read(&snapshot(html.into_bytes()));
        prop_assert!(!page.document.visible_text.contains("  "));
        prop_assert!(!page.document.visible_text.contains("\n\n"));
        prop_assert!(!page.document.visible_text.ends_with(char::is_whitespace));
    }

    #[test]
    fn a_stored_snapshot_comes_back(body in proptest::collection::vec(any::<u8>(), 0..300)) {
        let snapshot = snapshot(body);
        let back = Snapshot::decode(&snapshot.encode()).unwrap();
        prop_assert_eq!(back.hash(), snapshot.hash());
        prop_assert_eq!(back, snapshot);
    }
}

#[test]
fn a_snapshot_of_another_format_is_refused() {
    let mut other = snapshot(Vec::new());
    other.format += 2;
    let error = Snapshot::decode(&other.encode()).unwrap_err();
    assert!(error.to_string().contains("format 4"), "{error}");
    assert!(matches!(error, SnapshotError::UnknownFormat { found: 4 }));
    assert!(Snapshot::decode(b"no snapshot").is_err());
}

/// Its fields cannot be known, so the format is read before them.
#[test]
fn a_snapshot_of_another_format_is_told_by_its_number_alone() {
    #[derive(Serialize)]
    struct Older<'a> {
        format: u32,
        fields_of_then: &'a str,
    }
    let mut stored = GzEncoder::new(Vec::new(), Compression::fast());
    ciborium::into_writer(&Older { format: 1, fields_of_then: "x" }, &mut stored).unwrap();
    let error = Snapshot::decode(&stored.finish().unwrap()).unwrap_err();
    assert!(matches!(error, SnapshotError::UnknownFormat { found: 1 }), "{error}");
}
