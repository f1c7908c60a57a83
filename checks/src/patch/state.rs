//! A page between two edits: its bytes, what was read of it, and how it was judged.

use chrono::NaiveDate;

use super::generator::generator_of;
use super::view::View;
use crate::catalogue::provenance::trusted_dates::{is_build_stamp, trusted};
use crate::check::Context;
use crate::edit::{Source, Tags};
use crate::evaluate::{is_blank, read_within, report_on};
use crate::failure::ScanFailure;
use crate::page::Page;
use crate::page::dates::DateMeaning;
use crate::page::snapshot::Snapshot;
use crate::patience::Patience;
use crate::report::Report;

pub(super) struct State {
    pub(super) snapshot: Snapshot,
    pub(super) page: Page,
    pub(super) report: Report,
}

impl State {
    /// Reads and judges the page.
    pub(super) fn of(
        id: &str,
        snapshot: Snapshot,
        patience: &Patience<'_>,
    ) -> Result<Self, ScanFailure> {
        let page = read_within(&snapshot, patience)?;
        let context = Context::new(&page, is_blank(&snapshot)).within(patience);
        let (report, _) = report_on(id, &snapshot, &context, &[], &mut |_| {})?;
        drop(context);
        Ok(Self { snapshot, page, report })
    }

    /// Its source.
    pub(super) fn source(&self) -> Source<'_> {
        let answer = self.snapshot.page.exchanges.last();
        let content_type = answer.and_then(|answer| answer.header("content-type"));
        Source::new(&self.snapshot.page.body, content_type)
    }

    /// The day of the last change that the page declares in its markup.
    pub(super) fn modified(&self) -> Option<NaiveDate> {
        let context = Context::new(&self.page, is_blank(&self.snapshot));
        let (_, date) = trusted(&context, DateMeaning::Modified)?;
        date.day().filter(|_| !is_build_stamp(&context, date))
    }

    /// Lets a rule look at the page.
    pub(super) fn look<T>(&self, source: &Source<'_>, rule: impl FnOnce(&View<'_>) -> T) -> T {
        let context = Context::new(&self.page, is_blank(&self.snapshot));
        let tags = Tags::of(source.text());
        let generator = generator_of(&self.page, source.text());
        rule(&View { context: &context, report: &self.report, source, tags: &tags, generator })
    }
}
