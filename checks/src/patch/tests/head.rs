//! The head of a page, and its description for machines.

use super::*;

#[test]
fn what_a_head_lacks_is_added_as_its_lines_are_written() {
    let html = page("", "").replace(" lang=\"en\"", "").replace("  <meta charset=\"utf-8\">\n", "");
    let fixed = fix(&html);
    let wanted = html
        .replace("<html>", "<html lang=\"en\">")
        .replace("  <title>", "  <meta charset=\"utf-8\">\n  <title>")
        .replace(
            "</title>\n",
            "</title>\n  <link rel=\"canonical\" href=\"https://leaf.example/guide/tea.html\">\n",
        );
    assert_eq!(text(&fixed), wanted, "{:?}", fixed.refused);
    assert!(fixed.after.score > fixed.before.score);
    let lines: Vec<usize> = fixed.applied.iter().map(|edit| edit.line).collect();
    assert_eq!(lines, [2, 4, 4], "lines of the file as it was: {:?}", fixed.applied);
}

#[test]
fn only_directives_for_crawlers_are_raised() {
    let head = "  <meta name=\"robots\" content=\"max-snippet:20\">\n  \
                <meta name=\"otherbot\" content=\"max-snippet:20\">\n  \
                <meta name=\"description\" content=\"Why max-snippet: 50 is a bad idea for tea\">\n";
    let raised = head.replacen("max-snippet:20", "max-snippet:-1", 1);
    let canonical = "  <link rel=\"canonical\" href=\"https://leaf.example/guide/tea.html\">\n";
    let fixed = fix(&page(&format!("{canonical}{head}"), ""));
    assert_eq!(text(&fixed), page(&format!("{canonical}{raised}"), ""), "{:?}", fixed.refused);
}

#[test]
fn a_shell_gets_no_canonical() {
    let html = "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
                <title>Tea</title>\n</head>\n<body><div id=\"root\"></div>\
                <script src=\"/app.js\"></script></body>\n</html>\n";
    assert_eq!(text(&fix(html)), html);
}

#[test]
fn without_its_url_nothing_is_made_up() {
    let fixed = fix_bytes(page("", "").as_bytes(), false);
    assert_eq!(text(&fixed), page("", ""), "{:?}", fixed.applied);
}

#[test]
fn a_canonical_is_put_right_only_where_it_is_the_pages_own() {
    let link = |href: &str| format!("  <link rel='canonical' href='{href}'>\n");
    let own = "https://leaf.example/guide/tea.html";
    for (before, after) in [
        (link("/guide/tea.html"), link(own)),
        (link(""), link(own)),
        (format!("{}{}", link(own), link(own)), link(own)),
        (
            link("https://leaf.example/guide/coffee.html"),
            link("https://leaf.example/guide/coffee.html"),
        ),
        (link("https://other.example/"), link("https://other.example/")),
        (link(own), link(own)),
    ] {
        assert_eq!(text(&fix(&page(&before, ""))), page(&after, ""), "{before}");
    }
}

#[test]
fn a_limit_of_snippets_is_raised_and_a_ban_stays() {
    let own = "  <link rel=canonical href=https://leaf.example/guide/tea.html>\n";
    let meta = |content: &str| format!("  <meta name=robots content=\"{content}\">\n{own}");
    for (before, after) in [
        ("index,max-snippet: 60,follow", "index,max-snippet: -1,follow"),
        ("max-snippet:20", "max-snippet:-1"),
        ("max-snippet:0", "max-snippet:0"),
        ("nosnippet", "nosnippet"),
        ("max-snippet:300", "max-snippet:300"),
        ("noindex", "noindex"),
    ] {
        assert_eq!(text(&fix(&page(&meta(before), ""))), page(&meta(after), ""), "{before}");
    }
}

#[test]
fn noindex_goes_only_where_the_owner_says_that_the_page_is_public() {
    let own = "  <link rel=canonical href=https://leaf.example/guide/tea.html>\n";
    let meta = |content: &str| format!("  <meta name=\"robots\" content=\"{content}\">\n");
    let public = |html: &str| {
        let wanted = Wanted { check: &|_| true, with_unsafe: false, is_public: true };
        let given = snapshot(html.as_bytes(), true);
        text(&patch("scn_test", &given, wanted, &Patience::unlimited()).unwrap())
    };
    let alone = page(&format!("{}{own}", meta("noindex")), "");
    assert_eq!(text(&fix(&alone)), alone);
    assert_eq!(public(&alone), page(own, ""));
    let beside = page(&format!("{}{own}", meta("NOINDEX,max-image-preview:large")), "");
    let kept = page(&format!("{}{own}", meta("max-image-preview:large")), "");
    assert_eq!(public(&beside), kept);
}

#[test]
fn broken_json_ld_is_repaired_where_it_breaks() {
    let sound = r#"{"@context": "https://schema.org", "@type": "Article", "headline": "How to brew green tea well", "datePublished": "2026-03-05", "author": {"@type": "Person", "name": "Jane Doe"}, "image": "https://leaf.example/tea.png"}"#;
    let byline = "<p>By <a rel=author href=/jane>Jane Doe</a>, March 5, 2026</p>\n";
    let broken = sound.replace(".png\"}", ".png\",}");
    let fixed = fix(&page(&block(&broken), byline));
    assert_eq!(text(&fixed), page(&block(sound), byline), "{:?}", fixed.refused);
    // What it tries to say is not certain.
    let cut = &sound[..sound.len() - 20];
    assert!(text(&fix(&page(&block(cut), byline))).contains(&block(cut)));
}

#[test]
fn a_date_in_words_is_written_for_machines() {
    let json = r#"{"@context": "https://schema.org", "@type": "Article", "headline": "How to brew green tea well", "datePublished": "March 5, 2026", "author": {"@type": "Person", "name": "Jane Doe"}}"#;
    let byline = "<p>By <a rel=author href=/jane>Jane Doe</a>, March 5, 2026</p>\n";
    let fixed = fix(&page(&block(json), byline));
    let wanted = json.replace("\"March 5, 2026\"", "\"2026-03-05\"");
    assert!(text(&fixed).contains(&wanted), "{:?} {:?}", fixed.applied, fixed.refused);
    let ambiguous = json.replace("March 5, 2026", "03/05/2026");
    assert!(text(&fix(&page(&block(&ambiguous), byline))).contains("\"03/05/2026\""));
}

#[test]
fn what_the_page_shows_is_added_to_its_description() {
    let json = "{\n    \"@context\": \"https://schema.org\",\n    \"@type\": \"Article\",\n    \
                \"headline\": \"How to brew green tea well\"\n  }";
    let byline = "<p>By <a rel=author href=/jane>Jane Doe</a>, March 5, 2026</p>\n";
    let picture = "  <meta property=\"og:image\" content=\"https://leaf.example/tea.png\">\n";
    let fixed = fix(&page(&format!("{picture}{}", block(json)), byline));
    let wanted = "well\",\n    \"author\": {\n      \"@type\": \"Person\",";
    assert!(text(&fixed).contains(wanted), "{} {:?}", text(&fixed), fixed.refused);
    assert!(text(&fixed).contains("\"datePublished\": \"2026-03-05\""), "{}", text(&fixed));
}

#[test]
fn the_day_of_a_build_is_no_change_of_the_text() {
    let shown = "<p>Last updated on March 5, 2026.</p>\n";
    let script = "  <script src=\"_static/documentation_options.js\"></script>\n";
    let built = page(&format!("{OWN}{script}"), shown);
    assert!(!text(&fix(&built)).contains("2026-03-05"), "{:?}", fix(&built).applied);
    let written = page(OWN, shown);
    assert!(text(&fix(&written)).contains("2026-03-05"), "{:?}", fix(&written).refused);
}

#[test]
fn the_name_of_an_owner_is_not_that_of_a_part() {
    let named = |host: &str, name: &str| {
        let site = format!(
            r#"{{"@context": "https://schema.org", "@type": "WebSite", "name": "{name}"}}"#
        );
        let head = format!(
            "{}  <meta property=\"og:title\" content=\"How to brew green tea well\">\n",
            block(&site).replace("leaf.example", host)
        );
        let html = page(&head, "").replace("well</title>", &format!("well | {name}</title>"));
        let mut given = snapshot(html.as_bytes(), true);
        let url: Url = format!("https://{host}/guide/tea.html").parse().unwrap();
        (given.requested_url, given.page.exchanges[0].url) = (url.clone(), url);
        let wanted = Wanted { check: &|_| true, with_unsafe: false, is_public: false };
        let fixed = patch("scn_test", &given, wanted, &Patience::unlimited()).unwrap();
        text(&fixed).contains("og:site_name")
    };
    assert!(named("www.leaf.example", "Leaf"));
    assert!(!named("garden.leaf.example", "Leaf"));
    assert!(named("garden.leaf.example", "Leaf Garden"));
}

/// The page of that address with a link to that one, fixed.
fn at(address: &str, linked: &str) -> String {
    let html = page("", &format!("<p><a href=\"{linked}\">Permalink</a></p>\n"));
    let mut given = snapshot(html.as_bytes(), true);
    let url: Url = address.parse().unwrap();
    (given.requested_url, given.page.exchanges[0].url) = (url.clone(), url);
    let wanted = Wanted { check: &|_| true, with_unsafe: false, is_public: false };
    text(&patch("scn_test", &given, wanted, &Patience::unlimited()).unwrap())
}

#[test]
fn a_canonical_is_the_address_that_the_page_calls_its_own() {
    let has = |address: &str, linked: &str| at(address, linked).contains("rel=\"canonical\"");
    let own = "https://leaf.example/guide/tea.html";
    assert!(has(own, own));
    assert!(has(own, "https://www.other.example/guide/tea.html/more"));
    assert!(!has(own, "https://www.leaf.example/guide/tea.html"));
    assert!(!has(own, "https:\\/\\/en.leaf.example\\/guide\\/tea.html"));
    let folder = "https://leaf.example/guide/index.html";
    assert!(has(folder, folder));
    assert!(!has(folder, "https://leaf.example/guide/"));
}

#[test]
fn a_block_that_says_nothing_more_is_not_written() {
    let docs = "  <meta name=\"generator\" content=\"MkDocs 1.6\">\n";
    let added = |shown: &str| text(&fix(&page(&format!("{OWN}{docs}"), shown))).contains("ld+json");
    assert!(!added(""));
    assert!(added("<p>Last updated March 5, 2026</p>\n"), "{}", added(""));
}

#[test]
fn tags_end_as_those_beside_them() {
    let closed = "  <meta name=\"a\" content=\"b\" />\n  <meta name=\"c\" content=\"d\" />\n";
    assert!(text(&fix(&page(closed, ""))).contains("guide/tea.html\" />"));
    assert!(text(&fix(&page("", ""))).contains("guide/tea.html\">"));
}
