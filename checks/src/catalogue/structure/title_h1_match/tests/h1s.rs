//! Which of several H1s is that of the page, and what becomes of the others.

use super::*;

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
    let named = "Turn the H1 that doesn't name the page, on line 2, into a `<div>`, too.";
    assert!(steps.iter().any(|step| step == named), "{steps:?}");
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

#[test]
fn each_h1_that_names_the_site_has_a_step() {
    let body = "<h1>Example</h1>\n<h2>How to make green tea</h2>";
    let foot = "\n<h1>Example</h1>";
    let page = read(&article("How to make green tea | Example", &(body_with_text(body) + foot)));
    let steps = fix(&TitleH1Match, &page).0.steps;
    let step = steps.iter().find(|step| step.contains("H1s `Example` (lines "));
    assert!(step.is_some_and(|step| step.contains("into links or `<div>`")), "{steps:?}");
}

#[test]
fn a_title_that_begins_with_a_separator_gets_the_name_of_the_page() {
    let of = |title: &str| fix_of(&read(&article(title, &body_with_text("<h1>Pots of clay</h1>"))));
    let made = of("| Leaf Magazine for all drinkers of tea");
    assert_eq!(made.title, "Put the page's name into the title: `Pots of clay`");
    let snippet = made.snippet.map(|snippet| snippet.to_string()).unwrap_or_default();
    assert_eq!(snippet, "<title>Pots of clay | Leaf Magazine for all drinkers of tea</title>");
    let other = of("Cups | Leaf Magazine for all drinkers of tea").title;
    assert!(other.starts_with("Make the title and the H1 match"), "{other}");
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
fn landmarks_are_named_only_where_there_are_some() {
    let steps = |around: &str| {
        let html = format!("<title>Tea</title><body><{around}>{}</{around}>", paragraph(120));
        fix(&TitleH1Match, &read(&html)).0.steps.join(" ")
    };
    let inside = "in the element that starts on line 1.";
    assert!(steps("main").contains(inside), "{}", steps("main"));
    assert!(steps("article").contains(inside));
    assert!(!steps("div").contains("in the element"), "{}", steps("div"));
}

#[test]
fn a_card_right_below_the_heading_of_its_section_is_lowered_below_that() {
    let html = article(
        "Red tea colors",
        &format!(
            "<h1>Red tea colors</h1>{0}<h1>Use them well</h1>{0}<h2>You may need</h2>\
             <h1>Red and green tea colors</h1><p>Two.</p>",
            paragraph(80)
        ),
    );
    let (fix, _) = fix(&TitleH1Match, &read(&html));
    let steps = fix.steps.concat();
    assert!(steps.contains("`Use them well` (line 1) into an `<h2>`"), "{steps}");
    assert!(steps.contains("`Red and green tea colors` (line 1) into an `<h3>`"), "{steps}");
}

#[test]
fn the_tag_of_a_heading_tells_its_level() {
    let html = article(
        "Tea shop",
        &format!("<h3 role=heading aria-level=1>Iron kettle</h3>{}", paragraph(80)),
    );
    assert_eq!(
        judge(&TitleH1Match, &read(&html)).summary,
        "No H1 with text found. Expected one that matches the title."
    );
    let drawn = html.replace("<h3", "<div").replace("/h3", "/div");
    assert!(
        judge(&TitleH1Match, &read(&drawn)).summary.contains("share"),
        "a `div` has no level of its own"
    );
}

#[test]
fn many_h1s_of_one_sort_stay_on_one_level() {
    let part = |name: &str| format!("<h1>{name}</h1><h2>Teacher of {name}</h2>");
    let parts: String = ["Piano", "Strings", "Guitar", "Flute"].map(part).concat();
    let html = article(
        "Private music lessons",
        &format!("<h1>Private music lessons</h1>{}{parts}", paragraph(80)),
    );
    let steps = fix(&TitleH1Match, &read(&html)).0.steps.concat();
    assert!(!steps.contains("into an `<h3>`"), "{steps}");
}

#[test]
fn beside_a_logo_the_page_gets_a_title_of_its_own() {
    let page = |title: &str, own: &str| {
        let html = format!(
            "<html lang=en><title>{title}</title><div id=head><div id=logo><h1><a href=index.html>\
             Tea</a></h1></div></div><div id=content>{own}</div>"
        );
        read_at("https://tea.example/book/brew.html", &html)
    };
    let shared = "Tea · All on leaves";
    let one = format!("<h1>Brewing a pot</h1>{}", paragraph(80));
    let made = fix_of(&page(shared, &one));
    assert_eq!(made.title, "Give the page a title of its own: that of its H1 `Brewing a pot`");
    let snippet = made.snippet.as_ref().map(|snippet| snippet.to_string());
    assert_eq!(snippet.as_deref(), Some("<title>Brewing a pot · Tea</title>"));
    assert!(made.steps[1].contains("Turn the H1 `Tea` (line 1)"), "{:?}", made.steps);
    let several = format!("{one}\n<h1>Water</h1>{}", paragraph(80));
    let made = fix_of(&page(shared, &several));
    let kept = "Keep `Brewing a pot` as the only `<h1>`, and change the others to `<h2>`: line 2.";
    assert!(made.steps.iter().any(|step| step == kept), "{:?}", made.steps);
    // A word of the logo in the heading says nothing of the page.
    let named = format!("<h1>Tea policy</h1>{}", paragraph(80));
    let named = page(shared, &named);
    assert_eq!(judge(&TitleH1Match, &named).status, Status::Fail);
    // With a title of its own nothing is to do.
    let own = page("Brewing a pot · Tea", &one);
    assert_eq!(judge(&TitleH1Match, &own).status, Status::Pass);
    assert_eq!(crate::page::title::Title::of(&page(shared, &one)).text, "Brewing a pot");
}

#[test]
fn the_last_of_the_breadcrumbs_may_be_the_heading() {
    let of = |crumb: &str| {
        let body = format!(
            "<html lang=en><head><title>Lithium from the shredder</title></head><body><nav><a \
             href=/>Home</a><h1>{crumb}</h1></nav><main><h2>Lithium from the shredder</h2>{}</main>",
            paragraph(80)
        );
        status(&TitleH1Match, &body)
    };
    assert_eq!(of("Lithium from the shredder"), Status::Pass);
    assert_eq!(of("Magazine"), Status::Fail);
}

#[test]
fn at_home_a_logo_with_the_name_of_the_site_is_its_heading() {
    let of = |url: &str| {
        let html = format!(
            "<html lang=en><head><title>Leaf Tea - Fresh leaves</title></head><body><header><h1 \
             class=logo><a href=/><img src=logo.png alt='Leaf Tea'></a></h1></header><main>{}</main>",
            paragraph(80)
        );
        judge(&TitleH1Match, &read_at(url, &html)).status
    };
    assert_eq!(of("https://www.leaftea.com/"), Status::Pass);
    assert_eq!(of("https://www.leaftea.com/pots/red"), Status::Fail);
}

#[test]
fn an_h1_with_the_name_of_the_page_is_not_raised_to_itself() {
    let parts: String = ["Water", "Leaves", "Pots"]
        .map(|name| format!("<h1>{name}</h1>{}", paragraph(80)))
        .concat();
    let html = format!(
        "<html lang=en><head><title>LeafHelp | Tea for all</title></head><body><div><h1 \
         id=site-name><a href=/>LeafHelp</a></h1><h2>Tea for all.</h2></div><main>{parts}</main>"
    );
    let (fix, said) = fix(&TitleH1Match, &read_at("https://www.leafhelp.test/", &html));
    assert!(!said.contains("from `<h1>` to `<h1>`"), "{said}");
    assert!(fix.title.contains("`LeafHelp"), "{}", fix.title);
}

#[test]
fn the_heading_that_bears_the_title_takes_the_place_of_the_section_s_name() {
    let body = |second: &str| format!("<h1>sports</h1><h2>{second}</h2>{}", paragraph(80));
    let of = |second: &str| fix_of(&read(&article("Leaves strike first", &body(second))));
    let fix = of("Leaves strike first");
    assert_eq!(fix.title, "Make `Leaves strike first` on line 1 the H1");
    assert!(
        fix.steps.contains(
            &"Turn `sports` on line 1 from `<h1>` into a `<p>` or a `<div>`: it doesn't name this page."
                .to_owned()
        ),
        "{:?}",
        fix.steps
    );
    assert!(of("Water").title.starts_with("Make the title and the H1 match"), "no other bears it");
}
