use crate::site::facts::{PageFacts, Standing};
use crate::site::rule::Rule;
use crate::site::test_site::{at, findings, listed, page, paths, site};

const RULE: Rule = Rule::NearDuplicateText;

/// A text of that many words, each its own.
fn text(words: std::ops::Range<usize>) -> String {
    words.map(|number| format!("word{number} ")).collect()
}

fn with(path: &str, text: &str) -> PageFacts {
    let words = u32::try_from(text.split_whitespace().count()).unwrap();
    page(path).text(text, words)
}

fn count(pages: &[PageFacts]) -> usize {
    findings(&site(pages), RULE).len()
}

#[test]
fn texts_that_are_nearly_the_same_are_one_finding() {
    let tea = text(0..600);
    let pages =
        [with("/a", &tea), with("/b", &format!("{tea} more")), with("/c", &tea), page("/d")];
    let found = findings(&site(&pages), RULE);
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].summary, "3 pages have almost the same text.");
    assert_eq!(paths(&found[0]), ["/a", "/b", "/c"]);
    assert_eq!(found[0].pages[1].detail, "601 words");
    assert_eq!(found[0].proposed, None);
    let listed = findings(&listed(&pages, &["/b", "/d"]), RULE);
    assert_eq!(listed[0].proposed, Some(at("/b")), "the only one that a sitemap lists");
}

#[test]
fn short_and_different_texts_are_none() {
    let short = text(0..99);
    assert_eq!(count(&[with("/a", &short), with("/b", &short)]), 0);
    let long = text(0..100);
    assert_eq!(count(&[with("/a", &long), with("/b", &long)]), 1);
    // Half of each is what all pages of such a site say.
    let pages = [with("/a", &text(0..600)), with("/b", &text(300..900))];
    assert_eq!(count(&pages), 0);
    let unread = |path: &str| PageFacts { text: None, ..with(path, &long) };
    assert_eq!(count(&[unread("/a"), unread("/b")]), 0);
}

#[test]
fn variants_of_one_page_have_one_text_rightly() {
    let tea = text(0..600);
    let tea = |path: &str| with(path, &tea);
    for (what, pages) in [
        ("a printed version", vec![tea("/a"), tea("/a/print").canonical("/a")]),
        ("spellings", vec![tea("/a"), tea("/a/").canonical("")]),
        ("regions", vec![tea("/gb").translated(&[("en-us", "/us")]), tea("/us")]),
        ("noindex", vec![tea("/a"), tea("/b").standing(Standing::Noindex)]),
    ] {
        assert_eq!(count(&pages), 0, "{what}");
    }
}

/// Pages of one template: most of the text is the same, and a part says what each is about.
#[test]
fn pages_with_a_part_of_their_own_are_no_duplicates() {
    let shared = text(0..400);
    let pages: Vec<PageFacts> = (0..300)
        .map(|number| {
            let from = 1_000 + number * 100;
            with(&format!("/{number}"), &format!("{shared} {}", text(from..from + 100)))
        })
        .collect();
    assert_eq!(count(&pages), 0);
}

#[test]
fn texts_that_few_pages_have_are_one_finding() {
    let [tea, pot] = [text(0..300), text(900..1200)];
    let pages = [with("/a", &tea), with("/b", &tea), with("/c", &pot), with("/d", &pot)];
    let found = findings(&site(&pages), RULE);
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].summary, "2 groups of pages have almost the same text, 4 pages in all.");
    assert_eq!(paths(&found[0]), ["/a", "/b", "/c", "/d"]);
    assert_eq!(found[0].total, 4);
    assert!(found[0].pages[3].detail.starts_with("300 words, like `"), "{:?}", found[0].pages);
}
