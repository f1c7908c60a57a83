//! Pages of a manual of commands: “brew(1)”.

use crate::page::flow::Flow;
use crate::page::manual::name_line;

/// Whether a title is a name with the number of its section in a manual, and hardly more:
/// `brew(1)`, “brew(1) Manual Page”, “brew(3p) - Tea Leaf”.
pub(super) fn is_named_by(title: &str) -> bool {
    let title = title.trim();
    let (name, behind) = title.split_once(char::is_whitespace).unwrap_or((title, ""));
    let Some((name, section)) = name.strip_suffix(')').and_then(|name| name.split_once('(')) else {
        return false;
    };
    let is_sign = |char: char| char.is_ascii_alphanumeric() || "_-+.:@".contains(char);
    let mut section = section.chars();
    let is_section = section.next().is_some_and(|first| matches!(first, '1'..='9'))
        && section.clone().count() <= SECTION_LETTERS
        && section.all(|char| char.is_ascii_lowercase());
    let behind = behind.trim_start().to_lowercase();
    let is_label = behind.is_empty()
        || behind.starts_with(['-', '–', '—', '|', '·', ':'])
        || ["manual", "man page", "linux"].iter().any(|label| behind.starts_with(label));
    !name.is_empty() && name.chars().all(is_sign) && is_section && is_label
}

/// Letters behind the number of a section of a manual, at most: `3p`, `1ssl`.
const SECTION_LETTERS: usize = 4;

/// Whether a preformatted text has the sections of such a page, as `man` prints them: “NAME” over
/// “brew - pour water”, and “SYNOPSIS” or “DESCRIPTION”.
pub(super) fn is_set_in_sections(flow: &Flow) -> bool {
    let mut texts = flow.elements.iter().filter(|element| element.is("pre"));
    texts.any(|element| name_line(&flow.text[element.text.clone()]).is_some())
}
