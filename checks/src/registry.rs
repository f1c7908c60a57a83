//! The checks that exist, in catalogue order.

use crate::applicability::{NO_ARTICLE, Subject, exemption, may_do_without};
use crate::catalogue::extraction::NEED_TEXT;
use crate::catalogue::{
    access, evidence, extraction, indexing, provenance, structure, structured_data,
};
use crate::check::{Check, Context, Finding};
use crate::fix::Source;
use crate::report::{Category, CheckResult, EvidenceStrength, Status};
use crate::weights::{CHECKS_TOTAL, CheckSpec, spec_of};

/// The checks by category, in catalogue order.
const CATEGORIES: [&[&dyn Check]; 7] = [
    access::CHECKS,
    indexing::CHECKS,
    extraction::CHECKS,
    structure::CHECKS,
    evidence::CHECKS,
    provenance::CHECKS,
    structured_data::CHECKS,
];

/// Every check that runs, in catalogue order.
pub fn checks() -> impl Iterator<Item = &'static dyn Check> {
    CATEGORIES.into_iter().flatten().copied()
}

/// What a reader may want to know of a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Explanation {
    /// Its place and weight.
    pub spec: &'static CheckSpec,
    /// What it asks for.
    pub title: &'static str,
    /// How well its rule is supported.
    pub evidence_strength: EvidenceStrength,
    /// What a fix takes: 1, 2, 3 or 5.
    pub effort: u8,
    /// Its public page, in Markdown.
    pub doc: &'static str,
    /// Why engines care, in one or two sentences.
    pub why: &'static str,
    /// What that rests on.
    pub sources: &'static [Source],
}

/// Explains the check with that id, if it exists.
pub fn explain(id: &str) -> Option<Explanation> {
    explanations().find(|explanation| explanation.spec.id == id)
}

/// Explains every check that runs, in catalogue order.
pub fn explanations() -> impl Iterator<Item = Explanation> {
    checks().filter_map(|check| {
        let about = check.about();
        Some(Explanation {
            spec: spec_of(about.id)?,
            title: about.title,
            evidence_strength: about.strength,
            effort: about.effort,
            doc: about.doc,
            why: about.why,
            sources: about.sources,
        })
    })
}

/// Runs every check. Where `http-fetch` fails there is no page, and the checks that need one do
/// not apply. The flag tells whether any check could not see what it needed. Where the patience is
/// spent the rest does not run.
pub(crate) fn run(context: &Context<'_>) -> (Vec<CheckResult>, bool) {
    let mut results: Vec<CheckResult> = Vec::with_capacity(usize::from(CHECKS_TOTAL));
    let mut unsure = false;
    for check in checks() {
        if context.patience.ask().is_err() {
            break;
        }
        let Some(spec) = spec_of(check.about().id) else { continue };
        let gone = results.first().is_some_and(|first| first.status == Status::Fail);
        let is_missing =
            |result: &CheckResult| result.id == "raw-html-content" && result.status == Status::Fail;
        let finding = match finding(spec, check, context, gone) {
            // One fault is charged once: what needs text cannot say more than that there is none.
            finding
                if matches!(finding.status, Status::Fail | Status::Warn)
                    && NEED_TEXT.contains(&spec.id)
                    && !matches!(spec.id, "content-wall" | "html-budget")
                    && results.iter().any(is_missing) =>
            {
                Finding::not_applicable("The text needs JavaScript, so there is none to judge.")
            }
            finding => finding,
        };
        unsure |= finding.unsure;
        results.push(result(spec, check, finding));
    }
    (results, unsure)
}

/// Checks of the structure that ask the same of a page of any kind, whatever its main content is.
const OF_ANY_KIND: [&str; 2] = ["title-h1-match", "page-metadata"];

fn finding(spec: &CheckSpec, check: &dyn Check, context: &Context<'_>, gone: bool) -> Finding {
    if gone && check.about().needs_page {
        return Finding::not_applicable("page-unavailable: the URL doesn't return a page.");
    }
    if let Some(reason) = exemption(spec.id, context.subject) {
        return Finding::not_applicable(reason);
    }
    let finding = check.judge(context);
    let is_about_text = matches!(spec.category, Category::Structure | Category::Evidence);
    let needs_kind = is_about_text && !OF_ANY_KIND.contains(&spec.id);
    let read_as = Subject { kind: context.page.document.kind.may_be_read_as(), ..context.subject };
    let is_exempt_otherwise = exemption(spec.id, read_as).is_some();
    if needs_kind && context.page.document.main.low_confidence {
        finding.softened("the main content is unclear")
    } else if context.subject.is_of_unclear_kind && (needs_kind || is_exempt_otherwise) {
        finding.doubted(NO_ARTICLE)
    } else if let Some(reason) = may_do_without(spec.id, context.subject) {
        finding.softened(reason)
    } else {
        finding
    }
}

fn result(spec: &CheckSpec, check: &dyn Check, finding: Finding) -> CheckResult {
    CheckResult {
        id: spec.id.to_owned(),
        number: spec.number,
        title: check.about().title.to_owned(),
        category: spec.category,
        status: finding.status,
        value: finding.value,
        weight: spec.weight,
        evidence_strength: check.about().strength,
        summary: finding.summary,
        details: finding.details,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue::test_page::{finding_of, meta, page, with_header, with_robots};
    use crate::page::snapshot::{PageFetch, SNAPSHOT_FORMAT, Snapshot, Source};
    use crate::page::{DocumentFacts, Page};
    use crate::wording::capitalised;

    #[test]
    fn a_page_that_may_be_an_article_does_not_gain_by_being_none() {
        use crate::report::PageKind;
        let judged = |may_be_article| {
            let mut page = page();
            page.document.kind = crate::page::Kind {
                may_be_article,
                ..crate::page::Kind::sure(PageKind::Listing, "")
            };
            let context = Context::new(&page, false);
            let (results, _) = run(&context);
            let status = |id: &str| results.iter().find(|one| one.id == id).unwrap().status;
            [status("author-byline"), status("dates-declared"), status("freshness")]
        };
        assert_eq!(judged(false), [Status::Na; 3]);
        assert_eq!(judged(true), [Status::Warn; 3], "where an article would fail");
    }

    #[test]
    fn every_check_has_its_place_and_its_page() {
        let numbers: Vec<u8> = explanations().map(|explanation| explanation.spec.number).collect();
        assert_eq!(numbers, (1..=CHECKS_TOTAL).collect::<Vec<u8>>());
        for explanation in explanations() {
            assert!([1, 2, 3, 5].contains(&explanation.effort));
            let heading = explanation.doc.lines().next().unwrap();
            let said = heading.strip_prefix(&format!("# `{}`: ", explanation.spec.id)).unwrap();
            // The title begins a sentence, which the heading goes on with.
            assert_eq!(capitalised(said), capitalised(explanation.title), "{heading}");
            let headings = explanation.doc.lines().filter_map(|line| line.strip_prefix("## "));
            assert_eq!(
                headings.collect::<Vec<_>>(),
                ["What it looks at", "Why engines care", "Verdicts", "How to fix", "Limits"],
                "{}",
                explanation.spec.id
            );
            for part in ["**Pass**", "**Warn**", "**Fail**", "**Not applicable**"] {
                assert!(explanation.doc.contains(part), "{}: {part}", explanation.spec.id);
            }
        }
        assert_eq!(checks().next().unwrap().about().id, "http-fetch", "the others depend on it");
    }

    /// The folder of a check bears its id.
    #[test]
    fn ids_are_the_names_of_folders() {
        let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("src/catalogue");
        for explanation in explanations() {
            let CheckSpec { id, category, .. } = *explanation.spec;
            let category = match category {
                Category::Schema => "structured_data".to_owned(),
                other => format!("{other:?}").to_lowercase(),
            };
            let folder = root.join(category).join(id.replace('-', "_"));
            for name in ["mod.rs", "page.md"] {
                let path = folder.join(name);
                assert!(path.exists(), "{}", path.display());
            }
        }
    }

    #[test]
    fn only_known_checks_are_explained() {
        assert_eq!(explain("canonical").map(|explanation| explanation.spec.number), Some(8));
        assert_eq!(explain("no-such-check"), None);
    }

    #[test]
    fn every_check_says_why_and_what_it_rests_on() {
        for about in checks().map(Check::about) {
            assert!(about.why.len() >= 60 && about.why.ends_with('.'), "{}", about.id);
            assert!(!about.sources.is_empty(), "{}", about.id);
            for source in about.sources {
                let url = url::Url::parse(source.url).unwrap();
                assert_eq!(url.scheme(), "https", "{}: {url}", about.id);
                assert!(!source.title.trim().is_empty(), "{}", about.id);
            }
        }
    }

    /// Pages that every check meets, good ones and wretched ones.
    fn pages() -> Vec<Page> {
        let file = Page { source: Source::File, ..page() };
        let nothing = Page {
            exchanges: Vec::new(),
            bytes: 0,
            robots_files: Vec::new(),
            document: DocumentFacts::default(),
            ..page()
        };
        let mut wretched = with_robots("User-agent: *\nContent-Signal: search=no\nDisallow: /");
        wretched.document = DocumentFacts::default();
        let metas = [("robots", "noindex, nosnippet"), ("googlebot", "max-snippet:3")];
        wretched.document.metas = metas.map(|(name, content)| meta(name, content)).to_vec();
        let signal = with_header("content-signal", "search=no");
        vec![page(), file, nothing, wretched, signal, unkempt_article()]
    }

    /// A long article that does nothing right.
    fn unkempt_article() -> Page {
        let text = "In this very day and age tea tea tea is of the greatest importance to us all, \
                    and it has been said by some that tea is better than anything else there is "
            .repeat(30);
        let html = format!(
            "<meta property=og:type content=article><title>Home</title><h4>Tea</h4><main>{text}\
             </main><main><a href=/a>{text}</a></main><script type=application/ld+json>{{\
             \"@type\": \"Article\",,}}</script>"
        );
        let page = page();
        Page::read(&Snapshot {
            format: SNAPSHOT_FORMAT,
            source: page.source,
            requested_url: page.requested_url,
            fetched_at: page.fetched_at,
            page: PageFetch {
                exchanges: page.exchanges,
                end: page.end,
                body: html.into_bytes(),
                truncated: false,
            },
            robots: page.robots_files,
            supporting: page.supporting,
            given_kind: None,
            rendered: None,
        })
    }

    #[test]
    fn no_fix_is_empty_and_none_stands_in_what_was_found() {
        for page in pages() {
            let context = Context::new(&page, page.bytes == 0);
            for check in checks() {
                let found = finding_of(check, &context);
                // Asked where nothing is wrong, it has nothing to say, and no panic either.
                let fix = check.fix(&context, &found);
                if !matches!(found.status, Status::Warn | Status::Fail) {
                    continue;
                }
                let texts = fix.steps.iter().chain([&fix.title, &fix.verify]).chain(&fix.snippet);
                for text in texts {
                    assert!(!text.trim().is_empty(), "{}: {fix:?}", found.id);
                }
                assert!(!fix.steps.is_empty(), "{}: {fix:?}", found.id);
                assert!(fix.title.len() < 400 && !fix.title.contains('\n'), "{}", fix.title);
                assert!(spec_of(fix.key).is_some(), "{}", fix.key);
                assert!(fix.opens.iter().all(|id| spec_of(id).is_some() && *id != found.id));
                let told = found.details.iter().flat_map(|detail| {
                    [&detail.label, &detail.excerpt].into_iter().chain(&detail.measured)
                });
                for told in told.chain([&found.summary]) {
                    assert!(!told.contains(&fix.title), "{}: {told}", found.id);
                    assert!(!fix.steps.iter().any(|step| told.contains(step)), "{told}");
                }
            }
        }
    }
}
