use super::versions::is_version_label;
use super::*;
use crate::catalogue::test_html::{block, fix, read, read_at, with_lastmods};
use crate::catalogue::test_page::finding_of;
use crate::page::Page;
use crate::report::Status;
use crate::versions::is_version;

const FILLER: &str = "Boil the water and wait for three minutes before you pour it. ";

fn page(lang: &str, head: &str, line: &str) -> Page {
    // English prose would outweigh what other pages declare.
    let filler = FILLER.repeat(if lang == "en" { 20 } else { 0 });
    read(&format!(
        "<html lang={lang}><head><title>Tea</title>{head}</head><main><h1>Tea</h1><p>{line}</p>\
         <p>{filler}</p></main>"
    ))
}

fn article(properties: &str) -> String {
    block(&format!(r#"{{"@context": "https://schema.org", "@type": "Article", {properties}}}"#))
}

fn judge(page: &Page) -> Finding {
    DatesDeclared.judge(&Context::new(page, false))
}

fn status(head: &str, line: &str) -> Status {
    judge(&page("en", head, line)).status
}

#[test]
fn a_declared_date_that_readers_see_passes() {
    let march = article(r#""datePublished": "2026-03-05T10:00:00+01:00""#);
    for (lang, line) in [
        ("en", "By Jane, March 5, 2026"),
        ("en", "03/05/2026"),
        ("en", "March 6, 2026"),
        ("de", "5. März 2026"),
        ("fr", "le 5 mars 2026"),
        ("ja", "2026年3月5日"),
        ("zh", "2026-03-05"),
        ("ko", "2026년 3월 5일"),
        ("th", "5 มีนาคม 2569"),
        ("ar", "٥ مارس ٢٠٢٦"),
        ("ru", "5 марта 2026 г."),
        ("en", "<time datetime=2026-03-05>3 days ago</time>"),
    ] {
        assert_eq!(judge(&page(lang, &march, line)).status, Status::Pass, "{line}");
    }
    let meta = "<meta property=article:published_time content=2026-03-05>";
    assert_eq!(status(meta, "March 5, 2026"), Status::Pass);
    assert_eq!(status("", "<time datetime=2026-03-05>March 5</time>"), Status::Pass);
    let both = article(r#""datePublished": "2020-01-01", "dateModified": "2026-03-05""#);
    assert_eq!(status(&both, "Updated March 5, 2026"), Status::Pass);
    let foot = format!("{}<p>March 5, 2026", FILLER.repeat(300));
    assert_eq!(status(&march, &foot), Status::Pass, "where the text ends");
}

#[test]
fn half_of_it_warns() {
    let march = article(r#""datePublished": "2026-03-05""#);
    for (head, line, expected) in [
        (march.as_str(), "", UNSEEN),
        (&march, "March 9, 2026", UNSEEN),
        ("", "March 5, 2026", "machine-readable"),
        ("", "03/05/2026", "machine-readable"),
        (&article(r#""datePublished": "March 5""#), "", "ISO 8601"),
        (&article(r#""datePublished": "2026-03""#), "March 2026", "no day"),
        (&article(r#""datePublished": "2027-03-05""#), "March 5, 2027", "future"),
        (
            &article(r#""datePublished": "2026-03-05", "dateModified": "2026-03-01""#),
            "March 5, 2026",
            "before",
        ),
        (
            &format!("{march}<meta property=article:published_time content=2026-03-09>"),
            "March 5, 2026",
            "different",
        ),
    ] {
        let finding = judge(&page("en", head, line));
        assert_eq!(finding.status, Status::Warn, "{head} {line}");
        assert!(finding.summary.contains(expected), "{} / {expected}", finding.summary);
    }
}

#[test]
fn a_line_that_names_its_author_in_a_long_link_is_no_announcement() {
    let head = article(r#""datePublished": "2026-03-05""#);
    let of = |attributes: &str| {
        let line = format!(
            "by <a {attributes}>Jane Doe, Master of Leaves and Pots of All Kinds</a> | Mar 5, 2026"
        );
        let html = format!(
            "<html lang=en><head><title>Tea</title>{head}</head><header><h1>Tea</h1><p>{line}</p>\
             </header><main><p>{}</p></main>",
            FILLER.repeat(20)
        );
        judge(&read(&html)).status
    };
    assert_eq!(of("href=/jane rel=author"), Status::Pass);
    assert_eq!(of("href=/author/jane-doe/"), Status::Pass);
    assert_eq!(of("href=/leaves-and-pots"), Status::Warn);
}

#[test]
fn a_date_in_code_is_none_of_the_page() {
    let code = "<pre>last-modified: Wed, 13 Jun 2012 01:33:50 GMT</pre>";
    let docs = |line: &str| {
        let mut page = page("en", "", line);
        page.document.kind.kind = PageKind::Docs;
        judge(&page).summary
    };
    assert!(docs(code).starts_with("No date found."), "{}", docs(code));
    assert!(docs("Wed, 13 Jun 2012").contains("machine-readable"));
    let quoted = "<p>This shows the times in the format \"22:26, June 14, 2002\".</p>";
    assert!(docs(quoted).starts_with("No date found."), "{}", docs(quoted));
    let books =
        "<h2>References</h2><dl><dt>[Leaf]</dt><dd>A. Leaf, On Tea, June 14, 2002.</dd></dl>";
    assert!(docs(books).starts_with("No date found."), "{}", docs(books));
    let below = format!("{books}<h2>About</h2><p>June 14, 2002</p>");
    assert!(docs(&below).contains("doesn't say"), "{}", docs(&below));
}

#[test]
fn the_time_of_the_last_post_and_of_a_build_are_no_dates_of_the_page() {
    let names = |line: &str, foot: &str| {
        let html = format!(
            "<html lang=en><title>Tea</title><main><h1>Tea</h1>{line}<p>{}</p></main>{foot}",
            FILLER.repeat(40)
        );
        let page = read(&html);
        let dates = Context::new(&page, false).dates.candidates.clone();
        dates.iter().map(|one| (one.meaning, one.written.clone())).collect::<Vec<_>>()
    };
    let last =
        "<div>last post by <a href=/jane>jane</a> <time datetime=2026-03-05>5 Mar</time></div>";
    assert_eq!(names(last, ""), [(DateMeaning::Modified, "2026-03-05".to_owned())]);
    let stamp = "Updated: <time>2026-03-05T17:45:15Z</time>";
    assert_eq!(names("", &format!("<div>© 2026 Jane Doe<br>{stamp}</div>")), []);
    let owner = "Copyright © 2026, The Association of the Tea Houses";
    assert_eq!(names("", &format!("<div>{owner}<br>{stamp}</div>")), []);
    assert_eq!(names("", &format!("<div>{stamp}</div>")).len(), 1);
}

#[test]
fn zones_and_a_day_between_sources_are_no_contradiction() {
    let head = article(r#""datePublished": "2026-03-05T23:30:00-08:00""#)
        + "<meta property=article:published_time content=2026-03-06T07:30:00Z>";
    assert_eq!(status(&head, "March 5, 2026"), Status::Pass);
    let head = article(r#""datePublished": "2026-03-05", "dateModified": "2026-03-04""#);
    assert_eq!(status(&head, "March 5, 2026"), Status::Pass);
}

#[test]
fn none_fails() {
    assert_eq!(status("", ""), Status::Fail);
    assert_eq!(status("", "© 2026 Example"), Status::Fail);
    assert_eq!(status("", "In May we drink 3 cups."), Status::Fail);
    let others = "<section class=comments><div class=comment><time datetime=2026-03-05>x</time>";
    assert_eq!(status("", others), Status::Fail, "a comment's date");
    let event = article(r#""about": {"@type": "Event", "startDate": "2026-03-05"}"#);
    assert_eq!(status(&event, ""), Status::Fail, "an event's date");
}

#[test]
fn the_header_alone_is_no_date() {
    let mut page = page("en", "", "");
    let field = ("last-modified".to_owned(), "Sun, 01 Mar 2026 08:00:00 GMT".to_owned());
    page.exchanges[0].headers.push(field);
    assert_eq!(judge(&page).status, Status::Fail);
}

#[test]
fn the_sitemap_alone_warns() {
    let listed = |own| judge(&with_lastmods(page("en", "", ""), &["2020-01-01"], own)).status;
    assert_eq!((listed(Some("2026-03-05")), listed(None)), (Status::Warn, Status::Fail));
}

#[test]
fn the_day_of_the_sitemap_does_not_stand_in_for_the_one_that_readers_see() {
    let advice = |body: &str| {
        let page = with_lastmods(page("en", "", body), &["2020-01-01"], Some("2026-03-05"));
        fix(&DatesDeclared, &page)
    };
    let unsure = advice("<p>Posted 03/05/2026</p>");
    assert!(unsure.title.starts_with("Make the visible date of "), "{}", unsure.title);
    assert_eq!(unsure.snippet, None);
    assert!(advice("").title.contains("(2026-03-05)"));
}

#[test]
fn what_could_not_be_seen_does_not_fail() {
    let mut cut = page("en", "", "");
    cut.document.cut_short = true;
    assert!(judge(&cut).unsure);
    let page = page("ka", "", "");
    assert_eq!(judge(&page).status, Status::Warn);
}

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
fn fixes_hold_the_dates_of_the_page() {
    let none = fix(&DatesDeclared, &page("en", "", ""));
    assert!(none.title.contains("Add a visible publication date to `Tea`"), "{}", none.title);
    assert_eq!(none.snippet, None, "nothing of it would be the page's");
    let docs = crate::catalogue::test_html::read_at(
        "https://docs.example.com/tea",
        "<html lang=en><title>Tea</title><main><h1>Tea</h1><p>Boil the water.</p></main>",
    );
    let docs = fix(&DatesDeclared, &docs);
    assert!(docs.title.contains("Show when `Tea` was last updated"), "{}", docs.title);
    let shown = fix(&DatesDeclared, &page("en", "", "March 5, 2026"));
    assert_eq!(shown.key, "jsonld-valid", "the block that is missing holds it");
    assert!(shown.snippet.unwrap().contains("\"datePublished\": \"2026-03-05\""));
    let whole = r#""headline": "Tea", "author": {"name": "Jane Doe"}, "image": "/tea.png""#;
    let lacking = fix(&DatesDeclared, &page("en", &article(whole), "March 5, 2026"));
    assert_eq!(lacking.key, "schema-type-complete", "so do the properties that are missing");
    assert_eq!(lacking.snippet.as_deref(), Some("\"datePublished\": \"2026-03-05\""));
    let march = article(r#""datePublished": "2026-03-05T10:00:00Z""#);
    let unseen = fix(&DatesDeclared, &page("en", &march, ""));
    assert_eq!(unseen.snippet.unwrap(), "<time datetime=\"2026-03-05\">2026-03-05</time>");
    let head = article(r#""datePublished": "2026-03-05", "dateModified": "2026-03-01""#);
    let order = fix(&DatesDeclared, &page("en", &head, "March 5, 2026"));
    assert!(order.title.contains("2026-03-05"), "{}", order.title);
    assert!(order.steps.iter().any(|step| step.contains("`2026-03-01`")), "{:?}", order.steps);
    assert_eq!(order.snippet, None, "which of them is true is not known");
}

#[test]
fn a_date_is_seen_where_it_touches_other_words() {
    let march = article(r#""datePublished": "2026-03-05""#);
    let line = "<a href=/tea>Editorial</a><span>March 5, 2026</span>";
    assert_eq!(status(&march, line), Status::Pass);
}

#[test]
fn elements_of_scripts_and_names_with_letters_before_them_declare_dates() {
    let local = "Last updated on <local-time datetime=2026-03-05>2026-03-05</local-time>";
    assert_eq!(status("", local), Status::Pass);
    let meta = "<meta name=w-published-date content=2026-03-05T06:03:43.274Z>";
    assert_eq!(status(meta, "March 5, 2026"), Status::Pass);
    assert_eq!(status(meta, "Tea"), Status::Warn);
}

#[test]
fn versions_are_told_from_numbers_of_sections() {
    for label in ["v18.2.0", "5.4.2", "Version 3.12", "version: 18", "2026-02-25.clover", "v2"] {
        assert!(is_version_label(label), "{label}");
    }
    for label in ["", "3.12", "1.1.", "Tea 3.1.2", "2026-02-25", "Versions", "Release notes", "v"] {
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
fn the_day_of_a_sites_news_does_not_show_that_of_the_page() {
    let page = |line: &str| {
        let html = format!(
            "<html lang=en><title>Tea</title><meta property=article:published_time \
             content=2026-02-26><body>{line}<main><h1>Tea</h1><p>{}</p></main>",
            "Boil the water and wait for three minutes before you pour it. ".repeat(20)
        );
        let page = read_at("https://example.com/blog/tea", &html);
        DatesDeclared.judge(&Context::new(&page, false)).status
    };
    let news = "<div>February 26, 2026: <a href=/news>Tea 18.3, 17.9 and 16.13 released</a></div>";
    assert_eq!(page(news), Status::Warn);
    assert_eq!(page("<div>February 26, 2026</div>"), Status::Pass);
    assert_eq!(page("<div>February 26, 2026 in <a href=/tea>Tea</a></div>"), Status::Pass);
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
fn an_unknown_language_is_not_one_without_known_months() {
    let of = |lang: &str| {
        let head = article(r#""headline": "Tea""#);
        let html = format!("<html lang='{lang}'><title>Tea</title>{head}<h1>Tea</h1><p>茶 1 2");
        judge(&read(&html))
    };
    let unknown = of("");
    assert_eq!(unknown.status, Status::Warn);
    assert!(unknown.summary.contains("language isn't known"), "{}", unknown.summary);
    assert!(of("gl-x-none").summary.starts_with("No "), "{}", of("gl-x-none").summary);
}

#[test]
fn the_day_of_a_build_is_no_date_of_the_page() {
    for line in [
        "Generated on March 5, 2026",
        "Generated on <time datetime=2026-03-05>March 5, 2026</time>",
        "Last built: <time datetime=2026-03-05>March 5, 2026</time>",
    ] {
        let finding = judge(&page("en", &article(r#""headline": "Tea""#), line));
        assert!(finding.summary.starts_with("No date found"), "{line}: {}", finding.summary);
    }
    let updated = "Last updated: <time datetime=2026-03-05>March 5, 2026</time>";
    assert_eq!(status("", updated), Status::Pass);
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
fn a_standard_name_with_a_date_that_machines_cannot_read_warns() {
    let published = "<meta property=article:published_time content='Mar 5th 2026'>";
    let own = "<meta name=date-pub content=2026-03-05>";
    assert_eq!(status(own, "March 5, 2026"), Status::Pass);
    let page = page("en", &format!("{published}{own}"), "March 5, 2026");
    let finding = judge(&page);
    assert_eq!((finding.status, finding.value), (Status::Warn, Some(OTHER_NAME_WORTH)));
    assert!(
        finding.summary.contains("`article:published_time` isn't in ISO 8601"),
        "{}",
        finding.summary
    );
    let steps = fix(&DatesDeclared, &page).steps;
    assert!(steps[0].contains("`2026-03-05`") && steps[0].contains("`Mar 5th 2026`"), "{steps:?}");
    let twice = format!("{published}{}", article(r#""datePublished": "2026-03-05""#));
    assert_eq!(status(&twice, "March 5, 2026"), Status::Pass, "the JSON-LD declares the same");
}

#[test]
fn json_ld_where_no_parser_looks_is_named_with_its_dates() {
    let meta = "<meta name='script:ld+json' content='{\"@context\": \"https://schema.org\", \
                \"@type\": \"Article\", \"datePublished\": \"2026-03-05\"}'>";
    let page = page("en", meta, "");
    let finding = judge(&page);
    assert_eq!(finding.status, Status::Fail);
    assert!(finding.summary.contains("in a `meta` element"), "{}", finding.summary);
    let steps = fix(&DatesDeclared, &page).steps;
    assert!(steps.iter().any(|step| step.contains("Move the JSON-LD")), "{steps:?}");
}

#[test]
fn a_file_saved_without_scripts_may_have_lost_its_dates() {
    use crate::page::snapshot::Source;
    let rows = "<div class=row data-index=1></div>".repeat(1_000);
    let mut page = page("en", "", &rows);
    assert_eq!(judge(&page).status, Status::Fail);
    page.source = Source::File;
    let finding = judge(&page);
    assert_eq!(finding.status, Status::Warn);
    assert!(finding.summary.contains("no `script` elements"), "{}", finding.summary);
}

#[test]
fn a_day_of_an_update_alone_is_not_asked_for_as_publication() {
    let steps = |line: &str| {
        let mut page = page("en", "", line);
        page.document.kind.kind = PageKind::Docs;
        fix(&DatesDeclared, &page).steps
    };
    let updated = steps("Last updated: March 5, 2026");
    let is_of = |steps: &[String], name: &str| {
        steps.iter().any(|step| step.contains(&format!("the same date as `{name}`")))
    };
    assert!(is_of(&updated, "dateModified"), "{updated:?}");
    assert!(!updated.iter().any(|step| step.contains("datePublished")), "{updated:?}");
    assert!(!updated.iter().any(|step| step.contains("YYYY-MM-DD")), "{updated:?}");
    let published = steps("By Jane, March 5, 2026");
    assert!(is_of(&published, "datePublished"), "{published:?}");
    let undated = steps("");
    assert!(is_of(&undated, "dateModified"), "a manual: {undated:?}");
    assert!(undated.iter().any(|step| step.contains("YYYY-MM-DD")), "{undated:?}");
}

#[test]
fn legal_texts_are_not_asked_for_dates() {
    use crate::applicability::exemption;
    let of = |address: &str, title: &str, text: &str| {
        let html = format!("<title>{title}</title><main><h1>{title}</h1><p>{text}</p></main>");
        let page = read_at(address, &html);
        let subject = Context::new(&page, false).subject;
        ["dates-declared", "freshness", "prose-readability"]
            .map(|check| exemption(check, subject).is_some_and(|why| why.starts_with("Legal")))
    };
    let law = "Permission is hereby granted to use the kettle. In no event shall the makers be \
               liable for spilt tea. The kettle comes without any warranties.";
    let page = "https://example.com/kettle";
    assert_eq!(of(page, "Legal Notice", law), [true; 3]);
    assert_eq!(of(page, "Copyright Release for Kettles", law), [true; 3]);
    assert_eq!(of("https://example.com/license.html", "The kettle", law), [true; 3]);
    let prose = "Boil water. Pour it on the leaves, and wait for two minutes.";
    assert_eq!(of(page, "Legal Notice", prose), [false; 3]);
    assert_eq!(of(page, "The kettle", law), [false; 3]);
    assert_eq!(of(page, "What is a license of a kettle?", law), [false; 3]);
}

#[test]
fn a_legal_text_may_be_named_by_its_first_heading() {
    use crate::applicability::exemption;
    let law = "Permission is hereby granted to use the kettle. In no event shall the makers be \
               liable for spilt tea. The kettle comes without any warranties.";
    let of = |heading: &str| {
        let html = format!(
            "<title>Copying</title><main>{heading}<p>Version 3, 29 June 2007</p><h3>Terms</h3>\
             <p>{law}</p></main>"
        );
        let page = read_at("https://docs.example.com/manual/copying.html", &html);
        let subject = Context::new(&page, false).subject;
        ["dates-declared", "prose-readability", "heading-outline", "section-length"]
            .map(|check| exemption(check, subject).is_some_and(|why| why.starts_with("Legal")))
    };
    assert_eq!(of("<h2>Appendix G KETTLE PUBLIC LICENSE</h2>"), [true; 4]);
    assert_eq!(of("<h1>Kettle Public License</h1>"), [true; 4]);
    assert_eq!(of("<h1>Kettles</h1><h2>License</h2>"), [false; 4], "a part of another text");
}

#[test]
fn a_date_that_readers_do_not_see_is_to_be_shown_also_where_the_kind_is_unsure() {
    let page = page("en", &article(r#""datePublished": "2026-03-05""#), "");
    let context = Context::new(&page, false);
    let finding = finding_of(&DatesDeclared, &context);
    let summary = format!("{} This is uncertain: the page may not be an article.", finding.summary);
    let fix = DatesDeclared.fix(&context, &CheckResult { summary, ..finding });
    assert!(!fix.steps.concat().contains("Replace it"), "{:?}", fix.steps);
    assert!(fix.title.contains("2026-03-05"), "{}", fix.title);
}

/// What is said of a page of a manual with that beginning.
fn of_manual(title: &str, begin: &str) -> crate::check::Finding {
    let html = format!(
        "<html lang=en><title>{title}</title><main><h1>{title}</h1>{begin}<p>{}</p></main>",
        "Boil the water and wait for three minutes before you pour it. ".repeat(8)
    );
    let page = read_at("https://docs.example.com/tea", &html);
    DatesDeclared.judge(&Context::new(&page, false))
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
fn the_dates_of_release_notes_are_those_of_the_releases() {
    let entry = |version: &str| format!("<h2>{version}</h2><p>Released: March 5, 2026</p>");
    let entries: String = ["Version 2.1", "Version 2.0", "Version 1.9"].map(entry).concat();
    let finding = of_manual("Changes", &entries);
    assert_eq!(finding.status, Status::Na, "{}", finding.summary);
    assert!(finding.summary.contains("release notes"), "{}", finding.summary);
    assert_eq!(of_manual("Changelog", "<p>Released: March 5, 2026</p>").status, Status::Na);
    assert_eq!(of_manual("Pots", "<p>Released: March 5, 2026</p>").status, Status::Warn);
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
