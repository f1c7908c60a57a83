//! What JavaScript adds, for a terminal.

use citable_checks::report::{RenderedFact, Report};

use super::Page;
use crate::render::labels::rendering::{
    NOTHING, TITLE, WHO_SEES_WHICH, changed, outcome, unchanged,
};
use crate::render::{quote, untrusted};

impl Page {
    pub(super) fn rendering(&mut self, report: &Report) {
        let view = &report.rendering;
        let Some(outcome) = outcome(view) else { return };
        self.title(TITLE);
        self.say("  ", &outcome, 2);
        for fact in changed(view) {
            self.say("  ", &in_words(fact), 4);
        }
        for url in &view.not_loaded {
            self.say("  ", &format!("Not loaded: {}", quote(url)), 4);
        }
        if let Some(url) = &view.navigation {
            self.say("  ", &format!("A script tried to navigate to {}", quote(url)), 4);
        }
        if let Some(same) = unchanged(view) {
            self.say("  ", &same, 4);
            self.say("  ", WHO_SEES_WHICH, 2);
        }
    }
}

/// One fact, without and with JavaScript.
fn in_words(fact: &RenderedFact) -> String {
    let value = |text: &str| match text {
        "" => NOTHING.to_owned(),
        text => quote(text),
    };
    let (html, rendered) = (value(&fact.html), value(&fact.rendered));
    format!("{}: {html} in the HTML, {rendered} after JavaScript", untrusted(&fact.name))
}
