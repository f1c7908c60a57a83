//! Openings of documentation.

use super::*;

#[test]
fn an_entry_of_a_manual_opens_with_the_line_that_names_it() {
    let of = |line: &str| {
        let html = format!(
            "<html lang=en><title>brew(1)</title><h1>brew(1)</h1><h2>Name</h2><p>{line}</p>\
             <h2>Description</h2><p>Pours water on the leaves that are named, and waits for as \
             long as the option says.</p>{}",
            paragraphs(6, 60)
        );
        judge(&AnswerFirst, &read_at("https://docs.example.com/manual/brew", &html)).summary
    };
    assert!(of("brew - pours water on leaves").contains("in one line"));
    assert!(of("brew, steep — pours water on leaves").contains("in one line"));
    assert!(!of("pour - fills the pot").contains("in one line"));
}

#[test]
fn a_numbered_section_of_documentation_may_speak_of_its_chapter() {
    let begin = "<p>SP-Leaf asks whoever grows tea to implement only what is specific to one kind of \
                 plant, and takes care of water, of light and of the soil.</p>";
    assert!(docs("69.3. Extensibility", begin).summary.contains("names its subject"));
    assert!(docs("Extensibility", begin).summary.contains("opens with a text"));
}

#[test]
fn a_part_of_a_work_need_not_name_its_kind() {
    let of = |title: &str, heading: &str| {
        let body = format!(
            "<h1>{heading}</h1><p>Leaves are left in hot water until it has taken up what they hold, \
             and are then taken out of it again.</p>{}",
            paragraphs(6, 60)
        );
        judge(&AnswerFirst, &read(&article(title, &body))).status
    };
    assert_eq!(of("64.1. Introduction", "64.1. Introduction"), Status::Pass);
    assert_eq!(of("Overview - Cup Handbook", "Overview"), Status::Pass);
    assert_eq!(of("64.1. Cups", "64.1. Cups"), Status::Warn);
}

#[test]
fn a_short_sentence_above_a_table_is_an_opening() {
    let row = "<tr><td>leaf<td>leaf is put into the pot, and so much of it there should be</tr>";
    let body = format!(
        "<h1>Leaves</h1><p>The table names all kinds of leaves.</p><table><tr><th>Name<th>Meaning\
         </tr>{}</table>",
        (0..20).map(|at| row.replace("leaf", &format!("leaf_{at}"))).collect::<String>()
    );
    let found = judge(&AnswerFirst, &read(&article("Leaves", &body)));
    assert_eq!(found.summary, "The opening has 7 words instead of 15 or more.");
    let noted = body.replace("The table names all kinds of leaves.", "New in version 3.21.");
    let found = judge(&AnswerFirst, &read(&article("Leaves", &noted)));
    assert!(!found.summary.starts_with("The opening has"), "no opening: {}", found.summary);
}

/// What is found on a page of documentation with that text below its heading.
fn docs(title: &str, begin: &str) -> Finding {
    let body = format!("<main><h1>{title}</h1>{begin}{}</main>", paragraphs(6, 60));
    let html = format!("<html lang=en><title>{title}</title>{body}");
    judge(&AnswerFirst, &read_at("https://docs.example.com/manual/tea.html", &html))
}

#[test]
fn a_defining_sentence_opens_documentation_however_short_it_is() {
    for (line, said) in [
        ("<p>The module teapot brews leaves in pots.</p>", "names its subject, in 7 words"),
        ("<p>A module brews leaves in pots.</p>", "opens with a text of 6 words"),
    ] {
        let finding = docs("teapot", &format!("{line}<h2>Water that has boiled</h2>"));
        assert!(finding.summary.contains(said), "{line}: {}", finding.summary);
    }
    let line = "<p>The module teapot brews leaves in pots.</p><h2>Water</h2>";
    assert_eq!(of(line).status, Status::Warn, "an article says more");
}

#[test]
fn entries_and_contents_are_no_opening() {
    let term = |name: &str| format!("<dt>{name} (integer)<dd>{}", paragraphs(2, 40));
    let terms: String = ["leaves", "water", "pots", "cups"].into_iter().map(term).collect();
    let finding = docs("Settings of the kettle", &format!("<dl>{terms}</dl>"));
    assert_eq!(finding.status, Status::Na, "{}", finding.summary);
    let entry = |at: usize| {
        format!(
            "<li><a href={at}.html>brew_{at}</a> — pours water on leaves of kind {at} in a pot</li>"
        )
    };
    let contents: String = (0..9).map(entry).collect();
    let opening =
        "<p>The kettle has functions that pour water on leaves of tea, in pots and in cups.</p>";
    let finding = docs("Functions of the kettle", &format!("<ul>{contents}</ul>{opening}"));
    assert_eq!(finding.status, Status::Pass, "{}", finding.summary);
}

#[test]
fn what_follows_a_signature_speaks_of_it() {
    let said = "<p>This function pours hot water on all leaves in the pot, and waits until that is done.</p>";
    let signature = "<pre>int brew_all(leaves *all);</pre>";
    let summary = |begin: &str| docs("Kettles", begin).summary;
    assert!(summary(&format!("{signature}{said}")).contains("names its subject"));
    assert!(summary(said).contains("opens with a text"));
}

#[test]
fn an_introduction_above_the_first_numbered_section_is_the_opening() {
    let of = |introduction: &str| {
        let html = format!(
            "<html lang=en><title>Brewing of tea</title><main><h2>Overview</h2>{introduction}\
             <h1>1. Pots</h1><p>It holds air until it has boiled for long, and so it is drawn \
             when it is cold, and is poured from high above the cup.</p>{}<h1>2. Leaves</h1>{}\
             </main>",
            paragraphs(4, 60),
            paragraphs(4, 60)
        );
        judge(&AnswerFirst, &read_at("https://docs.example.com/manual/tea.html", &html))
    };
    let said = "<p>The brewing of tea is the pouring of hot water on its leaves, which are left in \
                it for some minutes.</p>";
    assert!(of(said).summary.contains("names its subject"), "{}", of(said).summary);
    assert!(of("").summary.contains("opens with a text"), "{}", of("").summary);
}

#[test]
fn the_line_below_the_heading_name_opens_a_page_on_a_command() {
    let of = |heading: &str, line: &str| {
        let html = format!(
            "<html lang=en><title>leaf(3)</title><div id=header><h1>leaf(3) Manual Page</h1>\
             <h2>{heading}</h2><div><p>{line}</p></div></div><div><h2>SYNOPSIS</h2><pre>brew();</pre>\
             <h2>DESCRIPTION</h2><p>Pours water on the leaves that are named, and waits for as long \
             as the option says.</p>{}</div>",
            paragraphs(6, 60)
        );
        judge(&AnswerFirst, &read_at("https://docs.example.com/manual/leaf.html", &html))
    };
    let finding = of("NAME", "brew_pot, brew_cup, ... - Pour water on all leaves.");
    assert_eq!(finding.status, Status::Pass, "{}", finding.summary);
    assert!(finding.summary.contains("in one line"), "{}", finding.summary);
    let other = of("POTS", "brew_pot, brew_cup, ... - Pour water on all leaves.").summary;
    assert!(!other.contains("in one line"), "{other}");
    let bare = of("NAME", "brew_pot").summary;
    assert!(!bare.contains("in one line"), "{bare}");
}
