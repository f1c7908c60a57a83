//! Names of which it isn't sure whether they are the author's.

use super::*;

#[test]
fn what_may_name_an_author_does_not_fail() {
    for byline in [
        "By 3x Global",
        "Written by<br>Jo - Marketing",
        "3 min read <span>·</span> By Acme Online",
        "<span>by</span> <a href=/profile/12>jdoe</a>",
    ] {
        assert_eq!(status("", byline), Status::Warn, "{byline}");
    }
    let card = "<a href=/blog-authors/jane-doe>Jane Doe<br>| Author</a>";
    assert_eq!(status("", &format!("{} {card}", "word ".repeat(600))), Status::Warn);
    // Words of the text are no hint, and no forms to register.
    for byline in [
        "<a href=/users/sign_up>Try Acme Now</a>",
        "By mail, send the form to the office.",
        "The cups came <b>by</b> post.",
    ] {
        assert_eq!(status("", byline), Status::Fail, "{byline}");
    }
}

#[test]
fn a_text_that_scripts_bring_is_not_held_to_be_nobody_s() {
    let shell = "<html lang=en><title>Tea</title><link rel=canonical href=/t/tea/1><body>\
                 <div id=app></div><script type=module src=/app.js></script>";
    let page = read_at("https://forum.example.com/t/tea/12", shell);
    assert_eq!(judge_page(&page).status, Status::Warn);
}

#[test]
fn what_was_not_read_does_not_fail() {
    let mut page = article("", "");
    page.document.cut_short = true;
    let finding = judge_page(&page);
    assert!(finding.status == Status::Na && finding.unsure);
}

#[test]
fn a_handle_in_a_line_that_comments_split_is_a_hint() {
    let line = "<small>On <!-- -->5/6/2026<!-- --> by <!-- -->@janedoe</small>";
    assert_eq!(status("", line), Status::Warn);
    assert_eq!(status("", "<small>On 5/6/2026 at @noon</small>"), Status::Fail);
    let named = "<small>On <!-- -->5/6/2026<!-- --> by <!-- -->Jane Doe</small>";
    assert_eq!(status("", named), Status::Warn, "no profile");
    let profile = "<small>On <!-- -->5/6<!-- --> by <!-- --><a href=/jane>Jane Doe</a></small>";
    assert_eq!(status("", profile), Status::Pass);
}

#[test]
fn what_no_name_is_read_from_is_not_held_to_be_absent() {
    let address = by(r#""https://www.example.com/jane""#);
    let nameless = by(r#"{"@type": "Person", "name": ""}"#);
    let mail = "<meta name=author content=jane@example.com>".to_owned();
    for head in [address, nameless, mail] {
        let finding = judge_page(&article(&head, ""));
        assert_eq!(finding.status, Status::Warn, "{head}");
        assert!(finding.summary.starts_with("No author found"), "{}", finding.summary);
    }
    for byline in ["<span class=author></span>", "<div class='post-author'><img src=/a.png></div>"]
    {
        let finding = judge_page(&article("", byline));
        assert_eq!(finding.status, Status::Warn, "{byline}");
        assert!(finding.summary.contains("JavaScript"), "{}", finding.summary);
    }
    assert!(judge_page(&article("", "")).summary.starts_with("No author found. Expected"));
    assert_eq!(status("", "<span class=username></span>"), Status::Fail, "whoever is signed in");
}

#[test]
fn a_name_beside_a_date_is_an_author_where_more_speaks_for_it() {
    let date = "<time datetime=2026-03-05>March 5, 2026</time>";
    for (line, expected) in [
        ("Jane Doe | Staff Writer | March 5, 2026".to_owned(), "No author profile"),
        (format!("<img class=avatar src=/a.png><span>Jane Doe</span> {date}"), "No author profile"),
        (format!("<span>Jane Doe</span><br>{date}"), "may be the author"),
    ] {
        let finding = judge_page(&article("", &line));
        assert_eq!(finding.status, Status::Warn, "{line}");
        assert!(finding.summary.contains(expected), "{line}: {}", finding.summary);
    }
    for line in [
        format!("<a href=/category/green-tea>Green Tea</a><br>{date}"),
        format!("<span>Green tea</span><br>{date}"),
    ] {
        assert_eq!(status("", &line), Status::Fail, "{line}");
    }
}

#[test]
fn a_name_in_the_part_after_by_is_the_authors() {
    let parts = |by: &str, name: &str| {
        read(&format!(
            "<html lang=en><title>Tea</title><main><h1>Tea</h1><div><div>{by}</div>\
             <div>{name}</div></div><p>Boil the water and wait for three minutes.</p></main>"
        ))
    };
    for (name, said) in
        [("The Tea Leaf Team", "`The Tea Leaf Team`"), ("Jane Doe", "No author profile")]
    {
        let finding = judge_page(&parts("By", name));
        assert_eq!(finding.status, Status::Warn, "{name}");
        assert!(finding.summary.contains(said), "{}", finding.summary);
    }
    assert_eq!(judge_page(&parts("Brewed", "The Tea Leaf Team")).status, Status::Fail);
}

#[test]
fn an_author_in_json_ld_that_no_parser_reads_is_named() {
    let json = r#"{"@context": "https://schema.org", "author": "Jane Doe"}"#;
    let page = article(&format!("<meta name=ld content='{json}'>{}", by("\"\"")), "x");
    let page = Page { ..page };
    let fix = crate::catalogue::test_html::fix(&AuthorByline, &page);
    assert!(fix.steps.iter().any(|step| step.starts_with("Move the JSON-LD on line 1")), "{fix:?}");
}

#[test]
fn who_is_introduced_at_the_end_may_be_the_author() {
    let titled = |title: &str, text: &str, end: &str| {
        read(&format!(
            "<html lang=en><title>{title}</title>{}<main><h1>{title}</h1>{text}<p>{end}</p></main>",
            by("[]")
        ))
    };
    let text = format!("<p>{}</p>", "Boil the water and wait for three minutes. ".repeat(5));
    let end = "Jane Doe is a travel writer and editor of Tea Guide.";
    let bio = titled("Tea", &text, end);
    let finding = judge_page(&bio);
    assert_eq!(finding.status, Status::Warn);
    assert!(finding.summary.contains("ends by introducing `Jane Doe`"), "{}", finding.summary);
    let fix = crate::catalogue::test_html::fix(&AuthorByline, &bio);
    assert_eq!(fix.title, "Mark `Jane Doe` as the author");
    let named = format!("{text}<p>Doe opened the first tea house of the town.</p>{text}");
    let early = format!("<p>{end}</p>{text}");
    let above = format!("<p>Tea.</p><p>{end}</p>");
    let far = format!("{text}<p>{end}</p><p>Tea.</p>");
    for (title, text, end) in [
        ("Tea", text.as_str(), "Green Tea is a drink of the morning."),
        ("Tea", &text, "Jane Doe was an English novelist known for six novels."),
        ("Tea", &text, "Jane Doe has told a reporter that the plan is dead."),
        ("Jane Doe: life and novels", &text, end),
        ("Tea of Doe", &text, end),
        ("Tea", &named, end),
        ("Tea", &early, "Pour."),
        ("Tea", &above, &text),
        ("Tea", &far, "Pour."),
    ] {
        let summary = judge_page(&titled(title, text, end)).summary;
        assert!(!summary.contains("introducing"), "{title}, {text}, {end}: {summary}");
    }
}

#[test]
fn a_name_below_the_heading_and_in_a_card_at_the_end_is_the_author() {
    let text = format!("<p>{}</p>", "Boil the water and wait for three minutes. ".repeat(200));
    let of = |below: &str, card: &str| {
        let html = format!(
            "<html lang=en><title>Tea</title>{}<main><h1>Tea</h1><p>{below}</p>{text}{card}</main>",
            by("[]")
        );
        judge_page(&read(&html)).status
    };
    let card = "<div><a href=/blog-authors/jane-doe><p>Jane Doe</p><p>| Author</p></a></div>";
    assert_eq!(of("Jane Doe", card), Status::Pass);
    assert_eq!(of("John Roe", card), Status::Warn, "another one's");
    assert_eq!(of("Green leaves", &card.replace("Jane Doe", "Green leaves")), Status::Warn);
}
