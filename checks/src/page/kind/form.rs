//! Pages that are a form: to log in, to register, to ask for a new password, to write to somebody.

use super::address::Address;
use super::signals::Signals;
use super::words;

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
