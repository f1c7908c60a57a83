#![doc = include_str!("page.md")]

use super::robots_edit;
use super::verdict::detail;
use crate::agents::{Agent, FETCHERS, Obeys, agent};
use crate::check::{About, Check, Context, Finding, measure};
use crate::fix::{Fix, Source as Reference};
use crate::page::snapshot::Source;
use crate::report::{CheckResult, EvidenceStrength};
use crate::robots::{RobotsFile, RobotsTxt, RobotsVerdict};

/// The check.
pub struct RobotsUserFetchers;

impl Check for RobotsUserFetchers {
    fn about(&self) -> &'static About {
        &About {
            id: "robots-user-fetchers",
            title: "AI assistants can open the page",
            strength: EvidenceStrength::Moderate,
            effort: 1,
            needs_page: false,
            doc: include_str!("page.md"),
            why: "An assistant that can open a page can quote it even if no index contains it. \
                  Anthropic documents that blocking Claude-User keeps Claude from pages a user \
                  asks about. OpenAI, Perplexity and Meta document that their fetchers may ignore \
                  robots.txt, so blocking those does nothing.",
            sources: &[
                Reference {
                    title: "Anthropic: its crawlers, and how to block them",
                    url: "https://support.claude.com/en/articles/8896518-does-anthropic-crawl-data-from-the-web-and-how-can-site-owners-block-the-crawler",
                    strength: EvidenceStrength::Strong,
                },
                Reference {
                    title: "OpenAI: overview of its crawlers",
                    url: "https://developers.openai.com/api/docs/bots",
                    strength: EvidenceStrength::Strong,
                },
                Reference {
                    title: "Perplexity: its crawlers",
                    url: "https://docs.perplexity.ai/guides/bots",
                    strength: EvidenceStrength::Strong,
                },
            ],
        }
    }

    fn judge(&self, context: &Context<'_>) -> Finding {
        match (&context.robots, context.page.source) {
            (Some(RobotsFile::Rules(rules)), _) => judge_rules(rules, context),
            (Some(RobotsFile::ServerError { status }), _) => Finding::not_applicable(format!(
                "robots.txt returns status {status}; `robots-search-bots` judges that."
            )),
            (Some(RobotsFile::Unseen { .. }), _) | (None, Source::Web) => {
                Finding::could_not_see("robots.txt couldn't be read, so this wasn't judged.")
            }
            (None, Source::File | Source::FileWithoutAddress) => {
                Finding::not_applicable("robots.txt wasn't fetched.")
            }
            (
                Some(
                    RobotsFile::Missing { .. }
                    | RobotsFile::Html { .. }
                    | RobotsFile::RedirectsUnresolved,
                ),
                _,
            ) => Finding::pass("The site has no robots.txt rules, so every fetcher is allowed."),
        }
    }

    fn fix(&self, context: &Context<'_>, _finding: &CheckResult) -> Fix {
        robots_edit::edit(context)
    }
}

fn judge_rules(rules: &RobotsTxt, context: &Context<'_>) -> Finding {
    let blocked: Vec<(&'static Agent, RobotsVerdict)> = FETCHERS
        .iter()
        .filter_map(|token| agent(token))
        .map(|agent| (agent, rules.verdict(&agent.token, &context.page.final_url)))
        .filter(|(_, verdict)| !verdict.allowed)
        .collect();
    let (deaf, barred): (Vec<_>, Vec<_>) =
        blocked.iter().partition(|(agent, _)| agent.obeys_robots == Obeys::No);
    let finding = match (barred.is_empty(), deaf.is_empty()) {
        (true, true) => Finding::pass("robots.txt allows every fetcher that acts for a user."),
        (true, false) => Finding::warn(format!(
            "robots.txt blocks {}, but this may have no effect: vendors document that robots.txt \
             may not apply to user requests.",
            names(&deaf)
        )),
        (false, _) => Finding::fail(format!(
            "robots.txt stops {} from opening the page when a user asks.",
            names(&barred)
        )),
    };
    finding.with_all(blocked.iter().map(|(agent, verdict)| detail(&agent.token, verdict))).with_all(
        deaf.iter().map(|(agent, _)| measure(agent.token.as_str(), agent.effect_of_block.as_str())),
    )
}

fn names(agents: &[&(&'static Agent, RobotsVerdict)]) -> String {
    agents.iter().map(|(agent, _)| agent.token.as_str()).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue::test_page::{finding_of, page, robots, with_robots};
    use crate::page::Page;
    use crate::report::Status;

    fn status(page: &Page) -> Status {
        RobotsUserFetchers.judge(&Context::new(page, false)).status
    }

    #[test]
    fn every_fetcher_is_registered() {
        assert!(FETCHERS.iter().all(|token| agent(token).is_some()));
    }

    #[test]
    fn blocks_count_by_whether_the_fetcher_obeys() {
        for (agents, expected) in [
            ("ClaudeBot", Status::Pass),
            ("Claude-Web", Status::Pass),
            ("ChatGPT-User", Status::Warn),
            ("Perplexity-User", Status::Warn),
            ("meta-externalfetcher", Status::Warn),
            ("Claude-User", Status::Fail),
            ("MistralAI-User", Status::Fail),
            ("DuckAssistBot", Status::Fail),
            ("*", Status::Fail),
        ] {
            let page = with_robots(&format!("User-agent: {agents}\nDisallow: /"));
            assert_eq!(status(&page), expected, "{agents}");
        }
    }

    #[test]
    fn one_edit_of_the_file_mends_search_crawlers_and_fetchers() {
        use crate::catalogue::access::robots_search_bots::RobotsSearchBots;
        let page = with_robots("User-agent: *\nDisallow: /guide");
        let context = Context::new(&page, false);
        let fix = RobotsUserFetchers.fix(&context, &finding_of(&RobotsUserFetchers, &context));
        let other = RobotsSearchBots.fix(&context, &finding_of(&RobotsSearchBots, &context));
        assert_eq!((fix.key, &fix), ("robots-search-bots", &other));
        assert!(fix.snippet.unwrap().contains("User-agent: Claude-User\n"));
    }

    #[test]
    fn without_rules_everyone_may() {
        for code in [404, 429] {
            let robots_files = vec![robots("https://www.example.com/robots.txt", code, "")];
            assert_eq!(status(&Page { robots_files, ..page() }), Status::Pass);
        }
    }

    #[test]
    fn an_unreachable_file_does_not_count_twice() {
        let robots_files = vec![robots("https://www.example.com/robots.txt", 500, "")];
        assert_eq!(status(&Page { robots_files, ..page() }), Status::Na);
        assert_eq!(status(&Page { robots_files: Vec::new(), ..page() }), Status::Na);
    }
}
