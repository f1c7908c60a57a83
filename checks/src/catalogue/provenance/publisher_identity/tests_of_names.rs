use super::*;
use crate::catalogue::test_html::{block, fix, read_at};
use crate::report::Status;

#[test]
fn the_owner_of_a_copyright_is_not_the_site_of_a_manual() {
    let html = "<html lang=en><meta name=generator content='DocBook XSL Stylesheets'>\
                <title>Legal Notice</title><p>Tea Brewing System</p>\
                <p>Copyright © 1996-2026, Tea Development Group</p><p>Permission is granted.</p>";
    let page = read_at("https://docs.host.test/tea/legalnotice.html", html);
    let fix = fix(&PublisherIdentity, &page);
    assert_eq!(fix.title, "Name the publisher: `og:site_name`, `<title>`");
    let steps = fix.steps.join("\n");
    assert!(steps.contains("Use your site's name in `og:site_name`"), "{steps}");
    assert!(!steps.contains("legal notice"), "it is one: {steps}");
    assert_eq!(fix.snippet, None);
}

#[test]
fn a_logo_names_the_site_in_the_fix() {
    let html = "<html lang=en><title>Row values</title><a href=index.html><img class=logo src=a \
                alt=Tealeaf></a><a href=about.html>About</a> <a href=support.html>Support</a>\
                <main><h1>Row values</h1><p>A row value is a list of leaves.</p></main>";
    let page = read_at("https://docs.host.test/tea/rowvalue.html", html);
    let fix = fix(&PublisherIdentity, &page);
    assert!(fix.steps[0].starts_with("Use `Tealeaf` in `og:site_name`"), "{:?}", fix.steps);
    assert!(fix.snippet.unwrap().contains("content=\"Tealeaf\""));
}

#[test]
fn an_address_in_the_text_says_how_to_reach_the_publisher() {
    let html = "<html lang=en><title>Press release</title><p>The tea board is founded.</p>\
                <p>CONTACT INFORMATION:<br>Tea Board<br>Jane Doe<br>6 Leaf Lane<br>Charlotte, NC \
                28269<br>Email: jane@tea.example<br>Tel: +1.704.555.0100</p>";
    let page = read_at("https://docs.host.test/press.html", html);
    let finding = PublisherIdentity.judge(&Context::new(&page, false));
    assert_eq!((finding.status, finding.value), (Status::Warn, Some(25)), "{}", finding.summary);
    assert!(finding.summary.contains("the page has only a contact address"), "{}", finding.summary);
}

/// A book has its own title over each chapter.
#[test]
fn the_part_of_a_title_that_the_url_spells_is_the_page() {
    let of = |path: &str| {
        let html = "<html lang=en><title>Recovering From Spills - The Tea Book</title>\
                    <h1 class=menu-title>The Tea Book</h1><main><h2>Recovering From Spills</h2>\
                    <p>Wipe it up.</main>";
        let page = read_at(&format!("https://docs.host.test/{path}"), html);
        json_ld::site_name(&Context::new(&page, false))
    };
    assert_ne!(
        of("ch09-02-recovering-from-spills.html").as_deref(),
        Some("Recovering From Spills")
    );
    assert_eq!(of("ch09.html").as_deref(), Some("Recovering From Spills"), "nothing tells");
}

#[test]
fn a_mark_that_is_left_of_a_title_is_no_part_of_the_name() {
    let html = "<html lang=en><meta property=og:site_name content='- Tealeaf'><p>Boil.";
    let page = read_at("https://docs.host.test/cups.html", html);
    assert_eq!(json_ld::site_name(&Context::new(&page, false)).as_deref(), Some("Tealeaf"));
}

#[test]
fn the_page_s_own_name_is_none_of_the_site() {
    let of = |url: &str, title: &str| {
        let html = format!("<html lang=en><title>{title}</title><p>Boil.");
        let page = read_at(url, &html);
        let context = Context::new(&page, false);
        (context.title.site_part.clone(), json_ld::site_name(&context))
    };
    let site = "https://www.tealeaf.test";
    for (path, title) in [
        ("tealeaf-pot.5.html", "Tealeaf manual - tealeaf-pot(5)"),
        ("docs/a.html", "Tealeaf manual - tealeaf_pot(3pm)"),
        ("tealeaf-pot.html", "Tealeaf manual - tealeaf-pot"),
        ("docs/tealeaf-pot", "Manual | Tealeaf Pot"),
    ] {
        assert_eq!(of(&format!("{site}/{path}"), title), (None, None), "{title}");
    }
    let name = Some("Tealeaf".to_owned());
    for (path, title) in [("tealeaf", "Pots | Tealeaf"), ("pots", "Pots | Tealeaf")] {
        assert_eq!(of(&format!("{site}/{path}"), title), (name.clone(), name.clone()), "{title}");
    }
    let (folder, _) = of("https://brew.books.test/brew-guide", "Introduction | brew-guide");
    assert_eq!(folder.as_deref(), Some("brew-guide"), "a site in a folder of a host");
}

#[test]
fn a_manual_is_a_work_and_publishes_nothing() {
    let of = |title: &str, rest: &str| {
        let html = format!("<html lang=en><title>{title}</title><h1>{title}</h1>{rest}");
        let page = read_at("https://www.tealeaf.test/", &html);
        let context = Context::new(&page, false);
        (json_ld::site_name(&context), json_ld::publisher_name(&context))
    };
    for title in
        ["Tealeaf Documentation", "Tealeaf User Guide", "Tealeaf Handbuch", "Manuel Tealeaf"]
    {
        let (site, publisher) = of(title, "");
        assert_eq!((site.is_some(), publisher), (true, None), "{title}");
    }
    let owned =
        of("Tealeaf Documentation", "<main><p>Boil.</main><footer>© 2026 Tea Foundation</footer>");
    assert_eq!(owned.1.as_deref(), Some("Tea Foundation"));
    let declared =
        of("Tealeaf Guide", &block(r#"{"@type": "Organization", "name": "Tealeaf Guide"}"#));
    assert_eq!(declared.1.as_deref(), Some("Tealeaf Guide"));
    assert_eq!(of("Tealeaf", "").1.as_deref(), Some("Tealeaf"));
    let html = "<html lang=en><title>Tealeaf Documentation</title><h1>Tealeaf Documentation</h1>";
    let page = read_at("https://www.tealeaf.test/", html);
    let fix = fix(&PublisherIdentity, &page);
    let snippet = fix.snippet.unwrap();
    assert_eq!(snippet.matches("\"name\":").count(), 1, "{snippet}");
    let steps = fix.steps.join("\n");
    assert!(steps.contains("Add `name` to `Organization`"), "{steps}");
}

#[test]
fn the_owner_of_the_copyright_of_a_manual_is_named_where_it_was_found() {
    let html = "<html lang=en><title>1. Kettles — Tealeaf 9.18 documentation</title>\
                <meta name=generator content='Sphinx'><main><h1>1. Kettles</h1><p>Boil.</main>\
                <footer><p>© Copyright 2026, Tea Systems Consortium.</footer>";
    let page = read_at("https://docs.host.test/v9/kettles.html", html);
    let finding = PublisherIdentity.judge(&Context::new(&page, false));
    let row = finding.details.last().unwrap();
    assert_eq!(
        (row.label.as_str(), row.excerpt.as_str()),
        ("Copyright owner", "Tea Systems Consortium")
    );
    let steps = fix(&PublisherIdentity, &page).steps.join("\n");
    assert!(steps.contains("The copyright line names `Tea Systems Consortium`"), "{steps}");
}

#[test]
fn what_the_fix_of_the_name_asks_for_gains() {
    let url = "https://docs.host.test/pots/cups";
    let og = |name: &str| format!("<meta property=og:site_name content='{name}'>");
    let site = block(r#"{"@type": "WebSite", "name": "Tiny Docs"}"#);
    let foot = "<footer>© 2026 Tiny Docs</footer>";
    let links = "<a href=/about>About</a> <a href=/contact>Contact</a>";
    for (title, head, foot) in [
        ("Cups", og("Tiny Docs"), ""),
        ("Cups", site.clone(), ""),
        ("Cups", String::new(), foot),
        ("Cups – Tiny Docs", String::new(), ""),
        ("Cups", String::new(), ""),
        ("Cups", og("T"), ""),
        ("Cups | Pot Shop", og("Tiny Docs"), ""),
        ("Cups", og("Tiny Docs"), links),
    ] {
        let html = |title: &str, head: &str| {
            format!("<title>{title}</title>{head}<main><h1>Cups</h1><p>Boil.</main>{foot}")
        };
        let read = |title: &str, head: &str| read_at(url, &html(title, head));
        let page = read(title, &head);
        let before = PublisherIdentity.judge(&Context::new(&page, false));
        let fix = fix(&PublisherIdentity, &page);
        let first = fix.steps.first().unwrap();
        let name = json_ld::site_name(&Context::new(&page, false));
        let name = name.unwrap_or_else(|| "Tiny Docs".to_owned());
        let mut edited = (title.to_owned(), head.clone());
        for (in_title, in_step) in [
            ("`og:site_name`", "in `og:site_name`"),
            ("`<title>`", "at the end of the title"),
            ("`WebSite` markup", "in `WebSite` markup"),
        ] {
            let is_asked = fix.title.contains(in_title);
            assert_eq!(is_asked, first.contains(in_step), "{} {first}", fix.title);
            match in_title {
                _ if !is_asked => {}
                "`<title>`" => edited.0 = format!("{title} | {name}"),
                "`og:site_name`" => edited.1 = format!("{}{}", og(&name), edited.1),
                _ => edited.1 += &block(&format!(r#"{{"@type": "WebSite", "name": "{name}"}}"#)),
            }
        }
        let after = PublisherIdentity.judge(&Context::new(&read(&edited.0, &edited.1), false));
        let value = |finding: &Finding| match finding.status {
            Status::Pass => 100,
            _ => finding.value.unwrap_or(0),
        };
        assert!(value(&after) > value(&before), "{title} {head}: {} {first}", fix.title);
    }
}

#[test]
fn the_author_of_an_entry_of_a_manual_is_shown() {
    let html = "<html lang=en><title>Tealeaf manual - brew(1)</title><meta property=og:type \
                content=article><pre>\nBREW(1)\n\n<b>NAME</b>\n  brew - pours water\n\n\
                <b>AUTHOR(S)</b>\n  Jane Doe\n  Pot House\n</pre>";
    let page = read_at("https://www.tealeaf.test/brew.1.html", html);
    let fix = fix(&crate::catalogue::structured_data::jsonld_valid::JsonLdValid, &page);
    let steps = fix.steps.join("\n");
    assert!(!steps.contains("Add `author`, `datePublished` and `image` to the block"), "{steps}");
    assert!(steps.contains("Add `author` to the block, with the values shown"), "{steps}");
    let unsigned =
        read_at("https://www.tealeaf.test/brew.1.html", &html.replace("Jane Doe", "many"));
    let steps = crate::catalogue::test_html::fix(
        &crate::catalogue::structured_data::jsonld_valid::JsonLdValid,
        &unsigned,
    );
    assert!(steps.steps.join("\n").contains("Add `author`, `datePublished` and `image`"));
}

/// What the title of a page of a manual says of its site, and the title of the fix.
fn of_manual(title: &str, body: &str) -> (Option<String>, String) {
    let html = format!(
        "<html lang=en><meta name=generator content=Sphinx><title>{title}</title>{body}<p>Boil the \
         water, and pour it over the leaves."
    );
    let page = read_at("https://docs.host.test/tea/a.html", &html);
    let context = Context::new(&page, false);
    let part = title_name::site_part(&context).map(str::to_owned);
    (part, fix(&PublisherIdentity, &page).title)
}

#[test]
fn the_title_of_a_manual_names_it_beside_what_the_page_is_headed_with() {
    let heading = "<main><h1>Pots</h1>";
    for (title, body, name) in [
        ("leaftool: Pots", heading, Some("leaftool")),
        ("Leaf Workload Manager - Pots", heading, Some("Leaf Workload Manager")),
        ("Pots: LEAF Reference Manual", "<h2>Pots</h2>", Some("LEAF Reference Manual")),
        ("Pots — Leaf Documentation (3.1.x)", heading, Some("Leaf Documentation")),
        (
            "Pots — Leaf - Brewing Archiver 1.2.4 documentation",
            heading,
            Some("Leaf - Brewing Archiver"),
        ),
        ("Pots (Leaf 5.46.0 Manual)", heading, Some("Leaf")),
        (
            "leaf-lib: Pots: of clay",
            "<div>leaf-lib 2.0.0</div><div>Pots of clay</div>",
            Some("leaf-lib"),
        ),
        ("Tutorial: Pots", heading, None),
        ("Pots: a guide to clay", heading, None),
        ("Pots", heading, None),
    ] {
        let (part, order) = of_manual(title, body);
        assert_eq!(part.as_deref(), name, "{title}");
        assert!(name.is_none() || !order.contains("`<title>`"), "{title}: {order}");
    }
}

#[test]
fn the_banner_of_a_manual_names_it_on_its_lists_too() {
    let of = |banner: &str| {
        let links: String =
            (0..40).map(|at| format!("<li><a href={at}.html>pot{at}()</a>")).collect();
        let html =
            format!("<html lang=en><title>leaf-lib: Pots</title><p>{banner}</p><ul>{links}</ul>");
        let page = read_at("https://docs.host.test/tea/a.html", &html);
        title_name::site_part(&Context::new(&page, false)).map(str::to_owned)
    };
    assert_eq!(of("leaf-lib 2.0.0").as_deref(), Some("leaf-lib"));
    assert_eq!(of("Leaves 2.0.0"), None);
}

#[test]
fn nobody_is_proposed_of_several_owners() {
    let name = |owner: &str| {
        let foot = format!("<main><h1>Pots</h1></main><footer>© {owner}</footer>");
        of_manual("Pots — Leaf 1.2.4 documentation", &foot).1
    };
    for owner in ["2010-2026 Jane Doe, 2015-2026 Leaf Collective", "2026, jane doe and leaf team"] {
        let title = name(owner);
        assert!(!title.contains("doe") && !title.contains("Collective"), "{title}");
    }
    let several = name("2010-2026 Jane Doe, 2015-2026 Leaf Collective");
    assert!(several.starts_with("Declare `Leaf` as the site's name"), "{several}");
}

#[test]
fn the_heading_of_a_banner_is_the_site_s() {
    let banner = "<header><h1><a href=/>Leaf Manager</a></h1></header><main><h2>Pots</h2>";
    let (part, order) = of_manual("Leaf Manager - Large Pots", banner);
    assert_eq!(part.as_deref(), Some("Leaf Manager"));
    assert!(!order.contains("Large Pots"), "{order}");
}

#[test]
fn a_finding_names_all_parts_that_were_found() {
    let said = |foot: &str| {
        let html =
            format!("<html lang=en><title>Pots</title><main><h1>Pots</h1><p>Boil.</main>{foot}");
        PublisherIdentity
            .judge(&Context::new(&read_at("https://docs.host.test/a.html", &html), false))
            .summary
    };
    for (foot, parts) in [
        (
            "<footer><a href=legal.html>Legal notices</a> © 2026 Tea Leaf</footer>",
            "a link to a legal notice and a copyright owner.",
        ),
        ("<nav><a href=a.html#license>License</a></nav>", "a link to a legal notice."),
        ("<footer><a href=contact.html>Contact</a></footer>", "a contact link."),
        ("<footer>© 2010-2026 Jane Doe, 2015-2026 Tea Leaf</footer>", "copyright owners."),
        ("<footer>© Copyright 2026, tealeaf dev team.</footer>", "a copyright owner."),
    ] {
        let said = said(foot);
        assert!(said.contains(&format!("the page has only {parts}")), "{said}");
    }
}

#[test]
fn the_row_of_links_that_ends_the_content_is_a_footer() {
    let row = "<table><tr><td><a href=index.html>Home</a></td><td><a \
               href=https://www.leaf.test/channels.html>Contacts</a></td></tr></table>";
    let has_contact = |html: &str| {
        let html = format!(
            "<html lang=en><title>Pots</title><main><h1>Pots</h1><p>Boil.</p>{html}</main>"
        );
        let page = read_at("https://docs.host.test/a.html", &html);
        Signs::of(&Context::new(&page, false)).contact.is_some()
    };
    assert!(has_contact(row));
    assert!(!has_contact(
        "<p>See <a href=https://www.leaf.test/channels.html>Contacts</a> there.</p>"
    ));
    assert!(!has_contact(&format!("{row}{}", "<p>Pour it.</p>".repeat(14))), "above more text");
}
