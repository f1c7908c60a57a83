//! What a page shows of its kind.

use std::collections::BTreeSet;

use html5ever::local_name;
use select::document::Document;
use select::node::Data;

use crate::page::MetaFact;
use crate::page::diagrams::Diagram;
use crate::page::doxygen::{self, is_frame_of_results};
use crate::page::flow::{Block, Flow};
use crate::page::haddock;
use crate::page::kind::entry::Entry;
use crate::page::kind::{beside, cards, fields, manual, named, running, search, shelf, words};
use crate::page::main_content::Content;
use crate::page::marks::{Marks, split_words};
use crate::page::markup::{Markup, OfList, Region, Spot};
use crate::page::structured::types::is_a;
use crate::page::structured::{NodeRef, Syntax};
use crate::page::surroundings::Surroundings;
use crate::page::tree::attribute;

/// What the kind is decided from.
pub(crate) struct Evidence<'a> {
    pub(crate) document: &'a Document,
    pub(crate) flow: &'a Flow,
    /// What surrounds the content, as far as it is known before the kind is.
    pub(crate) apart: &'a Surroundings,
    /// What the content would be, were the page an article.
    pub(crate) text: &'a Content,
    pub(crate) markup: &'a Markup,
    pub(crate) metas: &'a [MetaFact],
    pub(crate) diagrams: &'a [Diagram],
}

/// What was found. Shares are percent of the text that does not surround the content.
#[derive(Debug, Default)]
pub(super) struct Signals {
    types: Vec<String>,
    /// Whether markup calls its text an article and says nothing else of it, as a theme does on
    /// every page.
    is_wrapped_as_article: bool,
    open_graph: String,
    /// Whether Open Graph names the start of a site as the page's URL.
    pub(super) is_graph_of_start: bool,
    pub(super) is_made_for_docs: bool,
    /// Whether Doxygen or Haddock made it, which write nothing but manuals: their lists, too.
    pub(super) is_generated: bool,
    /// Whether it is a page of a manual of commands, by the document's title (`brew(1)`) or by the
    /// sections of its text.
    pub(super) is_manual_page: bool,
    /// Whether the document's title says that it is the home page of something.
    pub(super) is_titled_home: bool,
    /// Whether software for discussions made it.
    pub(super) is_made_for_boards: bool,
    /// Whether it links to its own source in a repository, to be edited there.
    pub(super) is_edited_in_repository: bool,
    pub(super) says_when_published: bool,
    /// Whether the head says so, which lists seldom do of themselves.
    pub(super) is_published: bool,
    /// Whether the JSON-LD has an article of which it names neither the author nor the date.
    is_bare_article: bool,
    pub(super) describes_product: bool,
    /// Different names of products that the structured data describes.
    pub(super) products: usize,
    /// Whether the product that it describes can be told from others, or has a price.
    pub(super) is_offered: bool,
    pub(super) buttons_to_buy: usize,
    /// Links that look like buttons or call a number: what asks to act rather than tells.
    pub(super) calls: usize,
    /// Whether the document's title holds a telephone number, as those of local businesses do.
    pub(super) is_titled_with_number: bool,
    /// Whether the system that made it calls it a page of the site, and no post.
    pub(super) is_standing: bool,
    /// Whether the system that made the page calls it a tool, a service or the like.
    pub(super) is_of_offer: bool,
    /// Whether that system calls it a list of posts.
    pub(super) is_archive: bool,
    /// Whether its heading asks something.
    pub(super) asks: bool,
    /// Whether it asks for words to search for, or shows what was found.
    pub(super) searches: bool,
    /// Whether it has a field for a password, or for the address to which a new one is sent.
    pub(super) asks_for_password: bool,
    /// Whether it has a field for a text, or for the address of who writes.
    pub(super) asks_for_message: bool,
    /// Whether it counts or sorts the products that it shows.
    pub(super) is_shelf: bool,
    /// Whether it is only a frame in which scripts show what was found.
    pub(super) is_frame_of_results: bool,
    pub(super) has_byline: bool,
    /// The same without days of a change, which documentation has, too.
    pub(super) has_byline_of_writing: bool,
    /// Whether both an author and a day are named near its heading, each in an element for it.
    pub(super) is_signed_and_dated: bool,
    pub(super) posts: usize,
    pub(super) discussion_share: usize,
    pub(super) cards: usize,
    pub(super) cards_share: usize,
    pub(super) link_share: usize,
    /// The text of lines that are links and hardly more.
    pub(super) entries_share: usize,
    pub(super) code_blocks: usize,
    pub(super) has_side_navigation: bool,
    /// What makes an entry of a reference.
    pub(super) entry: Entry,
    /// What runs through the page.
    pub(super) running: running::Text,
    /// Bytes.
    pub(super) text: usize,
    /// Bytes.
    pub(super) prose: usize,
    pub(super) prose_share: usize,
}

impl Signals {
    pub(super) fn of(evidence: &Evidence<'_>) -> Self {
        /// Links of a menu beside the content.
        const MENU_LINKS: usize = 10;
        let Evidence { document, flow, apart, text: main, markup, metas, diagrams } = *evidence;
        let meta = |name: &str| metas.iter().find(|meta| meta.name == name);
        let lower = |name: &str| meta(name).map(|meta| meta.content.to_ascii_lowercase());
        let scope = scope(flow, apart);
        let (text, _) = lengths(flow, apart, 0);
        let prose = apart.prose(flow).total();
        let beside = beside::put_apart(document, flow, apart);
        let (own_text, _) = lengths(flow, &beside, 0);
        let (scoped, linked) = lengths(flow, &beside, scope);
        let (cards, in_cards) = cards::cards(document, flow, &beside, scope);
        let shown = |is_one: &dyn Fn(usize) -> bool| {
            (0..flow.elements.len()).filter(|at| !apart.hold(*at) && is_one(*at)).count()
        };
        Self {
            types: top_nodes(markup).flat_map(|node| node.node().types.clone()).collect(),
            is_wrapped_as_article: is_wrapped_as_article(markup),
            open_graph: lower("og:type").unwrap_or_default(),
            is_graph_of_start: meta("og:url").is_some_and(|url| named::is_of_start(&url.content)),
            is_made_for_docs: lower("generator").is_some_and(|by| names_docs_tool(&by))
                || is_said_to_be_made_for_docs(document),
            is_generated: doxygen::is_generator(document) || haddock::is_generator(document),
            is_manual_page: named::titled(document)
                .is_some_and(|title| manual::is_named_by(&title))
                || manual::is_set_in_sections(flow),
            is_titled_home: named::titled(document)
                .is_some_and(|title| named::names_home_page(&title)),
            is_made_for_boards: lower("generator").is_some_and(|by| is_board_tool(&by)),
            is_edited_in_repository: is_edited_in_repository(document, flow),
            says_when_published: says_when_published(markup, metas),
            is_published: head_says_when_published(metas),
            is_bare_article: is_bare_article(markup),
            describes_product: products(markup).next().is_some(),
            products: names_of_products(markup),
            is_offered: products(markup).any(is_offered),
            buttons_to_buy: cards::buttons_to_buy(document, flow),
            calls: cards::calls(document, flow, apart),
            is_titled_with_number: named::titled(document)
                .is_some_and(|title| named::holds_number(&title)),
            is_standing: named::classes_of_body(document).any(named::is_of_standing),
            is_of_offer: named::classes_of_body(document).any(named::is_of_offer),
            is_archive: named::is_archive(document),
            asks: asks(flow),
            searches: search::searches(document, flow),
            asks_for_password: fields::asks_for_password(document, flow, prose),
            asks_for_message: fields::asks_for_message(document, flow),
            is_shelf: shelf::is_shelf(flow, apart),
            is_frame_of_results: named::body(document).is_some_and(is_frame_of_results),
            has_byline: has_byline(evidence),
            has_byline_of_writing: has_byline_of_writing(evidence),
            is_signed_and_dated: is_signed(evidence) && is_dated(evidence),
            posts: shown(&|at| flow.elements[at].marks.contains(Marks::POST)),
            discussion_share: percent(cards::posts(flow, apart), text),
            cards,
            cards_share: percent(in_cards, scoped),
            link_share: percent(linked, scoped),
            entries_share: percent(entries(flow, &beside, scope), scoped),
            code_blocks: shown(&|at| flow.elements[at].is("pre")),
            has_side_navigation: flow.elements.iter().any(|element| {
                element.marks.intersects(Marks::NAVIGATION | Marks::ASIDE)
                    && element.links >= MENU_LINKS
            }),
            entry: Entry::of(document, flow, apart, diagrams),
            running: running::Text::of(flow, main),
            text,
            prose,
            prose_share: percent(beside.prose(flow).total(), own_text),
        }
    }

    /// Takes what Open Graph says as not said.
    pub(super) fn forget_open_graph(&mut self) {
        self.open_graph.clear();
    }

    /// Whether a top node has one of these types.
    pub(super) fn has_type(&self, wanted: &[&str]) -> bool {
        self.types.iter().any(|name| wanted.contains(&name.as_str()))
    }

    /// Whether one recipe is what the page is about.
    pub(super) fn is_recipe(&self) -> bool {
        self.types.iter().filter(|name| *name == "Recipe").count() == 1
    }

    /// Whether a text that is no teaser runs through the page, of that many bytes and that share of
    /// what an article would be.
    pub(super) fn has_running_text(&self, bytes: usize, share: usize) -> bool {
        let text = &self.running;
        text.running >= bytes && percent(text.running, text.all) >= share
    }

    /// Whether one recipe or one set of instructions is what the page is about.
    pub(super) fn tells_how(&self) -> bool {
        let tells = |name: &&String| matches!(name.as_str(), "Recipe" | "HowTo");
        self.types.iter().filter(tells).count() == 1
    }

    /// Whether the page is hardly more than links, as the contents of a chapter and an index are.
    pub(super) fn is_of_contents(&self) -> bool {
        const ENTRIES_PERCENT: usize = 50;
        const PROSE_PERCENT: usize = 40;
        self.entries_share >= ENTRIES_PERCENT && self.prose_share < PROSE_PERCENT
    }

    pub(super) fn is_of_article_type(&self) -> bool {
        let is_one = self.types.iter().any(|name| is_a(name, "Article"));
        is_one && !(self.is_wrapped_as_article && self.is_of_contents()) && !self.is_catalogue()
    }

    /// Whether the page consists of cards, and nobody signed or dated it, whatever type a template gives
    /// it: a list of courses.
    fn is_catalogue(&self) -> bool {
        const CARDS_PERCENT: usize = 60;
        const PROSE_BYTES: usize = 1_500;
        self.cards_share >= CARDS_PERCENT
            && self.prose < PROSE_BYTES
            && self.is_bare_article
            && !self.has_byline
            && !self.says_when_published
    }

    /// Whether `og:type` is one of these.
    pub(super) fn open_graph(&self, wanted: &[&str]) -> bool {
        wanted.contains(&self.open_graph.as_str())
    }

    /// Whether the structured data is of as many products as the parts of one pattern show.
    pub(super) fn describes_many_products(&self) -> bool {
        /// Fewer may be the sizes and colours of one.
        const MANY: usize = 8;
        self.products >= MANY && self.is_made_of_cards()
    }

    /// Whether parts of one pattern make the page: the more prose there is, the surer.
    pub(super) fn is_made_of_cards(&self) -> bool {
        let least = |cards, share| self.cards >= cards && self.cards_share >= share;
        (least(8, 40) && self.prose_share < 60)
            || (least(5, 60) && self.prose_share < 80)
            || least(8, 90)
    }
}

/// Whether the first heading is a question.
fn asks(flow: &Flow) -> bool {
    let heading = flow.elements.iter().find(|element| element.is("h1"));
    let text = heading.and_then(|heading| flow.text.get(heading.text.clone()));
    text.is_some_and(|text| text.trim_end().ends_with(['?', '？', '؟']))
}

/// Where links and parts of one pattern make a list of the page: what stands beside a sole article
/// does not, unless the article only announces another page.
fn scope(flow: &Flow, apart: &Surroundings) -> usize {
    /// A shorter article is an announcement.
    const BYTES: usize = 500;
    flow.sole(Marks::ARTICLE).filter(|at| lengths(flow, apart, *at).0 >= BYTES).unwrap_or(0)
}

/// Bytes of an element's text that does not surround the content, and of the links in it.
fn lengths(flow: &Flow, apart: &Surroundings, element: usize) -> (usize, usize) {
    let blocks = flow.elements.get(element).map_or(0..0, |element| element.blocks.clone());
    let blocks = flow.blocks[blocks].iter().filter(|block| !apart.hold(block.owner));
    blocks.fold((0, 0), |(text, linked), block| (text + block.text.len(), linked + block.link_text))
}

/// Bytes of the lines in an element that are links and hardly more.
fn entries(flow: &Flow, apart: &Surroundings, element: usize) -> usize {
    const LINK_PERCENT: usize = 50;
    /// A longer line is a sentence.
    const BYTES: usize = 120;
    let blocks = flow.elements.get(element).map_or(0..0, |element| element.blocks.clone());
    let is_entry = |block: &&Block| {
        !apart.hold(block.owner)
            && block.text.len() <= BYTES
            && block.link_text * 100 >= block.text.len() * LINK_PERCENT
    };
    flow.blocks[blocks].iter().filter(is_entry).map(|block| block.text.len()).sum()
}

fn names_docs_tool(said: &str) -> bool {
    words::DOCS_TOOLS.split_ascii_whitespace().any(|tool| said.contains(tool))
}

fn is_board_tool(said: &str) -> bool {
    split_words(said).any(|word| words::holds(words::BOARD_TOOLS, &word))
}

/// Whether a link asks to edit a file of a repository, as documentation and handbooks do.
fn is_edited_in_repository(document: &Document, flow: &Flow) -> bool {
    const HOSTS: [&str; 4] =
        ["//github.com/", "//gitlab.com/", "//bitbucket.org/", "//codeberg.org/"];
    let links = flow.elements.iter().filter(|element| element.is("a"));
    let targets = links
        .filter_map(|link| document.nth(link.node))
        .filter_map(|link| attribute(link, &local_name!("href")));
    targets
        .filter(|href| href.contains("/edit/") || href.contains("/_edit/"))
        .any(|href| HOSTS.iter().any(|host| href.contains(host)))
}

/// Whether a comment says that a tool for documentation made the page.
fn is_said_to_be_made_for_docs(document: &Document) -> bool {
    /// A longer comment says something else.
    const BYTES: usize = 200;
    document.nodes.iter().any(|node| match &node.data {
        Data::Comment(text) if text.len() < BYTES => {
            let text = text.to_ascii_lowercase();
            text.contains("generated") && names_docs_tool(&text)
        }
        _ => false,
    })
}

fn top_nodes(markup: &Markup) -> impl Iterator<Item = NodeRef<'_>> {
    markup.structured.all().filter(|node| node.node().is_top_level)
}

/// Whether the JSON-LD calls the page an article, and names neither its author nor its date.
fn is_bare_article(markup: &Markup) -> bool {
    let articles = markup.structured.of_type("Article");
    let mut articles = articles.filter(|node| node.node().syntax == Syntax::JsonLd).peekable();
    let is_bare = |node: NodeRef<'_>| !node.has("author") && !node.has("datePublished");
    articles.peek().is_some() && articles.all(is_bare)
}

/// Whether the nodes that say that the page is an article tell at most what its text is.
fn is_wrapped_as_article(markup: &Markup) -> bool {
    let mut articles = top_nodes(markup).filter(|node| node.is("Article"));
    articles.all(|node| node.node().properties.iter().all(|(name, _)| name == "articleBody"))
}

fn products(markup: &Markup) -> impl Iterator<Item = NodeRef<'_>> {
    const TYPES: [&str; 3] = ["Product", "ProductGroup", "ProductModel"];
    top_nodes(markup).filter(|node| TYPES.iter().any(|name| node.is(name)))
}

fn names_of_products(markup: &Markup) -> usize {
    let names = products(markup).filter_map(|product| product.text("name"));
    names.collect::<BTreeSet<_>>().len()
}

fn is_offered(product: NodeRef<'_>) -> bool {
    const PROPERTIES: [&str; 8] =
        ["offers", "hasVariant", "sku", "mpn", "gtin", "gtin13", "productID", "model"];
    PROPERTIES.iter().any(|property| product.has(property))
}

fn head_says_when_published(metas: &[MetaFact]) -> bool {
    const NAMES: &str = "article:published_time og:article:published_time pubdate publishdate \
        publish-date parsely-pub-date sailthru.date citation_publication_date";
    metas.iter().any(|meta| !meta.content.is_empty() && words::holds(NAMES, &meta.name))
}

fn says_when_published(markup: &Markup, metas: &[MetaFact]) -> bool {
    head_says_when_published(metas)
        || markup
            .times
            .iter()
            .any(|time| time.says_published && time.spot.region == Region::Content)
}

/// Whether somebody or some day is named near the heading, or in one place that is called so. A
/// list names many.
fn has_byline(evidence: &Evidence<'_>) -> bool {
    is_signed(evidence) || is_dated(evidence) || PLACES.contains(&places_of_bylines(evidence))
}

/// The same, of the author and the day of publication alone.
fn has_byline_of_writing(evidence: &Evidence<'_>) -> bool {
    let times = evidence.markup.times.iter();
    let mut own = times.filter(|time| time.spot.region == Region::Content).peekable();
    let is_only_changed = own.peek().is_some() && own.clone().all(|time| time.says_modified);
    is_signed(evidence)
        || own.any(|time| !time.says_modified && is_near_heading(&time.spot))
        || (!is_only_changed && PLACES.contains(&places_of_bylines(evidence)))
}

/// How many such places an article has; a list has more.
const PLACES: std::ops::Range<usize> = 1..6;

/// How many elements are called bylines or hold a time.
fn places_of_bylines(evidence: &Evidence<'_>) -> usize {
    /// Bytes of text.
    const LENGTH: std::ops::Range<usize> = 4..400;
    let Evidence { flow, apart, .. } = *evidence;
    let places = flow.elements.iter().enumerate().filter(|(at, element)| {
        !apart.hold(*at)
            && (element.marks.contains(Marks::BYLINE) || element.is("time"))
            && LENGTH.contains(&element.text_length())
    });
    places.count()
}

/// Whether an author is named near the heading.
fn is_signed(evidence: &Evidence<'_>) -> bool {
    let bylines = &evidence.markup.bylines;
    // A list of books names the authors of each.
    let of_list = OfList::of(bylines);
    bylines.iter().any(|byline| is_near_heading(&byline.spot) && !of_list.holds(byline))
}

/// Whether a day is marked up near the heading.
fn is_dated(evidence: &Evidence<'_>) -> bool {
    evidence.markup.times.iter().any(|time| is_near_heading(&time.spot))
}

fn is_near_heading(spot: &Spot) -> bool {
    /// Bytes of text.
    const DISTANCE: usize = 1_500;
    spot.region == Region::Content
        && spot.heading.is_some_and(|heading| spot.offset.abs_diff(heading) < DISTANCE)
}

fn percent(part: usize, whole: usize) -> usize {
    (part * 100).checked_div(whole).unwrap_or(0)
}
