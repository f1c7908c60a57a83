mod copyright;
mod links;
mod names;
mod profiles;

use super::*;
use crate::catalogue::test_html::{block, read, read_at};
use crate::page::Page;
use crate::report::Status;

fn judge(page: &Page) -> Finding {
    PublisherIdentity.judge(&Context::new(page, false))
}

fn signs(html: &str) -> [bool; 4] {
    signs_of(&read(html))
}

/// The signs on a site whose domain is not its name.
fn signs_elsewhere(html: &str) -> [bool; 4] {
    signs_of(&read_at("https://www.host.test/tea", html))
}

fn signs_of(page: &Page) -> [bool; 4] {
    let signs = Signs::of(&Context::new(page, false));
    let links = signs.about.is_some() && signs.contact.is_some();
    [signs.name.is_some(), signs.node.is_some(), signs.profile.is_some(), links]
}

#[test]
fn a_fix_that_asks_for_a_name_says_where() {
    let open_graph = Places::default().or_open_graph();
    assert_eq!(open_graph.listed(), ["`og:site_name`"]);
    let title = Places { title: true, ..Places::default() };
    assert_eq!(title.or_open_graph(), title);
}

const ORGANIZATION: &str = r#"{"@context": "https://schema.org", "@type": "Organization",
    "name": "Example Ltd", "url": "/", "sameAs": ["https://www.wikidata.org/wiki/Q1"]}"#;
const LINKS: &str = "<footer><a href=/about-us>Who</a> <a href=/impressum>Law</a></footer>";

#[test]
fn three_signs_pass_and_none_fails() {
    let organization = block(ORGANIZATION);
    let all = format!("<title>Tea | Example</title>{organization}<h1>Tea</h1>{LINKS}");
    assert_eq!(signs(&all), [true; 4]);
    assert_eq!(judge(&read(&all)).status, Status::Pass);
    let three = format!("<title>Tea</title>{organization}<h1>Tea</h1>{LINKS}");
    assert_eq!(
        (signs_elsewhere(&three), judge(&read(&three)).status),
        ([false, true, true, true], Status::Pass)
    );
    let links = judge(&read_at("https://www.host.test/tea", &format!("<title>Tea</title>{LINKS}")));
    assert_eq!((links.status, links.value), (Status::Warn, Some(33)));
    let two = format!("<title>Tea</title>{organization}<h1>Tea</h1>");
    assert_eq!(judge(&read_at("https://www.host.test/tea", &two)).status, Status::Warn);
    assert_eq!(judge(&read(&format!("<title>Tea</title>{LINKS}"))).status, Status::Warn);
    assert_eq!(judge(&read("<title>Tea</title><h1>Tea</h1>")).status, Status::Fail);
    for (part, named) in [
        ("<meta property=og:site_name content=A>", "a site name from a single source"),
        ("<a href=/about/team>x</a>", "a link to an About page"),
        ("<a href=/contact>x</a>", "a contact link"),
        ("<p>Tea</p><footer>© 2026 Jane Doe</footer>", "a copyright owner"),
        ("<p>Tea</p><p>Edited by Jane Doe</p>", "a line that says who makes the page"),
        ("<title>Tea</title><header><img src=a alt='Leaf Board logo'></header>", "a logo"),
        ("<title>Tea - Leaf Guidance</title><h1>Tea</h1>", "a title that ends in"),
    ] {
        let finding = judge(&read(part));
        assert_eq!((finding.status, finding.value), (Status::Warn, Some(25)), "{part}");
        assert!(finding.summary.contains(named), "{}", finding.summary);
    }
}

#[test]
fn each_sign_has_one_row() {
    let rows = |html: &str| judge(&read(html)).details;
    for html in ["", "<a href=/about>x</a>", "<a href=/contact>x</a>", LINKS] {
        assert_eq!(rows(html).len(), 4, "{html}");
    }
    assert_eq!(rows("<a href=/about>x</a>")[3].measured.as_deref(), Some("About page only"));
    assert_eq!(rows(LINKS)[3].excerpt, "/about-us, /impressum");
}

#[test]
fn the_publisher_may_be_a_reference() {
    let graph = r##"{"@graph": [{"@type": "Article", "publisher": {"@id": "#org"}},
        {"@type": "Organization", "@id": "#org", "name": "A", "logo": "/logo.png"}]}"##;
    assert!(signs(&block(graph))[1]);
    let brand = r#"{"@type": "Product", "brand": {"@type": "Organization", "url": "/"}}"#;
    assert!(!signs(&block(brand))[1], "the maker of a product is not the publisher");
}

#[test]
fn fixes_ask_for_what_is_missing_only() {
    let html = format!("<title>Tea</title>{}<h1>Tea</h1>", block(ORGANIZATION));
    let page = read_at("https://www.host.test/tea", &html);
    let fix = crate::catalogue::test_html::fix(&PublisherIdentity, &page);
    assert!(fix.title.contains("Example Ltd") && fix.title.contains("About"), "{}", fix.title);
    assert_eq!(fix.steps.len(), 3, "{:?}", fix.steps);
    let page = read_at("https://www.host.test/", &format!("<title>Tea</title>{LINKS}"));
    let other = crate::catalogue::test_html::fix(&PublisherIdentity, &page);
    assert_eq!(other.key, "jsonld-valid", "the block that is missing names who it is");
    let pasted = other.snippet.unwrap();
    assert!(pasted.contains("\"Organization\"") && !pasted.contains("<a "), "{pasted}");
    assert_eq!(fix.snippet.as_deref().map(|text| text.contains("Example Ltd")), Some(true));
}

#[test]
fn of_a_page_that_is_cut_nothing_is_asked_that_stands_at_its_end() {
    let mut page = read("<title>Tea | Example</title><h1>Tea</h1>");
    page.truncated = true;
    let finding = judge(&page);
    assert_eq!((finding.status, finding.unsure), (Status::Na, true));
}

#[test]
fn markup_is_asked_of_the_home_page_alone() {
    let html = "<title>Kettles</title><main><h1>Kettles</h1><p>Boil water.</main>";
    let fix = |url: &str| crate::catalogue::test_html::fix(&PublisherIdentity, &read_at(url, html));
    let page = fix("https://www.host.test/manual/kettles");
    assert!(!page.title.contains("`Organization`"), "{}", page.title);
    assert!(page.steps.iter().any(|step| step.contains("the home page")), "{:?}", page.steps);
    assert!(fix("https://www.host.test/").title.contains("Organization"));
}

#[test]
fn a_home_page_s_fix_says_each_thing_once() {
    let page = read_at("https://www.kettle.test/", "<title>Kettle</title><p>We make kettles.</p>");
    let context = Context::new(&page, false);
    let finding = crate::catalogue::test_page::finding_of(&PublisherIdentity, &context);
    let own = PublisherIdentity.fix(&context, &finding).steps;
    assert!(!own.iter().any(|step| step.contains("or a `Person`")), "{own:?}");
}

#[test]
fn a_name_that_is_there_is_not_asked_for() {
    let organization = block(ORGANIZATION);
    let html = format!("<title>Tea | Example</title>{organization}<h1>Tea</h1>");
    let page = read(&html);
    let context = Context::new(&page, false);
    let finding = crate::catalogue::test_page::finding_of(&PublisherIdentity, &context);
    let fix = PublisherIdentity.fix(&context, &finding);
    assert!(fix.title.starts_with("Link to "), "{}", fix.title);
}

#[test]
fn a_footer_that_scripts_fill_could_not_be_seen() {
    let page = |footer: &str| {
        read_at(
            "https://www.host.test/tea",
            &format!("<title>Tea</title><h1>Tea</h1>{footer}<script src=/app.js></script>"),
        )
    };
    let empty = page("<footer><h2>Footer</h2></footer>");
    let finding = PublisherIdentity.judge(&Context::new(&empty, false));
    assert_eq!(finding.status, Status::Warn, "{}", finding.summary);
    assert!(finding.summary.contains("JavaScript fills the footer"), "{}", finding.summary);
    let steps = crate::catalogue::test_html::fix(&PublisherIdentity, &empty).steps.join(" ");
    assert!(
        steps.contains("Put the footer and its links") && !steps.contains("Link from"),
        "{steps}"
    );
    let own = page("<site-footer></site-footer>");
    let finding = PublisherIdentity.judge(&Context::new(&own, false));
    assert!(finding.summary.contains("JavaScript fills the footer"), "{}", finding.summary);
    for full in [
        "<site-footer>© 2026</site-footer>",
        "<mat-card-footer></mat-card-footer>",
        "<footer>© 2026</footer>",
        "<footer>Copyright 2026 Leaf</footer>",
        "<footer>Leaf Ltd</footer>",
        "<article><p>Tea</p><footer>Filed under</footer></article>",
        "<blockquote>Tea<footer><h4>Jane Doe</h4></footer></blockquote>",
        "<footer><a href=/x>Pots</a></footer>",
        "",
    ] {
        let finding = PublisherIdentity.judge(&Context::new(&page(full), false));
        assert!(!finding.summary.contains("JavaScript"), "{full}: {}", finding.summary);
    }
}

#[test]
fn a_manual_that_says_whose_it_is_needs_no_contact() {
    let html = "<html lang=en><meta property=og:site_name content=Leaf><title>Cups – Leaf</title>\
                <main><h1>Cups</h1><p>Boil.</p></main><footer>© 2026 Tea Board</footer>";
    let status = |url: &str, html: &str| {
        PublisherIdentity.judge(&Context::new(&read_at(url, html), false)).status
    };
    let docs = "https://docs.host.test/cups";
    assert_eq!(status(docs, html), Status::Pass);
    assert_eq!(status(docs, &html.replace("© 2026 Tea Board", "")), Status::Warn);
    assert_eq!(status("https://www.host.test/stories/cups", html), Status::Warn);
}
