//! How a text gets a list or a table.

use super::found::Found;
use crate::check::Context;
use crate::fix::Fix;
use crate::paste::page_name;
use crate::quoted::Quoted;
use crate::wording::{grouped, how_many};

/// The most characters of the page's words in a step.
const NAMED_CHARACTERS: usize = 60;

/// The edit of what is nearest to one, else the call to add one.
pub(super) fn fix(context: &Context<'_>, found: &Found<'_>) -> Fix {
    let document = &context.page.document;
    let verify = "Look at the page with CSS turned off: rows and items are still distinct. The \
                  source has `<ul>`, `<ol>`, or `<table>` with `<th>`.";
    if let Some(table) = found.bare_tables.first() {
        let begins = Quoted::of(document.text_at(&table.place), NAMED_CHARACTERS);
        return Fix::new(
            "lists-tables",
            format!(
                "Add header cells to the table on line {} ({}, {})",
                table.place.line,
                how_many(table.rows, "row"),
                how_many(table.columns, "column")
            ),
            verify,
        )
        .step(format!(
            "In the table that begins {begins}, mark the cells that name a column or a row as \
             `<th>`."
        ))
        .step(
            "If the first row names the columns, put it in `<thead>` and give its cells \
             `scope=\"col\"`.",
        )
        .step("Say in each header what the cells contain, with the unit: “Price (€)”.");
    }
    if let [first, .., last] = found.typed.as_slice() {
        let begins = Quoted::of(document.text_at(&first.place), NAMED_CHARACTERS);
        let count = found.typed.len();
        let title = match (first.place.line, last.place.line) {
            (line, end) if line == end => {
                format!("Turn the {count} lines of text on line {line} into a list")
            }
            (line, end) => {
                format!("Turn the {count} paragraphs on lines {line} to {end} into a list")
            }
        };
        return Fix::new("lists-tables", title, verify)
        .step(format!(
            "Start at {begins}. Put each in an `<li>`: in `<ol>` if their order matters, otherwise \
             in `<ul>`."
        ))
        .step("Remove the typed bullets and numbers, which the elements add.");
    }
    if let Some(block) = found.drawn.first() {
        let begins = Quoted::of(document.text_at(&block.place), NAMED_CHARACTERS);
        return Fix::new(
            "lists-tables",
            format!("Turn the plain-text table on line {} into a `<table>`", block.place.line),
            verify,
        )
        .step(format!("Turn {begins} into rows and cells, with `<th>` in the first row."))
        .step("If the text is Markdown, turn on tables in its renderer.");
    }
    let words = document.main.word_equivalents;
    let name = page_name(context);
    let have = match (found.small.is_empty(), found.others) {
        (false, _) => "only a short list",
        (true, 0) => "none",
        (true, _) => "only lists of links, notes or a few words",
    };
    Fix::new(
        "lists-tables",
        format!("Add a list or table to {name}: {} words have {have}", grouped(words)),
        verify,
    )
    .step("Look for sentences that name three or more things, steps or numbers in a row.")
    .step("Write steps as `<ol>`, things of one kind as `<ul>`, and things with several properties as `<table>` with `<th>`.")
    .step("Keep a sentence before it that says what it lists. Leave arguments in prose.")
}
