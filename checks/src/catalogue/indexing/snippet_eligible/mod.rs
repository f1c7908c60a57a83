#![doc = include_str!("page.md")]

use super::directive_edit::DirectiveEdit;
use super::origin::origin_detail;
use crate::catalogue::extraction::content_wall::paid_entity;
use crate::check::{About, Check, Context, Finding, quote};
use crate::directives::{Change, Directive, Directives, Effective, Stated};
use crate::engines::{ENGINES, Engine, Factor};
use crate::fix::{Fix, Source};
use crate::page::Page;
use crate::paste::{in_step, in_title, listed};
use crate::quoted::Quoted;
use crate::report::{CheckResult, Detail, EvidenceStrength, ReachReason, Status};
use crate::weights::{
    NOSNIPPET_FAIL_OVER_PERCENT, NOSNIPPET_WARN_PERCENT, SNIPPET_FAIL_UNDER, SNIPPET_PASS,
};
use crate::wording::capitalised;

/// The check.
pub struct SnippetEligible;

impl Check for SnippetEligible {
    fn about(&self) -> &'static About {
        &About {
            id: "snippet-eligible",
            title: "Snippets are allowed",
            strength: EvidenceStrength::Strong,
            effort: 1,
            needs_page: true,
            doc: include_str!("page.md"),
            why: "Google uses a page in AI Overviews and AI Mode only if it may show a snippet of \
                  it, and only as much as the directives allow. Bing keeps pages with `noarchive` \
                  out of Copilot's answers, and with `nocache` lets it use only their URL, title \
                  and snippet. The other engines document nothing.",
            sources: &[
                Source {
                    title: "Google: AI features and your website",
                    url: "https://developers.google.com/search/docs/appearance/ai-features",
                    strength: EvidenceStrength::Strong,
                },
                Source {
                    title: "Google: robots meta tag specifications",
                    url: "https://developers.google.com/search/docs/crawling-indexing/robots-meta-tag",
                    strength: EvidenceStrength::Strong,
                },
                Source {
                    title: "Bing: controls for content in chat (September 2023)",
                    url: "https://blogs.bing.com/webmaster/september-2023/Announcing-new-options-for-webmasters-to-control-usage-of-their-content-in-Bing-Chat",
                    strength: EvidenceStrength::Strong,
                },
            ],
        }
    }

    fn judge(&self, context: &Context<'_>) -> Finding {
        let directives = &context.directives;
        let page = context.page;
        let finding =
            fails(directives, page).or_else(|| warns(directives, page)).unwrap_or_else(|| {
                Finding::pass("No directive keeps an engine from quoting the text.")
            });
        if finding.status == Status::Pass {
            return finding;
        }
        let origins = directives.origins_of(|directive| {
            !matches!(directive, Directive::Noindex | Directive::UnavailableAfter(_))
        });
        finding.with_all(origins.into_iter().map(origin_detail)).with_all(hidden_parts(page))
    }

    fn fix(&self, context: &Context<'_>, _finding: &CheckResult) -> Fix {
        let (page, directives) = (context.page, &context.directives);
        let mut origins: Vec<usize> = directives
            .stated
            .iter()
            .filter(|stated| limits(stated))
            .map(|stated| stated.origin)
            .collect();
        origins.dedup();
        let origins: Vec<_> =
            origins.into_iter().filter_map(|index| directives.origins.get(index)).collect();
        let percent = hidden_percent(page);
        let parts = &page.document.main.nosnippet_elements;
        let hides = percent >= NOSNIPPET_WARN_PERCENT;
        let has_directives = !origins.is_empty();
        let edit = DirectiveEdit::of(origins, opened);
        let names: Vec<Quoted> = parts.iter().map(|part| in_title(&part.value)).collect();
        let shown = &names[..names.len().min(ELEMENTS_NAMED)];
        let title = match (has_directives, hides) {
            (true, _) => format!("{} ({})", opening(directives), edit.places()),
            (false, _) => format!(
                "Remove data-nosnippet from {}: it hides {percent}% of the text",
                listed(shown)
            ),
        };
        let mut fix = edit.fix("snippet-eligible", title, page);
        if has_directives && paid_entity(page).is_some() {
            fix = fix.conditional(true);
            fix.steps.insert(
                0,
                "The page's data says that the text isn't free. If these limits belong to the paywall, \
                 leave them: engines may then quote no more of it."
                    .to_owned(),
            );
        }
        if hides {
            fix.steps.extend(parts.iter().take(ELEMENTS_NAMED).map(|part| {
                format!(
                    "Remove `data-nosnippet` from {} on line {}.",
                    in_step(&part.value),
                    part.line
                )
            }));
            fix = fix.step(
                "Use it only on small parts that must not be quoted, and close their elements: an \
                 unclosed element covers everything after it.",
            );
        }
        fix
    }
}

/// Elements with `data-nosnippet` that a fix names.
const ELEMENTS_NAMED: usize = 3;

/// Whether a directive limits quoting for one of the engines that obey it.
fn limits(stated: &Stated) -> bool {
    let limited = match stated.directive {
        Directive::Noarchive | Directive::Nocache => {
            ENGINES.iter().any(|engine| is_bing(engine) && stated.is_for(engine))
        }
        _ => ENGINES.iter().any(|engine| stated.is_for(engine)),
    };
    limited && opened(stated.directive) != Change::Keep
}

/// The engines that directives keep from quoting as they like.
fn limited_engines(directives: &Directives) -> Vec<&'static str> {
    let limits = |engine: &Engine| {
        let mut all = directives.stated.iter().filter(|stated| limits(stated));
        all.any(|stated| {
            let of_bing = matches!(stated.directive, Directive::Noarchive | Directive::Nocache);
            stated.is_for(engine) && (is_bing(engine) || !of_bing)
        })
    };
    ENGINES.iter().filter(|engine| limits(engine)).map(|engine| engine.name).collect()
}

/// What to do about the directives that limit quoting: "Raise max-snippet from 80 to -1", "Remove
/// nosnippet for ChatGPT".
fn opening(directives: &Directives) -> String {
    let (mut dropped, mut limits_written): (Vec<&str>, Vec<String>) = (Vec::new(), Vec::new());
    for stated in directives.stated.iter().filter(|stated| limits(stated)) {
        let word = match stated.directive {
            Directive::MaxSnippet(limit) => {
                let limit = limit.to_string();
                if !limits_written.contains(&limit) {
                    limits_written.push(limit);
                }
                continue;
            }
            Directive::Noarchive => "noarchive",
            Directive::Nocache => "nocache",
            _ => "nosnippet",
        };
        if !dropped.contains(&word) {
            dropped.push(word);
        }
    }
    let raise = || format!("raise max-snippet from {} to -1", listed(&limits_written));
    let all = match (dropped.is_empty(), limits_written.is_empty()) {
        (true, _) => capitalised(&raise()),
        (false, true) => format!("Remove {}", listed(&dropped)),
        (false, false) => format!("Remove {}, and {}", listed(&dropped), raise()),
    };
    match limited_engines(directives) {
        names if names.len() == ENGINES.len() => all,
        names => format!("{all} for {}", listed(&names)),
    }
}

/// What becomes of a directive that limits quoting. A limit that is lifted is written out, since
/// Google asks press publishers in Europe to do so.
fn opened(directive: Directive) -> Change {
    match directive {
        Directive::Nosnippet | Directive::Noarchive | Directive::Nocache => Change::Drop,
        Directive::MaxSnippet(0..SNIPPET_PASS) => Change::Write("max-snippet:-1"),
        _ => Change::Keep,
    }
}

fn fails(directives: &Directives, page: &Page) -> Option<Finding> {
    let forbidden: Vec<&Engine> =
        ENGINES.iter().filter(|engine| forbids_quoting(&directives.for_engine(engine))).collect();
    let percent = hidden_percent(page);
    if forbidden.len() == ENGINES.len() {
        Some(Finding::fail(format!(
            "The page forbids snippets for all engines, or limits them to fewer than \
             {SNIPPET_FAIL_UNDER} characters.",
        )))
    } else if percent > NOSNIPPET_FAIL_OVER_PERCENT {
        Some(Finding::fail(format!(
            "{percent}% of the main content is in `data-nosnippet`. Expected less than \
             {NOSNIPPET_WARN_PERCENT}%."
        )))
    } else {
        None
    }
}

fn warns(directives: &Directives, page: &Page) -> Option<Finding> {
    let rules = ENGINES.map(|engine| (engine, directives.for_engine(&engine)));
    let names = |wanted: &dyn Fn(&Engine, &Effective) -> bool| {
        let names: Vec<&str> = rules
            .iter()
            .filter(|(engine, rule)| wanted(engine, rule))
            .map(|(engine, _)| engine.name)
            .collect();
        (!names.is_empty()).then(|| names.join(", "))
    };
    if let Some(names) = names(&|_, rule| forbids_quoting(rule)) {
        return Some(Finding::warn(format!(
            "The page forbids snippets, or limits them to fewer than {SNIPPET_FAIL_UNDER} \
             characters, for {names}."
        )));
    }
    if names(&|_, rule| is_short(rule)).is_some() {
        return Some(Finding::warn(format!(
            "The page limits snippets to fewer than {SNIPPET_PASS} characters.",
        )));
    }
    if names(&|engine, rule| is_bing(engine) && (rule.noarchive || rule.nocache)).is_some() {
        let has = |wanted: fn(&Effective) -> bool| {
            names(&|engine, rule| is_bing(engine) && wanted(rule)).is_some()
        };
        return Some(Finding::warn(match has(|rule| rule.nocache) {
            true => {
                "`nocache` limits what Microsoft Copilot may use of the page to its URL, title and \
                 snippet."
            }
            false => "`noarchive` keeps the page out of Microsoft Copilot's answers.",
        }));
    }
    let percent = hidden_percent(page);
    (percent >= NOSNIPPET_WARN_PERCENT).then(|| {
        Finding::warn(format!(
            "{percent}% of the main content is in `data-nosnippet`. Expected less than \
             {NOSNIPPET_WARN_PERCENT}%."
        ))
    })
}

/// How far the page lets that engine quote it. Google documents every directive; of Bing the
/// effect of `noarchive` and `nocache` is known, and that both together count as `nocache`; of the
/// others nothing, so theirs is a guess at half.
pub(crate) fn factor(directives: &Directives, engine: &Engine) -> Factor {
    let rule = directives.for_engine(engine);
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

#[cfg(test)]
mod tests;
