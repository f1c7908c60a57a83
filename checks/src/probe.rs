//! Probes: what a site answers to agents that look like AI crawlers.
//!
//! A probe says who it is: its agent names the crawler and, beside it, the scanner. It tells what
//! the edge does with such a name from a foreign address, and so never what the real crawler gets.

use crate::challenge;
use crate::page::limits::PROBE_REFUSAL_BYTES;
use crate::page::main_content_length;
use crate::page::snapshot::{ProbeFetch, ProbeOutcome};
use crate::patience::Patience;
use crate::weights::{HARDLY_ANY_TEXT, PROBE_PRERENDERED_PERCENT, PROBE_TEXT_PERCENT};

/// The crawlers that probes look like, in the order in which they are tried.
pub const PROBE_AGENTS: [&str; 3] = ["OAI-SearchBot", "PerplexityBot", "Claude-SearchBot"];

/// What a probe was given, compared with what the scanner was given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Treatment {
    /// The same page.
    Same,
    /// More text, in percent: it is rendered for crawlers.
    More(usize),
    /// Less text, in percent.
    Less(usize),
    /// A challenge page of that vendor.
    Challenged(&'static str),
    /// An answer of another kind, with that status.
    Refused(u16),
    /// Redirects that lead nowhere.
    LedAstray,
    /// An answer that may be about the moment, with that status.
    Ambiguous(u16),
    /// No answer.
    None,
}

/// What is kept of an answer to a probe, given the page's body and the length of its text.
#[must_use]
pub fn outcome(page: &[u8], page_text: usize, status: u16, mut body: Vec<u8>) -> ProbeOutcome {
    if !(200..300).contains(&status) {
        body.truncate(PROBE_REFUSAL_BYTES);
        return ProbeOutcome::Different { body };
    }
    if body == page {
        return ProbeOutcome::Identical;
    }
    let percent = (text_length(&body) * 100).checked_div(page_text).unwrap_or(100);
    if percent < PROBE_TEXT_PERCENT {
        return ProbeOutcome::Different { body };
    }
    ProbeOutcome::Alike { text_percent: u32::try_from(percent).unwrap_or(u32::MAX) }
}

/// Whether the answer differs so from the page's that another agent should be asked, lest a passing
/// fault be taken for a policy.
#[must_use]
pub fn needs_second(probe: &ProbeFetch) -> bool {
    match &probe.outcome {
        ProbeOutcome::Identical | ProbeOutcome::Alike { .. } => false,
        ProbeOutcome::Unreachable { .. } => false,
        ProbeOutcome::RedirectsUnresolved => true,
        ProbeOutcome::Different { .. } => {
            probe.exchanges.last().is_some_and(|last| !is_ambiguous(last.status))
        }
    }
}

/// How that probe was treated, given the word equivalents of the page's main content. Where the
/// patience is spent nobody uses the answer.
pub(crate) fn treatment(
    probe: &ProbeFetch,
    page_words: usize,
    patience: &Patience<'_>,
) -> Treatment {
    let body = match (&probe.outcome, probe.exchanges.last()) {
        (ProbeOutcome::Unreachable { .. }, _) | (_, None) => return Treatment::None,
        (ProbeOutcome::RedirectsUnresolved, _) => return Treatment::LedAstray,
        (ProbeOutcome::Identical, _) => return Treatment::Same,
        (ProbeOutcome::Alike { text_percent }, _) => {
            let percent = *text_percent as usize;
            return match percent >= PROBE_PRERENDERED_PERCENT {
                true => Treatment::More(percent),
                false => Treatment::Same,
            };
        }
        (ProbeOutcome::Different { body }, Some(_)) => body,
    };
    let Some(answer) = probe.exchanges.last() else { return Treatment::None };
    if !(200..300).contains(&answer.status) {
        return match challenge::detect(answer, body) {
            Some(vendor) => Treatment::Challenged(vendor),
            None if is_ambiguous(answer.status) => Treatment::Ambiguous(answer.status),
            None => Treatment::Refused(answer.status),
        };
    }
    let content_type = answer.header("content-type");
    let Ok(words) = main_content_length(body, content_type, &answer.url, patience) else {
        return Treatment::None;
    };
    if words < HARDLY_ANY_TEXT
        && let Some(vendor) = challenge::detect(answer, body)
    {
        return Treatment::Challenged(vendor);
    }
    let percent = (words * 100).checked_div(page_words).unwrap_or(100);
    if percent < PROBE_TEXT_PERCENT { Treatment::Less(percent) } else { Treatment::Same }
}

/// Whether an answer of that status may as well be about the moment: too many requests, a time-out,
/// or a server's fault. A 503 is what some edges refuse with.
fn is_ambiguous(status: u16) -> bool {
    matches!(status, 408 | 425 | 429 | 500..=502 | 504..)
}

/// How much text a document holds: the bytes outside tags, comments, scripts and styles that are no
/// white space. A rough count that needs no parse and whose time is linear.
#[must_use]
pub fn text_length(html: &[u8]) -> usize {
    let mut length = 0;
    let mut rest = html;
    while !rest.is_empty() {
        let text = position(rest, b"<").unwrap_or(rest.len());
        length += rest[..text].iter().filter(|byte| !byte.is_ascii_whitespace()).count();
        rest = after_markup(&rest[text..]);
    }
    length
}

/// What follows the markup that these bytes begin with.
fn after_markup(rest: &[u8]) -> &[u8] {
    if rest.starts_with(b"<!--") {
        return after(rest, b"-->");
    }
    for (start, end) in [(&b"<script"[..], &b"</script"[..]), (b"<style", b"</style")] {
        if rest.get(..start.len()).is_some_and(|head| head.eq_ignore_ascii_case(start)) {
            return after(after(rest, end), b">");
        }
    }
    after(rest, b">")
}

fn after<'a>(text: &'a [u8], mark: &[u8]) -> &'a [u8] {
    position(text, mark).map_or(&[], |at| &text[at + mark.len()..])
}

fn position(text: &[u8], mark: &[u8]) -> Option<usize> {
    let first = mark.first()?.to_ascii_lowercase();
    let mut from = 0;
    loop {
        let at = from + text[from..].iter().position(|byte| byte.to_ascii_lowercase() == first)?;
        if text.get(at..at + mark.len())?.eq_ignore_ascii_case(mark) {
            return Some(at);
        }
        from = at + 1;
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn the_rough_length_is_that_of_the_text() {
        for (html, expected) in [
            ("", 0),
            ("a b", 2),
            ("<p class=x>a</p> <!-- <b>no</b> --> bc", 3),
            ("<SCRIPT>if (a < b) c()</Script>d<style>e</style >f", 2),
            ("<script>never ends", 0),
            ("<!-- never ends", 0),
            ("a<", 1),
        ] {
            assert_eq!(text_length(html.as_bytes()), expected, "{html}");
        }
    }

    proptest! {
        #[test]
        fn the_rough_length_is_never_more_than_the_bytes(html in "[<>!/a-c -]{0,40}(<script>|<!--|</script>)?[<>a-c-]{0,40}") {
            prop_assert!(text_length(html.as_bytes()) <= html.len());
        }
    }

    #[test]
    fn only_what_differs_is_kept() {
        let page = b"<p>some text of a page";
        let text = text_length(page);
        let kept = |status, body: &str| outcome(page, text, status, body.as_bytes().to_vec());
        assert_eq!(kept(200, "<p>some text of a page"), ProbeOutcome::Identical);
        assert_eq!(
            kept(200, "<p nonce=7>some text of a page"),
            ProbeOutcome::Alike { text_percent: 100 }
        );
        assert_eq!(
            kept(200, &"some text of a page".repeat(2)),
            ProbeOutcome::Alike { text_percent: 200 }
        );
        let body = || b"<p>no".to_vec();
        assert_eq!(kept(200, "<p>no"), ProbeOutcome::Different { body: body() });
        assert_eq!(kept(403, "<p>no"), ProbeOutcome::Different { body: body() });
        assert_eq!(outcome(b"", 0, 200, b"x".to_vec()), ProbeOutcome::Alike { text_percent: 100 });
    }
}
