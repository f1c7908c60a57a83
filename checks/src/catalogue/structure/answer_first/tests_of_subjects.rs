//! What names the subject of an opening, and openings that are looked for in a section.

use super::*;
use crate::catalogue::structure::test_read::{fix, judge, paragraphs, read_at};
use crate::page::Page;
use crate::report::Status;

const TEXT: &str = "Takes any bitterness from the cup that it is given, and returns the same cup \
                    without the first of its drops.";

/// A page of documentation with that title, and text below what is given.
fn manual(title: &str, body: &str) -> Page {
    let html =
        format!("<html lang=en><title>{title}</title><main>{body}{}</main>", paragraphs(6, 60));
    read_at("https://docs.example.com/functions/page.html", &html)
}

fn summary(title: &str, body: &str) -> String {
    judge(&AnswerFirst, &manual(title, body)).summary
}

/// What is said of an opening that doesn't name the subject.
const OFF_TOPIC: &str = "opens with a text";

#[test]
fn what_stands_right_above_a_text_names_its_subject() {
    let page = |above: &str| {
        summary("brew_mild()", &format!("<h1>brew_mild()</h1><h2>Purpose</h2>{above}<p>{TEXT}</p>"))
    };
    assert!(page("").contains(OFF_TOPIC), "{}", page(""));
    for above in [
        "<h3>brew_mild</h3>",
        "<p>brew_mild(cup)</p>",
        "<p>brew_mild(cup)<br>brew_mild(cup, drops)</p>",
        "<h3>Forms</h3><p>brew_mild(cup);</p>",
        "<p><b>Function:</b> brew_mild</p><p><b>Since:</b> 7.5.6</p><p><b>Description</b>:</p>",
    ] {
        assert!(!page(above).contains(OFF_TOPIC), "{above}: {}", page(above));
    }
    for above in ["<p>pour_out(cup)</p>", "<h3>Forms</h3>", "<h3>brew_mild</h3><p>Of old.</p>"] {
        assert!(page(above).contains(OFF_TOPIC), "{above}: {}", page(above));
    }
}

#[test]
fn an_acronym_names_what_it_stands_for() {
    let page = |title: &str, name: &str| {
        let said = format!(
            "<h1>{title}</h1><p>{name} can be solved by the kettle, which takes the first of them \
             and gives back the rest in turn.</p>"
        );
        summary(title, &said)
    };
    assert!(!page("Ordinary Differential Equations", "ODEs").contains(OFF_TOPIC));
    assert!(!page("Rate of Leaf Infusion", "RLI").contains(OFF_TOPIC));
    assert!(!page("ODE", "Ordinary differential equations").contains(OFF_TOPIC));
    assert!(page("Ordinary Differential Equations", "PDEs").contains(OFF_TOPIC));
}

#[test]
fn a_page_without_a_first_heading_is_named_by_the_heading_above_its_text() {
    let page = |heading: &str| {
        let said = format!(
            "<h4>{heading}</h4><p>A common use of leaves that are rolled is to send them far away, \
             since they keep for many years.</p>"
        );
        summary("Real-Life Example (Kettle)", &said)
    };
    assert!(!page("10.5 Real-Life Example: Using Rolled Leaves").contains(OFF_TOPIC));
    assert!(page("10.5 Real-Life Example").contains(OFF_TOPIC));
}

#[test]
fn a_section_that_is_a_thing_of_its_own_opens_no_page() {
    let of = |section: &str, between: &str| {
        manual(
            "Tools of the kettle",
            &format!(
                "<h1>Tools of the kettle</h1>{between}<h2>{section}</h2><h3>Description</h3>\
                 <p>leafname turns the names of leaves into the names that gardens give to them in \
                 the place where they grow.</p><h2>stirrer</h2><p>It stirs.</p>"
            ),
        )
    };
    let page = of("leafname - translate the names of leaves", "");
    let found = judge(&AnswerFirst, &page);
    assert_eq!(found.status, Status::Warn);
    let said = "Nothing opens the page: its first text is inside the section `leafname - translate";
    assert!(found.summary.starts_with(said), "{}", found.summary);
    let fix = fix(&AnswerFirst, &page).0;
    assert_eq!(fix.title, "Add an opening to `Tools of the kettle`, right below its title");
    // What the section doesn't speak of is no thing of its own.
    let other = judge(&AnswerFirst, &of("Methods", ""));
    assert!(other.summary.contains(OFF_TOPIC), "{}", other.summary);
    let opened = judge(&AnswerFirst, &of("leafname", "<p>See the parts below.</p>"));
    assert!(opened.summary.contains(OFF_TOPIC), "{}", opened.summary);
}

#[test]
fn a_lead_in_is_read_with_its_list() {
    let list = "<ul><li>the scheme of the leaf</li><li>what was told of it (if anything)</li>\
                <li>its garden</li></ul>";
    let more = "<h3>How to</h3><p>These are simple to use, and there are two kinds of them here: * \
                the first one takes all of the name and gives back each of its parts to those who \
                ask * the second one takes all of the name too but gives back only the one part of \
                it that was asked for by its name and nothing else.</p>";
    let lead_in = "With this anybody can take apart a name of a leaf, to find:";
    let dt = format!(
        "<h1>Leafname</h1><h2>Description</h2><dl><dt>{lead_in}</dt><dd>{list}</dd></dl>{more}"
    );
    let found = summary("Leafname", &dt);
    assert!(!found.contains("starts with a sentence of"), "{found}");
    let controlled = list.replace("garden", "leafname");
    let named = |list: &str| {
        summary(
            "Leafname",
            &format!(
                "<h1>Leafname</h1><p>One of two things decides which of them is taken here:</p>{list}"
            ),
        )
    };
    assert!(!named(&controlled).contains(OFF_TOPIC), "{}", named(&controlled));
    assert!(named(list).contains(OFF_TOPIC), "{}", named(list));
}

#[test]
fn a_small_word_names_no_subject() {
    let page = |title: &str, said: &str| summary(title, &format!("<h1>{title}</h1><p>{said}</p>"));
    let said = "A sharp wind cut through the trees behind the house, where nobody had been for many \
                of the long and cold months of that year.";
    assert!(page("Mathematics through Lean", said).contains(OFF_TOPIC));
    assert!(!page("Wind through Lean", said).contains(OFF_TOPIC));
    assert!(!page("Through", said).contains(OFF_TOPIC), "nothing else names one");
    let will = "A will says who gets the house and the garden of a person, and who takes care of \
                those who are left behind in them.";
    assert!(!page("How to write a will", will).contains(OFF_TOPIC), "a noun, too");
}
