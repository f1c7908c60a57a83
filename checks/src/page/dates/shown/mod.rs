//! The days that readers see as those of the page.
//!
//! A day counts where it stands as people write the date of a text: near the heading and before
//! the prose begins, in a line of its own or beside a name; or anywhere near the edges of the
//! content behind a word that says what it is. The day in a sentence, in a caption, in a card of
//! another page or in the header of the site is none of the page.

mod line;

use std::ops::Range;

use chrono::{DateTime, Datelike, NaiveDate};

use self::line::{DateLine, Says};
use super::entries::are_dated_entries;
use super::filed::filed_month;
use super::places::{
    LINE_BYTES, build_days, cards, heading_start, main_end, quoted_in, references,
};
use super::text::{DatedText, Locale};
use crate::page::Page;
use crate::page::language::Languages;
use crate::page::names::comparable;
use crate::page::outline::{BlockFact, BlockKind, Heading};
use crate::report::PageKind;
use crate::weights::{DATE_LINE_AFTER_BYTES, DATE_LINE_BEFORE_BYTES};

/// Blocks that are looked at on each edge of the content.
const BLOCKS_MAX: usize = 80;
/// Bytes of a paragraph from which it is prose.
const PROSE_BYTES: usize = 160;
/// Bytes of prose, such as a summary, after which no line without a word for it is a date.
const LEAD_BYTES: usize = 500;
/// Bytes of the title of a post, without spaces and marks; shorter ones may be any word of the page's.
const POST_TITLE_BYTES: usize = 8;
/// Blocks at the end of the main content in which a day behind a word for it is looked for.
const LAST_BLOCKS: usize = 4;

/// The days that readers see as those of the page.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ShownDates {
    /// Of publication.
    pub published: Option<NaiveDate>,
    /// Of the last change.
    pub modified: Option<NaiveDate>,
}

impl ShownDates {
    /// The days of that page. Home pages, lists and products show days of other things.
    #[must_use]
    pub fn of(page: &Page, languages: &Languages) -> Self {
        match page.document.kind.kind {
            PageKind::Home | PageKind::Listing | PageKind::Product => Self::default(),
            PageKind::Article | PageKind::Docs | PageKind::Qa | PageKind::Other => {
                Search::on(page, languages).run()
            }
        }
    }

    /// The newest of them.
    #[must_use]
    pub fn newest(self) -> Option<NaiveDate> {
        self.published.max(self.modified)
    }
}

/// How the page's people write dates: in its language, and by the country of its host or by the
/// region that it declares.
pub(crate) fn locale<'a>(page: &Page, languages: &'a Languages) -> Locale<'a> {
    let host = page.final_url.host_str().unwrap_or_default().trim_end_matches('.');
    let country = match host.rsplit('.').next().unwrap_or_default() {
        "gov" | "mil" | "edu" => Some("US"),
        two if two.len() == 2 => Some(two),
        _ => None,
    };
    let declared =
        languages.declared.iter().find_map(|one| one.tag.as_ref().ok()?.region.as_deref());
    let by_country = Locale::new(languages.primary(), country);
    let locale = match by_country == Locale::new(languages.primary(), None) {
        true => Locale::new(languages.primary(), declared),
        false => by_country,
    };
    locale.filed(filed_month(&page.final_url))
}

struct Search<'a> {
    page: &'a Page,
    locale: Locale<'a>,
    today: NaiveDate,
    /// Where other pages are told of.
    cards: Vec<Range<usize>>,
    /// Lists of works.
    references: Vec<Range<usize>>,
    found: ShownDates,
    is_manual: bool,
}

impl<'a> Search<'a> {
    fn on(page: &'a Page, languages: &'a Languages) -> Self {
        let today = DateTime::from_timestamp_millis(page.fetched_at).unwrap_or_default();
        Self {
            page,
            locale: locale(page, languages),
            today: today.date_naive(),
            cards: cards(page),
            references: references(page),
            found: ShownDates::default(),
            is_manual: page.document.kind.judged_as() == PageKind::Docs,
        }
    }

    fn run(mut self) -> ShownDates {
        // The days of entries, such as news, are those of what each tells.
        let has_entries = are_dated_entries(&self.page.document, self.locale);
        let blocks = &self.page.document.outline.blocks;
        let heading = heading_start(self.page);
        let at = |offset: usize| blocks.partition_point(|block| block.place.text.start < offset);
        self.in_title();
        let place = at(heading);
        let first = at(heading.saturating_sub(DATE_LINE_BEFORE_BYTES));
        let last = at(heading + DATE_LINE_AFTER_BYTES).min(place + BLOCKS_MAX);
        if !has_entries {
            self.below_heading(place..last);
        }
        if self.found.published.is_none() {
            self.above_heading(first.max(place.saturating_sub(BLOCKS_MAX))..place);
        }
        if self.found.published.is_none() {
            self.above_post();
        }
        let end = at(main_end(self.page));
        self.labelled(
            end.saturating_sub(LAST_BLOCKS).max(last)..blocks.len().min(end + LAST_BLOCKS),
        );
        if self.found.published.is_none() {
            self.below_text(end.saturating_sub(LAST_BLOCKS)..blocks.len().min(end + LAST_BLOCKS));
        }
        self.changed();
        self.without_builds();
        self.found
    }

    /// The tool of a manual may write the day on which it ran above the text, too.
    fn without_builds(&mut self) {
        if !self.is_manual || self.found == ShownDates::default() {
            return;
        }
        let built = build_days(self.page, self.locale);
        let is_own = |day: &NaiveDate| !built.contains(day);
        self.found.published = self.found.published.filter(is_own);
        self.found.modified = self.found.modified.filter(is_own);
    }

    /// A page of a manual whose title names a day is of that day, such as the notes on a release. An
    /// article may tell of the day.
    fn in_title(&mut self) {
        if self.page.document.kind.kind != PageKind::Docs {
            return;
        }
        let title = self.page.document.titles.first();
        let day = title.and_then(|title| DatedText::new(&title.value).first_day(self.locale));
        if let Some(day) = day.filter(|day| *day <= self.today) {
            self.publish(day);
        }
    }

    /// From the heading on: lines of dates until the prose has begun, and after that days behind a
    /// word that says what they are.
    fn below_heading(&mut self, range: Range<usize>) {
        let is_qa = self.page.document.kind.kind == PageKind::Qa;
        let (mut prose, mut headings) = (0, 0);
        let mut items = Vec::new();
        for at in range {
            let Some(block) = self.own(at) else { continue };
            let is_lead = prose <= LEAD_BYTES && headings <= 2;
            for (day, says) in self.read(at, block) {
                match says {
                    Says::Nothing if block.kind == BlockKind::ListItem && !is_qa => {
                        // Lists in manuals name works, with their days.
                        items.extend((is_lead && !self.is_manual).then_some(day));
                    }
                    Says::Nothing if is_lead || is_qa => self.publish(day),
                    Says::Place if prose == 0 => self.publish(day),
                    Says::Nothing | Says::Place => {}
                    Says::Published | Says::Updated => self.note(day, says),
                }
            }
            match block.kind {
                BlockKind::Heading => headings += 1,
                BlockKind::Paragraph if block.place.text.len() >= PROSE_BYTES => {
                    prose += block.place.text.len();
                }
                _ => {}
            }
        }
        // A list of more days is one of versions, events or other pages.
        if let [day] | [day, _] = items[..] {
            self.publish(day);
        }
    }

    /// Just above the heading: today's day is one that the site shows on every page.
    fn above_heading(&mut self, range: Range<usize>) {
        for at in range.rev() {
            let Some(block) = self.own(at) else { continue };
            for (day, says) in self.read(at, block) {
                match says {
                    Says::Nothing if day < self.today && self.may_be_of_page(day) => {
                        self.publish(day);
                    }
                    Says::Nothing | Says::Place => {}
                    Says::Published | Says::Updated => self.note(day, says),
                }
            }
        }
    }

    /// Right below the text, as blogs write it beside the author: where the URL files the page under the
    /// month of that day. What is there may be far enough from the text to be held for what
    /// surrounds it.
    fn below_text(&mut self, range: Range<usize>) {
        let Some((year, month)) = filed_month(&self.page.final_url) else { return };
        let document = &self.page.document;
        let blocks = &document.outline.blocks;
        // Below a heading stands something else, and behind a colon the day of something.
        let is_heading =
            |at: &usize| blocks[*at].kind == BlockKind::Heading && !blocks[*at].place.in_main;
        let may_be_own = |at: &usize| {
            let said = document.text_at(&blocks[*at].place);
            let before = said.find(|char: char| char.is_ascii_digit()).map_or("", |at| &said[..at]);
            !before.contains(':') && !self.is_in_card(&blocks[*at])
        };
        let lines = range.take_while(|at| !is_heading(at)).filter(may_be_own);
        let mut days = lines.flat_map(|at| self.read(at, &blocks[at]));
        let is_filed = |day: &NaiveDate| (day.year(), day.month()) == (year, month);
        let day = days
            .find(|(day, says)| matches!(says, Says::Nothing | Says::Published) && is_filed(day));
        if let Some((day, _)) = day {
            self.publish(day);
        }
    }

    /// Whether the URL files the page under no other month than that of a day. A saved page may show the
    /// day on which it was saved.
    fn may_be_of_page(&self, day: NaiveDate) -> bool {
        const DAYS: i64 = 62;
        let filed = filed_month(&self.page.final_url);
        let filed = filed.and_then(|(year, month)| NaiveDate::from_ymd_opt(year, month, 1));
        filed.is_none_or(|filed| (0..=DAYS).contains(&(day - filed).num_days()))
    }

    /// Directly above the title of a post that is no heading of level 1: blogs write the day there, in
    /// a heading for all posts of it.
    fn above_post(&mut self) {
        let document = &self.page.document;
        let titles: Vec<String> =
            document.titles.iter().map(|title| comparable(&title.value)).collect();
        let is_post = |heading: &&Heading| {
            let own = comparable(heading.text(&document.visible_text));
            heading.level > 1
                && own.len() >= POST_TITLE_BYTES
                && titles.iter().any(|title| title.contains(&own))
        };
        let mut headings = document.outline.headings.iter().filter(|one| !one.place.is_around);
        let Some(post) = headings.find(is_post) else { return };
        let start = post.place.text.start;
        let place = document.outline.blocks.partition_point(|one| one.place.text.start < start);
        let Some(above) = place.checked_sub(1) else { return };
        let block = &document.outline.blocks[above];
        // It may be far enough from the text to be held for what surrounds it, as today's day is.
        if let [(day, Says::Nothing)] = self.read(above, block)[..]
            && block.kind == BlockKind::Heading
            && day < self.today
            && !self.is_in_card(block)
        {
            self.publish(day);
        }
    }

    fn labelled(&mut self, range: Range<usize>) {
        for at in range {
            let Some(block) = self.own(at) else { continue };
            for (day, says) in self.read(at, block) {
                self.note(day, says);
            }
        }
    }

    /// What stands at the foot of a document says when it was last changed, in what surrounds the
    /// content too. A list of the page's own parts may follow it, however many there are.
    fn changed(&mut self) {
        let blocks = &self.page.document.outline.blocks;
        let last = (0..blocks.len()).rev().filter(|at| !self.leads_within(&blocks[*at]));
        let last: Vec<usize> = last.take(BLOCKS_MAX).collect();
        for at in last.into_iter().rev() {
            let block = &blocks[at];
            if block.kind == BlockKind::Code {
                continue;
            }
            for (day, says) in self.read(at, block) {
                let is_own = !self.is_in_card(block) && !self.is_prose_of_manual(block);
                if says == Says::Updated && is_own {
                    self.note(day, says);
                }
            }
        }
    }

    /// Whether a block is a link to a part of the page and hardly more.
    fn leads_within(&self, block: &BlockFact) -> bool {
        let links = self.page.document.outline.links_in(&block.place.text);
        block.is_mostly_links() && links.first().is_some_and(|link| link.href.starts_with('#'))
    }

    /// A block that tells of this page.
    fn own(&self, at: usize) -> Option<&'a BlockFact> {
        let block = self.page.document.outline.blocks.get(at)?;
        let is_text = !matches!(block.kind, BlockKind::Caption | BlockKind::Code);
        let is_inside = block.place.in_main || !block.place.is_around;
        let start = block.place.text.start;
        let is_listed = self.references.iter().any(|list| list.contains(&start));
        let is_text = is_text && !self.is_prose_of_manual(block);
        (is_text && is_inside && !is_listed && !self.is_in_card(block)).then_some(block)
    }

    /// Whether a block is sentences of a manual, which have days of what they tell of.
    fn is_prose_of_manual(&self, block: &BlockFact) -> bool {
        self.is_manual && block.place.in_main && block.place.text.len() > LINE_BYTES
    }

    fn is_in_card(&self, block: &BlockFact) -> bool {
        let start = block.place.text.start;
        let next = self.cards.partition_point(|card| card.start <= start);
        next.checked_sub(1).is_some_and(|last| self.cards[last].contains(&start))
    }

    /// The days of a block that may be the page's.
    fn read(&self, at: usize, block: &BlockFact) -> Vec<(NaiveDate, Says)> {
        let document = &self.page.document;
        let text = |block: &BlockFact| document.text_at(&block.place);
        if !text(block).contains(char::is_numeric) {
            return Vec::new();
        }
        let before = at.checked_sub(1).and_then(|before| document.outline.blocks.get(before));
        let before = before.filter(|before| before.kind != BlockKind::Heading);
        // A day in quotation marks is one that something shows.
        let mut own = text(block).to_owned();
        for one in quoted_in(text(block)) {
            own.replace_range(one.clone(), &" ".repeat(one.len()));
        }
        let line = DateLine::new(&own, before.map_or("", text), block.kind);
        let days = line.days(self.locale);
        // In a table of data a day that nothing is said of is one of its values.
        let is_value =
            block.kind == BlockKind::Cell && document.outline.is_in_data_table(&block.place.text);
        days.into_iter()
            .filter(|(day, says)| *day <= self.today && !(is_value && *says == Says::Nothing))
            .collect()
    }

    fn publish(&mut self, day: NaiveDate) {
        self.found.published.get_or_insert(day);
    }

    fn note(&mut self, day: NaiveDate, says: Says) {
        match says {
            Says::Published => self.publish(day),
            Says::Updated => {
                self.found.modified.get_or_insert(day);
            }
            Says::Nothing | Says::Place => {}
        }
    }
}

#[cfg(test)]
mod tests;
