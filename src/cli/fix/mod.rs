//! `citable fix`: edits in the source of pages, each with its proof.

mod args;
mod beside;
pub(crate) mod forms;
mod outcome;
mod write;

use std::num::NonZero;
use std::path::PathBuf;
use std::sync::mpsc;
use std::thread;

use anyhow::Context;
use citable_checks::patch::{Generator, Wanted, patch};
use citable_checks::patience::Patience;
use serde_json::json;

use super::output;
use super::site::Files;
use crate::cli::exit::Exit;
pub(crate) use args::FixArgs;
use args::Format;
use outcome::{Outcome, Totals};

/// The ID of the reports that edits are proved with.
const REPORT_ID: &str = "scn_fix";
/// Files that are done and wait for their turn, for each core.
const WAITING: usize = 4;

/// Finds what can be fixed, and prints or writes it.
pub(super) fn fix(args: &FixArgs) -> anyhow::Result<Exit> {
    let files = args.files.find(args.now_ms()?)?;
    for note in &files.notes {
        output::note(note);
    }
    let mut totals = Totals::default();
    let mut unwritten = 0;
    let mut objects = Vec::new();
    let mut generators: Vec<&'static Generator> = Vec::new();
    let mut days = Vec::new();
    each(&files, args, &mut |outcome| {
        let is_written = args.apply && written(&outcome);
        let is_missing = args.apply && !is_written;
        unwritten += usize::from(is_missing);
        totals.count(&outcome, is_missing);
        days.extend(outcome.modified());
        if let Some(own) = outcome.generator().filter(|own| !generators.contains(own)) {
            generators.push(own);
        }
        match args.format {
            Format::Json => objects.push(forms::object(&outcome, is_written)),
            Format::Github => {
                output::print(&forms::annotations(&outcome))?;
            }
            Format::Diff => {
                if !args.apply {
                    output::print_bytes(&forms::diff(&outcome))?;
                }
                output::tell(&forms::summary(&outcome));
            }
        }
        Ok(())
    })?;
    let beside = beside::fix(&files, args, days)?;
    totals.files += beside.applied;
    totals.changed += beside.applied;
    totals.applied += beside.applied;
    unwritten += beside.unwritten;
    objects.extend(beside.rows);
    for Generator { name, head, .. } in generators {
        output::note(&format!(
            "built by {name}, whose next build overwrites these files. Change {head} (docs/frameworks.md)"
        ));
    }
    match args.format {
        Format::Json => {
            output::print(&format!("{:#}\n", json!({"apply": args.apply, "files": objects})))?;
        }
        Format::Diff | Format::Github => output::tell(&forms::total(totals, args.apply)),
    }
    // A build isn't good for what nobody could look at.
    let most = if args.check { 0 } else { totals.files.saturating_sub(1) };
    Ok(match () {
        () if unwritten > 0 || totals.failed > most => Exit::Failed,
        () if args.check && totals.applied > 0 => Exit::Missed,
        () => Exit::Good,
    })
}

/// Writes a file that changes; says whether it is as it should be.
fn written(outcome: &Outcome) -> bool {
    let Ok(patched) = &outcome.patched else { return true };
    if patched.body == outcome.body {
        return true;
    }
    let done = write::replace(&outcome.path, &outcome.body, &patched.body);
    let done = done.with_context(|| format!("{} wasn't written", outcome.path.display()));
    if let Err(error) = &done {
        output::complain(&output::chain(error));
    }
    done.is_ok()
}

/// Fixes every file on all cores, and takes what came of them in their order.
fn each(
    files: &Files,
    args: &FixArgs,
    take: &mut dyn FnMut(Outcome) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let cores = thread::available_parallelism().map_or(1, NonZero::get).min(files.len());
    let paths: Vec<(usize, PathBuf)> =
        files.paths().map(|(at, path)| (at, path.to_owned())).collect();
    thread::scope(|scope| {
        let lanes: Vec<_> = (0..cores)
            .map(|lane| {
                let (done, results) = mpsc::sync_channel(WAITING);
                let own = paths.iter().skip(lane).step_by(cores);
                scope.spawn(move || {
                    for (at, path) in own {
                        // Where nobody takes it any more, the command is over.
                        if done.send(one(files, args, *at, path.clone())).is_err() {
                            return;
                        }
                    }
                });
                results
            })
            .collect();
        for at in 0..paths.len() {
            let outcome = lanes[at % cores].recv().context("a file couldn't be fixed")??;
            take(outcome)?;
        }
        Ok(())
    })
}

fn one(files: &Files, args: &FixArgs, at: usize, path: PathBuf) -> anyhow::Result<Outcome> {
    let snapshot = match files.snapshot(at)? {
        Ok(snapshot) => snapshot,
        Err(failure) => {
            return Ok(Outcome { path, url: None, body: Vec::new(), patched: Err(failure) });
        }
    };
    let url = Some(snapshot.requested_url.clone());
    let ignored = files.ignored(at);
    let is_wanted = |check: &str| args.wants(check) && !ignored.iter().any(|own| own == check);
    let wanted =
        Wanted { check: &is_wanted, with_unsafe: args.with_unsafe, is_public: files.is_public(at) };
    let patched = patch(REPORT_ID, &snapshot, wanted, &Patience::unlimited());
    Ok(Outcome { path, url, body: snapshot.page.body, patched })
}
