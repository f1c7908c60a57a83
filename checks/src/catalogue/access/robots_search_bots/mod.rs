#![doc = include_str!("page.md")]

use super::robots_edit;
use super::verdict::detail;
use crate::agents::{Role, agents};
use crate::check::{About, Check, Context, Finding, measure};
use crate::engines::ENGINES;
use crate::fix::{Fix, Source as Reference};
use crate::page::snapshot::Source;
use crate::paste::{at_root, in_finding, listed, shell};
use crate::report::{CheckResult, Detail, EvidenceStrength};
use crate::robots::{RobotsFile, RobotsTxt};

/// The check.
pub struct RobotsSearchBots;

impl Check for RobotsSearchBots {
    fn about(&self) -> &'static About {
        &About {
            id: "robots-search-bots",
            title: "Search crawlers are allowed",
            strength: EvidenceStrength::Strong,
            effort: 1,
            needs_page: false,
            doc: include_str!("page.md"),
            why: "These 5 crawlers build the indexes that AI answers draw on. Each vendor \
                  documents that its crawler obeys robots.txt and that a blocked site is left out \
                  or shown less. Blocking only training crawlers has no such effect.",
            sources: &[
                Reference {
                    title: "OpenAI: overview of its crawlers",
                    url: "https://developers.openai.com/api/docs/bots",
                    strength: EvidenceStrength::Strong,
                },
                Reference {
                    title: "Google: common crawlers",
                    url: "https://developers.google.com/search/docs/crawling-indexing/google-common-crawlers",
                    strength: EvidenceStrength::Strong,
                },
                Reference {
                    title: "Anthropic: its crawlers, and how to block them",
                    url: "https://support.claude.com/en/articles/8896518-does-anthropic-crawl-data-from-the-web-and-how-can-site-owners-block-the-crawler",
                    strength: EvidenceStrength::Strong,
                },
                Reference {
                    title: "Perplexity: its crawlers",
                    url: "https://docs.perplexity.ai/guides/bots",
                    strength: EvidenceStrength::Strong,
                },
                Reference {
                    title: "RFC 9309: the Robots Exclusion Protocol",
                    url: "https://www.rfc-editor.org/rfc/rfc9309",
                    strength: EvidenceStrength::Strong,
                },
            ],
        }
    }

    fn judge(&self, context: &Context<'_>) -> Finding {
        let Some(file) = &context.robots else { return no_file(context.page.source) };
        match file {
            RobotsFile::Rules(rules) => judge_rules(rules, context),
            RobotsFile::Html { redirected: true } => Finding::pass(
                "robots.txt redirects to an HTML page without rules, so everything is allowed.",
            ),
            RobotsFile::Html { redirected: false } => Finding::warn(
                "robots.txt is an HTML page without rules, so everything is allowed. Expected \
                 plain text.",
            )
            .worth(100),
            RobotsFile::Missing { status: 429 } => Finding::warn(
                "robots.txt returns status 429. Google treats that as a server error; most other \
                 crawlers assume everything is allowed.",
            )
            .with(measure("robots.txt status", "429")),
            RobotsFile::Missing { status } => Finding::pass(format!(
                "The site has no robots.txt (status {status}), so everything is allowed."
            )),
            RobotsFile::ServerError { status } => Finding::fail(format!(
                "robots.txt returned status {status} twice, so crawlers treat the whole site as \
                 blocked."
            ))
            .with(measure("robots.txt status", status.to_string())),
            RobotsFile::RedirectsUnresolved => Finding::pass(
                "The redirects of robots.txt lead nowhere, so crawlers treat it as missing and \
                 everything as allowed.",
            ),
            RobotsFile::Unseen { reason } => Finding::could_not_see(
                "robots.txt couldn't be read, so this wasn't judged. Crawlers may still be able to \
                 read it.",
            )
            .with(measure("robots.txt", in_finding(reason))),
        }
    }

    fn fix(&self, context: &Context<'_>, _finding: &CheckResult) -> Fix {
        match &context.robots {
            Some(RobotsFile::Html { .. }) => file_fix(
                context,
                "Serve robots.txt as plain text: it returns an HTML page",
                "Return plain text at `/robots.txt` (`Content-Type: text/plain`), or status 404 if \
                 you have no rules. A catch-all route in the application often answers instead.",
            ),
            Some(RobotsFile::Missing { status: 429 }) => file_fix(
                context,
                "Return robots.txt with status 200 instead of 429",
                "Exclude `/robots.txt` from rate limits on the server and the CDN: it's small, and \
                 every crawler requests it first.",
            ),
            Some(RobotsFile::ServerError { status }) => file_fix(
                context,
                &format!("Return robots.txt with status 200 or 404 instead of {status}"),
                "Check the server log for errors at `/robots.txt`. If you have no such file, \
                 return status 404, which allows everything.",
            )
            .opens(&["robots-user-fetchers", "content-signals", "sitemap-entry"]),
            _ => robots_edit::edit(context),
        }
    }
}

/// A mend of the whole file.
fn file_fix(context: &Context<'_>, title: &str, step: &str) -> Fix {
    let address = at_root(context.page, "/robots.txt");
    let verify = format!("`curl -sI {}` shows the status and the `Content-Type`.", shell(&address));
    Fix::new(robots_edit::KEY, title, verify)
        .step(step)
        .step("To allow everything, use the file below.")
        .snippet("User-agent: *\nDisallow:")
}

fn no_file(source: Source) -> Finding {
    let summary = "robots.txt wasn't fetched.";
    match source {
        Source::Web => Finding::could_not_see(summary),
        Source::File | Source::FileWithoutAddress => Finding::not_applicable(summary),
    }
}

fn judge_rules(rules: &RobotsTxt, context: &Context<'_>) -> Finding {
    let url = &context.page.final_url;
    let verdicts = ENGINES.map(|engine| (engine, rules.verdict(engine.search_token, url)));
    let allowed: u8 = verdicts.iter().filter(|(_, v)| v.allowed).map(|(e, _)| e.share).sum();
    let blocked: Vec<&str> =
        verdicts.iter().filter(|(_, v)| !v.allowed).map(|(e, _)| e.search_token).collect();
    let finding = match blocked.len() {
        0 => Finding::pass("robots.txt allows all 5 AI search crawlers."),
        all if all == ENGINES.len() => Finding::fail("robots.txt blocks all 5 AI search crawlers."),
        _ => Finding::warn(format!(
            "robots.txt blocks {} of {} AI search crawlers: {}.",
            blocked.len(),
            ENGINES.len(),
            listed(&blocked)
        ))
        .worth(allowed / 25 * 25),
    };
    finding
        .with_all(verdicts.iter().map(|(engine, verdict)| detail(engine.search_token, verdict)))
        .with_all(training(rules, context))
        .with_all(
            rules
                .is_truncated()
                .then(|| measure("robots.txt", "longer than 500 KiB; the rest is ignored")),
        )
}

/// Blocks of training crawlers, told without a verdict: whether to train is the owner's choice.
fn training(rules: &RobotsTxt, context: &Context<'_>) -> Vec<Detail> {
    agents()
        .iter()
        .filter(|agent| agent.role == Role::Training)
        .map(|agent| (agent, rules.verdict(&agent.token, &context.page.final_url)))
        .filter(|(_, verdict)| !verdict.allowed)
        .map(|(agent, verdict)| {
            let mut detail = detail(&agent.token, &verdict);
            detail.label =
                format!("{} rule in robots.txt (training crawler, information only)", agent.token);
            detail.expected = None;
            detail
        })
        .collect()
}

#[cfg(test)]
mod tests;
