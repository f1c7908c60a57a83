use super::*;
use crate::catalogue::test_html::{block, fix, read, read_at};
use crate::page::Page;
use crate::report::Status;

fn page(json: &str, body: &str) -> Page {
    let prose = "Boil the water and wait before you pour it over the leaves. ".repeat(20);
    read(&format!(
        "<html lang=en><head><title>How to make good tea | Example</title>{}</head>\
         <main><h1>How to make good tea</h1>{body}<p>{prose}</p></main>",
        block(json)
    ))
}

fn judge(page: &Page) -> Finding {
    SchemaMatchesPage.judge(&Context::new(page, false))
}

fn article(properties: &str, body: &str) -> Status {
    judge(&page(&format!(r#"{{"@type": "Article", {properties}}}"#), body)).status
}

fn product(properties: &str, body: &str) -> Status {
    let json = format!(r#"{{"@type": "Product", "name": "How to make good tea", {properties}}}"#);
    judge(&page(&json, body)).status
}

#[test]
fn headlines_may_be_shorter_or_worded_a_little_otherwise() {
    for (headline, expected) in [
        ("How to make good tea", Status::Pass),
        ("How to make", Status::Pass),
        ("Make really good tea at home", Status::Pass),
        ("How to make good tea &#8211; Example", Status::Pass),
        ("Welcome", Status::Warn),
        ("Ten ways of brewing coffee", Status::Warn),
    ] {
        assert_eq!(article(&format!(r#""headline": "{headline}""#), ""), expected, "{headline}");
    }
    assert!(is_similar("美味しいお茶の入れ方", "美味しいお茶の入れ方とは｜例"));
    assert!(!is_similar("美味しいお茶の入れ方", "会社概要のご案内"));
    assert!(is_similar("วิธีชงชา", "วิธีชงชาให้อร่อย") && !is_similar("", "Tea"));
}

#[test]
fn authors_and_dates_are_those_that_readers_see() {
    for (properties, body, expected) in [
        (r#""author": "Jane Doe""#, "<p>By Jane Doe", Status::Pass),
        (r#""author": ["Jane Doe", "John Roe"]"#, "<p>By John Roe", Status::Pass),
        (r#""author": "Jane Doe""#, "<p>By John Roe", Status::Warn),
        (
            r#""datePublished": "2026-03-05T23:00:00-08:00""#,
            "<time class=published datetime=2026-03-06>x</time>",
            Status::Pass,
        ),
        (
            r#""datePublished": "2026-03-05""#,
            "<time class=published datetime=2026-03-09>x</time>",
            Status::Warn,
        ),
        (
            r#""dateModified": "2026-03-05", "author": "Jane Doe""#,
            "<p>By John Roe. Updated <time class=updated datetime=2026-04-05>x</time>",
            Status::Fail,
        ),
    ] {
        assert_eq!(article(properties, body), expected, "{properties} {body}");
    }
}

#[test]
fn languages_are_compared_by_their_codes() {
    for (language, expected) in [
        (r#""en-US""#, Status::Pass),
        (r#"["de", "en"]"#, Status::Pass),
        (r#"{"@type": "Language", "name": "English", "alternateName": "en"}"#, Status::Pass),
        (r#""de""#, Status::Warn),
        (r#""English""#, Status::Na),
    ] {
        assert_eq!(article(&format!(r#""inLanguage": {language}"#), ""), expected, "{language}");
    }
    assert!(is_one_language("nb", "no") && !is_one_language("nb", "sr"));
}

#[test]
fn the_price_is_the_one_that_is_shown_however_it_is_written() {
    let offer = |price: &str, currency: &str| {
        format!(
            r#""offers": {{"@type": "Offer", "price": {price}, "priceCurrency": "{currency}"}}"#
        )
    };
    for (price, currency, body, expected) in [
        ("\"1299.00\"", "EUR", "1.299,00 €", Status::Pass),
        ("1299", "USD", "$1,299.00", Status::Pass),
        ("19.99", "USD", "$<span>19</span><sup>99</sup>", Status::Pass),
        ("1280", "JPY", "１２８０円", Status::Pass),
        ("19.99", "USD", "$24.99", Status::Fail),
        ("19.99", "USD", "only 24.99 €", Status::Pass),
        ("19.99", "USD", "$24 $25 $26", Status::Fail),
        ("19.99", "USD", "$24 $25 $26 $27", Status::Pass),
        ("19.99", "USD", "", Status::Pass),
        ("0", "USD", "$24.99", Status::Pass),
    ] {
        let found = product(&offer(price, currency), &format!("<p>{body}</p>"));
        assert_eq!(found, expected, "{price} {body}");
    }
    let range = r#""offers": {"@type": "AggregateOffer", "lowPrice": 5, "highPrice": "9.50", "priceCurrency": "EUR"}"#;
    assert_eq!(product(range, "<p>ab 5,00 €"), Status::Pass);
    assert_eq!(product(range, "<p>7,00 €"), Status::Fail);
}

#[test]
fn a_question_of_a_product_page_is_not_the_product() {
    let json = r#"[{"@type": "FAQPage", "mainEntity": {"@type": "Question", "name": "What wattage?"}},
        {"@type": "Product", "name": "How to make good tea"}]"#;
    assert_eq!(judge(&page(json, "")).status, Status::Pass);
}

#[test]
fn ratings_are_shown_by_value_or_count() {
    let rating = r#""aggregateRating": {"ratingValue": "4.46", "reviewCount": 1234}"#;
    assert_eq!(product(rating, "<p>4,5 of 5"), Status::Pass);
    assert_eq!(product(rating, "<p>1,234 reviews"), Status::Pass);
    assert_eq!(product(rating, "<p>4,1 von 5"), Status::Warn);
}

#[test]
fn what_cannot_be_compared_is_not_judged() {
    assert_eq!(judge(&page("{}", "")).status, Status::Na);
    assert_eq!(article(r#""url": "https://www.example.com/guide/tea""#, ""), Status::Na);
    let home =
        read_at("https://www.example.com/", &block(r#"{"@type": "Article", "headline": "x"}"#));
    assert_eq!(judge(&home).status, Status::Na);
}

#[test]
fn fixes_hold_what_the_page_shows() {
    let json =
        r#"{"@type": "Article", "headline": "Welcome", "inLanguage": "de", "author": "Jane Doe"}"#;
    let fix = fix(&SchemaMatchesPage, &page(json, ""));
    assert!(fix.title.contains("headline, author, inLanguage"), "{}", fix.title);
    assert_eq!(
        fix.snippet.as_deref(),
        Some("\"headline\": \"How to make good tea\",\n\"inLanguage\": \"en\"")
    );
}

#[test]
fn a_rating_that_is_drawn_is_not_compared() {
    let rating = r#""aggregateRating": {"@type": "AggregateRating", "ratingValue": 4.7,
        "reviewCount": 82}"#;
    for (body, expected) in [
        ("<p>★★★★★", Status::Pass),
        ("<p>4.7 stars", Status::Pass),
        ("<p>82 reviews", Status::Pass),
        ("<p>On 3/5/2024, 24 of 25", Status::Pass),
        ("<p>4.2/5", Status::Warn),
        ("<p>4,2 sur 5", Status::Warn),
    ] {
        assert_eq!(product(rating, body), expected, "{body}");
    }
}

#[test]
fn a_time_that_shows_the_other_declared_date_contradicts_nothing() {
    let dates = r#""headline": "How to make good tea", "datePublished": "2023-10-02",
        "dateModified": "2024-12-06""#;
    let time = |day: &str| format!("<time class=published datetime={day}>then</time>");
    assert_eq!(article(dates, &time("2024-12-06")), Status::Pass);
    assert_eq!(article(dates, &time("2022-01-01")), Status::Warn);
}

#[test]
fn the_rating_of_a_shop_at_its_foot_contradicts_none_of_a_product() {
    let rating = r#"{"@type": "Product", "name": "How to make good tea", "aggregateRating":
        {"ratingValue": 4.7}}"#;
    let mut page = page(rating, "");
    page.document.visible_text.push_str("\nOur shop: 4.2/5");
    assert_eq!(judge(&page).status, Status::Pass);
}

#[test]
fn an_author_whom_the_page_does_not_show_is_to_be_shown() {
    let page = page(r#"{"@type": "Article", "author": "Jane Doe"}"#, "");
    let fix = fix(&SchemaMatchesPage, &page);
    assert!(fix.title.starts_with("Show the author `Jane Doe` on the page"), "{}", fix.title);
}

#[test]
fn what_matched_is_what_is_reported() {
    let labels = |properties: &str| {
        let json = format!(r#"{{"@type": "Article", {properties}}}"#);
        let details = judge(&page(&json, "")).details.into_iter();
        details.map(|one| (one.label, one.excerpt)).collect::<Vec<_>>()
    };
    let pair = |name: &str, value: &str| (format!("Structured data: {name}"), value.to_owned());
    let both = r#""headline": "Drink of leaves", "name": "How to make good tea""#;
    assert_eq!(labels(both), [pair("name", "How to make good tea")]);
    let own = r#""headline": "Make good tea", "name": "How to make good tea""#;
    assert_eq!(labels(own), [pair("headline", "Make good tea")]);
    let none = r#""headline": "Drink of leaves", "name": "Cups""#;
    assert_eq!(labels(none), [pair("headline", "Drink of leaves")]);
}

#[test]
fn an_item_whose_url_is_a_picture_may_be_the_page() {
    let of = |url: &str| {
        judge(&read(&format!(
            "<html lang=en><title>Rust in tea</title><main><article itemscope \
             itemtype=https://schema.org/BlogPosting><h1>Rust in tea</h1><meta itemprop=url \
             content=https://cdn.example/{url}><p>Water is hot.</p><article itemscope \
             itemtype=https://schema.org/BlogPosting><h2 itemprop=headline>Spoons of \
             yesterday</h2></article></article></main>"
        )))
        .status
    };
    assert_eq!(of("pot.jpg?w=200"), Status::Na, "it says nothing to compare");
    assert_eq!(of("pots"), Status::Pass, "the item inside is left, and its name is shown");
}

#[test]
fn a_name_in_microdata_may_be_any_line_that_is_shown() {
    let of = |shown: &str| {
        judge(&read_at(
            "https://leaf.example/product/7",
            &format!(
                "<html lang=en><title>Leaf Products</title><main itemscope \
                 itemtype=https://schema.org/Product><meta itemprop=name content='Velvet bag for \
                 two cups'><div>{shown}</div></main>"
            ),
        ))
        .status
    };
    assert_eq!(of("Velvet bag for two cups"), Status::Pass);
    assert_eq!(of("Velvet bags"), Status::Warn);
}
