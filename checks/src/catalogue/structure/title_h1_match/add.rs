//! The main heading of a page that shows nothing like one.

use url::Url;

use super::parts::{
    NAMED_CHARACTERS, SNIPPET_CHARACTERS, TEMPLATE_EFFORT, VERIFY, below_heading, without_logos,
    without_others,
};
use crate::applicability::folders;
use crate::catalogue::structure::headings::{FirstHeadings, tokens};
use crate::check::Context;
use crate::fix::Fix;
use crate::json_ld::site_name;
use crate::page::title::{SEPARATORS, before_last_part, names_no_page, without_section};
use crate::paste;
use crate::quoted::Quoted;
use crate::report::PageKind;
use crate::url::registrable_domain;

/// Adds a main heading to a page that shows none.
pub(super) fn add(context: &Context<'_>, headings: &FirstHeadings<'_>, has_title: bool) -> Fix {
    let is_placeholder = names_no_page(&headings.title, &context.page.final_url);
    let has_title = has_title && !is_placeholder;
    let title = Quoted::of(&headings.title, NAMED_CHARACTERS);
    // What an application sends for every page may have the same title on each.
    let is_empty = context.page.document.main.word_equivalents == 0;
    let is_unused = has_title
        && !is_empty
        && !matches!(context.subject.kind, PageKind::Home | PageKind::Docs)
        && !is_used(context, &headings.title);
    // The title of a home page goes on with what the site offers. That of an edition in a folder names
    // the edition.
    let is_at_top = folders(&context.page.final_url).next().is_none();
    let name = site_name(context).filter(|_| context.subject.kind == PageKind::Home && is_at_top);
    let order = match has_title {
        true if is_empty || is_unused => "Add an H1 that names this page".to_owned(),
        _ if name.is_some() => "Add an H1 with the name of the site".to_owned(),
        true => format!("Add an H1 that matches the title {title}"),
        false => "Add an H1 that says what the page is about".to_owned(),
    };
    let fix = without_logos(Fix::new("title-h1-match", order, VERIFY).for_tool(true), headings);
    let mut fix = without_others(context, fix, headings);
    if is_placeholder {
        fix = fix.step(format!(
            "Replace the placeholder {title} in the `<title>` with the same words, or exclude the \
             page if it is only a part of others."
        ));
    }
    if has_title && is_empty {
        fix = fix.step(format!(
            "Check that the title {title} names this page and not the whole site: the HTML has no \
             text to compare it with."
        ));
    }
    if is_unused {
        fix = fix.step(format!(
            "Use the same words in the `<title>`, which says {title}: neither the text nor the URL has \
             these words."
        ));
    }
    let first = context.page.document.outline.main_blocks().next().map(|block| block.place.line);
    let is_above = |line: &&u32| first.is_none_or(|first| **line <= first);
    fix = match context.page.document.outline.empty_first_headings.first().filter(is_above) {
        Some(line) => {
            fix.step(format!("Put the text into the `<h1>` on line {line}, which is empty."))
        }
        None => fix.step(format!(
            "Put one `<h1>` with text above {}{}.",
            below_heading(context),
            match landmark(context) {
                Some(line) => format!(", in the element that starts on line {line}"),
                None => String::new(),
            }
        )),
    }
    .step("If the heading is an image, put its words in the `alt` attribute.");
    let heading = name.as_deref().unwrap_or_else(|| heading_for(context, &headings.title));
    if let Some(begin) = brief(&headings.title).filter(|_| has_title && name.is_none()) {
        fix = fix.step(format!(
            "Shorten the `<title>` to the same words: {}.",
            Quoted::of(begin, NAMED_CHARACTERS)
        ));
    }
    match (has_title || name.is_some()) && !is_empty && !is_unused {
        true => fix.effort(TEMPLATE_EFFORT).snippet(format!(
            "<h1>{}</h1>",
            paste::html(&paste::words(heading, SNIPPET_CHARACTERS))
        )),
        false => fix,
    }
}

/// Whether the text or the URL of a page has a word of its title, unless that is short: a slogan may
/// be of neither.
fn is_used(context: &Context<'_>, title: &str) -> bool {
    /// Words of a slogan.
    const SLOGAN: usize = 3;
    let page = context.page;
    let title = tokens(title);
    let is_said = || {
        let said = format!("{} {}", page.final_url.path(), page.document.visible_text);
        let said = said.to_lowercase();
        title.iter().any(|word| said.contains(word.as_str()))
    };
    title.len() > SLOGAN || is_said()
}

/// The beginning of a title that goes on and on: up to a telephone number, or to the end of a sentence
/// or of a part.
fn brief(title: &str) -> Option<&str> {
    /// The most characters of a title that is a heading as a whole.
    const LONG: usize = 100;
    /// The fewest characters of a heading that says enough.
    const ENOUGH: usize = 30;
    if title.chars().count() <= LONG {
        return None;
    }
    let is_number = |at: usize| {
        let rest = title[at..].trim_start_matches([' ', '(']);
        rest.starts_with(|first: char| first.is_ascii_digit())
    };
    // “Dr.” and “U.S.” end no sentence.
    let is_word = |at: usize| {
        let last = title[..at].rsplit(' ').next().unwrap_or_default();
        last.chars().count() > 3 && !last.contains('.')
    };
    // A path of categories: “Headphones & Earbuds: Electronics: …”.
    let is_path = |begin: &str| {
        title.matches(": ").nth(1).is_some()
            && title.rsplit(": ").next().is_some_and(|last| last.matches(", ").nth(1).is_some())
            && begin.split_whitespace().nth(1).is_some()
    };
    if let Some((begin, _)) = title.split_once(": ").filter(|(begin, _)| is_path(begin)) {
        return Some(begin.trim_end());
    }
    let ends = [". ", " | ", " - ", " – ", " — ", " • ", " ("];
    let cuts = ends.into_iter().flat_map(|end| {
        let found = title.match_indices(end).map(|(at, _)| at);
        found.filter(move |at| match end {
            " (" => is_number(*at),
            ". " => is_word(*at),
            _ => true,
        })
    });
    let begin = cuts.map(|at| title[..at].trim_end());
    begin.filter(|begin| begin.chars().count() >= ENOUGH).min_by_key(|begin| begin.len())
}

/// What of a title is the heading of its page: without the number of a section; where a template puts
/// the name of the page between others, as in “Brew - brew-tea Documentation”, the word that the URL
/// ends in.
fn heading_for<'a>(context: &Context<'_>, title: &'a str) -> &'a str {
    let whole = brief(title).unwrap_or_else(|| without_section(title));
    let whole = without_repetition(whole);
    let whole = without_initials(whole, &context.page.final_url);
    let segments = context.page.final_url.path_segments();
    let mut segments = segments.into_iter().flatten().filter(|part| !part.is_empty()).rev();
    // At the top of a site it may be the site's name.
    let (Some(last), Some(_)) = (segments.next(), segments.next()) else { return whole };
    let stem = last.split_once('.').map_or(last, |(stem, _)| stem);
    let is_from_template = SEPARATORS.iter().any(|separator| whole.contains(separator));
    let named = whole.split_whitespace().find(|word| word.eq_ignore_ascii_case(stem));
    named.filter(|_| is_from_template).unwrap_or(whole)
}

/// A title that says one thing twice, as that of the first page of a manual may, once: “Tea: Tea”.
fn without_repetition(title: &str) -> &str {
    let parts = [": ", " - ", " – ", " | "].into_iter().find_map(|sign| title.split_once(sign));
    parts.filter(|(one, other)| one.trim() == other.trim()).map_or(title, |(one, _)| one.trim())
}

/// A title without the initials of the site behind it: “Tea pots | LTC” on `leafteacompany.example`.
fn without_initials<'a>(title: &'a str, url: &Url) -> &'a str {
    let Some((rest, last)) = before_last_part(title) else { return title };
    let label = registrable_domain(url).unwrap_or_default();
    let mut letters = label.split('.').next().unwrap_or_default().chars();
    let are_in_it = last.to_lowercase().chars().all(|one| letters.any(|letter| letter == one));
    let is_first = label.chars().next() == last.to_lowercase().chars().next();
    let are_initials =
        (3..=5).contains(&last.len()) && last.bytes().all(|one| one.is_ascii_uppercase());
    if are_initials && is_first && are_in_it { rest.trim_end() } else { title }
}

/// The line of the element that is marked as the page's content.
fn landmark(context: &Context<'_>) -> Option<u32> {
    let outline = &context.page.document.outline;
    let marked = match (outline.mains.first(), outline.articles.as_slice()) {
        (Some(main), _) => main,
        (None, [article]) => article,
        (None, _) => return None,
    };
    Some(marked.place.line)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_title_that_says_one_thing_twice_says_it_once() {
        assert_eq!(without_repetition("Tea Manual: Tea Manual"), "Tea Manual");
        assert_eq!(without_repetition("Tea: green tea"), "Tea: green tea");
    }
}
