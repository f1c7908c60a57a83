//! What a page answers, as questions to an answer engine: in the page's own words, so that they are
//! in its language.

use crate::excerpt::one_line;
use crate::page::PERMALINKS;
use crate::page::Page;
use crate::page::names::comparable;
use crate::page::title::Title;

/// The most questions of one page.
pub const QUESTIONS: usize = 3;
/// The most characters of a question.
pub const QUESTION_CHARACTERS: usize = 200;

/// What ends a question: Latin and most others, East Asian, Arabic, Greek, Armenian, Ethiopic.
const QUESTION_MARKS: [char; 7] = ['?', '？', '؟', '\u{37E}', '՞', '፧', '⸮'];
/// The level of the headings that name the topics of a page.
const TOPIC_LEVEL: u8 = 2;

/// The questions of that page, the best first: headings of the main content that are questions,
/// then its title without the site's name, then each topic of the main content beside the title.
/// Untrusted; each stands on one line without control characters.
#[must_use]
pub fn questions(page: &Page) -> Vec<String> {
    let title = Title::of(page).text;
    let visible = &page.document.visible_text;
    let headings = page.document.outline.headings.iter().filter(|heading| heading.place.in_main);
    let headings: Vec<(u8, &str)> = headings
        .map(|heading| (heading.level, heading.text(visible).trim_end_matches(PERMALINKS).trim()))
        .collect();
    let asked = headings.iter().map(|(_, text)| *text).filter(|text| is_question(text));
    let topics = headings.iter().filter(|(level, _)| *level == TOPIC_LEVEL);
    let topics = topics.map(|(_, text)| *text).filter(|text| !is_question(text));
    let topics = topics.filter(|text| comparable(text) != comparable(&title));
    let topics = topics.filter(|text| !comparable(text).is_empty());
    let beside_title = topics.map(|topic| match comparable(&title).is_empty() {
        true => topic.to_owned(),
        false => format!("{title}: {topic}"),
    });
    let all = asked.map(str::to_owned).chain([title.clone()]).chain(beside_title);
    first_of_each(all.map(|text| one_line(&text, QUESTION_CHARACTERS)))
}

fn is_question(text: &str) -> bool {
    text.ends_with(QUESTION_MARKS)
}

/// Two questions that differ in signs alone are one.
fn first_of_each(questions: impl Iterator<Item = String>) -> Vec<String> {
    let mut seen: Vec<String> = Vec::new();
    let new = questions.filter(|question| {
        let words = comparable(question);
        let is_new = !words.is_empty() && !seen.contains(&words);
        if is_new {
            seen.push(words);
        }
        is_new
    });
    new.take(QUESTIONS).collect()
}
