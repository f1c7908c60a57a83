//! Kinds of forms, of shelves of products, and of first pages.

use super::{SENTENCE, json_ld, kind, paragraphs, prose};
use crate::report::PageKind;

const PASSWORD: &str = "<form><input type=email><input type=password></form>";

fn menu() -> String {
    "<p><a href=/teas>All the teas of the shop</a></p>".repeat(30)
}

#[test]
fn a_page_to_log_in_is_none_of_what_its_template_says() {
    let article =
        json_ld(r#"{"@context":"https://schema.org","@type":"Article","headline":"Tea"}"#);
    let body = format!("<h1>Sign in</h1>{PASSWORD}{}{article}", menu());
    for path in ["login", "customer/account/login/", "en/register.html", "membre_connexion.asp"]
        .into_iter()
        .chain(["%D0%B2%D0%BE%D0%B9%D1%82%D0%B8", "user/sign-up"])
    {
        let found = kind(&format!("https://example.com/{path}"), &body);
        assert!(found.is_form() && found.kind == PageKind::Other, "{path}");
    }
    let is_form = |url: &str, body: &str| kind(url, body).is_form();
    assert!(!is_form("https://example.com/teas", &body), "the header has one, too");
    assert!(!is_form("https://example.com/login", &format!("<h1>Log</h1>{}", menu())));
    let text = format!("{}{PASSWORD}", prose());
    assert!(!is_form("https://example.com/login", &text), "a text on it");
    assert!(!is_form("https://example.com/why-the-login-of-our-shop", &body), "a headline");
}

#[test]
fn what_tells_of_accounts_is_no_form() {
    let letter = "<footer><form><input type=email></form></footer>";
    let help = format!("<h1>Reset your password</h1><p>{SENTENCE}</p>{letter}");
    assert!(!kind("https://example.com/help/password-reset", &help).is_form(), "a newsletter");
    let news = json_ld(
        r#"{"@context":"https://schema.org","@type":"NewsArticle","datePublished":"2026-05-03"}"#,
    );
    let signed =
        format!("<h1>Voters</h1><p class=byline>By Ann Lee</p><p>{SENTENCE}</p>{PASSWORD}");
    let found = kind("https://example.com/news/registration", &format!("{signed}{news}"));
    assert!(!found.is_form(), "signed");
    let docs = format!("<meta name=generator content=Docusaurus><h1>Auth</h1>{PASSWORD}");
    assert!(!kind("https://example.com/docs/auth", &docs).is_form(), "documentation");
}

#[test]
fn a_page_to_get_in_touch_is_a_form() {
    let posts = json_ld(r#"{"@context":"https://schema.org","@type":"BlogPosting"}"#);
    let body = format!("<h1>Contact</h1><form><textarea></textarea></form>{posts}");
    assert!(kind("https://example.com/blog/contact/", &body).is_form());
    assert!(!kind("https://example.com/contact", &format!("<h1>Contact</h1>{posts}")).is_form());
}

#[test]
fn what_counts_or_sorts_products_lists_them() {
    let url = "https://example.com/pots";
    let priced = |count: usize| {
        let pot = |at| format!("<div><p>Pot of the kind {at}</p><p>$ {at}.50</p></div>");
        (1..=count).map(pot).collect::<String>()
    };
    let of = |body: &str| kind(url, &format!("<h1>Pots</h1><p>{SENTENCE}</p>{body}")).kind;
    let button = "<button class=add-to-cart>Buy</button>";
    assert_eq!(of(&format!("<p>2 Products</p>{}{button}", priced(2))), PageKind::Listing);
    assert_eq!(of(&format!("{}{button}", priced(2))), PageKind::Product, "nothing counts them");
    assert_eq!(of(&format!("<p>2 Products</p>{button}")), PageKind::Product, "no prices");
    assert_eq!(of(&format!("<p>Sort by:</p>{}", priced(6))), PageKind::Listing);
    assert_eq!(of(&format!("<p>Sort by:</p>{}{button}", priced(2))), PageKind::Product);
    let plans = "<p>5 products</p><p>$ 0</p><p>50 products</p><p>$ 15</p>";
    assert_ne!(of(plans), PageKind::Listing, "plans");
    let post = "<meta property=og:type content=article>";
    assert_ne!(of(&format!("{post}<p>2 Products</p>{}", priced(2))), PageKind::Listing, "a post");
    let product = json_ld(r#"{"@context":"https://schema.org","@type":"Product","sku":"1"}"#);
    assert_eq!(of(&format!("<p>2 Products</p>{}{product}", priced(2))), PageKind::Product);
}

#[test]
fn a_button_is_named_by_its_picture() {
    let button = "<input type=image src=cart.png alt='Add to basket'>";
    assert_eq!(
        kind("https://example.com/pot-7", &format!("<h1>Pot</h1>{button}")).kind,
        PageKind::Product
    );
}

#[test]
fn what_open_graph_says_of_the_start_counts_there_alone() {
    let of = |shared: &str| {
        let head = format!(
            "<meta property=og:type content=product><meta property=og:url content='{shared}'>"
        );
        kind("https://example.com/account/help", &format!("{head}<h1>Help</h1>")).kind
    };
    assert_eq!(of("https://example.com/account/help"), PageKind::Product);
    assert_ne!(of("https://example.com/"), PageKind::Product);
}

#[test]
fn a_start_stays_one_behind_parameters_of_campaigns() {
    for query in ["_ga=1.2.3", "gclid=7&utm_source=x", "fbclid=7", "yclid=1"] {
        let found = kind(&format!("https://example.com/?{query}"), "<h1>Tea</h1>");
        assert_eq!(found.kind, PageKind::Home, "{query}");
    }
    assert_ne!(kind("https://example.com/?page=club", "<h1>Tea</h1>").kind, PageKind::Home);
    assert_ne!(kind("https://example.com/at&t", "<h1>Tea</h1>").kind, PageKind::Home);
}

#[test]
fn the_main_page_of_a_wiki_is_its_home() {
    let of = |url: &str| kind(url, &format!("<h1>Main Page</h1>{}", paragraphs(12))).kind;
    assert_eq!(of("https://en.teawiki.example/wiki/Main_Page"), PageKind::Home);
    assert_eq!(of("https://de.teawiki.example/wiki/Wikipedia:Hauptseite"), PageKind::Home);
    assert_ne!(of("https://en.teawiki.example/wiki/Tea"), PageKind::Home);
    assert_ne!(of("https://www.example.com/tea/main_page"), PageKind::Home, "no wiki");
}

#[test]
fn a_board_may_call_a_discussion_an_article() {
    let posts =
        format!("<div class=post><span class=author>Ann</span><p>{SENTENCE}</p></div>").repeat(6);
    let body =
        format!("<div itemscope itemtype='http://schema.org/Article'><h1>Pots</h1>{posts}</div>");
    assert_eq!(kind("https://forum.example.com/teas/123-which-pot/", &body).kind, PageKind::Qa);
    assert_eq!(kind("https://www.example.com/teas/123-which-pot/", &body).kind, PageKind::Article);
}
