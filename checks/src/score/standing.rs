//! The numbers of a score, without the words: small enough to be tried out again and again.

use super::length::Length;
use crate::engines::{ENGINE_COUNT, ENGINES, Engine, Factor, Gates, scaled_reach};
use crate::report::{CheckResult, ReachReason, Status, scaled};
use crate::weights::{
    CANONICAL_ELSEWHERE_CAP, CATALOGUE, EMPTY_CONTENT_CAP, HARDLY_ANY_TEXT, REACH_CAP_FLOOR,
    spec_of,
};

/// What the score follows from. Whoever asks "what if" changes a copy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Standing {
    /// By number in the catalogue, less one; none for a check that did not run.
    verdicts: [Option<(Status, Option<u8>)>; CATALOGUE.len()],
    /// What stands between each engine and the text.
    pub(crate) gates: [Gates; ENGINE_COUNT],
    /// Length of the main content in word equivalents.
    pub(crate) word_equivalents: usize,
    /// The length that the score depends on, where it does.
    pub(crate) length: Option<Length>,
    /// Whether reading stopped before there was hardly any text.
    pub(crate) unread: bool,
    /// Whether the canonical names another site.
    pub(crate) canonical_elsewhere: bool,
    /// Whether it only sends visitors to another URL.
    pub(crate) forwarding: bool,
    /// Whether anything on the page speaks of scripts that bring text.
    pub(crate) scripted: bool,
}

/// A limit on the score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Limit {
    /// There is no page.
    Unavailable,
    /// Not every engine can use the page.
    Reach,
    /// There is hardly any text without scripts.
    HardlyAnyText,
    /// There is nothing but the way to another page.
    Forwarding,
    /// Hardly any text was read before a limit was reached.
    Unread,
    /// The canonical names another site.
    CanonicalElsewhere,
}

/// The score and the raw score, and how exactly the latter lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Numbers {
    /// 0 to 100.
    pub(crate) score: u8,
    /// 0 to 100: what the length leaves of the raw score.
    pub(crate) uncapped: u8,
    /// 0 to 100.
    pub(crate) raw_score: u8,
    /// The raw score in thousandths of a point, rounded down.
    pub(crate) raw_exact: u32,
}

impl Standing {
    /// That of these checks and gates, and of a text of no length.
    pub(crate) fn new(checks: &[CheckResult], gates: [Gates; ENGINE_COUNT]) -> Self {
        let mut verdicts = [None; CATALOGUE.len()];
        for check in checks {
            if let Some(verdict) = verdicts.get_mut(usize::from(check.number) - 1) {
                *verdict = Some((check.status, check.value));
            }
        }
        Self {
            verdicts,
            gates,
            word_equivalents: 0,
            length: None,
            unread: false,
            canonical_elsewhere: false,
            forwarding: false,
            scripted: true,
        }
    }

    /// The status of that check, where it ran.
    pub(crate) fn status(&self, id: &str) -> Option<Status> {
        let place = usize::from(spec_of(id)?.number) - 1;
        self.verdicts[place].map(|(status, _)| status)
    }

    /// Takes that check for passed.
    pub(crate) fn pass(&mut self, id: &str) {
        if id == "content-depth" {
            self.length = self.length.map(Length::once_expanded);
        }
        if let Some(spec) = spec_of(id) {
            self.verdicts[usize::from(spec.number) - 1] = Some((Status::Pass, Some(100)));
        }
    }

    /// The score, and what it comes from.
    pub(crate) fn numbers(&self) -> Numbers {
        let (points, weight) = self.weighed();
        let raw_score = half_up(points, weight).unwrap_or(0);
        let raw_exact = (points * 1_000).checked_div(weight).unwrap_or(0);
        let strictest = self.limits().map(|(_, limit)| limit).min().unwrap_or(100);
        let uncapped = scaled(raw_score, self.length.map_or(100, Length::percent));
        Numbers { score: uncapped.min(strictest), uncapped, raw_score, raw_exact }
    }

    /// Every limit, whether it binds or not.
    pub(crate) fn limits(&self) -> impl Iterator<Item = (Limit, u8)> {
        let unavailable = self.is_unavailable().then_some((Limit::Unavailable, 0));
        let limits = [
            unavailable,
            Some((Limit::Reach, reach_limit(&self.gates()))),
            self.has_hardly_any_text().then_some((Limit::HardlyAnyText, EMPTY_CONTENT_CAP)),
            self.forwarding.then_some((Limit::Forwarding, EMPTY_CONTENT_CAP)),
            // What was not seen is worth no more than what is not there.
            self.unread.then_some((Limit::Unread, EMPTY_CONTENT_CAP)),
            self.canonical_elsewhere
                .then_some((Limit::CanonicalElsewhere, CANONICAL_ELSEWHERE_CAP)),
        ];
        // Where there is no page there is nothing else to say.
        let all = if unavailable.is_some() { 1 } else { limits.len() };
        limits.into_iter().take(all).flatten()
    }

    /// What stands between each engine and the text, those included that follow from checks.
    pub(crate) fn gates(&self) -> [Gates; ENGINE_COUNT] {
        if self.is_unavailable() {
            return [Gates::UNAVAILABLE; ENGINE_COUNT];
        }
        let text = self.status("raw-html-content").filter(|_| self.scripted);
        let wall = self.status("content-wall");
        let mut gates = self.gates;
        for (engine, gates) in ENGINES.iter().zip(&mut gates) {
            gates.text = text_factor(text, engine);
            gates.wall = wall_factor(wall);
        }
        gates
    }

    fn is_unavailable(&self) -> bool {
        self.status("http-fetch") == Some(Status::Fail)
    }

    /// Whether hardly any text is there until scripts bring it. Where none do, its length says what
    /// the page is worth.
    fn has_hardly_any_text(&self) -> bool {
        self.needs_scripts() && self.word_equivalents < HARDLY_ANY_TEXT
    }

    /// Whether the text is missing until scripts bring it, so that its length is not judged.
    pub(crate) fn needs_scripts(&self) -> bool {
        self.status("raw-html-content") == Some(Status::Fail)
            && !matches!(self.status("content-depth"), Some(Status::Pass))
    }

    fn weighed(&self) -> (u32, u32) {
        let verdicts = CATALOGUE.iter().zip(&self.verdicts);
        let applying = verdicts.filter_map(|(spec, verdict)| {
            let value = verdict.as_ref()?.1?;
            Some((u32::from(value), u32::from(spec.weight)))
        });
        applying.fold((0, 0), |(points, total), (value, weight)| {
            (points + value * weight, total + weight)
        })
    }
}

/// A weighted mean, rounded half up; none where nothing weighs anything.
pub(super) fn half_up(points: u32, weight: u32) -> Option<u8> {
    let mean = (2 * points + weight).checked_div(2 * weight)?;
    u8::try_from(mean).ok()
}

fn reach_limit(gates: &[Gates; ENGINE_COUNT]) -> u8 {
    let limit = REACH_CAP_FLOOR + scaled_reach(gates, 100 - REACH_CAP_FLOOR);
    u8::try_from(limit).unwrap_or(100)
}

/// Google renders pages, Bing some of them, the others none.
fn text_factor(status: Option<Status>, engine: &Engine) -> Factor {
    let percent = match (status, engine.id) {
        (Some(Status::Warn), "copilot") => 90,
        (Some(Status::Fail), "copilot") => 50,
        (Some(Status::Warn), id) if id != "google" => 75,
        (Some(Status::Fail), id) if id != "google" => 10,
        _ => return Factor::OPEN,
    };
    Factor::limited(percent, ReachReason::TextNeedsJavascript)
}

fn wall_factor(status: Option<Status>) -> Factor {
    match status {
        Some(Status::Fail) => Factor::limited(40, ReachReason::Wall),
        Some(Status::Warn) => Factor::limited(90, ReachReason::Wall),
        _ => Factor::OPEN,
    }
}
