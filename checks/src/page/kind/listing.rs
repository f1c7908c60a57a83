//! A list of other pages or products.

use super::address::Address;
use super::article::{is_named_as_article, is_offer, is_told_as_article};
use super::signals::Signals;
use super::words;

/// Reasons that only the shape of a page gives.
pub(super) const LINKS: &str = "Most of its text is links.";
pub(super) const CARDS: &str = "Most of its text is in many similar parts, each with a link.";

pub(super) fn listing(address: &Address, signals: &Signals) -> Option<&'static str> {
    const BUTTONS: usize = 4;
    const CARDS_LEAST: usize = 5;
    const LINKS_PERCENT: usize = 50;
    const LINKS_OF_NAMED_PERCENT: usize = 40;
    /// A list that scripts fill has hardly any text.
    const NO_TEXT_BYTES: usize = 500;
    const SOME_PROSE_BYTES: usize = 1_000;
    const CARDS_PERCENT_OF_OFFER: usize = 40;
    const CARDS_OF_SHELF: usize = 12;
    const ONE_TEXT_BYTES: usize = 2_500;
    const ONE_TEXT_PERCENT: usize = 85;
    const ONE_TEXT_LINKS_PERCENT: usize = 10;
    let types = [
        "CollectionPage",
        "SearchResultsPage",
        "ProductCollection",
        "OfferCatalog",
        // What some products have in common.
        "SomeProducts",
    ];
    if signals.open_graph(&["product.group"]) {
        return Some("Its Open Graph type is a group of products.");
    }
    if signals.is_archive && !signals.is_of_article_type() {
        return Some("The classes of its `<body>` say that it is an archive of posts.");
    }
    if signals.is_of_article_type() || signals.is_recipe() {
        return None;
    }
    // What a company offers may be listed on a page that is about one of its services.
    let lists = signals.cards >= CARDS_LEAST
        && (signals.cards_share >= CARDS_PERCENT_OF_OFFER || !is_offer(address, signals));
    if signals.has_type(&types) || (signals.has_type(&["ItemList"]) && lists) {
        return Some("The structured data says it is a list.");
    }
    if signals.describes_many_products() {
        return Some("The structured data describes many products.");
    }
    let is_told = is_told_as_article(address, signals);
    let is_named =
        address.path_has(words::LISTS) || address.ends_in(words::LIST_ENDS) || address.is_search();
    let has_buttons = signals.buttons_to_buy >= BUTTONS || (is_named && signals.buttons_to_buy > 1);
    if has_buttons && !(is_told && signals.is_published) {
        return Some("It has several buy buttons.");
    }
    let is_signed =
        (signals.is_published || signals.has_byline) && signals.link_share < LINKS_OF_NAMED_PERCENT;
    let has_links = signals.cards >= CARDS_LEAST || signals.link_share >= LINKS_OF_NAMED_PERCENT;
    // A release under “news” is told in one piece.
    let is_one_text = signals.link_share < ONE_TEXT_LINKS_PERCENT
        && signals.running.longest >= ONE_TEXT_BYTES
        && signals.running.longest_percent() >= ONE_TEXT_PERCENT;
    if is_named
        && !is_one_text
        && !(is_told && is_signed)
        && (has_links || signals.text < NO_TEXT_BYTES)
    {
        return Some("Its URL looks like a list, and it has a series of links.");
    }
    if is_told || address.is_post_of_day() {
        return None;
    }
    // What a tool makes of a manual has lines around the entries of its indexes.
    let is_index = signals.is_made_for_docs && signals.is_of_contents();
    if signals.link_share >= LINKS_PERCENT || is_index {
        return Some(LINKS);
    }
    let has_call_each = signals.cards >= CARDS_OF_SHELF && signals.calls >= signals.cards;
    if has_call_each && !signals.has_byline && !is_offer(address, signals) {
        return Some("It has many similar parts, each with a button.");
    }
    let is_signed_article =
        signals.has_byline && signals.open_graph(&["article"]) && address.ends_in_words(4);
    let is_post =
        signals.prose >= SOME_PROSE_BYTES && (is_named_as_article(address) || is_signed_article);
    (signals.is_made_of_cards() && !is_post && !signals.says_when_published).then_some(CARDS)
}

/// A list that scripts fill, where nothing speaks for another kind: its text is what stands around
/// the list.
pub(super) fn unfilled_listing(address: &Address, signals: &Signals) -> Option<&'static str> {
    let is_written =
        signals.has_byline || signals.says_when_published || signals.open_graph(&["article"]);
    (address.path_has(words::CATEGORIES) && !is_written)
        .then_some("Its URL looks like a list, and there is no sign of another kind of page.")
}
