use super::*;
use crate::catalogue::test_html::{fix, read};
use crate::catalogue::test_page::{fix_of, page};

#[test]
fn the_fix_counts_what_is_in_the_way() {
    let mut page = page();
    page.exchanges[0].headers.clear();
    page.document.main.text = "Boil water.".to_owned();
    page.document.main.ends_at = 2_300_000;
    page.document.shell.data_bytes = 1_900_000;
    let fix = fix_of(&HtmlBudget, &page);
    assert_eq!(
        fix.title,
        "Make the content end well before 2098 kB, where Googlebot stops: it ends at 2300 kB"
    );
    assert!(fix.steps[0].starts_with("1900 kB of script data"), "{:?}", fix.steps);
    assert!(fix.steps[1].starts_with("400 kB before"), "{:?}", fix.steps);
    page.document.main.ends_at = 900_000;
    page.document.shell.data_bytes = 800_000;
    let fix = fix_of(&HtmlBudget, &page);
    assert_eq!(fix.title, "Move 800 kB of data after the content or into separate files");
    assert_eq!(fix.steps.len(), 2);
}

#[test]
fn drawings_that_take_the_space_are_named() {
    let mut page = page();
    page.exchanges[0].headers.clear();
    page.document.main.text = "Boil water.".to_owned();
    page.document.main.ends_at = 1_579_000;
    page.document.shell.svg_bytes = 1_500_000;
    let fix = fix_of(&HtmlBudget, &page);
    assert_eq!(fix.title, "Move 1500 kB of inline SVG into files: the content ends at 1579 kB");
    assert!(fix.steps[0].starts_with("1500 kB before the end"), "{:?}", fix.steps);
    assert!(!fix.steps.iter().any(|step| step.contains("styles")), "{:?}", fix.steps);
    let details = HtmlBudget.judge(&Context::new(&page, false)).details;
    assert!(details.iter().any(|detail| detail.label.contains("SVG")), "{details:?}");
    page.document.shell.svg_bytes = 200_000;
    let fix = fix_of(&HtmlBudget, &page);
    assert!(fix.title.starts_with("Make the content end"), "{}", fix.title);
    assert!(fix.steps[0].contains("styles"), "{:?}", fix.steps);
}

#[test]
fn a_long_text_with_its_markup_is_to_be_split() {
    let code = "<span class=n>pour</span><span class=p>(</span>".repeat(500);
    let long = format!("<main><pre>{code}</pre><p>{}</p></main>", "Pour the water. ".repeat(2_000));
    let mut page = read(&format!("<html lang=en><title>Tea</title>{long}"));
    page.exchanges[0].headers.clear();
    // Measures far larger than this text have the same shares.
    page.document.main.ends_at = page.document.visible_text.len() * 3;
    let made = |page: &crate::page::Page| {
        let end = page.document.main.ends_at;
        is_long_text(page, &Read::of(page), end)
    };
    assert!(made(&page));
    page.document.shell.style_bytes = page.document.main.ends_at / 5;
    assert!(!made(&page), "styles can be moved");
    page.document.shell.style_bytes = 0;
    page.document.main.ends_at *= 2;
    assert!(!made(&page), "most is the markup of something else");
}

#[test]
fn a_finding_has_one_unit() {
    let mut page = page();
    page.exchanges[0].headers.clear();
    let mut summary = |ends_at: usize| {
        page.document.main.ends_at = ends_at;
        verdict(&page, ends_at).summary
    };
    assert_eq!(
        summary(1_578_500),
        "The main content ends after 1579 kB. Googlebot stops reading at 2098 kB. Expected at most 1573 kB."
    );
    assert_eq!(
        summary(2_300_000),
        "The main content ends after 2300 kB. Googlebot stops reading at 2098 kB."
    );
}

fn status(ends_at: usize, bytes: usize, data_bytes: usize) -> Status {
    let mut page = page();
    page.exchanges[0].headers.clear();
    page.bytes = bytes;
    page.document.main.text = "Boil water.".to_owned();
    page.document.main.word_equivalents = 300;
    page.document.main.ends_at = ends_at;
    page.document.shell.data_bytes = data_bytes;
    HtmlBudget.judge(&Context::new(&page, false)).status
}

#[test]
fn the_end_of_the_content_decides() {
    assert_eq!(status(1_572_864, 5_000_000, 0), Status::Pass, "what comes after is free");
    assert_eq!(status(1_572_865, 1_572_865, 0), Status::Warn);
    assert_eq!(status(2_097_152, 3_000_000, 0), Status::Warn);
    assert_eq!(status(2_097_153, 3_000_000, 0), Status::Fail);
}

#[test]
fn headers_count() {
    let mut page = page();
    page.document.main.text = "Boil water.".to_owned();
    page.document.main.ends_at = 2_097_152;
    assert_eq!(HtmlBudget.judge(&Context::new(&page, false)).status, Status::Fail);
}

#[test]
fn data_matters_where_it_is_much() {
    assert_eq!(status(100_000, 100_000, 90_000), Status::Pass, "a small page");
    assert_eq!(status(900_000, 1_000_000, 540_000), Status::Pass);
    assert_eq!(status(900_000, 1_000_000, 550_000), Status::Warn);
}

#[test]
fn a_page_without_content_is_not_measured() {
    assert_eq!(HtmlBudget.judge(&Context::new(&page(), false)).status, Status::Na);
}

#[test]
fn a_shell_does_not_pass_and_what_is_late_is_said_of_little_text_too() {
    let of = |ends_at: usize| {
        let mut page = page();
        page.document.main.text = "Loading the tea shop.".to_owned();
        page.document.main.word_equivalents = 4;
        page.document.main.ends_at = ends_at;
        HtmlBudget.judge(&Context::new(&page, false)).status
    };
    assert_eq!([7_000, 1_600_000, 2_500_000].map(of), [Status::Na, Status::Warn, Status::Fail]);
}

#[test]
fn text_and_links_that_take_the_space_are_split() {
    let item = |at: usize| {
        format!(
            "<p><a href='/rules/leaves-and-water.html#the-rule-number-{at}'>Rule {at}</a> of tea: {}</p>",
            "boil the water once more, and wait. ".repeat(4)
        )
    };
    let of = |around: &str| {
        let items: String = (0..8_000).map(item).collect();
        let html = format!("<title>Rules</title><main><h1>Rules of tea</h1>{around}{items}</main>");
        fix(&HtmlBudget, &read(&html))
    };
    let plain = of("");
    assert!(plain.title.starts_with("Split the page: text and links take 17"), "{}", plain.title);
    assert!(plain.steps[0].contains("visible text (12"), "{:?}", plain.steps);
    assert!(plain.steps[1].starts_with("Split the page by its headings"), "{:?}", plain.steps);
    assert!(!plain.steps.iter().any(|step| step.contains("inline styles")), "{:?}", plain.steps);
    let styled = of(&format!("<div style='{}'></div>", "color:green;".repeat(250_000)));
    assert!(styled.title.starts_with("Make the content end"), "{}", styled.title);
}

#[test]
fn many_links_are_named_before_styles() {
    let entry = |at: usize| {
        format!(
            "<li class='toctree-l1'><a class='reference internal' href='rules/{at}.html'><code \
             class='xref literal notranslate'><span class='pre'>rule{at}</span></code></a></li>\n"
        )
    };
    let entries: String = (0..12_000).map(entry).collect();
    let html = format!("<title>Rules</title><main><h1>Rules of tea</h1><ul>{entries}</ul></main>");
    let fix = fix(&HtmlBudget, &read(&html));
    assert!(fix.title.starts_with("Split the page"), "{}", fix.title);
    assert!(fix.steps[0].contains("12,000 links"), "{:?}", fix.steps);
    assert!(!fix.steps.iter().any(|step| step.contains("inline styles")), "{:?}", fix.steps);
}

#[test]
fn an_edition_in_one_page_is_to_be_left_to_readers() {
    let of = |path: &str, kind: crate::report::PageKind| {
        let mut page = page();
        page.final_url.set_path(path);
        page.document.kind.kind = kind;
        page.document.main.ends_at = 2_300_000;
        fix_of(&HtmlBudget, &page).title
    };
    use crate::report::PageKind::{Article, Docs};
    for path in ["/tea/full.html", "/tea/singlehtml/index.html", "/tea/print.html", "/tea/full"] {
        let title = of(path, Docs);
        assert!(
            title.starts_with("Exclude the single-page edition from search"),
            "{path}: {title}"
        );
    }
    assert!(!of("/tea/full-pots.html", Docs).starts_with("Exclude"));
    assert!(!of("/tea/full.html", Article).starts_with("Exclude"));
}

#[test]
fn markup_of_many_items_is_told_from_styles_that_can_be_moved() {
    let of = |style_bytes: usize| {
        let mut page = page();
        page.exchanges[0].headers.clear();
        page.document.main.text = "Boil water.".to_owned();
        page.document.main.ends_at = 2_300_000;
        page.document.shell.style_bytes = style_bytes;
        fix_of(&HtmlBudget, &page).steps[0].clone()
    };
    assert!(of(1_000).contains("Show fewer items"), "{}", of(1_000));
    assert!(of(900_000).contains("Move inline styles"), "{}", of(900_000));
}
