//! Pages that reach a limit of what is read: no score for a text that was not seen.

use citable_checks::evaluate::evaluate;
use citable_checks::report::{Doubt, Report, Status};
use citable_checks::weights::EMPTY_CONTENT_CAP;

use crate::support::{read_page, snapshot};

const ADDRESS: &str = "https://www.example.com/guide/tea";

/// What reaches each of the limits, with the text that follows.
fn tails(text: &str) -> [(&'static str, String); 4] {
    let attributes: String = (0..1_001).map(|number| format!(" a{number}=\"\"")).collect();
    [
        ("depth", format!("{}{text}", "<div>".repeat(600))),
        ("nodes", format!("{}{text}", "<i></i>".repeat(210_000))),
        ("attributes", format!("<div{attributes}>{text}</div>")),
        ("steps", format!("{}{}{text}", "<div>".repeat(450), "<hr>".repeat(80_000))),
    ]
}

/// So many words of prose, in sections.
fn words(count: usize) -> String {
    let mut text = String::new();
    for section in 0..count.div_ceil(100) {
        text.push_str(&format!("<h2>Part {section} of the guide</h2><p>"));
        for sentence in 0..10 {
            text.push_str(&format!(
                "Cup {section}{sentence} was brewed with water of 75 degrees. "
            ));
        }
        text.push_str("</p>");
    }
    text
}

/// A page with good markup, that text, and what follows it.
fn page(text: &str, tail: &str) -> String {
    format!(
        "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\">\
         <title>How long to steep green tea</title>\
         <meta name=\"description\" content=\"Green tea steeps for two to three minutes.\">\
         <link rel=\"canonical\" href=\"{ADDRESS}\"></head>\
         <body><main><h1>How long to steep green tea</h1>{text}{tail}</main></body></html>"
    )
}

fn report(html: &str) -> Report {
    evaluate("scn_test", &snapshot(ADDRESS, &[], html), &mut |_| {}).unwrap()
}

#[test]
fn a_page_that_was_cut_after_two_words_is_capped_like_an_empty_one() {
    for (limit, tail) in tails(&words(2_000)) {
        let html = page("<p>Two words</p>", &tail);
        assert!(read_page(ADDRESS, &[], &html).document.cut_short, "{limit}");
        let report = report(&html);
        assert!(report.low_confidence_reasons.contains(&Doubt::PageCut), "{limit}");
        assert!(report.page.word_equivalents < 50, "{limit}: {}", report.page.word_equivalents);
        assert!(report.score <= EMPTY_CONTENT_CAP, "{limit}: {}", report.score);
        let cap = report.caps.iter().find(|cap| cap.limit == EMPTY_CONTENT_CAP).unwrap();
        assert!(cap.reason.contains("limit"), "{limit}: {}", cap.reason);
        let text = report.checks.iter().find(|check| check.id == "raw-html-content").unwrap();
        assert_eq!(text.status, Status::Na, "{limit}: {}", text.summary);
        assert_eq!(self::report(&html), report, "the same bytes, the same report");
    }
}

#[test]
fn a_page_that_was_cut_behind_its_text_keeps_its_verdict() {
    let text = words(2_000);
    let whole = report(&page(&text, ""));
    assert!(whole.caps.is_empty(), "{:?}", whole.caps);
    for (limit, tail) in tails("<p>And this was not read.</p>") {
        let cut = report(&page(&text, &tail));
        assert!(cut.low_confidence_reasons.contains(&Doubt::PageCut), "{limit}");
        assert!(cut.caps.is_empty(), "{limit}: {:?}", cut.caps);
        assert!(cut.score > EMPTY_CONTENT_CAP, "{limit}: {}", cut.score);
        let seen = cut.checks.iter().zip(&whole.checks).filter(|(one, _)| one.status != Status::Na);
        assert!(seen.clone().count() >= 12, "{limit}");
        for (one, other) in seen {
            assert_eq!(one.status, other.status, "{limit}: {}: {}", one.id, one.summary);
        }
    }
}

#[test]
fn a_short_page_that_was_read_whole_is_no_cut_one() {
    let short = report(&page("<p>Two words</p>", ""));
    assert!(short.score <= EMPTY_CONTENT_CAP && short.caps.is_empty());
    assert_eq!(short.length.map(|length| (length.word_equivalents, length.percent)), Some((8, 40)));
    assert!(short.checks.iter().any(|one| one.id == "content-depth" && one.status == Status::Fail));
}
