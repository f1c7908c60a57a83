//! In which order a text writes day, month and year where all are numbers.

use super::months::knows_months;

/// The language of a text, and whether its people write the day before the month.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Locale<'a> {
    /// A primary subtag.
    pub(super) language: &'a str,
    /// None where both are usual.
    day_first: Option<bool>,
    /// The year and the month under which the page's URL files it.
    filed: Option<(i32, u32)>,
}

/// Regions of the world that write English dates with the day first. Source: CLDR 47, the short
/// date patterns of `en-…`; those of Canada, South Africa and Hong Kong are not of one kind.
const DAY_FIRST: [&str; 24] = [
    "AU", "BB", "BD", "BS", "GB", "GH", "GI", "IE", "IM", "IN", "JE", "JM", "KE", "MT", "MY", "NG",
    "NZ", "PK", "SG", "TT", "TZ", "UG", "UK", "ZM",
];
/// Those that write them with the month first.
const MONTH_FIRST: [&str; 6] = ["AS", "GU", "PH", "PR", "US", "VI"];
/// Languages that write the year first where it has two digits.
const YEAR_FIRST: [&str; 7] = ["hu", "ja", "ko", "lt", "mn", "sv", "zh"];

impl<'a> Locale<'a> {
    /// Of a language (a primary subtag) as people of that region write it, where one is known.
    #[must_use]
    pub fn new(language: &'a str, region: Option<&str>) -> Self {
        let is_in = |regions: &[&str]| {
            region.is_some_and(|region| regions.iter().any(|own| own.eq_ignore_ascii_case(region)))
        };
        // English has both orders; the other languages whose months are known write the day first.
        let day_first = match language {
            "en" if is_in(&DAY_FIRST) => Some(true),
            "en" if is_in(&MONTH_FIRST) => Some(false),
            "en" => None,
            other => knows_months(other).then_some(true),
        };
        Self { language, day_first, filed: None }
    }

    /// The same on a page whose URL files it under that year and month: `/2026/05/tea`.
    #[must_use]
    pub(crate) fn filed(self, filed: Option<(i32, u32)>) -> Self {
        Self { filed, ..self }
    }

    /// Whether two digits for the year and one of the two other numbers are those of the URL.
    pub(super) fn is_filed(self, one: i32, other: i32, year: i32) -> bool {
        self.filed.is_some_and(|(filed, month)| {
            filed % 100 == year && [one, other].iter().any(|part| u32::try_from(*part) == Ok(month))
        })
    }

    /// Whether a year of two digits comes first.
    pub(super) fn is_year_first(self) -> bool {
        YEAR_FIRST.contains(&self.language)
    }

    /// Day and month of two numbers, where only one order is possible or usual.
    pub(super) fn day_and_month(self, one: i32, other: i32) -> Option<(i32, i32)> {
        match (one > 12, other > 12) {
            (false, true) => Some((other, one)),
            (true, false) => Some((one, other)),
            (false, false) if one == other => Some((one, other)),
            (false, false) => {
                let is_month = |part: i32| {
                    self.filed.is_some_and(|(_, month)| u32::try_from(part) == Ok(month))
                };
                let by_url = match (is_month(one), is_month(other)) {
                    (true, false) => Some(false),
                    (false, true) => Some(true),
                    _ => None,
                };
                self.day_first.or(by_url).map(|day_first| match day_first {
                    true => (one, other),
                    false => (other, one),
                })
            }
            (true, true) => None,
        }
    }
}

impl<'a> From<&'a str> for Locale<'a> {
    fn from(language: &'a str) -> Self {
        Self::new(language, None)
    }
}
