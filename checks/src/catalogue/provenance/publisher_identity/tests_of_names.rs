use super::*;
use crate::catalogue::test_html::{fix, read_at};
use crate::report::Status;

#[test]
fn the_owner_of_a_copyright_is_not_the_site_of_a_manual() {
    let html = "<html lang=en><meta name=generator content='DocBook XSL Stylesheets'>\
                <title>Legal Notice</title><p>Tea Brewing System</p>\
                <p>Copyright © 1996-2026, Tea Development Group</p><p>Permission is granted.</p>";
    let page = read_at("https://docs.host.test/tea/legalnotice.html", html);
    let fix = fix(&PublisherIdentity, &page);
    assert_eq!(fix.title, "Name the publisher: `og:site_name`, About link");
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
