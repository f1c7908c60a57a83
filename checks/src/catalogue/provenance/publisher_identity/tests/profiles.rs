//! Profiles of the site elsewhere.

use super::*;

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
    assert!(!signs("<p>About the author: <a rel=me href=https://ann.test/>Ann's site</a>")[2]);
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
fn feeds_articles_and_threads_are_nobodys_profile() {
    for (address, expected) in [
        ("https://x.com/example", true),
        ("https://github.com/example/tea", true),
        ("https://x.com/example/status/1234", false),
        ("https://github.com/example/tea/blob/main/tea.rst", false),
        ("https://github.com/example/tea/edit/main/tea", false),
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
fn a_few_letters_are_a_name_on_platforms_only() {
    let of = |href: &str| {
        let html = format!(
            "<html lang=en><title>Tea</title><meta property=og:site_name content=TLF><main><h1>Tea</h1>\
             <p>Boil.</p></main><footer><a href={href}>x</a></footer>"
        );
        signs_of(&read_at("https://www.host.test/tea", &html))[2]
    };
    assert!(of("https://www.facebook.com/tlf"));
    assert!(!of("https://support.pots.test/product/tlf"));
}

#[test]
fn a_list_of_the_site_s_pages_and_the_profile_of_another_are_none() {
    let footer = |link: &str| signs(&format!("<footer>{link}</footer>"))[2];
    assert!(!footer("<a href=https://marks.test/entry/www.example.com/example/>x</a>"));
    assert!(footer("<a href=https://marks.test/entry/example/>x</a>"));
    assert!(!footer("<a href=https://social.test/example>Example.org on Social</a>"));
    assert!(footer("<a href=https://social.test/example>Example.com on Social</a>"));
}

#[test]
fn shops_and_bookmarks_say_nothing_of_who_is_behind_a_site() {
    let footer = |href: &str| signs(&format!("<footer><a href='{href}'>x</a></footer>"))[2];
    for href in [
        "https://www.cafepress.com/example",
        "https://b.hatena.ne.jp/entry/example",
        "https://reprints.pots.test/m/example",
        "https://www.pinterest.com/pin/create/example",
    ] {
        assert!(!footer(href), "{href}");
    }
    assert!(footer("https://www.pinterest.com/example"));
}

#[test]
fn one_name_on_two_platforms_is_that_of_whose_site_it_is() {
    let foot = |links: &[&str]| {
        let link = |href: &&str| format!("<li><a href='{href}'></a></li>");
        let links: String = links.iter().map(link).collect();
        signs(&format!("<main><h1>Tea</h1><p>Water.</p></main><footer><ul>{links}</ul></footer>"))
            [2]
    };
    let facebook = "https://www.facebook.com/Kettle.Board/";
    assert!(foot(&[facebook, "https://twitter.com/kettleboard"]));
    assert!(!foot(&[facebook]) && !foot(&[facebook, "https://www.facebook.com/kettleboard"]));
    assert!(!foot(&[facebook, "https://twitter.com/potboard"]));
    let shared = ["https://www.facebook.com/sharer", "https://twitter.com/sharer"];
    assert!(!foot(&shared));
    let inside = "<main><h1>Tea</h1><p><a href=https://facebook.com/kettleboard>A</a> and <a \
                  href=https://twitter.com/kettleboard>B</a> sell pots.</p></main>";
    assert!(!signs(inside)[2], "what the text tells of");
}
