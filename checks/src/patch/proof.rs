//! Whether an edit helped and harmed nothing.

use super::rules::{Keeps, Rule};
use super::state::State;
use crate::edit::Refusal;
use crate::report::{CheckResult, PageKind, Status};

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
    /// The page counts as one of another kind with it, and a check of that kind finds more.
    #[error("the page would count as {kind}, and {check} gets worse")]
    OfKind {
        /// The kind, with its article.
        kind: &'static str,
        /// The check.
        check: String,
    },
    /// What it writes isn't complete for its type.
    #[error("{check} still wouldn't pass: {found}")]
    Incomplete {
        /// The check for that type.
        check: &'static str,
        /// What it finds.
        found: String,
    },
    /// Words of the page change.
    #[error("the text of the page changes")]
    TextChanged,
    /// The score gets lower.
    #[error("the score drops")]
    LowerScore,
}

/// What an edit promises.
pub(super) struct Claim {
    pub(super) rule: &'static Rule,
    /// The check that passes with it.
    pub(super) must_pass: Option<&'static str>,
    /// What stays of the text.
    pub(super) keeps: Keeps,
}

/// Compares the page before and after an edit.
pub(super) fn prove(before: &State, after: &State, claim: &Claim) -> Result<(), Reason> {
    let (old, new) = (&before.page.document, &after.page.document);
    let is_kept = |old: &str, new: &str| is_kept(&claim.keeps, old, new);
    if !is_kept(&old.visible_text, &new.visible_text) || !is_kept(&old.main.text, &new.main.text) {
        return Err(Reason::TextChanged);
    }
    let (old, new) = (&before.report, &after.report);
    let mut pairs = old.checks.iter().zip(&new.checks);
    let measures = claim.rule.measures;
    let harms = |(one, other): &(&CheckResult, &CheckResult)| {
        is_worse(one, other) && !measures.contains(&one.id.as_str())
    };
    if let Some((worse, _)) = pairs.find(harms) {
        let check = worse.id.clone();
        return Err(match old.page.kind == new.page.kind {
            true => Reason::Worse(check),
            false => Reason::OfKind { kind: with_article(new.page.kind), check },
        });
    }
    let is_lower = new.score < old.score || new.raw_score < old.raw_score;
    if is_lower && measures.is_empty() {
        return Err(Reason::LowerScore);
    }
    if let Some(check) = claim.must_pass
        && let Some(own) = new.checks.iter().find(|own| own.id == check)
        && own.status != Status::Pass
    {
        let found = own.summary.trim_end_matches('.').to_owned();
        return Err(Reason::Incomplete { check, found });
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

/// Whether a text keeps what it is to keep.
fn is_kept(keeps: &Keeps, old: &str, new: &str) -> bool {
    match keeps {
        Keeps::Text => old.split_whitespace().eq(new.split_whitespace()),
        Keeps::Words => {
            let sorted = |text| {
                let mut words: Vec<&str> = str::split_whitespace(text).collect();
                words.sort_unstable();
                words
            };
            sorted(old) == sorted(new)
        }
        Keeps::AllBut(marks) => {
            let (mut new, mut marks) = (new.split_whitespace().peekable(), marks.iter().peekable());
            let is_there = old.split_whitespace().all(|word| {
                if new.next_if_eq(&word).is_some() {
                    return true;
                }
                let Some(rest) = marks.next().and_then(|mark| word.strip_prefix(mark.as_str()))
                else {
                    return false;
                };
                rest.is_empty() || new.next_if_eq(&rest).is_some()
            });
            is_there && new.next().is_none() && marks.next().is_none()
        }
    }
}

const fn with_article(kind: PageKind) -> &'static str {
    match kind {
        PageKind::Home => "a home page",
        PageKind::Article => "an article",
        PageKind::Product => "a product page",
        PageKind::Docs => "documentation",
        PageKind::Qa => "a discussion",
        PageKind::Listing => "a list of pages",
        PageKind::Other => "a page of unknown kind",
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_goes_but_what_was_said() {
        let all_but =
            |marks: &[&str]| Keeps::AllBut(marks.iter().map(|&mark| mark.into()).collect());
        for (keeps, old, new, expected) in [
            (Keeps::Text, "a  b", "a b", true),
            (Keeps::Text, "a b", "b a", false),
            (Keeps::Words, "a b a", "b a a", true),
            (Keeps::Words, "a b a", "b b a", false),
            (all_but(&["•", "•"]), "x • a •b", "x a b", true),
            (all_but(&["1.", "2."]), "1. 10 g 2. 5 g", "10 g 5 g", true),
            (all_but(&["•"]), "x • a • b", "x a b", false),
            (all_but(&["•", "•"]), "x • a b", "x a b", false),
            (all_but(&["•"]), "x • a", "x a b", false),
        ] {
            assert_eq!(is_kept(&keeps, old, new), expected, "{keeps:?} {old} {new}");
        }
    }
}
