//! What the address of a page says of its kind.

use url::Url;

use crate::page::kind::words::holds;
use crate::page::marks::split_words;
use crate::url::{is_tracking_pair, is_year, percent_decoded};

/// The words of an address, taken apart once.
#[derive(Debug, Default)]
pub(super) struct Address {
    is_known: bool,
    labels: Vec<String>,
    segments: Vec<String>,
    query: String,
    /// Whether the path ends with a slash.
    is_folder: bool,
}

impl Address {
    pub(super) fn of(url: &Url) -> Self {
        let lower = |text: &str| text.to_ascii_lowercase();
        let host = url.host_str().unwrap_or_default();
        Self {
            is_known: true,
            labels: host.rsplit('.').skip(1).map(lower).collect(),
            segments: url
                .path_segments()
                .into_iter()
                .flatten()
                .filter(|segment| !segment.is_empty())
                .map(|segment| percent_decoded(segment).to_lowercase())
                .collect(),
            query: lower(url.query().unwrap_or_default()),
            is_folder: url.path().ends_with('/'),
        }
    }

    /// Whether the path is empty or names nothing but a language, a region or the index.
    pub(super) fn is_start(&self) -> bool {
        self.is_known
            && self.query.split('&').all(|pair| pair.is_empty() || is_tracking_pair(pair))
            && match self.segments.as_slice() {
                [] => true,
                [only] => is_locale(only) || is_index(only),
                [locale, index] => is_locale(locale) && (is_locale(index) || is_index(index)),
                _ => false,
            }
    }

    /// Whether it is that of the index of a folder right below the start, as that of a manual that
    /// has a site of its own there.
    pub(super) fn is_start_of_folder(&self) -> bool {
        match self.segments.as_slice() {
            [_] => self.is_folder,
            [_, index] => is_index(index),
            _ => false,
        }
    }

    /// Whether a label of the host is one of these words.
    pub(super) fn host_has(&self, words: &str) -> bool {
        self.labels.iter().any(|label| holds(words, label))
    }

    /// Whether a label of the host or one of its words is one of these.
    pub(super) fn host_speaks_of(&self, words: &str) -> bool {
        self.labels.iter().any(|label| split_words(label).any(|word| holds(words, &word)))
    }

    /// Whether a segment of the path is one of these, without its file ending.
    pub(super) fn path_has(&self, words: &str) -> bool {
        self.segments.iter().any(|segment| holds(words, stem(segment)))
    }

    /// Whether a word of the path is one of these.
    pub(super) fn path_speaks_of(&self, words: &str) -> bool {
        self.segments.iter().any(|segment| split_words(segment).any(|word| holds(words, &word)))
    }

    /// Whether it is one of a wiki, by its path or its host.
    pub(super) fn is_of_wiki(&self) -> bool {
        self.segments.iter().any(|segment| segment == "wiki")
            || self.labels.iter().any(|label| label.contains("wiki"))
    }

    /// Whether a segment before the last one is one of these.
    pub(super) fn is_under(&self, words: &str) -> bool {
        let Some((_, before)) = self.segments.split_last() else { return false };
        before.iter().any(|segment| holds(words, segment))
    }

    /// Whether the last segment is one of these, without its file ending.
    pub(super) fn ends_in(&self, words: &str) -> bool {
        self.segments.last().is_some_and(|segment| holds(words, stem(segment)))
    }

    /// Whether the last segment reads like a headline: several words.
    pub(super) fn ends_in_words(&self, least: usize) -> bool {
        let last = self.segments.last().map(|segment| stem(segment)).unwrap_or_default();
        last.split(['-', '_', '+']).filter(|word| word.chars().any(char::is_alphabetic)).count()
            >= least
    }

    /// Whether the last two segments are a headline and its number: `/pots-of-tea-found/1661520.html`.
    pub(super) fn numbers_a_headline(&self) -> bool {
        const WORDS: usize = 4;
        const DIGITS: usize = 5;
        let [.., headline, last] = self.segments.as_slice() else { return false };
        let number = stem(last);
        number.len() >= DIGITS
            && number.bytes().all(|byte| byte.is_ascii_digit())
            && headline
                .split(['-', '_'])
                .filter(|word| word.chars().any(char::is_alphabetic))
                .count()
                >= WORDS
    }

    /// Whether a word of the last segment is one of these.
    pub(super) fn ends_with_word(&self, words: &str) -> bool {
        let last = self.segments.last().map(|segment| stem(segment)).unwrap_or_default();
        split_words(last).any(|word| holds(words, &word))
    }

    /// Whether the query or the path asks for what matches some words.
    pub(super) fn is_search(&self) -> bool {
        let names = ["q", "query", "search", "s", "k", "keyword", "keywords", "term"];
        self.path_has("search")
            || self
                .query
                .split('&')
                .filter_map(|pair| pair.split_once('='))
                .any(|(name, _)| names.contains(&name))
    }

    /// Whether a segment begins with one of these, as in `thread-123.html`, or a parameter is
    /// called so.
    pub(super) fn names_a(&self, things: &str) -> bool {
        let is_one = |segment: &str| {
            segment.split_once('-').is_some_and(|(first, rest)| {
                holds(things, first) && rest.starts_with(|char: char| char.is_ascii_digit())
            })
        };
        self.segments.iter().any(|segment| is_one(segment))
            || self
                .query
                .split('&')
                .filter_map(|pair| pair.split_once('='))
                .any(|(name, _)| holds(things, name))
    }

    /// Whether a number follows a segment that is one of these.
    pub(super) fn numbers_a(&self, words: &str) -> bool {
        let is_number = |segment: &str| segment.bytes().all(|byte| byte.is_ascii_digit());
        self.segments.windows(2).any(|pair| holds(words, &pair[0]) && is_number(&pair[1]))
    }

    /// Whether it is a category of a wiki.
    pub(super) fn is_category(&self) -> bool {
        self.segments.last().is_some_and(|segment| segment.starts_with("category:"))
    }

    /// Whether the path holds a year and a month, as those of dated posts do. Newspapers name a section
    /// between the year and the rest of the day.
    pub(super) fn is_dated(&self) -> bool {
        let is_day = |text: &str| text.len() <= 2 && text.bytes().all(|byte| byte.is_ascii_digit());
        self.segments.windows(2).any(|pair| is_year(&pair[0]) && is_month(&pair[1]))
            || self.segments.windows(4).any(|four| {
                is_year(&four[0]) && !is_day(&four[1]) && is_month(&four[2]) && is_day(&four[3])
            })
    }

    /// Whether the path holds a day, and ends in the words of a headline or in the number of an entry
    /// (`/politics/2019_09_09_517162.shtml`): no list of a day does.
    pub(super) fn is_post_of_day(&self) -> bool {
        const HEADLINE_WORDS: usize = 3;
        let Some((_, before)) = self.segments.split_last() else { return false };
        let before: Vec<&str> = before.iter().map(String::as_str).collect();
        (self.ends_in_words(HEADLINE_WORDS) && (holds_day(&before) || self.begins_entry_with_day()))
            || self.numbers_entry_of_day()
            || (before.last().is_some_and(|last| is_day(last)) && self.ends_in_number())
    }

    /// Whether the last segment begins with a day, before the words of a headline:
    /// `/sports/20190907-pots-of-tea.html`.
    fn begins_entry_with_day(&self) -> bool {
        let last = self.segments.last().map(|segment| stem(segment)).unwrap_or_default();
        let day = last.split_once('-').map_or("", |(first, _)| first);
        (is_day(day) || last.get(..DAY_BYTES).is_some_and(is_day)) && !self.path_has(EVENTS)
    }

    /// Whether the last segment ends in a long number, whatever stands before it, of what isn't an event
    /// or an archive.
    fn ends_in_number(&self) -> bool {
        const DIGITS: usize = 5;
        let last = self.segments.last().map(|segment| stem(segment)).unwrap_or_default();
        let digits = last.bytes().rev().take_while(u8::is_ascii_digit).count();
        digits >= DIGITS && digits < last.len() && !self.path_has(EVENTS)
    }

    /// Whether the last two segments are a day and the number of an entry, whatever joins them. Events and
    /// archives have a day, too.
    fn numbers_entry_of_day(&self) -> bool {
        const NUMBER_DIGITS: std::ops::RangeInclusive<usize> = 5..=10;
        let from = self.segments.len().saturating_sub(2);
        let parts: Vec<&str> =
            self.segments[from..].iter().flat_map(|one| stem(one).split(['-', '_'])).collect();
        let Some((end, before)) = parts.split_last() else { return false };
        let is_number =
            NUMBER_DIGITS.contains(&end.len()) && end.bytes().all(|byte| byte.is_ascii_digit());
        let day = &before[before.len().saturating_sub(3)..];
        let is_of_day = (day.concat() != **end && holds_day(day))
            || before.last().is_some_and(|last| last != end && is_day(last));
        is_number && is_of_day && !self.path_has(EVENTS)
    }
}

/// What has a day and is no article.
const EVENTS: &str = "event events calendar archive archives";
/// Bytes of a day with hyphens.
const DAY_BYTES: usize = "2019-09-07".len();

/// Whether a text is a whole day: `2019-09-07` or `20190907`.
fn is_day(text: &str) -> bool {
    let parts: Vec<&str> = match text.len() {
        DAY_BYTES => text.split('-').collect(),
        8 if text.is_ascii() => vec![&text[..4], &text[4..6], &text[6..]],
        _ => return false,
    };
    parts.len() == 3 && holds_day(&parts)
}

/// Whether three parts in a row are a year, a month and a day.
fn holds_day(parts: &[&str]) -> bool {
    let is_day = |text: &str| {
        matches!(text.len(), 1 | 2) && text.parse().is_ok_and(|day: u8| (1..=31).contains(&day))
    };
    parts.windows(3).any(|three| is_year(three[0]) && is_month(three[1]) && is_day(three[2]))
}

fn stem(segment: &str) -> &str {
    match segment.rsplit_once('.') {
        Some((stem, "html" | "htm" | "php" | "aspx" | "shtml" | "jsp")) => stem,
        _ => segment,
    }
}

fn is_index(segment: &str) -> bool {
    matches!(stem(segment), "index" | "home" | "default")
}

/// A language or a country, or a language and a region: `en`, `en-gb`, `zh_hans`, `us`.
fn is_locale(segment: &str) -> bool {
    let (language, region) = segment.split_once(['-', '_']).unwrap_or((segment, "xx"));
    let is_letters = |text: &str| text.bytes().all(|byte| byte.is_ascii_alphabetic());
    (holds(LANGUAGES, language) || holds(COUNTRIES, language))
        && matches!(region.len(), 2 | 4)
        && is_letters(region)
}

/// The languages that sites are written in (ISO 639-1); of other pairs of letters most are sections
/// (`tv`, `ai`, `pc`).
const LANGUAGES: &str = "af am ar az be bg bn bs ca cs cy da de el en es et eu fa fi fr ga gl gu he hi \
    hr hu hy id is it ja ka kk km kn ko ky lo lt lv mk ml mn mr ms mt my nb ne nl nn no pa pl pt ro \
    ru si sk sl sq sr sv sw ta te tg th tl tr uk ur uz vi zh";
/// Countries that sites are for (ISO 3166-1) and that no language is called like.
const COUNTRIES: &str = "us gb au nz za ie in sg hk tw cn jp kr mx br cl co pe at ch dk se gr cz ua ae \
    sa ph ng ke eu be lu pk il eg";

fn is_month(segment: &str) -> bool {
    matches!(segment.len(), 1 | 2)
        && segment.parse().is_ok_and(|month: u8| (1..=12).contains(&month))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_post_of_a_day_ends_in_a_headline_or_a_number() {
        let is = |path: &str| {
            let url = Url::parse(&format!("https://www.example.com{path}")).unwrap();
            Address::of(&url).is_post_of_day()
        };
        for path in [
            "/2019/09/07/pots-of-tea",
            "/politics/2019_09_09_517162.shtml",
            "/2019-09-26/198678130.html",
            "/roll/2019-09-26/doc-ihqfs2160999.shtml",
            "/sports/20190907-pots-of-the-team.ece",
            "/sports/2019-09-07-pots-of-the-team",
            "/article/BT-CO-20190907-711176.html",
        ] {
            assert!(is(path), "{path}");
        }
        for path in [
            "/2019/09/07/",
            "/2019-09-26",
            "/2019/09/07/page/2",
            "/2019_09_517162.html",
            "/517162",
            "/events/2026-05-03/12345",
            "/docs/2024-10-21/create-chat-completion",
            "/2010-12-24-20101224.html",
            "/events/20260503-pots-of-tea",
            "/events/2026-05-03/pots12345",
            "/20101224.html",
            "/pots/20109924-of-the-team",
        ] {
            assert!(!is(path), "{path}");
        }
    }
}
