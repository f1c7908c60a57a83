//! Links to pages about the site, and ways to reach it.

use super::*;

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
fn the_name_of_a_company_may_stand_before_about_us() {
    let of = |path: &str, text: &str| {
        signs(&format!(
            "<h1>Tea</h1><nav><a href={path}>{text}</a> <a href=/contact>Write</a></nav>"
        ))[3]
    };
    assert!(of("/leaf-ltd-about-us.html", "Leaf Ltd. About us."));
    assert!(!of("/what-people-say-about-us.html", "What people say about us"));
}

#[test]
fn terms_and_a_privacy_policy_name_who_is_responsible() {
    let of =
        |link: &str| signs(&format!("<h1>Tea</h1><footer><a href=/about>x</a> {link}</footer>"))[3];
    for link in [
        "<a href=/legal/privacy-policy>y</a>",
        "<a href=/p/7>Terms &amp; Conditions</a>",
        "<a href=/p/7>Datenschutzerklärung</a>",
    ] {
        assert!(of(link), "{link}");
    }
    assert!(!of("<a href=/p/7>Privacy of tea houses</a>"));
    let in_text = "<main><h1>Tea</h1><p>As the <a href=/privacy>privacy</a> of tea houses</main>\
                   <footer><a href=/about>x</a></footer>";
    assert!(!signs(in_text)[3]);
}

#[test]
fn what_is_for_the_press_is_no_page_about_the_site() {
    let of = |path: &str| {
        signs(&format!("<h1>Tea</h1><a href={path}>News desk</a><a href=/contact>Write</a>"))[3]
    };
    assert!(of("/about/team/") && !of("/about/press/") && !of("/about/newsroom"));
}

#[test]
fn what_opens_a_menu_is_no_link() {
    for href in ["#", "javascript:void(0)", ""] {
        let html = format!("<a href='{href}'>About</a><a href=/contact>y</a>");
        assert!(!signs(&html)[3], "{href}");
    }
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
    for link in [
        "<a href=/company>x</a>",
        "<a href=/a>Corporate information</a>",
        "<a href=/a>Über diesen Blog</a>",
    ] {
        assert!(with(link), "{link}");
    }
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
fn a_footer_that_scripts_show_counts() {
    let hidden = format!(
        "<title>Tea</title><h1>Tea</h1>{}",
        LINKS.replace("<footer", "<footer style='display: none'")
    );
    assert!(signs(&hidden)[3]);
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
fn a_place_of_the_page_is_another_page_only_where_the_site_is_one_page() {
    let places = "<title>Kettles</title><nav><a href='#about'>About</a> \
                  <a href='#contact'>Contact</a></nav><main><h1>Kettles</h1><p>Boil.</main>";
    assert!(signs_of(&read_at("https://www.example.com/", places))[3]);
    assert!(!signs_of(&read_at("https://www.example.com/kettles", places))[3]);
}

#[test]
fn entries_of_an_index_are_no_pages_of_the_site() {
    let entries = |link: &str| {
        let list = "<li><a href='pots.html#index-pot'>pot</a>".repeat(30);
        let html = format!(
            "<html lang=en><title>Index</title><h1>Index</h1><ul>{list}<li>{link}{list}</ul>"
        );
        let page = read_at("https://docs.host.test/tea/index-of-terms.html", &html);
        let signs = Signs::of(&Context::new(&page, false));
        (signs.about, signs.contact)
    };
    for link in [
        "<a href='Copying.html#index-copyright'>copyright</a>",
        "<a href='System.html#index-license'>license</a>",
        "<a href='Terms.html#index-about'>about</a>",
        "<a href='functions/license.html'>license</a>",
    ] {
        assert_eq!(entries(link), (None, None), "{link}");
    }
}

#[test]
fn a_link_to_another_language_of_the_page_is_none_to_its_notice() {
    let contact = |links: &str| {
        let html = format!(
            "<html lang=en><title>License</title><div id=top>{links}</div><main><h1>License</h1>\
             <p>You may pour.</main>"
        );
        let page = read_at("https://docs.host.test/tea/en/license.html", &html);
        Signs::of(&Context::new(&page, false)).contact
    };
    for link in [
        "<a href=../en/license.html>English</a>",
        "<a href=license.html>en</a>",
        "<a href=../fr/license.html hreflang=fr>fr</a>",
    ] {
        assert_eq!(contact(link), None, "{link}");
    }
    assert!(contact("<a href=license.html>License</a>").is_some());
    assert!(contact("<a href=/imprint.html>Who</a>").is_some());
}

#[test]
fn the_head_may_link_to_the_pages_about_the_site() {
    let of = |links: &str| {
        let html = format!("<title>Kettles</title>{links}<main><h1>Kettles</h1><p>Boil.</main>");
        let page = read_at("https://docs.host.test/tea/kettles.html", &html);
        let signs = Signs::of(&Context::new(&page, false));
        (signs.about.is_some(), signs.contact.is_some())
    };
    let about = "<link rel=author href=../about.html>";
    let notice = "<link rel=copyright href=../copyright.html>";
    assert_eq!(of(&format!("{about}{notice}")), (true, true));
    assert_eq!(of("<link rel=author href=/people/jane.html>"), (false, false));
    assert_eq!(of("<link rel=license href=https://leaf.example/license>"), (false, false));
    assert_eq!(of("<link rel=prefetch href=/about.html>"), (false, false));
}

#[test]
fn a_page_about_the_site_needs_no_link_to_itself() {
    let about = |url: &str| {
        let html = "<title>Who</title><main><h1>Who</h1><p>Boil.</main>";
        Signs::of(&Context::new(&read_at(url, html), false)).about
    };
    assert_eq!(about("https://docs.host.test/tea/about.html").as_deref(), Some("/tea/about.html"));
    assert_eq!(about("https://docs.host.test/tea/kettles.html"), None);
}

#[test]
fn what_a_company_says_of_itself_may_be_on_another_host_of_its_name() {
    let with = |url: &str, link: &str| {
        let html = format!(
            "<title>Tea | Leaf!</title><main><h1>Tea</h1></main><footer>{link} \
             <a href=/contact>y</a></footer>"
        );
        signs_of(&read_at(url, &html))[3]
    };
    let shop = "https://www.leafhouse.test/tea";
    assert!(with(shop, "<a href=https://leaf.example>About Leaf!</a>"));
    assert!(!with(shop, "<a href=https://leaf.example>About green tea</a>"));
    assert!(with(shop, "<a href=https://corporate.leafhouse.example/en>Visit</a>"));
    assert!(!with(shop, "<a href=https://corporate.others.example/en>Visit</a>"));
    assert!(!with(shop, "<a href=https://corporate.leafhouse.example/en/pots/1>Visit</a>"));
}

#[test]
fn links_below_a_label_lead_to_what_it_says() {
    let below = |label: &str, link: &str, other: &str| {
        let html = format!(
            "<main><h1>Tea</h1></main><footer><p>{label}</p><ul><li><a href=/x>More</a></li>\
             <li>{link}</li></ul><p>Else</p><ul><li>{other}</li></ul></footer>"
        );
        signs(&html)[3]
    };
    let contact = "<a href=/contact>y</a>";
    assert!(below("About us", "<a href=/i>Investor relations</a>", contact));
    assert!(below("Über uns", "<a href=/i>Unser Unternehmen</a>", contact));
    assert!(!below("About us", "<a href=/i>Careers</a>", contact));
    assert!(!below("Our teas", "<a href=/i>Investor relations</a>", contact));
    let about = "<a href=/about>x</a>";
    assert!(below("Customer service", "<a href=/i>Chat now</a>", about));
    assert!(!below("Customer service", "<a href=/i>Gift cards</a>", about));
}

#[test]
fn where_customers_are_helped_is_a_contact() {
    let with = |url: &str, link: &str| {
        let html = format!(
            "<h1>Tea</h1><footer><a href=/about>x</a> <a href=/pots>Pots</a> {link}</footer>"
        );
        signs_of(&read_at(url, &html))[3]
    };
    let shop = "https://www.host.test/tea";
    for link in [
        "<a href=/help?chat=open>y</a>",
        "<a href=/p/7>Help Center</a>",
        "<a href=/p/7>Hilfe</a>",
        "<a href=/p/7>Centre d'aide</a>",
        "<a href=/p/7>ヘルプ</a>",
        "<a href=https://group.example/7>Terms of Use</a>",
    ] {
        assert!(with(shop, link), "{link}");
    }
    assert!(!with(shop, "<a href=/p/7>Help for pots</a>"));
    assert!(!with("https://docs.host.test/tea/help.html", "<a href=/p/7>Help</a>"));
    let test = "<p>Protected by reCAPTCHA: <a href=https://others.example/7>Privacy</a></p>";
    assert!(!with(shop, test));
}

#[test]
fn of_several_links_the_page_about_the_site_counts() {
    let about = |links: &str| {
        let html = format!("<h1>Tea</h1><footer>{links}<a href=/contact>y</a></footer>");
        Signs::of(&Context::new(&read(&html), false)).about
    };
    let own = "<a href=/about-us>x</a>";
    let others = "<a href=/about-club>Clubs</a><a href=/team/ada-marsh>Ada</a>";
    for links in [format!("{own}{others}"), format!("{others}{own}")] {
        assert_eq!(about(&links).as_deref(), Some("/about-us"), "{links}");
    }
    assert!(about(others).is_some(), "no other link tells more");
}

#[test]
fn a_question_for_the_site_by_its_name_leads_to_a_page_about_it() {
    let of = |path: &str, text: &str| {
        signs(&format!(
            "<h1>Tea</h1><footer><a href={path}>{text}</a> <a href=/contact>Write</a></footer>"
        ))[3]
    };
    assert!(of("/what-is-example/", "What is Example?"));
    assert!(!of("/what-is-tea/", "What is Tea?"));
    assert!(!of("/p/7", "What is Example?"));
}

#[test]
fn a_page_that_ends_with_its_content_may_get_its_footer_from_scripts() {
    let steps = |foot: &str| {
        let html = format!(
            "<html lang=en><title>Tea</title><main><h1>Tea</h1><p>Boil the water.</p></main>{foot}"
        );
        crate::catalogue::test_html::fix(
            &PublisherIdentity,
            &read_at("https://www.host.test/tea", &html),
        )
        .steps
        .concat()
    };
    let said = "no links below the content";
    assert!(steps("").contains(said), "{}", steps(""));
    assert!(!steps("<footer><a href=/shop>Shop</a></footer>").contains(said));
}

#[test]
fn a_word_for_about_and_the_site_s_name_lead_to_a_page_about_it_whatever_its_url() {
    let of = |text: &str| {
        signs(&format!(
            "<h1>Tea</h1><footer><a href=/informasjon/>{text}</a> <a href=/contact>Write</a></footer>"
        ))[3]
    };
    assert!(of("Om Example"));
    assert!(!of("Om te"));
}
