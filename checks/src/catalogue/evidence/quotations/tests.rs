use super::*;
use crate::catalogue::evidence::test_prose::{filler, fixed, judged, read_html};
use crate::page::Page;
use crate::report::Status;

const WORDS: &str = "the tide is the pulse of the whole wide sea";

/// Paragraphs that report what people said, word for word or not.
const REPORTS: &str = "<p>Jane Doe said that the tide was late.</p><p>it was high, explained John \
    Roe.</p>";

/// An article of about 650 words with that in it.
fn article(body: &str) -> Page {
    in_language("en", body)
}

fn in_language(lang: &str, body: &str) -> Page {
    let data = r#"<script type=application/ld+json>{"@context":"https://schema.org",
        "@type":"BlogPosting","headline":"Tides"}</script>"#;
    let half = filler(1_300);
    let (first, second) = half.split_at(half.find("<p>aabf").unwrap_or(half.len() / 2));
    let html =
        format!("<html lang={lang}>{data}<main><article>{first}{body}{second}</article></main>");
    read_html(&html)
}

fn status(body: &str) -> Status {
    judged(&Quotations, &article(body)).status
}

#[test]
fn a_quotation_with_its_source_passes_without_one_warns_none_fails() {
    assert_eq!(status(&format!("<p>“{WORDS},” said Jane Doe.</p>")), Status::Pass);
    assert_eq!(status(&format!("<p>it was “{WORDS}” there.</p>")), Status::Warn);
    assert_eq!(status(""), Status::Na);
    assert_eq!(status("<p>a so-called “spring tide” came.</p>"), Status::Na);
    assert_eq!(status(REPORTS), Status::Warn);
    assert_eq!(status("<p>Jane Doe said that the tide was late.</p>"), Status::Na, "one");
}

#[test]
fn what_the_writer_thinks_and_pulls_out_quotes_nobody() {
    for body in [
        format!("<p>so I thought “{WORDS}” there.</p>"),
        format!("<p>it is {WORDS}.</p><blockquote>it is {WORDS}.</blockquote>"),
        format!("<blockquote>“It is {WORDS}.”</blockquote><p>It is {WORDS}.</p>"),
    ] {
        assert_eq!(status(&body), Status::Na, "{body}");
    }
}

#[test]
fn quotations_that_stand_apart_have_many_ways_to_name_their_source() {
    for body in [
        format!("<blockquote cite='https://x.example/'>{WORDS}</blockquote>"),
        format!("<blockquote><p>{WORDS}</p><cite>the keeper</cite></blockquote>"),
        format!(
            "<figure><blockquote>{WORDS}</blockquote><figcaption>the keeper</figcaption></figure>"
        ),
        format!("<blockquote><p>{WORDS}</p><p>— the keeper</p></blockquote>"),
        format!("<blockquote>{WORDS} — Jane Doe</blockquote>"),
        format!("<blockquote>{WORDS}</blockquote><p>– the keeper</p>"),
        format!("<p>so the keeper put it there:</p><blockquote>{WORDS}</blockquote>"),
        format!("<blockquote>{WORDS} <a href='https://x.example/'>here</a></blockquote>"),
    ] {
        assert_eq!(status(&body), Status::Pass, "{body}");
    }
    assert_eq!(status(&format!("<blockquote>“{WORDS}”</blockquote>")), Status::Warn);
    assert_eq!(status(&format!("<blockquote>{WORDS}</blockquote>")), Status::Na, "a thought");
    assert_eq!(status("<blockquote>so it is — Jane</blockquote>"), Status::Na, "too short");
}

#[test]
fn boxes_beside_the_text_quote_nobody() {
    for label in ["Note:", "Did you know?", "Read more:", "[!TIP]"] {
        let body = format!(
            "<blockquote><p><b>{label}</b> {WORDS}, <a href='/a'>they say</a></p></blockquote>"
        );
        assert_eq!(status(&body), Status::Na, "{label}");
    }
}

#[test]
fn posts_of_networks_and_pulled_quotations_do_not_count() {
    for class in ["twitter-tweet", "wp-block-pullquote", "article__pull-quote"] {
        let body = format!("<blockquote class='{class}'>{WORDS} — Jane Doe</blockquote>");
        assert_eq!(status(&body), Status::Na, "{class}");
    }
}

#[test]
fn a_link_in_the_same_paragraph_names_the_source() {
    let body = format!("<p>it was “{WORDS}” <a href='https://x.example/'>there</a>.</p>");
    assert_eq!(status(&body), Status::Pass);
}

#[test]
fn the_paragraph_before_may_announce_a_quotation() {
    let of = |before: &str| status(&format!("<p>{before}</p><p>“{WORDS}”</p>"));
    assert_eq!(of("from a reader of ours:"), Status::Pass);
    assert_eq!(of("so it is by the sea."), Status::Warn);
}

#[test]
fn only_long_articles_are_expected_to_quote() {
    let signed = format!("<p>“{WORDS},” said Jane Doe.</p>");
    let of = |body: &str, kind: PageKind, words: usize| {
        let mut page = article(body);
        page.document.kind.kind = kind;
        page.document.main.word_equivalents = words;
        judged(&Quotations, &page).status
    };
    assert_eq!(of(REPORTS, PageKind::Article, 600), Status::Warn);
    assert_eq!(of(REPORTS, PageKind::Article, 599), Status::Na);
    assert_eq!(of(REPORTS, PageKind::Other, 900), Status::Na);
    // What is taken away never helps.
    let unsigned = format!("<blockquote>“{WORDS}”</blockquote>");
    assert_eq!(of(&unsigned, PageKind::Other, 900), Status::Na);
    assert_eq!(of(&signed, PageKind::Article, 300), Status::Pass);
}

#[test]
fn languages_whose_words_are_not_known_never_fail() {
    let page = in_language("sw", REPORTS);
    let mut page = page;
    page.document.markup.languages = vec!["sw".to_owned()];
    assert_eq!(judged(&Quotations, &page).status, Status::Na);
}

#[test]
fn the_fix_names_the_quotation_or_asks_for_one() {
    let fix = fixed(&Quotations, &article(&format!("<p>it was “{WORDS}” there.</p>")));
    assert!(fix.title.starts_with("Attribute the quote on line"), "{}", fix.title);
    assert!(fix.title.ends_with(&format!("`{WORDS}`")), "{}", fix.title);
    let fix = fixed(&Quotations, &article(REPORTS));
    assert!(fix.title.starts_with("Quote somebody's exact words"), "{}", fix.title);
    assert!(fix.title.ends_with("`Jane Doe said that the tide was late.`"), "{}", fix.title);
}

#[test]
fn a_name_under_a_quotation_signs_it() {
    for name in ["— the keeper", "J. Roe", "Jane R.", "Jane Doe, Keeper"] {
        assert_eq!(status(&format!("<p>“{WORDS}”</p><p>{name}</p>")), Status::Pass, "{name}");
        let apart = format!("<blockquote>{WORDS}</blockquote><p>{name}</p>");
        assert_eq!(status(&apart), Status::Pass, "{name}");
    }
    let linked = "Janine, who wrote of <a href=/b>the boats of the port of Brest</a>";
    assert_eq!(status(&format!("<p>“{WORDS}”</p><ul><li>{linked}</li></ul>")), Status::Pass);
    for menu in ["<a href=/b>Boats, ports and more</a>", "Boats, ports and more of it."] {
        assert_eq!(status(&format!("<p>“{WORDS}”</p><p>{menu}</p>")), Status::Warn, "{menu}");
    }
    let unsigned = format!("<p>“{WORDS}”</p><p>so it goes on by the sea.</p>");
    assert_eq!(status(&unsigned), Status::Warn);
    assert_eq!(status(&format!("<p>from a reader: “{WORDS}”</p>")), Status::Pass);
}

#[test]
fn instructions_code_and_authorities_need_quote_nobody() {
    let code = "<pre>let tide = 1;</pre>";
    assert_eq!(status(&(code.repeat(3) + REPORTS)), Status::Na);
    assert_eq!(status(&(code.to_owned() + REPORTS)), Status::Warn);
    let recipe = r#"<script type=application/ld+json>{"@context":"https://schema.org",
        "@type":"Recipe","name":"Tea"}</script>"#;
    assert_eq!(status(&(recipe.to_owned() + REPORTS)), Status::Na);
    let mut page = article(REPORTS);
    page.final_url = url::Url::parse("https://www.example.gov/tides").unwrap();
    assert_eq!(judged(&Quotations, &page).status, Status::Na);
    for (address, expected) in [
        ("https://www.gov.uk/", true),
        ("https://tax.example.go.jp/", true),
        ("https://go.it/", false),
        ("https://gov.example.com/", false),
        ("http://127.0.0.1/", false),
    ] {
        assert_eq!(is_authority(&url::Url::parse(address).unwrap()), expected, "{address}");
    }
}

#[test]
fn a_box_of_links_quotes_nobody() {
    let links = "<li>See <a href=/a>the tides of the northern coast in the winter</a></li>\
                 <li>And <a href=/b>the tides of the southern coast in the summer</a></li>";
    assert_eq!(status(&format!("<blockquote><ul>{links}</ul></blockquote>")), Status::Na);
}

#[test]
fn a_quote_that_goes_on_has_the_source_of_the_part_before() {
    let of = |text: &str| judged(&Quotations, &article(&format!("<p>{text}</p>"))).summary;
    let goes_on = of(&format!("“The tide comes late,” describes Slayton. “{WORDS}.”"));
    assert!(goes_on.starts_with("1 of 1"), "{goes_on}");
    for other in [
        format!("“The tide comes late” is on a sign of Slayton. “{WORDS}.”"),
        format!("“The tide comes late,” and then nothing. “{WORDS}.”"),
        format!(
            "“The tide comes late,” describes Slayton, and all day long it was “{WORDS}” there."
        ),
    ] {
        let said = of(&other);
        assert!(said.contains("names no source"), "{other}: {said}");
    }
}

#[test]
fn a_quote_has_the_line_of_its_own_text() {
    let body = format!("<div>it was late.<br>\n\n<br>\nit was “{WORDS}” there.</div>");
    let page = article(&body);
    let finding = judged(&Quotations, &page);
    let line = finding.details[0].line.unwrap();
    let above = article(&format!("<div>it was “{WORDS}” there.</div>"));
    let first = judged(&Quotations, &above).details[0].line.unwrap();
    assert_eq!(line, first + 3);
}
