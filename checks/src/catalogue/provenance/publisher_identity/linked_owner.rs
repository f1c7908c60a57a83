//! Names in lines without a sign or a year: “Copyright”, and a link with the owner's name.

use super::words::{is_name_of_terms, purpose};
use crate::page::DocumentFacts;

/// Words with which links lead to what a site says of copyright: “Copyright notice”.
const NOTICES: [&str; 8] =
    ["agent", "complaint", "information", "infringement", "law", "notice", "policy", "statement"];

/// Links that are looked at, from the end of the page on.
const LOOKED_AT: usize = 500;
/// Bytes before and behind a link that are looked at.
const NEAR: usize = 200;

/// The links outside the content that follow the word alone, the last first. Where the word is a part
/// of the link, that leads to a notice. Untrusted.
pub(super) fn linked_names(document: &DocumentFacts) -> impl Iterator<Item = &str> {
    let visible = &document.visible_text;
    let links = &document.outline.links;
    links.iter().enumerate().rev().take(LOOKED_AT).filter_map(|(at, link)| {
        let place = &link.place;
        let near = visible.floor_char_boundary(place.text.start.saturating_sub(NEAR));
        let before = visible.get(near..place.text.start)?.rsplit('\n').next()?;
        let far = visible.floor_char_boundary((place.text.end + NEAR).min(visible.len()));
        let behind = visible.get(place.text.end..far)?.split('\n').next()?;
        // The word may lead to a notice itself, and what follows it to others.
        let is_beside_link = at
            .checked_sub(1)
            .is_some_and(|last| links[last].place.text.end + before.len() > place.text.start);
        let text = visible.get(place.text.clone())?;
        if is_beside_link || purpose(text).is_some() || is_name_of_terms(text) {
            return None;
        }
        // The mark of the tool may follow, which is a link, too.
        let next = links.get(at + 1).map(|next| &next.place.text);
        let next = next.and_then(|next| next.start.checked_sub(place.text.end));
        let behind = next.and_then(|length| behind.get(..length)).unwrap_or(behind);
        let is_line = before.trim().eq_ignore_ascii_case("copyright")
            && !behind.contains(char::is_alphanumeric);
        let is_apart = !place.in_main || place.is_around;
        let mut words = text.split_whitespace();
        let says_notice = words.any(|word| NOTICES.contains(&word.to_lowercase().as_str()));
        (is_line && is_apart && !says_notice).then_some(text)
    })
}
