//! Pages that may be short.

use super::*;

#[test]
fn a_part_of_a_document_is_not_called_short() {
    let mut page = read(&article("Tea", &text(20)));
    page.truncated = true;
    let finding = judge(&ContentDepth, &page);
    assert_eq!((finding.status, finding.unsure), (Status::Na, true));
}

#[test]
fn entries_of_a_reference_and_pointers_are_left_alone() {
    let docs = |title: &str, body: &str| {
        let html =
            format!("<html lang=en><title>{title}</title><main><h1>{title}</h1>{body}</main>");
        judge(&ContentDepth, &read_at("https://docs.example.com/manual/brew.html", &html)).status
    };
    let line = "<p>brew - pours water on leaves and waits until it is tea</p>";
    let row = "<tr><td>leaf<td>What is put into the pot</tr>";
    let table = format!("<table><tr><th>Name<th>Meaning</tr>{}</table>", row.repeat(4));
    let column = table.replace("<th>Meaning", "").replace("<td>What", " What");
    let code = "<pre>int brew(leaves *leaves);</pre><p>Pours water on the leaves and waits until it is tea.</p>";
    let few = format!(
        "<p>The catalog of leaves has one row for each leaf that was put into the pot.</p>\
         <table><thead><tr><th>Name<tbody><tr><td>{}</table>",
        "What the leaf is called in the book of all leaves"
    );
    let moved = "<p>The leaves that stood on this shelf until last year, with all that was said \
        of them, have another place now. Nothing else was changed. How they are picked, dried \
        and rolled is told there as before, and so is everything on the water that is poured on \
        them in the pot. See <a href=pot.html>the pot</a>.</p>";
    let pointer = "<p>This is the old name of <a href=pour.html>pour</a>. Read about it there.</p>";
    for (title, body) in [
        ("brew(1)", line),
        ("brew", code),
        ("Leaves", &table),
        ("Leaves", &column),
        ("Leaves", &few),
        ("Leaves moved to another pot", moved),
        ("brew", pointer),
    ] {
        assert_eq!(docs(title, body), Status::Na, "{body}");
    }
    for (title, body) in [
        ("pour(1)", line),
        ("brew", "<p>Pours water on leaves and waits until it is tea, then pours it out.</p>"),
        ("brew", "<p>Ask <a href=https://example.org/>somebody else</a> what it does and why.</p>"),
    ] {
        assert_eq!(docs(title, body), Status::Fail, "{body}");
    }
}

#[test]
fn a_page_in_the_sequence_of_a_manual_may_be_short() {
    let of = |url: &str, head: &str, menu: &str| {
        let html = format!(
            "<html lang=en><title>Tea</title>{head}<div class=nav>{menu}</div><main><h1>Tea</h1>{}\
             </main>",
            text(30)
        );
        judge(&ContentDepth, &read_at(url, &html)).status
    };
    let docs = "https://docs.example.com/manual/tea.html";
    let menu = "<a href=a.html>« Prev</a> <a href=b.html>Next »</a>";
    assert_eq!(of(docs, "<link rel=next href=b.html>", ""), Status::Na);
    assert_eq!(of(docs, "", menu), Status::Na);
    assert_eq!(
        of(docs, "", "<a href=a.html rel=prev>←</a><a href=b.html rel=next>→</a>"),
        Status::Na
    );
    assert_eq!(of(docs, "", "<a href=b.html>Next</a>"), Status::Fail, "not of several");
    assert_eq!(of(docs, "", ""), Status::Fail);
    // The pages of a list of goods follow each other, too.
    assert_ne!(
        of("https://www.example.com/category/tea", "<link rel=next href=b>", menu),
        Status::Na
    );
    // Blogs lead from each post to the next one, too.
    assert_ne!(of("https://www.example.com/blog/tea", "<link rel=next href=b>", menu), Status::Na);
}

#[test]
fn a_chapter_that_introduces_its_pages_is_long_enough() {
    let chapter = |links: usize, words: usize| {
        let link = |at| format!("<li><a href={at}.html>How to pour leaves of kind {at}</a>");
        let links: String = (0..links).map(link).collect();
        let body = format!("<main><h1>Pouring</h1>{}<ul>{links}</ul></main>", text(words));
        let html = format!("<html lang=en><title>Pouring</title>{body}");
        let page = read_at("https://docs.example.com/manual/pouring.html", &html);
        judge(&ContentDepth, &page).status
    };
    assert_eq!(chapter(6, 50), Status::Na);
    assert_ne!(chapter(3, 50), Status::Na, "too few pages for a chapter");
    assert_eq!(chapter(4, 80), Status::Na);
    assert_ne!(chapter(4, 130), Status::Na, "mostly a text of its own");
}

#[test]
fn the_contents_of_a_chapter_are_long_enough() {
    let entries: String = (0..5).map(|at| format!("<li><a href={at}.html>Leaf {at}</a>")).collect();
    let html = format!("<html lang=en><title>Leaves</title><h1>Leaves</h1><ul>{entries}</ul>");
    let page = read_at("https://docs.example.com/manual/leaves.html", &html);
    assert_eq!(judge(&ContentDepth, &page).status, Status::Na);
}

#[test]
fn a_page_that_sends_visitors_on_is_not_judged() {
    let of = |refresh: &str| {
        let html = format!(
            "<title>Tea</title><meta http-equiv=refresh content='{refresh}'><p>Go to \
             <a href=tea.html>the tea</a>."
        );
        let page = read_at("https://docs.example.com/old.html", &html);
        crate::applicability::exemption("content-depth", Context::new(&page, false).subject)
    };
    assert!(of("0; url=tea.html").is_some());
    for refresh in ["30; url=tea.html", "0", "0; url=old.html"] {
        assert_eq!(of(refresh), None, "{refresh}");
    }
}

#[test]
fn a_page_that_says_it_is_retired_need_not_grow() {
    let of = |note: &str| {
        let body = format!("<h1>Tea</h1><p>{note}</p>{}", text(60));
        status(&ContentDepth, &article("Tea", &body))
    };
    assert_eq!(of("Note: this page is retired, and kept for those who link to it."), Status::Na);
    assert_eq!(of("The kettle is retired, and kept for those who like it."), Status::Fail);
    let below = format!("<h1>Tea</h1>{}<p>This page is retired.</p>", paragraphs(5, 20));
    assert_eq!(
        status(&ContentDepth, &article("Tea", &below)),
        Status::Fail,
        "not at its beginning"
    );
}

#[test]
fn a_note_may_be_merged_or_excluded() {
    let stub = |body: &str| {
        let html = format!("<html lang=en><title>Scripts needed</title><body>{body}");
        let page = read_at("https://www.example.com/notes/scripts", &html);
        assert_eq!(judge(&ContentDepth, &page).status, Status::Fail, "{body}");
        fix(&ContentDepth, &page).0
    };
    let note = "<p><b>Note:</b> The links on the page of teas only work in a browser that runs \
                scripts.</p><p><small>This page was last modified on 2013-08-29</small></p>";
    let fix = stub(note);
    assert!(
        fix.title.starts_with("Merge, exclude or expand `Scripts needed`: it has "),
        "{}",
        fix.title
    );
    assert!(
        fix.steps[0].contains("redirect") && fix.steps[1].contains("noindex"),
        "{:?}",
        fix.steps
    );
    assert!(fix.steps[2].contains("expand it to 120 words"), "{:?}", fix.steps);
    let app = stub(&format!("<div id=root></div><script type=module src=/a.js></script>{note}"));
    assert!(app.title.starts_with("Render the text on the server"), "{}", app.title);
    let longer =
        stub("<p>Water boils. Tea does not. Pots are warm. Cups are cold. Leaves are green.</p>");
    assert!(longer.title.starts_with("Expand"), "{}", longer.title);
}

#[test]
fn nodes_of_a_manual_need_no_text() {
    let of = |path: &str, head: &str, body: &str| {
        let html = format!("<title>Brewing</title>{head}{body}");
        let page = read_at(&format!("https://docs.example.com/manual/{path}"), &html);
        judge(&ContentDepth, &page).status
    };
    let next = "<link rel=prev href=leaves.html><link rel=next href=cups.html>";
    let node = "<body><h2>9 Brewing</h2><ul><li><a href=green.html>Green Tea</a><li>\
                <a href=black.html>Black Tea</a></ul>";
    assert_eq!(of("brewing.html", "", node), Status::Na, "a chapter");
    let under = |at: &str, head: &str, body: &str| {
        let html = format!("<title>Brewing</title>{head}{body}");
        judge(&ContentDepth, &read_at(&format!("https://www.example.com/{at}"), &html)).status
    };
    assert_eq!(under("v7/brewing.html", next, node), Status::Na, "a chapter, by its neighbors");
    let away = node.replace("href=", "href=https://www.example.org/");
    assert_eq!(of("brewing.html", "", &away), Status::Fail, "links to another site");
    let said = node.replace("<ul>", "<p>Tea.<ul>");
    assert_eq!(of("brewing.html", "", &said), Status::Fail, "a text that is short");
}

#[test]
fn the_entry_of_a_command_is_named_by_its_heading() {
    let of = |heading: &str, section: &str| {
        let html = format!(
            "<title>{heading}</title><main><h1>{heading}</h1><p>It is used by the kettle to warm \
             the cup, and by nobody else.</p><h2>{section}</h2><p><b>brew</b> [ -c cup ] leaves</p>\
             </main>"
        );
        let page = read_at("https://docs.example.com/manual/programs/brew.html", &html);
        judge(&ContentDepth, &page).status
    };
    assert_eq!(of("brew - Pour water on leaves", "Synopsis"), Status::Na);
    assert_eq!(of("brew - Pour water on leaves", "Options"), Status::Na);
    assert_eq!(of("brew - Pour water on leaves", "History"), Status::Fail);
    assert_eq!(of("Brewing for guests who wait", "Options"), Status::Fail);
}

#[test]
fn only_the_length_of_a_part_to_be_included_is_judged() {
    use crate::applicability::{Subject, exemption};
    let of = |title: &str, main: &str| {
        let html = format!(
            "<html lang=en><title>{title}</title><body><div role=main>{main}</div><div class=footer>\
             This page is licensed under the license of tea. See it for more of what you may do.</div>"
        );
        let page = read_at("https://docs.example.com/includes/part.html", &html);
        let subject = Subject::of(&page);
        if subject.is_fragment {
            assert_eq!(judge(&ContentDepth, &page).status, Status::Fail);
            let title = fix(&ContentDepth, &page).0.title;
            assert!(title.starts_with("Leave the page out of the build: it has "), "{title}");
        }
        let asked = ["title-h1-match", "page-metadata", "main-content", "content-depth"];
        asked.map(|check| exemption(check, subject).is_some())
    };
    let part = "<p>This kind of tea is not for sale in the countries of the north. See \
                <a href=/list.html>the list of all its kinds</a> for more.</p>";
    for title in ["&lt;no title&gt; - Tea documentation", "", "Untitled"] {
        assert_eq!(of(title, part), [true, true, true, false], "{title}");
    }
    assert_eq!(of("Green tea", part), [false; 4], "it has a title");
    assert_eq!(of("", &format!("<h1>Tea</h1>{part}")), [false; 4], "it has a heading");
}

#[test]
fn an_index_of_letters_and_links_needs_no_text() {
    let of = |more: &str| {
        let html = format!(
            "<html lang=en><title>Index of pots</title><script src=/search.js></script><main><h1>\
             Index of pots</h1><p><a href=#p>P</a></p><p>P</p><table><tr><td><a href=pots.html#a>\
             pots</a></table>{more}</main>"
        );
        let page = read_at("https://docs.example.com/manual/index-pots.html", &html);
        let context = crate::check::Context::new(&page, false);
        let raw = crate::catalogue::extraction::raw_html_content::RawHtmlContent.judge(&context);
        (ContentDepth.judge(&context).status, raw.status)
    };
    assert_eq!(of(""), (Status::Na, Status::Pass));
    assert_ne!(of("<p>Pots are here.</p>").0, Status::Na);
}

/// An article of so many words, with what stands before and behind its content.
fn short(words: usize, before: &str, behind: &str) -> Page {
    read(&format!(
        "<html lang=en><title>Tea</title><body>{before}<main><h1>Tea</h1>{}</main>{behind}",
        text(words)
    ))
}

/// The title of the fix for a page that the check doesn't let pass.
fn title_of_fix(page: &Page) -> String {
    let status = judge(&ContentDepth, page).status;
    assert!(matches!(status, Status::Warn | Status::Fail), "{status:?}");
    fix(&ContentDepth, page).0.title
}

#[test]
fn text_that_scripts_bring_is_not_to_be_written() {
    use crate::catalogue::extraction::raw_html_content::RawHtmlContent;
    let raw = |page: &Page| judge(&RawHtmlContent, page).status;
    let module = "<script type=module src=/js/menu.js></script>";
    let menu = "<nav>Pots, cups and kettles of all kinds for you. </nav>".repeat(20);
    let mount = "<div id=root></div>";
    let next = "<script id=__NEXT_DATA__ type=application/json>{}</script>";
    for (words, before, behind) in
        [(30, mount, module), (60, mount, module), (30, "", module), (30, mount, "")]
    {
        let page = short(words, before, behind);
        assert_ne!(raw(&page), Status::Pass, "{words}, {before}, {behind}");
        let title = title_of_fix(&page);
        assert!(title.starts_with("Render the text on the server"), "{title}");
    }
    // The text is in the HTML: a framework or a script alone brings none.
    for (words, before, behind) in [(45, "", next), (30, menu.as_str(), module)] {
        let page = short(words, before, behind);
        assert_eq!(raw(&page), Status::Pass, "{words}, {before}, {behind}");
        let title = title_of_fix(&page);
        assert!(title.starts_with("Expand") || title.starts_with("Merge"), "{title}");
    }
}

#[test]
fn hidden_menus_and_dialogs_are_no_text_that_is_missing() {
    let hidden = |around: &str| {
        let text = paragraphs(10, 20);
        short(40, "", &format!("<div {around}><div style='display:none'>{text}</div></div>"))
    };
    let own = hidden("class=story");
    assert_eq!(judge(&ContentDepth, &own).status, Status::Warn, "the text is sent");
    for around in ["class=cookie-consent", "id=cookie-banner", "role=dialog", "class=mega-menu"] {
        let page = hidden(around);
        assert_eq!(judge(&ContentDepth, &page).status, Status::Fail, "{around}");
        let title = title_of_fix(&page);
        assert!(title.starts_with("Expand") || title.starts_with("Merge"), "{around}: {title}");
    }
    let body = |class: &str, form: &str| {
        let text = paragraphs(10, 20);
        let html = format!(
            "<html lang=en><title>Tea</title><body class={class}>{form}<main><h1>Tea</h1>{}<div \
             style='display:none'>{text}</div></main>",
            super::text(40)
        );
        judge(&ContentDepth, &read(&html)).status
    };
    assert_eq!(body("has-menu", "<form id=page>"), Status::Warn, "all of the page");
    let wrapped = |wrapper: &str| {
        let text = paragraphs(10, 20);
        let html = format!(
            "<html lang=en><title>Tea</title><body><div {wrapper}><main><h1>Tea</h1>{}<div \
             style='display:none'>{text}</div></main></div>",
            super::text(40)
        );
        judge(&ContentDepth, &read(&html)).status
    };
    for wrapper in ["class='drawer lg:drawer-open'", "id=site class=has-menu-left"] {
        assert_eq!(wrapped(wrapper), Status::Warn, "{wrapper}: all of the page");
    }
}

#[test]
fn an_index_whose_headings_are_its_links_is_long_enough() {
    let of = |href: &str| {
        let row = |at: usize| {
            format!(
                "<h2><a href={href}{at}.html>How to pour the leaves of tea {at}</a></h2><p>{}</p>",
                text(15)
            )
        };
        let rows: String = (0..5).map(row).collect();
        let html = format!("<html lang=en><title>Leaves</title><h1>Leaves</h1>{rows}");
        let page = read_at("https://docs.example.com/manual/leaves.html", &html);
        judge(&ContentDepth, &page).status
    };
    assert_eq!(of("leaf-"), Status::Na);
    assert_ne!(of("leaves.html#leaf-"), Status::Na, "links to itself");
}

#[test]
fn nobody_is_asked_to_write_more_into_a_discussion() {
    let html = format!(
        "<title>Cups crack</title><main><h1>Cups crack</h1><p>{}</p></main>",
        "word ".repeat(40)
    );
    let page =
        crate::catalogue::test_html::read_at("https://www.example.com/threads/cups.12/", &html);
    let fix = crate::catalogue::test_html::fix(&ContentDepth, &page);
    assert!(fix.title.starts_with("Serve all replies of `Cups crack`"), "{}", fix.title);
    assert!(!fix.steps.concat().contains("what it costs"), "{:?}", fix.steps);
}

#[test]
fn a_legal_text_is_as_long_as_its_subject_needs() {
    let page = |path: &str, heading: &str, words: usize| {
        let html = format!(
            "<html lang=en><title>{heading}</title><main><h1>{heading}</h1>{}</main>",
            text(words)
        );
        read_at(&format!("https://tea.example/{path}"), &html)
    };
    let of = |heading: &str, words| judge(&ContentDepth, &page("tea.html", heading, words)).status;
    assert_eq!(of("Tealeaf Privacy Policy", 50), Status::Na);
    assert_ne!(of("Tealeaf Privacy Policy", 15), Status::Na, "next to nothing");
    assert_ne!(of("Tealeaf Brewing", 50), Status::Na);
    assert_ne!(of("What is a privacy policy?", 50), Status::Na);
    let steps = |path: &str| fix(&ContentDepth, &page(path, "Tealeaf Leaves", 50)).1;
    assert!(steps("privacy.html").contains("whom it applies to"), "{}", steps("privacy.html"));
    assert!(!steps("tea.html").contains("whom it applies to"));
}

#[test]
fn a_form_is_not_to_be_filled_up_with_text() {
    let html = "<html lang=en><title>Log in</title><main><h1>Log in</h1><form><p>Your name and your \
                password, please.</p><input type=password></form></main>";
    let of = |path: &str| {
        fix(&ContentDepth, &read_at(&format!("https://www.example.com/{path}"), html)).0
    };
    assert!(of("login").is_conditional && of("login").title.starts_with("Explain what `Log in`"));
    assert!(!of("pots").title.starts_with("Say on"), "{}", of("pots").title);
}
