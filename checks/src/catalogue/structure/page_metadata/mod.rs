#![doc = include_str!("page.md")]

mod placeholder;
mod proposal;

use crate::check::{About, Check, Context, Finding, measure, quote};
use crate::fix::{Fix, Source};
use crate::grade::{as_warning, cost, left_after};
use crate::page::Page;
use crate::page::names::{comparable, unescape};
use crate::paste;
use crate::paste::in_title;
use crate::quoted::Quoted;
use crate::report::{CheckResult, Detail, EvidenceStrength, PageKind};
use crate::weights::{METADATA_COST, TITLE_CELLS};
use crate::wording::{capitalised, how_many};
use placeholder::is_unfilled;
use proposal::{SNIPPET_CHARACTERS, proposed_description};

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
        fix(context)
    }
}

/// What the head says.
struct Metadata<'a> {
    titles: usize,
    /// The line of a title that is there and says nothing, where there is no other.
    empty_title: Option<u32>,
    title: &'a str,
    /// Whether it says too little; a home page may bear the name of its site, and documentation
    /// that of its subject, however short: `brew(1)`.
    is_narrow: bool,
    is_unfilled: bool,
    description: Description,
}

/// What the meta description is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Description {
    Own,
    Missing,
    Unfilled,
    Title,
    Site,
}

impl<'a> Metadata<'a> {
    fn of(context: &Context<'a>) -> Self {
        let page = context.page;
        let title = page.document.titles.first().map_or("", |title| title.value.as_str());
        let is_of_site = context.subject.kind == PageKind::Home && context.sites.is_one(title);
        Self {
            titles: page.document.titles.len(),
            empty_title: page
                .document
                .empty_titles
                .first()
                .copied()
                .filter(|_| page.document.titles.is_empty()),
            title,
            is_narrow: display_cells(title) < TITLE_CELLS
                && !is_of_site
                && context.subject.kind != PageKind::Docs,
            is_unfilled: is_unfilled(title, &context.sites),
            description: description(context, title),
        }
    }
}

fn description(context: &Context<'_>, title: &str) -> Description {
    let written = context.page.meta("description").map(unescape).unwrap_or_default();
    let said = comparable(&written);
    let is_title = [title, &context.title.text].into_iter().any(|title| comparable(title) == said);
    match () {
        // Signs alone say nothing.
        () if said.is_empty() => Description::Missing,
        () if is_unfilled(&written, &context.sites) => Description::Unfilled,
        () if is_title => Description::Title,
        () if context.sites.is_one(&written) => Description::Site,
        () => Description::Own,
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
            Description::Own => None,
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
        true => Finding::pass("The page has one title and its own meta description."),
        false => Finding::warn(capitalised(&format!("{}.", defects.join(", and "))))
            .worth(as_warning(left_after(costs(metadata, cells)))),
    }
}

/// What each defect takes off: a narrow title by how narrow it is, the others half.
fn costs(metadata: &Metadata<'_>, cells: usize) -> [usize; 3] {
    let half = |is_missed: bool| if is_missed { METADATA_COST } else { 0 };
    [
        half(metadata.titles > 1),
        if metadata.is_narrow { cost(0, TITLE_CELLS, cells) } else { 0 },
        half(metadata.description != Description::Own),
    ]
}

/// How wide a text is shown: Han, Kana, Hangul and full-width letters take two cells (UAX #11).
fn display_cells(text: &str) -> usize {
    let is_wide = |char: char| {
        matches!(char,
            '\u{1100}'..='\u{115F}' | '\u{2E80}'..='\u{303E}' | '\u{3041}'..='\u{A4CF}'
            | '\u{AC00}'..='\u{D7A3}' | '\u{F900}'..='\u{FAFF}' | '\u{FE30}'..='\u{FE6F}'
            | '\u{FF01}'..='\u{FF60}' | '\u{FFE0}'..='\u{FFE6}' | '\u{1F300}'..='\u{1FAFF}'
            | '\u{20000}'..='\u{3FFFD}')
    };
    text.chars().map(|char| 1 + usize::from(is_wide(char))).sum()
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

fn fix(context: &Context<'_>) -> Fix {
    let metadata = Metadata::of(context);
    let name = own_name(context);
    let verify = "Open the page's source (`view-source:`). `<head>` has one `<title>` and one \
                  `<meta name=\"description\">`, both about this page.";
    let has_title = metadata.titles > 0 && !metadata.is_unfilled;
    let has_description = metadata.description == Description::Own;
    let empty = empty_description(context);
    let title = match () {
        () if metadata.titles == 0 => no_title(&metadata, name.as_deref()),
        () if metadata.is_unfilled => {
            format!("Fill in the title template {}", Quoted::of(metadata.title, 60))
        }
        () if metadata.titles > 1 => {
            format!("Keep only one of the {} titles in `<head>`", metadata.titles)
        }
        () => match metadata.description {
            Description::Missing if empty.is_some() => {
                let line = empty.unwrap_or_default();
                format!("Fill in the empty meta description on line {line}")
            }
            Description::Missing => match &name {
                Some(name) => format!("Add a meta description for {}", in_title(name)),
                None => "Add a meta description for this page".to_owned(),
            },
            Description::Unfilled => "Fill in the meta description template".to_owned(),
            Description::Title => {
                "Rewrite the meta description, which repeats the title".to_owned()
            }
            Description::Site => {
                "Rewrite the meta description, which only names the site".to_owned()
            }
            Description::Own => format!(
                "Lengthen the title {} to {TITLE_CELLS} characters or more",
                Quoted::of(metadata.title, 60)
            ),
        },
    };
    let mut fix = Fix::new("page-metadata", title, verify);
    if !has_title || metadata.titles > 1 || metadata.is_narrow {
        fix = fix.step(format!(
            "Put exactly one `<title>` in `<head>` that says what this page is about, in at least \
             {TITLE_CELLS} characters (a CJK character counts as two). Put the site's name last or \
             leave it out."
        ));
    }
    if !has_description {
        fix = fix.step(
            "Write one or two sentences in `<meta name=\"description\">` that sum up the page's \
             answer in different words from the title.",
        );
    }
    fix = fix.step("Serve both in the HTML itself. Most AI crawlers don't run JavaScript.");
    if has_title && has_description {
        return fix;
    }
    let described = if has_description { None } else { proposed_description(context) };
    let named = if has_title { None } else { name.map(|name| paste::html(&name)) };
    let lines = [
        named.map(|name| format!("<title>{name}</title>")),
        described
            .map(|text| format!("<meta name=\"description\" content=\"{}\">", paste::html(&text))),
    ];
    // Only what is missing, and only where the page says it.
    let lines: Vec<String> = lines.into_iter().flatten().collect();
    match lines.is_empty() {
        true => fix,
        false => fix.snippet(lines.join("\n")),
    }
}

/// What to do where no title says anything.
fn no_title(metadata: &Metadata<'_>, name: Option<&str>) -> String {
    let such_as = name.map(|name| format!(", such as {}", in_title(name))).unwrap_or_default();
    match (metadata.empty_title, name) {
        (Some(line), _) => format!("Fill in the empty title on line {line}{such_as}"),
        (None, Some(_)) => format!("Add a title{such_as}"),
        (None, None) => "Add a title that says what the page is about".to_owned(),
    }
}

/// The line of a meta description that is there and says nothing.
fn empty_description(context: &Context<'_>) -> Option<u32> {
    let metas = &context.page.document.metas;
    let own = metas.iter().find(|meta| meta.name == "description");
    own.filter(|meta| meta.content.trim().is_empty()).map(|meta| meta.line)
}

/// Returns the page's name by what else names it, if anything does.
fn own_name(context: &Context<'_>) -> Option<String> {
    let heading = context.page.document.h1.first().map(|heading| heading.value.as_str());
    let named = [context.title.text.as_str(), heading.unwrap_or_default()];
    let named = named
        .into_iter()
        .find(|name| !comparable(name).is_empty() && !is_unfilled(name, &context.sites));
    named.map(|name| paste::words(name, SNIPPET_CHARACTERS))
}

#[cfg(test)]
mod tests;
