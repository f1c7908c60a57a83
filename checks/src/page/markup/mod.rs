//! What the markup of a page says beside its text: structured data, times, bylines, the addresses
//! of translations, and fields for passwords.

mod alternates;
mod byline_names;
mod bylines;
mod cards;
mod facts;
mod faint;
mod finder;
mod paid;
mod places;
mod regions;
mod said;
mod short_text;

use select::document::Document;

use crate::page::structured;
use crate::page::visible::Visibility;

pub use alternates::{Alternate, header_links};
pub(crate) use bylines::OfList;
pub use facts::{BylineFact, BylineMark, Markup, PaidPart, Region, Spot, TimeFact};

/// Reads the markup of a document, given the line of each of its nodes.
pub(crate) fn read(document: &Document, lines: &[u32], visibility: &Visibility) -> Markup {
    let structured = structured::read(document, lines);
    let paid_parts = paid::read(document, &structured, visibility);
    let places = places::read(document, lines, visibility);
    Markup {
        structured,
        paid_parts,
        times: places.times,
        bylines: places.bylines,
        faint_bylines: places.faint_bylines,
        unread_bylines: places.unread_bylines,
        password_fields: places.password_fields,
        languages: places.languages,
        alternates: alternates::read(document, lines),
        content_language: alternates::content_language(document),
        xml_lang: alternates::xml_lang(document),
        body_lang: alternates::body_lang(document),
    }
}
