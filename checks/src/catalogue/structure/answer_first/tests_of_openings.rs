use super::*;
use crate::catalogue::structure::test_read::{article, fix, judge, paragraph, paragraphs, read};
use crate::page::Page;
use crate::report::Status;

fn page(heading: &str, begin: &str) -> Page {
    let body = format!("<h1>{heading}</h1>{begin}{}", paragraphs(6, 60));
    read(&article(heading, &body))
}

fn of(begin: &str) -> Finding {
    judge(&AnswerFirst, &page("How to make green tea", begin))
}

#[test]
fn a_list_in_a_sentence_may_be_longer_than_a_sentence() {
    let things = (0..10).map(|_| "the leaves of green tea, ").collect::<String>();
    let list = |words: usize| {
        let rest = "and a cup of hot water for each of the guests who are there at that time";
        let things = &things[..things.match_indices(", ").nth(words).unwrap().0];
        of(&format!("<p>To make green tea you need {things}, {rest}.</p>"))
    };
    assert_eq!(list(5).status, Status::Pass, "{}", list(5).summary);
    let long = list(9);
    assert!(long.summary.contains("instead of 60 or fewer"), "{}", long.summary);
    let clauses = "<p>If green tea is what you want to make for your guests this afternoon, and if \
                   the leaves of it are in the house, then you need water that has boiled, because \
                   without it nothing will come out of them at all and \
                   nobody at the table will be glad to drink what is in their cups.</p>";
    assert!(of(clauses).summary.contains("instead of 40"), "{}", of(clauses).summary);
}

/// A page whose first text stands below a list in a section.
fn unopened(heading: &str, text: &str) -> Page {
    let names = "<li>tea-product.zip</li><li>tea-date.zip</li><li>tea-cup.zip</li>";
    read(&format!(
        "<html lang=en><title>Kettle downloads</title><main><{heading}>Kettle downloads</{heading}>\
         <h3>Names of files</h3><p>Files are named by a template:</p><ol>{names}</ol>{text}{}</main>",
        paragraphs(6, 60)
    ))
}

#[test]
fn a_text_below_a_list_in_a_section_opens_nothing() {
    let text = "<p>Template 1 is used for products made of source code, and template 2 is used \
                for those that are generally of use on one platform.</p>";
    for heading in ["h1", "h2"] {
        let page = unopened(heading, text);
        let finding = judge(&AnswerFirst, &page);
        let said = "Nothing opens the page: its first text is inside the section `Names of files`.";
        assert!(finding.summary.starts_with(said), "{heading}: {}", finding.summary);
        assert_eq!(finding.status, Status::Warn);
        let fix = fix(&AnswerFirst, &page).0;
        assert_eq!(fix.title, "Add an opening to `Kettle downloads`, right below its title");
        assert!(fix.steps[0].ends_with("above the section `Names of files`."), "{:?}", fix.steps);
    }
    // The text of the first section opens the page where it begins with it.
    let first = page(
        "Kettle downloads",
        "<h2>Names</h2><p>Files are named by one of the templates below, which say what they hold.</p>",
    );
    let summary = judge(&AnswerFirst, &first).summary;
    assert!(summary.contains("mentions nothing from the title"), "{summary}");
}

#[test]
fn a_fix_speaks_of_what_the_text_says() {
    let steps = |heading: &str, begin: &str| fix(&AnswerFirst, &page(heading, begin)).0.steps;
    let off = |subject: &str| {
        format!(
            "<p>{subject} needs water of 70 degrees and two minutes or a little more than that.</p>"
        )
    };
    let with = steps("Green tea", &off("The cup is warm before it"));
    assert!(with[0].contains("instead of writing “it”"), "{with:?}");
    assert!(with[1].starts_with("Follow the pattern"), "{with:?}");
    let without = steps("How to make green tea", &off("The cup"));
    assert!(!without[0].contains("“it”"), "{without:?}");
    assert!(without[1].starts_with("Answer `How to make green tea`"), "{without:?}");
    let long = format!(
        "<p>Green tea is made of leaves {}.</p>",
        "that were not left to wither ".repeat(9).trim_end()
    );
    assert_eq!(steps("Green tea", &long).len(), 1, "what is too long says what it should");
}

/// So many words without an element around them.
fn words(count: usize) -> String {
    paragraph(count).replace("<p>", "").replace("</p>", "")
}

#[test]
fn a_list_of_dated_entries_needs_no_opening() {
    let entry = |day: &str, name: &str| {
        format!("<h3>{day} - {name}</h3><blockquote><p>{}</p></blockquote>", words(60))
    };
    let entries = ["2015-11-02", "2015-10-16", "2015-10-14", "2015-07-29"]
        .map(|day| entry(day, "Release of the kettle"));
    let news = page("Kettle news", &entries.concat());
    let finding = judge(&AnswerFirst, &news);
    assert_eq!(finding.status, Status::Na, "{}", finding.summary);
    assert!(finding.summary.starts_with("The text is a list of dated entries"));
    // A text above them opens the page, and sections with names of their own are no entries.
    let filler = format!("<p>In this article, we look at the kettle. {}</p>", words(40));
    let opened = page("Kettle news", &format!("{filler}{}", entries.concat()));
    assert_eq!(judge(&AnswerFirst, &opened).status, Status::Warn);
    let named = ["Water", "Leaves", "Pots", "2015-07-29"].map(|name| entry(name, "in the kettle"));
    assert_ne!(judge(&AnswerFirst, &page("Kettle news", &named.concat())).status, Status::Na);
}

#[test]
fn a_warning_that_the_page_is_obsolete_stays_above_its_text() {
    let opening = "<p>The tea engine is what brews: it takes leaves and water, and gives the tea \
                   that the rest of the machine pours into cups.</p>";
    let of = |label: &str| {
        let notice = format!("<blockquote><b>{label}</b> {}</blockquote>", words(90));
        judge(&AnswerFirst, &page("The tea engine", &format!("{notice}{opening}")))
    };
    let warned = of("Obsolete Documentation Warning:");
    assert_eq!(warned.status, Status::Pass, "{}", warned.summary);
    let said = of("This document is obsolete and kept for historical interest.");
    assert_eq!(said.status, Status::Pass, "{}", said.summary);
    assert_eq!(of("A poem of obsolete things:").status, Status::Warn);
}
