//! What kind of page it is, by positive signals: the first that is found decides.

mod address;
mod article;
mod beside;
mod cards;
mod docs;
mod entry;
mod fields;
mod form;
mod listing;
mod manual;
mod named;
mod product;
mod running;
mod search;
mod shelf;
mod signals;
#[cfg(test)]
mod tests;
mod words;

use url::Url;

use crate::page::generated;
use crate::page::kind::address::Address;
use crate::page::kind::article::{article, is_offer, is_told_as_article};
use crate::page::kind::docs::docs;
use crate::page::kind::form::form;
use crate::page::kind::listing::{CARDS, LINKS, listing, unfilled_listing};
use crate::page::kind::product::{BUTTON, product};
use crate::page::kind::signals::Signals;
use crate::page::part::Part;
use crate::report::{KIND_GIVEN, PageKind};

pub(crate) use signals::Evidence;
pub(crate) use words::is_docs_tool;

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
    /// Whether a documentation tool generated it.
    pub is_of_manual: bool,
    /// Whether it is the first page of a manual that such a tool generated.
    pub is_start_of_manual: bool,
    /// What a tool put on it that makes a manual of source code.
    pub part: Option<Part>,
}

impl Default for Kind {
    fn default() -> Self {
        Self::sure(PageKind::Other, "Nothing in the page says what kind it is.")
    }
}

impl Kind {
    /// A kind that nothing speaks against.
    pub(crate) const fn sure(kind: PageKind, reason: &'static str) -> Self {
        Self {
            kind,
            reason,
            may_be_article: false,
            may_be_none: false,
            is_of_manual: false,
            is_start_of_manual: false,
            part: None,
        }
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
        self.reason == SEARCH || self.is_frame_of_results()
    }

    /// Whether it is only a form.
    #[must_use]
    pub fn is_form(self) -> bool {
        form::REASONS.contains(&self.reason)
    }

    /// Whether it is only a frame in which scripts show what a search found.
    #[must_use]
    pub fn is_frame_of_results(self) -> bool {
        self.reason == FRAME_OF_RESULTS
    }

    /// Whether it is only a frame that lists the pages of a manual.
    #[must_use]
    pub fn is_frame_of_list(self) -> bool {
        self.part == Some(Part::Frame)
    }

    /// The kind of which least is asked, of those that it may be.
    #[must_use]
    pub fn may_be_read_as(self) -> PageKind {
        if self.may_be_none { PageKind::Other } else { self.kind }
    }
}

/// Why an index of a manual is a list.
const INDEX: &str = "A documentation tool generated it as an index.";

/// Why a page is that of a search.
const SEARCH: &str = "It is the site's search page.";

/// Why a page is a frame of one.
const FRAME_OF_RESULTS: &str = "It is a frame in which scripts show search results.";

/// Why a page is of a kind, if it is.
type Reason = Option<&'static str>;
/// Asks for the signals of one kind.
type Rule = fn(&Address, &Signals) -> Reason;

/// Decides the kind. `url` is none for a file of unknown address.
pub(crate) fn kind_of(url: Option<&Url>, evidence: &Evidence<'_>) -> Kind {
    let address = url.map(Address::of).unwrap_or_default();
    let mut signals = Signals::of(evidence);
    if signals.is_graph_of_start && !address.is_start() {
        // What a template says of the site on every page.
        signals.forget_open_graph();
    }
    let rules: [(PageKind, Rule); 10] = [
        (PageKind::Listing, search),
        (PageKind::Qa, qa),
        (PageKind::Home, home),
        (PageKind::Other, form),
        (PageKind::Listing, shelf),
        (PageKind::Product, product),
        (PageKind::Docs, docs),
        (PageKind::Listing, listing),
        (PageKind::Article, article),
        (PageKind::Listing, unfilled_listing),
    ];
    let part = generated::part(evidence.document, url);
    let found = rules.iter().find_map(|(kind, rule)| Some((*kind, rule(&address, &signals)?)));
    let kind = found.map(|(kind, reason)| Kind::sure(kind, reason)).unwrap_or_default();
    // An index that lists hardly anything shows no sign of a list.
    let is_index = matches!(part, Some(Part::Index | Part::Frame)) && !signals.is_generated;
    let kind = match kind.kind {
        PageKind::Docs | PageKind::Article | PageKind::Other if is_index => {
            Kind::sure(PageKind::Listing, INDEX)
        }
        _ => kind,
    };
    let is_of_manual = signals.is_made_for_docs || signals.is_generated || part.is_some();
    Kind {
        may_be_article: may_be_article(kind, &address, &signals),
        may_be_none: may_be_none(kind, &address, &signals),
        is_of_manual,
        is_start_of_manual: is_of_manual && generated::is_start(evidence.document, url),
        part,
        ..kind
    }
}

fn search(address: &Address, signals: &Signals) -> Reason {
    /// More is a text on searching.
    const PROSE_BYTES: usize = 1_000;
    let is_one = address.ends_in(words::SEARCHES) && signals.searches;
    match signals.is_frame_of_results {
        true => Some(FRAME_OF_RESULTS),
        false => (is_one && signals.prose < PROSE_BYTES).then_some(SEARCH),
    }
}

fn home(address: &Address, signals: &Signals) -> Reason {
    if address.is_start() {
        return Some("Its URL has no path.");
    }
    if address.ends_in(words::STARTS_OF_WIKIS) && address.is_of_wiki() {
        return Some("Its URL is that of the main page of a wiki.");
    }
    let is_named = signals.is_titled_home && address.is_start_of_folder();
    (is_named && !signals.is_of_article_type()).then_some("Its title says that it is a home page.")
}

fn shelf(address: &Address, signals: &Signals) -> Reason {
    // The page of a product shows others, too.
    let is_of_one = signals.is_offered
        || signals.is_of_article_type()
        || signals.open_graph(&["product", "product.item", "og:product", "article"])
        || signals.is_published
        || signals.says_when_published
        || signals.has_byline
        || signals.is_made_for_docs
        || address.is_under(words::PRODUCTS);
    (signals.is_shelf && !is_of_one).then_some("It counts or sorts the products that it shows.")
}

fn qa(address: &Address, signals: &Signals) -> Reason {
    const POSTS: usize = 4;
    const POSTS_PERCENT: usize = 50;
    // Some sites say of every page that it is one of questions.
    if address.is_under(words::TAGS) {
        return None;
    }
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
    // Some software for boards calls the whole discussion an article.
    let may_be_discussion = !signals.is_of_article_type() || (is_board && signals.posts >= POSTS);
    if is_made_of_posts && may_be_discussion && !address.is_start() {
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
                && (is_written || !signals.is_standing)
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
