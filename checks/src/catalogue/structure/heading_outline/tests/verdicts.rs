//! Which outlines pass, warn and fail.

use super::*;

#[test]
fn enough_headings_in_order_pass_in_any_script() {
    for headings in [
        ["Water", "Leaves", "Pot"],
        ["Wasser", "Blätter", "Kanne"],
        ["水", "茶葉", "急須"],
        ["น้ำ", "ใบชา", "กา"],
        ["الماء", "الأوراق", "الإبريق"],
        ["Вода", "Листья", "Чайник"],
        ["L’eau", "Les feuilles", "La théière"],
    ] {
        let [one, two, three] = headings;
        let parts = [
            H1,
            &format!("<h2>{one}</h2>"),
            &format!("<h3>{two}</h3>"),
            &format!("<h2>{three}</h2>"),
        ];
        let finding = of(&parts, 100);
        assert_eq!(finding.status, Status::Pass, "{}", finding.summary);
    }
}

#[test]
fn short_texts_and_discussions_are_not_judged() {
    assert_eq!(of(&[H1], 250).status, Status::Na);
    assert_eq!(of(&[H1], 350).status, Status::Warn);
    let posts: String = (0..5).map(|_| format!("<div class=post>{}</div>", text(200))).collect();
    let thread = format!(
        "<script type=application/ld+json>{{\"@type\":\"DiscussionForumPosting\"}}</script>\
         <title>Tea</title>{H1}{posts}"
    );
    let thread = read(&thread);
    assert!(thread.document.main.is_posts(), "{}", thread.document.main.origin);
    assert_eq!(judge(&HeadingOutline, &thread).status, Status::Na);
}

#[test]
fn a_long_text_without_headings_fails() {
    assert_eq!(of(&[H1], 1_300).status, Status::Fail);
    let worth = |words: usize| of(&[H1], words).value.unwrap();
    assert!(worth(1_100) < worth(640) && worth(640) < worth(320) && worth(320) > 95);
    assert_eq!(of(&[H1, "<h2>Water</h2>"], 400).status, Status::Warn, "one is too few");
    let around = format!("{H1}{}<nav><h2>Menu</h2><h2>More</h2></nav>", text(1_300));
    assert_eq!(status(&HeadingOutline, &article("How to make tea", &around)), Status::Fail);
}

#[test]
fn main_headings_over_parts_are_an_outline() {
    let parts = [H1, "<h1>Water</h1>", "<h1>Leaves</h1>", "<h1>Pot</h1>"];
    let finding = of(&parts, 200);
    assert_eq!(finding.summary, "3 subheadings form an outline.");
    let one = of(&parts[..2], 700);
    assert_eq!(one.status, Status::Warn, "{}", one.summary);
    assert!(one.summary.starts_with("1 subheading for 1,4"), "{}", one.summary);
}

#[test]
fn going_down_two_levels_is_a_skip_and_going_up_is_none() {
    let skip = ["<h2>Water</h2>", "<h4>Cold</h4>"];
    assert_eq!(of(&[H1, skip[0], skip[1]], 150).status, Status::Warn);
    let up = of(&[H1, "<h2>A</h2>", "<h3>B</h3>", "<h4>C</h4>", "<h2>D</h2>", "<h3>E</h3>"], 100);
    assert_eq!(up.status, Status::Pass, "{}", up.summary);
    let three =
        [H1, "<h2>A</h2>", "<h4>B</h4>", "<h2>C</h2>", "<h4>D</h4>", "<h2>E</h2>", "<h4>F</h4>"];
    assert_eq!(of(&three, 100).status, Status::Fail);
    let notes: Vec<String> = (0..13)
        .map(|at| {
            if at % 4 == 3 { "<h4>Look at it</h4>".to_owned() } else { format!("<h2>P {at}</h2>") }
        })
        .collect();
    let notes: Vec<&str> = std::iter::once(H1).chain(notes.iter().map(String::as_str)).collect();
    assert_eq!(of(&notes, 100).status, Status::Warn, "three notes of fourteen headings");
    assert_eq!(of(&[H1, "<h3>A</h3>", "<h3>B</h3>"], 150).status, Status::Warn, "one skip only");
    let tip = [H1, "<h2>A</h2>", "<h3>B</h3>", "<h2>Tip</h2>", "<h4>C</h4>"];
    assert_eq!(of(&tip, 150).status, Status::Pass, "a note doesn't end the section it stands in");
    let role = "<div role=heading aria-level=3>Water</div>";
    assert_eq!(of(&[H1, "<h2>A</h2>", role], 150).status, Status::Pass);
}

#[test]
fn too_many_headings_warn() {
    let parts: Vec<String> = (0..30).map(|at| format!("<h2>Part {at}</h2>")).collect();
    let parts: Vec<&str> = std::iter::once(H1).chain(parts.iter().map(String::as_str)).collect();
    let many = of(&parts, 20);
    assert_eq!(many.status, Status::Warn);
    assert!(many.value.unwrap() < of(&parts, 38).value.unwrap(), "{:?}", many.value);
    assert_eq!(of(&parts, 60).status, Status::Pass);
}

#[test]
fn empty_headings_warn_and_pictures_are_no_empty_headings() {
    let parts = [H1, "<h2>A</h2>", "<h2>B</h2>", "<h2></h2>"];
    assert_eq!(of(&parts, 120).status, Status::Warn);
    let parts = [H1, "<h2>A</h2>", "<h2>B</h2>", "<h2><img src=a alt=C></h2>"];
    assert_eq!(of(&parts, 120).status, Status::Pass);
    let named = "<h2 aria-label=C><span aria-hidden=true>C</span></h2>";
    assert_eq!(of(&[H1, "<h2>A</h2>", "<h2>B</h2>", named], 120).status, Status::Pass);
}

#[test]
fn sections_without_anything_fail_where_they_are_most() {
    let of = |inner: &str| {
        let [one, two] = [text(200), text(200)];
        let body = format!("{H1}{one}<h2>A</h2>{inner}<h2>B</h2>{inner}<h2>C</h2>{two}");
        judge(&HeadingOutline, &read(&article("How to make tea", &body)))
    };
    assert_eq!(of("").status, Status::Fail);
    for inner in ["<img src=a.png>", "<p>Yes.</p>", "<h3>D</h3><p>Yes.</p>", "<pre>a = 1</pre>"] {
        assert_eq!(of(inner).status, Status::Pass, "{inner}: {}", of(inner).summary);
    }
}

#[test]
fn headings_repeat_only_beside_each_other() {
    let beside = [H1, "<h2>Tea</h2>", "<h2>Tea</h2>", "<h2>Water</h2>"];
    assert_eq!(of(&beside, 100).status, Status::Warn);
    let under =
        [H1, "<h2>brew</h2>", "<h3>Parameters</h3>", "<h2>pour</h2>", "<h3>Parameters</h3>"];
    assert_eq!(of(&under, 100).status, Status::Pass);
}

#[test]
fn numbers_with_other_signs_are_other_headings() {
    let months = [H1, "<h2>12+ Months before</h2>", "<h2>1–2 Months before</h2>"];
    let finding = of(&months, 100);
    assert_eq!(finding.status, Status::Pass);
    assert!(!finding.details.iter().any(|detail| detail.label.contains("Repeats")));
}

#[test]
fn the_line_under_the_title_may_lead_to_the_first_section() {
    let sections = |lead: &str| {
        let parts: String = (0..3).map(|at| format!("<h3>Part {at}</h3>{}", text(150))).collect();
        let html = format!(
            "<title>Tea</title><meta property=og:type content=article><header>{H1}{lead}</header>\
             <article>{}{parts}</article>",
            text(100)
        );
        judge(&HeadingOutline, &read(&html)).value
    };
    assert!(sections("<h2>But only green</h2>") > sections("<p>But only green</p>"));
}

#[test]
fn an_unclosed_heading_is_named_as_such() {
    let of = |heading: &str| {
        let body = format!(
            "{H1}{}\n{heading}\n<h3>Spring</h3>{}<h2>Leaves</h2>{}",
            text(200),
            text(200),
            text(99)
        );
        fix(&HeadingOutline, &read(&article("How to make tea", &body))).0
    };
    let unclosed = of("<h2>Water<h2>");
    let step = "Line 2: close `Water` with `</h2>`. A second `<h2>` opens right after it.";
    assert_eq!(unclosed.title, "Close the heading `Water`");
    assert_eq!(unclosed.steps[0], step);
    let removes = |fix: &Fix| fix.steps.iter().any(|step| step.starts_with("Remove or fill"));
    assert!(!removes(&unclosed), "{:?}", unclosed.steps);
    for other in ["<h2>Water</h2><h3></h3>", "<h2>Water</h2>\n<h2></h2>"] {
        assert!(removes(&of(other)), "{other}");
    }
}

#[test]
fn the_captions_of_code_repeat_nothing() {
    let of = |code: &str| {
        let pair = |at: usize| {
            format!(
                "<h2>Part {at}</h2>{}<div class=example><h3>Version 2:</h3>{code}</div><div \
                 class=example><h3>Version 4:</h3>{code}</div><div class=example><h3>Version \
                 2:</h3>{code}</div><div class=example><h3>Version 4:</h3>{code}</div>",
                paragraph(250)
            )
        };
        let parts: String = (0..4).map(pair).collect();
        let html = format!("<title>Upgrading</title><main><h1>Upgrading</h1>{parts}</main>");
        judge(&HeadingOutline, &read_at("https://docs.example.com/manual/up.html", &html)).summary
    };
    assert_eq!(of("<p>Pour, and wait.</p>"), "8 headings repeat a sibling.");
    assert!(!of("<pre>pour 1</pre>").contains("repeat"), "{}", of("<pre>pour 1</pre>"));
}

#[test]
fn the_authors_below_the_title_of_a_manual_skip_no_level() {
    let of = |lines: &str| {
        let parts: String =
            (0..6).map(|at| format!("<h2>Part {at} of pots</h2>{}", text(300))).collect();
        let html =
            format!("<html lang=en><title>Pots</title><main><h1>Pots</h1>{lines}{parts}</main>");
        judge(&HeadingOutline, &read_at("https://docs.example.com/manual/pots.html", &html)).summary
    };
    let line = "<h4>Jane Leaf, Brewers of the Town</h4>";
    let version = format!("<p>Version 3.0</p>{}", text(120));
    let said = of(&format!("{line}{version}"));
    assert!(!said.contains("skip"), "{said}");
    for lines in [format!("{line}{}", text(120)), format!("{}{version}", line.repeat(5))] {
        assert!(of(&lines).contains("skip"), "{}", of(&lines));
    }
}

#[test]
fn a_short_report_of_what_happened_needs_no_subheadings() {
    let of = |words: usize, is_report: bool| {
        let page = read(&article("Pots found", &format!("<h1>Pots found</h1>{}", text(words))));
        let mut context = Context::new(&page, false);
        context.subject.is_report_of_its_day = is_report;
        HeadingOutline.judge(&context).status
    };
    assert_eq!((of(450, true), of(450, false)), (Status::Na, Status::Warn));
    assert_eq!(of(700, true), Status::Warn);
}
