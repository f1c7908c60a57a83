#![doc = include_str!("page.md")]

mod add;
mod equals;
mod fix;
mod own_title;
mod parts;
mod shown;
mod untitled;

use crate::catalogue::structure::headings::{FirstHeadings, tokens};
use crate::check::{About, Check, Context, Finding, measure, quote};
use crate::fix::{Fix, Source};
use crate::grade::warned;
use crate::report::{CheckResult, Detail, EvidenceStrength, PageKind};
use crate::weights::{TITLE_HEADING_PASS, TITLE_HEADING_WARN};

/// What several main headings are worth at most, and what a headline of news is worth at least.
const HALF: u8 = 50;

/// The check.
pub struct TitleH1Match;

impl Check for TitleH1Match {
    fn about(&self) -> &'static About {
        &About {
            id: "title-h1-match",
            title: "One clear H1 matches the title",
            strength: EvidenceStrength::Moderate,
            effort: 3,
            needs_page: true,
            doc: include_str!("page.md"),
            why: "ChatGPT cited 41% of the pages whose headings match the question closely, and \
                  about 30% of those that match it poorly (AirOps, 353,799 pages). The question \
                  isn't known here, so the H1 is compared with the title instead.",
            sources: &[
                Source {
                    title: "Growth Memo and AirOps: what ChatGPT cites",
                    url: "https://www.growth-memo.com/p/shorter-focused-content-wins-in-chatgpt",
                    strength: EvidenceStrength::Moderate,
                },
                Source {
                    title: "Google: influencing title links",
                    url: "https://developers.google.com/search/docs/appearance/title-link",
                    strength: EvidenceStrength::Strong,
                },
            ],
        }
    }

    fn judge(&self, context: &Context<'_>) -> Finding {
        let headings = FirstHeadings::of(context);
        let was_cut = context.page.document.cut_short || context.page.truncated;
        let finding = match headings.candidates.is_empty() && was_cut {
            true => Finding::could_not_see("Only part of the page was read, and it has no H1."),
            false => verdict(context, &headings),
        };
        finding.with_all(details(&headings, context.subject.kind == PageKind::Home))
    }

    fn fix(&self, context: &Context<'_>, _finding: &CheckResult) -> Fix {
        fix::fix(context, &FirstHeadings::of(context))
    }
}

fn verdict(context: &Context<'_>, headings: &FirstHeadings<'_>) -> Finding {
    let Some(best) = headings.best() else {
        return Finding::fail(match headings.logos.is_empty() {
            true => "No H1 with text found. Expected one that matches the title.",
            false => "The only H1 names the site or a section. Expected one that names this page.",
        });
    };
    let is_home = context.subject.kind == PageKind::Home;
    if tokens(&headings.title).is_empty() && !is_home {
        return Finding::fail("No title found for the H1 to match.");
    }
    let similarity = if is_home { 100 } else { best.similarity };
    // Display headlines differ from titles by craft.
    let is_news = context.subject.is_news;
    if similarity < TITLE_HEADING_WARN {
        let said = too_far(similarity);
        return if is_news { Finding::warn(said) } else { Finding::fail(said) };
    }
    let shared = warned(TITLE_HEADING_WARN, TITLE_HEADING_PASS, similarity);
    let shared = if is_news { shared.max(HALF) } else { shared };
    match headings.candidates.len() {
        1 if similarity >= TITLE_HEADING_PASS => Finding::pass(match is_home {
            true => "The page has one H1.",
            false => "One H1 matches the title.",
        }),
        1 => Finding::warn(too_far(similarity)).worth(shared),
        count => Finding::warn(format!("{count} H1s found instead of 1.")).worth(shared.min(HALF)),
    }
}

/// Returns the finding for an H1 that shares too few words with the title.
fn too_far(similarity: usize) -> String {
    format!(
        "The H1 and the title share {similarity}% of their words. Expected {TITLE_HEADING_PASS}% \
         or more."
    )
}

/// Returns the title and the headings. At home they need not match, so nothing is measured.
fn details(headings: &FirstHeadings<'_>, is_home: bool) -> Vec<Detail> {
    let expected = (!is_home).then(|| format!("{TITLE_HEADING_PASS}% or more"));
    let title = match headings.title.is_empty() {
        true => measure("Title without the site's name", "none"),
        false => quote("Title without the site's name", &headings.title),
    };
    let candidates = headings.candidates.iter().map(|candidate| Detail {
        line: Some(candidate.heading.place.line),
        measured: (!is_home)
            .then(|| format!("{}% of words shared with the title", candidate.similarity)),
        expected: expected.clone(),
        ..quote("H1", candidate.text)
    });
    let logos = headings.logos.iter().map(|logo| Detail {
        line: Some(logo.heading.place.line),
        ..quote("H1 that names the site or a section", logo.text)
    });
    std::iter::once(title).chain(candidates).chain(logos).collect()
}

#[cfg(test)]
mod tests;
