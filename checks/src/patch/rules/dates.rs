//! Dates that machines can't read, where they mean one day only.

use super::day::certain_day;
use super::json_ld::blocks::scripts;
use super::json_ld::places::{Kind, objects};
use super::proposal::Proposal;
use crate::edit::Edit;
use crate::paste::in_title;
use crate::patch::view::View;

/// Properties whose value is a date.
const DATES: [&str; 7] = [
    "datePublished",
    "dateModified",
    "dateCreated",
    "datePosted",
    "uploadDate",
    "startDate",
    "endDate",
];

/// Dates of JSON-LD to ISO 8601.
pub(super) fn propose(view: &View<'_>) -> Vec<Proposal> {
    let text = view.source.text();
    let mut edits: Vec<Edit> = Vec::new();
    let mut first = None;
    for (_, range) in scripts(view).into_iter().filter(|(block, _)| block.is_sound()) {
        for object in objects(&text[range.clone()]) {
            let dates = object
                .members
                .iter()
                .filter(|member| member.kind == Kind::Text && DATES.contains(&member.key.as_str()));
            for member in dates {
                let place = range.start + member.value.start..range.start + member.value.end;
                let Ok(written) = serde_json::from_str::<String>(&text[place.clone()]) else {
                    continue;
                };
                let language = view.context.languages.primary();
                if let Some(day) = certain_day(&written, language) {
                    first.get_or_insert(written);
                    edits.push(Edit::replace(place.start + 1..place.end - 1, day.to_string()));
                }
            }
        }
    }
    let Some(first) = first else { return Vec::new() };
    let title = match edits.len() {
        1 => format!("Write the date {} in ISO 8601", in_title(&first)),
        count => format!("Write the date {} and {} more in ISO 8601", in_title(&first), count - 1),
    };
    vec![Proposal::new(title, edits)]
}
