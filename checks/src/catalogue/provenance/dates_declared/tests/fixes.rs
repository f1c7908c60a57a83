//! What the fix asks for.

use super::*;

#[test]
fn fixes_hold_the_dates_of_the_page() {
    let none = fix(&DatesDeclared, &page("en", "", ""));
    assert!(none.title.contains("Add a visible publication date to `Tea`"), "{}", none.title);
    assert_eq!(none.snippet, None, "nothing of it would be the page's");
    let docs = crate::catalogue::test_html::read_at(
        "https://docs.example.com/tea",
        "<html lang=en><title>Tea</title><main><h1>Tea</h1><p>Boil the water.</p></main>",
    );
    let docs = fix(&DatesDeclared, &docs);
    assert!(docs.title.contains("or which version it covers"), "{}", docs.title);
    let shown = fix(&DatesDeclared, &page("en", "", "March 5, 2026"));
    assert_eq!(shown.key, "jsonld-valid", "the block that is missing holds it");
    assert!(shown.snippet.unwrap().contains("\"datePublished\": \"2026-03-05\""));
    let whole = r#""headline": "Tea", "author": {"name": "Jane Doe"}, "image": "/tea.png""#;
    let lacking = fix(&DatesDeclared, &page("en", &article(whole), "March 5, 2026"));
    assert_eq!(lacking.key, "schema-type-complete", "so do the properties that are missing");
    assert_eq!(lacking.snippet.as_deref(), Some("\"datePublished\": \"2026-03-05\""));
    let march = article(r#""datePublished": "2026-03-05T10:00:00Z""#);
    let unseen = fix(&DatesDeclared, &page("en", &march, ""));
    assert_eq!(unseen.snippet.unwrap(), "<time datetime=\"2026-03-05\">2026-03-05</time>");
    let head = article(r#""datePublished": "2026-03-05", "dateModified": "2026-03-01""#);
    let order = fix(&DatesDeclared, &page("en", &head, "March 5, 2026"));
    assert!(order.title.contains("2026-03-05"), "{}", order.title);
    assert!(order.steps.iter().any(|step| step.contains("`2026-03-01`")), "{:?}", order.steps);
    assert_eq!(order.snippet, None, "which of them is true is not known");
}

#[test]
fn a_day_of_an_update_alone_is_not_asked_for_as_publication() {
    let steps = |line: &str| {
        let mut page = page("en", "", line);
        page.document.kind.kind = PageKind::Docs;
        fix(&DatesDeclared, &page).steps
    };
    let updated = steps("Last updated: March 5, 2026");
    let is_of = |steps: &[String], name: &str| {
        steps.iter().any(|step| step.contains(&format!("the same date as `{name}`")))
    };
    assert!(is_of(&updated, "dateModified"), "{updated:?}");
    assert!(!updated.iter().any(|step| step.contains("datePublished")), "{updated:?}");
    assert!(!updated.iter().any(|step| step.contains("YYYY-MM-DD")), "{updated:?}");
    let published = steps("By Jane, March 5, 2026");
    assert!(is_of(&published, "datePublished"), "{published:?}");
    let undated = steps("");
    assert!(is_of(&undated, "dateModified"), "a manual: {undated:?}");
    assert!(undated.iter().any(|step| step.contains("YYYY-MM-DD")), "{undated:?}");
}

#[test]
fn a_date_that_readers_do_not_see_is_to_be_shown_also_where_the_kind_is_unsure() {
    let page = page("en", &article(r#""datePublished": "2026-03-05""#), "");
    let context = Context::new(&page, false);
    let finding = finding_of(&DatesDeclared, &context);
    let summary = format!("{} This is uncertain: the page may not be an article.", finding.summary);
    let fix = DatesDeclared.fix(&context, &CheckResult { summary, ..finding });
    assert!(!fix.steps.concat().contains("Replace it"), "{:?}", fix.steps);
    assert!(fix.title.contains("2026-03-05"), "{}", fix.title);
}

#[test]
fn the_day_to_be_shown_is_that_of_the_last_change() {
    let dates = r#""datePublished": "2016-02-25", "dateModified": "2026-01-04""#;
    let fixed = |line: &str| fix(&DatesDeclared, &page("en", &article(dates), line));
    assert!(fixed("").title.contains("2026-01-04"), "{}", fixed("").title);
    let other = fixed("Last updated: April 1, 2025");
    let told = "the text shows 2025-04-01, the markup 2026-01-04";
    assert!(other.title.contains(told), "{}", other.title);
    assert!(other.snippet.is_none(), "nobody knows which is right");
    let first = fixed("Published on March 1, 2016");
    assert!(first.title.contains("the text shows 2016-03-01, the markup 2016-02-25"), "{first:?}");
    // Falsifying the day of publication would help nobody.
    assert!(first.steps[0].contains("“Updated 2026-01-04”"), "{:?}", first.steps);
    let before = fixed("Published on February 1, 2016");
    assert!(before.steps[0].starts_with("Find out which date is right"), "{:?}", before.steps);
}

#[test]
fn no_day_to_come_is_declared_everywhere() {
    let head = article(r#""datePublished": "2027-03-05", "dateModified": "2027-03-05""#);
    let fix = fix(&DatesDeclared, &page("en", &head, "March 5, 2027"));
    assert!(fix.title.ends_with("2027-03-05 is in the future"), "{}", fix.title);
}

#[test]
fn the_day_that_readers_see_replaces_those_that_disagree_with_it() {
    let head = article(r#""datePublished": "2026-03-05T23:10:00Z""#)
        + "<meta property=article:published_time content=2026-05-19>";
    let fix = fix(&DatesDeclared, &page("en", &head, "March 5, 2026"));
    assert!(fix.steps[0].starts_with("Make sure 2026-03-05, which readers see"), "{:?}", fix.steps);
    let steps = fix.steps.concat();
    assert!(steps.contains("says `2026-05-19`. Replace it with 2026-03-05"), "{steps}");
    assert!(!steps.contains("23:10"), "that one is right: {steps}");
}

#[test]
fn dates_that_agree_are_left_alone() {
    let head = article(r#""datePublished": "2026-03-05", "dateModified": "2026-06-24""#)
        + "<meta property=article:published_time content=2026-03-05>\
           <meta property=article:modified_time content=2026-03-09>";
    let fix = fix(&DatesDeclared, &page("en", &head, "March 5, 2026"));
    let steps = fix.steps.concat();
    assert!(fix.title.starts_with("Declare one date of the last change"), "{}", fix.title);
    assert!(steps.contains("article:modified_time") && steps.contains("dateModified"), "{steps}");
    assert!(!steps.contains("published_time") && !steps.contains("datePublished"), "{steps}");
}

#[test]
fn a_date_that_nobody_can_be_sure_of_is_told_by_the_block_that_is_missing() {
    let html = format!(
        "<html lang=en><title>Tea found</title><main><h1>Tea found</h1><p>They came on March 18, 2026 \
         by boat, and left on March 20, 2026 by train.</p><p>{}</p></main>",
        FILLER.repeat(20)
    );
    let at = |url: &str| fix(&DatesDeclared, &crate::catalogue::test_html::read_at(url, &html));
    let dated = at("https://www.example.com/world/2026/03/18/tea-found");
    assert_eq!(dated.key, "jsonld-valid", "{}", dated.title);
    assert!(dated.snippet.unwrap().contains("\"datePublished\": \"2026-03-18\""));
    let undated = at("https://www.example.com/world/tea-found");
    assert_eq!(undated.key, "dates-declared", "{}", undated.title);
}
