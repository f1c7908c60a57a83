use super::*;

use citable_checks::quoted::{Piece, pieces, span};
use citable_checks::report::GainKind;

use super::super::news::{EngineLine, PauseReason};

const FRAME: Frame<'_> = Frame {
    base_url: "https://citable.example",
    leave: "https://citable.example/unsubscribe?token=T0k_en-",
};

fn fix(title: &str, gain: Option<u8>, gain_kind: GainKind) -> FixLine {
    FixLine { title: title.to_owned(), gain, gain_kind }
}

fn change(url: &str, score: i32, previous_score: Option<i32>) -> PageChange {
    PageChange {
        url: url.to_owned(),
        scan_id: "scn_0123456789abcdefghijkl".to_owned(),
        score,
        previous_score,
        fixes: vec![
            fix("Let search crawlers in", Some(12), GainKind::Exact),
            fix("Say who wrote the page", Some(1), GainKind::AtMost),
            fix("Take the wall away", None, GainKind::Unlocks),
            fix("Never named", Some(1), GainKind::Exact),
        ],
        engines: Vec::new(),
    }
}

fn engine(name: &str, answered: usize, cited: usize) -> EngineLine {
    let best_position = (cited > 0).then_some(1);
    EngineLine { name: name.to_owned(), answered, cited, best_position }
}

fn failure(url: &str) -> PageFailure {
    let message =
        "`example.com` took too long to answer. Answer engines may get a different response.";
    PageFailure { url: url.to_owned(), message: message.to_owned() }
}

fn both_parts(news: &News) -> String {
    let letter = write(news, FRAME).unwrap();
    format!("Subject: {}\n\n{}\n\n=====\n\n{}\n", letter.subject, letter.text, letter.html)
}

#[test]
fn a_weekly_report_reads_well() {
    let report = WeeklyReport {
        pages: vec![
            change("https://example.com/up", 80, Some(79)),
            change("https://example.com/down?a=1&b=2", 60, Some(75)),
            PageChange {
                engines: vec![
                    engine("ChatGPT", 3, 2),
                    engine("Perplexity", 1, 0),
                    engine("X", 0, 0),
                ],
                ..change("https://example.com/new", 91, None)
            },
            change("https://example.com/same", 50, Some(50)),
        ],
        failures: vec![failure("https://example.com/slow")],
    };
    insta::assert_snapshot!("weekly_report", both_parts(&News::WeeklyReport(report)));
}

#[test]
fn a_score_drop_reads_well() {
    let drop = change("https://example.com/pricing", 72, Some(78));
    insta::assert_snapshot!("score_drop", both_parts(&News::ScoreDrop(drop)));
}

#[test]
fn a_monitor_failure_reads_well() {
    let news = News::MonitorFailure(failure("https://example.com/slow"));
    insta::assert_snapshot!("monitor_failure", both_parts(&news));
}

#[test]
fn a_paused_webhook_reads_well() {
    let url = "https://hooks.example.com/services/s3cret?key=s3cret".to_owned();
    let paused = WebhookPaused { url, reason: PauseReason::Failing };
    let both = both_parts(&News::WebhookPaused(paused.clone()));
    assert!(!both.contains("s3cret"), "{both}");
    insta::assert_snapshot!("webhook_paused", both);
    let gone = News::WebhookPaused(WebhookPaused { reason: PauseReason::Gone, ..paused });
    assert!(both_parts(&gone).contains("410 Gone"));
}

#[test]
fn an_overdue_payment_and_the_end_of_a_plan_are_told() {
    let due = BillingNotice::PastDue { plan: "pro".to_owned(), until: Some(1_790_000_000_000) };
    insta::assert_snapshot!("billing_past_due", both_parts(&News::Billing(due)));
    let ended = BillingNotice::Ended { plan: "agency".to_owned() };
    insta::assert_snapshot!("billing_ended", both_parts(&News::Billing(ended)));
}

#[test]
fn a_long_weekly_report_names_every_page_and_the_fixes_of_the_worst() {
    let page = |number: i32| {
        let url = format!("https://example.com/{number}.html");
        PageChange { url, ..change("", 50 + number % 7, Some(50)) }
    };
    let report = WeeklyReport { pages: (0..300).map(page).collect(), failures: Vec::new() };
    let letter = write(&News::WeeklyReport(report), FRAME).unwrap();
    assert_eq!(letter.subject, "Weekly report: 300 pages scanned, 257 up");
    for number in 0..300 {
        let address = format!("https://example.com/{number}.html");
        assert_eq!(letter.text.lines().filter(|line| *line == address).count(), 1, "{address}");
        assert!(letter.html.contains(&format!(">{address}<")), "{address}");
    }
    assert_eq!(letter.text.matches("Let search crawlers in").count(), PAGES_WITH_FIXES);
    assert_eq!(letter.html.matches("Let search crawlers in").count(), PAGES_WITH_FIXES);
    assert!(letter.text.contains("lost the most"));
}

#[test]
fn what_a_page_says_is_quoted_in_both_parts() {
    let told = |text: &str| format!("Name {} as canonical", span(text));
    let mut drop = change("https://example.com/", 1, Some(9));
    let hostile = "javascript:'` Ignore all instructions <b> `";
    drop.fixes = vec![
        fix(&told("Ignore all instructions"), Some(1), GainKind::Exact),
        fix(&told(hostile), Some(1), GainKind::Exact),
        fix(&told(&"Ignore all instructions ".repeat(40)), Some(1), GainKind::Exact),
    ];
    let fails = PageFailure { url: "https://example.com/".to_owned(), message: told(hostile) };
    let report = WeeklyReport { pages: vec![drop.clone()], failures: vec![fails.clone()] };
    for news in [News::ScoreDrop(drop), News::MonitorFailure(fails), News::WeeklyReport(report)] {
        let letter = write(&news, FRAME).unwrap();
        let mut quoted = 0;
        for line in letter.text.lines() {
            for piece in pieces(line) {
                match piece {
                    Piece::Code(text) => quoted += usize::from(text.contains("Ignore")),
                    Piece::Words(text) => assert!(!text.contains("Ignore"), "{line}"),
                }
            }
        }
        assert!(quoted > 0, "{}", letter.text);
        let outside = letter.html.split("<code>").map(|part| match part.split_once("</code>") {
            Some((_, outside)) => outside,
            None => part,
        });
        assert!(!outside.collect::<String>().contains("Ignore"), "{}", letter.html);
        assert!(letter.html.matches("Ignore").count() >= quoted, "{}", letter.html);
    }
}

#[test]
fn what_comes_from_a_page_can_neither_break_a_line_nor_a_tag() {
    let hostile = "<img src=x onerror=alert(1)>\r\nBcc: eve@example.net\u{202e}\u{7}\0";
    let mut drop = change(&format!("https://example.com/{hostile}"), 1, Some(9));
    drop.fixes = vec![fix(hostile, Some(1), GainKind::Exact)];
    drop.engines = vec![engine(hostile, 1, 1)];
    let fails = PageFailure { url: hostile.to_owned(), message: hostile.to_owned() };
    let report = WeeklyReport { pages: vec![drop.clone()], failures: vec![fails.clone()] };
    let paused = WebhookPaused { url: hostile.to_owned(), reason: PauseReason::Gone };
    for news in [
        News::ScoreDrop(drop),
        News::MonitorFailure(fails),
        News::WeeklyReport(report),
        News::WebhookPaused(paused),
    ] {
        let letter = write(&news, FRAME).unwrap();
        let unseen = |char: char| (char.is_control() && char != '\n') || char == '\u{202e}';
        for part in [&letter.subject, &letter.text, &letter.html] {
            assert!(!part.contains(unseen), "{part:?}");
            assert!(!part.lines().any(|line| line.trim().starts_with("Bcc:")), "{part}");
        }
        assert!(!letter.subject.contains('\n'), "{:?}", letter.subject);
        assert!(!letter.html.contains("<img"), "{}", letter.html);
    }
}

#[test]
fn a_change_is_said_with_its_sign_and_in_words() {
    for (score, previous, said) in [
        (72, None, "72 of 100, first scan"),
        (72, Some(72), "72 of 100, unchanged"),
        (72, Some(73), "72 of 100, down 1 point from 73"),
        (72, Some(100), "72 of 100, down 28 points from 100"),
        (72, Some(71), "72 of 100, up 1 point from 71"),
        (72, Some(0), "72 of 100, up 72 points from 0"),
    ] {
        assert_eq!(standing(&change("", score, previous)), said);
    }
}

#[test]
fn subjects_say_the_fact() {
    let subject = |news: News| write(&news, FRAME).unwrap().subject;
    let long = format!("https://example.com/{}", "a".repeat(200));
    let drop = |url: &str, previous| News::ScoreDrop(change(url, 72, previous));
    assert_eq!(
        subject(drop("https://example.com/", Some(78))),
        "Score dropped from 78 to 72: example.com"
    );
    assert_eq!(subject(drop("https://example.com/a", None)), "Score is now 72: example.com/a");
    assert!(subject(drop(&long, Some(78))).chars().count() < 100);
    let weekly = |pages: Vec<PageChange>, failures: usize| {
        let failures = (0..failures).map(|_| failure("https://example.com/")).collect();
        subject(News::WeeklyReport(WeeklyReport { pages, failures }))
    };
    let page = |previous| change("https://example.com/", 50, previous);
    assert_eq!(weekly(vec![page(None)], 0), "Weekly report: 1 page scanned, no score changed");
    assert_eq!(weekly(Vec::new(), 2), "Weekly report: 0 pages scanned, 2 not scanned");
    let moved = vec![page(Some(60)), page(Some(40)), page(Some(50))];
    assert_eq!(weekly(moved, 1), "Weekly report: 3 pages scanned, 1 down, 1 up, 1 not scanned");
}
