//! From failed and warned checks to a ranked list of fixes, each with what it gains.
//!
//! One edit that mends several checks is one fix. Gains are found by scoring the page again with
//! the fix done, caps and all, so they add up to the projected score.

use std::cmp::Reverse;

use crate::applicability::exemption;
use crate::check::{About, Check, Context};
use crate::fix::Fix;
use crate::gates::{Mended, gates};
use crate::registry::checks;
use crate::report::{
    CheckResult, Evidence, EvidenceStrength, GainKind, PageKind, Recommendation, RecommendedFix,
    Status,
};
use crate::score::{Input, Numbers, Standing};
use crate::tool_settings::setting;
use crate::weights::{NO_MEASURED_EFFECT, UNLOCKING};

/// One edit, and what it mends.
struct Candidate<'a> {
    mends: Vec<(&'static dyn Check, &'a CheckResult)>,
    fix: Fix,
    /// What it takes: the most that any of the fixes does.
    effort: u8,
    kind: GainKind,
    /// Checks that the edit makes applicable.
    opens: Vec<&'static str>,
}

/// The page as it would be, and its score.
#[derive(Clone, Copy)]
struct State {
    standing: Standing,
    mended: Mended,
}

/// The fixes for what failed or warned, best first.
pub(crate) fn recommendations(context: &Context<'_>, input: &Input) -> Vec<Recommendation> {
    let mut open = candidates(context, input);
    let mut state = State { standing: input.standing(), mended: Mended::default() };
    let mut ranked = Vec::with_capacity(open.len());
    while let Some(step) = next(&open, state, context) {
        let candidate = open.remove(step.place);
        let before = state.standing.numbers().score;
        state = step.state;
        ranked.push(recommendation(ranked.len(), &candidate, before, state));
    }
    ranked
}

struct Step {
    place: usize,
    state: State,
}

/// What the gain of a fix that may not suit the page counts for in the order, as a part of that of one
/// that is sure to: of such fixes, editors would give about one in three as it is.
const CONDITIONAL_PART: u32 = 3;

/// The edit to do next: what opens the page first, then the greatest gain, of equal ones the one that
/// takes less; where none gains anything under the caps, by what it adds to the raw score. What may
/// not suit the page comes behind what is sure to gain a third as much.
fn next(open: &[Candidate<'_>], state: State, context: &Context<'_>) -> Option<Step> {
    let now = state.standing.numbers();
    let steps: Vec<(State, Numbers)> = open
        .iter()
        .map(|candidate| {
            let then = candidate.done(state, context);
            (then, then.standing.numbers())
        })
        .collect();
    let any_gain = steps.iter().any(|(_, then)| then.score > now.score);
    let gain = |candidate: &Candidate<'_>, then: &Numbers| {
        let gain = match any_gain {
            true => u32::from(then.score - now.score),
            false => then.raw_exact.saturating_sub(now.raw_exact),
        };
        if candidate.fix.is_conditional { gain } else { gain * CONDITIONAL_PART }
    };
    let ranks = open.iter().zip(&steps).enumerate();
    let best = ranks.min_by(|(_, (one, (_, then))), (_, (other, (_, otherwise)))| {
        let of = |candidate: &Candidate<'_>| candidate.precedence();
        of(one)
            .cmp(&of(other))
            .then_with(|| gain(other, otherwise).cmp(&gain(one, then)))
            .then_with(|| one.effort.cmp(&other.effort))
            .then_with(|| otherwise.raw_exact.cmp(&then.raw_exact))
            .then_with(|| one.tie_break().cmp(&other.tie_break()))
    });
    best.map(|(place, (_, (state, _)))| Step { place, state: *state })
}

impl Candidate<'_> {
    /// The page with this edit done. What an unlocking edit would show is not known, so it changes
    /// nothing here.
    fn done(&self, mut state: State, context: &Context<'_>) -> State {
        if self.kind == GainKind::Unlocks || self.is_elsewhere() {
            return state;
        }
        let before = state.mended;
        for (check, _) in &self.mends {
            let id = check.about().id;
            state.standing.pass(id);
            state.mended.mend(id);
            state.standing.canonical_elsewhere &= id != "canonical";
        }
        for id in &self.opens {
            state.standing.pass(id);
        }
        if state.mended != before {
            state.standing.gates = gates(context, state.mended);
        }
        state
    }

    /// Whether the fix is to use another URL, which changes nothing at this one: the canonical is
    /// right, so there is no element to paste.
    fn is_elsewhere(&self) -> bool {
        self.fix.key == "canonical" && self.fix.snippet.is_none()
    }

    /// What opens the page comes first, what has no measured effect last.
    fn precedence(&self) -> u8 {
        let is_idle = || self.ids().all(|id| NO_MEASURED_EFFECT.contains(&id));
        match self.kind {
            GainKind::Unlocks => 0,
            _ if is_idle() => 2,
            _ => 1,
        }
    }

    fn tie_break(&self) -> (bool, u8, Reverse<u8>, u8) {
        let heaviest = self.heaviest();
        let is_warning = self.mends.iter().all(|(_, result)| result.status == Status::Warn);
        let strength = strength_rank(heaviest.1.evidence_strength);
        (is_warning, strength, Reverse(heaviest.1.weight), heaviest.1.number)
    }

    fn ids(&self) -> impl Iterator<Item = &'static str> {
        self.mends.iter().map(|(check, _)| check.about().id)
    }

    fn heaviest(&self) -> &(&'static dyn Check, &CheckResult) {
        let weights = self.mends.iter().map(|(_, result)| result.weight);
        let place = weights.enumerate().max_by_key(|(at, weight)| (*weight, Reverse(*at)));
        &self.mends[place.map_or(0, |(at, _)| at)]
    }
}

const fn strength_rank(strength: EvidenceStrength) -> u8 {
    match strength {
        EvidenceStrength::Strong => 0,
        EvidenceStrength::Moderate => 1,
        EvidenceStrength::Weak => 2,
        EvidenceStrength::Convention => 3,
    }
}

/// What a fix takes: as much as those of its check do, unless it says otherwise.
fn effort(check: &dyn Check, fix: &Fix) -> u8 {
    fix.effort.unwrap_or(check.about().effort)
}

/// One candidate for each edit, in catalogue order, as far as the patience goes.
fn candidates<'a>(context: &Context<'_>, input: &'a Input) -> Vec<Candidate<'a>> {
    let mut candidates: Vec<Candidate<'a>> = Vec::new();
    for check in checks() {
        let result = input.checks.iter().find(|result| result.id == check.about().id);
        let Some(result) = result else { continue };
        if !matches!(result.status, Status::Fail | Status::Warn) {
            continue;
        }
        if context.patience.ask().is_err() {
            break;
        }
        let fix = check.fix(context, result);
        if let Some(text) =
            candidates.iter_mut().find(|one| comes_with(&one.fix, check, &fix, context))
        {
            text.mends.push((check, result));
            continue;
        }
        match candidates.iter_mut().find(|candidate| candidate.fix.key == fix.key) {
            Some(candidate) => candidate.join(check, result, fix),
            None => candidates.push(Candidate {
                mends: vec![(check, result)],
                effort: effort(check, &fix),
                fix,
                kind: GainKind::Exact,
                opens: Vec::new(),
            }),
        }
    }
    for candidate in &mut candidates {
        candidate.settle(context, input);
        let document = &context.page.document;
        let is_of_manual = context.subject.kind == PageKind::Docs || document.is_of_manual();
        let tool = document.tool.filter(|_| is_of_manual && candidate.fix.is_for_tool);
        if let Some(setting) = tool.and_then(|tool| setting(tool, candidate.fix.key)) {
            candidate.fix.steps.insert(0, setting.step.to_owned());
            candidate.fix.title = format!("{} ({})", candidate.fix.title, setting.place);
        }
    }
    candidates
}

/// Checks of what readers see, which an application shows along with its text.
const SEEN: [&str; 4] = ["title-h1-match", "author-byline", "publisher-identity", "dates-declared"];

/// Whether serving the text of an empty shell is what mends a check: there is nothing in the HTML that
/// its own fix could edit. What a fix gives to paste into the head can be pasted all the same.
fn comes_with(text: &Fix, check: &dyn Check, fix: &Fix, context: &Context<'_>) -> bool {
    let is_head_alone = check.about().id == "publisher-identity" && fix.snippet.is_some();
    text.key == "raw-html-content"
        && context.page.document.main.word_equivalents == 0
        && SEEN.contains(&check.about().id)
        && !is_head_alone
}

impl<'a> Candidate<'a> {
    /// Another check that the same edit mends. The title is that of the fix that gives the other's
    /// text to paste and more, else that of the heaviest.
    fn join(&mut self, check: &'static dyn Check, result: &'a CheckResult, fix: Fix) {
        self.effort = self.effort.max(effort(check, &fix));
        self.fix.is_conditional &= fix.is_conditional;
        self.fix.declares_kind |= fix.declares_kind;
        let is_wider = holds(&fix, &self.fix);
        let is_narrower = holds(&self.fix, &fix);
        if is_wider || (!is_narrower && result.weight > self.heaviest().1.weight) {
            self.fix.title = fix.title;
            self.fix.verify = fix.verify;
        }
        self.mends.push((check, result));
        for step in fix.steps {
            if !self.fix.steps.contains(&step) {
                self.fix.steps.push(step);
            }
        }
        self.fix.snippet = match (self.fix.snippet.take(), fix.snippet) {
            (_, other) if is_wider => other,
            (one, _) if is_narrower => one,
            (Some(one), Some(other)) if one != other => Some(format!("{one}\n{other}")),
            (one, other) => one.or(other),
        };
        self.opens.extend(fix.opens);
    }

    /// Settles what kind of gain it is, once it is known what the edit mends.
    fn settle(&mut self, context: &Context<'_>, input: &Input) {
        // Only the owner can tell whether the page is of that kind.
        self.fix.is_conditional |= self.fix.declares_kind;
        self.opens.extend(self.fix.opens);
        self.opens.sort_unstable();
        self.opens.dedup();
        self.opens.retain(|id| {
            let is_closed = |result: &CheckResult| result.id == *id && result.status == Status::Na;
            input.checks.iter().any(is_closed) && exemption(id, context.subject).is_none()
        });
        let unlocks = |(check, result): &(&dyn Check, &CheckResult)| {
            result.status == Status::Fail && UNLOCKING.contains(&check.about().id)
        };
        self.kind = match () {
            () if self.mends.iter().any(unlocks) => GainKind::Unlocks,
            () if !self.opens.is_empty() || self.fix.declares_kind => GainKind::AtMost,
            () => GainKind::Exact,
        };
    }
}

/// Whether what one fix gives to paste holds what the other does, and more.
fn holds(one: &Fix, other: &Fix) -> bool {
    let both = one.snippet.as_deref().zip(other.snippet.as_deref());
    both.is_some_and(|(one, other)| one.len() > other.len() && one.contains(other))
}

fn recommendation(
    place: usize,
    candidate: &Candidate<'_>,
    before: u8,
    state: State,
) -> Recommendation {
    let fix = &candidate.fix;
    let after = state.standing.numbers().score;
    let told = candidate.kind != GainKind::Unlocks;
    let evidence = candidate.mends.iter().flat_map(|(check, _)| check.about().sources);
    let mut sources: Vec<Evidence> = Vec::new();
    for source in evidence {
        if !sources.iter().any(|known| known.url == source.url) {
            sources.push(Evidence {
                title: source.title.to_owned(),
                url: source.url.to_owned(),
                strength: source.strength,
            });
        }
    }
    // The check that asks for the edit comes before those that it mends besides.
    let mut mended: Vec<&About> = candidate.mends.iter().map(|(check, _)| check.about()).collect();
    mended.sort_by_key(|about| about.id != fix.key);
    let why: Vec<&str> = mended.into_iter().map(|about| about.why).collect();
    Recommendation::Full(Box::new(RecommendedFix {
        rank: u32::try_from(place + 1).unwrap_or(u32::MAX),
        id: fix.key.to_owned(),
        check_ids: candidate.ids().map(str::to_owned).collect(),
        locked: false,
        title: fix.title.clone(),
        why: why.join(" "),
        steps: fix.steps.clone(),
        snippet: fix.snippet.clone(),
        verify: fix.verify.clone(),
        effort: candidate.effort,
        gain: told.then_some(after - before),
        gain_kind: candidate.kind,
        conditional: fix.is_conditional,
        projected_score: told.then_some(after),
        evidence: sources,
    }))
}
