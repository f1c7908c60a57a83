#![doc = include_str!("page.md")]

mod fix;
mod frames;
mod placeholders;

use crate::catalogue::access::http_fetch::seen as http_fetch;
use crate::catalogue::extraction::swallowed::KEY;
use crate::catalogue::structure::content_depth::node::leads_on;
use crate::check::{About, Check, Context, Finding, measure, quote};
use crate::excerpt::excerpt;
use crate::fix::{Fix, Source};
use crate::grade::warned;
use crate::page::{Page, Part, Rendering};
use crate::paste::page_name;
use crate::report::{CheckResult, Detail, EvidenceStrength, PageKind, Status};
use crate::weights::{
    ADDED_PASS, ADDED_WARN, DEPTH_HIDDEN_BYTES, HARDLY_ANY_TEXT, HARDLY_ANY_TEXT_OF_LISTS,
    NEARLY_NO_TEXT, RAW_TEXT_PASS, RAW_TEXT_PASS_OF_LISTS, SHELL_CHARACTERS,
};
use crate::wording::{grouped, how_many};
use placeholders::instead_of_content;

/// The check.
pub struct RawHtmlContent;

impl Check for RawHtmlContent {
    fn about(&self) -> &'static About {
        &About {
            id: "raw-html-content",
            title: "Content is in the HTML",
            strength: EvidenceStrength::Strong,
            effort: 5,
            needs_page: true,
            doc: include_str!("page.md"),
            why: "In logs of more than a billion fetches, the crawlers of ChatGPT, Claude and \
                  Perplexity fetched scripts but ran none. Google's crawler runs them, Bing's runs \
                  some. Content that only JavaScript adds is missing for most engines.",
            sources: &[
                Source {
                    title: "Vercel and MERJ: the rise of the AI crawler",
                    url: "https://vercel.com/blog/the-rise-of-the-ai-crawler",
                    strength: EvidenceStrength::Strong,
                },
                Source {
                    title: "Google: JavaScript SEO basics",
                    url: "https://developers.google.com/search/docs/crawling-indexing/javascript/javascript-seo-basics",
                    strength: EvidenceStrength::Strong,
                },
            ],
        }
    }

    fn judge(&self, context: &Context<'_>) -> Finding {
        let page = context.page;
        let words = page.document.main.word_equivalents;
        verdict(context, words)
            .with(measure("Main content", how_many(words, "word")))
            .with_all(details(page))
    }

    fn fix(&self, context: &Context<'_>, _finding: &CheckResult) -> Fix {
        fix(context)
    }
}

/// How to get the text into the HTML; one edit with that of `http-fetch` where no text at all is
/// what both find.
pub(crate) fn fix(context: &Context<'_>) -> Fix {
    let key = match http_fetch::lacks_text_only(context) {
        true => http_fetch::KEY,
        false => KEY,
    };
    let page = context.page;
    if frames::is_frameset(page) {
        return frames::fix(page, key);
    }
    match is_sent_hidden(page, page.document.main.word_equivalents) {
        true => fix::fix_hidden(page, key),
        false if is_static(page) => fix::fix_static(page, &page_name(context), key),
        false => fix::fix(page, instead_of_content(page).as_ref(), key),
    }
}

/// Whether nothing on the page could add text, or nothing of a manual shows signs of it: its scripts
/// search and fold.
pub(crate) fn is_static(page: &Page) -> bool {
    let shell = &page.document.shell;
    page.rendering.is_none()
        && (shell.scripts == 0 || page.document.is_of_manual())
        && shell.framework.is_none()
        && !page.document.is_scripted()
}

/// Whether the page has at most headings, and nothing could add text to it or shows what is hidden.
pub(crate) fn has_no_text(context: &Context<'_>) -> bool {
    let page = context.page;
    page.document.has_only_headings()
        && page.document.main.diagram_words == 0
        && page.document.unseen.content_bytes() < DEPTH_HIDDEN_BYTES
        && is_static(page)
}

/// Whether a static page has links in its content, as the node of a manual has.
fn has_links(page: &Page) -> bool {
    let mut links = page.document.outline.links.iter();
    is_static(page) && links.any(|link| link.place.in_main)
}

/// Whether a page of a manual has some text below its heading, however short: `content-depth` judges
/// the length.
fn is_short_entry(page: &Page) -> bool {
    let document = &page.document;
    is_static(page)
        && document.is_of_manual()
        && !document.has_only_headings()
        && document.main.word_equivalents > 0
}

/// Whether what is missing is in the HTML, where nobody sees it, and no sign speaks of an
/// application.
fn is_sent_hidden(page: &Page, words: usize) -> bool {
    let shell = &page.document.shell;
    let (_, hardly_any) = thresholds(page.document.kind.kind);
    !is_measured(page)
        && shell.empty_mounts.is_empty()
        && words < hardly_any
        && page.document.unseen.content_bytes() >= DEPTH_HIDDEN_BYTES
}

/// Whether a browser told what scripts add.
fn is_measured(page: &Page) -> bool {
    page.rendering.as_ref().and_then(Rendering::measured_percent).is_some()
}

/// Whether the check warns or fails because scripts bring the text, or show what the HTML hides.
pub(crate) fn lacks_text_of_scripts(context: &Context<'_>) -> bool {
    let document = &context.page.document;
    let is_sign = is_measured(context.page)
        || document.is_scripted()
        || document.unseen.content_bytes() >= DEPTH_HIDDEN_BYTES;
    let status = || verdict(context, document.main.word_equivalents).status;
    is_sign && matches!(status(), Status::Warn | Status::Fail)
}

fn verdict(context: &Context<'_>, words: usize) -> Finding {
    let rendered = context.page.rendering.as_ref().and_then(Rendering::measured_percent);
    rendered.map_or_else(|| by_signs(context, words), by_rendering)
}

/// Where a browser rendered the page: by what its scripts added.
fn by_rendering(added: u8) -> Finding {
    let percent = usize::from(added);
    if percent <= ADDED_PASS {
        return Finding::pass(match percent {
            0 => "The text is in the HTML: JavaScript adds none of it.".to_owned(),
            _ => format!("The text is in the HTML: JavaScript adds {percent}% of it."),
        });
    }
    let summary = format!("JavaScript adds {percent}% of the main content.");
    match percent <= ADDED_WARN {
        true => Finding::warn(summary).worth(warned(ADDED_WARN + 1, ADDED_PASS, percent)),
        false => Finding::fail(summary),
    }
}

/// Where nothing rendered it: by how much text there is, and by signs of an application.
fn by_signs(context: &Context<'_>, words: usize) -> Finding {
    let page = context.page;
    if frames::is_frameset(page) {
        return Finding::fail("The page has no text of its own: its frames show other pages.");
    }
    let (enough, hardly_any) = thresholds(page.document.kind.kind);
    let asks_for_it = page.document.shell.notice.is_some();
    let has_mount = !page.document.shell.empty_mounts.is_empty();
    let placeholders = instead_of_content(page);
    if let Some(placeholders) = placeholders.filter(|_| words >= enough) {
        return Finding::warn(format!(
            "{} of the page say only {}. JavaScript seems to add their content.",
            how_many(placeholders.count, "part"),
            placeholders.text
        ));
    }
    if words >= enough {
        return match has_mount && asks_for_it {
            true => Finding::warn(
                "The HTML has text, but the page asks for JavaScript to show the rest.",
            ),
            false if page.document.shell.streamed > 0 => Finding::pass(
                "The text is in the HTML. Part of it is hidden there, and a script moves it into \
                 place.",
            ),
            false => Finding::pass("The text is in the HTML."),
        };
    }
    let is_bare = page.document.visible_text.chars().nth(SHELL_CHARACTERS).is_none();
    let scripts_bring_it =
        page.document.is_scripted() && (asks_for_it || page.document.shell.bundles > 0);
    // Its scripts search, and what it lists may be nothing.
    if page.document.kind.part == Some(Part::Index) && !has_mount {
        return Finding::pass("The page is an index of a manual, with all that there is to list.");
    }
    if !(has_mount || (is_bare && scripts_bring_it)) {
        return match page.document.cut_short || page.truncated {
            true => Finding::could_not_see("Only part of the page was read."),
            // Whatever brings it, there is nothing for a crawler to read.
            false if page.document.visible_text.trim().is_empty() => {
                Finding::warn("The HTML contains no visible text.")
            }
            false
                if words < hardly_any
                    && page.document.unseen.content_bytes() >= DEPTH_HIDDEN_BYTES =>
            {
                Finding::warn(format!(
                    "{} visible, while the HTML hides more text. Expected at least {enough}.",
                    how_many(words, "word")
                ))
            }
            // What a diagram says is text, too. An index has nothing but entries, and scripts that
            // search and fold.
            false
                if words + page.document.main.diagram_words < NEARLY_NO_TEXT
                    && !has_links(page)
                    && !is_short_entry(page)
                    && leads_on(context).is_none() =>
            {
                Finding::warn(format!(
                    "The HTML contains almost no main content: {}.",
                    how_many(words, "word")
                ))
            }
            false => {
                Finding::pass("The page has little text, and no sign that JavaScript adds more.")
            }
        };
    }
    if words >= hardly_any {
        return Finding::warn(format!(
            "The HTML contains only {words} words; JavaScript seems to add the rest. Expected at \
             least {enough}."
        ))
        .worth(warned(hardly_any, enough, words));
    }
    match page.document.cut_short || page.truncated {
        true => Finding::warn("Only part of the page was read, and it contains almost no text."),
        false => Finding::fail("The HTML contains almost no text; JavaScript adds it."),
    }
}

/// From how many word equivalents a page of that kind has its text, and below which it has none.
fn thresholds(kind: PageKind) -> (usize, usize) {
    match kind {
        PageKind::Home | PageKind::Product | PageKind::Listing => {
            (RAW_TEXT_PASS_OF_LISTS, HARDLY_ANY_TEXT_OF_LISTS)
        }
        PageKind::Article | PageKind::Docs | PageKind::Qa | PageKind::Other => {
            (RAW_TEXT_PASS, HARDLY_ANY_TEXT)
        }
    }
}

fn details(page: &Page) -> Vec<Detail> {
    let shell = &page.document.shell;
    let mount = shell.empty_mounts.first().map(|mount| Detail {
        line: Some(mount.line),
        ..quote("Empty until JavaScript fills it", &mount.value)
    });
    let notice = shell.notice.as_ref().filter(|_| mount.is_some()).map(|notice| Detail {
        line: Some(notice.line),
        ..quote("Shown without JavaScript", &notice.value)
    });
    let placeholder =
        instead_of_content(page).filter(|_| !is_measured(page)).map(|placeholders| Detail {
            line: Some(placeholders.line),
            ..measure("Parts that JavaScript fills", grouped(placeholders.count))
        });
    let framework = shell.framework.map(|name| measure("Framework", name));
    let seen = excerpt(&page.document.visible_text);
    let seen = (!seen.is_empty()).then(|| quote("What a crawler sees first", &seen));
    let rendered = page.rendering.as_ref().and_then(|rendering| rendering.document.as_ref());
    let rendered = rendered.map(|document| {
        measure("Once JavaScript has run", how_many(document.main.word_equivalents, "word"))
    });
    [rendered, mount, placeholder, notice, framework, seen].into_iter().flatten().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue::test_page::page;
    use crate::page::snapshot::RenderEnd;
    use crate::page::{Kind, Located};

    fn with(words: usize, change: impl FnOnce(&mut Page)) -> Status {
        let mut page = page();
        page.document.main.word_equivalents = words;
        change(&mut page);
        RawHtmlContent.judge(&Context::new(&page, false)).status
    }

    fn mount(page: &mut Page) {
        let mount = Located { line: 9, value: "div#root".to_owned() };
        page.document.shell.empty_mounts = vec![mount];
    }

    fn notice(page: &mut Page) {
        let text = "You need to enable JavaScript to run this app.".to_owned();
        page.document.shell.notice = Some(Located { line: 8, value: text });
    }

    #[test]
    fn a_short_static_page_passes() {
        for words in [10, 49, 149, 150, 4_000] {
            assert_eq!(with(words, |_| ()), Status::Pass, "{words}");
        }
        assert_eq!(with(9, |_| ()), Status::Warn, "nothing to read");
        let drawn = |page: &mut Page| page.document.main.diagram_words = 6;
        assert_eq!(with(5, drawn), Status::Pass, "a diagram");
        let hidden = |page: &mut Page| page.document.unseen.hidden_bytes = DEPTH_HIDDEN_BYTES;
        assert_eq!(with(40, hidden), Status::Warn);
        assert_eq!(with(60, hidden), Status::Pass);
        let nothing = |page: &mut Page| page.document.visible_text.clear();
        assert_eq!(with(0, nothing), Status::Warn);
    }

    #[test]
    fn an_empty_shell_fails_and_a_thin_one_warns() {
        for (words, expected) in [
            (0, Status::Fail),
            (49, Status::Fail),
            (50, Status::Warn),
            (149, Status::Warn),
            (150, Status::Pass),
        ] {
            assert_eq!(with(words, mount), expected, "{words}, mount");
            assert_eq!(with(words, notice), expected, "{words}, notice on a bare page");
        }
    }

    #[test]
    fn a_thin_page_is_worth_more_the_more_text_it_has() {
        let value = |words| {
            let mut page = page();
            page.document.main.word_equivalents = words;
            mount(&mut page);
            RawHtmlContent.judge(&Context::new(&page, false)).value
        };
        assert_eq!([50, 100, 149].map(value), [Some(1), Some(50), Some(99)]);
    }

    #[test]
    fn a_list_needs_less_text() {
        let of_list = |words| {
            with(words, |page| {
                page.document.kind = Kind::sure(PageKind::Listing, "");
                mount(page);
            })
        };
        assert_eq!(
            [24, 25, 59, 60].map(of_list),
            [Status::Fail, Status::Warn, Status::Warn, Status::Pass]
        );
    }

    #[test]
    fn a_notice_beside_the_text_of_a_server_is_no_fault() {
        assert_eq!(with(900, notice), Status::Pass);
        let short = with(40, |page| {
            notice(page);
            page.document.visible_text = "A short thread among menus. ".repeat(40);
        });
        assert_eq!(short, Status::Pass);
        let both = with(900, |page| {
            mount(page);
            notice(page);
        });
        assert_eq!(both, Status::Warn);
    }

    #[test]
    fn bundles_count_where_next_to_nothing_is_seen() {
        let bundled = |text: &str| {
            with(10, |page| {
                page.document.shell.bundles = 2;
                page.document.visible_text = text.to_owned();
            })
        };
        assert_eq!(bundled("Cookies"), Status::Fail);
        assert_eq!(bundled(&"A menu and a foot. ".repeat(40)), Status::Pass);
    }

    #[test]
    fn a_rendering_tells_more_than_signs() {
        let rendered = |added: u8, words: usize, end: RenderEnd| {
            with(900, |page| {
                let mut document = page.document.clone();
                document.main.word_equivalents = words;
                page.rendering = Some(Rendering {
                    engine: "HeadlessChrome/156".to_owned(),
                    end,
                    document: Some(Box::new(document)),
                    added_percent: added,
                    failed: Vec::new(),
                    held_navigation: None,
                });
            })
        };
        for (added, expected) in [
            (0, Status::Pass),
            (20, Status::Pass),
            (21, Status::Warn),
            (60, Status::Warn),
            (61, Status::Fail),
            (100, Status::Fail),
        ] {
            assert_eq!(rendered(added, 900, RenderEnd::Settled), expected, "{added}");
        }
        assert_eq!(rendered(100, 49, RenderEnd::Settled), Status::Pass, "too little to tell");
        assert_eq!(rendered(100, 900, RenderEnd::Deadline), Status::Pass, "it may bring more");
        assert_eq!(rendered(100, 900, RenderEnd::Crashed), Status::Pass);
    }

    #[test]
    fn what_was_cut_is_not_held_against_the_page() {
        let cut = with(10, |page| {
            mount(page);
            page.document.cut_short = true;
        });
        assert_eq!(cut, Status::Warn);
    }
}
