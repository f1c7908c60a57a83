//! Whether an edit helped and harmed nothing.

use super::rules::Rule;
use super::state::State;
use crate::edit::Refusal;
use crate::report::{CheckResult, Report, Status};

/// Why an edit does not stay.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Reason {
    /// It can't be made.
    #[error("{0}")]
    Edit(Refusal),
    /// The page can't be judged with it.
    #[error("the page couldn't be scanned with this edit")]
    NotJudged,
    /// No check that it is for gets better.
    #[error("{0} doesn't improve")]
    NotBetter(&'static str),
    /// A check gets worse.
    #[error("{0} gets worse")]
    Worse(String),
    /// What it writes isn't complete for its type.
    #[error("{0} still wouldn't pass")]
    Incomplete(&'static str),
    /// Words of the page change.
    #[error("the text of the page changes")]
    TextChanged,
    /// The score gets lower.
    #[error("the score gets lower")]
    LowerScore,
}

/// What an edit promises.
pub(super) struct Claim {
    pub(super) rule: &'static Rule,
    /// The check that passes with it.
    pub(super) must_pass: Option<&'static str>,
}

/// Compares the page before and after an edit.
pub(super) fn prove(before: &State, after: &State, claim: &Claim) -> Result<(), Reason> {
    let (old, new) = (&before.page.document, &after.page.document);
    let is_same = |one: &str, other: &str| one.split_whitespace().eq(other.split_whitespace());
    if !is_same(&old.visible_text, &new.visible_text) || !is_same(&old.main.text, &new.main.text) {
        return Err(Reason::TextChanged);
    }
    let (old, new) = (&before.report, &after.report);
    let mut pairs = old.checks.iter().zip(&new.checks);
    if let Some((worse, _)) = pairs.find(|(one, other)| is_worse(one, other)) {
        return Err(Reason::Worse(worse.id.clone()));
    }
    if new.score < old.score || new.raw_score < old.raw_score {
        return Err(Reason::LowerScore);
    }
    if let Some(check) = claim.must_pass
        && !passes(new, check)
    {
        return Err(Reason::Incomplete(check));
    }
    let checks = claim.rule.checks;
    let mut pairs = old.checks.iter().zip(&new.checks);
    let helps =
        pairs.any(|(one, other)| checks.contains(&one.id.as_str()) && is_better(one, other));
    match checks.first() {
        Some(first) if !helps => Err(Reason::NotBetter(first)),
        _ => Ok(()),
    }
}

fn passes(report: &Report, check: &str) -> bool {
    report.checks.iter().any(|own| own.id == check && own.status == Status::Pass)
}

/// A verdict that was not there, or is lower. A check that no longer applies may have hidden what
/// it found.
fn is_worse(before: &CheckResult, after: &CheckResult) -> bool {
    match (before.value, after.value) {
        (Some(old), Some(new)) => new < old,
        (None, Some(_)) => after.status != Status::Pass,
        (Some(_), None) => true,
        (None, None) => false,
    }
}

/// A higher value; or as high, with less found wrong.
fn is_better(before: &CheckResult, after: &CheckResult) -> bool {
    match (before.value, after.value) {
        (Some(old), Some(new)) => new > old,
        (None, Some(_)) => after.status == Status::Pass,
        _ => false,
    }
}
