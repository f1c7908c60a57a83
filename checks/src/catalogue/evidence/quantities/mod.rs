//! Quantities in a text: a number with a unit, a share, an amount of money or a multiple, or one of
//! two digits and more before a word.
//!
//! Numbers that only name or date something are none: years, dates, times of day, telephone
//! numbers, versions, sections, models. Each text is read once from its beginning to its end.

mod around;
mod bare;
mod claim;
mod currency;
mod digits;
mod named_numbers;
mod number;
mod place;
mod unit;
mod words;

use std::hash::{DefaultHasher, Hash, Hasher};
use std::ops::Range;

use digits::may_begin_number;
use named_numbers::follows_area_code;
use number::{Shape, read_number, read_numerals};
use place::Place;

pub(super) use place::Reading;
pub(crate) use words::is_unit;

/// A quantity.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Quantity {
    /// Where the number stands in its text.
    pub(super) text: Range<usize>,
    /// The same for the same number with the same unit.
    pub(super) key: u64,
    /// Whether it is an amount of money.
    pub(super) is_money: bool,
    /// Whether somebody must have found it out: a share, or a large number that is neither a price
    /// nor a measure, and not the page's own count.
    pub(super) is_claim: bool,
}

/// Tells `found` of every quantity in one block of text.
pub(super) fn quantities(text: &str, reading: Reading, mut found: impl FnMut(Quantity)) {
    let bytes = text.as_bytes();
    let mut at = 0;
    while let Some(byte) = bytes.get(at) {
        if !may_begin_number(*byte) {
            at += 1;
            continue;
        }
        if !text.is_char_boundary(at) {
            at += 1;
            continue;
        }
        match read_number(text, at).or_else(|| read_numerals(text, at)) {
            Some(number) => {
                at = number.end;
                let place = Place { text, reading, number: &number };
                if let Some(quantity) = quantity(&place) {
                    found(quantity);
                }
            }
            None => at += text[at..].chars().next().map_or(1, char::len_utf8),
        }
    }
}

/// The quantity that the number is, if it is one.
fn quantity(place: &Place<'_>) -> Option<Quantity> {
    let number = place.number;
    if number.shape == Shape::Other || place.is_glued_before() {
        return None;
    }
    let is_money = place.is_money();
    if !is_money && follows_area_code(number, place.before()) {
        return None;
    }
    if place.is_size_of_file() {
        return None;
    }
    let unit = is_money || place.has_unit();
    if !unit && !place.counts_without_unit() {
        return None;
    }
    let mut hasher = DefaultHasher::new();
    (&number.value, place.sort()).hash(&mut hasher);
    let (text, key) = (number.start..number.end, hasher.finish());
    Some(Quantity { text, key, is_money, is_claim: place.is_claim(is_money) })
}

#[cfg(test)]
mod tests;
