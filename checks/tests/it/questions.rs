//! What is asked about a page.

use crate::support::read_page;
use citable_checks::questions::{QUESTION_CHARACTERS, QUESTIONS, questions};
use proptest::prelude::*;

const TEXT: &str = "<p>Tides are the rise and fall of sea levels, caused by the gravity of the Moon \
    and the Sun and by the rotation of the Earth, and tables give their times for each harbour.</p>";

fn asked(title: &str, main: &str) -> Vec<String> {
    let html = format!(
        "<!doctype html><html lang=en><head><title>{title}</title></head><body>\
         <nav><h2>What does the menu hold?</h2></nav><main>{main}</main></body></html>"
    );
    questions(&read_page("https://www.example.com/tides", &[], &html))
}

#[test]
fn a_page_is_asked_about_in_its_own_words() {
    for (title, headings, expected) in [
        (
            "Tides explained | Example",
            "<h1>Tides explained</h1><h2>Spring tides</h2><h2>Neap tides</h2><h2>Bays</h2>",
            &["Tides explained", "Tides explained: Spring tides", "Tides explained: Neap tides"][..],
        ),
        (
            "Tides explained",
            "<h1>Tides explained</h1><h2>Causes</h2><h3>Why is there a tide?</h3>",
            &["Why is there a tide?", "Tides explained", "Tides explained: Causes"],
        ),
        (
            "潮汐",
            "<h1>潮汐</h1><h2>潮汐是什么？</h2><h2>大潮</h2>",
            &["潮汐是什么？", "潮汐", "潮汐: 大潮"],
        ),
        (
            "المد والجزر",
            "<h1>المد والجزر</h1><h2>ما سبب المد؟</h2>",
            &["ما سبب المد؟", "المد والجزر"],
        ),
        (
            "Why is there a tide?",
            "<h1>Why is there a tide?</h1><h2>Why is there a tide</h2><h2>!</h2>",
            &["Why is there a tide?"],
        ),
        ("", "<h2>Spring tides</h2>", &["Spring tides"]),
        ("", "", &[]),
    ] {
        assert_eq!(asked(title, &format!("{headings}{TEXT}")), expected, "{title} {headings}");
    }
}

#[test]
fn a_page_of_questions_has_no_more_than_others() {
    let many: String = (0..50).map(|number| format!("<h2>What is {number}?</h2>{TEXT}")).collect();
    assert_eq!(asked("Answers", &many), ["What is 0?", "What is 1?", "What is 2?"]);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]
    #[test]
    fn questions_are_few_short_and_on_one_line(title in any::<String>(), heading in any::<String>()) {
        let questions = asked(&title, &format!("<h1>{heading}</h1><h2>{heading}?</h2>{TEXT}"));
        prop_assert!(questions.len() <= QUESTIONS);
        for question in questions {
            prop_assert!(question.chars().count() <= QUESTION_CHARACTERS);
            prop_assert!(!question.chars().any(char::is_control), "{question:?}");
        }
    }
}
