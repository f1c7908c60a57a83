//! What makes a page an article, and what makes it an offer instead.

use super::address::Address;
use super::signals::Signals;
use super::words;

/// The structured data calls it an article.
pub(super) const OF_TYPE: &str = "The structured data says it is an article.";
/// Its Open Graph type, which systems give to every page of a site, and its length.
pub(super) const OPEN_GRAPH: &str = "Its Open Graph type is article, and its text is prose.";
const SIGNED: &str =
    "Its Open Graph type is article, it names an author, and a text runs through it.";
const NUMBERED: &str = "Its Open Graph type is article, and its URL looks like that of an article.";
const HEADLINE: &str = "Its URL looks like a headline, and its text is prose.";
const QUESTION: &str = "Its heading is a question, and its text is prose.";
const PROSE: &str = "It is long, and its text is all prose.";
/// What its address says alone.
pub(super) const NAMED: &str = "Its URL looks like an article, and it is long enough.";
/// What the shape of a page says alone.
pub(super) const BY_SHAPE: [&str; 3] = [HEADLINE, QUESTION, PROSE];

/// Whether its address is one that articles have.
pub(super) fn is_named_as_article(address: &Address) -> bool {
    address.is_under(words::ARTICLES)
        || address.host_has(words::BLOGS)
        || address.is_dated()
        || address.is_post_of_day()
}

pub(super) fn article(address: &Address, signals: &Signals) -> Option<&'static str> {
    const SOME_PROSE_BYTES: usize = 1_000;
    /// Prose of a post that its URL names by the day and a headline.
    const SHORT_POST_BYTES: usize = 400;
    if signals.is_of_article_type() {
        return Some(OF_TYPE);
    }
    if signals.tells_how() {
        return Some("The structured data says it is a recipe or instructions.");
    }
    let is_offer = is_offer(address, signals);
    if signals.says_when_published && signals.prose >= SOME_PROSE_BYTES && !is_offer {
        return Some("It has a publication date.");
    }
    let enough = if address.is_post_of_day() { SHORT_POST_BYTES } else { SOME_PROSE_BYTES };
    if is_named_as_article(address) && signals.prose >= enough {
        return Some(NAMED);
    }
    match is_offer || address.path_speaks_of(words::OFFERS) {
        true => None,
        false => unnamed_article(address, signals),
    }
}

/// Whether its address or its structured data is that of what a company offers, or says of itself.
pub(super) fn is_offer(address: &Address, signals: &Signals) -> bool {
    address.path_has(words::OFFERS)
        || address.ends_in(words::ABOUT)
        || signals.is_titled_with_number
        || signals.is_of_offer
        || (signals.has_type(&["Service", "FinancialProduct"]) && !signals.is_published)
}

/// A text that nobody signs and that asks more often to act is an offer.
pub(super) const CALLS_MOST: usize = 2;

/// An article by its text alone.
fn unnamed_article(address: &Address, signals: &Signals) -> Option<&'static str> {
    /// A text with more links than an article has offers something.
    const LINKS_PERCENT: usize = 20;
    /// One that asks so often is an offer whoever is named in it, such as its customers.
    const CALLS_MOST_OF_SIGNED: usize = 8;
    /// One that runs on for so long is none, and may ask to act now and then.
    const LONG_BYTES: usize = 10_000;
    const LONG_PERCENT: usize = 60;
    /// A note that is signed and dated.
    const NOTE_BYTES: usize = 250;
    /// Lists of posts have more links, and the same head.
    const LINKS_PERCENT_OF_TYPE: usize = 40;
    let is_prose = |bytes, percent| signals.prose >= bytes && signals.prose_share >= percent;
    let is_quiet = signals.calls == 0 && signals.link_share < LINKS_PERCENT && signals.cards == 0;
    let is_long = signals.running.longest >= LONG_BYTES
        && signals.running.longest_percent() >= LONG_PERCENT
        && signals.calls <= CALLS_MOST_OF_SIGNED;
    if is_prose(NOTE_BYTES, 50) && signals.is_signed_and_dated && is_quiet {
        Some("It names an author and a date, and its text is prose.")
    } else if is_prose(1_500, 50) && signals.has_byline && signals.calls <= CALLS_MOST_OF_SIGNED {
        Some("It has an author or a date, and its text is prose.")
    } else if is_prose(1_500, 50)
        && signals.open_graph(&["article"])
        && signals.cards_share < 40
        && signals.link_share < LINKS_PERCENT_OF_TYPE
        && address.ends_in_words(3)
    {
        Some(OPEN_GRAPH)
    } else if is_signed_story(signals) {
        Some(SIGNED)
    } else if is_numbered_story(address, signals) {
        Some(NUMBERED)
    } else if signals.calls > CALLS_MOST && !is_long {
        None
    } else if is_prose(2_500, 60) && signals.link_share < LINKS_PERCENT && address.ends_in_words(4)
    {
        Some(HEADLINE)
    } else if signals.asks
        && signals.calls == 0
        && address.ends_in_words(4)
        && signals.has_running_text(600, 85)
    {
        Some(QUESTION)
    } else {
        (is_prose(4_000, 85) || is_prose(2_500, 95)).then_some(PROSE)
    }
}

/// Whether a page of the type that systems give to every page names an author, and most of what would be
/// its content runs on, however short it is and whatever stands around it: news.
fn is_signed_story(signals: &Signals) -> bool {
    const STORY_BYTES: usize = 500;
    const STORY_PERCENT: usize = 50;
    signals.open_graph(&["article"])
        && signals.has_byline
        && signals.calls <= CALLS_MOST
        && !signals.is_standing
        && signals.running.longest >= STORY_BYTES
        && signals.running.longest_percent() >= STORY_PERCENT
}

/// Whether a page of that type is the numbered one of a headline, and nearly all of what would be its
/// content runs on.
fn is_numbered_story(address: &Address, signals: &Signals) -> bool {
    const STORY_BYTES: usize = 1_000;
    const STORY_PERCENT: usize = 80;
    signals.open_graph(&["article"])
        && address.numbers_a_headline()
        && signals.running.longest >= STORY_BYTES
        && signals.running.longest_percent() >= STORY_PERCENT
}

/// Whether a text runs through the page, and something beside its length speaks for an article:
/// what stands around it may be as long as it likes.
pub(super) fn is_told_as_article(address: &Address, signals: &Signals) -> bool {
    /// Shops describe what they list at length, under addresses of many words.
    const LINKS_PERCENT: usize = 25;
    const CARDS_PERCENT: usize = 40;
    const SIGNED_PERCENT: usize = 70;
    let has_text = |percent| signals.has_running_text(1_500, percent);
    (has_text(40) && (signals.is_published || signals.has_byline))
        || (is_signed_story(signals) && signals.running.longest_percent() >= SIGNED_PERCENT)
        || is_numbered_story(address, signals)
        || (has_text(60)
            && signals.cards_share < CARDS_PERCENT
            && (signals.open_graph(&["article"])
                || is_named_as_article(address)
                || (address.ends_in_words(4) && signals.link_share < LINKS_PERCENT)))
}
