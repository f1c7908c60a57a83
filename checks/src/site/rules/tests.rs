//! The rules together, on a made site.

use proptest::prelude::*;

use crate::site::facts::EntityKind::{Author, Publisher};
use crate::site::facts::{PageFacts, Standing};
use crate::site::rule::Rule;
use crate::site::set::{Listed, Site};
use crate::site::test_site::{at, listed, page};

/// A site of 60 pages with a case of each rule.
fn made() -> (Vec<PageFacts>, Vec<Listed>) {
    let all: Vec<String> = (0..52).map(|number| format!("/guide/{number}")).collect();
    let all: Vec<&str> = all.iter().map(String::as_str).collect();
    let text: String = (0..300).map(|number| format!("tea{number} ")).collect();
    let mut pages = vec![page("/").linking(&all).linking(&["/en", "/de", "/kept", "/copy"])];
    pages.extend(all.iter().map(|path| {
        page(path).naming(Publisher, "Acme Inc", ["/", "", ""]).naming(Author, "Jane Doe", [""; 3])
    }));
    pages[1] = pages[1].clone().titled("Tea");
    pages[2] = pages[2].clone().titled("Tea");
    pages[3] = pages[3].clone().text(&text, 300);
    pages[4] = pages[4].clone().text(&text, 300);
    pages[5] = pages[5].clone().canonical("/guide/5");
    pages[6] = pages[6].clone().canonical("/guide/6");
    pages[7] = pages[7].clone().naming(Publisher, "Acme", ["/", "", ""]);
    pages.extend([
        page("/en").translated(&[("en", "/en"), ("de", "/de")]),
        page("/de").translated(&[("de", "/de")]),
        page("/kept").blocked(2, "Disallow: /kept", &["claude"]),
        page("/copy").canonical("/gone"),
        page("/gone").standing(Standing::Gone),
        page("/lost"),
        page("/old").redirected("/en").canonical("/en"),
    ]);
    let entries = pages
        .iter()
        .map(|page| Listed { url: page.url.clone(), lastmod: Some("2026-11-01".to_owned()) });
    let entries = entries.filter(|entry| entry.url != at("/lost")).collect();
    (pages, entries)
}

fn site(pages: &[PageFacts], entries: &[Listed]) -> Site {
    let mut site = Site::new();
    for page in pages {
        site.add(page);
    }
    for entry in entries {
        site.add_listed(entry);
    }
    site
}

#[test]
fn every_rule_has_its_case() {
    let (pages, entries) = made();
    assert_eq!(pages.len(), 60);
    let mut all = site(&pages, &entries);
    all.add_broken(&at("/en"), &at("/missing"));
    let judged = all.judge();
    assert_eq!(judged.not_judged, []);
    let said: Vec<String> =
        judged.findings.iter().map(|one| format!("{}: {}", one.rule, one.summary)).collect();
    insta::assert_snapshot!(said.join("\n"));
    for rule in Rule::ALL {
        assert!(judged.findings.iter().any(|one| one.rule == rule), "{rule}");
    }
}

#[test]
fn a_good_site_has_no_finding() {
    let paths: Vec<String> = (0..60).map(|number| format!("/guide/{number}")).collect();
    let paths: Vec<&str> = paths.iter().map(String::as_str).collect();
    let mut pages = vec![page("/").linking(&paths)];
    pages.extend(paths.iter().map(|path| page(path)));
    let all: Vec<&str> = pages.iter().map(|page| page.url.as_str()).collect();
    let judged = listed(&pages, &all).judge();
    assert_eq!((judged.findings, judged.not_judged), (Vec::new(), Vec::new()));
}

#[test]
fn a_page_that_is_added_twice_counts_once() {
    let (pages, entries) = made();
    let twice = [&pages[..], &pages[..]].concat();
    assert_eq!(site(&twice, &entries).judge(), site(&pages, &entries).judge());
}

#[test]
fn facts_are_the_same_after_a_line_of_json() {
    let (pages, _) = made();
    for page in pages {
        let line = serde_json::to_string(&page).unwrap();
        assert!(!line.contains('\n'));
        assert_eq!(serde_json::from_str::<PageFacts>(&line).unwrap(), page);
    }
}

/// Pages that share what few pages have: paths, titles, texts, canonicals, translations, names.
fn any_page() -> impl Strategy<Value = PageFacts> {
    let path = || prop::sample::select(vec!["/", "/a", "/a/", "/b", "/b?page=2", "/c.html", "/d"]);
    let standing = prop::sample::select(vec![
        Standing::Indexable,
        Standing::Indexable,
        Standing::Noindex,
        Standing::Gone,
    ]);
    let name = prop::sample::select(vec!["Jane Doe", "Jane A. Doe", "JANE DOE", "John Roe"]);
    let parts = (path(), prop::option::of(path()), path(), standing, 0..3_u32);
    (parts, path(), path(), name, any::<[bool; 3]>()).prop_map(
        |((own, canonical, title, standing, text), target, link, name, [a, b, c])| {
            let words: String = (0..200).map(|number| format!("w{text}{number} ")).collect();
            let page = page(own)
                .canonical(canonical.unwrap_or_default())
                .titled(title)
                .text(&words, 200)
                .standing(standing)
                .linking(&[link])
                .naming(Author, name, [target, "", if a { "/#id" } else { "" }])
                .naming(Publisher, title, ["/", link, ""]);
            let page = if a { page.redirected(target) } else { page };
            let page = if b { page.translated(&[("en", own), ("de", target)]) } else { page };
            if c { page.blocked(3, "Disallow: /", &["claude"]) } else { page }
        },
    )
}

proptest! {
    #[test]
    fn the_order_makes_no_difference(
        (one, other) in prop::collection::vec(any_page(), 0..12)
            .prop_flat_map(|pages| (Just(pages.clone()), Just(pages).prop_shuffle())),
    ) {
        let entries = |pages: &[PageFacts]| -> Vec<Listed> {
            let every_second = pages.iter().filter(|page| page.title.len() == 2);
            every_second.map(|page| Listed { url: page.url.clone(), lastmod: None }).collect()
        };
        prop_assert_eq!(
            site(&one, &entries(&one)).judge(),
            site(&other, &entries(&other)).judge()
        );
    }

    #[test]
    fn a_page_that_is_its_own_canonical_is_no_duplicate_of_itself(page in any_page()) {
        let canonical = page.url.clone();
        let page = PageFacts { canonical: Some(canonical), ..page };
        let spelled = PageFacts { url: format!("{}#part", page.url), ..page.clone() };
        let judged = site(&[page.clone(), spelled, page], &[]).judge();
        let is_duplicate = |rule: Rule| matches!(rule, Rule::DuplicateHead | Rule::NearDuplicateText);
        prop_assert!(!judged.findings.iter().any(|one| is_duplicate(one.rule)), "{judged:?}");
    }

    #[test]
    fn a_finding_counts_all_its_pages_and_names_them_in_order(
        pages in prop::collection::vec(any_page(), 0..12),
    ) {
        for finding in site(&pages, &[]).judge().findings {
            prop_assert!(finding.total >= finding.pages.len());
            prop_assert!(finding.pages.is_sorted(), "{finding:?}");
            prop_assert!(!finding.summary.contains("1 pages"), "{}", finding.summary);
            prop_assert!(finding.fix.ends_with('.') && finding.summary.ends_with('.'));
        }
    }
}
