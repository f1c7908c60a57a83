//! Which heading the fix makes the main one.

use super::*;

#[test]
fn fixes_name_the_page_s_own_words() {
    let of = |title: &str, body: &str| {
        let page = read(&article(title, &format!("{body}{}", paragraph(80))));
        fix(&TitleH1Match, &page)
    };
    let (none, _) = of("Green tea &lt;b>", "");
    assert!(none.title.contains("`Green tea <b>`"), "{}", none.title);
    assert_eq!(none.snippet.as_deref(), Some("<h1>Green tea &lt;b&gt;</h1>"));
    let (several, text) = of("Green tea", "<h1>Green tea</h1><h1>Water</h1>");
    assert!(several.title.contains("only one of the 2 H1s: `Green tea`"), "{}", several.title);
    assert!(text.contains("Turn `Water`"), "{text}");
    let (other, _) = of("Green tea", "<h1>Coffee</h1>");
    assert!(other.title.contains("`Green tea` and `Coffee`"), "{}", other.title);
    let (logo, text) = of("Green tea | Example", "<h1>Example</h1>");
    assert!(text.contains("Turn the H1 `Example`"), "{}", logo.title);
}

#[test]
fn a_suggested_heading_leaves_out_the_section_of_the_site() {
    let title = "Old tea pots found in the river | Local";
    let page = read(&article(title, &paragraph(80)));
    let snippet = fix(&TitleH1Match, &page).0.snippet.unwrap();
    assert_eq!(snippet, "<h1>Old tea pots found in the river</h1>");
}

#[test]
fn a_heading_that_says_what_the_title_says_is_made_the_main_one() {
    let page = read(&article("Green tea | Example", "<h3>Green tea</h3><p>Boil water.</p>"));
    let (fix, _) = fix(&TitleH1Match, &page);
    assert!(fix.title.starts_with("Make `Green tea` on line "), "{}", fix.title);
    assert!(fix.steps[0].contains("from `<h3>` to `<h1>`"), "{:?}", fix.steps);
    assert_eq!(of("Tea plans", "<h1>The tea plan</h1>"), Status::Pass, "a plural");
}

#[test]
fn the_heading_of_the_text_may_be_in_what_is_called_a_header() {
    let title = "How to brew green tea in a cold house";
    let of = |header: &str| {
        let body = format!("<div class=post-header>{header}</div>{}", paragraph(80));
        let html = article(title, "").replace("<main></main>", &body);
        fix(&TitleH1Match, &read(&html)).0.title
    };
    let raised = of(&format!("<h2>{title}</h2><p>By Jane Doe</p>"));
    assert!(raised.starts_with("Make `How to brew green tea"), "{raised}");
    for other in [format!("<h2><a href=/other>{title}</a></h2>"), "<h2>Green tea</h2>".to_owned()] {
        let added = of(&other);
        assert!(added.starts_with("Add an H1"), "{other}: {added}");
    }
}

#[test]
fn the_heading_that_is_there_is_raised_and_the_empty_one_filled() {
    let of = |body: &str| {
        let html = article("How to make green tea at home", &format!("{body}{}", paragraph(80)));
        fix(&TitleH1Match, &read(&html)).0
    };
    let raised = of("<h2>Making green tea at home</h2>");
    assert!(
        raised.title.starts_with("Make `Making green tea at home` on line"),
        "{}",
        raised.title
    );
    assert_eq!(raised.steps.len(), 1, "{:?}", raised.steps);
    let beside = of("<h1></h1><h2>Making green tea at home</h2>");
    assert!(beside.steps[1].contains("which has no text, into a `<div>`"), "{:?}", beside.steps);
    let parts = of("<h2>Making green tea at home</h2><p>Boil.</p><h3>Water</h3><h4>Cold</h4>");
    assert!(parts.steps[1].contains("so that `<h3>` becomes `<h2>`"), "{:?}", parts.steps);
    let other = of("<h2>Old pots</h2>");
    assert!(other.title.starts_with("Add an H1"), "{}", other.title);
    let empty = of("<h1></h1>");
    assert!(empty.steps[0].contains("which is empty"), "{:?}", empty.steps);
}

#[test]
fn without_a_title_the_heading_above_all_others_is_made_the_main_one() {
    let of = |second: &str| {
        let body = format!("<h2>Green tea</h2>{}{second}{}", paragraph(80), paragraph(80));
        fix(&TitleH1Match, &read(&article("", &body))).0.title
    };
    let raised = of("<h3>Water</h3>");
    assert!(raised.starts_with("Make `Green tea` on line"), "{raised}");
    assert_eq!(of("<h2>Water</h2>"), "Add an H1 that says what the page is about");
}

#[test]
fn the_title_of_a_page_without_text_is_not_made_its_heading() {
    let of = |body: &str| {
        let html = format!("<html lang=en><title>Tea and pots</title><body>{body}");
        fix(&TitleH1Match, &read_at("https://www.example.com/tea/green/sale", &html)).0
    };
    let empty = of("<div id=root></div><script src=/app.js></script>");
    assert_eq!(empty.title, "Add an H1 that names this page");
    assert_eq!(empty.snippet, None);
    assert!(empty.steps[0].contains("`Tea and pots`"), "{:?}", empty.steps);
    let written = of(&format!("<main>{}</main>", paragraph(80)));
    assert_eq!(written.snippet.as_deref(), Some("<h1>Tea and pots</h1>"));
}

#[test]
fn an_element_that_shows_the_title_becomes_the_heading() {
    let of = |title: &str, body: &str| {
        let html = format!("<title>{title}</title><body>{body}{}</body>", paragraph(120));
        fix(&TitleH1Match, &read(&html)).0
    };
    for body in [
        "\n<p class=legal-title><strong>Legal Tea</strong></p>",
        "\n<div class=fancy_title> Legal Tea </div><p><a href=/x>legal-tea-stmt:</a></p>",
    ] {
        let fix = of("Legal Tea", body);
        assert_eq!(fix.title, "Make `Legal Tea` on line 2 the H1");
        assert!(fix.steps[0].starts_with("Turn the element on line 2"), "{:?}", fix.steps);
        assert_eq!(fix.snippet, None);
    }
    for body in ["\n<p><a href=/>Legal Tea</a></p>", "\n<p>Illegal Tea</p>"] {
        assert!(of("Legal Tea", body).title.starts_with("Add an H1"), "{body}");
    }
    // A text that says so far below is none.
    let below = format!("{}<p>Legal Tea</p>", paragraph(60));
    assert!(of("Legal Tea", &below).title.starts_with("Add an H1"));
}

#[test]
fn a_heading_that_differs_by_a_suffix_or_a_number_is_raised() {
    let of = |title: &str, heading: &str| {
        let html = format!(
            "<title>{title}</title><body><p>This document was written in 2004 for those who pour \
             tea, and is still right in most of what it says.</p><h2>{heading}</h2>{}\
             <h3>Water</h3>{}<h2>2.0 Leaves</h2>{}",
            paragraph(120),
            paragraph(80),
            paragraph(80)
        );
        fix(&TitleH1Match, &read(&html)).0.title
    };
    assert_eq!(
        of("Tea for Version 3 of the kettle (old)", "Tea for Version 3 of the kettle"),
        "Make `Tea for Version 3 of the kettle` on line 1 the H1"
    );
    assert_eq!(
        of("Steam and pressure in the kettle", "1.0 Steam and pressure in the kettle"),
        "Make `1.0 Steam and pressure in the kettle` on line 1 the H1"
    );
    assert!(of("Steam in the kettle", "Steam").starts_with("Add an H1"));
}

#[test]
fn a_title_that_is_a_placeholder_gives_way_to_the_heading() {
    let of = |title: &str| {
        let html = article(title, &format!("<h1>Brewing on a boat</h1>{}", paragraph(120)));
        fix(&TitleH1Match, &read(&html)).0
    };
    for title in ["No Title", "Untitled Document", "untitled", "Page Title"] {
        let fix = of(title);
        assert!(fix.title.starts_with("Replace the placeholder title"), "{}", fix.title);
        assert_eq!(fix.snippet.as_deref(), Some("<title>Brewing on a boat</title>"));
    }
    assert!(of("Coffee beans").title.starts_with("Make the title and the H1 match"));
}

#[test]
fn the_only_heading_above_all_text_is_raised_whatever_it_says() {
    let text = paragraph(80);
    let html = format!(
        "<html lang=en><title>Basic Usage</title><h3>21.1 Creating and Pouring</h3>{text}\
         <h4>Pouring twice</h4>{text}"
    );
    let page = read_at("https://docs.host.test/manual/Basic-Usage.html", &html);
    let fix = fix_of(&page);
    assert_eq!(fix.title, "Make `21.1 Creating and Pouring` on line 1 the H1");
    assert!(fix.steps.iter().any(|step| step.contains("title")), "{:?}", fix.steps);
}

#[test]
fn the_name_of_the_site_does_not_become_the_h1_of_a_page_without_a_title() {
    let html = format!(
        "<html lang=en><title>&lt;no title&gt; — Leaf 1.4 Documentation</title><header><h1><a \
         href=../index.html>Leaf 1.4 Documentation</a></h1></header><main>{}</main>",
        paragraph(200)
    );
    let page = read_at("https://docs.host.test/manual/tea/pots.html", &html);
    assert_eq!(judge(&TitleH1Match, &page).status, Status::Fail);
    assert!(fix(&TitleH1Match, &page).0.title.starts_with("Add an H1"));
}

#[test]
fn a_heading_in_two_elements_is_merged() {
    let page = |second: &str| {
        read(&article(
            "Why brew slowly?",
            &format!("<h1>Ultralight kettles</h1>\n{second}{}", paragraph(80)),
        ))
    };
    let merged = fix(&TitleH1Match, &page("<h1>Made in Kyoto</h1>")).0;
    assert!(merged.title.starts_with("Merge the 2 H1s"), "{}", merged.title);
    assert_eq!(merged.snippet.as_deref(), Some("<h1>Ultralight kettles Made in Kyoto</h1>"));
    let apart = fix(&TitleH1Match, &page("<p>Boil.</p><h1>Made in Kyoto</h1>")).0;
    assert!(!apart.title.starts_with("Merge"), "{}", apart.title);
}

#[test]
fn an_element_that_is_styled_as_the_heading_becomes_it() {
    let of = |title: &str| {
        let hero = format!("<div class='text desktop-h1'>{title}</div>{}", paragraph(80));
        fix(&TitleH1Match, &read(&article("Find the best tea pots", &hero))).0
    };
    assert!(of("Compare tea pots").title.starts_with("Make `Compare tea pots`"));
    assert!(of("The Leaf House").title.starts_with("Add an H1"));
}

#[test]
fn the_heading_of_a_home_page_is_its_name() {
    let html = "<html lang=en><meta property=og:site_name content=Leaf><title>Leaf | Tea and pots \
                for everybody</title><main><p>Boil the water.</p></main>";
    let named = fix(&TitleH1Match, &read_at("https://www.leaf.test/", html)).0;
    assert_eq!(named.snippet.as_deref(), Some("<h1>Leaf</h1>"));
    let edition = html.replace("Leaf | Tea and pots for everybody", "Leaf en español");
    let edition = fix(&TitleH1Match, &read_at("https://www.leaf.test/es/", &edition)).0;
    assert_eq!(edition.snippet.as_deref(), Some("<h1>Leaf en español</h1>"));
    // The first card of a blog is of today.
    let blog = "<html lang=en><meta property=og:site_name content='The Leaf Blog'><title>Home - The \
                Leaf Blog</title><main><article><h2><a href=/new>How Leaf pots the blog home</a></h2><p>It \
                pours.</p></article><h3><a href=/a>Water</a></h3><p>Boil it.</p></main>";
    let blog = fix(&TitleH1Match, &read_at("https://www.leaf.test/", blog)).0;
    assert_eq!(blog.snippet.as_deref(), Some("<h1>The Leaf Blog</h1>"), "{}", blog.title);
}

#[test]
fn a_title_that_lists_everything_is_shortened_to_its_beginning() {
    let long = "Kettle Repair &amp; Pot Repair Leafton, KT (217) 555-0143 Kettle Maintenance. Lid \
                Repair. Spout Repair. Free estimates";
    let of = |title: &str| fix(&TitleH1Match, &read(&article(title, &paragraph(80))));
    let (fix, text) = of(long);
    let heading = "Kettle Repair &amp; Pot Repair Leafton, KT";
    assert_eq!(fix.snippet.as_deref(), Some(format!("<h1>{heading}</h1>").as_str()));
    assert!(text.contains("Shorten the `<title>`"), "{text}");
    let path = "Pots &amp; Lids: Kitchen: Iron Pots, Steel Pots, Clay Pots, Lids for Pots, Lids for \
                Kettles, Spouts and More";
    assert_eq!(of(path).0.snippet.as_deref(), Some("<h1>Pots &amp; Lids</h1>"));
    let review = "Review: The Iron Pot: why it boils slowly, how it pours when it is full, and what it \
                  costs to mend a spout";
    assert!(of(review).0.snippet.unwrap().contains("a spout"));
    let doctor = "The life of Dr. Martin Leaf, who brewed tea for the ships of the U.S. Navy, and of \
                  his sister who sold pots to their crews";
    assert!(of(doctor).0.snippet.unwrap().contains("their crews"));
    let (short, text) = of("Kettle Repair (217) 555-0143");
    assert_eq!(short.snippet.as_deref(), Some("<h1>Kettle Repair (217) 555-0143</h1>"));
    assert!(!text.contains("Shorten"), "{text}");
}

#[test]
fn a_logo_in_a_picture_is_demoted_where_a_heading_is_added_or_raised() {
    let logo = "\n<nav><h1><a href=/><img src=/a.svg alt=LEAF></a></h1></nav>";
    for body in [paragraph(80), format!("<h2>Brewing tea</h2>{}", paragraph(80))] {
        let html = format!("<html lang=en><title>Brewing tea</title>{logo}<main>{body}</main>");
        let fix = fix(&TitleH1Match, &read(&html)).0;
        let is_demoted =
            |step: &String| step.contains("H1 that doesn't name the page, on line 2, into a");
        assert!(fix.steps.iter().any(is_demoted), "{:?}", fix.steps);
    }
}

#[test]
fn of_two_h1s_the_one_with_more_of_the_title_and_the_url_stays() {
    let body = format!("<h1>Leaf best sellers</h1><h1>Best sellers in pots</h1>{}", paragraph(80));
    let html = article("Leaf best sellers: best pots", &body);
    let kept = fix(&TitleH1Match, &read_at("https://www.leaf.test/best/pots", &html)).0;
    assert!(kept.title.ends_with("`Best sellers in pots`"), "{}", kept.title);
}

#[test]
fn a_word_of_a_long_title_over_a_part_does_not_name_the_page() {
    let title = "How we brewed oolong, sencha, matcha and all other teas in one cold pot";
    let part = |name: &str| format!("<h1>{name}</h1>{}", paragraph(80));
    let body = [part("Sencha"), part("Reporting"), part("Impact")].concat();
    let lowered = fix_of(&read(&article(title, &body)));
    assert!(lowered.title.starts_with("Make the title"), "{}", lowered.title);
    let two = [part("Sencha"), part("Reporting")].concat();
    let kept = fix_of(&read(&article(title, &two)));
    assert!(kept.title.starts_with("Keep only one"), "{}", kept.title);
}

#[test]
fn only_the_h2_right_below_a_lowered_h1_goes_down_with_it() {
    let of = |between: &str| {
        let body = format!(
            "<h1>Green tea</h1>{}<h1>Pots</h1>{between}<h2>About us</h2>{}",
            paragraph(80),
            paragraph(80)
        );
        fix_of(&read(&article("Green tea", &body))).steps.join(" ")
    };
    assert!(of("").contains("below each new `<h2>`"), "{}", of(""));
    assert!(!of("<h3>Iron</h3>").contains("below each new `<h2>`"));
}

#[test]
fn two_headings_that_are_the_title_together_are_one() {
    let body = format!("<h2>Open tea project:</h2><h4>Better pots</h4>{}", paragraph(80));
    let raised = fix_of(&read(&article("The Open Tea Project: Better Pots", &body)));
    assert!(raised.title.starts_with("Make `Open tea project:` on"), "{}", raised.title);
}

#[test]
fn an_empty_h1_is_filled_and_no_other_added() {
    let body = format!("<h1 id=head></h1>{}", paragraph(80));
    let filled = fix_of(&read(&article("Green tea", &body)));
    assert!(filled.steps[0].contains("which is empty"), "{:?}", filled.steps);
    assert!(!filled.steps.iter().any(|step| step.starts_with("Put one")), "{:?}", filled.steps);
}

#[test]
fn a_slogan_and_initials_do_not_become_the_h1() {
    let of = |title: &str| {
        let html = article(title, &format!("<p>Green tea pots.</p>{}", paragraph(80)));
        fix(&TitleH1Match, &read_at("https://www.leafteacompany.test/tea/pots", &html)).0
    };
    let slogan = of("Game Changer");
    assert_eq!((slogan.title.as_str(), slogan.snippet), ("Add an H1 that names this page", None));
    assert_eq!(of("Tea pots | LTC").snippet.as_deref(), Some("<h1>Tea pots</h1>"));
}

#[test]
fn where_the_title_is_the_sites_the_heading_that_is_shared_is_raised() {
    let page = |shared: &str| {
        read(&format!(
            "<html lang=en><head><title>All about leaves</title><meta property=og:title \
             content='{shared}'></head><main><h2>The end of the world: Montauk</h2>{0}<h1>Downtown\
             </h1>{0}<h1>Rooms</h1>{0}</main>",
            paragraph(80)
        ))
    };
    let fix = fix_of(&page("The end of the world: Montauk"));
    assert!(fix.title.starts_with("Make `The end of the world: Montauk` on line"), "{}", fix.title);
    assert!(fix.steps.concat().contains("from `<h1>` to `<h2>`: line"), "{:?}", fix.steps);
    let other = fix_of(&page("All about leaves"));
    assert!(other.title.starts_with("Make the title `All about leaves` the H1"), "{}", other.title);
}

#[test]
fn an_empty_h1_far_below_is_not_filled() {
    let of = |above: &str, below: &str| {
        let text = paragraph(80);
        fix_of(&read(&format!(
            "<html lang=en><head><title>How to brew tea</title></head>\n<body>{above}\n\
             <main>\n{text}</main>\n{below}"
        )))
        .steps
        .concat()
    };
    let empty = "<h1></h1>";
    assert!(of(empty, "").contains("which is empty"));
    assert!(!of("", empty).contains("which is empty"));
}
