//! How addresses differ.

use url::Url;

use super::difference::{ANOTHER_HOST, Difference, difference, difference_of};
use super::trial::Trial;

fn between(page: &str, target: &str) -> Difference {
    difference(&Url::parse(page).unwrap(), &Url::parse(target).unwrap())
}

#[test]
fn normalisation_leaves_no_difference() {
    for (page, target) in [
        ("https://example.com", "https://EXAMPLE.com:443/#top"),
        ("https://example.com/a%7eb", "https://example.com/a~b"),
        ("https://example.com/%e3%83%84", "https://example.com/ツ"),
        ("https://example.com./a", "https://example.com/a"),
        ("https://example.com/a?x=1&y=2", "https://example.com/a?y=2&x=1"),
        ("https://bücher.example/", "https://xn--bcher-kva.example/"),
    ] {
        assert_eq!(between(page, target), Difference::Same, "{page} {target}");
    }
}

#[test]
fn dropping_parameters_is_what_a_canonical_is_for() {
    let page = "https://example.com/a?id=5&utm_source=x";
    assert_eq!(between(page, "https://example.com/a"), Difference::QueryDropped);
    assert_eq!(between(page, "https://example.com/a?id=5"), Difference::QueryDropped);
    assert_eq!(between(page, "https://example.com/a?id=6"), Difference::OtherDocument);
    assert_eq!(between("https://example.com/a", page), Difference::OtherDocument);
}

#[test]
fn spellings_are_told_apart() {
    for (page, target, spelling) in [
        ("https://example.com/a", "https://example.com/a/", "the trailing slash"),
        ("https://example.com/a", "http://example.com/a", "the protocol"),
        ("https://www.example.com/a", "https://example.com/a", "`www`"),
        ("https://example.com/a", "https://example.com:8443/a", "the port"),
        ("https://m.example.com/a", "https://www.example.com/a", "the host (same domain)"),
        ("https://example.com/About", "https://example.com/about", "letter case"),
        ("https://example.com/index.html", "https://example.com/", "the filename (index or AMP)"),
        ("https://example.com/a/amp/", "https://example.com/a", "the filename (index or AMP)"),
    ] {
        assert_eq!(between(page, target), Difference::Spelling(spelling), "{page} {target}");
    }
}

#[test]
fn a_site_may_have_a_domain_for_each_country() {
    let moved = Difference::Variant("the site's domain for another country");
    for (page, target, expected) in [
        ("https://www.tea.de/gb/pots.html", "https://www.tea.co.uk/pots.html", moved),
        ("https://www.tea.de/gb/pots.html", "https://www.tea.co.uk/", Difference::OtherSite),
        ("https://www.tea.de/", "https://www.tea.co.uk/", Difference::OtherSite),
        ("https://www.tea.de/pots", "https://www.green-tea.de/pots", Difference::OtherSite),
        ("https://www.tea.com/pots", "https://www.tea.org/pots", Difference::OtherSite),
        ("https://10.0.0.1/pots", "https://10.0.0.2/pots", Difference::OtherSite),
    ] {
        assert_eq!(between(page, target), expected, "{page} {target}");
    }
}

#[test]
fn a_host_for_trying_things_out_is_a_leftover() {
    let page = "https://www.tea.com/guides/pots?ref=1";
    let at = |host: &str| format!("https://{host}/guides/pots");
    for (host, expected) in [
        ("staging.tea.com", Difference::Leftover(Trial::Sure)),
        ("tea-git-main.vercel.app", Difference::Leftover(Trial::Sure)),
        ("tea.staging.agency.net", Difference::Leftover(Trial::Sure)),
        ("dev.tea.com", Difference::Leftover(Trial::Maybe)),
        ("shop.tea.com", Difference::Spelling(ANOTHER_HOST)),
        ("www.agency.net", Difference::OtherSite),
    ] {
        assert_eq!(between(page, &at(host)), expected, "{host}");
    }
    let other = "https://staging.tea.com/guides/cups";
    assert_eq!(between(page, other), Difference::OtherDocument);
    // Seen from the copy, the published page is the right one.
    let copy = Difference::Variant("a copy on a staging host");
    assert_eq!(between(&at("staging.tea.com"), page), Difference::OtherDocument, "a query");
    assert_eq!(between(&at("staging.tea.com"), &at("www.tea.com")), copy);
    assert_eq!(between(&at("tea.vercel.app"), &at("www.tea.com")), copy);
    let own = "https://staging.tea.com/guides/pots/";
    assert_eq!(between(&at("staging.tea.com"), own), Difference::Spelling("the trailing slash"));
}

#[test]
fn a_publisher_may_have_other_domains() {
    let other = Difference::Variant("the publisher's other domain");
    for (page, target, expected) in [
        (
            "https://tea.example.com/how-to-brew-tea",
            "https://www.tea.com/guides/how-to-brew-tea",
            other,
        ),
        ("https://tea.com/how-to-brew-tea", "https://tea.org/how-to-brew-tea", other),
        ("https://tea.com/brew-tea", "https://tea.org/brew-tea", Difference::OtherSite),
        (
            "https://blog.agency.net/how-to-brew-tea",
            "https://www.tea.com/how-to-brew-tea",
            Difference::OtherSite,
        ),
    ] {
        assert_eq!(between(page, target), expected, "{page} {target}");
    }
}

#[test]
fn other_documents_and_sites_are_told_apart() {
    let shop = "https://shop.example.co.uk/sale/shoes/runner";
    assert_eq!(between(shop, "https://shop.example.co.uk/p/runner"), Difference::OtherPath);
    assert_eq!(
        between("https://m.example.com/a;jsessionid=1", "https://www.example.com/a"),
        Difference::Variant("a session ID in the path")
    );
    assert_eq!(between(shop, "https://shop.example.co.uk/sale"), Difference::OtherDocument);
    assert_eq!(between(shop, "https://example.co.uk/p/runner"), Difference::OtherDocument);
    assert_eq!(between(shop, "https://other.co.uk/sale/shoes/runner"), Difference::OtherSite);
    assert_eq!(
        between("https://example.com/a/index.html", "https://example.com/b/index.html"),
        Difference::OtherDocument
    );
    assert_eq!(
        between("https://a.github.io/x", "https://b.github.io/x"),
        Difference::OtherSite,
        "names under a public suffix belong to different owners"
    );
}

#[test]
fn a_folder_is_no_other_slug_of_a_page_in_it() {
    let target = Url::parse("https://example.com/cups/iron-cup-black").unwrap();
    let of = |page: &str| difference_of(&Url::parse(page).unwrap(), "Iron Cup - Black", &target);
    let moved = Difference::Variant("another slug for the same title");
    assert_eq!(of("https://example.com/cups/iron-mug"), moved);
    for folder in ["https://example.com/", "https://example.com/cups", "https://example.com/cups/"]
    {
        assert_eq!(of(folder), Difference::OtherDocument, "{folder}");
    }
    assert_eq!(of("https://example.com/?p=5"), moved);
}
