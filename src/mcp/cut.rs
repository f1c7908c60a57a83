//! Documents, cut to what a reader can take.

use serde_json::Value;

/// What begins and ends a block of code, at least.
const FENCE: &str = "```";

/// How many bytes a text has as a string of JSON.
pub(super) fn escaped(text: &str) -> usize {
    Value::from(text).to_string().len()
}

/// The Markdown up to a line at which it can end; none where it needs no cut.
pub(super) fn markdown(whole: &str, room: usize) -> Option<String> {
    if escaped(whole) <= room {
        return None;
    }
    let mut text = String::new();
    let mut open: Option<&str> = None;
    let mut room = room;
    for line in whole.lines() {
        let after = match (fence(line), open) {
            (Some(fence), None) => Some(fence),
            (Some(fence), Some(opened)) if fence == opened => None,
            (_, open) => open,
        };
        // The quotes of the line as JSON are as long as its escaped line feed.
        let end = after.map_or(0, escaped);
        let needed = escaped(line);
        if needed + end > room {
            break;
        }
        room -= needed;
        open = after;
        text.push_str(line);
        text.push('\n');
    }
    if let Some(fence) = open {
        text.push_str(fence);
        text.push('\n');
    }
    Some(text)
}

/// The whole Markdown in parts that each fit. A block of code that goes over a border is ended
/// before it and begun anew behind it.
pub(super) fn parts(whole: &str, room: usize) -> Vec<String> {
    let mut parts = vec![Written::default()];
    let mut open: Option<&str> = None;
    for line in whole.lines() {
        let after = match (fence(line), open) {
            (Some(fence), None) => Some((fence, line)),
            (Some(_), Some(opening)) if fence(opening) == fence(line) => None,
            (_, Some(opening)) => fence(opening).map(|fence| (fence, opening)),
            (None, None) => None,
        };
        let end = after.map_or(0, |(fence, _)| escaped(fence));
        for piece in pieces(line, room / 2) {
            let fits = parts.last().is_some_and(|part| part.bytes + escaped(piece) + end <= room);
            if !fits {
                if let (Some(part), Some(fence)) = (parts.last_mut(), open.and_then(fence)) {
                    part.add(fence);
                }
                parts.push(Written::default());
                if let (Some(part), Some(opening)) = (parts.last_mut(), open) {
                    part.add(opening);
                }
            }
            if let Some(part) = parts.last_mut() {
                part.add(piece);
            }
        }
        open = after.map(|(_, opening)| opening);
    }
    parts.into_iter().map(|part| part.text).collect()
}

/// A part, and its bytes as a string of JSON.
#[derive(Default)]
struct Written {
    text: String,
    bytes: usize,
}

impl Written {
    fn add(&mut self, line: &str) {
        self.text.push_str(line);
        self.text.push('\n');
        // The quotes of the line as JSON are as long as its escaped line feed.
        self.bytes += escaped(line);
    }
}

/// A line in pieces that each fit; nearly all are one.
fn pieces(line: &str, room: usize) -> Vec<&str> {
    if escaped(line) <= room {
        return vec![line];
    }
    let mut pieces = Vec::new();
    let mut begin = 0;
    let mut bytes = 2;
    for (index, char) in line.char_indices() {
        let needed = escaped(char.encode_utf8(&mut [0; 4])) - 2;
        if bytes + needed > room && index > begin {
            pieces.push(&line[begin..index]);
            (begin, bytes) = (index, 2);
        }
        bytes += needed;
    }
    pieces.push(&line[begin..]);
    pieces
}

/// What begins or ends a block of code, on a line that does.
fn fence(line: &str) -> Option<&str> {
    let line = line.trim_start();
    let length = line.bytes().take_while(|byte| *byte == b'`').count();
    (length >= FENCE.len()).then(|| &line[..length])
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_block_that_is_cut_is_ended() {
        let text = format!("# A\n\n````json\n{}````\n", "{\"a\": \"```\"}\n".repeat(20));
        let cut = markdown(&text, 120).unwrap();
        assert!(cut.starts_with("# A\n\n````json\n") && cut.ends_with("\n````\n"), "{cut}");
        assert_eq!(markdown("# A\n", 120), None);
    }

    #[test]
    fn a_block_goes_on_in_the_next_part() {
        let text = format!("# A\n\n```json\n{}```\nEnd.\n", "{\"a\": 1}\n".repeat(20));
        let parts = parts(&text, 100);
        assert!(parts.len() > 2, "{parts:?}");
        assert!(parts[0].starts_with("# A\n\n```json\n") && parts[0].ends_with("\n```\n"));
        assert!(parts[1].starts_with("```json\n{\"a\": 1}\n"), "{parts:?}");
        assert!(parts.concat().ends_with("```\nEnd.\n"), "{parts:?}");
        assert_eq!(super::parts("# A\n", 100), ["# A\n"]);
    }

    #[test]
    fn a_long_line_is_given_in_pieces() {
        let text = "é".repeat(300);
        let parts = parts(&text, 100);
        assert_eq!(parts.concat().replace('\n', ""), text);
        assert!(parts.iter().all(|part| escaped(part) <= 102), "{parts:?}");
    }

    proptest! {
        #[test]
        fn parts_fit_and_lose_nothing(lines in prop::collection::vec("[a-z\"\\\\ ]{0,40}", 0..60)) {
            let text = lines.join("\n");
            let parts = parts(&text, 100);
            prop_assert!(parts.iter().all(|part| escaped(part) <= 102), "{parts:?}");
            prop_assert_eq!(parts.concat().replace('\n', ""), text.replace('\n', ""));
        }

        #[test]
        fn a_cut_fits(lines in prop::collection::vec("[`a\"\\\\ ]{0,20}", 0..40)) {
            let text = lines.join("\n");
            let cut = markdown(&text, 100).unwrap_or(text);
            prop_assert!(escaped(&cut) <= 100 + 2, "{cut:?}");
        }
    }
}
