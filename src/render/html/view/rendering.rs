//! What JavaScript adds, as its section shows it.

use citable_checks::report::RenderingView as Rendering;

use crate::render::labels::rendering::{NOTHING, TITLE, WHO_SEES_WHICH, outcome};
use crate::render::untrusted;

/// The section; none where nobody asked for a rendering.
pub(crate) struct RenderingView {
    pub(crate) title: &'static str,
    pub(crate) outcome: String,
    /// Percent of the main content that JavaScript adds.
    pub(crate) added: Option<u8>,
    pub(crate) facts: Vec<FactView>,
    pub(crate) who: &'static str,
    /// Not loaded, in the page's own words.
    pub(crate) not_loaded: Vec<String>,
    pub(crate) navigation: Option<String>,
}

pub(crate) struct FactView {
    pub(crate) name: String,
    pub(crate) html: String,
    pub(crate) rendered: String,
    pub(crate) changed: bool,
}

impl RenderingView {
    pub(super) fn of(view: &Rendering) -> Option<Self> {
        let value = |text: &str| match text {
            "" => NOTHING.to_owned(),
            text => untrusted(text),
        };
        let facts = view.facts.iter().map(|fact| FactView {
            name: untrusted(&fact.name),
            html: value(&fact.html),
            rendered: value(&fact.rendered),
            changed: fact.html != fact.rendered,
        });
        Some(Self {
            title: TITLE,
            outcome: outcome(view)?,
            added: view.added_by_javascript.map(|percent| percent.min(100)),
            facts: facts.collect(),
            who: WHO_SEES_WHICH,
            not_loaded: view.not_loaded.iter().map(|url| untrusted(url)).collect(),
            navigation: view.navigation.as_deref().map(untrusted),
        })
    }
}
