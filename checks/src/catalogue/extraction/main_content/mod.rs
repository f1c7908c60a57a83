#![doc = include_str!("page.md")]

mod elsewhere;
mod wrap;

use crate::catalogue::structure::headings::FirstHeadings;
use crate::check::{About, Check, Context, Finding, measure};
use crate::fix::{Fix, Source};
use crate::page::outline::{BlockFact, Landmark};
use crate::page::{DocumentFacts, Located, Page, Part};
use crate::paste::{html, listed, shell, words};
use crate::report::{CheckResult, Detail, EvidenceStrength, PageKind};
use crate::weights::{
    HARDLY_ANY_TEXT, HUB_LINKS_FROM, HUB_OWN_PERCENT, LANDMARK_HOLDS_PERCENT,
    LINKS_FAIL_OVER_PERCENT,
};

/// The check.
pub struct MainContentCheck;

impl Check for MainContentCheck {
    fn about(&self) -> &'static About {
        &About {
            id: "main-content",
            title: "Main content is identifiable",
            strength: EvidenceStrength::Moderate,
            effort: 2,
            needs_page: true,
            doc: include_str!("page.md"),
            why: "Engines and their tools extract the main content before they read a page. A \
                  comparison of extractors found that they do this well on articles and badly \
                  elsewhere. One small study associates landmark elements with more citations, \
                  which is no proof.",
            sources: &[
                Source {
                    title: "WCXB: extraction quality by type of page",
                    url: "https://arxiv.org/abs/2605.21097",
                    strength: EvidenceStrength::Strong,
                },
                Source {
                    title: "GEO-16: on-page factors of cited pages",
                    url: "https://arxiv.org/abs/2509.10762",
                    strength: EvidenceStrength::Weak,
                },
                Source {
                    title: "HTML: the main element",
                    url: "https://html.spec.whatwg.org/multipage/grouping-content.html#the-main-element",
                    strength: EvidenceStrength::Convention,
                },
            ],
        }
    }

    fn judge(&self, context: &Context<'_>) -> Finding {
        let page = context.page;
        let main = &page.document.main;
        if main.word_equivalents < HARDLY_ANY_TEXT {
            return Finding::not_applicable("The page has almost no text.");
        }
        if is_hub(context) {
            return Finding::not_applicable(
                "The page is an index of documentation: links are its content.",
            );
        }
        if is_all_links(page) {
            return Finding::not_applicable("The page is a list of links: they are its content.");
        }
        verdict(context)
            .with(measure("Found in", main.origin))
            .with(measure("Share of the visible text", format!("{}%", share(page))))
            .with_all(landmarks(page))
    }

    fn fix(&self, context: &Context<'_>, _finding: &CheckResult) -> Fix {
        fix(context)
    }
}

/// Links by which a hub is told.
const HUB_LINKS_LOOKED_AT: usize = 500;

/// Lines of landmarks that a fix names.
const LINES_NAMED: usize = 5;
/// The most characters of the heading in something to paste.
const NAMED_CHARACTERS: usize = 80;

fn fix(context: &Context<'_>) -> Fix {
    let page = context.page;
    let outline = &page.document.outline;
    let linked = link_percent(page);
    let fix = |title: String| {
        Fix::new(
            "main-content",
            title,
            format!(
                "`curl -s {} | grep -ic '<main'` counts one line, and the text is inside that \
                 element.",
                shell(&page.final_url)
            ),
        )
    };
    if is_of_links(context) {
        return fix(format!("Move the links out of the main content: they are {linked}% of it"))
            .step("Put lists of other pages in `<nav>` or `<aside>`, outside `<main>`.")
            .step("Make sure that the page has its own text, and that it is in `<main>`.")
            .snippet(skeleton(context));
    }
    match (mains(page).as_slice(), articles(page).as_slice()) {
        ([main], _) if has_others(main) => {
            let lines = main.inner_lines.iter().take(LINES_NAMED).map(u32::to_string);
            let lines: Vec<String> = lines.collect();
            fix(format!(
                "Keep only the outermost `<main>` element: it contains {} others",
                main.inner_lines.len()
            ))
            .step(format!("The others start on lines {}.", listed(&lines)))
            .step("Change them to `<section>` or `<div>`.")
        }
        ([main], _) => partly(fix, "main", main),
        ([], [article]) => partly(fix, "article", article),
        ([], _) => {
            let fix = fix("Wrap the content in one `<main>` element: there is none".to_owned())
                .for_tool(true);
            if let Some(frame) = &outline.frame {
                let fix = wrap::steps(fix, frame);
                return Fix { snippet: wrap::snippet(frame), ..fix };
            }
            fix.step(match outline.articles.len() {
                0 => "Wrap the page's own content, from its heading to its last paragraph."
                    .to_owned(),
                count => format!(
                    "Wrap the page's own content. The {count} `<article>` elements may stay inside."
                ),
            })
            .step("Leave navigation, sidebars, related pages and the footer outside it.")
        }
        (mains, _) => {
            let lines: Vec<String> =
                mains.iter().take(LINES_NAMED).map(|main| main.place.line.to_string()).collect();
            fix(format!("Keep one of the {} `<main>` elements", mains.len()))
                .step(format!("They start on lines {}.", listed(&lines)))
                .step(
                    "Keep the one around the page's own text, and change the others to `<section>` \
                     or `<div>`.",
                )
        }
    }
    .snippet(skeleton(context))
}

/// A landmark that holds a part of the content only.
fn partly(fix: impl Fn(String) -> Fix, name: &str, landmark: &Landmark) -> Fix {
    let Landmark { place, percent_of_main, .. } = landmark;
    fix(format!(
        "Extend the `<{name}>` element to the whole content: it contains {percent_of_main}%"
    ))
    .step(format!("The element starts on line {}.", place.line))
    .step("Move its start and end tags so that the heading, text, tables and images are inside.")
}

/// The tags, with what is to stand first and last between them. Comments tell it, which show
/// nothing where they are pasted.
fn skeleton(context: &Context<'_>) -> String {
    let document = &context.page.document;
    let headings = FirstHeadings::of(context);
    let (name, heading) = match (headings.best(), first_of_content(document)) {
        (Some(best), _) => (best.text, Some(best.heading.place.line)),
        (None, Some(first)) => (first.value.as_str(), Some(first.line)),
        (None, None) => (context.title.text.as_str(), None),
    };
    let name = html(&words(name, NAMED_CHARACTERS));
    // What stands above the heading may be the menu of a header that no element marks.
    let is_menu = |block: &&BlockFact| block.link_bytes * 2 >= block.place.text.len();
    // Nor can what stands before the site's own header be wrapped with what stands after it.
    let frame = heading.and_then(|line| last_around_before(document, line));
    let blocks = document.outline.main_blocks();
    let behind = blocks.clone().filter(|block| Some(block.place.line) > frame);
    let text = behind.clone().find(|block| !is_menu(block)).or(behind.clone().next());
    let first = heading.into_iter().chain(text.map(|block| block.place.line)).min();
    let last = Some(document.main.last_line).filter(|line| *line > 0);
    let comment = |what: &str, line: Option<u32>| {
        line.map_or_else(String::new, |line| format!("  <!-- {what} line {line} -->\n"))
    };
    let start = match name.is_empty() {
        true => "the content starts on".to_owned(),
        // Hyphens in a row would end a comment.
        false => format!("{} starts on", name.replace('-', "‐")),
    };
    format!("<main>\n{}{}</main>", comment(&start, first), comment("it ends on", last))
}

/// The last line before that one on which something stands that surrounds the content.
fn last_around_before(document: &DocumentFacts, line: u32) -> Option<u32> {
    let around = document.outline.blocks.iter().filter(|block| block.place.is_around);
    around.map(|block| block.place.line).filter(|around| *around < line).max()
}

/// The first H1 that is not that of a header or a menu.
fn first_of_content(document: &DocumentFacts) -> Option<&Located<String>> {
    let around = |line: u32| {
        let mut headings = document.outline.headings.iter();
        headings.any(|one| one.level == 1 && one.place.is_around && one.place.line == line)
    };
    document.h1.iter().find(|heading| !around(heading.line))
}

/// Whether most of a page that is meant to be read is links. A manual without a landmark may be laid
/// out with its menu beside the text, and lists contributors or other manuals: what it lacks for sure
/// is the landmark. The types in declarations are links, too.
fn is_of_links(context: &Context<'_>) -> bool {
    let outline = &context.page.document.outline;
    let is_marked = !outline.mains.is_empty() || !outline.articles.is_empty();
    context.subject.is_informational
        && context.page.document.kind.part != Some(Part::Entry)
        && link_percent(context.page) > LINKS_FAIL_OVER_PERCENT
        && (is_marked || context.subject.kind != PageKind::Docs)
        && !elsewhere::lists_others(context)
}

fn verdict(context: &Context<'_>) -> Finding {
    let page = context.page;
    let linked = link_percent(page);
    if is_of_links(context) {
        return match page.document.main.low_confidence {
            true => Finding::warn(format!(
                "The main content is unclear: {linked}% of what was found is links."
            )),
            false => Finding::fail(format!(
                "{linked}% of the main content is links. Expected at most \
                 {LINKS_FAIL_OVER_PERCENT}%."
            )),
        };
    }
    match (mains(page).as_slice(), articles(page).as_slice()) {
        ([main], _) if has_others(main) => Finding::warn(format!(
            "The `<main>` element contains {} others. Expected a single one.",
            main.inner_lines.len()
        )),
        ([main], _) => held("main", main),
        ([], [article]) => held("article", article),
        ([], _) => {
            Finding::warn("No `<main>` element, and no single `<article>`, marks the main content.")
        }
        (mains, _) => {
            Finding::warn(format!("The page has {} `<main>` elements. Expected one.", mains.len()))
        }
    }
}

/// Whether the page is one of documentation whose content is links to its parts: to the same site,
/// and mostly below one address, as its chapters are.
fn is_hub(context: &Context<'_>) -> bool {
    let page = context.page;
    if context.subject.kind != PageKind::Docs || link_percent(page) <= LINKS_FAIL_OVER_PERCENT {
        return false;
    }
    let links = page.document.outline.links.iter().filter(|link| link.place.in_main);
    let base = page.document.base(&page.final_url);
    let targets = links.take(HUB_LINKS_LOOKED_AT).filter_map(|link| base.join(&link.href).ok());
    let (mut all, mut own) = (0, 0);
    for target in targets {
        all += 1;
        own += usize::from(target.host() == page.final_url.host());
    }
    all >= HUB_LINKS_FROM && own * 100 >= all * HUB_OWN_PERCENT
}

/// Whether hardly any text would be left in the main content without its links.
fn is_all_links(page: &Page) -> bool {
    let linked = link_percent(page);
    let left = page.document.main.word_equivalents * (100 - linked.min(100)) / 100;
    linked > LINKS_FAIL_OVER_PERCENT && left < HARDLY_ANY_TEXT
}

/// The `<main>` elements, without the placeholders that streamed parts replace.
fn mains(page: &Page) -> Vec<&Landmark> {
    let is_streamed = page.document.shell.streamed > 0;
    let all = page.document.outline.mains.iter();
    all.filter(|main| !is_streamed || main.percent_of_main > 0).collect()
}

/// The `<article>` elements: the only one that holds some of the main content, where there is one. Others
/// are comments and teasers.
fn articles(page: &Page) -> Vec<&Landmark> {
    let all = &page.document.outline.articles;
    let mut holding = all.iter().filter(|article| article.percent_of_main > 0);
    match (holding.next(), holding.next()) {
        (Some(only), None) => vec![only],
        _ => all.iter().collect(),
    }
}

/// Whether several parts of a `main` are one, too. One alone, right inside, marks the same.
fn has_others(main: &Landmark) -> bool {
    main.inner_lines.len() > 1
}

fn held(name: &str, landmark: &Landmark) -> Finding {
    match landmark.percent_of_main {
        LANDMARK_HOLDS_PERCENT.. => {
            Finding::pass(format!("One `<{name}>` element contains the main content."))
        }
        percent => Finding::warn(format!(
            "The `<{name}>` element contains only {percent}% of the main content. Expected at \
             least {LANDMARK_HOLDS_PERCENT}%."
        )),
    }
}

fn link_percent(page: &Page) -> usize {
    let main = &page.document.main;
    (main.link_bytes * 100).checked_div(main.text.len()).unwrap_or(0)
}

fn share(page: &Page) -> usize {
    let main = page.document.main.text.len();
    (main * 100).checked_div(page.document.visible_text.len()).unwrap_or(0)
}

fn landmarks(page: &Page) -> impl Iterator<Item = Detail> + '_ {
    let outline = &page.document.outline;
    let detail = |label: &str, landmark: &Landmark| Detail {
        line: Some(landmark.place.line),
        expected: Some(format!("at least {LANDMARK_HOLDS_PERCENT}%")),
        ..measure(label, format!("{}% of the main content", landmark.percent_of_main))
    };
    let mains = outline.mains.iter().map(move |main| detail("`<main>` element", main));
    let articles = outline.articles.iter().filter(|_| outline.mains.is_empty());
    mains.chain(articles.take(3).map(move |article| detail("`<article>` element", article)))
}

#[cfg(test)]
mod tests;
