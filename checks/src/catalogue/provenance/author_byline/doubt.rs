//! Whether it is sure that a page names no author.

use crate::check::Context;
use crate::page::markup::{BylineFact, BylineMark, OfList, Region};
use crate::page::names::{is_part_of_subjects, looks_like_a_person, people};
use crate::report::PageKind;
use crate::weights::{HINT_NEAR_HEADING_BYTES, PERSON_WORDS_MAX};

/// Why it is not sure that no author is named, if so.
pub(super) fn doubt(context: &Context<'_>) -> Option<&'static str> {
    let document = &context.page.document;
    match () {
        () if shows_email(context) => {
            Some("The element marked as the author shows an email address. Expected a name.")
        }
        () if hint(context).is_some() => Some(
            "A name in the content may be the author's, but it's far from the heading or may not be \
             a person's.",
        ),
        () if context.authors.has_unread => {
            Some("No author found. The markup declares one, but without a readable name.")
        }
        () if document.markup.unread_bylines > 0 => Some(
            "No author found. An element is marked as the author, but it has no readable name. \
             JavaScript may insert one.",
        ),
        () if document.main.word_equivalents == 0 => Some(
            "No author found. The markup declares none, and the HTML has no text that could name one.",
        ),
        () if document.main.low_confidence => {
            Some("No author found, but it isn't clear which part of the page is its main content.")
        }
        () => None,
    }
}

/// Whether the first element that is marked as an author's holds an email address and nothing else, as
/// the posts of guests do.
pub(super) fn shows_email(context: &Context<'_>) -> bool {
    let is_thread = context.subject.kind == PageKind::Qa;
    let is_here = |byline: &&BylineFact| match byline.spot.region {
        Region::Content => !byline.is_of_card,
        Region::Comment => is_thread,
        Region::Around => false,
    };
    let first = context.page.document.markup.bylines.iter().find(is_here);
    let is_email = |text: &str| {
        let host = text.trim().split_once('@').map(|(_, host)| host).unwrap_or_default();
        !text.trim().starts_with('@')
            && !text.trim().contains(char::is_whitespace)
            && host.contains('.')
    };
    first.is_some_and(|byline| byline.mark <= BylineMark::Class && is_email(&byline.text))
}

/// Who may be the author, by the element that says so, and its line.
pub(super) fn hinted_name(context: &Context<'_>) -> Option<(String, u32)> {
    let byline = hint(context).filter(|byline| byline.mark <= BylineMark::ClassPart)?;
    let name = people(&byline.text).into_iter().next()?;
    // The words of a title are often in lower case; short ones are parts of names, too.
    let is_title = |word: &str| word.chars().count() > 3 && word.starts_with(char::is_lowercase);
    (looks_like_a_person(&name) && !name.split_whitespace().any(is_title))
        .then_some((name, byline.spot.line))
}

/// The first element of the content that is marked as an author's, where that is not taken for the
/// page's: far from the heading, with an address for a name, or in a post of a thread.
fn hint<'a>(context: &'a Context<'_>) -> Option<&'a BylineFact> {
    let is_thread = context.subject.kind == PageKind::Qa;
    let markup = &context.page.document.markup;
    let of_list = OfList::of(&markup.bylines);
    let mut all = markup.bylines.iter().chain(&markup.faint_bylines);
    all.find(|byline| {
        !byline.is_of_card
            && (is_thread || !of_list.holds(byline))
            && is_hint(byline)
            && match byline.spot.region {
                Region::Content => true,
                Region::Comment => is_thread,
                // Side columns name the author of the text, and those of other pages.
                Region::Around => byline.mark == BylineMark::Rel,
            }
    })
}

/// What addresses of the pages of authors hold, whatever stands around it.
const AUTHOR_STEMS: [&str; 3] = ["author", "autor", "auteur"];

/// Whether a mark may mean an author: its class or link does, or its words stand by the heading.
fn is_hint(byline: &BylineFact) -> bool {
    let near = byline
        .spot
        .heading
        .is_some_and(|heading| byline.spot.offset.abs_diff(heading) <= HINT_NEAR_HEADING_BYTES);
    match byline.mark {
        BylineMark::Rel | BylineMark::Itemprop | BylineMark::Class => !byline.text.is_empty(),
        BylineMark::ClassPart => !people(&byline.text).is_empty(),
        BylineMark::Portrait | BylineMark::Dated => {
            let href = byline.href.as_deref().unwrap_or_default().to_lowercase();
            near && !href.split('/').any(is_part_of_subjects)
        }
        BylineMark::Link => {
            // Forms to register and pages of other people's staff are linked in the same way.
            let href = byline.href.as_deref().unwrap_or_default().to_lowercase();
            let is_author = AUTHOR_STEMS.iter().any(|stem| href.contains(stem));
            (is_author || (near && href.contains("/profile"))) && !people(&byline.text).is_empty()
        }
        BylineMark::Words => {
            let is_name = |name: &String| {
                let mut words = name.split_whitespace();
                words.clone().count() <= PERSON_WORDS_MAX
                    && words.any(|word| !word.starts_with(char::is_lowercase))
            };
            near && (people(&byline.text).iter().any(is_name) || has_handle(&byline.text))
        }
    }
}

/// Whether a short text names somebody as they are called elsewhere: "by @jane".
fn has_handle(text: &str) -> bool {
    let mut words = text.split_whitespace();
    let is_handle = |word: &str| {
        let name = word.strip_prefix('@').unwrap_or_default();
        name.chars().filter(|char| char.is_alphanumeric()).count() >= 2
    };
    words.clone().count() <= PERSON_WORDS_MAX && words.any(is_handle)
}
