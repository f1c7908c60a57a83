//! The H1s of a page that has several subjects of one kind: releases of a product, kinds of worker.
//! None of them names the page.

use super::parts::{
    NAMED_CHARACTERS, SNIPPET_CHARACTERS, TEMPLATE_EFFORT, VERIFY, lines, lines_of,
};
use crate::catalogue::structure::headings::{FirstHeadings, tokens};
use crate::check::Context;
use crate::fix::Fix;
use crate::page::sections::depth_of_number;
use crate::page::title::before_last_part;
use crate::page::unversioned::{is_manual, is_version, unversioned};
use crate::paste;
use crate::quoted::Quoted;
use crate::report::PageKind;
use crate::wording::capitalised;

/// H1s from which on words that all end in say that they are of one kind.
const KINDS_MIN: usize = 3;
/// Words at the end that all have, at least.
const SHARED_WORDS: usize = 2;

/// To name the page above all of them, where they are equals.
pub(super) fn fix(context: &Context<'_>, headings: &FirstHeadings<'_>) -> Option<Fix> {
    fix_start(context, headings).or_else(|| fix_subjects(context, headings))
}

/// The parts of the first page of a manual: what it is, its chapters, who is behind it. The title may be
/// that of the first, as its tool makes it of the first heading.
fn fix_start(context: &Context<'_>, headings: &FirstHeadings<'_>) -> Option<Fix> {
    let document = &context.page.document;
    if !document.kind.is_start_of_manual || headings.candidates.len() < KINDS_MIN {
        return None;
    }
    let (_, last) = before_last_part(document.title())?;
    let work = work_in(last)?;
    // One of them may be the page's own: “Welcome to Tea”.
    let names_work = |text: &str| !tokens(work).is_empty() && tokens(work).is_subset(&tokens(text));
    if headings.candidates.first().is_some_and(|first| names_work(first.text)) {
        return None;
    }
    let all: Vec<u32> =
        headings.candidates.iter().flat_map(|one| lines_of(headings, one)).collect();
    let count = all.len();
    let first = headings.candidates.first().map_or("", |one| one.text);
    let name = format!("{work} documentation");
    let quoted = Quoted::of(&name, NAMED_CHARACTERS);
    let title = format!("Add an H1 such as {quoted} above the {count} H1s");
    let fix = Fix::new("title-h1-match", title, VERIFY)
        .effort(TEMPLATE_EFFORT)
        .step(format!(
            "{} is only one of several parts of this first page. Put one `<h1>` above it that names the \
             manual, such as {quoted}, and begin the `<title>` with the same words.",
            Quoted::of(first, NAMED_CHARACTERS)
        ))
        .step(format!(
            "Change the {count} H1s to `<h2>`: {}. Lower the headings below them by one level, too.",
            lines(&all)
        ));
    Some(fix.snippet(format!("<h1>{}</h1>", paste::html(&paste::words(&name, SNIPPET_CHARACTERS)))))
}

/// The name of a manual without its version and the word behind that, if it has both: “Tea” of “Tea 3.1
/// documentation” and of “Tea 15 documentation”.
fn work_in(name: &str) -> Option<&str> {
    let versioned = unversioned(name);
    if !is_manual(name) || versioned != name.trim() {
        return is_manual(name).then_some(versioned);
    }
    let (before, _) = name.trim().rsplit_once(' ')?;
    let (work, number) = before.rsplit_once(' ')?;
    number.bytes().all(|byte| byte.is_ascii_digit()).then_some(work)
}

/// Subjects of one kind, of which none is the page's.
fn fix_subjects(context: &Context<'_>, headings: &FirstHeadings<'_>) -> Option<Fix> {
    let said: Vec<&str> = headings.candidates.iter().map(|one| unnumbered(one.text)).collect();
    if said.len() < 2 || !headings.copies.is_empty() {
        return None;
    }
    // The one that the title names is the page's; in a manual it may name the first of all.
    let title = tokens(&headings.title);
    let named = said.iter().filter(|one| tokens(one).is_subset(&title)).count();
    if named == 1 && context.subject.kind != PageKind::Docs {
        return None;
    }
    let name = of_versions(&said).or_else(|| of_kinds(&said))?;
    let all: Vec<u32> =
        headings.candidates.iter().flat_map(|one| lines_of(headings, one)).collect();
    let count = all.len();
    let quoted = Quoted::of(&name, NAMED_CHARACTERS);
    let first = headings.candidates.first().map_or("", |one| one.text);
    let first = Quoted::of(first, NAMED_CHARACTERS);
    let title = format!("Add an H1 such as {quoted} above the {count} H1s");
    let fix = Fix::new("title-h1-match", title, VERIFY)
        .effort(TEMPLATE_EFFORT)
        .step(format!(
            "{first} is only one of several subjects of the page. Put one `<h1>` above it that names \
             what they have in common, such as {quoted}, and use the same words in the `<title>`."
        ))
        .step(format!(
            "Change the {count} H1s to `<h2>`: {}. Lower the headings below them by one level, too.",
            lines(&all)
        ))
        .step("Or give each of them a page of its own, and link to those from a list.");
    Some(fix.snippet(format!("<h1>{}</h1>", paste::html(&paste::words(&name, SNIPPET_CHARACTERS)))))
}

/// A heading without the number of its section.
fn unnumbered(text: &str) -> &str {
    let numbered = depth_of_number(text).and_then(|_| text.split_once(char::is_whitespace));
    numbered.map_or(text, |(_, rest)| rest).trim()
}

/// The words that all have before their versions, with the oldest and the newest of those:
/// “Tea 2.0 to 2.4” of “Tea 2.4 (2026-03-01)” and those below it.
fn of_versions(said: &[&str]) -> Option<String> {
    let parts: Option<Vec<(String, &str)>> = said.iter().map(|text| version_in(text)).collect();
    let parts = parts?;
    let ((name, first), (_, last)) = (parts.first()?, parts.last()?);
    let are_alike = parts.iter().all(|(other, _)| other == name);
    // A changelog begins with what is new.
    (are_alike && first != last).then(|| format!("{name} {last} to {first}"))
}

/// What stands before the first version in a text, and that.
fn version_in(text: &str) -> Option<(String, &str)> {
    let words: Vec<&str> = text.split_whitespace().collect();
    // “Step 1.” is a number.
    let is_one = |word: &&str| is_version(word) && !word.ends_with('.');
    let at = words.iter().position(is_one).filter(|at| *at > 0)?;
    Some((words[..at].join(" "), words[at].trim_end_matches([':', ','])))
}

/// The words that all end in, where only the one word before those differs: “latent worker”.
fn of_kinds(said: &[&str]) -> Option<String> {
    let words: Vec<Vec<&str>> = said.iter().map(|text| text.split_whitespace().collect()).collect();
    let (_, shared) = words.first()?.split_first()?;
    let are_alike =
        words.iter().all(|own| own.split_first().is_some_and(|(_, rest)| rest == shared));
    let is_one = said.len() >= KINDS_MIN && shared.len() >= SHARED_WORDS && are_alike;
    is_one.then(|| capitalised(&shared.join(" ")))
}
