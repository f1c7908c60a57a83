//! How often title, author and date of publication agree with what people noted down for real
//! pages, by type of page.
//!
//! ```sh
//! cargo run -p citable-checks --example provenance_agreement -- [--all] [title|author|date]
//! ```
//!
//! The pages lie in `../shared/data` beside the project, or where `CITABLE_TEST_DATA` says. They
//! are halved by their place in the file: rules may be tuned on the even half alone. With the name
//! of a field, the disagreements of the even half are listed; with `--all` those of both.
#![expect(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a tool for the desk: it stops at what it did not foresee, and prints"
)]

#[expect(dead_code, reason = "the texts are not looked at here")]
mod support;

use std::collections::BTreeMap;

use citable_checks::page::Page;
use citable_checks::page::authors::Authors;
use citable_checks::page::dates::{DatedText, Dates};
use citable_checks::page::language::Languages;
use citable_checks::page::title::Title;
use citable_checks::reading::Reading;
use support::{Case, cases, data_folder, snapshot};

const FIELDS: [&str; 3] = ["title", "author", "date"];

/// Of one field on the pages of one type and half.
#[derive(Default)]
struct Tally {
    agreed: usize,
    known: usize,
    rightly_none: usize,
    none: usize,
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let shown = FIELDS.iter().position(|field| arguments.iter().any(|word| word == field));
    let both = arguments.iter().any(|word| word == "--all");
    let mut shown_days = (0, 0);
    let mut tallies: BTreeMap<(String, usize), [Tally; 3]> = BTreeMap::new();
    for (place, case) in cases(&data_folder()).into_iter().enumerate() {
        let page = Page::read(&snapshot(&case));
        let found = found(&page);
        if let Some(is_shown) = is_day_shown(&page) {
            shown_days = (shown_days.0 + 1, shown_days.1 + usize::from(is_shown));
        }
        for kind in [case.kind.clone(), "(all)".to_owned()] {
            let tally = tallies.entry((kind, place % 2)).or_default();
            for field in 0..FIELDS.len() {
                count(&mut tally[field], field, &case, &found[field]);
            }
        }
        if let Some(field) = shown
            && (both || place % 2 == 0)
            && !agrees(field, case.truth[field].as_deref(), &found[field])
            && (case.none_is_none || case.truth[field].is_some())
        {
            let truth = case.truth[field].as_deref().unwrap_or("-");
            println!(
                "{} {} {}\n  truth {truth}\n  found {}",
                case.id, case.kind, case.url, found[field]
            );
        }
    }
    print(&tallies);
    println!(
        "Of {} declared days, {} are shown in the text, to a day.",
        shown_days.0, shown_days.1
    );
}

/// Whether the text shows the published or modified day that the page declares; none where it
/// declares no day.
fn is_day_shown(page: &Page) -> Option<bool> {
    let dates = Dates::of(page);
    let declared = [dates.published(), dates.modified()].into_iter().flatten();
    let mut days = declared.filter_map(|one| one.date?.day()).peekable();
    days.peek()?;
    let text = DatedText::new(&page.document.visible_text);
    let languages = Languages::of(page);
    Some(days.any(|day| {
        [day.pred_opt(), Some(day), day.succ_opt()]
            .into_iter()
            .flatten()
            .any(|day| text.shows(day, languages.primary()))
    }))
}

fn print(tallies: &BTreeMap<(String, usize), [Tally; 3]>) {
    println!("{:15} {:5} {}", "type", "half", FIELDS.map(|f| format!("{f:>26}")).concat());
    for ((kind, half), tally) in tallies {
        let half = ["even", "odd"][*half];
        let cells = tally.iter().map(|one| {
            let percent = 100 * one.agreed / one.known.max(1);
            let known = format!("{}/{} {percent:>3} %", one.agreed, one.known);
            format!("{known:>15} {:>10}", format!("({}/{})", one.rightly_none, one.none))
        });
        println!("{kind:15} {half:5} {}", cells.collect::<String>());
    }
    println!("In brackets: of the pages that have none, those where none was found.");
}

fn count(tally: &mut Tally, field: usize, case: &Case, found: &str) {
    match &case.truth[field] {
        Some(truth) => {
            tally.known += 1;
            tally.agreed += usize::from(agrees(field, Some(truth), found));
        }
        None if case.none_is_none => {
            tally.none += 1;
            tally.rightly_none += usize::from(found.is_empty());
        }
        None => {}
    }
}

fn agrees(field: usize, truth: Option<&str>, found: &str) -> bool {
    let Some(truth) = truth else { return found.is_empty() };
    let letters = |text: &str| -> String {
        text.chars().filter(|char| char.is_alphanumeric()).flat_map(char::to_lowercase).collect()
    };
    match FIELDS[field] {
        "title" => letters(truth) == letters(found),
        "author" => {
            let truth = letters(truth);
            found
                .split("; ")
                .map(letters)
                .any(|name| !name.is_empty() && (truth.contains(&name) || name.contains(&truth)))
        }
        _ => truth.get(..10) == found.get(..10),
    }
}

fn found(page: &Page) -> [String; 3] {
    let names = Authors::of(page);
    let names: Vec<&str> = names.chosen().iter().map(|author| author.name.as_str()).collect();
    let read = Reading::of(page);
    let date = read.date_published.or(read.date_modified);
    [Title::of(page).text, names.join("; "), date.unwrap_or_default()]
}
