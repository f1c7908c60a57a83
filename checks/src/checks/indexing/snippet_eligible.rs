#![doc = include_str!("snippet-eligible.md")]

use super::indexable::origin_detail;
use crate::check::{About, Check, Context, Finding, quote};
use crate::directives::{Directive, Directives, Effective};
use crate::engines::{ENGINES, Engine, Factor};
use crate::page::Page;
use crate::report::{Detail, EvidenceStrength, ReachReason, Status};
use crate::weights::{
    NOSNIPPET_FAIL_OVER_PERCENT, NOSNIPPET_WARN_PERCENT, SNIPPET_FAIL_UNDER, SNIPPET_PASS,
};

/// The check.
pub struct SnippetEligible;

impl Check for SnippetEligible {
    fn about(&self) -> &'static About {
        &About {
            id: "snippet-eligible",
            title: "Engines may quote the text",
            strength: EvidenceStrength::Strong,
            effort: 1,
            needs_page: true,
            doc: include_str!("snippet-eligible.md"),
        }
    }

    fn judge(&self, context: &Context<'_>) -> Finding {
        let directives = &context.directives;
        let page = context.page;
        let finding = fails(directives, page)
            .or_else(|| warns(directives, page))
            .unwrap_or_else(|| Finding::pass("Nothing keeps an engine from quoting the text."));
        if finding.status == Status::Pass {
            return finding;
        }
        let origins = directives.origins_of(|directive| {
            !matches!(directive, Directive::Noindex | Directive::UnavailableAfter(_))
        });
        finding.with_all(origins.into_iter().map(origin_detail)).with_all(hidden_parts(page))
    }
}

fn fails(directives: &Directives, page: &Page) -> Option<Finding> {
    let forbidden: Vec<&Engine> = ENGINES
        .iter()
        .filter(|engine| forbids_quoting(&directives.for_agent(engine.search_token)))
        .collect();
    let percent = hidden_percent(page);
    if forbidden.len() == ENGINES.len() {
        Some(Finding::fail(
            "The page forbids engines to quote it, or leaves them under 50 characters.",
        ))
    } else if percent > NOSNIPPET_FAIL_OVER_PERCENT {
        Some(Finding::fail(format!("{percent} % of the main content may not be quoted.")))
    } else {
        None
    }
}

fn warns(directives: &Directives, page: &Page) -> Option<Finding> {
    let rules = ENGINES.map(|engine| (engine, directives.for_agent(engine.search_token)));
    let names = |wanted: &dyn Fn(&Engine, &Effective) -> bool| {
        let names: Vec<&str> = rules
            .iter()
            .filter(|(engine, rule)| wanted(engine, rule))
            .map(|(engine, _)| engine.name)
            .collect();
        (!names.is_empty()).then(|| names.join(", "))
    };
    if let Some(names) = names(&|_, rule| forbids_quoting(rule)) {
        return Some(Finding::warn(format!("The page forbids quoting to {names}.")));
    }
    if names(&|_, rule| is_short(rule)).is_some() {
        return Some(Finding::warn(
            "The page limits what engines may quote to under 160 characters.",
        ));
    }
    if names(&|engine, rule| is_bing(engine) && (rule.noarchive || rule.nocache)).is_some() {
        return Some(Finding::warn("The page limits what Microsoft Copilot may use of it."));
    }
    let percent = hidden_percent(page);
    (percent >= NOSNIPPET_WARN_PERCENT)
        .then(|| Finding::warn(format!("{percent} % of the main content may not be quoted.")))
}

/// How far the page lets that engine quote it. Google documents every directive; of Bing the
/// effect of `noarchive` and `nocache` is known, and that both together count as `nocache`; of the
/// others nothing, so theirs is a guess at half.
pub(crate) fn factor(directives: &Directives, engine: &Engine) -> Factor {
    let rule = directives.for_agent(engine.search_token);
    if engine.id == "google" {
        return match forbids_quoting(&rule) {
            true if rule.nosnippet => Factor::limited(0, ReachReason::Nosnippet),
            true => Factor::limited(0, ReachReason::SnippetLimited),
            false => Factor::OPEN,
        };
    }
    if is_bing(engine) && rule.noarchive && !rule.nocache {
        Factor::limited(0, ReachReason::Noarchive)
    } else if rule.nosnippet {
        Factor::limited(50, ReachReason::Nosnippet)
    } else if is_bing(engine) && rule.nocache {
        Factor::limited(50, ReachReason::SnippetLimited)
    } else {
        Factor::OPEN
    }
}

fn is_bing(engine: &Engine) -> bool {
    engine.id == "copilot"
}

fn forbids_quoting(rule: &Effective) -> bool {
    rule.nosnippet || rule.max_snippet.is_some_and(|limit| limit < SNIPPET_FAIL_UNDER)
}

fn is_short(rule: &Effective) -> bool {
    rule.max_snippet.is_some_and(|limit| limit < SNIPPET_PASS)
}

fn hidden_percent(page: &Page) -> usize {
    let main = &page.document.main;
    (main.nosnippet_word_equivalents * 100).checked_div(main.word_equivalents).unwrap_or(0)
}

fn hidden_parts(page: &Page) -> impl Iterator<Item = Detail> + '_ {
    page.document
        .main
        .nosnippet_elements
        .iter()
        .map(|part| Detail { line: Some(part.line), ..quote("data-nosnippet", &part.value) })
}
