//! What counts as a section, and which text is its own.

use super::*;

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

#[test]
fn short_steps_are_one_passage() {
    let of = |name: &str| {
        let step = |at: usize| format!("<h2>{name} {at}</h2>{}", text(25));
        let body = format!("<h1>Tea</h1>{}{}", text(120), (1..=10).map(step).collect::<String>());
        judge(&SectionLength, &read(&article("Tea", &body))).status
    };
    assert_eq!(of("Step"), Status::Pass);
    assert_ne!(of("A step"), Status::Pass, "no steps");
}

#[test]
fn notes_at_the_end_belong_to_no_section() {
    let of = |href: (&str, &str)| {
        let (href, mark) = href;
        let note =
            |at: usize| format!("<li>{} <a href='{href}{at}'>{mark}</a></li>", paragraph(40));
        let notes: String = (0..20).map(note).collect();
        let body = format!(
            "<h1>Tea</h1>{}<h2>Water</h2>{}<h2>Pots</h2>{}<p>Notes:</p><ol>{notes}</ol>",
            text(120),
            text(900),
            text(120)
        );
        let page = read(&article("Tea", &body));
        Sections::of(&page.document).list[1].word_equivalents
    };
    let back = of(("#mark-", "↩"));
    assert!((110..=130).contains(&back), "{back}");
    // What is cited several times has a letter for each, and the notes may be longer than the text.
    let cited = |at: usize| {
        let back = match at % 5 {
            0 | 1 => "<a href='#mark'>^</a>",
            _ => "^ <a href='#mark'>a</a> <a href='#mark'>b</a>",
        };
        format!("<li>{back} {}</li>", paragraph(40))
    };
    let notes: String = (0..60).map(cited).collect();
    let body = format!("<h1>Tea</h1>{}<h2>Citations</h2><ol>{notes}</ol>", text(900));
    let page = read(&article("Tea", &body));
    let citations = Sections::of(&page.document).list[0].word_equivalents;
    assert!(citations < 100, "{citations}");
    assert!(of(("#note-", "1")) > 800, "steps have marks of notes, and are text");
    assert!(of(("https://other.example/", "↩")) > 800, "a list of other pages is text");
}
