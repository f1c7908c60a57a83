//! Fixes made in the source of a page, each with its proof.
//!
//! Rules propose edits. Each one is made on the page's own bytes, and the page is judged again: the
//! edit stays only if a check that it is for improves, no other check gets worse, and the text is
//! the same word for word. What is refused is told, with the reason.

mod generator;
mod head;
pub mod llms_txt;
mod proof;
pub mod robots;
mod rules;
pub mod sitemap;
mod state;
mod view;

use std::collections::HashSet;

use chrono::NaiveDate;

use crate::edit::Edits;
use crate::failure::ScanFailure;
use crate::page::snapshot::Snapshot;
use crate::patience::Patience;
use crate::report::{Report, Status};
use generator::generator_of;
use proof::{Claim, prove};
use rules::{Proposal, RULES};
use state::State;
use view::{is_fragment, is_redirect, is_template};

pub use generator::{GENERATORS, Generator};
pub use proof::Reason;
pub use rules::{Rule, Safety};

/// The most edits that are tried on one page.
const TRIES_MAX: usize = 120;
/// The most times that all rules are asked: an edit can make way for another.
const ROUNDS_MAX: usize = 4;

/// What may be changed.
#[derive(Clone, Copy)]
pub struct Wanted<'a> {
    /// Whether fixes of that check are wanted.
    pub check: &'a dyn Fn(&str) -> bool,
    /// Whether edits that a person should look at are made too.
    pub with_unsafe: bool,
    /// Whether the owner says that the page is to be found: what keeps it out of engines goes.
    pub is_public: bool,
}

/// An edit that stays.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Applied {
    /// The check that it is for, or the rule where no check measures it.
    pub rule: &'static str,
    /// What it does: "Add a canonical link".
    pub title: String,
    /// The line in the source as it was.
    pub line: usize,
    /// Whether a person should look at it.
    pub is_unsafe: bool,
    /// The checks that it moved, with their values before and after.
    pub moved: Vec<Moved>,
}

/// A check that an edit moved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Moved {
    /// The check.
    pub check: String,
    /// Verdict and value before.
    pub before: (Status, Option<u8>),
    /// Verdict and value after.
    pub after: (Status, Option<u8>),
}

/// An edit that was tried, and does not stay.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refused {
    /// The check that it is for, or the rule where no check measures it.
    pub rule: &'static str,
    /// What it would do.
    pub title: String,
    /// The line in the source as it was.
    pub line: usize,
    /// Why it does not stay.
    pub reason: Reason,
}

/// A file beside the pages with its edits made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Changed {
    /// Its bytes.
    pub body: Vec<u8>,
    /// What was done: "Make 3 links absolute".
    pub title: String,
    /// The line of the first edit in the source as it was.
    pub line: usize,
}

/// A page with its fixes.
#[derive(Clone, Debug, PartialEq)]
pub struct Patched {
    /// Its bytes, the edits made.
    pub body: Vec<u8>,
    /// The report of the page as it was.
    pub before: Report,
    /// The report of the page as it is.
    pub after: Report,
    /// The edits that stay, in the order in which they were made.
    pub applied: Vec<Applied>,
    /// Those that do not.
    pub refused: Vec<Refused>,
    /// Why the page was left alone as a whole, where it was.
    pub left: Option<&'static str>,
    /// What built the page, where it says so: the next build overwrites the edits.
    pub generator: Option<&'static Generator>,
    /// The day of the last change that the page declares, the edits made.
    pub modified: Option<NaiveDate>,
}

/// Fixes the page of a snapshot: a file's, or an answer's.
///
/// # Errors
/// Those of [`crate::evaluate::evaluate`], for the page as it was.
pub fn patch(
    id: &str,
    snapshot: &Snapshot,
    wanted: Wanted<'_>,
    patience: &Patience<'_>,
) -> Result<Patched, ScanFailure> {
    let state = State::of(id, snapshot.clone(), patience)?;
    let before = state.report.clone();
    let left = left_alone(&state);
    let first = state.source().text().to_owned();
    let generator = generator_of(&state.page, &first);
    let mut work = Work {
        id,
        wanted,
        patience,
        state,
        first,
        batches: Vec::new(),
        tried: HashSet::new(),
        applied: Vec::new(),
        refused: Vec::new(),
    };
    if left.is_none() {
        for _ in 0..ROUNDS_MAX {
            if !work.round() {
                break;
            }
        }
    }
    let Work { state, mut applied, refused, .. } = work;
    applied.sort_by_key(|edit| edit.line);
    let modified = state.modified();
    let State { snapshot, report, .. } = state;
    Ok(Patched {
        body: snapshot.page.body,
        before,
        after: report,
        applied,
        refused,
        left,
        generator,
        modified,
    })
}

/// Why nothing of that page is edited.
fn left_alone(state: &State) -> Option<&'static str> {
    let source = state.source();
    match () {
        () if state.snapshot.page.truncated => Some("it is too large for Citable to read in full"),
        () if is_template(&source) => {
            Some("it is a template; fix the pages that are built from it")
        }
        () if is_fragment(&source) => Some("it is only part of a page, without `html` or `head`"),
        () if is_redirect(&source) => Some("it redirects to another page"),
        () => None,
    }
}

struct Work<'a> {
    id: &'a str,
    wanted: Wanted<'a>,
    patience: &'a Patience<'a>,
    state: State,
    /// The text as it was.
    first: String,
    /// The edits that stay, for the lines of the source as it was.
    batches: Vec<Edits>,
    /// What was tried and does not stay, by rule, text and place in the source as it was.
    tried: HashSet<(&'static str, String, usize)>,
    applied: Vec<Applied>,
    refused: Vec<Refused>,
}

impl Work<'_> {
    /// Asks every rule; says whether anything was changed.
    fn round(&mut self) -> bool {
        let mut changed = false;
        for rule in RULES {
            if !self.may(rule) {
                continue;
            }
            while let Some(proposal) = self.next(rule) {
                if self.patience.is_spent_by_now() {
                    return false;
                }
                changed |= self.attempt(rule, proposal);
            }
        }
        changed
    }

    fn may(&self, rule: &Rule) -> bool {
        let is_wanted = (self.wanted.check)(rule.name);
        let is_let = match rule.safety {
            Safety::Safe => true,
            Safety::Public => self.wanted.is_public,
            Safety::Unsafe => self.wanted.with_unsafe,
        };
        is_wanted && is_let
    }

    /// The next proposal of that rule that was not tried yet.
    fn next(&self, rule: &Rule) -> Option<Proposal> {
        if self.tried.len() + self.applied.len() >= TRIES_MAX {
            return None;
        }
        let source = self.state.source();
        let proposals = self.state.look(&source, |view| (rule.propose)(view));
        let is_new = |one: &Proposal| {
            !self.tried.contains(&(rule.name, one.title.clone(), self.origin(one.start())))
        };
        proposals.into_iter().find(is_new)
    }

    /// Makes an edit and judges the page again; says whether it stays.
    fn attempt(&mut self, rule: &'static Rule, proposal: Proposal) -> bool {
        let at = self.origin(proposal.start());
        let line = self.line(at);
        let Proposal { title, edits, must_pass, keeps } = proposal;
        let claim = Claim { rule, must_pass, keeps };
        match self.proven(edits, &claim) {
            Ok((edits, state)) => {
                let moved = moved(&self.state.report, &state.report);
                let is_unsafe = rule.safety == Safety::Unsafe;
                self.applied.push(Applied { rule: rule.name, title, line, is_unsafe, moved });
                self.batches.push(edits);
                self.state = state;
                true
            }
            Err(reason) => {
                self.tried.insert((rule.name, title.clone(), at));
                self.refused.push(Refused { rule: rule.name, title, line, reason });
                false
            }
        }
    }

    fn proven(
        &self,
        edits: Vec<crate::edit::Edit>,
        claim: &Claim,
    ) -> Result<(Edits, State), Reason> {
        let edits = Edits::new(edits).map_err(Reason::Edit)?;
        let body = self.state.source().rewrite(&edits).map_err(Reason::Edit)?;
        let mut snapshot = self.state.snapshot.clone();
        snapshot.page.body = body;
        let after = State::of(self.id, snapshot, self.patience).map_err(|_| Reason::NotJudged)?;
        prove(&self.state, &after, claim)?;
        Ok((edits, after))
    }

    /// Where that place was in the source as it was.
    fn origin(&self, at: usize) -> usize {
        self.batches.iter().rev().fold(at, |at, edits| edits.origin(at))
    }

    /// The line of a place in the source as it was.
    fn line(&self, at: usize) -> usize {
        let first = &self.first;
        let before = &first.as_bytes()[..at.min(first.len())];
        let breaks = |byte: u8| before.iter().filter(|own| **own == byte).count();
        let feeds = breaks(b'\n');
        1 + if feeds == 0 { breaks(b'\r') } else { feeds }
    }
}

/// The checks whose verdict or value differs.
fn moved(before: &Report, after: &Report) -> Vec<Moved> {
    let pairs = before.checks.iter().zip(&after.checks);
    pairs
        .filter(|(one, other)| (one.status, one.value) != (other.status, other.value))
        .map(|(one, other)| Moved {
            check: one.id.clone(),
            before: (one.status, one.value),
            after: (other.status, other.value),
        })
        .collect()
}

#[cfg(test)]
mod tests;
