use crate::site::facts::{PageFacts, Standing};
use crate::site::rule::Rule;
use crate::site::test_site::{at, findings, listed, page, paths, reason, site};

const RULE: Rule = Rule::Orphan;

/// A home page that links to four pages, and those.
fn linked() -> Vec<PageFacts> {
    let all = ["/a", "/b", "/c", "/d"];
    let mut pages = vec![page("/").linking(&all)];
    pages.extend(all.map(page));
    pages
}

fn with(more: impl IntoIterator<Item = PageFacts>) -> Vec<PageFacts> {
    let mut pages = linked();
    pages.extend(more);
    pages
}

#[test]
fn a_page_without_a_link_is_an_orphan() {
    let found = findings(&site(&with([page("/lost")])), RULE);
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].summary, "1 indexable page has no link from another page.");
    assert_eq!(paths(&found[0]), ["/lost"]);
    let itself = page("/lost").linking(&["/lost", "/lost/"]);
    assert_eq!(findings(&site(&with([itself])), RULE).len(), 1, "its own link doesn't count");
}

#[test]
fn links_that_a_script_holds_are_not_missed() {
    let lost = page("/lost");
    assert_eq!(findings(&site(&with([lost.clone()])), RULE).len(), 1);
    let menu = PageFacts { menu_in_script: true, ..lost };
    let found = site(&with([menu.clone()]));
    assert_eq!(findings(&found, RULE), []);
    assert!(reason(&found, RULE).is_some_and(|said| said.contains("`menudata.js`")));
    let all = site(&with([PageFacts { menu_in_script: true, ..page("/") }]));
    assert_eq!(findings(&all, RULE), []);
}

#[test]
fn every_way_of_linking_counts() {
    let linking = |path: &str| page("/e").linking(&["/e", path]).canonical("/e");
    for (what, more) in [
        ("a slash", vec![linking("/f/"), page("/f")]),
        ("an index file", vec![linking("/f/index.html"), page("/f/")]),
        ("a protocol", vec![linking("http://example.com/f"), page("/f")]),
        ("a case", vec![linking("/F"), page("/f")]),
        ("tracking", vec![linking("/f?utm_medium=menu"), page("/f")]),
        (
            "a redirect",
            vec![linking("/old"), page("/old").redirected("/f").canonical("/f"), page("/f")],
        ),
        ("a canonical", vec![linking("/f?print"), page("/f?print").canonical("/f"), page("/f")]),
        ("a translation", vec![page("/e").translated(&[("de", "/f")]), page("/f")]),
        ("another way of links", {
            let mut other = page("/e");
            other.other_links = linking("/f").links;
            vec![other, page("/f")]
        }),
    ] {
        let mut pages = with(more);
        pages[0] = pages[0].clone().linking(&["/e"]);
        assert_eq!(findings(&site(&pages), RULE), [], "{what}");
    }
}

#[test]
fn pages_that_nobody_should_find_are_left_alone() {
    for (what, more) in [
        ("noindex", page("/f").standing(Standing::Noindex)),
        ("gone", page("/f").standing(Standing::Gone)),
        ("a variant", page("/f").canonical("/a")),
        ("a file that proves who owns the site", PageFacts { words: 3, ..page("/google1.html") }),
    ] {
        assert_eq!(findings(&site(&with([more])), RULE), [], "{what}");
    }
}

#[test]
fn the_way_in_needs_no_link() {
    let below = ["/docs/a", "/docs/b", "/docs/c", "/docs/d"];
    let mut pages: Vec<PageFacts> =
        below.iter().map(|path| page(path).linking(&["/docs/a"])).collect();
    pages.push(page("/docs/").linking(&below));
    pages.push(page("/docs/lost"));
    for page in &mut pages {
        page.links.remove(0);
    }
    let found = findings(&site(&pages), RULE);
    assert_eq!(paths(&found[0]), ["/docs/lost"]);
}

#[test]
fn where_links_may_stand_unseen_nothing_is_said() {
    let lost = || with([page("/lost")]);
    let why = |pages: &[PageFacts]| {
        assert_eq!(findings(&site(pages), RULE), []);
        reason(&site(pages), RULE).unwrap()
    };
    assert_eq!(why(&lost()[3..]), "Fewer than 5 pages were scanned.");
    let mut cut = lost();
    cut[1].links_cut = true;
    assert_eq!(why(&cut), "The pages have more links than Citable reads.");
    let mut unread = lost();
    unread[1] = unread[1].clone().linking(&["/blog/page/2", "/blog"]);
    assert!(why(&unread).starts_with("The pages link to 2 URLs that weren't scanned"));
    let mut broken = site(&unread);
    for target in ["/blog/page/2", "/blog"] {
        broken.add_broken(&at("/"), &at(target));
    }
    assert_eq!(paths(&findings(&broken, RULE)[0]), ["/lost"], "nothing is there to link from");
    let scripted: Vec<PageFacts> = (0..8).map(|number| page(&format!("/{number}"))).collect();
    assert!(why(&scripted).starts_with("Only 0 of 8 pages are linked in the HTML"));
    let local = |page: PageFacts| PageFacts { has_address: false, ..page };
    let local: Vec<PageFacts> = lost().into_iter().map(local).collect();
    assert!(why(&local).starts_with("The site's URL isn't known"));
    let relative: Vec<PageFacts> = local.into_iter().map(|page| page.canonical("")).collect();
    assert_eq!(findings(&site(&relative), RULE).len(), 1, "its links are relative");
}

#[test]
fn most_of_the_sitemap_must_be_in_the_set() {
    let pages = with([page("/lost")]);
    let known = ["/", "/a", "/b", "/c", "/d", "/lost"];
    assert_eq!(findings(&listed(&pages, &known), RULE).len(), 1);
    let more = [&known[..], &["/x", "/y"]].concat();
    let site = listed(&pages, &more);
    assert_eq!(findings(&site, RULE), []);
    assert!(reason(&site, RULE).unwrap().starts_with("Only 6 of 8 pages"));
    let mut cut = listed(&pages, &known);
    cut.listing_was_cut();
    assert_eq!(reason(&cut, RULE).unwrap(), "Not all pages that the sitemaps list were scanned.");
}
