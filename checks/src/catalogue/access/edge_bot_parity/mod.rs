#![doc = include_str!("page.md")]

use crate::agents::agent;
use crate::check::{About, Check, Context, Finding};
use crate::fix::{Fix, Source as Reference};
use crate::page::snapshot::{ProbeFetch, Source};
use crate::paste::listed;
use crate::probe::{Treatment, treatment};
use crate::report::{CheckResult, Detail, EvidenceStrength};
use crate::weights::PROBE_TEXT_PERCENT;

/// The check.
pub struct EdgeBotParity;

impl Check for EdgeBotParity {
    fn about(&self) -> &'static About {
        &About {
            id: "edge-bot-parity",
            title: "AI crawlers get the same page as browsers",
            strength: EvidenceStrength::Moderate,
            effort: 1,
            needs_page: true,
            doc: include_str!("page.md"),
            why: "CDNs and firewalls often block crawlers by user agent, sometimes through a \
                  setting the site owner never saw: robots.txt allows the crawler, and the edge \
                  returns 403. A blocked probe is a hint, not proof, because rules that verify a \
                  crawler's IP address rightly reject the scanner.",
            sources: &[Reference {
                title: "Cloudflare: AI Crawl Control",
                url: "https://developers.cloudflare.com/ai-crawl-control/",
                strength: EvidenceStrength::Moderate,
            }],
        }
    }

    fn judge(&self, context: &Context<'_>) -> Finding {
        let page = context.page;
        if page.source != Source::Web {
            return Finding::not_applicable(
                "A file, or a server on this machine, isn't behind a CDN or firewall.",
            );
        }
        let words = page.document.main.word_equivalents;
        let treated = |probe| (probe, treatment(probe, words, &context.patience));
        let probes: Vec<(&ProbeFetch, Treatment)> =
            page.supporting.probes.iter().map(treated).collect();
        judge(&probes).with_all(probes.iter().map(|(probe, treatment)| detail(probe, *treatment)))
    }

    fn fix(&self, context: &Context<'_>, _finding: &CheckResult) -> Fix {
        let page = context.page;
        let words = page.document.main.word_equivalents;
        let different: Vec<(&str, Treatment)> = page
            .supporting
            .probes
            .iter()
            .map(|probe| (probe.agent.as_str(), treatment(probe, words, &context.patience)))
            .filter(|(_, treatment)| is_different(*treatment))
            .collect();
        fix(context, &different)
    }
}

fn fix(context: &Context<'_>, different: &[(&str, Treatment)]) -> Fix {
    let server = context.page.answer().and_then(|answer| answer.header("server"));
    let answers: Vec<String> = different
        .iter()
        .map(|(agent, treatment)| format!("a request sent as {agent} got {}", measured(*treatment)))
        .collect();
    let agents: Vec<&str> = different.iter().map(|(agent, _)| *agent).collect();
    let title = match agents.is_empty() {
        true => "Check how your CDN or firewall treats AI search crawlers".to_owned(),
        false => format!("Find the rule that treats {} differently", listed(&agents)),
    };
    let cloudflare = server.is_some_and(|server| server.to_ascii_lowercase().contains("cloudflare"))
        || different.iter().any(|(_, treatment)| {
            matches!(treatment, Treatment::Challenged(vendor) if *vendor == "Cloudflare")
        });
    let mut fix = Fix::new(
        "edge-bot-parity",
        title,
        "CDN or server logs show status 200 for these crawlers' requests from the IP addresses \
         their vendors publish. A new scan may still be refused, which is fine.",
    );
    if !answers.is_empty() {
        fix = fix.step(format!("In this scan, {}.", listed(&answers)));
    }
    fix = fix.step(match cloudflare {
        true => {
            "In the domain's Cloudflare dashboard, check AI Crawl Control and the bot rules, and \
             allow crawlers in the AI search category."
        }
        false => {
            "Check the rules of your CDN, firewall and host for lists of bots, and allow verified \
             search crawlers."
        }
    });
    for vendor in
        agents.iter().filter_map(|token| agent(token)).filter_map(|a| Some((a, a.url.as_ref()?)))
    {
        fix = fix.step(format!(
            "Compare the IP addresses of {} in your logs with those that {} documents: {}",
            vendor.0.token, vendor.0.vendor, vendor.1
        ));
    }
    fix
}

fn judge(probes: &[(&ProbeFetch, Treatment)]) -> Finding {
    let Some((first, treated)) = probes.first() else {
        return Finding::not_applicable(
            "No request was sent as a crawler: probes are switched off, robots.txt blocks the \
             crawlers, or time ran out.",
        );
    };
    if let Some((_, other)) = probes.iter().find(|(_, treatment)| is_good(*treatment)) {
        return match other {
            _ if !is_good(*treated) => Finding::pass(format!(
                "A request sent as {} got a different response, but one sent as another crawler \
                 got the page. The difference may be temporary.",
                first.agent
            )),
            Treatment::More(_) => Finding::pass(
                "Requests sent as an AI crawler get the page with more text: it is prerendered.",
            ),
            _ => Finding::pass("Requests sent as an AI crawler get the same page."),
        };
    }
    let different = probes.iter().filter(|(_, treatment)| is_different(*treatment)).count();
    match different {
        2.. => Finding::warn(format!(
            "{different} requests sent as AI crawlers got a different response than a browser. \
             A rule that verifies IP addresses may still admit the real crawlers, so this \
             doesn't affect the score.",
        )),
        _ => Finding::not_applicable(
            "The responses to requests sent as AI crawlers may be temporary, so this wasn't \
             judged.",
        ),
    }
}

fn is_good(treatment: Treatment) -> bool {
    matches!(treatment, Treatment::Same | Treatment::More(_))
}

fn is_different(treatment: Treatment) -> bool {
    match treatment {
        Treatment::Less(_)
        | Treatment::Challenged(_)
        | Treatment::Refused(_)
        | Treatment::LedAstray => true,
        Treatment::Same | Treatment::More(_) | Treatment::Ambiguous(_) | Treatment::None => false,
    }
}

fn detail(probe: &ProbeFetch, treatment: Treatment) -> Detail {
    Detail {
        label: format!("Request as {}", probe.agent),
        measured: Some(measured(treatment)),
        expected: Some(format!("status 200 and at least {PROBE_TEXT_PERCENT}% of the text")),
        ..Detail::default()
    }
}

fn measured(treatment: Treatment) -> String {
    match treatment {
        Treatment::Same => "the same page".to_owned(),
        Treatment::More(percent) => format!("{percent}% of the page's text"),
        Treatment::Less(percent) => format!("{percent}% of the page's main content"),
        Treatment::Challenged(vendor) => format!("a challenge page ({vendor})"),
        Treatment::Refused(status) | Treatment::Ambiguous(status) => format!("status {status}"),
        Treatment::LedAstray => "redirects that lead nowhere".to_owned(),
        Treatment::None => "no response".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue::test_page::{ADDRESS, NOW, exchange, fix_of, page};
    use crate::failure::{FailureCode, ScanFailure};
    use crate::page::Page;
    use crate::page::snapshot::ProbeOutcome;
    use crate::report::Status;

    fn different(status: u16, body: &str) -> (u16, ProbeOutcome) {
        (status, ProbeOutcome::Different { body: body.as_bytes().to_vec() })
    }

    fn judged(probes: &[(u16, ProbeOutcome)]) -> Finding {
        let mut page = page();
        page.supporting.probes = probes
            .iter()
            .map(|(status, outcome)| ProbeFetch {
                agent: "OAI-SearchBot".to_owned(),
                fetched_at: NOW,
                exchanges: vec![exchange(ADDRESS, *status)],
                outcome: outcome.clone(),
            })
            .collect();
        EdgeBotParity.judge(&Context::new(&page, false))
    }

    fn same() -> (u16, ProbeOutcome) {
        (200, ProbeOutcome::Identical)
    }

    #[test]
    fn the_same_page_passes_and_a_prerendered_one_says_so() {
        assert_eq!(judged(&[same()]).status, Status::Pass);
        let alike = |text_percent| judged(&[(200, ProbeOutcome::Alike { text_percent })]);
        assert_eq!(alike(95).summary, judged(&[same()]).summary);
        assert_eq!(alike(400).status, Status::Pass);
        assert!(alike(400).summary.contains("prerendered"));
        // 400 words of main content against a page of 400, whatever the menus made of it.
        let long = format!("<main>{}</main>", "word ".repeat(400));
        assert_eq!(judged(&[different(200, &long), different(200, &long)]).status, Status::Pass);
    }

    #[test]
    fn both_must_differ_for_a_warning_and_it_never_fails() {
        for refusal in [
            different(401, "no"),
            different(402, "pay"),
            different(403, "no"),
            different(404, "no"),
            different(406, "no"),
            different(451, "no"),
            different(503, "no"),
            different(200, "<main>word</main>"),
            different(200, "<main>checking</main><div id=\"px-captcha\"></div>"),
            (302, ProbeOutcome::RedirectsUnresolved),
        ] {
            let both = judged(&[refusal.clone(), refusal.clone()]);
            assert_eq!(both.status, Status::Warn, "{refusal:?}");
            assert_eq!(both.details.len(), 2);
            let once = judged(&[refusal.clone(), same()]);
            assert_eq!(once.status, Status::Pass, "{refusal:?}");
            assert!(once.summary.contains("temporary"), "{}", once.summary);
            assert_eq!(judged(&[refusal]).status, Status::Na, "no second one was made");
        }
    }

    #[test]
    fn challenges_are_named() {
        let mut page = page();
        let mut answer = exchange(ADDRESS, 403);
        answer.headers.push(("cf-mitigated".to_owned(), "challenge".to_owned()));
        let probe = ProbeFetch {
            agent: "OAI-SearchBot".to_owned(),
            fetched_at: NOW,
            exchanges: vec![answer],
            outcome: ProbeOutcome::Different { body: Vec::new() },
        };
        page.supporting.probes = vec![probe.clone(), probe];
        let finding = EdgeBotParity.judge(&Context::new(&page, false));
        assert_eq!(finding.status, Status::Warn);
        assert!(finding.details[0].measured.as_deref().unwrap().contains("Cloudflare"));
    }

    #[test]
    fn the_fix_names_the_agents_their_answers_and_the_edge() {
        let mut page = page();
        page.exchanges[0].headers.push(("server".to_owned(), "cloudflare".to_owned()));
        page.supporting.probes = ["OAI-SearchBot", "PerplexityBot"]
            .map(|agent| ProbeFetch {
                agent: agent.to_owned(),
                fetched_at: NOW,
                exchanges: vec![exchange(ADDRESS, 403)],
                outcome: ProbeOutcome::Different { body: b"no".to_vec() },
            })
            .to_vec();
        let fix = fix_of(&EdgeBotParity, &page);
        assert_eq!(
            fix.title,
            "Find the rule that treats OAI-SearchBot and PerplexityBot differently"
        );
        assert!(fix.steps[0].contains("PerplexityBot got status 403"), "{:?}", fix.steps);
        assert!(fix.steps[1].contains("Cloudflare"), "{:?}", fix.steps);
        assert!(fix.steps[2].contains("https://developers.openai.com/"), "{:?}", fix.steps);
        page.exchanges[0].headers.pop();
        assert!(fix_of(&EdgeBotParity, &page).steps[1].contains("firewall"));
    }

    #[test]
    fn what_may_be_about_the_moment_is_not_judged() {
        let failure = ScanFailure::new(FailureCode::TimedOut, "too slow");
        let unanswered = (0, ProbeOutcome::Unreachable { failure });
        for probes in [
            vec![],
            vec![different(429, "")],
            vec![different(500, "")],
            vec![unanswered.clone()],
            vec![different(403, ""), unanswered],
            vec![different(403, ""), different(429, "")],
        ] {
            assert_eq!(judged(&probes).status, Status::Na, "{probes:?}");
        }
        let file = Page { source: Source::File, ..page() };
        assert_eq!(EdgeBotParity.judge(&Context::new(&file, false)).status, Status::Na);
    }
}
