use crate::site::facts::{PageFacts, Standing};
use crate::site::rule::Rule;
use crate::site::test_site::{at, findings, page, paths, site, summaries};

const RULE: Rule = Rule::HreflangReturn;
const BOTH: [(&str, &str); 2] = [("en", "/en"), ("de", "/de")];

fn english() -> PageFacts {
    page("/en").translated(&BOTH)
}

fn german() -> PageFacts {
    page("/de").language("de").translated(&BOTH)
}

fn said(pages: &[PageFacts]) -> Vec<String> {
    summaries(&site(pages), RULE)
}

#[test]
fn a_translation_that_does_not_answer_is_found() {
    let pages = [english(), german().translated(&[("de", "/de")])];
    let found = findings(&site(&pages), RULE);
    assert_eq!(found.len(), 1);
    assert_eq!(
        found[0].summary,
        "1 page links to a translation that doesn't link back, so engines ignore the \
         `hreflang` links."
    );
    assert_eq!(paths(&found[0]), ["/en"]);
    assert_eq!(
        found[0].pages[0].detail,
        format!("links to `{}` for `de`, which doesn't link back", at("/de"))
    );
    let silent = [english(), german().translated(&[])];
    assert_eq!(said(&silent).len(), 1);
}

#[test]
fn pairs_that_name_each_other_are_good() {
    for (what, pages) in [
        ("both", vec![english(), german()]),
        ("one that was not read", vec![english()]),
        (
            "a default that stays silent",
            vec![
                english().translated(&[("en", "/en"), ("de", "/de"), ("x-default", "/")]),
                german(),
                page("/"),
            ],
        ),
        (
            "a default that is one of them",
            vec![
                english().translated(&[("en", "/en"), ("x-default", "/en"), ("de", "/de")]),
                german(),
            ],
        ),
        (
            "spellings",
            vec![
                english().translated(&[("en", "/en/"), ("de", "http://example.com/de")]),
                german(),
            ],
        ),
        (
            "regions",
            vec![
                page("/us").translated(&[("en-us", "/us"), ("en-gb", "/gb")]),
                page("/gb").translated(&[("en-us", "/us"), ("en-gb", "/gb")]),
            ],
        ),
        (
            "a variant",
            vec![english(), german(), page("/en/print").canonical("/en").translated(&BOTH)],
        ),
        ("noindex", vec![english(), german().translated(&[]).standing(Standing::Noindex)]),
        ("none", vec![page("/en"), page("/de")]),
    ] {
        assert_eq!(said(&pages), Vec::<String>::new(), "{what}");
    }
}

#[test]
fn an_entry_for_itself_is_needed() {
    let pages = [english().translated(&[("de", "/de")]), german()];
    assert_eq!(said(&pages), ["1 page lacks the `hreflang` entry for itself."]);
}

#[test]
fn a_language_has_one_address() {
    let twice = [("en", "/en"), ("de", "/de"), ("de", "/de2")];
    let pages = [english().translated(&twice), german()];
    let found = findings(&site(&pages), RULE);
    assert_eq!(found[0].summary, "1 page has `hreflang` links to two URLs for one language.");
    assert_eq!(found[0].pages[0].detail, "two URLs for `de`");
    let spelled = [("en", "/en"), ("de", "/de"), ("de", "/de/")];
    assert_eq!(said(&[english().translated(&spelled), german()]), Vec::<String>::new());
}

#[test]
fn targets_are_canonical_pages() {
    let expected = ["1 page has `hreflang` links to URLs that aren't canonical pages."];
    assert_eq!(said(&[english(), german().canonical("/de/neu")]), expected);
    let found = findings(&site(&[english(), german().standing(Standing::Gone)]), RULE);
    assert_eq!(found[0].summary, expected[0]);
    assert!(found[0].pages[0].detail.ends_with("which returns no page"));
}
