use proptest::prelude::*;
use url::Url;

use super::*;
use crate::page::snapshot::{Exchange, Source as From};

/// 2026-11-21T00:00:00Z.
const NOW: i64 = 1_795_219_200_000;
const URL: &str = "https://leaf.example/guide/tea.html";

fn snapshot(body: &[u8], has_address: bool) -> Snapshot {
    let headers = vec![("content-type".to_owned(), "text/html".to_owned())];
    let answer = Exchange { url: Url::parse(URL).unwrap(), status: 200, headers };
    let source = if has_address { From::File } else { From::FileWithoutAddress };
    Snapshot { source, ..Snapshot::of_answer(answer, body.to_vec(), NOW) }
}

fn fix_bytes(body: &[u8], has_address: bool) -> Patched {
    let wanted = Wanted { check: &|_| true, with_unsafe: true, is_public: false };
    patch("scn_test", &snapshot(body, has_address), wanted, &Patience::unlimited()).unwrap()
}

fn fix(html: &str) -> Patched {
    fix_bytes(html.as_bytes(), true)
}

fn text(patched: &Patched) -> String {
    String::from_utf8(patched.body.clone()).unwrap()
}

/// A page with enough prose for its language to be certain.
fn page(head: &str, body: &str) -> String {
    let prose = "Green tea should be steeped in water that is not quite boiling, because boiling \
                 water makes the leaves taste bitter. Most people who drink it every day let the \
                 kettle stand for a few minutes before they pour. "
        .repeat(6);
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n  <meta charset=\"utf-8\">\n  \
         <title>How to brew green tea well</title>\n{head}</head>\n<body>\n<main>\n\
         <h1>How to brew green tea well</h1>\n{body}<p>{prose}</p>\n</main>\n</body>\n</html>\n"
    )
}

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
fn a_page_that_redirects_is_left_alone() {
    let html = page("  <meta http-equiv=\"refresh\" content=\"0; url=/new\">\n", "");
    let fixed = fix(&html);
    assert_eq!((text(&fixed), fixed.left.is_some()), (html, true));
}

#[test]
fn a_shell_gets_no_canonical() {
    let html = "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
                <title>Tea</title>\n</head>\n<body><div id=\"root\"></div>\
                <script src=\"/app.js\"></script></body>\n</html>\n";
    assert_eq!(text(&fix(html)), html);
}

#[test]
fn a_range_of_days_is_no_day() {
    let head = "  <link rel=\"canonical\" href=\"https://leaf.example/guide/tea.html\">\n";
    for written in ["March 5 – April 7, 2026", "<time>March 5 – April 7, 2026</time>"] {
        let html = page(head, &format!("<p>{written}</p>\n"));
        assert_eq!(text(&fix(&html)), html);
    }
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
fn levels_that_skip_are_raised_only_if_asked() {
    let own = "  <link rel=canonical href=https://leaf.example/guide/tea.html>\n";
    let part = |level: usize, name: &str| {
        let prose = format!("{name} needs water that is not too hot, and leaves that are fresh. ");
        format!("<h{level} class=x>{name}</h{level}>\n<p>{}</p>\n", prose.repeat(9))
    };
    let parts = |first: usize, second: usize| {
        let levels = [first, second, first, second, first, second];
        let names = ["Sencha", "Bancha", "Oolong", "Assam", "Matcha", "Hojicha"];
        levels.iter().zip(names).map(|(level, name)| part(*level, name)).collect::<String>()
    };
    let html = page(own, &parts(4, 6));
    let fixed = fix(&html);
    let levels: Vec<bool> = fixed.applied.iter().map(|edit| edit.is_unsafe).collect();
    assert!(!levels.is_empty(), "{:?}", fixed.refused);
    assert!(levels.iter().all(|is_unsafe| *is_unsafe), "{:?}", fixed.applied);
    assert_eq!(text(&fixed), page(own, &parts(2, 3)), "{:?}", fixed.refused);
    let wanted = Wanted { check: &|_| true, with_unsafe: false, is_public: false };
    let given = snapshot(html.as_bytes(), true);
    let safe = patch("scn_test", &given, wanted, &Patience::unlimited()).unwrap();
    assert_eq!(text(&safe), html);
}

fn block(json: &str) -> String {
    format!(
        "  <link rel=canonical href=https://leaf.example/guide/tea.html>\n  \
         <script type=\"application/ld+json\">\n  {json}\n  </script>\n"
    )
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
fn a_visible_date_gets_a_time_element() {
    let own = "  <link rel=canonical href=https://leaf.example/guide/tea.html>\n";
    let fixed = fix(&page(own, "<p class=meta>Published March 5, 2026 in Tea</p>\n"));
    let wanted = "Published <time datetime=\"2026-03-05\">March 5, 2026</time> in Tea";
    assert!(text(&fixed).contains(wanted), "{:?} {:?}", fixed.applied, fixed.refused);
    let bare = fix(&page(own, "<p>Published <time class=d>March 5, 2026</time></p>\n"));
    assert!(text(&bare).contains("<time datetime=\"2026-03-05\" class=d>"), "{}", text(&bare));
}

#[test]
fn xhtml_stays_what_an_xml_parser_reads() {
    let html = page("", "").replace("<html", "<html xmlns=\"http://www.w3.org/1999/xhtml\"");
    let fixed = text(&fix(&html));
    assert!(fixed.contains("href=\"https://leaf.example/guide/tea.html\" />"), "{fixed}");
}

#[test]
fn a_date_that_is_told_of_is_left_alone() {
    let own = "  <link rel=canonical href=https://leaf.example/guide/tea.html>\n";
    let told = "<p>Last updated when the council met on March 5, 2026 and agreed that the kettles \
                of the town hall should be replaced by larger ones for all visitors.</p>\n";
    let html = page(own, told);
    assert_eq!(text(&fix(&html)), html);
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

/// As many edits of a rule that needs the eyes of a person as are made.
fn unsafe_edits(html: &str) -> (String, Vec<&'static str>) {
    let fixed = fix(html);
    let made = fixed.applied.iter().filter(|edit| edit.is_unsafe);
    let rules = made.map(|edit| edit.rule).collect();
    assert_eq!(text(&fix(&text(&fixed))), text(&fixed), "running it again finds nothing");
    (text(&fixed), rules)
}

const OWN: &str = "  <link rel=canonical href=https://leaf.example/guide/tea.html>\n";

#[test]
fn a_line_that_looks_like_the_heading_becomes_it() {
    let html = page(OWN, "");
    let styled = |name: &str| {
        let end = format!("</{}>", name.split(' ').next().unwrap());
        html.replace("<h1>", &format!("<{name}>")).replace("</h1>", &end)
    };
    for name in ["p class=\"title\"", "div style=\"font-size: 2em\"", "h2"] {
        let (fixed, rules) = unsafe_edits(&styled(name));
        let wanted = name.split_once(' ').map_or(String::new(), |(_, rest)| format!(" {rest}"));
        let refused = fix(&styled(name)).refused;
        assert_eq!(fixed, html.replace("<h1>", &format!("<h1{wanted}>")), "{refused:?}");
        assert_eq!(rules, ["title-h1-match"]);
    }
    let other = html.replace("h1>How to brew green tea well<", "p>Some other words<");
    let other = other.replace("words</h1>", "words</p>");
    assert_eq!(unsafe_edits(&other), (other.clone(), vec![]));
}

#[test]
fn typed_lines_become_a_list() {
    let filler = "Tea that stands for too long turns bitter. Good leaves cost more. ";
    let around = |list: &str| page(OWN, &format!("<p>{}</p>\n{list}", filler.repeat(60)));
    for (typed, list) in [
        (
            "<p>• Boil the water first</p>\n<p class=x>• Let it stand for a while</p>\n\
             <p>•&nbsp;Pour it over the leaves</p>\n",
            "<ul>\n<li>Boil the water first</li>\n<li class=x>Let it stand for a while</li>\n\
             <li>Pour it over the leaves</li>\n</ul>\n",
        ),
        (
            "<p>What to do:<br>1. Boil the water first<br/>\n2. Let it <b>stand</b> for a while\n\
             <br>3. Pour it over the leaves</p>\n",
            "<p>What to do:</p>\n<ol>\n<li>Boil the water first</li>\n<li>Let it <b>stand</b> for \
             a while\n</li>\n<li>Pour it over the leaves</li>\n</ol>\n",
        ),
    ] {
        let (fixed, rules) = unsafe_edits(&around(typed));
        assert_eq!(fixed, around(list), "{:?}", fix(&around(typed)).refused);
        assert_eq!(rules, ["lists-tables"]);
    }
    for kept in [
        "<p>2. Boil the water first</p>\n<p>5. Let it stand</p>\n<p>7. Pour it</p>\n",
        "<p>• Boil the water first</p>\n<p>• Let it stand</p>\n<p>Pour it</p>\n",
        "<p><b>• One<br>• two<br>• three</b></p>\n",
    ] {
        assert_eq!(unsafe_edits(&around(kept)), (around(kept), vec![]));
    }
}

#[test]
fn a_notice_moves_below_the_opening() {
    let words = "It does not change what we write, and no maker of tea has read it before you. ";
    let notice = format!(
        "<div class=\"note\"><p>As an Amazon Associate we earn. {}</p></div>\n",
        words.repeat(6)
    );
    let opening = "<p>Green tea tastes best when its leaves meet water of eighty degrees for two \
                   minutes, as heat brings out what is bitter.</p>\n";
    let html = page(OWN, &format!("{notice}{opening}"));
    let (fixed, rules) = unsafe_edits(&html);
    assert_eq!(rules, ["answer-first"], "{:?}", fix(&html).refused);
    assert_eq!(fixed, page(OWN, &format!("{opening}{notice}")));
    let below = page(OWN, &format!("{opening}{notice}"));
    assert_eq!(unsafe_edits(&below), (below.clone(), vec![]));
}

#[test]
fn a_day_that_the_markup_contradicts_is_not_marked() {
    let head = |day: &str| {
        format!("{OWN}  <meta property=\"article:published_time\" content=\"{day}\">\n")
    };
    for body in ["<p>Published March 5, 2026</p>\n", "<time>March 5, 2026</time>\n"] {
        let html = page(&head("2024-01-01"), body);
        assert!(!text(&fix(&html)).contains("datetime"), "{:?}", fix(&html).applied);
    }
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
