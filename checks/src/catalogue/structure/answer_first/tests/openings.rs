//! Which text opens the page.

use super::*;

#[test]
fn a_standfirst_above_the_content_counts() {
    let html = format!(
        "<title>How to make green tea</title><header><h1>How to make green tea</h1>{LEAD}</header>\
         <main><p>Short.</p>{}</main>",
        paragraphs(6, 60)
    );
    let finding = judge(&AnswerFirst, &read(&html));
    assert_eq!(finding.status, Status::Pass, "{}", finding.summary);
}

#[test]
fn a_standfirst_that_is_set_as_a_heading_counts() {
    let lead = LEAD.replace("<p>", "<h3>").replace("</p>", "</h3>");
    assert_status(&lead, Status::Pass);
    // A long heading is none.
    let question =
        "<h2>Is there anything of which the makers of a good cup are afraid at all?</h2>";
    assert_status(&format!("{question}{LEAD}"), Status::Pass);
}

#[test]
fn what_follows_far_below_does_not_stand_for_the_first_paragraph() {
    let asks = "tea and a cup ".repeat(50);
    let finding = of(&format!("<p>I want {asks}?</p>{}{LEAD}", paragraphs(2, 60)));
    assert!(finding.summary.contains("The opening has 2"), "{}", finding.summary);
}

#[test]
fn what_is_not_read_stands_between_heading_and_lead_unmeasured() {
    let contents: String =
        (0..40).map(|at| format!("<dt><a href=#a{at}>{at}. Some part of it</a></dt>")).collect();
    assert_status(&format!("<dl>{contents}</dl>{LEAD}"), Status::Pass);
    let code: String = (0..40).map(|at| format!("tea --cups {at} --warm yes\n")).collect();
    assert_status(&format!("<pre>{code}</pre>{LEAD}"), Status::Pass);
}

#[test]
fn a_text_in_numbered_sections_begins_with_the_first_one() {
    let sections = |second: &str| {
        let body = format!(
            "<h1>1. Overview</h1>{LEAD}{}<h1>{second}</h1>{}",
            paragraphs(2, 60),
            paragraphs(5, 60)
        );
        judge(&AnswerFirst, &read(&article("How to make green tea", &body)))
    };
    let finding = sections("2. How to make green tea");
    assert_eq!(finding.status, Status::Pass, "{}", finding.summary);
    let of_section = sections("How to make green tea");
    assert_eq!(of_section.status, Status::Warn, "{}", of_section.summary);
}

#[test]
fn of_several_headings_of_the_first_level_one_stands_above_the_text() {
    // A menu holds the title too.
    let menu: String = (0..10).map(|at| format!("<p>Sort {at} of a cup</p>")).collect();
    let html = article(
        "Tea",
        &format!(
            "<h1>Tea</h1>{menu}<p>Is a fair of cups in May of this year something to go to for \
             you?</p><h1>Green tea, made well</h1>{LEAD}{}",
            paragraphs(10, 60)
        ),
    );
    assert_eq!(judge(&AnswerFirst, &read(&html)).status, Status::Pass);
}

#[test]
fn a_heading_below_the_text_is_not_over_it() {
    let html = article(
        "How to make green tea",
        &format!(
            "<p>How to make green tea</p>{LEAD}{}<h1>How to make green tea</h1>",
            paragraphs(6, 60)
        ),
    );
    assert_eq!(judge(&AnswerFirst, &read(&html)).status, Status::Pass);
}

#[test]
fn a_late_block_lacks_no_more_than_its_place() {
    let finding = of(&format!(
        "{}<p>Pots of steel hold a cup and a half of water, and keep it warm for an hour.</p>",
        (0..25).map(|at| format!("<p>Cup {at} of it.</p>")).collect::<String>()
    ));
    assert_eq!(finding.status, Status::Warn, "{}", finding.summary);
}

#[test]
fn the_short_sentence_above_the_lead_may_name_the_subject() {
    let lead = "<p>It needs water of 70 degrees and two minutes, and a pot that was warmed.</p>";
    assert_status(lead, Status::Warn);
    assert_status(&format!("<p>I like green tea.</p>{lead}"), Status::Pass);
}

#[test]
fn items_of_a_long_list_are_no_single_paragraph() {
    let items: String = (0..14)
        .map(|at| {
            format!("<li>Sort {at} of green tea needs water of 70 degrees and two minutes.</li>")
        })
        .collect();
    assert_status(&format!("<h2>Highlights</h2><ul>{items}</ul>"), Status::Pass);
}

#[test]
fn a_short_line_that_ends_in_nothing_is_not_the_lead() {
    let asks = "<p>Is green tea made of leaves that were not left to wither? It is, and fresh.</p>";
    let counter = "<p>1.3K views 15 replies 6 participants last post by jdoe Jan 8, 2026</p>";
    let offer = "<p>Get a free kettle of steel with selected cups, limited offer of May</p>";
    for begin in [counter, offer] {
        assert_status(&format!("{begin}{asks}"), Status::Warn);
    }
}

#[test]
fn a_statement_on_a_line_of_its_own_may_go_on_in_the_next_paragraph() {
    let line = "<p>Green tea needs water of 70 degrees and two minutes of time.</p>";
    assert_status(line, Status::Pass);
    assert_status(&format!("{line}<p>Pour it.</p>"), Status::Pass);
    // Neither what is no sentence, nor what names nothing, nor what a heading ends.
    assert_status(&format!("{line}<h2>Why that is so</h2>"), Status::Warn);
    assert_status(&line.replace("time.", "time"), Status::Warn);
    assert_status(&line.replace("Green tea", "A pot"), Status::Warn);
}

#[test]
fn the_end_of_a_line_that_is_broken_in_two_opens_nothing() {
    // Labels, so that nothing else on the page can open it.
    let sizes: String = (0..90).map(|at| format!("<p>Cup of size {at}</p>")).collect();
    let opens = |end: &str| {
        let lines = format!("<p>Explore the new cups in fresh<br>{end}</p>");
        let body = format!("<h1>How to make green tea</h1>{lines}{sizes}");
        let finding = judge(&AnswerFirst, &read(&article("How to make green tea", &body)));
        finding.details.iter().any(|detail| detail.excerpt == end)
    };
    assert!(opens("Shapes of clay, colors and sizes."));
    assert!(!opens("shapes of clay, colors and sizes."));
}
