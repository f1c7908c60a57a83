#![doc = include_str!("page.md")]

mod lead;
mod lead_blocks;
mod lead_words;

use crate::check::{About, Check, Context, Finding, measure, quote};
use crate::fix::{Fix, Source};
use crate::grade::as_warning;
use crate::page::outline::BlockKind;
use crate::paste::page_name;
use crate::quoted::Quoted;
use crate::report::{CheckResult, Detail, EvidenceStrength};
use crate::weights::{
    LEAD_AFTER_HEADING, LEAD_FROM, LEAD_MAX, LEAD_MIN, LEAD_SENTENCE_MAX, LEAD_WITHIN_PERCENT,
};
use crate::wording::capitalised;
use lead::{Lead, Missed};

/// The most characters of the page's words in a fix.
const NAMED_CHARACTERS: usize = 80;

/// The check.
pub struct AnswerFirst;

impl Check for AnswerFirst {
    fn about(&self) -> &'static About {
        &About {
            id: "answer-first",
            title: "The page opens with a statement that stands by itself",
            strength: EvidenceStrength::Moderate,
            effort: 3,
            needs_page: true,
            doc: include_str!("page.md"),
            why: "44 % of the passages that ChatGPT cites stand in the first 30 % of a text (18,012 \
                  citations), and a declarative opening was the one signal that helped in all seven \
                  fields of a second study (+14 %). Both describe what was cited; neither changed \
                  pages to see.",
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
            return Finding::not_applicable(format!("A text of {words} words needs no lead."));
        }
        let Some(lead) = Lead::of(context) else {
            return Finding::fail("No paragraph below the main heading says anything.");
        };
        verdict(&lead).with_all(details(&lead))
    }

    fn fix(&self, context: &Context<'_>, _finding: &CheckResult) -> Fix {
        fix(context, Lead::of(context).as_ref())
    }
}

fn verdict(lead: &Lead) -> Finding {
    let missed: Vec<String> = lead.missed.iter().map(|missed| said(lead, *missed)).collect();
    let said = || capitalised(&format!("{}.", missed.join("; ")));
    match lead.worth() {
        _ if missed.is_empty() => {
            Finding::pass("The page opens with a statement that stands by itself.")
        }
        0 => Finding::fail(said()),
        worth => Finding::warn(said()).worth(as_warning(worth)),
    }
}

/// What is missing, as a part of a sentence.
fn said(lead: &Lead, missed: Missed) -> String {
    match missed {
        Missed::Late => {
            format!("the first paragraph comes {} words after the main heading", lead.after_heading)
        }
        Missed::Short => format!("the first paragraph has only {} words", lead.words),
        Missed::Long => format!("the first paragraph has {} words", lead.words),
        Missed::LongSentence => format!("its first sentence has {} words", lead.first_words),
        Missed::Question => "it begins with a question".to_owned(),
        Missed::OffTopic => "it names nothing that the title names".to_owned(),
        Missed::Opener(opener) => format!("it begins with “{opener}”"),
    }
}

fn details(lead: &Lead) -> Vec<Detail> {
    let expected = |text: String| Some(text);
    vec![
        Detail {
            line: Some(lead.line),
            measured: Some(format!("{} words", lead.words)),
            expected: expected(format!("{LEAD_MIN} to {LEAD_MAX} words")),
            ..quote("First paragraph", &lead.text)
        },
        Detail {
            expected: expected(format!(
                "at most {LEAD_AFTER_HEADING} words and {LEAD_WITHIN_PERCENT} % of the text"
            )),
            ..measure(
                "Between the main heading and it",
                format!("{} words, {} %", lead.after_heading, lead.percent),
            )
        },
        Detail {
            measured: Some(format!("{} words", lead.first_words)),
            expected: expected(format!("at most {LEAD_SENTENCE_MAX} words, no question")),
            ..quote("First sentence", &lead.first_sentence)
        },
    ]
}

fn fix(context: &Context<'_>, lead: Option<&Lead>) -> Fix {
    let name = page_name(context);
    let verify = "Read the first paragraph below the main heading alone: it says what the page \
                  answers, and nothing above it is needed to understand it.";
    let Some(lead) = lead else {
        return Fix::new(
            "answer-first",
            format!("Begin {name} with a paragraph of {LEAD_MIN} to {LEAD_MAX} words"),
            verify,
        )
        .step("Write it as running text in a <p> right below the main heading, above lists, pictures and quotations.")
        .step(pattern(&name));
    };
    let first = lead.missed.first().copied().unwrap_or(Missed::OffTopic);
    let fix = Fix::new("answer-first", order(lead, first, &name), verify);
    let fix = lead.missed.iter().fold(fix, |fix, missed| fix.step(step(lead, *missed, &name)));
    fix.step(pattern(&name))
}

fn pattern(name: &str) -> String {
    format!(
        "Follow the pattern “X is … ; it …”, with X from the title ({name}) and a number, a name \
         or a date where there is one."
    )
}

/// The title of the fix, by the first condition that is missed.
fn order(lead: &Lead, missed: Missed, name: &str) -> String {
    match missed {
        Missed::Late => format!(
            "Move the first paragraph up: {} words stand between it and the main heading",
            lead.after_heading
        ),
        Missed::Short => {
            format!("Raise the lead to {LEAD_MIN} words or more: it has {}", lead.words)
        }
        Missed::Long => {
            format!("Cut the lead to {LEAD_MAX} words or less: it has {}", lead.words)
        }
        Missed::LongSentence => format!(
            "Cut the first sentence to {LEAD_SENTENCE_MAX} words or less: it has {}",
            lead.first_words
        ),
        Missed::Question => "Open with the answer, not with a question".to_owned(),
        Missed::OffTopic => format!("Name {name} in the first paragraph"),
        Missed::Opener(opener) => {
            format!("Open with what you have to say instead of “{opener} …”")
        }
    }
}

fn step(lead: &Lead, missed: Missed, name: &str) -> String {
    let begins = Quoted::of(&lead.first_sentence, NAMED_CHARACTERS);
    match missed {
        Missed::Late => format!(
            "Put the paragraph on line {} right below the main heading; notices, bylines and lists \
             of contents come after it.",
            lead.line
        ),
        Missed::Short => {
            format!("Say in it who or what, when and how much: {begins} has {} words.", lead.words)
        }
        Missed::Long => format!(
            "Split the paragraph that begins {begins} and keep the answer in its first part."
        ),
        Missed::LongSentence => format!("Make two sentences of {begins}."),
        Missed::Question => format!("Answer {begins} in the first sentence, or move it down."),
        Missed::OffTopic => {
            format!("Write the subject into {begins} by its name: {name}, not “it”.")
        }
        Missed::Opener(opener) => {
            format!("Strike “{opener} …” and begin with the sentence that comes to the point.")
        }
    }
}

#[cfg(test)]
mod tests;
