#![doc = include_str!("page.md")]

mod aging;
mod closed;
mod snapshot;

use chrono::NaiveDate;

use super::trusted_dates::{
    day_of, edges_within, is_build_stamp, is_future, near_edges, shown, sitemap_date, trusted,
};
use crate::applicability::is_personal;
use crate::catalogue::structured_data::misplaced_that_names;
use crate::check::{About, Check, Context, Finding, measure, quote};
use crate::fix::{Fix, Source};
use crate::grade::warned;
use crate::page::dates::{Date, DateMeaning, DatedText, locale};
use crate::page::structured::Syntax;
use crate::paste::page_name;
use crate::report::{CheckResult, Detail, EvidenceStrength, PageKind, Status};
use crate::weights::{EDIT_NEAR_BYTES, FRESH_DAYS, POSTS_LOOKED_AT, STALE_DAYS};
use crate::wording::grouped;

/// The check.
pub struct Freshness;

impl Check for Freshness {
    fn about(&self) -> &'static About {
        &About {
            id: "freshness",
            title: "Page was updated in the last year",
            strength: EvidenceStrength::Strong,
            effort: 3,
            needs_page: true,
            doc: include_str!("page.md"),
            why: "Across 17 million citations, the pages AI engines cite were a quarter younger than \
                those in organic search. The effect was strong for ChatGPT and absent in AI \
                Overviews.",
            sources: &[
                Source {
                    title: "Ahrefs: age of cited pages, 16.975 million citations (second hand)",
                    url: "https://candidcreative.ca/kb/ahrefs-ai-cited-urls-1064-vs-1432-days-fresher",
                    strength: EvidenceStrength::Strong,
                },
                Source {
                    title: "SE Ranking: ranking factors for ChatGPT",
                    url: "https://seranking.com/blog/ranking-factors-for-chatgpt",
                    strength: EvidenceStrength::Moderate,
                },
            ],
        }
    }

    fn judge(&self, context: &Context<'_>) -> Finding {
        if is_about_the_past(context) {
            return Finding::not_applicable(
                "The page declares that it covers a past period (`temporalCoverage`).",
            );
        }
        if context.page.declares(&["Recipe"]) {
            return Finding::not_applicable("A recipe doesn't go out of date.");
        }
        if closed::is_closed_thread(context) {
            return Finding::not_applicable("The discussion is closed: nobody can update it.");
        }
        if snapshot::names_past_month(context) {
            return Finding::not_applicable(
                "The title names a month that is over: the page isn't expected to be updated.",
            );
        }
        let (newest, ignored) = newest(context);
        if newest.is_some() && snapshot::is_issue(context) {
            return Finding::not_applicable(
                "The page is one issue of a series, so it isn't expected to be updated.",
            );
        }
        if newest.as_ref().is_some_and(|dated| snapshot::is_report_on_year(context, dated.day)) {
            return Finding::not_applicable(
                "The page reports on a past year, so it isn't expected to be updated.",
            );
        }
        if newest.as_ref().is_some_and(|dated| snapshot::names_day_or_year_of(context, dated.day)) {
            return Finding::not_applicable(
                "The discussion's title names a past day or year, so the page isn't expected to be updated.",
            );
        }
        if newest.is_some() && context.subject.is_among_news {
            return Finding::not_applicable(
                "A dated story in a news section isn't expected to be updated.",
            );
        }
        if newest.is_some() && context.subject.is_report_of_its_day {
            return Finding::not_applicable(
                "A report of what happened on its day isn't expected to be updated.",
            );
        }
        let finding = match &newest {
            Some(dated) if dated.label == PUBLISHED && lacks_posts(context) => {
                Finding::could_not_see(
                    "The posts aren't in the HTML, so the newest one couldn't be dated.",
                )
            }
            Some(dated) => left_as_written(context, judge_age(age(context, dated.day))),
            None if context.page.is_read_in_part() => {
                Finding::could_not_see("Only part of the page was read, and that part has no date.")
            }
            None if context.page.may_be_saved_without_scripts() => Finding::could_not_see(
                "No reliable date found. The file has no `script` elements, so its JSON-LD may be \
                 missing.",
            ),
            None if ignored.is_some() => Finding::fail(
                "The only date is the time of the build or the response. Expected the date of a real \
                 change.",
            ),
            None => left_as_written(context, undated(context)),
        };
        finding.with_all(newest.map(|dated| dated.detail(context))).with_all(ignored)
    }

    fn fix(&self, context: &Context<'_>, finding: &CheckResult) -> Fix {
        let title = page_name(context);
        let newest = match finding.status {
            Status::Fail | Status::Warn => newest(context).0,
            Status::Pass | Status::Na => None,
        };
        let Some(dated) = newest else { return fix_undated(context) };
        let aged = format!("{} ({})", in_days(age(context, dated.day)), dated.day);
        let is_ageless = aging::is_ageless(context);
        // What was written on a day is seldom written anew.
        let is_old = is_of_its_day(context)
            || (context.subject.kind == PageKind::Article && age(context, dated.day) > STALE_DAYS);
        let verify = match is_ageless || is_old {
            true => format!(
                "Scan the page again. If something had to be changed, the age is at most {FRESH_DAYS} days."
            ),
            false => format!("Scan the page again. The age is at most {FRESH_DAYS} days."),
        };
        if context.subject.kind == PageKind::Qa {
            return fix_thread(Fix::new(
                "freshness",
                format!("Check the answers in {title}: {} is {aged}", dated.said()),
                verify,
            ));
        }
        let order = match is_ageless {
            true => format!("Check whether {title} is still true"),
            false if is_old => {
                format!("Bring {title} up to date if it is meant for readers of today")
            }
            false => format!("Update {title}"),
        };
        let fix = Fix::new("freshness", format!("{order}: its newest date is {aged}"), verify)
            .conditional(is_ageless || is_old);
        let fix = match is_old {
            true => fix.step(
                "If it is about its day, as news, reviews and columns are, leave it and its date as they \
                 are, and link to a newer text if there is one. Otherwise do the next steps.",
            ),
            false => fix,
        };
        // What a text says of its own day stays as it is.
        let aging = if is_of_its_day(context) { Vec::new() } else { aging::steps(context) };
        let fix = aging.into_iter().fold(fix, Fix::step);
        let fix = match is_ageless && !is_old {
            true => fix.step(
                "If all of the text is still true, leave the page and its date as they are: it has no \
                 prices, and no passage says “currently”, “this year” or the like.",
            ),
            false => fix,
        };
        let fix =
            fix.step("Look for what is no longer true: numbers, prices, versions, links, names.");
        fix.step("Correct what is outdated. A new date on an unchanged text misleads readers.")
            .step("Set `dateModified`, the visible date and the sitemap's `lastmod` to the day of the change. Leave `datePublished` as it is.")
    }
}

fn undated(context: &Context<'_>) -> Finding {
    let names = ["datePublished", "dateModified"];
    let place = names.iter().find_map(|name| misplaced_that_names(context, name));
    Finding::fail(match place {
        Some((_, place)) => format!(
            "The dates are only in JSON-LD in {place}, where parsers don't look. Expected a date in the \
             last {FRESH_DAYS} days."
        ),
        None => format!("No reliable date found. Expected one in the last {FRESH_DAYS} days."),
    })
}

/// Nobody revises what others wrote.
fn fix_thread(fix: Fix) -> Fix {
    fix.step("Check whether the answers are still correct. If they aren't, add a reply or edit the accepted answer.")
        .step("Show the date of the edit, and declare it as `dateModified` of that post in the markup.")
        .step("If nothing has changed, leave the discussion as it is.")
}

/// What a text of its day is worth: nobody updates it, and engines prefer newer ones all the same.
const AS_WRITTEN_WORTH: u8 = 50;
/// What an old thread is worth at least: an answer may be right for long, and nobody revises it.
const THREAD_WORTH: u8 = 75;

/// What a publication date is called in the details.
const PUBLISHED: &str = "Published";
/// What the newest post of a thread is called there.
const NEWEST_POST: &str = "Newest post";
/// What a later edit of a post is called there.
const EDITED_POST: &str = "Newest edit of a post";
/// The same where only the text says so.
const EDITED_IN_TEXT: &str = "Edited (in the text)";

/// Whether the HTML of a thread has nothing of what was posted: scripts bring it.
fn lacks_posts(context: &Context<'_>) -> bool {
    context.subject.kind == PageKind::Qa && context.page.document.main.word_equivalents == 0
}

/// Undated pages: the same edit as for `dates-declared`.
fn fix_undated(context: &Context<'_>) -> Fix {
    super::dates_declared::fix_undated(context)
}

/// A day that the page was published or changed on, and where that is said.
struct Dated {
    day: NaiveDate,
    label: &'static str,
    written: String,
    line: Option<u32>,
}

impl Dated {
    /// What the date of a thread is that of.
    fn said(&self) -> &'static str {
        match self.label {
            EDITED_POST | EDITED_IN_TEXT => "the last edit",
            NEWEST_POST => "the newest post",
            _ => "its newest date",
        }
    }

    fn detail(&self, context: &Context<'_>) -> Detail {
        Detail {
            line: self.line,
            measured: Some(format!("{} ({})", in_days(age(context, self.day)), self.day)),
            expected: Some(format!("at most {FRESH_DAYS} days")),
            ..quote(self.label, &self.written)
        }
    }
}

/// The newest day that can be trusted, and the date that was not.
fn newest(context: &Context<'_>) -> (Option<Dated>, Option<Detail>) {
    let dated = |label: &'static str, found: Option<(&crate::page::dates::DateCandidate, Date)>| {
        found.map(|(candidate, date)| Dated {
            day: last_day(date).min(day_of(context.page.fetched_at)),
            label,
            written: candidate.written.clone(),
            line: candidate.line,
        })
    };
    let published = dated(PUBLISHED, trusted(context, DateMeaning::Published));
    let changed = trusted(context, DateMeaning::Modified);
    let stamp = changed.filter(|(_, date)| is_build_stamp(context, *date));
    let modified = dated("Updated", changed.filter(|_| stamp.is_none()));
    let listed = || {
        sitemap_date(context).filter(|_| stamp.is_none() && modified.is_none()).map(|at| Dated {
            day: day_of(at),
            label: "Updated (sitemap)",
            written: day_of(at).to_string(),
            line: None,
        })
    };
    let listed = listed();
    let declared = [published, modified, listed, newest_post(context)].into_iter().flatten();
    let newest = declared.max_by_key(|dated| dated.day).or_else(|| visible(context));
    let is_fresh = newest.as_ref().is_some_and(|dated| age(context, dated.day) <= FRESH_DAYS);
    let newest = match is_fresh {
        true => newest,
        false => newest_edit(context).into_iter().chain(newest).max_by_key(|dated| dated.day),
    };
    let ignored = stamp.map(|(candidate, _)| Detail {
        line: candidate.line,
        ..measure("Not counted", "time of the build or the response")
    });
    (newest, ignored)
}

/// Where no date is declared: the one that readers see as the page's, else the first beside the
/// heading, where it can be read in one way only, or a newer one beside it. In a thread, where the
/// days on which people joined stand too, the newest up to the end of the last post: below it, other
/// threads are listed with theirs.
fn visible(context: &Context<'_>) -> Option<Dated> {
    let text = || near_edges(context);
    let locale = locale(context.page, &context.languages);
    let today = day_of(context.page.fetched_at);
    let day = match context.subject.kind {
        PageKind::Qa => {
            let posts = edges_within(context).newest_day(locale, today);
            posts.or_else(|| text().newest_day(locale, today))
        }
        _ => shown(context).newest().or_else(|| text().newest_of_first_days(locale, today)),
    }?;
    Some(Dated { day, label: "Date in the text", written: day.to_string(), line: None })
}

/// In a thread: the newest post, or edit of one, that the markup declares.
fn newest_post(context: &Context<'_>) -> Option<Dated> {
    if context.subject.kind != PageKind::Qa {
        return None;
    }
    let data = &context.page.document.markup.structured;
    let posts = data.all().filter(|node| node.is("Answer") || node.is("Comment"));
    let dated = posts.take(POSTS_LOOKED_AT).flat_map(|post| {
        let labels = [EDITED_POST, NEWEST_POST, NEWEST_POST];
        let names = ["dateModified", "datePublished", "dateCreated"].into_iter().zip(labels);
        let written = names.filter_map(move |(name, label)| Some((label, post.text(name)?)));
        written.map(move |(label, written)| (post.node().line, label, written))
    });
    let read = dated.filter_map(|(line, label, written)| {
        let date = Date::parse(written).filter(|date| !is_future(context, *date))?;
        let day = last_day(date).min(day_of(context.page.fetched_at));
        Some(Dated { day, label, written: written.to_owned(), line: Some(line) })
    });
    // A post that was never edited is as new by both.
    read.max_by_key(|dated| (dated.day, dated.label == NEWEST_POST))
}

/// In a thread: the newest day on which a post was edited, by its text: the markup names the day
/// of posting only.
fn newest_edit(context: &Context<'_>) -> Option<Dated> {
    if context.subject.kind != PageKind::Qa {
        return None;
    }
    let (language, today) = (context.languages.primary(), day_of(context.page.fetched_at));
    let text = &context.page.document.visible_text;
    let words = EDITED.iter().filter(|(of, _)| *of == language || *of == "en");
    let edits = words.flat_map(|(_, word)| text.match_indices(word)).take(POSTS_LOOKED_AT);
    let days = edits.filter_map(|(at, word)| {
        let from = at + word.len();
        let near = &text[from..text.floor_char_boundary(from + EDIT_NEAR_BYTES)];
        DatedText::new(near).first_day(language).filter(|day| *day <= today)
    });
    let day = days.max()?;
    Some(Dated { day, label: EDITED_IN_TEXT, written: day.to_string(), line: None })
}

/// What stands before the day on which a post was edited, by language.
const EDITED: [(&str, &str); 9] = [
    ("en", "dited"),
    ("de", "earbeitet"),
    ("fr", "odifié"),
    ("es", "ditado"),
    ("pt", "ditado"),
    ("it", "odificato"),
    ("nl", "ewerkt"),
    ("pl", "dytowan"),
    ("ru", "редактир"),
];

/// The last day that a date can mean.
fn last_day(date: Date) -> NaiveDate {
    // The end of a month or a year reaches into the next day, and half a day more for its zone.
    date.day().unwrap_or_else(|| day_of(date.latest() - 86_400_000))
}

fn age(context: &Context<'_>, day: NaiveDate) -> i64 {
    (day_of(context.page.fetched_at) - day).num_days().max(0)
}

/// Returns an age in words: "1 day old".
fn in_days(days: i64) -> String {
    format!("{} {} old", grouped(days), if days == 1 { "day" } else { "days" })
}

fn judge_age(days: i64) -> Finding {
    let fact = format!("The page's newest date is {}.", in_days(days));
    let too_old = || format!("{fact} Expected {FRESH_DAYS} days or less.");
    match () {
        () if days <= FRESH_DAYS => Finding::pass(fact),
        () if days <= STALE_DAYS => Finding::warn(too_old()).worth(worth(days)),
        () => Finding::fail(too_old()),
    }
}

/// The same where a text may be left as it was written. In a thread, what others wrote is nobody's
/// to revise, and a question that was answered well stays so. A column or an essay that its URL
/// dates is of its day.
fn left_as_written(context: &Context<'_>, finding: Finding) -> Finding {
    match finding.status {
        Status::Fail | Status::Warn
            if context.subject.kind == PageKind::Qa && !has_answers(context) =>
        {
            Finding::not_applicable(
                "What the members of a discussion wrote isn't expected to be updated.",
            )
        }
        Status::Fail | Status::Warn if context.subject.kind == PageKind::Qa => {
            let worth = finding.value.unwrap_or_default().max(THREAD_WORTH);
            Finding { status: Status::Warn, ..finding }.worth(worth)
        }
        Status::Fail if is_of_its_day(context) => {
            Finding { status: Status::Warn, ..finding }.worth(AS_WRITTEN_WORTH)
        }
        _ => finding,
    }
}

/// Whether a text may be left as it was written: a column that its URL dates, a personal story.
fn is_of_its_day(context: &Context<'_>) -> bool {
    context.subject.is_of_its_day || is_personal(context)
}

/// Whether the markup of a page declares answers to a question: those are right or wrong, and what
/// else is written in a discussion is of its day.
fn has_answers(context: &Context<'_>) -> bool {
    let mut all = context.page.document.markup.structured.all().take(POSTS_LOOKED_AT);
    all.any(|node| node.is("Answer"))
}

/// What an age is worth that lies between the two bounds.
fn worth(days: i64) -> u8 {
    let [stale, fresh, days] =
        [STALE_DAYS, FRESH_DAYS, days].map(|days| usize::try_from(days).unwrap_or(0));
    warned(stale, fresh, days)
}

/// Whether the page declares to cover a time (`temporalCoverage`) that is over.
fn is_about_the_past(context: &Context<'_>) -> bool {
    let entity = context.page.main_entity(Syntax::JsonLd);
    let covered = entity.and_then(|entity| entity.text("temporalCoverage"));
    let end = covered.and_then(|covered| Date::parse(covered.rsplit('/').next()?));
    end.is_some_and(|end| end.latest() < context.page.fetched_at)
}

#[cfg(test)]
mod tests;
