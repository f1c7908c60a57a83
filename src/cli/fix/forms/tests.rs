use citable_checks::failure::{FailureCode, ScanFailure};
use citable_checks::patch::{Wanted, patch};
use citable_checks::patience::Patience;

use super::*;
use crate::cli::page::of_bytes;

const HTML: &str = "<!DOCTYPE html>\n<html>\n<head>\n<meta charset=\"utf-8\">\n<title>Brewing \
                    green tea</title>\n<meta name=\"robots\" content=\"max-snippet:20\">\n</head>\n\
                    <body><main><h1>Brewing green tea</h1><p>Let it stand.</p></main></body>\n\
                    </html>";

fn outcome() -> Outcome {
    let snapshot = of_bytes("a.html", None, HTML.as_bytes().to_vec(), 1_795_219_200_000);
    let snapshot = snapshot.unwrap().unwrap();
    let wanted = Wanted { check: &|_| true, with_unsafe: false, is_public: false };
    let patched = patch("scn_fix", &snapshot, wanted, &Patience::unlimited());
    Outcome { path: "./public/a.html".into(), url: None, body: HTML.as_bytes().to_vec(), patched }
}

#[test]
fn the_diff_is_one_that_patch_reads() {
    let diff = String::from_utf8(diff(&outcome())).unwrap();
    assert!(diff.starts_with("--- a/public/a.html\n+++ b/public/a.html\n@@ -3,"), "{diff}");
    assert!(
        diff.contains("\n-<meta name=\"robots\" content=\"max-snippet:20\">\n+<meta"),
        "{diff}"
    );
    let none = Outcome { patched: Err(failure()), ..outcome() };
    assert_eq!(super::diff(&none), b"");
}

fn failure() -> ScanFailure {
    ScanFailure::new(FailureCode::NotHtml, "a.html is empty. Expected the HTML of a page.")
}

#[test]
fn a_diff_counts_lines_by_line_feeds() {
    let diff = unified(Path::new("my page.html"), b"a\rb\nc\nd", b"a\rb\nC\nd");
    let wanted = "--- a/my page.html\t\n+++ b/my page.html\t\n@@ -1,3 +1,3 @@\n a\rb\n-c\n+C\n d\n\
                  \\ No newline at end of file\n";
    assert_eq!(String::from_utf8(diff).unwrap(), wanted);
}

#[test]
fn every_edit_is_told_with_its_proof() {
    let summary = summary(&outcome());
    assert!(summary.starts_with("./public/a.html: score "), "{summary}");
    assert!(summary.contains("  line 6: Raise max-snippet to -1"), "{summary}");
    assert!(summary.contains("snippet-eligible fail → pass"), "{summary}");
    let failed = super::summary(&Outcome { patched: Err(failure()), ..outcome() });
    assert!(failed.contains("not scanned. a.html is empty"), "{failed}");
    let object = object(&outcome(), false);
    assert_eq!(object["written"], false);
    assert_eq!(object["applied"][0]["rule"], "snippet-eligible");
    assert_eq!(object["applied"][0]["line"], 6);
    let moved = &object["applied"][0]["moved"][0];
    assert_eq!(
        (&moved["check"], &moved["after"]["value"]),
        (&"snippet-eligible".into(), &100.into())
    );
    let annotations = annotations(&outcome());
    assert!(
        annotations.starts_with("::warning file=./public/a.html,line=6,title="),
        "{annotations}"
    );
}

#[test]
fn the_totals_say_what_to_do() {
    let mut totals = Totals::default();
    assert_eq!(total(totals, false), "No automatic edits for 0 files.\n");
    totals.count(&outcome(), false);
    assert_eq!(
        total(totals, false),
        "1 edit for 1 file of 1. Write them with --apply. citable scan shows what to fix by hand.\n"
    );
    assert_eq!(
        total(totals, true),
        "1 edit written to 1 file of 1. citable scan shows what to fix by hand.\n"
    );
    totals.count(&outcome(), true);
    assert_eq!(
        total(totals, true),
        "1 edit written to 1 file of 2; 1 file not written. citable scan shows what to fix by hand.\n"
    );
}
