mod doubts;
mod fixes;
mod marked;
mod others;

use super::*;
use crate::catalogue::test_html::{block, read, read_at};
use crate::json_ld;
use crate::page::Page;
use crate::report::Status;

fn judge_page(page: &Page) -> Finding {
    AuthorByline.judge(&Context::new(page, false))
}

fn article(head: &str, byline: &str) -> Page {
    read(&format!(
        "<html lang=en><head><title>Tea</title>{head}</head><body><main><h1>Tea</h1>\
         <p>{byline}</p><p>Boil the water and wait for three minutes.</p></main>"
    ))
}

fn status(head: &str, byline: &str) -> Status {
    judge_page(&article(head, byline)).status
}

fn by(author: &str) -> String {
    block(&format!(
        r#"{{"@context": "https://schema.org", "@type": "Article", "author": {author}}}"#
    ))
}

#[test]
fn a_visible_person_with_a_profile_passes() {
    for (head, byline) in [
        (String::new(), "By <a rel=author href=/jane>Jane Doe</a>"),
        (String::new(), "By <a href=/authors/jane-doe>Jane Doe</a>"),
        (by(r#"{"@type": "Person", "name": "Jane Doe", "url": "/jane"}"#), "By Jane Doe"),
        (
            by(r#"{"@type": "Person", "name": "Jane Doe", "sameAs": ["https://x.example/j"]}"#),
            "Jane Doe",
        ),
        (by(r#""Jane Doe""#), "<a href=https://social.example/@jane>Jane Doe</a>"),
        (by(r#"["Jane Doe", "John Roe"]"#), "<a href=/john>John Roe</a>"),
        ("<meta name=author content='Jane Doe'>".to_owned(), "<a href=/about>JANE DOE</a>"),
        (by(r#"{"@type": "Person", "name": "山田太郎", "url": "/yamada"}"#), "文：山田 太郎"),
        (by(r#"{"@type": "Person", "name": "Jana Müller", "url": "/m"}"#), "Von Jana Müller"),
        (by(r#"{"@type": "Person", "name": "Jeanne Dupont", "url": "/d"}"#), "Par Jeanne Dupont"),
        (by(r#"{"@type": "Person", "name": "Иван Петров", "url": "/p"}"#), "Автор: Иван Петров"),
    ] {
        assert_eq!(status(&head, byline), Status::Pass, "{head} {byline}");
    }
}

#[test]
fn an_account_is_no_person_and_is_not_published() {
    let author = r#"{"@type": "Person", "name": "jdoe7q2x", "url": "/author/jdoe7q2x/"}"#;
    for (head, byline) in [
        (by(author), ""),
        (by(author), "By jdoe7q2x"),
        (String::new(), "By <a rel=author href=/author/aroe/>aroe</a>"),
    ] {
        let page = article(&head, byline);
        let context = Context::new(&page, false);
        let finding = AuthorByline.judge(&context);
        assert_eq!(finding.status, Status::Warn, "{head} {byline}");
        assert!(finding.summary.contains("account"), "{}", finding.summary);
        let fix = fix::fix(&context);
        assert!(fix.title.starts_with("Name a person as the author, instead of"), "{}", fix.title);
        assert_eq!(fix.snippet, None);
        assert_eq!(json_ld::value(&context, "author"), None);
    }
    // Somebody with a name outweighs the account of the markup.
    assert_eq!(status(&by(author), "By <a rel=author href=/jane>Jane Doe</a>"), Status::Pass);
    assert_eq!(status(&by(r#"{"name": "Jane", "url": "/author/jane"}"#), "By Jane"), Status::Pass);
}

#[test]
fn what_lacks_a_person_or_a_profile_or_sight_warns() {
    for (head, byline, expected) in [
        (by(r#""Editorial Team""#), "", "isn't a specific person"),
        (
            by(r#"{"@type": "Organization", "name": "Acme Inc", "url": "/"}"#),
            "Acme Inc",
            "organization",
        ),
        (
            by(r#"{"@type": "Person", "name": "Jane Doe", "url": "/jane"}"#),
            "",
            "only in the markup",
        ),
        ("<meta name=author content='Jane Doe'>".to_owned(), "", "only in the markup"),
        (
            String::new(),
            "<span itemprop=author><meta itemprop=name content='Jane Doe'></span>",
            "only in the markup",
        ),
        (by(r#""Jane Doe""#), "By Jane Doe", "No author profile"),
        (
            by(r#"{"@type": "Person", "@id": "https://a.example/#jane", "name": "Jane Doe"}"#),
            "By Jane Doe",
            "No author profile",
        ),
        (by(r#""Jane Doe""#), "By <a href='#top'>Jane Doe</a>", "No author profile"),
        (
            by(r#""Jane Doe""#),
            "By <a href='URL OF A PAGE ABOUT THE AUTHOR'>Jane Doe</a>",
            "No author profile",
        ),
        (by(r#""Jane Doe""#), "By <a href='mailto:j@a.example'>Jane Doe</a>", "No author profile"),
    ] {
        let finding = judge_page(&article(&head, byline));
        assert_eq!(finding.status, Status::Warn, "{head} {byline}");
        assert!(finding.summary.contains(expected), "{} / {expected}", finding.summary);
    }
}

#[test]
fn the_byline_that_is_proposed_names_all_authors() {
    let page = article("<meta name=author content='Jane Doe, Ada Poe'>", "");
    let fix = fix(&page);
    assert_eq!(fix.title, "Show the authors `Jane Doe` and `Ada Poe` in the text");
    assert_eq!(
        fix.steps[0],
        "Write `By Jane Doe and Ada Poe` under the heading, in the page's language."
    );
    let snippet = fix.snippet.unwrap();
    assert!(snippet.contains("Jane Doe</a> and <a ") && snippet.contains("Ada Poe"), "{snippet}");
}

#[test]
fn nobody_fails() {
    assert_eq!(status("", ""), Status::Fail);
    let review = r#"{"@type": "Article", "review": {"@type": "Review", "author": "Jane Doe"}}"#;
    assert_eq!(status(&block(review), ""), Status::Fail, "the review's author");
}

#[test]
fn a_person_may_write_under_the_name_of_their_site() {
    let html = |kind: &str| {
        format!(
            "<title>Tea</title>{}<main><h1>Tea</h1><p>By Jane Doe</p></main>",
            by(&format!(r#"{{"@type": "{kind}", "name": "Jane Doe", "url": "/jane"}}"#))
        )
    };
    let at = |kind: &str| judge_page(&read_at("https://janedoe.com/tea", &html(kind))).status;
    assert_eq!((at("Person"), at("Organization")), (Status::Pass, Status::Warn));
    let shop = by(r#"{"@type": "Person", "name": "Example", "url": "/"}"#);
    assert_eq!(status(&shop, "By Example"), Status::Warn, "one word, the site's");
}

fn fix(page: &Page) -> Fix {
    crate::catalogue::test_html::fix(&AuthorByline, page)
}

#[test]
fn fixes_name_the_author_and_hold_a_byline_that_can_be_pasted() {
    let none = fix(&article("", ""));
    assert!(none.title.contains("Tea"), "{}", none.title);
    assert_eq!(none.snippet, None, "nothing of it would be the page's");
    let unlinked = fix(&article("", "By Jane Doe"));
    assert!(unlinked.title.contains("Link `Jane Doe`"), "{}", unlinked.title);
    let snippet = unlinked.snippet.unwrap();
    assert!(snippet.starts_with("<a ") && snippet.ends_with("</a>"), "the date stays: {snippet}");
    let hidden =
        fix(&article(&by(r#"{"@type": "Person", "name": "Jane <i>", "url": "/jane"}"#), ""));
    assert!(hidden.title.starts_with("Name the author") || hidden.title.starts_with("Show"));
    let hidden = fix(&article(&by(r#"{"name": "Jane Doe", "url": "/jane"}"#), ""));
    assert!(hidden.title.contains("Show the author `Jane Doe`"), "{}", hidden.title);
    let snippet = hidden.snippet.unwrap();
    assert!(snippet.contains("href=\"https://www.example.com/jane\">Jane Doe</a>"), "{snippet}");
    assert!(!snippet.contains("\"author\":"), "what JSON-LD says is another edit: {snippet}");
}

#[test]
fn a_byline_stands_in_where_the_text_does_not_show_whom_the_markup_names() {
    let meta = "<meta name=author content='design: John Roe, code: Max Poe'>";
    let byline = "by <span class=author><a href=/about#jane>Jane Doe</a></span>, editor";
    assert_eq!(status(meta, byline), Status::Pass);
    assert_eq!(status(meta, "written in May"), Status::Warn);
}

#[test]
fn a_person_may_be_described_elsewhere_under_the_same_id() {
    let graph = |types: &str| {
        block(&format!(
            r##"{{"@context": "https://schema.org", "@graph": [
            {{"@type": "Article", "author": {{"@id": "#me", "name": "Jane Example"}},
              "publisher": {{"@id": "#me"}}}},
            {{"@type": {types}, "@id": "#me", "name": "Jane Example", "url": "/jane"}}]}}"##
        ))
    };
    assert_eq!(status(&graph(r#"["Person", "Organization"]"#), "By Jane Example"), Status::Pass);
    assert_eq!(status(&graph(r#""Organization""#), "By Jane Example"), Status::Warn);
}

#[test]
fn a_byline_may_follow_a_date_in_one_text() {
    for (line, expected) in [
        ("March 5, 2026 by Jane Doe", Status::Warn),
        ("Posted on 3/25/2026 7:11 am by <a href=/jane>Jane Doe</a>", Status::Pass),
        ("3/25/2026 BY TEA STAFF", Status::Warn),
        ("In 2013 tea was grown by Many Farmers", Status::Fail),
    ] {
        assert_eq!(status("", line), expected, "{line}");
    }
}

#[test]
fn classes_with_a_word_for_authors_name_one() {
    for class in ["c-author__link", "ArticleHead_authorName__3kDx2", "hero-author-wrapper"] {
        let byline = format!("<span class={class}><a href=/jane>Jane Doe</a></span>");
        assert_eq!(status("", &byline), Status::Pass, "{class}");
    }
    assert_eq!(status("", "<span class=author-topics>Green Tea</span>"), Status::Fail);
    let others = "<div class=comment-author-name>Jane Doe</div>";
    assert_eq!(status("", others), Status::Fail);
}

#[test]
fn a_link_by_rel_in_an_aside_names_the_author_if_it_names_one() {
    let aside = |links: &str| {
        read(&format!(
            "<html lang=en><title>Tea</title><main><h1>Tea</h1><aside>{links}</aside>\
             <p>Boil the water and wait for three minutes.</p></main>"
        ))
    };
    let jane = "<a rel=author href=/jane>Jane Doe</a>";
    assert_eq!(judge_page(&aside(jane)).status, Status::Pass);
    let both = format!("{jane} <a rel=author href=/john>John Roe</a>");
    assert_eq!(judge_page(&aside(&both)).status, Status::Warn, "either, or neither");
    assert_eq!(judge_page(&aside("<a href=/authors/jane>Jane Doe</a>")).status, Status::Fail);
}

#[test]
fn who_names_the_site_after_themselves_and_their_trade_is_a_person() {
    let named = |site: &str| {
        let head = format!("<meta property=og:site_name content='{site}'>{}", by("\"Jane Doe\""));
        let html =
            format!("<html lang=en><title>Tea</title>{head}<main><h1>Tea</h1><p>By Jane Doe</p>");
        judge_page(&read_at("https://www.janedoe.test/blog/tea", &html)).summary
    };
    assert!(!named("Jane Doe Photography").contains("may be an organization"));
    assert!(named("Jane Doe Holdings").contains("may be an organization"));
}

#[test]
fn an_authority_answers_for_its_pages_itself() {
    let of = |url: &str, byline: &str| {
        let html = format!(
            "<html lang=en><title>Tea</title>{}<main><h1>Tea</h1><p>{byline}</p><p>Boil the water.\
             </p></main>",
            block(r#"{"@context": "https://schema.org", "@type": "Article"}"#)
        );
        judge_page(&read_at(url, &html)).status
    };
    let authority = "https://www.tea.gov/guide/green-tea";
    assert_eq!(of(authority, ""), Status::Na);
    assert_eq!(of("https://www.tea.com/guide/green-tea", ""), Status::Fail);
    let byline = "By <a rel=author href=/jane>Jane Doe</a>";
    assert_eq!(of(authority, byline), Status::Pass, "who is named counts");
    let paper = block(r#"{"@context": "https://schema.org", "@type": "ScholarlyArticle"}"#);
    let html = format!("<html lang=en><title>Tea</title>{paper}<main><h1>Tea</h1><p>Boil.</p>");
    assert_eq!(judge_page(&read_at(authority, &html)).status, Status::Fail, "somebody's paper");
}

#[test]
fn in_a_thread_a_name_leads_to_a_profile_and_signs_no_article() {
    let thread = r#"{"@context": "https://schema.org", "@type": "DiscussionForumPosting",
                     "headline": "Tea", "author": {"@type": "Person", "name": "jdoe7q2x"}}"#;
    let page = article(&block(thread), "jdoe7q2x");
    let fix = crate::catalogue::test_html::fix(&AuthorByline, &page);
    assert!(fix.title.ends_with("to the author's profile"), "{}", fix.title);
    assert_eq!(fix.snippet, None);
}
