#![doc = include_str!("indexable.md")]

use chrono::{DateTime, SecondsFormat};

use super::directive_edit::DirectiveEdit;
use crate::check::{About, Check, Context, Finding, measure, quote};
use crate::directives::{Change, Directive, Directives, Origin};
use crate::engines::{ENGINES, Engine, Factor};
use crate::fix::{Fix, Source};
use crate::paste::listed;
use crate::report::{CheckResult, Detail, EvidenceStrength, ReachReason};
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
            why: "noindex takes a page out of the index that answers draw on, in the header and in \
                  the element. Google documents that a page has to be indexed to stand in AI \
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
                format!("Take unavailable_after out of {}: its date is past", edit.places())
            }
            (false, true) => format!("Take noindex out of {}", edit.places()),
            (false, false) => {
                format!("Let {} index the page: change {}", listed(&names), edit.places())
            }
        };
        let mut fix = edit.fix("indexable", title, context.page);
        if generic.noindex && edit.has_element() && is_wordpress(context) {
            fix = fix.step(
                "In WordPress, the box \"Discourage search engines from indexing this site\" \
                 (Settings, Reading) or an SEO plugin writes it.",
            );
        }
        match generic.noindex {
            true => fix.opens(&["sitemap-entry"]),
            false => fix,
        }
    }
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
    (!blind.is_empty()).then(|| {
        measure("Not seen, since robots.txt keeps the page from being fetched", blind.join(", "))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::checks::test_page::{fix_of, page, with_header, with_metas, with_robots};
    use crate::page::Page;
    use crate::report::Status;

    fn judge(page: &Page) -> Finding {
        Indexable.judge(&Context::new(page, false))
    }

    fn status(page: &Page) -> Status {
        judge(page).status
    }

    /// The engines that may not index the page.
    fn barred(page: &Page) -> Vec<&'static str> {
        let directives = Directives::of(page);
        ENGINES
            .iter()
            .filter(|engine| factor(&directives, engine, page.fetched_at).percent == 0)
            .map(|engine| engine.id)
            .collect()
    }

    #[test]
    fn generic_directives_fail_in_element_and_header() {
        for content in ["noindex", "NOINDEX, follow", "none"] {
            let page = with_metas(&[("robots", content)]);
            assert_eq!(status(&page), Status::Fail, "{content}");
            assert_eq!(barred(&page).len(), 5);
        }
        let header = with_header("x-robots-tag", "noindex, nofollow");
        assert_eq!(status(&header), Status::Fail);
        assert_eq!(judge(&header).details[0].excerpt, "X-Robots-Tag: noindex, nofollow");
    }

    #[test]
    fn the_fix_names_the_place_and_what_stays() {
        let mut page = with_metas(&[("robots", "noindex, follow"), ("generator", "WordPress 6.7")]);
        let fix = fix_of(&Indexable, &page);
        assert_eq!(fix.title, "Take noindex out of line 7");
        assert_eq!(
            fix.steps[0],
            "In line 7, write `<meta name=\"robots\" content=\"follow\">` for `<meta \
             name=\"robots\" content=\"noindex, follow\">`."
        );
        assert_eq!(fix.snippet.as_deref(), Some("<meta name=\"robots\" content=\"follow\">"));
        assert!(fix.steps.last().unwrap().contains("Discourage search engines"));
        assert_eq!(fix.opens, ["sitemap-entry"]);
        page.exchanges[0].headers.push(("x-robots-tag".to_owned(), "none".to_owned()));
        let both = fix_of(&Indexable, &page);
        assert_eq!(both.title, "Take noindex out of the X-Robots-Tag header and line 7");
        assert!(both.steps[0].starts_with("Remove the header `X-Robots-Tag: none`"));
    }

    #[test]
    fn the_fix_of_a_date_or_of_one_engine_says_so() {
        let past = with_metas(&[("robots", "unavailable_after: 2010-01-01, nofollow")]);
        let fix = fix_of(&Indexable, &past);
        assert_eq!(fix.title, "Take unavailable_after out of line 7: its date is past");
        assert_eq!(fix.snippet.as_deref(), Some("<meta name=\"robots\" content=\"nofollow\">"));
        assert!(fix.opens.is_empty());
        let google = with_metas(&[("googlebot", "noindex")]);
        let fix = fix_of(&Indexable, &google);
        assert!(
            fix.title.starts_with("Let Google AI Overviews and AI Mode index"),
            "{}",
            fix.title
        );
        assert_eq!(fix.steps[0], "Delete line 7, `<meta name=\"googlebot\" content=\"noindex\">`.");
        assert_eq!(fix.snippet, None);
    }

    #[test]
    fn an_element_in_the_body_counts() {
        let mut page = with_metas(&[("robots", "noindex")]);
        page.document.metas[0].in_head = false;
        let finding = judge(&page);
        assert_eq!(finding.status, Status::Fail);
        assert!(finding.details[0].label.contains("body"));
        assert_eq!(finding.details[0].line, Some(7));
    }

    #[test]
    fn other_directives_and_other_agents_pass() {
        assert_eq!(status(&page()), Status::Pass);
        for (name, content) in [
            ("robots", "index, follow, max-snippet:-1"),
            ("robots", "nofollow"),
            ("googlebot-news", "noindex"),
            ("otherbot", "noindex"),
            ("description", "noindex"),
        ] {
            assert_eq!(status(&with_metas(&[(name, content)])), Status::Pass, "{name} {content}");
        }
        assert_eq!(status(&with_header("x-robots-tag", "otherbot: noindex")), Status::Pass);
    }

    #[test]
    fn one_engine_by_name_warns_and_bars_that_one() {
        for (name, engine) in
            [("googlebot", "google"), ("oai-searchbot", "chatgpt"), ("msnbot", "copilot")]
        {
            let page = with_metas(&[(name, "noindex"), ("robots", "index")]);
            assert_eq!(status(&page), Status::Warn, "{name}");
            assert_eq!(barred(&page), [engine]);
        }
        let header = with_header("x-robots-tag", "googlebot: noindex, otherbot: nofollow");
        assert_eq!((status(&header), barred(&header)), (Status::Warn, vec!["google"]));
    }

    #[test]
    fn all_five_by_name_fail() {
        let metas: Vec<(&str, &str)> =
            ENGINES.iter().map(|engine| (engine.directive_names[0], "noindex")).collect();
        assert_eq!(status(&with_metas(&metas)), Status::Fail);
    }

    #[test]
    fn a_date_counts_once_it_is_past_and_bars_google() {
        let past = with_metas(&[("robots", "unavailable_after: 25 Jun 2010 15:00:00 PST")]);
        assert_eq!((status(&past), barred(&past)), (Status::Fail, vec!["google"]));
        let future = with_metas(&[("robots", "unavailable_after: 2030-01-01")]);
        assert_eq!((status(&future), barred(&future)), (Status::Pass, vec![]));
        assert_eq!(
            judge(&future).details[0].measured.as_deref(),
            Some("2030-01-01T00:00:00Z"),
            "the date is shown"
        );
        let google = with_metas(&[("googlebot", "unavailable_after: 2010-01-01")]);
        assert_eq!((status(&google), barred(&google)), (Status::Warn, vec!["google"]));
    }

    #[test]
    fn a_blocked_page_never_shows_its_directive() {
        let mut page = with_robots("User-agent: Googlebot\nDisallow: /");
        page.document.metas = with_metas(&[("robots", "noindex")]).document.metas;
        let finding = judge(&page);
        let note = finding.details.last().unwrap();
        assert_eq!(note.measured.as_deref(), Some("Googlebot"));
    }
}
