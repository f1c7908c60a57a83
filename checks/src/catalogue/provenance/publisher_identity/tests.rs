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
fn a_logo_and_initials_name_the_site() {
    let logo =
        |alt: &str| format!("<header><img src=/a.png alt='{alt}'></header><main><h1>Tea</h1>");
    let named = |url: &str, html: &str| signs_of(&read_at(url, html))[0];
    assert!(named("https://www.leaftea.test/a", &logo("Leaf Tea Logo")), "logo and domain");
    assert!(!named("https://www.host.test/a", &logo("Leaf Tea Logo")), "a logo alone");
    assert!(!named("https://www.leaftea.test/a", &logo("A pot of leaf tea")), "no logo");
    let title = "<title>Cups | NTB</title>";
    let og = "<meta property=og:site_name content='National Tea Board'>";
    assert!(named("https://www.host.test/a", &format!("{title}{og}")), "initials");
    assert!(!named("https://www.host.test/a", &format!("<title>Cups | NTX</title>{og}")));
    let blog = "<title>Cups | Tea Growers Blog</title><h1>Cups</h1>";
    assert!(named("https://tea-growers.platform.test/a", blog), "the first label of the host");
    assert!(!named("https://www.platform.test/a", blog));
}

#[test]
fn names_agree_across_sources_without_their_legal_form() {
    let og = |name: &str| format!("<meta property=og:site_name content='{name}'>");
    let site = |name: &str| block(&format!(r#"{{"@type": "WebSite", "name": "{name}"}}"#));
    let publisher = |name: &str| {
        block(&format!(
            r#"{{"@type": "Article", "publisher": {{"@type": "Organization", "name": "{name}"}}}}"#
        ))
    };
    for (html, expected) in [
        (og("Example") + &site("Example GmbH"), true),
        (og("Ｅｘａｍｐｌｅ") + &publisher("EXAMPLE Inc."), true),
        (og("テスト") + &publisher("株式会社テスト"), true),
        (og("Example") + "<title>Tea - Example</title>", true),
        (og("Example") + &site("Other"), false),
        (og("Example") + &og("Example"), false),
        (og("Example"), false),
    ] {
        assert_eq!(signs_elsewhere(&html)[0], expected, "{html}");
    }
    assert!(signs(&og("Example"))[0] && signs(&og("example.com"))[0], "the domain is a source");
    assert!(signs("<title>Tea | Example</title><h1>Tea</h1>")[0]);
    assert!(signs(&(og("Example Web Docs") + "<title>Tea | Example</title>"))[0]);
    assert!(signs(&og("Example Magazine"))[0] && !signs(&og("Examples of Tea"))[0]);
    let the = read_at("https://www.theexample.com/tea", &og("Example"));
    assert!(signs_of(&the)[0]);
    let named = |url: &str, title: &str| {
        signs_of(&read_at(url, &format!("<title>{title}</title><h1>Tea</h1>")))[0]
    };
    assert!(named("https://tea.net/", "Welcome to Tea.net [Tea.net]"), "a short domain, in full");
    assert!(!named("https://tea.net/", "Welcome to tea"), "a short word is any word");
    let home = read_at("https://www.example.com/", "<title>All of tea | Example</title>");
    assert!(signs_of(&home)[0]);
    assert!(!signs("<title>Example of tea</title><h1>Example of tea</h1>")[0]);
    let home = read_at(
        "https://www.example.com/",
        &("<title>Example: tea for all</title>".to_owned() + &og("Example")),
    );
    assert!(Signs::of(&Context::new(&home, false)).name.is_some());
}

#[test]
fn the_owner_of_the_copyright_is_a_source_of_the_name() {
    let at = |title: &str, foot: &str| {
        let html = format!("<title>{title}</title><h1>Tea</h1><footer><p>{foot}</footer>");
        signs_of(&read_at("https://docs.tealeaf.test/tea", &html))[0]
    };
    assert!(at("Tea", "© 2026 Tealeaf & Sons. All rights reserved."));
    assert!(at("Tea | Green Pot", "© Green Pot, LLC 2026"));
    assert!(!at("Tea", "© Jane Doe 2026"), "one source alone");
    assert!(!at("Tea", "2026 Tealeaf & Sons"), "no sign");
}

#[test]
fn a_property_counts_beside_a_name_and_a_slogan_may_follow_the_name() {
    let html = "<meta property=og:site_name name=site content='Example • Tea for all of you'>";
    assert!(signs(html)[0]);
    let abbreviated = "<title>Tea | TLA</title><meta property=og:site_name content='TLA Web Docs'>";
    assert!(signs_elsewhere(abbreviated)[0]);
    assert!(!signs_elsewhere(&abbreviated.replace("| TLA", "| Pot"))[0]);
}

#[test]
fn a_link_named_after_the_site_may_lead_to_a_domain_of_the_company() {
    let about = |text: &str| {
        let html = format!(
            "<h1>Tea</h1><footer><a href=https://company.test/>{text}</a> <a href=/contact>Write\
             </a></footer>"
        );
        signs(&html)[3]
    };
    assert!(about("About Example"));
    assert!(!about("About Others") && !about("About Example teas"));
}

#[test]
fn what_is_for_the_press_is_no_page_about_the_site() {
    let of = |path: &str| {
        signs(&format!("<h1>Tea</h1><a href={path}>News desk</a><a href=/contact>Write</a>"))[3]
    };
    assert!(of("/about/team/") && !of("/about/press/") && !of("/about/newsroom"));
}

#[test]
fn another_domain_of_the_company_is_no_profile() {
    let with = |address: &str| signs(&format!("<footer><a href={address}>Shops</a></footer>"))[2];
    assert!(with("https://social.test/example"));
    assert!(!with("https://shops-example.com/example-shops"));
}

#[test]
fn profiles_are_on_other_sites() {
    let with = |same: &str| {
        signs(&block(&format!(r#"{{"@type": "Organization", "name": "A", "sameAs": "{same}"}}"#)))
            [2]
    };
    assert!(with("https://en.wikipedia.org/wiki/Example"));
    assert!(!with("https://blog.example.com/") && !with("@example") && !with(""));
    assert!(!with("https://facebook.com/") && !with("https://www.linkedin.com/in/"));
    assert!(signs("<a rel='noopener me' href=https://social.example/@a>x</a>")[2]);
    assert!(!signs("<footer><a href=https://social.example/@a>x</a></footer>")[2]);
}

#[test]
fn a_profile_may_bear_the_name_of_the_site() {
    let footer = |href: &str| signs(&format!("<footer><a href='{href}'>x</a></footer>"))[2];
    for href in [
        "https://www.social.test/company/example/",
        "//social.test/@ExampleHQ",
        "https://code.test/example/tea",
        "https://social.test/the.example?hl=en",
    ] {
        assert!(footer(href), "{href}");
    }
    for href in [
        "https://social.test/share?url=https://www.example.com/tea",
        "https://social.test/sharer/sharer.php?u=example",
        "https://blog.example.com/example",
        "https://social.test/a/b/example",
        "/company/example",
        "https://moving.test/example/quotes/new",
        "https://cards.test/example-gift.html",
        "https://papers.test/terms/Example-Agreement.pdf",
    ] {
        assert!(!footer(href), "{href}");
    }
    let named = "<meta property=og:site_name content='Tea Leaf'>\
                 <a href=https://social.test/company/tea-leaf>x</a>";
    assert!(signs(named)[2]);
    let long = "<meta property=og:site_name content='ETC - English Tea Club: tea for all'>";
    let with = |path: &str| signs(&format!("{long}<a href=https://social.test/{path}>x</a>"))[2];
    assert!(with("EnglishTeaClub") && !with("tea"));
    let short = "<meta property=og:site_name content=TLC>";
    let on = |address: &str| signs(&format!("{short}<a href=https://{address}>x</a>"))[2];
    assert!(on("www.linkedin.com/showcase/tlc-uk-teas/"), "a word of its own");
    assert!(!on("www.linkedin.com/company/tlcteas/") && !on("social.test/tlc-uk-teas"));
}

#[test]
fn what_people_link_to_in_posts_is_no_profile_of_the_site() {
    let post = "<p>Boil the water, wait for three minutes, and pour it over the leaves.</p>";
    let html = format!(
        "<main><h1>Tea</h1>{}<p>See <a href='https://github.com/example/tea'>this</a>.</p></main>",
        post.repeat(5)
    );
    let at = |url: &str| signs_of(&read_at(url, &html))[2];
    assert!(at("https://www.example.com/about"));
    assert!(!at("https://forum.example.com/thread/tea"));
}

#[test]
fn what_opens_a_menu_is_no_link() {
    for href in ["#", "javascript:void(0)", ""] {
        let html = format!("<a href='{href}'>About</a><a href=/contact>y</a>");
        assert!(!signs(&html)[3], "{href}");
    }
    assert!(signs("<a href='#about'>About</a><a href='#contact'>Contact</a>")[3]);
    assert!(!signs("<a href=/corporate-training/tea>x</a><a href=/contact>y</a>")[3]);
}

#[test]
fn what_is_sold_to_companies_and_told_of_others_is_not_about_the_site() {
    let with = |link: &str| signs(&format!("<footer>{link} <a href=/contact>y</a></footer>"))[3];
    for link in [
        "<a href=/a>Corporate gifts</a>",
        "<a href=/corporate-catering>x</a>",
        "<a href=/a>Company parties</a>",
        "<a href=/company/teapot-works>Their tea</a>",
    ] {
        assert!(!with(link), "{link}");
    }
    for link in ["<a href=/company>x</a>", "<a href=/a>Corporate information</a>"] {
        assert!(with(link), "{link}");
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
fn links_to_both_kinds_of_pages_are_needed() {
    for (html, expected) in [
        ("<a href=/about>x</a><a href=/contact>y</a>", true),
        ("<a href=/p/1>Über uns</a><a href=/p/2>Impressum</a>", true),
        ("<a href=/a>会社概要</a><a href='mailto:tea@example.com'>y</a>", true),
        ("<a href=/%D0%BE-%D0%BD%D0%B0%D1%81>x</a><a href=/kontakty>y</a>", true),
        ("<a href=https://about.example.com/about>x</a><a href=/contact>y</a>", true),
        ("<a href=/about>x</a>", false),
        ("<a href=https://other.example/about>x</a><a href=/contact>y</a>", false),
        (
            "<main><h1>Tea</h1><p>Boil the water.</p></main>\
             <footer><a href=https://other.example/>About us</a><a href=/contact>y</a></footer>",
            true,
        ),
        ("<footer><a href=https://o.example/>About Tea</a><a href=/contact>y</a></footer>", false),
        ("<a href=/about>x</a><a href='mailto:?subject=tea'>y</a>", false),
        // Of whoever wrote this, or of an example.
        (
            "<main><h1>Tea</h1><p>Boil the water.</p><a href='mailto:ada@other.example'>Ada</a>\
             </main><footer><a href=/about>About</a></footer>",
            false,
        ),
    ] {
        assert_eq!(signs(html)[3], expected, "{html}");
    }
    let declared = ORGANIZATION.replace("\"url\"", "\"telephone\": \"+1\", \"url\"");
    assert!(signs(&format!("{}<a href=/about>x</a>", block(&declared)))[3]);
}

#[test]
fn an_address_in_the_text_of_a_page_of_contacts_is_the_publishers() {
    let html = "<title>Tea</title><main><h1>Tea</h1><p>Boil the water.</p>\
                <a href='mailto:ada@other.example'>Ada</a></main>\
                <footer><a href=/about>About</a></footer>";
    let has_contact = |url: &str| {
        let links = &judge(&read_at(url, html)).details[3];
        links.measured.as_deref() != Some("About page only")
    };
    for url in ["https://www.host.test/contact.html", "https://www.host.test/kontakt/"] {
        assert!(has_contact(url), "{url}");
    }
    assert!(!has_contact("https://www.host.test/blog/tea"));
}

#[test]
fn fixes_ask_for_what_is_missing_only() {
    let html = format!("<title>Tea</title>{}<h1>Tea</h1>", block(ORGANIZATION));
    let page = read_at("https://www.host.test/tea", &html);
    let fix = crate::catalogue::test_html::fix(&PublisherIdentity, &page);
    assert!(fix.title.contains("Example Ltd") && fix.title.contains("About"), "{}", fix.title);
    assert_eq!(fix.steps.len(), 2);
    let page = read_at("https://www.host.test/", &format!("<title>Tea</title>{LINKS}"));
    let other = crate::catalogue::test_html::fix(&PublisherIdentity, &page);
    assert_eq!(other.key, "jsonld-valid", "the block that is missing names who it is");
    let pasted = other.snippet.unwrap();
    assert!(pasted.contains("\"Organization\"") && !pasted.contains("<a "), "{pasted}");
    assert_eq!(fix.snippet.as_deref().map(|text| text.contains("Example Ltd")), Some(true));
}

#[test]
fn the_name_may_stand_before_a_slogan_in_the_title() {
    let at = |title: &str| {
        let html = format!("<html lang=en><title>{title}</title><h1>Kettles</h1>");
        signs_of(&read_at("https://www.tealeaf.test/kettles", &html))[0]
    };
    assert!(at("Kettles | Tea Leaf – All that is hot"));
    assert!(at("Kettles - Tea Leaf Forum - Questions"));
    assert!(!at("Kettles – All that is hot"));
    assert!(!at("Tealeaf kettles – All that is hot"));
    // The domain, its beginning, or the last word.
    assert!(at("Kettles | Tealeaf") && at("Tealeaf :: Kettles") && at("Kettles from tealeaf.test"));
    assert!(at("Kettles / Tea Leaf Forum") && !at("Kettles | Hot"));
    let shop = "<html lang=en><title>Kettles – Tealeaf</title><h1>Kettles</h1>";
    assert!(signs_of(&read_at("https://www.tealeaf-shop.test/kettles", shop))[0]);
}

#[test]
fn feeds_articles_and_threads_are_nobodys_profile() {
    for (address, expected) in [
        ("https://x.com/example", true),
        ("https://github.com/example/tea", true),
        ("https://x.com/example/status/1234", false),
        ("https://github.com/example/tea/blob/main/tea.rst", false),
        ("https://feeds.feeder.test/example", false),
        ("https://other.test/example/feed", false),
        ("https://other.test/2024/example", false),
        ("https://forum.other.test/threads/example", false),
    ] {
        let html = format!("<a href='{address}'>x</a>");
        assert_eq!(signs(&html)[2], expected, "{address}");
    }
}

#[test]
fn articles_and_threads_about_something_are_not_about_the_site() {
    let contact = "<footer><a href=/contact>y</a></footer>";
    let inside = |link: &str| {
        let text =
            "Boil the water, wait for three minutes, and pour it over the leaves. ".repeat(5);
        signs(&format!("<main><h1>Tea</h1><p>{text}{link}</p></main>{contact}"))[3]
    };
    assert!(!inside("<a href=/a>About green tea</a>"));
    assert!(!inside("<a href=/threads/about>x</a>"));
    assert!(!inside("<a href='#about-answers'>About answers</a>"));
    assert!(inside("<a href=/about>x</a>") && inside("<a href=/p/1>About us</a>"));
}

#[test]
fn what_a_site_tells_beside_itself_is_no_about_page() {
    let about = |link: &str| {
        let page = read(&format!("<footer>{link}<a href=/contact>Contact</a></footer>"));
        Signs::of(&Context::new(&page, false)).about.is_some()
    };
    for link in [
        "<a href=/about-us/careers>Careers</a>",
        "<a href=/about/jobs>Work with us</a>",
        "<a href=/privacy/cookies/about>Cookies</a>",
        "<a href=/faq>About user reviews</a>",
        "<a href=/ads>About our ads</a>",
    ] {
        assert!(!about(link), "{link}");
    }
    for link in ["<a href=/about-us/team>Team</a>", "<a href=/info/about>About us</a>"] {
        assert!(about(link), "{link}");
    }
}

#[test]
fn a_name_that_repeats_the_title_is_none_of_the_site() {
    let page = |title: &str| {
        let head = format!("<title>{title}</title><meta property=og:site_name content='{title}'>");
        let page = read_at("https://www.host.test/tea", &format!("{head}<h1>Green tea</h1>"));
        Signs::of(&Context::new(&page, false)).name
    };
    assert_eq!(page("Green tea | Tea | Leaf"), None);
    let accented =
        read_at("https://www.theiere.test/tea", "<title>Tea | Théière</title><h1>Tea</h1>");
    assert_eq!(Signs::of(&Context::new(&accented, false)).name.as_deref(), Some("Théière"));
}

#[test]
fn a_footer_that_scripts_show_counts() {
    let hidden = format!(
        "<title>Tea</title><h1>Tea</h1>{}",
        LINKS.replace("<footer", "<footer style='display: none'")
    );
    assert!(signs(&hidden)[3]);
}

#[test]
fn what_others_do_for_a_site_is_no_profile_of_it() {
    for href in [
        "https://quotes.movers.test/example/quote",
        "https://subscriptions.test/give_a_gift/example",
        "https://myaccount.group.test/example/viewAccount",
        "https://forms.test/example/warranty-form",
        "https://ads.test/c/1/http%3A%2F%2Fwww.example.com/example",
        "https://ads.test/https://www.example.com/example",
    ] {
        let html = format!("<footer><a href='{href}'>Example</a></footer>");
        assert!(!signs(&html)[2], "{href}");
    }
    for href in [
        "https://www.trustpilot.com/review/example",
        "https://flipboard.com/@example",
        "https://www.facebook.com/example/forms",
    ] {
        let html = format!("<footer><a href='{href}'>Example</a></footer>");
        assert!(signs(&html)[2], "{href}");
    }
}

#[test]
fn of_a_page_that_is_cut_nothing_is_asked_that_stands_at_its_end() {
    let mut page = read("<title>Tea | Example</title><h1>Tea</h1>");
    page.truncated = true;
    let finding = judge(&page);
    assert_eq!((finding.status, finding.unsure), (Status::Na, true));
}

#[test]
fn a_logo_above_the_text_names_the_site_where_nothing_marks_the_text() {
    let text = "<p>Water should be hot when it meets the leaves of a green tea.</p>".repeat(3);
    let logo = "<div><a href=/><img class=logo src=a alt=Example></a></div>";
    assert!(signs(&format!("<title>Tea</title>{logo}{text}"))[0]);
    assert!(!signs(&format!("<title>Tea</title>{text}{logo}{}", text.replace("green", "red")))[0]);
}

#[test]
fn what_follows_in_the_title_of_a_chapter_is_no_name() {
    let of = |title: &str| judge(&read(&format!("<title>{title}</title><h1>Tea</h1>"))).status;
    for title in ["Chapter 7. Tea — Leaves and Water", "7.1. Tea - Leaves", "Part II. Tea | Leaves"]
    {
        assert_eq!(of(title), Status::Fail, "{title}");
    }
    assert_eq!(of("Tea — Leaf Guidance"), Status::Warn);
}

#[test]
fn the_end_of_a_title_is_a_name_only_behind_a_separator() {
    let of = |title: &str| {
        let html = format!("<html lang=en><title>{title}</title><h1>Kettles</h1>");
        let page = read_at("https://www.tealeaf.test/docs/kettles.html", &html);
        let context = Context::new(&page, false);
        (Signs::of(&context).name, json_ld::site_name(&context))
    };
    for title in ["A Brief History of Tealeaf", "2.1. What Is Tealeaf?", "Kettles (hot) in Tealeaf"]
    {
        assert_eq!(of(title), (None, None), "{title}");
    }
    let name = Some("Tealeaf".to_owned());
    assert_eq!(of("Kettles | Tealeaf"), (name.clone(), name));
    assert_eq!(of("Kettles | Tealeaf?"), (None, None), "a question");
}

#[test]
fn the_mail_of_an_author_is_no_contact() {
    let contact = |text: &str| {
        let html = format!(
            "<html lang=en><title>Tea</title><main><h1>Tea</h1><p>Boil the water.</p>{text}</main>"
        );
        Signs::of(&Context::new(&read(&html), false)).contact
    };
    let mail = "<a href='mailto:jdoe@example.com'>jdoe@example.com</a>";
    assert!(contact(&format!("<h2>Questions</h2><p>Write to {mail}")).is_some());
    for text in [
        format!("<h2>Author</h2><p>Written in spring. {mail}"),
        format!("<h2>History</h2><p>This was written by Jane Doe &lt;<code>{mail}</code>&gt;."),
    ] {
        assert_eq!(contact(&text), None, "{text}");
    }
}

#[test]
fn manuals_of_software_have_a_license_and_support() {
    let has = |url: &str, link: &str| {
        let html = format!(
            "<html lang=en><title>Tea</title><main><h1>Tea</h1><p>Boil the water.</main>\
             <footer><a href=about.html>About</a>{link}</footer>"
        );
        signs_of(&read_at(url, &html))[3]
    };
    let docs = "https://docs.example.com/manual/tea.html";
    for link in ["<a href=copyright.html>License</a>", "<a href=support.html>Help</a>"] {
        assert!(has(docs, link), "{link}");
        assert!(has("https://www.example.com/blog/tea", link), "whatever the kind: {link}");
    }
    assert!(!has(docs, "<a href=license-server.html>License servers</a>"));
}

#[test]
fn what_surrounds_the_text_counts_whatever_the_kind() {
    let frame = "<title>Kettles | Example</title><nav><a href=/about>About</a> \
        <a href=/support.html>Support</a></nav>";
    let docs = block(r#"{"@context": "https://schema.org", "@type": "TechArticle"}"#);
    for kind in [docs.as_str(), "", "<meta property=og:type content=article>"] {
        let html = format!("{kind}{frame}<main><h1>Kettles</h1><p>Boil water.</main>");
        let finding = judge(&read(&html));
        assert_eq!(finding.status, Status::Pass, "{kind}: {}", finding.summary);
    }
    let home = format!("{frame}<main><h1>Kettles</h1><p>Boil water.</main>");
    let home = read_at("https://www.example.com/", &home);
    assert_eq!(judge(&home).status, Status::Warn, "the home page says more");
}

#[test]
fn what_the_text_links_to_is_not_the_publisher() {
    let at = |url: &str, text: &str| {
        let html = format!("<title>Kettles</title><main><h1>Kettles</h1><p>{text}</main>");
        let page = read_at(url, &html);
        let context = Context::new(&page, false);
        let signs = Signs::of(&context);
        (signs.profile.is_some(), signs.contact.is_some())
    };
    let page = "https://www.example.com/kettles";
    let profile = "The lid is at <a href=https://github.com/example/lid>its own place</a>.";
    assert!(!at(page, profile).0, "a text about it");
    assert!(at("https://www.example.com/about", profile).0, "a text about the site");
    assert!(at("https://www.example.com/", profile).0);
    let me = "<a rel=me href=https://github.com/example>Code</a>";
    assert!(at(page, me).0);
    for (address, is_contact) in [
        ("tea@example.com", true),
        ("tea@lists.example.com", false),
        ("tea-users@example.com", false),
        ("majordomo@example.com", false),
    ] {
        let text = format!("Write to <a href=mailto:{address}>{address}</a>.");
        assert_eq!(at(page, &text).1, is_contact, "{address}");
        assert!(at("https://www.example.com/contact", &text).1, "{address}");
    }
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
