//! The standfirst of an article: what a newspaper says of it between its title and its text.

use super::{BlockKind, Heading, Outline};
use crate::page::text::tenths_of_words;

impl Outline {
    /// Reads the heading right below the one of level 1 as text where it is as long as a standfirst, and
    /// no question: it begins no section.
    pub(crate) fn read_standfirst(&mut self, visible: &str) {
        /// Tenths of word equivalents from which on a heading is one.
        const TENTHS: usize = 120;
        let mut own = self.headings.iter().enumerate().filter(|(_, one)| one.place.in_main);
        let Some((at, standfirst)) = own.find(|(_, one)| one.level == 1).and_then(|(_, title)| {
            let end = title.place.text.end;
            own.next().filter(|(_, next)| next.level > 1 && self.is_next(end, next))
        }) else {
            return;
        };
        let text = standfirst.text(visible);
        // One of several long headings, or of a numbered series, begins a part of the text.
        let is_alike = |other: &Heading| {
            other.level == standfirst.level
                && other.place.in_main
                && other != standfirst
                && tenths_of_words(other.text(visible)) * 2 >= TENTHS
        };
        if tenths_of_words(text) < TENTHS
            || !text.contains(' ')
            || text.starts_with(|char: char| char.is_ascii_digit())
            || text.trim_end().ends_with(['?', '？', '؟'])
            || self.headings.iter().any(is_alike)
        {
            return;
        }
        let range = self.headings.remove(at).place.text;
        for block in self.blocks.iter_mut().filter(|block| block.kind == BlockKind::Heading) {
            if range.contains(&block.place.text.start) {
                block.kind = BlockKind::Paragraph;
            }
        }
    }

    /// Whether a heading follows text that ends there with nothing between.
    fn is_next(&self, end: usize, next: &Heading) -> bool {
        let from = self.blocks.partition_point(|block| block.place.text.start < end);
        self.blocks.get(from).is_some_and(|block| block.place.text.start >= next.place.text.start)
    }
}

#[cfg(test)]
mod tests {
    use crate::catalogue::test_html::read;

    fn headings(below: &str) -> usize {
        let text = |from: usize| -> String {
            let line = "Water should be hot and not boiling when it meets the leaves of a green tea, or \
                        it turns bitter and nobody likes to drink it";
            (from..from + 40).map(|at| format!("<p>{at}. {line}.</p>")).collect()
        };
        let (first, rest) = (text(0), text(40));
        let json = r#"{"@context": "https://schema.org", "@type": "Article"}"#;
        let article = format!("<script type=application/ld+json>{json}</script>");
        let html = format!(
            "<html lang=en><title>Pots</title>{article}<main><article><h1>Pots</h1>{below}<p>By Ada \
             Brown</p>{first}<h2>How they are made</h2>{rest}</article></main>"
        );
        read(&html).document.outline.main_headings().count()
    }

    #[test]
    fn a_standfirst_in_a_heading_is_text() {
        let long = "A potter of the old town tells how she makes pots for tea, and why she never \
                    sells the first one of a series";
        assert_eq!(headings(&format!("<h2>{long}</h2>")), 2);
        assert_eq!(headings(&format!("<h2>{long}?</h2>")), 3, "a question is answered below");
        assert_eq!(headings("<h2>What a potter does</h2>"), 3);
        assert_eq!(headings(&format!("<h2>1. {long}</h2>")), 3, "the first of a series");
        let alike =
            format!("<h2>{long}</h2><p>She sells pots for cups, too.</p><h2>{long} or two</h2>");
        assert_eq!(headings(&alike), 4, "one of several");
        assert_eq!(headings(&format!("<p>Pots.</p><h2>{long}</h2>")), 3);
    }
}
