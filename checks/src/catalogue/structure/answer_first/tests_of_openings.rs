use super::*;
use crate::catalogue::structure::test_read::{
    article, fix, judge, paragraph, paragraphs, read, read_at, text,
};
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

#[test]
fn lists_of_links_and_downloads_are_not_asked_for_a_definition() {
    let links: String = (0..200)
        .map(|at| format!("<p><a href=/tea/{at}>Tea number {at} of the kettle and its pot</a></p>"))
        .collect();
    let of = |links: &str| {
        let html = format!(
            "<title>Links in the kettle manual</title><main><h1>Links</h1><p>This skips a row for each leaf that nobody has seen in a pot.</p>\
             {links}</main>"
        );
        let mut page = read(&html);
        page.document.kind.kind = PageKind::Docs;
        judge(&AnswerFirst, &page)
    };
    assert_eq!(of(&links).status, Status::Na, "{}", of(&links).summary);
    let text = links.replace("<a href", "<b title").replace("</a>", "</b>");
    assert_ne!(of(&text).status, Status::Na);
    let steps = |title: &str| {
        let off = "<p>These need a cup of water and two minutes or a little more than that.</p>";
        fix(&AnswerFirst, &page(title, off)).0.steps
    };
    let downloads = steps("Kettle Download Page");
    assert!(downloads.iter().any(|step| step.starts_with("Say what can be downloaded")));
    assert!(!downloads.iter().any(|step| step.contains("X is")), "{downloads:?}");
    assert!(steps("Kettle Manual").iter().any(|step| step.contains("X is")));
}

/// The verdict on a page of a manual with that title and body, and its fix.
fn in_manual(title: &str, body: &str) -> (Finding, String) {
    let html = format!("<title>{title}</title><main><h1>{title}</h1>{body}</main>");
    let page = read_at("https://docs.example.com/manual/page.html", &html);
    (judge(&AnswerFirst, &page), fix(&AnswerFirst, &page).1)
}

#[test]
fn a_formula_between_the_parts_of_a_sentence_is_of_the_opening() {
    let (found, _) = in_manual(
        "Steeping Equations",
        &format!(
            "<p>The function steep can be used to solve equations of the form</p><pre>dx = f(x, t)\
             </pre><p>using the steeping solver.</p><h2>More</h2>{}",
            text(300)
        ),
    );
    assert_eq!(found.status, Status::Pass, "{}", found.summary);
    assert!(found.details[0].excerpt.ends_with("solver."), "{found:?}");
}

#[test]
fn a_short_summary_under_its_own_heading_is_the_opening() {
    let table = "<table><tr><th>Status:</th><td>Base</td></tr><tr><th>Source:</th><td>brew.c\
                 </td></tr></table>";
    let of = |heading: &str, said: &str| {
        let body = format!(
            "{table}<h2>{heading}</h2><p>{said}</p><h2>Logging</h2><p>The brew module writes what it \
             pours, which can be read in the log of the pot:</p><pre>pour 1</pre>{}",
            text(300)
        );
        in_manual("Module brew", &body).0
    };
    for heading in ["Summary", "Purpose"] {
        let found = of(heading, "Brew pours water on leaves with care.");
        assert_eq!(found.status, Status::Pass, "{heading}: {}", found.summary);
    }
    let found = of("Summary", "Pours water on leaves with some care.");
    assert_eq!(found.summary, "The page opens with a text of 7 words.");
    assert!(found.details[0].excerpt.starts_with("Pours"), "{found:?}");
}

#[test]
fn what_is_said_of_a_term_or_in_an_example_is_no_opening() {
    let entry = "<dl class=function><dt><code>pour(cup)</code></dt><dd><p>Return the number of \
                 drops in the cup, or nothing at all if no cup is there to be filled.</p></dd></dl>";
    let entries: String = (0..6).map(|at| entry.replace("drops", &format!("drops{at}"))).collect();
    let (found, _) = in_manual("Reflection", &format!("{entries}{entries}"));
    assert_eq!(found.status, Status::Na, "{}", found.summary);
    let (found, fixed) = in_manual(
        "Module brewlog",
        &format!(
            "<table><tr><th>Status:</th><td>Base</td></tr><tr><th>Source:</th><td>b.c</td></tr>\
             </table><h2>Examples</h2><ol><li>Write a message after a guest has asked for the next \
             cup and it was poured: <pre>write 1</pre></li></ol><h2>Drops</h2>{}",
            text(300)
        ),
    );
    assert!(found.summary.starts_with("Nothing opens the page"), "{}", found.summary);
    assert!(fixed.starts_with("Add an opening"), "{fixed}");
}

#[test]
fn only_a_pronoun_is_to_be_replaced() {
    let of = |said: &str| fix(&AnswerFirst, &page("Predicates", &format!("<p>{said}</p>"))).1;
    let impersonal =
        of("Since leaves may change while the pot is warm, it can be necessary to look \
                         at them again. It is possible to do this by hand, and it makes sense.");
    assert!(impersonal.contains("name the subject"), "{impersonal}");
    assert!(!impersonal.contains("“it”"), "{impersonal}");
    let pronoun =
        of("It pours water on the leaves of a tea that has been kept dry for more than a \
                      year, and the guest drinks it.");
    assert!(pronoun.contains("instead of writing “it”"), "{pronoun}");
}
