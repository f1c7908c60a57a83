//! Which titles and headings match.

use super::*;

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
