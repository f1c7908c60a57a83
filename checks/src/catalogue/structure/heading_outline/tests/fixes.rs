//! What the fix asks for.

use super::*;

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

#[test]
fn all_lines_of_a_numbered_series_are_to_become_headings() {
    let long = "which of all the pots that are sold in the shops of the town keeps it warm";
    let names = |ask: fn(usize) -> String| -> String {
        let name = |at: usize| match at {
            1 => format!("{} {long}?", ask(at)),
            _ => format!("{} How hot is it", ask(at)),
        };
        (0..4).map(|at| format!("<p><b>{}</b></p>{}", name(at), text(240))).collect()
    };
    let title = |body: &str| fix(&HeadingOutline, &read(&article("Tea", body))).0.title;
    let numbered = title(&names(|at| format!("({at})")));
    assert!(numbered.starts_with("Make the 4 bold lines subheadings: "), "{numbered}");
    let named = title(&names(|_| "Tea:".to_owned()));
    assert!(named.starts_with("Make the 3 bold lines subheadings: "), "{named}");
}

#[test]
fn a_standfirst_in_bold_is_to_become_no_heading() {
    let standfirst = "A potter of the old town tells how she makes her pots";
    let parts = ["The clay", "The kiln"].map(|name| format!("<p><b>{name}</b></p>{}", text(240)));
    let body = format!("<p><b>{standfirst}</b></p>{}{}", text(60), parts.concat());
    let title = fix(&HeadingOutline, &read(&article("Tea", &body))).0.title;
    assert!(title.starts_with("Make the 2 bold lines subheadings: "), "{title}");
}

#[test]
fn all_questions_of_an_interview_are_to_become_headings() {
    let long = "You have sold pots in this town since your mother opened the shop, and everybody \
                here knows them. What will you do now that she has closed it?";
    let longer = format!("And your pots are known in other towns. {long}");
    let asked = ["What is a good pot?", long, "Who buys it?", &longer];
    let body: String =
        asked.iter().map(|question| format!("<p><b>{question}</b><br>{}</p>", text(240))).collect();
    let title = fix(&HeadingOutline, &read(&article("Tea", &body))).0.title;
    assert!(title.starts_with("Make the 4 bold lines subheadings: "), "{title}");
}

#[test]
fn headings_below_one_that_is_raised_are_raised_with_it() {
    let parts = [
        H1,
        "<h3>Water</h3>",
        "\n<h4>Cold</h4>",
        "\n<h4>Hot</h4>",
        "\n<h2>Leaves</h2>",
        "<h3>Green</h3>",
    ];
    let body: String = parts.iter().map(|part| format!("{part}{}", text(120))).collect();
    let (fix, _) = fix(&HeadingOutline, &read(&article("How to make tea", &body)));
    assert!(fix.steps[0].contains("`Water` from `<h3>` to `<h2>`"), "{:?}", fix.steps);
    assert!(fix.steps[1].starts_with("Raise the headings below it too, on lines "));
    assert_eq!(fix.steps[1].matches(", ").count(), 3, "{:?}", fix.steps);
}

#[test]
fn a_repeated_heading_is_named_with_the_first() {
    let parts = [H1, "<h2>Water</h2>", "\n<h2>Leaves</h2>", "\n<h2>Water</h2>"];
    let body: String = parts.iter().map(|part| format!("{part}{}", text(150))).collect();
    let page = read(&article("How to make tea", &body));
    let again = judge(&HeadingOutline, &page).details[1].line.unwrap();
    let (fix, _) = fix(&HeadingOutline, &page);
    assert!(fix.title.contains("Rename `Water`"), "{}", fix.title);
    assert!(fix.steps[0].starts_with(&format!("Line {again}: say in `Water`")), "{:?}", fix.steps);
    assert!(fix.steps[0].ends_with(&format!("line {}.", again - 2)), "{:?}", fix.steps);
}

#[test]
fn a_skip_below_another_one_goes_up_with_it() {
    let parts = [H1, "<h3>Water</h3>", "\n<h5>Cold</h5>", "\n<h6>Ice</h6>", "\n<h5>Hot</h5>"];
    let body: String = parts.iter().map(|part| format!("{part}{}", text(120))).collect();
    let (fix, _) = fix(&HeadingOutline, &read(&article("How to make tea", &body)));
    let steps = fix.steps.join("\n");
    assert!(steps.contains("`Water` from `<h3>` to `<h2>`"), "{steps}");
    assert!(steps.contains("`Cold` from `<h5>` to `<h3>`"), "{steps}");
    assert!(steps.contains("Raise the heading below them too, on line 3, so"), "{steps}");
    assert_eq!(steps.matches("Raise the heading").count(), 1, "{steps}");
}

#[test]
fn the_first_of_repeated_headings_is_under_the_same_one() {
    let parts = [
        H1,
        "<h2>Clay</h2>",
        "\n<h3>Care</h3>",
        "\n<h2>Iron</h2>",
        "\n<h3>Care</h3>",
        "\n<h3>Care</h3>",
    ];
    let body: String = parts.iter().map(|part| format!("{part}{}", text(120))).collect();
    let page = read(&article("How to make tea", &body));
    let again = judge(&HeadingOutline, &page).details[1].line.unwrap();
    let (fix, _) = fix(&HeadingOutline, &page);
    assert!(fix.steps[0].ends_with(&format!("line {}.", again - 1)), "{:?}", fix.steps);
}

#[test]
fn of_too_many_sections_the_shortest_are_to_be_joined() {
    let part = |at: usize| {
        let words = if at == 7 { 4 } else { 6 };
        let text: String = (0..words).map(|word| format!("leaf {at} in pot {word} ")).collect();
        format!("<h2>Pot number {at}</h2><p>{text}.</p>")
    };
    let body: String = (0..24).map(part).collect();
    let (fix, _) = fix(&HeadingOutline, &read(&article("Tea", &format!("{H1}{body}"))));
    assert!(fix.title.starts_with("Merge short sections: "), "{}", fix.title);
    let step = fix.steps.iter().find(|step| step.starts_with("Join a short section with"));
    assert!(
        step.is_some_and(|step| step.contains("example `Pot number 7` (line ")),
        "{:?}",
        fix.steps
    );
}
