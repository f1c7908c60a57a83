//! What to do about a title and a description.

use super::metadata::{Description, Metadata};
use super::placeholder::is_unfilled;
use super::proposal::{SNIPPET_CHARACTERS, proposed_description, speaks_of_page};
use crate::catalogue::structure::headings::FirstHeadings;
use crate::check::Context;
use crate::fix::Fix;
use crate::page::names::comparable;
use crate::page::title::names_no_page;
use crate::paste;
use crate::paste::in_title;
use crate::quoted::Quoted;
use crate::weights::TITLE_CELLS;

/// The edit of the two.
pub(crate) fn fix(context: &Context<'_>) -> Fix {
    let metadata = Metadata::of(context);
    let name = own_name(context);
    let verify = "Open the page's source (`view-source:`). `<head>` has one `<title>` and one \
                  `<meta name=\"description\">`, both about this page.";
    let has_title = metadata.titles > 0 && !metadata.is_unfilled && !metadata.names_no_page;
    let has_description = !metadata.description.is_missed();
    let title = title(&metadata, name.as_deref(), empty_description(context));
    let is_only_undescribed = has_title && metadata.description == Description::Missing;
    let mut fix = Fix::new("page-metadata", title, verify).for_tool(is_only_undescribed);
    if !has_title || metadata.titles > 1 || metadata.is_narrow {
        fix = fix.step(format!(
            "Put exactly one `<title>` in `<head>` that says what this page is about, in at least \
             {TITLE_CELLS} characters (a CJK character counts as two). Put the site's name last or \
             leave it out."
        ));
    }
    if let Some(line) =
        shared_description(context).filter(|_| metadata.description == Description::Missing)
    {
        fix = fix.step(format!(
            "The page has a description for share cards: `og:description` on line {line}. Have the \
             template write it into `<meta name=\"description\">` too."
        ));
    } else if !has_description {
        fix = fix.step(
            "Write one or two sentences in `<meta name=\"description\">` that sum up the page's \
             answer in different words from the title.",
        );
    }
    fix = fix.step(
        "Serve the title and the description in the HTML. Most AI crawlers don't run JavaScript.",
    );
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

/// What to do about the one and about the other. `empty` is the line of an empty description.
fn title(metadata: &Metadata<'_>, name: Option<&str>, empty: Option<u32>) -> String {
    let of_title = match () {
        () if metadata.titles == 0 => Some(no_title(metadata, name)),
        () if metadata.is_unfilled => {
            Some(format!("Fill in the title template {}", Quoted::of(metadata.title, 60)))
        }
        () if metadata.names_no_page => {
            Some(format!("Replace the placeholder title {}", Quoted::of(metadata.title, 60)))
        }
        () if metadata.titles > 1 => {
            Some(format!("Keep only one of the {} titles in `<head>`", metadata.titles))
        }
        () => None,
    };
    let longer = format!("{TITLE_CELLS} characters or more");
    match (of_title, of_description(metadata, name, empty)) {
        (Some(title), None) => title,
        (Some(title), Some(_)) => format!("{title}, and write a meta description"),
        (None, Some(description)) if metadata.is_narrow => {
            format!("{description}, and lengthen the title to {longer}")
        }
        (None, Some(description)) => description,
        (None, None) => {
            format!("Lengthen the title {} to {longer}", Quoted::of(metadata.title, 60))
        }
    }
}

/// What to do about the description, if anything.
fn of_description(
    metadata: &Metadata<'_>,
    name: Option<&str>,
    empty: Option<u32>,
) -> Option<String> {
    let said = match (metadata.description, empty, name) {
        (
            Description::Own | Description::Needless | Description::Generated | Description::Empty,
            ..,
        ) => return None,
        (Description::Missing, Some(line), _) => {
            return Some(format!("Fill in the empty meta description on line {line}"));
        }
        (Description::Missing, None, Some(name)) => {
            return Some(format!("Add a meta description for {}", in_title(name)));
        }
        (Description::Missing, None, None) => "Add a meta description for this page",
        (Description::Unfilled, ..) => "Fill in the meta description template",
        (Description::Title, ..) => "Rewrite the meta description, which repeats the title",
        (Description::Site, ..) => "Rewrite the meta description, which only names the site",
    };
    Some(said.to_owned())
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

/// The line of a description for share cards that is about the page: many sites share the same words
/// about themselves on every page.
fn shared_description(context: &Context<'_>) -> Option<u32> {
    let mut metas = context.page.document.metas.iter();
    let shared = metas.find(|meta| meta.name == "og:description")?;
    let said = comparable(&shared.content);
    let is_own = !said.is_empty()
        && said != comparable(context.page.document.title())
        && said != comparable(&context.title.text)
        && !is_unfilled(&shared.content, &context.sites)
        && speaks_of_page(context, &shared.content);
    is_own.then_some(shared.line)
}

/// Returns the page's name by what else names it, if anything does.
fn own_name(context: &Context<'_>) -> Option<String> {
    let page = context.page;
    let heading = page.document.h1.first().map(|heading| heading.value.as_str());
    // One of several sections doesn't name the page.
    let heading = heading.filter(|_| !FirstHeadings::of(context).are_over_sections(context));
    let named = [context.title.text.as_str(), heading.unwrap_or_default()];
    let named = named.into_iter().find(|name| {
        !comparable(name).is_empty()
            && !is_unfilled(name, &context.sites)
            && !names_no_page(name, &page.final_url)
    });
    named.map(|name| paste::words(name, SNIPPET_CHARACTERS))
}
