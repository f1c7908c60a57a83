//! How to mark content that no landmark marks, so that the tags nest.

use crate::fix::Fix;
use crate::page::outline::{Frame, Tag};
use crate::paste::{code, html, words};
use crate::quoted::Quoted;

/// The most characters of a class or an ID in a tag.
const NAME_CHARACTERS: usize = 60;

/// Says which element becomes the landmark, or between which two its tags go.
pub(super) fn steps(fix: Fix, frame: &Frame) -> Fix {
    let Frame { holder, is_whole, first, last, apart } = frame;
    let element = &holder.element;
    let fix = match () {
        () if *is_whole => fix.step(format!(
            "Change the {} on line {} to `<main>`, with the same attributes, and its `</{element}>` to \
             `</main>`: the content is in it.",
            shown(holder),
            holder.line
        )),
        () if first == last => fix.step(format!(
            "Put `<main>` before the {} on line {}, and `</main>` after its end.",
            shown(first),
            first.line
        )),
        () => fix
            .step(format!(
                "Put `<main>` before the {} on line {}, where the content starts.",
                shown(first),
                first.line
            ))
            .step(format!(
                "Put `</main>` after the end of the {} that starts on line {}. Both are direct \
                 children of the {} on line {}.",
                shown(last),
                last.line,
                shown(holder),
                holder.line
            )),
    };
    match apart {
        Some(apart) => fix.step(format!(
            "Mark what isn't content in it as `<nav>`, `<aside>` or `<footer>`, such as the {} on line \
             {}.",
            shown(apart),
            apart.line
        )),
        None => fix,
    }
}

/// The tags, with what stands between them. Comments tell it, which show nothing where they are
/// pasted.
pub(super) fn snippet(frame: &Frame) -> String {
    let Frame { holder, is_whole, first, last, .. } = frame;
    let place = |tag: &Tag| format!("{} element on line {}", tag.element, tag.line);
    match is_whole {
        true => format!(
            "<main{}>\n  <!-- what is in the {} -->\n</main>",
            attribute(holder),
            place(holder)
        ),
        false if first == last => {
            format!("<main>\n  <!-- the whole {} -->\n</main>", place(first))
        }
        false => format!(
            "<main>\n  <!-- from the {} -->\n  <!-- to the end of the {} -->\n</main>",
            place(first),
            place(last)
        ),
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

/// Its attribute for a snippet, where that is short enough to be shown in full.
fn attribute(tag: &Tag) -> String {
    let name = tag.name.as_ref().filter(|(_, value)| value.chars().count() <= NAME_CHARACTERS);
    name.map_or_else(String::new, |(name, value)| format!(" {name}=\"{}\"", html(value)))
}
