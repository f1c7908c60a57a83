//! Texts, and parts of them, of which no figures are asked.

use std::collections::HashSet;

use crate::catalogue::evidence::prose::{sections, text_of};
use crate::catalogue::structure::{is_box, names_step};
use crate::check::Context;
use crate::data;
use crate::page::outline::BlockKind;
use crate::page::text::{TENTHS_OF_WORD, is_number};
use crate::page::visible_names::is_spaceless;
use crate::weights::{SECTION_MAX, STATISTICS_INDEX_PERCENT};

/// Words for pages of a book, lower case.
const PAGES: [&str; 10] =
    ["page", "pages", "p", "pp", "seite", "seiten", "página", "páginas", "pagina", "pagine"];
/// The fewest lines of an index.
const INDEX_LINES: usize = 10;

/// Word equivalents below headings of boxes around the text, such as “Similar items”. Below a box in
/// the middle of a text, that goes on without a heading.
pub(super) fn words_of_boxes(context: &Context<'_>) -> usize {
    let boxes = sections(context.page).into_iter();
    let is_short = |tenths: usize| tenths <= SECTION_MAX * TENTHS_OF_WORD;
    let boxes = boxes
        .filter(|section| section.heading.is_some_and(is_box) && is_short(section.tenths_of_words));
    boxes.map(|section| section.tenths_of_words).sum::<usize>() / TENTHS_OF_WORD
}

/// Whether most of the text is links, or most of its lines refer to pages by number: an index or a
/// catalogue.
pub(super) fn is_index(context: &Context<'_>) -> bool {
    let (mut links, mut bytes, mut references, mut lines) = (0, 0, 0, 0);
    for block in context.page.document.outline.main_blocks() {
        links += block.link_bytes;
        bytes += block.place.text.len();
        references += usize::from(refers_to_pages(text_of(context.page, block)));
        lines += 1;
    }
    let is_most = |part: usize, all: usize| all > 0 && part * 100 >= all * STATISTICS_INDEX_PERCENT;
    is_most(links, bytes) || (lines >= INDEX_LINES && is_most(references, lines))
}

/// Whether a line names a range of pages before anything else: “Pages 12–40: pots”, “pp. 3-9”.
fn refers_to_pages(line: &str) -> bool {
    let mut words = line.split_whitespace().map(|word| word.trim_matches([':', ',', '.']));
    let first = words.next().unwrap_or_default().to_lowercase();
    let range = words.next().unwrap_or_default();
    let is_range = || {
        let mut parts = range.split(['-', '–']);
        parts.clone().count() <= 2 && parts.all(is_number)
    };
    PAGES.contains(&first.as_str()) && is_range()
}

/// Blocks that begin with the number of a change, from which on a text is a list of changes.
const CHANGES: usize = 3;

/// Whether the text lists changes by their numbers, as notes on a release do: “#20713 from jane –
/// Adds pots”.
pub(super) fn lists_changes(context: &Context<'_>) -> bool {
    let blocks = context.page.document.outline.main_blocks();
    let changes = blocks.filter(|block| {
        let text = text_of(context.page, block).trim_start();
        let is_item = block.kind == BlockKind::ListItem;
        names_change(text.split_whitespace().next().unwrap_or_default())
            || (is_item && text.split_whitespace().any(names_change))
            || (is_item && names_bug(text))
    });
    changes.take(CHANGES).count() == CHANGES
}

/// Whether a line has the number of a bug: “(Bug 1680877)”.
fn names_bug(line: &str) -> bool {
    const DIGITS: std::ops::RangeInclusive<usize> = 3..=8;
    let words: Vec<&str> = line
        .split_whitespace()
        .map(|word| word.trim_matches(|char: char| !char.is_alphanumeric()))
        .collect();
    words.windows(2).any(|pair| {
        let is_number = pair[1].bytes().all(|byte| byte.is_ascii_digit());
        pair[0].eq_ignore_ascii_case("bug") && is_number && DIGITS.contains(&pair[1].len())
    })
}

/// Whether a word is the number of a change: “#20713”, “(#713)”.
fn names_change(word: &str) -> bool {
    const DIGITS: std::ops::RangeInclusive<usize> = 3..=6;
    let word = word.trim_matches(|char: char| !char.is_alphanumeric() && char != '#');
    let number = word.strip_prefix('#').unwrap_or_default();
    DIGITS.contains(&number.len()) && number.bytes().all(|byte| byte.is_ascii_digit())
}

data::words! { "statistics-words.json" => static WORDS: Words {
    /// What introductions and conclusions are called.
    frame: HashSet<String>,
    /// What begins, or in some languages ends, a question that asks for a definition.
    definitions: Vec<String>,
    /// Words for what is measured or counted: who asks what that is, asks for a number.
    measures: HashSet<String>,
    /// Words of headings above lists of names.
    partners: HashSet<String>,
    /// What begins a question that “yes” or “no” answers.
    yes_or_no: HashSet<String>,
} }

/// Words of a heading that is a label.
const LABEL_WORDS: usize = 4;

/// Whether the section below a heading is no place for a number: a step of instructions, a
/// definition, an introduction or conclusion, a list of partners.
pub(super) fn needs_no_number(heading: &str) -> bool {
    let lower = heading.trim().to_lowercase();
    let words: Vec<&str> =
        lower.split(|char: char| !char.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let names = || words.iter().any(|word| WORDS.partners.contains(*word));
    let is_frame =
        WORDS.frame.contains(lower.trim_end_matches(|char: char| !char.is_alphanumeric()));
    names_step(heading)
        || is_frame
        || is_question_of_yes(&lower, &words)
        || asks_what_it_is(&lower)
        || (words.len() <= LABEL_WORDS && names())
}

/// Whether a heading is a question that “yes” or “no” answers: “Is a kettle a pot?”
fn is_question_of_yes(heading: &str, words: &[&str]) -> bool {
    heading.ends_with('?') && words.first().is_some_and(|first| WORDS.yes_or_no.contains(*first))
}

/// Whether a heading, in lower case, asks what something is (“What is a kettle?”), and no number
/// answers it, as one answers “What is the price of a kettle?”.
fn asks_what_it_is(heading: &str) -> bool {
    let heading = heading.trim_end_matches(['?', '？', '؟']).trim_end();
    WORDS.definitions.iter().any(|asked| {
        let begins = heading
            .strip_prefix(asked.as_str())
            .filter(|rest| ends_word(asked.chars().next_back()) || ends_word(rest.chars().next()));
        let ends = heading
            .strip_suffix(asked.as_str())
            .filter(|rest| ends_word(asked.chars().next()) || ends_word(rest.chars().next_back()));
        begins.or(ends).is_some_and(|subject| !asks_for_number(subject))
    })
}

/// Whether a word may end beside that character: it is no letter or digit, or of a script that
/// writes no spaces.
fn ends_word(char: Option<char>) -> bool {
    char.is_none_or(|char| !char.is_alphanumeric() || is_spaceless(char))
}

/// Words at the beginning of what is asked for among which a measure is: “the usual price of tea”.
const MEASURE_WITHIN: usize = 4;

/// Whether what is asked for is a measure: “the price of tea”, “the tea price”.
fn asks_for_number(subject: &str) -> bool {
    let is_measure = |word: &str| WORDS.measures.contains(word);
    if subject.chars().any(is_spaceless) {
        let subject = subject.trim_matches(|char: char| !char.is_alphanumeric());
        return WORDS
            .measures
            .iter()
            .any(|word| subject.ends_with(word.as_str()) || subject.starts_with(word.as_str()));
    }
    let mut words =
        subject.split(|char: char| !char.is_alphanumeric()).filter(|word| !word.is_empty());
    words.clone().take(MEASURE_WITHIN).any(is_measure) || words.next_back().is_some_and(is_measure)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue::evidence::statistics::Statistics;
    use crate::catalogue::evidence::test_prose::{filler, fixed, judged, read_html, word};
    use crate::page::Page;
    use crate::report::Status;

    fn page(type_name: &str, main: &str) -> Page {
        read_html(&format!(
            "<html lang=en><title>Tides</title><script type=application/ld+json>{{\"@context\": \
             \"https://schema.org\", \"@type\": \"{type_name}\"}}</script><main><h1>Tides</h1>{main}\
             </main>"
        ))
    }

    fn status(type_name: &str, main: &str) -> Status {
        judged(&Statistics, &page(type_name, main)).status
    }

    #[test]
    fn a_short_report_of_what_somebody_said_needs_no_figures() {
        let said = |at: usize| {
            let what = word(at);
            format!("<p>“The {what} takes what it wants and gives nothing back,” he said.</p>")
        };
        let said = |count: usize| (0..count).map(said).collect::<String>();
        let report = filler(260) + &said(14);
        assert_eq!(status("NewsArticle", &report), Status::Na);
        assert_eq!(status("BlogPosting", &report), Status::Fail, "no news");
        assert_eq!(status("NewsArticle", &filler(420)), Status::Warn, "nobody speaks");
        assert_eq!(status("NewsArticle", &(filler(400) + &said(30))), Status::Warn, "long");
    }

    #[test]
    fn an_index_needs_no_figures() {
        let index = |linked: usize| {
            let row = |at: usize| match at < linked {
                true => format!("<p><a href=/{at}>{} {}</a></p>", word(at), "tide ".repeat(12)),
                false => format!("<p>{} {}</p>", word(at), "wave ".repeat(12)),
            };
            page("BlogPosting", &(0..30).map(row).collect::<String>())
        };
        let is_index = |page: &Page| super::is_index(&Context::new(page, false));
        assert!(is_index(&index(20)) && !is_index(&index(10)));
        let pages = |count: usize| {
            let row = |at: usize| format!("<p>Pages {at}-{} (Volume I) - {}</p>", at + 9, word(at));
            let refer: String = (0..count).map(row).collect();
            page("BlogPosting", &(refer + &filler(500)))
        };
        assert!(is_index(&pages(20)) && !is_index(&pages(5)));
    }

    #[test]
    fn numbers_of_bugs_list_changes() {
        let list = |item: &str| format!("{}<ul>{}</ul>", filler(450), item.repeat(3));
        let bugs = list("<li>Ann mended the tide table (Bug 1680877)</li>");
        assert_eq!(status("BlogPosting", &bugs), Status::Na);
        let none = list("<li>Ann mended the tide table (Bug no. 5)</li>");
        assert_eq!(status("BlogPosting", &none), Status::Fail);
    }

    #[test]
    fn a_question_for_a_number_is_no_definition() {
        for heading in [
            "What is tea?",
            "What is the Tea Act?",
            "What are the parts of a kettle?",
            "Was ist Tee?",
            "Co je čaj?",
            "Qu’est-ce qu’un thé ?",
            "お茶とは？",
            "什么是茶？",
            "Step 3: Pour",
            "Conclusion",
            "Final thoughts:",
            "まとめ",
            "Our partners",
        ] {
            assert!(needs_no_number(heading), "{heading}");
        }
        for heading in [
            "What is the price of tea?",
            "What is the usual size of a pot?",
            "What are the costs?",
            "Was ist der Preis?",
            "Co jeść do herbaty?",
            "Co je cena čaje?",
            "What issues does tea have?",
            "お茶の価格とは？",
            "What our customers achieved",
            "Summary of the prices",
            "Our clients",
            "Our team",
            "Unsere Kunden",
        ] {
            assert!(!needs_no_number(heading), "{heading}");
        }
        for heading in ["Is a kettle a pot?", "Can I use a kettle for tea?", "Sind Kessel Töpfe?"]
        {
            assert!(needs_no_number(heading), "{heading}");
        }
        assert!(!needs_no_number("Is a kettle a pot"), "no question");
    }

    #[test]
    fn boxes_around_the_text_neither_count_nor_are_named() {
        let boxes = format!("<h2>Similar Items</h2>{}", filler(250));
        let around = filler(150).replace("word", "tide") + "<h2>Similar Items</h2>";
        let long = around + &filler(400);
        assert_eq!(status("BlogPosting", &long), Status::Fail, "the text goes on");
        let short = filler(150) + &boxes;
        assert_eq!(status("BlogPosting", &short), Status::Na, "the text itself is short");
        let other = filler(150).replace("word", "wave");
        let long = format!("{}<h2>High water</h2>{other}{boxes}", filler(150));
        let fix = fixed(&Statistics, &page("BlogPosting", &long));
        let steps = fix.steps.join(" ");
        assert!(steps.contains("High water") && !steps.contains("Similar"), "{steps}");
    }
}
