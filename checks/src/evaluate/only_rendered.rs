//! What checks tell besides their verdict, which is about the HTML: facts that are there, or are
//! others, only once JavaScript has run.

use crate::check::quote;
use crate::report::{CheckResult, Detail, RenderedFact, RenderingView};

/// The facts that each check is about, by the names they have beside the rendering.
const FACTS: [(&str, &[&str]); 7] = [
    ("page-metadata", &["Title", "Description"]),
    ("title-h1-match", &["Title", "h1"]),
    ("canonical", &["Canonical URL"]),
    ("indexable", &["Robots"]),
    ("jsonld-valid", &["JSON-LD types"]),
    ("dates-declared", &["Date"]),
    ("author-byline", &["Author"]),
];

/// The checks, which tell what a rendering shows besides.
pub(super) fn told(mut checks: Vec<CheckResult>, rendering: &RenderingView) -> Vec<CheckResult> {
    for (id, names) in FACTS {
        let Some(check) = checks.iter_mut().find(|check| check.id == id) else { continue };
        let facts = rendering.facts.iter().filter(|fact| names.contains(&fact.name.as_str()));
        check.details.extend(facts.filter_map(detail));
    }
    checks
}

/// Says what JavaScript makes of a fact; none where it leaves it as it is, or takes it away.
fn detail(fact: &RenderedFact) -> Option<Detail> {
    if fact.rendered.is_empty() || fact.rendered == fact.html {
        return None;
    }
    let when = if fact.html.is_empty() { "only after JavaScript" } else { "after JavaScript" };
    Some(quote(format!("{} {when}", fact.name), &fact.rendered))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue::test_page::page;
    use crate::check::Context;
    use crate::registry;

    fn fact(name: &str, html: &str, rendered: &str) -> RenderedFact {
        let [name, html, rendered] = [name, html, rendered].map(str::to_owned);
        RenderedFact { name, html, rendered }
    }

    #[test]
    fn what_javascript_changes_is_told_and_no_verdict_moves() {
        let page = page();
        let (before, _) = registry::run(&Context::new(&page, false));
        let facts = vec![
            fact("Title", "Loading", "Tides explained"),
            fact("Description", "Tides", "Tides"),
            fact("Robots", "", "noindex"),
            fact("Author", "Ann Lee", ""),
        ];
        let rendering = RenderingView { facts, ..RenderingView::default() };
        let after = told(before.clone(), &rendering);
        let added = |id: &str| {
            let at = before.iter().position(|check| check.id == id).unwrap();
            assert_eq!(after[at].status, before[at].status);
            let more = after[at].details[before[at].details.len()..].iter();
            more.map(|detail| format!("{}: {}", detail.label, detail.excerpt)).collect::<Vec<_>>()
        };
        assert_eq!(added("page-metadata"), ["Title after JavaScript: Tides explained"]);
        assert_eq!(added("title-h1-match"), ["Title after JavaScript: Tides explained"]);
        assert_eq!(added("indexable"), ["Robots only after JavaScript: noindex"]);
        assert_eq!(added("author-byline"), [""; 0]);
        assert_eq!(told(before.clone(), &RenderingView::default()), before);
    }
}
