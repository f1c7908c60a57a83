#![doc = include_str!("page.md")]

use crate::catalogue::structure::headings::{Candidate, FirstHeadings, tokens};
use crate::check::{About, Check, Context, Finding, measure, quote};
use crate::excerpt::one_line;
use crate::fix::{Fix, Source};
use crate::grade::warned;
use crate::paste;
use crate::quoted::Quoted;
use crate::report::{CheckResult, Detail, EvidenceStrength, PageKind};
use crate::weights::{TITLE_HEADING_PASS, TITLE_HEADING_WARN};

/// The most characters of the page's words in the title of a fix.
const NAMED_CHARACTERS: usize = 80;
/// The most characters of the page's words in a snippet.
const SNIPPET_CHARACTERS: usize = 200;

/// What several main headings are worth at most, and what a headline of news is worth at least.
const HALF: u8 = 50;

/// The check.
pub struct TitleH1Match;

impl Check for TitleH1Match {
    fn about(&self) -> &'static About {
        &About {
            id: "title-h1-match",
            title: "One main heading says what the title says",
            strength: EvidenceStrength::Moderate,
            effort: 3,
            needs_page: true,
            doc: include_str!("page.md"),
            why: "Of pages whose headings match the question closely ChatGPT cited 41 %, of those \
                  that match poorly about 30 % (AirOps, 353,799 pages). The question is not known \
                  here, so title and main heading are held against each other instead.",
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
            true => Finding::could_not_see("Only a part of the document was read."),
            false => verdict(context, &headings),
        };
        finding.with_all(details(&headings))
    }

    fn fix(&self, context: &Context<'_>, _finding: &CheckResult) -> Fix {
        fix(&FirstHeadings::of(context))
    }
}

fn verdict(context: &Context<'_>, headings: &FirstHeadings<'_>) -> Finding {
    let Some(best) = headings.best() else {
        return Finding::fail(match headings.logos.is_empty() {
            true => "The page has no main heading (h1) with text.",
            false => "The only main heading (h1) is the site's name.",
        });
    };
    let is_home = context.subject.kind == PageKind::Home;
    if tokens(&headings.title).is_empty() && !is_home {
        return Finding::fail("The page has no title that the main heading could match.");
    }
    let similarity = if is_home { 100 } else { best.similarity };
    // Display headlines differ from titles by craft.
    let is_news = context.subject.is_news;
    if similarity < TITLE_HEADING_WARN {
        let said = "The main heading shares hardly a word with the title.";
        return if is_news { Finding::warn(said) } else { Finding::fail(said) };
    }
    let shared = warned(TITLE_HEADING_WARN, TITLE_HEADING_PASS, similarity);
    let shared = if is_news { shared.max(HALF) } else { shared };
    match headings.candidates.len() {
        1 if similarity >= TITLE_HEADING_PASS => {
            Finding::pass("One main heading says what the title says.")
        }
        1 => Finding::warn(format!(
            "The main heading shares {similarity} % of the words with the title."
        ))
        .worth(shared),
        count => Finding::warn(format!("The page has {count} main headings (h1)."))
            .worth(shared.min(HALF)),
    }
}

fn details(headings: &FirstHeadings<'_>) -> Vec<Detail> {
    let expected = Some(format!("{TITLE_HEADING_PASS} % or more shared with the title"));
    let title = match headings.title.is_empty() {
        true => measure("Title without the site's name", "none"),
        false => quote("Title without the site's name", &headings.title),
    };
    let candidates = headings.candidates.iter().map(|candidate| Detail {
        line: Some(candidate.heading.place.line),
        measured: Some(format!("{} % shared with the title", candidate.similarity)),
        expected: expected.clone(),
        ..quote("Main heading (h1)", candidate.text)
    });
    let logos = headings.logos.iter().map(|logo| Detail {
        line: Some(logo.heading.place.line),
        ..quote("The site's name as h1", logo.text)
    });
    std::iter::once(title).chain(candidates).chain(logos).collect()
}

fn fix(headings: &FirstHeadings<'_>) -> Fix {
    let short = |text: &str| Quoted::of(text, NAMED_CHARACTERS);
    let verify = "Run document.querySelectorAll('h1') in the browser's console: one element, with \
                  the words of document.title.";
    let has_title = !tokens(&headings.title).is_empty();
    let Some(best) = headings.best() else { return add(headings, has_title, verify) };
    if headings.candidates.len() > 1 {
        let count = headings.candidates.len();
        let keep = short(best.text);
        let others = headings.candidates.iter().filter(|other| other.heading != best.heading);
        let others = others.map(|other: &Candidate<'_>| {
            format!(
                "Turn {} (line {}) into an h2, or into plain text if it heads nothing.",
                short(other.text),
                other.heading.place.line
            )
        });
        let fix =
            Fix::new("title-h1-match", format!("Keep one main heading of {count}: {keep}"), verify);
        return others
            .take(3)
            .fold(fix, Fix::step)
            .step(format!("Leave {keep} as the only h1, above the text that it names."));
    }
    let heading = short(best.text);
    if !has_title {
        return Fix::new("title-h1-match", format!("Give the page {heading} a title"), verify)
            .step(format!("Put a <title> into the head that says what {heading} is about."))
            .snippet(format!(
                "<title>{}</title>",
                paste::html(&one_line(best.text, SNIPPET_CHARACTERS))
            ));
    }
    let title = short(&headings.title);
    Fix::new(
        "title-h1-match",
        format!("Let title and main heading say the same: {title} and {heading}"),
        verify,
    )
    .step("Decide for the words that readers would use to ask for what this page answers.")
    .step(format!("Use them in the h1 (now {heading}) and in the <title> (now {title})."))
    .step("Let the title differ only by what it adds, such as the site's name at its end.")
}

fn add(headings: &FirstHeadings<'_>, has_title: bool, verify: &str) -> Fix {
    let title = Quoted::of(&headings.title, NAMED_CHARACTERS);
    let order = match has_title {
        true => format!("Add a main heading (h1) that says what the title says: {title}"),
        false => "Add a main heading (h1) that says what the page is about".to_owned(),
    };
    let mut fix = Fix::new("title-h1-match", order, verify);
    if let Some(logo) = headings.logos.first() {
        fix = fix.step(format!(
            "Take the h1 off the site's name {} (line {}); a link or a div does.",
            Quoted::of(logo.text, NAMED_CHARACTERS),
            logo.heading.place.line
        ));
    }
    fix = fix
        .step("Put one h1 with text above the first paragraph, inside of <main> or <article>.")
        .step("If the heading is a picture, write its words into the alt attribute.");
    match has_title {
        true => fix.snippet(format!(
            "<h1>{}</h1>",
            paste::html(&one_line(&headings.title, SNIPPET_CHARACTERS))
        )),
        false => fix,
    }
}

#[cfg(test)]
mod tests;
