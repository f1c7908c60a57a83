use super::*;
use crate::catalogue::test_page::{fix_of, page, with_header, with_metas};
use crate::page::Located;

fn status(page: &Page) -> Status {
    SnippetEligible.judge(&Context::new(page, false)).status
}

/// The engines' factors, in their order.
fn percents(page: &Page) -> [u8; 5] {
    let directives = Directives::of(page);
    ENGINES.map(|engine| factor(&directives, &engine).percent)
}

#[test]
fn directives_for_all() {
    for (content, expected, reach) in [
        ("index, max-image-preview:none", Status::Pass, [100; 5]),
        ("none", Status::Pass, [100; 5]),
        ("max-snippet:-1", Status::Pass, [100; 5]),
        ("max-snippet:160", Status::Pass, [100; 5]),
        ("max-snippet:159", Status::Warn, [100; 5]),
        ("max-snippet:50", Status::Warn, [100; 5]),
        ("max-snippet:49", Status::Fail, [0, 100, 100, 100, 100]),
        ("max-snippet:0", Status::Fail, [0, 50, 50, 50, 50]),
        ("nosnippet", Status::Fail, [0, 50, 50, 50, 50]),
        ("noarchive", Status::Warn, [100, 100, 100, 100, 0]),
        ("nocache", Status::Warn, [100, 100, 100, 100, 50]),
        ("noarchive, nocache", Status::Warn, [100, 100, 100, 100, 50]),
        ("max-snippet:300, max-snippet:20", Status::Fail, [0, 100, 100, 100, 100]),
    ] {
        let page = with_metas(&[("robots", content)]);
        assert_eq!((status(&page), percents(&page)), (expected, reach), "{content}");
    }
}

#[test]
fn the_fix_opens_what_is_limited_and_keeps_the_rest() {
    let fix = fix_of(&SnippetEligible, &with_metas(&[("robots", "index, max-snippet:20")]));
    assert_eq!(fix.title, "Raise max-snippet from 20 to -1 (line 7)");
    let opened = "<meta name=\"robots\" content=\"index, max-snippet:-1\">";
    assert_eq!(fix.snippet.as_deref(), Some(opened));
    let fix = fix_of(&SnippetEligible, &with_header("x-robots-tag", "nosnippet, noarchive"));
    assert_eq!(fix.title, "Remove nosnippet and noarchive (X-Robots-Tag header)");
    assert!(fix.steps[0].starts_with("Remove the header"), "{:?}", fix.steps);
    let bing = with_metas(&[("googlebot", "noarchive"), ("bingbot", "nocache")]);
    let fix = fix_of(&SnippetEligible, &bing);
    assert_eq!(fix.title, "Remove nocache for Microsoft Copilot (line 7)");
    assert!(fix.steps[0].contains("bingbot"), "{:?}", fix.steps);
    assert!(!fix.steps.iter().any(|step| step.contains("googlebot")), "{:?}", fix.steps);
}

#[test]
fn the_fix_names_the_elements_that_withhold_the_text() {
    let mut page = page();
    page.document.main.nosnippet_word_equivalents = 320;
    page.document.main.nosnippet_elements =
        vec![Located { line: 12, value: "div.article".to_owned() }];
    let fix = fix_of(&SnippetEligible, &page);
    assert_eq!(fix.title, "Remove data-nosnippet from `div.article`: it hides 80% of the text");
    assert_eq!(fix.steps[0], "Remove `data-nosnippet` from `div.article` on line 12.");
}

#[test]
fn directives_for_one() {
    for (name, content, expected, reach) in [
        ("googlebot", "nosnippet", Status::Warn, [0, 100, 100, 100, 100]),
        ("googlebot", "noarchive", Status::Pass, [100; 5]),
        ("bingbot", "noarchive", Status::Warn, [100, 100, 100, 100, 0]),
        ("claude-searchbot", "nosnippet", Status::Warn, [100, 100, 100, 50, 100]),
        ("otherbot", "nosnippet", Status::Pass, [100; 5]),
    ] {
        let page = with_metas(&[(name, content)]);
        assert_eq!((status(&page), percents(&page)), (expected, reach), "{name} {content}");
    }
}

#[test]
fn headers_and_elements_add_up() {
    let mut page = with_header("x-robots-tag", "googlebot: max-snippet: 20");
    assert_eq!((status(&page), percents(&page)), (Status::Warn, [0, 100, 100, 100, 100]));
    page.document.metas = with_metas(&[("robots", "max-snippet:-1")]).document.metas;
    assert_eq!(status(&page), Status::Warn, "the most restrictive wins");
}

#[test]
fn hidden_parts_count_by_their_share() {
    for (hidden, expected) in [
        (0, Status::Pass),
        (39, Status::Pass),
        (40, Status::Warn),
        (203, Status::Warn),
        (204, Status::Fail),
    ] {
        let mut page = page();
        page.document.main.nosnippet_word_equivalents = hidden;
        page.document.main.nosnippet_elements =
            vec![Located { line: 12, value: "div#article".to_owned() }];
        let finding = SnippetEligible.judge(&Context::new(&page, false));
        assert_eq!(finding.status, expected, "{hidden} of 400");
        assert_eq!(finding.details.len(), usize::from(expected != Status::Pass));
        assert_eq!(percents(&page), [100; 5]);
    }
}

#[test]
fn a_page_without_content_has_nothing_hidden() {
    let mut page = page();
    page.document.main.word_equivalents = 0;
    assert_eq!(status(&page), Status::Pass);
}

#[test]
fn limits_of_a_page_that_is_paid_for_are_for_its_owner_to_lift() {
    let of = |data: &str| {
        let html = format!(
            "<html lang=en><title>Tea</title><meta name=robots content=noarchive>{data}<main><h1>Tea\
             </h1><p>Boil water.</p></main>"
        );
        fix_of(&SnippetEligible, &crate::catalogue::test_html::read(&html))
    };
    let json = |is_free: bool| {
        crate::catalogue::test_html::block(&format!(
            r#"{{"@context": "https://schema.org", "@type": "Article", "isAccessibleForFree": {is_free}}}"#
        ))
    };
    let paid = of(&json(false));
    assert!(paid.is_conditional && paid.steps[0].contains("paywall"), "{:?}", paid.steps);
    let free = of(&json(true));
    assert!(!free.is_conditional && !free.steps[0].contains("paywall"), "{:?}", free.steps);
}

#[test]
fn what_each_directive_of_bing_does_is_said() {
    let said = |content: &str| {
        let page = with_metas(&[("bingbot", content)]);
        SnippetEligible.judge(&Context::new(&page, false)).summary
    };
    assert!(said("noarchive").contains("keeps the page out"), "{}", said("noarchive"));
    assert!(said("nocache").contains("its URL, title and snippet"), "{}", said("nocache"));
    assert!(said("noarchive, nocache").starts_with("`nocache`"), "it wins");
}
