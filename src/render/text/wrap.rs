//! Lines that fit a terminal: words are kept whole, and counted by the columns that they take.
//! A longer word is cut, but a URL is not: it can be copied and opened.

use citable_checks::quoted::{Piece, pieces, span};
use unicode_segmentation::UnicodeSegmentation;
use unicode_width::UnicodeWidthStr;

use super::colour::{CODE, Colour};

/// The fewest columns that are worth beginning a long text in, beside what stands before it.
const ROOM_MIN: usize = 24;

/// Text and how it is painted; none is plain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Run {
    style: Option<&'static str>,
    text: String,
}

impl Run {
    pub(super) fn plain(text: impl Into<String>) -> Self {
        Self { style: None, text: text.into() }
    }

    pub(super) fn painted(style: &'static str, text: impl Into<String>) -> Self {
        Self { style: Some(style), text: text.into() }
    }
}

/// A sentence: its words in that style, and its code spans as code.
pub(super) fn runs(sentence: &str, style: Option<&'static str>) -> Vec<Run> {
    let run = |piece| match piece {
        Piece::Words(text) => Run { style, text: text.to_owned() },
        Piece::Code(text) => Run::painted(CODE, span(text)),
    };
    pieces(sentence).into_iter().map(run).collect()
}

/// A word: the text between two spaces, in one style or several.
type Word = Vec<Run>;

/// The columns that a text takes.
pub(super) fn columns(text: &str) -> usize {
    UnicodeWidthStr::width(text)
}

/// Lines of at most `width` columns. The first begins with `before`, the others with `indent`
/// spaces.
pub(super) fn wrapped(
    before: &[Run],
    text: &[Run],
    indent: usize,
    width: usize,
    colour: Colour,
) -> Vec<String> {
    let room = width.saturating_sub(indent).max(1);
    let words: Vec<Word> = words(text).into_iter().flat_map(|word| parts(word, room)).collect();
    let mut line = Line::new(before.to_vec());
    let needed: usize = words.iter().map(|word| columns_of(word) + 1).sum();
    let is_narrow = line.columns + ROOM_MIN > width && line.columns > indent;
    let mut lines = Vec::new();
    if is_narrow && line.columns + needed > width + 1 && !words.is_empty() {
        lines.push(std::mem::replace(&mut line, Line::indented(indent)));
    }
    for word in words {
        if !line.takes(&word, width) {
            lines.push(std::mem::replace(&mut line, Line::indented(indent)));
        }
        line.push(word);
    }
    lines.push(line);
    lines.iter().map(|line| line.painted(colour)).collect()
}

fn columns_of(word: &[Run]) -> usize {
    word.iter().map(|run| columns(&run.text)).sum()
}

fn words(text: &[Run]) -> Vec<Word> {
    let mut words: Vec<Word> = vec![Vec::new()];
    for run in text {
        for (place, part) in run.text.split(' ').enumerate() {
            if place > 0 {
                words.push(Vec::new());
            }
            if let (Some(word), false) = (words.last_mut(), part.is_empty()) {
                word.push(Run { style: run.style, text: part.to_owned() });
            }
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

/// The word in parts that fit, of which there is one for nearly every word.
fn parts(word: Word, room: usize) -> Vec<Word> {
    if columns_of(&word) <= room || is_url(&word) {
        return vec![word];
    }
    let mut parts = vec![Word::new()];
    let mut taken = 0;
    for run in &word {
        for grapheme in run.text.graphemes(true) {
            let wide = columns(grapheme);
            if taken > 0 && taken + wide > room {
                parts.push(Word::new());
                taken = 0;
            }
            taken += wide;
            let Some(part) = parts.last_mut() else { continue };
            match part.last_mut().filter(|last| last.style == run.style) {
                Some(last) => last.text.push_str(grapheme),
                None => part.push(Run { style: run.style, text: grapheme.to_owned() }),
            }
        }
    }
    parts
}

/// Whether the word is an https URL. Quoted text of the page is no URL: it begins with a backtick.
fn is_url(word: &[Run]) -> bool {
    word.first().is_some_and(|run| run.text.starts_with("https://"))
}

struct Line {
    runs: Vec<Run>,
    columns: usize,
    /// Whether a space is needed before the next word.
    has_words: bool,
}

impl Line {
    fn new(before: Vec<Run>) -> Self {
        let columns = columns_of(&before);
        Self { runs: before, columns, has_words: false }
    }

    fn indented(indent: usize) -> Self {
        Self::new(vec![Run::plain(" ".repeat(indent))])
    }

    fn takes(&self, word: &[Run], width: usize) -> bool {
        let space = usize::from(self.has_words);
        // A line without words takes any, so that no line is empty.
        (!self.has_words && self.is_blank()) || self.columns + space + columns_of(word) <= width
    }

    fn is_blank(&self) -> bool {
        self.runs.iter().all(|run| run.text.trim().is_empty())
    }

    fn push(&mut self, word: Word) {
        if self.has_words {
            let next = word.first().and_then(|run| run.style);
            match self.runs.last_mut().filter(|last| last.style == next) {
                Some(last) => last.text.push(' '),
                None => self.runs.push(Run::plain(" ")),
            }
            self.columns += 1;
        }
        self.columns += columns_of(&word);
        self.has_words = true;
        for run in word {
            match self.runs.last_mut().filter(|last| last.style == run.style) {
                Some(last) => last.text.push_str(&run.text),
                None => self.runs.push(run),
            }
        }
    }

    fn painted(&self, colour: Colour) -> String {
        let paint = |run: &Run| colour.paint(run.style, &run.text);
        let line: String = self.runs.iter().map(paint).collect();
        line.trim_end().to_owned()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn lines(before: &str, text: &str, indent: usize, width: usize) -> Vec<String> {
        let before = [Run::plain(before)];
        wrapped(&before, &runs(text, None), indent, width, Colour::Never)
    }

    #[test]
    fn words_are_kept_whole_and_hang_under_the_first() {
        assert_eq!(
            lines("  1. ", "Raise max-snippet from 80 to -1 in the head of the page", 5, 32),
            ["  1. Raise max-snippet from 80", "     to -1 in the head of the", "     page"]
        );
        assert_eq!(lines("  ", "", 4, 20), [""]);
    }

    #[test]
    fn wide_characters_take_two_columns() {
        assert_eq!(lines("", "日本語 日本語", 0, 10), ["日本語", "日本語"]);
        assert_eq!(lines("", "日本語日本語", 0, 10), ["日本語日本", "語"]);
    }

    #[test]
    fn a_url_is_never_cut() {
        let url = "https://developers.example.com/search/docs/robots";
        assert_eq!(
            lines("  ", &format!("Evidence: {url}"), 4, 30),
            ["  Evidence:".to_owned(), format!("    {url}")]
        );
        assert_eq!(lines("", "abcdefghijkl", 0, 8), ["abcdefgh", "ijkl"]);
    }

    #[test]
    fn a_long_text_begins_under_what_leaves_it_no_room() {
        assert_eq!(
            lines("  ✗ Perplexity  blocked  ", "robots.txt blocks its crawler", 4, 40),
            ["  ✗ Perplexity  blocked", "    robots.txt blocks its crawler"]
        );
        assert_eq!(lines("  ✗ Perplexity  blocked  ", "a wall", 4, 40).len(), 1);
    }

    #[test]
    fn neighbours_in_one_style_are_painted_once() {
        let text = [Run::painted("1", "one two"), Run::plain(" three")];
        assert_eq!(wrapped(&[], &text, 0, 80, Colour::Always), ["\u{1b}[1mone two\u{1b}[0m three"]);
    }

    proptest! {
        #[test]
        fn nothing_is_lost_and_no_line_is_too_long(
            text in "[a-z日`é ]{0,120}", indent in 0_usize..8, width in 12_usize..60,
        ) {
            let lines = lines("> ", &text, indent, width);
            let bare = |text: &str| text.replace([' ', '>'], "");
            prop_assert_eq!(bare(&lines.concat()), bare(&runs(&text, None).iter().map(|run| run.text.clone()).collect::<String>()));
            for line in &lines {
                prop_assert!(columns(line) <= width.max(indent + 2), "{}", line);
            }
        }
    }
}
