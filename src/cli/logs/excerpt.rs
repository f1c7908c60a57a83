//! A line that can't be read, shown without whoever made the request.

use crate::cli::logs::limits::EXCERPT_CHARACTERS;

/// What stands in for something that may be an address or a name.
const HIDDEN: &str = "[hidden]";

/// What to say of an excerpt before it is shown.
pub(super) fn about_hidden(excerpt: &str) -> &'static str {
    if excerpt.contains(HIDDEN) { " (addresses and names are hidden)" } else { "" }
}

/// The beginning of the line, in visible characters, without anything that may name a client: its
/// first word (an address or a host name), whatever else looks like an address, and what follows a
/// `?` or an `@`.
pub(super) fn excerpt(line: &[u8]) -> String {
    let end = line.len().min(EXCERPT_CHARACTERS * 4);
    let text = String::from_utf8_lossy(&line[..end]);
    let visible: String =
        text.chars().map(|char| if char.is_control() { ' ' } else { char }).collect();
    let mut words = Vec::new();
    for (place, word) in visible.split(' ').enumerate() {
        // A field's name ends with a colon, as in `User-agent: *`.
        let is_dotted = word.contains('.') || word.trim_end_matches(':').contains(':');
        let is_name = place == 0 && is_dotted && !word.starts_with(['{', '#']);
        words.push(if is_name { HIDDEN.to_owned() } else { without_addresses(word) });
    }
    let shown = words.join(" ");
    match shown.char_indices().nth(EXCERPT_CHARACTERS) {
        Some((end, _)) => format!("{}…", &shown[..end]),
        None => shown,
    }
}

/// The word without what looks like an address, a query or a name at a host.
fn without_addresses(word: &str) -> String {
    if word.contains('@') {
        return HIDDEN.to_owned();
    }
    let (word, query) = match word.find('?') {
        Some(at) => (&word[..at], "?…"),
        None => (word, ""),
    };
    let is_of_address = |char: char| char.is_ascii_hexdigit() || matches!(char, '.' | ':');
    let mut shown = String::new();
    let mut rest = word;
    while !rest.is_empty() {
        let end = rest.find(|char| !is_of_address(char)).unwrap_or(rest.len());
        let (run, after) = rest.split_at(end);
        let separators = run.matches(['.', ':']).count();
        let is_address = separators >= 2 || (separators >= 1 && run.contains("::"));
        shown.push_str(if is_address { HIDDEN } else { run });
        let other = after.find(is_of_address).unwrap_or(after.len());
        shown.push_str(&after[..other]);
        rest = &after[other..];
    }
    shown + query
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn an_excerpt_hides_who_asked() {
        for (line, expected) in [
            ("192.0.2.7 - ada [22/Nov/2026", "[hidden] - ada [22/Nov/2026"),
            ("dsl-7.example.net - - \"GET /a?mail=ada HTTP", "[hidden] - - \"GET /a?… HTTP"),
            (
                "{\"remote_addr\":\"192.0.2.7\",\"x\":\"2001:db8::7\"",
                "{\"remote_addr\":\"[hidden]\",\"x\":\"[hidden]\"",
            ),
            ("x ada@example.org \u{1b}[31m", "x [hidden]  [31m"),
            ("a b 192.0.2", "a b [hidden]"),
            ("www.example.org: a", "[hidden] a"),
            ("localhost:80 - -", "[hidden] - -"),
            ("fe80:: - -", "[hidden] - -"),
            ("User-agent: *", "User-agent: *"),
        ] {
            assert_eq!(excerpt(line.as_bytes()), expected, "{line}");
        }
        assert_eq!(excerpt(&[b'x'; 1_000]).chars().count(), EXCERPT_CHARACTERS + 1);
    }

    proptest! {
        #[test]
        fn no_address_is_in_an_excerpt(
            before in "[ -~]{0,20}", bytes: [u8; 4], words: [u16; 8], after in "[ \"\\],;]?[ -~]{0,10}",
        ) {
            let v4 = std::net::Ipv4Addr::from(bytes).to_string();
            let v6 = std::net::Ipv6Addr::from(words).to_string();
            for address in [v4, v6] {
                let shown = excerpt(format!("{before} {address}{after}").as_bytes());
                prop_assert!(!shown.contains(&address) || address.len() < 4, "{}", shown);
            }
        }
    }
}
