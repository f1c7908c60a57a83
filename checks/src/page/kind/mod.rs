//! What kind of page it is, by positive signals: the first that is found decides.

mod address;
mod cards;
mod signals;
#[cfg(test)]
mod tests;
mod words;

use url::Url;

use crate::page::kind::address::Address;
use crate::page::kind::signals::Signals;
use crate::report::PageKind;

pub(crate) use signals::Evidence;

/// The kind of a page, and the signal that decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kind {
    /// The kind.
    pub kind: PageKind,
    /// Why, in one sentence.
    pub reason: &'static str,
}

impl Default for Kind {
    fn default() -> Self {
        Self { kind: PageKind::Other, reason: "Nothing says that it is of another kind." }
    }
}

/// Why a page is of a kind, if it is.
type Reason = Option<&'static str>;
/// Asks for the signals of one kind.
type Rule = fn(&Address, &Signals) -> Reason;

/// Decides the kind. `url` is none for a file of unknown address.
pub(crate) fn kind_of(url: Option<&Url>, evidence: &Evidence<'_>) -> Kind {
    let address = url.map(Address::of).unwrap_or_default();
    let signals = Signals::of(evidence);
    let rules: [(PageKind, Rule); 7] = [
        (PageKind::Qa, qa),
        (PageKind::Home, home),
        (PageKind::Product, product),
        (PageKind::Docs, docs),
        (PageKind::Listing, listing),
        (PageKind::Article, article),
        (PageKind::Listing, unfilled_listing),
    ];
    let found = rules.iter().find_map(|(kind, rule)| Some((*kind, rule(&address, &signals)?)));
    found.map(|(kind, reason)| Kind { kind, reason }).unwrap_or_default()
}

fn home(address: &Address, _: &Signals) -> Reason {
    address.is_start().then_some("The address has no path.")
}

fn qa(address: &Address, signals: &Signals) -> Reason {
    const POSTS: usize = 4;
    const POSTS_PERCENT: usize = 50;
    if signals.has_type(&["QAPage", "DiscussionForumPosting"]) {
        return Some("The structured data says that it is a discussion.");
    }
    let is_board = address.host_speaks_of(words::BOARDS) || address.path_has(words::BOARDS);
    if address.is_under(words::THREADS)
        || address.ends_in(words::THREAD_SCRIPTS)
        || (is_board && address.names_a("thread topic t"))
    {
        return Some("Its address is that of a discussion.");
    }
    let is_made_of_posts = signals.discussion_share >= POSTS_PERCENT;
    if is_made_of_posts && !signals.is_of_article_type() && !address.is_start() {
        return Some("Posts with an author or a date each follow each other.");
    }
    let has_posts = signals.posts >= POSTS && !address.path_has(words::HEADWORDS);
    (address.is_under(words::BOARD_THREADS) && (is_board || has_posts))
        .then_some("The address is that of a discussion, and posts follow each other.")
}

fn product(address: &Address, signals: &Signals) -> Reason {
    /// Lists have a button for each of their products.
    const BUTTONS: usize = 3;
    const CARDS: usize = 7;
    // A list names itself as a product, to show the stars of all that it holds.
    let is_rated_list =
        !signals.is_offered && signals.buttons_to_buy > BUTTONS && signals.is_made_of_cards();
    let is_list = signals.has_type(&["CollectionPage", "SearchResultsPage", "SomeProducts"])
        || (signals.has_type(&["ItemList"]) && !signals.is_offered)
        || signals.describes_many_products()
        || is_rated_list;
    if signals.is_of_article_type() || is_list {
        return None;
    }
    let is_named = address.is_under(words::PRODUCTS);
    let is_in_shop = is_named || address.is_under(words::SHOPS);
    let is_group = signals.open_graph(&["product.group"]) || address.path_has(words::LISTS);
    if signals.describes_product && (is_in_shop || !is_group) {
        Some("The structured data says that it is a product.")
    } else if signals.open_graph(&["product", "product.item", "og:product"]) {
        Some("Its Open Graph type is product.")
    } else if is_named {
        Some("Its address is that of a product.")
    } else if signals.buttons_to_buy == 0 || is_group {
        None
    } else if is_in_shop {
        Some("It has a button to buy, and its address is that of a product.")
    } else {
        (signals.buttons_to_buy <= BUTTONS && signals.cards <= CARDS)
            .then_some("It has a button to buy.")
    }
}

fn docs(address: &Address, signals: &Signals) -> Reason {
    const CODE_BLOCKS: usize = 3;
    const CODE_BLOCKS_OF_SIGNED: usize = 4;
    if signals.has_type(&["TechArticle", "APIReference"]) {
        return Some("The structured data says that it is documentation.");
    }
    if signals.is_made_for_docs && !address.is_category() {
        return Some("A documentation tool made it.");
    }
    let is_post = address.is_under(words::BLOGS) || address.host_has(words::BLOGS);
    let is_named = address.host_has(words::DOCS_HOSTS) || address.path_has(words::DOCS_PATHS);
    if is_named && !is_post && !address.is_category() {
        return Some("Its address is that of documentation.");
    }
    let is_post = is_post || address.is_under(words::POSTS);
    if signals.is_of_article_type() || signals.says_when_published || is_post {
        return None;
    }
    if signals.code_blocks >= CODE_BLOCKS && !signals.has_byline {
        return Some("It has code, and names neither author nor date.");
    }
    (signals.code_blocks >= CODE_BLOCKS_OF_SIGNED && signals.has_side_navigation)
        .then_some("It has code and a navigation beside it.")
}

fn listing(address: &Address, signals: &Signals) -> Reason {
    const BUTTONS: usize = 4;
    const CARDS: usize = 5;
    const LINKS_PERCENT: usize = 50;
    const LINKS_OF_NAMED_PERCENT: usize = 40;
    /// A list that scripts fill has hardly any text.
    const NO_TEXT_BYTES: usize = 500;
    const SOME_PROSE_BYTES: usize = 1_000;
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
    if signals.is_of_article_type() {
        return None;
    }
    if signals.has_type(&types) || (signals.has_type(&["ItemList"]) && signals.cards >= CARDS) {
        return Some("The structured data says that it is a list.");
    }
    if signals.describes_many_products() {
        return Some("The structured data describes many products.");
    }
    if signals.link_share >= LINKS_PERCENT {
        return Some("Most of its text is links.");
    }
    let is_named =
        address.path_has(words::LISTS) || address.ends_in(words::LIST_ENDS) || address.is_search();
    if signals.buttons_to_buy >= BUTTONS || (is_named && signals.buttons_to_buy > 1) {
        return Some("It has several buttons to buy.");
    }
    let has_links = signals.cards >= CARDS || signals.link_share >= LINKS_OF_NAMED_PERCENT;
    if is_named && (has_links || signals.text < NO_TEXT_BYTES) {
        return Some("Its address is that of a list, and links follow each other.");
    }
    let is_signed_article =
        signals.has_byline && signals.open_graph(&["article"]) && address.ends_in_words(4);
    let is_post =
        signals.prose >= SOME_PROSE_BYTES && (is_named_as_article(address) || is_signed_article);
    (signals.is_made_of_cards() && !is_post && !signals.says_when_published)
        .then_some("Many parts of one pattern, each with a link, make most of its text.")
}

/// A list that scripts fill, where nothing speaks for another kind: its text is what stands around
/// the list.
fn unfilled_listing(address: &Address, signals: &Signals) -> Reason {
    let is_written =
        signals.has_byline || signals.says_when_published || signals.open_graph(&["article"]);
    (address.path_has(words::CATEGORIES) && !is_written)
        .then_some("Its address is that of a list, and nothing says that it is of another kind.")
}

/// Whether its address is one that articles have.
fn is_named_as_article(address: &Address) -> bool {
    address.is_under(words::ARTICLES) || address.host_has(words::BLOGS) || address.is_dated()
}

fn article(address: &Address, signals: &Signals) -> Reason {
    const SOME_PROSE_BYTES: usize = 1_000;
    if signals.is_of_article_type() {
        return Some("The structured data says that it is an article.");
    }
    if signals.tells_how() {
        return Some("The structured data says that it is a recipe or instructions.");
    }
    if signals.says_when_published && signals.prose >= SOME_PROSE_BYTES {
        return Some("It says when it was published.");
    }
    if is_named_as_article(address) && signals.prose >= SOME_PROSE_BYTES {
        return Some("Its address is that of an article, and it is long enough.");
    }
    match address.path_speaks_of(words::OFFERS) {
        true => None,
        false => unnamed_article(address, signals),
    }
}

/// An article by its text alone.
fn unnamed_article(address: &Address, signals: &Signals) -> Reason {
    /// A text with more links than an article has offers something.
    const LINKS_PERCENT: usize = 20;
    let is_prose = |bytes, percent| signals.prose >= bytes && signals.prose_share >= percent;
    if is_prose(1_500, 50) && signals.has_byline {
        Some("It names who wrote it or when, and is prose.")
    } else if is_prose(1_500, 50)
        && signals.open_graph(&["article"])
        && signals.cards_share < 40
        && address.ends_in_words(3)
    {
        Some("Its Open Graph type is article, and it is prose.")
    } else if is_prose(2_500, 60) && signals.link_share < LINKS_PERCENT && address.ends_in_words(4)
    {
        Some("Its address is a headline, and its text is prose.")
    } else {
        is_prose(4_000, 85).then_some("It is long, and prose alone.")
    }
}
