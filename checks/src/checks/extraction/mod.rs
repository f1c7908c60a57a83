//! The page's text can be read.

pub mod content_wall;
mod hreflang;
pub mod html_budget;
pub mod language;
pub mod main_content;
pub mod raw_html_content;
mod wall_words;
