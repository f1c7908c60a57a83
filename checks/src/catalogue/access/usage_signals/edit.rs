//! Lines of robots.txt whose usage signals are to change.

use super::heard::Heard;
use super::vocabulary::mended;
use crate::check::Context;
use crate::paste::in_step;
use crate::robots::RuleLine;

/// A line of usage signals to change.
pub(crate) struct SignalEdit {
    /// The line as it stands there.
    pub(crate) line: RuleLine,
    /// What to write instead; none where nothing of it is to stay.
    pub(crate) new: Option<String>,
}

impl SignalEdit {
    /// The change as a step.
    pub(crate) fn step(&self) -> String {
        let RuleLine { number, text, .. } = &self.line;
        match &self.new {
            Some(new) => {
                format!("On line {number}, replace {} with {}.", in_step(text), in_step(new))
            }
            None => format!(
                "Delete line {number} ({}): it contains no known signal (`search`, `ai-input`, \
                 `ai-train`, `use`).",
                in_step(text)
            ),
        }
    }
}

/// What robots.txt says to search crawlers that refuses, or that no crawler understands.
pub(crate) fn robots_signals(context: &Context<'_>) -> Vec<SignalEdit> {
    let heard = Heard::of(context);
    let lines = heard.at_fault().filter_map(|statement| {
        let line = statement.line.clone()?;
        let new = mended(&statement.value);
        let head = line.text.strip_suffix(statement.value.as_str()).unwrap_or("Content-Signal: ");
        let new = (!new.is_empty()).then(|| format!("{head}{new}"));
        Some(SignalEdit { line, new })
    });
    lines.collect()
}
