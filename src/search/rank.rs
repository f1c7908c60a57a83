//! Which sections fit a question best: Okapi BM25 over several fields (Robertson and Zaragoza, "The
//! Probabilistic Relevance Framework: BM25 and Beyond", 2009).

use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::corpus::{Corpus, Section};
use super::words::Words;

/// What a word counts in the title of its page, in the heading and in the text of its section.
const WEIGHTS: [f64; 3] = [2.5, 1.5, 1.0];

/// How soon more of the same word stops to count for more.
const SATURATION: f64 = 1.2;

/// How much of a field's length above the mean is held against it, from 0 to 1.
const LENGTH: f64 = 0.75;

/// The sections by their words.
pub(super) struct Ranking {
    fields: Vec<Field>,
}

/// One field of every section.
struct Field {
    weight: f64,
    /// Words in the field of each section.
    lengths: Vec<usize>,
    mean_length: f64,
    /// The sections that have a word, and how often they have it.
    postings: HashMap<String, BTreeMap<usize, usize>>,
}

/// How well a section fits.
#[derive(Default)]
struct Fit {
    score: f64,
    terms: BTreeSet<usize>,
}

impl Ranking {
    pub(super) fn new(words: &Words, corpus: &Corpus) -> Self {
        let title = |section: &Section| corpus.documents[section.document].title.clone();
        let parts: [fn(&Section) -> String; 2] =
            [|section| section.heading.clone(), |section| section.text.clone()];
        let [headings, texts] = parts.map(|part| corpus.sections.iter().map(part).collect());
        let fields = [corpus.sections.iter().map(title).collect(), headings, texts];
        let field = |(texts, weight): (Vec<String>, f64)| Field::new(words, &texts, weight);
        Self { fields: fields.into_iter().zip(WEIGHTS).map(field).collect() }
    }

    /// The sections that have any of the words, best first. One that has half of the words is
    /// worth half of what its words are: many words that fit say more than one that is rare.
    pub(super) fn best(&self, terms: &[String]) -> Vec<(usize, f64)> {
        let mut fits: BTreeMap<usize, Fit> = BTreeMap::new();
        for (number, term) in terms.iter().enumerate() {
            for field in &self.fields {
                for (section, score) in field.matches(term) {
                    let fit = fits.entry(section).or_default();
                    fit.score += field.weight * score;
                    fit.terms.insert(number);
                }
            }
        }
        let share = |fit: &Fit| fit.terms.len() as f64 / terms.len() as f64;
        let fits = fits.into_iter().map(|(section, fit)| (section, fit.score * share(&fit)));
        let mut best: Vec<(usize, f64)> = fits.collect();
        best.sort_by(|(_, one), (_, other)| other.total_cmp(one));
        best
    }
}

impl Field {
    fn new(words: &Words, texts: &[String], weight: f64) -> Self {
        let mut postings: HashMap<String, BTreeMap<usize, usize>> = HashMap::new();
        let mut lengths = Vec::with_capacity(texts.len());
        for (section, text) in texts.iter().enumerate() {
            let found = words.tokenize(text);
            lengths.push(found.len());
            for word in found {
                *postings.entry(word).or_default().entry(section).or_default() += 1;
            }
        }
        let mean_length = lengths.iter().sum::<usize>() as f64 / lengths.len().max(1) as f64;
        Self { weight, lengths, mean_length, postings }
    }

    /// The sections that have the word, and what it is worth there.
    fn matches(&self, word: &str) -> impl Iterator<Item = (usize, f64)> {
        let sections = self.postings.get(word);
        let having = sections.map_or(0, BTreeMap::len) as f64;
        let rarity = ((self.lengths.len() as f64 - having + 0.5) / (having + 0.5)).ln_1p();
        sections.into_iter().flatten().map(move |(section, times)| {
            let times = *times as f64;
            let length = self.lengths[*section] as f64 / self.mean_length;
            let held_back = SATURATION * (1.0 - LENGTH + LENGTH * length);
            (*section, rarity * times * (SATURATION + 1.0) / (times + held_back))
        })
    }
}
