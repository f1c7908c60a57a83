#![doc = include_str!("page.md")]

use crate::catalogue::structure::headings::FirstHeadings;
use crate::check::{About, Check, Context, Finding, measure};
use crate::fix::{Fix, Source};
use crate::page::outline::{BlockFact, Landmark};
use crate::page::{DocumentFacts, Located, Page};
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
    match (mains(page).as_slice(), outline.articles.as_slice()) {
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
        ([], articles) => fix("Wrap the content in one `<main>` element: there is none".to_owned())
            .step(match articles.len() {
                0 => "Wrap the page's own content, from its heading to its last paragraph."
                    .to_owned(),
                count => format!(
                    "Wrap the page's own content. The {count} `<article>` elements may stay inside."
                ),
            })
            .step("Leave navigation, sidebars, related pages and the footer outside it."),
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
    let blocks = document.outline.blocks.iter().filter(|block| block.place.in_main);
    let text = blocks.clone().find(|block| !is_menu(block)).or(blocks.clone().next());
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
/// is the landmark.
fn is_of_links(context: &Context<'_>) -> bool {
    let outline = &context.page.document.outline;
    let is_marked = !outline.mains.is_empty() || !outline.articles.is_empty();
    context.subject.is_informational
        && link_percent(context.page) > LINKS_FAIL_OVER_PERCENT
        && (is_marked || context.subject.kind != PageKind::Docs)
}

fn verdict(context: &Context<'_>) -> Finding {
    let page = context.page;
    let outline = &page.document.outline;
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
    match (mains(page).as_slice(), outline.articles.as_slice()) {
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
mod tests {
    use super::*;
    use crate::catalogue::test_html::read;
    use crate::catalogue::test_page::{fix_of, page};
    use crate::page::Kind;
    use crate::page::outline::{Link, Place};
    use crate::report::Status;

    fn landmark(percent_of_main: usize) -> Landmark {
        Landmark { place: Place::default(), percent_of_main, inner_lines: Vec::new() }
    }

    fn article(mains: &[usize], articles: &[usize]) -> Page {
        let mut page = page();
        page.document.kind = Kind::sure(PageKind::Article, "");
        page.document.main.text = "word ".repeat(400);
        page.document.outline.mains = mains.iter().copied().map(landmark).collect();
        page.document.outline.articles = articles.iter().copied().map(landmark).collect();
        page
    }

    fn status(page: &Page) -> Status {
        MainContentCheck.judge(&Context::new(page, false)).status
    }

    #[test]
    fn parts_of_a_main_are_none() {
        let text = |from: usize| -> String {
            let line = "Green tea is made of leaves that were not left to wither in the sun";
            (from..from + 12).map(|number| format!("<p>{number}. {line}.</p>")).collect()
        };
        let of = |body: &str| {
            let mut page = read(&format!("<title>Tea</title><body>{body}"));
            page.document.kind = Kind::sure(PageKind::Article, "");
            (status(&page), fix_of(&MainContentCheck, &page).title)
        };
        let part = |from: usize| format!("<section><main>{}</main></section>", text(from));
        let parts: String = [0, 20, 40].map(part).concat();
        let (nested, title) = of(&format!("<main><h1>Tea</h1>{parts}</main>"));
        assert_eq!(nested, Status::Warn);
        assert_eq!(title, "Keep only the outermost `<main>` element: it contains 3 others");
        let twice = format!("<main><div role=main><h1>Tea</h1>{}</div></main>", text(0));
        assert_eq!(of(&twice).0, Status::Pass, "one right inside marks the same");
    }

    #[test]
    fn one_landmark_has_to_hold_it() {
        for (mains, articles, expected) in [
            (&[100][..], &[][..], Status::Pass),
            (&[80], &[40, 40], Status::Pass),
            (&[79], &[100], Status::Warn),
            (&[], &[90], Status::Pass),
            (&[], &[79], Status::Warn),
            (&[], &[50, 50], Status::Warn),
            (&[], &[], Status::Warn),
            (&[60, 40], &[], Status::Warn),
        ] {
            assert_eq!(status(&article(mains, articles)), expected, "{mains:?} {articles:?}");
        }
    }

    #[test]
    fn the_placeholder_of_a_streamed_part_is_no_landmark() {
        let mut page = article(&[0, 100], &[]);
        assert_eq!(status(&page), Status::Warn);
        page.document.shell.streamed = 1;
        assert_eq!(status(&page), Status::Pass);
    }

    #[test]
    fn content_that_is_mostly_links_fails_where_it_is_sure() {
        let mut page = article(&[100], &[]);
        page.document.main.link_bytes = 1_000;
        assert_eq!(status(&page), Status::Pass, "half");
        page.document.main.link_bytes = 1_020;
        assert_eq!(status(&page), Status::Fail, "51 %");
        page.document.main.low_confidence = true;
        assert_eq!(status(&page), Status::Warn);
    }

    #[test]
    fn a_hub_of_documentation_is_not_judged() {
        let hub = |kind: PageKind, links: usize, host: &str| {
            let mut page = article(&[100], &[]);
            page.document.kind = Kind::sure(kind, "");
            page.document.main.link_bytes = 1_500;
            page.document.outline.links = (0..links)
                .map(|at| Link {
                    place: Place { in_main: true, ..Place::default() },
                    href: format!("{host}/docs/{at}"),
                    rel: String::new(),
                    title: String::new(),
                })
                .collect();
            status(&page)
        };
        assert_eq!(hub(PageKind::Docs, 10, ""), Status::Na);
        assert_eq!(hub(PageKind::Docs, 10, "https://www.example.org"), Status::Fail);
        assert_eq!(hub(PageKind::Docs, 3, ""), Status::Fail);
        assert_eq!(hub(PageKind::Article, 10, ""), Status::Fail);
    }

    #[test]
    fn links_that_are_all_of_the_content_stay_there() {
        let mut page = article(&[100], &[]);
        page.document.main.link_bytes = 1_740;
        assert_eq!(status(&page), Status::Fail, "52 of 400 words are left");
        page.document.main.link_bytes = 1_780;
        assert_eq!(status(&page), Status::Na, "44 of 400 words are left");
    }

    #[test]
    fn the_fix_says_what_is_wrong_with_the_landmarks() {
        for (mains, articles, title) in [
            (
                &[60][..],
                &[][..],
                "Extend the `<main>` element to the whole content: it contains 60%",
            ),
            (&[], &[70], "Extend the `<article>` element to the whole content: it contains 70%"),
            (&[], &[], "Wrap the content in one `<main>` element: there is none"),
            (&[60, 40], &[], "Keep one of the 2 `<main>` elements"),
        ] {
            let fix = fix_of(&MainContentCheck, &article(mains, articles));
            assert_eq!(fix.title, title);
            let snippet = fix.snippet.unwrap();
            assert!(
                snippet.starts_with("<main>\n  <!-- How to make tea starts on line "),
                "{snippet}"
            );
            assert!(snippet.ends_with("</main>") && !snippet.contains('…'), "{snippet}");
        }
        let mut links = article(&[100], &[]);
        links.document.main.link_bytes = 1_500;
        links.document.h1[0].value = "<b>".to_owned();
        let fix = fix_of(&MainContentCheck, &links);
        assert!(fix.title.ends_with("they are 75% of it"), "{}", fix.title);
        let snippet = fix.snippet.unwrap();
        assert!(snippet.contains("<!-- &lt;b&gt; starts on line "), "{snippet}");
        links.document.h1[0].value = "a --> b ---> c".to_owned();
        let snippet = fix_of(&MainContentCheck, &links).snippet.unwrap();
        assert_eq!(snippet.matches("--").count(), 2 * snippet.matches("<!--").count(), "{snippet}");
    }

    #[test]
    fn the_content_starts_at_its_own_heading() {
        let text = "<p>Green tea is made of leaves that were not left to wither in the sun.</p>";
        let starts = |html: &str| {
            let mut page = read(&format!("<title>Pots - Tea</title>\n<body>\n{html}"));
            page.document.kind = Kind::sure(PageKind::Article, "");
            let snippet = fix_of(&MainContentCheck, &page).snippet.unwrap();
            snippet.lines().nth(1).unwrap_or_default().trim().to_owned()
        };
        let logo = "<nav><h1><a href=/><img src=/a.png alt=Tea></a></h1></nav>\n";
        let menu = "<div><a href=/a>All the pots of tea</a> <a href=/b>All the cups</a></div>\n";
        let text = text.repeat(9);
        assert_eq!(
            starts(&format!("{logo}{menu}<h1>Pots</h1>{text}")),
            "<!-- Pots starts on line 5 -->"
        );
        let without = starts(&format!("{logo}{menu}<h2>Pots</h2>\n{text}"));
        assert!(without.contains("on line 5 ") || without.contains("on line 6 "), "{without}");
    }

    #[test]
    fn the_content_ends_on_the_line_of_its_last_word() {
        let text = "Green tea is made of leaves that were not left to wither in the sun.\n";
        let html = format!(
            "<title>Tea</title>\n<body>\n<h1>Tea</h1>\n<p>\n{}</p>\n\n<footer>© Leaf</footer>",
            text.repeat(9)
        );
        let mut page = read(&html);
        page.document.kind = Kind::sure(PageKind::Article, "");
        let snippet = fix_of(&MainContentCheck, &page).snippet.unwrap();
        assert!(
            snippet.contains("starts on line 3 ") && snippet.contains("ends on line 13 "),
            "{snippet}"
        );
    }

    #[test]
    fn a_page_without_text_is_not_judged() {
        let mut short = article(&[], &[]);
        short.document.main.word_equivalents = 49;
        assert_eq!(status(&short), Status::Na);
    }

    #[test]
    fn a_manual_without_a_landmark_lacks_that_whatever_its_links_are() {
        let line = |at: usize| {
            format!(
                "<p>{at}. <a href=https://pots.example/{at}>The brewer of pot number {at} of the town</a> made it.</p>"
            )
        };
        let lines: String = (0..30).map(line).collect();
        let of = |body: &str| {
            let mut page = read(&format!("<title>Brewers</title><body>{body}"));
            page.document.kind = Kind::sure(PageKind::Docs, "");
            (
                MainContentCheck.judge(&Context::new(&page, false)).summary,
                fix_of(&MainContentCheck, &page).title,
            )
        };
        let (said, title) = of(&lines);
        assert!(said.starts_with("No `<main>` element"), "{said}");
        assert!(title.starts_with("Wrap the content"), "{title}");
        let (said, title) = of(&format!("<main>{lines}</main>"));
        assert!(said.contains("is links"), "{said}");
        assert!(title.starts_with("Move the links"), "{title}");
    }
}
