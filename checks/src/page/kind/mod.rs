//! What kind of page it is, by positive signals: the first that is found decides.

mod address;
mod article;
mod beside;
mod cards;
mod entry;
mod manual;
mod running;
mod search;
mod signals;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod tests_of_entries;
#[cfg(test)]
mod tests_of_lists;
#[cfg(test)]
mod tests_of_offers;
mod words;

use url::Url;

use crate::page::kind::address::Address;
use crate::page::kind::article::{article, is_named_as_article, is_offer, is_told_as_article};
use crate::page::kind::signals::Signals;
use crate::report::{KIND_GIVEN, PageKind};

pub(crate) use signals::Evidence;

/// The kind of a page, and the signal that decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kind {
    /// The kind.
    pub kind: PageKind,
    /// Why, in one sentence.
    pub reason: &'static str,
    /// Whether it may as well be an article, of which more is asked.
    pub may_be_article: bool,
    /// Whether nothing but its shape says that it is an article: it may as well be a page of a
    /// company or a school, of which less is asked.
    pub may_be_none: bool,
}

impl Default for Kind {
    fn default() -> Self {
        Self::sure(PageKind::Other, "Nothing in the page says what kind it is.")
    }
}

impl Kind {
    /// A kind that nothing speaks against.
    pub(crate) const fn sure(kind: PageKind, reason: &'static str) -> Self {
        Self { kind, reason, may_be_article: false, may_be_none: false }
    }

    /// A kind that the caller named.
    pub(crate) const fn given(kind: PageKind) -> Self {
        Self::sure(kind, KIND_GIVEN)
    }

    /// The kind that the page is read and judged as: of those that it may be, the one of which most
    /// is asked, so that no page gains by being misread.
    #[must_use]
    pub fn judged_as(self) -> PageKind {
        if self.may_be_article { PageKind::Article } else { self.kind }
    }

    /// Whether it is the page of a site's own search.
    #[must_use]
    pub fn is_search(self) -> bool {
        self.reason == SEARCH
    }

    /// The kind of which least is asked, of those that it may be.
    #[must_use]
    pub fn may_be_read_as(self) -> PageKind {
        if self.may_be_none { PageKind::Other } else { self.kind }
    }
}

/// Reasons that only the shape of a page gives.
const LINKS: &str = "Most of its text is links.";
const CARDS: &str = "Most of its text is in many similar parts, each with a link.";
const BUTTON: &str = "It has a buy button.";
/// Why a page is that of a search.
const SEARCH: &str = "It is the site's search page.";

/// Why a page is of a kind, if it is.
type Reason = Option<&'static str>;
/// Asks for the signals of one kind.
type Rule = fn(&Address, &Signals) -> Reason;

/// Decides the kind. `url` is none for a file of unknown address.
pub(crate) fn kind_of(url: Option<&Url>, evidence: &Evidence<'_>) -> Kind {
    let address = url.map(Address::of).unwrap_or_default();
    let signals = Signals::of(evidence);
    let rules: [(PageKind, Rule); 8] = [
        (PageKind::Listing, search),
        (PageKind::Qa, qa),
        (PageKind::Home, home),
        (PageKind::Product, product),
        (PageKind::Docs, docs),
        (PageKind::Listing, listing),
        (PageKind::Article, article),
        (PageKind::Listing, unfilled_listing),
    ];
    let found = rules.iter().find_map(|(kind, rule)| Some((*kind, rule(&address, &signals)?)));
    let kind = found.map(|(kind, reason)| Kind::sure(kind, reason)).unwrap_or_default();
    Kind {
        may_be_article: may_be_article(kind, &address, &signals),
        may_be_none: may_be_none(kind, &address, &signals),
        ..kind
    }
}

fn search(address: &Address, signals: &Signals) -> Reason {
    /// More is a text on searching.
    const PROSE_BYTES: usize = 1_000;
    let is_one = address.ends_in(words::SEARCHES) && signals.searches;
    (signals.is_frame_of_results || (is_one && signals.prose < PROSE_BYTES)).then_some(SEARCH)
}

fn home(address: &Address, signals: &Signals) -> Reason {
    if address.is_start() {
        return Some("Its URL has no path.");
    }
    let is_named = signals.is_titled_home && address.is_start_of_folder();
    (is_named && !signals.is_of_article_type()).then_some("Its title says that it is a home page.")
}

fn qa(address: &Address, signals: &Signals) -> Reason {
    const POSTS: usize = 4;
    const POSTS_PERCENT: usize = 50;
    if signals.has_type(&["QAPage", "DiscussionForumPosting"]) {
        return Some("The structured data says it is a discussion.");
    }
    let is_board = address.host_speaks_of(words::BOARDS)
        || address.path_has(words::BOARDS)
        || signals.is_made_for_boards;
    if address.is_under(words::THREADS)
        || address.numbers_a(words::QUESTIONS)
        || address.ends_in(words::THREAD_SCRIPTS)
        || (is_board && address.names_a("thread topic t"))
    {
        return Some("Its URL looks like a discussion.");
    }
    let is_made_of_posts = signals.discussion_share >= POSTS_PERCENT;
    if is_made_of_posts && !signals.is_of_article_type() && !address.is_start() {
        return Some("It has a series of posts, each with an author or a date.");
    }
    let is_numbered = address.numbers_a(words::NUMBERED_POSTS) && !signals.is_published;
    if is_numbered && signals.posts >= POSTS && !signals.is_of_article_type() {
        return Some("Its URL has the number of a post, and it has a series of posts.");
    }
    let has_posts = signals.posts >= POSTS && !address.path_has(words::HEADWORDS);
    match address.is_under(words::BOARD_THREADS) {
        true if has_posts => Some("Its URL looks like a discussion, and it has a series of posts."),
        true if is_board => Some("Its URL looks like a discussion on a board."),
        _ => None,
    }
}

fn product(address: &Address, signals: &Signals) -> Reason {
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

fn docs(address: &Address, signals: &Signals) -> Reason {
    const SOME_PROSE_BYTES: usize = 300;
    const CODE_BLOCKS: usize = 3;
    const CODE_BLOCKS_OF_SIGNED: usize = 4;
    if signals.has_type(&["TechArticle", "APIReference"]) {
        return Some("The structured data says it is documentation.");
    }
    let is_unsigned = !signals.is_of_article_type()
        && !signals.says_when_published
        && !signals.has_byline
        && !is_named_as_article(address);
    if is_unsigned && signals.entry.begins_with_diagram {
        return Some("A syntax diagram comes before its text.");
    }
    if signals.is_manual_page && !signals.is_of_article_type() && !signals.says_when_published {
        return Some("Its title or its sections are those of a manual page.");
    }
    if signals.is_of_contents() {
        return None;
    }
    if signals.is_made_for_docs && !address.is_category() {
        return Some("A documentation tool generated it.");
    }
    let is_post = address.is_under(words::BLOGS) || address.host_has(words::BLOGS);
    let is_named = address.host_has(words::DOCS_HOSTS) || address.path_has(words::DOCS_PATHS);
    if is_named && !is_post && !address.is_category() {
        return Some("Its URL looks like documentation.");
    }
    if signals.is_edited_in_repository && !is_post {
        return Some("It has an edit link to its source.");
    }
    let is_help = address.host_has(words::HELP_HOSTS) || address.is_under(words::HELP_PATHS);
    if is_help && !is_post && !signals.is_of_article_type() && signals.prose >= SOME_PROSE_BYTES {
        return Some("Its URL looks like customer help.");
    }
    if is_unsigned && let Some(reason) = signals.entry.reason() {
        return Some(reason);
    }
    let is_post = is_post || address.is_under(words::POSTS);
    if signals.is_of_article_type() || signals.says_when_published || is_post {
        return None;
    }
    if signals.code_blocks >= CODE_BLOCKS && !signals.has_byline {
        return Some("It has code, and no author or date.");
    }
    (signals.code_blocks >= CODE_BLOCKS_OF_SIGNED && signals.has_side_navigation)
        .then_some("It has code and sidebar navigation.")
}

fn listing(address: &Address, signals: &Signals) -> Reason {
    const BUTTONS: usize = 4;
    const CARDS_LEAST: usize = 5;
    const LINKS_PERCENT: usize = 50;
    const LINKS_OF_NAMED_PERCENT: usize = 40;
    /// A list that scripts fill has hardly any text.
    const NO_TEXT_BYTES: usize = 500;
    const SOME_PROSE_BYTES: usize = 1_000;
    const CARDS_PERCENT_OF_OFFER: usize = 40;
    const CARDS_OF_SHELF: usize = 12;
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
    if is_named && !(is_told && is_signed) && (has_links || signals.text < NO_TEXT_BYTES) {
        return Some("Its URL looks like a list, and it has a series of links.");
    }
    if is_told {
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
fn unfilled_listing(address: &Address, signals: &Signals) -> Reason {
    let is_written =
        signals.has_byline || signals.says_when_published || signals.open_graph(&["article"]);
    (address.path_has(words::CATEGORIES) && !is_written)
        .then_some("Its URL looks like a list, and there is no sign of another kind of page.")
}

/// Whether a page that was taken for an article may be none: nobody signed and dated it, and only its
/// prose says so, or its address above buttons, or a type that stands over a series of cards. Many
/// systems give that type to every page, with the day on which it was made: notes of a few lines and
/// coupons, too.
fn may_be_none(kind: Kind, address: &Address, signals: &Signals) -> bool {
    /// Bytes of prose; less is a note.
    const NOTE_BYTES: usize = 1_000;
    let is_written = signals.says_when_published || signals.is_published || signals.has_byline;
    kind.kind == PageKind::Article
        && match kind.reason {
            article::OF_TYPE => {
                address.path_speaks_of(words::PROMOTIONS)
                    || (signals.prose < NOTE_BYTES && !signals.has_byline)
                    || (signals.is_made_of_cards() && !is_written)
            }
            // What stands in a blog is a post, whatever stands below it.
            article::NAMED => {
                signals.calls > article::CALLS_MOST
                    && !is_written
                    && !address.is_under(words::BLOGS)
            }
            article::OPEN_GRAPH => signals.is_standing && !is_written,
            reason => article::BY_SHAPE.contains(&reason) && !is_written,
        }
}

/// Whether a page that was taken for another kind by its shape, or for none, may be an article.
fn may_be_article(kind: Kind, address: &Address, signals: &Signals) -> bool {
    /// A text that is offered something beside has no longer run.
    const LONGEST_PERCENT: usize = 35;
    const LINKS_PERCENT: usize = 25;
    const CALLS_MOST: usize = 2;
    const CALLS_MOST_OF_SIGNED: usize = 8;
    let is_written =
        signals.is_published || (signals.has_byline && signals.calls <= CALLS_MOST_OF_SIGNED);
    match (kind.kind, kind.reason) {
        (PageKind::Other, _) => {
            !is_offer(address, signals)
                && !address.path_speaks_of(words::OFFERS)
                && (is_written || signals.calls <= CALLS_MOST)
                && is_told_as_article(address, signals)
                && signals.running.longest_percent() >= LONGEST_PERCENT
                && signals.link_share < LINKS_PERCENT
        }
        (PageKind::Listing, LINKS | CARDS) => is_written && signals.has_running_text(1_000, 30),
        (PageKind::Product, BUTTON) => signals.is_published && signals.has_running_text(2_500, 40),
        _ => false,
    }
}
