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
use crate::wording::grouped;

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
        if finding.status != Status::Pass && is_source(page) {
            return Finding::not_applicable(
                "The page is the listing of a source file, which can't be split.",
            );
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

/// Whether the page is program code in one piece. Letters and standards are set so, too, but in words.
fn is_source(page: &Page) -> bool {
    /// Bytes that are looked at.
    const BYTES: usize = 50_000;
    /// Percent of these signs in code, at least; prose has fewer than one.
    const PERCENT: usize = 4;
    const SIGNS: &[u8] = b"{}[]()=;_<>|&#$\\/+*";
    let text = page.document.main.text.as_bytes();
    let shown = text.iter().take(BYTES).filter(|byte| !byte.is_ascii_whitespace());
    let (all, signs) = shown
        .fold((0, 0), |(all, signs), byte| (all + 1, signs + usize::from(SIGNS.contains(byte))));
    page.document.outline.is_only_code() && signs * 100 >= all * PERCENT
}

/// Percent of data up to the end of the content over which a fix speaks of it.
const DATA_NAMED_OVER_PERCENT: usize = 5;
/// Where a link comes that often, the HTML is its links, with the tags that list and mark each.
const LINK_EVERY_BYTES: usize = 250;

fn fix(page: &Page) -> Fix {
    let end = header_bytes(page) + page.document.main.ends_at;
    let data = page.document.shell.data_bytes;
    let svg = page.document.shell.svg_bytes;
    let is_drawn = svg * 2 > end;
    let read = Read::of(page);
    let is_most = read.all() * 2 > end;
    if end > HTML_WARN_OVER_BYTES && is_edition(page) {
        return fix_edition(page, end);
    }
    let is_linked = !is_most && read.count * LINK_EVERY_BYTES >= end;
    let is_marked_up = !is_most && !is_linked && is_long_text(page, &read, end);
    let is_read = is_linked || is_most || is_marked_up;
    let title = match end > HTML_WARN_OVER_BYTES {
        true if is_linked => format!(
            "Split the page: it has {} links in the {} up to the end of its content",
            grouped(read.count),
            kilobytes(end)
        ),
        true if is_marked_up => format!(
            "Split the page: the text and its markup take {} up to the end of the content",
            kilobytes(end)
        ),
        true if is_read => format!(
            "Split the page: text and links take {} of the {} up to the end of its content",
            kilobytes(read.all().min(end)),
            kilobytes(end)
        ),
        true if is_drawn => format!(
            "Move {} of inline SVG into files: the content ends at {}",
            kilobytes(svg),
            kilobytes(end)
        ),
        true => format!(
            "Make the content end well before {}, where Googlebot stops: it ends at {}",
            kilobytes(HTML_FAIL_OVER_BYTES),
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
    if end > HTML_WARN_OVER_BYTES && is_read {
        let what = match is_linked {
            true => format!(
                "{} links, with the markup around each, and {} of visible text come before the \
                 end of the content.",
                grouped(read.count),
                kilobytes(read.text)
            ),
            false if is_marked_up => format!(
                "Before the end of the content are {} of visible text, {} of links and the markup \
                 of both, and hardly any styles, scripts or drawings.",
                kilobytes(read.text),
                kilobytes(read.links)
            ),
            false => format!(
                "{} before the end of the content are visible text ({}) and links ({}).",
                kilobytes(read.all()),
                kilobytes(read.text),
                kilobytes(read.links)
            ),
        };
        return fix.step(format!("{what} Moving styles and scripts into files won't help.")).step(
            "Split the page by its headings into several, and link them from a page that \
                 lists them.",
        );
    }
    let rest = end.saturating_sub(data).saturating_sub(if is_drawn { svg } else { 0 });
    if end > HTML_WARN_OVER_BYTES && !is_drawn {
        fix = fix.step(match is_movable(page, end) {
            true => format!(
                "{} before the end of the content are markup, styles and scripts. Move inline styles, \
                 SVG and navigation into files or after the content.",
                kilobytes(rest)
            ),
            false => format!(
                "{} before the end of the content are mostly markup, with hardly any styles or \
                 drawings. Show fewer items on the page, or simplify the markup of each.",
                kilobytes(rest)
            ),
        });
    }
    fix.step("Compression doesn't help: engines count the bytes after decompression.")
}

/// Percent of what could be moved into files under which moving it helps little.
const MOVABLE_PERCENT: usize = 10;
/// Percent of text and links from which on the markup is mostly theirs, as that of highlighted code is,
/// and not that of menus.
const READ_PERCENT: usize = 25;

/// Whether text, links and their markup make the HTML, and nothing in it could be moved into files.
fn is_long_text(page: &Page, read: &Read, end: usize) -> bool {
    !is_movable(page, end) && read.all() * 100 >= end * READ_PERCENT
}

/// Whether enough of the HTML could be moved into files.
fn is_movable(page: &Page, end: usize) -> bool {
    let shell = &page.document.shell;
    let movable = shell.data_bytes + shell.svg_bytes + shell.style_bytes;
    movable * 100 >= end * MOVABLE_PERCENT
}

/// Whether the page of a manual is called as one that has the text of all others.
fn is_edition(page: &Page) -> bool {
    const NAMES: [&str; 10] = [
        "all-in-one",
        "full",
        "manual-full",
        "one-page",
        "onepage",
        "print",
        "single",
        "single-page",
        "singlehtml",
        "singlepage",
    ];
    let path = page.final_url.path().to_ascii_lowercase().replace('_', "-");
    let mut segments = path.split('/').rev().filter(|segment| !segment.is_empty());
    let is_named = |segment: &str| NAMES.contains(&segment.split('.').next().unwrap_or_default());
    // In a folder for it, its file may have any name; “full” and “print” may be subjects.
    let is_folder = |segment: &str| segment.starts_with("single") || segment.contains("one");
    let is_file = segments.next().is_some_and(is_named);
    page.document.is_of_manual()
        && (is_file || segments.next().is_some_and(|folder| is_named(folder) && is_folder(folder)))
}

/// To keep crawlers to the pages that have the parts of the text.
fn fix_edition(page: &Page, end: usize) -> Fix {
    let title = format!(
        "Exclude the single-page edition from search: its content ends at {}",
        kilobytes(end)
    );
    let verify = format!("`curl -s {}` shows the `noindex`.", shell(&page.final_url));
    Fix::new("html-budget", title, verify)
        .step(
            "If each part of the text has a page of its own, have engines read those: add \
             `<meta name=\"robots\" content=\"noindex\">` to this page, or leave it out of the \
             website. Then leave it out of scans: pages with `noindex` score low.",
        )
        .step(
            "If this is the only edition, split it by its headings into several pages, and link them \
             from a page that lists them.",
        )
}

/// What readers read or follow up to the end of the content, in bytes: no move of styles or scripts
/// makes it less.
struct Read {
    text: usize,
    count: usize,
    links: usize,
}

impl Read {
    fn of(page: &Page) -> Self {
        /// What a link takes beside its attributes' values and its text.
        const TAGS: usize = "<a href=\"\"></a>".len();
        let outline = &page.document.outline;
        let last = outline.blocks.iter().rfind(|block| block.place.in_main);
        let text = last.map_or(0, |block| block.place.text.end);
        let links = outline.links.iter().take_while(|link| link.place.text.start < text);
        let lengths = links.map(|link| TAGS + link.href.len() + link.rel.len() + link.title.len());
        let (count, links) = lengths.fold((0, 0), |(count, sum), one| (count + 1, sum + one));
        Self { text, count, links }
    }

    fn all(&self) -> usize {
        self.text + self.links
    }
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
            "The main content ends after {}. Googlebot stops reading at {}. Expected at most {}.",
            kilobytes(end),
            kilobytes(HTML_FAIL_OVER_BYTES),
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
        Finding::pass("The main content ends well within the part that Googlebot reads.")
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
mod tests;
