//! Documentation, whose version stands for its date.

use super::*;

#[test]
fn documentation_of_a_version_needs_no_date() {
    let docs = |address: &str, title: &str| {
        let html = format!(
            "<html lang=en><title>{title}</title>{}<main><h1>Tea</h1><p>{FILLER}</main>",
            block(r#"{"@context": "https://schema.org", "@type": "TechArticle"}"#)
        );
        let page = read_at(address, &html);
        assert_eq!(Context::new(&page, false).subject.kind, PageKind::Docs);
        let finding = judge(&page);
        (finding.status, finding.value)
    };
    let undated = docs("https://a.example/tea", "Tea");
    assert_eq!(undated, (Status::Warn, Some(UNDATED_DOCS_WORTH)));
    for (address, title) in [
        ("https://a.example/v2/tea", "Tea"),
        ("https://a.example/3.12/tea", "Tea"),
        ("https://a.example/en/latest/tea", "Tea"),
        ("https://a.example/tea", "Tea 3.12.1 documentation"),
    ] {
        assert_eq!(docs(address, title), (Status::Na, None), "{address} {title}");
    }
    assert!(!is_version("2024") && !is_version("3D") && !is_version("v"));
}

#[test]
fn versions_are_told_from_numbers_of_sections() {
    for label in [
        "v18.2.0",
        "5.4.2",
        "Version 3.12",
        "version: 18",
        "2026-02-25.clover",
        "v2",
        "Library Version: 0.7.6",
    ] {
        assert!(is_version_label(label), "{label}");
    }
    for label in [
        "",
        "3.12",
        "1.1.",
        "Tea 3.1.2",
        "2026-02-25",
        "Versions",
        "Release notes",
        "v",
        "Kettle Version: 0.7.6",
    ] {
        assert!(!is_version_label(label), "{label}");
    }
}

#[test]
fn the_header_of_a_manual_names_its_version() {
    let docs = |header: &str| {
        let html = format!(
            "<html lang=en><title>Tea</title><header>{header}</header><main><h1>Tea</h1><p>{}</p>\
             </main>",
            "Boil the water and wait for three minutes before you pour it. ".repeat(8)
        );
        let page = read_at("https://docs.example.com/tea", &html);
        DatesDeclared.judge(&Context::new(&page, false)).summary
    };
    assert!(docs("<a href=/versions>v18.2.0</a>").contains("names the version"));
    assert!(!docs("<a href=/versions>Versions</a>").contains("names the version"));
    for link in ["<a href=/ title='Tea Leaf 15.20 Documentation'>Home</a>", "Tea Leaf 3.1 manual"] {
        assert!(docs(link).contains("names the version"), "{link}");
    }
    for link in ["<a href=/ title='Tea Leaf Documentation'>Home</a>", "5.2 Reference", "Tea 3.1"] {
        assert!(!docs(link).contains("names the version"), "{link}");
    }
    assert!(docs("<meta name=docsearch:version content=3.2.0>").contains("names the version"));
}

#[test]
fn the_number_of_a_chapter_is_no_version() {
    let docs = |url: &str, title: &str| {
        let html = format!(
            "<html lang=en><title>{title}</title><main><h1>{title}</h1><p>{}</p></main>",
            "Boil the water and wait for three minutes before you pour it. ".repeat(8)
        );
        let page = read_at(url, &html);
        DatesDeclared.judge(&Context::new(&page, false)).summary.contains("names the version")
    };
    for title in ["37.59. usage_privileges", "E.2. Pots", "8.1 Pots"] {
        assert_eq!(docs("https://docs.example.com/tea", title), title == "8.1 Pots", "{title}");
    }
    assert!(docs("https://docs.example.com/tea", "E.14. Kettle 15.7"));
    assert!(docs("https://www.example.com/docs/15/tea.html", "Pots"));
    assert!(!docs("https://www.example.com/docs/1534/tea.html", "Pots"));
}

#[test]
fn days_in_the_text_and_the_tables_of_a_manual_are_not_its_own() {
    let of = |body: &str| {
        let html = format!(
            "<html lang=en><title>Days</title><h1>Days</h1>{body}<p>{}</p>",
            FILLER.repeat(20)
        );
        judge(&read_at("https://docs.example.com/manual/days", &html)).summary
    };
    let shown = "The date in the text isn't machine-readable";
    let sentence = "<p>A moment is counted in microseconds since the beginning of the calendar \
                    that the pot keeps, which is 2000-01-01, in the time zone of the kitchen.</p>";
    let row = "<tr><td>pour<td>2001-09-28</tr>".repeat(3);
    let table = format!("<table><tr><th>Name<th>Day</tr>{row}</table>");
    for body in [sentence, &table] {
        assert!(!of(body).starts_with(shown), "{body}");
    }
    assert!(of("<p>Last updated 2025-09-28</p>").starts_with(shown));
}

#[test]
fn an_element_that_is_called_version_names_it() {
    let docs = |around: &str, inside: &str| {
        let html = format!(
            "<html lang=en><title>Tea</title><nav>{around}</nav><main><h1>Tea</h1>{inside}<p>{}</p>\
             </main><footer>Made with Leaf <span class=version>9.1.0</span></footer>",
            "Boil the water and wait for three minutes before you pour it. ".repeat(8)
        );
        let page = read_at("https://docs.example.com/tea", &html);
        DatesDeclared.judge(&Context::new(&page, false)).summary
    };
    let named = "<h2><a href=/>leaf</a><span class=version>1.94.0</span></h2>";
    assert!(docs(named, "").contains("names the version"));
    assert!(docs("<b class='badge version'>3.12</b>", "").contains("names the version"));
    for (around, inside) in [
        ("<h2><a href=/>leaf</a><span class=version>Versions</span></h2>", ""),
        ("<h2><a href=/>leaf</a><span class=number>1.94.0</span></h2>", ""),
        ("", "<p>Pots are there since <span class=version>1.2.0</span></p>"),
    ] {
        assert!(!docs(around, inside).contains("names the version"), "{around}{inside}");
    }
}

#[test]
fn the_button_behind_a_heading_is_no_part_of_the_page_s_name() {
    let html = format!(
        "<html lang=en><title>Tea in leaf - Leaf</title><main><h1>Type <span>Tea</span>\
         <button>Copy item path</button></h1><p>{FILLER}</main>"
    );
    let page = read_at("https://docs.example.com/tea", &html);
    let title = fix(&DatesDeclared, &page).title;
    assert!(title.contains("`Type Tea`"), "{title}");
}

#[test]
fn a_manual_tells_of_days_that_are_not_its_own() {
    let own = of_manual("Tea", "<p>Last updated on March 5, 2026</p>");
    assert!(own.summary.contains("isn't machine-readable"), "{}", own.summary);
    let history = "<p>The manual was written by the brewers of the town, and it was revised on March \
                   5, 2026, when the kettles of the town were all made of iron.</p>";
    let works = "<ul><li>Draft on Leaves, March 5, 2026</li><li>Draft on Pots</li></ul>";
    for begin in [history, works] {
        let finding = of_manual("Tea", begin);
        assert_ne!(finding.status, Status::Pass, "{begin}");
        assert!(!finding.summary.contains("machine-readable"), "{begin}: {}", finding.summary);
    }
    assert_eq!(of_manual("Tea", works).status, Status::Na);
    let built = "<p>This was generated using the leaf2html translator Version 2026.2 (Released March \
                 5, 2026)</p>";
    assert!(!of_manual("Tea", built).summary.contains("machine-readable"));
}

#[test]
fn a_line_or_a_title_names_the_version_of_a_manual() {
    let names =
        |title: &str, begin: &str| of_manual(title, begin).summary.contains("names the version");
    assert!(names("Pots - Tea 3.7.0-2 documentation", ""));
    assert!(names(
        "Pots",
        "<pre>*pots.txt*  For Tea version 9.0.  Last change: 2026 Feb 25\n\nPots</pre>"
    ));
    assert!(!names("Pots", "<p>New in version 9.0.</p>"));
    assert!(!names("Pots", "<p>Pots hold tea.</p>"));
}

#[test]
fn the_date_of_a_release_is_that_of_its_version() {
    let of = |label: &str| {
        let html = format!(
            "<html lang=en><head><title>Pots</title></head><div>Release: 2.0.48 | {label}: \
             March 2, 2026</div><main><h1>Pots</h1><p>{}</p></main>",
            FILLER.repeat(20)
        );
        let mut page = read_at("https://a.example/en/latest/pots", &html);
        page.document.kind.kind = PageKind::Docs;
        judge(&page).status
    };
    assert_eq!(of("Release Date"), Status::Na);
    assert_eq!(of("Released under a license of 2026, 17 pages. Updated"), Status::Warn);
    assert_eq!(of("Updated"), Status::Warn);
}

#[test]
fn the_day_on_which_a_manual_was_built_is_none_of_the_page() {
    let of = |folder: &str, owner: &str| {
        let html = format!(
            "<html lang=en><head><title>Pots</title></head><main><h1>Pots</h1><p>{}</p></main>\
             <footer><p>{owner}</p><p>Last updated on Mar 5, 2026.</p></footer>",
            FILLER.repeat(20)
        );
        let mut page = read_at(&format!("https://a.example/{folder}/pots"), &html);
        page.document.kind.kind = PageKind::Docs;
        judge(&page).status
    };
    let owner = "© Copyright 2001, Tea Foundation.";
    assert_eq!(of("3.14", owner), Status::Na);
    assert_eq!(of("tea", owner), Status::Warn, "no version");
    assert_eq!(of("3.14", "Edit this page"), Status::Warn, "a day that somebody wrote");
}

#[test]
fn a_tool_that_names_itself_below_says_when_it_ran() {
    let of = |foot: &str| {
        let html = format!(
            "<html lang=en><title>Tea</title><main><h1>Tea</h1><p>{}</p></main><footer>{foot}</footer>",
            FILLER.repeat(8)
        );
        let page = read_at("https://docs.example.com/tea", &html);
        let context = Context::new(&page, false);
        (shown_to(&context), fix(&DatesDeclared, &page).snippet.is_some())
    };
    let updated = "<p>Last updated on Mar 08, 2026 (06:37 UTC).</p>";
    let tool = "<p>Created using Leafgen 8.2.3.</p>";
    assert_eq!(of(&format!("{updated}<p>Found a bug?</p>{tool}")), (None, false));
    assert!(of(updated).0.is_some(), "no tool names itself");
    let day = "<p>Last updated on Mar 08, 2026.</p>";
    assert!(
        of(&format!("{day}{tool}")).0.is_some(),
        "a tool may have read when the text was changed"
    );
}

fn shown_to(context: &Context<'_>) -> Option<chrono::NaiveDate> {
    crate::catalogue::provenance::trusted_dates::shown(context).newest()
}
