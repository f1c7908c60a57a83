//! How well the main content and the kind of real pages agree with what people read.
//!
//! ```sh
//! cargo run --release -p citable-checks --example agreement -- [--pages] [id …]
//! ```
//!
//! The pages lie in `../shared/data` beside the project, or where `CITABLE_TEST_DATA` says. Those
//! of the benchmark are halved by their place in the file: rules may be tuned on the even half
//! alone. With `--pages` every page gets a line; with numbers of pages (those of the other sets
//! begin with `p`), what was read of them is printed beside the truth.
#![expect(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a tool for the desk: it stops at what it did not foresee, and prints"
)]

mod measure;
mod others;
#[expect(dead_code, reason = "titles, authors and dates are compared elsewhere")]
#[path = "../support/mod.rs"]
mod support;

use std::collections::{BTreeMap, BTreeSet};

use citable_checks::page::Page;
use citable_checks::page::authors::Authors;
use citable_checks::page::dates::Dates;
use citable_checks::page::language::Languages;
use citable_checks::page::title::Title;
use measure::{Agreement, Read, mean, read_all, right_kinds};
use others::{Other, read_others};

const HALVES: [(&str, Option<usize>); 3] = [("even", Some(0)), ("odd", Some(1)), ("both", None)];

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let (pages, others) = (read_all(), read_others(&support::data_folder()));
    let ids: Vec<&String> = arguments.iter().filter(|word| !word.starts_with('-')).collect();
    if !ids.is_empty() {
        for page in pages.iter().filter(|page| ids.contains(&&page.case.id)) {
            show(&page.case.id, &page.page, page.case.main_content.as_deref(), page.agreement);
        }
        for page in others.iter().filter(|page| ids.contains(&&format!("p{}", page.id))) {
            show(&page.id, &page.page, page.truth.as_deref(), page.agreement());
        }
        return;
    }
    if arguments.iter().any(|word| word == "--pages") {
        pages.iter().for_each(list);
    }
    tell_content(&pages);
    tell_kinds(&pages);
    tell_confidence(&pages);
    tell_others(&others);
}

fn show(id: &str, page: &Page, truth: Option<&str>, agreement: Option<Agreement>) {
    let document = &page.document;
    let names = Authors::of(page);
    let names: Vec<&str> = names.chosen().iter().map(|author| author.name.as_str()).collect();
    let dates = Dates::of(page);
    let day = |one: Option<_>| format!("{:?}", one);
    println!("##### {id} {}", page.final_url);
    println!("kind      {}: {}", document.kind.kind.as_str(), document.kind.reason);
    println!("title     {}", Title::of(page).text);
    println!("authors   {}", names.join("; "));
    println!("published {}", day(dates.published().and_then(|one| one.date)));
    println!("modified  {}", day(dates.modified().and_then(|one| one.date)));
    println!("language  {}", Languages::of(page).primary());
    println!("found by  {} (unsure: {})", document.main.origin, document.main.low_confidence);
    println!("agreement {agreement:?}\n--- read\n{}", document.main.text);
    println!("--- truth\n{}", truth.unwrap_or("(none)"));
}

fn list(page: &Read) {
    let Read { case, page: read, agreement, .. } = page;
    let Agreement { precision, recall, f1 } = agreement.unwrap_or_default();
    let half = HALVES[page.place % 2].0;
    let wrong = if page.is_kind_right() { "" } else { " WRONG" };
    println!(
        "{} {half:4} {:13} {f1:.3} {precision:.3} {recall:.3} {}{wrong} {} {}",
        case.id,
        case.kind,
        page.kind().as_str(),
        read.document.kind.reason.replace(' ', "_"),
        case.url,
    );
}

/// The pages of one half, of one type or of all.
fn select<'a>(
    pages: &'a [Read],
    kind: Option<&'a str>,
    half: Option<usize>,
) -> impl Iterator<Item = &'a Read> {
    pages.iter().filter(move |page| {
        kind.is_none_or(|kind| page.case.kind == kind)
            && half.is_none_or(|half| page.place % 2 == half)
    })
}

/// The types of pages, and none for all of them.
fn types(pages: &[Read]) -> Vec<Option<&str>> {
    let types: BTreeSet<&str> = pages.iter().map(|page| page.case.kind.as_str()).collect();
    types.into_iter().map(Some).chain([None]).collect()
}

fn tell_content(pages: &[Read]) {
    println!("{:15} half  pages  precision  recall      F1", "main content");
    for kind in types(pages) {
        for (name, half) in HALVES {
            let (known, Agreement { precision, recall, f1 }) = mean(select(pages, kind, half));
            let kind = kind.unwrap_or("(all)");
            println!("{kind:15} {name:5} {known:5} {precision:10.3} {recall:7.3} {f1:7.3}");
        }
    }
    let (known, Agreement { f1, .. }) = mean(pages);
    let all = f1 * known as f64 / pages.len().max(1) as f64;
    println!(
        "{} pages have no truth; counted as 0, the F1 of all {} is {all:.3}.\n",
        pages.len() - known,
        pages.len()
    );
}

fn tell_kinds(pages: &[Read]) {
    println!("{:15} {:>12} {:>12} {:>12}", "kind is right", "even", "odd", "both");
    for kind in types(pages) {
        let cells = HALVES.map(|(_, half)| {
            let (right, all) = right_kinds(select(pages, kind, half));
            format!(
                "{:>12}",
                format!("{right}/{all} {:.0} %", 100.0 * right as f64 / all.max(1) as f64)
            )
        });
        println!("{:15} {}", kind.unwrap_or("(all)"), cells.join(" "));
    }
    let mut confusions: BTreeMap<(&str, &str), [usize; 2]> = BTreeMap::new();
    for page in pages.iter().filter(|page| !page.is_kind_right()) {
        let pair = (page.case.kind.as_str(), page.kind().as_str());
        confusions.entry(pair).or_default()[page.place % 2] += 1;
    }
    println!("Taken for another kind (even + odd):");
    for ((kind, taken), [even, odd]) in confusions {
        println!("  {kind} for {taken}: {even} + {odd}");
    }
    println!();
}

/// Whether the pages that the reading is unsure of are read worse.
fn tell_confidence(pages: &[Read]) {
    println!("{:15} unsure   F1 unsure  F1 sure", "confidence");
    let kinds: BTreeSet<&str> = pages.iter().map(|page| page.kind().as_str()).collect();
    for kind in kinds.into_iter().map(Some).chain([None]) {
        let of_kind =
            pages.iter().filter(|page| kind.is_none_or(|kind| page.kind().as_str() == kind));
        let (unsure, sure): (Vec<&Read>, Vec<&Read>) =
            of_kind.partition(|page| page.page.document.main.low_confidence);
        let [f1_unsure, f1_sure] = [&unsure, &sure].map(|pages| mean(pages.iter().copied()).1.f1);
        let share = format!("{}/{}", unsure.len(), unsure.len() + sure.len());
        println!("{:15} {share:>8} {f1_unsure:9.3} {f1_sure:8.3}", kind.unwrap_or("(all)"));
    }
    println!();
}

fn tell_others(pages: &[Other]) {
    let mut sums = [(0, 0); 2];
    for page in pages {
        for (sum, (found, all)) in sums.iter_mut().zip(page.found().unwrap_or_default()) {
            *sum = (sum.0 + found, sum.1 + all);
        }
    }
    let [(found, wanted), (wrong, unwanted)] = sums;
    println!(
        "Other sets: {found} of {wanted} texts of the main content found, {wrong} of {unwanted} others."
    );
    let known: Vec<(&Other, Agreement)> =
        pages.iter().filter_map(|page| Some((page, page.agreement()?))).collect();
    for (page, Agreement { precision, recall, f1 }) in &known {
        let url = &page.page.final_url;
        println!("  p{} {f1:.3} {precision:.3} {recall:.3} {url}", page.id);
    }
    let f1 = known.iter().map(|(_, agreement)| agreement.f1).sum::<f64>();
    println!("Mean F1 of {} pages: {:.3}", known.len(), f1 / known.len().max(1) as f64);
}
