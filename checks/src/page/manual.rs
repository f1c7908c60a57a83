//! Pages of a manual of commands, as `man` prints them.

/// The longest line, in bytes.
const LINE_BYTES: usize = 200;

/// The line below “NAME”, given such a text without its line breaks: “brew - pour water on leaves”.
/// “SYNOPSIS” or “DESCRIPTION” follows it.
pub(crate) fn name_line(text: &str) -> Option<&str> {
    let names = || text.match_indices("NAME ");
    let mut behind = names()
        .filter(|(at, _)| *at == 0 || text[..*at].ends_with(char::is_whitespace))
        .map(|(at, name)| &text[at + name.len()..]);
    let rest = behind.next()?;
    let ends = [" SYNOPSIS ", " DESCRIPTION "].into_iter().filter_map(|next| rest.find(next));
    let line = rest[..ends.min()?].trim();
    (line.len() <= LINE_BYTES && line.contains(" - ")).then_some(line)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_name_line_stands_below_its_heading() {
        let of = |name: &str, section: &str| {
            name_line(&format!("BREW(1) BREW(1) NAME {name} {section} brew cup")).map(str::to_owned)
        };
        let line = "brew - pour water";
        assert_eq!(of(line, "SYNOPSIS").as_deref(), Some(line));
        assert_eq!(of(line, "DESCRIPTION").as_deref(), Some(line));
        assert_eq!(of(line, "WATER"), None);
        assert_eq!(of("A poem on tea", "SYNOPSIS"), None);
        assert_eq!(of(&"brew - on ".repeat(40), "SYNOPSIS"), None);
        assert_eq!(name_line("RENAME brew - on SYNOPSIS it"), None);
    }
}
