//! Reading one number, as far as it goes.

use super::digits::{digit, is_multiplier, is_numeral};

/// Characters of a number that are kept; a longer one is a key.
const VALUE_CHARACTERS: usize = 24;
/// The years that a number of four digits may be.
const YEARS: std::ops::RangeInclusive<u32> = 1900..=2100;

/// What a run of digits is by its separators.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    /// A number, or a span of two.
    Number,
    /// A date, a time, a version, a telephone number, a list, and all else.
    Other,
}

/// A number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Number {
    /// Where it begins.
    pub(super) start: usize,
    /// Where it ends.
    pub(super) end: usize,
    /// What it is by its separators.
    pub(super) shape: Shape,
    /// Its digits in ASCII, with a point before the decimals.
    pub(super) value: String,
    /// How many digits it has from the first that is not zero.
    pub(super) significant: usize,
    /// Whether it has decimals.
    pub(super) is_decimal: bool,
    /// Whether its thousands stand apart.
    pub(super) has_thousands: bool,
    /// Whether a character that multiplies follows, which belongs to it.
    pub(super) has_multiplier: bool,
}

impl Number {
    /// Whether it may be a year: 1900 to 2100 without separators.
    pub(super) fn is_year(&self) -> bool {
        let value = self.value.split('-').next().unwrap_or_default();
        value.len() == 4
            && !self.has_thousands
            && value.parse().is_ok_and(|year| YEARS.contains(&year))
    }

    /// Whether it may be a day or an hour.
    pub(super) fn is_small(&self) -> bool {
        self.value.len() <= 2
    }

    /// Whether it is a telephone number or a key: as long as that without separators, or with a
    /// zero before other digits.
    pub(super) fn is_key(&self, digits: usize) -> bool {
        let is_long = self.significant >= digits && !self.has_thousands && !self.is_decimal;
        let is_padded = self.value.starts_with('0') && !self.is_decimal;
        is_long || is_padded
    }
}

/// A run of decimal digits and what separates them.
#[derive(Default)]
struct Run {
    /// How many digits each group has.
    groups: Vec<usize>,
    /// What stands between the groups.
    separators: Vec<char>,
    digits: String,
    end: usize,
}

/// The number that begins with a decimal digit there.
pub(super) fn read_number(text: &str, start: usize) -> Option<Number> {
    text[start..].chars().next().and_then(digit)?;
    let run = read_run(text, start);
    let mut number = number_of(&run, start);
    join_span(text, &mut number);
    let next = text[number.end..].chars().next();
    number.has_multiplier = next.is_some_and(is_multiplier);
    Some(number)
}

fn read_run(text: &str, start: usize) -> Run {
    let mut run = Run { end: start, ..Run::default() };
    let mut group = 0;
    let mut signs = text[start..].char_indices().peekable();
    while let Some((at, char)) = signs.next() {
        if let Some(value) = digit(char) {
            group += 1;
            if run.digits.len() < VALUE_CHARACTERS {
                run.digits.push(char::from(b'0' + value));
            }
            run.end = start + at + char.len_utf8();
            continue;
        }
        let next_is_digit = signs.peek().is_some_and(|(_, next)| digit(*next).is_some());
        let goes_on = match char {
            _ if !next_is_digit => false,
            '.' | ',' | '٫' | '٬' | '\'' | '’' | '．' | '，' => true,
            ' ' | '\u{2009}' | '\u{202F}' => {
                group <= 3
                    && run.separators.iter().all(|own| *own == char)
                    && is_group_of_three(&text[start + at + char.len_utf8()..])
            }
            _ => false,
        };
        if !goes_on {
            break;
        }
        run.groups.push(group);
        run.separators.push(char);
        group = 0;
    }
    run.groups.push(group);
    run
}

fn is_group_of_three(text: &str) -> bool {
    let digits = text.chars().take(4).take_while(|char| digit(*char).is_some()).count();
    digits == 3
}

fn number_of(run: &Run, start: usize) -> Number {
    let (whole, decimals) = split(run);
    let shape = match run.digits.len() < VALUE_CHARACTERS && whole.is_some() {
        true => Shape::Number,
        false => Shape::Other,
    };
    let mut value = run.digits.clone();
    if decimals > 0 {
        value.insert(value.len() - decimals.min(value.len()), '.');
    }
    Number {
        start,
        end: run.end,
        shape,
        significant: run.digits.trim_start_matches('0').len(),
        is_decimal: decimals > 0,
        has_thousands: whole == Some(true),
        has_multiplier: false,
        value,
    }
}

/// Whether thousands stand apart, none where the separators make no number; and how many decimals
/// there are.
fn split(run: &Run) -> (Option<bool>, usize) {
    let (groups, separators) = (&run.groups, &run.separators);
    let Some((last, before)) = separators.split_last() else { return (Some(false), 0) };
    let last_digits = groups[groups.len() - 1];
    let is_thousands = |separators: &[char], groups: &[usize]| {
        let is_one = separators.iter().all(|sign| *sign == separators[0]);
        let inner = &groups[1..groups.len() - 1];
        is_one
            && (1..=3).contains(&groups[0])
            && groups[groups.len() - 1] == 3
            // India writes 1,00,000.
            && inner.iter().all(|digits| *digits == 3 || (*digits == 2 && separators[0] == ','))
    };
    if before.is_empty() {
        // 1,400 and 1.400 are thousands; 3.142 and 0,125 may be either.
        let is_thousands =
            last_digits == 3 && (1..=3).contains(&groups[0]) && !run.digits.starts_with('0');
        return match is_thousands {
            true => (Some(true), 0),
            false => (Some(false), last_digits),
        };
    }
    if is_thousands(separators, groups) {
        return (Some(true), 0);
    }
    let whole = &groups[..groups.len() - 1];
    match !before.contains(last) && is_thousands(before, whole) {
        true => (Some(true), last_digits),
        false => (None, 0),
    }
}

/// Takes in what is joined to a number: the other end of a span; of dates, times, versions and
/// telephone numbers all of it.
fn join_span(text: &str, number: &mut Number) {
    let mut joined = 0;
    loop {
        let rest = &text[number.end..];
        let mut signs = rest.chars();
        let Some(sign) = signs.next() else { return };
        let is_span = matches!(sign, '-' | '–' | '—' | '~' | '〜' | '～' | '−' | '\u{2011}');
        let is_other = matches!(sign, '/' | ':' | '：' | '·' | '⁄');
        if (!is_span && !is_other) || signs.next().and_then(digit).is_none() {
            return;
        }
        let from = number.end + sign.len_utf8();
        let run = read_run(text, from);
        let next = number_of(&run, from);
        joined += 1;
        let both_years = number.is_year() && (next.is_year() || next.significant <= 2);
        if is_other
            || joined > 1
            || both_years
            || next.shape == Shape::Other
            || number.is_key(usize::MAX)
        {
            number.shape = Shape::Other;
        }
        if number.value.len() < VALUE_CHARACTERS {
            number.value.push('-');
            number.value.push_str(&next.value);
        }
        number.significant = number.significant.max(next.significant);
        number.is_decimal |= next.is_decimal;
        number.has_thousands |= next.has_thousands;
        number.end = next.end;
    }
}

/// The number that begins with a Chinese numeral there: two characters and more, of which one
/// multiplies (三百, 二十五, 一万). 千万 and 十分 are words.
pub(super) fn read_numerals(text: &str, start: usize) -> Option<Number> {
    let mut value = String::new();
    let mut end = start;
    let mut count = 0;
    let mut multiplies = false;
    for (at, char) in text[start..].char_indices() {
        if !is_numeral(char) && (count == 0 || !is_multiplier(char)) {
            break;
        }
        multiplies |= is_multiplier(char);
        count += 1;
        if count <= VALUE_CHARACTERS / 4 {
            value.push(char);
        }
        end = start + at + char.len_utf8();
    }
    let first = value.chars().next()?;
    // 一万 is "ten thousand"; 万一 and 十一月 are told by what follows.
    let is_number =
        count > 1 && multiplies && !(first == '十' && count == 2 && value.ends_with('十'));
    Some(Number {
        start,
        end,
        shape: if is_number { Shape::Number } else { Shape::Other },
        value,
        significant: 2,
        is_decimal: false,
        has_thousands: true,
        has_multiplier: false,
    })
}
