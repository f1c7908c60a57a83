//! How to mark content that no landmark marks, so that the tags nest.

use crate::fix::Fix;
use crate::page::outline::{Frame, Tag};
use crate::paste::{code, words};
use crate::quoted::Quoted;

/// The most characters of a class or an ID in a tag.
const NAME_CHARACTERS: usize = 60;

/// Says which element becomes the landmark, or between which two its tags go.
pub(super) fn steps(fix: Fix, frame: &Frame) -> Fix {
    let Frame { holder, is_whole, first, last, apart, section, heading } = frame;
    let element = &holder.element;
    let fix = match () {
        () if *is_whole => fix.step(format!(
            "Change the {} on line {} to `<main>`, with the same attributes, and its `</{element}>` to \
             `</main>`: the content is in it.",
            shown(holder),
            holder.line
        )),
        () if first == last => fix.step(format!(
            "Put `<main>` before the {} on line {}, and `</main>` after its end. Its last element is \
             on line {}.",
            shown(first),
            first.line,
            first.last_line
        )),
        () => fix
            .step(format!(
                "Put `<main>` before the {} on line {}, where the content starts.",
                shown(first),
                first.line
            ))
            .step(format!(
                "Put `</main>` after the end of the {} that starts on line {} and whose last \
                 element is on line {}. Both are direct children of the {} on line {}.",
                shown(last),
                last.line,
                last.last_line,
                shown(holder),
                holder.line
            )),
    };
    let fix = match section {
        Some(section) => fix.step(format!(
            "Change the {} on line {} and its end tag to `<div>`: it holds the whole page, and `<main>` \
             must not stand in a section.",
            shown(section),
            section.line
        )),
        None => fix,
    };
    let fix = match heading {
        Some(line) => fix.step(format!(
            "Move the heading on line {line} to the start of `<main>`: it is in the site's header."
        )),
        None => fix,
    };
    match apart {
        Some(apart) => fix.step(format!(
            "Mark what isn't content in it as `<nav>`, `<aside>` or `<footer>`, such as the {} on line \
             {}.",
            shown(apart),
            apart.line
        )),
        None => fix.step(
            "Mark related pages, forms and share buttons in it as `<aside>` or `<nav>`, if there are \
             any.",
        ),
    }
}

/// The tags, with what stands between them. Comments tell it, which show nothing where they are
/// pasted. None where an element only changes its name: it keeps all its attributes.
pub(super) fn snippet(frame: &Frame) -> Option<String> {
    let Frame { is_whole, first, last, .. } = frame;
    let place = |tag: &Tag| format!("{} element on line {}", tag.element, tag.line);
    match () {
        () if *is_whole => None,
        () if first == last => {
            Some(format!("<main>\n  <!-- the whole {} -->\n</main>", place(first)))
        }
        () => Some(format!(
            "<main>\n  <!-- from the {} -->\n  <!-- to the end of the {} -->\n</main>",
            place(first),
            place(last)
        )),
    }
}

/// The start tag, as it can be found in the HTML.
fn shown(tag: &Tag) -> Quoted {
    let name = tag.name.as_ref().map(|(name, value)| {
        let value = words(value, NAME_CHARACTERS);
        format!(" {name}=\"{value}\"")
    });
    code(&format!("<{}{}>", tag.element, name.unwrap_or_default()))
}
