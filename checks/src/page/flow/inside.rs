//! What an element stands in, known without going up through all that is around it.

use bitflags::bitflags;

use crate::page::marks::Marks;

bitflags! {
    /// Elements around a place.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub(crate) struct Inside: u8 {
        /// A list.
        const LIST = 1;
        /// A table.
        const TABLE = 1 << 1;
        /// A heading, or what opens or names the part after it.
        const HEADING = 1 << 2;
        /// An element whose text counts however short it is.
        const STRUCTURE = 1 << 3;
        /// A part of the page with a head of its own.
        const SECTION = 1 << 4;
        /// A list of terms.
        const TERMS = 1 << 5;
    }
}

impl Inside {
    /// What stands in an element of that name is inside of this.
    pub(super) fn of(name: &str, marks: Marks) -> Self {
        let by_name = match name {
            "ul" | "ol" => Self::LIST,
            "dl" => Self::LIST | Self::TERMS,
            "table" => Self::TABLE,
            "h1" | "h2" | "h3" | "h4" | "h5" | "h6" | "dt" | "summary" => {
                Self::HEADING | Self::STRUCTURE
            }
            "li" | "td" | "th" | "dd" | "p" | "pre" | "blockquote" | "figcaption" => {
                Self::STRUCTURE
            }
            "section" => Self::SECTION,
            _ => Self::empty(),
        };
        let by_name = match marks.intersects(Marks::MAIN | Marks::ARTICLE) {
            true => by_name | Self::SECTION,
            false => by_name,
        };
        match marks.contains(Marks::TERMS) {
            true => by_name | Self::TERMS,
            false => by_name,
        }
    }
}
