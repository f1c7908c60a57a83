//! Watches for a tag with more attributes than anybody writes.
//!
//! The tokenizer compares each attribute's name with all before it and brings nothing until the
//! tag ends, so a million attributes on one tag would take it hours.

use crate::page::limits;

/// Counts the attributes of the tag that the tokenizer is in.
///
/// Where it is, it does not tell; but a document that is fed in pieces which hold no `<` but at
/// their end leaves no doubt. A piece for which the tokenizer brought something ends outside of
/// every tag, or just after a `<` that may start one. A piece for which it brought nothing stands
/// whole in what was begun before, so that reading along from there is exact.
#[derive(Default)]
pub(crate) struct TagGuard {
    place: Place,
    attributes: usize,
}

/// A place in a tag (HTML, sections 13.2.5.6 to 13.2.5.40).
#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Place {
    /// In text or in a script.
    #[default]
    Outside,
    /// In a comment, a document type or a CDATA section, which the tokenizer brings at its end.
    Aside,
    /// After `<`.
    Opening,
    /// After `</`.
    Ending,
    TagName,
    /// Before the name of an attribute.
    BeforeName,
    Name,
    AfterName,
    /// After `=`.
    BeforeValue,
    Unquoted,
    /// In a value quoted by that byte.
    Quoted(u8),
}

impl TagGuard {
    /// Reads the next piece of the document; says whether one tag has too many attributes.
    /// `brought` tells whether the tokenizer brought a token for this piece.
    pub(crate) fn too_many_attributes(&mut self, piece: &str, brought: bool) -> bool {
        if brought {
            self.place = if piece.ends_with('<') { Place::Opening } else { Place::Outside };
            return false;
        }
        for byte in piece.bytes() {
            self.step(byte);
        }
        self.attributes > limits::ATTRIBUTES
    }

    fn step(&mut self, byte: u8) {
        self.place = match (self.place, byte) {
            (Place::Outside, b'<') => Place::Opening,
            (Place::Outside, _) => Place::Outside,
            (Place::Aside, _) => Place::Aside,
            (Place::Opening, b'/') => Place::Ending,
            (Place::Opening | Place::Ending, b'a'..=b'z' | b'A'..=b'Z') => {
                self.attributes = 0;
                Place::TagName
            }
            (Place::Ending, b'>') => Place::Outside,
            (Place::Opening | Place::Ending, _) => Place::Aside,
            (Place::Quoted(quote), _) if byte == quote => Place::BeforeName,
            (Place::Quoted(quote), _) => Place::Quoted(quote),
            (_, b'>') => Place::Outside,
            (Place::BeforeValue, b'"' | b'\'') => Place::Quoted(byte),
            (Place::BeforeValue, _) if byte.is_ascii_whitespace() => Place::BeforeValue,
            (Place::BeforeValue, _) => Place::Unquoted,
            (Place::Name | Place::AfterName, _) if byte.is_ascii_whitespace() => Place::AfterName,
            (Place::Name | Place::AfterName, b'=') => Place::BeforeValue,
            _ if byte.is_ascii_whitespace() => Place::BeforeName,
            (Place::Unquoted, _) => Place::Unquoted,
            (_, b'/') => Place::BeforeName,
            (Place::BeforeName | Place::AfterName, _) => {
                self.attributes += 1;
                Place::Name
            }
            (place @ (Place::TagName | Place::Name), _) => place,
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refuses(tag: &str) -> bool {
        let mut guard = TagGuard::default();
        guard.too_many_attributes("text<", true);
        guard.too_many_attributes(tag, false)
    }

    #[test]
    fn attributes_of_one_tag_are_counted_in_every_spelling() {
        let spellings = [
            " a",
            " a=b",
            " a = 'b c'",
            " a=\"b c\"",
            "/a",
            "\na",
            "a=''",
            " =a b",
            " \"a",
            " a=b='",
        ];
        for attribute in spellings {
            for start in ["p ", "/p "] {
                let many = attribute.repeat(limits::ATTRIBUTES + 1);
                assert!(refuses(&format!("{start}{many}")), "{attribute}");
                let enough = attribute.repeat(limits::ATTRIBUTES / 2);
                assert!(!refuses(&format!("{start}{enough}")), "{attribute}");
            }
        }
    }

    #[test]
    fn words_in_values_and_in_comments_are_no_attributes() {
        let words = "word/ <a ".repeat(5_000);
        for start in ["p data-a='", "p data-a = \"", "!-- ", "? ", "/ "] {
            assert!(!refuses(&format!("{start}{words}")), "{start}");
        }
        assert!(!refuses(&format!("a href={}", "/path=".repeat(5_000))));
    }

    #[test]
    fn what_looked_like_a_tag_is_forgotten_when_the_tokenizer_brings_something() {
        let mut guard = TagGuard::default();
        assert!(!guard.too_many_attributes("script>if (a <", true));
        assert!(!guard.too_many_attributes("b \" ", true));
        for _ in 0..50 {
            assert!(!guard.too_many_attributes(&"word ".repeat(150), true));
        }
        assert!(!guard.too_many_attributes("<", true));
        assert!(guard.too_many_attributes(&format!("/script {}", "a ".repeat(2_000)), false));
    }
}
