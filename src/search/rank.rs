//! Which sections fit a question best: Okapi BM25 over several fields.
//!
//! Terms stay texts, so nothing rests on how they are hashed.

use std::collections::{BTreeMap, BTreeSet};

use bm25::{Embedder, EmbedderBuilder, Embedding, Scorer, TokenEmbedding, Tokenizer};

use super::corpus::{Corpus, Section};
use super::words::{Exact, Words};

/// What a word counts in the title of its page, in the heading and in the text of its section.
const WEIGHTS: [f64; 3] = [2.5, 1.5, 1.0];

/// The sections by their words.
pub(super) struct Ranking {
    fields: Vec<Field>,
}

/// One field of every section.
struct Field {
    weight: f64,
    scorer: Scorer<usize, String>,
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
            let asked = Embedding(vec![TokenEmbedding { index: term.clone(), value: 1.0 }]);
            for field in &self.fields {
                for found in field.scorer.matches(&asked) {
                    let fit = fits.entry(found.id).or_default();
                    fit.score += field.weight * f64::from(found.score);
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
    /// Texts are cut into words once, although the crate asks for them twice.
    fn new(words: &Words, texts: &[String], weight: f64) -> Self {
        let texts: Vec<String> = texts.iter().map(|text| words.tokenize(text).join(" ")).collect();
        let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
        let embedder: Embedder<Exact, Cut> =
            EmbedderBuilder::with_tokenizer_and_fit_to_corpus(Cut, &texts).build();
        let mut scorer = Scorer::new();
        for (number, text) in texts.iter().enumerate() {
            scorer.upsert(&number, embedder.embed(text));
        }
        Self { weight, scorer }
    }
}

/// Finds the words in a text that was cut into words.
struct Cut;

impl Tokenizer for Cut {
    fn tokenize(&self, text: &str) -> Vec<String> {
        text.split(' ').map(str::to_owned).collect()
    }
}
