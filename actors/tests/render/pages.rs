//! What is seen of ordinary pages.

use citable_actors::render::{Resource, Resources};
use citable_checks::page::snapshot::RenderEnd;
use futures_util::future::BoxFuture;
use url::Url;

use crate::browsers::{installed, one, render, render_with, renderer, settings};

/// An origin with a script and its data.
struct Site;

impl Resources for Site {
    fn get<'a>(&'a self, url: &'a Url) -> BoxFuture<'a, Option<Resource>> {
        let (kind, body) = match url.path() {
            "/app.js" => (
                "text/javascript",
                "fetch('/tea.json').then(answer => answer.json()).then(({ title }) => {\
                 document.title = title; root.innerHTML = `<h1>${title}</h1>`; });",
            ),
            "/tea.json" => ("application/json", "{\"title\": \"How to make tea\"}"),
            _ => return Box::pin(async { None }),
        };
        let headers = vec![("content-type".to_owned(), kind.to_owned())];
        let resource = Resource { status: 200, headers, body: body.as_bytes().to_vec() };
        Box::pin(async { Some(resource) })
    }
}

const APPLICATION: &str = "<!doctype html><html lang=en><title>Loading</title>\
<link rel=stylesheet href=/a.css><img src=/a.png><div id=root></div>\
<script src=/app.js></script><script src=/gone.js></script></html>";

#[tokio::test(flavor = "multi_thread")]
async fn an_application_is_seen_as_its_scripts_leave_it() {
    for program in installed() {
        let renderer = renderer(settings(program)).await;
        let seen = render_with(&renderer, APPLICATION, &Site).await;
        assert_eq!(seen.end, RenderEnd::Settled, "{seen:?}");
        assert!(seen.html.contains("<h1>How to make tea</h1>"), "{}", seen.html);
        assert!(seen.html.starts_with("<!doctype html><html lang=\"en\">"), "{}", seen.html);
        assert!(seen.engine.contains("Chrome/"), "{}", seen.engine);
        assert_eq!(seen.failed, ["https://www.example.org/gone.js"]);
        let counts = |kind: &str| {
            let found = seen.requests.iter().find(|count| count.kind == kind);
            found.map(|count| (count.answered, count.refused))
        };
        assert_eq!(counts("script"), Some((1, 1)), "{:?}", seen.requests);
        assert_eq!(counts("fetch"), Some((1, 0)));
        assert_eq!(counts("stylesheet"), Some((1, 0)));
        assert_eq!(counts("image"), Some((0, 1)));
        renderer.stop().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_same_bytes_become_the_same_document() {
    let Some(program) = one() else { return };
    let page = "<!doctype html><p id=a></p><script>\
        a.textContent = new Date().toISOString();\
        setTimeout(() => document.body.append('late'), 3000);</script>";
    let renderer = renderer(settings(program)).await;
    let first = render(&renderer, page).await;
    assert!(first.html.contains("2026-11-01T"), "the page's clock is the scan's: {}", first.html);
    assert!(first.html.contains("late"), "{}", first.html);
    for _ in 0..3 {
        assert_eq!(render(&renderer, page).await.html, first.html);
    }
    renderer.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_browser_reads_the_charset_that_the_html_is_read_in() {
    let Some(program) = one() else { return };
    let renderer = renderer(settings(program)).await;
    let seen = render(&renderer, "<!doctype html><p>Tea — “hot”, which nothing declares</p>").await;
    assert!(seen.html.contains("Tea — “hot”"), "{}", seen.html);
    renderer.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn shadow_roots_are_part_of_the_document() {
    let Some(program) = one() else { return };
    let renderer = renderer(settings(program)).await;
    let page = "<!doctype html><tea-leaf></tea-leaf><script>customElements.define('tea-leaf', \
        class extends HTMLElement { connectedCallback() { this.attachShadow({ mode: 'open' })\
        .innerHTML = '<p>Ninety degrees \\ud83d\\ude00</p>'; } });</script>";
    let seen = render(&renderer, page).await;
    let expected = "<template shadowrootmode=\"open\"><p>Ninety degrees 😀</p></template>";
    assert!(seen.html.contains(expected), "{}", seen.html);
    renderer.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_long_document_is_read_in_pieces_and_cut_at_the_limit() {
    let Some(program) = one() else { return };
    let mut settings = settings(program);
    settings.limits.html_units = 5_000_000;
    let renderer = renderer(settings).await;
    // Each piece of 2 MiB would part a pair of surrogates somewhere.
    let page = "<!doctype html><p></p><script>document.querySelector('p').textContent = 'x' + \
        '\\ud83d\\ude00'.repeat(2_400_000);</script>";
    let seen = render(&renderer, page).await;
    assert!(!seen.truncated && seen.html.matches('😀').count() == 2_400_000);
    let longer = page.replace("2_400_000", "2_600_000");
    let seen = render(&renderer, &longer).await;
    assert!(seen.truncated, "{}", seen.html.len());
    assert_eq!(seen.html.encode_utf16().count(), 5_000_000);
    renderer.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_page_stays_where_it_is() {
    let Some(program) = one() else { return };
    let renderer = renderer(settings(program)).await;
    let page = "<!doctype html><p>Here.</p><script>location = '/elsewhere';</script>";
    let seen = render(&renderer, page).await;
    assert_eq!(seen.held_navigation.as_deref(), Some("https://www.example.org/elsewhere"));
    assert!(seen.html.contains("Here."), "{seen:?}");
    renderer.stop().await;
}
