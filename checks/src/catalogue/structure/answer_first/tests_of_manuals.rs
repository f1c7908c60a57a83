//! Openings of pages of manuals, whose headings are names.

use super::*;
use crate::catalogue::structure::test_read::{judge, paragraphs, read_at};
use crate::page::Page;
use crate::report::Status;

/// A page of a manual.
fn page(title: &str, begin: &str) -> Page {
    let html = format!(
        "<html lang=en><title>{title}</title><main><h1>{title}</h1>{begin}<h2>Leaves</h2>{}</main>",
        paragraphs(6, 60)
    );
    read_at("https://docs.example.com/manual/page.html", &html)
}

fn of(title: &str, begin: &str) -> Finding {
    judge(&AnswerFirst, &page(title, begin))
}

/// A sentence of sixty words or more.
fn long() -> String {
    "It pours the water that has boiled over leaves which lie in it because ".repeat(5)
}

#[test]
fn an_entry_is_as_long_as_its_subject_needs() {
    for line in [
        "The step pours water over the leaves.",
        "interface for the pots used by the brewer",
        "minimal kettle implementation allowing to boil water",
    ] {
        let finding = of("TeaPour", &format!("<p>{line}</p>"));
        assert_eq!(finding.status, Status::Pass, "{line}: {}", finding.summary);
    }
    let cell = "<table><tr><td>Menu</td></tr><tr><td><p>minimal kettle that boils water for \
                the pots</p></td></tr></table>";
    assert_eq!(of("TeaPour", cell).summary, "The page opens with a text of 8 words.");
    let label = of("TeaPour", "<p>Pots</p><p>kettle implementation that boils water for it</p>");
    assert_eq!(label.status, Status::Pass, "{}", label.summary);
}

#[test]
fn the_heading_of_an_entry_names_its_subject() {
    let text =
        "<p>You may draw a label at any place of the cup, which is given by two numbers.</p>";
    let finding = of("Coordinates", text);
    assert_eq!(finding.summary, "The page opens with a text of 17 words.");
    let html = format!(
        "<html lang=en><title>Coordinates</title><script type=application/ld+json>{{\"@type\":\
         \"Article\"}}</script><main><h1>Coordinates</h1>{text}{}</main>",
        paragraphs(6, 60)
    );
    let article = read_at("https://www.example.com/blog/coordinates", &html);
    assert!(judge(&AnswerFirst, &article).summary.contains("mentions nothing"));
}

#[test]
fn notes_above_a_text_do_not_open_it() {
    let text = "<p>The kettle can boil the water of several pots at once, each in its turn.</p>";
    let note = |label: &str| {
        format!(
            "<div><p>{label}</p><p>This section describes the pots that stand in the sun all day until they run dry.</p></div>"
        )
    };
    assert_eq!(of("Boiling", &format!("{}{text}", note("Note"))).status, Status::Pass);
    assert_eq!(of("Boiling", &format!("{}{text}", note("Pots of clay"))).status, Status::Warn);
    let quote = format!("<blockquote>{}.</blockquote>{text}", long());
    assert_eq!(of("Boiling", &quote).status, Status::Pass);
}

#[test]
fn what_stands_below_code_is_no_opening_whatever_it_lacks() {
    let sentence = format!("<p>{}.</p>", long());
    assert_eq!(of("Boiling", &sentence).status, Status::Warn);
    let code = format!("<pre>boil(water)</pre>{sentence}");
    assert_eq!(of("Boiling", &code).status, Status::Na);
}

#[test]
fn a_section_with_the_words_of_the_title_is_the_page() {
    let html = format!(
        "<html lang=en><title>Downloads</title><main><h1>The pots of the brewers</h1><h2>Downloads\
         </h2><p>The newest downloads are on the shelf, where all of the older ones are, too.</p>{}\
         </main>",
        paragraphs(6, 60)
    );
    let page = read_at("https://docs.example.com/manual/downloads.html", &html);
    let finding = judge(&AnswerFirst, &page);
    assert_eq!(finding.status, Status::Pass, "{}", finding.summary);
}

#[test]
fn a_page_of_a_manual_that_begins_with_a_section_lacks_an_opening() {
    let html = format!(
        "<html lang=en><title>Boiling</title><main><h1>Boiling</h1><h2>Simple pots</h2><p>Simple \
         pots are made of clay that was burned for a day, and they hold a liter each.</p>{}</main>",
        paragraphs(6, 60)
    );
    let page = read_at("https://docs.example.com/manual/boiling.html", &html);
    let summary = judge(&AnswerFirst, &page).summary;
    assert!(summary.starts_with("Nothing opens the page"), "{summary}");
}

#[test]
fn guidelines_may_open_below_their_own_heading() {
    let summary = |heading: &str, name: &str| {
        let html = format!(
            "<html lang=en><title>Sending pots</title><main><h1>Sending pots</h1><h2>{heading}</h2>\
             <p>Here are some {name} for people who want to contribute their leaves to this tea \
             house. There is a tutorial, too.</p>{}</main>",
            paragraphs(6, 60)
        );
        judge(&AnswerFirst, &read_at("https://docs.example.com/manual/sending.html", &html)).summary
    };
    assert_eq!(summary("Guidelines", "guidelines"), "The page opens with a text of 21 words.");
    let glazes = summary("Glazes", "glazes");
    assert!(glazes.starts_with("Nothing opens the page"), "{glazes}");
}

#[test]
fn questions_and_letters_need_no_opening() {
    let of = |title: &str, heading: &str| {
        let html = format!(
            "<html lang=en><title>{title}</title><main><h1>{title}</h1><h2>{heading}</h2><p>\
             {heading} are made of clay that was burned for a day, and they hold a liter each.</p>\
             {}</main>",
            paragraphs(6, 60)
        );
        judge(&AnswerFirst, &read_at("https://docs.example.com/manual/faq.html", &html))
    };
    assert_eq!(of("Tea Frequently Asked Questions", "Simple pots").status, Status::Na);
    assert_eq!(of("Boiling", "Simple pots").status, Status::Warn);
    let letters: String = ('A'..='L')
        .map(|letter| {
            format!("<h3>{letter}</h3><dl><dt>{letter}pot</dt><dd>A pot that is full.</dd></dl>")
        })
        .collect();
    let html = format!(
        "<html lang=en><title>Tea Glossary</title><main><h1>Tea Glossary</h1>{letters}<h3>Z</h3>\
         <p>{}</p></main>",
        "Z pots hold the water that was boiled for the leaves of the day. ".repeat(12)
    );
    let page = read_at("https://docs.example.com/manual/glossary.html", &html);
    assert_eq!(judge(&AnswerFirst, &page).status, Status::Na);
}

#[test]
fn a_list_that_was_typed_as_a_paragraph_is_no_sentence() {
    let item =
        |name: &str| format!(". {name} - the {name} into which the water of the pot is poured ");
    let items: String = ["cup", "bowl", "glass", "mug", "can"].map(item).concat();
    let finding = of("pour", &format!("<p>Input parameters: + pot - the pot {items}</p>"));
    assert!(!finding.summary.contains("sentence"), "{}", finding.summary);
}
