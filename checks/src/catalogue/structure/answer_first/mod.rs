#![doc = include_str!("page.md")]

mod lead;
mod lead_blocks;
mod lead_lists;
mod lead_parts;
mod lead_words;
mod pattern;
mod pronoun;
mod subject;

use super::entry::{begins_with_table, begins_without_text, line_of};
use super::headings::{FirstHeadings, is_alphabetical, names_questions, similarity};
use crate::catalogue::structure::man_page::line_below_name;
use crate::check::{About, Check, Context, Finding, measure, quote};
use crate::fix::{Fix, Source};
use crate::grade::as_warning;
use crate::lists::LEGAL;
use crate::page::dates::{are_dated_entries, locale};
use crate::page::outline::BlockKind;
use crate::paste::{listed, page_name};
use crate::quoted::Quoted;
use crate::report::{CheckResult, Detail, EvidenceStrength, PageKind, Status};
use crate::weights::{
    LEAD_AFTER_HEADING, LEAD_FROM, LEAD_MAX, LEAD_MIN, LEAD_WITHIN_PERCENT, TITLE_HEADING_PASS,
};
use crate::wording::how_many;
use lead::{Lead, Missed};
use lead_parts::brief;
use lead_words::{asks_reader, is_hook};
pub(crate) use lead_words::{is_notice, is_question, opener};
use pattern::pattern;
use pronoun::says_it;

/// The most characters of the page's words in a fix.
const NAMED_CHARACTERS: usize = 80;

/// The check.
pub struct AnswerFirst;

impl Check for AnswerFirst {
    fn about(&self) -> &'static About {
        &About {
            id: "answer-first",
            title: "Opening answers directly",
            strength: EvidenceStrength::Moderate,
            effort: 3,
            needs_page: true,
            doc: include_str!("page.md"),
            why: "44% of the passages ChatGPT cites come from the first 30% of a text (18,012 \
                  citations), and in a second study, pages with a declarative opening were cited \
                  more in all seven fields (+14%). Both studies describe what was cited. Neither \
                  changed pages to test it.",
            sources: &[
                Source {
                    title: "Growth Memo: the science of what AI actually rewards",
                    url: "https://www.searchenginejournal.com/the-science-of-what-ai-actually-rewards/568682/",
                    strength: EvidenceStrength::Moderate,
                },
                Source {
                    title: "Growth Memo: the science of how AI pays attention",
                    url: "https://probizbeacon.com/the-science-of-how-ai-pays-attention",
                    strength: EvidenceStrength::Moderate,
                },
            ],
        }
    }

    fn judge(&self, context: &Context<'_>) -> Finding {
        let words = context.page.document.outline.words_outside(&[BlockKind::Heading]);
        if words < LEAD_FROM {
            return Finding::not_applicable(format!(
                "The text has {}. The opening is judged in texts of {LEAD_FROM} words or more.",
                how_many(words, "word")
            ));
        }
        let line = line_of(context, &FirstHeadings::of(context));
        let is_docs = context.subject.kind == PageKind::Docs;
        let named = || line_below_name(&context.page.document).filter(|_| is_docs);
        if let Some(line) = line.or_else(|| brief(&context.page.document)).or_else(named) {
            let text = context.page.document.visible_text.get(line.place.text.clone());
            return Finding::pass("The opening says in one line what its subject is.").with(
                Detail {
                    line: Some(line.place.line),
                    ..quote("Opening", text.unwrap_or_default())
                },
            );
        }
        let is_thread = context.page.document.main.is_posts();
        let lead = Lead::of(context);
        if is_thread && lead.is_none_or(|lead| verdict(lead).status != Status::Pass) {
            return Finding::not_applicable(
                "Posts are in their writers' own words, so their openings aren't judged.",
            );
        }
        if let Some(reason) = is_list(context) {
            return Finding::not_applicable(reason);
        }
        let is_late = |lead: &Lead| lead.missed.contains(&Missed::Late);
        // What stands below a list or code isn't what the text opens with, whatever it lacks.
        let lacks = |lead: &Lead| lead.section.is_none() && !lead.missed.is_empty();
        let has_none = lead.is_none_or(is_late);
        if (is_docs && has_none) || (begins_without_text(context) && lead.is_none_or(lacks)) {
            return Finding::not_applicable(
                "The text begins with lists, tables or code, which need no opening.",
            );
        }
        let is_unopened = lead.is_none_or(|lead| lead.section.is_some());
        if let Some(reason) = looked_up(context).filter(|_| is_unopened) {
            return Finding::not_applicable(reason);
        }
        let Some(lead) = lead else {
            return Finding::fail(format!(
                "No opening paragraph found. Expected {LEAD_MIN} to {LEAD_MAX} words below the H1."
            ));
        };
        verdict(lead).with_all(details(lead))
    }

    fn fix(&self, context: &Context<'_>, _finding: &CheckResult) -> Fix {
        fix(context, Lead::of(context))
    }
}

/// Why a text that is looked up in needs no opening, if it is one: its entries are found by their
/// letters, or by the questions that its title announces.
fn looked_up(context: &Context<'_>) -> Option<&'static str> {
    let document = &context.page.document;
    if is_alphabetical(document) {
        return Some("The text is an index from A to Z, which needs no opening.");
    }
    if begins_with_table(context) {
        return Some("The text begins with a table, which needs no opening.");
    }
    let mut names = document.titles.iter().take(1).chain(document.h1.iter().take(1));
    if names_conduct(&context.title.text) {
        return Some("The wording of a code of conduct is fixed.");
    }
    names
        .any(|name| names_questions(&name.value))
        .then_some("The text consists of questions, each followed by its answer.")
}

/// Whether a title is that of a code of conduct, which many projects take over word for word.
fn names_conduct(title: &str) -> bool {
    /// Words beside that, such as the project's name: a longer title tells of it.
    const BESIDE: usize = 2;
    let title = title.trim().to_lowercase();
    LEGAL.conduct.iter().any(|name| {
        let beside =
            title.strip_suffix(name.as_str()).or_else(|| title.strip_prefix(name.as_str()));
        beside.is_some_and(|beside| beside.split_whitespace().count() <= BESIDE)
    })
}

/// Why a text that is a list of other things has no opening of its own, if it is one.
fn is_list(context: &Context<'_>) -> Option<&'static str> {
    let document = &context.page.document;
    if are_dated_entries(document, locale(context.page, &context.languages)) {
        return Some(
            "The text is a list of dated entries, so their first lines aren't its opening.",
        );
    }
    // Other kinds are listings where they are made of links.
    let is_docs = context.subject.kind == PageKind::Docs;
    let has_links = document.main.link_bytes * 2 > document.main.text.len();
    (is_docs && has_links).then_some("Most of the text is links, which need no opening.")
}

fn verdict(lead: &Lead) -> Finding {
    if let Some(section) = &lead.section {
        return Finding::warn(format!(
            "Nothing opens the page: its first text is inside the section {}. Expected {LEAD_MIN} \
             to {LEAD_MAX} words below the title.",
            Quoted::of(section, NAMED_CHARACTERS)
        ))
        .worth(as_warning(lead.worth()));
    }
    let missed: Vec<String> = lead.missed.iter().map(|missed| said(lead, *missed)).collect();
    let said = || format!("The opening {}.", listed(&missed));
    match lead.worth() {
        _ if missed.is_empty() && lead.goes_on => Finding::pass(format!(
            "The opening names its subject, in {} words, and the next paragraph continues it.",
            lead.words
        )),
        _ if missed.is_empty() && lead.is_off_topic => {
            Finding::pass(format!("The page opens with a text of {} words.", lead.words))
        }
        _ if missed.is_empty() => {
            Finding::pass(format!("The opening names its subject, in {} words.", lead.words))
        }
        0 => Finding::fail(said()),
        worth => Finding::warn(said()).worth(as_warning(worth)),
    }
}

/// Returns what is wrong with the opening, as the predicate of a sentence.
fn said(lead: &Lead, missed: Missed) -> String {
    match missed {
        Missed::Opening => "is missing".to_owned(),
        Missed::Late => {
            format!(
                "comes after {} ({}% of the text)",
                how_many(lead.after_heading, "word"),
                lead.percent
            )
        }
        Missed::Short => {
            format!("has {} instead of {LEAD_MIN} or more", how_many(lead.words, "word"))
        }
        Missed::Long => format!("has {} words instead of {LEAD_MAX} or fewer", lead.words),
        Missed::LongSentence => format!(
            "starts with a sentence of {} words instead of {} or fewer",
            lead.first_words, lead.first_max
        ),
        Missed::Question => "starts with a question".to_owned(),
        Missed::OffTopic => "mentions nothing from the title or the H1".to_owned(),
        Missed::Opener(opener) => format!("starts with the filler “{opener}”"),
        Missed::Announcement(words) => format!("only announces what follows (“{words}”)"),
    }
}

fn details(lead: &Lead) -> Vec<Detail> {
    let expected = |text: String| Some(text);
    vec![
        Detail {
            line: Some(lead.line),
            measured: Some(how_many(lead.words, "word")),
            expected: expected(format!("{LEAD_MIN} to {LEAD_MAX} words")),
            ..quote("Opening", &lead.text)
        },
        Detail {
            expected: expected(format!(
                "at most {LEAD_AFTER_HEADING} words and {LEAD_WITHIN_PERCENT}% of the text"
            )),
            ..measure(
                "Text before the opening",
                format!("{}, {}%", how_many(lead.after_heading, "word"), lead.percent),
            )
        },
        Detail {
            measured: Some(how_many(lead.first_words, "word")),
            expected: expected(format!("at most {} words", lead.first_max)),
            ..quote("First sentence", &lead.first_sentence)
        },
    ]
}

fn fix(context: &Context<'_>, lead: Option<&Lead>) -> Fix {
    let name = page_name(context);
    let verify = "Read only the opening. It gives the page's answer, and you need nothing above \
                  it to understand it.";
    let Some(lead) = lead else {
        return Fix::new(
            "answer-first",
            format!("Open {name} with a paragraph of {LEAD_MIN} to {LEAD_MAX} words"),
            verify,
        )
        .step("Write it as running text in a `<p>` right below the H1, above lists, images and quotes.")
        .step(pattern(context, &name));
    };
    let first = lead.missed.first().copied().unwrap_or(Missed::OffTopic);
    let language = context.languages.primary();
    let fix = Fix::new("answer-first", order(lead, first, &name), verify);
    let fix =
        lead.missed.iter().fold(fix, |fix, missed| fix.step(step(lead, *missed, &name, language)));
    // What is only too long or too late says what it should.
    let is_there =
        |missed: &Missed| matches!(missed, Missed::Late | Missed::Long | Missed::LongSentence);
    match lead.missed.iter().all(is_there) {
        true => fix,
        false => fix.step(pattern(context, &name)),
    }
}

/// The title of the fix, by the first condition that is missed.
fn order(lead: &Lead, missed: Missed, name: &str) -> String {
    match missed {
        Missed::Opening => format!("Add an opening to {name}, right below its title"),
        // A few words more are not what is missing.
        Missed::Short if is_trivial(lead.words, LEAD_MIN) => {
            format!("Say more about {name} in the opening")
        }
        Missed::LongSentence if is_trivial(lead.first_words, lead.first_max) => {
            "Split the first sentence of the opening".to_owned()
        }
        Missed::Late => {
            format!("Move the opening up: it comes after {}", how_many(lead.after_heading, "word"))
        }
        Missed::Short => {
            format!(
                "Say more about {name} in the opening: it has {} and needs {LEAD_MIN}",
                how_many(lead.words, "word")
            )
        }
        Missed::Long => {
            format!("Split the opening after its answer: it has {} words", lead.words)
        }
        Missed::LongSentence => format!(
            "Split the first sentence of the opening: it has {} words (limit {})",
            lead.first_words, lead.first_max
        ),
        Missed::Question => "Open with the answer, not with a question".to_owned(),
        Missed::OffTopic => format!("Name the subject of {name} in the opening"),
        Missed::Opener(opener) => {
            format!("Open with the answer instead of “{opener} …”")
        }
        Missed::Announcement(words) => {
            format!("Open with the point itself instead of “… {words} …”")
        }
    }
}

/// Percent of a bound by which a length may miss it without being worth a count.
const TRIVIAL_PERCENT: usize = 20;

/// Whether a length misses its bound by little.
fn is_trivial(words: usize, bound: usize) -> bool {
    words.abs_diff(bound) * 100 <= bound * TRIVIAL_PERCENT
}

fn step(lead: &Lead, missed: Missed, name: &str, language: &str) -> String {
    let begins = Quoted::of(&lead.first_sentence, NAMED_CHARACTERS);
    match missed {
        Missed::Opening => format!(
            "Write {LEAD_MIN} to {LEAD_MAX} words as a `<p>` right below the title, above the \
             section {}.",
            Quoted::of(lead.section.as_deref().unwrap_or_default(), NAMED_CHARACTERS)
        ),
        Missed::Late => format!(
            "Move the paragraph on line {} right below the H1. Put notices, bylines and tables of \
             contents after it.",
            lead.line
        ),
        Missed::Short => {
            format!(
                "Say who or what, when and how much: the opening {begins} has {}.",
                how_many(lead.words, "word")
            )
        }
        Missed::Long => format!(
            "Split the paragraph that begins {begins}, and keep the answer in its first part, of \
             {LEAD_MAX} words or fewer."
        ),
        Missed::LongSentence => format!("Split {begins} into two sentences."),
        // “Are you tired of cold tea?” asks for no answer.
        Missed::Question
            if is_hook(&lead.first_sentence)
                || (asks_reader(&lead.first_sentence, language)
                    && similarity(name, &lead.first_sentence) < TITLE_HEADING_PASS) =>
        {
            format!("Delete {begins}, and begin with the answer, or with what the page offers.")
        }
        Missed::Question => {
            format!("Answer {begins} in the first sentence, or move the question down.")
        }
        // Another step takes that sentence away.
        Missed::OffTopic if lead.missed.contains(&Missed::Question) => {
            format!("In the sentence that then comes first, name the subject of {name}.")
        }
        Missed::OffTopic => {
            let instead =
                if says_it(&lead.first_sentence) { " instead of writing “it”" } else { "" };
            format!("In {begins}, name the subject of {name}{instead}.")
        }
        Missed::Opener(opener) => {
            format!("Delete “{opener} …” and start with the sentence that makes the point.")
        }
        Missed::Announcement(words) => {
            format!("Replace “… {words} …” with the first thing that the text has to say.")
        }
    }
}

#[cfg(test)]
mod tests;
#[cfg(test)]
mod tests_of_manuals;
#[cfg(test)]
mod tests_of_openings;
#[cfg(test)]
mod tests_of_subjects;
