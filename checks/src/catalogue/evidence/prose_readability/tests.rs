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
fn each_length_takes_off_what_it_is_too_long_by() {
    let short = paragraphs(5, 3, 12);
    let worth = |main: &str| judged(&ProseReadability, &read(main)).value;
    assert_eq!(status(&short), Status::Pass);
    assert_eq!(status(&paragraphs(6, 2, 27)), Status::Pass, "beside the bound");
    assert_eq!(worth(&paragraphs(6, 2, 28)), Some(85), "the median");
    // 3 of 18 sentences are long, the median is not.
    assert_eq!(worth(&(short.clone() + &paragraphs(1, 3, 50))), Some(94), "the longest");
    assert_eq!(worth(&(short.clone() + &paragraphs(1, 3, 120))), Some(50), "twice the bound");
    assert_eq!(status(&(short.clone() + &paragraphs(1, 1, 60))), Status::Pass, "one is no tenth");
    assert_eq!(worth(&paragraphs(2, 14, 12)), Some(94), "the paragraphs");
    assert_eq!(status(&(short.clone() + &paragraphs(1, 14, 12))), Status::Pass, "one of few");
    assert_eq!(worth(&(paragraphs(9, 3, 12) + &paragraphs(2, 14, 12))), Some(94), "two of many");
    assert_eq!(status(&paragraphs(2, 10, 33)), Status::Warn, "median and paragraphs");
    assert_eq!(status(&paragraphs(2, 10, 35)), Status::Fail, "nothing is left");
    assert_eq!(status(&paragraphs(6, 2, 36)), Status::Fail, "the median alone");
}

#[test]
fn a_finding_says_how_many_are_too_long() {
    let summary = |main: &str| judged(&ProseReadability, &read(main)).summary;
    let short = paragraphs(9, 3, 12);
    let long = summary(&(short + &paragraphs(2, 14, 12)));
    assert_eq!(long, "1 paragraph in 10 has 168 words or more (limit 150).");
    let few = summary(&paragraphs(2, 14, 12));
    assert_eq!(few, "Half of the paragraphs have 168 words or more (limit 150).");
    let sentences = summary(&(paragraphs(5, 3, 12) + &paragraphs(1, 3, 50)));
    assert_eq!(sentences, "1 sentence in 10 has 50 words or more (limit 45).");
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
fn paragraphs_in_cells_that_lay_out_the_page_are_prose() {
    let text = paragraphs(4, 3, 12);
    let layout = format!(
        "<table><tr><td><table><tr><td>Menu</td></tr></table></td></tr><tr><td>{text}</td></tr>\
         </table>"
    );
    assert_eq!(status(&layout), Status::Pass);
    let data = text.replace("<p>", "<tr><th>Row<td>").replace("</p>", "</tr>");
    assert_eq!(status(&format!("<table>{data}</table>")), Status::Na);
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
        ("oc", 28, Status::Warn),
        ("es", 35, Status::Pass),
        ("es", 36, Status::Warn),
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
    let fix = fixed(&ProseReadability, &read(&paragraphs(2, 14, 12)));
    assert_eq!(fix.title, "Split the long paragraphs: 1 in 2 has 168 words or more");
}

#[test]
fn names_and_prices_are_no_sentences() {
    let grid: String =
        (0..40).map(|at| format!("<p>{} Wallet</p><p>${at}6</p>", word(at))).collect();
    assert_eq!(status(&grid), Status::Na);
    let talk: String = (0..40)
        .map(|at| format!("<p>Is it {}?</p><p>Yes, it is {}.</p>", word(at), word(at + 50)))
        .collect();
    assert_eq!(status(&talk), Status::Pass, "short sentences");
    assert_eq!(status(&(grid + &paragraphs(30, 3, 12))), Status::Pass, "prose beside a grid");
}

#[test]
fn the_fix_names_the_longest_paragraphs_with_their_lines() {
    let short = paragraphs(1, 10, 12);
    let body = format!("{short}\n{}\n{}", paragraphs(1, 15, 12), paragraphs(1, 16, 12));
    let fix = fixed(&ProseReadability, &read(&body));
    assert!(fix.steps[0].starts_with("Split the paragraph on line 3 (192 words)"), "{fix:?}");
    assert!(fix.steps[1].starts_with("Split the paragraph on line 2 (180 words)"), "{fix:?}");
    assert_eq!(fix.steps.len(), 3, "{fix:?}");
}

#[test]
fn sentences_within_the_limit_are_not_to_be_split() {
    // More than one in ten has 60 words; that of 40 is not too long.
    let body = paragraphs(4, 3, 12) + &paragraphs(1, 1, 40) + &paragraphs(2, 1, 60);
    let steps = fixed(&ProseReadability, &read(&body)).steps;
    assert!(steps[1].starts_with("Split the 60-word"), "{steps:?}");
    assert!(!steps.iter().any(|step| step.contains("40-word")), "{steps:?}");
}

#[test]
fn a_log_between_the_paragraphs_has_no_sentences() {
    let log = |hour: usize, lines: usize| {
        format!(
            "<p>{}</p>",
            format!("{hour}:51 AM: moved /kettle/lid to /shelf/left ").repeat(lines)
        )
    };
    let with_logs = |lines| paragraphs(6, 2, 12) + &log(6, lines) + &log(7, lines);
    assert_eq!(status(&with_logs(50)), Status::Pass);
    assert_eq!(status(&with_logs(20)), Status::Warn, "a sentence of that length is too long");
}

#[test]
fn a_line_that_says_when_the_page_was_changed_is_no_paragraph() {
    let nine = paragraphs(7, 3, 12) + &paragraphs(2, 14, 12);
    assert_eq!(status(&nine), Status::Pass, "half of a few");
    let stamped = format!("{nine}<p>Last modified 1 August 2026</p>");
    assert_eq!(status(&stamped), Status::Pass, "it makes no tenth one");
    assert_eq!(status(&format!("{nine}<p>The pots hold a liter of tea.</p>")), Status::Warn);
}
