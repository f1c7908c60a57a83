use super::*;
use crate::catalogue::evidence::test_prose::{fixed, judged, read, read_html, word};
use crate::report::Status;

/// So many paragraphs, each of so many sentences of so many words.
fn paragraphs(count: usize, sentences: usize, words: usize) -> String {
    let sentence = format!("{}end. ", "Word ".repeat(words - 2));
    let paragraph = |number: usize| {
        let own = format!("So{} ", word(number + 100 * words + sentences));
        format!("<p>{}</p>", format!("{own}{sentence}").repeat(sentences))
    };
    (0..count).map(paragraph).collect()
}

fn status(main: &str) -> Status {
    judged(&ProseReadability, &read(main)).status
}

#[test]
fn one_length_over_its_mark_warns_two_fail() {
    let short = paragraphs(5, 3, 12);
    assert_eq!(status(&short), Status::Pass);
    assert_eq!(status(&paragraphs(6, 2, 25)), Status::Pass, "at the mark");
    assert_eq!(status(&paragraphs(6, 2, 26)), Status::Warn, "the median");
    // 3 of 18 sentences are long, the median is not.
    assert_eq!(status(&(short.clone() + &paragraphs(1, 3, 46))), Status::Warn, "the longest");
    assert_eq!(status(&(short.clone() + &paragraphs(1, 1, 46))), Status::Pass, "one is no tenth");
    assert_eq!(status(&paragraphs(2, 13, 12)), Status::Warn, "the paragraphs");
    assert_eq!(status(&paragraphs(2, 6, 26)), Status::Fail, "median and paragraphs");
    assert_eq!(status(&paragraphs(6, 2, 36)), Status::Fail, "the median alone");
}

#[test]
fn what_has_too_few_sentences_is_not_judged() {
    assert_eq!(status(&paragraphs(1, 9, 40)), Status::Na);
    assert_eq!(status(&paragraphs(1, 10, 40)), Status::Fail);
    assert_eq!(status(""), Status::Na);
}

#[test]
fn items_are_sentences_of_their_own_and_headings_are_none() {
    let items =
        (0..12).map(|at| format!("<li>Item {} without a stop", word(at))).collect::<String>();
    assert_eq!(status(&format!("<ul>{items}</ul>")), Status::Pass);
    let heading = format!("<h2>{}</h2>", "Word ".repeat(60));
    let heads: String =
        (0..10).map(|at| format!("{heading}<p>Short one, {}.</p>", word(at))).collect();
    assert_eq!(status(&heads), Status::Pass);
    let cells = format!("<table><tr><td>{}</table>", "Word ".repeat(100));
    assert_eq!(status(&(paragraphs(9, 3, 12) + &cells)), Status::Pass);
}

#[test]
fn abbreviations_and_decimals_end_no_sentence() {
    let line = |at: usize| {
        format!(
            "<p>See {} e.g. the list, which grew by 3.5 percent as of Nr. 5 then.</p>",
            word(at)
        )
    };
    let page = read(&(0..10).map(line).collect::<String>());
    assert_eq!(Lengths::of(&page, Limits::of("en")).sentences, 10);
}

#[test]
fn lengths_are_measured_in_every_script() {
    for (lang, sentence, words) in [
        ("en", "The tide comes in twice on every day. ", 8),
        ("de", "Das Meer steigt an jedem Tag zweimal. ", 7),
        ("fr", "La mer monte deux fois par jour. ", 7),
        ("ru", "Море поднимается два раза в день. ", 6),
        ("ar", "يرتفع البحر مرتين كل يوم؟ ", 5),
        ("hi", "समुद्र दिन में दो बार चढ़ता है। ", 7),
        ("ko", "바다는 하루에 두 번 차오른다. ", 5),
        // 10 characters each.
        ("ja", "潮は一日に二度満ちる。", 5),
        ("zh", "潮水每天都会涨落两次。", 5),
    ] {
        let body = format!("<p>{}</p>", sentence.repeat(12));
        let page = read_html(&format!("<html lang={lang}><main>{body}</main>"));
        let lengths = Lengths::of(&page, Limits::of(lang));
        assert_eq!((lengths.sentences, lengths.median), (12, words), "{lang}");
        assert_eq!(judged(&ProseReadability, &page).status, Status::Pass, "{lang}");
    }
}

#[test]
fn long_sentences_are_measured_by_those_of_the_language() {
    let of = |lang: &str, words: usize| {
        let body = paragraphs(6, 2, words);
        judged(&ProseReadability, &read_html(&format!("<html lang={lang}><main>{body}</main>")))
            .status
    };
    for (lang, words, expected) in [
        ("oc", 26, Status::Warn),
        ("es", 32, Status::Pass),
        ("es", 33, Status::Warn),
        ("es", 45, Status::Warn),
        ("es", 46, Status::Fail),
    ] {
        assert_eq!(of(lang, words), expected, "{lang} {words}");
    }
}

#[test]
fn scripts_without_marks_are_not_judged() {
    let thai = "<p>น้ำขึ้นวันละสองครั้งเพราะดวงจันทร์ดึงดูดน้ำทะเล</p>".repeat(12);
    assert_eq!(status(&thai), Status::Na);
    let khmer = "<p>ទឹកឡើងពីរដងក្នុងមួយថ្ងៃ</p>".repeat(12);
    assert_eq!(status(&khmer), Status::Na);
}

#[test]
fn documentation_that_is_mostly_code_is_not_judged() {
    let body = paragraphs(6, 3, 40)
        + &(0..30)
            .map(|at| format!("<pre>{} {}</pre>", word(at), "let x = 1;\n".repeat(20)))
            .collect::<String>();
    let mut page = read(&body);
    assert_eq!(judged(&ProseReadability, &page).status, Status::Fail);
    page.document.kind.kind = PageKind::Docs;
    assert_eq!(judged(&ProseReadability, &page).status, Status::Na);
}

#[test]
fn the_grade_is_shown_for_english_and_counts_for_nothing() {
    let body = paragraphs(4, 10, 12);
    let has_grade = |lang: &str| {
        let page = read_html(&format!("<html lang={lang}><main>{body}</main>"));
        let details = judged(&ProseReadability, &page).details;
        details.iter().any(|detail| detail.label.starts_with("Flesch-Kincaid"))
    };
    assert!(has_grade("en") && !has_grade("oc"));
}

#[test]
fn the_fix_names_the_longest_sentences() {
    let body = paragraphs(1, 12, 26) + "<p>A " + &"very ".repeat(80) + "long one.</p>";
    let fix = fixed(&ProseReadability, &read(&body));
    assert!(fix.title.starts_with("Shorten the long sentences: the median has 26 words"));
    assert!(fix.steps[0].starts_with("Split the 83-word sentence on line 1: `A very"));
    let fix = fixed(&ProseReadability, &read(&paragraphs(2, 13, 12)));
    assert_eq!(fix.title, "Split the long paragraphs: 1 in 10 has more than 156 words");
}
