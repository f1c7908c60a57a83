//! Colour in a terminal.

/// The parameters of "select graphic rendition" (ECMA-48 section 8.3.117).
pub(super) const BOLD: &str = "1";
pub(super) const DIM: &str = "2";
pub(super) const RED: &str = "31";
pub(super) const GREEN: &str = "32";
pub(super) const YELLOW: &str = "33";
pub(super) const CODE: &str = "36";

/// Whether colour is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Colour {
    /// Plain text.
    Never,
    /// ANSI escape sequences (ECMA-48).
    Always,
}

impl Colour {
    pub(super) fn paint(self, style: Option<&str>, text: &str) -> String {
        match (self, style) {
            (Self::Always, Some(style)) => format!("\u{1b}[{style}m{text}\u{1b}[0m"),
            _ => text.to_owned(),
        }
    }
}
