#![doc = include_str!("page.md")]

use crate::check::{About, Check, Context, Finding, measure};
use crate::fix::{Fix, Source};
use crate::grade::warned;
use crate::page::Page;
use crate::paste::{in_finding, shell};
use crate::report::{CheckResult, Detail, EvidenceStrength, Status};
use crate::weights::{
    DATA_WARN_FROM_BYTES, DATA_WARN_OVER_PERCENT, HARDLY_ANY_TEXT, HTML_FAIL_OVER_BYTES,
    HTML_WARN_OVER_BYTES,
};

/// The check.
pub struct HtmlBudget;

impl Check for HtmlBudget {
    fn about(&self) -> &'static About {
        &About {
            id: "html-budget",
            title: "Content comes early in the HTML",
            strength: EvidenceStrength::Moderate,
            effort: 2,
            needs_page: true,
            doc: include_str!("page.md"),
            why: "Googlebot reads the first 2 MB of an HTML file and ignores the rest. Other \
                  vendors publish no limit. They probably stop earlier, but this hasn't been \
                  measured.",
            sources: &[Source {
                title: "Google: Googlebot and its limits",
                url: "https://developers.google.com/search/docs/crawling-indexing/googlebot",
                strength: EvidenceStrength::Strong,
            }],
        }
    }

    fn judge(&self, context: &Context<'_>) -> Finding {
        let page = context.page;
        if page.document.main.text.is_empty() {
            return Finding::not_applicable("The page has no main content to measure.");
        }
        let end = header_bytes(page) + page.document.main.ends_at;
        let finding = verdict(page, end);
        // What scripts add comes in time or not: that can't be told from what is there before.
        let is_empty = page.document.main.word_equivalents < HARDLY_ANY_TEXT;
        if finding.status == Status::Pass && is_empty {
            return Finding::not_applicable("The page has almost no text to measure.");
        }
        finding
            .with(measure("End of the main content", kilobytes(end)))
            .with(measure("Size of the page", kilobytes(page.bytes)))
            .with(measure("Data before that point", kilobytes(page.document.shell.data_bytes)))
            .with_all(drawings(page, end))
            .with(measure("Compression", coding(page)))
    }

    fn fix(&self, context: &Context<'_>, _finding: &CheckResult) -> Fix {
        fix(context.page)
    }
}

/// Percent of data up to the end of the content over which a fix speaks of it.
const DATA_NAMED_OVER_PERCENT: usize = 5;

fn fix(page: &Page) -> Fix {
    let end = header_bytes(page) + page.document.main.ends_at;
    let data = page.document.shell.data_bytes;
    let svg = page.document.shell.svg_bytes;
    let is_drawn = svg * 2 > end;
    let title = match end > HTML_WARN_OVER_BYTES {
        true if is_drawn => format!(
            "Move {} of inline SVG into files: the content ends at {}",
            kilobytes(svg),
            kilobytes(end)
        ),
        true => format!(
            "Make the content end within the first {}: it ends at {}",
            kilobytes(HTML_WARN_OVER_BYTES),
            kilobytes(end)
        ),
        false => {
            format!("Move {} of data after the content or into separate files", kilobytes(data))
        }
    };
    let verify = format!(
        "`curl -s --compressed {} | wc -c` shows the page's size in bytes. Scan the page again \
         to see where its main content ends.",
        shell(&page.final_url)
    );
    let mut fix = Fix::new("html-budget", title, verify);
    if data * 100 > end * DATA_NAMED_OVER_PERCENT {
        fix = fix.step(format!(
            "{} of script data and `data:` images come before the end of the content. Move images \
             into files, and JSON after `</main>` or into a separate request.",
            kilobytes(data)
        ));
    }
    if end > HTML_WARN_OVER_BYTES && is_drawn {
        fix = fix.step(format!(
            "{} before the end of the content are inline SVG. Save each large drawing as an `.svg` \
             file, and show it with `<img>` and an `alt` text that says what it shows.",
            kilobytes(svg)
        ));
    }
    let rest = end.saturating_sub(data).saturating_sub(if is_drawn { svg } else { 0 });
    if end > HTML_WARN_OVER_BYTES && !is_drawn {
        fix = fix.step(format!(
            "{} before the end of the content are markup, styles and scripts. Move inline styles, \
             SVG and navigation into files or after the content.",
            kilobytes(rest)
        ));
    }
    fix.step("Compression doesn't help: engines count the bytes after decompression.")
}

fn verdict(page: &Page, end: usize) -> Finding {
    let data = page.document.shell.data_bytes;
    let percent = (data * 100).checked_div(end).unwrap_or(0);
    if end > HTML_FAIL_OVER_BYTES {
        Finding::fail(format!(
            "The main content ends after {}. Googlebot stops reading at {}.",
            kilobytes(end),
            kilobytes(HTML_FAIL_OVER_BYTES)
        ))
    } else if end > HTML_WARN_OVER_BYTES {
        Finding::warn(format!(
            "The main content ends after {}. Expected within the first {}.",
            kilobytes(end),
            kilobytes(HTML_WARN_OVER_BYTES)
        ))
        .worth(warned(HTML_FAIL_OVER_BYTES, HTML_WARN_OVER_BYTES, end))
    } else if data >= DATA_WARN_FROM_BYTES && percent > DATA_WARN_OVER_PERCENT {
        Finding::warn(format!(
            "{percent}% of the HTML up to the end of the content is script data or embedded \
             images. Expected at most {DATA_WARN_OVER_PERCENT}%."
        ))
        .worth(warned(100, DATA_WARN_OVER_PERCENT, percent))
    } else {
        Finding::pass("The main content ends within the first megabyte.")
    }
}

/// The size of the drawings, where they matter.
fn drawings(page: &Page, end: usize) -> Option<Detail> {
    let svg = page.document.shell.svg_bytes;
    let is_much = svg * 100 > end * DATA_NAMED_OVER_PERCENT;
    is_much.then(|| measure("Inline SVG before that point", kilobytes(svg)))
}

/// What the limit counts beside the document: the header fields of its answer.
fn header_bytes(page: &Page) -> usize {
    let headers = page.answer().map(|answer| answer.headers.as_slice()).unwrap_or_default();
    headers.iter().map(|(name, value)| name.len() + value.len() + ": \r\n".len()).sum()
}

fn coding(page: &Page) -> String {
    let coding = page.answer().and_then(|answer| answer.header("content-encoding"));
    coding.map_or_else(|| "none".to_owned(), |named| in_finding(named).into())
}

fn kilobytes(bytes: usize) -> String {
    format!("{} kB", bytes.div_ceil(1_000))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue::test_page::{fix_of, page};

    #[test]
    fn the_fix_counts_what_is_in_the_way() {
        let mut page = page();
        page.exchanges[0].headers.clear();
        page.document.main.text = "Boil water.".to_owned();
        page.document.main.ends_at = 2_300_000;
        page.document.shell.data_bytes = 1_900_000;
        let fix = fix_of(&HtmlBudget, &page);
        assert_eq!(fix.title, "Make the content end within the first 1049 kB: it ends at 2300 kB");
        assert!(fix.steps[0].starts_with("1900 kB of script data"), "{:?}", fix.steps);
        assert!(fix.steps[1].starts_with("400 kB before"), "{:?}", fix.steps);
        page.document.main.ends_at = 900_000;
        page.document.shell.data_bytes = 800_000;
        let fix = fix_of(&HtmlBudget, &page);
        assert_eq!(fix.title, "Move 800 kB of data after the content or into separate files");
        assert_eq!(fix.steps.len(), 2);
    }

    #[test]
    fn drawings_that_take_the_space_are_named() {
        let mut page = page();
        page.exchanges[0].headers.clear();
        page.document.main.text = "Boil water.".to_owned();
        page.document.main.ends_at = 1_579_000;
        page.document.shell.svg_bytes = 1_500_000;
        let fix = fix_of(&HtmlBudget, &page);
        assert_eq!(fix.title, "Move 1500 kB of inline SVG into files: the content ends at 1579 kB");
        assert!(fix.steps[0].starts_with("1500 kB before the end"), "{:?}", fix.steps);
        assert!(!fix.steps.iter().any(|step| step.contains("styles")), "{:?}", fix.steps);
        let details = HtmlBudget.judge(&Context::new(&page, false)).details;
        assert!(details.iter().any(|detail| detail.label.contains("SVG")), "{details:?}");
        page.document.shell.svg_bytes = 200_000;
        let fix = fix_of(&HtmlBudget, &page);
        assert!(fix.title.starts_with("Make the content end"), "{}", fix.title);
        assert!(fix.steps[0].contains("styles"), "{:?}", fix.steps);
    }

    #[test]
    fn a_finding_has_one_unit() {
        let mut page = page();
        page.exchanges[0].headers.clear();
        let mut summary = |ends_at: usize| {
            page.document.main.ends_at = ends_at;
            verdict(&page, ends_at).summary
        };
        assert_eq!(
            summary(1_578_500),
            "The main content ends after 1579 kB. Expected within the first 1049 kB."
        );
        assert_eq!(
            summary(2_300_000),
            "The main content ends after 2300 kB. Googlebot stops reading at 2098 kB."
        );
    }

    fn status(ends_at: usize, bytes: usize, data_bytes: usize) -> Status {
        let mut page = page();
        page.exchanges[0].headers.clear();
        page.bytes = bytes;
        page.document.main.text = "Boil water.".to_owned();
        page.document.main.word_equivalents = 300;
        page.document.main.ends_at = ends_at;
        page.document.shell.data_bytes = data_bytes;
        HtmlBudget.judge(&Context::new(&page, false)).status
    }

    #[test]
    fn the_end_of_the_content_decides() {
        assert_eq!(status(1_048_576, 5_000_000, 0), Status::Pass, "what comes after is free");
        assert_eq!(status(1_048_577, 1_048_577, 0), Status::Warn);
        assert_eq!(status(2_097_152, 3_000_000, 0), Status::Warn);
        assert_eq!(status(2_097_153, 3_000_000, 0), Status::Fail);
    }

    #[test]
    fn headers_count() {
        let mut page = page();
        page.document.main.text = "Boil water.".to_owned();
        page.document.main.ends_at = 2_097_152;
        assert_eq!(HtmlBudget.judge(&Context::new(&page, false)).status, Status::Fail);
    }

    #[test]
    fn data_matters_where_it_is_much() {
        assert_eq!(status(100_000, 100_000, 90_000), Status::Pass, "a small page");
        assert_eq!(status(900_000, 1_000_000, 540_000), Status::Pass);
        assert_eq!(status(900_000, 1_000_000, 550_000), Status::Warn);
    }

    #[test]
    fn a_page_without_content_is_not_measured() {
        assert_eq!(HtmlBudget.judge(&Context::new(&page(), false)).status, Status::Na);
    }

    #[test]
    fn a_shell_does_not_pass_and_what_is_late_is_said_of_little_text_too() {
        let of = |ends_at: usize| {
            let mut page = page();
            page.document.main.text = "Loading the tea shop.".to_owned();
            page.document.main.word_equivalents = 4;
            page.document.main.ends_at = ends_at;
            HtmlBudget.judge(&Context::new(&page, false)).status
        };
        assert_eq!([7_000, 1_500_000, 2_500_000].map(of), [Status::Na, Status::Warn, Status::Fail]);
    }
}
