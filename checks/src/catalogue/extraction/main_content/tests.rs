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
        (&[], &[0, 90, 0], Status::Pass),
        (&[], &[79, 0], Status::Warn),
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
        (&[60][..], &[][..], "Extend the `<main>` element to the whole content: it contains 60%"),
        (&[], &[70], "Extend the `<article>` element to the whole content: it contains 70%"),
        (&[], &[], "Wrap the content in one `<main>` element: there is none"),
        (&[60, 40], &[], "Keep one of the 2 `<main>` elements"),
    ] {
        let fix = fix_of(&MainContentCheck, &article(mains, articles));
        assert_eq!(fix.title, title);
        let snippet = fix.snippet.unwrap();
        assert!(snippet.starts_with("<main>\n  <!-- How to make tea starts on line "), "{snippet}");
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
    let text =
        "<p>Green tea is made of leaves that were not left to wither in the sun.</p>".repeat(9);
    let starts = |html: &str| {
        let (steps, _) = wrapped(html);
        let (_, rest) = steps.split_once("before the ").unwrap_or_default();
        rest.split(',').next().unwrap_or_default().to_owned()
    };
    let logo = "<nav><h1><a href=/><img src=/a.png alt=Tea></a></h1></nav>\n";
    let menu = "<div><a href=/a>All the pots of tea</a> <a href=/b>All the cups</a></div>\n";
    assert_eq!(starts(&format!("{logo}{menu}<h1>Pots</h1>{text}")), "`<h1>` on line 5");
    // What stands before the header cannot be wrapped with what stands after it.
    let notice =
        format!("<p>To use this shop, you must turn scripts on and then come back.</p>\n{logo}");
    assert_eq!(starts(&format!("{notice}<h1>Pots</h1>{text}")), "`<h1>` on line 5");
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

fn wrapped(body: &str) -> (String, String) {
    let mut page = read(&format!("<title>Pots - Tea</title>\n<body>\n{body}"));
    page.document.kind = Kind::sure(PageKind::Article, "");
    let fix = fix_of(&MainContentCheck, &page);
    (fix.steps.concat(), fix.snippet.unwrap_or_default())
}

#[test]
fn the_tags_go_where_they_nest() {
    let line = "Green tea is made of leaves that were not left to wither in the sun";
    let text: String = (0..9).map(|at| format!("<p>{at}. {line}.</p>")).collect();
    let foot = "<footer>© Leaf</footer>";
    let (steps, snippet) = wrapped(&format!(
        "<div id=all>\n<div class='wide text'>\n<h1>Pots</h1>\n{text}</div>\n{foot}</div>"
    ));
    assert!(
        steps.contains("Change the `<div class=\"wide text\">` on line 4 to `<main>`"),
        "{steps}"
    );
    assert_eq!(snippet, "", "the element keeps its attributes");
    let (steps, snippet) = wrapped(&format!(
        "<div id=all>\n<div id=top><h1>Pots</h1></div>\n<div id=text>{text}</div>\n{foot}</div>"
    ));
    assert!(steps.contains("before the `<div id=\"top\">` on line 4"), "{steps}");
    assert!(
        steps.contains("after the end of the `<div id=\"text\">` that starts on line 5 and whose last element is on line 5"),
        "{steps}"
    );
    assert!(steps.contains("direct children of the `<div id=\"all\">` on line 3"), "{steps}");
    assert!(snippet.contains("to the end of the div element on line 5"), "{snippet}");
    let more =
        "<p>More of the leaves that we sell all year round, and all their pots.</p>".repeat(2);
    let aside = format!("<div class=sidebar>{more}<p>And the cups.</p></div>");
    let (steps, _) =
        wrapped(&format!("<div id=all>\n<div><h1>Pots</h1>{aside}{text}</div>\n{foot}</div>"));
    assert!(steps.contains("such as the `<div class=\"sidebar\">` on line 4"), "{steps}");
}

#[test]
fn a_main_is_never_put_into_a_table_or_around_the_frame_of_the_site() {
    let line = "Green tea is made of leaves that were not left to wither in the sun";
    let row = |at: usize| format!("<tr><td>{at}. {line}.</td></tr>");
    let rows: String = (0..9).map(row).collect();
    let (steps, _) = wrapped(&format!(
        "<div>\n<table id=all>\n<tr><td><h1>Pots</h1></td></tr>{rows}</table></div>"
    ));
    assert!(!steps.contains("children of the `<t"), "{steps}");
    let text: String = (0..9).map(|at| format!("<p>{at}. {line}.</p>")).collect();
    let (steps, _) = wrapped(&format!(
        "<div id=site>\n<div class=masthead></div>\n<div id=a><h1>Pots</h1></div>\n<div id=b>{text}</div>\n\
         <div class=footer></div></div>"
    ));
    assert!(steps.contains("before the `<div id=\"a\">` on line 5"), "{steps}");
}

#[test]
fn where_a_link_skips_to_and_a_section_around_the_page_are_heeded() {
    let line = "Green tea is made of leaves that were not left to wither in the sun, so that it tastes of \
                grass and of the sea";
    let text: String = (0..9).map(|at| format!("<p>{at}. {line}.</p>")).collect();
    let content = format!("<div id=start>\n<div><h1>Pots</h1>{text}</div>\n</div>");
    let page = |around: &str, link: &str| {
        wrapped(&format!(
            "{link}\n<{around} id=all>\n<div class=masthead>Leaf</div>\n{content}</{around}>"
        ))
        .0
    };
    let skip = "<a class=skip href=#start>Skip to content</a>";
    let steps = page("div", skip);
    assert!(steps.contains("Change the `<div id=\"start\">` on line 6 to `<main>`"), "{steps}");
    assert!(!page("div", "").contains("id=\"start\">` on line 6 to `<main>`"));
    let steps = page("section", skip);
    assert!(steps.contains("Change the `<div id=\"start\">` on line 6 to `<main>`"), "{steps}");
    assert!(
        steps.contains("Change the `<section id=\"all\">` on line 4 and its end tag to `<div>`"),
        "{steps}"
    );
}

#[test]
fn a_part_with_a_heading_is_not_named_as_no_content() {
    let line = "Green tea is made of leaves that were not left to wither in the sun";
    let text: String = (0..9).map(|at| format!("<p>{at}. {line}.</p>")).collect();
    let more =
        "<p>More of the leaves that we sell all year round, and all their pots.</p>".repeat(2);
    let steps = |name: &str| {
        let side = format!("<div class=sidebar>{name}{more}</div>");
        wrapped(&format!("<div><div><h1>Pots</h1>{side}{text}</div><footer>© Leaf</footer></div>"))
            .0
    };
    assert!(steps("<b>Leaves</b>").contains("such as the `<div class=\"sidebar\">`"));
    assert!(!steps("<h3>Leaves</h3>").contains("such as the `<div class=\"sidebar\">`"));
}

#[test]
fn the_tags_end_above_the_foot_of_the_page() {
    let line = "Green tea is made of leaves that were not left to wither in the sun";
    let text: String = (0..9).map(|at| format!("<p>{at}. {line}.</p>")).collect();
    let player: String = (0..3).map(|at| format!("<p>{at}. {line}, says the host.</p>")).collect();
    let body = |between: &str| {
        format!(
            "<div id=all>\n<div class=text>\n<h1>Pots</h1>\n{text}</div>\n{between}\n\
             <div class=player>\n{player}</div>\n</div>"
        )
    };
    let (steps, _) = wrapped(&body("<footer>© Leaf</footer>"));
    assert!(!steps.contains("player"), "{steps}");
    let (steps, _) = wrapped(&body("<div>Pots</div>"));
    assert!(steps.contains("`<div id=\"all\">`"), "all of it: {steps}");
    let second = body("<footer>© Leaf</footer>").replace(&player, &text.replace("Green", "Black"));
    let (steps, _) = wrapped(&second);
    assert!(steps.contains("`<div id=\"all\">`"), "a second part as long as the first: {steps}");
}

#[test]
fn a_heading_for_the_site_alone_does_not_widen_the_main() {
    let text: String = (0..12)
        .map(|at| {
            format!("<p>{at}. Green tea is made of leaves that did not wither in the sun.</p>")
        })
        .collect();
    let menu = "<ul><li><a href=/a>Teas</a><li><a href=/b>Pots</a></ul>";
    let of = |first: &str| {
        let mut page = read(&format!(
            "<title>Green tea - Example</title><body><div id=wrapper>{first}<div id=bar>{menu}</div><div id=text><h1>\
             Green tea</h1>{text}</div><div id=end>{menu}</div></div>"
        ));
        page.document.kind = Kind::sure(PageKind::Article, "");
        fix_of(&MainContentCheck, &page).steps.concat()
    };
    for first in ["", "<h1>Ministry of Tea</h1>"] {
        assert!(of(first).contains("<div id=\"text\">"), "{first}: {}", of(first));
    }
}

#[test]
fn a_heading_in_the_header_of_the_site_is_moved_instead_of_wrapped_with_it() {
    let line = "Green tea is made of leaves that were not left to wither in the sun";
    let text: String = (0..9).map(|at| format!("<p>{at}. {line}.</p>")).collect();
    let links = |count: usize| "<li><a href=/a>All of our teas and pots</a>".repeat(count);
    let body = |links: &str| {
        format!(
            "<div id=header>\n<ul>{links}</ul>\n<h1>Pots</h1></div>\n<div id=page>{text}</div>\n\
             <div class=footer>© Leaf</div>"
        )
    };
    let (steps, _) = wrapped(&body(&links(20)));
    assert!(steps.contains("`<div id=\"page\">`"), "{steps}");
    assert!(steps.contains("Move the heading on line"), "{steps}");
    assert!(!steps.contains("`<div id=\"header\">`"), "{steps}");
    let (steps, _) = wrapped(&body(""));
    assert!(steps.contains("`<div id=\"header\">`"), "a header of the text alone: {steps}");
    assert!(!steps.contains("Move the heading"), "{steps}");
}
