//! The words for what JavaScript adds.

use citable_checks::report::{RenderedFact, RenderingState, RenderingView};

use crate::render::untrusted;

/// Heading of the section.
pub(in crate::render) const TITLE: &str = "Before and after JavaScript";

/// Who reads which of the two.
pub(in crate::render) const WHO_SEES_WHICH: &str = "Google reads the page with JavaScript, Copilot \
     partly. The crawlers of ChatGPT, Perplexity and Claude read the HTML alone.";

/// Under a comparison of two scans of which one alone was rendered.
pub(crate) const RENDERED_ONCE: &str = "Only one of the scans ran the page's JavaScript, so part \
     of the difference may come from that.";

/// What stands where a fact has no value.
pub(in crate::render) const NOTHING: &str = "none";

/// What came of rendering the page, in one sentence; none where nobody asked for it.
pub(in crate::render) fn outcome(view: &RenderingView) -> Option<String> {
    let reason = || {
        let reason = view.reason.as_deref().unwrap_or_default();
        untrusted(reason.trim_end_matches('.'))
    };
    match view.state {
        RenderingState::NotAsked => None,
        RenderingState::NotAvailable => Some(format!("The page wasn't rendered: {}.", reason())),
        RenderingState::Failed => Some(format!("The page couldn't be rendered: {}.", reason())),
        RenderingState::Seen => Some(match view.added_by_javascript {
            None => "The page didn't finish in time, so this is what it showed by then.".to_owned(),
            Some(0) => "JavaScript adds nothing to the main content.".to_owned(),
            Some(percent) => format!("JavaScript adds {percent}% of the main content."),
        }),
    }
}

/// The facts that JavaScript changes.
pub(in crate::render) fn changed(view: &RenderingView) -> impl Iterator<Item = &RenderedFact> {
    view.facts.iter().filter(|fact| fact.html != fact.rendered)
}

/// The names of the facts that it leaves as they are.
pub(in crate::render) fn unchanged(view: &RenderingView) -> Option<String> {
    let names = view.facts.iter().filter(|fact| fact.html == fact.rendered);
    let names: Vec<String> = names.map(|fact| untrusted(&fact.name)).collect();
    (!names.is_empty()).then(|| format!("Same with and without JavaScript: {}.", names.join(", ")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_outcome_has_its_sentence() {
        let outcome = |state, reason: Option<&str>, added_by_javascript| {
            let reason = reason.map(str::to_owned);
            outcome(&RenderingView { state, reason, added_by_javascript, ..Default::default() })
        };
        assert_eq!(outcome(RenderingState::NotAsked, None, None), None);
        let busy = outcome(RenderingState::NotAvailable, Some("every browser is busy"), None);
        assert_eq!(busy.unwrap(), "The page wasn't rendered: every browser is busy.");
        let crashed = outcome(RenderingState::Failed, Some("The browser crashed."), None);
        assert_eq!(crashed.unwrap(), "The page couldn't be rendered: The browser crashed.");
        let seen = outcome(RenderingState::Seen, None, Some(40));
        assert_eq!(seen.unwrap(), "JavaScript adds 40% of the main content.");
        let late = outcome(RenderingState::Seen, Some("The page didn't finish in time."), None);
        assert!(late.unwrap().starts_with("The page didn't finish in time, so"));
        let nothing = outcome(RenderingState::Seen, None, Some(0));
        assert_eq!(nothing.unwrap(), "JavaScript adds nothing to the main content.");
    }
}
