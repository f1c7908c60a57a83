//! Kinds of small pages.

mod entries;
mod forms;
mod lists;
mod offers;

use url::Url;

use crate::page::{Kind, gather};
use crate::patience::Patience;
use crate::report::PageKind;

pub(super) fn kind(url: &str, body: &str) -> Kind {
    read(&format!("<html><body>{body}"), Some(&Url::parse(url).unwrap()))
}

fn read(html: &str, url: Option<&Url>) -> Kind {
    gather::read(html, url, None, &Patience::unlimited()).unwrap().kind
}

pub(super) fn json_ld(types: &str) -> String {
    format!("<script type='application/ld+json'>{types}</script>")
}

pub(super) const SENTENCE: &str =
    "Water should be hot and not boiling when it meets the leaves of a green tea. ";

pub(super) fn prose() -> String {
    format!("<h1>Tea</h1><p>{}</p>", SENTENCE.repeat(40))
}

#[test]
fn structured_data_says_it_first() {
    let url = "https://example.com/a";
    for (types, expected) in [
        (r#"{"@context":"https://schema.org","@type":"QAPage"}"#, PageKind::Qa),
        (r#"{"@context":"https://schema.org","@type":"DiscussionForumPosting"}"#, PageKind::Qa),
        (r#"{"@context":"https://schema.org","@type":"Product","sku":"1"}"#, PageKind::Product),
        (r#"{"@context":"https://schema.org","@type":"TechArticle"}"#, PageKind::Docs),
        (r#"{"@context":"https://schema.org","@type":"CollectionPage"}"#, PageKind::Listing),
        (r#"{"@context":"https://schema.org","@type":"SomeProducts"}"#, PageKind::Listing),
        (r#"{"@context":"https://schema.org","@type":"BlogPosting"}"#, PageKind::Article),
        (
            r#"{"@context":"https://schema.org","@type":["NewsArticle","Article"]}"#,
            PageKind::Article,
        ),
        (r#"{"@context":"https://schema.org","@type":"Organization"}"#, PageKind::Other),
    ] {
        assert_eq!(kind(url, &json_ld(types)).kind, expected, "{types}");
    }
}

#[test]
fn an_article_that_reviews_a_product_is_an_article() {
    let types = r#"{"@context":"https://schema.org","@graph":[{"@type":"Product","sku":"1"},
        {"@type":"Article","headline":"x"}]}"#;
    assert_eq!(kind("https://example.com/a", &json_ld(types)).kind, PageKind::Article);
}

#[test]
fn a_start_page_is_the_root_or_a_language() {
    for (url, expected) in [
        ("https://example.com/", PageKind::Home),
        ("https://example.com/?utm_source=x", PageKind::Home),
        ("https://example.com/de/", PageKind::Home),
        ("https://example.com/en-gb/index.html", PageKind::Home),
        ("https://example.com/us/", PageKind::Home),
        ("https://example.com/tv", PageKind::Other),
        ("https://example.com/ai/", PageKind::Other),
        ("https://example.com/?p=12", PageKind::Other),
        ("https://example.com/about", PageKind::Other),
    ] {
        assert_eq!(kind(url, "<p>Hello.").kind, expected, "{url}");
    }
}

#[test]
fn addresses_tell_kinds() {
    for (url, expected) in [
        ("https://www.example.com/threads/tea.12/", PageKind::Qa),
        ("https://forum.example.com/t/tea/12", PageKind::Qa),
        ("https://forum.example.com/viewtopic.php?t=12", PageKind::Qa),
        ("https://news.example.com/topic/tea", PageKind::Article),
        ("https://shop.example.com/product/tea-pot", PageKind::Product),
        ("https://example.com/questions/12/how-to-brew", PageKind::Qa),
        ("https://docs.example.com/brewing", PageKind::Docs),
        ("https://help.example.com/brewing", PageKind::Docs),
        ("https://example.com/hc/en-us/brewing", PageKind::Docs),
        ("https://help.example.com/blog/brewing", PageKind::Article),
        ("https://example.com/docs/brewing", PageKind::Docs),
        ("https://www.example.dev/brewing", PageKind::Other),
        ("https://example.com/blog/2026/11/tea", PageKind::Article),
    ] {
        let body = if expected == PageKind::Other { "<p>Tea.".to_owned() } else { prose() };
        assert_eq!(kind(url, &body).kind, expected, "{url}");
    }
}

#[test]
fn cards_make_a_list() {
    let card = "<div class=card><a href=/a>Pot</a> of hard clay from the east, 12.00</div>";
    let list = kind("https://example.com/pots", &card.repeat(12));
    assert_eq!(list.kind, PageKind::Listing);
    assert!(
        list.reason.starts_with("Most of its text is in many similar parts"),
        "{}",
        list.reason
    );
    let cards_below = format!("{}{}", prose(), card.repeat(6));
    assert_eq!(kind("https://example.com/how-to-brew-tea", &cards_below).kind, PageKind::Article);
}

#[test]
fn cards_that_a_template_calls_an_article_are_none() {
    let card = "<div class=card><a href=/a>Learn pots</a> from the ground up</div>".repeat(12);
    let of = |block: &str| kind("https://example.com/learn", &(json_ld(block) + &card)).kind;
    assert_ne!(of(r#"{"@type": "Article", "headline": "Learn"}"#), PageKind::Article);
    let dated = r#"{"@type": "Article", "headline": "Learn", "datePublished": "2026-03-05"}"#;
    assert_eq!(of(dated), PageKind::Article);
}

#[test]
fn buttons_to_buy_tell_one_product_from_many() {
    let button = "<button class=AddToCart>Buy</button>";
    let one = kind("https://example.com/pot", &format!("<h1>Pot</h1>{button}"));
    assert_eq!(one.kind, PageKind::Product);
    let many = kind("https://example.com/pots", &format!("<p>Pot{button}").repeat(6));
    assert_eq!(many.kind, PageKind::Listing);
}

#[test]
fn a_hidden_field_is_no_button() {
    let hidden = "<h1>Pot</h1><input type=Hidden id=stopAddToCart>";
    assert_ne!(kind("https://example.com/pot", hidden).kind, PageKind::Product);
}

#[test]
fn many_products_make_a_list() {
    let product = |name: &str| {
        let data = r#"{"@context":"https://schema.org","@type":"Product","sku":"1","name":"#;
        json_ld(&format!("{data}\"{name}\"}}"))
    };
    let card = "<div class=card><a href=/a>Pot</a> of hard clay from the east, 12.00</div>";
    let page = |names: [&str; 8]| {
        let data: String = names.into_iter().map(product).collect();
        kind("https://example.com/pots", &(data + &card.repeat(12))).kind
    };
    assert_eq!(page(["a", "b", "c", "d", "e", "f", "g", "h"]), PageKind::Listing);
    assert_eq!(page(["Pot"; 8]), PageKind::Product, "the sizes of one product");
}

#[test]
fn a_list_that_is_rated_as_a_product_is_a_list() {
    let rated = json_ld(
        r#"{"@context":"https://schema.org","@type":"Product","name":"Pots",
            "aggregateRating":{"@type":"AggregateRating","ratingValue":"4.8","ratingCount":"9"}}"#,
    );
    let card = "<div class=card><a href=/a>Pot</a> of hard clay from the east, 12.00 \
                <button class=add-to-cart>Buy</button></div>";
    let of = |cards| kind("https://example.com/pots", &format!("{rated}{}", card.repeat(cards)));
    assert_eq!(of(12).kind, PageKind::Listing);
    assert_eq!(of(1).kind, PageKind::Product);
}

#[test]
fn a_list_that_scripts_fill_is_told_by_its_address() {
    for (url, expected) in [
        ("https://shop.example.com/c/tea-pots", PageKind::Listing),
        ("https://shop.example.com/browse/tea/pots", PageKind::Listing),
        ("https://museum.example.com/collection/pot-12", PageKind::Other),
    ] {
        assert_eq!(kind(url, &format!("<p>{}", SENTENCE.repeat(12))).kind, expected, "{url}");
    }
    let signed = format!("<h1>Tea</h1><p class=author>Ann<p>{}", SENTENCE.repeat(12));
    let url = "https://example.com/category/tea";
    assert_ne!(kind(url, &signed).kind, PageKind::Listing);
}

#[test]
fn a_signed_article_of_many_parts_is_no_list() {
    let place = "<div class=place><a href=/a>A garden</a> where tea grows, an hour away.</div>";
    let body = |byline: &str| {
        format!(
            "<meta property=og:type content=article><h1>Tea</h1>{byline}<p>{}</p>{}",
            SENTENCE.repeat(40),
            place.repeat(60)
        )
    };
    let url = "https://example.com/travel/best-gardens-for-tea";
    assert_eq!(kind(url, &body("<p class=author>By Ann</p>")).kind, PageKind::Article);
    assert_eq!(kind(url, &body("")).kind, PageKind::Listing);
}

#[test]
fn a_post_about_code_is_no_documentation() {
    let body = format!("{}{}", prose(), "<pre>let tea = 1;</pre>".repeat(4));
    for (url, expected) in [
        ("https://example.com/post/types-of-tea", PageKind::Article),
        ("https://developers.example.com/story/26/11/22/tea", PageKind::Article),
        ("https://developers.example.com/reference/post/tea", PageKind::Docs),
        ("https://example.com/tea/types-of-tea", PageKind::Docs),
    ] {
        assert_eq!(kind(url, &body).kind, expected, "{url}");
    }
}

#[test]
fn the_day_of_a_change_makes_no_article_of_documentation() {
    let of = |date: &str| {
        let code = "<pre>let tea = 1;</pre>".repeat(4);
        let html = format!("<h1>Tea</h1>{date}{}{code}", prose());
        kind("https://example.com/tea/types-of-tea", &html).kind
    };
    assert_eq!(of(""), PageKind::Docs);
    assert_eq!(of("<p>Last updated <time datetime=2026-05-03>3 May 2026</time>"), PageKind::Docs);
    let marked = "<p class=meta>Last updated <time datetime=2026-05-03>3 May 2026</time></p>";
    assert_eq!(of(marked), PageKind::Docs);
    assert_eq!(of("<p>Posted <time datetime=2026-05-03>3 May 2026</time>"), PageKind::Article);
}

#[test]
fn posts_that_are_signed_make_a_discussion() {
    let post = format!(
        "<div class=message><span class=author>Ann</span><time>today</time><p>{SENTENCE}</div>"
    );
    assert_eq!(kind("https://example.com/12", &post.repeat(4)).kind, PageKind::Qa);
    let teaser = post.replace("<p>", "<h2><a href=/a>Tea</a></h2><p>");
    assert_ne!(kind("https://example.com/12", &teaser.repeat(4)).kind, PageKind::Qa);
}

#[test]
fn long_prose_is_an_article_unless_it_sells() {
    let url = "https://example.com/how-to-brew-green-tea";
    assert_eq!(kind(url, &prose()).kind, PageKind::Article);
    let offer = "https://example.com/services/how-to-brew-green-tea";
    assert_eq!(kind(offer, &prose()).kind, PageKind::Other);
    let linked = format!("{}<p><a href=/offer>{}</a>", prose(), SENTENCE.repeat(16));
    assert_eq!(kind(url, &linked).kind, PageKind::Other);
}

#[test]
fn a_file_of_unknown_address_is_told_by_what_it_holds() {
    let of_file = |html: &str| read(html, None).kind;
    assert_eq!(of_file("<p>Tea."), PageKind::Other);
    let types = r#"{"@context":"https://schema.org","@type":"Article"}"#;
    assert_eq!(of_file(&json_ld(types)), PageKind::Article);
}

/// Paragraphs, none like another.
pub(super) fn paragraphs(count: usize) -> String {
    (0..count).map(|at| format!("<p>In the year {at}, {SENTENCE}{SENTENCE}</p>")).collect()
}

/// Teasers of other pages, none like another.
pub(super) fn teasers(count: usize) -> String {
    let teaser = |at| {
        format!(
            "<div class=teaser><h3><a href=/{at}>Teapot number {at} of clay from the east of the \
             country, as it was sold in the year {at} and in the ten years after</a></h3></div>"
        )
    };
    (0..count).map(teaser).collect()
}

#[test]
fn teasers_around_a_text_do_not_make_a_list_of_it() {
    let around = teasers(40);
    let published = "<meta property=article:published_time content=2026-05-03>";
    let told = format!("{published}<h1>Tea</h1><div>{}</div>", paragraphs(12));
    let url = "https://example.com/tea/green-tea";
    assert_eq!(kind(url, &format!("{told}{around}")).kind, PageKind::Article);
    assert_eq!(kind(url, &around).kind, PageKind::Listing, "without the text");
    let named = "https://example.com/c/green-tea";
    assert_eq!(kind(named, &told).kind, PageKind::Article);
    let described = format!("<h1>Teapots</h1>{around}<div>{}</div>", paragraphs(12));
    assert_eq!(kind(named, &described).kind, PageKind::Listing, "a shop describes what it lists");
}

#[test]
fn a_recipe_among_teasers_is_an_article() {
    let recipe = json_ld(r#"{"@context":"https://schema.org","@type":"Recipe","name":"Tea"}"#);
    let page = format!("{recipe}<h1>Tea</h1><p>{SENTENCE}</p>{}", teasers(40));
    assert_eq!(kind("https://example.com/tea", &page).kind, PageKind::Article);
    let many = format!("{recipe}{page}");
    assert_eq!(kind("https://example.com/tea", &many).kind, PageKind::Listing);
}

#[test]
fn what_a_company_offers_or_says_of_itself_is_no_article() {
    let body = format!(
        "<meta property=article:published_time content=2026-05-03><h1>Tea</h1>{}",
        paragraphs(30)
    );
    for (url, expected) in [
        ("https://example.com/services/tea-for-offices", PageKind::Other),
        ("https://example.com/en/about-us", PageKind::Other),
        ("https://example.com/datenschutz", PageKind::Other),
        ("https://example.com/tea-for-offices", PageKind::Article),
    ] {
        let found = kind(url, &body);
        assert_eq!((found.kind, found.may_be_article), (expected, false), "{url}");
    }
}

#[test]
fn what_may_be_an_article_is_judged_as_one() {
    let text = format!("<h1>Tea</h1><p class=author>Ann Lee</p><div>{}</div>", paragraphs(7));
    let short = format!("{text}{}", teasers(30));
    let found = kind("https://example.com/tea", &short);
    assert_eq!((found.kind, found.judged_as()), (PageKind::Listing, PageKind::Article));
    let list = kind("https://example.com/tea", &teasers(30));
    assert_eq!((list.kind, list.judged_as()), (PageKind::Listing, PageKind::Listing));
}

#[test]
fn software_for_boards_tells_a_discussion() {
    let made = |by: &str| format!("<html><head><meta name=generator content='{by}'><body><p>Tea.");
    let url = Url::parse("https://tea.example.com/t/how-to-brew/12").unwrap();
    assert_eq!(read(&made("Discourse 3.4.0"), Some(&url)).kind, PageKind::Qa);
    let url = Url::parse("https://tea.example.com/topic-12").unwrap();
    assert_eq!(read(&made("phpBB"), Some(&url)).kind, PageKind::Qa);
    assert_eq!(read(&made("Tea 1.0"), Some(&url)).kind, PageKind::Other);
}

#[test]
fn a_numbered_post_with_answers_is_a_discussion() {
    let answers = |count: usize| -> String {
        let answer = |number: usize| format!("<div class=comment>{number}. {SENTENCE}</div>");
        (0..count).map(answer).collect()
    };
    let of = |path: &str, body: &str| kind(&format!("https://example.com/{path}"), body).kind;
    let thread = |count: usize| format!("{}{}", prose(), answers(count));
    assert_eq!(of("post/21018", &thread(6)), PageKind::Qa);
    assert_ne!(of("post/21018", &thread(2)), PageKind::Qa);
    assert_ne!(of("post/how-to-brew-tea", &thread(6)), PageKind::Qa);
    let post = json_ld(r#"{"@context":"https://schema.org","@type":"BlogPosting"}"#);
    assert_eq!(of("post/21018", &(post + &thread(6))), PageKind::Article);
}

#[test]
fn a_table_beside_an_answer_makes_no_other_kind_of_it() {
    let rows = "<tr><td>Leaves that were not left to wither</td><td>Leaves that were</td></tr>";
    let body = format!(
        "<h1>What is the difference between green and black tea?</h1><div><p>{}</p><table>{}</table>\
         </div>",
        SENTENCE.repeat(12),
        rows.repeat(9)
    );
    let url = "https://example.com/what-is-the-difference-of-teas";
    assert_eq!(kind(url, &body).kind, PageKind::Article);
}

#[test]
fn what_is_edited_in_a_repository_is_documentation() {
    let edit = "<a href=https://github.com/example/tea/edit/main/brew.md>Edit</a>";
    let body = format!("<h1>Tea</h1>{}{edit}", paragraphs(12));
    assert_eq!(kind("https://tea.example.com/brew", &body).kind, PageKind::Docs);
    assert_eq!(kind("https://tea.example.com/blog/brew", &body).kind, PageKind::Article);
}

#[test]
fn what_only_its_shape_makes_an_article_may_be_none() {
    let of = |url: &str, body: &str| kind(url, body);
    let url = "https://example.com/how-we-grow-our-tea";
    let unsigned = of(url, &prose());
    assert_eq!((unsigned.kind, unsigned.may_be_read_as()), (PageKind::Article, PageKind::Other));
    let dated = "<script type='application/ld+json'>{\"@context\":\"https://schema.org\",\
                 \"@type\":\"Article\",\"datePublished\":\"2026-03-05\"}</script>";
    let signed = of(url, &(prose() + dated));
    assert_eq!(signed.may_be_read_as(), PageKind::Article);
    // Many systems give the type and a date to every page.
    let note = of(url, &format!("<h1>Cup</h1><p>{}</p>{dated}", SENTENCE.repeat(4)));
    assert_eq!((note.kind, note.may_be_read_as()), (PageKind::Article, PageKind::Other));
    let coupons = of("https://example.com/coupons-and-discounts/", &(prose() + dated));
    assert_eq!((coupons.kind, coupons.may_be_read_as()), (PageKind::Article, PageKind::Other));
    // An address above buttons is one of an offer, unless somebody signs what stands there.
    let button = "<p><a class=btn href=/buy>Call us</a></p>".repeat(3);
    let address = "https://example.com/articles/tea-platform";
    let offer = of(address, &(prose() + &button));
    assert_eq!((offer.kind, offer.may_be_read_as()), (PageKind::Article, PageKind::Other));
    assert_eq!(of(address, &prose()).may_be_read_as(), PageKind::Article);
    let post = of("https://example.com/blog/tea-platform", &(prose() + &button));
    assert_eq!(post.may_be_read_as(), PageKind::Article);
}

#[test]
fn the_reason_speaks_of_posts_only_where_there_are_some() {
    let empty = kind("https://forum.example.com/t/tea/12", "<p>Tea.");
    assert_eq!(empty.kind, PageKind::Qa);
    assert!(!empty.reason.contains("posts"), "{}", empty.reason);
}

#[test]
fn the_contents_of_a_manual_are_a_list() {
    let url = "https://docs.example.com/manual/leaves.html";
    let entries: String =
        (0..9).map(|at| format!("<dt><a href={at}.html>{at}. How leaves are picked</a>")).collect();
    let contents = format!("<h1>Leaves</h1><p>Table of contents</p><dl>{entries}</dl>");
    assert_eq!(kind(url, &contents).kind, PageKind::Listing);
    assert_eq!(kind(url, &format!("{contents}{}", prose())).kind, PageKind::Docs);
    let linked = "<p>Read <a href=a>how the leaves are picked by hand, on the hills above the lake, in the \
                  second week of May</a>, and why, and when, and by whom it is done.</p>";
    assert_eq!(kind(url, &linked.repeat(9)).kind, PageKind::Docs);
}

#[test]
fn a_standing_page_of_a_site_may_be_no_article() {
    let of = |class: &str, head: &str| {
        let html = format!(
            "<html><head><meta property=og:type content=article>{head}</head><body class='{class}'>{}",
            prose()
        );
        read(
            &html,
            Some(&Url::parse("https://college.example.edu/online/web-courses-defined/").unwrap()),
        )
    };
    let page = of("wp-singular page-template-default page page-id-29", "");
    assert_eq!((page.kind, page.may_be_none), (PageKind::Article, true), "{}", page.reason);
    assert!(of("path-node page-node-type-basic-page", "").may_be_none);
    assert!(!of("wp-singular single single-post postid-29", "").may_be_none);
    let dated = "<meta property=article:published_time content=2026-03-05>";
    assert!(!of("page page-id-29", dated).may_be_none);
    assert_eq!(of("single-tool-review", "").kind, PageKind::Article);
    for class in ["single single-free_tools postid-29", "single-service"] {
        let page = of(class, "");
        let told = (page.kind, page.may_be_article);
        assert_eq!(told, (PageKind::Other, false), "{class}: {}", page.reason);
    }
}

#[test]
fn an_archive_of_posts_is_a_list() {
    let of = |class: &str| {
        let url = Url::parse("https://www.example.com/posts-for-beginners/").unwrap();
        read(&format!("<body class='{class}'><h1>For beginners</h1>{}", prose()), Some(&url)).kind
    };
    assert_eq!(of("archive category category-for-beginners category-7"), PageKind::Listing);
    assert_eq!(of("archive tax-topic term-7"), PageKind::Listing);
    assert_ne!(of("archive"), PageKind::Listing);
    assert_ne!(of("single single-post archive category-7"), PageKind::Listing);
    assert_ne!(of("single single-post category"), PageKind::Listing);
}

#[test]
fn an_index_whose_title_says_so_is_a_home_page() {
    let of = |url: &str, title: &str| {
        kind(url, &format!("<title>{title}</title>{}{}", prose(), "<pre>brew</pre>".repeat(5))).kind
    };
    for url in ["https://example.com/kettle/", "https://example.com/kettle/index.html"] {
        assert_eq!(of(url, "Kettle Home Page"), PageKind::Home, "{url}");
        assert_eq!(of(url, "Kettle Homepage"), PageKind::Home, "{url}");
        assert_eq!(of(url, "Kettle Manual"), PageKind::Docs, "{url}");
        assert_eq!(of(url, "How to write the kettle's home page"), PageKind::Docs, "{url}");
    }
    let other = "https://example.com/kettle/brew.html";
    assert_eq!(of(other, "Kettle Home Page"), PageKind::Docs);
}
