#![doc = include_str!("freshness.md")]

use chrono::NaiveDate;

use super::declared_dates::{day_of, is_build_stamp, is_future, near_edges, sitemap_date, trusted};
use crate::check::{About, Check, Context, Finding, measure, quote};
use crate::checks::schema::json_ld;
use crate::excerpt::one_line;
use crate::fix::{Fix, Source};
use crate::page::dates::{Date, DateMeaning};
use crate::page::structured::Syntax;
use crate::report::{CheckResult, Detail, EvidenceStrength, PageKind, Status};
use crate::weights::{FRESH_DAYS, POSTS_LOOKED_AT, STALE_DAYS};

/// The check.
pub struct Freshness;

impl Check for Freshness {
    fn about(&self) -> &'static About {
        &About {
            id: "freshness",
            title: "The page was changed within a year",
            strength: EvidenceStrength::Strong,
            effort: 3,
            needs_page: true,
            doc: include_str!("freshness.md"),
            why: "In 17 million citations the pages that AI engines cite were a quarter younger \
                than those of organic search; the effect was strong for ChatGPT and absent in AI \
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
                "The page declares that it covers a time that is over.",
            );
        }
        let (newest, ignored) = newest(context);
        let finding = match &newest {
            Some(dated) => judge_age(age(context, dated.day)),
            None if context.page.document.cut_short => {
                Finding::could_not_see("Reading stopped before the end of the page.")
            }
            None if ignored.is_some() => Finding::fail(
                "The only date is when the page was built or sent, which says nothing about its \
                 text.",
            ),
            None => Finding::fail("No date tells when the page was last changed."),
        };
        finding.with_all(newest.map(|dated| dated.detail(context))).with_all(ignored)
    }

    fn fix(&self, context: &Context<'_>, finding: &CheckResult) -> Fix {
        let title = one_line(&context.title.text, 80);
        let newest = match finding.status {
            Status::Fail | Status::Warn => newest(context).0,
            Status::Pass | Status::Na => None,
        };
        let Some(dated) = newest else { return fix_undated(context) };
        let days = age(context, dated.day);
        let modified = serde_json::Value::from("DAY OF THE REVISION, SUCH AS 2026-11-21");
        Fix::new(
            "freshness",
            format!("Revise “{title}”: its last change was {days} days ago ({})", dated.day),
            "Scan the page again: the age is at most 365 days.",
        )
        .step("Go through the page for what is no longer true: figures, prices, versions, links, names.")
        .step("Change what has changed. A new date on an old text helps nobody and cannot be told from a lie.")
        .step("Set dateModified, the visible date and lastmod of the sitemap to the day of the change, and leave datePublished as it is.")
        .snippet(json_ld::property("dateModified", &modified))
    }
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
    fn detail(&self, context: &Context<'_>) -> Detail {
        Detail {
            line: self.line,
            measured: Some(format!("{} days old ({})", age(context, self.day), self.day)),
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
    let published = dated("Published", trusted(context, DateMeaning::Published));
    let changed = trusted(context, DateMeaning::Modified);
    let stamp = changed.filter(|(_, date)| is_build_stamp(context, *date));
    let modified = dated("Last changed", changed.filter(|_| stamp.is_none()));
    let listed = || {
        sitemap_date(context).filter(|_| stamp.is_none() && modified.is_none()).map(|at| Dated {
            day: day_of(at),
            label: "Last changed, by the sitemap",
            written: day_of(at).to_string(),
            line: None,
        })
    };
    let listed = listed();
    let declared = [published, modified, listed, newest_post(context)].into_iter().flatten();
    let newest = declared.max_by_key(|dated| dated.day).or_else(|| visible(context));
    let ignored = stamp.map(|(candidate, _)| Detail {
        line: candidate.line,
        ..measure("Not counted", "when the page was built or sent")
    });
    (newest, ignored)
}

/// Where no date is declared: the one beside the heading, where it can be read in one way only, or
/// a newer one beside it. In a thread, where the days on which people joined stand too, the newest.
fn visible(context: &Context<'_>) -> Option<Dated> {
    let (text, language) = (near_edges(context), context.languages.primary());
    let today = day_of(context.page.fetched_at);
    let day = match context.subject.kind {
        PageKind::Qa => text.newest_day(language, today),
        _ => text.newest_of_first_days(language, today),
    }?;
    Some(Dated { day, label: "Date in the text", written: day.to_string(), line: None })
}

/// In a thread: the newest post that the markup declares.
fn newest_post(context: &Context<'_>) -> Option<Dated> {
    if context.subject.kind != PageKind::Qa {
        return None;
    }
    let data = &context.page.document.markup.structured;
    let posts = data.all().filter(|node| node.is("Answer") || node.is("Comment"));
    let dated = posts.take(POSTS_LOOKED_AT).flat_map(|post| {
        let written = ["dateModified", "datePublished", "dateCreated"].map(|name| post.text(name));
        written.into_iter().flatten().map(move |written| (post.node().line, written))
    });
    let read = dated.filter_map(|(line, written)| {
        let date = Date::parse(written).filter(|date| !is_future(context, *date))?;
        let day = last_day(date).min(day_of(context.page.fetched_at));
        Some(Dated { day, label: "Newest post", written: written.to_owned(), line: Some(line) })
    });
    read.max_by_key(|dated| dated.day)
}

/// The last day that a date can mean.
fn last_day(date: Date) -> NaiveDate {
    // The end of a month or a year reaches into the next day, and half a day more for its zone.
    date.day().unwrap_or_else(|| day_of(date.latest() - 86_400_000))
}

fn age(context: &Context<'_>, day: NaiveDate) -> i64 {
    (day_of(context.page.fetched_at) - day).num_days().max(0)
}

fn judge_age(days: i64) -> Finding {
    let summary = format!("The page was last changed {days} days before it was fetched.");
    match () {
        () if days <= FRESH_DAYS => Finding::pass(summary),
        () if days <= STALE_DAYS => Finding::warn(summary),
        () => Finding::fail(summary),
    }
}

/// Whether the page declares to cover a time (`temporalCoverage`) that is over.
fn is_about_the_past(context: &Context<'_>) -> bool {
    let entity = context.page.main_entity(Syntax::JsonLd);
    let covered = entity.and_then(|entity| entity.text("temporalCoverage"));
    let end = covered.and_then(|covered| Date::parse(covered.rsplit('/').next()?));
    end.is_some_and(|end| end.latest() < context.page.fetched_at)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::checks::test_html::{block, fix, read, with_lastmods};
    use crate::page::Page;

    /// The page was fetched on 2026-11-01.
    fn dated(properties: &str) -> Page {
        read(&format!(
            "<html lang=en><title>Tea</title>{}<main><h1>Tea</h1><p>Boil.</p></main>",
            block(&format!(
                r#"{{"@context": "https://schema.org", "@type": "Article"{properties}}}"#
            ))
        ))
    }

    fn judge(page: &Page) -> Finding {
        Freshness.judge(&Context::new(page, false))
    }

    fn status(properties: &str) -> Status {
        judge(&dated(properties)).status
    }

    #[test]
    fn there_are_three_steps() {
        for (day, expected) in [
            ("2026-11-01", Status::Pass),
            ("2025-11-01", Status::Pass),
            ("2025-10-31", Status::Warn),
            ("2023-11-02", Status::Warn),
            ("2023-11-01", Status::Fail),
            ("2025", Status::Pass),
            ("2023-10", Status::Fail),
        ] {
            let found = status(&format!(r#", "datePublished": "{day}""#));
            assert_eq!(found, expected, "{day}");
        }
    }

    #[test]
    fn the_newest_date_counts_whichever_it_is() {
        let both = r#", "datePublished": "2019-01-01", "dateModified": "2026-05-01""#;
        assert_eq!(status(both), Status::Pass);
        let reversed = r#", "datePublished": "2026-05-01", "dateModified": "2019-01-01""#;
        assert_eq!(status(reversed), Status::Pass);
    }

    #[test]
    fn dates_of_the_future_are_none() {
        assert_eq!(status(r#", "datePublished": "2027-05-01""#), Status::Fail);
        let with_past = r#", "datePublished": "2020-05-01", "dateModified": "2027-05-01""#;
        assert_eq!(status(with_past), Status::Fail);
    }

    #[test]
    fn no_date_fails_so_that_none_is_deleted() {
        assert_eq!(status(""), Status::Fail);
        assert_eq!(status(r#", "datePublished": "last May""#), Status::Fail);
    }

    #[test]
    fn a_date_in_the_text_stands_in_where_none_is_declared() {
        for (text, expected) in [
            ("Updated March 5, 2026", Status::Pass),
            ("Updated March 5, 2025", Status::Warn),
            ("Updated 03/05/2026", Status::Fail),
            ("Updated March 5, 2027", Status::Fail),
        ] {
            let page =
                read(&format!("<html lang=en><title>Tea</title><main><h1>Tea</h1><p>{text}"));
            assert_eq!(judge(&page).status, expected, "{text}");
        }
        let mut page = dated(r#", "datePublished": "2019-01-01""#);
        page.document.visible_text.push_str("\nMarch 5, 2026");
        assert_eq!(judge(&page).status, Status::Fail, "what is declared counts");
    }

    #[test]
    fn a_newer_date_beside_the_first_counts() {
        for (text, expected) in [
            ("August 16, 2019 - Updated July 9, 2026", Status::Pass),
            ("Posted on Nov 21, 2018<br>Updated at Dec 10, 2025", Status::Pass),
            ("13/3/2020 at 2/26/2025 12:30 AM", Status::Warn),
            ("Updated July 9, 2027, first of August 16, 2019", Status::Fail),
            ("August 16, 2019</p><p>In the next year many of us were there on", Status::Fail),
        ] {
            let line = format!("<h1>Tea</h1><p>{text}</p><p>July 9, 2020</p>");
            let page = read(&format!("<html lang=en><title>Tea</title><main>{line}"));
            assert_eq!(judge(&page).status, expected, "{text}");
        }
    }

    #[test]
    fn a_thread_is_as_new_as_its_newest_post() {
        let thread = |answers: &str| {
            read(&format!(
                "<html lang=en><title>Tea</title>{}<main><h1>Tea?</h1><p>Joined 1 May 2020</p>\
                 <p>Boil.</p><p>Said on 4 May 2026</p></main>",
                answers
            ))
        };
        let question = |answers: &str| {
            block(&format!(
                r#"{{"@context": "https://schema.org", "@type": "QAPage", "mainEntity":
                {{"@type": "Question", "name": "Tea?", "dateCreated": "2019-01-01",
                "suggestedAnswer": [{answers}]}}}}"#
            ))
        };
        let answer = r#"{"@type": "Answer", "text": "Boil.", "dateCreated": "2026-05-04"}"#;
        assert_eq!(judge(&thread(&question(answer))).status, Status::Pass);
        assert_eq!(judge(&thread(&question(&answer.replace("2026", "2019")))).status, Status::Fail);
        assert_eq!(judge(&thread(&question(&answer.replace("2026", "2027")))).status, Status::Fail);
        let undated = question("").replace("2019-01-01", "");
        assert_eq!(judge(&thread(&undated)).status, Status::Pass, "the day of joining is none");
    }

    #[test]
    fn the_time_of_the_answer_and_of_the_build_is_not_that_of_the_text() {
        let published = r#""datePublished": "2019-01-01""#;
        let answered = r#""dateModified": "2026-10-31T23:59:00Z""#;
        assert_eq!(status(&format!(", {published}, {answered}")), Status::Fail);
        assert_eq!(status(&format!(", {answered}")), Status::Fail);
        let earlier = r#""dateModified": "2026-10-31T23:40:00Z""#;
        assert_eq!(status(&format!(", {published}, {earlier}")), Status::Pass);

        let today = format!(r#", {published}, "dateModified": "2026-11-01""#);
        let with = |lastmods: &[&str]| judge(&with_lastmods(dated(&today), lastmods, None)).status;
        assert_eq!(with(&["2026-11-01", "2026-11-01", "2020-01-01"]), Status::Fail);
        assert_eq!(with(&["2026-11-01", "2020-01-01"]), Status::Pass);
    }

    #[test]
    fn the_sitemap_tells_of_a_change_that_the_page_does_not() {
        let page = || dated(r#", "datePublished": "2019-01-01""#);
        let own = |lastmods: &[&str], own: &str| {
            judge(&with_lastmods(page(), lastmods, Some(own))).status
        };
        assert_eq!(own(&["2020-01-01", "2026-05-01"], "2026-05-01"), Status::Pass);
        assert_eq!(own(&["2020-01-01", "2027-05-01"], "2027-05-01"), Status::Fail);
        assert_eq!(own(&["2026-05-01"; 20], "2026-05-01"), Status::Fail, "one build");
    }

    #[test]
    fn a_time_that_is_over_needs_no_news() {
        let covers = |time: &str| status(&format!(r#", "temporalCoverage": "{time}""#));
        assert_eq!(covers("1914/1918"), Status::Na);
        assert_eq!(covers("2020-01-01/.."), Status::Fail);
        assert_eq!(covers("2030"), Status::Fail);
    }

    #[test]
    fn fixes_tell_the_age_or_ask_for_a_date() {
        let stale = fix(&Freshness, &dated(r#", "datePublished": "2020-11-01""#));
        assert!(
            stale.title.contains("2191 days") && stale.title.contains("Tea"),
            "{}",
            stale.title
        );
        assert_eq!(stale.key, "freshness");
        assert_eq!(fix(&Freshness, &dated("")).key, "dates-declared");
    }
}
