//! Nothing is gained by deleting what speaks for a page.

use crate::catalogue::test_html::{block, read_at};
use crate::catalogue::test_page::{ADDRESS, NOW, finding_of};
use crate::catalogue::{provenance, structured_data};
use crate::check::Context;
use crate::evaluate::evaluate;
use crate::page::snapshot::{Exchange, Snapshot};
use crate::report::{GainKind, PageKind, RecommendedFix, Report, Status};
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

fn report(html: &str) -> Report {
    report_at(ADDRESS, html)
}

fn report_at(address: &str, html: &str) -> Report {
    let headers = vec![("content-type".to_owned(), "text/html".to_owned())];
    let answer = Exchange { url: url::Url::parse(address).unwrap(), status: 200, headers };
    let snapshot = Snapshot::of_answer(answer, html.as_bytes().to_vec(), NOW);
    evaluate("scn_test", &snapshot, &mut |_| {}).unwrap()
}

fn article_of(head: &str, line: &str) -> String {
    let prose = "Boil the water and wait before you pour it over the leaves. ".repeat(20);
    format!(
        "<html lang=en><head><title>Tea | Leaf</title><meta property=og:type content=article>\
         <meta property=og:image content=/tea.png>{head}</head><main><h1>Tea</h1><p>{line}</p>\
         <p>{prose}</p></main>"
    )
}

fn fixes(report: &Report) -> Vec<&RecommendedFix> {
    report.recommendations.iter().filter_map(|one| one.full()).collect()
}

/// One block mends all that a block can mend, and what it promises comes true.
#[test]
fn one_block_is_one_fix_that_mends_what_it_says() {
    let line = "By <a rel=author href=/jane>Jane Doe</a>, March 5, 2026";
    let before = report(&article_of("", line));
    let all = fixes(&before);
    let blocks =
        |fix: &&&RecommendedFix| fix.snippet.as_ref().is_some_and(|text| text.contains("ld+json"));
    let [fix] = all.iter().filter(blocks).collect::<Vec<_>>()[..] else { panic!("{all:#?}") };
    assert_eq!(
        fix.check_ids,
        ["dates-declared", "publisher-identity", "jsonld-valid", "schema-type-complete"]
    );
    let snippet = fix.snippet.as_deref().unwrap();
    assert_eq!(snippet.matches("<script").count(), 1, "{snippet}");
    let after = report(&article_of(snippet, line));
    for id in fix.check_ids.iter().filter(|id| *id != "publisher-identity") {
        let check = after.checks.iter().find(|check| check.id == *id).unwrap();
        assert_eq!(check.status, Status::Pass, "{check:?}");
    }
}

/// A block of an author who is not shown would name one who may be none.
#[test]
fn what_readers_do_not_see_is_left_to_them() {
    let before = report(&article_of("", ""));
    for fix in fixes(&before) {
        let snippet = fix.snippet.as_deref().unwrap_or_default();
        assert!(!snippet.contains("\"author\"") && !snippet.contains("datePublished"), "{snippet}");
        let is_block = snippet.contains("ld+json");
        let asks = fix.steps.iter().any(|step| step.contains("Add `author` and `datePublished`"));
        assert_eq!(is_block, asks, "{fix:#?}");
    }
}

/// What an article lacks fails once a page says that it is one, so the block may cost more than it gains.
#[test]
fn a_block_that_makes_an_uncertain_kind_certain_says_what_that_costs() {
    // Nothing but its prose says that it is an article.
    let of_unknown_type = |head: &str| {
        let html = article_of(head, &"The leaves open in the pot and color the water. ".repeat(80));
        let html = html.replace("<meta property=og:type content=article>", "");
        report_at("https://www.example.com/tea-pots", &html)
    };
    let certain = report(&article_of("", ""));
    let before = of_unknown_type("");
    let is_block =
        |fix: &&RecommendedFix| fix.snippet.as_ref().is_some_and(|text| text.contains("ld+json"));
    let block_of = |report: &Report| fixes(report).into_iter().find(is_block).cloned().unwrap();
    let block = block_of(&before);
    let warns = |fix: &RecommendedFix| {
        fix.steps.iter().any(|step| step.contains("only if the page is an article"))
    };
    assert!(block.conditional && warns(&block), "{block:#?}");
    assert_eq!(block.gain_kind, GainKind::AtMost);
    let other = block_of(&certain);
    assert!(!other.conditional && !warns(&other), "{other:#?}");
    let after = of_unknown_type(block.snippet.as_deref().unwrap());
    let status = |report: &Report| {
        report.checks.iter().find(|check| check.id == "author-byline").unwrap().status
    };
    assert_eq!((status(&before), status(&after)), (Status::Warn, Status::Fail));
}

/// A type in another syntax is said again, and no Article stands beside it.
#[test]
fn a_recipe_in_microdata_stays_a_recipe() {
    let recipe = "<div itemscope itemtype=https://schema.org/Recipe><b itemprop=name>Tea</b></div>";
    let found = report(&article_of("", recipe));
    let snippets: Vec<&str> =
        fixes(&found).iter().filter_map(|fix| fix.snippet.as_deref()).collect();
    let blocks: Vec<&&str> = snippets.iter().filter(|text| text.contains("ld+json")).collect();
    assert!(blocks.iter().all(|block| !block.contains("Article")), "{blocks:#?}");
    let described: Vec<_> = blocks.iter().filter(|block| block.contains("\"Recipe\"")).collect();
    assert_eq!(described.len(), 1, "{blocks:#?}");
    let is_twice = |found: &Report| {
        let of_microdata = |step: &String| step.contains("remove the Microdata on line");
        fixes(found).iter().any(|fix| fix.steps.iter().any(of_microdata))
    };
    assert!(is_twice(&found) && !is_twice(&report(&article_of("", ""))));
}

/// What Microdata says already is said again last: it takes much and tells engines little.
#[test]
fn what_microdata_covers_comes_after_what_nothing_says() {
    let recipe = "<div itemscope itemtype=https://schema.org/Recipe><b itemprop=name>Tea</b></div>";
    let found = report(&article_of("", recipe));
    let all = fixes(&found);
    let place = |id: &str| all.iter().position(|fix| fix.check_ids.iter().any(|own| own == id));
    assert!(place("publisher-identity") < place("jsonld-valid"), "{all:#?}");
    let block = all[place("jsonld-valid").unwrap()];
    assert_eq!(block.effort, 5);
    assert!(!block.check_ids.contains(&"publisher-identity".to_owned()), "{block:#?}");
    let before = report(&article_of("", ""));
    let bare = fixes(&before);
    let block = bare.iter().find(|fix| fix.check_ids.contains(&"jsonld-valid".to_owned())).unwrap();
    assert_eq!(block.effort, 2, "nothing describes the page");
}

/// In a thread everybody who replies has a name and a day.
#[test]
fn no_replier_is_called_the_author_of_a_thread() {
    let post = |name: &str| {
        format!(
            "<article class=post><a rel=author href=/u/{name}>{name} Doe</a> March 5, 2026 <p>Boil.</p></article>"
        )
    };
    let body = ["Jane", "John", "Mary"].map(post).concat();
    let page = read_at(ADDRESS, &format!("<html lang=en><title>Tea?</title><h1>Tea?</h1>{body}"));
    let mut context = Context::new(&page, false);
    context.subject.kind = PageKind::Qa;
    for check in provenance::CHECKS.iter().chain(structured_data::CHECKS) {
        let fix = check.fix(&context, &finding_of(*check, &context));
        let snippet = fix.snippet.unwrap_or_default();
        assert!(!snippet.contains("Person"), "{}: {snippet}", check.about().id);
        assert!(!fix.title.starts_with("Update"), "{}", fix.title);
    }
}
