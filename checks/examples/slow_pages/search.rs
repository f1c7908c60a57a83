//! Keeps what is slow, and varies it.

use std::time::{Duration, Instant};

use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};

use crate::grammar::Page;
use crate::measure::{Yardstick, once};

/// Bytes of the pages that are tried: large enough for growth to show, small enough to try many.
const BYTES: usize = 256 << 10;
const POPULATION: usize = 24;
/// Tries without a slower page after which the search begins anew.
const PATIENCE: usize = 400;
/// Of so many tries one is of a wholly new page.
const NEW_ONE_IN: u32 = 8;

/// A page, and how many times it costs what an ordinary one does.
#[derive(Clone, Debug)]
pub(crate) struct Slow {
    pub(crate) page: Page,
    ratio: f64,
}

impl Slow {
    pub(crate) fn untried(page: Page) -> Self {
        Self { page, ratio: 0.0 }
    }
}

/// One search; the same seed tries the same pages as long as the same ones are found slow.
pub(crate) struct Search {
    rng: StdRng,
    ordinary: Yardstick,
    tried: usize,
}

impl Search {
    pub(crate) fn new(seed: u64) -> Self {
        Self { rng: StdRng::seed_from_u64(seed), ordinary: Yardstick::of(BYTES), tried: 0 }
    }

    pub(crate) fn tried(&self) -> usize {
        self.tried
    }

    /// The slowest pages that were found in that time.
    pub(crate) fn run(&mut self, time: Duration, wanted: usize) -> Vec<Slow> {
        let end = Instant::now() + time;
        let mut found = Vec::new();
        while Instant::now() < end {
            let population = self.climb(end);
            // Of one climb, the rest of the population is much like its best.
            found.extend(population.into_iter().take(2));
            sort(&mut found);
            found.truncate(wanted);
        }
        found
    }

    /// Varies a population until nothing slower is found.
    fn climb(&mut self, end: Instant) -> Vec<Slow> {
        let mut population: Vec<Slow> = Vec::new();
        let mut idle = 0;
        while Instant::now() < end && idle < PATIENCE {
            let page = self.next(&population);
            if population.iter().any(|slow| slow.page == page) {
                idle += 1;
                continue;
            }
            let ratio = once(&page, BYTES).over(&self.ordinary);
            self.tried += 1;
            let slowest = population.first().map_or(0.0, |slow| slow.ratio);
            idle = if ratio > slowest { 0 } else { idle + 1 };
            population.push(Slow { page, ratio });
            sort(&mut population);
            population.truncate(POPULATION);
        }
        population
    }

    fn next(&mut self, population: &[Slow]) -> Page {
        let new = population.len() < POPULATION || self.rng.random_ratio(1, NEW_ONE_IN);
        let chosen = (population.choose(&mut self.rng), population.choose(&mut self.rng));
        match chosen {
            (Some(one), Some(other)) if !new => {
                let (slower, other) =
                    if one.ratio > other.ratio { (one, other) } else { (other, one) };
                slower.page.varied(&mut self.rng, &other.page)
            }
            _ => Page::random(&mut self.rng),
        }
    }
}

/// The slowest first.
fn sort(pages: &mut [Slow]) {
    pages.sort_by(|one, other| other.ratio.total_cmp(&one.ratio));
}
