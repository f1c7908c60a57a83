//! What is left as it is.

use super::*;

#[test]
fn a_page_that_redirects_is_left_alone() {
    let html = page("  <meta http-equiv=\"refresh\" content=\"0; url=/new\">\n", "");
    let fixed = fix(&html);
    assert_eq!((text(&fixed), fixed.left.is_some()), (html, true));
}

#[test]
fn xhtml_stays_what_an_xml_parser_reads() {
    let html = page("", "").replace("<html", "<html xmlns=\"http://www.w3.org/1999/xhtml\"");
    let fixed = text(&fix(&html));
    assert!(fixed.contains("href=\"https://leaf.example/guide/tea.html\" />"), "{fixed}");
}

#[test]
fn templates_and_parts_of_pages_are_left_alone() {
    let template = page("  <title>{{ page.title }}</title>\n", "");
    let fixed = fix(&template);
    assert_eq!((text(&fixed), fixed.left.is_some()), (template, true));
    let part = "<p>Some words that are a part of a page.</p>";
    assert_eq!(text(&fix(part)), part);
}

#[test]
fn running_it_again_finds_nothing() {
    for html in [
        page("", "<p>Published March 5, 2026</p>\n"),
        page("", "").replace('\n', "\r\n"),
        page("", "").replace('\n', ""),
        page(&block("{\"@type\": \"Article\",}"), "<table><tr><td><b>a</b><td>b</table>"),
    ] {
        let once = fix(&html);
        let again = fix_bytes(&once.body, true);
        assert_eq!(again.applied, [], "{html}");
        assert_eq!(again.body, once.body);
    }
}

#[test]
fn the_encoding_and_the_line_breaks_stay() {
    let html =
        page("", "<p>Größe für alle</p>").replace("utf-8", "windows-1252").replace('\n', "\r\n");
    let latin: Vec<u8> = html.chars().map(|char| u8::try_from(char).unwrap()).collect();
    let fixed = fix_bytes(&latin, true);
    assert!(!fixed.applied.is_empty());
    assert!(fixed.body.windows(4).any(|bytes| bytes == b"Gr\xF6\xDF"));
    let feeds = fixed.body.iter().filter(|byte| **byte == b'\n').count();
    assert_eq!(fixed.body.windows(2).filter(|pair| pair == b"\r\n").count(), feeds);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn no_page_loses_a_word(
        parts in prop::collection::vec(prop::sample::select(vec![
            "<html>", "<head>", "</head>", "<title>Tea</title>", "<body>", "<table>", "<tr><td><b>a",
            "</table>", "<p>March 5, 2026", "<time>May 2, 2026</time>", "<link rel=canonical href=/>",
            "<script type=application/ld+json>{\"@type\":\"Article\",}</script>", "<!--", "-->",
            "<meta name=robots content=max-snippet:5>", "</p>", "<svg><title>", "<template>", "\r\n",
            "<h1>Tea", "<noscript>", "<plaintext>", "<meta charset=utf-16>", "\u{FEFF}", "&quot;",
        ]), 0..14)
    ) {
        let html = format!("<!doctype html>{}", parts.concat());
        let wanted = Wanted { check: &|_| true, with_unsafe: true, is_public: true };
        let given = snapshot(html.as_bytes(), true);
        let Ok(fixed) = patch("scn_test", &given, wanted, &Patience::unlimited()) else {
            return Ok(());
        };
        let words = |body: &[u8]| {
            let page = crate::page::Page::read(&snapshot(body, true));
            page.document.visible_text.split_whitespace().map(str::to_owned).collect::<Vec<_>>()
        };
        prop_assert_eq!(words(html.as_bytes()), words(&fixed.body));
        prop_assert!(fixed.after.score >= fixed.before.score);
        let again = fix_bytes(&fixed.body, true);
        prop_assert_eq!(again.applied, vec![]);
    }
}
