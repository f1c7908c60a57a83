//! A site as one HTML file that needs nothing else: no script, font, image or style from elsewhere.

use std::collections::HashMap;
use std::io::{self, Write};

use askama::Template;
use citable_checks::report::Status;
use citable_checks::site::{PAGES_NAMED, PAGES_SHOWN, Severity};

use super::overview::{LowPage, Overview};
use super::row::Rows;
use super::words;
use crate::render::html::{Sentence, band_class};
use crate::render::labels;
use crate::render::{link, untrusted};

/// Pages of the table; the CSV has all.
const PAGES_MAX: usize = 1_000;
/// What the document may load and run (CSP Level 3).
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; \
    form-action 'none'";

/// The page.
#[derive(Template)]
#[template(path = "site.html")]
struct Document<'a> {
    policy: &'static str,
    target: String,
    summary: String,
    no_score: &'static str,
    why_not_known: Option<&'static str>,
    /// Whether there is a column of what isn't known.
    has_unknown: bool,
    overview: &'a Overview,
    bands: Vec<BandView>,
    /// How many pages are in none of them, and why.
    without_band: Option<String>,
    causes: Vec<CauseView>,
    findings: Vec<FindingView>,
    not_judged: Vec<Sentence>,
    pages: Vec<PageView>,
    pages_left_out: usize,
    failures: Vec<(Address, Sentence)>,
    ignored: Vec<Sentence>,
    notes: Vec<String>,
}

struct BandView {
    name: &'static str,
    class: &'static str,
    range: String,
    pages: usize,
    percent: usize,
}

struct CauseView {
    status: &'static str,
    summary: Sentence,
    checks: Vec<String>,
    fix: Option<Sentence>,
    cost: Option<String>,
    pages: Vec<Address>,
    /// Pages that aren't named.
    more: usize,
}

struct FindingView {
    status: &'static str,
    rule: &'static str,
    summary: Sentence,
    fix: Sentence,
    pages: Vec<(Address, Option<Sentence>)>,
    more: usize,
}

struct PageView {
    score: u8,
    /// The report of the page, as a relative URL.
    report: Option<String>,
    class: &'static str,
    /// What is said of a score of low confidence.
    unsure: Option<&'static str>,
    address: Address,
    kind: &'static str,
    fix: Option<Sentence>,
    capped: Option<Sentence>,
}

/// A URL, with a link where it can be one.
struct Address {
    href: Option<String>,
    text: String,
}

impl Address {
    fn of(url: &str) -> Self {
        Self { href: link(url), text: untrusted(url) }
    }
}

/// The document.
///
/// # Errors
/// When the rows can't be read or the output can't be written.
pub fn document(overview: &Overview, rows: &mut dyn Rows, out: &mut dyn Write) -> io::Result<()> {
    document_with(overview, rows, &HashMap::new(), out)
}

/// The document, with links to the reports of those pages.
///
/// # Errors
/// Those of [`document`].
pub fn document_with(
    overview: &Overview,
    rows: &mut dyn Rows,
    reports: &HashMap<String, String>,
    out: &mut dyn Write,
) -> io::Result<()> {
    let (pages, pages_left_out) = shown(rows, reports)?;
    let causes = overview.causes.iter().map(|cause| CauseView {
        status: if cause.status == Status::Fail { "fail" } else { "warn" },
        summary: Sentence::of(&cause.summary),
        checks: cause.checks.iter().map(|check| untrusted(check)).collect(),
        fix: (!cause.fix.title.is_empty()).then(|| Sentence::of(&words::fix(cause))),
        cost: words::cost(cause),
        pages: cause.pages.iter().take(PAGES_NAMED).map(|page| Address::of(page)).collect(),
        more: cause.total.saturating_sub(cause.pages.len().min(PAGES_NAMED)),
    });
    let findings = overview.site.findings.iter().map(|finding| FindingView {
        status: if finding.severity == Severity::Fail { "fail" } else { "warn" },
        rule: finding.rule.id(),
        summary: Sentence::of(&finding.summary),
        fix: Sentence::of(&finding.fix),
        pages: finding
            .pages
            .iter()
            .take(PAGES_SHOWN)
            .map(|page| {
                let detail = (!page.detail.is_empty()).then(|| Sentence::of(&page.detail));
                (Address::of(&page.url), detail)
            })
            .collect(),
        more: finding.total.saturating_sub(PAGES_SHOWN),
    });
    let bands = overview.bands.iter().map(|band| BandView {
        name: labels::band(band.band),
        class: band_class(band.band),
        range: format!("{} to {}", band.from, band.to),
        pages: band.pages,
        percent: band.pages * 100 / overview.scanned.max(1),
    });
    let not_judged = overview.site.not_judged.iter();
    let document = Document {
        policy: POLICY,
        target: untrusted(&overview.target),
        summary: words::summary(overview),
        no_score: words::NO_SCORE,
        why_not_known: words::why_not_known(overview),
        has_unknown: overview.engines.iter().any(|engine| engine.unknown > 0),
        overview,
        bands: bands.collect(),
        without_band: words::without_band(overview),
        causes: causes.collect(),
        findings: findings.collect(),
        not_judged: not_judged
            .map(|not| Sentence::of(&format!("{}: {}", not.rule, not.reason)))
            .collect(),
        pages,
        pages_left_out,
        failures: overview
            .failures
            .iter()
            .map(|page| (Address::of(&page.url), Sentence::of(&page.message)))
            .collect(),
        ignored: overview.ignored.iter().map(|one| Sentence::of(&words::ignored(one))).collect(),
        notes: overview.notes.iter().map(|note| untrusted(note)).collect(),
    };
    let text = document.render().map_err(io::Error::other)?;
    out.write_all(text.as_bytes())
}

/// File names for the reports of the pages with the lowest scores, at most `most`, by URL. With a
/// threshold, only of the pages under it.
///
/// # Errors
/// When the rows can't be read.
pub fn lowest_reports(
    rows: &mut dyn Rows,
    fail_under: Option<u8>,
    most: usize,
) -> io::Result<HashMap<String, String>> {
    let (pages, _) = lowest(rows, most)?;
    let wanted = pages.into_iter().filter(|page| fail_under.is_none_or(|least| page.score < least));
    let named = wanted.enumerate().map(|(at, page)| (page.url, format!("{:03}.html", at + 1)));
    Ok(named.collect())
}

/// The pages of the table, and how many others there are.
fn shown(
    rows: &mut dyn Rows,
    reports: &HashMap<String, String>,
) -> io::Result<(Vec<PageView>, usize)> {
    let (pages, left_out) = lowest(rows, PAGES_MAX)?;
    let view = |page: LowPage| PageView {
        score: page.score,
        // Its color is that of a band.
        class: match page.low_confidence {
            true => "",
            false => band_class(citable_checks::weights::band(page.score)),
        },
        unsure: page.low_confidence.then_some(words::UNSURE),
        report: reports.get(&page.url).cloned(),
        address: Address::of(&page.url),
        kind: labels::kind(page.kind),
        fix: page.fix.as_deref().map(Sentence::of),
        capped: page.capped.as_deref().map(Sentence::of),
    };
    Ok((pages.into_iter().map(view).collect(), left_out))
}

/// The pages with the lowest scores, lowest first, and how many others there are.
fn lowest(rows: &mut dyn Rows, most: usize) -> io::Result<(Vec<LowPage>, usize)> {
    let (mut pages, mut all): (Vec<LowPage>, usize) = (Vec::new(), 0);
    rows.visit(&mut |row| {
        let Some(scan) = &row.scan else { return Ok(()) };
        all += 1;
        pages.push(LowPage::of(row, scan));
        if pages.len() > 2 * most {
            pages.sort_unstable();
            pages.truncate(most);
        }
        Ok(())
    })?;
    pages.sort_unstable();
    pages.truncate(most);
    let left_out = all - pages.len();
    Ok((pages, left_out))
}

#[cfg(test)]
mod tests {
    use select::document::Document as Parsed;
    use select::predicate::{Any, Name};

    use super::*;
    use crate::render::{sample as hostile, site::sample};

    fn written(overview: &Overview, rows: &mut dyn Rows) -> String {
        let mut out = Vec::new();
        document(overview, rows, &mut out).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn a_site_is_a_page() {
        insta::assert_snapshot!(written(&sample::overview(), &mut sample::rows()));
    }

    #[test]
    fn nothing_is_loaded_and_nothing_runs() {
        let page = written(&sample::overview(), &mut sample::rows());
        let page = Parsed::from(page.as_str());
        for name in ["img", "link", "iframe", "object", "base", "form", "use", "script"] {
            assert_eq!(page.find(Name(name)).count(), 0, "{name}");
        }
        for node in page.find(Any) {
            assert!(node.attrs().all(|(name, _)| !name.starts_with("on") && name != "style"));
        }
    }

    #[test]
    fn a_hostile_page_adds_no_element() {
        let count = |page: &str| Parsed::from(page).find(Any).count();
        let (overview, mut rows) = sample::with_text("x");
        let expected = count(&written(&overview, &mut rows));
        for text in hostile::HOSTILE {
            let (overview, mut rows) = sample::with_text(text);
            assert_eq!(count(&written(&overview, &mut rows)), expected, "{text}");
        }
    }
}
