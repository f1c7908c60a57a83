//! Which checks do not apply to which pages, in one table.
//!
//! What is here wins over what a check says by itself; a check only knows the reasons that need
//! its own facts, such as a text that is too short for it.

mod changes;
mod fragment;
mod legal;
mod news;
mod paragraphs;
pub(crate) mod personal;
mod talk;

use crate::page::Page;
use crate::page::structured::Syntax;
use crate::report::{Category, PageKind};
use crate::url::only_adds_parameter;
use crate::weights::{CATALOGUE, HARDLY_ANY_TEXT, INFORMATIONAL_FROM, spec_of};
pub(crate) use legal::{is_named_legal, is_titled_legal};
pub(crate) use news::{folders, is_agency, is_lasting, without_dateline};
pub(crate) use personal::{
    addresses_reader, instructs, is_personal, names_writer, speaks_for_itself,
};

/// What a page is, as far as checks apply to it or not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Subject {
    /// The kind of page that it is judged as.
    pub kind: PageKind,
    /// Whether it may be of another kind, of which less is asked: what fails then warns.
    pub is_of_unclear_kind: bool,
    /// Whether it is a news article: it declares to be one (`NewsArticle` and what that includes), or
    /// begins, stands and is filed as one.
    pub is_news: bool,
    /// Whether it stands among news and declares to be an article, without more signs of news: what
    /// is told there, on a day, isn't kept up to date either.
    pub is_among_news: bool,
    /// Whether it is an article of long ago that its URL files under a month or a day or that begins
    /// with what happened just then, that nobody has changed since, and whose title isn't one of a
    /// text that lasts: an essay, a column, a story that no markup calls news.
    pub is_of_its_day: bool,
    /// Whether it is such an article that reports what happened: it names a day near its own, or stands
    /// in a newspaper.
    pub is_report_of_its_day: bool,
    /// Whether people talk in turn in it: a text without sections, lists and figures of its own.
    pub is_interview: bool,
    /// Whether it is told in speech, as a story is.
    pub is_story: bool,
    /// Whether it is a chapter of a novel or the like.
    pub is_fiction: bool,
    /// Whether it is a work that is done when it is published: a scholarly article, a report, a
    /// law.
    pub is_record: bool,
    /// Whether it lists what changed in a version, or in each.
    pub is_of_changes: bool,
    /// Whether it is a legal text, such as a licence or terms.
    pub is_legal: bool,
    /// Whether it only sends visitors to another URL.
    pub is_forwarding: bool,
    /// Whether it is only a form: to log in, to register, to get in touch.
    pub is_form: bool,
    /// Whether it is the page of the site's own search.
    pub is_search: bool,
    /// Whether it is only a frame in which scripts show what such a search found.
    pub is_frame_of_results: bool,
    /// Whether it is only a frame that lists the pages of a manual.
    pub is_frame_of_list: bool,
    /// Whether it is only a part to be included in other pages, which its tool made a page of, too.
    pub is_fragment: bool,
    /// Whether it is made of frames that show other pages, and has no text of its own.
    pub is_frameset: bool,
    /// Whether it tells something: articles, documentation, questions and answers, and other pages
    /// with enough text.
    pub is_informational: bool,
}

impl Subject {
    /// Whether it tells what was so on some day: news of any kind, and articles of their day. Few such
    /// texts are meant to be extended.
    pub const fn is_of_some_day(self) -> bool {
        self.is_news || self.is_among_news || self.is_of_its_day
    }

    /// Whether it reports what happened on some day: that is told in prose, and done.
    pub const fn is_report(self) -> bool {
        self.is_news || self.is_among_news || self.is_report_of_its_day
    }
}

/// Types of works that are not maintained.
const RECORDS: [&str; 3] = ["ScholarlyArticle", "Legislation", "Report"];

impl Subject {
    /// What that page is.
    pub fn of(page: &Page) -> Self {
        let kind = page.document.kind.judged_as();
        // JSON-LD may describe no more than the web page.
        let entities = [Syntax::JsonLd, Syntax::Microdata].map(|one| page.main_entity(one));
        let is = |name: &str| entities.iter().flatten().any(|entity| entity.is(name));
        let is_article = kind == PageKind::Article;
        let is_news = is_article
            && (is("NewsArticle") || (!is_other_than_news(page) && news::is_undeclared_news(page)));
        let is_informational = match kind {
            PageKind::Article | PageKind::Docs | PageKind::Qa => true,
            PageKind::Other => page.document.main.word_equivalents >= INFORMATIONAL_FROM,
            PageKind::Home | PageKind::Listing | PageKind::Product => false,
        };
        let is_of_its_day = is_article && !is_news && news::is_of_its_day(page);
        Self {
            kind,
            is_of_unclear_kind: kind != page.document.kind.may_be_read_as(),
            is_news,
            is_among_news: is_article
                && is("Article")
                && !is_other_than_news(page)
                && news::is_story_among_news(page),
            is_of_its_day,
            is_report_of_its_day: is_of_its_day && news::reports(page),
            is_interview: is_article && talk::is_interview(page),
            is_story: is_article && !is_news && talk::is_story(page),
            is_fiction: is_article && !is_news && talk::is_chapter_of_fiction(page),
            is_record: RECORDS.into_iter().any(is),
            is_of_changes: changes::is_of_changes(page, kind),
            is_legal: legal::is_legal(page),
            is_forwarding: is_forwarding(page),
            is_fragment: fragment::is_fragment(page),
            is_form: page.document.kind.is_form(),
            is_search: page.document.kind.is_search(),
            is_frame_of_results: page.document.kind.is_frame_of_results(),
            is_frame_of_list: page.document.kind.is_frame_of_list(),
            is_frameset: !page.document.frames.is_empty(),
            is_informational,
        }
    }
}

/// Checks of a text as a text, which a page of no particular kind may not be.
const OF_TEXTS: [&str; 5] =
    ["heading-outline", "answer-first", "section-length", "lists-tables", "statistics"];

/// Checks of a text that says something, which a form does not. That there is nothing to cite is what
/// `content-depth` says.
const OF_PROSE: [&str; 7] = [
    "heading-outline",
    "answer-first",
    "section-length",
    "lists-tables",
    "statistics",
    "outbound-citations",
    "prose-readability",
];

/// Checks of a text in sections that answers something, which a list of changes does not.
const OF_ANSWERS: [&str; 6] = [
    "heading-outline",
    "answer-first",
    "section-length",
    "content-depth",
    "statistics",
    "outbound-citations",
];

/// Checks of a text that is kept up to date, divided and written to be read.
const OF_LIVING_TEXTS: [&str; 8] = [
    "heading-outline",
    "answer-first",
    "section-length",
    "statistics",
    "outbound-citations",
    "prose-readability",
    "dates-declared",
    "freshness",
];

/// Checks of a text that explains something, which fiction does not.
const OF_NONFICTION: [&str; 7] = [
    "heading-outline",
    "answer-first",
    "section-length",
    "lists-tables",
    "statistics",
    "outbound-citations",
    "freshness",
];

/// Why a page of unclear kind may do without what is asked of articles.
pub(crate) const NO_ARTICLE: &str = "the page may not be an article";
/// Why a page of no particular kind may do without what is asked of texts.
pub(crate) const NO_PROSE: &str = "the text may not be prose";

/// Why such a page may do without what that check asks for, if it may: what fails then warns.
pub fn may_do_without(check: &str, subject: Subject) -> Option<&'static str> {
    let is_of_text = OF_TEXTS.contains(&check);
    match () {
        () if is_of_text && subject.kind == PageKind::Other => Some(NO_PROSE),
        () if subject.is_interview && matches!(check, "statistics" | "outbound-citations") => {
            Some("in an interview, people say what they know themselves")
        }
        () if (is_of_text && check != "answer-first") && subject.is_of_its_day => {
            Some("the text is about its day, so it may not be meant to be updated")
        }
        () => None,
    }
}

/// Whether a page refreshes itself to another URL within seconds, or a script leads there at once, and
/// has hardly any text of its own.
fn is_forwarding(page: &Page) -> bool {
    let base = page.document.base(&page.final_url);
    // A page that shows what is new loads itself again, with or without a query.
    let own = |url: &url::Url| (url.host_str().map(str::to_owned), url.path().to_owned());
    let leads_away = |seconds: u32, url: &str| {
        base.join(url).is_ok_and(|mut target| {
            // A part of the page is the page.
            target.set_fragment(None);
            let mut here = page.final_url.clone();
            here.set_fragment(None);
            let is_away = match seconds {
                0 => target != here,
                _ => own(&target) != own(&here),
            };
            is_away
                && matches!(target.scheme(), "https" | "http")
                && !only_adds_parameter(&here, &target)
        })
    };
    let refreshes = page.document.refreshes.iter().map(|refresh| &refresh.value);
    let refreshes = refreshes.filter(|refresh| refresh.is_redirect());
    let mut targets = refreshes
        .filter_map(|refresh| Some((refresh.seconds, refresh.url.as_deref()?)))
        .chain(page.document.script_redirect.iter().map(|script| (0, script.value.as_str())));
    page.document.main.word_equivalents < HARDLY_ANY_TEXT
        && targets.any(|(seconds, url)| leads_away(seconds, url))
}

/// Whether an article declares to be something that news is not.
fn is_other_than_news(page: &Page) -> bool {
    page.declares(&["BlogPosting", "TechArticle", "ScholarlyArticle", "Recipe", "HowTo", "Review"])
}

/// One row: a check, the kinds that it does not judge, and why.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Exemption {
    /// The check.
    pub check: &'static str,
    /// The kinds of pages that it leaves alone.
    pub kinds: &'static [PageKind],
    /// Whether it leaves news alone.
    pub news: bool,
    /// Whether it leaves scholarly articles, reports and laws alone.
    pub records: bool,
    /// Why, in one sentence.
    pub reason: &'static str,
}

const fn exempt(
    check: &'static str,
    kinds: &'static [PageKind],
    reason: &'static str,
) -> Exemption {
    Exemption { check, kinds, news: false, records: false, reason }
}

impl Exemption {
    const fn and_news(self) -> Self {
        Self { news: true, ..self }
    }

    const fn and_records(self) -> Self {
        Self { records: true, ..self }
    }

    fn covers(&self, subject: Subject) -> bool {
        self.kinds.contains(&subject.kind)
            || (self.news && subject.is_news)
            || (self.records && subject.is_record)
    }
}

const MADE_OF_PARTS: &[PageKind] = &[PageKind::Home, PageKind::Listing, PageKind::Product];

/// Every exemption, in catalogue order.
pub const EXEMPTIONS: &[Exemption] = {
    use PageKind::{Docs, Home, Listing, Other, Product, Qa};
    &[
        exempt("main-content", MADE_OF_PARTS, "Pages of this kind consist of many parts."),
        exempt(
            "heading-outline",
            MADE_OF_PARTS,
            "Pages of this kind aren't a single text with an outline.",
        )
        .and_news(),
        exempt("answer-first", MADE_OF_PARTS, "Pages of this kind don't answer a single question."),
        exempt("section-length", MADE_OF_PARTS, "Pages of this kind aren't divided into sections.")
            .and_news(),
        exempt("lists-tables", &[Home, Listing], "Pages of this kind point to other pages."),
        exempt("statistics", &[Home, Listing, Qa, Docs], "Pages of this kind don't need numbers."),
        exempt(
            "outbound-citations",
            &[Home, Listing, Product, Qa],
            "Pages of this kind don't need to cite sources.",
        ),
        exempt(
            "quotations",
            &[Home, Listing, Product, Qa, Docs],
            "Pages of this kind don't need quotations.",
        ),
        exempt(
            "author-byline",
            &[Home, Listing, Product, Docs, Other],
            "Pages of this kind don't need a named author: the site publishes them.",
        ),
        exempt(
            "dates-declared",
            &[Home, Listing, Product, Other],
            "Pages of this kind don't need a date.",
        ),
        exempt(
            "freshness",
            &[Home, Listing, Product, Docs, Other],
            "The age of pages of this kind says little about their quality.",
        )
        .and_news()
        .and_records(),
        exempt(
            "schema-type-complete",
            &[Listing, Other],
            "No structured data type is expected for pages of this kind.",
        ),
        exempt(
            "schema-matches-page",
            &[Home, Listing, Other],
            "The structured data of pages of this kind isn't compared with their text.",
        ),
    ]
};

/// Why nothing is asked of a list of pages beside others.
const FRAME_OF_LIST: &str = "The page is only a frame that lists other pages of the manual.";

/// Why that check does not apply to that page, where the table says so.
pub fn exemption(check: &str, subject: Subject) -> Option<&'static str> {
    let category = spec_of(check).map(|spec| spec.category);
    // Tools write `noindex` into such pages on purpose.
    if subject.is_forwarding && check == "indexable" {
        return Some("The page only sends visitors to another URL, and that is the one to index.");
    }
    if subject.is_frame_of_results && matches!(check, "canonical" | "sitemap-entry") {
        return Some("The page is only a frame in which a script shows search results.");
    }
    if subject.is_frame_of_list && matches!(check, "canonical" | "sitemap-entry") {
        return Some(FRAME_OF_LIST);
    }
    // Its URL is to lead to another page.
    if subject.is_frameset && check == "canonical" {
        return Some("The page has no text of its own: its frames show other pages.");
    }
    if category.is_some_and(is_of_content) {
        match () {
            () if subject.is_forwarding => {
                return Some("The page only sends visitors to another URL.");
            }
            () if subject.is_search => {
                return Some("A search page has no content of its own to cite.");
            }
            () if subject.is_frame_of_list => return Some(FRAME_OF_LIST),
            // That it has no text is what is wrong with it.
            () if subject.is_frameset && check != "raw-html-content" => {
                return Some("The page has no text of its own: its frames show other pages.");
            }
            // That it is short is what is wrong with it.
            () if subject.is_fragment && check != "content-depth" => {
                return Some("The page is only a part to be included in other pages.");
            }
            () => {}
        }
    }
    if subject.is_form && OF_PROSE.contains(&check) {
        return Some("The page is a form, not a text.");
    }
    if subject.is_of_changes && OF_ANSWERS.contains(&check) {
        return Some("Release notes list changes, however few or many there are.");
    }
    if subject.is_fiction && OF_NONFICTION.contains(&check) {
        return Some("A chapter of a novel isn't written to inform.");
    }
    if subject.is_legal && OF_LIVING_TEXTS.contains(&check) {
        return Some("Legal texts keep their wording until they are replaced.");
    }
    let mut rows = EXEMPTIONS.iter().filter(|row| row.check == check);
    rows.find(|row| row.covers(subject)).map(|row| row.reason)
}

/// Whether checks of that category judge what a page says.
const fn is_of_content(category: Category) -> bool {
    match category {
        Category::Access | Category::Indexing => false,
        Category::Extraction
        | Category::Structure
        | Category::Evidence
        | Category::Provenance
        | Category::Schema => true,
    }
}

/// Sum of the weights of the checks that the table does not take from such a page.
pub fn kind_weight(subject: Subject) -> u8 {
    let judged = CATALOGUE.iter().filter(|spec| exemption(spec.id, subject).is_none());
    judged.map(|spec| spec.weight).sum()
}

#[cfg(test)]
mod tests;
