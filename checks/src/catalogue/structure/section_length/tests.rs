use proptest::prelude::*;

use super::*;
use crate::catalogue::structure::test_read::{
    article, fix, judge, paragraph, paragraphs, read, read_at, text,
};
use crate::page::sections::{Section, Sections};
use crate::page::text::ends_sentence;

fn with(inner: &[String]) -> Finding {
    let sections: String = inner
        .iter()
        .enumerate()
        .map(|(at, inner)| format!("<div><h2>Part {at}</h2></div>{inner}"))
        .collect();
    let body = format!("<h1>Tea</h1>{}{sections}", text(120));
    judge(&SectionLength, &read(&article("Tea", &body)))
}

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
fn the_text_before_the_first_heading_is_no_section() {
    let of = |before: usize, long: usize| {
        let sections =
            [120, 200, long].map(|words| format!("<h2>Part {words}</h2>{}", text(words)));
        let body = format!("<h1>Tea</h1>{}{}", text(before), sections.concat());
        judge(&SectionLength, &read(&article("Tea", &body)))
    };
    let summary = |before: usize, long: usize| of(before, long).summary;
    assert!(
        summary(700, 100).starts_with("The text before the first heading runs past 600 words.")
    );
    assert!(
        summary(700, 700).starts_with("The text before the first heading and 1 section run past")
    );
    assert!(summary(60, 700).starts_with("1 section runs past 600 words."));
    let finding = of(700, 700);
    let labels: Vec<&str> = finding.details.iter().map(|one| one.label.as_str()).collect();
    assert!(labels.contains(&"Text before the first heading"), "{labels:?}");
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
fn boxes_around_the_text_are_no_sections() {
    let cards = ["One", "Two", "Three", "Four", "Five"]
        .map(|name| format!("<h3>{name}</h3>{}", text(12)))
        .concat();
    let boxes = format!("<h2>Related articles</h2>{cards}<h2>Comments (3)</h2>{}", text(700));
    let body = format!("<h1>Tea</h1><h2>A</h2>{}<h2>B</h2>{}{boxes}", text(200), text(200));
    let page = read(&article("Tea", &body));
    let lengths: Vec<usize> = Measured::of(&Context::new(&page, false))
        .sections
        .iter()
        .map(|s| s.word_equivalents)
        .collect();
    assert_eq!(lengths, [200, 200]);
}

#[test]
fn linked_cards_below_a_box_are_no_sections_however_long() {
    let cards = ["One", "Two", "Three"]
        .map(|name| format!("<h3><a href=/{name}>{name}</a></h3>{}", text(90)))
        .concat();
    let body = format!("<h1>Tea</h1><h2>A</h2>{}<h2>Related</h2>{cards}", text(200));
    let page = read(&article("Tea", &body));
    let measured = Measured::of(&Context::new(&page, false));
    let lengths: Vec<usize> = measured.sections.iter().map(|s| s.word_equivalents).collect();
    assert_eq!(lengths, [200]);
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
fn small_headings_part_a_text_that_has_no_others() {
    let parts: String = (0..5).map(|at| format!("<h5>Part {at}</h5>{}", text(140))).collect();
    let of = |body: &str| judge(&SectionLength, &read(&article("Tea", body))).status;
    assert_eq!(of(&format!("<h1>Tea</h1><h3>Begin</h3>{parts}")), Status::Pass);
    // Beside larger ones they are parts of parts.
    let whole = format!("<h2>A</h2>{parts}<h2>B</h2>{}<h2>C</h2>{}", text(450), text(450));
    assert_eq!(of(&format!("<h1>Tea</h1>{whole}")), Status::Fail);
}

#[test]
fn headings_over_nothing_and_lines_below_one_part_nothing() {
    let of = |body: &str| judge(&SectionLength, &read(&article("Tea", body)));
    let menu = "<h2>Ride</h2><h2>Drive</h2><h2>Eat</h2><h2>Help</h2><h2>About</h2>";
    let parted = format!("<h1>Tea</h1><h2>A</h2>{}<h2>B</h2>{}{menu}", text(200), text(200));
    assert_eq!(of(&parted).status, Status::Pass);
    let line = format!("<h1>Tea</h1>{}<h2>Other teas</h2><p>Black, white.</p>", text(660));
    let finding = of(&line);
    assert!(finding.summary.contains("single section"), "{}", finding.summary);
}

#[test]
fn lines_of_links_are_no_paragraphs() {
    let part = || {
        format!("{}<p><a href=/r>See the rating</a>.</p><p><a href=/s>Go shop</a>.</p>", text(60))
    };
    let parts: Vec<String> = (0..5).map(|_| part()).collect();
    assert_eq!(with(&parts).status, Status::Pass);
}

#[test]
fn parents_without_text_do_not_count() {
    let parts = ["", "Cold", "Warm"].map(|name| match name {
        "" => String::new(),
        name => format!("<h3>{name}</h3>{}", text(120)),
    });
    let body = format!("{}<h2>Water</h2>{}<h2>Pot</h2>{}", text(60), parts.concat(), text(120));
    let page = read(&article("Tea", &body));
    let measured = Measured::of(&Context::new(&page, false));
    let lengths: Vec<usize> = measured.sections.iter().map(|s| s.word_equivalents).collect();
    assert_eq!(lengths, [120, 120, 120]);
}

#[test]
fn short_sections_belong_to_the_one_that_they_stand_under() {
    let cards = ["Cold", "Warm", "Hot"].map(|name| format!("<h3>{name}</h3>{}", text(20)));
    let body = format!("{}<h2>Water</h2>{}<h2>Pot</h2>{}", text(200), cards.concat(), text(20));
    let page = read(&article("Tea", &body));
    let lengths: Vec<usize> = Measured::of(&Context::new(&page, false))
        .sections
        .iter()
        .map(|s| s.word_equivalents)
        .collect();
    assert_eq!(lengths, [60, 20], "one beside another is not joined");
}

#[test]
fn references_warn_at_most() {
    let body = format!("<h1>Tea</h1>{}", text(1_300));
    let docs = article("Tea", &body).replace("\"Article", "\"TechArticle");
    assert_eq!(judge(&SectionLength, &read(&article("Tea", &body))).status, Status::Fail);
    assert_eq!(judge(&SectionLength, &read(&docs)).status, Status::Warn);
}

#[test]
fn cells_and_code_count_half_and_scripts_without_spaces_by_characters() {
    let row = "<tr><td>one two three four</td><td>five six seven eight</td></tr>";
    let body = format!(
        "{}<h2>Table</h2><table>{}</table><h2>Code</h2><pre>{}</pre><h2>水</h2><p>{}</p>",
        text(300),
        row.repeat(10),
        "let tea = 1\n".repeat(20),
        "湯".repeat(100),
    );
    let page = read(&article("Tea", &body));
    let lengths: Vec<usize> =
        Sections::of(&page.document).list.iter().map(|s| s.word_equivalents).collect();
    assert_eq!(lengths, [40, 30, 50]);
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
fn a_first_section_with_a_numbered_h1_is_a_section() {
    let of = |first: &str, second: &str| {
        let body = format!("<h1>{first}</h1>{}<h1>{second}</h1>{}", text(200), text(100));
        let page = read(&article("Tea", &body));
        let sections = Sections::of(&page.document);
        let lengths: Vec<usize> = sections.list.iter().map(|s| s.word_equivalents).collect();
        (sections.before, lengths)
    };
    assert_eq!(of("1. Overview", "2. Water"), (0, vec![200, 100]));
    assert_eq!(of("Tea", "2. Water"), (200, vec![100]));
    assert_eq!(of("3. Tea", "3.1. Water"), (200, vec![100]), "of another depth");
}

#[test]
fn lists_of_one_term_each_are_parts_too() {
    let of = |begin: &str, end: &str| {
        let term = |at: usize| format!("{begin}<dl><dt>Leaf {at}<dd>{}</dl>{end}", text(200));
        let terms: String = (0..6).map(term).collect();
        let body = format!("<h2>Leaves</h2>{}{terms}<h2>Water</h2>{}", text(100), text(100));
        judge(&SectionLength, &read(&article("Tea", &body)))
    };
    assert_eq!(of("", "").status, Status::Pass, "{}", of("", "").summary);
    assert_eq!(of("<ul><li>", "</ul>").status, Status::Pass, "in other lists");
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
fn sentences_end_in_every_script() {
    for text in ["Tea.", "“Tea.”", "茶。", "「茶。」", "चाय।", "شاي؟", "Tea (hot).", "ชา!"]
    {
        assert!(ends_sentence(text), "{text}");
    }
    for text in ["Tea", "3 May 2024", "", "Photo: Jane Doe"] {
        assert!(!ends_sentence(text), "{text}");
    }
}

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
fn the_text_goes_on_below_a_note() {
    let note = format!("<div class=note><h3>Note</h3><p>{}</p></div>{}", text(20), text(280));
    let finding = with(&[format!("{}{note}", text(400)), text(180), text(240), text(120)]);
    assert_eq!(finding.status, Status::Warn);
    assert!(finding.summary.starts_with("1 section runs past 600 words"), "{}", finding.summary);
    let shown: Vec<_> = finding.details.iter().map(|one| one.excerpt.as_str()).collect();
    assert!(shown.contains(&"Part 0") && !shown.contains(&"Note"), "{shown:?}");
}

#[test]
fn a_section_named_notes_is_no_box() {
    let note = |level: u8| format!("<h{level}>Note</h{level}><p>{}</p>", text(20));
    let lengths = |body: &str| -> Vec<(String, usize)> {
        let page = read(&article("Tea", &format!("<h1>Tea</h1>{body}")));
        let sections = Measured::of(&Context::new(&page, false)).sections;
        let text = |at: &Section<'_>| at.heading.text(&page.document.visible_text).to_owned();
        sections.iter().map(|section| (text(section), section.word_equivalents)).collect()
    };
    let own = |name: &str, words: usize| (name.to_owned(), words);
    let (begin, end) =
        (format!("<h2>Output</h2>{}", text(60)), format!("<h2>See Also</h2>{}", text(9)));
    let notes = format!("<div class=refsect1><h2>Notes</h2>{}</div>", text(200));
    assert_eq!(lengths(&format!("{begin}{notes}{end}")), [own("Output", 60), own("Notes", 200)]);
    // A label in a box, or below a section that has no parts, is none of a section.
    let boxed = format!("<div class=note>{}</div>", note(2));
    let merged = [own("Output", 80), own("Notes", 200)];
    assert_eq!(lengths(&format!("{begin}{boxed}{notes}")), merged);
    assert_eq!(lengths(&format!("{begin}{}{notes}", note(3))), merged);
    // Beside the parts of a section only a box is one.
    let part = format!("<h3>Cups</h3>{}", text(100));
    let parted = [own("Output", 60), own("Cups", 100), own("Notes", 70)];
    let notes = format!("<h3>Notes</h3>{}", text(70));
    assert_eq!(lengths(&format!("{begin}{part}{notes}")), parted);
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

proptest! {
    #[test]
    fn sections_hold_no_more_than_the_content(lengths in prop::collection::vec(1_usize..200, 0..8)) {
        let inner: String = lengths.iter().enumerate()
            .map(|(at, words)| format!("<h{}>P {at}</h{}>{}", 2 + at % 3, 2 + at % 3, paragraph(*words)))
            .collect();
        let page = read(&article("Tea", &inner));
        let sections = Sections::of(&page.document);
        let sum: usize = sections.list.iter().map(|s| s.word_equivalents).sum();
        prop_assert!(sum + sections.before <= page.document.main.word_equivalents);
        prop_assert!(sections.list.len() <= lengths.len());
    }
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
fn boxes_behind_the_text_are_no_sections_of_it() {
    let of = |first: &[usize], boxes: &[&str]| {
        let sections: Vec<String> = first.iter().map(|words| text(*words)).collect();
        let boxes = boxes.iter().map(|one| (*one).to_owned());
        with(&sections.into_iter().chain(boxes).collect::<Vec<_>>())
    };
    let boxes = [
        "<p><time datetime=2026-03-05>March 5, 2026</time></p>",
        "<h3><a href=/ada>Ada Byron</a></h3><span>Professor of Tea</span>",
        "<p>Stay in touch with our school</p>",
    ];
    assert_eq!(of(&[120, 120, 120, 15], &boxes).status, Status::Pass);
    // Short ones between others, with sentences, or as many as all others are the text's own.
    assert_eq!(of(&[120, 15, 15, 15, 120], &[]).status, Status::Warn);
    let said = ["<p>Boil it.</p>"; 3];
    assert_eq!(of(&[120, 120, 120, 15], &said).status, Status::Warn);
    assert_eq!(of(&[200], &boxes).status, Status::Fail);
}

#[test]
fn a_grid_of_linked_cards_is_no_section() {
    let person =
        |name: &str| format!("<h3><a href=/p/{name}>{name} Byron</a></h3><p>Tea teacher</p>");
    let grid = format!("{}{}{}", person("Ada"), person("Eve"), person("Ida"));
    let of = |grid: &str| {
        with(&[text(120), grid.to_owned(), grid.to_owned(), grid.to_owned(), text(120)])
    };
    assert_eq!(of(&grid).status, Status::Pass);
    let unlinked = grid.replace("<a ", "<b ").replace("</a>", "</b>");
    assert_eq!(of(&unlinked).status, Status::Warn);
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
fn headings_in_boxes_begin_no_sections() {
    let of = |class: &str| {
        let note =
            format!("<div class='{class}'><h3>Change in 2.4.29 and later</h3>{}</div>", text(50));
        let body = format!(
            "<h1>Tea</h1>{}<h2>Theory</h2>{}{note}{}<h2>Water</h2>{}",
            text(200),
            text(80),
            text(700),
            text(200)
        );
        fix(&SectionLength, &read(&article("Tea", &body))).0.title
    };
    assert!(of("note").starts_with("Split the section `Theory`"), "{}", of("note"));
    assert!(of("example").starts_with("Split the section `Theory`"), "{}", of("example"));
    assert!(of("part").starts_with("Split the section `Change in"), "{}", of("part"));
    // A part of a page is no box, whatever its class is: it has sections of its own.
    let part = |name: &str| format!("<h2>{name}</h2>{}", text(120));
    let body = format!("<h1>Tea</h1><div class=note>{}{}{}</div>", part("A"), part("B"), part("C"));
    assert_eq!(judge(&SectionLength, &read(&article("Tea", &body))).status, Status::Pass);
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

#[test]
fn contents_above_the_first_heading_are_no_text() {
    let of = |entry: &str| {
        let contents: String =
            (0..200).map(|at| entry.replace('#', &format!("Kettle number {at} of tea"))).collect();
        let parts: String =
            (0..6).map(|at| format!("<h2>Part {at} of pots</h2>{}", text(200))).collect();
        let html = format!(
            "<html lang=en><title>Pots</title><main><h1>Pots</h1><ul>{contents}</ul>{parts}</main>"
        );
        let page = read_at("https://docs.example.com/manual/pots.html", &html);
        judge(&SectionLength, &page).summary
    };
    let linked = of("<li><a href=/manual/kettle>#</a></li>");
    assert!(!linked.contains("before the first heading"), "{linked}");
    assert!(of("<li>#</li>").contains("before the first heading"));
}
