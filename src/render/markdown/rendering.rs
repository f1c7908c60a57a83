//! What JavaScript adds, as Markdown.

use citable_checks::report::Report;

use super::Page;
use super::escape::{code, escape};
use crate::render::labels::rendering::{NOTHING, TITLE, WHO_SEES_WHICH, outcome};

impl Page {
    pub(super) fn rendering(&mut self, report: &Report) {
        let view = &report.rendering;
        let Some(outcome) = outcome(view) else { return };
        self.title(TITLE);
        self.line(&escape(&outcome));
        if !view.facts.is_empty() {
            self.line("");
            self.line("| | In the HTML | After JavaScript |");
            self.line("|---|---|---|");
        }
        let value = |text: &str| match text {
            "" => NOTHING.to_owned(),
            text => code(text),
        };
        for fact in &view.facts {
            let (html, rendered) = (value(&fact.html), value(&fact.rendered));
            self.line(&format!("| {} | {html} | {rendered} |", escape(&fact.name)));
        }
        if !view.facts.is_empty() {
            self.line("");
            self.line(WHO_SEES_WHICH);
        }
        if !view.not_loaded.is_empty() || view.navigation.is_some() {
            self.line("");
        }
        for url in &view.not_loaded {
            self.line(&format!("- Not loaded: {}", code(url)));
        }
        if let Some(url) = &view.navigation {
            self.line(&format!("- A script tried to navigate to {}", code(url)));
        }
    }
}
