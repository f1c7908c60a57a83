#![doc = include_str!("page.md")]

use super::trusted_dates::{
    edges, is_future, is_visible, own_edges, readable, shown, sitemap_date,
};
use crate::check::{About, Check, Context, Finding, measure, quote};
use crate::fix::{Fix, Source};
use crate::json_ld;
use crate::page::dates::{
    Date, DateCandidate, DateMeaning, DateSource, Precision, ShownDates, knows_months, locale,
};
use crate::paste;
use crate::paste::page_name;
use crate::quoted::Quoted;
use crate::report::{CheckResult, Detail, EvidenceStrength, PageKind};
use crate::weights::DATE_APART_DAYS;

/// The check.
pub struct DatesDeclared;

impl Check for DatesDeclared {
    fn about(&self) -> &'static About {
        &About {
            id: "dates-declared",
            title: "The page says when it was published or changed, to machines and readers",
            strength: EvidenceStrength::Moderate,
            effort: 2,
            needs_page: true,
            doc: include_str!("page.md"),
            why: "Engines that prefer fresh sources need a date that they can read, and Google \
                asks for one that readers see too. In 98,000 rows of cited text, dates were among \
                the few things that went with citations in every field; that is a correlation.",
            sources: &[
                Source {
                    title: "Google: influence your byline dates",
                    url: "https://developers.google.com/search/docs/appearance/publication-dates",
                    strength: EvidenceStrength::Moderate,
                },
                Source {
                    title: "Growth Memo: what AI rewards, seven verticals",
                    url: "https://www.searchenginejournal.com/the-science-of-what-ai-actually-rewards/568682/",
                    strength: EvidenceStrength::Moderate,
                },
            ],
        }
    }

    fn judge(&self, context: &Context<'_>) -> Finding {
        let finding =
            match (first(context, DateMeaning::Published), first(context, DateMeaning::Modified)) {
                (None, None) => judge_undeclared(context),
                (published, modified) => judge_declared(context, published, modified),
            };
        finding.with_all(context.dates.candidates.iter().map(|one| detail(context, one)))
    }

    fn fix(&self, context: &Context<'_>, finding: &CheckResult) -> Fix {
        let declared =
            first(context, DateMeaning::Published).or(first(context, DateMeaning::Modified));
        match declared {
            None => fix_undated(context),
            Some((_, date)) if finding.summary == UNSEEN => fix_unseen(context, date),
            Some((_, date)) => fix_contradiction(context, date),
        }
    }
}

const UNSEEN: &str =
    "A date is declared to machines, but the text does not show it with day, month and year.";

type Declared<'a> = Option<(&'a DateCandidate, Date)>;

/// The declaration that counts.
fn first<'a>(context: &'a Context<'_>, meaning: DateMeaning) -> Declared<'a> {
    readable(context, meaning).next()
}

fn judge_declared(
    context: &Context<'_>,
    published: Declared<'_>,
    modified: Declared<'_>,
) -> Finding {
    let both = [published, modified].into_iter().flatten();
    if both.clone().any(|(_, date)| is_future(context, date)) {
        return Finding::warn("A date that the page declares lies in the future.");
    }
    if let (Some((_, published)), Some((_, modified))) = (published, modified)
        && modified.latest() < published.earliest()
        && modified.days_apart(published) > DATE_APART_DAYS
    {
        return Finding::warn("The date of the last change lies before that of the publication.");
    }
    if disagree(context, DateMeaning::Published) || disagree(context, DateMeaning::Modified) {
        return Finding::warn("The page declares different dates for the same thing.");
    }
    if both.clone().all(|(_, date)| date.precision() < Precision::Day) {
        return Finding::warn("The date that the page declares names no day.");
    }
    let text = edges(context);
    let all = [DateMeaning::Published, DateMeaning::Modified];
    let mut dates = all.into_iter().flat_map(|meaning| readable(context, meaning));
    match dates.any(|(_, date)| is_visible(context, &text, date)) {
        true => Finding::pass("A date is declared to machines, and readers see it."),
        false => Finding::warn(UNSEEN),
    }
}

/// Whether sources that state the same fact are more than a day apart.
fn disagree(context: &Context<'_>, meaning: DateMeaning) -> bool {
    const NAMES: [&str; 4] =
        ["datePublished", "dateModified", "article:published_time", "article:modified_time"];
    let same = |(candidate, date): (&DateCandidate, Date)| {
        NAMES.contains(&candidate.name.as_str()).then_some(date)
    };
    let mut dates = readable(context, meaning).filter_map(same);
    dates.next().is_some_and(|one| dates.any(|other| one.days_apart(other) > DATE_APART_DAYS))
}

/// No date that can be read stands in the page's markup.
fn judge_undeclared(context: &Context<'_>) -> Finding {
    let own = |one: &&DateCandidate| one.source != DateSource::Header;
    let language = context.languages.primary();
    if shown(context) != ShownDates::default()
        || own_edges(context).shows_any_day(locale(context.page, &context.languages))
    {
        return Finding::warn("The text shows a date, but none is declared to machines.");
    }
    if context.dates.candidates.iter().any(|one| own(&one)) {
        return Finding::warn("A date is declared, but not as machines write it (ISO 8601).");
    }
    if sitemap_date(context).is_some() {
        return Finding::warn("Only the sitemap says when the page was last changed.");
    }
    let document = &context.page.document;
    if document.cut_short || document.markup.structured.cut_short {
        return Finding::could_not_see("Reading stopped before the end of the page.");
    }
    if !knows_months(language) {
        return Finding::warn(
            "No date is declared to machines; whether the text shows one cannot be told in its \
             language.",
        );
    }
    match context.subject.kind == PageKind::Docs && has_version(context) {
        true => Finding::warn("No date is declared; the page names the version that it is about."),
        false => Finding::fail("The page bears no date."),
    }
}

/// Whether the address, the title or the heading names a version: `v2`, `3.12`, `latest`.
fn has_version(context: &Context<'_>) -> bool {
    let page = context.page;
    let path = page.final_url.path().split('/');
    let heads = page.document.titles.iter().chain(&page.document.h1).take(4);
    let words = heads.flat_map(|text| text.value.split_whitespace());
    path.clone()
        .any(|part| matches!(part, "latest" | "stable" | "current" | "dev" | "main" | "master"))
        || path.chain(words).any(is_version)
}

/// `v2`, `V2.1`, `3.12`, `1.x`.
fn is_version(word: &str) -> bool {
    let word = word.trim_matches(|char: char| !char.is_alphanumeric());
    let number = word.strip_prefix(['v', 'V']);
    let text = number.unwrap_or(word);
    text.starts_with(|char: char| char.is_ascii_digit())
        && text.bytes().all(|byte| byte.is_ascii_digit() || matches!(byte, b'.' | b'x'))
        && (number.is_some() || text.contains('.'))
}

fn detail(context: &Context<'_>, candidate: &DateCandidate) -> Detail {
    let meaning = match candidate.meaning {
        DateMeaning::Published => "Published",
        DateMeaning::Modified => "Last changed",
    };
    let place = match candidate.source {
        DateSource::JsonLd => "JSON-LD",
        DateSource::Microdata => "Microdata",
        DateSource::ArticleMeta | DateSource::Meta => "meta element",
        DateSource::MarkedTime | DateSource::Time => "time element",
        DateSource::Header => "header, which counts only beside another date",
    };
    let read = match candidate.date {
        Some(date) if is_future(context, date) => "in the future",
        Some(_) => "can be read",
        None => "cannot be read",
    };
    let excerpt = quote("", &candidate.written).excerpt;
    let label = format!("{meaning} ({})", Quoted::of(&candidate.name, 40));
    Detail { line: candidate.line, excerpt, ..measure(label, format!("{place}, {read}")) }
}

const VERIFY: &str =
    "Scan the page again: the date is listed as one that can be read, and the check passes.";

/// Add a date. Shared with `freshness`, which needs it too.
pub(crate) fn fix_undated(context: &Context<'_>) -> Fix {
    let title = page_name(context);
    let shown_dates = shown(context);
    let day = shown_dates.published.or(shown_dates.modified);
    let written = day.map(|day| day.to_string());
    let shown = written.as_deref().unwrap_or(json_ld::DATE_PLACEHOLDER);
    let heading = match &written {
        Some(day) => format!("Declare the date that {title} shows ({day}) to machines"),
        None => format!("Add a visible publication date to {title}, and declare it"),
    };
    let mut node = json_ld::whole(context);
    if node.get("@graph").is_none() {
        node["datePublished"] = serde_json::Value::from(shown);
    }
    Fix::new("dates-declared", heading, VERIFY)
        .step("Show the day of publication, and that of the last real change, near the heading or at the foot of the text.")
        .step("Write it in a time element whose datetime is ISO 8601: 2026-11-21, or with time and zone.")
        .step("Declare the same days as datePublished and dateModified in the JSON-LD.")
        .snippet(format!("{}\n\n{}", time_element(shown), json_ld::script(&node)))
}

fn fix_unseen(context: &Context<'_>, date: Date) -> Fix {
    let title = page_name(context);
    let day = date.day().map_or_else(|| date.to_string(), |day| day.to_string());
    Fix::new("dates-declared", format!("Show the date of {title} ({day}) in its text"), VERIFY)
        .step(format!("Write {day} near the heading, as dates are written in the page's language."))
        .step("Keep it the same as in the markup: both should come from one field of the template.")
        .snippet(time_element(&day))
}

fn fix_contradiction(context: &Context<'_>, date: Date) -> Fix {
    let title = page_name(context);
    let published = json_ld::published(context).unwrap_or_else(|| date.to_string());
    let lines = [
        Some(json_ld::property("datePublished", &published.into())),
        json_ld::modified(context).map(|day| json_ld::property("dateModified", &day.into())),
    ];
    let lines: Vec<String> = lines.into_iter().flatten().collect();
    Fix::new("dates-declared", format!("Declare one true date for {title} everywhere"), VERIFY)
        .step("Find out on which day the page was published, and on which it was last changed.")
        .step("Write these days, with year, month and day, into JSON-LD, meta elements and time elements alike.")
        .step("Leave no date in the future, and no last change before the publication.")
        .snippet(lines.join(",\n"))
}

fn time_element(day: &str) -> String {
    format!("<time datetime=\"{0}\">{0}</time>", paste::html(day))
}

#[cfg(test)]
mod tests;
