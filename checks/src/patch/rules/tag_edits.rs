//! Edits of tags.

use std::ops::Range;

use crate::edit::{Edit, Tag};
use crate::patch::head::indentation;
use crate::patch::view::View;

/// An edit that gives a start tag an attribute of that value.
pub(super) fn set(view: &View<'_>, tag: &Tag, name: &str, value: &str) -> Edit {
    let value = view.attribute_text(value);
    let written = format!("{name}=\"{value}\"");
    match tag.attribute(name) {
        Some(attribute) => match (&attribute.inside, attribute.quote) {
            (Some(inside), Some(_)) => Edit::replace(inside.clone(), value),
            _ => Edit::replace(attribute.range.clone(), written),
        },
        None => Edit::insert(tag.behind_name(), format!(" {written}")),
    }
}

/// An edit that takes an element out, with its line where nothing else stands on it.
pub(super) fn remove(text: &str, range: &Range<usize>) -> Edit {
    let behind = text[range.end..].trim_start_matches([' ', '\t']);
    let line_break = ["\r\n", "\n", "\r"].into_iter().find(|own| behind.starts_with(own));
    match (indentation(text, range.start), line_break) {
        (Some(indentation), Some(line_break)) => {
            let end = text.len() - behind.len() + line_break.len();
            Edit::delete(range.start - indentation.len()..end)
        }
        _ => Edit::delete(range.clone()),
    }
}

/// An edit that turns one text into another and touches what differs only.
pub(super) fn change(at: Range<usize>, old: &str, new: &str) -> Edit {
    let same = old.char_indices().zip(new.chars()).find(|((_, one), other)| one != other);
    let start = same.map_or(old.len().min(new.len()), |((at, _), _)| at);
    let most = old.len().min(new.len()) - start;
    let mut end = 0;
    for (one, other) in old[start..].chars().rev().zip(new[start..].chars().rev()) {
        if one != other || end + one.len_utf8() > most {
            break;
        }
        end += one.len_utf8();
    }
    Edit::replace(at.start + start..at.start + old.len() - end, &new[start..new.len() - end])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_differs_is_touched() {
        for (old, new, expected) in [
            ("{\"a\": [1,]}", "{\"a\": [1]}", Edit::delete(18..19)),
            ("abc", "abc", Edit::delete(13..13)),
            ("aa", "aaa", Edit::insert(12, "a")),
            ("äöü", "äü", Edit::delete(12..14)),
            ("", "x", Edit::insert(10, "x")),
        ] {
            let edit = change(10..10 + old.len(), old, new);
            assert_eq!(edit, expected, "{old} {new}");
        }
    }
}
