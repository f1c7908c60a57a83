//! Names that are not the author's, and links that lead to no profile.

use super::*;

#[test]
fn comments_have_authors_of_their_own() {
    let far = format!("{}<p class=author>Jane Doe</p>", "Boil the water. ".repeat(200));
    assert_eq!(status("", &far), Status::Warn, "it may be the author, or a biography");
    let comments = "<section class=comments><div class=comment>By <a rel=author href=/joe>Joe \
                    Roe</a> Nice.</div></section>";
    assert_eq!(status("", comments), Status::Fail);
}

#[test]
fn not_everybody_below_people_is_an_author() {
    let linked = |href: &str, name: &str| status("", &format!("<a href={href}>{name}</a>"));
    assert_eq!(linked("/people/jane-doe", "Jane Doe"), Status::Pass);
    assert_eq!(linked("/author/1234", "Jane Doe"), Status::Pass);
    assert_eq!(linked("/people/free-demo.html", "Request Demo"), Status::Fail);
    assert_eq!(linked("/team/plans", "Explore Onboarding"), Status::Fail);
    let without_heading = "<html lang=en><title>Tea</title><main><p>Boil the water and wait for \
        three minutes.</p><p><a href=/people/jane-doe>Jane Doe</a></p></main>";
    assert_eq!(judge_page(&read(without_heading)).status, Status::Fail);
}

#[test]
fn a_name_of_one_word_in_a_longer_link_is_no_profile() {
    let named = "<meta name=author content=Jane>";
    assert_eq!(status(named, "Jane, <a href=/kettle>how Jane cleans her kettle</a>"), Status::Warn);
    assert_eq!(status(named, "By <a href=/jane>Jane</a>"), Status::Pass);
}

#[test]
fn a_feed_is_no_profile() {
    for (href, expected) in [
        ("/feeds/author/jane-doe/", Status::Warn),
        ("/authors/jane-doe.xml", Status::Warn),
        ("/authors/jane-doe/", Status::Pass),
    ] {
        let byline = format!("By <a rel=author href={href}>Jane Doe</a>");
        assert_eq!(status("", &byline), expected, "{href}");
    }
}

#[test]
fn roles_and_words_glued_to_by_are_no_authors() {
    for name in ["Editor", "Content Team", "Site Admin", "Redacción Acme", "Senior Staff Writer"] {
        let finding = judge_page(&article("", &format!("By <a href=/author/x>{name}</a>")));
        assert_eq!(finding.status, Status::Warn, "{name}");
        assert!(!finding.summary.contains("profile"), "{name}: {}", finding.summary);
    }
    for line in [
        "Bypass The Boiler",
        "By Clicking Submit you agree",
        "BY CLICKING SUBMIT",
        "Last reply <span>by Jane Doe</span>",
        "Photo <span>by Jane Doe</span>",
    ] {
        assert_eq!(status("", line), Status::Fail, "{line}");
    }
}

#[test]
fn who_is_named_in_cards_about_other_pages_is_not_the_author() {
    let card = |name: &str| {
        format!(
            "<article><h3><a href=/other/{name}>About {name}</a></h3>\
             <a href=/author/{name}>{name} Doe</a></article>"
        )
    };
    let cards = format!("{}{}", card("Jane"), card("John"));
    assert_eq!(status("", &cards), Status::Fail);
    let own = format!("By <a href=/author/ada>Ada Poe</a>{cards}");
    assert_eq!(status("", &own), Status::Pass);
}

#[test]
fn the_home_page_of_the_site_is_no_profile_of_an_author() {
    let with = |url: &str| {
        let author = format!(r#"{{"@type": "Person", "name": "Jane Doe", "url": "{url}"}}"#);
        status(&by(&author), "By Jane Doe")
    };
    assert_eq!(with("https://www.example.com/"), Status::Warn);
    assert_eq!(with("https://www.example.com/jane"), Status::Pass);
    assert_eq!(with("https://jane.example/"), Status::Pass);
    let named = "<meta property=og:site_name content='Jane Doe'>";
    let own = by(r#"{"@type": "Person", "name": "Jane Doe", "url": "https://www.example.com/"}"#);
    assert_ne!(status(&format!("{named}{own}"), "By Jane Doe"), Status::Fail);
}

#[test]
fn a_word_that_the_host_begins_with_is_no_person() {
    let page = read_at(
        "https://gurutea.example/a",
        "<html lang=en><title>Tea</title><meta name=author content=GURU><main><h1>Tea</h1>\
         <p>GURU brews.</p></main>",
    );
    assert!(judge_page(&page).summary.contains("may be an organization"));
}

#[test]
fn the_authors_of_the_books_in_a_list_did_not_write_the_page() {
    let book = |author: &str| {
        format!(
            "<h2>A book</h2><p>Author: {author}</p><p>{}</p>",
            "Tea is told of at length. ".repeat(6)
        )
    };
    let of = |authors: &[&str]| {
        let books: String = authors.iter().map(|author| book(author)).collect();
        judge_page(&read(&format!(
            "<html lang=en><head><title>Books on tea</title>{}</head><body><main><h1>Books on \
             tea</h1>{books}</main>",
            block(r#"{"@context": "https://schema.org", "@type": "Article"}"#)
        )))
    };
    assert_ne!(of(&["Jane Doe"]).status, Status::Fail);
    let listed = of(&["Jane Doe", "John Roe", "Mary Major"]);
    assert_eq!(listed.status, Status::Fail, "{}", listed.summary);
}

#[test]
fn of_a_byline_with_a_role_the_name_alone_is_the_author() {
    let named = |byline: &str| {
        let page = article("", byline);
        let context = Context::new(&page, false);
        context.authors.chosen().iter().map(|one| one.name.clone()).collect::<Vec<_>>()
    };
    let role = "<span class=byline><span>Guide</span> <span>by</span> <span class=author>\
                <a href=/authors/jane>Jane Doe</a></span> <span>Former Tea Editor</span></span>";
    assert_eq!(named(role), ["Jane Doe"]);
}
