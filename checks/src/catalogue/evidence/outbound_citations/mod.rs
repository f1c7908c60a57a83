#![doc = include_str!("page.md")]

mod link_hosts;
mod links;

use super::prose::{main_blocks, prose_blocks, text_of, unless_cut_short};
use super::quantities::{Reading, quantities};
use crate::check::{About, Check, Context, Finding, measure, quote};
use crate::excerpt::EXCERPT_CHARACTERS;
use crate::fix::{Fix, Source};
use crate::grade::warned;
use crate::page::Page;
use crate::page::text::TENTHS_OF_WORD;
use crate::paste::in_finding;
use crate::quoted::Quoted;
use crate::report::{CheckResult, Detail, EvidenceStrength, PageKind, Status};
use crate::weights::{
    CITATIONS_CLAIMS, CITATIONS_EXCUSED, CITATIONS_FROM, CITATIONS_PASS_DOMAINS,
    CITATIONS_WORDS_PER_LINK,
};
use crate::wording::plural;
use links::{Links, knows_its_owner};

/// Domains that the details show.
const DOMAINS_SHOWN: usize = 8;
/// Long passages without a source that the details show.
const PASSAGES_SHOWN: usize = 3;
/// Claims that a fix names.
const CLAIMS_NAMED: usize = 2;

/// The check.
pub struct OutboundCitations;

impl Check for OutboundCitations {
    fn about(&self) -> &'static About {
        &About {
            id: "outbound-citations",
            title: "Claims link to outside sources",
            strength: EvidenceStrength::Moderate,
            effort: 3,
            needs_page: true,
            doc: include_str!("page.md"),
            why: "Citing sources raised a page's share of the answer by 28 % in one experiment, \
                  most for pages that ranked low, and lowered it for the page that ranked first. A \
                  later benchmark found rewriting of this kind hardly effective.",
            sources: SOURCES,
        }
    }

    fn judge(&self, context: &Context<'_>) -> Finding {
        let page = context.page;
        let words = page.document.main.word_equivalents;
        if words < CITATIONS_FROM {
            return Finding::not_applicable(format!(
                "The text has {words} words; from {CITATIONS_FROM} on it is judged."
            ));
        }
        let links = Links::of(context);
        if !links.sources.is_empty() && !knows_its_owner(page) {
            return Finding::not_applicable(
                "The file's public address is not known, so own links and others are not told \
                 apart.",
            );
        }
        let finding = verdict(context, &links, words);
        if finding.status != Status::Pass && page.declares(&["Recipe", "HowTo"]) {
            return Finding::not_applicable("Recipes and instructions need no outside sources.");
        }
        let speaks_for_itself = matches!(context.subject.kind, PageKind::Docs | PageKind::Other);
        if finding.status != Status::Pass && speaks_for_itself {
            return Finding::not_applicable("Such pages speak for themselves.");
        }
        unless_cut_short(page, finding)
            .with_all(domains(page, &links))
            .with_all(passages(page, &links))
    }

    fn fix(&self, context: &Context<'_>, _finding: &CheckResult) -> Fix {
        let page = context.page;
        let links = Links::of(context);
        let words = page.document.main.word_equivalents;
        let missing = needed(words).saturating_sub(links.sources.len()).max(1);
        let (claims, sources) =
            (plural(missing, "claim", "claims"), plural(links.domains.len(), "site", "sites"));
        let title = match links.domains.len() {
            0 => format!("Link {missing} {claims} to outside sources: the text links to none"),
            count => format!(
                "Link {missing} more {claims} to outside sources: {words} words have {} {} to \
                 {count} other {sources}",
                links.sources.len(),
                plural(links.sources.len(), "link", "links"),
            ),
        };
        let verify = format!(
            "Scan the page again: it links to at least {CITATIONS_PASS_DOMAINS} other sites, and \
             once in {CITATIONS_WORDS_PER_LINK} words."
        );
        let mut fix = Fix::new("outbound-citations", title, verify);
        for (line, claim) in claims_without_source(context, &links, CLAIMS_NAMED) {
            fix = fix.step(format!("Link the source of this figure on line {line}: {claim}"));
        }
        let fix = fix.step(
            "Link to who found it out (the study, the office, the maker's documentation), not to \
             somebody who repeats it, and put the link on the words that name it.",
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
        title: "C-SEO Bench (NeurIPS 2025): counter-evidence",
        url: "https://arxiv.org/abs/2506.11097",
        strength: EvidenceStrength::Strong,
    },
];

/// How many links pass in a text of that many word equivalents.
fn needed(words: usize) -> usize {
    words.div_ceil(CITATIONS_WORDS_PER_LINK).max(CITATIONS_PASS_DOMAINS)
}

fn verdict(context: &Context<'_>, links: &Links<'_>, words: usize) -> Finding {
    let (count, domains) = (links.sources.len(), links.domains.len());
    let said = format!(
        "{count} {} to {domains} other {} in {words} words",
        plural(count, "link", "links"),
        plural(domains, "site", "sites")
    );
    if domains >= CITATIONS_PASS_DOMAINS && count * CITATIONS_WORDS_PER_LINK >= words {
        return Finding::pass(format!("The text links to outside sources: {said}."));
    }
    let excuse = excuse(context, links);
    let least = if excuse.is_some() { CITATIONS_EXCUSED } else { 1 };
    let worth =
        warned(0, needed(words), count).min(warned(0, CITATIONS_PASS_DOMAINS, domains)).max(least);
    match excuse {
        _ if count > 0 => {
            Finding::warn(format!("The text links to few outside sources: {said}.")).worth(worth)
        }
        Some(why) => Finding::warn(why).worth(worth),
        None => Finding::fail("The text links to no outside source."),
    }
}

/// Why a text with few links to sources, or none, does not fail, where there is a reason: sources
/// may be named without a link, or be linked beside the text; news has it from who was asked; and a
/// text may claim nothing that somebody else found out.
fn excuse(context: &Context<'_>, links: &Links<'_>) -> Option<String> {
    const NONE: &str = "The text links to no outside source";
    if let Some(what) = named_source(&context.page.document.main.text) {
        return Some(format!("The text names sources ({what}) and links to none."));
    }
    if links.is_beside {
        return Some(format!("{NONE}; links to others stand beside the main content."));
    }
    if context.subject.is_news {
        return Some(format!("{NONE}."));
    }
    let claims = claims_without_source(context, links, CITATIONS_CLAIMS).len();
    (claims < CITATIONS_CLAIMS)
        .then(|| format!("{NONE}, and hardly states a figure that needs one."))
}

/// What in a text names a source without a link to it.
fn named_source(text: &str) -> Option<&'static str> {
    let has = |needle: &str| text.contains(needle);
    match () {
        () if bare_doi(text).is_some() => Some("a DOI"),
        () if has("ISBN") || has("ISSN") || has("arXiv:") => Some("a publication's number"),
        () if has("http://") || has("https://") || has("www.") => Some("an address"),
        () if has("[1]") && has("[2]") => Some("numbered references"),
        () => None,
    }
}

/// The first DOI of a text: `10.`, at least four digits, a slash and a suffix of plain characters.
fn bare_doi(text: &str) -> Option<&str> {
    text.match_indices("10.").find_map(|(at, _)| {
        let rest = &text[at + "10.".len()..];
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let suffix = rest.get(digits..)?.strip_prefix('/')?;
        let is_plain = |byte: &u8| byte.is_ascii_alphanumeric() || b"-._;()/:".contains(byte);
        let length = suffix.bytes().take(EXCERPT_CHARACTERS).take_while(is_plain).count();
        let suffix = suffix[..length].trim_end_matches(['.', ';', ':', ')', '/']);
        let is_doi = (4..=9).contains(&digits) && !suffix.is_empty();
        is_doi.then(|| &text[at..at + "10.".len() + digits + 1 + suffix.len()])
    })
}

fn domains(page: &Page, links: &Links<'_>) -> Vec<Detail> {
    let first = |domain: &String| links.sources.iter().find(|source| source.domain == *domain);
    let shown = links.domains.iter().take(DOMAINS_SHOWN).filter_map(first).map(|source| {
        let place = &source.link.place;
        let anchor = page.document.visible_text.get(place.text.clone()).unwrap_or_default();
        Detail {
            line: Some(place.line),
            measured: Some(format!("to {}", in_finding(&source.domain))),
            ..quote("Source", if anchor.is_empty() { &source.link.href } else { anchor })
        }
    });
    let aside = (links.set_aside > 0).then(|| {
        measure(
            "Links set aside (sharing, shops for applications, advertising, profiles, services)",
            links.set_aside.to_string(),
        )
    });
    shown.chain(aside).collect()
}

/// The longest passages without a source, of those that are too long.
fn passages(page: &Page, links: &Links<'_>) -> Vec<Detail> {
    let mut sources = links.sources.iter().map(|source| source.link.place.text.start).peekable();
    let mut passages: Vec<(usize, u32, &str)> = Vec::new();
    let mut open: Option<(usize, u32, &str)> = None;
    for block in main_blocks(page) {
        let mut has_source = false;
        while sources.next_if(|place| *place <= block.place.text.end).is_some() {
            has_source = true;
        }
        if has_source {
            passages.extend(open.take());
            continue;
        }
        let (tenths, ..) = open.get_or_insert_with(|| (0, block.place.line, text_of(page, block)));
        *tenths += block.tenths_of_words;
    }
    passages.extend(open);
    passages.retain(|(tenths, ..)| *tenths > CITATIONS_WORDS_PER_LINK * TENTHS_OF_WORD);
    passages.sort_by_key(|(tenths, ..)| std::cmp::Reverse(*tenths));
    let shown = passages.into_iter().take(PASSAGES_SHOWN).map(|(tenths, line, text)| Detail {
        line: Some(line),
        measured: Some(format!("{} words", tenths / TENTHS_OF_WORD)),
        expected: Some(format!("a source in {CITATIONS_WORDS_PER_LINK} words")),
        ..quote("Passage without a source", text)
    });
    shown.collect()
}

/// The first figures that need a source and stand in a block without one, quoted, with their lines.
fn claims_without_source(
    context: &Context<'_>,
    links: &Links<'_>,
    most: usize,
) -> Vec<(u32, Quoted)> {
    let page = context.page;
    let places: Vec<usize> =
        links.sources.iter().map(|source| source.link.place.text.start).collect();
    let has_none = |range: &std::ops::Range<usize>| {
        let next = places.partition_point(|place| *place < range.start);
        places.get(next).is_none_or(|place| *place >= range.end)
    };
    let nouns_have_capitals = matches!(context.languages.primary(), "de" | "lb");
    let blocks = prose_blocks(page).filter(|block| has_none(&block.place.text));
    let claims = blocks.filter_map(|block| {
        let text = text_of(page, block);
        let mut first = None;
        quantities(text, Reading { is_cell: false, nouns_have_capitals }, |quantity| {
            if quantity.is_claim {
                first.get_or_insert(quantity.text.start);
            }
        });
        let from = text.ceil_char_boundary(first?.saturating_sub(EXCERPT_CHARACTERS / 3));
        Some((block.place.line, Quoted::of(&text[from..], EXCERPT_CHARACTERS / 2)))
    });
    claims.take(most).collect()
}

#[cfg(test)]
mod tests;
