//! Which element is the content.

use super::*;

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
fn what_opens_to_describe_the_subject_belongs_to_it() {
    let part = |class: &str| {
        let html = format!("{}<div class={class}><p>One more. {SENTENCE}</p></div>", paragraphs(9));
        article(&html).text.lines().count()
    };
    assert_eq!(part("product-details-modal"), 10);
    assert_eq!(part("signup-modal"), 9);
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
fn a_long_listing_is_not_all_of_the_text_beside_it() {
    let lines = format!("{SENTENCE}\n").repeat(40);
    let main = article(&format!(
        "<div class=text><h1>Tea</h1>{}<div class=code><pre>{lines}</pre></div></div>",
        paragraphs(4)
    ));
    assert!(main.text.starts_with("Tea\n0. Water"), "{}", main.text);
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
