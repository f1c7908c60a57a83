//! Text in Markdown, as far as checks read it.

use std::borrow::Cow;

use crate::page::text::word_equivalents;
use crate::robots::is_html;

/// What stands under an address where Markdown is expected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct MarkdownFacts {
    /// Whether it is an HTML document instead.
    pub(super) html: bool,
    /// Whether nothing stands there.
    pub(super) blank: bool,
    /// Whether the first line that is not blank is a heading of the first level.
    pub(super) title: bool,
    /// Whether it holds a link.
    pub(super) link: bool,
}

impl MarkdownFacts {
    pub(super) fn of(body: &[u8]) -> Self {
        let text = text(body);
        let content = without_front_matter(&text);
        let first = content.lines().map(str::trim).find(|line| !line.is_empty());
        Self {
            html: is_html(body),
            blank: text.trim().is_empty(),
            title: first.is_some_and(is_title),
            link: content.lines().any(has_link),
        }
    }
}

/// Length of its text in word equivalents: what links lead to, tags and front matter do not count.
pub(super) fn words(body: &[u8]) -> usize {
    let text = text(body);
    let lines = without_front_matter(&text).lines();
    let plain: Vec<String> = lines.filter(|line| !is_definition(line)).map(plain).collect();
    word_equivalents(&plain.join("\n"))
}

fn text(body: &[u8]) -> Cow<'_, str> {
    String::from_utf8_lossy(body.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(body))
}

/// What follows the block of metadata between two lines of hyphens.
fn without_front_matter(text: &str) -> &str {
    let text = text.trim_start();
    let Some(rest) = text.strip_prefix("---") else { return text };
    if !rest.starts_with(['\n', '\r']) {
        return text;
    }
    let end = ["\n---\n", "\n---\r\n"]
        .iter()
        .filter_map(|mark| rest.find(mark).map(|at| at + mark.len()))
        .min();
    end.map_or(text, |end| &rest[end..])
}

/// CommonMark 4.2.
fn is_title(line: &str) -> bool {
    line.strip_prefix("# ").is_some_and(|title| !title.trim().is_empty())
}

/// `[text](address)`, or an address in angle brackets.
fn has_link(line: &str) -> bool {
    let inline = line.split_once("](").is_some_and(|(before, after)| {
        before.contains('[') && after.find(')').is_some_and(|end| end > 0)
    });
    inline || line.contains("<https://") || line.contains("<http://")
}

/// `[label]: address` (CommonMark 4.7).
fn is_definition(line: &str) -> bool {
    line.trim_start().strip_prefix('[').is_some_and(|rest| rest.contains("]: "))
}

/// A line without the addresses of its links and without tags.
fn plain(line: &str) -> String {
    let mut out = String::new();
    let mut rest = line;
    while let Some(at) = rest.find(['<', ']']) {
        out.push_str(&rest[..at]);
        let (mark, end) = match &rest[at..] {
            from if from.starts_with("](") => ("](", ')'),
            from if from.starts_with("][") => ("][", ']'),
            from if from.starts_with('<') => ("<", '>'),
            _ => {
                rest = &rest[at + 1..];
                continue;
            }
        };
        let inside = &rest[at + mark.len()..];
        out.push(' ');
        rest = inside.find(end).map_or(inside, |length| &inside[length + 1..]);
    }
    out.push_str(rest);
    out
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn titles_are_found_behind_marks_and_metadata() {
        for (text, expected) in [
            ("# Title\n", true),
            ("\u{feff}\n\n# Title", true),
            ("---\nname: x\n---\n# Title", true),
            ("---\r\nname: x\r\n---\r\n\r\n# Title\r\n", true),
            ("## Second\n# Title", false),
            ("#Title", false),
            ("# ", false),
            ("--- \n# Title", false),
            ("---\nnever closed\n# Title", false),
        ] {
            assert_eq!(MarkdownFacts::of(text.as_bytes()).title, expected, "{text:?}");
        }
    }

    #[test]
    fn links_are_told_from_brackets() {
        for (text, expected) in [
            ("- [Tea](https://example.com/tea): notes", true),
            ("see <https://example.com/>", true),
            ("[Tea]()", false),
            ("[Tea] (later)", false),
            ("no](x)", false),
        ] {
            assert_eq!(MarkdownFacts::of(text.as_bytes()).link, expected, "{text:?}");
        }
    }

    #[test]
    fn words_are_those_that_readers_see() {
        let text = "---\ntitle: not this\n---\n# One two\n\nThree [four](https://example.com/a/b) <b \
                    class=x>five</b> ![six](/x.png) a [b][1]\n\n[1]: https://example.com/ \"no\"";
        assert_eq!(words(text.as_bytes()), 8);
    }

    proptest! {
        #[test]
        fn anything_is_read(text in "(---\n|\\]\\(|[<>\\[\\]() #a-zé\n]){0,40}") {
            let _facts = MarkdownFacts::of(text.as_bytes());
            prop_assert!(words(text.as_bytes()) <= text.len());
        }
    }
}
