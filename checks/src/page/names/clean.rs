//! Names without what pages write around them.

use super::ends_in_editor_label;
use super::person::is_role;
use super::words::{WORDS, after_byline, is_control_or_date, is_occupation};
use crate::page::text::collapse;

/// The most names that one text is split into.
const PEOPLE_MAX: usize = 20;
/// The most lines of a byline.
const LINES_MAX: usize = 5;
/// The most characters of a name.
const NAME_CHARACTERS: usize = 80;
/// The most words of a name.
const NAME_WORDS: usize = 8;

/// The names in a text such as "By Jane Doe and John Roe | Reuters": those of the first line that
/// has any.
pub(crate) fn people(text: &str) -> Vec<String> {
    let text = unescape(text);
    let lines = text.lines().map(collapse).take(LINES_MAX);
    lines.map(|line| on_line(&line)).find(|names| !names.is_empty()).unwrap_or_default()
}

fn on_line(line: &str) -> Vec<String> {
    if let Some(names) = reporters(line) {
        return names;
    }
    let line = after_byline(line).unwrap_or(line);
    let line = before_rest(&without_inner_brackets(line));
    // Who is nobody in particular may be several: “From staff and wire reports”.
    if is_role(&line) {
        return vec![tidy(&line)];
    }
    let mut names = Vec::new();
    for part in split(&line) {
        let name = tidy(&part);
        if is_name(&name) && !names.contains(&name) && names.len() < PEOPLE_MAX {
            names.push(name);
        }
    }
    names
}

/// The names behind “本报记者” or the like, with spaces between them. No names where one of the parts says
/// something else, such as who took a picture.
fn reporters(line: &str) -> Option<Vec<String>> {
    /// Characters of a Chinese name.
    const CHARACTERS: std::ops::RangeInclusive<usize> = 2..=4;
    const OTHERWISE: &str = "摄攝图圖电電讯訊报報道影";
    let rest = WORDS.reporters.iter().find_map(|word| line.trim().strip_prefix(word.as_str()))?;
    let parts = rest.split(|char: char| char.is_whitespace() || ":：、/".contains(char));
    let names: Vec<String> =
        parts.filter(|part| !part.is_empty()).take(PEOPLE_MAX).map(str::to_owned).collect();
    let is_name = |name: &String| {
        CHARACTERS.contains(&name.chars().count())
            && name.chars().all(|char| char.is_alphabetic() && !OTHERWISE.contains(char))
    };
    Some(if names.iter().all(is_name) { names } else { Vec::new() })
}

/// A name without the brackets around its middle: “Jane Ada Doe” of “Jane (Ada) Doe”, “Jane J.A. Doe” of
/// “Jane (J.A.) Doe”. Behind more than one word they hold something else: “Jane Doe (Reuters)”.
fn without_inner_brackets(line: &str) -> String {
    let inner = || {
        let (first, rest) = line.split_once(" (")?;
        let (middle, last) = rest.split_once(") ")?;
        let is_name = |text: &str| {
            let mut words = text.split_whitespace();
            words.next().is_some()
                && text.split_whitespace().all(|word| {
                    word.starts_with(char::is_uppercase)
                        && word.chars().all(|char| char.is_alphabetic() || "-'’.".contains(char))
                })
        };
        let is_single = !first.trim().contains(char::is_whitespace);
        (is_single && [first, middle, last].into_iter().all(is_name))
            .then(|| format!("{first} {middle} {last}"))
    };
    inner().unwrap_or_else(|| line.to_owned())
}

/// Where a date in ISO 8601 begins, which templates write right behind a name: “Jane Doe2026-05-03”.
fn date_at(line: &str) -> Option<usize> {
    let is_date = |five: &[u8]| five[4] == b'-' && five[..4].iter().all(u8::is_ascii_digit);
    line.as_bytes().windows(5).position(is_date)
}

/// What stands before a mark or a word that no name holds.
fn before_rest(line: &str) -> String {
    let mut end = date_at(line).filter(|at| *at > 0).unwrap_or(line.len());
    for mark in
        ["|", "•", "·", " - ", " – ", " — ", "(", "【", " @", "\u{2022}", "»", "›", ";", "<", "["]
    {
        end = end.min(line.find(mark).filter(|at| *at > 0).unwrap_or(end));
    }
    let lower = line.to_lowercase();
    if lower.len() == line.len() {
        for word in &WORDS.after_name {
            let at = lower
                .match_indices(word.as_str())
                .map(|(at, _)| at)
                .find(|at| *at > 0 && lower[..*at].ends_with([' ', ',']));
            end = end.min(at.unwrap_or(end));
        }
    }
    let line = &line[..line.floor_char_boundary(end)];
    line[..at_occupation(line).unwrap_or(line.len())].to_owned()
}

/// Where what the bearer of the name does begins after a comma: "Jane Doe, Editor of Tea, Acme".
fn at_occupation(line: &str) -> Option<usize> {
    let rest = |at: usize| line.get(at + 2..).unwrap_or_default();
    let mut commas = line.match_indices(", ").map(|(at, _)| at).take(PEOPLE_MAX);
    commas.find(|at| *at > 0 && is_occupation(rest(*at).split(", ").next().unwrap_or_default()))
}

fn split(line: &str) -> Vec<String> {
    let mut parts = vec![line.to_owned()];
    for joiner in [" & ", "、", "，", "／"].into_iter().chain(WORDS.and.iter().map(String::as_str))
    {
        parts = parts.iter().flat_map(|part| joined_by(part, joiner)).map(str::to_owned).collect();
    }
    parts.iter().flat_map(|part| commas(part)).collect()
}

/// What a joiner stands between. Beside a single letter it is part of one name: “Pots & i”.
fn joined_by<'a>(part: &'a str, joiner: &str) -> Vec<&'a str> {
    let pieces: Vec<&str> = part.split(joiner).collect();
    match pieces.iter().any(|piece| piece.trim().chars().count() == 1) && part.is_ascii() {
        true => vec![part],
        false => pieces,
    }
}

/// Splits at commas, but leaves a degree or a role with its name: "Jane Doe, PhD".
fn commas(part: &str) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    if let Some((family, given)) = part.split_once(", ")
        && [family, given].iter().all(|word| is_single_word(word))
    {
        return vec![format!("{} {}", given.trim(), family.trim())];
    }
    for piece in part.split(", ").map(str::trim) {
        if has_two_names(piece) || names.is_empty() {
            names.push(piece.to_owned());
        }
    }
    names
}

/// Whether a text has two words or more, of which only initials end in full stops: “Jane F. Doe”, but
/// neither “M. Sc.” nor “Ph.D. student”.
fn has_two_names(text: &str) -> bool {
    let is_initial = |word: &str| word.chars().count() == 2 && word.ends_with('.');
    let dotted = text.split_whitespace().filter(|word| word.contains('.'));
    text.split_whitespace().nth(1).is_some()
        && dotted.clone().all(is_initial)
        && text.split_whitespace().any(|word| !word.contains('.'))
}

/// A word with a capital and more than capitals: a part of a name and no degree.
fn is_single_word(text: &str) -> bool {
    let text = text.trim();
    !text.contains(char::is_whitespace)
        && text.starts_with(char::is_uppercase)
        && text.ends_with(char::is_lowercase)
        && text.chars().all(|char| char.is_alphabetic() || char == '-')
        && text.chars().count() > 2
}

fn tidy(name: &str) -> String {
    let trimmed = name.trim_matches(|char: char| {
        char.is_whitespace()
            || matches!(char, ',' | ':' | '-' | '–' | '—' | '|' | '"' | '“' | '”' | '@')
            || matches!(char, '[' | ']' | '［' | '］')
    });
    let trimmed = trimmed.strip_suffix(" /").unwrap_or(trimmed);
    let name = without_degrees(&collapse(after_byline(trimmed).unwrap_or(trimmed)));
    without_agency(&name).to_owned()
}

/// A name without that of the news agency that its bearer writes for: “Jane Doe” of “Jane Doe Associated
/// Press”.
fn without_agency(name: &str) -> &str {
    const AGENCIES: [&str; 5] = [
        " associated press",
        " reuters",
        " agence france-presse",
        " press trust of india",
        " united press international",
    ];
    let lower = name.to_lowercase();
    let ends = AGENCIES.into_iter().filter(|agency| lower.ends_with(agency));
    let mut starts = ends.filter_map(|agency| name.get(..name.len().checked_sub(agency.len())?));
    let start = starts.next().map(|start| start.strip_suffix(" The").unwrap_or(start));
    start.filter(|start| start.contains(' ')).unwrap_or(name)
}

/// A name without the degrees at its end: "Jane Doe" of "Jane Doe M.P.H.".
fn without_degrees(name: &str) -> String {
    let mut words: Vec<&str> = name.split(' ').collect();
    let is_degree = |word: &&str| word.matches('.').count() > 1 && !word.ends_with("..");
    while words.len() > 2 && words.last().is_some_and(is_degree) {
        words.pop();
    }
    words.join(" ").trim_end_matches(',').to_owned()
}

/// Whether a text can be a name: short, with a letter, and no address.
fn is_name(text: &str) -> bool {
    let count = text.chars().count();
    (2..=NAME_CHARACTERS).contains(&count)
        && text.split_whitespace().count() <= NAME_WORDS
        && text.chars().any(char::is_alphabetic)
        && !is_initial(text)
        && !is_control_or_date(text)
        && !has_time_of_day(text)
        && !text.contains("://")
        && !text.contains("www.")
        // Behind the label stands who edited the text.
        && !text.split_once([':', '：']).is_some_and(|(label, _)| ends_in_editor_label(label))
        // The address of a part of the page, where a link is marked as the name.
        && !text.starts_with(['#', '/'])
        && !text.contains('@')
        && !text.contains(['{', '}', '<', '>', '=', '?', '？'])
        && !is_placeholder(text)
        && !text.ends_with(['.', '!', '?', '。']) | ends_with_initial(text)
}

/// Whether a text has a time of day: “9:39AM BST 05”.
fn has_time_of_day(text: &str) -> bool {
    let is_time =
        |three: &[u8]| three[0].is_ascii_digit() && three[1] == b':' && three[2].is_ascii_digit();
    text.as_bytes().windows(3).any(is_time)
}

/// What a template left: `page.head.author`.
fn is_placeholder(text: &str) -> bool {
    !text.contains(char::is_whitespace) && text.trim_end_matches('.').matches('.').count() > 1
}

/// "S.": what is left of the name of somebody who does not tell it.
fn is_initial(text: &str) -> bool {
    text.trim_end_matches('.').chars().count() == 1
}

/// "Jane D." and "Jane Doe, Ph.D." end in full stops.
fn ends_with_initial(text: &str) -> bool {
    let last = text.split_whitespace().last().unwrap_or_default();
    last.chars().count() <= 5
}

/// The characters that a name or title is compared by: letters and digits, lower case.
pub(crate) fn comparable(text: &str) -> String {
    let mut bare = String::with_capacity(text.len());
    for char in text.chars().filter(|char| char.is_alphanumeric()) {
        match char.is_ascii() {
            true => bare.push(char.to_ascii_lowercase()),
            false => bare.extend(char.to_lowercase()),
        }
    }
    bare
}

/// Undoes the character references that programs leave in JSON and in attributes.
pub(crate) fn unescape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('&') {
        out.push_str(&rest[..at]);
        rest = &rest[at..];
        let end = rest.char_indices().take(10).find(|(_, char)| *char == ';').map(|(end, _)| end);
        match end.and_then(|end| Some((reference(&rest[1..end])?, end))) {
            Some((char, end)) => {
                out.push(char);
                rest = &rest[end + 1..];
            }
            None => {
                out.push('&');
                rest = &rest[1..];
            }
        }
    }
    out.push_str(rest);
    out
}

fn reference(name: &str) -> Option<char> {
    if let Some(number) = name.strip_prefix('#') {
        let code = match number.strip_prefix(['x', 'X']) {
            Some(digits) => u32::from_str_radix(digits, 16).ok()?,
            None => number.parse().ok()?,
        };
        return char::from_u32(code).filter(|char| !char.is_control());
    }
    Some(match name {
        "amp" => '&',
        "lt" => '<',
        "gt" => '>',
        "quot" => '"',
        "apos" => '\'',
        "nbsp" => ' ',
        "rsquo" => '’',
        "lsquo" => '‘',
        "rdquo" => '”',
        "ldquo" => '“',
        "ndash" => '–',
        "mdash" => '—',
        "hellip" => '…',
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_lose_what_stands_around_them() {
        for (text, expected) in [
            ("By Jane Doe | Reuters", &["Jane Doe"][..]),
            ("by Jane Doe and John Roe", &["Jane Doe", "John Roe"]),
            ("Jane Doe, John Roe & Ada Poe", &["Jane Doe", "John Roe", "Ada Poe"]),
            ("By Jane Doe, John F. Roe, and Ada Poe, LNN", &["Jane Doe", "John F. Roe", "Ada Poe"]),
            ("Jane Doe, M. Sc.", &["Jane Doe"]),
            ("Jane Doe, Ph.D. student", &["Jane Doe"]),
            ("Jane Doe, Ph.D.", &["Jane Doe"]),
            ("Jane (Ada Bell) Doe", &["Jane Ada Bell Doe"]),
            ("Jane (J.A.) Doe", &["Jane J.A. Doe"]),
            ("Jane Doe (Reuters) London", &["Jane Doe"]),
            ("JANE DOE ASSOCIATED PRESS", &["JANE DOE"]),
            ("By Jane Doe The Associated Press", &["Jane Doe"]),
            ("Associated Press", &["Associated Press"]),
            ("Thomson Reuters", &["Thomson Reuters"]),
            ("Pots & i", &["Pots & i"]),
            ("From staff and wire reports", &["From staff and wire reports"]),
            ("By staff and wire reports | May 3, 2024", &["staff and wire reports"]),
            ("Jane (she) Doe", &["Jane"]),
            ("Jane Doe • May 3, 2024", &["Jane Doe"]),
            ("Written by\nJane Doe\nUpdated May 3", &["Jane Doe"]),
            ("Jane Doe on May 3", &["Jane Doe"]),
            ("Von Jana Müller und Karl Groß", &["Jana Müller", "Karl Groß"]),
            ("著者：山田太郎、鈴木花子", &["山田太郎", "鈴木花子"]),
            ("［山田太郎，ニュース社］", &["山田太郎", "ニュース社"]),
            ("本报记者 王小明 李华", &["王小明", "李华"]),
            ("新华社记者王小明摄", &[]),
            ("本报记者 王小明 北京报道", &[]),
            ("Jane D.", &["Jane D."]),
            ("Doe, Jane", &["Jane Doe"]),
            ("Jane Doe, CPA", &["Jane Doe"]),
            ("Jane Doe, Master Horticulturalist & Garden Educator", &["Jane Doe"]),
            ("Jane Doe M.P.H., R.D.", &["Jane Doe"]),
            ("Jane Doe, M.P.H., R.D.", &["Jane Doe"]),
            ("Jane, PhD", &["Jane"]),
            ("Jane Doe, Senior Director, Tea & Cups, Acme", &["Jane Doe"]),
            ("Sat, 20 Dec, 2025 - 08:00\nJane Doe", &["Jane Doe"]),
            ("By Jane Doe2026-05-03 10:00:00 UTC", &["Jane Doe"]),
            ("May 3", &[]),
            ("9:39AM BST 05", &[]),
            ("April May", &["April May"]),
            ("View profile", &[]),
            ("Follow", &[]),
            ("Conan O&#8217;Brien", &["Conan O’Brien"]),
            ("https://x.example/jane", &[]),
            ("jane@x.example", &[]),
            ("#author", &[]),
            ("", &[]),
            ("By", &[]),
            ("This is a whole sentence of a biography that goes on for long.", &[]),
            ("{{ author }}", &[]),
            ("page.head.author", &[]),
            ("Jane Doe /", &["Jane Doe"]),
            ("未知 责任编辑：王小明", &[]),
            ("Account", &[]),
            ("Text: Anna Müller", &["Anna Müller"]),
            ("The npm team", &["The npm team"]),
            ("A van der Berg", &["A van der Berg"]),
            ("You're logged in", &[]),
            ("谁告你的？步大扯垮的囧图", &[]),
            ("Leaf.example wire reports", &["Leaf.example wire reports"]),
            ("My account", &[]),
            ("查看更多", &[]),
        ] {
            assert_eq!(people(text), expected, "{text}");
        }
    }

    #[test]
    fn references_are_undone_once() {
        assert_eq!(
            unescape("a &amp;amp; b &#8217; &#x41; &nope; & &#0;"),
            "a &amp; b ’ A &nope; & &#0;"
        );
    }

    proptest::proptest! {
        #[test]
        fn never_panics(text in proptest::prelude::any::<String>(), near in "[Bby AЯé&#;x0-9,|•、-]{0,40}") {
            for text in [text, near] {
                let _ = (people(&text), unescape(&text), comparable(&text));
            }
        }
    }
}
