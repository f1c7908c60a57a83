//! What a fix says of authors, by what the page has of them already.

use super::*;

fn of(page: &Page) -> (Finding, Fix) {
    (judge_page(page), crate::catalogue::test_html::fix(&AuthorByline, page))
}

#[test]
fn a_label_before_a_link_outweighs_the_site_as_its_own_author() {
    let page = |line: &str| {
        let prose = "Boil the water and wait for three minutes. ".repeat(10);
        read(&format!(
            "<html lang=en><title>Tea</title><meta property=og:site_name content='Leaf Haus'>{}\
             <main>{line}<h1>Tea</h1><p>{prose}</p></main>",
            by(r#"{"@type": "Organization", "name": "Leaf Haus"}"#)
        ))
    };
    for line in [
        "Author: <a href=/info>Jane Doe</a>",
        "<span>Автор:</span> <a href=/info>Jane Doe</a>",
        "<a href=/tea>Tea</a> Autor: <a href=/info>Jane Doe</a>",
    ] {
        let finding = judge_page(&page(line));
        assert_eq!(finding.status, Status::Pass, "{line}: {}", finding.summary);
    }
    for line in [
        "Photo: <a href=/info>Jane Doe</a>",
        "Author: <a href=/info>tea</a>",
        "Author: <a href=/info>Jane Doe</a>, ISBN 978-3-00-000000-1",
    ] {
        let finding = judge_page(&page(line));
        assert!(finding.summary.contains("may be an organization"), "{line}: {}", finding.summary);
    }
}

#[test]
fn an_organization_that_names_nobody_on_principle_is_not_asked_for_a_name() {
    let status = |policy: &str| {
        let author =
            format!(r#"{{"@type": "NewsMediaOrganization", "name": "Leaf Post"{policy}}}"#);
        judge_page(&article(&by(&author), "Leaf Post")).status
    };
    assert_eq!(status(r#", "noBylinesPolicy": "https://leaf.example/policy""#), Status::Na);
    assert_eq!(status(""), Status::Warn);
}

#[test]
fn an_editor_is_not_asked_for_a_profile() {
    let head = "<meta name=author content='Jane Doe'>";
    let (finding, fix) = of(&article(head, "Editor: Jane Doe"));
    assert!(finding.summary.contains("calls them the editor"), "{}", finding.summary);
    assert!(fix.title.starts_with("Name the author of"), "{}", fix.title);
    assert!(fix.steps[0].starts_with("If `Jane Doe` also wrote the text"), "{:?}", fix.steps);
    let page = article(head, "Editor: Jane Doe");
    assert_eq!(json_ld::value(&Context::new(&page, false), "author"), None);
    let (finding, _) = of(&article(head, "Author: Jane Doe"));
    assert!(finding.summary.starts_with("No author profile"), "{}", finding.summary);
}

#[test]
fn whoever_has_a_blog_on_a_platform_is_named_in_the_fix() {
    let page = |creator: &str| {
        let html = format!(
            "<html lang=en><title>Tea</title><meta property=og:type content=article><meta \
             property=og:site_name content='Jane Doe on Leafpress'>{creator}<header><a href=/>Jane \
             Doe</a></header><main><h1>Tea</h1><p>Boil the water.</p></main>"
        );
        read_at("https://jane.leafpress.example/tea", &html)
    };
    let (finding, fix) = of(&page("<meta name=twitter:creator content=@jane>"));
    assert_eq!(finding.status, Status::Warn, "{}", finding.summary);
    assert_eq!(fix.title, "Show the author `Jane Doe` in the text");
    assert!(fix.snippet.unwrap().contains("href=\"https://jane.leafpress.example/\">Jane Doe</a>"));
    let (_, fix) = of(&page(""));
    assert!(fix.title.starts_with("Name the author of"), "{}", fix.title);
}

#[test]
fn all_authors_of_a_byline_are_to_be_linked() {
    let head = "<meta name=author content='Jane Doe, Ada Poe'>";
    let (_, fix) = of(&article(head, "By Jane Doe and Ada Poe"));
    assert_eq!(fix.title, "Link `Jane Doe` and `Ada Poe` to pages about the authors");
    let snippet = fix.snippet.unwrap();
    assert!(snippet.contains("Jane Doe</a>\n<a ") && snippet.contains("Ada Poe"), "{snippet}");
    assert!(fix.steps[1].contains("names under the heading"), "{:?}", fix.steps);
}

#[test]
fn a_link_to_more_about_the_author_is_a_profile() {
    let html = |link: &str| {
        let prose = "Boil the water and wait for three minutes. ".repeat(60);
        format!(
            "<html lang=en><title>Tea</title><meta name=author content=Jane><main><h1>Tea</h1>\
             <p>{prose}</p><div><h3 class=author-name>Written by Jane</h3><p>I boil water.</p>\
             <a href=/about/>{link}</a></div></main>"
        )
    };
    assert_eq!(judge_page(&read(&html("More about me →"))).status, Status::Pass);
    let (finding, fix) = of(&read(&html("More about tea")));
    assert!(finding.summary.starts_with("No author profile"), "{}", finding.summary);
    assert!(fix.steps[1].contains("name in the text"), "far from the heading: {:?}", fix.steps);
}

#[test]
fn steps_speak_of_the_json_ld_that_the_page_has() {
    let steps = |head: &str, byline: &str| of(&article(head, byline)).1.steps.join(" ");
    let declared = steps(&by(r#""Jane Doe""#), "By Jane Doe");
    assert!(declared.contains("as `url` of `author` to the JSON-LD on line 1."), "{declared}");
    let without = block(r#"{"@context": "https://schema.org", "@type": "Article", "name": "Tea"}"#);
    let added = steps(&without, "By Jane Doe");
    assert!(added.contains("Add `author` with the same name and URL to the JSON-LD"), "{added}");
    let none = steps("", "By Jane Doe");
    assert!(none.contains("If you describe the page in JSON-LD"), "{none}");
}

#[test]
fn a_company_may_sign_its_news_as_a_whole() {
    let first = |author: &str| of(&article(&by(author), "")).1.steps[0].clone();
    let company = first(r#"{"@type": "Organization", "name": "Leaf Haus Inc"}"#);
    assert!(company.contains("keep `Leaf Haus Inc` and skip"), "{company}");
    assert!(first(r#""Editorial Team""#).starts_with("Put the author's full name"));
}

#[test]
fn whoever_may_be_the_author_is_named_in_the_fix() {
    let steps = |below: &str| {
        let prose = "Boil the water and wait for three minutes. ".repeat(60);
        let html = format!(
            "<html lang=en><title>Tea</title><main><h1>Tea</h1><p>{prose}</p><p>Pour it.</p>{below}</main>"
        );
        of(&read(&html)).1.steps.join(" ")
    };
    let hinted = steps("<p class=author-name>Jane Doe</p>");
    assert!(hinted.starts_with("If `Jane Doe` on line 1 is the author"), "{hinted}");
    assert!(!steps("<p class=name>Jane Doe</p>").contains("Jane Doe"));
    assert!(!steps("<p class=author-name>Understanding Tea through Pots</p>").contains("Pots"));
}

#[test]
fn reporters_of_an_agency_are_its_authors() {
    let names = |line: &str| {
        let page = article("<meta name=author content='茶叶网'>", line);
        let context = Context::new(&page, false);
        let all = named::looked_at(&context);
        all.iter().map(|one| one.candidate.name.clone()).collect::<Vec<_>>()
    };
    assert_eq!(names("　　新华社记者王小明 李华"), ["王小明", "李华"]);
    assert_eq!(names("　　新华社记者王小明摄"), ["茶叶网"]);
}

#[test]
fn an_agency_may_stay_the_author() {
    let of = |name: &str| {
        let prose = "Boil the water and wait for three minutes. ".repeat(10);
        let author = by(&format!(r#"{{"@type": "Organization", "name": "{name}"}}"#));
        read(&format!("<html lang=en><title>Tea</title>{author}<main><h1>Tea</h1><p>{prose}</p>"))
    };
    let (finding, fix) = self::of(&of("Tea News Agency"));
    assert_eq!(finding.status, Status::Warn, "{}", finding.summary);
    assert!(fix.is_conditional && fix.steps[0].starts_with("If no single person"), "{fix:?}");
}
