use crate::site::rule::Rule;
use crate::site::test_site::{at, findings, page, paths, reason, site};

const RULE: Rule = Rule::BrokenLink;

#[test]
fn pages_that_link_to_what_the_folder_lacks_are_named() {
    let mut all = site(&[page("/"), page("/a"), page("/b")]);
    assert_eq!(findings(&all, RULE), []);
    for (from, to) in [("/a", "/gone"), ("/a", "/gone"), ("/b", "/gone"), ("/b", "/lost")] {
        all.add_broken(&at(from), &at(to));
    }
    let found = findings(&all, RULE);
    assert_eq!(found.len(), 1);
    assert_eq!(
        found[0].summary,
        format!(
            "2 pages link to 2 pages that aren't in the folder: `{}` and `{}`.",
            at("/gone"),
            at("/lost")
        )
    );
    assert_eq!(paths(&found[0]), ["/a", "/b"]);
    assert_eq!(found[0].pages[0].detail, format!("links to `{}`", at("/gone")));
    let mut single = site(&[page("/a")]);
    single.add_broken(&at("/a"), &at("/gone"));
    let found = findings(&single, RULE);
    assert_eq!(
        (found[0].summary.as_str(), found[0].pages[0].detail.as_str()),
        (&*format!("1 page links to 1 page that isn't in the folder: `{}`.", at("/gone")), "")
    );
    let mut one = site(&[page("/a")]);
    for number in 0..5 {
        one.add_broken(&at("/a"), &at(&format!("/{number}")));
    }
    let found = findings(&one, RULE);
    assert!(found[0].summary.starts_with("1 page links to 5 pages"), "{}", found[0].summary);
    assert!(found[0].summary.ends_with("and 2 more."), "{}", found[0].summary);
}

#[test]
fn where_redirects_are_defined_nothing_is_said() {
    let mut all = site(&[page("/"), page("/a")]);
    all.add_broken(&at("/a"), &at("/gone"));
    all.redirects_in("_redirects");
    assert_eq!(findings(&all, RULE), []);
    assert_eq!(reason(&all, RULE).unwrap(), "The redirects in `_redirects` aren't read.");
}
