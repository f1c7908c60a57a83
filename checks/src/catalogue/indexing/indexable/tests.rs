use super::*;
use crate::catalogue::test_page::{fix_of, page, with_header, with_metas, with_robots};
use crate::page::Page;
use crate::report::Status;

fn judge(page: &Page) -> Finding {
    Indexable.judge(&Context::new(page, false))
}

fn status(page: &Page) -> Status {
    judge(page).status
}

/// The engines that may not index the page.
fn barred(page: &Page) -> Vec<&'static str> {
    let directives = Directives::of(page);
    ENGINES
        .iter()
        .filter(|engine| factor(&directives, engine, page.fetched_at).percent == 0)
        .map(|engine| engine.id)
        .collect()
}

#[test]
fn generic_directives_fail_in_element_and_header() {
    for content in ["noindex", "NOINDEX, follow", "none"] {
        let page = with_metas(&[("robots", content)]);
        assert_eq!(status(&page), Status::Fail, "{content}");
        assert_eq!(barred(&page).len(), 5);
    }
    let header = with_header("x-robots-tag", "noindex, nofollow");
    assert_eq!(status(&header), Status::Fail);
    assert_eq!(judge(&header).details[0].excerpt, "X-Robots-Tag: noindex, nofollow");
}

#[test]
fn the_fix_names_the_place_and_what_stays() {
    let mut page = with_metas(&[("robots", "noindex, follow"), ("generator", "WordPress 6.7")]);
    let fix = fix_of(&Indexable, &page);
    assert_eq!(fix.title, "Remove noindex (line 7)");
    assert_eq!(
        fix.steps[0],
        "On line 7, replace `<meta name=\"robots\" content=\"noindex, follow\">` with `<meta \
         name=\"robots\" content=\"follow\">`."
    );
    assert_eq!(fix.snippet.as_deref(), Some("<meta name=\"robots\" content=\"follow\">"));
    assert!(fix.steps.concat().contains("Discourage search engines"));
    assert_eq!(fix.opens, ["sitemap-entry"]);
    page.exchanges[0].headers.push(("x-robots-tag".to_owned(), "none".to_owned()));
    let both = fix_of(&Indexable, &page);
    assert_eq!(both.title, "Remove noindex (X-Robots-Tag header and line 7)");
    assert!(both.steps[0].starts_with("Remove the header `X-Robots-Tag: none`"));
}

#[test]
fn the_fix_of_a_date_or_of_one_engine_says_so() {
    let past = with_metas(&[("robots", "unavailable_after: 2010-01-01, nofollow")]);
    let fix = fix_of(&Indexable, &past);
    assert_eq!(fix.title, "Remove unavailable_after (line 7): its date has passed");
    assert_eq!(fix.snippet.as_deref(), Some("<meta name=\"robots\" content=\"nofollow\">"));
    assert!(fix.opens.is_empty());
    let google = with_metas(&[("googlebot", "noindex")]);
    let fix = fix_of(&Indexable, &google);
    assert!(fix.title.starts_with("Let Google AI Overviews and AI Mode index"), "{}", fix.title);
    assert_eq!(fix.steps[0], "Delete `<meta name=\"googlebot\" content=\"noindex\">` on line 7.");
    assert_eq!(fix.snippet, None);
}

#[test]
fn an_element_in_the_body_counts() {
    let mut page = with_metas(&[("robots", "noindex")]);
    page.document.metas[0].in_head = false;
    let finding = judge(&page);
    assert_eq!(finding.status, Status::Fail);
    assert!(finding.details[0].label.contains("body"));
    assert_eq!(finding.details[0].line, Some(7));
}

#[test]
fn other_directives_and_other_agents_pass() {
    assert_eq!(status(&page()), Status::Pass);
    for (name, content) in [
        ("robots", "index, follow, max-snippet:-1"),
        ("robots", "nofollow"),
        ("googlebot-news", "noindex"),
        ("otherbot", "noindex"),
        ("description", "noindex"),
    ] {
        assert_eq!(status(&with_metas(&[(name, content)])), Status::Pass, "{name} {content}");
    }
    assert_eq!(status(&with_header("x-robots-tag", "otherbot: noindex")), Status::Pass);
}

#[test]
fn one_engine_by_name_warns_and_bars_that_one() {
    for (name, engine) in
        [("googlebot", "google"), ("oai-searchbot", "chatgpt"), ("msnbot", "copilot")]
    {
        let page = with_metas(&[(name, "noindex"), ("robots", "index")]);
        assert_eq!(status(&page), Status::Warn, "{name}");
        assert_eq!(barred(&page), [engine]);
    }
    let header = with_header("x-robots-tag", "googlebot: noindex, otherbot: nofollow");
    assert_eq!((status(&header), barred(&header)), (Status::Warn, vec!["google"]));
}

#[test]
fn all_five_by_name_fail() {
    let metas: Vec<(&str, &str)> =
        ENGINES.iter().map(|engine| (engine.directive_names[0], "noindex")).collect();
    assert_eq!(status(&with_metas(&metas)), Status::Fail);
}

#[test]
fn a_date_counts_once_it_is_past_and_bars_google() {
    let past = with_metas(&[("robots", "unavailable_after: 25 Jun 2010 15:00:00 PST")]);
    assert_eq!((status(&past), barred(&past)), (Status::Fail, vec!["google"]));
    let future = with_metas(&[("robots", "unavailable_after: 2030-01-01")]);
    assert_eq!((status(&future), barred(&future)), (Status::Pass, vec![]));
    assert_eq!(
        judge(&future).details[0].measured.as_deref(),
        Some("2030-01-01T00:00:00Z"),
        "the date is shown"
    );
    let google = with_metas(&[("googlebot", "unavailable_after: 2010-01-01")]);
    assert_eq!((status(&google), barred(&google)), (Status::Warn, vec!["google"]));
}

#[test]
fn a_blocked_page_never_shows_its_directive() {
    let mut page = with_robots("User-agent: Googlebot\nDisallow: /");
    page.document.metas = with_metas(&[("robots", "noindex")]).document.metas;
    let finding = judge(&page);
    let note = finding.details.last().unwrap();
    assert_eq!(note.measured.as_deref(), Some("Googlebot"));
}

#[test]
fn the_fix_says_where_noindex_is_right() {
    let of = |url: &str| {
        let html =
            "<html lang=en><title>Pots</title><meta name=robots content=noindex><h1>Pots</h1>";
        let page = crate::catalogue::test_html::read_at(url, html);
        crate::catalogue::test_html::fix(&Indexable, &page).steps.concat()
    };
    let found = of("https://www.example.com/shop?q=iron+pots");
    assert!(found.contains("looks like that of search results"), "{found}");
    let other = of("https://www.example.com/shop?s=tw");
    assert!(other.contains("meant to stay out of search results"), "{other}");
}

#[test]
fn noindex_may_be_meant_on_forms_and_copies() {
    let of = |path: &str, canonical: &str| {
        let head = format!(
            "<title>Reviews</title><meta name=robots content=noindex><link rel=canonical \
             href='{canonical}'>"
        );
        let body = "<h1>Reviews</h1><form><input type=password></form>";
        let url = format!("https://leaf.example/{path}");
        let page = crate::catalogue::test_html::read_at(&url, &format!("{head}{body}"));
        fix_of(&Indexable, &page).is_conditional
    };
    assert!(of("pot/reviews/add", "/pot/reviews"), "a copy");
    assert!(of("login", "/login"), "a form");
    assert!(!of("pot/reviews", "/pot/reviews") && !of("pot/reviews", "/pot/reviews/"));
}
