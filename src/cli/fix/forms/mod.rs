//! The forms that a patch is written in.

use std::fmt::Write as _;
use std::path::Path;

use citable_checks::patch::{Applied, Moved, Patched, llms_txt, robots, sitemap};
use citable_checks::report::Status;
use serde_json::{Value, json};
use similar::TextDiff;

use super::outcome::{Outcome, Totals};
use crate::render::github::command;

/// Lines around a change that a diff shows.
const CONTEXT: usize = 3;

/// The unified diff of a file; empty where nothing changes.
pub(super) fn diff(outcome: &Outcome) -> Vec<u8> {
    let Ok(patched) = &outcome.patched else { return Vec::new() };
    unified(&outcome.path, &outcome.body, &patched.body)
}

/// The unified diff of a file of that path; empty where nothing changes.
pub(crate) fn unified(path: &Path, before: &[u8], after: &[u8]) -> Vec<u8> {
    if before == after {
        return Vec::new();
    }
    let name = name(path);
    // Patches count lines by line feeds alone.
    let lines =
        |text| -> Vec<&[u8]> { <[u8]>::split_inclusive(text, |byte| *byte == b'\n').collect() };
    let (before, after) = (lines(before), lines(after));
    let diff = TextDiff::configure().newline_terminated(true).diff_slices(&before, &after);
    let mut out = Vec::new();
    // Writing to memory does not fail.
    let mut unified = diff.unified_diff();
    let unified =
        unified.context_radius(CONTEXT).header(&format!("a/{name}"), &format!("b/{name}"));
    let _ = unified.to_writer(&mut out);
    out
}

/// The path as patches name it: with slashes, and without what leads out of the folder.
fn name(path: &Path) -> String {
    let parts = path.components().filter_map(|part| match part {
        std::path::Component::Normal(name) => Some(name.to_string_lossy()),
        _ => None,
    });
    let name = parts.collect::<Vec<_>>().join("/");
    // A tab ends a name that has blanks.
    if name.contains(char::is_whitespace) { name + "\t" } else { name }
}

/// What was done to a file and what came of it, for people.
pub(super) fn summary(outcome: &Outcome) -> String {
    let mut text = String::new();
    let path = outcome.path.display();
    // Writing to a string does not fail.
    let _ = match &outcome.patched {
        Err(failure) => writeln!(text, "{path}: not scanned. {}", failure.message),
        Ok(patched) => match (patched.left, patched.applied.is_empty()) {
            (Some(why), _) => writeln!(text, "{path}: left alone, {why}"),
            (None, true) if patched.refused.is_empty() => Ok(()),
            (None, true) => writeln!(text, "{path}: score {}, no edit", patched.before.score),
            (None, false) => {
                let (before, after) = (patched.before.score, patched.after.score);
                writeln!(text, "{path}: score {before} → {after}")
            }
        },
    };
    let Ok(patched) = &outcome.patched else { return text };
    for edit in &patched.applied {
        text.push_str(&applied(edit));
    }
    for edit in &patched.refused {
        let _ = writeln!(text, "  line {}: skipped “{}”: {}", edit.line, edit.title, edit.reason);
    }
    text
}

/// An edit that stays, for people.
pub(super) fn applied(edit: &Applied) -> String {
    let mark = if edit.is_unsafe { " (unsafe: review it)" } else { "" };
    format!("  line {}: {}{mark}. {}\n", edit.line, edit.title, proof(edit))
}

fn proof(edit: &Applied) -> String {
    let moved: Vec<String> = edit.moved.iter().map(change).collect();
    match moved.is_empty() {
        true if edit.rule == robots::RULE => {
            "Checked for every page: other crawlers can fetch what they could before".to_owned()
        }
        true if edit.rule == sitemap::RULE => "The sitemap lists the same URLs".to_owned(),
        true if edit.rule == llms_txt::RULE => "Each link leads to a page of the folder".to_owned(),
        true => "No check measures it".to_owned(),
        false => moved.join(", "),
    }
}

/// "canonical warn → pass", "dates-declared 25 → 50".
fn change(moved: &Moved) -> String {
    let ((status, value), (new_status, new_value)) = (moved.before, moved.after);
    match status == new_status {
        true => {
            let number = |value: Option<u8>| value.map_or_else(String::new, |own| own.to_string());
            format!("{} {} → {}", moved.check, number(value), number(new_value))
        }
        false => format!("{} {} → {}", moved.check, word(status), word(new_status)),
    }
}

const fn word(status: Status) -> &'static str {
    match status {
        Status::Pass => "pass",
        Status::Warn => "warn",
        Status::Fail => "fail",
        Status::Na => "not applicable",
    }
}

/// The last line for people.
pub(super) fn total(totals: Totals, is_written: bool) -> String {
    let count = |number: usize, one: &str, many: &str| {
        format!("{number} {}", if number == 1 { one } else { many })
    };
    let edits = count(totals.applied, "edit", "edits");
    let files = count(totals.changed, "file", "files");
    let verb = if is_written { "written to" } else { "for" };
    let mut text = match totals.applied {
        0 => format!("No automatic edits for {}", count(totals.files, "file", "files")),
        _ => format!("{edits} {verb} {files} of {}", totals.files),
    };
    if totals.refused > 0 {
        let _ = write!(text, "; {} tried and not kept", totals.refused);
    }
    if totals.failed > 0 {
        let _ = write!(text, "; {} not scanned", count(totals.failed, "file", "files"));
    }
    if totals.unwritten > 0 {
        let _ = write!(text, "; {} not written", count(totals.unwritten, "file", "files"));
    }
    if totals.applied > 0 && !is_written {
        text.push_str(". Write them with --apply");
    }
    if totals.files > totals.failed {
        text.push_str(". citable scan shows what to fix by hand");
    }
    format!("{}.\n", text.trim_end_matches('.'))
}

/// A file as a row of JSON.
pub(super) fn object(outcome: &Outcome, is_written: bool) -> Value {
    let file = outcome.path.to_string_lossy();
    let mut row = match &outcome.patched {
        Err(failure) => json!({
            "file": file,
            "error": {"code": failure.code.as_str(), "message": failure.message},
        }),
        Ok(patched) => page(&file, patched, &String::from_utf8_lossy(&diff(outcome))),
    };
    let changes = outcome.patched.as_ref().is_ok_and(|patched| !patched.applied.is_empty());
    row["written"] = json!(is_written && changes);
    row
}

/// A page with its edits, as JSON.
pub(crate) fn page(file: &str, patched: &Patched, diff: &str) -> Value {
    let moved = |moved: &Moved| {
        let side =
            |(status, value): (Status, Option<u8>)| json!({"status": status, "value": value});
        json!({"check": moved.check, "before": side(moved.before), "after": side(moved.after)})
    };
    let applied: Vec<Value> = patched
        .applied
        .iter()
        .map(|edit| {
            json!({
                "rule": edit.rule,
                "title": edit.title,
                "line": edit.line,
                "unsafe": edit.is_unsafe,
                "moved": edit.moved.iter().map(moved).collect::<Vec<_>>(),
            })
        })
        .collect();
    let refused: Vec<Value> = patched
        .refused
        .iter()
        .map(|edit| {
            let reason = edit.reason.to_string();
            json!({"rule": edit.rule, "title": edit.title, "line": edit.line, "reason": reason})
        })
        .collect();
    json!({
        "file": file,
        "scoreBefore": patched.before.score,
        "scoreAfter": patched.after.score,
        "applied": applied,
        "refused": refused,
        "leftAlone": patched.left,
        "diff": diff,
    })
}

/// A warning for each edit, on its line.
pub(super) fn annotations(outcome: &Outcome) -> String {
    let file = outcome.path.to_string_lossy().into_owned();
    let Ok(patched) = &outcome.patched else { return String::new() };
    patched.applied.iter().map(|edit| annotation(&file, edit)).collect()
}

/// A warning on the line of an edit.
pub(super) fn annotation(file: &str, edit: &Applied) -> String {
    let properties = [
        ("file", file.to_owned()),
        ("line", edit.line.to_string()),
        ("title", format!("Citable: {}", edit.rule)),
    ];
    command("warning", &properties, &format!("{} (citable fix)", edit.title))
}

#[cfg(test)]
mod tests;
