//! The places for answer engines.

use std::str::FromStr;

/// An answer engine that can be asked about an address.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Engine {
    /// `engine_1`.
    One,
    /// `engine_2`.
    Two,
    /// `engine_3`.
    Three,
}

/// Unknown engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the engines are engine_1, engine_2 and engine_3")]
pub struct UnknownEngine;

impl Engine {
    /// Every engine.
    pub const ALL: [Self; 3] = [Self::One, Self::Two, Self::Three];

    /// Its name.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::One => "engine_1",
            Self::Two => "engine_2",
            Self::Three => "engine_3",
        }
    }

    /// As the store keeps them: each once, in order.
    pub(crate) fn words(engines: &[Self]) -> String {
        let named = Self::ALL.into_iter().filter(|engine| engines.contains(engine));
        named.map(Self::as_str).collect::<Vec<_>>().join(" ")
    }

    pub(crate) fn of_words(words: &str) -> Vec<Self> {
        words.split(' ').filter_map(|word| word.parse().ok()).collect()
    }
}

impl std::fmt::Display for Engine {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.as_str())
    }
}

impl FromStr for Engine {
    type Err = UnknownEngine;

    fn from_str(name: &str) -> Result<Self, UnknownEngine> {
        Self::ALL.into_iter().find(|engine| engine.as_str() == name).ok_or(UnknownEngine)
    }
}
