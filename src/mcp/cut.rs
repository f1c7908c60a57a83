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

    proptest! {
        #[test]
        fn a_cut_fits(lines in prop::collection::vec("[`a\"\\\\ ]{0,20}", 0..40)) {
            let text = lines.join("\n");
            let cut = markdown(&text, 100).unwrap_or(text);
            prop_assert!(escaped(&cut) <= 100 + 2, "{cut:?}");
        }
    }
}
