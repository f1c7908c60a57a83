#![doc = include_str!("page.md")]

pub(crate) mod fix;
mod metadata;
mod placeholder;
pub(crate) mod proposal;

use crate::check::{About, Check, Context, Finding, measure, quote};
use crate::fix::{Fix, Source};
use crate::grade::{as_warning, cost, left_after};
use crate::page::Page;
use crate::report::{CheckResult, Detail, EvidenceStrength};
use crate::weights::{METADATA_COST, TITLE_CELLS};
use crate::wording::{capitalised, how_many};
use metadata::{Description, Metadata, display_cells};
pub(crate) use placeholder::is_unfilled;

/// Titles that are shown of a page with several.
const TITLES_SHOWN: usize = 5;

/// The check.
pub struct PageMetadata;

impl Check for PageMetadata {
    fn about(&self) -> &'static About {
        &About {
            id: "page-metadata",
            title: "Page has a title and a description",
            strength: EvidenceStrength::Moderate,
            effort: 2,
            needs_page: true,
            doc: include_str!("page.md"),
            why: "Engines see the title and description before they open a page. For pages marked \
                  `nocache`, Bing passes nothing else on to Copilot. That use is documented; its \
                  effect on citations hasn't been measured separately.",
            sources: &[
                Source {
                    title: "Google: influencing title links",
                    url: "https://developers.google.com/search/docs/appearance/title-link",
                    strength: EvidenceStrength::Strong,
                },
                Source {
                    title: "Google: snippets and meta descriptions",
                    url: "https://developers.google.com/search/docs/appearance/snippet",
                    strength: EvidenceStrength::Strong,
                },
            ],
        }
    }

    fn judge(&self, context: &Context<'_>) -> Finding {
        let page = context.page;
        let document = &page.document;
        let finding = match document.titles.is_empty() && document.cut_short {
            true => Finding::could_not_see(
                "Reading stopped before the end of `<head>`, so the title is unknown.",
            ),
            false => verdict(&Metadata::of(context)),
        };
        finding.with_all(details(page))
    }

    fn fix(&self, context: &Context<'_>, _finding: &CheckResult) -> Fix {
        fix::fix(context)
    }
}

fn verdict(metadata: &Metadata<'_>) -> Finding {
    if let Some(line) = metadata.empty_title {
        return Finding::fail(format!(
            "The title on line {line} is empty. Expected one that says what the page is about."
        ));
    }
    if metadata.titles == 0 {
        return Finding::fail("No title found. Expected one `<title>` in `<head>`.");
    }
    if metadata.is_unfilled {
        return Finding::fail("The title is an unfilled template. Expected a title for this page.");
    }
    let cells = display_cells(metadata.title);
    let defects = [
        (metadata.titles > 1)
            .then(|| format!("{} titles in `<head>` (expected 1)", metadata.titles)),
        metadata.names_no_page.then(|| "the title is a placeholder".to_owned()),
        metadata.is_narrow.then(|| {
            let characters = metadata.title.chars().count();
            let counted = match characters == cells {
                true => String::new(),
                false => format!(", counted as {cells}"),
            };
            let long = how_many(characters, "character");
            format!("the title is {long} long{counted} (expected {TITLE_CELLS} or more)")
        }),
        match metadata.description {
            Description::Own
            | Description::Needless
            | Description::Generated
            | Description::Empty => None,
            Description::Missing => Some("no meta description".to_owned()),
            Description::Unfilled => {
                Some("the meta description is an unfilled template".to_owned())
            }
            Description::Title => Some("the meta description repeats the title".to_owned()),
            Description::Site => Some("the meta description is only the site's name".to_owned()),
        },
    ];
    let defects: Vec<String> = defects.into_iter().flatten().collect();
    match defects.is_empty() {
        true if metadata.description == Description::Needless => {
            Finding::pass("The page has one title. A letter of an index needs no meta description.")
        }
        true if metadata.description == Description::Generated => Finding::pass(
            "The page has one title. What a tool generates from source code needs no meta \
             description.",
        ),
        true if metadata.description == Description::Empty => Finding::pass(
            "The page has one title. It has no text that a meta description could sum up.",
        ),
        true => Finding::pass("The page has one title and its own meta description."),
        false => Finding::warn(capitalised(&format!("{}.", defects.join(", and "))))
            .worth(as_warning(left_after(costs(metadata, cells)))),
    }
}

/// What each defect takes off: a narrow title by how narrow it is, the others half.
fn costs(metadata: &Metadata<'_>, cells: usize) -> [usize; 4] {
    let half = |is_missed: bool| if is_missed { METADATA_COST } else { 0 };
    [
        half(metadata.titles > 1),
        half(metadata.names_no_page),
        if metadata.is_narrow { cost(0, TITLE_CELLS, cells) } else { 0 },
        half(metadata.description.is_missed()),
    ]
}

fn details(page: &Page) -> Vec<Detail> {
    let empty = page.document.empty_titles.iter().take(TITLES_SHOWN);
    let empty = empty.map(|line| Detail { line: Some(*line), ..measure("Title", "empty") });
    let titles = page.document.titles.iter().take(TITLES_SHOWN).map(|title| Detail {
        line: Some(title.line),
        measured: Some(how_many(display_cells(&title.value), "column")),
        ..quote("Title", &title.value)
    });
    let named = [
        ("Meta description", "description"),
        ("og:title", "og:title"),
        ("og:description", "og:description"),
        ("og:site_name", "og:site_name"),
    ];
    let metas = named.into_iter().map(|(label, name)| {
        let meta = page.document.metas.iter().find(|m| m.name == name && !m.content.is_empty());
        meta.map_or_else(
            || measure(label, "none"),
            |meta| Detail {
                line: Some(meta.line),
                measured: Some(how_many(meta.content.chars().count(), "character")),
                ..quote(label, &meta.content)
            },
        )
    });
    titles.chain(empty).chain(metas).collect()
}

#[cfg(test)]
mod tests;
#[cfg(test)]
mod tests_of_manuals;
