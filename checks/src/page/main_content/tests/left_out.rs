//! What is left out of it.

use super::*;

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
fn the_header_of_a_site_may_name_its_menus_by_first_headings() {
    let links = |count: usize| -> String {
        (0..count).map(|n| format!("<a href=/{n}>Part {n} of the shop</a> ")).collect()
    };
    let group = |name: &str| format!("<h1>{name}</h1><p>{}</p>", links(9));
    let menu = format!("{}{}<nav>{}</nav>", group("Payments"), group("Cards"), links(9));
    let text = format!("<h1>Tea</h1>{}", paragraphs(4));
    let main = read("https://example.com/x", &format!("<header>{menu}</header><div>{text}</div>"));
    assert!(main.text.starts_with("Tea\n"), "{}", main.text);
    let below = text.replace("h1", "h2");
    let main = read("https://example.com/x", &format!("<header>{menu}</header><div>{below}</div>"));
    assert!(main.text.starts_with("Tea\n"), "{}", main.text);
    // The heading of the page stays, where none follows.
    let alone = format!("<header>{menu}</header><div>{}</div>", paragraphs(4));
    assert!(read("https://example.com/x", &alone).text.starts_with("Payments\n"));
    // So does the only one of the header: its sections may have H1s of their own.
    let own = format!("<header><nav>{}</nav><h1>Brewing</h1></header><div>{text}</div>", links(20));
    assert!(read("https://example.com/x", &own).text.starts_with("Brewing\n"));
    // So does one that a text stands around.
    let spoken = format!(
        "<header><h1>Payments</h1><h1>Cards</h1>{}<nav>{}</nav></header>",
        paragraphs(1),
        links(1)
    );
    let main = read("https://example.com/x", &format!("{spoken}<div>{text}</div>"));
    assert!(main.text.starts_with("Payments\n"), "{}", main.text);
}

#[test]
fn teasers_of_other_articles_beside_the_page_s_own_are_left_out() {
    let teaser = |at: usize| {
        format!(
            "<article><div><a href=/n/{at}>Kettles found, part {at}</a></div><p>The kettles of part {at} were found in the river by two boys who had gone out to fish.</p></article>"
        )
    };
    let teasers: String = (0..3).map(teaser).collect();
    let own = format!("<article><h1>Pots</h1>{}</article>", paragraphs(9));
    let text = article(&format!("<main>{own}<section>{teasers}</section></main>")).text;
    assert!(!text.contains("The kettles of part"), "{text}");
    let parts = teasers.replace("<a href", "<b id").replace("</a>", "</b>");
    let text = article(&format!("<main>{own}<section>{parts}</section></main>")).text;
    assert!(text.contains("The kettles of part"), "articles without links are parts: {text}");
}

#[test]
fn boxes_that_lead_to_other_articles_are_left_out_however_long_they_are() {
    let card = |at: usize| {
        format!("<li><h3><a href=/n/{at}>Kettles found, part {at}</a></h3>{}</li>", paragraphs(2))
    };
    let cards: String = (0..9).map(card).collect();
    let of = |name: &str, cards: &str| {
        let body = format!("<h1>Pots</h1><div>{}</div>", paragraphs(6));
        article(&format!("{body}<div><h2>{name}</h2><ul>{cards}</ul></div>")).text
    };
    for name in ["Recommended for You", "More from Tea Weekly", "The latest on pots"] {
        let text = of(name, &cards);
        assert!(text.ends_with('.') && !text.contains("Kettles"), "{name}: {text}");
    }
    assert!(of("Kettles", &cards).contains("part 3"), "a section of its own name");
    let long =
        cards.replace("</li>", &format!("{}</li>", paragraphs(9).replace("<p>", "<p>Of 9: ")));
    assert!(of("More on pots", &long).contains("part 3"), "sections with links on their headings");
    let sections = cards.replace("<a href", "<b id").replace("</a>", "</b>");
    assert!(of("Recommended for you", &sections).contains("part 3"), "sections without links");
}

#[test]
fn what_visitors_say_is_left_out_whatever_the_words_around_it() {
    let said = |class: &str| {
        let said = format!("<div class={class}><p>I liked it. {SENTENCE}</p></div>").repeat(9);
        article(&format!(
            "<h1>Pots</h1><div>{}</div><div class={class}>{said}</div>",
            paragraphs(6)
        ))
        .text
    };
    assert!(!said("visitors_comment_block").contains("I liked it"));
    assert!(!said("widget_comment__text").contains("I liked it"));
    assert!(said("visitors_block").contains("I liked it"));
}

#[test]
fn titles_of_other_articles_in_the_midst_of_one_are_left_out() {
    let of = |tag: &str| {
        let title =
            |at: usize| format!("<li><h4><{tag} href=/n/{at}>Kettles, part {at}</{tag}></h4></li>");
        let titles: String = (0..3).map(title).collect();
        let (above, below) = (paragraphs(7), paragraphs(7));
        article(&format!("<h1>Pots</h1><div>{above}<ul>{titles}</ul>{below}</div>")).text
    };
    assert!(!of("a").contains("Kettles"));
    assert!(of("b").contains("Kettles"), "headings without links are the text's own");
}

#[test]
fn what_follows_a_count_of_comments_is_none_of_the_article() {
    let said = "I brewed it once for my mother and she said that it was far too bitter for her.";
    let is_left_out = |head: &str, by: &str| {
        let list: String = (0..6).map(|at| format!("<li>{by}<p>{at}. {said}</p></li>")).collect();
        let body = format!("{}<div><h2>{head}</h2><ul>{list}</ul></div>", paragraphs(20));
        !article(&format!("<h1>Tea</h1>{body}")).text.contains(said)
    };
    for head in ["27 comments", "Comments (27)", "27 commentaires"] {
        assert!(is_left_out(head, ""), "{head}");
    }
    assert!(is_left_out("Kommentare", "<span class=author>Ann</span>"));
    assert!(!is_left_out("Kommentare", ""), "a part of the text may be called so");
    assert!(!is_left_out("What people say", ""));
}

#[test]
fn sections_with_places_for_ads_are_the_article_where_all_are_called_so() {
    let section = |from: usize| {
        let text: String = (from..from + 4).map(|at| format!("<p>{at}. {SENTENCE}</p>")).collect();
        format!("<section class='Report__Section Report__Section--Ads'>{text}</section>")
    };
    let body: String = (0..10).map(|at| section(at * 4)).collect();
    let main = article(&format!("<article><h1>Tea</h1>{body}</article>"));
    assert_eq!(main.text.matches(SENTENCE).count(), 40);
    let promoted = format!("<article><h1>Tea</h1>{}{}</article>", paragraphs(20), section(90));
    assert_eq!(article(&promoted).text.matches(SENTENCE).count(), 20, "one of them is an ad");
}

#[test]
fn a_box_named_for_comments_is_none_of_the_article() {
    let said = "I brewed it once for my mother and she said that it was far too bitter for her.";
    let of = |name: &str| {
        let said: String = (0..4).map(|at| format!("<p>{at}. {said}</p>")).collect();
        article(&format!("<h1>Tea</h1>{}<div id={name}>{said}</div>", paragraphs(20)))
            .text
            .contains("for my mother")
    };
    assert!(!of("comment-box") && of("pot-box"));
}
