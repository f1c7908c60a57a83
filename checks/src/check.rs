//! What a check is, what it may look at, and what it says.

use crate::applicability::Subject;
use crate::directives::Directives;
use crate::excerpt::excerpt;
use crate::fix::{Fix, Source};
use crate::memo::Memo;
use crate::page::Page;
use crate::page::authors::{Authors, SiteNames};
use crate::page::dates::{Date, Dates, Precision};
use crate::page::language::Languages;
use crate::page::title::Title;
use crate::patience::Patience;
use crate::report::{CheckResult, Detail, EvidenceStrength, Status};
use crate::robots::{RobotsFile, read_robots_file};

/// The most details that one check reports; a page decides how many there could be.
pub const DETAILS_MAX: usize = 20;

/// One check of the catalogue.
pub trait Check: Sync {
    /// What it is; its place and weight are in [`crate::weights`].
    fn about(&self) -> &'static About;

    /// Judges the page. Pure: the same context gives the same finding.
    fn judge(&self, context: &Context<'_>) -> Finding;

    /// How to mend what it found; asked where it warned or failed, and harmless elsewhere.
    fn fix(&self, context: &Context<'_>, finding: &CheckResult) -> Fix;
}

/// What a check is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct About {
    /// Its id in the catalogue.
    pub id: &'static str,
    /// What it asks for, as a statement that a good page fulfils.
    pub title: &'static str,
    /// How well its rule is supported.
    pub strength: EvidenceStrength,
    /// What a fix takes: 1 a line of configuration, 2 a template, 3 this page's text, 5
    /// engineering.
    pub effort: u8,
    /// Whether it needs a page that loaded; where there is none it does not apply.
    pub needs_page: bool,
    /// Its public page, in Markdown.
    pub doc: &'static str,
    /// Why engines care, in one or two sentences.
    pub why: &'static str,
    /// What that rests on.
    pub sources: &'static [Source],
}

/// What checks may look at.
#[derive(Debug)]
pub struct Context<'a> {
    /// The page's facts.
    pub page: &'a Page,
    /// Whether the body holds nothing but white space.
    pub body_is_blank: bool,
    /// robots.txt of the final address, where it was fetched; of its rules those that match that
    /// address.
    pub robots: Option<RobotsFile>,
    /// The page's robots directives.
    pub directives: Directives,
    /// The languages that the page declares and is in.
    pub languages: Languages,
    /// What the page is, as far as checks apply to it.
    pub subject: Subject,
    /// The page's title.
    pub title: Title,
    /// Its dates.
    pub dates: Dates,
    /// Its authors.
    pub authors: Authors,
    /// The names of its site.
    pub sites: SiteNames,
    /// When the page itself says that it was last changed, in milliseconds since
    /// 1970-01-01T00:00:00Z, where it names a day.
    pub modified_at: Option<i64>,
    /// How long judging may go on. Where it is spent, nobody uses what is found.
    pub(crate) patience: Patience<'a>,
    /// What was asked of the page before.
    pub(crate) memo: Memo,
}

impl<'a> Context<'a> {
    /// Gathers what several checks need.
    pub fn new(page: &'a Page, body_is_blank: bool) -> Self {
        let origin = page.final_url.origin();
        let robots =
            page.robots_files.iter().find(|file| file.url.origin() == origin).map(read_robots_file);
        let (dates, sites) = (Dates::of(page), SiteNames::of(page));
        let modified = dates.modified().and_then(|modified| modified.date);
        let modified = modified.filter(|date| date.precision() >= Precision::Day);
        let modified_at = modified.map(Date::earliest);
        Self {
            page,
            body_is_blank,
            robots,
            directives: Directives::of(page),
            languages: Languages::of(page),
            subject: Subject::of(page),
            title: Title::beside(page, &sites),
            dates,
            authors: Authors::beside(page, &sites),
            sites,
            modified_at,
            patience: Patience::unlimited(),
            memo: Memo::default(),
        }
    }

    /// The same, to be judged within that patience.
    pub(crate) fn within(self, patience: &Patience<'a>) -> Self {
        Self { patience: patience.shared(), ..self }
    }
}

/// What a finding says that may be wrong, before the reason.
pub(crate) const UNCERTAIN: &str = "This is uncertain: ";

/// What a check says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The verdict.
    pub status: Status,
    /// 0 to 100; none where it does not apply.
    pub value: Option<u8>,
    /// What was found, in one sentence.
    pub summary: String,
    /// What it rests on.
    pub details: Vec<Detail>,
    /// Whether something could not be seen, so that the report is of low confidence.
    pub unsure: bool,
}

impl Finding {
    fn new(status: Status, value: Option<u8>, summary: impl Into<String>) -> Self {
        Self { status, value, summary: summary.into(), details: Vec::new(), unsure: false }
    }

    /// Good.
    pub fn pass(summary: impl Into<String>) -> Self {
        Self::new(Status::Pass, Some(100), summary)
    }

    /// Could be better; worth half, unless [`Self::worth`] says otherwise.
    pub fn warn(summary: impl Into<String>) -> Self {
        Self::new(Status::Warn, Some(50), summary)
    }

    /// Wrong.
    pub fn fail(summary: impl Into<String>) -> Self {
        Self::new(Status::Fail, Some(0), summary)
    }

    /// Does not apply.
    pub fn not_applicable(summary: impl Into<String>) -> Self {
        Self::new(Status::Na, None, summary)
    }

    /// Could not be seen: no verdict, and the report says that it is unsure.
    pub fn could_not_see(summary: impl Into<String>) -> Self {
        Self { unsure: true, ..Self::new(Status::Na, None, summary) }
    }

    /// The same finding where what it is about may be another thing, for that reason: a failure
    /// warns, and a warning is worth no less than that.
    #[must_use]
    pub fn softened(self, unclear: &str) -> Self {
        match self.status {
            Status::Fail => Self {
                status: Status::Warn,
                value: Some(50),
                summary: format!("{} {UNCERTAIN}{unclear}.", self.summary),
                ..self
            },
            Status::Warn => Self { value: self.value.map(|value| value.max(50)), ..self },
            _ => self,
        }
    }

    /// The same finding, softened, where even a warning may be about nothing: it says so.
    #[must_use]
    pub fn doubted(self, unclear: &str) -> Self {
        let finding = self.softened(unclear);
        match finding.status == Status::Warn && !finding.summary.contains(UNCERTAIN) {
            true => {
                Self { summary: format!("{} {UNCERTAIN}{unclear}.", finding.summary), ..finding }
            }
            false => finding,
        }
    }

    /// The same finding, worth that much.
    #[must_use]
    pub fn worth(self, value: u8) -> Self {
        Self { value: Some(value), ..self }
    }

    /// The same finding with one more detail, up to [`DETAILS_MAX`].
    #[must_use]
    pub fn with(mut self, detail: Detail) -> Self {
        if self.details.len() < DETAILS_MAX {
            self.details.push(detail);
        }
        self
    }

    /// The same finding with more details, up to [`DETAILS_MAX`].
    #[must_use]
    pub fn with_all(self, details: impl IntoIterator<Item = Detail>) -> Self {
        details.into_iter().fold(self, Self::with)
    }
}

/// A detail that quotes the page.
pub fn quote(label: impl Into<String>, text: &str) -> Detail {
    Detail { label: label.into(), excerpt: excerpt(text), ..Detail::default() }
}

/// A detail that only measures.
pub fn measure(label: impl Into<String>, measured: impl Into<String>) -> Detail {
    Detail { label: label.into(), measured: Some(measured.into()), ..Detail::default() }
}
