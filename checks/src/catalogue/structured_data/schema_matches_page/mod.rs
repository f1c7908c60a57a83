#![doc = include_str!("page.md")]

mod amounts;

use std::collections::HashSet;

use super::about_page::about_page;
use crate::check::{About, Check, Context, Finding, quote};
use crate::excerpt::excerpt;
use crate::fix::{Fix, Source};
use crate::json_ld;
use crate::page::authors::{AuthorKind, AuthorSource};
use crate::page::dates::{Date, DateMeaning, DateSource};
use crate::page::names::unescape;
use crate::page::structured::{NodeRef, Syntax};
use crate::page::visible_names::{VisibleNames, is_spaceless, words};
use crate::paste::listed;
use crate::quoted::{Quoted, spans};
use crate::report::{CheckResult, Detail, EvidenceStrength};
use crate::weights::{
    DATE_APART_DAYS, HEADINGS_COMPARED, MATCH_FAIL_FROM, OFFERS_COMPARED, PRICE_TEXT_BYTES,
    PRICES_SHOWN_MAX, RATING_ROUNDING, SIMILAR_PERCENT,
};
use amounts::{Amount, amounts, price, shows_rating};

/// The check.
pub struct SchemaMatchesPage;

impl Check for SchemaMatchesPage {
    fn about(&self) -> &'static About {
        &About {
            id: "schema-matches-page",
            title: "Structured data matches the page",
            strength: EvidenceStrength::Moderate,
            effort: 2,
            needs_page: true,
            doc: include_str!("page.md"),
            why: "Google asks that structured data describe what visitors see, and ignores markup \
                  that doesn't. Engines that read both the text and the markup get two versions. \
                  The effect on citations hasn't been measured.",
            sources: &[Source {
                title: "Google: general structured data guidelines, quality",
                url: "https://developers.google.com/search/docs/appearance/structured-data/sd-policies#quality",
                strength: EvidenceStrength::Moderate,
            }],
        }
    }

    fn judge(&self, context: &Context<'_>) -> Finding {
        let compared = compared(context);
        let differing: Vec<_> = compared.iter().filter(|one| !one.matches).collect();
        let finding = match differing[..] {
            _ if compared.is_empty() => {
                return Finding::not_applicable(match about_page(context) {
                    Some(_) => {
                        "The structured data has nothing that can be compared with the page."
                    }
                    None => "No structured data describes the page, so nothing can be compared.",
                });
            }
            [] => Finding::pass("The structured data matches the page."),
            [only] if only.property != Property::Price => Finding::warn(format!(
                "1 property of the structured data {}: `{}`.",
                only.said(),
                only.property.name()
            )),
            _ if differing.len() >= MATCH_FAIL_FROM => Finding::fail(format!(
                "{} properties of the structured data don't match the page: {}.",
                differing.len(),
                names(&differing)
            )),
            _ => Finding::fail("The page shows a different price than the structured data."),
        };
        finding.with_all(compared.into_iter().map(Compared::detail))
    }

    fn fix(&self, context: &Context<'_>, _finding: &CheckResult) -> Fix {
        fix(context, &compared(context))
    }
}

/// Whether the text shows an amount of money.
pub(super) fn shows_price(context: &Context<'_>) -> bool {
    amounts(&context.page.document.visible_text, None).any(|amount| amount.is_money)
}

/// What is compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Property {
    Headline,
    Name,
    Author,
    Published,
    Modified,
    Language,
    Price,
    Rating,
}

impl Property {
    const fn name(self) -> &'static str {
        match self {
            Self::Headline => "headline",
            Self::Name => "name",
            Self::Author => "author",
            Self::Published => "datePublished",
            Self::Modified => "dateModified",
            Self::Language => "inLanguage",
            Self::Price => "price",
            Self::Rating => "ratingValue",
        }
    }
}

/// One property, in the markup and on the page.
struct Compared {
    property: Property,
    declared: String,
    /// What the page has in its place.
    shown: String,
    matches: bool,
    line: u32,
}

impl Compared {
    fn detail(self) -> Detail {
        Detail {
            line: Some(self.line),
            measured: Some(self.said().to_owned()),
            ..quote(format!("Structured data: {}", self.property.name()), &self.declared)
        }
    }

    /// How the page relates to it. Where the page shows nothing of the kind, nothing differs.
    const fn said(&self) -> &'static str {
        match (self.matches, self.shown.is_empty()) {
            (true, _) => "matches the page",
            (false, true) => "isn't shown on the page",
            (false, false) => "differs from the page",
        }
    }
}

/// "`headline` and `author`".
fn names(differing: &[&Compared]) -> String {
    let names: Vec<&str> = differing.iter().map(|one| one.property.name()).collect();
    listed(&spans(&names))
}

/// What the page and its markup both tell.
fn compared(context: &Context<'_>) -> Vec<Compared> {
    let Some(entity) = about_page(context) else { return Vec::new() };
    let dates = [DateMeaning::Published, DateMeaning::Modified];
    [headline(context, entity), author(context, entity)]
        .into_iter()
        .chain(dates.map(|meaning| date(context, entity, meaning)))
        .chain([language(context, entity), offer(context, entity), rating(context, entity)])
        .flatten()
        .collect()
}

fn headline(context: &Context<'_>, entity: NodeRef<'_>) -> Option<Compared> {
    let (property, declared) = match entity.text("headline") {
        Some(headline) => (Property::Headline, headline),
        None => (Property::Name, entity.text("name")?),
    };
    let declared = unescape(declared);
    let document = &context.page.document;
    let headings = document.h1.iter().take(HEADINGS_COMPARED).map(|heading| heading.value.as_str());
    let titles = document.titles.first().map(|title| title.value.as_str());
    let named = [context.page.meta("og:title"), Some(context.title.text.as_str())];
    let shown = headings.chain(titles).chain(named.into_iter().flatten());
    let shown_first = shown.clone().find(|text| !text.is_empty())?.to_owned();
    // Encyclopedias put a short description where the headline belongs, and the title into `name`.
    let name = entity.text("name").map(unescape);
    let is_shown = |title: &str| shown.clone().any(|text| is_similar(title, text));
    let matches = is_shown(&declared) || is_of_element(context, entity, &declared);
    match name.filter(|name| !matches && is_shown(name)) {
        Some(name) => Some(compare(Property::Name, entity, name, shown_first, true)),
        None => Some(compare(property, entity, declared, shown_first, matches)),
    }
}

/// Whether a name in Microdata is that of an element which readers see: what stands in it is the page.
fn is_of_element(context: &Context<'_>, entity: NodeRef<'_>, name: &str) -> bool {
    /// Words; fewer may stand anywhere.
    const WORDS: usize = 3;
    let document = &context.page.document;
    entity.node().syntax == Syntax::Microdata
        && name.split_whitespace().count() >= WORDS
        && document.visible_text.lines().any(|line| line.trim() == name.trim())
}

/// Whether two titles share half of the words of the shorter one, or half of its pairs of
/// characters in scripts without spaces. A headline that was cut is one that is shorter.
fn is_similar(one: &str, other: &str) -> bool {
    let (one, other) = (terms(one), terms(&unescape(other)));
    let shorter = one.len().min(other.len());
    shorter > 0 && one.intersection(&other).count() * 100 >= shorter * SIMILAR_PERCENT
}

fn terms(text: &str) -> HashSet<String> {
    let words = words(text);
    if !text.chars().any(is_spaceless) {
        return words.split_whitespace().map(str::to_owned).collect();
    }
    let chars: Vec<char> = words.chars().filter(|char| *char != ' ').collect();
    chars.windows(2).map(|pair| pair.iter().collect()).collect()
}

fn author(context: &Context<'_>, entity: NodeRef<'_>) -> Option<Compared> {
    let source = match entity.node().syntax {
        Syntax::JsonLd => AuthorSource::JsonLd,
        Syntax::Microdata => AuthorSource::Microdata,
    };
    let declared: Vec<&str> = context
        .authors
        .candidates
        .iter()
        .filter(|one| one.source == source && one.kind == AuthorKind::Person)
        .map(|one| one.name.as_str())
        .collect();
    let first = (*declared.first()?).to_owned();
    let names = VisibleNames::new(&context.page.document.visible_text);
    let matches = declared.iter().any(|name| names.shows_person(name));
    Some(compare(Property::Author, entity, first, String::new(), matches))
}

/// A declared date against the `<time>` that says that it is the same.
fn date(context: &Context<'_>, entity: NodeRef<'_>, meaning: DateMeaning) -> Option<Compared> {
    let property = match meaning {
        DateMeaning::Published => Property::Published,
        DateMeaning::Modified => Property::Modified,
    };
    let declared = entity.text(property.name())?;
    let date = Date::parse(declared)?;
    let marked = context.dates.candidates.iter().find(|one| {
        one.source == DateSource::MarkedTime && one.meaning == meaning && one.date.is_some()
    });
    let marked = marked?;
    let is_shown =
        |date: Date| marked.date.is_some_and(|own| own.days_apart(date) <= DATE_APART_DAYS);
    let matches = is_shown(date);
    // A theme may call the date of the last change "published": what readers see is declared too.
    let other = match meaning {
        DateMeaning::Published => Property::Modified,
        DateMeaning::Modified => Property::Published,
    };
    if !matches && entity.text(other.name()).and_then(Date::parse).is_some_and(is_shown) {
        return None;
    }
    Some(compare(property, entity, declared.to_owned(), marked.written.clone(), matches))
}

fn language(context: &Context<'_>, entity: NodeRef<'_>) -> Option<Compared> {
    let html = context.languages.html()?.tag.as_ref().ok()?;
    let nodes = entity.nodes("inLanguage").filter_map(|node| node.text("alternateName"));
    let declared: Vec<&str> = entity.texts("inLanguage").chain(nodes).collect();
    let primaries: Vec<String> = declared.iter().filter_map(|text| primary(text)).collect();
    let first = declared.first().filter(|_| !primaries.is_empty())?;
    let matches = primaries.iter().any(|own| is_one_language(own, &html.primary));
    Some(compare(Property::Language, entity, (*first).to_owned(), html.primary.clone(), matches))
}

/// The primary subtag of what looks like a language tag.
fn primary(text: &str) -> Option<String> {
    let primary = text.split(['-', '_']).next()?.trim();
    let is_code =
        matches!(primary.len(), 2 | 3) && primary.bytes().all(|b| b.is_ascii_alphabetic());
    is_code.then(|| primary.to_ascii_lowercase())
}

/// Whether two codes stand for one language, or for two that are called by each other's.
fn is_one_language(one: &str, other: &str) -> bool {
    const GROUPS: [&[&str]; 6] = [
        &["no", "nb", "nn"],
        &["zh", "cmn", "yue"],
        &["sr", "hr", "bs", "sh"],
        &["he", "iw"],
        &["id", "in"],
        &["fil", "tl"],
    ];
    one == other || GROUPS.iter().any(|group| group.contains(&one) && group.contains(&other))
}

/// The price of the offers against the amounts of the main content that are money.
fn offer(context: &Context<'_>, entity: NodeRef<'_>) -> Option<Compared> {
    let offers: Vec<NodeRef<'_>> = offers(entity);
    let written = offers.iter().flat_map(|offer| {
        ["price", "lowPrice", "highPrice"].into_iter().flat_map(|name| offer.texts(name))
    });
    let written: Vec<&str> = written.take(OFFERS_COMPARED).collect();
    let declared: Vec<u64> =
        written.iter().filter_map(|text| price(text)).filter(|value| *value > 0).collect();
    let currency = offers.iter().find_map(|offer| offer.text("priceCurrency"));
    let document = &context.page.document;
    let all = |text| amounts(cut(text), currency);
    let shown: Vec<Amount> = all(&document.main.text).filter(|amount| amount.is_money).collect();
    let first = written.first().filter(|_| !declared.is_empty())?;
    let shown_first = shown.first()?;
    let matches = all(&document.visible_text)
        .any(|amount| declared.iter().any(|price| is_price(*price, amount.hundredths)));
    // Many amounts are those of other things: variants, refills, shipping, related products.
    let distinct: HashSet<u64> = shown.iter().map(|amount| amount.hundredths).collect();
    if !matches && distinct.len() > PRICES_SHOWN_MAX {
        return None;
    }
    let shown = format!("{}.{:02}", shown_first.hundredths / 100, shown_first.hundredths % 100);
    Some(compare(Property::Price, entity, (*first).to_owned(), shown, matches))
}

fn cut(text: &str) -> &str {
    &text[..text.floor_char_boundary(PRICE_TEXT_BYTES)]
}

/// The offers of a thing and of its variants, with what specifies their prices.
fn offers<'a>(entity: NodeRef<'a>) -> Vec<NodeRef<'a>> {
    let variants = entity.nodes("hasVariant").flat_map(|variant| variant.nodes("offers"));
    let offers = entity.nodes("offers").chain(variants).take(OFFERS_COMPARED);
    let inner = |offer: NodeRef<'a>| offer.nodes("priceSpecification").chain(offer.nodes("offers"));
    offers
        .flat_map(|offer| std::iter::once(offer).chain(inner(offer).take(OFFERS_COMPARED)))
        .collect()
}

/// Whether an amount shows a price: exactly, rounded to whole units, or in minor units, as a price
/// whose decimals are set small reads.
fn is_price(declared: u64, shown: u64) -> bool {
    shown == declared
        || (shown.is_multiple_of(100) && shown.abs_diff(declared) < 100)
        || shown == declared.saturating_mul(100)
        || declared == shown.saturating_mul(100)
}

/// The rating against the numbers of the text: its value or its count is enough. A page whose
/// content writes no rating draws it as stars, or a script inserts it: nothing is to be compared.
fn rating(context: &Context<'_>, entity: NodeRef<'_>) -> Option<Compared> {
    let rating = entity.nodes("aggregateRating").next()?;
    let declared = rating.text("ratingValue")?;
    let value = price(declared)?;
    let counts = ["reviewCount", "ratingCount"].into_iter().flat_map(|name| rating.texts(name));
    let counts: Vec<u64> = counts.filter_map(price).collect();
    let text = cut(&context.page.document.visible_text);
    let matches = amounts(text, None).any(|amount| {
        amount.hundredths.abs_diff(value) <= RATING_ROUNDING || counts.contains(&amount.hundredths)
    });
    // Shops show at the foot of each page how they are rated themselves.
    (matches || shows_rating(cut(&context.page.document.main.text)))
        .then(|| compare(Property::Rating, entity, declared.to_owned(), String::new(), matches))
}

fn compare(
    property: Property,
    entity: NodeRef<'_>,
    declared: String,
    shown: String,
    matches: bool,
) -> Compared {
    Compared { property, declared, shown, matches, line: entity.node().line }
}

fn fix(context: &Context<'_>, compared: &[Compared]) -> Fix {
    let differing: Vec<&Compared> = compared.iter().filter(|one| !one.matches).collect();
    let names: Vec<&str> = differing.iter().map(|one| one.property.name()).collect();
    let line = differing.first().map_or(0, |one| one.line);
    let title = match differing[..] {
        [only] if only.property == Property::Author => format!(
            "Show the author {} on the page, or declare the author that the page shows (line {line})",
            Quoted::of(&only.declared, STEP_CHARACTERS)
        ),
        _ => {
            format!("Make {} in the structured data match the page (line {line})", names.join(", "))
        }
    };
    let mut fix = Fix::new(
        "schema-matches-page",
        title,
        "Scan the page again: every property matches the page.",
    );
    for one in &differing {
        fix = fix.step(step(one));
    }
    fix =
        fix.step("Let the template generate the markup from the same fields as the visible text.");
    let lines: Vec<String> = differing.iter().filter_map(|one| line_of(context, one)).collect();
    if lines.is_empty() { fix } else { fix.snippet(lines.join(",\n")) }
}

/// The most characters of a value in a step.
const STEP_CHARACTERS: usize = 60;

fn step(one: &Compared) -> String {
    let declared = Quoted::of(&one.declared, STEP_CHARACTERS);
    let shown = Quoted::of(&one.shown, STEP_CHARACTERS);
    match one.property {
        Property::Author => {
            format!("Show {declared} in the text, or declare the author that the page shows.")
        }
        Property::Rating => format!(
            "Show the rating {declared} and its count as text, or remove `aggregateRating`."
        ),
        Property::Price => format!(
            "The markup says {declared}, the page shows {shown}. Declare the price that customers \
             pay."
        ),
        _ => format!(
            "`{}` is {declared} in the markup and {shown} on the page. Use the correct value in \
             both.",
            one.property.name()
        ),
    }
}

/// The property with what the page shows; none where the page shows nothing in its place.
fn line_of(context: &Context<'_>, one: &Compared) -> Option<String> {
    let value = match one.property {
        Property::Author | Property::Rating => return None,
        Property::Headline | Property::Name => json_ld::title(context),
        Property::Published | Property::Modified | Property::Language | Property::Price => {
            excerpt(&one.shown)
        }
    };
    Some(json_ld::property(one.property.name(), &serde_json::Value::from(value)))
}

#[cfg(test)]
mod tests;
