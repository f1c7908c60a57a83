//! What markup tells beside the text: fields for passwords, paid parts, translations, languages.

use crate::support::read_page;
use citable_checks::page::markup::Markup;

fn read(html: &str) -> Markup {
    read_page("https://www.example.com/guide", &[], html).document.markup
}

#[test]
fn fields_for_passwords_count_where_readers_see_them_in_the_content() {
    let field = "<input type=Password id=p>";
    for (html, expected) in [
        (format!("<main><form>\n{field}</form></main>"), 1),
        (format!("<div class=login>{field}</div>"), 1),
        (format!("<header><form>{field}</form></header>"), 0),
        (format!("<div role=banner>{field}</div>"), 0),
        (format!("<nav>{field}</nav>"), 0),
        (format!("<aside>{field}</aside>"), 0),
        (format!("<footer>{field}</footer>"), 0),
        (format!("<dialog>{field}</dialog><dialog open>{field}</dialog>"), 0),
        (format!("<div role=dialog>{field}</div>"), 0),
        (format!("<div style='display: none'>{field}</div>"), 0),
        (format!("<div hidden>{field}</div>"), 0),
        (format!("<template>{field}</template>"), 0),
        ("<main><input type=text></main>".to_owned(), 0),
    ] {
        assert_eq!(read(&html).password_fields.len(), expected, "{html}");
    }
    let found = &read(&format!("<p>\n{field}")).password_fields[0];
    assert_eq!((found.line, found.value.as_str()), (2, "input#p"));
}

#[test]
fn paid_parts_are_measured_where_their_selector_is_simple() {
    let page = |selectors: &str| {
        format!(
            "<script type=application/ld+json>{{\"@type\": \"Article\", \"hasPart\": [{{\
             \"isAccessibleForFree\": \"False\", \"cssSelector\": {selectors}}}, {{\
             \"isAccessibleForFree\": true, \"cssSelector\": \".free\"}}]}}</script>\
             <main><p class=free>one two<div class='a paid'>three four five<p class=paid>six</div>\
             <div id=rest>seven eight</div></main>"
        )
    };
    for (selectors, expected) in [
        (r#"".paid""#, &[(".paid", Some(4))][..]),
        (r#""div.paid""#, &[("div.paid", Some(4))]),
        (r##""#rest""##, &[("#rest", Some(2))]),
        (r#"[".paid", ".gone"]"#, &[(".paid", Some(4)), (".gone", Some(0))]),
        (r#"".paid > p""#, &[(".paid > p", None)]),
        (r#""""#, &[]),
    ] {
        let found = read(&page(selectors)).paid_parts;
        let found: Vec<_> =
            found.iter().map(|part| (part.selector.as_str(), part.word_equivalents)).collect();
        assert_eq!(found, expected, "{selectors}");
    }
}

#[test]
fn translations_and_languages_are_read_as_written() {
    let markup = read(
        "<html lang=en><meta http-equiv=Content-Language content=' en, de '>\
         <link rel='Alternate' hreflang=' de-AT ' href=' /de '>\n<link rel=alternate href=/feed>\
         <link rel='alternate' hreflang=x-default><body lang=en><p lang=de-DE>Tee<p lang=FR>thé\
         <p lang=it hidden>tè<a lang=es href=/es>té</a><nav><p lang=pt>chá</nav>",
    );
    let found: Vec<_> = markup
        .alternates
        .iter()
        .map(|one| (one.line, one.hreflang.as_str(), one.href.as_str()))
        .collect();
    assert_eq!(found, [(Some(1), "de-AT", "/de"), (Some(2), "x-default", "")]);
    assert_eq!(markup.content_language.as_deref(), Some("en, de"));
    assert_eq!(markup.languages, ["en", "de", "fr"]);
}
