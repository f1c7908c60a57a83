//! How much text is enough, and what is counted.

use super::*;

#[test]
fn the_band_of_articles() {
    let verdicts = [0, 149, 150, 269, 270, 10_000, 10_001].map(of);
    use Status::{Fail, Pass, Warn};
    assert_eq!(verdicts, [Fail, Fail, Warn, Warn, Pass, Pass, Warn]);
}

#[test]
fn other_kinds_have_floors_of_their_own() {
    let product = |words: usize| {
        let html = format!(
            "<title>Pot</title><meta property=og:type content=product><main>{}</main>",
            text(words)
        );
        status(&ContentDepth, &html)
    };
    assert_eq!(
        [59, 60, 107, 108].map(product),
        [Status::Fail, Status::Warn, Status::Warn, Status::Pass]
    );
    let docs = |words: usize| {
        let html = format!(
            "<title>Pot</title><script type=application/ld+json>{{\"@type\":\"TechArticle\"}}\
             </script><main>{}</main>",
            text(words)
        );
        status(&ContentDepth, &html)
    };
    assert_eq!([74, 75, 135].map(docs), [Status::Fail, Status::Warn, Status::Pass]);
    assert_eq!(docs(10_001), Status::Pass, "a reference may be long");
}

#[test]
fn home_pages_need_hardly_any_text() {
    let home = |words: usize| {
        let html = format!("<title>Pot</title><main>{}</main>", text(words));
        judge(&ContentDepth, &read_at("https://www.example.com/", &html)).status
    };
    assert_eq!(
        [24, 25, 39, 40, 5_000].map(home),
        [Status::Fail, Status::Warn, Status::Warn, Status::Na, Status::Na]
    );
}

#[test]
fn lists_are_read_beyond_what_was_taken_for_their_content() {
    let goods = "<div class=card><a href=/a>A pot of clay for tea</a></div>".repeat(12);
    let of = |body: &str| {
        let heading = "<h1>Pots of clay and of iron, old ones and such as are new</h1>";
        let html = format!("<title>Pots</title><main>{heading}</main>{body}");
        judge(&ContentDepth, &read_at("https://www.example.com/", &html)).status
    };
    assert_eq!(of(&goods), Status::Warn, "what of it is the content is not known");
    assert_eq!(of(&format!("<nav>{goods}</nav>")), Status::Fail);
}

#[test]
fn text_that_is_sent_hidden_may_be_the_content() {
    let of = |hidden: &str| {
        let html = format!("<title>Pot</title><main>{}</main>{hidden}", text(10));
        judge(&ContentDepth, &read_at("https://www.example.com/", &html)).status
    };
    let content = text(300);
    assert_eq!(of(&format!("<div hidden id=later>{content}</div>")), Status::Warn);
    assert_eq!(of(&format!("<div style='display:none'>{content}</div>")), Status::Warn);
    assert_eq!(of("<div hidden><p>A menu that opens later on.</p></div>"), Status::Fail);
}

#[test]
fn text_that_a_frame_swallows_is_sent() {
    let content = text(300);
    let of = |frame: &str| {
        let html = format!("<title>Pot</title><main>{}</main>{frame}{content}", text(10));
        judge(&ContentDepth, &read_at("https://www.example.com/", &html)).status
    };
    assert_eq!(of("<noscript><iframe src=/tags height=0 /></noscript>"), Status::Warn);
    assert_eq!(of("<noscript><iframe src=/tags></iframe></noscript>"), Status::Na);
}

#[test]
fn posts_of_which_no_pattern_is_known_are_not_missing() {
    let of = |posts: &str| {
        let html = format!(
            "<html lang=en><title>Tea?</title><script type=application/ld+json>\
             {{\"@context\":\"https://schema.org\",\"@type\":\"DiscussionForumPosting\",\
             \"headline\":\"Tea?\"}}</script><main><h1>Tea?</h1><p>{}</p></main>{posts}",
            "Boil it well. ".repeat(6)
        );
        judge(&ContentDepth, &read_at("https://www.example.com/t/1", &html)).status
    };
    let post = |name: &str| format!("<div class={name}>{}</div>", text(120));
    assert_eq!(of(""), Status::Fail);
    assert_ne!(of(&[post("one"), post("two")].concat()), Status::Fail);
}

#[test]
fn recipes_are_short() {
    let of = |words: usize| {
        let html = format!(
            "<title>Tea</title><meta property=og:type content=article>\
             <script type=application/ld+json>{{\"@context\":\"https://schema.org\",\
             \"@type\":\"Recipe\",\"name\":\"Tea\"}}</script><main><article>{}</article></main>",
            text(words)
        );
        status(&ContentDepth, &html)
    };
    assert_eq!([59, 107, 108].map(of), [Status::Fail, Status::Warn, Status::Pass]);
}

#[test]
fn less_text_is_never_worth_more() {
    let other = |words: usize| {
        let html = format!("<title>Pot</title><main>{}</main>", text(words));
        judge(&ContentDepth, &read_at("https://www.example.com/about", &html)).value
    };
    let values: Vec<Option<u8>> = [50, 100, 130, 240, 260, 299, 310].map(other).to_vec();
    assert!(values.is_sorted(), "{values:?}");
}

#[test]
fn code_counts_half_and_scripts_without_spaces_by_characters() {
    let code = format!("{}<pre>{}</pre>", text(200), "let a = b\n".repeat(60));
    // 200 + 180 / 2.
    assert_eq!(words_of_main(&read(&article("Tea", &code)).document), 290);
    for (text, expected) in [
        ("湯を沸かす。", 250),
        ("烧开水喝茶。", 250),
        ("ต้มน้ำ", 80),
        ("اغل الماء ", 200),
        ("Вода кипит. ", 200),
        ("물을 끓인다. ", 200),
    ] {
        let page = read(&article("Tea", &format!("<p>{}</p>", text.repeat(100))));
        assert_eq!(words_of_main(&page.document), expected, "{text}");
    }
}

#[test]
fn the_fix_names_the_length() {
    let short = fix(&ContentDepth, &read(&article("Green tea", &text(100)))).0;
    assert!(short.title.contains("`Green tea` from 100"), "{}", short.title);
    let nearly = fix(&ContentDepth, &read(&article("Green tea", &text(260)))).0;
    assert_eq!(nearly.title, "Add a paragraph to `Green tea`: it has 260 words, and needs 300");
    let long = fix(&ContentDepth, &read(&article("Green tea", &text(DEPTH_BOOK + 1)))).0;
    assert!(long.title.contains("10,001 words"), "{}", long.title);
}

#[test]
fn a_short_text_is_worth_more_the_nearer_it_comes() {
    let values = [150, 225, 269]
        .map(|words| judge(&ContentDepth, &read(&article("Tea", &text(words)))).value);
    assert_eq!(values, [Some(1), Some(50), Some(79)]);
}

#[test]
fn the_length_of_an_unclear_text_is_not_known() {
    let long = format!("{}<div>{}</div>", text(100), text(400));
    let mut page = read(&article("Tea", &long));
    page.document.main.word_equivalents = 100;
    assert_eq!(judge(&ContentDepth, &page).status, Status::Fail);
    page.document.main.low_confidence = true;
    let finding = judge(&ContentDepth, &page);
    assert_eq!((finding.status, finding.unsure), (Status::Na, true));
}

#[test]
fn the_line_with_the_day_of_the_last_change_is_no_content() {
    let html = |stamp: &str| {
        let body = format!("{}<p>{stamp}</p>", text(134));
        article("Tea", &body).replace("\"Article", "\"TechArticle")
    };
    let more = "Pots that are empty, and cups, are washed.";
    assert_eq!(status(&ContentDepth, &html(more)), Status::Pass);
    let stamp = "This page last modified on 2020-02-10 20:33:26 UTC";
    assert_eq!(status(&ContentDepth, &html(stamp)), Status::Warn);
}

#[test]
fn what_a_diagram_says_need_not_be_said_again() {
    let of = |drawn: &str, words: usize| {
        let texts: String = drawn.split(' ').map(|word| format!("<text>{word}</text>")).collect();
        let body =
            format!("<main><h1>Brew</h1><div><svg>{texts}</svg></div>{}</main>", text(words));
        let page = read_at("https://www.example.com/brew", &format!("<title>Brew</title>{body}"));
        judge(&ContentDepth, &page).status
    };
    let grammar = "BREW IF HOT leaf-name WITH water-name AND leaf-name";
    assert_eq!(of(grammar, 8), Status::Na);
    assert_eq!(of("2024 2025 2026 2027 2028 2029 2030 2031 tons", 14), Status::Na);
    assert_eq!(of(grammar, 60), Status::Na, "an entry of a reference");
    assert_eq!(of("COMMIT TRANSACTION END", 7), Status::Na, "an entry, too");
    assert_eq!(of("2025 2026 tons", 30), Status::Fail, "a chart beside a text");
}

#[test]
fn what_a_frame_swallowed_is_to_be_given_back() {
    let html = format!(
        "<title>Tea</title><body><p>Menu</p>\n<iframe src=/tea style='border: 0'/>\n<h1>Tea</h1>{}\
         </body></html>",
        text(600)
    );
    let title = fix(&ContentDepth, &read(&html)).0.title;
    assert_eq!(title, "Close the `<iframe>` on line 2, which hides the rest of the page");
    let fallback = format!("<title>Tea</title><body><iframe src=/tea>{}</iframe>", text(600));
    let title = fix(&ContentDepth, &read(&fallback)).0.title;
    assert!(!title.starts_with("Close"), "what old browsers show: {title}");
}

#[test]
fn the_fix_of_a_list_has_the_count_of_its_finding() {
    let menu: String =
        (0..9).map(|at| format!("<p>{at} cups and pots for tea of all kinds</p>")).collect();
    let html = format!(
        "<title>Pots</title><script type=application/ld+json>{{\"@type\":\"CollectionPage\"}}\
         </script><div>{menu}</div><main><h1>Pots</h1><p>All pots.</p></main>"
    );
    let page = read(&html);
    let finding = judge(&ContentDepth, &page);
    let words = finding.summary.split(' ').next().unwrap_or_default().to_owned();
    let fix = fix(&ContentDepth, &page).0.title;
    assert!(finding.summary.contains("recognized as main content"), "{}", finding.summary);
    assert!(fix.contains(&format!("from {words} to 50")), "{} {fix}", finding.summary);
}

#[test]
fn news_is_whole_in_fewer_words_than_an_article() {
    let of = |kind: &str, words: usize| {
        let json = format!(r#"{{"@context": "https://schema.org", "@type": "{kind}"}}"#);
        let html = format!(
            "<html lang=en><title>Pot</title>{}<main><h1>Pot</h1>{}</main>",
            crate::catalogue::test_html::block(&json),
            text(words)
        );
        let page = read_at("https://www.example.com/pot", &html);
        (judge(&ContentDepth, &page).status, fix(&ContentDepth, &page).0)
    };
    assert_eq!(of("NewsArticle", 210).0, Status::Pass);
    assert_eq!(of("Article", 210).0, Status::Warn);
    let (status, brief) = of("NewsArticle", 150);
    assert_eq!(status, Status::Warn);
    assert!(brief.is_conditional, "nobody adds to what is known");
    assert!(!of("Article", 160).1.is_conditional);
}
