//! Names of the site.

use super::*;

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
fn the_version_of_a_manual_is_none_of_its_name() {
    let of = |url: &str, title: &str| {
        let html = format!("<html lang=en><title>{title}</title><h1>Kettles</h1><p>Boil.");
        let page = read_at(url, &html);
        let context = Context::new(&page, false);
        (Signs::of(&context).name, json_ld::site_name(&context))
    };
    let manual = "https://docs.tealeaf.test/v7/Kettles.html";
    for (title, name) in [
        ("Kettles (GNU Tealeaf (version 7.3.0))", "GNU Tealeaf"),
        ("Kettles (GNU Tealeaf 7.3.0)", "GNU Tealeaf"),
        ("Kettles - Tealeaf HTTP Server Version 2.4", "Tealeaf HTTP Server"),
        ("Kettles — Tealeaf 3.11.2 documentation", "Tealeaf"),
        ("Kettles | Tealeaf v2.0", "Tealeaf"),
        ("Kettles - Pots - Tealeaf", "Tealeaf"),
    ] {
        let name = Some(name.to_owned());
        assert_eq!(of(manual, title), (name.clone(), name), "{title}");
    }
}

#[test]
fn what_the_page_documents_is_none_of_the_site() {
    let of = |url: &str, title: &str| {
        let html = format!("<html lang=en><title>{title}</title><h1>Kettles</h1><p>Boil.");
        json_ld::site_name(&Context::new(&read_at(url, &html), false))
    };
    let host = "https://brew.tealeaf.test/docs";
    assert_eq!(of(&format!("{host}/brew.html"), "brew - pours water - Pots of Hot Water"), None);
    assert_eq!(of(&format!("{host}/api.html"), "Tealeaf 1.3 API notes"), None);
    assert_eq!(of(&format!("{host}/api.html"), "Tealeaf 1.3 API notes - Pots"), None);
    let server = "brew - pours water - Tealeaf Server Version 2.4";
    assert_eq!(of(&format!("{host}/brew.html"), server).as_deref(), Some("Tealeaf Server"));
}

#[test]
fn an_image_that_leads_home_names_the_site() {
    let named = |link: &str| {
        let html = format!("<header>{link}</header><main><h1>Cups</h1><p>Boil.</p></main>");
        signs_of(&read_at("https://docs.leaftea.test/a", &html))[0]
    };
    assert!(named("<a href=/><img src=/a.svg alt='LeafTea Docs'></a>"));
    assert!(!named("<a href=/><img src=/a.svg alt='Go to the home page'></a>"));
    assert!(!named("<a href=/cups/blue><img src=/a.svg alt='LeafTea Docs'></a>"));
}

#[test]
fn what_a_template_left_is_no_name() {
    let og = |name: &str| format!("<meta property=og:site_name content='{name}'>");
    let title = |name: &str| format!("<title>Tea | {name}</title>");
    for name in ["My Website", "Site Title", "RDoc Documentation", "サイト名"] {
        assert!(!signs_elsewhere(&(og(name) + &title(name)))[0], "{name}");
    }
    assert!(signs_elsewhere(&(og("Leaf") + &title("Leaf")))[0]);
    for (name, proposed) in [("green-tea-guide", None), ("Leaf Guide", Some("Leaf Guide"))] {
        let page = read_at("https://www.host.test/tea", &(title(name) + "<h1>Tea</h1>"));
        let context = Context::new(&page, false);
        assert_eq!(crate::json_ld::site_name(&context).as_deref(), proposed, "{name}");
    }
}

#[test]
fn a_footer_that_a_script_shows_is_read() {
    let html = "<h1>Tea</h1><div style='display:none'><footer><a href=/about>x</a> \
                <a href=/contact>y</a></footer></div>";
    assert!(signs_elsewhere(html)[3]);
    let window = html.replace("<footer>", "<p>Menu</p><footer>");
    assert!(!signs_elsewhere(&window)[3]);
}

#[test]
fn a_name_ends_at_the_edge_of_a_word() {
    let names = |host: &str, title: &str| {
        let page = read_at(
            &format!("https://docs.{host}/"),
            &format!("<html lang=en><title>{title}</title><h1>{title}</h1><p>Boil.</p>"),
        );
        let context = Context::new(&page, false);
        (json_ld::site_name(&context), json_ld::publisher_name(&context))
    };
    let name = |text: &str| Some(text.to_owned());
    let guides = "The Open-LEAF Administration and Developer Guides";
    assert_eq!(names("leaf.test", guides), (name(guides), None), "a work publishes nothing");
    assert_eq!(names("tealeaf.test", "tealeaf-pots: Cups").0, None);
    assert_eq!(names("tealeaf.test", "tealeaf - Cups").0, name("tealeaf"));
    assert_eq!(names("host.test", "Tea Manuals").1, None);
}

#[test]
fn the_last_part_of_a_title_may_be_how_the_owner_is_called() {
    let named = |title: &str| {
        let foot = "<footer>© 2026 Kettle Technologies, LLC. All rights reserved.</footer>";
        let html = format!("<html lang=en><title>{title}</title><h1>Free cups</h1>{foot}");
        signs_of(&read_at("https://www.gokettle.test/a", &html))[0]
    };
    assert!(named("Free cups in spring | Kettle"));
    assert!(!named("Free cups in spring | Spout") && !named("Kettle"));
}

#[test]
fn a_list_of_a_manual_bears_its_name_as_other_pages_do() {
    let html = "<html lang=en><title>Index — Leaf 3.7.0 documentation</title><main><h1>Index</h1>\
                <table class='indextable genindextable'><tr><td><a href=a.html>Pot</a></table></main>\
                <footer>© Copyright Leaf Team Members.</footer>";
    let list = read_at("https://manual.test/leaf/genindex.html", html);
    assert_eq!(Context::new(&list, false).subject.kind, PageKind::Listing);
    assert!(signs_of(&list)[0], "the title and the owner");
}

#[test]
fn a_title_that_is_signed_has_the_name() {
    let of = |title: &str| {
        let html = format!(
            "<html lang=en><head><title>{title}</title><meta property=og:site_name content=\"Jane's Kitchen\">\
             </head><main><h1>Mushroom Pizza</h1><p>Bake it.</p></main>"
        );
        let page = read_at("https://www.host.test/pizza", &html);
        let found = judge(&page).details;
        found.iter().any(|one| one.excerpt == "Jane's Kitchen")
    };
    assert!(of("Mushroom Pizza Recipe by Jane's Kitchen"));
    assert!(!of("Mushroom Pizza Recipe"));
}

#[test]
fn profiles_of_the_site_are_the_publishers() {
    let of = |kind: &str| {
        let json = format!(
            r#"{{"@context": "https://schema.org", "@type": "{kind}", "name": "Leaf",
            "sameAs": ["https://www.wikidata.org/wiki/Q1"]}}"#
        );
        signs(&format!("{}<h1>Tea</h1>", block(&json)))[2]
    };
    assert!(of("WebSite"));
    assert!(!of("Product"));
}
