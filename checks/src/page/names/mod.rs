//! Words that pages put around names, dates and titles, and names without them.
//!
//! The words are kept in `data/provenance-words.json`.

mod clean;
mod person;

use std::borrow::Cow;
use std::sync::LazyLock;

use serde::Deserialize;

use crate::data;
use crate::page::visible_names::is_spaceless;
use crate::table::{Table, TableSet};

pub(crate) use clean::{comparable, people, unescape};
pub(crate) use person::{beside_date, is_author_part, looks_like_a_person, speaks_of_others};

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Words {
    /// What a byline begins with.
    byline: Vec<String>,
    /// What a byline ends before.
    after_name: Vec<String>,
    /// What joins two names.
    and: Vec<String>,
    /// What a date of a change comes after.
    updated: Vec<String>,
    /// Names of nobody in particular.
    nobody: Vec<String>,
    /// Words that only names of organisations end in or hold.
    organisation: Vec<String>,
    /// What buttons beside a name say.
    controls: Vec<String>,
    /// Names of months and days.
    calendar: Vec<String>,
    /// Whole class tokens of elements that name an author.
    byline_classes: TableSet<String>,
    /// Path segments before the name of an author.
    author_paths: TableSet<String>,
    /// Words of class tokens that speak of an author.
    author_words: TableSet<String>,
    /// Those that may stand after them in a token.
    after_author_word: TableSet<String>,
    /// Those before them with which a token speaks of somebody else, or of nobody.
    not_before_author_word: TableSet<String>,
    /// Words of which names of nobody in particular are made.
    roles: TableSet<String>,
    /// Those that stand beside them.
    beside_roles: TableSet<String>,
    /// Words for what somebody does.
    occupations: TableSet<String>,
    /// What no name begins with, after "By".
    no_names: TableSet<String>,
    /// Words before "by" after which somebody other than the author is named.
    not_author_before: Vec<String>,
}

static WORDS: LazyLock<Words> = LazyLock::new(|| data::read!("provenance-words.json"));

/// Whether a text begins as bylines do: "By Jane Doe", "Von Jana Doe", "著者: ".
pub(crate) fn begins_byline(text: &str) -> bool {
    after_byline(text).is_some_and(|rest| !person::begins_otherwise(rest))
}

/// The words that a byline begins with, by their first character, lower case.
static BYLINE_WORDS: LazyLock<Table<char, Vec<&str>>> = LazyLock::new(|| {
    let mut words: Table<char, Vec<&str>> = Table::default();
    for word in &WORDS.byline {
        words.entry(first_lower(word).unwrap_or_default()).or_default().push(word);
    }
    words
});

fn first_lower(text: &str) -> Option<char> {
    text.chars().next()?.to_lowercase().next()
}

/// What follows the words that a byline begins with.
fn after_byline(text: &str) -> Option<&str> {
    // Every text of a page is asked, so only words of its first character are compared.
    BYLINE_WORDS.get(&first_lower(text)?)?.iter().find_map(|word| {
        let head = text.get(..word.len())?;
        let rest = &text[word.len()..];
        let matches = match head.is_ascii() && word.is_ascii() {
            true => head.eq_ignore_ascii_case(word),
            false => head == *word || head.to_lowercase() == word.to_lowercase(),
        };
        // A word of letters ends where the next character is none.
        let ends = !word.ends_with(|char: char| char.is_alphabetic() && !is_spaceless(char))
            || !rest.starts_with(char::is_alphanumeric);
        (matches && ends).then(|| {
            rest.trim_start_matches(|char: char| {
                char.is_whitespace() || matches!(char, ':' | '：' | '/' | '／' | '|')
            })
        })
    })
}

/// Whether lower-case words, which stand before a date or in it, say that something was changed
/// then.
pub(crate) fn says_updated(words: &str) -> bool {
    WORDS.updated.iter().any(|word| words.contains(word.as_str()))
}

/// Whether a name is nobody's in particular: "admin", "Editorial team".
pub(crate) fn is_nobody(name: &str) -> bool {
    let bare = comparable(name);
    person::is_role(name) || WORDS.nobody.iter().any(|nobody| comparable(nobody) == bare)
}

/// Whether a name is one of an organisation, as far as its words tell.
pub(crate) fn is_organisation(name: &str) -> bool {
    let words: Vec<String> = name
        .split(|char: char| !char.is_alphanumeric())
        .map(str::to_lowercase)
        .filter(|word| !word.is_empty())
        .collect();
    words.iter().any(|word| WORDS.organisation.contains(word))
}

/// The text in lower case, without a copy where it is.
pub(crate) fn lower(text: &str) -> Cow<'_, str> {
    match text.bytes().any(|byte| byte.is_ascii_uppercase()) {
        true => Cow::Owned(text.to_ascii_lowercase()),
        false => Cow::Borrowed(text),
    }
}

/// Whether a class token says that its element names an author. Of `article__author-name` the last
/// part counts.
pub(crate) fn is_byline_class(token: &str) -> bool {
    let token = lower(token);
    let is_known = |part: &str| WORDS.byline_classes.contains(part);
    match token.rsplit_once("__") {
        Some((block, "name" | "names" | "link" | "text")) => is_known(block) || is_known(&token),
        Some((_, element)) => is_known(element) || is_known(&token),
        None => is_known(&token),
    }
}

/// Whether a link leads to the page of an author: a path with such a segment, and one after it.
pub(crate) fn is_author_page(href: &str) -> bool {
    let path = href.split(['?', '#']).next().unwrap_or_default();
    let path = path.split_once("://").map_or(path, |(_, rest)| rest);
    let mut segments = path.split('/').filter(|segment| !segment.is_empty()).peekable();
    while let Some(segment) = segments.next() {
        if segments.peek().is_some() && WORDS.author_paths.contains(&*lower(segment)) {
            return true;
        }
    }
    false
}

/// Whether such a link says no more than that it is about people: of a staff page, or of a product
/// for human resources.
pub(crate) fn is_page_of_people(href: &str) -> bool {
    const PEOPLE: [&str; 5] = ["people", "person", "team", "staff", "experts"];
    let path = href.split(['?', '#']).next().unwrap_or_default();
    let segments = path.split('/').map(|segment| lower(segment));
    let mut known = segments.filter(|segment| WORDS.author_paths.contains(&**segment)).peekable();
    known.peek().is_some() && known.all(|segment| PEOPLE.contains(&&*segment))
}

/// Whether an address bears the words of a name. Names of other letters are written in many ways.
pub(crate) fn bears_name(href: &str, name: &str) -> bool {
    /// Bytes of such a word: of "J. Doe" the last one.
    const WORD_BYTES: usize = 3;
    let path = lower(href.split(['?', '#']).next().unwrap_or_default());
    let words = name.split(|char: char| !char.is_alphanumeric());
    let mut words = words.filter(|word| word.len() >= WORD_BYTES);
    !name.is_ascii() || words.all(|word| path.contains(&*lower(word)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bylines_begin_in_many_languages() {
        for text in [
            "By Jane Doe",
            "by Jane",
            "BY JANE",
            "Written by: Jane",
            "Von Jana",
            "Par Jeanne",
            "Por Juana",
            "著者：山田",
            "作者: 王",
            "文／山田",
            "Автор: Иван",
            "By",
        ] {
            assert!(begins_byline(text), "{text}");
        }
        for text in [
            "Byron wrote",
            "Vonnegut",
            "Paris",
            "Portugal",
            "",
            "b",
            "Bypass the boiler",
            "By clicking you agree",
            "BY USING THIS SITE",
            "Авторский чай",
            "Por favor",
        ] {
            assert!(!begins_byline(text), "{text}");
        }
    }

    #[test]
    fn nobody_in_particular_is_no_author() {
        for name in ["admin", "Editorial Team", "Redaktion", "Staff", "Guest Author", "编辑部"] {
            assert!(is_nobody(name), "{name}");
        }
        assert!(!is_nobody("Staffan Larsson"));
        for name in ["Senior Editor", "Site Admin", "Content Marketing Team"] {
            assert!(is_nobody(name), "{name}");
        }
        assert!(is_organisation("Redacción Acme") && is_organisation("Acme Admin"));
        assert!(is_organisation("Acme Inc.") && !is_organisation("Jane Incleton"));
    }

    #[test]
    fn classes_count_by_whole_tokens() {
        for token in ["byline", "Author-Name", "article__author", "c-byline__name"] {
            assert!(is_byline_class(token), "{token}");
        }
        for token in ["authority", "co-authored", "authors-note", "by", "author-bio"] {
            assert!(!is_byline_class(token), "{token}");
        }
    }

    #[test]
    fn pages_of_authors_are_known_by_their_path() {
        assert!(is_author_page("https://x.example/author/jane/"));
        assert!(is_author_page("/authors/jane?a=b"));
        assert!(!is_author_page("/author/"));
        assert!(!is_author_page("/authority/jane"));
        assert!(!is_author_page("https://author.example/"));
    }
}
