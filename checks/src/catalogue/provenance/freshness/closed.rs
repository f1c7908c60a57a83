//! Threads that say that nobody can write in them any more.

use crate::check::Context;
use crate::data;
use crate::page::text::bare_words;
use crate::report::PageKind;
use crate::table::TableSet;

/// Bytes of a notice; what is longer is a post that speaks of one.
const NOTICE_BYTES: usize = 160;

data::words! { "closed-words.json" => static WORDS: Words {
    /// What notices call a thread and its state, lower case.
    notices: Vec<(TableSet<String>, Vec<String>)>,
    /// Whole notices of forum software, lower case.
    sentences: Vec<String>,
    /// Words before a thread that mean this one, lower case, so that one of which somebody tells
    /// does not count: “that thread was closed”.
    this: TableSet<String>,
    /// Words between a thread and its state, lower case.
    between: TableSet<String>,
} }

/// Whether the page is a thread, and a line of it says so.
pub(super) fn is_closed_thread(context: &Context<'_>) -> bool {
    let lines = context.page.document.visible_text.lines();
    context.subject.kind == PageKind::Qa
        && lines.filter(|line| line.len() <= NOTICE_BYTES).any(is_notice)
}

fn is_notice(line: &str) -> bool {
    let line = line.to_lowercase();
    if WORDS.sentences.iter().any(|sentence| line.contains(sentence)) {
        return true;
    }
    let words: Vec<&str> = bare_words(&line).collect();
    let is_this = words.first().is_some_and(|first| WORDS.this.contains(*first));
    let words = &words[usize::from(is_this)..];
    let Some((thing, rest)) = words.split_first() else { return false };
    let said: Vec<&str> =
        rest.iter().copied().skip_while(|word| WORDS.between.contains(*word)).collect();
    let said = format!("{} ", said.join(" "));
    WORDS.notices.iter().any(|(things, states)| {
        things.contains(*thing) && states.iter().any(|state| said.starts_with(&format!("{state} ")))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn notices_are_told_from_what_people_write() {
        for line in [
            "This discussion is now closed.",
            "Thread locked",
            "This topic was automatically closed 90 days after the last reply.",
            "New replies are no longer allowed.",
            "Not open for further replies.",
            "Status\u{a0}Not open for further replies.",
            "This conversation has been archived and is no longer available for replies",
            "Dieses Thema ist geschlossen.",
            "Cette discussion est fermée aux nouvelles réponses.",
            "Este tema está cerrado",
            "Тема закрыта",
        ] {
            assert!(is_notice(line), "{line}");
        }
        for line in [
            "The shop is closed.",
            "I read in another thread that it was closed.",
            "Topic: pots",
            "Topic: is the shop closed on Sundays?",
            "A topic closed too early",
            "Closed",
            "That thread is archived",
            "",
        ] {
            assert!(!is_notice(line), "{line}");
        }
    }
}
