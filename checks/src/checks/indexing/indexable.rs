#![doc = include_str!("indexable.md")]

use chrono::{DateTime, SecondsFormat};

use crate::check::{About, Check, Context, Finding, measure, quote};
use crate::directives::{Directive, Directives, Origin};
use crate::engines::{ENGINES, Engine, Factor};
use crate::report::{Detail, EvidenceStrength, ReachReason};
use crate::robots::RobotsFile;

/// The check.
pub struct Indexable;

impl Check for Indexable {
    fn about(&self) -> &'static About {
        &About {
            id: "indexable",
            title: "No answer engine is told to leave the page out of its index",
            strength: EvidenceStrength::Strong,
            effort: 1,
            needs_page: true,
            doc: include_str!("indexable.md"),
        }
    }

    fn judge(&self, context: &Context<'_>) -> Finding {
        let directives = &context.directives;
        let now = context.page.fetched_at;
        let told: Vec<&Engine> =
            ENGINES.iter().filter(|engine| is_told_off(directives, engine, now)).collect();
        let generic = directives.generic();
        let finding = if generic.noindex {
            Finding::fail("The page asks every engine not to index it.")
        } else if is_past(generic.unavailable_after, now) {
            Finding::fail("The page asks not to be shown after a date that is past.")
        } else if told.len() == ENGINES.len() {
            Finding::fail("The page asks each of the five engines not to index it.")
        } else if told.is_empty() {
            return Finding::pass("Nothing asks an answer engine not to index the page.")
                .with_all(expiry(directives));
        } else {
            let names: Vec<&str> = told.iter().map(|engine| engine.name).collect();
            Finding::warn(format!("The page asks not to be indexed by {}.", names.join(", ")))
        };
        finding
            .with_all(origins(directives))
            .with_all(expiry(directives))
            .with_all(hidden_by_robots(context, &told))
    }
}

/// How far the page lets that engine index it. Only Google documents `unavailable_after`.
pub(crate) fn factor(directives: &Directives, engine: &Engine, now: i64) -> Factor {
    match is_told_off(directives, engine, now) {
        true => Factor::limited(0, ReachReason::Noindex),
        false => Factor::OPEN,
    }
}

fn is_told_off(directives: &Directives, engine: &Engine, now: i64) -> bool {
    let rule = directives.for_agent(engine.search_token);
    rule.noindex || (engine.id == "google" && is_past(rule.unavailable_after, now))
}

fn is_past(at: Option<i64>, now: i64) -> bool {
    at.is_some_and(|at| at < now)
}

fn origins(directives: &Directives) -> Vec<Detail> {
    directives
        .origins_of(|directive| {
            matches!(directive, Directive::Noindex | Directive::UnavailableAfter(_))
        })
        .into_iter()
        .map(origin_detail)
        .collect()
}

/// The element or header as it stands there.
pub(super) fn origin_detail(origin: &Origin) -> Detail {
    let label = match (origin.line, origin.in_body) {
        (None, _) => "HTTP header",
        (Some(_), false) => "Element",
        (Some(_), true) => "Element in the body, where Google obeys it too",
    };
    Detail { line: origin.line, ..quote(label, &origin.verbatim) }
}

fn expiry(directives: &Directives) -> Option<Detail> {
    let google = directives.for_agent(ENGINES[0].search_token);
    let at = DateTime::from_timestamp_millis(google.unavailable_after?)?;
    Some(measure("unavailable_after", at.to_rfc3339_opts(SecondsFormat::Secs, true)))
}

/// A page that a crawler may not fetch never shows it its directives.
fn hidden_by_robots(context: &Context<'_>, told: &[&Engine]) -> Option<Detail> {
    let Some(RobotsFile::Rules(rules)) = &context.robots else { return None };
    let blind: Vec<&str> = told
        .iter()
        .map(|engine| engine.search_token)
        .filter(|token| !rules.verdict(token, &context.page.final_url).allowed)
        .collect();
    (!blind.is_empty()).then(|| {
        measure("Not seen, since robots.txt keeps the page from being fetched", blind.join(", "))
    })
}
