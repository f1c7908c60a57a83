#![doc = include_str!("page.md")]

mod authors;
mod people;
mod publishers;
mod values;

use crate::site::finding::SiteFinding;
use crate::site::view::View;

pub(super) fn judge(view: &View<'_>) -> Vec<SiteFinding> {
    let mut found = publishers::judge(view);
    found.extend(authors::judge(view));
    found
}

#[cfg(test)]
mod tests;
