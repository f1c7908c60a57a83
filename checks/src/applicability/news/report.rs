//! Reports: texts that tell what people said on some day.

use std::collections::HashSet;

use super::WORDS;
use super::titles::{counts_off, is_lasting};
use crate::applicability::paragraphs::paragraphs;
use crate::page::Page;
use crate::page::authors::SiteNames;
use crate::page::text::bare_words;
use crate::page::visible_names::is_spaceless;

/// The most words of a report; longer texts with as many quotations are features and guides.
const WORDS_MOST: usize = 1_500;
/// Fewer verbs of speech stand in any text.
const SPOKEN: usize = 2;
/// Words for each of them: guides quote an expert now and then.
const WORDS_FOR_EACH: usize = 300;

/// Whether a text tells in the past what people said, and names the day of the week on which
/// something happened or stands in a newspaper. Stories are told so too, but on no day of the week.
pub(super) fn is_report(page: &Page) -> bool {
    let title = page.document.title();
    let words = page.document.main.word_equivalents;
    if words > WORDS_MOST || is_lasting(title) || counts_off(title) {
        return false;
    }
    let (mut spoken, mut days) = (0, 0);
    for paragraph in paragraphs(page) {
        let lower = paragraph.to_lowercase();
        spoken += count(&lower, &WORDS.speech);
        days += count(&lower, &WORDS.weekdays);
    }
    spoken >= SPOKEN && spoken * WORDS_FOR_EACH >= words && (days > 0 || is_of_paper(page))
}

/// Whether a name of the site has a word of which those of newspapers and broadcasters are made.
pub(super) fn is_of_paper(page: &Page) -> bool {
    let sites = SiteNames::of(page);
    let mut names = sites.declared.iter().map(|site| site.name.to_lowercase());
    names.any(|name| count(&name, &WORDS.papers) > 0)
}

/// How often a text in lower case has one of the words; in scripts without spaces, wherever they stand.
fn count(lower: &str, words: &HashSet<String>) -> usize {
    let of_words = bare_words(lower).filter(|word| words.contains(*word)).count();
    let spaceless = words.iter().filter(|word| word.starts_with(is_spaceless));
    of_words + spaceless.map(|word| lower.matches(word.as_str()).count()).sum::<usize>()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue::test_html::read_at;

    fn report(head: &str, said: &str) -> bool {
        let text = "<p>The pots were found in the river below the old mill.</p>".repeat(20);
        let html = format!(
            "<html lang=en><head>{head}</head><main><h1>Pots found</h1><p>{said}</p>{text}</main>"
        );
        is_report(&read_at("https://www.example.com/story/pots", &html))
    }

    const SAID: &str = "“We found them,” Jane Doe said. She told us more";
    const TITLE: &str = "<title>Pots found</title>";

    #[test]
    fn a_report_tells_what_people_said_on_some_day() {
        assert!(report(TITLE, &format!("{SAID} on Tuesday.")));
        let paper = format!("{TITLE}<meta property=og:site_name content='The Tea Herald'>");
        assert!(report(&paper, SAID));
        assert!(!report(TITLE, SAID), "a story does, too");
        assert!(!report(TITLE, "Jane Doe said so on Tuesday."), "once is not enough");
        assert!(!report(&paper, "Nobody spoke."));
        for lasting in ["How to find pots", "12 pots to find", "Pots compared"] {
            let head = format!("<title>{lasting}</title>");
            assert!(!report(&head, &format!("{SAID} on Tuesday.")), "{lasting}");
        }
        let long = "The pots were of clay. ".repeat(400);
        assert!(!report(TITLE, &format!("{SAID} on Tuesday.</p><p>{long}")));
    }

    #[test]
    fn what_people_said_is_told_in_many_languages() {
        for said in [
            "„Wir fanden sie“, sagte Jana. Karl erklärte am Dienstag, dass sie alt sind.",
            "«Lo vimos», dijo Juana el martes. Pedro afirmó que son viejas.",
            "「見つけた」と火曜日に述べた。さらに語った。",
        ] {
            assert!(report(TITLE, said), "{said}");
        }
    }
}
