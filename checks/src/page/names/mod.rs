//! Words that pages put around names, dates and titles, and names without them.
//!
//! The words are kept in `data/byline-words.json`.

mod case;
mod clean;
mod person;
mod words;

pub(crate) use case::in_usual_case;
pub(crate) use clean::{comparable, people, unescape};
pub(crate) use person::{
    beside_date, is_account, is_author_part, is_given_name, looks_like_a_person, says_written_by,
    speaks_of_others,
};
pub(crate) use words::lower;
use words::{BUILT, LAST_POST, UPDATED, WORDS, after_byline, begins_otherwise};

use crate::page::text::bare_words;
use crate::page::visible_names::is_spaceless;
use crate::url::without_query;

/// Whether a text begins as bylines do: "By Jane Doe", "Von Jana Doe", "著者: ".
pub(crate) fn begins_byline(text: &str) -> bool {
    after_byline(text).is_some_and(|rest| !begins_otherwise(rest))
}

/// Whether a text is the words that a byline begins with, and nothing else: the name stands in the
/// next part of the page.
pub(crate) fn is_byline_start(text: &str) -> bool {
    after_byline(text).is_some_and(str::is_empty)
}

/// Whether a text begins with a label for an author and a colon, as no sentence does: “Author: Jane
/// Doe”, “作者：王”.
pub(crate) fn is_labelled(text: &str) -> bool {
    let label = text.split_once([':', '：']).map(|(label, _)| label.trim().to_lowercase());
    label.is_some_and(|label| WORDS.author_labels.contains(label.as_str()))
}

/// Whether a text ends with a label for whoever edited what stands on the page: “Editor: ”, “（编辑：”.
pub(crate) fn ends_in_editor_label(text: &str) -> bool {
    let text = text.trim_end_matches(|char: char| char.is_whitespace() || ":：".contains(char));
    let text = text.to_lowercase();
    WORDS.editor_labels.iter().any(|label| {
        let rest = text.strip_suffix(label.as_str());
        rest.is_some_and(|rest| {
            // “Letter to the editor: ” says who wrote it.
            let is_whole = || !rest.ends_with(char::is_alphanumeric) && !rest.ends_with("to the ");
            label.ends_with(is_spaceless) || is_whole()
        })
    })
}

/// Whether the text of a link says that it leads to a page about the author: “More about me →”.
pub(crate) fn leads_to_about_author(text: &str) -> bool {
    let text = text.trim_matches(|char: char| !char.is_alphanumeric()).to_lowercase();
    WORDS.about_author.contains(text.as_str())
}

/// Whether a text between two names only joins them: “, ”, “and”.
pub(crate) fn joins_names(text: &str) -> bool {
    let text = text.trim().trim_start_matches(',').trim();
    text.is_empty()
        || matches!(text, "&" | "/" | "|" | "·" | "with")
        || WORDS.and.iter().any(|and| and.trim() == text)
}

/// Whether a text goes on with another name: “and John Roe”.
pub(crate) fn begins_with_joiner(text: &str) -> bool {
    let text = text.trim().trim_start_matches(',').trim();
    let (first, rest) = text.split_once(' ').unwrap_or((text, ""));
    let joins = first == "with" || joins_names(first);
    !first.is_empty() && joins && rest.trim().starts_with(char::is_uppercase)
}

/// Whether lower-case words, which stand before a date or in it, say that something was changed
/// then.
pub(crate) fn says_updated(words: &str) -> bool {
    UPDATED.stand_in(words)
}

/// Whether lower-case words, which stand before a date, say that a program made the page then: that
/// is no date of what the page says.
pub(crate) fn says_built(words: &str) -> bool {
    let last = |of: &[String]| of.iter().filter_map(|word| words.rfind(word.as_str())).max();
    // Few texts hold any.
    BUILT.stand_in(words)
        && last(&WORDS.built)
            .is_some_and(|built| last(&WORDS.updated).is_none_or(|updated| updated < built))
}

/// Whether lower-case words, which stand before a time, say that somebody spoke last then.
pub(crate) fn says_last_post(words: &str) -> bool {
    LAST_POST.stand_in(words)
}

/// Whether a name is nobody's in particular: "admin", "Editorial team".
pub(crate) fn is_nobody(name: &str) -> bool {
    let bare = comparable(name);
    person::is_role(name) || WORDS.nobody.iter().any(|nobody| comparable(nobody) == bare)
}

/// Whether a name is one of an organisation, as far as its words tell.
pub(crate) fn is_organisation(name: &str) -> bool {
    bare_words(name).any(|word| WORDS.organisation.contains(&word.to_lowercase()))
        || WORDS.agencies.contains(name.trim())
        || WORDS.organisation_ends.iter().any(|end| name.trim().ends_with(end.as_str()))
}

/// Whether every word of a text is that of a day or a month: “Thu Dec” of a date that a program wrote.
pub(crate) fn is_of_calendar(text: &str) -> bool {
    let mut words = bare_words(text).peekable();
    words.peek().is_some() && words.all(|word| WORDS.calendar.contains(&word.to_lowercase()))
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
    let path = without_query(href);
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
    let path = without_query(href);
    let segments = path.split('/').map(|segment| lower(segment));
    let mut known = segments.filter(|segment| WORDS.author_paths.contains(&**segment)).peekable();
    known.peek().is_some() && known.all(|segment| PEOPLE.contains(&&*segment))
}

/// Whether a part of an address, in lower case, is that of a list by subject, whose name looks as
/// those of people do.
pub(crate) fn is_part_of_subjects(part: &str) -> bool {
    WORDS.subject_parts.contains(part)
}

/// Whether a lower-case heading is that of the section of a manual page that names its authors.
pub(crate) fn heads_authors(heading: &str) -> bool {
    WORDS.author_headings.contains(heading)
}

/// Whether an address bears the words of a name. Names of other letters are written in many ways.
pub(crate) fn bears_name(href: &str, name: &str) -> bool {
    /// Bytes of such a word: of "J. Doe" the last one.
    const WORD_BYTES: usize = 3;
    let path = lower(without_query(href));
    let mut words = bare_words(name).filter(|word| word.len() >= WORD_BYTES);
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
    fn labels_tell_who_wrote_from_who_edited() {
        for text in ["Author: Jane Doe", "Auteur : Jeanne", "Автор: Иван", "作者：王", "記者：王"]
        {
            assert!(is_labelled(text), "{text}");
        }
        for text in
            ["By Jane Doe", "Photo: Jane Doe", "Editor: Jane Doe", "The author: Jane", "作者"]
        {
            assert!(!is_labelled(text), "{text}");
        }
        for text in ["Tea. Editor: ", "【责任编辑：", "Редактор:", "(Edited by"] {
            assert!(ends_in_editor_label(text), "{text}");
        }
        for text in [
            "Author: ",
            "Subeditor: ",
            "Letter to the editor: ",
            "The editor said that ",
            "作者：",
            "",
        ] {
            assert!(!ends_in_editor_label(text), "{text}");
        }
    }

    #[test]
    fn some_links_say_that_they_are_about_the_author() {
        for text in ["More about me →", "Über mich", "About the author"] {
            assert!(leads_to_about_author(text), "{text}");
        }
        for text in ["About us", "About", "More about tea", ""] {
            assert!(!leads_to_about_author(text), "{text}");
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
        assert!(is_organisation("AP") && !is_organisation("Ap") && !is_organisation("A. P. Doe"));
        assert!(
            is_organisation("茶叶网")
                && is_organisation("新茶报")
                && is_organisation("お茶ニュース")
        );
        assert!(!is_organisation("王小明") && !is_organisation("山田太郎"));
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
