#![doc = include_str!("page.md")]

mod affiliates;
mod attribution;
mod beside;
mod claims;
mod link_hosts;
mod links;
mod named;
mod own_survey;

use super::prose::{is_prose, text_of, unless_cut_short};
use crate::applicability::speaks_for_itself;
use crate::check::{About, Check, Context, Finding, measure, quote};
use crate::excerpt::EXCERPT_CHARACTERS;
use crate::fix::{Fix, Source};
use crate::grade::warned;
use crate::page::Page;
use crate::page::outline::BlockFact;
use crate::page::text::TENTHS_OF_WORD;
use crate::paste::{in_finding, listed};
use crate::quoted::Quoted;
use crate::report::{CheckResult, Detail, EvidenceStrength, PageKind, Status};
use crate::weights::{
    CITATIONS_CLAIMS, CITATIONS_EXCUSED, CITATIONS_FROM, CITATIONS_FROM_WITHOUT_CLAIMS,
    CITATIONS_PASS_DOMAINS, CITATIONS_UNNEEDED, CITATIONS_WORDS_PER_LINK,
};
use crate::wording::{grouped, how_many, plural};
use claims::{Claim, claims_without_source};
use links::{Links, knows_its_owner};
use named::{bare_doi, named_source};

/// Domains that the details show.
const DOMAINS_SHOWN: usize = 8;
/// Long passages without a source that the details show.
const PASSAGES_SHOWN: usize = 3;
/// Words of a block that shows what its passage is about.
const PASSAGE_WORDS: usize = 8;
/// Claims that a fix names.
const CLAIMS_NAMED: usize = 2;
/// Lines of other claims that a fix names.
const LINES_NAMED: usize = 8;

/// The check.
pub struct OutboundCitations;

impl Check for OutboundCitations {
    fn about(&self) -> &'static About {
        &About {
            id: "outbound-citations",
            title: "Claims cite sources",
            strength: EvidenceStrength::Moderate,
            effort: 3,
            needs_page: true,
            doc: include_str!("page.md"),
            why: "Citing sources raised a page's share of the answer by 28% in one experiment, \
                  most for pages that ranked low, and lowered it for the page that ranked first. A \
                  later benchmark found almost no effect of such rewriting.",
            sources: SOURCES,
        }
    }

    fn judge(&self, context: &Context<'_>) -> Finding {
        let page = context.page;
        let words = page.document.main.word_equivalents;
        if words < CITATIONS_FROM {
            return Finding::not_applicable(format!(
                "The text has {}. Sources are expected in texts of {CITATIONS_FROM} words or more.",
                how_many(words, "word")
            ));
        }
        let links = Links::of(context);
        if !links.sources.is_empty() && !knows_its_owner(page) {
            return Finding::not_applicable(
                "The file's public URL isn't known, so links to other sites can't be distinguished \
                 from its own.",
            );
        }
        let finding = verdict(context, &links, words);
        if finding.status != Status::Pass && page.declares(&["Recipe", "HowTo"]) {
            return Finding::not_applicable("Recipes and instructions need no external sources.");
        }
        let is_of_its_own = matches!(context.subject.kind, PageKind::Docs | PageKind::Other);
        if finding.status != Status::Pass && is_of_its_own {
            return Finding::not_applicable(
                "Documentation and pages of unknown kind need no external sources.",
            );
        }
        let own = match () {
            () if finding.status == Status::Pass => None,
            () if speaks_for_itself(context) => {
                Some("The text is told first-hand, and no number in it needs a source.")
            }
            () if context.subject.is_report() => {
                Some("The text tells what happened, and no number in it needs a source.")
            }
            () if words < CITATIONS_FROM_WITHOUT_CLAIMS => {
                Some("The text is short, and no number in it needs a source.")
            }
            () => None,
        };
        if let Some(own) = own.filter(|_| claims_without_source(context, &links).is_empty()) {
            return Finding::not_applicable(own);
        }
        let unsourced = match finding.status {
            Status::Pass => Vec::new(),
            _ => numbers(context, &links),
        };
        let shown = match unsourced.is_empty() {
            true => passages(page, &links),
            false => unsourced,
        };
        unless_cut_short(page, finding).with_all(domains(page, &links)).with_all(shown)
    }

    fn fix(&self, context: &Context<'_>, _finding: &CheckResult) -> Fix {
        let page = context.page;
        let links = Links::of(context);
        let words = page.document.main.word_equivalents;
        let missing = needed(words).saturating_sub(links.sources.len()).max(1);
        let all = claims_without_source(context, &links);
        let (claims, others) = all.split_at(all.len().min(CLAIMS_NAMED.min(missing)));
        // As many as the steps name.
        let named = match missing > claims.len() {
            true => claims.len() + others.iter().filter(|claim| !claim.is_sourced).count(),
            false => claims.len(),
        };
        let title = match links.domains.as_slice() {
            [] => format!("{}: the text links to no other site", what_to_link(named)),
            // There are links enough; another site is what is missing.
            [only] if links.sources.len() >= needed(words) => format!(
                "Link a source on a second site: all {} lead to {}",
                how_many(links.sources.len(), "link"),
                in_finding(only)
            ),
            domains => format!(
                "{}: {} words have {} to {}",
                what_to_link(named),
                grouped(words),
                how_many(links.sources.len(), "link"),
                how_many(domains.len(), "other site")
            ),
        };
        let verify = format!(
            "Scan the page again. It finds links to at least {CITATIONS_PASS_DOMAINS} other sites, \
             and one link per {CITATIONS_WORDS_PER_LINK} words."
        );
        let may_not_suit = all.is_empty() || context.subject.is_of_some_day();
        let mut fix = Fix::new("outbound-citations", title, verify).conditional(may_not_suit);
        for Claim { line, text, is_sourced } in claims {
            let text = Quoted::of(text, EXCERPT_CHARACTERS / 2);
            fix = fix.step(match is_sourced {
                true => format!("Link the source named on line {line}: {text}"),
                false => format!("Link the source of this number on line {line}: {text}"),
            });
        }
        // On one long line, its number tells nothing more.
        let is_named = |line: u32| claims.iter().any(|claim| claim.line == line);
        let others = others.iter().filter(|claim| !claim.is_sourced);
        let lines: Vec<u32> =
            others.map(|claim| claim.line).filter(|line| !is_named(*line)).collect();
        if !lines.is_empty() && missing > claims.len() {
            fix = fix.step(format!("More numbers without a source are on {}.", lines_of(&lines)));
        }
        if missing > claims.len() {
            fix = fix.step(
                "Look for statements that others found out and a reader would want to check: \
                 research, history, comparisons, advice. Link the source of each. What you know \
                 first-hand needs none.",
            );
        }
        if links.domains.len() < CITATIONS_PASS_DOMAINS {
            fix = fix.step(format!(
                "Link to at least {CITATIONS_PASS_DOMAINS} other sites: one study, however often it is \
                 linked, is one source."
            ));
        }
        let fix = fix.step(
            "Link to the original (the study, the authority, the maker's documentation), not to a \
             page that repeats it. Put the link on the words that name the source.",
        );
        match bare_doi(&page.document.main.text) {
            Some(doi) => fix.snippet(format!("<a href=\"https://doi.org/{doi}\">doi:{doi}</a>")),
            None => fix,
        }
    }
}

const SOURCES: &[Source] = &[
    Source {
        title: "GEO: Generative Engine Optimization (KDD 2024), citing sources",
        url: "https://arxiv.org/abs/2311.09735",
        strength: EvidenceStrength::Moderate,
    },
    Source {
        title: "C-SEO Bench (NeurIPS 2025), which found almost no effect",
        url: "https://arxiv.org/abs/2506.11097",
        strength: EvidenceStrength::Strong,
    },
];

/// What a fix asks to link: figures that need a source, where there are some, or else statements.
fn what_to_link(named: usize) -> String {
    match named {
        0 => "Link statements that aren't your own to their sources".to_owned(),
        count => format!(
            "Link the {} of {}",
            plural(count, "source", "sources"),
            how_many(count, "number")
        ),
    }
}

/// What is said of a text without a link to a source.
const NONE_LINKED: &str = "No links to external sources";

/// “line 4”, “lines 4, 5 and 6”; of many the first.
fn lines_of(lines: &[u32]) -> String {
    let mut lines = lines.to_vec();
    lines.sort_unstable();
    lines.dedup();
    let mut named: Vec<String> = lines.iter().take(LINES_NAMED).map(u32::to_string).collect();
    if lines.len() > LINES_NAMED {
        named.push("others".to_owned());
    }
    format!("{} {}", plural(lines.len(), "line", "lines"), listed(&named))
}

/// How many links pass in a text of that many word equivalents.
fn needed(words: usize) -> usize {
    words.div_ceil(CITATIONS_WORDS_PER_LINK).max(CITATIONS_PASS_DOMAINS)
}

fn verdict(context: &Context<'_>, links: &Links<'_>, words: usize) -> Finding {
    let (count, domains) = (links.sources.len(), links.domains.len());
    let said = format!(
        "{} to {} in {} words",
        how_many(count, "link"),
        how_many(domains, "other site"),
        grouped(words)
    );
    if domains >= CITATIONS_PASS_DOMAINS && count * CITATIONS_WORDS_PER_LINK >= words {
        return Finding::pass(format!("{said}."));
    }
    let excuse = excuse(context, links);
    let least = excuse.as_ref().map_or(1, |excuse| excuse.worth);
    let worth =
        warned(0, needed(words), count).min(warned(0, CITATIONS_PASS_DOMAINS, domains)).max(least);
    match excuse {
        _ if count > 0 => {
            let expected = format!("{} links to {CITATIONS_PASS_DOMAINS} sites", needed(words));
            Finding::warn(format!("{said}. Expected at least {expected}.")).worth(worth)
        }
        Some(excuse) => Finding::warn(excuse.why).worth(worth),
        None => Finding::fail(format!(
            "{NONE_LINKED} in {} words. Expected {} or more.",
            grouped(words),
            needed(words)
        )),
    }
}

/// Why a text with few links to sources, or none, doesn't fail.
struct Excuse {
    why: String,
    /// What the text is worth at least.
    worth: u8,
}

/// The excuse of a text, where there is one: it may claim nothing that somebody else found out;
/// sources may be named without a link, or be linked beside the text; and news has it from who was
/// asked.
fn excuse(context: &Context<'_>, links: &Links<'_>) -> Option<Excuse> {
    let claims = claims_without_source(context, links);
    let named = claims.iter().filter(|claim| claim.is_sourced).count();
    let bare = claims.len() - named;
    let few = (bare < CITATIONS_CLAIMS).then(|| match (bare, named) {
        (0, 0) => format!("{NONE_LINKED}, and no numbers that need one."),
        (0, 1) => format!("{NONE_LINKED}, but 1 passage states a number with its source."),
        (0, _) => format!("{NONE_LINKED}, but {named} passages state a number with its source."),
        _ => format!("{NONE_LINKED}, and only 1 passage with a number that needs one."),
    });
    let worth = match claims.len() < CITATIONS_CLAIMS {
        true => CITATIONS_UNNEEDED,
        false => CITATIONS_EXCUSED,
    };
    let why = named_source(context.page)
        .map(|what| format!("{NONE_LINKED}, but the text names sources ({what})."))
        .or_else(|| links.is_beside.then(|| format!("{NONE_LINKED} in the text, only beside it.")))
        .or_else(|| context.subject.is_news.then(|| format!("{NONE_LINKED}.")))
        .or(few)?;
    Some(Excuse { why, worth })
}

fn domains(page: &Page, links: &Links<'_>) -> Vec<Detail> {
    let first = |domain: &String| links.sources.iter().find(|source| source.domain == *domain);
    let shown = links.domains.iter().take(DOMAINS_SHOWN).filter_map(first).map(|source| {
        let place = &source.link.place;
        let anchor = page.document.text_at(place);
        Detail {
            line: Some(place.line),
            measured: Some(format!("links to {}", in_finding(&source.domain))),
            ..quote("Source", if anchor.is_empty() { &source.link.href } else { anchor })
        }
    });
    let aside = (links.set_aside > 0).then(|| {
        measure(
            "Links not counted (sharing, app stores, advertising, profiles, services)",
            links.set_aside.to_string(),
        )
    });
    shown.chain(aside).collect()
}

/// The first numbers without a source.
fn numbers(context: &Context<'_>, links: &Links<'_>) -> Vec<Detail> {
    let claims = claims_without_source(context, links);
    let bare = claims.iter().filter(|claim| !claim.is_sourced);
    let shown = bare.take(PASSAGES_SHOWN).map(|claim| Detail {
        line: Some(claim.line),
        ..quote("Number without a source", &claim.text)
    });
    shown.collect()
}

/// The longest passages without a source, of those that are too long.
fn passages(page: &Page, links: &Links<'_>) -> Vec<Detail> {
    let mut sources = links.sources.iter().map(|source| source.link.place.text.start).peekable();
    let mut passages: Vec<(usize, &BlockFact)> = Vec::new();
    let mut open: Option<(usize, &BlockFact)> = None;
    for block in page.document.outline.main_blocks() {
        let mut has_source = false;
        while sources.next_if(|place| *place <= block.place.text.end).is_some() {
            has_source = true;
        }
        if has_source {
            passages.extend(open.take());
            continue;
        }
        let (tenths, first) = open.get_or_insert((0, block));
        *tenths += block.tenths_of_words;
        // A heading, a caption or a label doesn't show what the passage says.
        let says = |block: &BlockFact| {
            is_prose(page, block) && block.tenths_of_words >= PASSAGE_WORDS * TENTHS_OF_WORD
        };
        if !says(first) && says(block) {
            *first = block;
        }
    }
    passages.extend(open);
    passages.retain(|(tenths, _)| *tenths > CITATIONS_WORDS_PER_LINK * TENTHS_OF_WORD);
    passages.sort_by_key(|(tenths, _)| std::cmp::Reverse(*tenths));
    let shown = passages.into_iter().take(PASSAGES_SHOWN).map(|(tenths, first)| Detail {
        line: Some(first.place.line),
        measured: Some(format!("{} words", tenths / TENTHS_OF_WORD)),
        expected: Some(format!("one source per {CITATIONS_WORDS_PER_LINK} words")),
        ..quote("Passage without a source", text_of(page, first))
    });
    shown.collect()
}

#[cfg(test)]
mod tests;
