//! What of a page is taken for its content, on short pages that each show one difficulty.

use crate::support::read_page;
use citable_checks::page::Page;
use citable_checks::page::authors::Authors;
use citable_checks::page::outline::BlockKind;
use citable_checks::report::PageKind;

/// A sentence of about a hundred bytes, told from others by its number.
fn sentence(number: usize) -> String {
    format!(
        "Sentence {number} tells at some length how tea is grown, picked, withered, rolled and \
         dried before it is drunk."
    )
}

/// That many paragraphs, the first with that number.
fn paragraphs(first: usize, count: usize) -> String {
    (first..first + count).map(|number| format!("<p>{}</p>", sentence(number))).collect()
}

fn read_at(url: &str, html: &str) -> Page {
    read_page(url, &[], html)
}

/// An article about tea.
fn read(html: &str) -> Page {
    let page = read_at("https://www.example.com/blog/how-tea-is-made", html);
    assert_eq!(page.document.kind.kind, PageKind::Article, "{}", page.document.kind.reason);
    page
}

fn text(html: &str) -> String {
    read(html).document.main.text
}

#[test]
fn a_label_for_screen_readers_does_not_hide_its_line() {
    let html = format!(
        "<main><h1>Tea</h1>{}<ul><li><label><span class=sr-only>☐ item</span></label> two cups of \
         leaves</ul><span class=sr-only>Skip this</span></main>",
        paragraphs(1, 12)
    );
    let text = text(&html);
    assert!(text.contains("two cups of leaves"), "{text}");
    assert!(!text.contains("Skip this"), "{text}");
}

#[test]
fn a_line_is_of_the_kind_of_what_holds_all_of_it() {
    let html = format!(
        "<main><h1>Tea</h1>{}<p><code>steep()</code> waits for three minutes.</p>\
         <p><code>pour()</code></p></main>",
        paragraphs(1, 12)
    );
    let page = read(&html);
    let visible = &page.document.visible_text;
    let kind = |part: &str| {
        let blocks = &page.document.outline.blocks;
        let block = blocks.iter().find(|block| visible[block.place.text.clone()].contains(part));
        block.unwrap().kind
    };
    assert_eq!(kind("steep"), BlockKind::Paragraph);
    assert_eq!(kind("pour"), BlockKind::Code);
}

#[test]
fn permalinks_and_invisible_signs_are_no_text() {
    let html = format!(
        "<main><h1>Tea<a href='#tea'>¶</a></h1>{}<h2>Gr\u{AD}een\u{200B} <a href='#g'>#</a></h2>\
         <p>See <a href='#x'>#</a> and <a href='#y'>¶ 4</a>.</main>",
        paragraphs(1, 12)
    );
    let text = text(&html);
    assert!(text.starts_with("Tea\n"), "{text}");
    assert!(text.ends_with("\nGreen\nSee # and ¶ 4."), "{text}");
}

#[test]
fn the_last_section_of_a_text_belongs_to_it() {
    let html = format!(
        "<article><div class=body><section class='part one'><h1>Tea</h1>{}</section>\
         <section class='part one'>{}</section></div></article>",
        paragraphs(1, 18),
        paragraphs(19, 2)
    );
    assert!(text(&html).contains(&sentence(20)));
}

#[test]
fn comments_are_no_content_however_long_they_are() {
    for container in [
        "<div class=comments-area>",
        "<section id=comment-list>",
        "<div class='kommentare'>",
        "<div id=commentaires>",
        "<div class=lista-comentarios>",
    ] {
        let html = format!(
            "<main><h1>Tea</h1>{}{container}<p>{}</div></section></main>",
            paragraphs(1, 11),
            paragraphs(20, 60)
        );
        let text = text(&html);
        assert!(text.contains(&sentence(11)), "{container} {text}");
        assert!(!text.contains(&sentence(20)), "{container}");
    }
}

#[test]
fn comments_are_the_content_where_there_is_nothing_else() {
    let html = format!("<main><div class=comments>{}</div></main>", paragraphs(1, 20));
    let page = read_at("https://www.example.com/blog/how-tea-is-made", &html);
    assert!(page.document.main.text.contains(&sentence(20)));
}

#[test]
fn what_is_streamed_is_read_where_the_main_element_waits_for_it() {
    let html = format!(
        "<main><p>Loading…</p><template id='B:0'></template></main>\
         <div hidden id='S:0'><h1>Tea</h1>{}</div>",
        paragraphs(1, 12)
    );
    assert!(text(&html).contains(&sentence(12)));
    // A short main element is the content where nothing else is.
    let page = read_at("https://www.example.com/a", "<nav>Start</nav><main><p>Tea.</main>");
    assert_eq!(page.document.main.text, "Tea.");
}

#[test]
fn what_surrounds_is_told_by_names_in_other_languages() {
    for name in [
        "seitenleiste",
        "hauptmenue",
        "barra-lateral",
        "pied-de-page",
        "pie-de-pagina",
        "rodape",
        "artigos-relacionados",
        "teilen",
        "voettekst",
        "pubblicità",
    ] {
        let html = format!(
            "<div><div><h1>Tea</h1>{}</div><div class={name}>Elsewhere</div></div>",
            paragraphs(1, 12)
        );
        let page = read(&html);
        let visible = &page.document.visible_text;
        let blocks = &page.document.outline.blocks;
        let block = blocks.iter().find(|one| &visible[one.place.text.clone()] == "Elsewhere");
        assert!(block.unwrap().place.is_around, "{name}");
    }
    // English words that are written alike.
    for name in ["apple-pie", "avis", "anzeige"] {
        let html = format!(
            "<div><div><h1>Tea</h1>{}</div><div class={name}>Elsewhere</div></div>",
            paragraphs(1, 12)
        );
        let blocks = read(&html).document.outline.blocks;
        assert!(blocks.iter().all(|block| !block.place.is_around), "{name}");
    }
}

#[test]
fn recipes_are_articles_and_signed_documentation_is_documentation() {
    let recipe = format!(
        "<script type=application/ld+json>{{\"@context\": \"https://schema.org\", \
         \"@type\": \"Recipe\", \"name\": \"Tea\"}}</script><main><h1>Tea</h1>{}</main>",
        paragraphs(1, 3)
    );
    let signed = format!(
        "<!-- Book generated using mdBook --><main><h1>Tea</h1>{}</main>",
        paragraphs(1, 3)
    );
    let unsigned = format!("<main><h1>Tea</h1>{}</main>", paragraphs(1, 3));
    for (html, expected) in
        [(recipe, PageKind::Article), (signed, PageKind::Docs), (unsigned, PageKind::Other)]
    {
        let kind = read_at("https://www.example.com/tea/green", &html).document.kind;
        assert_eq!(kind.kind, expected, "{}", kind.reason);
    }
}

#[test]
fn who_took_a_picture_is_not_the_author_and_nobody_is_named_twice() {
    let html = format!(
        "<main><h1>Tea</h1><figure><img src=a.jpg><figcaption>A field. <small itemprop=author>Ada \
         Poe</small></figcaption></figure><p class=byline><span class=author-name>Jane Doe</span>\
         {}<div class=author-name>Jane Doe</div></main>",
        paragraphs(1, 12)
    );
    let page = read(&html);
    let authors = Authors::of(&page);
    let names: Vec<&str> = authors.chosen().iter().map(|author| author.name.as_str()).collect();
    assert_eq!(names, ["Jane Doe"]);
}
