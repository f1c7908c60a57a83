//! The page of one product.

use super::address::Address;
use super::signals::Signals;
use super::words;

/// A reason that only the shape of a page gives.
pub(super) const BUTTON: &str = "It has a buy button.";

pub(super) fn product(address: &Address, signals: &Signals) -> Option<&'static str> {
    /// Lists have a button for each of their products.
    const BUTTONS: usize = 3;
    const CARDS_MOST: usize = 7;
    const CARDS_OF_SHELF: usize = 12;
    // A list names itself as a product, to show the stars of all that it holds.
    let is_rated_list =
        !signals.is_offered && signals.buttons_to_buy > BUTTONS && signals.is_made_of_cards();
    let is_list = signals.has_type(&["CollectionPage", "SearchResultsPage", "SomeProducts"])
        || (signals.has_type(&["ItemList"]) && !signals.is_offered)
        || signals.describes_many_products()
        || is_rated_list;
    // Services name themselves as products to show their stars.
    let is_service = !signals.is_offered && address.path_has(words::SERVICES);
    if signals.is_of_article_type() || is_list || is_service {
        return None;
    }
    let is_named = address.is_under(words::PRODUCTS);
    let is_in_shop = is_named || address.is_under(words::SHOPS);
    let is_group = signals.open_graph(&["product.group"]) || address.path_has(words::LISTS);
    // Shops whose lists have the same head as their products.
    let is_shelf = !is_named && signals.is_made_of_cards() && signals.cards >= CARDS_OF_SHELF;
    if signals.describes_product && (is_in_shop || !is_group) {
        Some("The structured data says it is a product.")
    } else if signals.open_graph(&["product", "product.item", "og:product"]) && !is_shelf {
        Some("Its Open Graph type is product.")
    } else if is_named {
        Some("Its URL looks like a product page.")
    } else if signals.buttons_to_buy == 0 || is_group {
        None
    } else if is_in_shop {
        Some("It has a buy button, and its URL looks like a product page.")
    } else {
        (signals.buttons_to_buy <= BUTTONS && signals.cards <= CARDS_MOST).then_some(BUTTON)
    }
}
