//! Pages of manuals that are code: declarations that a tool wrote, listings of source files.

use super::content_depth::ContentDepth;
use super::test_read::{judge, paragraph, paragraphs, read_at};
use crate::catalogue::extraction::html_budget::HtmlBudget;
use crate::check::Context;
use crate::page::Page;
use crate::report::Status;
use crate::site::PageFacts;

fn module(heading: &str, content: &str) -> Page {
    let name = heading.rsplit('.').next().unwrap();
    let html = format!(
        "<html lang=en><head><title>{heading}</title></head><body><h1>Module {name}</h1>\
         <main>{content}</main></body></html>"
    );
    read_at("https://docs.example.net/tide/module.html", &html)
}

fn declared(code: &str) -> String {
    format!("<div class=spec><code>{code}</code></div>")
}

#[test]
fn a_module_of_one_declaration_is_whole() {
    let of = |content: &str| judge(&ContentDepth, &module("Cedar.Version", content)).status;
    let (version, module) = (declared("val version : string"), declared("module Pot : sig end"));
    assert_eq!(of(&version), Status::Na);
    assert_ne!(of("<p>The version of cedar.</p>"), Status::Na, "text");
    let about = "<p>Cups of tea, in the order in which they were poured. Each has</p><ul>\
                 <li>a leaf, which gives its taste</li><li>a day on which it was picked</li>\
                 <li>a pot</li></ul>";
    let many = module.repeat(12);
    assert_eq!(of(&format!("{about}{many}")), Status::Na, "declarations below a text");
    assert_ne!(of(&format!("{about}{many}<p>Pour slowly.</p>")), Status::Na, "text below them");
    assert_ne!(of(&format!("{}{module}", paragraphs(4, 25))), Status::Na, "mostly text");
}

#[test]
fn a_subject_that_begins_with_such_a_word_is_no_module() {
    let of = |heading: &str| {
        let code = declared("store = open('pots')").repeat(12);
        let html = format!(
            "<html lang=en><head><title>{heading} — Tea 3.1 documentation</title>\
             <meta name=generator content='Docutils 0.19'></head><body><main><h1>{heading}</h1>\
             {}{code}</main></body></html>",
            paragraphs(4, 6)
        );
        judge(&ContentDepth, &read_at("https://docs.example.net/tide/store.html", &html)).status
    };
    assert_ne!(of("Object storage"), Status::Na);
    assert_ne!(of("Object Storage"), Status::Na);
    assert_eq!(of("Object tea.Storage"), Status::Na);
}

#[test]
fn the_listing_of_a_source_file_is_not_split() {
    let of = |line: &str| {
        let lines = format!("<a href='#x'>{line}</a>\n").repeat(20_000);
        let html = format!("<html lang=en><title>Cedar.Pot</title><pre>{lines}</pre>");
        judge(&HtmlBudget, &read_at("https://docs.example.net/src/Cedar.Pot.html", &html)).status
    };
    assert_eq!(of("pour :: (Pot a, Cup b) -> [a] -> Either b (Tea_of a) -- pours"), Status::Na);
    let prose = "The tide comes in twice a day, and the cedar at the shore stands in water.";
    assert_eq!(of(prose), Status::Warn, "a text in one piece");
}

#[test]
fn declarations_below_other_headings_are_other_texts() {
    let facts = |heading: &str, content: &str| {
        PageFacts::of(&Context::new(&module(heading, content), false)).text.unwrap()
    };
    let values: String = (0..60)
        .map(|number| declared(&format!("val pour{number} : leaf -> water -> pot -> tea")))
        .collect();
    let distance = |[one, other]: [&str; 2], content: &str| {
        facts(one, content).distances(facts(other, content)).0
    };
    assert_eq!(distance(["Cedar.Set", "Cedar.Set"], &values), 0);
    assert!(distance(["Cedar.Set", "Tide.Set"], &values) > 8);
    let text = format!("{values}{}", paragraph(60));
    assert_eq!(distance(["Cedar.Set", "Tide.Set"], &text), 0, "a text tells them apart");
}
