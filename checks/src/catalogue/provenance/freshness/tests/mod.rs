mod of_their_day;
mod threads;

use super::*;
use crate::catalogue::test_html::{block, fix, read, with_lastmods};
use crate::page::Page;

/// The page was fetched on 2026-11-01.
fn dated(properties: &str) -> Page {
    read(&format!(
        "<html lang=en><title>Tea</title>{}<main><h1>Tea</h1><p>Boil.</p></main>",
        block(&format!(r#"{{"@context": "https://schema.org", "@type": "Article"{properties}}}"#))
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
        let page = read(&format!("<html lang=en><title>Tea</title><main><h1>Tea</h1><p>{text}"));
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
fn an_age_is_worth_less_the_older_it_is() {
    let value = |day: &str| judge(&dated(&format!(r#", "datePublished": "{day}""#))).value.unwrap();
    assert_eq!(["2025-11-01", "2025-10-31", "2023-11-02"].map(value), [100, 99, 1]);
    assert!((49..=51).contains(&value("2024-11-01")), "{}", value("2024-11-01"));
}

#[test]
fn the_sitemap_tells_of_a_change_that_the_page_does_not() {
    let page = || dated(r#", "datePublished": "2019-01-01""#);
    let own =
        |lastmods: &[&str], own: &str| judge(&with_lastmods(page(), lastmods, Some(own))).status;
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
    assert!(stale.title.contains("2,191 days") && stale.title.contains("Tea"), "{}", stale.title);
    assert_eq!((stale.key, stale.snippet), ("freshness", None));
    assert_eq!(fix(&Freshness, &dated("")).key, "dates-declared");
}

#[test]
fn the_heading_beside_the_text_is_the_one_with_the_date() {
    let menu = "<li><a href=/a>A pot of clay for all kinds of tea</a></li>".repeat(60);
    let text = "<p>Boil the water and wait for a while before you pour it.</p>".repeat(40);
    let page = read(&format!(
        "<html lang=en><title>Tea</title><h1>Teapots</h1><nav>{menu}</nav>\
         <div>Sunday, May 3, 2026</div><h1>How to brew tea</h1><nav>{menu}</nav><main>{text}</main>"
    ));
    assert_eq!(judge(&page).status, Status::Pass);
}

#[test]
fn the_dates_of_linked_cards_are_those_of_other_pages() {
    let card = "<a href=/blog/kettle><img src=k.jpg alt=''><p>May 5, 2026</p><h3>How to clean a \
        kettle</h3><p>Lime lets water taste of nothing good. Read how to be rid of it.</p></a>";
    let page = |text: &str| {
        read(&format!(
            "<html lang=en><title>Tea</title><main><h1>Tea</h1><p>{text}</p><p>Boil the water, \
             pour it over the leaves and wait.</p>{card}</main>"
        ))
    };
    assert_eq!(judge(&page("For two.")).status, Status::Fail);
    assert_eq!(judge(&page("<a href=/2025>March 5, 2025</a>")).status, Status::Warn);
}

#[test]
fn a_meta_element_for_the_last_change_is_a_date() {
    for name in ["og:updated_time", "og:modified_time", "article:updated_time"] {
        let html = format!(
            "<html lang=en><title>Tea</title><meta property={name} content=2026-05-04>\
             <meta property=article:published_time content=2019-01-01>{}<main><h1>Tea</h1></main>",
            block(r#"{"@context": "https://schema.org", "@type": "Article", "headline": "Tea"}"#)
        );
        assert_eq!(judge(&read(&html)).status, Status::Pass, "{name}");
    }
}

#[test]
fn a_file_saved_without_scripts_may_have_lost_its_dates() {
    use crate::page::snapshot::Source;
    let rows = "<div class=row data-index=1></div>".repeat(1_000);
    let html = format!(
        "<html lang=en><title>Tea</title><meta property=og:type content=article>{rows}<main>\
         <h1>Tea</h1><p>{}</p></main>",
        "Boil the water and wait for three minutes before you pour it. ".repeat(30)
    );
    let mut page = read(&html);
    assert_eq!(judge(&page).status, Status::Fail);
    page.source = Source::File;
    assert_eq!((judge(&page).status, judge(&page).unsure), (Status::Na, true));
}

#[test]
fn dates_in_json_ld_that_no_parser_reads_are_named() {
    let json = r#"{"@context": "https://schema.org", "datePublished": "2026-05-01"}"#;
    let html = format!(
        "<html lang=en><title>Tea</title><meta name=ld content='{json}'><script></script>{}\
         <main><h1>Tea</h1><p>Boil.</p></main>",
        block(r#"{"@context": "https://schema.org", "@type": "Article"}"#)
    );
    let summary = judge(&read(&html)).summary;
    assert!(summary.contains("only in JSON-LD in a `meta` element"), "{summary}");
}

#[test]
fn the_fix_names_prices_and_leaves_a_text_alone_that_does_not_age() {
    let of = |text: &str| {
        let html = format!(
            "<html lang=en><title>Tea</title>{}<main><h1>Tea</h1><p>{text}</p></main>",
            block(
                r#"{"@context": "https://schema.org", "@type": "Article", "datePublished": "2024-01-01"}"#
            )
        );
        fix(&Freshness, &read(&html))
    };
    let priced = of("A pot costs from $12 to $30 in most of the shops.");
    assert!(
        priced.steps[0]
            .starts_with("Check whether the price on line 1 is still right: `A pot costs"),
        "{:?}",
        priced.steps
    );
    for past in ["In 2012 a pot cost $12.", "Leaf raised $12 million."] {
        let steps = of(past).steps.join(" ");
        assert!(!steps.contains("Check whether the price"), "{past}: {steps}");
        assert!(!steps.contains("it has no prices"), "{past}: {steps}");
    }
    assert!(of("A large pot costs $1,299 or $1299.").steps[0].contains("price on line 1"));
    let ageless = of("Leaves that are dried in the sun turn brown.");
    assert!(ageless.steps[0].contains("leave the page and its date"), "{:?}", ageless.steps);
    assert!(ageless.verify.contains("If something had to be changed"), "{}", ageless.verify);
}

#[test]
fn what_a_story_calls_recent_was_so_then() {
    let steps = |text: &str| {
        let html = format!(
            "<html lang=en><title>Tea</title>{}<main><h1>Tea</h1><p>{text}</p></main>",
            block(
                r#"{"@context": "https://schema.org", "@type": "Article", "datePublished": "2020-11-01"}"#
            )
        );
        fix(&Freshness, &read(&html)).steps.concat()
    };
    let told = "She was packing for an upcoming fair, and had only recently bought a pot.";
    assert!(!steps(told).contains("still true (“"), "{}", steps(told));
    let asked = steps("The shop has recently moved to the harbor.");
    assert!(asked.contains("still true (“recently”"), "{asked}");
}
