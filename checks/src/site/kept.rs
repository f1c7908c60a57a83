//! Values that many pages share, kept once.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::Arc;

/// Different values, each with a number.
#[derive(Clone, Debug)]
pub(super) struct Kept<T> {
    numbers: HashMap<Arc<T>, u32>,
    values: Vec<Arc<T>>,
}

impl<T> Default for Kept<T> {
    fn default() -> Self {
        Self { numbers: HashMap::new(), values: Vec::new() }
    }
}

impl<T: Eq + Hash> Kept<T> {
    /// The number of a value, which is kept if it is new.
    pub(super) fn keep(&mut self, value: T) -> u32 {
        if let Some(number) = self.numbers.get(&value) {
            return *number;
        }
        let number = u32::try_from(self.values.len()).unwrap_or(u32::MAX);
        let value = Arc::new(value);
        self.values.push(Arc::clone(&value));
        self.numbers.insert(value, number);
        number
    }
}

impl<T> Kept<T> {
    /// The value with that number.
    pub(super) fn get(&self, number: u32) -> Option<&T> {
        let place = usize::try_from(number).ok()?;
        self.values.get(place).map(|value| &**value)
    }
}

impl Kept<String> {
    /// The text with that number; empty where there is none.
    pub(super) fn text(&self, number: u32) -> &str {
        self.get(number).map_or("", String::as_str)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_is_kept_once() {
        let mut kept = Kept::default();
        let numbers = ["tea", "coffee", "tea"].map(|text| kept.keep(text.to_owned()));
        assert_eq!(numbers, [0, 1, 0]);
        assert_eq!((kept.text(1), kept.text(7)), ("coffee", ""));
    }
}
