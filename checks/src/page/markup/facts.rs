//! What the markup says, as owned facts.

use super::alternates::Alternate;
use crate::page::facts::Located;
use crate::page::structured::StructuredData;

/// What the markup says.
#[derive(Clone, Debug, Default)]
pub struct Markup {
    /// JSON-LD, Microdata and the types of RDFa.
    pub structured: StructuredData,
    /// `<time>` elements, in order.
    pub times: Vec<TimeFact>,
    /// Elements that may name an author, in order.
    pub bylines: Vec<BylineFact>,
    /// Elements that may name an author by less: a word in a class, a date beside. In order.
    pub faint_bylines: Vec<BylineFact>,
    /// Elements of the content that are marked as an author's and hold no text, or more than a
    /// name.
    pub unread_bylines: usize,
    /// `<link rel=alternate hreflang>`, in order.
    pub alternates: Vec<Alternate>,
    /// `<meta http-equiv=content-language>` (HTML, section 4.2.5.3), trimmed.
    pub content_language: Option<String>,
    /// `html[xml:lang]`, trimmed.
    pub xml_lang: Option<String>,
    /// `lang` of the body, or of the one element that holds all of it, trimmed.
    pub body_lang: Option<String>,
    /// Primary languages that parts of the content name for themselves, lower case.
    pub languages: Vec<String>,
    /// Visible fields for passwords outside of what surrounds the content, by their selectors.
    pub password_fields: Vec<Located<String>>,
    /// Parts that structured data holds to be paid, by their selectors.
    pub paid_parts: Vec<PaidPart>,
}

/// Where something stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Region {
    /// In the content, as far as its containers tell.
    Content,
    /// In a comment or a review.
    Comment,
    /// In a landmark or a container around the content: menus, side columns, footers, related
    /// pages.
    Around,
}

/// Where an element stands on the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spot {
    /// Line in the decoded source.
    pub line: u32,
    /// What it stands in.
    pub region: Region,
    /// Bytes of visible text before it.
    pub offset: usize,
    /// The same for the page's first heading of level 1, where one comes before or after it.
    pub heading: Option<usize>,
}

/// A `<time>` element, or an `<abbr>` whose `title` is an instant in ISO 8601.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TimeFact {
    /// Where it stands.
    pub spot: Spot,
    /// Its `datetime` or such a `title`, else its text, trimmed.
    pub datetime: String,
    /// Its text. Untrusted.
    pub text: String,
    /// Its `itemprop`, lower case.
    pub itemprop: String,
    /// Whether its markup says that it is the date of publication.
    pub says_published: bool,
    /// Whether its markup or the words before it say that it is the date of a change.
    pub says_modified: bool,
    /// Whether it follows a line with a copyright sign, as the day on which a site was built does.
    pub is_beside_copyright: bool,
}

/// An element that may name an author.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BylineFact {
    /// Where it stands.
    pub spot: Spot,
    /// What makes it one.
    pub mark: BylineMark,
    /// Its text, at most a few words. Untrusted.
    pub text: String,
    /// The address of the first link in or around it, as written.
    pub href: Option<String>,
    /// Whether it stands in one of several cards that tell of other pages.
    pub is_of_card: bool,
}

/// What makes an element a byline, surest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum BylineMark {
    /// `rel=author`.
    Rel,
    /// `itemprop=author`.
    Itemprop,
    /// A class that says so.
    Class,
    /// A class that has a word for it among others.
    ClassPart,
    /// A link to a page of an author.
    Link,
    /// Its words: "By Jane Doe".
    Words,
    /// A portrait or an occupation beside a name and a date.
    Portrait,
    /// No more than a date beside what may be a name.
    Dated,
}

/// A part of the page that structured data holds to be paid (`hasPart`, `cssSelector`).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PaidPart {
    /// The selector, as written. Untrusted.
    pub selector: String,
    /// Word equivalents of the visible text of what it selects; none where the selector is more
    /// than a class, an id or an element with one.
    pub word_equivalents: Option<usize>,
}
