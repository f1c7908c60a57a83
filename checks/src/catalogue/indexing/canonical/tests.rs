use super::*;
use crate::catalogue::test_page::{ADDRESS, canonical, page, page_after};
use crate::report::Status;

const OWN: &str = "https://www.example.com/guide/tea";

fn judge(page: &Page) -> Finding {
    Canonical.judge(&Context::new(page, false))
}

fn with_links(hrefs: &[&str]) -> Page {
    let mut page = page();
    page.document.canonical_links = hrefs.iter().map(|href| canonical(href)).collect();
    page
}

fn status(hrefs: &[&str]) -> Status {
    judge(&with_links(hrefs)).status
}

#[test]
fn its_own_address_passes() {
    assert_eq!(status(&[ADDRESS]), Status::Pass);
    assert_eq!(status(&["HTTPS://WWW.EXAMPLE.COM:443/guide/t%65a?cup=1#top"]), Status::Pass);
    assert_eq!(status(&[OWN]), Status::Pass, "without the query");
}

#[test]
fn none_and_unreadable_ones_warn() {
    for hrefs in [
        &[][..],
        &[""],
        &["javascript:void(0)"],
        &["https://"],
        &["https:///guide/tea"],
        &["http://localhost:3000/"],
        &["http://192.168.1.20/guide/tea"],
        &["http://tea.test/guide/tea"],
    ] {
        assert_eq!(status(hrefs), Status::Warn, "{hrefs:?}");
    }
}

#[test]
fn where_the_head_was_not_read_nothing_is_said() {
    let mut page = with_links(&[]);
    page.document.cut_short = true;
    page.document.titles.clear();
    assert_eq!((judge(&page).status, judge(&page).unsure), (Status::Na, true));
}

#[test]
fn imperfect_forms_warn() {
    for hrefs in [
        &["/guide/tea"][..],
        &["//www.example.com/guide/tea"],
        &[OWN, OWN],
        &["https://www.example.com/guide/tea/"],
        &["http://www.example.com/guide/tea"],
        &["https://example.com/guide/tea"],
        &["https://www.example.com/drinks/hot/tea"],
        &[OWN, "http://www.example.com/guide/tea"],
    ] {
        assert_eq!(status(hrefs), Status::Warn, "{hrefs:?}");
    }
}

#[test]
fn a_canonical_with_a_tracking_parameter_warns() {
    let mut page = with_links(&["https://www.example.com/guide/tea?cup=1&srsltid=Af_1"]);
    page.final_url =
        url::Url::parse("https://www.example.com/guide/tea?srsltid=Af_1&cup=1").unwrap();
    let finding = judge(&page);
    assert_eq!(finding.status, Status::Warn);
    assert!(finding.summary.contains("`srsltid`"), "{}", finding.summary);
    let fix = fix::fix(&page, None);
    assert_eq!(
        fix.title,
        "Remove `srsltid` from the canonical: `https://www.example.com/guide/tea?cup=1`"
    );
    let snippet = fix.snippet.unwrap();
    assert!(snippet.contains("href=\"https://www.example.com/guide/tea?cup=1\""), "{snippet}");
    // The canonical alone may bear it too.
    page.final_url = url::Url::parse("https://www.example.com/guide/tea?cup=1").unwrap();
    let finding = judge(&page);
    assert_eq!(finding.status, Status::Warn);
    assert!(finding.summary.contains("`srsltid`"), "{}", finding.summary);
    // The scanned URL alone may bear it: that is what a canonical is for.
    page.final_url =
        url::Url::parse("https://www.example.com/guide/tea?srsltid=Af_1&cup=1").unwrap();
    page.document.canonical_links = vec![canonical("https://www.example.com/guide/tea?cup=1")];
    assert_eq!(judge(&page).status, Status::Pass);
}

#[test]
fn a_page_that_redirects_needs_no_canonical_of_its_own() {
    let of = |canonical: &str| {
        let html = format!(
            "<html lang=en><title>Tea</title><meta http-equiv=refresh content='0;url=/green'>\
             {canonical}<p>Moved to <a href=/green>Green tea</a>."
        );
        let page = crate::catalogue::test_html::read_at("https://www.example.com/tea", &html);
        (judge(&page).status, names_another_site(&page))
    };
    assert_eq!(of(""), (Status::Na, false));
    assert_eq!(of("<link rel=canonical href=https://www.example.com/tea>").0, Status::Na);
    assert_eq!(of("<link rel=canonical href=https://www.example.com/green>").0, Status::Pass);
    let slow = "<html lang=en><title>Tea</title><meta http-equiv=refresh content='9;url=/green'>";
    let page = crate::catalogue::test_html::read_at("https://www.example.com/tea", slow);
    assert_eq!(judge(&page).status, Status::Warn, "not at once");
}

#[test]
fn other_pages_fail_and_only_other_sites_cap() {
    let other = with_links(&["https://www.example.com/guide/coffee"]);
    assert_eq!((judge(&other).status, names_another_site(&other)), (Status::Fail, false));
    let elsewhere = with_links(&["https://www.example.org/guide/tea"]);
    assert_eq!((judge(&elsewhere).status, names_another_site(&elsewhere)), (Status::Fail, true));
}

#[test]
fn a_staging_host_is_a_leftover() {
    for (host, expected) in [
        ("staging.example.com", Status::Fail),
        ("tea-preview.vercel.app", Status::Fail),
        ("dev.example.com", Status::Warn),
    ] {
        let page = with_links(&[format!("https://{host}/guide/tea").as_str()]);
        let finding = judge(&page);
        assert_eq!(finding.status, expected, "{host}");
        assert!(finding.summary.contains(&format!("`{host}`")), "{}", finding.summary);
        assert_eq!(names_another_site(&page), expected == Status::Fail, "{host}");
        let fix = fix::fix(&page, None);
        let is = if expected == Status::Fail { "is" } else { "looks like" };
        assert_eq!(
            fix.title,
            format!("Set the canonical to `{ADDRESS}`: `{host}` {is} a staging or preview host")
        );
        let own = format!("<link rel=\"canonical\" href=\"{ADDRESS}\">");
        assert_eq!(fix.snippet, Some(own));
        assert!(fix.steps.iter().any(|step| step.starts_with("If ")), "{:?}", fix.steps);
    }
}

#[test]
fn a_variant_of_the_canonical_warns() {
    for (address, title, canonical, expected) in [
        ("https://www.example.com/tea;jsessionid=1", "", "https://www.example.com/tea", true),
        ("https://m.example.com/tea/comment-page-3", "", "https://www.example.com/tea", true),
        ("https://www.example.com/a-123456", "", "https://www.example.com/b-123456", true),
        ("https://www.example.com/old", "Green tea", "https://www.example.com/green-tea", true),
        ("https://www.example.com/old", "Green tea", "https://www.example.com/", false),
        ("https://www.example.com/old", "Green tea", "https://www.example.com/red-tea", false),
        ("https://www.example.com/old", "Green tea", "https://tea.example.com/green-tea", false),
    ] {
        let mut page = with_links(&[canonical]);
        page.final_url = crate::catalogue::test_page::url(address);
        page.document.titles[0].value = title.to_owned();
        let finding = judge(&page);
        let status = if expected { Status::Warn } else { Status::Fail };
        assert_eq!(finding.status, status, "{address} {canonical}");
        assert_eq!(finding.summary.starts_with("This URL is a variant"), expected);
    }
}

#[test]
fn contradictions_fail() {
    let page = with_links(&[OWN, "https://www.example.com/guide/coffee"]);
    assert_eq!(judge(&page).status, Status::Fail);
    assert!(judge(&page).summary.starts_with("The page's canonical links"));
    let mut page = with_links(&[OWN]);
    let header =
        "</style.css>; rel=preload, <https://www.example.com/b>; title=\"x\"; rel=\"canonical\"";
    page.exchanges[0].headers.push(("link".to_owned(), header.to_owned()));
    assert_eq!(judge(&page).status, Status::Fail);
    assert!(judge(&page).summary.contains("header"), "{}", judge(&page).summary);
}

#[test]
fn a_header_alone_is_enough() {
    let mut page = with_links(&[]);
    let header = format!("<{OWN}>; rel=canonical");
    page.exchanges[0].headers.push(("link".to_owned(), header));
    assert_eq!(judge(&page).status, Status::Pass);
    page.document.canonical_links = with_links(&[OWN]).document.canonical_links;
    assert_eq!(judge(&page).status, Status::Pass, "both, and they agree");
}

#[test]
fn one_in_the_body_only_is_worth_none() {
    let mut page = with_links(&["https://www.example.org/elsewhere"]);
    page.document.canonical_links[0].in_head = false;
    assert_eq!(judge(&page).status, judge(&with_links(&[])).status);
    assert!(!names_another_site(&page));
    page.document.canonical_links.push(canonical(OWN));
    assert_eq!(judge(&page).status, Status::Pass, "the one in the head counts");
}

#[test]
fn one_that_redirects_here_fails() {
    let mut page = page_after(&["https://www.example.com/tea"]);
    page.document.canonical_links = vec![canonical("https://www.example.com/tea")];
    let finding = judge(&page);
    assert_eq!(finding.status, Status::Fail);
    assert!(finding.summary.contains("301"), "{}", finding.summary);
}

#[test]
fn a_base_element_is_heeded() {
    let mut page = with_links(&["tea"]);
    page.document.base_href = Some("/guide/".to_owned());
    assert!(judge(&page).summary.contains("relative"), "{}", judge(&page).summary);
    page.document.base_href = Some("https://www.example.org/guide/".to_owned());
    assert_eq!(judge(&page).status, Status::Fail);
}

#[test]
fn a_file_of_unknown_address_is_not_judged() {
    let page = Page { source: Source::FileWithoutAddress, ..with_links(&["https://b.example/"]) };
    assert_eq!(judge(&page).status, Status::Na);
    assert!(!names_another_site(&page));
}

#[test]
fn manuals_with_versions_choose_which_one_is_cited() {
    const MANUAL: &str = "https://www.example.com/docs/15/tea.html";
    let read = |address: &str, canonical: &str| {
        let html = format!(
            "<html lang=en><title>Brewing</title>{canonical}<script type=application/ld+json>\
             {{\"@type\":\"TechArticle\"}}</script><main><h1>Brewing</h1><p>Pour water on leaves."
        );
        crate::catalogue::test_html::read_at(address, &html)
    };
    let none = read(MANUAL, "");
    let finding = judge(&none);
    assert_eq!(finding.status, Status::Warn);
    assert!(finding.summary.contains("version `15`"), "{}", finding.summary);
    let fix = crate::catalogue::test_page::fix_of(&Canonical, &none);
    assert!(fix.title.ends_with("or in the current version"), "{}", fix.title);
    assert!(fix.snippet.is_some_and(|snippet| snippet.contains(MANUAL)));
    let link = |href: &str| format!("<link rel=canonical href={href}>");
    for canonical in ["current/tea.html", "16/tea.html", "tea.html"] {
        let link = link(&format!("https://www.example.com/docs/{canonical}"));
        assert_eq!(judge(&read(MANUAL, &link)).status, Status::Pass, "{canonical}");
    }
    for (address, canonical) in [
        (MANUAL, "https://www.example.com/docs/current/cups.html"),
        (MANUAL, "https://www.example.com/blog/tea.html"),
        ("https://www.example.com/docs/tea.html", "https://www.example.com/docs/15/tea.html"),
    ] {
        assert_ne!(judge(&read(address, &link(canonical))).status, Status::Pass, "{canonical}");
    }
    let contents = "<html lang=en><title>Brewing</title><main><h1>Brewing</h1><p>Pour water.";
    let contents_of =
        |address: &str| judge(&crate::catalogue::test_html::read_at(address, contents)).summary;
    assert!(contents_of("https://www.example.com/docs/15/").contains("version `15`"));
    assert_eq!(contents_of("https://www.example.com/kettles/2.5/"), "No canonical link found.");
    for address in
        ["https://www.example.com/docs/current/tea.html", "https://www.example.com/docs/tea.html"]
    {
        assert_eq!(judge(&read(address, "")).summary, "No canonical link found.", "{address}");
    }
}

fn read_with(canonical: &str, url: &str, body: &str) -> Page {
    crate::catalogue::test_html::read_at(
        url,
        &format!("<title>Tea</title><link rel=canonical href={canonical}>{body}"),
    )
}

#[test]
fn an_id_that_the_page_s_own_links_do_not_use_is_replaced() {
    let url = "https://www.tea.com/shows/green-tea-weekly";
    let id = "https://www.tea.com/shows/49d395c5-2720-41bb-bc72-07c3f3ee8f73";
    let links = |own: usize, other: usize| {
        let own = "<a href=/shows/green-tea-weekly/ep/1>One</a>".repeat(own);
        own + &format!("<a href={id}>Other</a>").repeat(other)
    };
    let page = read_with(id, url, &links(4, 1));
    assert!(judge(&page).summary.contains("the rest of the page uses the page's own URL"));
    let fix = crate::catalogue::test_html::fix(&Canonical, &page);
    assert!(fix.title.starts_with(&format!("Set the canonical to `{url}`")), "{}", fix.title);
    assert!(fix.snippet.unwrap().contains(url));
    for links in [links(0, 0), links(2, 1), links(0, 3)] {
        let fix = crate::catalogue::test_html::fix(&Canonical, &read_with(id, url, &links));
        assert!(fix.title.starts_with("Scan"), "{}", fix.title);
    }
}

#[test]
fn a_host_of_another_country_that_the_page_does_not_use_is_not_proposed() {
    let url = "https://www.tea.de/pots.html";
    let other = "https://www.tea.co.uk/pots.html";
    let own = "<a href=https://www.tea.de/cups.html>Cups</a>";
    let page = read_with(other, url, own);
    assert!(judge(&page).summary.contains("another country"), "{}", judge(&page).summary);
    let fix = crate::catalogue::test_html::fix(&Canonical, &page);
    assert!(fix.title.starts_with("Use one URL in the canonical"), "{}", fix.title);
    assert_eq!(fix.snippet, None);
    let listed = format!("{own}<link rel=alternate hreflang=en-GB href={other}>");
    let fix = crate::catalogue::test_html::fix(&Canonical, &read_with(other, url, &listed));
    assert!(fix.title.starts_with("Scan"), "{}", fix.title);
    let links = "<a href=https://en.tea.de/cups>Cups</a>".repeat(12);
    let html = format!("<title>Tea</title>{links}");
    let page = crate::catalogue::test_html::read_at(other, &html);
    let fix = crate::catalogue::test_html::fix(&Canonical, &page);
    assert_eq!(
        fix.title,
        "Choose `www.tea.co.uk` or `en.tea.de` as the canonical host, and add a canonical link"
    );
    assert_eq!(fix.snippet, None);
    // Where relative links lead, they don't say.
    let relative = "<a href=/cups.html>Cups</a>".repeat(12);
    assert!(!judge(&read_with(other, url, &relative)).summary.contains("the rest of the page"));
    for (url, links) in [
        (other, format!("{relative}{links}")),
        ("https://www.tea.org/", links.replace(".de", ".com")),
        ("https://docs.tea.io/", links.replace(".de", ".com")),
    ] {
        let page = crate::catalogue::test_html::read_at(url, &format!("<title>Tea</title>{links}"));
        let fix = crate::catalogue::test_html::fix(&Canonical, &page);
        assert!(fix.snippet.is_some_and(|snippet| snippet.contains(url)), "{}", fix.title);
    }
}

#[test]
fn a_url_that_is_reserved_for_examples_is_not_the_page_s() {
    let reserved = "https://www.example.com/page";
    let of = |canonical: &str, url: &str| judge(&read_with(canonical, url, "")).status;
    assert_eq!(of("https://tea.test.org/pots", reserved), Status::Na);
    assert_eq!(of("https://www.example.org/pots", reserved), Status::Fail);
    assert_eq!(of("https://tea.test.org/pots", "https://leaf.net/pots"), Status::Fail);
    let page = read_with("https://tea.test.org/pots", reserved, "");
    assert!(!names_another_site(&page));
}

#[test]
fn a_right_canonical_beside_another_spelling_costs_little() {
    let worth = |hrefs: &[&str]| judge(&with_links(hrefs)).value;
    for hrefs in [&["https://www.example.com/guide/tea/"][..], &[OWN, OWN]] {
        assert_eq!(worth(hrefs), Some(HARMLESS_WORTH), "{hrefs:?}");
    }
    assert_ne!(worth(&["http://www.example.com/guide/tea"]), Some(HARMLESS_WORTH));
}

fn at(url: &str, html: &str) -> Page {
    crate::catalogue::test_html::read_at(url, &format!("<html lang=en>{html}"))
}

#[test]
fn a_site_that_gives_one_address_everywhere_in_the_head_has_chosen_it() {
    let id = "https://pods.example/shows/49d395c5-2720-41bb-bc72-07c3f3ee8f73";
    let of = |shared: &str| {
        let links = "<a href=/shows/tea-weekly/ep/1>1</a><a href=/shows/tea-weekly/ep/2>2</a>";
        let html = format!(
            "<head><title>Tea Weekly</title><link rel=canonical href={id}>\
             <meta property=og:url content={shared}></head><h1>Tea Weekly</h1>{links}"
        );
        let page = at("https://pods.example/shows/tea-weekly", &html);
        fix::fix(&page, None).title
    };
    assert!(of(id).starts_with("Scan `https://pods.example/shows/49d395c5"), "{}", of(id));
    let own = of("https://pods.example/shows/tea-weekly");
    assert!(own.contains("which the page uses elsewhere"), "{own}");
}

#[test]
fn the_page_of_a_brand_at_the_address_of_a_product_is_no_variant() {
    let html = |canonical: &str, heading: &str| {
        format!(
            "<head><title>{heading} | Shop</title><link rel=canonical href={canonical}></head>\
             <h1>{heading}</h1>"
        )
    };
    let url = "https://shop.example/products/leafwell-hd-600";
    let brand = at(url, &html("https://shop.example/collections/leafwell", "Collection: Leafwell"));
    let finding = judge(&brand);
    assert!(finding.summary.starts_with("This URL shows the page"), "{}", finding.summary);
    let fix = fix::fix(&brand, None);
    assert!(fix.title.starts_with(&format!("Redirect `{url}`")), "{}", fix.title);
    let whole = fix.steps.concat();
    assert!(!whole.contains("Link to"), "{whole}");
    let moved =
        at(url, &html("https://shop.example/items/leafwell-hd-600-black", "Leafwell HD 600 Black"));
    assert!(judge(&moved).summary.contains("another slug"), "{}", judge(&moved).summary);
}

#[test]
fn the_canonical_of_a_home_page_is_its_folder() {
    let of = |url: &str| {
        let page = crate::catalogue::test_html::read_at(url, "<title>Tea</title><h1>Tea</h1>");
        crate::catalogue::test_page::fix_of(&Canonical, &page).snippet.unwrap_or_default()
    };
    assert!(of("https://leaf.example/index.php").contains("\"https://leaf.example/\""));
    assert!(of("https://leaf.example/Default.aspx").contains("\"https://leaf.example/\""));
    assert!(of("https://leaf.example/tea/index.php").contains("/tea/index.php"));
}
