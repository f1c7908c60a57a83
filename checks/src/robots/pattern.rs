//! Path patterns with `*` and `$`, matched in linear time.

use url::Url;

/// A pattern, normalised.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Pattern {
    /// The literal pieces between the stars.
    pieces: Vec<String>,
    /// Whether it ends in `$`, so that the address must end where it does.
    anchored: bool,
    octets: usize,
}

impl Pattern {
    pub(super) fn new(value: &str) -> Self {
        let (body, anchored) = match value.strip_suffix('$') {
            Some(body) => (body, true),
            None => (value, false),
        };
        let pieces: Vec<String> =
            body.split('*').map(|piece| normalise(piece.as_bytes()).replace('$', "%24")).collect();
        let literal: usize = pieces.iter().map(String::len).sum();
        let octets = literal + pieces.len() - 1 + usize::from(anchored);
        Self { pieces, anchored, octets }
    }

    /// Its length, by which the most specific rule is found; wildcards count as one octet each.
    pub(super) fn octets(&self) -> usize {
        self.octets
    }

    /// Whether it matches the start of that normalised target, or all of it where anchored.
    ///
    /// Each piece is taken at its leftmost place, which leaves the most room for the rest, so
    /// nothing is ever tried twice.
    pub(super) fn matches(&self, target: &str) -> bool {
        let Some((first, rest)) = self.pieces.split_first() else { return false };
        let Some(mut tail) = target.strip_prefix(first.as_str()) else { return false };
        let Some((last, middle)) = rest.split_last() else {
            return !self.anchored || tail.is_empty();
        };
        for piece in middle {
            let Some(start) = tail.find(piece.as_str()) else { return false };
            tail = &tail[start + piece.len()..];
        }
        match self.anchored {
            true => tail.ends_with(last.as_str()),
            false => tail.contains(last.as_str()),
        }
    }
}

/// Path and query of an address as patterns are compared with it. A literal star or dollar sign
/// is encoded, as RFC 9309 (2.2.3) has rules write them.
pub(super) fn match_target(url: &Url) -> String {
    let mut target = normalise(url.path().as_bytes());
    if let Some(query) = url.query() {
        target.push('?');
        target.push_str(&normalise(query.as_bytes()));
    }
    target.replace('*', "%2A").replace('$', "%24")
}

/// Percent-encoding as RFC 9309 (2.2.2) compares it: unreserved characters plain, everything else
/// that is not reserved encoded with upper-case digits, a stray percent sign among it.
fn normalise(text: &[u8]) -> String {
    let mut out = String::with_capacity(text.len());
    let mut index = 0;
    while index < text.len() {
        let byte = text[index];
        let encoded = (byte == b'%').then(|| hex_pair(&text[index + 1..])).flatten();
        match encoded {
            Some(value) if is_unreserved(value) => out.push(char::from(value)),
            Some(value) => push_encoded(&mut out, value),
            None if is_unreserved(byte) || is_reserved(byte) => out.push(char::from(byte)),
            None => push_encoded(&mut out, byte),
        }
        index += if encoded.is_some() { 3 } else { 1 };
    }
    out
}

fn hex_pair(text: &[u8]) -> Option<u8> {
    let high = char::from(*text.first()?).to_digit(16)?;
    let low = char::from(*text.get(1)?).to_digit(16)?;
    u8::try_from(high * 16 + low).ok()
}

fn push_encoded(out: &mut String, byte: u8) {
    const DIGITS: &[u8; 16] = b"0123456789ABCDEF";
    out.push('%');
    out.push(char::from(DIGITS[usize::from(byte >> 4)]));
    out.push(char::from(DIGITS[usize::from(byte & 15)]));
}

fn is_unreserved(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"-._~".contains(&byte)
}

fn is_reserved(byte: u8) -> bool {
    b":/?#[]@!$&'()*+,;=".contains(&byte)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// The textbook matcher: every star may stand for every run.
    fn reference(pattern: &[u8], target: &[u8]) -> bool {
        match pattern.split_first() {
            None => true,
            Some((b'$', [])) => target.is_empty(),
            Some((b'*', rest)) => (0..=target.len()).any(|skip| reference(rest, &target[skip..])),
            Some((byte, rest)) => target.first() == Some(byte) && reference(rest, &target[1..]),
        }
    }

    proptest! {
        #[test]
        fn agrees_with_the_textbook_matcher(
            pattern in "/?[ab*]{0,8}\\$?",
            target in "/?[ab]{0,12}",
        ) {
            prop_assert_eq!(
                Pattern::new(&pattern).matches(&target),
                reference(pattern.as_bytes(), target.as_bytes()),
                "pattern {} target {}", pattern, target
            );
        }

        #[test]
        fn normalising_twice_changes_nothing(
            text in proptest::collection::vec(any::<u8>(), 0..64),
            near in "[%0-9a-f/ ]{0,16}",
        ) {
            for text in [text, near.into_bytes()] {
                let once = normalise(&text);
                prop_assert!(once.is_ascii());
                prop_assert_eq!(normalise(once.as_bytes()), once);
            }
        }
    }

    #[test]
    fn percent_encoding_is_compared_in_one_spelling() {
        for (left, right) in [
            ("/%7euser", "/~user"),
            ("/%e3%83%84", "/ツ"),
            ("/%62%61%7A", "/baz"),
            ("/a|b", "/a%7cb"),
        ] {
            assert_eq!(normalise(left.as_bytes()), normalise(right.as_bytes()), "{left} {right}");
        }
        assert_ne!(normalise(b"/a%2Fb"), normalise(b"/a/b"), "a reserved character stays encoded");
        assert_eq!(normalise(b"/100%"), "/100%25", "a stray percent sign is one");
    }

    #[test]
    fn literal_stars_and_dollars_are_written_encoded() {
        let url = Url::parse("https://example.com/file-with-a-*.html?price=$5").unwrap();
        assert!(Pattern::new("/file-with-a-%2A.html").matches(&match_target(&url)));
        assert!(
            Pattern::new("/*price=$5").matches(&match_target(&url)),
            "an inner dollar is plain"
        );
        assert!(Pattern::new("/*price=%245$").matches(&match_target(&url)));
    }

    /// A matcher that goes back would need more steps than there are atoms.
    #[test]
    fn many_stars_do_not_blow_up() {
        let pattern = Pattern::new(&format!("/{}b$", "*a".repeat(20_000)));
        let target = format!("/{}", "a".repeat(200_000));
        assert!(!pattern.matches(&target));
    }
}
