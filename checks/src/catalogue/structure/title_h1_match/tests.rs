use super::*;
use crate::catalogue::structure::test_read::{
    article, fix, judge, paragraph, read, read_at, status,
};
use crate::report::Status;

fn of(title: &str, body: &str) -> Status {
    status(&TitleH1Match, &article(title, &format!("{body}{}", paragraph(80))))
}

#[test]
fn one_heading_that_says_what_the_title_says_passes() {
    for (title, heading) in [
        ("How to make green tea | Example", "How to make green tea"),
        ("Green tea: the whole guide", "Green tea"),
        ("Grüner Tee richtig zubereitet", "Grüner Tee"),
        ("L&apos;art du thé vert", "L’art du thé"),
        ("緑茶の入れ方 - 茶の百科", "緑茶の入れ方"),
        ("绿茶冲泡方法", "绿茶的冲泡方法"),
        ("วิธีชงชาเขียว", "วิธีชงชา"),
        ("طريقة تحضير الشاي", "تحضير الشاي"),
        ("Как заварить чай", "Как заварить зелёный чай"),
        ("녹차 우리는 법", "녹차 우리는 방법"),
    ] {
        assert_eq!(of(title, &format!("<h1>{heading}</h1>")), Status::Pass, "{title}");
    }
}

#[test]
fn none_or_another_fails() {
    for body in [
        "",
        "<h1></h1>",
        "<h1>🍵</h1>",
        "<h1>Coffee beans roasted</h1>",
        "<h1 hidden>How to make green tea</h1>",
        "<h1>Example</h1>",
    ] {
        assert_eq!(of("How to make green tea | Example", body), Status::Fail, "{body}");
    }
    assert_eq!(of("", "<h1>How to make green tea</h1>"), Status::Fail, "no title");
}

#[test]
fn closed_windows_and_buttons_behind_the_heading_do_not_count() {
    let h1 = "<h1>How to make green tea</h1>";
    for window in [
        "<aside role=dialog aria-hidden=true><h1>Subscribe to news</h1><input></aside>",
        "<div role=dialog style='display:none'><h1>Print this</h1><p>Words.</p></div>",
    ] {
        assert_eq!(of("How to make green tea", &format!("{h1}{window}")), Status::Pass);
    }
    let copied = "<h1>Type <span>Tea</span> <button>Copy the whole item path</button></h1>";
    assert_eq!(of("Tea in leaf::tea", copied), Status::Pass);
    let button = "<h1><button>How to make green tea</button></h1>";
    assert_eq!(of("How to make green tea", button), Status::Pass);
}

#[test]
fn headings_in_posts_do_not_count_beside_what_was_asked() {
    let post = |text: &str| format!("<div class=post>{text}{}</div>", paragraph(80));
    let html = format!(
        "<script type=application/ld+json>{{\"@type\":\"DiscussionForumPosting\"}}</script>\
         <title>How to make tea</title><h1>How to make tea</h1>{}{}",
        post("<h1>Example 1</h1>"),
        post("<h1>Example 2</h1>")
    );
    assert_eq!(status(&TitleH1Match, &html), Status::Pass);
}

#[test]
fn half_a_match_and_several_headings_warn() {
    // "the" and "tea" of five.
    assert_eq!(of("The way to green tea", "<h1>Boiling the oldest tea leaves</h1>"), Status::Warn);
    let html = article("One two three four five", "<h1>One two six seven eight nine</h1>");
    // 40 of 20 to 50 %.
    assert_eq!(judge(&TitleH1Match, &read(&html)).value, Some(66));
    let several = "<h1>How to make green tea</h1><h1>Water</h1><h1>Leaves</h1>";
    assert_eq!(of("How to make green tea", several), Status::Warn);
}

#[test]
fn logos_pictures_and_headers_are_understood() {
    let title = "How to make green tea | Example";
    for body in [
        "<h1><a href=/>Example</a></h1><h1>How to make green tea</h1>",
        "<h1><img src=a.png alt='How to make green tea'></h1>",
        "<article><header><h1>How to make green tea</h1></header></article>",
        "<h1 class=visually-hidden>How to make green tea</h1>",
        "<h1>How to make green tea</h1><h1>How to make green tea</h1>",
        "<h1>How to <b>make</b><br>green tea</h1><nav><h1>Menu</h1></nav>",
    ] {
        assert_eq!(of(title, body), Status::Pass, "{body}");
    }
    let outside = format!(
        "<title>{title}</title><header><h1>How to make green tea</h1></header><main>{}</main>",
        paragraph(120)
    );
    assert_eq!(status(&TitleH1Match, &outside), Status::Pass);
}

#[test]
fn a_banner_with_the_site_s_name_is_no_heading_of_the_page() {
    let of = |content: &str| {
        let html = format!(
            "<title>How to make green tea | Example</title><header><h1>Example Blogs</h1></header>\
             <main>{content}{}</main>",
            paragraph(120)
        );
        status(&TitleH1Match, &html)
    };
    assert_eq!(of("<h2>How to make green tea</h2>"), Status::Fail);
    assert_eq!(of("<h1>How to make green tea</h1>"), Status::Pass);
}

#[test]
fn news_may_differ_and_home_need_not_match() {
    let news = format!(
        "<title>Government falls over budget</title><script type=application/ld+json>\
         {{\"@type\":\"NewsArticle\",\"headline\":\"It is over\"}}</script><main><article>\
         <h1>Night of knives</h1>{}</article></main>",
        paragraph(300)
    );
    assert_eq!(status(&TitleH1Match, &news), Status::Warn);
    let home = format!("<title>Example</title><main><h1>Tea for all</h1>{}</main>", paragraph(80));
    let home = read_at("https://www.example.com/", &home);
    let finding = judge(&TitleH1Match, &home);
    assert_eq!(finding.status, Status::Pass);
    let is_measured = |one: &Detail| one.measured.is_some() || one.expected.is_some();
    assert!(!finding.details.iter().any(is_measured), "{:?}", finding.details);
}

#[test]
fn what_was_not_read_is_not_judged() {
    let mut page = read("<title>How to make green tea</title><p>Text</p>");
    page.truncated = true;
    let finding = judge(&TitleH1Match, &page);
    assert_eq!((finding.status, finding.unsure), (Status::Na, true));
}

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
fn a_word_of_the_site_s_name_is_not_shared() {
    let page = |title: &str| {
        let head = "<meta property=og:site_name content='Pan &amp; Ladle'>";
        let html =
            article(title, &format!("<h1>How to season a cast iron pan</h1>{}", paragraph(80)));
        read_at(
            "https://www.panladle.test/a",
            &html.replacen("<title>", &format!("{head}<title>"), 1),
        )
    };
    assert_eq!(judge(&TitleH1Match, &page("Blog | Pan &amp; Ladle")).status, Status::Fail);
    let own = page("Season a cast iron pan | Pan &amp; Ladle");
    assert_eq!(judge(&TitleH1Match, &own).status, Status::Pass);
}

#[test]
fn at_home_the_heading_that_says_what_the_site_offers_is_kept() {
    let home = |first: &str, second: &str| {
        let html = format!(
            "<html lang=en><head><title>Example Tea | Green tea by post, fresh every week</title>\
             </head><main><h1>{first}</h1><h1>{second}</h1>{}</main>",
            paragraph(80)
        );
        fix(&TitleH1Match, &read_at("https://www.exampletea.com/", &html)).0.title
    };
    let (banner, offer) = ("Example Tea turns 5", "Fresh green tea comes by post");
    for (first, second) in [(banner, offer), (offer, banner)] {
        let title = home(first, second);
        assert_eq!(title, format!("Keep only one of the 2 H1s: `{offer}`"));
    }
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
    let parts = of("<h2>Making green tea at home</h2><p>Boil.</p><h3>Water</h3><h4>Cold</h4>");
    assert!(parts.steps[1].contains("so that `<h3>` becomes `<h2>`"), "{:?}", parts.steps);
    let other = of("<h2>Old pots</h2>");
    assert!(other.title.starts_with("Add an H1"), "{}", other.title);
    let empty = of("<h1></h1>");
    assert!(empty.steps[0].contains("which is empty"), "{:?}", empty.steps);
}

#[test]
fn an_h1_of_a_section_is_never_made_the_pages() {
    let html = article(
        "How to make green tea",
        &format!("<h1>1. Water</h1>{0}<h1>2. Leaves</h1>{0}<h1>3. Pot</h1>{0}", paragraph(80)),
    );
    let (fix, _) = fix(&TitleH1Match, &read(&html));
    assert_eq!(
        fix.title,
        "Make the title `How to make green tea` the H1, and change the 3 section H1s to H2"
    );
    assert!(!fix.steps.concat().contains("only `<h1>`"), "{:?}", fix.steps);
}

#[test]
fn numbered_h1s_are_of_sections_though_one_has_words_of_the_title() {
    let of = |headings: &[&str]| {
        let body: String =
            headings.iter().map(|one| format!("<h1>{one}</h1>{}", paragraph(80))).collect();
        fix(&TitleH1Match, &read(&article("Green tea", &body))).0.title
    };
    assert_eq!(
        of(&["1. Water", "2. Uses of green tea", "3. Pot"]),
        "Make the title `Green tea` the H1, and change the 3 section H1s to H2"
    );
    assert_eq!(
        of(&["1. Water"]),
        "Make the title `Green tea` the H1, and change the section H1 to H2"
    );
    assert_eq!(of(&["Green tea", "Water"]), "Keep only one of the 2 H1s: `Green tea`");
    // One of them without a number changes nothing, wherever it stands.
    for headings in [
        ["Overview", "1. Water", "2. Uses of green tea"],
        ["1. Uses of green tea", "2. Water", "Appendix: Pots"],
    ] {
        let title = of(&headings);
        assert!(title.ends_with("and change the 3 section H1s to H2"), "{title}");
    }
    assert_eq!(
        of(&["All of green tea", "1. Water", "2. Leaves"]),
        "Keep only one of the 3 H1s: `All of green tea`"
    );
}

#[test]
fn an_h1_below_the_text_of_another_is_of_a_section() {
    let of = |between: &str| {
        let body = format!(
            "<h1>Overview</h1>{between}<h1>Uses of green tea</h1>{}<h1>Pot</h1>{}",
            paragraph(80),
            paragraph(80)
        );
        fix(&TitleH1Match, &read(&article("Green tea", &body))).0.title
    };
    let lowered = "Make the title `Green tea` the H1, and change the 3 section H1s to H2";
    assert_eq!(of(&paragraph(80)), lowered);
    assert_eq!(of("<p>By Jane Doe</p>"), "Keep only one of the 3 H1s: `Uses of green tea`");
}

#[test]
fn what_stands_below_a_lowered_h1_is_lowered_too() {
    let steps = |parts: &str| {
        let body = format!("<h1>Green tea</h1>{0}<h1>Water</h1>{parts}{0}", paragraph(80));
        fix(&TitleH1Match, &read(&article("Green tea", &body))).0.steps
    };
    let is_lowered = |steps: &[String]| steps.iter().any(|step| step.contains("to `<h3>`, too"));
    assert!(is_lowered(&steps("<h2>Cold water</h2>")), "{:?}", steps("<h2>Cold water</h2>"));
    assert!(!is_lowered(&steps("")), "{:?}", steps(""));
    assert!(!is_lowered(&steps("<h3>Cold water</h3>")), "it stands right below the new `h2`");
}

#[test]
fn an_h1_of_a_header_is_named_where_one_is_to_stay() {
    let body = format!(
        "<header><nav><h1><a href=/><img src=/a.png alt=Potter></a></h1></nav></header>\
         <main><h1>Green tea</h1>{0}<h1>Water</h1>{0}</main>",
        paragraph(80)
    );
    let html = format!("<html lang=en><title>Green tea</title>\n{body}");
    let steps = fix(&TitleH1Match, &read(&html)).0.steps;
    let named = "Turn the H1 outside the content, on line 2, into a `<div>`, too.";
    assert!(steps.iter().any(|step| step == named), "{steps:?}");
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
fn an_h1_below_the_content_and_outside_of_it_is_not_the_pages() {
    let of = |head: &str, below: &str| {
        let html = format!(
            "<html lang=en><title>How to make green tea</title><header>{head}</header><main>{}{}\
             </main><footer>Imprint</footer><div class=wrap>{below}</div>",
            paragraph(80),
            paragraph(80)
        );
        status(&TitleH1Match, &html)
    };
    let (own, other) = ("<h1>How to make green tea</h1>", "<h1>Join 1,000 others</h1>");
    assert_eq!(of(own, other), Status::Pass);
    assert_eq!(of("", own), Status::Pass, "the only one is the page's wherever it is");
    assert_eq!(of(&format!("{own}{other}"), ""), Status::Warn, "a second one above counts");
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
fn every_h1_that_is_too_many_is_named() {
    let title = "How to make green tea";
    let body = |rest: &str| format!("<h1>{title}</h1>{}{rest}{}", paragraph(60), paragraph(60));
    let steps = |rest: &str| fix(&TitleH1Match, &read(&article(title, &body(rest)))).0.steps;
    let copies = steps("<h1>Water</h1>\n<h1>Water</h1>\n<h1>How to make green tea</h1>");
    assert!(copies[0].contains("`Water` (lines 1 and 2)"), "{copies:?}");
    assert!(copies.iter().any(|step| step.contains("on line 3")), "{copies:?}");
    let outside = format!(
        "<html lang=en><title>{title}</title><main>{}</main><p>Menu</p>\n\n<h1>Water</h1>",
        body("<h1>Water</h1>")
    );
    let outside = fix(&TitleH1Match, &read(&outside)).0.steps;
    assert!(outside[0].contains("`Water` (lines 1 and 3)"), "{outside:?}");
    let many: String = ["Water", "Leaves", "Pot", "Cup", "Tray"]
        .iter()
        .map(|one| format!("\n<h1>{one}</h1>"))
        .collect();
    let many = steps(&many);
    assert!(many.iter().any(|step| step.contains("the other 2 H1s, on lines 5 and 6")), "{many:?}");
}

#[test]
fn a_logo_that_is_an_h1_is_demoted_where_a_heading_is_raised() {
    let body = "<h1>Example</h1><h2>How to make green tea</h2>";
    let page = read(&article("How to make green tea | Example", &body_with_text(body)));
    let steps = fix(&TitleH1Match, &page).0.steps;
    assert!(steps[0].contains("from `<h2>` to `<h1>`"), "{steps:?}");
    assert!(steps[1].contains("Turn the H1 `Example`"), "{steps:?}");
}

fn body_with_text(body: &str) -> String {
    format!("{body}{}", paragraph(80))
}

#[test]
fn at_home_an_h1_below_text_is_not_replaced_by_the_title() {
    let html = format!(
        "<html lang=en><head><title>Example Tea | Expert green tea & fresh leaf advice</title></head>\
         <main><h1>Example Tea turns 5</h1>{}<h1>Relax, sip & share green tea</h1>{}</main>",
        paragraph(60),
        paragraph(60)
    );
    let fix = fix(&TitleH1Match, &read_at("https://www.exampletea.com/", &html)).0;
    assert_eq!(fix.title, "Keep only one of the 2 H1s: `Relax, sip & share green tea`");
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
fn landmarks_are_named_only_where_there_are_some() {
    let steps = |around: &str| {
        let html = format!("<title>Tea</title><body><{around}>{}</{around}>", paragraph(120));
        fix(&TitleH1Match, &read(&html)).0.steps.join(" ")
    };
    assert!(steps("main").contains("inside `<main>`."), "{}", steps("main"));
    assert!(steps("article").contains("inside `<article>`."));
    assert!(!steps("div").contains("`<main>`"), "{}", steps("div"));
}

#[test]
fn identifiers_and_shortened_words_are_compared_by_their_parts() {
    for (title, heading) in [
        ("Unlock-Notify API", "kettle3_unlock_notify() API"),
        ("openKettleLid", "Open Kettle Lid"),
        ("Tea Pro Support", "Professional Support & Extensions"),
    ] {
        assert_eq!(of(title, &format!("<h1>{heading}</h1>")), Status::Pass, "{title}");
    }
}

#[test]
fn the_part_of_a_title_that_the_url_names_is_the_heading() {
    let snippet = |url: &str, title: &str| {
        let html = format!("<title>{title}</title><main>{}</main>", paragraph(120));
        fix(&TitleH1Match, &read_at(url, &html)).0.snippet.unwrap_or_default()
    };
    let title = "Brew - brew-tea Documentation";
    assert_eq!(snippet("https://www.example.com/docs/brew-tea", title), "<h1>brew-tea</h1>");
    assert_eq!(snippet("https://www.example.com/docs/brew-tea.html", title), "<h1>brew-tea</h1>");
    let whole = format!("<h1>{title}</h1>");
    assert_eq!(snippet("https://www.example.com/docs/other", title), "<h1>Brew</h1>");
    assert_eq!(snippet("https://www.example.com/brew", title), whole, "the name of the site");
    let plain = "How to use brew-tea";
    assert_eq!(
        snippet("https://www.example.com/docs/brew-tea", plain),
        format!("<h1>{plain}</h1>")
    );
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
fn a_manual_s_name_and_version_in_brackets_are_none_of_the_heading() {
    let text = paragraph(80);
    for (title, heading) in [
        ("Parser (GNU Tealeaf (version 7.3.0))", "F.2 Parser"),
        ("Keywords (GNU Tealeaf (version 7.3.0))", "F.1 Keywords"),
        ("Parser (Tealeaf Manual)", "Parser"),
    ] {
        for host in ["docs.tealeaf.test", "docs.pots.test"] {
            let html = format!("<html lang=en><title>{title}</title><h3>{heading}</h3>{text}");
            let page = read_at(&format!("https://{host}/v7/Parser.html"), &html);
            let fix = fix_of(&page);
            assert_eq!(fix.title, format!("Make `{heading}` on line 1 the H1"), "{title} {host}");
        }
    }
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
fn a_placeholder_is_no_heading() {
    for title in ["&lt;no title&gt;", "Untitled", "[no title]", "&lt;no title&gt; — Tealeaf 3.11"]
    {
        let html = format!("<html lang=en><title>{title}</title>{}", paragraph(80));
        let page = read_at("https://docs.tealeaf.test/manual/disclaimer.html", &html);
        let fix = fix_of(&page);
        assert!(!fix.title.contains("itle>") && !fix.title.contains("ntitled"), "{}", fix.title);
        assert_eq!(fix.snippet, None, "{title}");
        let says_title = |step: &String| step.contains("`<title>`");
        assert!(fix.steps.iter().any(says_title), "{:?}", fix.steps);
    }
}

fn fix_of(page: &crate::page::Page) -> Fix {
    fix(&TitleH1Match, page).0
}

#[test]
fn the_name_of_a_manual_is_no_part_of_a_title() {
    let of = |title: &str| {
        let html = format!(
            "<html lang=en><title>{title}</title><main><h1>Source code for tea.pots</h1>{}</main>",
            paragraph(200)
        );
        judge(&TitleH1Match, &read_at("https://docs.host.test/manual/tea/pots.html", &html)).status
    };
    assert_eq!(of("tea.pots — Leaf documentation"), Status::Pass);
    assert_eq!(of("tea.pots — Leaf 1.4 Documentation"), Status::Pass);
    assert_ne!(of("tea.pots — All that the brewers of leaves know"), Status::Pass);
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
