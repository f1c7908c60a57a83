//! Watches for a tag with more attributes than anybody writes.
//!
//! The tokenizer compares each attribute's name with all before it and brings nothing until the
//! tag ends, so a million attributes on one tag would take it hours. This reads along, knowing
//! just enough of the syntax (HTML, section 13.2.5): where a tag starts, where a quoted value
//! ends, and where the tag ends.

use crate::page::limits;

#[derive(Default)]
pub(crate) struct TagGuard {
    place: Place,
    attributes: usize,
}

#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Place {
    #[default]
    Text,
    /// After `<`.
    Opening,
    /// Between attributes.
    Between,
    /// In a name or an unquoted value.
    Word,
    /// After `=`.
    Value,
    /// In a value quoted by that byte.
    Quoted(u8),
}

impl TagGuard {
    /// Reads the next piece of the document; says whether one tag has too many attributes.
    ///
    /// `moved` tells whether the parser brought something for this piece. While it does, it is in
    /// no endless tag; and where this guard believes so all the same, it took text for a tag.
    pub(crate) fn too_many_attributes(&mut self, chunk: &str, moved: bool) -> bool {
        let began_inside = self.place != Place::Text;
        let mut ended_a_tag = false;
        for byte in chunk.bytes() {
            ended_a_tag |= self.step(byte);
        }
        if moved && began_inside && !ended_a_tag {
            *self = Self::default();
        }
        !moved && self.attributes > limits::ATTRIBUTES
    }

    /// Reads one byte; says whether it ended a tag.
    fn step(&mut self, byte: u8) -> bool {
        let place = match (self.place, byte) {
            (Place::Text, b'<') => Place::Opening,
            (Place::Text, _) => Place::Text,
            (Place::Opening, b'/') => Place::Opening,
            (Place::Opening, b'a'..=b'z' | b'A'..=b'Z') => {
                self.attributes = 0;
                Place::Word
            }
            (Place::Opening, b'<') => Place::Opening,
            (Place::Opening, _) => Place::Text,
            (Place::Quoted(quote), _) if byte == quote => Place::Between,
            (Place::Quoted(quote), _) => Place::Quoted(quote),
            (_, b'>') => Place::Text,
            (Place::Value, b'"' | b'\'') => Place::Quoted(byte),
            (Place::Value, _) if byte.is_ascii_whitespace() => Place::Value,
            (Place::Value, _) => Place::Word,
            (_, b'=') => Place::Value,
            (_, b'/') => Place::Between,
            _ if byte.is_ascii_whitespace() => Place::Between,
            (Place::Between, _) => {
                self.attributes += 1;
                Place::Word
            }
            (Place::Word, _) => Place::Word,
        };
        let ended =
            place == Place::Text && self.place != Place::Text && self.place != Place::Opening;
        self.place = place;
        ended
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refuses(html: &str) -> bool {
        let mut guard = TagGuard::default();
        guard.too_many_attributes(html, false)
    }

    #[test]
    fn attributes_of_one_tag_are_counted_in_every_spelling() {
        for attribute in [" a", " a=b", " a = 'b c'", " a=\"b c\"", "/a", "\na"] {
            let many = attribute.repeat(limits::ATTRIBUTES + 1);
            assert!(refuses(&format!("<p{many}>")), "{attribute}");
            let enough = attribute.repeat(limits::ATTRIBUTES / 2);
            assert!(!refuses(&format!("<p{enough}><p{enough}>")), "{attribute}");
        }
    }

    #[test]
    fn words_in_values_and_in_text_are_no_attributes() {
        let words = "word ".repeat(5_000);
        assert!(!refuses(&format!("<p>{words}</p>")));
        assert!(!refuses(&format!("<p data-a='{words}'>")));
        assert!(!refuses(&format!("a < b {words}")));
    }

    #[test]
    fn text_that_looked_like_a_tag_is_forgotten_when_the_parser_moves_on() {
        let mut guard = TagGuard::default();
        let script = "word ".repeat(150);
        assert!(!guard.too_many_attributes(&format!("<script>if (a<b {script}"), true));
        for _ in 0..50 {
            assert!(!guard.too_many_attributes(&script, true));
        }
    }
}
