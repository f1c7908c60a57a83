//! Edits of the text.

use super::*;

#[test]
fn a_range_of_days_is_no_day() {
    let head = "  <link rel=\"canonical\" href=\"https://leaf.example/guide/tea.html\">\n";
    for written in ["March 5 – April 7, 2026", "<time>March 5 – April 7, 2026</time>"] {
        let html = page(head, &format!("<p>{written}</p>\n"));
        assert_eq!(text(&fix(&html)), html);
    }
}

#[test]
fn levels_that_skip_are_raised_only_if_asked() {
    let own = "  <link rel=canonical href=https://leaf.example/guide/tea.html>\n";
    let part = |level: usize, name: &str| {
        let prose = format!("{name} needs water that is not too hot, and leaves that are fresh. ");
        format!("<h{level} class=x>{name}</h{level}>\n<p>{}</p>\n", prose.repeat(9))
    };
    let parts = |first: usize, second: usize| {
        let levels = [first, second, first, second, first, second];
        let names = ["Sencha", "Bancha", "Oolong", "Assam", "Matcha", "Hojicha"];
        levels.iter().zip(names).map(|(level, name)| part(*level, name)).collect::<String>()
    };
    let html = page(own, &parts(4, 6));
    let fixed = fix(&html);
    let levels: Vec<bool> = fixed.applied.iter().map(|edit| edit.is_unsafe).collect();
    assert!(!levels.is_empty(), "{:?}", fixed.refused);
    assert!(levels.iter().all(|is_unsafe| *is_unsafe), "{:?}", fixed.applied);
    assert_eq!(text(&fixed), page(own, &parts(2, 3)), "{:?}", fixed.refused);
    let wanted = Wanted { check: &|_| true, with_unsafe: false, is_public: false };
    let given = snapshot(html.as_bytes(), true);
    let safe = patch("scn_test", &given, wanted, &Patience::unlimited()).unwrap();
    assert_eq!(text(&safe), html);
}

#[test]
fn a_visible_date_gets_a_time_element() {
    let own = "  <link rel=canonical href=https://leaf.example/guide/tea.html>\n";
    let fixed = fix(&page(own, "<p class=meta>Published March 5, 2026 in Tea</p>\n"));
    let wanted = "Published <time datetime=\"2026-03-05\">March 5, 2026</time> in Tea";
    assert!(text(&fixed).contains(wanted), "{:?} {:?}", fixed.applied, fixed.refused);
    let bare = fix(&page(own, "<p>Published <time class=d>March 5, 2026</time></p>\n"));
    assert!(text(&bare).contains("<time datetime=\"2026-03-05\" class=d>"), "{}", text(&bare));
}

#[test]
fn a_date_that_is_told_of_is_left_alone() {
    let own = "  <link rel=canonical href=https://leaf.example/guide/tea.html>\n";
    let told = "<p>Last updated when the council met on March 5, 2026 and agreed that the kettles \
                of the town hall should be replaced by larger ones for all visitors.</p>\n";
    let html = page(own, told);
    assert_eq!(text(&fix(&html)), html);
}

/// As many edits of a rule that needs the eyes of a person as are made.
fn unsafe_edits(html: &str) -> (String, Vec<&'static str>) {
    let fixed = fix(html);
    let made = fixed.applied.iter().filter(|edit| edit.is_unsafe);
    let rules = made.map(|edit| edit.rule).collect();
    assert_eq!(text(&fix(&text(&fixed))), text(&fixed), "running it again finds nothing");
    (text(&fixed), rules)
}

#[test]
fn a_line_that_looks_like_the_heading_becomes_it() {
    let html = page(OWN, "");
    let styled = |name: &str| {
        let end = format!("</{}>", name.split(' ').next().unwrap());
        html.replace("<h1>", &format!("<{name}>")).replace("</h1>", &end)
    };
    for name in ["p class=\"title\"", "div style=\"font-size: 2em\"", "h2"] {
        let (fixed, rules) = unsafe_edits(&styled(name));
        let wanted = name.split_once(' ').map_or(String::new(), |(_, rest)| format!(" {rest}"));
        let refused = fix(&styled(name)).refused;
        assert_eq!(fixed, html.replace("<h1>", &format!("<h1{wanted}>")), "{refused:?}");
        assert_eq!(rules, ["title-h1-match"]);
    }
    let other = html.replace("h1>How to brew green tea well<", "p>Some other words<");
    let other = other.replace("words</h1>", "words</p>");
    assert_eq!(unsafe_edits(&other), (other.clone(), vec![]));
}

#[test]
fn typed_lines_become_a_list() {
    let filler = "Tea that stands for too long turns bitter. Good leaves cost more. ";
    let around = |list: &str| page(OWN, &format!("<p>{}</p>\n{list}", filler.repeat(60)));
    for (typed, list) in [
        (
            "<p>• Boil the water first</p>\n<p class=x>• Let it stand for a while</p>\n\
             <p>•&nbsp;Pour it over the leaves</p>\n",
            "<ul>\n<li>Boil the water first</li>\n<li class=x>Let it stand for a while</li>\n\
             <li>Pour it over the leaves</li>\n</ul>\n",
        ),
        (
            "<p>What to do:<br>1. Boil the water first<br/>\n2. Let it <b>stand</b> for a while\n\
             <br>3. Pour it over the leaves</p>\n",
            "<p>What to do:</p>\n<ol>\n<li>Boil the water first</li>\n<li>Let it <b>stand</b> for \
             a while\n</li>\n<li>Pour it over the leaves</li>\n</ol>\n",
        ),
    ] {
        let (fixed, rules) = unsafe_edits(&around(typed));
        assert_eq!(fixed, around(list), "{:?}", fix(&around(typed)).refused);
        assert_eq!(rules, ["lists-tables"]);
    }
    for kept in [
        "<p>2. Boil the water first</p>\n<p>5. Let it stand</p>\n<p>7. Pour it</p>\n",
        "<p>• Boil the water first</p>\n<p>• Let it stand</p>\n<p>Pour it</p>\n",
        "<p><b>• One<br>• two<br>• three</b></p>\n",
    ] {
        assert_eq!(unsafe_edits(&around(kept)), (around(kept), vec![]));
    }
}

#[test]
fn a_notice_moves_below_the_opening() {
    let words = "It does not change what we write, and no maker of tea has read it before you. ";
    let notice = format!(
        "<div class=\"note\"><p>As an Amazon Associate we earn. {}</p></div>\n",
        words.repeat(6)
    );
    let opening = "<p>Green tea tastes best when its leaves meet water of eighty degrees for two \
                   minutes, as heat brings out what is bitter.</p>\n";
    let html = page(OWN, &format!("{notice}{opening}"));
    let (fixed, rules) = unsafe_edits(&html);
    assert_eq!(rules, ["answer-first"], "{:?}", fix(&html).refused);
    assert_eq!(fixed, page(OWN, &format!("{opening}{notice}")));
    let below = page(OWN, &format!("{opening}{notice}"));
    assert_eq!(unsafe_edits(&below), (below.clone(), vec![]));
}

#[test]
fn a_day_that_the_markup_contradicts_is_not_marked() {
    let head = |day: &str| {
        format!("{OWN}  <meta property=\"article:published_time\" content=\"{day}\">\n")
    };
    for body in ["<p>Published March 5, 2026</p>\n", "<time>March 5, 2026</time>\n"] {
        let html = page(&head("2024-01-01"), body);
        assert!(!text(&fix(&html)).contains("datetime"), "{:?}", fix(&html).applied);
    }
}
