//! In which order fixes are recommended, and where they say that an edit is made.

use citable_checks::evaluate::evaluate;
use citable_checks::report::{Recommendation, RecommendedFix};

use crate::support::snapshot;

fn fixes(url: &str, html: &str) -> Vec<RecommendedFix> {
    let report = evaluate("scn_test", &snapshot(url, &[], html), &mut |_| {}).unwrap();
    let full = report.recommendations.into_iter().filter_map(|one| match one {
        Recommendation::Full(fix) => Some(*fix),
        Recommendation::Locked(_) => None,
    });
    full.collect()
}

fn words(count: usize) -> String {
    let letter = |at: usize| char::from(b'a' + u8::try_from(at % 26).unwrap());
    let sentence = |at: usize| {
        let name: String = [at / 26, at, at / 3, at * 7].into_iter().map(letter).collect();
        format!("<p>Leaves of the plant {name} keep their color in water that is not too hot.</p>")
    };
    (0..count / 15).map(sentence).collect()
}

#[test]
fn what_may_not_suit_the_page_comes_behind_what_gains_a_third_as_much() {
    let article = |text: &str| {
        let json =
            r#"{"@context": "https://schema.org", "@type": "Article", "headline": "Kettles"}"#;
        let html = format!(
            "<!DOCTYPE html><html lang=en><head><title>Kettles that sing</title>\
             <script type=application/ld+json>{json}</script></head><body><main>\
             <h1>Kettles that sing</h1>{text}</main></body></html>"
        );
        fixes("https://tea.example/kettles-that-sing", &html)
    };
    let place = |all: &[RecommendedFix], id: &str| {
        let ids: Vec<&str> = all.iter().map(|fix| fix.id.as_str()).collect();
        ids.iter().position(|one| *one == id).unwrap_or_else(|| panic!("{id}: {ids:?}"))
    };
    let bare = article(&words(600));
    let vague = article(&(words(600) + "<p>Costs of water fell significantly in the spring.</p>"));
    let (unsure, sure) = (place(&bare, "statistics"), place(&vague, "statistics"));
    assert!(unsure > sure, "{unsure} {sure}: a passage that is named is sure to need a number");
    let gain = |fix: &RecommendedFix| fix.gain.unwrap();
    let before = bare[..unsure].iter().map(gain).min().unwrap();
    assert!(before < gain(&bare[unsure]), "it gains more than one that comes before it");
    assert!(bare[unsure].conditional, "readers learn why it stands there");
    assert!(!vague[sure].conditional);
    let json = serde_json::to_value(&bare[unsure]).unwrap();
    assert_eq!(json["conditional"], true);
    let mut old = serde_json::to_value(&vague[sure]).unwrap();
    assert_eq!(old.as_object_mut().unwrap().remove("conditional"), None, "left out if false");
    let old: RecommendedFix = serde_json::from_value(old).unwrap();
    assert_eq!(old, vague[sure], "reports from before are read");
}

#[test]
fn a_fix_for_a_page_of_a_manual_names_the_setting_of_its_tool() {
    let manual = |head: &str| {
        let html = format!(
            "<!DOCTYPE html><html><head><title>Kettles — Tea 1.2 documentation</title>{head}</head>\
             <body><div role=main><h1>Kettles</h1>{}</div></body></html>",
            words(200)
        );
        let all = fixes("https://docs.tea.example/kettles.html", &html);
        let fix = all.into_iter().find(|fix| fix.id == "canonical").unwrap();
        format!("{}: {}", fix.title, fix.steps[0])
    };
    let sphinx = manual("<script src=_static/documentation_options.js></script>");
    assert!(sphinx.contains("(Sphinx: `html_baseurl`): In Sphinx, set"), "{sphinx}");
    let doxygen = manual("<meta name=generator content='Doxygen 1.9.1'>");
    assert!(doxygen.contains("said of all of them"), "{doxygen}");
    let hand = manual("");
    assert!(!hand.contains(" (") && !hand.contains("In "), "{hand}");
}

#[test]
fn a_heading_that_a_tool_writes_is_changed_by_a_script() {
    let of = |generator: &str| {
        let html = format!(
            "<!DOCTYPE html><html lang=en><head><meta name=generator content='{generator}'>\
             <title>Tea: Kettles</title></head><body><div class=header><div class=headertitle>\
             <div class=title>Kettles</div></div></div><div class=contents>{}</div></body></html>",
            words(400)
        );
        let all = fixes("https://docs.tea.example/kettles.html", &html);
        all.into_iter().find(|fix| fix.id == "title-h1-match").unwrap()
    };
    for generator in ["Doxygen 1.9.4", "GTK-Doc V1.33.1 (XML mode)"] {
        let fix = of(generator);
        assert!(fix.title.ends_with("the H1 (by a script after the build)"), "{}", fix.title);
        assert!(fix.steps[0].contains("script"), "{:?}", fix.steps);
    }
    assert!(!of("MkDocs 1.6").title.contains("script"));
}
