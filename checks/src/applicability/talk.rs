//! Texts that are told in what people say: interviews, stories. They have no sections to be found
//! by, and are not to be judged as if they explained something.

use std::collections::{HashMap, HashSet};

use crate::applicability::paragraphs::{paragraphs, paragraphs_and_headings};
use crate::data;
use crate::page::Page;
use crate::page::text::bare_words;

data::words! { "fiction-words.json" => static WORDS: Words {
    /// Lower case.
    chapters: HashSet<String>,
} }

/// Fewer turns are a quotation or two.
const TURNS: usize = 6;
/// Fewer turns of one speaker are a label.
const TURNS_OF_ONE: usize = 3;
/// Fewer questions among them are asked of readers: labels such as “Pros:” ask nothing.
const ASKED: usize = 2;
/// Fewer questions are asked in any text.
const QUESTIONS: usize = 5;
/// Bytes of a question; more is a paragraph that ends in one.
const QUESTION_BYTES: usize = 400;
/// Bytes of the name of a speaker.
const SPEAKER_BYTES: usize = 40;
/// Words of it.
const SPEAKER_WORDS: usize = 4;
/// Fewer paragraphs of speech are no story.
const SPOKEN: usize = 8;
/// Of so many paragraphs.
const SPOKEN_PERCENT: usize = 25;
/// Of all paragraphs, answers may go on for some.
const TURNS_PERCENT: usize = 20;

/// Whether two people or more talk in turn: paragraphs and headings that name who speaks, or
/// questions that stand alone with an answer below each.
pub(super) fn is_interview(page: &Page) -> bool {
    let all: Vec<&str> = paragraphs(page).collect();
    let is_share = |turns: usize| turns * 100 >= all.len() * TURNS_PERCENT;
    let mut turns = Turns::of(all.iter().copied());
    if turns.count >= TURNS_OF_ONE {
        turns = Turns::of(paragraphs_and_headings(page));
    }
    let is_talk = turns.count >= TURNS && turns.changes * 2 >= turns.count;
    if is_talk && turns.asked >= ASKED && is_share(turns.count) {
        return true;
    }
    let answered = all.windows(2).filter(|pair| is_question(pair[0]) && !is_question(pair[1]));
    let answered = answered.count();
    // Whoever answers questions on a thing does not ask them in the text.
    answered >= QUESTIONS && is_share(answered * 2) && !page.declares(&["FAQPage"])
}

/// Texts that begin with one who speaks several times.
struct Turns {
    count: usize,
    /// How often another one speaks than before.
    changes: usize,
    /// How many ask something.
    asked: usize,
}

impl Turns {
    fn of<'a>(texts: impl Iterator<Item = &'a str>) -> Self {
        let turns = texts.filter_map(|text| Some((speaker(text)?, text)));
        let turns: Vec<(&str, &str)> = turns.collect();
        let mut counts: HashMap<&str, usize> = HashMap::new();
        for (speaker, _) in &turns {
            *counts.entry(speaker).or_default() += 1;
        }
        let kept = turns.into_iter().filter(|(speaker, _)| counts[speaker] >= TURNS_OF_ONE);
        let kept: Vec<(&str, &str)> = kept.collect();
        let changes = kept.windows(2).filter(|pair| pair[0].0 != pair[1].0).count();
        let asked = kept.iter().filter(|(_, text)| asks(text)).count();
        Self { count: kept.len(), changes, asked }
    }
}

/// Whether a text asks something: a mark within a word is part of an address. In Japanese, questions may
/// end as other sentences do.
fn asks(text: &str) -> bool {
    let ends = |mark: char| {
        text.match_indices(mark).any(|(at, _)| {
            let rest = &text[at + mark.len_utf8()..];
            !rest.starts_with(|char: char| char.is_ascii_alphanumeric() || "&=/".contains(char))
        })
    };
    ['?', '？', '؟'].into_iter().any(ends) || text.contains("か。")
}

/// Who a paragraph says is speaking: a name before a colon.
fn speaker(text: &str) -> Option<&str> {
    let end = text.floor_char_boundary(SPEAKER_BYTES);
    let (name, _) = text[..end].split_once([':', '：'])?;
    let name = name.trim_matches(|char: char| !char.is_alphanumeric());
    let first = name.chars().next()?;
    let is_name = first.is_alphabetic()
        && !first.is_lowercase()
        && name.split_whitespace().count() <= SPEAKER_WORDS
        && !name.chars().any(|char| char.is_ascii_digit());
    is_name.then_some(name)
}

fn is_question(text: &str) -> bool {
    const CLOSING: [char; 7] = ['"', '”', '’', '»', '」', ')', '*'];
    text.len() <= QUESTION_BYTES
        && text.trim_end_matches(CLOSING).trim_end().ends_with(['?', '？', '؟'])
}

/// Whether speech makes much of it, paragraph by paragraph, as in a story or a report: each begins
/// with a quotation mark or the dash of a dialogue, or quotes somebody at length.
pub(super) fn is_story(page: &Page) -> bool {
    let (mut all, mut spoken) = (0, 0);
    for text in paragraphs(page) {
        all += 1;
        spoken += usize::from(is_spoken(text));
    }
    spoken >= SPOKEN && spoken * 100 >= all * SPOKEN_PERCENT
}

/// Whether a story is a chapter of a book: its URL or its title says so, and its paragraphs begin
/// with speech.
pub(super) fn is_chapter_of_fiction(page: &Page) -> bool {
    let mut parts = page.final_url.path().split('/');
    let is_filed = parts.any(|part| is_word_of_fiction(part) || has_number_of_chapter(part));
    let titles = page.document.titles.iter().chain(&page.document.h1);
    let is_titled = || titles.map(|title| &title.value).any(|title| has_number_of_chapter(title));
    let begins = || paragraphs(page).filter(|text| begins_with_speech(text)).count();
    (is_filed || is_titled()) && begins() >= SPOKEN && is_story(page)
}

fn is_word_of_fiction(word: &str) -> bool {
    WORDS.chapters.contains(&word.to_lowercase())
}

/// Whether a name has a number right behind such a word: “Chapter 12”, “chapter-xii”. Without one it
/// may be a manner of speaking: “A new chapter for the town”.
fn has_number_of_chapter(name: &str) -> bool {
    let is_number = |word: &str| {
        let is_roman = |char: char| "ivx".contains(char.to_ascii_lowercase());
        word.starts_with(|char: char| char.is_ascii_digit()) || word.chars().all(is_roman)
    };
    let words: Vec<&str> = bare_words(name).collect();
    words.windows(2).any(|two| is_word_of_fiction(two[0]) && is_number(two[1]))
}

fn is_spoken(text: &str) -> bool {
    begins_with_speech(text) || quotes_at_length(text)
}

fn begins_with_speech(text: &str) -> bool {
    const MARKS: [char; 10] = ['"', '“', '”', '„', '«', '»', '「', '『', '‘', '‚'];
    text.starts_with(MARKS) || text.starts_with("— ") || text.starts_with("– ")
}

/// Bytes of a quotation that is more than a term or a title.
const QUOTED_BYTES: usize = 40;

/// Whether a paragraph holds a long quotation between marks.
fn quotes_at_length(text: &str) -> bool {
    const PAIRS: [(char, &[char]); 5] =
        [('“', &['”']), ('„', &['“', '”']), ('«', &['»']), ('「', &['」']), ('"', &['"'])];
    let mut open: Option<(usize, &[char])> = None;
    for (at, mark) in text.char_indices() {
        match open {
            Some((from, closing)) if closing.contains(&mark) => {
                if at - from >= QUOTED_BYTES {
                    return true;
                }
                open = None;
            }
            Some(_) => {}
            None => {
                let pair = PAIRS.iter().find(|(opening, _)| *opening == mark);
                open = pair.map(|(_, closing)| (at + mark.len_utf8(), *closing));
            }
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue::test_html::read_at;

    fn page(body: &str) -> Page {
        let url = "https://example.com/blog/tea";
        read_at(url, &format!("<html lang=en><title>Tea</title><main><h1>Tea</h1>{body}</main>"))
    }

    /// Paragraphs, none like another.
    fn told(lines: &[&str], times: usize) -> String {
        let line = |turn: usize, line: &str| {
            format!(
                "<p>{}</p>",
                line.replace('#', &format!("in the year {turn} of this tea house"))
            )
        };
        (0..times).flat_map(|turn| lines.iter().map(move |one| line(turn, one))).collect()
    }

    #[test]
    fn labels_that_ask_nothing_are_nobody_who_talks() {
        let of = |lines: &[&str]| is_interview(&page(&told(lines, 6)));
        assert!(!of(&["Pros: It is light #.", "Cons: It was a lot #."]));
        assert!(!of(&["Price: It is #.", "Link: https://a.example/?id=1 #"]));
        assert!(of(&["Tim: It was good #, thank you.", "Sam: And what came of it #?"]));
    }

    #[test]
    fn people_who_talk_in_turn_give_an_interview() {
        for lines in [
            ["Q: How was the harvest #, and why was it so?", "A: It was good #, thank you."],
            ["Ann Lee: How was the harvest #?", "Bo Berg: It was good #, thank you."],
            ["<b>How was the harvest #?</b>", "It was good #, and we sold all of it at once."],
            ["記者：収穫は # どうでしたか。", "生産者：# とても良かったです。"],
        ] {
            assert!(is_interview(&page(&told(&lines, 6))), "{lines:?}");
        }
        let asked = |ask: &str| -> String {
            let turn = |year: usize| {
                let answer = format!("<p>A: It was good in {year}.</p><p>We sold {year} pots.</p>");
                format!("<h2>{ask} the harvest in {year}?</h2>{answer}")
            };
            (1..6).map(turn).collect()
        };
        assert!(is_interview(&page(&asked("<b>Q:</b> How was"))));
        assert!(!is_interview(&page(&asked("How was"))), "an article in questions");
        let pot = |at: usize| {
            format!("<h2>Pros:</h2><p>Pot {at} is light.</p><h2>Cons:</h2><p>{at} is a lot.</p>")
        };
        assert!(!is_interview(&page(&(1..6).map(pot).collect::<String>())), "labels");
    }

    #[test]
    fn labels_and_a_question_are_no_interview() {
        let prose = told(&["The harvest was good #, and we sold all of it at once."], 20);
        assert!(!is_interview(&page(&prose)));
        assert!(!is_interview(&page(&format!("<p>How was it?</p>{prose}<p>Is that so?</p>"))));
        let tips = told(&["Tip: Boil the water # and let it cool.", "Pour it # on the leaves."], 6);
        assert!(!is_interview(&page(&tips)));
        let faq = "<script type=application/ld+json>{\"@context\":\"https://schema.org\",\
                   \"@type\":\"FAQPage\"}</script>";
        let questions = told(&["How was it #?", "It was good #, and we sold all of it."], 6);
        assert!(!is_interview(&page(&format!("{faq}{questions}"))));
    }

    #[test]
    fn a_chapter_told_in_speech_is_fiction() {
        let lines =
            ["“Come in,” she said #, and shut the door.", "He sat # and waited for his tea."];
        let is = |url: &str, title: &str, lines: &[&str]| {
            let text = told(lines, 10);
            is_chapter_of_fiction(&read_at(
                url,
                &format!("<title>{title}</title><main><h1>Tea</h1>{text}</main>"),
            ))
        };
        let blog = "https://example.com/blog/tea";
        assert!(is("https://example.com/fiction/7/tea-house/chapter/3/tea", "Tea", &lines));
        assert!(is("https://example.com/tea-house/chapter-3", "Tea", &lines));
        assert!(is(blog, "Chapter 3: Tea", &lines) && is(blog, "Tea, chapter XII", &lines));
        assert!(!is(blog, "A new chapter for the tea house", &lines), "a report");
        assert!(!is("https://example.com/a-new-chapter-for-tea", "Tea", &lines), "a report");
        assert!(!is(blog, "Tea", &lines), "a report quotes people, too");
        assert!(!is(blog, "Chapter 3: Tea", &["The harvest was good #."]), "a textbook");
    }

    #[test]
    fn speech_makes_a_story() {
        for lines in [
            ["“Come in,” she said #, and shut the door.", "He sat down # and waited for his tea."],
            ["— Entre, dit-elle #, et ferme la porte.", "Il s'assit # et attendit son thé."],
            ["「お入り」と彼女は # 言った。", "彼は # 座った。"],
            [
                "She poured #. “We sold all of it at once, and nobody knew why,” said Ann Lee.",
                "The harvest was good #.",
            ],
        ] {
            assert!(is_story(&page(&told(&lines, 10))), "{lines:?}");
        }
        let quoted = "<p>“It was good,” she said.</p>".to_owned();
        let prose = told(&["The harvest was good #, and we sold all of it at once."], 20);
        assert!(!is_story(&page(&(quoted + &prose))));
        let terms = told(&["The “first flush” # is what they call a “good harvest” of tea."], 20);
        assert!(!is_story(&page(&terms)));
    }
}
