//! The main content of small pages.

use url::Url;

use crate::page::{MainContent, gather};
use crate::patience::Patience;

const SENTENCE: &str = "Water should be hot and not boiling when it meets the leaves of a green tea, or it turns bitter.";

/// Reads a page under an address that makes it an article.
fn article(body: &str) -> MainContent {
    read("https://example.com/blog/2026/11/how-to-brew-green-tea", body)
}

fn read(url: &str, body: &str) -> MainContent {
    let (html, url) = (format!("<html><body>{body}"), Url::parse(url).unwrap());
    gather::read(&html, Some(&url), None, &Patience::unlimited()).unwrap().main
}

fn paragraphs(count: usize) -> String {
    (0..count).map(|number| format!("<p>{number}. {SENTENCE}</p>")).collect()
}

#[test]
fn an_article_is_the_tightest_element_with_its_prose() {
    let html = format!(
        "<div class=page><div class=teasers><a href=/a>Another page about something else</a> and \
         more of it</div><div class=text><h1>Tea</h1>{}</div><div>Under the text.</div></div>",
        paragraphs(20)
    );
    let main = article(&html);
    assert!(main.text.starts_with("Tea\n0. Water"), "{}", main.text);
    assert!(main.text.ends_with(SENTENCE), "{}", main.text);
}

#[test]
fn what_stands_beside_the_only_paragraph_is_of_the_text() {
    let lines = format!("{SENTENCE}<br><br>").repeat(8);
    let table = "<table><tr><th>Green<th>Black</tr><tr><td>70 degrees<td>95 degrees</tr></table>";
    let main = article(&format!("<div class=text><p>{lines}</p>{table}</div>"));
    assert!(main.text.ends_with("70 degrees\n95 degrees"), "{}", main.text);
}

#[test]
fn what_is_called_so_surrounds_unless_it_holds_the_prose() {
    let related = format!("<div class=related-posts><p>{SENTENCE}</p></div>");
    let main = article(&format!("<div class=text>{}{related}</div>", paragraphs(20)));
    assert_eq!(main.text.lines().count(), 20);
    let named_badly = article(&format!("<div class=sidebar>{}</div><p>x</p>", paragraphs(20)));
    assert_eq!(named_badly.text.lines().count(), 20);
}

#[test]
fn whole_words_of_a_class_count() {
    for class in ["leadership", "has-sidebar", "downloads"] {
        let html = format!(
            "<div class=text>{}<div class={class}><p>{SENTENCE} x</p></div></div>",
            paragraphs(20)
        );
        assert_eq!(article(&html).text.lines().count(), 21, "{class}");
    }
    for class in ["ad", "post-sidebar", "socialShare", "newsletter_form", "comment-list"] {
        let html = format!(
            "<div class=text>{}<div class={class}><p>{SENTENCE} x</p></div></div>",
            paragraphs(20)
        );
        assert_eq!(article(&html).text.lines().count(), 20, "{class}");
    }
}

#[test]
fn consent_is_never_content() {
    let consent = format!("<div id=onetrust-consent-sdk>{}</div>", paragraphs(30));
    let main = read("https://example.com/x", &format!("<p>Tea.</p>{consent}"));
    assert_eq!(main.text, "Tea.");
}

#[test]
fn what_is_shown_twice_counts_once() {
    let twice =
        format!("<div class=wide><p>{SENTENCE}</p></div><div class=narrow><p>{SENTENCE}</p></div>");
    assert_eq!(read("https://example.com/x", &twice).text, SENTENCE);
    let short = read("https://example.com/x", "<p>Yes.</p><p>No.</p><p>Yes.</p>");
    assert_eq!(short.text, "Yes.\nNo.\nYes.");
}

#[test]
fn a_heading_is_no_repeat_of_the_contents_that_lead_to_it() {
    let parts =
        ["How hot the water for green tea should be", "How long the leaves stay in the pot"];
    let contents: String =
        parts.iter().map(|part| format!("<li><a href=#p>{part}</a></li>")).collect();
    let body: String =
        parts.iter().map(|part| format!("<h2>{part}</h2>{}", paragraphs(4))).collect();
    let main = article(&format!("<div class=text><ul>{contents}</ul>{body}</div>"));
    for part in parts {
        assert_eq!(main.text.lines().filter(|line| *line == part).count(), 2, "{part}");
    }
    // A heading that is shown twice, as for narrow windows, counts once.
    let heading = "<h2>How hot the water for green tea should be</h2>";
    let twice = article(&format!("<div class=text>{heading}{heading}{}</div>", paragraphs(4)));
    assert_eq!(twice.text.lines().count(), 5, "{}", twice.text);
}

#[test]
fn a_discussion_is_its_posts() {
    let post = |number: usize| {
        format!(
            "<article class=message><div class=user>Ann<br>joined 2019<br>{number} posts</div>\
             <div class=body><p>{number}. {SENTENCE} {SENTENCE}</p></div><div class=foot>Reply \
             Quote</div></article>"
        )
    };
    let posts: String = (0..8).map(post).collect();
    let main = read("https://forum.example.com/threads/tea.1/", &posts);
    assert_eq!(main.text.lines().count(), 8, "{}", main.text);
    assert!(main.text.lines().all(|line| line.ends_with(SENTENCE)));
}

#[test]
fn a_product_is_what_describes_it() {
    let main = read(
        "https://example.com/product/pot",
        &format!(
            "<main><h1>Pot</h1><button>Add one of these pots to your cart</button>\
             <select><option>One pot with a lid and a strainer</option></select>\
             <div>In stock</div><p>{SENTENCE} {SENTENCE}</p><ul><li>Clay</ul>\
             <div class=reviews><p>{SENTENCE} I like it.</p></div></main>"
        ),
    );
    assert_eq!(main.text, format!("Pot\n{SENTENCE} {SENTENCE}\nClay"));
}

#[test]
fn a_landmark_without_the_prose_is_not_trusted() {
    let sure = article(&format!("<main>{}</main>", paragraphs(20)));
    assert!(!sure.low_confidence);
    let unsure = article(&format!("<main>{}</main><div>{}</div>", paragraphs(4), paragraphs(40)));
    assert!(unsure.low_confidence);
}

#[test]
fn the_end_of_the_content_is_that_of_most_of_it() {
    let html = format!("{}<p>{}</p>", paragraphs(100), "A last word.");
    let main = article(&html);
    assert!(main.ends_at <= html.len() && main.ends_at > html.len() / 2, "{}", main.ends_at);
    let far = format!("{html}<!--{}--><p>Far below.</p>", "x".repeat(100_000));
    assert!(article(&far).ends_at < 20_000);
}

#[test]
fn the_end_of_content_in_many_short_blocks_is_known() {
    let list: String = (0..400).map(|number| format!("<li>Pot {number}</li>")).collect();
    let html = format!("<h1>Pots</h1><ul>{list}</ul>");
    let main = read("https://shop.example.com/c/pots", &html);
    assert!(main.ends_at > html.len() / 2 && main.ends_at <= html.len(), "{}", main.ends_at);
}

#[test]
fn what_is_pressed_is_no_content() {
    let main = article(&format!(
        "<h1>Tea</h1>{}<button>Copy the link</button><a class=btn href=/a>Start now</a>\
         <h2><button>Leaves</button></h2>",
        paragraphs(9)
    ));
    assert!(main.text.ends_with("\nLeaves"), "{}", main.text);
    assert!(!main.text.contains("Copy") && !main.text.contains("Start"), "{}", main.text);
}

#[test]
fn what_little_stands_before_the_heading_is_a_margin() {
    let read = |before: &str| {
        article(&format!("<main><div>{before}</div><h1>Tea</h1>{}</main>", paragraphs(9))).text
    };
    assert!(read("<p>News of the day</p>").starts_with("Tea"));
    let lead = read(&format!("<p>{SENTENCE} First.</p>"));
    assert!(lead.starts_with("Water"), "{lead}");
}

#[test]
fn a_menu_before_the_heading_is_none_of_a_list() {
    let links = |count: usize| -> String {
        (0..count).map(|at| format!("<li><a href=/{at}>A kind of tea, number {at}</a>")).collect()
    };
    let html = format!("<main><ul>{}</ul><h1>Teas</h1><ul>{}</ul></main>", links(15), links(40));
    let main = read("https://shop.example.com/c/teas", &html);
    assert!(main.text.starts_with("Teas"), "{}", main.text);
    assert_eq!(main.text.lines().count(), 41);
}

#[test]
fn calls_and_what_passes_are_margins_where_they_are_small() {
    for class in ["cta", "page-cta", "announcement", "post-signature"] {
        let part = |sentence: &str| format!("<div class={class}><p>{sentence}</p></div>");
        let small = article(&format!("{}{}", paragraphs(20), part("Come and see us.")));
        assert!(small.text.ends_with(SENTENCE), "{class}: {}", small.text);
        let all = article(&part(&paragraphs(20)));
        assert_eq!(all.text.lines().count(), 20, "{class}");
    }
}

#[test]
fn other_products_are_none_of_this_one() {
    let cards = |text: &str| -> String {
        let card =
            |at| format!("<li class=card><a href=/{at}>A pot of clay for {at} cups</a> {text}");
        (2..6).map(card).collect()
    };
    let page = |text: &str| {
        let description = format!("<p>{SENTENCE} {SENTENCE}</p>");
        let html = format!("<main><h1>Pot</h1>{description}<ul>{}</ul></main>", cards(text));
        read("https://example.com/product/pot", &html).text
    };
    assert!(!page("now at only $19.99 instead of more than that").contains("cups"));
    assert!(page("that keeps the tea in it warm for hours").contains("cups"));
}

#[test]
fn labels_that_repeat_are_no_content() {
    let part =
        |at: usize| format!("<div><h2>Tea {at}</h2><p>{at}. {SENTENCE}</p><p>Find out</p></div>");
    let parts: String = (0..3).map(part).collect();
    let rows = "<table><tr><td>Yes</td><td>Yes</td><td>Yes</td></tr></table>";
    let main = read("https://example.com/x", &format!("{parts}{rows}"));
    assert!(!main.text.contains("Find out"), "{}", main.text);
    assert!(main.text.ends_with("Yes\nYes\nYes"), "{}", main.text);
}

#[test]
fn templates_that_were_not_filled_are_no_content() {
    for template in [
        "{{ product.price }}",
        "{% if tea %}",
        "[row width=\"1/2\"][column]",
        "[/row]",
        "{'a': 'b'}",
    ] {
        let main = article(&format!("{}<p>{template}</p>", paragraphs(9)));
        assert!(main.text.ends_with(SENTENCE), "{template}");
        let code = article(&format!("{}<pre><code>{template}</code></pre>", paragraphs(9)));
        assert!(code.text.ends_with(template), "{template}");
    }
    for text in ["[1]", "[laughs]", "Use {{ name }} here.", "[a] or [b=\"c\"]"] {
        let main = article(&format!("{}<p>{text}</p>", paragraphs(9)));
        assert!(main.text.ends_with(text), "{text}");
    }
}

#[test]
fn an_id_that_repeats_its_heading_says_nothing_of_its_part() {
    let text: String = (0..9)
        .map(|at| format!("<h2 id=cookies-{at}>Cookies {at}</h2><p>{at}. {SENTENCE}</p>"))
        .collect();
    assert_eq!(article(&text).text.lines().count(), 18);
}

#[test]
fn headwords_of_a_post_say_nothing_of_its_part() {
    let post = |class: &str| {
        let html =
            format!("{}<div class=\"{class}\"><p>One more. {SENTENCE}</p></div>", paragraphs(9));
        article(&html).text.lines().count()
    };
    assert_eq!(post("post-12 type-post tag-popular category-newsletter"), 10);
    assert_eq!(post("tag-popular"), 9);
    assert_eq!(post("type-post popular"), 9);
}

#[test]
fn what_opens_to_describe_the_subject_belongs_to_it() {
    let part = |class: &str| {
        let html = format!("{}<div class={class}><p>One more. {SENTENCE}</p></div>", paragraphs(9));
        article(&html).text.lines().count()
    };
    assert_eq!(part("product-details-modal"), 10);
    assert_eq!(part("signup-modal"), 9);
}

#[test]
fn consent_is_no_part_of_a_discussion() {
    let posts: String = (0..6)
        .map(|at| format!("<article class=message><p>{at}. {SENTENCE} {SENTENCE}</p></article>"))
        .collect();
    let consent = format!("<div id=onetrust-consent-sdk>{}</div>", paragraphs(60));
    let html = format!("<div id=comments>{posts}</div>{consent}");
    let main = read("https://forum.example.com/threads/tea.1/", &html);
    assert_eq!(main.text.lines().count(), 6, "{}", main.text);
}

#[test]
fn a_small_part_of_the_page_or_its_labels_are_not_sure() {
    let menu: String =
        (0..60).map(|at| format!("<li><a href=/{at}>A kind of tea {at}</a>")).collect();
    let little = read("https://example.com/x", &format!("<nav>{menu}</nav><p>Tea.</p>"));
    assert!(little.low_confidence);
    let labels: String = (0..30).map(|at| format!("<p>Pot {at}</p>")).collect();
    assert!(read("https://example.com/x", &labels).low_confidence);
    assert!(!read("https://example.com/x", &paragraphs(9)).low_confidence);
}

#[test]
fn a_button_around_a_heading_is_read() {
    let answer = "Water should be hot and not boiling when it meets the leaves. ".repeat(6);
    let part = format!("<h3><span>Is it hot?</span></h3></button><p>{answer}</p>");
    let html = format!(
        "<html lang=en><title>Tea</title><main><h1>Tea</h1><p>{answer}</p>\
         <button aria-expanded=false>{part}<button>Buy now</button></main>"
    );
    let page = crate::catalogue::test_html::read_at("https://example.com/products/tea", &html);
    let headings = page.document.outline.main_headings();
    let texts: Vec<&str> = headings.map(|one| one.text(&page.document.visible_text)).collect();
    assert!(texts.contains(&"Is it hot?"), "{texts:?}");
}

#[test]
fn a_section_of_a_manual_belongs_to_it_however_little_prose_it_has() {
    let section = |heading: &str, body: &str| {
        format!("<div class=sect1><h2>{heading}</h2><div class=body>{body}</div></div>")
    };
    let html = format!(
        "<h1>brew(1)</h1><div id=content>{}{}{}</div>",
        section("Synopsis", "<pre>brew [--hot] LEAVES</pre>"),
        section("Options", &paragraphs(20)),
        section("Examples", "<pre>brew --hot sencha</pre><p>Brews it hot.</p>"),
    );
    let main = read("https://docs.example.com/reference/brew", &html);
    for part in ["Synopsis", "brew [--hot] LEAVES", "Options", "Brews it hot."] {
        assert!(main.text.contains(part), "{part}: {}", main.text);
    }
}

#[test]
fn sections_of_a_manual_belong_to_it_whatever_their_class() {
    let section = |class: &str, heading: &str, body: &str| {
        format!("<div class={class}><h2>{heading}</h2>{body}</div>")
    };
    let html = format!(
        "<div class=page>{}{}{}</div>",
        section("summary", "brew", "<p>brew — pours water on leaves</p>"),
        section("synopsis", "Synopsis", "<pre>brew [--hot] LEAVES</pre>"),
        section("part", "Description", &paragraphs(20)),
    );
    let main = read("https://docs.example.com/reference/brew", &html);
    assert!(main.text.starts_with("brew\nbrew — pours"), "{}", main.text);
    assert!(main.text.contains("[--hot]"), "{}", main.text);
}

#[test]
fn a_manual_begins_where_it_is_named() {
    let header =
        "<div id=top><h1>brew(1)</h1><h2>Name</h2><p>brew - pours water on leaves</p></div>";
    let html = format!("<div>Manuals</div>{header}<div id=content>{}</div>", paragraphs(20));
    let main = read("https://docs.example.com/reference/brew", &html);
    assert!(main.text.starts_with("brew(1)\nName\nbrew - pours"), "{}", main.text);
    // Other pages have their byline there, and buttons.
    assert!(article(&html).text.starts_with("0. Water"));
}

#[test]
fn a_manual_named_by_its_title_alone_is_more_than_its_table() {
    let row = |at: usize| format!("<tr><td>leaf_{at}<td>{at}. {SENTENCE}</tr>");
    let table: String = (0..20).map(row).collect();
    let part = format!("<h2>5.1. Kinds of leaves</h2><p>All leaves.</p><table>{table}</table>");
    let html = format!(
        "<title>5.1. Kinds of leaves</title><div class=navheader><a href=/>Home</a> Leaves</div>\
         <div class=part>{part}</div>"
    );
    let main = read("https://docs.example.com/manual/leaves", &html);
    assert!(main.text.starts_with("5.1. Kinds of leaves\nAll leaves."), "{}", main.text);
}

#[test]
fn a_list_of_contents_takes_no_heading_away() {
    let heading = |at: usize| format!("{at}.1. What happens to leaves in water that boils");
    let entry = |at: usize| format!("<dt><a href=#s{at}>{}</a>", heading(at));
    let section = |at: usize| format!("<h2 id=s{at}>{}</h2>{}", heading(at), paragraphs(3 + at));
    let entries: String = (1..4).map(entry).collect();
    let sections: String = (1..4).map(section).collect();
    let main = read(
        "https://docs.example.com/manual/leaves",
        &format!("<h1>Leaves</h1><dl>{entries}</dl>{sections}"),
    );
    for at in 1..4 {
        assert_eq!(main.text.matches(&heading(at)).count(), 2, "{}", main.text);
    }
}

#[test]
fn an_id_in_capitals_is_there_to_link_to() {
    let of = |id: &str| {
        let said = format!("<div id={id}><h2>Comments</h2><p>{SENTENCE} x</p></div>");
        article(&format!("<div class=text>{}{said}</div>", paragraphs(20))).text.lines().count()
    };
    assert_eq!(of("TEA-SYNTAX-COMMENTS"), 22);
    assert_eq!(of("tea-syntax-comments"), 20);
}

#[test]
fn a_long_listing_is_not_all_of_the_text_beside_it() {
    let lines = format!("{SENTENCE}\n").repeat(40);
    let main = article(&format!(
        "<div class=text><h1>Tea</h1>{}<div class=code><pre>{lines}</pre></div></div>",
        paragraphs(4)
    ));
    assert!(main.text.starts_with("Tea\n0. Water"), "{}", main.text);
}

#[test]
fn the_tagline_above_everything_is_that_of_the_site() {
    let text = "<p>Water should be hot when it meets the leaves of a green tea.</p>";
    let of = |begin: &str| {
        let page = crate::catalogue::test_html::read_at(
            "https://docs.example.com/tea",
            &format!("<html lang=en><title>Tea</title><body>{begin}{text}"),
        );
        page.document.main.text.contains("Leafy")
    };
    assert!(!of("<div class=tagline>Small. Leafy. Hot.</div>"));
    assert!(!of("<nav><a href=/>Home</a></nav><p class=site-slogan>Leafy tea for all.</p>"));
    assert!(of("<h1>Tea</h1><p class=tagline>Leafy tea, and how it is made.</p>"), "of the text");
}

#[test]
fn a_short_main_with_the_heading_is_the_content() {
    let footer = format!("<div class=footer><p>{SENTENCE}</p><p>2. {SENTENCE}</p></div>");
    let menu = "<ul class=nav><li><a href=/index>Index</a><li><a href=/next>Next</a></ul>";
    let of = |main: &str| {
        let html = format!("{menu}<div role=main>{main}</div>{footer}");
        read("https://docs.example.com/tea/kettles.html", &html).text
    };
    let short = "<h1>Kettles</h1><p>There is one kind of kettle:</p><ul><li>steel</ul>";
    assert_eq!(of(short), "Kettles\nThere is one kind of kettle:\nsteel");
    assert!(of("<h1>Kettles</h1>").contains("turns bitter"), "nothing below the heading");
    let elsewhere = format!("<main>{short}</main><div class=text>{}</div>", paragraphs(8));
    let text = read("https://docs.example.com/tea/kettles.html", &elsewhere).text;
    assert!(text.contains("7. Water"), "the text is elsewhere: {text}");
}

#[test]
fn a_short_main_beside_nothing_but_a_footer_is_the_content() {
    let footer = format!("<div class=footer>{SENTENCE} 2. {SENTENCE} 3. {SENTENCE}</div>");
    let of = |main: &str, beside: &str| {
        let html = format!("<div role=main>{main}</div>{beside}{footer}");
        read("https://docs.example.com/tea/part.html", &html).text
    };
    let part = "<p>These leaves are not for sale in all of the countries of the north, and in none of the south.</p>";
    assert_eq!(
        of(part, ""),
        "These leaves are not for sale in all of the countries of the north, and in none of the south."
    );
    assert!(of("Loading", "").contains("turns bitter"), "no text");
    let beside = format!("<div class=text>{}</div>", paragraphs(8));
    assert!(of(part, &beside).contains("7. Water"), "the text is elsewhere");
}
