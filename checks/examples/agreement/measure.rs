//! Reading the reviewed pages and comparing with what people read.

use std::collections::HashMap;
use std::sync::LazyLock;

use citable_checks::page::Page;
use citable_checks::report::PageKind;
use regex::Regex;

use crate::support::{Case, cases, data_folder, in_parallel, snapshot};

static WORD: LazyLock<Regex> = LazyLock::new(|| Regex::new(r"\w+").unwrap());

/// How well one text agrees with another, word by word, wherever the words stand.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Agreement {
    /// The share of the words found that the truth has.
    pub(crate) precision: f64,
    /// The share of the truth's words that were found.
    pub(crate) recall: f64,
    /// Their harmonic mean.
    pub(crate) f1: f64,
}

impl Agreement {
    /// Compares what was found with the truth: as multisets of words in lower case.
    pub(crate) fn of(found: &str, truth: &str) -> Self {
        let (found, truth) = (words(found), words(truth));
        let both: usize = truth
            .iter()
            .map(|(word, count)| found.get(word).copied().unwrap_or(0).min(*count))
            .sum();
        let share =
            |of: &HashMap<String, usize>| both as f64 / of.values().sum::<usize>().max(1) as f64;
        let (precision, recall) = (share(&found), share(&truth));
        let f1 = match both {
            0 => 0.0,
            _ => 2.0 * precision * recall / (precision + recall),
        };
        Self { precision, recall, f1 }
    }
}

fn words(text: &str) -> HashMap<String, usize> {
    let mut words = HashMap::new();
    for word in WORD.find_iter(&text.to_lowercase()) {
        *words.entry(word.as_str().to_owned()).or_default() += 1;
    }
    words
}

/// A page with the truth, as it was read.
pub(crate) struct Read {
    /// The page and the truth.
    pub(crate) case: Case,
    /// Its place among the pages: rules may be tuned on those of even places alone.
    pub(crate) place: usize,
    /// What was read.
    pub(crate) page: Page,
    /// Of the main content; none where nobody noted it.
    pub(crate) agreement: Option<Agreement>,
}

impl Read {
    /// The kind that was found.
    pub(crate) fn kind(&self) -> PageKind {
        self.page.document.kind.kind
    }

    /// Whether the kind is right. The pages were sorted by what their content is and not by where
    /// they stand, so a home page is right where the address is the root of its site, and nowhere
    /// else.
    pub(crate) fn is_kind_right(&self) -> bool {
        let expected = match self.case.kind.as_str() {
            "article" => PageKind::Article,
            "documentation" => PageKind::Docs,
            "forum" => PageKind::Qa,
            "product" => PageKind::Product,
            "collection" | "listing" => PageKind::Listing,
            _ => PageKind::Other,
        };
        let is_root = self.page.final_url.path() == "/";
        self.kind() == expected || (self.kind() == PageKind::Home && is_root)
    }
}

/// Reads every page of the benchmark; none where it is absent.
pub(crate) fn read_all() -> Vec<Read> {
    let reviewed = cases(&data_folder()).into_iter().filter(|case| case.none_is_none);
    let numbered: Vec<(usize, Case)> = reviewed.enumerate().collect();
    in_parallel(numbered, |(place, case)| {
        let page = Page::read(&snapshot(&case));
        let truth = case.main_content.as_deref();
        let agreement = truth.map(|truth| Agreement::of(&page.document.main.text, truth));
        Read { case, place, page, agreement }
    })
}

/// The mean over the pages that have truth.
pub(crate) fn mean<'a>(pages: impl IntoIterator<Item = &'a Read>) -> (usize, Agreement) {
    let known: Vec<Agreement> = pages.into_iter().filter_map(|page| page.agreement).collect();
    let mean = |of: fn(&Agreement) -> f64| {
        known.iter().map(of).fold(0.0, |sum, one| sum + one) / known.len().max(1) as f64
    };
    let agreement = Agreement {
        precision: mean(|one| one.precision),
        recall: mean(|one| one.recall),
        f1: mean(|one| one.f1),
    };
    (known.len(), agreement)
}

/// How many of the pages are of the right kind, of how many.
pub(crate) fn right_kinds<'a>(pages: impl IntoIterator<Item = &'a Read>) -> (usize, usize) {
    pages
        .into_iter()
        .fold((0, 0), |(right, all), page| (right + usize::from(page.is_kind_right()), all + 1))
}
