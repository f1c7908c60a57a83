//! What notification mails say. Whatever comes from a page stands on one line, without characters
//! that are not seen, and in fixes in code spans.

use askama::Template;
use citable_checks::excerpt::one_line;
use citable_checks::quoted::{cut, html};

use super::letter::{Letter, LetterError, letter};
use super::news::{
    BillingNotice, FIXES_NAMED, FixLine, News, PageChange, PageFailure, WebhookPaused, WeeklyReport,
};
use super::words::{
    citations_in_words, day_of, gain_in_words, host_of, pause_in_words, plan_in_words, points,
    short_address, standing, tally,
};

/// So many pages of a weekly report come with their fixes: those that changed for the worst.
const PAGES_WITH_FIXES: usize = 10;
/// The most characters of an address.
const ADDRESS_CHARACTERS: usize = 300;
/// The most characters of a fix, and of the reason why a page could not be scanned.
const LINE_CHARACTERS: usize = 300;

/// What every notification says beside its news.
#[derive(Clone, Copy)]
pub(super) struct Frame<'a> {
    /// The public address of the service, without a slash at its end.
    pub(super) base_url: &'a str,
    /// The link that ends all notifications.
    pub(super) leave: &'a str,
}

/// Writes a notification.
pub(super) fn write(news: &News, frame: Frame<'_>) -> Result<Letter, LetterError> {
    match news {
        News::WeeklyReport(report) => weekly_report(report, frame),
        News::ScoreDrop(change) => score_drop(change, frame),
        News::MonitorFailure(failure) => monitor_failure(failure, frame),
        News::WebhookPaused(paused) => webhook_paused(paused, frame),
        News::Billing(notice) => billing(notice, frame),
    }
}

fn weekly_report(report: &WeeklyReport, frame: Frame<'_>) -> Result<Letter, LetterError> {
    let Frame { base_url, leave } = frame;
    let subject = format!("Weekly report: {}", tally(report));
    let summary = format!("Your monitored pages this week: {}.", tally(report));
    let mut changes: Vec<&PageChange> = report.pages.iter().collect();
    changes.sort_by_key(|change| (points(change).unwrap_or(i32::MAX), change.score, &change.url));
    let mut pages: Vec<PageView> =
        changes.into_iter().map(|change| PageView::new(change, base_url)).collect();
    let rest = pages.iter_mut().skip(PAGES_WITH_FIXES);
    let left_out = rest.map(|page| std::mem::take(&mut page.fixes)).filter(|left| !left.is_empty());
    let more_fixes = left_out.count() > 0;
    let failures: Vec<FailureView> = report.failures.iter().map(FailureView::new).collect();
    let (pages, failures, summary) = (pages.as_slice(), failures.as_slice(), summary.as_str());
    letter(
        &subject,
        &WeeklyReportText { base_url, leave, summary, pages, more_fixes, failures },
        &WeeklyReportHtml {
            base_url,
            leave,
            subject: &subject,
            summary,
            pages,
            more_fixes,
            failures,
        },
    )
}

fn score_drop(change: &PageChange, frame: Frame<'_>) -> Result<Letter, LetterError> {
    let Frame { base_url, leave } = frame;
    let (name, score) = (short_address(&change.url), change.score);
    let subject = match change.previous_score {
        Some(previous) if previous > score => {
            format!("Score dropped from {previous} to {score}: {name}")
        }
        _ => format!("Score is now {score}: {name}"),
    };
    let page = &PageView::new(change, base_url);
    letter(
        &subject,
        &ScoreDropText { base_url, leave, page },
        &ScoreDropHtml { base_url, leave, subject: &subject, page },
    )
}

fn monitor_failure(failure: &PageFailure, frame: Frame<'_>) -> Result<Letter, LetterError> {
    let Frame { base_url, leave } = frame;
    let subject = format!("Couldn't scan {}", short_address(&failure.url));
    let failure = &FailureView::new(failure);
    letter(
        &subject,
        &MonitorFailureText { base_url, leave, failure },
        &MonitorFailureHtml { base_url, leave, subject: &subject, failure },
    )
}

fn webhook_paused(paused: &WebhookPaused, frame: Frame<'_>) -> Result<Letter, LetterError> {
    let Frame { base_url, leave } = frame;
    let host = host_of(&paused.url);
    let subject = format!("Webhooks to {host} are paused");
    let (host, reason) = (host.as_str(), pause_in_words(paused.reason));
    letter(
        &subject,
        &WebhookPausedText { base_url, leave, host, reason },
        &WebhookPausedHtml { base_url, leave, subject: &subject, host, reason },
    )
}

fn billing(notice: &BillingNotice, frame: Frame<'_>) -> Result<Letter, LetterError> {
    let Frame { base_url, leave } = frame;
    let (plan, until) = match notice {
        BillingNotice::PastDue { plan, until } => (plan_in_words(plan), until.map(day_of)),
        BillingNotice::Ended { plan } => (plan_in_words(plan), None),
    };
    let ended = matches!(notice, BillingNotice::Ended { .. });
    let subject = match ended {
        true => format!("Your {plan} plan has ended"),
        false => format!("Payment failed for your {plan} plan"),
    };
    let until = until.as_deref();
    letter(
        &subject,
        &BillingText { base_url, leave, plan, ended, until },
        &BillingHtml { base_url, leave, subject: &subject, plan, ended, until },
    )
}

/// A page as a mail shows it.
struct PageView {
    address: String,
    standing: String,
    report: String,
    /// What engines said, a line each.
    engines: Vec<String>,
    fixes: Vec<FixView>,
}

struct FixView {
    title: String,
    /// The title as HTML.
    html: String,
    gain: Option<String>,
}

struct FailureView {
    address: String,
    message: String,
    /// The message as HTML.
    html: String,
}

impl PageView {
    fn new(change: &PageChange, base_url: &str) -> Self {
        Self {
            address: one_line(&change.url, ADDRESS_CHARACTERS),
            standing: standing(change),
            report: report_link(base_url, &change.scan_id),
            engines: change.engines.iter().map(citations_in_words).collect(),
            fixes: change.fixes.iter().take(FIXES_NAMED).map(FixView::new).collect(),
        }
    }
}

impl FixView {
    fn new(fix: &FixLine) -> Self {
        let title = cut(&fix.title, LINE_CHARACTERS);
        Self { html: html(&title), title, gain: gain_in_words(fix) }
    }
}

impl FailureView {
    fn new(failure: &PageFailure) -> Self {
        Self {
            address: one_line(&failure.url, ADDRESS_CHARACTERS),
            html: html(&cut(&failure.message, LINE_CHARACTERS)),
            message: cut(&failure.message, LINE_CHARACTERS),
        }
    }
}

/// Where a reader finds the report.
fn report_link(base_url: &str, scan_id: &str) -> String {
    format!("{base_url}/report/{}", one_line(scan_id, ADDRESS_CHARACTERS))
}

#[derive(Template)]
#[template(path = "mail/weekly_report.txt")]
struct WeeklyReportText<'a> {
    base_url: &'a str,
    leave: &'a str,
    summary: &'a str,
    pages: &'a [PageView],
    more_fixes: bool,
    failures: &'a [FailureView],
}

#[derive(Template)]
#[template(path = "mail/weekly_report.html")]
struct WeeklyReportHtml<'a> {
    base_url: &'a str,
    leave: &'a str,
    subject: &'a str,
    summary: &'a str,
    pages: &'a [PageView],
    more_fixes: bool,
    failures: &'a [FailureView],
}

#[derive(Template)]
#[template(path = "mail/score_drop.txt")]
struct ScoreDropText<'a> {
    base_url: &'a str,
    leave: &'a str,
    page: &'a PageView,
}

#[derive(Template)]
#[template(path = "mail/score_drop.html")]
struct ScoreDropHtml<'a> {
    base_url: &'a str,
    leave: &'a str,
    subject: &'a str,
    page: &'a PageView,
}

#[derive(Template)]
#[template(path = "mail/monitor_failure.txt")]
struct MonitorFailureText<'a> {
    base_url: &'a str,
    leave: &'a str,
    failure: &'a FailureView,
}

#[derive(Template)]
#[template(path = "mail/monitor_failure.html")]
struct MonitorFailureHtml<'a> {
    base_url: &'a str,
    leave: &'a str,
    subject: &'a str,
    failure: &'a FailureView,
}

#[derive(Template)]
#[template(path = "mail/webhook_paused.txt")]
struct WebhookPausedText<'a> {
    base_url: &'a str,
    leave: &'a str,
    host: &'a str,
    reason: &'a str,
}

#[derive(Template)]
#[template(path = "mail/webhook_paused.html")]
struct WebhookPausedHtml<'a> {
    base_url: &'a str,
    leave: &'a str,
    subject: &'a str,
    host: &'a str,
    reason: &'a str,
}

#[derive(Template)]
#[template(path = "mail/billing.txt")]
struct BillingText<'a> {
    base_url: &'a str,
    leave: &'a str,
    plan: &'a str,
    ended: bool,
    until: Option<&'a str>,
}

#[derive(Template)]
#[template(path = "mail/billing.html")]
struct BillingHtml<'a> {
    base_url: &'a str,
    leave: &'a str,
    subject: &'a str,
    plan: &'a str,
    ended: bool,
    until: Option<&'a str>,
}

#[cfg(test)]
mod tests;
