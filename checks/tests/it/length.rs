//! What the length of a text leaves of the score.

use citable_checks::evaluate::evaluate;
use citable_checks::report::{PageKind, Report};

use crate::support::snapshot;

const ARTICLE: &str = "https://www.example.com/guide/tea";
const SENTENCE: &str = "<p>Green tea steeps for two to three minutes at eighty degrees.</p>";
const CARD: &str =
    "<li><a href=\"/pots/1\">A pot of clay with a bamboo handle from Tokoname</a></li>";
/// Words of the sentence, and of the card.
const WORDS: usize = 11;

fn report(url: &str, body: &str) -> Report {
    let html = format!(
        "<!doctype html><html lang=en><head><title>How long to steep green tea</title></head>\
         <body><main><h1>How long to steep green tea</h1>{body}</main></body></html>"
    );
    evaluate("scn_test", &snapshot(url, &[], &html), &mut |_| {}).unwrap()
}

fn words(report: &Report) -> Option<usize> {
    report.length.map(|length| length.word_equivalents)
}

#[test]
fn the_score_is_what_the_length_leaves_of_the_mean() {
    let short = report(ARTICLE, &SENTENCE.repeat(45));
    let length = short.length.unwrap();
    assert_eq!((length.word_equivalents, length.percent, length.full_from), (501, 80, 1_000));
    assert!(short.caps.is_empty());
    assert_eq!(u32::from(short.score), (u32::from(short.raw_score) * 80 + 50) / 100);
    let long = report(ARTICLE, &SENTENCE.repeat(100));
    assert_eq!((long.length.unwrap().percent, long.score), (100, long.raw_score));
}

/// Menus and teasers name what other pages say.
#[test]
fn lists_of_links_are_nothing_to_quote() {
    let text = SENTENCE.repeat(40);
    let alone = words(&report(ARTICLE, &text));
    let with_cards = format!("{text}<ul>{}</ul>", CARD.repeat(40));
    assert_eq!(words(&report(ARTICLE, &with_cards)), alone);
}

/// No part of a home page is its content before others.
#[test]
fn all_texts_of_a_home_page_count() {
    let beside = format!("</main><div>{}</div><main>", SENTENCE.repeat(30));
    let home = report("https://www.example.com/", &format!("{}{beside}", SENTENCE.repeat(20)));
    assert_eq!(home.page.kind, PageKind::Home);
    assert!(words(&home) > Some(50 * WORDS), "{:?}", home.length);
}

#[test]
fn what_only_scripts_show_has_no_length() {
    let shell = "<div id=root></div><script type=module src=/assets/index.js></script>";
    let shell = report("https://app.example.com/planner", shell);
    assert_eq!((shell.length, shell.caps[0].limit), (None, 40), "{:#?}", shell.caps);
}

#[test]
fn a_contact_page_may_be_short() {
    let contact = "<p>Write to <a href=\"mailto:tea@example.com\">tea@example.com</a>, or call \
                   <a href=\"tel:+4912345\">+49 123 45</a> on weekdays between nine and five.</p>";
    assert_eq!(words(&report("https://www.example.com/contact", contact)), None);
}
