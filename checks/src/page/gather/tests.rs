//! What is read of small documents.

use crate::page::{DocumentFacts, Located};
use crate::patience::Patience;

fn read(html: &str) -> DocumentFacts {
    super::read(html, None, None, &Patience::unlimited()).unwrap()
}

#[test]
fn the_head_is_read_where_it_stands() {
    let facts = read(
        "<html lang=' de-AT '><head><title>  A \n title </title><svg><title>icon</title></svg>\
         <meta name=Robots content=' noindex '><base href=/b/>\
         <link rel='Canonical alternate' href=' /a '></head>\n\
         <body><link rel=canonical href=/late><h1>One <img alt=two src=x><br>three</h1>",
    );
    assert_eq!(facts.lang.as_deref(), Some("de-AT"));
    assert_eq!(facts.titles, [Located { line: 1, value: "A title".to_owned() }]);
    assert_eq!(facts.h1, [Located { line: 3, value: "One two three".to_owned() }]);
    assert_eq!(facts.base_href.as_deref(), Some("/b/"));
    let meta = &facts.metas[0];
    assert_eq!((meta.name.as_str(), meta.content.as_str()), ("robots", "noindex"));
    let canonical: Vec<_> =
        facts.canonical_links.iter().map(|link| (link.href.as_str(), link.in_head)).collect();
    // The svg ended the head, so the parser moved what follows into the body.
    assert_eq!(canonical, [("/a", false), ("/late", false)]);
}

#[test]
fn an_image_in_a_noscript_of_the_head_does_not_end_the_head() {
    let facts = read(
        "<html><head><noscript><img src=https://count.example/></noscript>\n<title>A</title>\
         <script>'<body>'</script><link rel=canonical href=/a>\
         <meta name=robots content=noindex></head><body>\
         <link rel=canonical href=/b><meta name=bots content=x><noscript><p>text</noscript>",
    );
    assert_eq!(facts.titles, [Located { line: 2, value: "A".to_owned() }]);
    let canonical: Vec<_> =
        facts.canonical_links.iter().map(|link| (link.href.as_str(), link.in_head)).collect();
    assert_eq!(canonical, [("/a", true), ("/b", false)]);
    let metas: Vec<_> = facts.metas.iter().map(|meta| (meta.name.as_str(), meta.in_head)).collect();
    assert_eq!(metas, [("robots", true), ("bots", false)]);
    assert_eq!(facts.visible_text, "text");
}

#[test]
fn text_is_what_a_reader_without_javascript_sees() {
    let text = |html: &str| read(html).visible_text;
    assert_eq!(text("<p>a<script>b</script><style>c</style><svg><text>d</text></svg>e"), "a e");
    assert_eq!(text("<p hidden>a</p><p>b<p style='Display : none !important'>c"), "b");
    assert_eq!(text("<div style='visibility: hidden'><h1>a</h1><p>b</div>"), "a\nb");
    assert_eq!(text("<div hidden id=S:1a><p>a</div><div hidden id=S:search>b</div>"), "a");
    assert_eq!(text("<a>a</a><a>b</a>, <b>c</b><a>d</a>"), "a b, cd");
    assert_eq!(text("<p aria-hidden=true>a</p><p aria-hidden=true><a href=/>b</a></p>"), "b");
    assert_eq!(text("<dialog>a</dialog><dialog open>b</dialog><details>c</details>"), "b\nc");
    let window = "<div class='signup modal_dialog' style='display:none'><h1>a</h1></div>";
    assert_eq!(text(&format!("{window}<h1>b</h1>")), "b");
    assert_eq!(text(&format!("{}<h1>b</h1>", window.replace("display:none", ""))), "a\nb");
    for kept in ["no-popup", "modal-free-zone", "has-lightbox"] {
        let wrapper = format!("<div class={kept} style='display:none'><h1>a</h1></div>");
        assert_eq!(text(&wrapper), "a", "{kept}");
    }
    assert_eq!(text("<div><template>a</template><template shadowrootmode=open><p>b"), "b");
    assert_eq!(text("<p>a b</p><noscript><p>a b</p></noscript>"), "a b");
    assert_eq!(text("<p>a</p><noscript><p>b</p></noscript><p>c</p>"), "a\nb\nc");
    assert_eq!(text("<ul><li>a<li>b</ul><table><tr><td>c<td>d</table>e<br>f"), "a\nb\nc\nd\ne\nf");
}

#[test]
fn an_element_that_is_called_hidden_counts_unless_it_is_a_copy() {
    let text = |html: &str| read(html).visible_text;
    let long = "Water should be hot and not boiling when it meets the leaves, or a green tea turns \
                bitter and brown.";
    let hidden = |class: &str, inner: &str| format!("<div class=\"{class}\">{inner}</div>");
    let told = format!("<p>{long}</p>");
    assert_eq!(
        text(&format!("{}<h1>Tea</h1>{told}", hidden("hidden", &told))),
        format!("Tea\n{long}")
    );
    let signed = hidden("hidden", &format!("<p>Jane</p>{told}"));
    assert_eq!(text(&format!("{signed}<h1>Tea</h1>{told}")), format!("Tea\n{long}"));
    let priced = hidden("hidden", &format!("<p>$12</p>{told}"));
    assert!(text(&format!("{priced}<h1>Tea</h1>{told}")).starts_with("$12"), "a table of its own");
    let scripted = format!("{told}<noscript>{told}</noscript>");
    assert_eq!(
        text(&format!("{}<h1>Tea</h1>", hidden("hidden", &scripted))),
        format!("{long}\nTea")
    );
    let more = hidden("hidden", &format!("<p>The pot is warmed first, and then dried.</p>{told}"));
    assert!(text(&format!("{more}<h1>Tea</h1>{told}")).starts_with("The pot"));
    let nested = hidden("hidden", &hidden("hidden", &told));
    assert_eq!(text(&format!("{nested}<h1>Tea</h1>{told}")), format!("Tea\n{long}"));
    // Scripts show what stands nowhere else; in wide windows the other copy may be the hidden one.
    assert_eq!(text(&format!("{}<h1>Tea</h1>", hidden("hidden", &told))), format!("{long}\nTea"));
    let wide = hidden("hidden md:block", &told);
    assert_eq!(text(&format!("{wide}<h1>Tea</h1>{told}")), format!("{long}\nTea\n{long}"));
    assert_eq!(
        text(&format!("{}<p>Add to cart</p>", hidden("hidden", "Add to cart"))),
        "Add to cart\nAdd to cart"
    );
}

#[test]
fn the_main_content_is_the_sole_main_or_article_or_the_body() {
    let main = |html: &str| read(html).main;
    let sole = main("<nav>n</nav><main><nav>m</nav><header>h</header>text</main>");
    assert_eq!((sole.text.as_str(), sole.origin), ("h\ntext", "the only `<main>` element"));
    assert_eq!(main("<p>around<article>text</article>").text, "text");
    let body = main("<header>top</header><article>a</article><article>b</article><footer>f");
    assert_eq!(body.text, "a\nb");
    assert_eq!(main("<main hidden>a</main><p>b").text, "b");
    assert_eq!(main("<div hidden><main>a</main></div><p>b").text, "b");
    assert_eq!(main("<template><main>a</main></template><p>b").text, "b");
    assert_eq!(main("<p>a<div role=main><main>b</main></div>").text, "b");
    assert_eq!(
        main("<p>some text that is long</p><form>search</form>").text,
        "some text that is long"
    );
    assert_eq!(
        main("<form><h1>a</h1><p>a page in a form</p></form>b").text,
        "a\na page in a form\nb"
    );
}

#[test]
fn the_header_of_the_page_is_left_out_but_for_the_heading_of_the_page() {
    let text = |html: &str| read(html).main.text;
    assert_eq!(text("<div><header>a</header></div><div role=banner>b</div><p>c"), "c");
    assert_eq!(text("<header><nav>a</nav><h1>b</h1></header><p>c"), "b\nc");
    assert_eq!(text("<section><header>a</header></section><p>b"), "a\nb");
}

#[test]
fn words_of_different_blocks_are_not_glued() {
    let facts = read("<h1><div>One</div><div>two</div><h1>three</h1></h1>a<img>b<hr>c<wbr>d");
    assert_eq!(
        facts.h1,
        [
            Located { line: 1, value: "One two".to_owned() },
            Located { line: 1, value: "three".to_owned() }
        ]
    );
    assert_eq!(facts.visible_text, "One\ntwo\nthree\na b\ncd");
}

#[test]
fn the_title_counts_where_something_ended_the_head_early() {
    let facts =
        read("<head><div></div><title>A</title></head><body><title>B</title><svg><title>C</title>");
    assert_eq!(facts.titles, [Located { line: 1, value: "A".to_owned() }]);
}

#[test]
fn what_a_template_holds_is_no_part_of_the_page() {
    let facts = read(
        "<head><template><title>a</title><meta name=robots content=noindex></template></head><template><h1>b</h1></template>",
    );
    assert!(facts.titles.is_empty() && facts.metas.is_empty() && facts.h1.is_empty());
}

#[test]
fn withheld_text_is_measured_on_the_elements_where_the_attribute_counts() {
    let main = read(
        "<main><p data-nosnippet>not here</p><div data-nosnippet id=w>three words here \
         <span data-nosnippet>one</span></div>two more",
    )
    .main;
    assert_eq!(main.nosnippet_word_equivalents, 4);
    assert_eq!(main.nosnippet_elements, [Located { line: 1, value: "div#w".to_owned() }]);
    assert_eq!(main.word_equivalents, 8);
    let all = read("<div data-nosnippet><main>two words</main></div>").main;
    assert_eq!(all.nosnippet_word_equivalents, 2);
}

#[test]
fn a_frameset_leads_to_its_frames() {
    let facts = read(
        "<html><head><title>Tea</title></head><frameset cols='20%,80%'><frame src=' menu.html '>\
         <frame src=summary.html name=main><frame></frameset></html>",
    );
    assert_eq!(facts.hrefs, ["menu.html", "summary.html"]);
    let frames: Vec<_> = facts.frames.iter().map(|one| (&*one.href, &*one.name)).collect();
    assert_eq!(frames, [("menu.html", ""), ("summary.html", "main"), ("", "")]);
}
