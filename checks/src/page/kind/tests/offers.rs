//! Kinds of pages that sell, of those that list, and of articles that look alike.

use super::{SENTENCE, json_ld, kind, paragraphs};
use crate::report::PageKind;

fn buttons(count: usize) -> String {
    "<p><a class=btn href=/start>Start</a></p>".repeat(count)
}

#[test]
fn a_text_with_many_buttons_is_an_offer_whoever_is_named_in_it() {
    let url = "https://example.com/tea";
    let signed = format!("<h1>Tea</h1><p class=author>Ann Lee</p>{}", paragraphs(12));
    assert_eq!(kind(url, &signed).kind, PageKind::Article);
    assert_eq!(kind(url, &format!("{signed}{}", buttons(4))).kind, PageKind::Article);
    let offer = kind(url, &format!("{signed}{}", buttons(12)));
    assert_eq!((offer.kind, offer.may_be_article), (PageKind::Other, false));
}

#[test]
fn a_title_with_a_telephone_number_is_that_of_an_offer() {
    let url = "https://example.com/repair-of-tea-pots";
    let page = |title: &str| format!("<title>{title}</title><h1>Tea</h1>{}", paragraphs(24));
    for (title, expected) in [
        ("Repair of tea pots (212) 555-0123, free estimates", PageKind::Other),
        ("Repair of tea pots +44 20 7946 0123", PageKind::Other),
        ("Repair of tea pots, 2010 - 2026", PageKind::Article),
        ("Repair of 1,000,000,000 tea pots", PageKind::Article),
    ] {
        assert_eq!(kind(url, &page(title)).kind, expected, "{title}");
    }
}

#[test]
fn a_long_text_may_ask_to_act_now_and_then() {
    let url = "https://example.com/ten-weeks-of-green-tea";
    let text = |count, calls| format!("<h1>Tea</h1>{}{}", paragraphs(count), buttons(calls));
    assert_eq!(kind(url, &text(80, 5)).kind, PageKind::Article);
    assert_eq!(kind(url, &text(20, 5)).kind, PageKind::Other);
    assert_eq!(kind(url, &text(80, 12)).kind, PageKind::Other);
}

#[test]
fn a_short_answer_below_a_question_is_an_article() {
    let page = |heading: &str| format!("<h1>{heading}</h1><p>{}</p>", SENTENCE.repeat(10));
    let url = "https://example.com/why-is-green-tea-bitter";
    assert_eq!(kind(url, &page("Why is green tea bitter?")).kind, PageKind::Article);
    assert_eq!(kind(url, &page("Green tea")).kind, PageKind::Other);
    let sold = "https://example.com/services/why-is-green-tea-bitter";
    assert_eq!(kind(sold, &page("Why is green tea bitter?")).kind, PageKind::Other);
}

#[test]
fn parts_with_a_button_each_make_a_list() {
    let text = format!("<h1>Pots</h1>{}", paragraphs(30));
    let part = |call: &str| {
        format!("<div class=pot><a href=/p><img src=p.jpg></a> Pot of clay, 12.00 {call}</div>")
    };
    let url = "https://example.com/pots";
    let list = text.clone() + &part("<a class=btn href=/p>See more</a>").repeat(14);
    assert_eq!(kind(url, &list).kind, PageKind::Listing);
    let plain = text + &part("").repeat(14);
    assert_ne!(kind(url, &plain).kind, PageKind::Listing);
}

#[test]
fn services_are_no_products_and_no_lists_of_features() {
    let url = "https://example.com/services/tea-for-offices";
    let rated = r#"{"@context":"https://schema.org","@type":"Product","name":"Tea for offices",
        "aggregateRating":{"@type":"AggregateRating","ratingValue":"4.8","ratingCount":"9"}}"#;
    let page = |data: &str| format!("{}<h1>Tea</h1>{}", json_ld(data), paragraphs(12));
    assert_eq!(kind(url, &page(rated)).kind, PageKind::Other);
    let offered = rated.replace("\"name\"", "\"sku\":\"1\",\"name\"");
    assert_eq!(kind(url, &page(&offered)).kind, PageKind::Product);
    let list = r#"{"@context":"https://schema.org","@type":"ItemList"}"#;
    let features = "<div class=feature><a href=/a>Hot</a> and green</div>".repeat(6);
    let with_features = |url| kind(url, &(page(list) + &features)).kind;
    assert_eq!(with_features(url), PageKind::Other);
    assert_eq!(with_features("https://example.com/teas"), PageKind::Listing);
}

#[test]
fn a_shelf_with_the_head_of_a_product_is_a_list() {
    let head = "<meta property=og:type content=product>";
    let card = "<div class=card><a href=/a>Pot</a> of hard clay from the east, 12.00</div>";
    let page = |count| format!("{head}<h1>Pots</h1>{}", card.repeat(count));
    assert_eq!(kind("https://example.com/pots", &page(20)).kind, PageKind::Listing);
    assert_eq!(kind("https://example.com/pots", &page(6)).kind, PageKind::Product);
    assert_eq!(kind("https://example.com/product/pots", &page(20)).kind, PageKind::Product);
}

#[test]
fn a_short_note_that_is_signed_and_dated_is_an_article() {
    let (author, day) =
        ("<a rel=author href=/jo>Jo Brand</a>", "<time datetime=2026-10-02>2 October 2026</time>");
    let note = |head: &str, below: &str| {
        let text = SENTENCE.repeat(6);
        kind("https://example.com/tea", &format!("<h1>Tea</h1>{head}<p>{text}</p>{below}")).kind
    };
    assert_eq!(note(&format!("<p>By {author}, {day}</p>"), ""), PageKind::Article);
    for one in [author, day] {
        assert_eq!(note(&format!("<p>{one}</p>"), ""), PageKind::Other, "{one}");
    }
    let button = "<p><a class=button href=/book>Book a tasting</a></p>";
    assert_eq!(note(&format!("<p>By {author}, {day}</p>"), button), PageKind::Other);
}

#[test]
fn a_day_with_a_section_in_it_is_that_of_an_article() {
    let html = format!("<h1>Tea</h1><p>{}</p>", SENTENCE.repeat(16));
    let of = |path: &str| kind(&format!("https://example.com/{path}"), &html).kind;
    assert_eq!(of("2026/FOOD/5/3/tea"), PageKind::Article);
    for path in ["2026/food/tea", "2026/food/5/tea", "food/5/3/tea"] {
        assert_eq!(of(path), PageKind::Other, "{path}");
    }
}
