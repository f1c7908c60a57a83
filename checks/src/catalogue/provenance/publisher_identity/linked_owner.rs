//! Names in lines without a sign or a year: “Copyright”, and a link with the owner's name.

use crate::page::DocumentFacts;

/// Words with which links lead to what a site says of copyright: “Copyright notice”.
const NOTICES: [&str; 8] =
    ["agent", "complaint", "information", "infringement", "law", "notice", "policy", "statement"];

/// The links outside the content that follow the word alone, the last first. Where the word is a part
/// of the link, that leads to a notice. Untrusted.
pub(super) fn linked_names(document: &DocumentFacts) -> impl Iterator<Item = &str> {
    let visible = &document.visible_text;
    let links = &document.outline.links;
    links.iter().enumerate().rev().filter_map(|(at, link)| {
        let place = &link.place;
        let before = visible.get(..place.text.start)?.rsplit('\n').next()?;
        let behind = visible.get(place.text.end..)?.split('\n').next()?;
        // The mark of the tool may follow, which is a link, too.
        let next = links.get(at + 1).map(|next| &next.place.text);
        let next = next.and_then(|next| next.start.checked_sub(place.text.end));
        let behind = next.and_then(|length| behind.get(..length)).unwrap_or(behind);
        let is_line = before.trim().eq_ignore_ascii_case("copyright")
            && !behind.contains(char::is_alphanumeric);
        let is_apart = !place.in_main || place.is_around;
        let text = visible.get(place.text.clone())?;
        let mut words = text.split_whitespace();
        let says_notice = words.any(|word| NOTICES.contains(&word.to_lowercase().as_str()));
        (is_line && is_apart && !says_notice).then_some(text)
    })
}
