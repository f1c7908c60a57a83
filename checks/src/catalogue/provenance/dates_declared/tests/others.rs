//! Dates that are not those of the page.

use super::*;

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
fn the_time_in_a_copyright_line_is_none_of_the_page() {
    let of = |before: &str| {
        let html = format!(
            "<html lang=en><head><title>Tea</title></head><main><p>Boil it.</p><div>{before}<br>\
             Updated: <time datetime=2026-02-05>5 February 2026</time></div></main>"
        );
        crate::page::dates::Dates::of(&read(&html)).modified().is_some()
    };
    assert!(!of("Copyright © 2026, Leaf"));
    assert!(of("By Jane Doe"));
}

#[test]
fn a_date_of_whatever_happened_may_be_that_of_the_last_change() {
    let declared = |date: &str| {
        let metas = format!(
            "<meta name=DC.date content=2026-02-05T{date}Z><meta property=og:updated_time \
             content=2026-02-05T12:30:00-05:00>"
        );
        let html = format!("<html lang=en><head><title>Tea</title>{metas}</head><p>Boil it.");
        crate::page::dates::Dates::of(&read(&html)).published().is_some()
    };
    assert!(!declared("12:30:00"), "one instant under two names");
    assert!(declared("09:15:00"));
}

#[test]
fn an_abbreviation_for_an_instant_is_read_as_a_time_element() {
    let line = |class: &str| {
        format!("<abbr class='{class}' title='2024-03-05T10:30:00-05:00'>Mar 5, 2024, 10:30</abbr>")
    };
    for class in ["published updated", "updated", ""] {
        assert_eq!(status("", &line(class)), Status::Pass, "{class}");
    }
    assert_eq!(status("", "<abbr title='March of 2024'>Mar 5, 2024</abbr>"), Status::Warn);
    // Both vocabularies at once: the text is no more than the time of day.
    let both = |title: &str| {
        let post = format!(
            "<h2>Tuesday, March 5, 2024</h2><div itemscope itemtype=https://schema.org/BlogPosting>\
             <b itemprop=name>Tea</b><abbr itemprop=datePublished title='{title}'>12:06 PM</abbr></div>"
        );
        status("", &post)
    };
    assert_eq!(both("2024-03-05T12:06:00-08:00"), Status::Pass);
    assert_eq!(both("five past noon"), Status::Warn);
}

#[test]
fn the_day_that_readers_see_comes_before_that_of_a_vendor() {
    let published = |vendor: &str| {
        let head = format!("<meta name=sailthru.date content='{vendor}'>");
        let line = "<time pubdate datetime='2024-03-05 20:08:00-0400'>March 5, 2024</time>";
        let page = page("en", &head, line);
        let context = Context::new(&page, false);
        context.dates.published().map(|one| one.written[..10].to_owned())
    };
    assert_eq!(published("2024-03-06").as_deref(), Some("2024-03-05"));
    assert_eq!(published("2024-03-09").as_deref(), Some("2024-03-09"), "that is another event");
}
