use crate::site::facts::{PageFacts, Standing};
use crate::site::rule::Rule;
use crate::site::test_site::{findings, page, paths, site, summaries};

const RULE: Rule = Rule::DuplicateHead;

fn said(pages: &[PageFacts]) -> Vec<String> {
    summaries(&site(pages), RULE)
}

#[test]
fn equal_titles_are_found_whatever_their_spelling() {
    let pages =
        [page("/a").titled("Green  tea"), page("/b").titled("GREEN TEA"), page("/c"), page("/d")];
    let found = findings(&site(&pages), RULE);
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].summary, "2 pages share the title `Green tea`.");
    assert_eq!((paths(&found[0]), found[0].total), (vec!["/a", "/b"], 2));
}

#[test]
fn a_site_name_at_the_end_makes_no_difference() {
    let mut pages: Vec<PageFacts> = (0..8)
        .map(|number| page(&format!("/{number}")).titled(&format!("Tea {number} | Example")))
        .collect();
    pages.push(page("/a").titled("Green tea | Example"));
    pages.push(page("/b").titled("Green tea"));
    assert_eq!(said(&pages), ["2 pages share the title `Green tea | Example`."]);
    pages.retain(|page| !page.title.starts_with("Tea"));
    assert_eq!(said(&pages), Vec::<String>::new(), "one of two is no site name");
}

#[test]
fn equal_descriptions_are_found_and_both_are_one_finding() {
    let described = |path: &str| page(path).described("All about tea");
    assert_eq!(
        said(&[described("/a"), described("/b")]),
        ["2 pages share the description `All about tea`."]
    );
    let both = |path: &str| described(path).titled("Tea");
    assert_eq!(
        said(&[both("/a"), both("/b")]),
        ["2 pages share the title `Tea` and their description."]
    );
}

#[test]
fn parts_of_an_index_share_their_title_rightly() {
    let both = |path: &str| page(path).titled("Index").described("All about tea");
    let part = |path: &str| PageFacts { is_index: true, ..both(path) };
    assert_eq!(said(&[part("/a"), part("/b"), both("/c")]), Vec::<String>::new());
    assert_eq!(said(&[both("/a"), both("/b"), part("/c")]).len(), 1);
}

#[test]
fn pages_without_title_or_description_share_none() {
    let bare = |path: &str| page(path).titled("").described(" ");
    assert_eq!(said(&[bare("/a"), bare("/b")]), Vec::<String>::new());
}

#[test]
fn variants_of_one_page_share_their_title_rightly() {
    let tea = |path: &str| page(path).titled("Tea");
    for (what, pages) in [
        ("a printed version", vec![tea("/a"), tea("/a/print").canonical("/a")]),
        ("both name a third", vec![tea("/a").canonical("/c"), tea("/b").canonical("/c")]),
        (
            "a chain of canonicals",
            vec![tea("/a"), tea("/b").canonical("/a"), tea("/c").canonical("/b")],
        ),
        ("parts of one list", vec![tea("/a"), tea("/a/page/2"), tea("/a?page=3")]),
        (
            "spellings",
            vec![tea("/a"), tea("/a/").canonical(""), tea("/A/index.html").canonical("")],
        ),
        ("a redirect", vec![tea("/a"), tea("/old").redirected("/a").canonical("/a")]),
        ("tracking", vec![tea("/a").canonical(""), tea("/a?utm_source=x").canonical("")]),
        ("noindex", vec![tea("/a"), tea("/b").standing(Standing::Noindex)]),
        ("gone", vec![tea("/a"), tea("/b").standing(Standing::Gone)]),
        ("another language", vec![tea("/a"), tea("/b").language("de")]),
        ("regions of one language", vec![tea("/a").translated(&[("en-GB", "/b")]), tea("/b")]),
        ("a loop", vec![tea("/a").canonical("/b"), tea("/b").canonical("/a")]),
    ] {
        assert_eq!(said(&pages), Vec::<String>::new(), "{what}");
    }
}

#[test]
fn a_variant_is_not_counted() {
    let tea = |path: &str| page(path).titled("Tea");
    let pages = [tea("/a"), tea("/b"), tea("/b/print").canonical("/b")];
    let found = findings(&site(&pages), RULE);
    assert_eq!((found[0].total, paths(&found[0])), (2, vec!["/a", "/b"]));
}

#[test]
fn titles_that_few_pages_share_are_one_finding() {
    let mut pages: Vec<PageFacts> = ["a", "b", "c"]
        .iter()
        .flat_map(|tea| [1, 2].map(|at| page(&format!("/{tea}{at}")).titled(&format!("Tea {tea}"))))
        .collect();
    pages.push(page("/c3").titled("Tea c"));
    pages.extend((0..5).map(|at| page(&format!("/d{at}")).titled("Tea d")));
    let found = findings(&site(&pages), RULE);
    let summaries: Vec<&str> = found.iter().map(|one| one.summary.as_str()).collect();
    assert_eq!(
        summaries,
        ["3 titles are each on 2 to 3 pages.", "5 pages share the title `Tea d`."]
    );
    assert_eq!(paths(&found[0]), ["/a1", "/a2", "/b1", "/b2", "/c1", "/c2", "/c3"]);
    assert_eq!((found[0].total, found[0].pages[0].detail.as_str()), (7, "`Tea a`"));
}
