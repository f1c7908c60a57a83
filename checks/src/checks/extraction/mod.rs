//! The page's text can be read.

pub mod content_wall;
mod hreflang;
pub mod language;
mod wall_words;
