#![doc = include_str!("page.md")]

use serde_json::Value;

use super::about_page::expected;
use super::describe::fix_undescribed;
use super::described::is_complete_in_microdata;
use super::misplaced;
use crate::applicability::NO_ARTICLE;
use crate::check::{About, Check, Context, Finding, quote};
use crate::fix::{Fix, Source};
use crate::json_ld;
use crate::page::structured::{
    Block, BlockOutcome, Context as Vocabulary, Defect, DefectKind, Syntax, is_a,
};
use crate::paste::listed;
use crate::report::{CheckResult, Detail, EvidenceStrength, PageKind, Status};
use crate::weights::REPAIRED_CHARACTERS;

/// The check.
pub struct JsonLdValid;

impl Check for JsonLdValid {
    fn about(&self) -> &'static About {
        &About {
            id: "jsonld-valid",
            title: "JSON-LD is valid",
            strength: EvidenceStrength::Moderate,
            effort: 2,
            needs_page: true,
            doc: include_str!("page.md"),
            why: "A block that doesn't parse is lost entirely to every engine that reads it. Don't \
                  expect much from JSON-LD itself: citations of 1,885 pages that added it didn't \
                  rise compared with 4,000 pages that didn't.",
            sources: &[
                Source {
                    title: "Google: general structured data guidelines",
                    url: "https://developers.google.com/search/docs/appearance/structured-data/sd-policies",
                    strength: EvidenceStrength::Moderate,
                },
                Source {
                    title: "JSON-LD 1.1, embedding in HTML documents",
                    url: "https://www.w3.org/TR/json-ld11/#embedding-json-ld-in-html-documents",
                    strength: EvidenceStrength::Convention,
                },
            ],
        }
    }

    fn judge(&self, context: &Context<'_>) -> Finding {
        let blocks = Blocks::of(context);
        judge(context, &blocks).with_all(blocks.details())
    }

    fn fix(&self, context: &Context<'_>, _finding: &CheckResult) -> Fix {
        let blocks = Blocks::of(context);
        if let Some(fix) = misplaced::fix(context).filter(|_| blocks.are_only_empty()) {
            return fix;
        }
        if let Some((block, defect)) = blocks.broken.first().or(blocks.wrapped.first()) {
            return also_on(fix_broken(block, defect), &blocks);
        }
        if let Some(line) = blocks.without_vocabulary.first() {
            return fix_vocabulary(*line);
        }
        match blocks.untyped.first() {
            Some(line) => fix_untyped(context, *line),
            None => fix_undescribed(context),
        }
    }
}

/// The fix that adds a block, where this check asks for it.
pub(super) fn open_fix(context: &Context<'_>) -> Option<Fix> {
    let blocks = Blocks::of(context);
    let is_edited = [&blocks.without_vocabulary, &blocks.untyped].iter().any(|all| !all.is_empty());
    let is_asked = || matches!(judge(context, &blocks).status, Status::Fail | Status::Warn);
    if let Some(fix) = misplaced::fix(context).filter(|_| blocks.are_only_empty() && is_asked()) {
        return Some(fix);
    }
    let adds = blocks.broken.is_empty() && blocks.wrapped.is_empty() && !is_edited && is_asked();
    adds.then(|| fix_undescribed(context))
}

/// The fix that repairs the block of the page that is no JSON, where that is what describes it: one
/// that is of a type that a page of its kind can be.
pub(super) fn fix_of_broken(context: &Context<'_>, expected: &[&str]) -> Option<Fix> {
    let blocks = Blocks::of(context);
    let (block, defect) = blocks.broken.first()?;
    let repaired: Value = serde_json::from_str(defect.repaired.as_deref()?).ok()?;
    let of_graph = repaired["@graph"].as_array().into_iter().flatten();
    let all = repaired.as_array().into_iter().flatten();
    let mut nodes = std::iter::once(&repaired).chain(of_graph).chain(all);
    let is_wanted = |name: &Value| {
        name.as_str().is_some_and(|name| expected.iter().any(|wanted| is_a(name, wanted)))
    };
    let describes = nodes.any(|node| {
        let several = node["@type"].as_array().into_iter().flatten();
        std::iter::once(&node["@type"]).chain(several).any(is_wanted)
    });
    describes.then(|| fix_broken(block, defect))
}

/// What came of a page's blocks.
#[derive(Default)]
struct Blocks<'a> {
    /// Those that describe something.
    sound: usize,
    broken: Vec<(&'a Block, &'a Defect)>,
    /// Those that describe something inside a comment or a CDATA section.
    wrapped: Vec<(&'a Block, &'a Defect)>,
    not_read: usize,
    /// Lines of blocks that parse and describe nothing.
    hollow: Vec<u32>,
    /// Lines of blocks whose vocabulary is not that of schema.org.
    without_vocabulary: Vec<u32>,
    /// Lines of blocks in a vocabulary that only others read.
    of_others: Vec<u32>,
    /// Lines of blocks with a thing that has no type.
    untyped: Vec<u32>,
    /// Keys that stand twice in one object, with the lines of their blocks.
    doubled: Vec<(u32, &'a str)>,
}

impl<'a> Blocks<'a> {
    fn of(context: &'a Context<'_>) -> Self {
        let data = &context.page.document.markup.structured;
        let mut found = Self::default();
        for block in &data.blocks {
            match &block.outcome {
                BlockOutcome::NotRead => found.not_read += 1,
                BlockOutcome::Broken(defect) => found.broken.push((block, defect)),
                BlockOutcome::Parsed { top_level, .. } if top_level.is_empty() => {
                    found.hollow.push(block.line);
                }
                BlockOutcome::Parsed { context: Vocabulary::OfOthers, .. } => {
                    found.of_others.push(block.line);
                }
                BlockOutcome::Parsed {
                    context: vocabulary,
                    duplicate_keys,
                    top_level,
                    wrapper,
                    ..
                } => {
                    found.sound += 1;
                    found.wrapped.extend(wrapper.iter().map(|defect| (block, defect)));
                    found
                        .doubled
                        .extend(duplicate_keys.iter().map(|key| (block.line, key.as_str())));
                    if *vocabulary != Vocabulary::SchemaOrg {
                        found.without_vocabulary.push(block.line);
                    }
                    let nodes = top_level.iter().filter_map(|index| data.nodes.get(*index));
                    // What has an `@id` may say more about a thing that another block describes.
                    if nodes.clone().any(|node| node.types.is_empty() && node.id.is_none()) {
                        found.untyped.push(block.line);
                    }
                }
            }
        }
        if found.sound > 0 {
            found.set_empty_apart();
        }
        found
    }

    /// Whether no block holds anything that could be read.
    fn are_only_empty(&self) -> bool {
        let is_empty = |(_, defect): &(&Block, &Defect)| defect.kind == DefectKind::Empty;
        self.sound == 0 && self.hollow.is_empty() && self.broken.iter().all(is_empty)
    }

    /// What is said where there is none for engines that read schema.org.
    fn said_of_none(&self) -> &'static str {
        match self.of_others.is_empty() {
            true => "No JSON-LD found.",
            false => "No JSON-LD found that uses schema.org.",
        }
    }

    /// Beside others a block that is empty loses nothing.
    fn set_empty_apart(&mut self) {
        let (empty, broken) = std::mem::take(&mut self.broken)
            .into_iter()
            .partition(|(_, defect)| defect.kind == DefectKind::Empty);
        self.broken = broken;
        let empty: Vec<(&Block, &Defect)> = empty;
        self.hollow.extend(empty.iter().map(|(block, _)| block.line));
    }

    fn details(&self) -> Vec<Detail> {
        let at = |line: &u32, label: &str, measured: &str| Detail {
            label: label.to_owned(),
            line: Some(*line),
            measured: Some(measured.to_owned()),
            ..Detail::default()
        };
        let broken = self.broken.iter().map(|(block, defect)| Detail {
            line: Some(defect.line),
            measured: Some(format!(
                "the block that starts on line {} {} (line {}, column {})",
                block.line,
                defect.kind.words(),
                defect.line,
                defect.column
            )),
            ..quote("Broken JSON-LD", &defect.near)
        });
        let wrapped = self.wrapped.iter().map(|(_, defect)| Detail {
            measured: Some(format!("the block {}", defect.kind.words())),
            ..at(&defect.line, "JSON-LD", "")
        });
        let hollow = self.hollow.iter().map(|line| at(line, "JSON-LD", "describes nothing"));
        let foreign = self.without_vocabulary.iter();
        let foreign = foreign.map(|line| at(line, "@context", "missing, or not schema.org alone"));
        let others = self.of_others.iter();
        let others = others
            .map(|line| at(line, "JSON-LD", "isn't meant for search engines that read schema.org"));
        let untyped = self.untyped.iter().map(|line| at(line, "@type", "missing"));
        let doubled = self.doubled.iter().map(|(line, key)| Detail {
            line: Some(*line),
            ..quote("Duplicate key; the last one counts", key)
        });
        broken
            .chain(wrapped)
            .chain(hollow)
            .chain(foreign)
            .chain(others)
            .chain(untyped)
            .chain(doubled)
            .collect()
    }
}

fn judge(context: &Context<'_>, blocks: &Blocks<'_>) -> Finding {
    let data = &context.page.document.markup.structured;
    if blocks.sound == 0 {
        let other = data.nodes.iter().any(|node| {
            node.syntax == Syntax::Microdata
                && node.is_top_level
                && node.types.iter().any(|name| describes_page(context, name))
        }) || data.rdfa_types.iter().any(|found| describes_page(context, &found.value));
        let is_broken = !blocks.broken.is_empty();
        return match () {
            () if context.subject.kind == PageKind::Other && !is_broken => Finding::not_applicable(
                "No structured data type is expected for pages of this kind.",
            ),
            () if matches!(context.subject.kind, PageKind::Docs | PageKind::Listing)
                && !is_broken =>
            {
                Finding::not_applicable(NO_RICH_RESULT)
            }
            () if other && context.subject.kind == PageKind::Qa && !is_broken => {
                Finding::not_applicable(
                    "Microdata or RDFa describes the discussion where its posts are. JSON-LD would \
                     have to repeat all of them.",
                )
            }
            () if !is_broken && is_complete_in_microdata(context) => Finding::not_applicable(
                "Microdata describes the page with all expected properties. JSON-LD would only repeat \
                 them.",
            ),
            () if other && !context.page.may_be_saved_without_scripts() => {
                Finding::warn("The page is described only in Microdata or RDFa, not in JSON-LD.")
            }
            () if blocks.not_read > 0 || (context.page.is_read_in_part() && !is_broken) => {
                Finding::could_not_see(
                    "The page's JSON-LD wasn't read: it is too large, or only part of the page was \
                     read.",
                )
            }
            () if let Some(said) = misplaced::said(context).filter(|_| {
                blocks.are_only_empty() && !context.page.may_be_saved_without_scripts()
            }) =>
            {
                let said = format!("{said} Expected it as the text of a `script` element.");
                if is_surely_expected(context) { Finding::fail(said) } else { Finding::warn(said) }
            }
            () if is_broken && is_surely_expected(context) => {
                Finding::fail("No JSON-LD block on the page is valid JSON.")
            }
            () if is_broken => Finding::warn("No JSON-LD block on the page is valid JSON."),
            () if context.page.may_be_saved_without_scripts() => {
                Finding::could_not_see(SAVED_WITHOUT_SCRIPTS)
            }
            () if is_surely_expected(context) => Finding::fail(blocks.said_of_none()),
            () if is_expected(context) => Finding::fail(blocks.said_of_none()).softened(NO_ARTICLE),
            () => Finding::warn(
                "No JSON-LD found. It matters less here: Google documents a rich result for only a few \
                 pages of this kind.",
            ),
        };
    }
    let total = blocks.sound + blocks.broken.len();
    match () {
        () if !blocks.broken.is_empty() => Finding::warn(format!(
            "{} of {total} JSON-LD blocks can't be parsed.",
            blocks.broken.len()
        )),
        () if !blocks.wrapped.is_empty() => Finding::warn(
            "A JSON-LD block is wrapped in a comment or a CDATA section, which some parsers can't \
             read.",
        ),
        () if !blocks.without_vocabulary.is_empty() => {
            Finding::warn("A JSON-LD block doesn't use schema.org as its `@context`.")
        }
        () if !blocks.untyped.is_empty() => {
            Finding::warn("A JSON-LD block describes something without a `@type`.")
        }
        () => Finding::pass("The page's JSON-LD is valid."),
    }
}

/// Why documentation and lists need no structured data.
pub(super) const NO_RICH_RESULT: &str = "Google documents a rich result for only a few pages of this kind, so structured data isn't \
     expected.";

/// What is said of a file that may be [saved without its scripts](crate::page::Page::may_be_saved_without_scripts).
pub(super) const SAVED_WITHOUT_SCRIPTS: &str = "The file has no `script` elements. It may have \
    been saved without them, and they contain the JSON-LD.";

/// Whether something of that type may say what the page is: a type of schema.org, whose names bear
/// no address, as no engine reads others. What only describes its navigation does not, nor, but at
/// home, the site's own logo or name.
fn describes_page(context: &Context<'_>, name: &str) -> bool {
    const OF_SITE: [&str; 4] = ["Organization", "Person", "WebSite", "ImageObject"];
    let kind = context.subject.kind;
    let is_of_site = || OF_SITE.iter().any(|one| is_a(name, one));
    let is_expected = || expected(kind).iter().any(|one| is_a(name, one));
    !name.contains(':')
        && !is_a(name, "WebPageElement")
        && !matches!(name, "BreadcrumbList" | "ListItem")
        && (kind == PageKind::Home || is_expected() || !is_of_site())
}

/// The same where nothing speaks against that kind.
fn is_surely_expected(context: &Context<'_>) -> bool {
    is_expected(context) && !context.subject.is_of_unclear_kind
}

/// Whether a page of that kind is expected to say in JSON-LD what it is.
fn is_expected(context: &Context<'_>) -> bool {
    use PageKind::{Docs, Home, Listing, Other};
    !matches!(context.subject.kind, Home | Listing | Docs | Other)
}

const VERIFY: &str = "Scan the page again, or test its URL at https://validator.schema.org: every \
                      block is listed without errors.";

fn fix_broken(block: &Block, defect: &Defect) -> Fix {
    let title = format!("Fix the JSON-LD on line {}: it {}", defect.line, defect.kind.words());
    let fix = Fix::new("jsonld-valid", title, VERIFY)
        .opens(&["schema-matches-page"])
        .step(format!(
            "See line {}, column {} of the page source, in the block that starts on line {}.",
            defect.line, defect.column, block.line
        ))
        .step(
            "Generate the block with a JSON serializer in the template, so that it stays valid for \
             any text.",
        );
    let repaired = defect.repaired.as_deref();
    match repaired.filter(|text| text.chars().count() <= REPAIRED_CHARACTERS) {
        Some(text) => {
            let text = text.replace('<', "\\u003c");
            fix.snippet(format!("<script type=\"application/ld+json\">\n{text}\n</script>"))
        }
        None => fix,
    }
}

/// The fix of the first block that can't be parsed, and what is wrong with the others.
fn also_on(fix: Fix, blocks: &Blocks<'_>) -> Fix {
    let all = if blocks.broken.is_empty() { &blocks.wrapped } else { &blocks.broken };
    let others = all.iter().skip(1).take(LINES_SHOWN);
    let mut shown: Vec<String> = others
        .map(|(_, defect)| format!("the one on line {} {}", defect.line, defect.kind.words()))
        .collect();
    if shown.is_empty() {
        return fix;
    }
    if let more @ 1.. = all.len().saturating_sub(1 + LINES_SHOWN) {
        shown.push(format!("{more} more can't be parsed"));
    }
    fix.step(format!("Fix the other blocks, too: {}.", listed(&shown)))
}

/// Lines of further blocks that a fix names.
const LINES_SHOWN: usize = 6;

fn fix_vocabulary(line: u32) -> Fix {
    Fix::new(
        "jsonld-valid",
        format!("Set @context to schema.org in the JSON-LD block on line {line}"),
        VERIFY,
    )
    .step(format!("Add the line below to the outermost object of the block on line {line}."))
    .step("Don't append a type to the URL: `https://schema.org/Article` isn't a context.")
    .snippet(json_ld::property("@context", &Value::from("https://schema.org")))
}

fn fix_untyped(context: &Context<'_>, line: u32) -> Fix {
    let type_name = json_ld::type_name(context);
    Fix::new("jsonld-valid", format!("Add @type to the JSON-LD on line {line}"), VERIFY)
        .step(format!("Add `@type` to each top-level object of the block on line {line}."))
        .step(format!("If it describes this page, use `{type_name}`."))
        .snippet(json_ld::property("@type", &Value::from(type_name)))
}

#[cfg(test)]
mod tests;
