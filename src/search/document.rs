//! What is found.

/// A page as a whole.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Document {
    /// Its name, which does not change.
    pub(crate) id: String,
    /// What it is called.
    pub(crate) title: String,
    /// Where it can be read on this service.
    pub(crate) url: String,
    /// Its text, in Markdown.
    pub(crate) text: String,
}
