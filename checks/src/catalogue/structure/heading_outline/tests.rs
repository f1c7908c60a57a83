use super::*;
use crate::catalogue::structure::section_length::SectionLength;
use crate::catalogue::structure::test_read::{
    article, fix, judge, paragraph, read, read_at, status, text,
};
use crate::report::Status;

/// An article with these parts, and a text of so many words after each.
fn of(parts: &[&str], words: usize) -> Finding {
    let body: String = parts.iter().map(|part| format!("{part}{}", text(words))).collect();
    judge(&HeadingOutline, &read(&article("How to make tea", &body)))
}

const H1: &str = "<h1>How to make tea</h1>";

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
fn a_small_heading_of_its_own_over_little_is_no_part_of_the_outline() {
    let note = |words: usize| format!("<h4>Read the news</h4>{}", text(words));
    let of = |body: &str| judge(&HeadingOutline, &read(&article("How to make tea", body))).status;
    let part = |at: usize| format!("<h2>Part {at}</h2>{}", text(100));
    let parts: String = (0..5).map(part).collect();
    assert_eq!(of(&format!("{H1}{parts}{}{}", note(30), part(5))), Status::Pass);
    assert_eq!(of(&format!("{H1}{parts}{}{}", note(130), part(5))), Status::Warn, "much");
    assert_eq!(of(&format!("{H1}{parts}{0}{0}{1}", note(30), part(5))), Status::Warn, "two");
    let box_inside = format!("<h4>Note:</h4>{}", text(130));
    assert_eq!(of(&format!("{H1}{parts}{box_inside}{}", part(5))), Status::Pass, "a box");
    let noted: String = (0..5).map(|at| format!("{}{}", part(at), note(30))).collect();
    assert_eq!(of(&format!("{H1}{noted}")), Status::Warn, "half of the headings");
}

#[test]
fn headings_of_boxes_around_the_text_do_not_count() {
    let of_boxes = [H1, "<h2>Share this</h2>", "<h2>Related posts</h2>"];
    assert_eq!(of(&of_boxes, 450).status, Status::Fail, "no other");
    let skipped = [H1, "<h2>A</h2>", "<h2>B</h2>", "<h4>About the author</h4>"];
    assert_eq!(of(&skipped, 150).status, Status::Pass);
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
fn new_headings_stand_below_a_section_and_not_below_a_note() {
    let note = format!("<div class=note><h3>Note</h3>{}</div>", text(900));
    let body = format!("{H1}<h2>Water</h2>{}{note}", text(300));
    let steps = fix(&HeadingOutline, &read(&article("How to make tea", &body))).0.steps;
    assert!(steps[0].ends_with("with an `<h3>`."), "{steps:?}");
}

#[test]
fn the_fix_names_the_headings() {
    let of = |body: &str| fix(&HeadingOutline, &read(&article("How to make tea", body)));
    let (none, _) = of(&format!("{H1}{}", text(1_200)));
    assert!(none.title.contains("1,204 words have 0"), "{}", none.title);
    let [one, two, three] = [150; 3].map(text);
    let (skip, _) = of(&format!("{H1}{one}<h2>A</h2>{two}<h4>Cold water</h4>{three}"));
    assert!(skip.title.contains("Change `Cold water` from H4 to H3"), "{}", skip.title);
    assert!(skip.steps.iter().any(|step| step.contains("change `Cold water` from `<h4>`")));
    let (empty, _) = of(&format!("{H1}{one}<h2>A</h2>{two}<h2>B</h2>{three}<h2></h2>"));
    assert!(empty.title.contains("1 heading without text"), "{}", empty.title);
}

#[test]
fn another_main_heading_stands_over_a_part() {
    let parts =
        [H1, "<h1>Water</h1>", "<h3>Cold</h3>", "<h3>Hot</h3>", "<h2>Leaves</h2>", "<h2>Pot</h2>"];
    let finding = of(&parts, 100);
    assert!(!finding.summary.contains("skips"), "{}", finding.summary);
}

#[test]
fn what_stands_beside_a_heading_that_skips_is_changed_too() {
    let parts = [
        H1,
        "<h2>Water</h2>",
        "\n<h5>Cold</h5>",
        "\n<h5>Hot</h5>",
        "\n<h6>Hotter</h6>",
        "\n<h5>Boiling</h5>",
        "<h2>Leaves</h2><h5>Green</h5>",
    ];
    let body: String = parts.iter().map(|part| format!("{part}{}", text(100))).collect();
    let (fix, _) = fix(&HeadingOutline, &read(&article("How to make tea", &body)));
    assert!(fix.steps[0].contains("`Cold` from `<h5>` to `<h3>`"), "{:?}", fix.steps);
    let line = |text: &str| text.lines().count();
    let lines = |from: usize| format!("lines {}, {}", from + 1, from + 3);
    let first = line(article("How to make tea", "\n<h5>Cold</h5>").split("Cold").next().unwrap());
    assert!(fix.steps[1].contains("headings beside it too"), "{:?}", fix.steps);
    assert!(fix.steps[1].contains(&lines(first)), "{first}: {:?}", fix.steps);
}

#[test]
fn the_heading_over_the_lead_that_was_left_out_counts() {
    let page = |lead: &str| {
        read(&format!(
            "<!doctype html><html lang=en><title>How to make tea</title><script \
             type=application/ld+json>{{\"@type\":\"Article\"}}</script><body><article>{H1}{lead}<div \
             class=entry-content>{}<h3>Leaves</h3>{}<h3>Pot</h3>{}</div></article>",
            text(200),
            text(200),
            text(200)
        ))
    };
    let lead = paragraph(20);
    let heading = &format!("<div class=hero><h2>Water</h2>{lead}</div>");
    let headings = |lead: &str| {
        let page = page(lead);
        let found = Headings::of(&Context::new(&page, false));
        (found.count, found.skips.len())
    };
    assert_eq!(headings(heading), (3, 0));
    assert_eq!(headings(&heading.replace("Water", "Related articles")).0, 2);
    assert_eq!(headings("<div class=hero><h2>The line under the title</h2></div>").0, 2);
    assert_eq!(headings(&heading.replace("h2", "h4")), headings(""));
}

#[test]
fn a_heading_with_the_words_of_the_title_is_the_pages_whatever_its_level() {
    let title = "<h2>How to make tea</h2>";
    let finding = of(&[title, "<h2>Water</h2>"], 200);
    assert!(finding.summary.starts_with("1 subheading for"), "{}", finding.summary);
    let banner = "<h2><a href=/>Tea Interface</a></h2>";
    for headings in [vec![title], vec![banner, title], vec![title, "<h3>Note</h3>"]] {
        let finding = of(&headings, 350);
        assert!(finding.summary.starts_with("No subheadings"), "{}", finding.summary);
    }
}

#[test]
fn h1s_that_another_check_asks_to_lower_divide_the_text() {
    let finding = of(&["<h1>1. Water</h1>", "<h1>2. Leaves</h1>", "<h1>3. Pot</h1>"], 250);
    assert_eq!(finding.summary, "3 subheadings form an outline.");
}

#[test]
fn terms_of_a_list_divide_a_text_as_headings_do() {
    let terms = |count: usize| -> String {
        (0..count).map(|at| format!("<dt>Leaf {at}<dd>{}", text(150))).collect()
    };
    let of = |list: &str| judge(&HeadingOutline, &read(&article("Tea", list)));
    let listed = of(&format!("<h1>Tea</h1>{}<dl>{}</dl>", text(100), terms(6)));
    assert_eq!(listed.status, Status::Na, "{}", listed.summary);
    assert!(listed.summary.contains("outside lists of terms"), "{}", listed.summary);
    let two = of(&format!("<h1>Tea</h1>{}<dl>{}</dl>", text(100), terms(2)));
    assert_eq!(two.status, Status::Warn, "{}", two.summary);
}

#[test]
fn rows_of_a_table_divide_a_reference() {
    let rows: String = (0..6).map(|at| format!("<tr><td>Leaf {at}<td>{}", text(150))).collect();
    let body = format!("<h1>Tea</h1>{}<table><tr><th>Leaf<th>Use{rows}</table>", text(100));
    let docs = read_at(
        "https://docs.example.com/tea.html",
        &format!("<title>Tea</title><main>{body}</main>"),
    );
    assert_eq!(judge(&HeadingOutline, &docs).status, Status::Na);
    assert_eq!(judge(&HeadingOutline, &read(&article("Tea", &body))).status, Status::Warn);
}

#[test]
fn listings_and_many_entries_are_fine_in_a_reference() {
    let of = |body: &str| {
        let html = article("Tea", body);
        let docs = html.replace("\"Article", "\"TechArticle");
        [html, docs].map(|html| judge(&HeadingOutline, &read(&html)).status)
    };
    let listing = format!("<pre>{}</pre>", "let tea = 1;\n".repeat(700));
    assert_eq!(of(&format!("<h1>Tea</h1>{}{listing}", text(300))), [Status::Fail, Status::Na]);
    let entries: String = (0..60).map(|at| format!("<h2>Leaf {at}</h2>{}", text(12))).collect();
    assert_eq!(of(&format!("<h1>Tea</h1>{entries}")), [Status::Warn, Status::Pass]);
    // A page of a manual is a part already.
    let wall = format!("<h1>Tea</h1>{}", text(1_300));
    assert_eq!(of(&wall), [Status::Fail, Status::Warn]);
}

#[test]
fn cells_that_span_rows_are_those_of_a_table() {
    let row = "<tr><td rowspan=2>Green tea from the hills</td><td>First flush</td></tr>\
               <tr><td>Second flush, which is picked later in the year</td></tr>";
    let body = format!("<h1>Tea</h1>{}<table>{}</table>", text(300), row.repeat(120));
    let docs = article("Tea", &body).replace("\"Article", "\"TechArticle");
    assert_eq!(judge(&HeadingOutline, &read(&docs)).status, Status::Na);
}

#[test]
fn a_short_page_of_a_manual_is_one_section() {
    let of = |words: usize| {
        let html = format!("<title>Tea</title><main><h1>Tea</h1>{}</main>", text(words));
        judge(&HeadingOutline, &read_at("https://docs.example.com/tea.html", &html)).status
    };
    let [na, pass, warn] = [Status::Na, Status::Pass, Status::Warn];
    assert_eq!([590, 650, 680, 1_190, 1_300].map(of), [na, na, pass, pass, warn]);
    let article = judge(&HeadingOutline, &read(&article("Tea", &text(590))));
    assert_eq!(article.status, Status::Warn);
}

#[test]
fn documentation_may_lack_one_subheading_in_five() {
    let of = |count: usize| {
        let part = |at: usize| format!("<h2>Leaf {at}</h2>{}", text(2_600 / count));
        let body = format!("<h1>Tea</h1>{}", (0..count).map(part).collect::<String>());
        let docs = article("Tea", &body).replace("\"Article", "\"TechArticle");
        [docs, article("Tea", &body)].map(|html| judge(&HeadingOutline, &read(&html)).status)
    };
    assert_eq!(of(5), [Status::Pass, Status::Pass]);
    assert_eq!(of(4), [Status::Pass, Status::Warn]);
    assert_eq!(of(3)[0], Status::Warn);
}

#[test]
fn a_section_named_notes_divides_the_text() {
    let of = |last: &str| {
        let parts = ["Leaves", "Water", "Pots", last];
        let part = |name: &str| format!("<h2>{name}</h2>{}", text(520));
        let body = format!("<h1>Tea</h1>{}", parts.map(part).concat());
        judge(&HeadingOutline, &read(&article("Tea", &body))).status
    };
    assert_eq!(of("Notes"), Status::Pass);
}

#[test]
fn missing_subheadings_and_long_sections_are_one_edit() {
    use crate::catalogue::structure::section_length::SectionLength;
    let of = |parts: &[(&str, usize)]| {
        let body: String =
            parts.iter().map(|(part, words)| format!("{part}{}", text(*words))).collect();
        let page = read(&article("How to make tea", &body));
        let statuses = [judge(&HeadingOutline, &page).status, judge(&SectionLength, &page).status];
        (fix(&HeadingOutline, &page).0.key, fix(&SectionLength, &page).0.key, statuses)
    };
    let long = [(H1, 60), ("<h2>Water</h2>", 900), ("<h2>Leaves</h2>", 900)];
    let (outline, sections, statuses) = of(&long);
    assert!(statuses.iter().all(|status| *status != Status::Pass), "both ask: {statuses:?}");
    assert_eq!((outline, sections), ("section-length", "section-length"));
    let (outline, _, statuses) = of(&[(H1, 150), ("<h2>Water</h2>", 250)]);
    assert_eq!(statuses[0], Status::Warn);
    assert_eq!(outline, "heading-outline", "no section is too long");
}

#[test]
fn deleting_the_headings_that_are_there_gains_nothing() {
    let with = of(&[H1, "<h4>Water</h4>"], 370);
    let without = of(&[H1], 740);
    assert_eq!([with.status, without.status], [Status::Warn; 2]);
    assert!(with.summary.contains("skips a level"), "{}", with.summary);
    assert!(with.value >= without.value, "{:?} {:?}", with.value, without.value);
}

#[test]
fn a_page_of_a_manual_that_is_a_little_long_loses_a_little() {
    let of = |words: usize| {
        let html = article("Tea", &format!("<h1>Tea</h1>{}", text(words)));
        let finding = judge(&HeadingOutline, &read(&html.replace("\"Article", "\"TechArticle")));
        (finding.status, finding.value)
    };
    assert_eq!([605, 655].map(|words| of(words).0), [Status::Na; 2]);
    let (status, value) = of(1_260);
    assert_eq!(status, Status::Warn);
    assert!(value.is_some_and(|value| value >= 90), "{value:?}");
    assert!(of(1_900).1 < value);
    let parted = format!("<h1>Tea</h1>{}<h2>Water</h2>{}", text(370), text(370));
    let parted = article("Tea", &parted).replace("\"Article", "\"TechArticle");
    assert_eq!(judge(&HeadingOutline, &read(&parted)).status, Status::Pass, "two good parts");
}

#[test]
fn missing_subheadings_are_one_level_below_their_section() {
    let of = |body: &str| fix(&HeadingOutline, &read(&article("How to make tea", body))).0.steps;
    let within = of(&format!("<h3>Leaves</h3>{}<h3>Water</h3>{}", text(60), text(1_700)));
    assert!(within[0].ends_with("with subheadings (`<h4>`)."), "{within:?}");
    assert!(!within.iter().any(|step| step.contains("`<h2>`")), "{within:?}");
    let above = of(&format!("{H1}{}<h2>Water</h2>{}", text(1_500), text(200)));
    assert!(above[0].starts_with("Start a section with an `<h2>`"), "{above:?}");
}

#[test]
fn no_heading_is_asked_for_below_one_that_skips_a_level() {
    let of = |body: &str| {
        fix(&HeadingOutline, &read(&article("How to make tea", &format!("{H1}{body}")))).0.steps
    };
    let stray = of(&format!("<h4>Summary</h4>{}", text(650)));
    assert!(stray.iter().all(|step| !step.contains("<h5>")), "{stray:?}");
    assert!(stray[0].contains("with an `<h2>`"), "{stray:?}");
    let deep = of(&format!("<h2>Pot</h2><h3>Lid</h3><h4>Knob</h4>{}", text(3_500)));
    assert!(deep[0].contains("`<h5>`"), "{deep:?}");
}

#[test]
fn headings_that_divide_long_sections_are_asked_for_once() {
    let page = read(&article("How to make tea", &format!("{H1}{}", text(900))));
    let own = fix(&HeadingOutline, &page).0;
    assert_eq!(own.key, "section-length");
    let other = crate::catalogue::test_html::fix(
        &crate::catalogue::structure::section_length::SectionLength,
        &page,
    );
    assert_eq!(own.steps[0], other.steps[0], "one step, so that the merged fix says it once");
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
fn higher_headings_after_one_that_skips_are_raised_with_it() {
    let body = format!(
        "{H1}\n<h6>Water</h6>{}\n<h5>Leaves</h5>{}\n<h5>Pot</h5>{}",
        text(120),
        text(120),
        text(120)
    );
    let steps = fix(&HeadingOutline, &read(&article("How to make tea", &body))).0.steps;
    let raised = "Change the headings beside it too, on lines 3, 4.";
    assert!(steps.contains(&raised.to_owned()), "{steps:?}");
}

#[test]
fn the_level_of_new_headings_is_said_once() {
    let steps = fix(&HeadingOutline, &read(&article("Tea", &format!("{H1}{}", text(400))))).0.steps;
    let named = steps.iter().filter(|step| step.contains("`<h2>`")).count();
    assert_eq!(named, 1, "{steps:?}");
}

#[test]
fn only_what_stands_before_the_first_section_is_raised() {
    let note = "<div class=warning><h3>Warning</h3><p>It is hot.</p></div>";
    let body = format!(
        "<h1>Module brew</h1><h3>Summary</h3>{}{note}<h3>Topics</h3>{}<h2>Pouring</h2>{}<h3>By \
         hand</h3>{}",
        paragraph(60),
        paragraph(60),
        paragraph(300),
        paragraph(300)
    );
    let html = format!("<title>Module brew</title>\n<main>{}</main>", body.replace("<h", "\n<h"));
    let fixed = fix(&HeadingOutline, &read_at("https://docs.example.com/manual/b.html", &html)).1;
    assert!(fixed.contains("Line 4: change `Summary`"), "{fixed}");
    assert!(fixed.contains("the heading beside it too, on line 6."), "{fixed}");
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
fn a_text_in_one_section_has_one_length_in_finding_and_fix() {
    let html = format!(
        "<html lang=en><title>Green tea leaves</title><main><h1>Green tea leaves of the east</h1>{}\
         <pre>brew leaves\npour water</pre></main>",
        (0..23).map(|_| paragraph(53)).collect::<String>()
    );
    let page = read_at("https://docs.example.com/manual/leaves.html", &html);
    let found = judge(&HeadingOutline, &page).summary;
    let title = fix(&crate::catalogue::structure::section_length::SectionLength, &page).0.title;
    let words = |text: &str| {
        let mut all = text.split_whitespace().filter(|word| word.contains(','));
        all.find(|word| word.starts_with(|one: char| one.is_ascii_digit())).map(str::to_owned)
    };
    assert!(words(&found).is_some(), "{found}");
    assert_eq!(words(&found), words(&title), "{found} {title}");
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
fn a_page_of_a_manual_is_divided_from_1200_words_on() {
    let of = |words: usize| {
        let html =
            format!("<html lang=en><title>Pots</title><main><h1>Pots</h1>{}</main>", text(words));
        let page = read_at("https://docs.example.com/manual/pots.html", &html);
        [
            judge(&HeadingOutline, &page).status,
            judge(&crate::catalogue::structure::section_length::SectionLength, &page).status,
        ]
    };
    assert_eq!(of(1_100), [Status::Pass, Status::Na]);
    assert_eq!(of(1_300), [Status::Warn, Status::Warn]);
}

#[test]
fn bold_lines_above_texts_are_to_become_headings() {
    let part = |name: &str, text: &str| format!("<p>{name}</p>{text}");
    let body = |tag: &str| {
        let names = ["The right water", "How hot is too hot?", "The pot"];
        names.map(|name| part(&format!("<{tag}>{name}</{tag}>"), &text(240))).concat()
    };
    let of = |tag: &str| fix(&HeadingOutline, &read(&article("Tea", &body(tag))));
    let (mend, all) = of("strong");
    assert_eq!(mend.key, "section-length", "one edit");
    assert!(mend.title.starts_with("Make the 3 bold lines subheadings: "), "{}", mend.title);
    assert!(all.contains("make the bold line `How hot is too hot?` an `<h2>`"), "{all}");
    assert!(of("em").0.title.starts_with("Add "), "{}", of("em").0.title);
    let (mend, all) = fix(&SectionLength, &read(&article("Tea", &body("b"))));
    assert!(mend.title.starts_with("Make the 3 bold lines headings: "), "{}", mend.title);
    assert_eq!(all.matches("make the bold line").count(), 3, "{all}");
}
