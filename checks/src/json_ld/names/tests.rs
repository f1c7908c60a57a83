//! Names of sites and publishers, by what a page says.

use super::*;
use crate::catalogue::test_html::read_at;

fn name(url: &str, html: &str) -> Option<String> {
    site_name(&Context::new(&read_at(url, &format!("<html lang=en>{html}")), false))
}

#[test]
fn a_company_behind_a_site_is_not_its_name() {
    let foot = "<title>Cups for all</title><main><h1>Cups for all</h1><p>Tea.</main>\
                <footer>© 2026 Spout Corporation. All rights reserved.</footer>";
    assert_eq!(name("https://www.kettles.example/a", foot), None);
    let of_host = name("https://www.spout.example/a", foot);
    assert_eq!(of_host.as_deref(), Some("Spout Corporation"));
    let society = foot.replace("Spout Corporation", "The Spout Society");
    assert_eq!(name("https://www.tss.example/a", &society).as_deref(), Some("The Spout Society"));
    let page = read_at("https://www.kettles.example/a", &format!("<html lang=en>{foot}"));
    let publisher = publisher_name(&Context::new(&page, false));
    assert_eq!(publisher.as_deref(), Some("Spout Corporation"));
}

#[test]
fn a_slogan_beside_the_name_is_none_of_it() {
    for (url, declared, expected) in [
        ("https://blog.leaf.example/a", "Leaf | Tea for all", "Leaf"),
        ("https://www.leaf.example/a", "Tea for all - Leaf", "Leaf"),
        ("https://www.leaf.example/a", "Tea for all - Pot", "Tea for all - Pot"),
        ("https://www.leaf.example/a", "Leaf Tea", "Leaf Tea"),
    ] {
        let html =
            format!("<meta property=og:site_name content=\"{declared}\"><title>Cups</title>");
        assert_eq!(name(url, &html).as_deref(), Some(expected), "{declared}");
    }
}

#[test]
fn an_address_or_an_account_in_the_field_for_a_name_is_none() {
    for declared in ["https://leaf.example/", "@leafdotexample"] {
        let html = format!(
            "<meta property=og:site_name content=\"{declared}\"><meta name=twitter:site \
             content=@leafdotexample><title>Cups | Tea Leaf</title><main><h1>Cups</h1><p>Boil.</p></main>"
        );
        assert_eq!(name("https://www.pots.example/cups", &html).as_deref(), Some("Tea Leaf"));
    }
}

#[test]
fn a_logo_shows_the_name_without_the_slogan() {
    let of = |alt: &str| {
        let html = format!(
            "<meta property=og:site_name content='Green Leaf Pots » Why drink cold?'><title>Cups\
             </title><header><a href=/><img class=logo src=/logo.svg alt='{alt}'></a></header>\
             <main><h1>Cups</h1><p>Boil.</p></main>"
        );
        name("https://greenleaf.example/cups", &html)
    };
    assert_eq!(of("Green Leaf Pots").as_deref(), Some("Green Leaf Pots"));
    assert_eq!(of("Cups").as_deref(), Some("Green Leaf Pots » Why drink cold?"));
}

#[test]
fn the_words_of_the_domain_come_before_the_owner_of_the_copyright() {
    let html = "<title>Cups</title><main><h1>Cups</h1><p>Boil.</p></main><footer><p>Experts in \
                Tea has poured since 1990.</p><p>© 2026 Leaf Companies</p></footer>";
    let of = |url| name(url, html);
    assert_eq!(of("https://expertsintea.example/cups").as_deref(), Some("Experts in Tea"));
    assert_eq!(of("https://pots.example/cups").as_deref(), Some("Leaf Companies"));
}

#[test]
fn the_home_page_of_a_manual_is_named_by_its_title() {
    for (title, expected) in [
        ("Tea Reference Manual: Tea Reference Manual", "Tea Reference Manual"),
        ("Overview (teapot 1.1.6 API)", "teapot"),
        ("Tea 3.1 Documentation", "Tea"),
        ("All about leaves — tea v4.7.0 Manual", "tea"),
        ("Industry 4.0", "Leaf Haus"),
    ] {
        let html = format!(
            "<title>{title}</title><h1>Cups</h1><p>Boil.</p><footer>© 2026 Leaf Haus</footer>"
        );
        assert_eq!(name("https://docs.pots.example/", &html).as_deref(), Some(expected));
    }
}

#[test]
fn the_owner_of_its_copyright_is_no_name_of_a_manual() {
    let of = |url: &str, generator: &str| {
        let html = format!(
            "<meta name=generator content='{generator}'><title>Cups and leaves</title>\
             <h1>Cups</h1><p>Boil.</p><footer>© 2026 Leaf Haus</footer>"
        );
        name(url, &html)
    };
    let home = "https://docs.pots.example/";
    assert_eq!(of(home, "Docutils 0.19"), None);
    assert_eq!(of(home, "Kettle 3").as_deref(), Some("Leaf Haus"));
}

#[test]
fn the_owner_of_a_manual_publishes_it() {
    let publisher = |url: &str, html: &str| {
        publisher_name(&Context::new(&read_at(url, &format!("<html lang=en>{html}")), false))
    };
    let page = |owner: &str| {
        format!(
            "<meta property=og:site_name content=Leaf><title>Cups – Leaf</title>\
             <main><h1>Cups</h1><p>Boil.</p></main><footer><p>© 2026 {owner}</p></footer>"
        )
    };
    let docs = "https://leaf.example/docs/cups";
    assert_eq!(
        publisher(docs, &page("Pot Platforms, Inc.")).as_deref(),
        Some("Pot Platforms, Inc")
    );
    assert_eq!(publisher(docs, &page("Leaf, Inc.")).as_deref(), Some("Leaf"));
    assert_eq!(publisher(docs, &page("Jane Doe")).as_deref(), Some("Leaf"));
    assert_eq!(publisher(docs, &page("Leaf authors and contributors")).as_deref(), Some("Leaf"));
    assert_eq!(
        publisher(docs, &page("Pot Limited Quay House, The Street, Bath")).as_deref(),
        Some("Pot Limited")
    );
    assert_eq!(
        publisher(docs, &page("Tea Software Foundation")).as_deref(),
        Some("Tea Software Foundation")
    );
    let story = "https://leaf.example/stories/cups";
    assert_eq!(publisher(story, &page("Pot Platforms, Inc.")).as_deref(), Some("Leaf"));
    let thread = "https://leaf.example/threads/cups.12/";
    assert_eq!(publisher(thread, &page("XenForo Ltd.")).as_deref(), Some("Leaf"));
}

#[test]
fn a_name_on_the_page_comes_before_the_host() {
    let site = "<meta property=og:site_name content=docs.leaf.example>";
    for (url, html, expected) in [
        ("https://docs.leaf.example/a", "<title>Cups | Leaf</title>", Some("Leaf")),
        (
            "https://leaf.docs.example/a",
            "<title>Cups — Leaf 2.3 documentation</title>",
            Some("Leaf"),
        ),
        ("https://docs.leaf.example/a", "<title>Leaf: Cups</title>", Some("Leaf")),
        (
            "https://www.leaftea.example/a",
            "<title>Cups</title><header><a href=/>LeafTea</a></header><main><h1>Cups</h1></main>",
            Some("LeafTea"),
        ),
        (
            "https://docs.leaf.example/a",
            "<title>Cups</title><main><h1>Cups</h1></main><footer>© 2026 Tea Foundation</footer>",
            None,
        ),
        (
            "https://www.host.example/shop/a",
            "<title>Cups</title><main><h1>Cups</h1></main><footer>© 2026 Tea Foundation</footer>",
            Some("Tea Foundation"),
        ),
        (
            "https://www.host.example/",
            "<title>Cups</title><main><h1>Cups</h1><p>Copyright © 2026 Tea Foundation</main>",
            None,
        ),
        (
            "https://docs.host.example/a",
            "<title>Cups</title><a href=i><img class=logo src=a alt=Leaf></a>\
             <main><h1>Cups</h1></main><footer>© 2026 Tea Foundation</footer>",
            Some("Leaf"),
        ),
        (
            "https://docs.host.example/a",
            "<title>Cups</title><img src=a alt='Leaf logo'><img src=b alt='Pot logo'>\
             <main><h1>Cups</h1></main>",
            None,
        ),
        ("https://docs.leaf.example/a", "<title>Cups – Pot</title><h1>Cups</h1>", Some("Pot")),
        ("https://docs.leaf.example/a", "<title>Cups – Pot</title><h1>Tea</h1>", None),
        ("https://docs.leaf.example/a", "<title>Cups</title>", None),
    ] {
        assert_eq!(name(url, html).as_deref(), expected, "{url} {html}");
        // What is declared and only the host says less than any of these.
        let beside = name(url, &format!("{site}{html}"));
        let expected = expected.or(url.contains("docs.leaf").then_some("docs.leaf.example"));
        if url.contains("docs.leaf") {
            assert_eq!(beside.as_deref(), expected, "{url} {html}");
        }
    }
}

#[test]
fn the_body_that_owns_what_a_university_publishes_is_not_its_site() {
    let of = |owner: &str| {
        let html =
            format!("<title>Cups</title><main><h1>Cups</h1></main><footer>© 2026 {owner}</footer>");
        name("https://courses.host.example/cups", &html)
    };
    assert_eq!(of("Regents of the University of Tea"), None);
    assert_eq!(of("The Rector and Visitors of the University of Tea"), None);
    assert_eq!(of("The Board of Trustees of Leaf College"), None);
    assert_eq!(of("Tea Regents").as_deref(), Some("Tea Regents"));
}

#[test]
fn a_section_of_the_site_is_not_the_site() {
    let of = |link: &str, url: &str| {
        let html = format!(
            "<title>Cups - Leaf Prescriptive Guidance</title><nav><a href={link}>Documentation\
             </a></nav><main><h1>Cups</h1><p>Boil.</main>"
        );
        name(url, &html)
    };
    let section = "https://docs.host.example/prescriptive-guidance/cups";
    assert_eq!(of("/index.html", section), None);
    let of_host = of("/prescriptive-guidance/", section);
    assert_eq!(of_host.as_deref(), Some("Leaf Prescriptive Guidance"), "nothing is above it");
    let elsewhere = of("/", "https://docs.host.example/guide/cups");
    assert_eq!(elsewhere.as_deref(), Some("Leaf Prescriptive Guidance"));
}

#[test]
fn a_name_that_the_title_cuts_short_is_written_out() {
    let html = |declared: &str| {
        format!(
            "<meta property=og:site_name content={declared}><title>Cups for all | Leaf</title>\
             <main><h1>Cups for all</h1><p>Tea.</p></main><footer>© 2026 {declared}</footer>"
        )
    };
    let of = |declared: &str| name("https://www.leaf.example/a", &html(declared));
    assert_eq!(of("Leaf.example").as_deref(), Some("Leaf.example"));
    assert_eq!(of("leaf.example").as_deref(), Some("Leaf"), "that is the host");
}

#[test]
fn a_logo_of_one_of_a_firm_s_brands_is_named_by_the_firm() {
    let html = |owner: &str| {
        format!(
            "<title>Cups</title><main><h1>Cups</h1><p>Tea.</p></main><footer><img alt='Logo Spout \
             pro'>© 2026 {owner}</footer>"
        )
    };
    let of = |owner: &str| name("https://www.kettles.example/a", &html(owner));
    assert_eq!(of("Spout Inc.").as_deref(), Some("Spout"));
    assert_eq!(of("Pot Inc.").as_deref(), Some("Spout pro"));
}

#[test]
fn whoever_has_a_blog_on_a_platform_is_the_author_and_the_publisher() {
    let by = |creator: &str, menu: &str, text: &str| {
        let html = format!(
            "<html lang=en><title>Pouring tea</title><meta property=og:type content=article>{creator}\
             <meta property=og:site_name content='Jane Doe on Leafpress'>\
             <meta property=og:image content=https://pics.example/x_large.png>\
             <nav><a href=/>{menu}</a></nav><main><h1>Pouring tea</h1><p>Boil.</p>{text}</main>"
        );
        let page = read_at("https://jane.example/tea", &html);
        crate::json_ld::whole(&Context::new(&page, false), None).unwrap()
    };
    let block =
        |menu: &str, text: &str| by("<meta name=twitter:creator content=@jane>", menu, text);
    let own = block("Jane Doe", "");
    for property in ["author", "publisher"] {
        assert_eq!(own[property]["@type"], "Person", "{own}");
        assert_eq!(own[property]["name"], "Jane Doe", "{own}");
    }
    assert_eq!(own.get("image"), None, "the platform shares a portrait");
    assert!(block("Jane Doe", "<img src=/pot.png alt=Pot>").get("image").is_some());
    let other = block("Home", "");
    assert_eq!(other["publisher"]["name"], "Jane Doe on Leafpress", "{other}");
    assert_eq!(other.get("author"), None);
    // A subject may have two words, too.
    assert_eq!(by("", "Jane Doe", "").get("author"), None);
}

#[test]
fn a_part_of_a_host_has_the_name_that_the_page_gives_it() {
    let of = |said: &str| {
        let html = format!(
            "<meta property=og:site_name content=Finance><title>Pots</title><main><h1>Pots</h1>\
             <p>{said}</p></main>"
        );
        name("https://finance.leaf.example/pots", &html)
    };
    assert_eq!(of("More from Leaf Finance").as_deref(), Some("Leaf Finance"));
    assert_eq!(of("More from Cloverleaf Finance").as_deref(), Some("Finance"));
    assert_eq!(of("All of finance").as_deref(), Some("Finance"));
}

#[test]
fn a_word_for_a_part_of_any_site_is_no_name() {
    let of = |declared: &str| {
        let head = format!("<meta property=og:site_name content={declared}><title>Pots</title>");
        name("https://en.support.leafpress.test/pots", &format!("{head}<h1>Pots</h1>"))
    };
    assert_eq!(of("Leafpress").as_deref(), Some("Leafpress"));
    assert_ne!(of("Support").as_deref(), Some("Support"));
}

#[test]
fn a_slogan_around_the_name_in_the_host_is_no_part_of_it() {
    let of = |title: &str| {
        name(
            "https://leafcup.test/",
            &format!("<meta property=og:site_name content='{title}'><h1>Tea</h1>"),
        )
    };
    for title in ["LeafCup, the free guide to tea", "Order your tea at Leaf Cup"] {
        let found = of(title).unwrap();
        assert!(found == "LeafCup" || found == "Leaf Cup", "{title}: {found}");
    }
}
