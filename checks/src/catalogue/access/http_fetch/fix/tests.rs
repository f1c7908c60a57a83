use super::*;
use crate::catalogue::access::http_fetch::HttpFetch;
use crate::catalogue::access::http_fetch::seen::lacks_text_only;
use crate::catalogue::test_page::{ADDRESS, exchange, fix_of, page, page_after};
use crate::page::{Located, MetaRefresh};
use crate::weights::CATALOGUE;

fn fix(page: &Page) -> Fix {
    fix_of(&HttpFetch, page)
}

fn answered(status: u16) -> Page {
    Page { exchanges: vec![exchange(ADDRESS, status)], ..page() }
}

#[test]
fn a_page_that_answers_opens_every_check_but_the_three_that_need_none() {
    let ids: Vec<&str> = CATALOGUE
        .iter()
        .map(|spec| spec.id)
        .filter(|id| !["http-fetch", "robots-search-bots", "robots-user-fetchers"].contains(id))
        .collect();
    assert_eq!(ids, NEED_A_PAGE);
}

#[test]
fn chains_are_mended_by_how_they_end() {
    let to = || "http://www.example.com/tea".to_owned();
    for (end, title) in [
        (PageEnd::RedirectLoop { to: to() }, "Break the redirect loop at"),
        (
            PageEnd::TooManyRedirects { to: to() },
            "Redirect `https://www.example.com/guide/tea?cup=1` straight",
        ),
        (PageEnd::RedirectWithoutTarget, "Add a target to the redirect at"),
    ] {
        let fix = fix(&Page { end: end.clone(), ..answered(302) });
        assert!(fix.title.starts_with(title), "{}", fix.title);
        assert_eq!(fix.opens.len(), 31);
    }
    let mut page = Page { end: PageEnd::RedirectLoop { to: to() }, ..answered(302) };
    page.exchanges[0].headers.push(("set-cookie".to_owned(), "a=b".to_owned()));
    assert!(fix(&page).steps[1].contains("cookie"));
}

#[test]
fn answers_without_a_page_are_told_apart() {
    assert!(fix(&answered(404)).title.ends_with("/guide/tea?cup=1`: it returns 404"));
    let empty = fix(&Page { bytes: 0, ..answered(200) });
    assert!(empty.title.ends_with("status 200 comes with an empty body"), "{}", empty.title);
    let mut soft = page();
    soft.document.h1[0].value = "Page not found".to_owned();
    soft.document.main.word_equivalents = 9;
    let soft = fix(&soft);
    assert!(soft.title.ends_with("it says `Page not found`"), "{}", soft.title);
    assert!(soft.steps[0].starts_with("Line 3 says"), "{:?}", soft.steps);
    let file = fix(&Page { source: Source::File, bytes: 0, ..page() });
    assert!(file.title.ends_with("the file is empty"), "{}", file.title);
}

#[test]
fn defects_are_mended_one_by_one() {
    let status = fix(&answered(206));
    assert_eq!(status.title, "Return the page with status 200 instead of 206");
    assert_eq!(status.opens.len(), 0, "the others are judged already");

    let hops = fix(&page_after(&["https://example.com/a", "https://example.com/b"]));
    assert!(hops.title.ends_with("instead of through 2 redirects"), "{}", hops.title);
    let target = "https://www.example.com/guide/tea?cup=1";
    let rules =
        format!("301 https://example.com/a -> {target}\n301 https://example.com/b -> {target}");
    assert_eq!(hops.snippet, Some(rules));

    let mut plain = page();
    plain.exchanges[0].headers[0].1 = "text/plain".to_owned();
    assert_eq!(fix(&plain).title, "Send the page as text/html instead of `text/plain`");
    plain.exchanges[0].headers.clear();
    assert_eq!(fix(&plain).title, "Declare the page as text/html");

    let mut sent_on = page();
    let value = MetaRefresh { seconds: 0, url: Some("/next".to_owned()) };
    sent_on.document.refreshes = vec![Located { line: 4, value }];
    let file = fix(&Page { source: Source::File, ..sent_on.clone() });
    let sent_on = fix(&sent_on);
    assert_eq!(sent_on.title, "Replace the meta refresh to `/next` with a redirect");
    assert_eq!(file.title, sent_on.title, "a file that sends visitors on isn't empty");
    assert_eq!(sent_on.steps[0], "Delete the meta refresh on line 4.");
}

#[test]
fn a_page_without_visible_text_is_mended_with_its_text() {
    let mut blank = page();
    blank.document.visible_text.clear();
    let context = Context::new(&blank, false);
    assert_eq!(
        crate::catalogue::access::http_fetch::fix::fix(&context),
        raw_html_content::fix(&context)
    );
    assert_eq!(fix(&blank).key, KEY);
    assert!(lacks_text_only(&context));
}

/// A page that sends visitors on, with that in its head.
fn stub(head: &str, body: &str) -> Page {
    let html = format!("<html><head>{head}</head>\n<body>{body}</body></html>");
    crate::catalogue::test_html::read_at("https://docs.example.net/tea/old.html", &html)
}

#[test]
fn a_page_that_only_leads_on_keeps_its_refresh_until_the_server_redirects() {
    let refresh = "<meta http-equiv=refresh content='0; url=new.html'>";
    let script = "<script>location.href='new.html'</script>";
    for head in [refresh.to_owned(), format!("{script}\n{refresh}")] {
        let fix = fix(&stub(&head, "Redirecting…"));
        let said = fix.steps.join(" ");
        assert_eq!(fix.title, "Replace the meta refresh to `new.html` with a redirect");
        assert!(fix.steps[0].starts_with("Return status 301"), "{said}");
        assert!(said.contains("leave the page as it is") && !said.contains("Delete"), "{said}");
        assert!(fix.verify.contains("301"), "{}", fix.verify);
    }
    let scripted = fix(&stub(script, "Redirecting…"));
    assert_eq!(scripted.title, "Replace the script that leads to `new.html` with a redirect");
}

#[test]
fn where_a_script_leads_on_as_well_deleting_the_refresh_is_not_enough() {
    // What is said twice counts once.
    let line = |at: usize| format!("<p>Pot {at} has water that was poured over {at} leaves.</p>");
    let text: String = (0..40).map(line).collect();
    let refresh = "<meta http-equiv=refresh content='0; url=new.html'>";
    let of = |head: &str| fix(&stub(head, &text)).steps.join(" ");
    let alone = of(refresh);
    assert!(alone.contains("deleting the meta refresh is enough"), "{alone}");
    let both = of(&format!("{refresh}\n<script>location.href='new.html'</script>"));
    assert!(both.contains("script on line 2"), "{both}");
    assert!(!both.contains("deleting the meta refresh is enough"), "{both}");
}
