use crate::site::facts::{PageFacts, Standing};
use crate::site::finding::Severity;
use crate::site::rule::Rule;
use crate::site::test_site::{at, findings, page, paths, site, summaries};

const RULE: Rule = Rule::CanonicalChain;

fn said(pages: &[PageFacts]) -> Vec<String> {
    summaries(&site(pages), RULE)
}

#[test]
fn a_chain_names_its_end() {
    let pages = [page("/a").canonical("/b"), page("/b").canonical("/c"), page("/c")];
    let found = findings(&site(&pages), RULE);
    assert_eq!(found.len(), 1);
    assert_eq!(
        found[0].summary,
        "The canonical of 1 page points to a page with a different canonical."
    );
    assert_eq!((found[0].severity, paths(&found[0])), (Severity::Warn, vec!["/a"]));
    assert_eq!(found[0].proposed, Some(at("/c")));
    let way = ["/a", "/b", "/c"].map(|path| format!("`{}`", at(path)));
    assert_eq!(found[0].pages[0].detail, way.join(" → "));
}

#[test]
fn a_loop_is_named() {
    let pages = [page("/a").canonical("/b"), page("/b").canonical("/a")];
    let found = findings(&site(&pages), RULE);
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].summary, "The canonicals of 2 pages lead into a loop.");
    assert_eq!((found[0].severity, found[0].proposed.clone()), (Severity::Fail, None));
    let longer = [
        page("/a").canonical("/b"),
        page("/b").canonical("/c"),
        page("/c").canonical("/d"),
        page("/d").canonical("/b"),
    ];
    assert_eq!(said(&longer), ["The canonicals of 4 pages lead into a loop."]);
}

#[test]
fn targets_that_cannot_be_indexed_fail() {
    for (standing, expected) in [
        (Standing::Gone, "The canonical of 1 page points to a URL that returns no page."),
        (Standing::Noindex, "The canonical of 1 page points to a page with `noindex`."),
        (Standing::Blocked, "The canonical of 1 page points to a page that robots.txt blocks."),
    ] {
        let pages = [page("/a").canonical("/b"), page("/b").standing(standing)];
        let found = findings(&site(&pages), RULE);
        assert_eq!(found.len(), 1);
        assert_eq!((found[0].summary.as_str(), found[0].severity), (expected, Severity::Fail));
    }
}

#[test]
fn a_target_that_redirects_is_found() {
    let pages = [page("/a").canonical("/old"), page("/old").redirected("/new").canonical("/new")];
    let found = findings(&site(&pages), RULE);
    assert_eq!(found[0].summary, "The canonical of 1 page points to a URL that redirects.");
    assert_eq!(found[0].proposed, Some(at("/new")));
    let back = [page("/a").canonical("/old"), page("/old").redirected("/a").canonical("/old")];
    assert_eq!(said(&back), ["The canonical of 1 page leads into a loop."]);
    let gone = PageFacts { status: 404, ..page("/old").redirected("/new") };
    let gone = [page("/a").canonical("/old"), gone.standing(Standing::Gone)];
    assert_eq!(said(&gone), ["The canonical of 1 page points to a URL that returns no page."]);
}

#[test]
fn good_canonicals_and_unknown_targets_are_left_alone() {
    for (what, pages) in [
        ("its own", vec![page("/a")]),
        ("none", vec![page("/a").canonical("")]),
        ("a good target", vec![page("/a").canonical("/b"), page("/b")]),
        ("a target without canonical", vec![page("/a").canonical("/b"), page("/b").canonical("")]),
        ("a spelling of its own", vec![page("/a/").canonical("/a"), page("/a").redirected("/a/")]),
        ("a target outside", vec![page("/a").canonical("https://example.org/b")]),
        ("a spelling at the end", vec![page("/a").canonical("/b/"), page("/b/").canonical("/b")]),
        (
            "of a page that is gone",
            vec![
                page("/a").canonical("/b").standing(Standing::Gone),
                page("/b").standing(Standing::Gone),
            ],
        ),
    ] {
        assert_eq!(said(&pages), Vec::<String>::new(), "{what}");
    }
}

#[test]
fn a_page_that_only_leads_on_has_the_canonical_of_where_it_leads() {
    let stub = page("/old").standing(Standing::Forwarding).canonical("/new");
    let elsewhere = page("/new").canonical("https://example.org/new");
    assert!(said(&[stub.clone(), elsewhere]).is_empty());
    assert!(said(&[stub, page("/new").canonical("/newer"), page("/newer")]).len() == 1);
}
