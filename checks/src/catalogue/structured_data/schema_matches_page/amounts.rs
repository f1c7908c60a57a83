//! Amounts of money and other numbers, as people and machines write them.

/// The currencies of a mark beside a number; a mark that several share has them all.
const MARKS: [(&str, &[&str]); 30] = [
    ("$", &["USD", "CAD", "AUD", "NZD", "SGD", "HKD", "MXN", "ARS", "CLP", "COP", "TWD", "BRL"]),
    ("€", &["EUR"]),
    ("£", &["GBP"]),
    ("¥", &["JPY", "CNY"]),
    ("￥", &["JPY", "CNY"]),
    ("円", &["JPY"]),
    ("元", &["CNY", "TWD"]),
    ("₹", &["INR"]),
    ("₩", &["KRW"]),
    ("원", &["KRW"]),
    ("₽", &["RUB"]),
    ("₺", &["TRY"]),
    ("₴", &["UAH"]),
    ("₪", &["ILS"]),
    ("฿", &["THB"]),
    ("₫", &["VND"]),
    ("zł", &["PLN"]),
    ("kr", &["SEK", "NOK", "DKK", "ISK"]),
    ("Kč", &["CZK"]),
    ("Ft", &["HUF"]),
    ("lei", &["RON"]),
    ("CHF", &["CHF"]),
    ("USD", &["USD"]),
    ("EUR", &["EUR"]),
    ("GBP", &["GBP"]),
    ("CAD", &["CAD"]),
    ("AUD", &["AUD"]),
    ("INR", &["INR"]),
    ("SEK", &["SEK"]),
    ("JPY", &["JPY"]),
];

/// A number of a text, in hundredths.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Amount {
    /// Its value in hundredths.
    pub(super) hundredths: u64,
    /// Whether a mark of the currency that was asked for stands beside it.
    pub(super) is_money: bool,
}

/// Digits of a number that is read.
const DIGITS_MAX: usize = 12;

/// The numbers of a text, in order, with whether they are money in that currency (ISO 4217; any
/// where none is named).
pub(super) fn amounts<'a>(
    text: &'a str,
    currency: Option<&'a str>,
) -> impl Iterator<Item = Amount> + use<'a> {
    let mut rest = 0;
    std::iter::from_fn(move || {
        loop {
            let start = rest + text[rest..].find(|char| digit(char).is_some())?;
            let end = end_of_number(text, start);
            rest = end;
            let Some(hundredths) = hundredths(&text[start..end]) else { continue };
            let is_money =
                marked_before(&text[..start], currency) || marked_after(&text[end..], currency);
            return Some(Amount { hundredths, is_money });
        }
    })
}

/// The value of a price as machines and people write it, in hundredths: `1299.00`, `1.299,00 €`.
pub(super) fn price(written: &str) -> Option<u64> {
    amounts(written, None).next().map(|amount| amount.hundredths)
}

/// What stands between a rating and the best one.
const OF_BEST: [&str; 7] = ["/5", " / 5", " out of 5", " sur 5", " von 5", " su 5", " de 5"];

/// Whether a text writes a rating with its decimals out of five: `4.8/5`, `4,8 sur 5`.
pub(super) fn shows_rating(text: &str) -> bool {
    let bytes = text.as_bytes();
    let is_decimal = |end: usize| {
        let before = end.checked_sub(3).and_then(|start| bytes.get(start..end));
        before.is_some_and(|three| {
            three[0].is_ascii_digit()
                && matches!(three[1], b'.' | b',')
                && three[2].is_ascii_digit()
        })
    };
    // A date or a longer number goes on.
    let goes_on = |at: usize| bytes.get(at).is_some_and(|next| matches!(next, b'0'..=b'9' | b'/'));
    OF_BEST.iter().any(|part| {
        text.match_indices(part).any(|(at, _)| is_decimal(at) && !goes_on(at + part.len()))
    })
}

/// Where the number ends that begins there: at the last digit before something else than one
/// separator, or a space before three digits.
fn end_of_number(text: &str, start: usize) -> usize {
    let mut end = start;
    for (at, char) in text[start..].char_indices() {
        match digit(char) {
            Some(_) => end = start + at + char.len_utf8(),
            None => {
                let follows = &text[start + at + char.len_utf8()..];
                let digits = follows.chars().take(4).take_while(|char| digit(*char).is_some());
                let digits = digits.count();
                let joins = match separator(char) {
                    Some(Separator::Space) => digits == 3,
                    Some(Separator::Mark) => digits > 0,
                    None => false,
                };
                if !joins {
                    break;
                }
            }
        }
    }
    end
}

enum Separator {
    Space,
    Mark,
}

fn separator(char: char) -> Option<Separator> {
    match char {
        ' ' | '\u{A0}' | '\u{202F}' | '\u{2009}' => Some(Separator::Space),
        '.' | ',' | '\'' | '’' | '٫' | '٬' => Some(Separator::Mark),
        _ => None,
    }
}

/// The value of one number: a last group of one or two digits are decimals, groups of three are
/// thousands.
fn hundredths(number: &str) -> Option<u64> {
    let mut groups: Vec<String> = vec![String::new()];
    let mut total = 0;
    for char in number.chars() {
        match digit(char) {
            Some(digit) if total < DIGITS_MAX => {
                groups.last_mut()?.push(digit);
                total += 1;
            }
            Some(_) => return None,
            None => groups.push(String::new()),
        }
    }
    let decimals = match groups.last() {
        Some(last) if groups.len() > 1 && last.len() <= 2 => groups.pop()?,
        _ => String::new(),
    };
    let whole: u64 = groups.concat().parse().ok()?;
    let decimals: u64 = format!("{decimals:0<2}").parse().ok()?;
    whole.checked_mul(100)?.checked_add(decimals)
}

fn marked_before(before: &str, currency: Option<&str>) -> bool {
    let before = before.trim_end_matches([' ', '\u{A0}', '\u{202F}', '\n']);
    marks(currency).any(|mark| before.ends_with(mark))
}

fn marked_after(after: &str, currency: Option<&str>) -> bool {
    let after = after.trim_start_matches([' ', '\u{A0}', '\u{202F}', '\n', '-', '–']);
    marks(currency).any(|mark| after.starts_with(mark))
}

fn marks(currency: Option<&str>) -> impl Iterator<Item = &'static str> {
    let fits = move |codes: &[&str]| {
        currency.is_none_or(|own| codes.iter().any(|code| code.eq_ignore_ascii_case(own)))
    };
    MARKS.iter().filter(move |(_, codes)| fits(codes)).map(|(mark, _)| *mark)
}

/// The ASCII digit for one of ASCII, full width, Arabic or Persian.
fn digit(char: char) -> Option<char> {
    if char.is_ascii() {
        return char.is_ascii_digit().then_some(char);
    }
    const ZEROS: [u32; 3] = [0xFF10, 0x660, 0x6F0];
    let value = ZEROS
        .iter()
        .find_map(|zero| (char as u32).checked_sub(*zero).filter(|value| *value < 10))?;
    char::from_digit(value, 10)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn prices_are_read_in_every_form() {
        for (text, expected) in [
            ("1299.00", 129_900),
            ("1.299,00 €", 129_900),
            ("$1,299", 129_900),
            ("1 299,5 kr", 129_950),
            ("1'299.00 CHF", 129_900),
            ("1\u{202F}299,00", 129_900),
            ("¥12,800", 1_280_000),
            ("１２８０円", 128_000),
            ("١٬٢٩٩٫٥٠", 129_950),
            ("19.9", 1_990),
            ("0.5", 50),
            ("12,34,567.00", 123_456_700),
        ] {
            assert_eq!(price(text), Some(expected), "{text}");
        }
        assert_eq!((price("free"), price(""), price(&"9".repeat(30))), (None, None, None));
    }

    #[test]
    fn money_is_told_by_its_mark() {
        let money = |text: &str, currency: Option<&str>| -> Vec<u64> {
            let all = amounts(text, currency).filter(|amount| amount.is_money);
            all.map(|amount| amount.hundredths).collect()
        };
        assert_eq!(money("3 cups for $ 4.50, or 5 €", None), [450, 500]);
        assert_eq!(money("3 cups for $ 4.50, or 5 €", Some("EUR")), [500]);
        assert_eq!(money("CAD$4.50", Some("cad")), [450]);
        assert_eq!(money("4.50 of 2024", None), [] as [u64; 0]);
        assert_eq!(money("12 800 円 2 300 円", Some("JPY")), [1_280_000, 230_000]);
    }

    proptest! {
        #[test]
        fn never_panics(text in any::<String>(), near in "[0-9., $€'\u{A0}٣]{0,40}") {
            for text in [text, near] {
                let _ = amounts(&text, Some("USD")).count();
            }
        }

        #[test]
        fn what_machines_write_reads_back(whole in 0_u64..10_000_000, cents in 0_u64..100) {
            prop_assert_eq!(price(&format!("{whole}.{cents:02}")), Some(whole * 100 + cents));
        }
    }
}
