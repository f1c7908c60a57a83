//! Nothing is gained by deleting what speaks for a page.

use crate::catalogue::test_html::{block, read_at};
use crate::catalogue::test_page::finding_of;
use crate::catalogue::{provenance, structured_data};
use crate::check::Context;
use crate::report::{PageKind, Status};
use crate::weights::spec_of;

const AUTHOR: &str = r#""author": {"@type": "Person", "name": "Jane Doe", "url": "/jane"}"#;
const DATE: &str = r#""datePublished": "2026-03-05""#;
const BYLINE: &str = "<p>By <a rel=author href=/jane>Jane Doe</a></p>";
const SHOWN: &str = "<p>March 5, 2026</p>";

/// By check: what it gives where it applies; and all of it, weighted, in percent.
fn values(address: &str, kind: PageKind, facts: &[&str]) -> (Vec<(String, Option<u8>)>, u32) {
    let of_type = match kind {
        PageKind::Product => "product",
        PageKind::Article => "article",
        _ => "website",
    };
    let has = |fact: &'static str| if facts.contains(&fact) { fact } else { "" };
    let properties: Vec<&str> =
        [AUTHOR, DATE].into_iter().filter(|fact| facts.contains(fact)).collect();
    let type_name = if kind == PageKind::Product { "Product" } else { "Article" };
    let json = format!(
        r#"{{"@context": "https://schema.org", "@type": "{type_name}", "headline": "Tea", "name": "Tea", {}"image": "/a.png"}}"#,
        properties.iter().map(|fact| format!("{fact}, ")).collect::<String>()
    );
    let json = if facts.contains(&"block") { block(&json) } else { String::new() };
    let prose = "Boil the water and wait before you pour it over the leaves. ".repeat(20);
    let page = read_at(
        address,
        &format!(
            "<html lang=en><head><title>Tea</title><meta property=og:type content={of_type}>{json}\
             </head><main><h1>Tea</h1>{}{}<p>{prose}</p></main>",
            has(BYLINE),
            has(SHOWN)
        ),
    );
    let context = Context::new(&page, false);
    assert_eq!(context.subject.kind, kind);
    let (mut sum, mut weights, mut found) = (0, 0, Vec::new());
    for check in provenance::CHECKS.iter().chain(structured_data::CHECKS) {
        if crate::applicability::exemption(check.about().id, context.subject).is_some() {
            continue;
        }
        let result = finding_of(*check, &context);
        let weight = u32::from(spec_of(check.about().id).unwrap().weight);
        if let Some(value) = result.value {
            sum += u32::from(value) * weight;
            weights += weight;
        }
        assert_eq!(result.value.is_none(), result.status == Status::Na);
        found.push((result.id, result.value));
    }
    (found, sum / weights.max(1))
}

#[test]
fn no_deletion_of_a_good_fact_pays() {
    let all = ["block", AUTHOR, DATE, BYLINE, SHOWN];
    for (address, kind) in [
        ("https://www.example.com/guide/tea", PageKind::Article),
        ("https://www.example.com/guide/tea", PageKind::Product),
        ("https://www.example.com/", PageKind::Home),
    ] {
        for set in 0_u32..1 << all.len() {
            let facts: Vec<&str> = (0..all.len())
                .filter(|place| set & (1 << place) != 0)
                .map(|place| all[place])
                .collect();
            let (before, score) = values(address, kind, &facts);
            for deleted in &facts {
                let left: Vec<&str> =
                    facts.iter().copied().filter(|fact| fact != deleted).collect();
                let (after, lower) = values(address, kind, &left);
                // Markup that readers do not see is no good fact: taking it away is a way to mend
                // what `schema-matches-page` says of it.
                let mends = *deleted == AUTHOR && !facts.contains(&BYLINE);
                assert!(
                    mends || lower <= score,
                    "{kind:?} {facts:?} without {deleted}: {score} {lower}"
                );
                for (one, other) in before.iter().zip(&after) {
                    let is_match = one.0 == "schema-matches-page";
                    let gone = one.1.is_some_and(|value| value < 100) && other.1.is_none();
                    assert!(is_match || !gone, "{kind:?} {one:?} {facts:?} without {deleted}");
                }
            }
        }
    }
}
