//! Reports in English: texts that tell what people said on some day.
//!
//! In other languages neither the titles of texts that last are known nor which words only tell what
//! people said.

use super::WORDS;
use super::titles::{counts_off, is_lasting};
use crate::applicability::paragraphs::paragraphs;
use crate::applicability::talk::is_chapter_of_fiction;
use crate::page::Page;
use crate::page::authors::SiteNames;
use crate::page::language::Languages;
use crate::page::text::bare_words;

/// The most words of a report; longer texts with as many quotations are features and guides.
const WORDS_MOST: usize = 1_500;
/// Fewer verbs of speech stand in any text.
const SPOKEN: usize = 2;
/// Words for each of them: guides quote an expert now and then.
const WORDS_FOR_EACH: usize = 300;
/// The quotation marks that begin what somebody said.
const MARKS: [char; 3] = ['"', '“', '‘'];

/// Whether a text tells in the past what people said, and names the day on which something happened
/// or stands in a newspaper.
pub(super) fn is_report(page: &Page) -> bool {
    let title = page.document.title();
    let words = page.document.main.word_equivalents;
    let may_be = words <= WORDS_MOST
        && !is_lasting(title)
        && !counts_off(title)
        && Languages::of(page).primary().starts_with("en");
    if !may_be {
        return false;
    }
    let (mut spoken, mut has_day) = (0, false);
    for paragraph in paragraphs(page) {
        let words: Vec<String> = bare_words(paragraph).map(str::to_lowercase).collect();
        if paragraph.contains(MARKS) {
            spoken += words.iter().filter(|word| matches!(word.as_str(), "said" | "told")).count();
        }
        has_day |= names_day(&words);
    }
    let is_told = spoken >= SPOKEN && spoken * WORDS_FOR_EACH >= words;
    is_told && (has_day || is_of_paper(page)) && !is_chapter_of_fiction(page)
}

/// Whether words name a day of the week, and not the hours of a shop (“Monday to Friday”), a sale or
/// a product (“Black Friday”, “monday.com”).
pub(super) fn names_day(words: &[String]) -> bool {
    const APART: usize = 4;
    let is_day = |word: &String| WORDS.weekdays.contains(word);
    words.iter().enumerate().any(|(at, word)| {
        let after = &words[at + 1..];
        let before = &words[at.saturating_sub(APART)..at];
        let is_range = before.iter().chain(after.iter().take(APART)).any(is_day);
        let is_sale = before.last().is_some_and(|word| matches!(word.as_str(), "black" | "cyber"));
        let is_host = after.first().is_some_and(|word| word == "com");
        is_day(word) && !is_range && !is_sale && !is_host
    })
}

/// Whether a name of the site has a word of which those of newspapers and broadcasters are made.
pub(super) fn is_of_paper(page: &Page) -> bool {
    let sites = SiteNames::of(page);
    let mut names = sites.declared.iter();
    names.any(|site| bare_words(&site.name).any(|word| WORDS.papers.contains(&word.to_lowercase())))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue::test_html::read_at;

    const SAID: &str = "“We found them,” Jane Doe said. She told us more";
    const TITLE: &str = "<title>Pots found</title>";

    fn report_in(lang: &str, head: &str, said: &str) -> bool {
        let text = "<p>The pots were found in the river below the old mill.</p>".repeat(20);
        let html = format!(
            "<html lang={lang}><head>{head}</head><main><h1>Pots found</h1><p>{said}</p>{text}</main>"
        );
        is_report(&read_at("https://www.example.com/story/pots", &html))
    }

    fn report(head: &str, said: &str) -> bool {
        report_in("en", head, said)
    }

    #[test]
    fn a_report_tells_what_people_said_on_some_day() {
        assert!(report(TITLE, &format!("{SAID} on Tuesday.")));
        let paper = format!("{TITLE}<meta property=og:site_name content='The Tea Herald'>");
        assert!(report(&paper, SAID));
        assert!(!report(TITLE, SAID), "on no day");
        assert!(!report(TITLE, "“We did,” Jane Doe said on Tuesday."), "once is not enough");
        assert!(!report(&paper, "Nobody spoke."));
        assert!(
            !report(TITLE, "That said, I told you so. Call us on Tuesday."),
            "nobody is quoted"
        );
        let long = "The pots were of clay. ".repeat(400);
        assert!(!report(TITLE, &format!("{SAID} on Tuesday.</p><p>{long}")));
    }

    #[test]
    fn a_text_that_lasts_is_no_report_whoever_speaks_in_it() {
        for lasting in ["How to find pots", "12 pots to find", "Pots compared"] {
            let head = format!("<title>{lasting}</title>");
            assert!(!report(&head, &format!("{SAID} on Tuesday.")), "{lasting}");
        }
        for day in ["from Monday to Friday.", "on Black Friday.", "at monday.com."] {
            assert!(!report(TITLE, &format!("{SAID} {day}")), "{day}");
        }
    }

    #[test]
    fn a_chapter_of_a_novel_is_no_report_though_it_names_a_day() {
        let speech =
            |turn: usize| format!("<p>“I am on my way to cup {turn},” she said to him.</p>");
        let speech: String = (0..12).map(speech).collect();
        let is = |path: &str| {
            let html = format!(
                "<html lang=en>{TITLE}<main><h1>Pots</h1><p>On Sunday they met.</p>{speech}</main>"
            );
            is_report(&read_at(&format!("https://www.example.com/{path}"), &html))
        };
        assert!(is("story/pots"));
        assert!(!is("fiction/chapter-3"));
    }

    #[test]
    fn reports_are_known_in_english_alone() {
        let text =
            "<p>Die Kannen lagen im Fluss unter der alten Mühle, und niemand weiß warum.</p>";
        let said = format!("{SAID} on Tuesday.</p>{}<p>Ende.", text.repeat(40));
        assert!(!report_in("de", TITLE, &said));
    }
}
