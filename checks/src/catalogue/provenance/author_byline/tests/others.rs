//! Names that are not the author's, and links that lead to no profile.

use super::*;
use crate::page::authors::Authors;

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

#[test]
fn menus_and_networks_of_adverts_write_nothing() {
    let menu = "<div class=username><p>You're logged in as <span>&nbsp;</span></p>\
        <ul><li><a href=#>Profile</a></li><li><a href=#>Logout</a></li></ul></div>";
    let is_signed = |byline: &str| !Authors::of(&article("", byline)).candidates.is_empty();
    assert!(!is_signed(menu));
    let link = "<a href='https://popup.taboola.com/en/?template=x'><span>by Taboola</span></a>";
    assert!(!is_signed(&format!("<div>{link}{link}</div>")));
    assert!(is_signed("<a href=/authors/jane><span>by Jane Doe</span></a>"));
}

#[test]
fn a_link_right_behind_a_name_is_no_part_of_it() {
    for (byline, expected) in [
        ("作者：余毅菁<a href=/><i></i>返回首页，查看更多</a>", "余毅菁"),
        ("By Jane Doe<a href=/more>More</a>", "Jane Doe"),
        ("By Jane <a href=/doe>Doe</a>", "Jane Doe"),
    ] {
        let authors = Authors::of(&article("", byline));
        let names: Vec<&str> = authors.chosen().iter().map(|one| one.name.as_str()).collect();
        assert_eq!(names, [expected], "{byline}");
    }
}

#[test]
fn a_credit_at_the_end_names_who_reported() {
    let text = "Water boils at the same heat in every kettle that we tried. ".repeat(40);
    let page = |credit: &str| {
        read(&format!(
            "<html lang=en><title>Tea</title><main><h1>Tea</h1><p>{text}</p><p>{credit}</p></main>"
        ))
    };
    let named = page("(Reporting by Jane Doe; Editing by John Roe)");
    assert_ne!(judge_page(&named).status, Status::Fail);
    assert_eq!(judge_page(&page("(Pots by the Tea Company)")).status, Status::Fail);
}

#[test]
fn a_news_agency_names_no_person_and_its_writers_have_no_page() {
    let of = |byline: &str| status("", &format!("<span class=byline>{byline}</span>"));
    for byline in ["By The Associated Press", "Reuters", "By AP"] {
        assert_eq!(of(byline), Status::Na, "{byline}");
    }
    for byline in
        ["By JANE DOE, Associated Press", "Jane Doe (Reuters)", "By Jane Doe Associated Press"]
    {
        assert_eq!(of(byline), Status::Pass, "{byline}");
    }
    let source = "<meta name=dc.source content='Associated Press'>";
    assert_eq!(status(source, ""), Status::Na);
    assert_eq!(status(&source.replace("Associated", "Tea"), ""), Status::Fail);
    let at = |url: &str, byline: &str| {
        let page = read_at(
            url,
            &format!(
                "<html lang=en><head><title>Tea</title></head><main><h1>Tea</h1><p><span class=byline>\
                 {byline}</span></p><p>Boil the water and wait for three minutes.</p></main>"
            ),
        );
        judge_page(&page).status
    };
    let (own, other) =
        ("https://www.reuters.com/article/tea", "https://www.example.com/article/tea");
    for byline in ["Jane Doe, Reuters", "Reuters"] {
        assert_eq!(at(own, byline), Status::Warn, "its own site knows who wrote it: {byline}");
        assert_ne!(at(other, byline), Status::Warn, "{byline}");
    }
    assert_eq!(of("By Jane Doe, PA"), Status::Warn, "her trade");
    for byline in ["By Jane Doe", "By Jane Doe, Tea Press", "By Tea Press"] {
        assert_eq!(of(byline), Status::Warn, "{byline}");
    }
}

#[test]
fn the_account_that_a_biography_gives_is_a_profile() {
    let with = |bio: &str| {
        let text = "<p>Boil the water and wait for three minutes.</p>".repeat(20);
        status("", &format!("<span class=byline>By Jane Doe</span></p>{text}<p>{bio}"))
    };
    let account = "<a href=https://twitter.com/janedoe>@janedoe</a>";
    assert_eq!(with(&format!("Jane Doe is a writer. Twitter: {account}")), Status::Pass);
    let share = "<a href='https://twitter.com/intent/tweet?text=Tea'>Tweet</a>";
    assert_eq!(with(&format!("Jane Doe is a writer. {share}")), Status::Warn, "readers share it");
    assert_eq!(with(&format!("John Roe is a writer. Twitter: {account}")), Status::Warn);
    assert_eq!(
        with("Jane Doe is a writer. Twitter: <a href=https://twitter.com/>us</a>"),
        Status::Warn
    );
}
