//! Entries of a reference: a command, a function, a type, described as briefly as it deserves.

use super::headings::FirstHeadings;
use crate::check::Context;
use crate::page::names::comparable;
use crate::page::outline::{BlockFact, BlockKind, Table};
use crate::page::text::{TENTHS_OF_WORD, bare_words};
use crate::report::PageKind;
use crate::weights::LEAD_BLOCK_MIN;

/// Texts at the beginning among which an entry says what it is about.
const BEGINNING: usize = 3;
/// What stands between a name and what it names.
const DASHES: [&str; 4] = [" — ", " – ", " - ", " -- "];
/// Words of a name, and of what is said of it at least.
const NAME_WORDS: usize = 8;
const SAID_WORDS: usize = 2;

/// The line that says what the subject of an entry is, as manuals of commands begin: "brew - pour
/// water on leaves".
pub(super) fn line_of<'a>(
    context: &Context<'a>,
    headings: &FirstHeadings<'_>,
) -> Option<&'a BlockFact> {
    if context.subject.kind != PageKind::Docs {
        return None;
    }
    let outline = &context.page.document.outline;
    let visible = &context.page.document.visible_text;
    let lays_out = |table: &Table| table.rows <= 1 && !table.has_headers;
    let heading = headings.best().map_or("", |best| best.text);
    let named = [headings.title.as_str(), heading].map(comparable);
    beginning(context).find(|block| {
        let text = &visible[block.place.text.clone()];
        let parted = DASHES.iter().filter_map(|dash| text.split_once(dash));
        let Some((name, said)) = parted.min_by_key(|(name, _)| name.len()) else { return false };
        let first = comparable(name.split(',').next().unwrap_or_default());
        let is_laid_out = || outline.table_around(&block.place.text).is_none_or(lays_out);
        let is_line = match block.kind {
            BlockKind::Paragraph => true,
            BlockKind::Cell => is_laid_out(),
            _ => false,
        };
        is_line
            && !first.is_empty()
            && name.split_whitespace().count() <= NAME_WORDS
            && said.split_whitespace().count() >= SAID_WORDS
            && named.iter().any(|named| named.contains(&first))
    })
}

/// Whether the page is such an entry: it begins with that line, or with how its subject is written,
/// in code or as a diagram, or is hardly more than the table of its parts.
pub(super) fn is_entry(context: &Context<'_>) -> bool {
    match context.subject.kind {
        PageKind::Docs => {
            begins_with_signature(context)
                || begins_with_code(context)
                || is_sure_entry(context)
                || is_table(context)
        }
        PageKind::Other => begins_with_code(context),
        _ => false,
    }
}

/// Whether it is an entry beyond doubt: code at the beginning or a table isn't enough, since a
/// tutorial may have either.
pub(super) fn is_sure_entry(context: &Context<'_>) -> bool {
    let has_line = || line_of(context, &FirstHeadings::of(context)).is_some();
    context.subject.kind == PageKind::Docs
        && (begins_with_declaration(context)
            || has_line()
            || is_named_as_entry(context)
            || is_of_terms(context))
}

/// Whether documentation of a module, a class or the like ends in declarations that are most of it,
/// however few. A paragraph or a list may say what it is for.
pub(super) fn ends_in_declarations(context: &Context<'_>) -> bool {
    const DECLARED: [&str; 14] = [
        "module",
        "class",
        "interface",
        "struct",
        "enum",
        "trait",
        "protocol",
        "record",
        "object",
        "namespace",
        "package",
        "library",
        "signature",
        "parameter",
    ];
    let document = &context.page.document;
    let names_module = document.h1.first().is_some_and(|heading| {
        let mut words = heading.value.split_whitespace();
        let [first, name] = [words.next(), words.last()].map(Option::unwrap_or_default);
        // “Object storage” is a subject.
        let is_identifier =
            name.contains(['.', '_', ':']) || is_path_or_name(document.title(), name);
        is_identifier && DECLARED.iter().any(|word| first.eq_ignore_ascii_case(word))
    });
    let is_code = |block: &BlockFact| block.kind == BlockKind::Code;
    let words = |block: &BlockFact| block.tenths_of_words;
    let declared = || texts(context).skip_while(|block| !is_code(block));
    let is_most = || {
        let all: usize = texts(context).map(words).sum();
        all > 0 && declared().map(words).sum::<usize>() * 2 >= all
    };
    context.subject.kind == PageKind::Docs && names_module && declared().all(is_code) && is_most()
}

/// Whether a title is that name or has a path that ends in it: “Pot”, “Tea.Pot”, “Pot (tea.Tea.Pot)”.
fn is_path_or_name(title: &str, name: &str) -> bool {
    let is_end = |word: &str| {
        let path = word.trim_matches(['(', ')', ',']);
        path.strip_suffix(name).is_some_and(|above| above.ends_with(['.', ':', '/']))
    };
    name.starts_with(char::is_uppercase)
        && (title.trim() == name || title.split_whitespace().any(is_end))
}

/// Whether the heading of the page says what its subject is, as that of a manual page does (“brew -
/// pour water on leaves”), above a section on how it is called.
fn is_named_as_entry(context: &Context<'_>) -> bool {
    const NAMES: usize = 2;
    const CALLED: [&str; 10] = [
        "synopsis",
        "syntax",
        "syntaxe",
        "sintaxis",
        "usage",
        "options",
        "optionen",
        "opciones",
        "parameters",
        "arguments",
    ];
    let visible = &context.page.document.visible_text;
    let mut headings = context.page.document.outline.main_headings();
    let Some(first) = headings.next() else { return false };
    let text = first.text(visible);
    let parted = DASHES.iter().find_map(|dash| text.split_once(dash));
    let says = parted.is_some_and(|(name, said)| {
        name.split_whitespace().count() <= NAMES && said.split_whitespace().count() >= SAID_WORDS
    });
    says && headings.any(|heading| {
        let name = heading.text(visible).trim_matches(|char: char| !char.is_alphabetic());
        CALLED.contains(&name.to_lowercase().as_str())
    })
}

/// Whether documentation shows how its subject is written before anything else.
pub(super) fn begins_with_signature(context: &Context<'_>) -> bool {
    context.subject.kind == PageKind::Docs
        && (begins_with_code_below_labels(context) || begins_with_declaration(context))
}

/// Whether code that declares what the page is named after stands below lists of what that comes
/// from, as those of the classes above one.
fn begins_with_declaration(context: &Context<'_>) -> bool {
    /// Entries of such lists.
    const ENTRIES: usize = 40;
    let document = &context.page.document;
    let is_entry = |block: &&BlockFact| {
        block.kind == BlockKind::Code
            || block.leads_on()
            || block.tenths_of_words < LEAD_BLOCK_MIN * TENTHS_OF_WORD
    };
    let name = bare_words(document.title()).next().unwrap_or_default();
    texts(context).take(ENTRIES).take_while(is_entry).any(|block| {
        let mut words = bare_words(document.text_at(&block.place));
        block.kind == BlockKind::Code && words.any(|word| word == name)
    })
}

fn begins_with_code_below_labels(context: &Context<'_>) -> bool {
    let is_label = |block: &&BlockFact| {
        block.kind != BlockKind::Code && block.tenths_of_words < LEAD_BLOCK_MIN * TENTHS_OF_WORD
    };
    let first = beginning(context).find(|block| !is_label(block));
    context.page.document.main.begins_with_diagram
        || first.is_some_and(|block| block.kind == BlockKind::Code)
}

/// Whether documentation begins with a list, a table or a signature, and no text above it.
pub(super) fn begins_without_text(context: &Context<'_>) -> bool {
    let is_entry = |block: &BlockFact| matches!(block.kind, BlockKind::ListItem | BlockKind::Cell);
    let is_docs = context.subject.kind == PageKind::Docs;
    is_docs && (beginning(context).next().is_some_and(is_entry) || begins_with_signature(context))
}

/// Whether documentation begins with a table of data below a caption. Without one, it may be the
/// keys and values of what the text below is about.
pub(super) fn begins_with_table(context: &Context<'_>) -> bool {
    let outline = &context.page.document.outline;
    let mut first = texts(context);
    context.subject.kind == PageKind::Docs
        && first.next().is_some_and(|block| block.kind == BlockKind::Caption)
        && first.next().is_some_and(|block| outline.is_in_data_table(&block.place.text))
}

fn begins_with_code(context: &Context<'_>) -> bool {
    beginning(context).any(|block| block.kind == BlockKind::Code)
}

/// Whether much of the text is a table of data or one with a header, as that of the fields of a
/// record is.
fn is_table(context: &Context<'_>) -> bool {
    /// One part of the text in so many.
    const PART: usize = 4;
    let outline = &context.page.document.outline;
    let inside = || outline.main_blocks();
    let words = |block: &BlockFact| block.tenths_of_words;
    let is_listed = |block: &BlockFact| {
        let table = outline.table_around(&block.place.text);
        table.is_some_and(|table| table.has_headers || table.is_data())
    };
    // Many cells are code, and those that draw a table with other elements may be anything.
    let cells = inside().filter(|block| block.kind != BlockKind::Heading && is_listed(block));
    cells.map(words).sum::<usize>() * PART >= inside().map(words).sum::<usize>().max(1)
}

/// Whether the text is a list of terms, such as those that every entry of a reference says something
/// of: “Presence”, “Contents”, “Color”.
fn is_of_terms(context: &Context<'_>) -> bool {
    const TERMS: usize = 3;
    let begins = texts(context).next().is_some_and(|block| block.is_in_terms);
    let asks =
        |block: &BlockFact| context.page.document.text_at(&block.place).trim_end().ends_with('?');
    let words = |block: &BlockFact| block.tenths_of_words;
    let of_terms = texts(context).filter(|block| block.is_in_terms).map(words).sum::<usize>();
    begins
        && context.page.document.outline.terms >= TERMS
        && !texts(context).filter(|block| block.is_in_terms).any(asks)
        && of_terms * 2 >= texts(context).map(words).sum::<usize>()
}

/// Whether documentation, or the contents of a chapter in a generated manual, is one of several pages
/// in a row: its head leads to the one before or the one after, or its navigation to both.
pub(super) fn is_in_sequence(context: &Context<'_>) -> bool {
    const BEFORE: [&str; 4] = ["prev", "previous", "previous page", "prev page"];
    const AFTER: [&str; 2] = ["next", "next page"];
    let document = &context.page.document;
    let outline = &document.outline;
    let is_told = || {
        let around = outline.links.iter().filter(|link| !link.place.in_main);
        let (mut before, mut after) = (false, false);
        for link in around {
            let text = document.text_at(&link.place);
            let label = text.trim_matches(|char: char| !char.is_alphabetic()).to_lowercase();
            let leads = |tokens: &[&str]| {
                link.rel.split_whitespace().any(|rel| tokens.contains(&rel))
                    || tokens.contains(&label.as_str())
            };
            before |= leads(&BEFORE);
            after |= leads(&AFTER);
        }
        before && after
    };
    let is_of_manual = match context.subject.kind {
        PageKind::Docs => true,
        PageKind::Listing => document.is_of_manual(),
        _ => false,
    };
    is_of_manual && (document.is_in_sequence || is_told())
}

/// The first texts of the main content that are no headings.
fn beginning<'a>(context: &Context<'a>) -> impl Iterator<Item = &'a BlockFact> {
    texts(context).take(BEGINNING)
}

fn texts<'a>(context: &Context<'a>) -> impl Iterator<Item = &'a BlockFact> {
    let blocks = context.page.document.outline.main_blocks();
    blocks.filter(|block| block.kind != BlockKind::Heading)
}
