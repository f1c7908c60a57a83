//! Which dates pass, warn and fail.

use super::*;

#[test]
fn a_declared_date_that_readers_see_passes() {
    let march = article(r#""datePublished": "2026-03-05T10:00:00+01:00""#);
    for (lang, line) in [
        ("en", "By Jane, March 5, 2026"),
        ("en", "03/05/2026"),
        ("en", "March 6, 2026"),
        ("de", "5. März 2026"),
        ("fr", "le 5 mars 2026"),
        ("ja", "2026年3月5日"),
        ("zh", "2026-03-05"),
        ("ko", "2026년 3월 5일"),
        ("th", "5 มีนาคม 2569"),
        ("ar", "٥ مارس ٢٠٢٦"),
        ("ru", "5 марта 2026 г."),
        ("en", "<time datetime=2026-03-05>3 days ago</time>"),
    ] {
        assert_eq!(judge(&page(lang, &march, line)).status, Status::Pass, "{line}");
    }
    let meta = "<meta property=article:published_time content=2026-03-05>";
    assert_eq!(status(meta, "March 5, 2026"), Status::Pass);
    for name in ["DC:date", "bepress_citation_date"] {
        let meta = format!("<meta name={name} content=2026-03-05>");
        assert_eq!(status(&meta, "March 5, 2026"), Status::Pass, "{name}");
    }
    assert_eq!(status("", "<time datetime=2026-03-05>March 5</time>"), Status::Pass);
    let both = article(r#""datePublished": "2020-01-01", "dateModified": "2026-03-05""#);
    assert_eq!(status(&both, "Updated March 5, 2026"), Status::Pass);
    let foot = format!("{}<p>March 5, 2026", FILLER.repeat(300));
    assert_eq!(status(&march, &foot), Status::Pass, "where the text ends");
}

#[test]
fn half_of_it_warns() {
    let march = article(r#""datePublished": "2026-03-05""#);
    for (head, line, expected) in [
        (march.as_str(), "", UNSEEN),
        (&march, "March 9, 2026", UNSEEN),
        ("", "March 5, 2026", "machine-readable"),
        ("", "03/05/2026", "machine-readable"),
        (&article(r#""datePublished": "March 5""#), "", "ISO 8601"),
        (&article(r#""datePublished": "2026-03""#), "March 2026", "no day"),
        (&article(r#""datePublished": "2027-03-05""#), "March 5, 2027", "future"),
        (
            &article(r#""datePublished": "2026-03-05", "dateModified": "2026-03-01""#),
            "March 5, 2026",
            "before",
        ),
        (
            &format!("{march}<meta property=article:published_time content=2026-03-09>"),
            "March 5, 2026",
            "different",
        ),
    ] {
        let finding = judge(&page("en", head, line));
        assert_eq!(finding.status, Status::Warn, "{head} {line}");
        assert!(finding.summary.contains(expected), "{} / {expected}", finding.summary);
    }
}

#[test]
fn zones_and_a_day_between_sources_are_no_contradiction() {
    let head = article(r#""datePublished": "2026-03-05T23:30:00-08:00""#)
        + "<meta property=article:published_time content=2026-03-06T07:30:00Z>";
    assert_eq!(status(&head, "March 5, 2026"), Status::Pass);
    let head = article(r#""datePublished": "2026-03-05", "dateModified": "2026-03-04""#);
    assert_eq!(status(&head, "March 5, 2026"), Status::Pass);
}

#[test]
fn none_fails() {
    assert_eq!(status("", ""), Status::Fail);
    assert_eq!(status("", "© 2026 Example"), Status::Fail);
    assert_eq!(status("", "In May we drink 3 cups."), Status::Fail);
    let others = "<section class=comments><div class=comment><time datetime=2026-03-05>x</time>";
    assert_eq!(status("", others), Status::Fail, "a comment's date");
    let event = article(r#""about": {"@type": "Event", "startDate": "2026-03-05"}"#);
    assert_eq!(status(&event, ""), Status::Fail, "an event's date");
}

#[test]
fn the_header_alone_is_no_date() {
    let mut page = page("en", "", "");
    let field = ("last-modified".to_owned(), "Sun, 01 Mar 2026 08:00:00 GMT".to_owned());
    page.exchanges[0].headers.push(field);
    assert_eq!(judge(&page).status, Status::Fail);
}

#[test]
fn the_sitemap_alone_warns() {
    let listed = |own| judge(&with_lastmods(page("en", "", ""), &["2020-01-01"], own)).status;
    assert_eq!((listed(Some("2026-03-05")), listed(None)), (Status::Warn, Status::Fail));
}

#[test]
fn the_day_of_the_sitemap_does_not_stand_in_for_the_one_that_readers_see() {
    let advice = |body: &str| {
        let page = with_lastmods(page("en", "", body), &["2020-01-01"], Some("2026-03-05"));
        fix(&DatesDeclared, &page)
    };
    let unsure = advice("<p>Posted 03/05/2026</p>");
    assert!(unsure.title.starts_with("Make the visible date of "), "{}", unsure.title);
    assert_eq!(unsure.snippet, None);
    assert!(advice("").title.contains("(2026-03-05)"));
}

#[test]
fn what_could_not_be_seen_does_not_fail() {
    let mut cut = page("en", "", "");
    cut.document.cut_short = true;
    assert!(judge(&cut).unsure);
    let page = page("ka", "", "");
    assert_eq!(judge(&page).status, Status::Warn);
}

#[test]
fn a_date_is_seen_where_it_touches_other_words() {
    let march = article(r#""datePublished": "2026-03-05""#);
    let line = "<a href=/tea>Editorial</a><span>March 5, 2026</span>";
    assert_eq!(status(&march, line), Status::Pass);
}

#[test]
fn elements_of_scripts_and_names_with_letters_before_them_declare_dates() {
    let local = "Last updated on <local-time datetime=2026-03-05>2026-03-05</local-time>";
    assert_eq!(status("", local), Status::Pass);
    let meta = "<meta name=w-published-date content=2026-03-05T06:03:43.274Z>";
    assert_eq!(status(meta, "March 5, 2026"), Status::Pass);
    assert_eq!(status(meta, "Tea"), Status::Warn);
}

#[test]
fn an_unknown_language_is_not_one_without_known_months() {
    let of = |lang: &str| {
        let head = article(r#""headline": "Tea""#);
        let html = format!("<html lang='{lang}'><title>Tea</title>{head}<h1>Tea</h1><p>茶 1 2");
        judge(&read(&html))
    };
    let unknown = of("");
    assert_eq!(unknown.status, Status::Warn);
    assert!(unknown.summary.contains("language isn't known"), "{}", unknown.summary);
    assert!(of("gl-x-none").summary.starts_with("No "), "{}", of("gl-x-none").summary);
}

#[test]
fn a_standard_name_with_a_date_that_machines_cannot_read_warns() {
    let published = "<meta property=article:published_time content='Mar 5th 2026'>";
    let own = "<meta name=date-pub content=2026-03-05>";
    assert_eq!(status(own, "March 5, 2026"), Status::Pass);
    let page = page("en", &format!("{published}{own}"), "March 5, 2026");
    let finding = judge(&page);
    assert_eq!((finding.status, finding.value), (Status::Warn, Some(OTHER_NAME_WORTH)));
    assert!(
        finding.summary.contains("`article:published_time` isn't in ISO 8601"),
        "{}",
        finding.summary
    );
    let steps = fix(&DatesDeclared, &page).steps;
    assert!(steps[0].contains("`2026-03-05`") && steps[0].contains("`Mar 5th 2026`"), "{steps:?}");
    let twice = format!("{published}{}", article(r#""datePublished": "2026-03-05""#));
    assert_eq!(status(&twice, "March 5, 2026"), Status::Pass, "the JSON-LD declares the same");
}

#[test]
fn json_ld_where_no_parser_looks_is_named_with_its_dates() {
    let meta = "<meta name='script:ld+json' content='{\"@context\": \"https://schema.org\", \
                \"@type\": \"Article\", \"datePublished\": \"2026-03-05\"}'>";
    let page = page("en", meta, "");
    let finding = judge(&page);
    assert_eq!(finding.status, Status::Fail);
    assert!(finding.summary.contains("in a `meta` element"), "{}", finding.summary);
    let steps = fix(&DatesDeclared, &page).steps;
    assert!(steps.iter().any(|step| step.contains("Move the JSON-LD")), "{steps:?}");
}

#[test]
fn a_file_saved_without_scripts_may_have_lost_its_dates() {
    use crate::page::snapshot::Source;
    let rows = "<div class=row data-index=1></div>".repeat(1_000);
    let mut page = page("en", "", &rows);
    assert_eq!(judge(&page).status, Status::Fail);
    page.source = Source::File;
    let finding = judge(&page);
    assert_eq!(finding.status, Status::Warn);
    assert!(finding.summary.contains("no `script` elements"), "{}", finding.summary);
}
