//! Which headings count.

use super::*;

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
fn another_main_heading_stands_over_a_part() {
    let parts =
        [H1, "<h1>Water</h1>", "<h3>Cold</h3>", "<h3>Hot</h3>", "<h2>Leaves</h2>", "<h2>Pot</h2>"];
    let finding = of(&parts, 100);
    assert!(!finding.summary.contains("skips"), "{}", finding.summary);
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
