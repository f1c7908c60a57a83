//! The posts of a discussion: what follows each other in elements of one pattern.
//!
//! Whatever made the page, the texts of its posts stand in elements of the same class. So of all
//! patterns that repeat, those are taken whose elements hold the most prose and the least else:
//! measured as the harmonic mean (F1) of the share of the page's prose that they hold and the share
//! of their text that is prose. A question often has another class than its answers, so patterns
//! are added as long as that helps.

use std::collections::BTreeMap;

use select::document::Document;

use crate::page::flow::Flow;
use crate::page::prose::Prose;
use crate::page::surroundings::Surroundings;

/// Posts are worth taking apart from the page where they reach this, in percent.
const LEAST_FIT: usize = 60;
/// Patterns that are joined at most: question, answers, comments.
const PATTERNS: usize = 3;
/// Patterns that are looked at, those with the most prose first.
const CANDIDATES: usize = 64;
/// How much a pattern must add, in thousandths.
const LEAST_GAIN: usize = 10;

/// The elements that hold the posts, in order of the patterns.
pub(super) fn posts(document: &Document, flow: &Flow, apart: &Surroundings) -> Option<Vec<usize>> {
    let fit = Fit { flow, apart, prose: apart.prose(flow), shown: apart.shown(flow) };
    let patterns = patterns(document, &fit);
    let mut chosen: Vec<usize> = Vec::new();
    let mut best = 0;
    for _ in 0..PATTERNS {
        let before = Chosen::of(flow, &chosen);
        let joined = patterns.iter().map(|pattern| {
            let apart = pattern.iter().filter(|at| !before.overlaps(flow, **at));
            chosen.iter().chain(apart).copied().collect::<Vec<usize>>()
        });
        let top = joined.map(|union| (fit.of(&union), union)).max_by_key(|(fit, _)| *fit);
        match top.filter(|(fit, _)| *fit > best + LEAST_GAIN) {
            Some((fit, union)) => (best, chosen) = (fit, union),
            None => break,
        }
    }
    (best > LEAST_FIT * 10).then_some(chosen)
}

struct Fit<'a> {
    flow: &'a Flow,
    apart: &'a Surroundings,
    prose: Prose,
    /// Bytes of text that is not apart before each block, and of all.
    shown: Vec<usize>,
}

impl Fit<'_> {
    /// In thousandths.
    fn of(&self, elements: &[usize]) -> usize {
        let prose: usize = elements.iter().map(|at| self.prose.within(self.flow, *at)).sum();
        let text: usize = elements.iter().map(|at| self.text_of(*at)).sum();
        (2_000 * prose).checked_div(text + self.prose.total()).unwrap_or(0)
    }

    fn text_of(&self, element: usize) -> usize {
        let blocks = &self.flow.elements[element].blocks;
        self.shown[blocks.end] - self.shown[blocks.start]
    }
}

/// The elements of each class that repeats, without those that stand in one of the same class.
fn patterns(document: &Document, fit: &Fit<'_>) -> Vec<Vec<usize>> {
    let mut patterns: BTreeMap<(&str, &str), Vec<usize>> = BTreeMap::new();
    for (at, element) in fit.flow.elements.iter().enumerate() {
        if fit.apart.hold(at) || element.text_length() == 0 {
            continue;
        }
        let Some(node) = document.nth(element.node) else { continue };
        for attribute in ["class", "itemprop"] {
            for token in node.attr(attribute).unwrap_or_default().split_ascii_whitespace() {
                let members = patterns.entry((attribute, token)).or_default();
                if members.last().is_none_or(|last| fit.flow.elements[*last].end <= at) {
                    members.push(at);
                }
            }
        }
    }
    let mut patterns: Vec<_> = patterns.into_values().filter(|members| members.len() > 1).collect();
    let prose = |members: &Vec<usize>| -> usize {
        members.iter().map(|at| fit.prose.within(fit.flow, *at)).sum()
    };
    patterns.sort_by_cached_key(|members| std::cmp::Reverse(prose(members)));
    patterns.dedup();
    patterns.truncate(CANDIDATES);
    patterns
}

/// Elements that were chosen, so that what overlaps with them is found at once.
struct Chosen {
    /// By element: whether it stands in one of them, or is one.
    inside: Vec<bool>,
    /// Before each element: how many of them begin.
    before: Vec<usize>,
}

impl Chosen {
    fn of(flow: &Flow, elements: &[usize]) -> Self {
        let mut inside = vec![false; flow.elements.len()];
        let mut begins = vec![false; flow.elements.len()];
        for at in elements {
            inside[*at..flow.elements[*at].end].fill(true);
            begins[*at] = true;
        }
        let mut before = vec![0];
        for begins in begins {
            before.push(before[before.len() - 1] + usize::from(begins));
        }
        Self { inside, before }
    }

    fn overlaps(&self, flow: &Flow, at: usize) -> bool {
        self.inside[at] || self.before[flow.elements[at].end] > self.before[at]
    }
}
