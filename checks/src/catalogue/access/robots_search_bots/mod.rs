#![doc = include_str!("page.md")]

use super::robots_edit;
use super::verdict::detail;
use crate::agents::{Role, agents};
use crate::check::{About, Check, Context, Finding, measure};
use crate::engines::ENGINES;
use crate::fix::{Fix, Source as Reference};
use crate::page::snapshot::Source;
use crate::paste::{at_root, in_finding, shell};
use crate::report::{CheckResult, Detail, EvidenceStrength};
use crate::robots::{RobotsFile, RobotsTxt};

/// The check.
pub struct RobotsSearchBots;

impl Check for RobotsSearchBots {
    fn about(&self) -> &'static About {
        &About {
            id: "robots-search-bots",
            title: "robots.txt lets AI search crawlers fetch this page",
            strength: EvidenceStrength::Strong,
            effort: 1,
            needs_page: false,
            doc: include_str!("page.md"),
            why: "These five crawlers fill the indexes that answers draw on, and each vendor documents \
                  that its crawler obeys robots.txt and that a blocked site is left out or shown \
                  less. A block of training crawlers alone has no such effect.",
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
                "robots.txt redirects to an HTML document, which holds no rules: everything is \
                 allowed.",
            ),
            RobotsFile::Html { redirected: false } => Finding::warn(
                "An HTML document is served as robots.txt; it holds no rules, so everything is \
                 allowed.",
            )
            .worth(100),
            RobotsFile::Missing { status: 429 } => Finding::warn(
                "robots.txt answers with status 429: most crawlers then take everything for \
                 allowed, Google for a server error.",
            )
            .with(measure("Status of robots.txt", "429")),
            RobotsFile::Missing { status } => Finding::pass(format!(
                "There is no robots.txt (status {status}), so everything is allowed."
            )),
            RobotsFile::ServerError { status } => Finding::fail(format!(
                "robots.txt answered twice with status {status}; crawlers then take everything \
                 for forbidden."
            ))
            .with(measure("Status of robots.txt", status.to_string())),
            RobotsFile::RedirectsUnresolved => Finding::pass(
                "The redirects of robots.txt lead nowhere, so crawlers take it for missing and \
                 everything for allowed.",
            ),
            RobotsFile::Unseen { reason } => Finding::could_not_see(
                "robots.txt could not be seen, so this was not judged; crawlers may get it.",
            )
            .with(measure("robots.txt", in_finding(reason))),
        }
    }

    fn fix(&self, context: &Context<'_>, _finding: &CheckResult) -> Fix {
        match &context.robots {
            Some(RobotsFile::Html { .. }) => file_fix(
                context,
                "Serve rules or nothing at /robots.txt: it answers with an HTML document",
                "Answer /robots.txt with plain text (Content-Type: text/plain), or with status 404 \
                 where there are no rules. A catch-all route of an application often answers it.",
            ),
            Some(RobotsFile::Missing { status: 429 }) => file_fix(
                context,
                "Answer /robots.txt with status 200 instead of 429",
                "Take /robots.txt out of the rate limit, at the server and at the CDN: it is small, \
                 and every crawler asks for it first.",
            ),
            Some(RobotsFile::ServerError { status }) => file_fix(
                context,
                &format!("Answer /robots.txt with status 200 or 404 instead of {status}"),
                "Look in the server's log for the error at /robots.txt. A file that is not there is \
                 status 404, and allows everything.",
            )
            .opens(&["robots-user-fetchers", "content-signals", "sitemap-entry"]),
            _ => robots_edit::edit(context),
        }
    }
}

/// A mend of the whole file.
fn file_fix(context: &Context<'_>, title: &str, step: &str) -> Fix {
    let address = at_root(context.page, "/robots.txt");
    let verify = format!("`curl -sI {}` shows the status and the type.", shell(&address));
    Fix::new(robots_edit::KEY, title, verify)
        .step(step)
        .step("If nothing is to be forbidden, a file with the lines below says so.")
        .snippet("User-agent: *\nDisallow:")
}

fn no_file(source: Source) -> Finding {
    let summary = "robots.txt was not fetched.";
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
        0 => Finding::pass("robots.txt lets all five AI search crawlers fetch this address."),
        all if all == ENGINES.len() => {
            Finding::fail("robots.txt forbids this address to all five AI search crawlers.")
        }
        _ => Finding::warn(format!("robots.txt forbids this address to {}.", blocked.join(", ")))
            .worth(allowed / 25 * 25),
    };
    finding
        .with_all(verdicts.iter().map(|(engine, verdict)| detail(engine.search_token, verdict)))
        .with_all(training(rules, context))
        .with_all(
            rules.is_truncated().then(|| {
                measure("robots.txt", "longer than 500 KiB; what follows is not considered")
            }),
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
            detail.label = format!("{} (training; information only)", agent.token);
            detail.expected = None;
            detail
        })
        .collect()
}

#[cfg(test)]
mod tests;
