//! Where a page declares its dates, and which declaration counts.

use super::Date;
use crate::lists::METAS;
use crate::page::Page;
use crate::page::markup::{Region, TimeFact};
use crate::page::structured::{NodeRef, Syntax};

/// A declared date.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DateCandidate {
    /// Where it is declared.
    pub source: DateSource,
    /// What it is the date of.
    pub meaning: DateMeaning,
    /// The property, meta element or header.
    pub name: String,
    /// Line in the decoded source; none for a header.
    pub line: Option<u32>,
    /// As written. Untrusted.
    pub written: String,
    /// The date; none where it is not written as machines do.
    pub date: Option<Date>,
}

/// Where a date is declared, most trustworthy first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum DateSource {
    /// The main entity in JSON-LD.
    JsonLd,
    /// The main entity in Microdata.
    Microdata,
    /// `article:published_time`, `article:modified_time`.
    ArticleMeta,
    /// Another `meta` element.
    Meta,
    /// A `<time>` that says what it is the time of.
    MarkedTime,
    /// The first `<time>` near the page's heading.
    Time,
    /// The `Last-Modified` header, which many servers set to the instant of the answer.
    Header,
}

/// What a date is the date of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DateMeaning {
    /// Publication.
    Published,
    /// The last change.
    Modified,
}

/// The declared dates of a page.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Dates {
    /// Every declaration, most trustworthy first; those that cannot be read too.
    pub candidates: Vec<DateCandidate>,
}

/// Bytes of text after the heading within which a `<time>` without a meaning counts.
const AFTER_HEADING: usize = 1_500;
/// Bytes of text before the heading within which it counts.
const BEFORE_HEADING: usize = 400;
/// The instant that programs write for none.
const EPOCH: i64 = 0;

/// Ends of names of `meta` elements for the date of publication.
const OWN_PUBLISHED: [&str; 3] = ["-published-date", "-publish-date", "-publication-date"];

/// Names under which a platform writes when it last sent the document out, which is no day of its
/// text where another name says one.
const PLATFORM_STAMPS: [&str; 2] = ["published-time", "modified-time"];

/// Names for a date of whatever happened to the page. Dublin Core says so of its `date`.
const ANY_DATE: [&str; 4] = ["date", "dc.date", "dc:date", "dcterms.date"];

/// The day and the minute of a date as written, whatever its time zone: programs that write one
/// instant under two names don't always agree on that. None where there is a day only.
fn clock(written: &str) -> Option<&str> {
    const MINUTE: usize = "2026-01-31T12:00".len();
    let is_time = written.as_bytes().get(13) == Some(&b':');
    written.get(..MINUTE).filter(|_| is_time)
}

impl Dates {
    /// The declared dates of that page.
    pub fn of(page: &Page) -> Self {
        let mut candidates = Vec::new();
        for syntax in [Syntax::JsonLd, Syntax::Microdata] {
            candidates.extend(page.main_entity(syntax).into_iter().flat_map(of_node));
        }
        for one in candidates.iter_mut().filter(|one| one.date.is_none()) {
            read_abbreviation(one, &page.document.markup.times);
        }
        candidates.extend(page.document.metas.iter().filter_map(|meta| {
            let (source, meaning) = of_meta(&meta.name)?;
            let (name, line) = (meta.name.clone(), Some(meta.line));
            Some(candidate(source, meaning, name, line, &meta.content))
        }));
        candidates.extend(times(&page.document.markup.times));
        candidates.extend(page.answer().and_then(|answer| answer.header("last-modified")).map(
            |value| DateCandidate {
                date: Date::parse_http(value),
                ..candidate(
                    DateSource::Header,
                    DateMeaning::Modified,
                    "Last-Modified".to_owned(),
                    None,
                    value,
                )
            },
        ));
        candidates.retain(|candidate| !candidate.written.is_empty());
        let changed: Vec<String> = candidates
            .iter()
            .filter(|candidate| candidate.meaning == DateMeaning::Modified)
            .filter_map(|candidate| clock(&candidate.written).map(str::to_owned))
            .collect();
        candidates.retain(|candidate| {
            let of_change = clock(&candidate.written)
                .is_some_and(|clock| changed.iter().any(|changed| changed == clock));
            !(of_change
                && candidate.meaning == DateMeaning::Published
                && ANY_DATE.contains(&candidate.name.as_str()))
        });
        candidates.sort_by_key(|candidate| {
            (candidate.source, PLATFORM_STAMPS.contains(&candidate.name.as_str()))
        });
        prefer_seen(&mut candidates);
        Self { candidates }
    }

    /// The declaration of the publication that counts: the first that can be read.
    pub fn published(&self) -> Option<&DateCandidate> {
        self.first(DateMeaning::Published)
    }

    /// The declaration of the last change that counts. The header alone is none.
    pub fn modified(&self) -> Option<&DateCandidate> {
        self.first(DateMeaning::Modified)
    }

    fn first(&self, meaning: DateMeaning) -> Option<&DateCandidate> {
        self.candidates
            .iter()
            .filter(|candidate| candidate.meaning == meaning && candidate.date.is_some())
            .find(|candidate| candidate.source != DateSource::Header)
    }
}

/// Puts a marked `<time>` before another `meta` element that is one day off: vendors write the day in
/// their own time zone, and readers see the other.
fn prefer_seen(candidates: &mut Vec<DateCandidate>) {
    for meaning in [DateMeaning::Published, DateMeaning::Modified] {
        let first = |source: DateSource, candidates: &[DateCandidate]| {
            candidates.iter().position(|one| {
                (one.source, one.meaning) == (source, meaning) && one.date.is_some()
            })
        };
        let meta = first(DateSource::Meta, candidates);
        let Some((meta, seen)) = meta.zip(first(DateSource::MarkedTime, candidates)) else {
            continue;
        };
        let day = |at: usize| candidates[at].date.and_then(Date::day);
        if day(meta).zip(day(seen)).is_some_and(|(one, other)| (one - other).num_days().abs() == 1)
        {
            let seen = candidates.remove(seen);
            candidates.insert(meta, seen);
        }
    }
}

fn candidate(
    source: DateSource,
    meaning: DateMeaning,
    name: String,
    line: Option<u32>,
    written: &str,
) -> DateCandidate {
    let written = written.trim();
    let scholarly = || match name.starts_with("citation_") {
        true => super::parse::scholarly(written),
        false => None,
    };
    let date = Date::parse(written).or_else(scholarly);
    // The start of Unix time is what is left where a program had no date.
    let date = date.filter(|date| !(date.earliest() <= EPOCH && EPOCH < date.latest()));
    DateCandidate { source, meaning, name, line, written: written.to_owned(), date }
}

fn of_node(node: NodeRef<'_>) -> Vec<DateCandidate> {
    const PROPERTIES: [(&str, DateMeaning); 5] = [
        ("datePublished", DateMeaning::Published),
        ("uploadDate", DateMeaning::Published),
        ("datePosted", DateMeaning::Published),
        ("dateCreated", DateMeaning::Published),
        ("dateModified", DateMeaning::Modified),
    ];
    let source = match node.node().syntax {
        Syntax::JsonLd => DateSource::JsonLd,
        Syntax::Microdata => DateSource::Microdata,
    };
    PROPERTIES
        .iter()
        .filter_map(|(name, meaning)| {
            let line = Some(node.node().line_of(name));
            Some(candidate(source, *meaning, (*name).to_owned(), line, node.text(name)?))
        })
        .collect()
}

/// Reads a property of Microdata whose element says the instant in its `title`, as blogs with both
/// vocabularies write it: the text may be no more than the time of day.
fn read_abbreviation(one: &mut DateCandidate, times: &[TimeFact]) {
    let name = one.name.to_lowercase();
    let mut times = times.iter().filter(|time| {
        let mut properties = time.itemprop.split_ascii_whitespace();
        time.text.trim() == one.written && properties.any(|property| property == name)
    });
    let date = times.find_map(|time| Some((time, Date::parse(&time.datetime)?)));
    if let Some((time, date)) = date.filter(|_| one.source == DateSource::Microdata) {
        one.written.clone_from(&time.datetime);
        one.date = Some(date);
        one.line = Some(time.spot.line);
    }
}

fn of_meta(name: &str) -> Option<(DateSource, DateMeaning)> {
    match name {
        "article:published_time" => Some((DateSource::ArticleMeta, DateMeaning::Published)),
        "article:modified_time" => Some((DateSource::ArticleMeta, DateMeaning::Modified)),
        _ if METAS.published.contains(name) => Some((DateSource::Meta, DateMeaning::Published)),
        _ if METAS.modified.contains(name) => Some((DateSource::Meta, DateMeaning::Modified)),
        // Systems put letters of their own before the name.
        _ if OWN_PUBLISHED.iter().any(|end| name.ends_with(end)) => {
            Some((DateSource::Meta, DateMeaning::Published))
        }
        _ => None,
    }
}

/// The `<time>` elements of the content: those that say what they are, and of the others the
/// first near the heading.
fn times(times: &[TimeFact]) -> Vec<DateCandidate> {
    let own: Vec<&TimeFact> =
        times.iter().filter(|time| time.spot.region == Region::Content).collect();
    let readable = |time: &&&TimeFact| Date::parse(&time.datetime).is_some();
    let published = own.iter().filter(readable).find(|time| time.says_published && is_near(time));
    let mut modified = own.iter().filter(readable).filter(|time| time.says_modified);
    // "Last updated" at the foot of a text is the page's where nothing else on it says so.
    let (first, second) = (modified.clone().next(), modified.clone().nth(1));
    let at_foot = first.filter(|time| second.is_none() && !time.is_beside_copyright);
    let modified = modified.find(|time| is_near(time) && !time.is_beside_copyright).or(at_foot);
    let plain = own
        .iter()
        .filter(readable)
        .find(|time| !time.says_published && !time.says_modified && is_near(time));
    let made = |time: &&TimeFact, source, meaning| {
        candidate(source, meaning, "time".to_owned(), Some(time.spot.line), &time.datetime)
    };
    let marked = DateSource::MarkedTime;
    published
        .map(|time| made(time, marked, DateMeaning::Published))
        .into_iter()
        .chain(modified.map(|time| made(time, marked, DateMeaning::Modified)))
        .chain(plain.map(|time| made(time, DateSource::Time, DateMeaning::Published)))
        .collect()
}

fn is_near(time: &TimeFact) -> bool {
    let Some(heading) = time.spot.heading else { return true };
    let offset = time.spot.offset;
    (heading.saturating_sub(BEFORE_HEADING)..=heading + AFTER_HEADING).contains(&offset)
}
