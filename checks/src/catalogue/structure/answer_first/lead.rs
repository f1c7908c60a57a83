//! The lead: the first block of a text that says something.

use super::lead_blocks::{Found, beginnings, find, first_line, is_right_below, section_of, tenths};
use super::lead_lists::lists_things;
use super::lead_parts::{opens_summary, summary, thing_of};
use super::lead_words::{announcement, greeting, is_question, opener};
use super::subject::Subject;
use crate::applicability::without_dateline;
use crate::catalogue::structure::entry::begins_with_signature;
use crate::catalogue::structure::headings::{FirstHeadings, is_of_section, names_part};
use crate::check::Context;
use crate::grade::{cost, is_above, is_below, left_after};
use crate::page::DocumentFacts;
use crate::page::names::comparable;
use crate::page::outline::BlockKind;
use crate::page::text::{TENTHS_OF_WORD, ends_sentence, sentences, word_equivalents};
use crate::page::title::before_last_part;
use crate::report::PageKind;
use crate::weights::{
    EXCEEDED_TIMES, LEAD_AFTER_HEADING, LEAD_COST, LEAD_LISTING_MAX, LEAD_LONGEST, LEAD_MIN,
    LEAD_SENTENCE_MAX, LEAD_WITHIN_PERCENT,
};

/// The shortest text whose first percents are told apart.
const SHORT_TEXT: usize = 400;

/// The lead of a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Lead {
    /// Its text. Untrusted.
    pub(super) text: String,
    /// Line in the decoded source.
    pub(super) line: u32,
    /// Where it begins in the visible text.
    start: usize,
    /// Its length in word equivalents.
    pub(super) words: usize,
    /// Word equivalents between the main heading and it.
    pub(super) after_heading: usize,
    /// The same in percent of the main content.
    pub(super) percent: usize,
    /// Its first sentence. Untrusted.
    pub(super) first_sentence: String,
    /// The length of that in word equivalents.
    pub(super) first_words: usize,
    /// How long that may be.
    pub(super) first_max: usize,
    /// The heading of the section that it goes on in, where nothing opens the text. Untrusted.
    pub(super) section: Option<String>,
    /// Whether it is shorter than a lead, and the paragraph below goes on.
    pub(super) goes_on: bool,
    /// Whether it names nothing of what the page is about. In documentation that is no fault: its
    /// headings are names, and what stands below them says what they do.
    pub(super) is_off_topic: bool,
    /// Whether it leads to a list, with which it is read.
    leads_in: bool,
    /// What it lacks.
    pub(super) missed: Vec<Missed>,
}

/// A condition that a lead misses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Missed {
    /// There is none: what comes nearest to it goes on in a later section.
    Opening,
    /// It comes late.
    Late,
    /// It is too short.
    Short,
    /// It is too long.
    Long,
    /// Its first sentence is too long.
    LongSentence,
    /// It begins with a question.
    Question,
    /// It does not name what the page is about.
    OffTopic,
    /// It begins with words that say nothing.
    Opener(&'static str),
    /// It says what the text will do, in these words.
    Announcement(&'static str),
}

impl Lead {
    /// The lead of that page.
    pub(super) fn of<'a>(context: &'a Context<'_>) -> Option<&'a Self> {
        context.memo.lead.get_or_init(|| Self::find(context)).as_ref()
    }

    /// The lead of a page: of the first blocks the one that says what the page is about, since
    /// a notice, a byline or the caption of a picture may stand above it. Where none does, it is
    /// the one that lacks least.
    fn find(context: &Context<'_>) -> Option<Self> {
        let headings = FirstHeadings::of(context);
        // A quick start names no more than the product, which the title does too.
        let document = &context.page.document;
        let title = document.title();
        let mut least: Option<Self> = None;
        for (from, heading) in beginnings(context, &headings) {
            let is_section = context.subject.kind == PageKind::Docs && is_of_section(title);
            let named = match is_section || is_of_part(title, heading, &headings) {
                // "Introduction" need not speak of introductions, nor "69.3. Security" of more than
                // the subject of its chapter.
                true => Subject::default(),
                false => Subject::of(
                    format!("{title} {}", heading_of(document, heading)),
                    context.languages.primary(),
                ),
            };
            let Some(lead) = Self::below(context, from, &named) else { continue };
            if lead.missed.is_empty() && !lead.is_off_topic {
                return Some(lead);
            }
            if lead.is_of_term(context) {
                continue;
            }
            least = Some(lead.or_none(document, from).or_better(least));
        }
        least
    }

    /// The lead of the text that begins there.
    fn below(context: &Context<'_>, from: usize, named: &Subject) -> Option<Self> {
        let document = &context.page.document;
        if let Some(line) = Self::defining_line(context, from, named) {
            return Some(line);
        }
        let mut least: Option<Self> = None;
        let mut blocks = find(document, from).into_iter().peekable();
        while let Some(found) = blocks.next() {
            let mut lead = Self::read(document, &found);
            lead.judge(found.opening(document), from, named, context);
            if lead.missed.contains(&Missed::Late) && least.is_some() {
                // What follows the first block far below is not what the page opens with.
                break;
            }
            if let Some(next) = blocks.peek() {
                if lead.is_hook() {
                    lead.read_on(&Self::read(document, next), named);
                } else if lead.is_one_line() && is_next(document, &found, next) {
                    lead.goes_on = true;
                    lead.missed.clear();
                }
            }
            let is_last = lead.missed.is_empty()
                || lead.missed.contains(&Missed::Late)
                || !lead.may_be_furniture()
                || (lead.leads_in && opens_summary(document, from, lead.start));
            least = Some(lead.or_better(least));
            if is_last {
                break;
            }
        }
        least
    }

    /// The line right below the heading of documentation, where it lacks nothing: “The module tea brews
    /// leaves.” defines its subject.
    fn defining_line(context: &Context<'_>, from: usize, named: &Subject) -> Option<Self> {
        if context.subject.kind != PageKind::Docs {
            return None;
        }
        let document = &context.page.document;
        let mut line = Self::read(document, &first_line(document, from)?);
        line.judge("", from, named, context);
        // What is called a summary is what the page opens with, whatever it lacks.
        let is_opening = line.missed.is_empty()
            && (!line.is_off_topic || is_right_below(document, from, line.start));
        (is_opening || summary(document, from).is_some()).then_some(line)
    }

    /// Whether it is what documentation says of one term of a list, such as a function of a module.
    fn is_of_term(&self, context: &Context<'_>) -> bool {
        let blocks = context.page.document.outline.blocks_from(self.start);
        context.subject.kind == PageKind::Docs
            && !self.leads_in
            && blocks.first().is_some_and(|one| one.is_in_terms)
    }

    /// The same; where it lacks something and goes on below a list or the like in a later section,
    /// there is no lead.
    fn or_none(self, document: &DocumentFacts, from: usize) -> Self {
        if self.missed.contains(&Missed::Late) {
            return self;
        }
        // What a section says of a thing of its own is right there.
        let thing = || {
            thing_of(document, from, self.start, &self.first_sentence).filter(|_| self.is_off_topic)
        };
        // The site's name may be above the page's own heading.
        let title = document.title();
        let is_title = |section: &str| comparable(title).starts_with(&comparable(section));
        let section = section_of(document, from, self.start).or_else(thing);
        match section.filter(|section| !is_title(section)) {
            Some(section) => {
                Self { missed: vec![Missed::Opening], section: Some(section.to_owned()), ..self }
            }
            None => self,
        }
    }

    /// That one, which stands above it, unless it lacks less.
    fn or_better(self, above: Option<Self>) -> Self {
        match above {
            Some(above) if above.worth() >= self.worth() => above,
            _ => self,
        }
    }

    /// What is left of it after what it lacks: 0 to 100.
    pub(super) fn worth(&self) -> u8 {
        left_after(self.missed.iter().map(|missed| self.cost(*missed)))
    }

    /// What a missed condition takes off: what is measured, by how much.
    fn cost(&self, missed: Missed) -> usize {
        let above = |max: usize, measured: usize| cost(max * EXCEEDED_TIMES, max, measured);
        match missed {
            Missed::Late => above(LEAD_AFTER_HEADING, self.after_heading)
                .max(above(LEAD_WITHIN_PERCENT, self.percent)),
            Missed::Short => cost(0, LEAD_MIN, self.words),
            Missed::Long => above(LEAD_LONGEST, self.words),
            Missed::LongSentence => above(self.first_max, self.first_words),
            Missed::Opening
            | Missed::Question
            | Missed::OffTopic
            | Missed::Opener(_)
            | Missed::Announcement(_) => LEAD_COST,
        }
    }

    /// Whether it only leads to what follows: it asks, or clears its throat.
    fn is_hook(&self) -> bool {
        let leads_on = |missed: &Missed| {
            matches!(missed, Missed::Question | Missed::Opener(_) | Missed::Announcement(_))
        };
        self.missed.iter().any(leads_on)
    }

    /// Whether it is a sentence of its own that lacks nothing but words: pages set their first
    /// statement on a line by itself, and go on below.
    fn is_one_line(&self) -> bool {
        self.missed == [Missed::Short] && ends_sentence(&self.text)
    }

    /// Reads what it leads to along with it: that it is short, and that the subject comes after
    /// it, are no further faults of a question.
    fn read_on(&mut self, next: &Self, named: &Subject) {
        let is_long = !is_below(LEAD_MIN, self.words + next.words);
        let is_named = named.is_named_in(&next.text);
        self.is_off_topic &= !is_named;
        self.missed.retain(|missed| match missed {
            Missed::Short => !is_long,
            Missed::OffTopic => !is_named,
            _ => true,
        });
    }

    /// Whether what it lacks is what a block lacks that only stands above the text.
    fn may_be_furniture(&self) -> bool {
        let is_lack = |missed: &Missed| matches!(missed, Missed::Short | Missed::OffTopic);
        self.missed.iter().any(is_lack) && !self.is_hook()
    }

    fn read(document: &DocumentFacts, found: &Found<'_>) -> Self {
        let lengths = found.blocks.iter().map(|block| tenths(document, block));
        let words = lengths.sum::<usize>() / TENTHS_OF_WORD;
        let first = found.first();
        // Of a list the first item stands for the first sentence.
        let first_block = document.text_at(&first.place);
        let first_sentence = sentences(first_block).next().unwrap_or(first_block).trim().to_owned();
        let total = document.main.word_equivalents.max(SHORT_TEXT);
        Self {
            line: first.place.line,
            words,
            after_heading: found.before / TENTHS_OF_WORD,
            percent: found.before * 100 / (total * TENTHS_OF_WORD),
            first_words: word_equivalents(without_dateline(&first_sentence)),
            first_max: match lists_things(&first_sentence) {
                true => LEAD_LISTING_MAX,
                false => LEAD_SENTENCE_MAX,
            },
            first_sentence,
            section: None,
            start: first.place.text.start,
            text: found.text(document),
            goes_on: false,
            is_off_topic: false,
            leads_in: found.leads_in,
            missed: Vec::new(),
        }
    }

    /// Notes what it lacks, with the short sentence right above it.
    fn judge(&mut self, opening: &str, from: usize, named: &Subject, context: &Context<'_>) {
        // A discussion begins with its question, and people post as they speak.
        let is_post = context.subject.kind == PageKind::Qa;
        let is_question = !is_post && is_question(&self.first_sentence);
        let is_late = is_above(LEAD_AFTER_HEADING, self.after_heading)
            || is_above(LEAD_WITHIN_PERCENT, self.percent);
        let is_docs = context.subject.kind == PageKind::Docs;
        // What comes late is not what the page opens with, and need not name its subject.
        // “This function …” speaks of what the code above it shows.
        let names = || {
            named.is_named_in(&self.text)
                || named.is_named_in(opening)
                || named.is_named_above(&context.page.document, from, self.start, is_docs)
                || begins_with_signature(context)
        };
        let is_off_topic = !is_late && !names();
        // What follows a statement on the subject is not what the page begins with.
        let is_opened = !opening.is_empty() && named.is_named_in(opening);
        let language = context.languages.primary();
        // People greet those whom they ask.
        let greeted = || greeting(&self.first_sentence, language).filter(|_| !is_post);
        let opener = opener(&self.first_sentence, language).or_else(greeted);
        // “Have you ever …?” is one fault.
        let opener = opener.filter(|_| !is_opened && !is_question);
        // Manuals say first what a page describes.
        let is_described = is_docs && named.is_named_in(&self.first_sentence);
        let opener = opener.filter(|_| !is_described);
        let announced = announcement(&self.first_sentence, language)
            .filter(|_| !is_post && !is_question && !is_opened && !is_described)
            // “In this article we will …” is one fault.
            .filter(|_| opener.is_none());
        let is_too_long = match is_docs {
            true => is_above(LEAD_LONGEST, self.words),
            false => self.words > LEAD_LONGEST,
        };
        let conditions = [
            is_late.then_some(Missed::Late),
            (!is_docs && is_below(LEAD_MIN, self.words)).then_some(Missed::Short),
            is_too_long.then_some(Missed::Long),
            (!is_post && is_above(self.first_max, self.first_words))
                .then_some(Missed::LongSentence),
            is_question.then_some(Missed::Question),
            (!is_docs && is_off_topic).then_some(Missed::OffTopic),
            opener.map(Missed::Opener),
            announced.map(Missed::Announcement),
        ];
        self.missed = conditions.into_iter().flatten().collect();
        self.is_off_topic = is_off_topic;
    }
}

/// The heading of the page; where no heading of the first level is, the first one.
fn heading_of<'a>(document: &'a DocumentFacts, heading: &'a str) -> &'a str {
    let mut headings = document.outline.main_headings();
    match heading.is_empty() {
        true => headings.next().map_or("", |first| first.text(&document.visible_text)),
        false => heading,
    }
}

/// Whether title and heading only say which part of a work the page is.
fn is_of_part(title: &str, heading: &str, headings: &FirstHeadings<'_>) -> bool {
    let without_work = before_last_part(title).map_or(title, |(rest, _)| rest);
    let is_part = [headings.title.as_str(), without_work].into_iter().any(names_part);
    is_part && (heading.is_empty() || names_part(heading))
}

/// Whether one part follows another without a heading between them, and makes a lead of both.
fn is_next(document: &DocumentFacts, found: &Found<'_>, next: &Found<'_>) -> bool {
    let start = |part: &Found<'_>| part.first().place.text.start;
    let between = document.outline.blocks_in(&(start(found)..start(next)));
    let words = |part: &Found<'_>| Lead::read(document, part).words;
    between.iter().all(|block| block.kind != BlockKind::Heading)
        && !is_below(LEAD_MIN, words(found) + words(next))
}
