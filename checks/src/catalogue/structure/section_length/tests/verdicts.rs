//! Which lengths pass, warn and fail.

use super::*;

fn lengths(lengths: &[usize]) -> Status {
    let inner: Vec<String> = lengths.iter().map(|words| text(*words)).collect();
    with(&inner).status
}

#[test]
fn most_sections_of_a_good_length_pass() {
    assert_eq!(lengths(&[120, 180, 240]), Status::Pass);
    assert_eq!(lengths(&[120, 180, 240, 20, 400]), Status::Pass, "60 %");
    assert_eq!(lengths(&[120, 180, 20, 20]), Status::Warn, "50 %");
    assert_eq!(lengths(&[120, 15, 15, 15, 15, 15, 15]), Status::Fail, "14 %");
    assert_eq!(lengths(&[120, 450, 450, 450]), Status::Fail, "25 %");
    assert_eq!(lengths(&[120, 20, 20, 400]), Status::Warn, "25 %, and the others not far from it");
    assert_eq!(lengths(&[40, 300, 300]), Status::Pass, "the bounds");
    assert_eq!(lengths(&[36, 330, 330, 660]), Status::Pass, "beside the bounds");
    assert_eq!(lengths(&[35, 331, 331, 60]), Status::Warn, "beyond them");
    assert_eq!(lengths(&[120, 120, 120, 661]), Status::Warn, "one is endless");
}

#[test]
fn one_of_three_sections_near_a_good_length_is_enough_to_warn() {
    assert_eq!(lengths(&[120, 500, 500]), Status::Warn, "33 %");
    assert_eq!(lengths(&[500, 500, 500]), Status::Fail, "none");
    assert_eq!(lengths(&[120, 500, 500, 500]), Status::Fail, "25 %");
}

#[test]
fn a_median_beside_its_bounds_passes() {
    let of = |words: usize| {
        let part = || (0..6).map(|_| paragraph(words)).collect::<String>();
        with(&[part(), part(), part()])
    };
    // 15 words and 10 percent less; 13 are beyond that.
    assert_eq!(of(14).status, Status::Pass, "{}", of(14).summary);
    assert_eq!(of(13).status, Status::Warn);
    let long = |words: usize| {
        let part = || format!("{}{}", paragraph(words), paragraph(words));
        with(&[part(), part(), part()])
    };
    assert_eq!(long(130).status, Status::Pass, "{}", long(130).summary);
    assert_eq!(long(134).status, Status::Warn);
}

#[test]
fn a_long_text_in_one_section_fails_and_a_short_one_is_not_judged() {
    assert_eq!(lengths(&[]), Status::Na);
    assert_eq!(lengths(&[240]), Status::Pass, "and what stands before it");
    assert_eq!(lengths(&[600]), Status::Fail, "no section near a good length");
    let of = |words: usize| {
        let text = article("Tea", &format!("<h1>Tea</h1>{}", text(words)));
        judge(&SectionLength, &read(&text))
    };
    assert_eq!(of(1_300).status, Status::Fail);
    let near = of(660);
    assert_eq!(near.status, Status::Warn, "{}", near.summary);
    assert!(near.value.unwrap() >= 85 && of(1_150).value.unwrap() <= 10, "{:?}", near.value);
}

#[test]
fn a_warning_is_worth_the_share_of_good_sections() {
    let worth = |lengths: &[usize]| {
        let inner: Vec<String> = lengths.iter().map(|words| text(*words)).collect();
        with(&inner).value.unwrap()
    };
    assert_eq!(worth(&[120, 180, 20, 20]), 83, "50 of 60 %");
    assert_eq!(worth(&[120, 120, 120, 672]), 88, "hardly above the bound");
    assert_eq!(worth(&[120, 120, 120, 1_400]), 25, "by its part of the text");
    assert_eq!(worth(&[340, 340, 340, 340]), 50, "none good, and all near");
}

#[test]
fn references_warn_at_most() {
    let body = format!("<h1>Tea</h1>{}", text(1_300));
    let docs = article("Tea", &body).replace("\"Article", "\"TechArticle");
    assert_eq!(judge(&SectionLength, &read(&article("Tea", &body))).status, Status::Fail);
    assert_eq!(judge(&SectionLength, &read(&docs)).status, Status::Warn);
}

#[test]
fn tables_and_code_make_no_section_too_long() {
    let row =
        "<tr><td rowspan=2>one two three four</td><td>five six</td></tr><tr><td>seven</td></tr>";
    let table = format!("<table>{}</table>", row.repeat(200));
    let code = format!("<pre>{}</pre>", "let tea = 1\n".repeat(500));
    for more in [&table, &code] {
        let finding = with(&[format!("{}{more}", text(120)), text(180), text(240)]);
        assert_eq!(finding.status, Status::Pass, "{}", finding.summary);
        let one = format!("<h1>Tea</h1>{}{more}", text(310));
        let one = judge(&SectionLength, &read(&article("Tea", &one)));
        assert_eq!(one.status, Status::Na, "{}", one.summary);
    }
    // Nor is one that holds little else too short.
    assert_eq!(with(&[table, text(180), code]).status, Status::Pass);
}

#[test]
fn a_single_section_is_counted_once() {
    let code = format!("<pre>{}</pre>", "let tea = 1\n".repeat(100));
    let body = format!("<h2>Tea</h2>{}{code}", text(720));
    let finding = judge(&SectionLength, &read(&article("Tea", &body)));
    assert_eq!(
        finding.summary,
        "720 words outside tables, code and lists of links are in a single section. Expected \
         two or more."
    );
    let measured: Vec<_> = finding.details.iter().map(|one| one.measured.as_deref()).collect();
    assert_eq!(measured, [Some("720 words")]);
}

#[test]
fn short_paragraphs_are_fine_in_documentation() {
    let part = |at: usize| {
        format!("<h2>Leaf {at}</h2>{}", (0..8).map(|_| paragraph(9)).collect::<String>())
    };
    let body = format!("<h1>Tea</h1>{}", (0..6).map(part).collect::<String>());
    let docs = article("Tea", &body).replace("\"Article", "\"TechArticle");
    assert_eq!(judge(&SectionLength, &read(&docs)).status, Status::Pass);
    assert_eq!(judge(&SectionLength, &read(&article("Tea", &body))).status, Status::Warn);
}

#[test]
fn crumbs_of_paragraphs_drop_one_level() {
    let crumbs = || (0..30).map(|_| paragraph(4)).collect::<String>();
    let finding = with(&[crumbs(), crumbs(), crumbs()]);
    assert_eq!(finding.status, Status::Warn, "{}", finding.summary);
}

#[test]
fn a_section_that_is_mostly_a_table_of_data_is_not_too_short() {
    let row = "<tr><td>One hour<td>$30</tr>";
    let table = format!("<p>What it costs.</p><table>{}</table>", row.repeat(4));
    let tables = [text(200), table.clone(), table.clone(), table];
    let finding = with(&tables);
    assert_eq!(finding.status, Status::Pass, "{}", finding.summary);
    let lines = "<p>What it costs.</p><p>One hour: $30</p><p>Two hours: $50</p>".to_owned();
    assert_eq!(with(&[text(200), lines.clone(), lines.clone(), lines]).status, Status::Fail);
    // Text that comes again and again is none of the content.
    let beside = |tea: &str| {
        let prose = format!("Boil {tea} slowly. ").repeat(8);
        format!("<p>{prose}</p><table>{row}{row}</table>")
    };
    let sections = [text(200), beside("green tea"), beside("black tea"), beside("white tea")];
    assert_eq!(with(&sections).status, Status::Warn);
}

#[test]
fn a_manual_that_misses_a_good_share_narrowly_loses_little() {
    let words = |at: usize, count: usize| -> String {
        (0..count).map(|word| format!("leaf{at}x{word} ")).collect()
    };
    let section = |at: usize| {
        let count = if at.is_multiple_of(2) { 350 } else { 60 };
        format!("<h2>Part {at}</h2><p>{}.</p>", words(at, count))
    };
    let sections: String = (1..6).map(section).collect();
    let html = format!(
        "<title>Tea</title><main><h1>Tea</h1>{sections}<h2>Last</h2><p>{}.</p><h2>End</h2><p>{}.</p></main>",
        words(8, 350),
        words(9, 60)
    );
    let page = crate::catalogue::test_html::read_at("https://docs.example.com/guide/tea", &html);
    let finding = SectionLength.judge(&Context::new(&page, false));
    assert_eq!(finding.status, Status::Warn, "{}", finding.summary);
    assert!(finding.value.is_some_and(|value| value > 60), "{:?}", finding.value);
}
