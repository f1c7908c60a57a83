//! Which findings are one cause.

use super::*;

#[test]
fn what_holds_for_any_kind_is_one_cause_on_one_template() {
    let publisher = |fix: &str| {
        let found = found("publisher-identity", Status::Warn, 2, 0);
        FoundCheck { summary: "No publisher.".to_owned(), fix: fix.to_owned(), ..found }
    };
    let chapter =
        |number: usize| page(&format!("/{number}"), 1, vec![publisher("publisher-identity")]);
    // One page was taken for an article, which needs JSON-LD that would name the publisher, too.
    let block =
        FoundCheck { fix: "json-ld".to_owned(), ..found("jsonld-valid", Status::Fail, 5, 0) };
    let odd = page_of(PageKind::Article, "/odd", 1, vec![block, publisher("json-ld")]);
    let pages: Vec<_> = (0..10).map(chapter).chain([odd]).collect();
    let causes = causes(pages.into_iter(), PAGES_NAMED);
    let told: Vec<(&str, usize, &str)> = causes
        .iter()
        .map(|cause| (cause.fix.id.as_str(), cause.total, cause.summary.as_str()))
        .collect();
    assert_eq!(told, [("publisher-identity", 11, "11 of 11 pages: No publisher.")]);
}

#[test]
fn nothing_is_said_of_pages_whose_kind_their_template_contradicts() {
    let of = |kind: PageKind, check: &str| {
        let chapter = |number: usize| page(&format!("/{number}"), 1, Vec::new());
        let short = vec![found(check, Status::Fail, 3, 0)];
        let odd = page_of(kind, "/odd", 1, short.clone());
        let sure = page("/sure", 1, short);
        let pages: Vec<_> = (0..10).map(chapter).chain([odd, sure]).collect();
        causes(pages.into_iter(), PAGES_NAMED).iter().map(|cause| cause.total).sum::<usize>()
    };
    assert_eq!(of(PageKind::Docs, "content-depth"), 2);
    assert_eq!(of(PageKind::Other, "content-depth"), 1, "one of them may be no such page");
    assert_eq!(of(PageKind::Other, "canonical"), 2, "whatever kind it is of");
}

#[test]
fn what_most_pages_of_a_template_share_is_said_of_it() {
    let of = |of_them: usize| summaries([posts(10, of_them), good(20)].concat());
    assert_eq!(of(10), ["10 of 10 pages in `/blog/…`: No canonical link found."]);
    assert_eq!(of(8), ["8 of 10 pages in `/blog/…`: No canonical link found."]);
    assert_eq!(of(7), ["7 pages: No canonical link found."]);
    assert_eq!(of(1), ["1 page: No canonical link found."]);
    assert_eq!(of(0), Vec::<String>::new());
}

#[test]
fn few_pages_are_no_template_and_most_of_all_are_the_site() {
    assert_eq!(summaries([posts(4, 4), good(20)].concat()), ["4 pages: No canonical link found."]);
    assert_eq!(
        summaries([posts(10, 10), good(2)].concat()),
        ["10 of 12 pages: No canonical link found."]
    );
}

#[test]
fn one_fix_for_several_templates_is_one_cause() {
    let other: Vec<PageRowFindings> =
        (0..5).map(|number| lacks(&format!("/blog/tag-{number}"), 2, 3)).collect();
    let single = vec![lacks("/about", 3, 3)];
    assert_eq!(
        summaries([posts(10, 10), other.clone(), good(30)].concat()),
        ["15 pages, among them 15 of 15 of 2 templates in `/blog/…`: No canonical link found."]
    );
    assert_eq!(
        summaries([posts(10, 10), single, good(30)].concat()),
        ["11 pages, among them 10 of 10 in `/blog/…`: No canonical link found."]
    );
    assert_eq!(
        summaries([posts(10, 0), other, good(30)].concat()),
        ["5 of 5 pages of one template in `/blog/…`: No canonical link found."]
    );
}

#[test]
fn what_one_fix_is_for_is_one_cause() {
    let mut schema = found("schema-type-complete", Status::Warn, 4, 0);
    schema.fix = "jsonld-valid".to_owned();
    schema.summary = "No type.".to_owned();
    schema.fix_title = "Add jsonld-valid".to_owned();
    let both = vec![found("jsonld-valid", Status::Warn, 4, 0), schema.clone()];
    let mut failed = schema.clone();
    failed.status = Status::Fail;
    let pages = vec![
        page("/a", 1, both),
        page("/b", 1, vec![schema]),
        page("/c", 1, vec![found("jsonld-valid", Status::Warn, 2, 0), failed]),
        page("/d", 1, vec![found("canonical", Status::Warn, 1, 0)]),
    ];
    let found = causes(pages.into_iter(), PAGES_NAMED);
    let told: Vec<(&str, usize, u64, Status)> = found
        .iter()
        .map(|cause| (cause.check.as_str(), cause.total, cause.gain, cause.status))
        .collect();
    let expected =
        [("schema-type-complete", 3, 12, Status::Warn), ("canonical", 1, 1, Status::Warn)];
    assert_eq!(told, expected, "one gain a page");
    assert_eq!(found[0].checks, ["schema-type-complete", "jsonld-valid"]);
}

#[test]
fn each_defect_that_a_check_finds_is_a_cause() {
    let dated = |path: &str, summary: &str, title: &str| {
        let mut found = found("dates-declared", Status::Warn, 2, 0);
        (found.summary, found.fix_title) = (summary.to_owned(), title.to_owned());
        page(path, 1, vec![found])
    };
    let (unmarked, none) = ("The date in the text isn't machine-readable.", "No date found.");
    let pages = vec![
        dated("/a", unmarked, "Make the visible date of `A` (2026-05-14) machine-readable"),
        dated("/b", none, "Show when `B` was last updated, and declare it in the markup"),
        dated("/c", unmarked, "Make the visible date of `C` machine-readable"),
    ];
    let found = causes(pages.into_iter(), PAGES_NAMED);
    let told: Vec<(&str, &str)> =
        found.iter().map(|cause| (cause.summary.as_str(), cause.fix.title.as_str())).collect();
    let expected = [
        (
            "2 pages: The date in the text isn't machine-readable.",
            "Make the visible date of `A` (2026-05-14) machine-readable",
        ),
        ("1 page: No date found.", "Show when `B` was last updated, and declare it in the markup"),
    ];
    assert_eq!(told, expected);
}

#[test]
fn a_finding_without_a_fix_of_its_own_joins_those_of_which_the_same_is_said() {
    let publisher = |fix: &str, summary: &str, title: &str| FoundCheck {
        summary: summary.to_owned(),
        fix: fix.to_owned(),
        fix_title: title.to_owned(),
        ..found("publisher-identity", Status::Warn, 2, 0)
    };
    let chapter = |number: usize| {
        let (summary, title) = match number < 7 {
            true => ("No name.", "Name the publisher: `og:site_name`"),
            false => ("No links.", "Link to an About page"),
        };
        page(&format!("/{number}"), 1, vec![publisher("publisher-identity", summary, title)])
    };
    let block =
        FoundCheck { fix: "json-ld".to_owned(), ..found("jsonld-valid", Status::Fail, 5, 0) };
    let odd = vec![block, publisher("json-ld", "No links.", "Add JSON-LD")];
    let odd = page_of(PageKind::Article, "/odd", 1, odd);
    let causes = causes((0..10).map(chapter).chain([odd]), PAGES_NAMED);
    let told: Vec<(usize, &str)> =
        causes.iter().map(|cause| (cause.total, cause.summary.as_str())).collect();
    assert_eq!(told, [(7, "7 pages: No name."), (4, "4 pages: No links.")]);
}

#[test]
fn a_date_that_all_pages_show_is_that_of_the_build() {
    let pages = |count: usize, day: &dyn Fn(usize) -> String| -> Vec<PageRowFindings> {
        let all = (0..count).map(|number| {
            let title = format!(
                "Make the visible date of `Tea {number}` ({}) machine-readable",
                day(number)
            );
            let found =
                FoundCheck { fix_title: title, ..found("dates-declared", Status::Warn, 2, 0) };
            page(&format!("/docs/{number}"), 1, vec![found])
        });
        all.collect()
    };
    let one_day = |_: usize| "2026-10-07".to_owned();
    let [cause] = &causes(pages(30, &one_day).into_iter(), PAGES_NAMED)[..] else { panic!("one") };
    assert!(cause.summary.contains("2026-10-07") && cause.summary.contains("build"), "{cause:?}");
    assert_eq!((cause.gain, cause.total), (0, 30));
    assert!(cause.fix.title.starts_with("Show when each page was last changed"), "{cause:?}");
    let own_days = |number: usize| format!("2026-10-{:02}", number + 1);
    for others in [pages(30, &own_days), pages(10, &one_day)] {
        let [cause] = &causes(others.into_iter(), PAGES_NAMED)[..] else { panic!("one") };
        assert!(cause.fix.title.starts_with("Make the visible date"), "{cause:?}");
    }
}

#[test]
fn what_may_be_no_article_needs_nothing_of_one() {
    for why in ["the page may not be an article", "the text may not be prose"] {
        let mut pages = posts(3, 3);
        pages[0].findings[0].summary = format!("No author found. This is uncertain: {why}.");
        let [cause] = &causes(pages.into_iter(), PAGES_NAMED)[..] else { panic!("one cause") };
        assert_eq!(cause.total, 2, "{why}");
    }
}

/// A page with that fix of `check`, as those of one template may differ in it.
fn with_fix(path: &str, check: &str, (status, title): (Status, &str)) -> PageRowFindings {
    let own = FoundCheck { fix_title: title.to_owned(), ..found(check, status, 3, 0) };
    page(path, 1, vec![own])
}

fn causes_of(check: &str, most: (Status, &str), others: &[(Status, &str)]) -> Vec<Cause> {
    let most = (0..40).map(|at| with_fix(&format!("/tea/{at}"), check, most));
    let few = others.iter().enumerate();
    let few = few.map(|(at, one)| with_fix(&format!("/tea/x{at}"), check, *one));
    causes(most.chain(few), PAGES_NAMED)
}

#[test]
fn what_single_pages_of_a_template_say_makes_no_other_defect_of_it() {
    let most = (Status::Warn, "Link to an About page");
    let others = [
        (Status::Warn, "Name the publisher: `og:site_name`, About link"),
        (Status::Fail, "Name `Tea` as the publisher: About and contact links"),
    ];
    let all = causes_of("publisher-identity", most, &others);
    assert_eq!(all.len(), 1, "{all:?}");
    assert_eq!((all[0].total, all[0].status), (42, Status::Warn));
    assert_eq!(all[0].fix.title, "Link to an About page");
    // What is edited in the text of each page is edited on each.
    let most = (Status::Warn, "Split the first sentence of the opening");
    let others = [(Status::Warn, "Move the opening up: it comes after 60 words")];
    assert_eq!(causes_of("answer-first", most, &others).len(), 2);
}

#[test]
fn what_is_missing_of_the_publisher_makes_no_cause_of_its_own() {
    let most = [(Status::Warn, "Name the publisher: `og:site_name`, About link"); 3];
    let one = (Status::Warn, "Name the publisher: `og:site_name`, About and contact links");
    let pages = most.iter().chain([&one]).enumerate();
    let pages = pages.map(|(at, fix)| with_fix(&format!("/tea/{at}"), "publisher-identity", *fix));
    let all = causes(pages, PAGES_NAMED);
    assert_eq!(all.len(), 1, "{all:?}");
    assert_eq!(all[0].fix.title, "Name the publisher: `og:site_name`, About link");
}

#[test]
fn the_site_gets_the_name_that_most_pages_propose() {
    let name = |name: &str| format!("Name `{name}` as the publisher: `og:site_name`");
    let titles = ["Leaf", "Leaf", "Cups", "Pots", "Tea"].map(name);
    let pages = titles.iter().enumerate().map(|(at, title)| {
        with_fix(&format!("/tea/{at}"), "publisher-identity", (Status::Warn, title.as_str()))
    });
    let all = causes(pages, PAGES_NAMED);
    assert_eq!((all.len(), all[0].total), (1, 5), "{all:?}");
    assert_eq!(all[0].fix.title, name("Leaf"));
}

#[test]
fn what_fails_and_what_warns_is_one_cause_of_one_edit() {
    let split = |words: &str| format!("Split the page: text and links take {words} kB");
    let page = |at: usize, status, words| {
        with_fix(&format!("/tea/{at}"), "html-budget", (status, split(words).as_str()))
    };
    let pages = [
        page(0, Status::Warn, "1,100"),
        page(1, Status::Warn, "1,200"),
        page(2, Status::Fail, "2,400"),
    ];
    let all = causes(pages.into_iter(), PAGES_NAMED);
    assert_eq!((all.len(), all[0].total), (1, 3), "{all:?}");
    assert_eq!(all[0].status, Status::Warn, "that of the page whose fix is shown");
}

#[test]
fn templates_in_one_place_are_counted_together() {
    let all = (0..40).map(|at| {
        let (path, template) = (format!("/tea/{at}"), if at < 12 { 1 } else { 2 });
        let has = at < 10 || (12..36).contains(&at);
        page(
            &path,
            template,
            if has { vec![found("canonical", Status::Warn, 3, 0)] } else { vec![] },
        )
    });
    let causes = causes(all.chain(good(60)), PAGES_NAMED);
    let said = &causes[0].summary;
    assert!(said.starts_with("34 pages, among them 34 of 40 of 2 templates in `/tea/…`"), "{said}");
}

#[test]
fn a_missing_link_is_one_cause_whatever_else_is_said_of_it() {
    let more = "No canonical link found. The URL names version `v2`, so engines choose.";
    let of = |number: usize| {
        let found = found("canonical", Status::Warn, 3, 0);
        let (summary, fix_title) = match number {
            0 => (found.summary.clone(), "Add one to the index".to_owned()),
            _ => (more.to_owned(), "Add a canonical link: to one of two".to_owned()),
        };
        page(&format!("/{number}"), 1, vec![FoundCheck { summary, fix_title, ..found }])
    };
    let causes = causes((0..12).map(of), PAGES_NAMED);
    assert_eq!(causes.len(), 1);
    assert_eq!(causes[0].total, 12);
    assert!(causes[0].summary.contains("names version"), "{}", causes[0].summary);
}

#[test]
fn what_pages_of_low_confidence_gain_is_counted_apart() {
    let mut pages = posts(6, 6);
    for page in pages.iter_mut().take(2) {
        page.low_confidence = true;
    }
    let found = causes(pages.into_iter(), PAGES_NAMED);
    let cause = &found[0];
    assert_eq!((cause.total, cause.gain), (6, 18), "scan shows their gain, too");
    assert_eq!((cause.low_confidence_pages, cause.low_confidence_gain), (2, 6));
    let sure = &causes(posts(6, 6).into_iter(), PAGES_NAMED)[0];
    assert_eq!((sure.low_confidence_pages, sure.low_confidence_gain), (0, 0));
}

#[test]
fn one_edit_of_a_tool_s_pages_is_one_cause() {
    for (check, titles) in [
        (
            "language",
            [
                "Declare the language: `<html lang=\"en\">` (Doxygen: `HTML_HEADER`)",
                "Declare the language: the `<html>` element has no `lang` (Doxygen: `HTML_HEADER`)",
            ],
        ),
        (
            "publisher-identity",
            [
                "Link to an About page (by a script after the build)",
                "Link to an About page in the HTML: it has no footer links (by a script after the \
                 build)",
            ],
        ),
    ] {
        // Neither is what most pages of a template or of the site need.
        let pages = (0..20).map(|at| {
            let title = titles[at % 2];
            with_fix(&format!("/{at}"), check, (Status::Warn, title))
        });
        let found = causes(pages, PAGES_NAMED);
        let totals: Vec<usize> = found.iter().map(|cause| cause.total).collect();
        assert_eq!(totals, [20], "{check}");
    }
}
