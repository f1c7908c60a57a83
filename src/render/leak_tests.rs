//! What a viewer may not see is in no form.

use std::path::Path;

use citable_checks::compare::Comparison;
use citable_checks::report::{Recommendation, Report};
use citable_checks::viewer::Allowance;

use super::text::{Colour, Layout};
use super::{csv, github, html, instructions, json, junit, markdown, sample, sarif, text};

/// Text with the steps of the fixes.
const VERBOSE: Layout = Layout { verbose: true, ..Layout::PLAIN };

/// Every form of a report.
fn forms(report: &Report) -> Vec<(&'static str, String)> {
    vec![
        ("text", text::report(report, Layout::PLAIN)),
        ("verbose text", text::report(report, VERBOSE)),
        ("coloured text", text::report(report, Layout { colour: Colour::Always, ..VERBOSE })),
        ("json", json::report(report)),
        ("markdown", markdown::report(report)),
        ("instructions", instructions::ai_instructions(report)),
        ("html", html::report(report)),
        ("csv", csv::report(report)),
        ("junit", junit::report(report)),
        ("github", github::report(report, None)),
        ("sarif", sarif::report(report, Path::new("page.html"))),
    ]
}

/// A report whose fixes consist of words that stand nowhere else.
fn marked() -> Report {
    let mut report = sample::report();
    for recommendation in &mut report.recommendations {
        let Recommendation::Full(fix) = recommendation else { unreachable!() };
        let rank = fix.rank;
        fix.why = format!("SecretWhy{rank}");
        fix.steps = vec![format!("SecretStepA{rank}"), format!("SecretStepB{rank}")];
        fix.snippet = Some(format!("SecretSnippet{rank}"));
        fix.verify = format!("SecretVerify{rank}");
    }
    report
}

#[test]
fn a_locked_fix_is_in_no_form() {
    let gated = marked().for_viewer(Allowance::First(1));
    for (form, text) in forms(&gated) {
        for rank in 2..=4 {
            for part in ["Why", "StepA", "StepB", "Snippet", "Verify"] {
                let secret = format!("Secret{part}{rank}");
                assert!(!text.contains(&secret), "{form} has {secret}");
            }
        }
        // Numbers of a locked fix are locked with it: 84 is the score after it and nothing else.
        assert!(!text.contains("up to +4") && !text.contains("at most 84"), "{form}");
    }
}

#[test]
fn the_marks_would_be_seen() {
    for (form, text) in forms(&marked()) {
        let shows_fixes =
            ["verbose text", "coloured text", "json", "markdown", "instructions", "html"];
        for part in ["Why", "StepA", "StepB", "Snippet", "Verify"] {
            let seen = (1..=4).all(|rank| text.contains(&format!("Secret{part}{rank}")));
            assert_eq!(seen, shows_fixes.contains(&form), "{form} {part}");
        }
    }
}

#[test]
fn what_a_fix_gains_is_locked_with_it() {
    let rows = |report: &Report| csv::report(report).lines().map(str::to_owned).collect::<Vec<_>>();
    let canonical =
        |report: &Report| rows(report).into_iter().find(|row| row.contains(",canonical,")).unwrap();
    assert!(canonical(&sample::report()).ends_with(",4,atMost"));
    assert!(canonical(&sample::gated()).ends_with(",,"));
}

#[test]
fn a_comparison_withholds_titles() {
    let compared = Comparison::of(&sample::report(), &sample::later(), Allowance::First(1));
    let forms = [
        markdown::comparison(&compared),
        text::comparison(&compared, Layout::PLAIN),
        json::comparison(&compared),
    ];
    for text in forms {
        assert!(!text.contains("Render the text on the server"), "{text}");
        assert!(!text.contains("Point the canonical to"), "{text}");
        assert!(text.contains("Allow OAI-SearchBot"), "{text}");
    }
}
