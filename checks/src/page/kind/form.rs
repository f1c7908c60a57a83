//! Pages that are a form: to log in, to register, to ask for a new password, to write to somebody.

use html5ever::local_name;
use select::document::Document;

use super::address::Address;
use super::signals::Signals;
use super::words;
use crate::page::flow::Flow;
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
    if signals.prose >= PROSE_BYTES || address.ends_in_words(WORDS_MOST + 1) {
        return None;
    }
    let is_of_account = address.ends_with_word(words::ACCOUNTS) && signals.asks_for_password;
    let is_of_contact = address.ends_in(words::CONTACTS) && signals.asks_for_message;
    match () {
        () if is_of_account => Some(ACCOUNT),
        () if is_of_contact => Some(CONTACT),
        () => None,
    }
}

/// Whether the page has a field for a password, or for the address to which a new one is sent.
pub(super) fn asks_for_password(document: &Document, flow: &Flow) -> bool {
    inputs(document, flow).any(|kind| matches!(&*kind, "password" | "email"))
}

/// Whether the page has a field for a text.
pub(super) fn asks_for_message(document: &Document, flow: &Flow) -> bool {
    flow.elements.iter().any(|element| element.is("textarea"))
        || inputs(document, flow).any(|kind| kind == "email")
}

/// The types of its fields, lower case.
fn inputs<'a>(document: &'a Document, flow: &'a Flow) -> impl Iterator<Item = String> + 'a {
    flow.elements
        .iter()
        .filter(|element| element.is("input"))
        .filter_map(|input| document.nth(input.node))
        .filter_map(|input| attribute(input, &local_name!("type")))
        .map(|kind| kind.trim().to_ascii_lowercase())
}
