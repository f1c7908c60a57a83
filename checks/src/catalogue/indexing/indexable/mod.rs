#![doc = include_str!("page.md")]

use chrono::{DateTime, SecondsFormat};

use super::directive_edit::DirectiveEdit;
use super::origin::origin_detail;
use url::Url;

use crate::check::{About, Check, Context, Finding, measure};
use crate::directives::{Change, Directive, Directives};
use crate::engines::{ENGINES, Engine, Factor};
use crate::fix::{Fix, Source};
use crate::page::canonical::declared::effective_canonical;
use crate::page::canonical::difference::Difference;
use crate::paste::listed;
use crate::report::{CheckResult, Detail, EvidenceStrength, ReachReason};
use crate::robots::RobotsFile;

/// The check.
pub struct Indexable;

impl Check for Indexable {
    fn about(&self) -> &'static About {
        &About {
            id: "indexable",
            title: "Page is indexable",
            strength: EvidenceStrength::Strong,
            effort: 1,
            needs_page: true,
            doc: include_str!("page.md"),
            why: "`noindex`, in a header or a meta tag, takes a page out of the index that AI \
                  answers draw on. Google requires that a page be indexed to appear in AI \
                  Overviews and AI Mode; Bing documents the same directives.",
            sources: &[
                Source {
                    title: "Google: robots meta tag specifications",
                    url: "https://developers.google.com/search/docs/crawling-indexing/robots-meta-tag",
                    strength: EvidenceStrength::Strong,
                },
                Source {
                    title: "Google: AI features and your website",
                    url: "https://developers.google.com/search/docs/appearance/ai-features",
                    strength: EvidenceStrength::Strong,
                },
                Source {
                    title: "Bing: which robots meta tags it supports",
                    url: "https://www.bing.com/webmaster/help/which-robots-metatags-does-bing-support-5198d240",
                    strength: EvidenceStrength::Strong,
                },
            ],
        }
    }

    fn judge(&self, context: &Context<'_>) -> Finding {
        let directives = &context.directives;
        let now = context.page.fetched_at;
        let told: Vec<&Engine> =
            ENGINES.iter().filter(|engine| is_told_off(directives, engine, now)).collect();
        let generic = directives.generic();
        let finding = if generic.noindex {
            Finding::fail("The page tells all engines not to index it.")
        } else if is_past(generic.unavailable_after, now) {
            Finding::fail(
                "The `unavailable_after` date has passed, so the page asks not to be shown.",
            )
        } else if told.len() == ENGINES.len() {
            Finding::fail("The page tells each of the 5 engines not to index it.")
        } else if told.is_empty() {
            return Finding::pass("No directive keeps an answer engine from indexing the page.")
                .with_all(expiry(directives));
        } else {
            let names: Vec<&str> = told.iter().map(|engine| engine.name).collect();
            Finding::warn(format!("The page tells {} not to index it.", listed(&names)))
        };
        finding
            .with_all(origins(directives))
            .with_all(expiry(directives))
            .with_all(hidden_by_robots(context, &told))
    }

    fn fix(&self, context: &Context<'_>, _finding: &CheckResult) -> Fix {
        let directives = &context.directives;
        let now = context.page.fetched_at;
        let change = move |directive| match directive {
            Directive::Noindex => Change::Drop,
            Directive::UnavailableAfter(at) if at < now => Change::Drop,
            _ => Change::Keep,
        };
        let bars = |directive| change(directive) == Change::Drop;
        let edit = DirectiveEdit::of(directives.origins_of(bars), change);
        let generic = directives.generic();
        let dated = !generic.noindex && is_past(generic.unavailable_after, now);
        let told = ENGINES.iter().filter(|engine| is_told_off(directives, engine, now));
        let names: Vec<&str> = told.map(|engine| engine.name).collect();
        let title = match (dated, generic.noindex || names.len() == ENGINES.len()) {
            (true, _) => {
                format!("Remove unavailable_after ({}): its date has passed", edit.places())
            }
            (false, true) => format!("Remove noindex ({})", edit.places()),
            (false, false) => {
                format!("Let {} index the page ({})", listed(&names), edit.places())
            }
        };
        let mut fix = edit.fix("indexable", title, context.page);
        if generic.noindex && edit.has_element() && is_wordpress(context) {
            fix = fix.step(
                "In WordPress, the setting \"Discourage search engines from indexing this site\" \
                 (Settings > Reading) or an SEO plugin adds it.",
            );
        }
        if generic.noindex {
            fix = fix.step(match is_search(&context.page.final_url) {
                true => {
                    "The URL looks like that of search results on the site, for which noindex is \
                     right: leave it then, and scan the page that these results lead to."
                }
                false => {
                    "If the page is meant to stay out of search results, leave it as it is: engines \
                     then don't cite it."
                }
            });
        }
        match generic.noindex {
            true => fix.opens(&["sitemap-entry"]).conditional(may_be_meant(context)),
            false => fix,
        }
    }
}

/// Whether a page is likely to stay out of search results on purpose: a form, or one whose canonical is
/// another page of the site.
fn may_be_meant(context: &Context<'_>) -> bool {
    let page = context.page;
    let canonical = effective_canonical(&page.final_url, page.answer(), &page.document);
    let leads_elsewhere = canonical.is_some_and(|(_, difference)| {
        use Difference::{QueryDropped, Same, Spelling};
        !matches!(difference, Same | QueryDropped | Spelling(_))
    });
    context.subject.is_form || leads_elsewhere
}

/// Whether an address holds words that somebody looked for: `?q=iron+pots`.
fn is_search(url: &Url) -> bool {
    const FIELDS: [&str; 3] = ["q", "query", "search"];
    let path = url.path().to_ascii_lowercase();
    // Elsewhere, `s` and `term` may be anything.
    let may_be = |name: &str| (name == "s" && path == "/") || path.contains("search");
    url.query_pairs().any(|(name, value)| {
        let name = name.to_ascii_lowercase();
        value.chars().any(char::is_alphabetic) && (FIELDS.contains(&name.as_str()) || may_be(&name))
    })
}

fn is_wordpress(context: &Context<'_>) -> bool {
    context.page.meta("generator").is_some_and(|name| name.to_lowercase().starts_with("wordpress"))
}

/// How far the page lets that engine index it. Only Google documents `unavailable_after`.
pub(crate) fn factor(directives: &Directives, engine: &Engine, now: i64) -> Factor {
    match is_told_off(directives, engine, now) {
        true => Factor::limited(0, ReachReason::Noindex),
        false => Factor::OPEN,
    }
}

fn is_told_off(directives: &Directives, engine: &Engine, now: i64) -> bool {
    let rule = directives.for_engine(engine);
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

fn expiry(directives: &Directives) -> Option<Detail> {
    let google = directives.for_engine(&ENGINES[0]);
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
    (!blind.is_empty())
        .then(|| measure("Can't see this, because robots.txt blocks the page", blind.join(", ")))
}

#[cfg(test)]
mod tests;
