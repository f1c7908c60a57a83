//! What the finding says, and what the fix asks for.

use super::*;

#[test]
fn the_fix_names_sections_and_their_lengths() {
    let body =
        format!("<h1>Tea</h1>{}<h2>Water</h2>{}<h2>Leaves</h2>{}", text(120), text(900), text(120));
    let (long, _) = fix(&SectionLength, &read(&article("Tea", &body)));
    assert!(long.title.contains("Split the section `Water`: it has 900 words"), "{}", long.title);
    let body = format!("<h1>Tea</h1>{}", text(900));
    let (one, _) = fix(&SectionLength, &read(&article("Tea", &body)));
    assert!(one.title.contains("900 words"), "{}", one.title);
    let parts = [650, 700, 720, 1_200];
    let parts = parts.map(|words| format!("<h2>Part of {words}</h2>{}", text(words))).concat();
    let (longest, _) = fix(&SectionLength, &read(&article("Tea", &format!("<h1>Tea</h1>{parts}"))));
    let named = ["Part of 1200", "Part of 720", "Part of 700"];
    for (step, name) in longest.steps.iter().zip(named) {
        assert!(step.contains(name), "{:?}", longest.steps);
    }
}

#[test]
fn dividing_a_page_of_documentation_makes_it_no_worse() {
    let of = |lengths: &[usize]| {
        let part = |words: &usize| format!("<h2>Leaves {words}</h2>{}", text(*words));
        let body = format!("<h1>Tea</h1>{}", lengths.iter().map(part).collect::<String>());
        let docs = article("Tea", &body).replace("\"Article", "\"TechArticle");
        [docs, article("Tea", &body)].map(|html| judge(&SectionLength, &read(&html)).status)
    };
    assert_eq!(of(&[392, 100]), [Status::Na, Status::Warn]);
    assert_eq!(of(&[700, 100])[0], Status::Na, "a short page");
    assert_eq!(of(&[700, 540])[0], Status::Warn, "too long for one section");
    assert_eq!(of(&[392, 391, 100, 90])[0], Status::Warn, "a share of four");
}

#[test]
fn a_finding_names_one_limit() {
    let finding = with(&[text(700), text(180), text(240)]);
    assert_eq!(finding.summary, "1 section runs past 600 words.");
    let expected = finding.details.iter().find(|one| one.label == "Section").unwrap();
    assert_eq!(expected.expected.as_deref(), Some("up to 600 words"));
}

#[test]
fn each_term_of_a_list_is_a_part_of_its_own() {
    let of = |count: usize| {
        let terms: String =
            (0..count).map(|at| format!("<dt>Leaf {at}<dd>{}", text(1_200 / count))).collect();
        let body =
            format!("<h2>Leaves</h2>{}<dl>{terms}</dl><h2>Water</h2>{}", text(100), text(100));
        judge(&SectionLength, &read(&article("Tea", &body)))
    };
    assert_eq!(of(8).status, Status::Pass, "{}", of(8).summary);
    assert_ne!(of(2).status, Status::Pass);
}

#[test]
fn sections_are_divided_by_headings_of_the_level_below() {
    let of = |body: &str| fix(&SectionLength, &read(&article("How to make tea", body))).0.steps;
    let several = of(&format!("<h3>Leaves</h3>{}<h3>Water</h3>{}", text(120), text(900)));
    assert!(several[0].ends_with("with subheadings (`<h4>`)."), "{several:?}");
    let one = of(&format!("<h1>How to make tea</h1>{}", text(900)));
    assert!(one[0].ends_with("with an `<h2>`."), "{one:?}");
    let inside = of(&format!("<h3>Water</h3>{}", text(900)));
    assert!(inside[0].ends_with("with an `<h4>`."), "{inside:?}");
}

#[test]
fn a_long_text_before_the_first_subheading_is_divided_by_its_paragraphs() {
    let part: String = (0..12).map(|_| format!("\n{}", paragraph(75))).collect();
    let body = format!("<h1>How to make tea</h1>{part}<h2>Water</h2>{}", text(100));
    let page = read(&article("How to make tea", &body));
    let fix = fix(&SectionLength, &page).0;
    assert_eq!(fix.title, "Divide the text above `Water`: it has 900 words");
    let first = "Start a section with an `<h2>` about every 200 words above `Water` (line 13), where the topic changes";
    assert!(fix.steps[0].starts_with(first), "{:?}", fix.steps);
    assert!(fix.steps[0].contains("lines 5, 8 and 11"), "{:?}", fix.steps);
    assert!(!fix.title.contains("paragraphs of"));
    let context = crate::check::Context::new(&page, false);
    assert!(asks_to_divide(&context));
}

#[test]
fn a_new_heading_stands_in_no_example_and_above_no_note() {
    let of = |middle: &str| {
        let html = format!(
            "<title>Steeping</title>\n<main>\n<h1>Steeping</h1>\n{}\n{middle}\n{}\n<h2>After</h2>\n\
             {}</main>",
            paragraphs(4, 60),
            paragraphs(8, 60),
            paragraphs(4, 60)
        );
        fix(&SectionLength, &read_at("https://docs.example.com/manual/steep.html", &html)).1
    };
    let plain = of("<p>Another pot is told of.</p>");
    assert!(plain.contains("on lines 5 and 6"), "{plain}");
    for middle in [
        "<pre>pour 1</pre>\n<p>Then the pot is full.</p>",
        "<p>and the file water.txt, too.</p>",
        "<p>Note that the pot may be hot.</p>",
        "<p>For example, the pot may be hot.</p>",
    ] {
        let fixed = of(middle);
        assert!(fixed.contains("above `After`") && !fixed.contains("lines 5"), "{fixed}");
    }
}

#[test]
fn a_section_of_the_lowest_level_is_divided_below_it() {
    let of = |inner: &str| {
        let body = format!(
            "<h1>Tea</h1>{}<h2>A</h2>{}<h3>B</h3>{}<h4>C</h4>{inner}",
            text(100),
            text(100),
            text(100)
        );
        read(&article("Tea", &body))
    };
    let page = of(&text(900));
    let steps = fix(&SectionLength, &page).0.steps;
    assert!(steps[0].ends_with("with subheadings (`<h5>`)."), "{steps:?}");
    let divided: String = (0..5).map(|at| format!("<h5>D {at}</h5>{}", text(180))).collect();
    assert_eq!(judge(&SectionLength, &of(&divided)).status, Status::Pass, "as the fix asks");
}

#[test]
fn what_is_left_out_of_the_count_is_said() {
    let terms: String =
        (0..4).map(|at| format!("<dt>Term {at}</dt><dd>{}</dd>", text(60))).collect();
    let of = |more: &str| {
        let body = format!(
            "<h1>Tea</h1>{}<h2>Leaves</h2>{}<dl>{terms}</dl>{more}<h2>Water</h2>{}",
            text(200),
            text(700),
            text(200)
        );
        fix(&SectionLength, &read(&article("Tea", &body))).0.title
    };
    assert!(of("").ends_with("words outside lists of terms"), "{}", of(""));
    let code = format!("<pre>{}</pre>", "brew water leaves cup\n".repeat(20));
    assert!(
        of(&code).ends_with("words outside tables, code and lists of links or terms"),
        "{}",
        of(&code)
    );
}
