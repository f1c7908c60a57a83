//! Pages that are a form: to log in, to register, to ask for a new password, to write to somebody.

use html5ever::local_name;
use select::document::Document;

use super::address::Address;
use super::signals::Signals;
use super::words;
use crate::page::flow::Flow;
use crate::page::marks::Marks;
use crate::page::tree::attribute;

/// Why such a page is of no particular kind.
const ACCOUNT: &str =
    "Its URL says that it is a page to log in or register, and it has hardly any prose.";
/// The same of a page to write to somebody.
const CONTACT: &str = "Its URL says that it is a contact page, and it has hardly any prose.";

/// Why a page is only a form.
pub(super) const REASONS: [&str; 2] = [ACCOUNT, CONTACT];

/// Why a page is a form, if it is: by the last segment of its path and what it asks for. Templates
/// give such pages the types and the menus of all others.
pub(super) fn form(address: &Address, signals: &Signals) -> Option<&'static str> {
    /// Bytes of prose; more is a text on the subject.
    const PROSE_BYTES: usize = 1_500;
    /// Words of the last segment; more are a headline.
    const WORDS_MOST: usize = 4;
    let is_written = signals.is_of_article_type()
        && (signals.has_byline || signals.says_when_published || signals.is_published);
    let is_other = is_written || signals.is_made_for_docs || signals.is_generated;
    if is_other || signals.prose >= PROSE_BYTES || address.ends_in_words(WORDS_MOST + 1) {
        return None;
    }
    let is_of_account = (address.ends_in(words::ACCOUNTS) || address.ends_with_word(words::LOGINS))
        && signals.asks_for_password;
    let is_of_contact = address.ends_in(words::CONTACTS) && signals.asks_for_message;
    match () {
        () if is_of_account => Some(ACCOUNT),
        () if is_of_contact => Some(CONTACT),
        () => None,
    }
}

/// Whether the content has a field for a password, or the address to which a new one is sent and hardly
/// any text.
pub(super) fn asks_for_password(document: &Document, flow: &Flow, prose: usize) -> bool {
    /// Bytes of prose beside a field for an address alone.
    const FEW_BYTES: usize = 400;
    inputs(document, flow).any(|kind| kind == "password" || (kind == "email" && prose < FEW_BYTES))
}

/// Whether the content has a field for a text.
pub(super) fn asks_for_message(document: &Document, flow: &Flow) -> bool {
    (0..flow.elements.len()).any(|at| flow.elements[at].is("textarea") && !is_in_frame(flow, at))
        || inputs(document, flow).any(|kind| kind == "email")
}

/// The types of its fields that don't stand in the head, the foot or a menu, lower case.
fn inputs<'a>(document: &'a Document, flow: &'a Flow) -> impl Iterator<Item = String> + 'a {
    (0..flow.elements.len())
        .filter(|at| flow.elements[*at].is("input"))
        .filter_map(|at| Some((at, document.nth(flow.elements[at].node)?)))
        .filter_map(|(at, input)| Some((at, attribute(input, &local_name!("type"))?)))
        .map(|(at, kind)| (at, kind.trim().to_ascii_lowercase()))
        .filter(|(_, kind)| matches!(kind.as_str(), "password" | "email"))
        .filter(|(at, _)| !is_in_frame(flow, *at))
        .map(|(_, kind)| kind)
}

/// Whether an element stands in what all pages of the site have around their content.
fn is_in_frame(flow: &Flow, at: usize) -> bool {
    /// Elements around it that are looked at.
    const AROUND_MAX: usize = 32;
    let frame = Marks::NAVIGATION
        | Marks::FOOTER
        | Marks::HEADER
        | Marks::ASIDE
        | Marks::PROMOTION
        | Marks::OVERLAY;
    let up = |at: &usize| Some(flow.elements[*at].parent).filter(|up| up < at);
    let mut around = std::iter::successors(Some(at), up).take(AROUND_MAX);
    around.any(|at| flow.elements[at].marks.intersects(frame))
}
