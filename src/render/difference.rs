//! A page without and with JavaScript, for a terminal. Text of the page is stripped as in a report.

use std::collections::HashSet;
use std::fmt::Write as _;

use citable_checks::excerpt::one_line;
use citable_checks::rendered::Rendered;

use super::labels::rendering::{self as labels, NOTHING, WHO_SEES_WHICH};
use super::untrusted;

/// What came of rendering the page, in one sentence.
pub fn outcome(rendered: &Rendered) -> String {
    labels::outcome(&rendered.view).unwrap_or_else(|| "The page wasn't rendered.".to_owned())
}

/// What came of it, and each fact without and with JavaScript; an equal one once.
pub fn text(rendered: &Rendered) -> String {
    let view = &rendered.view;
    let mut text = format!("{}\n\n", outcome(rendered));
    let width = view.facts.iter().map(|fact| fact.name.chars().count()).max().unwrap_or(0);
    let value = |value: &str| match value {
        "" => NOTHING.to_owned(),
        value => untrusted(value),
    };
    for fact in &view.facts {
        let (name, html) = (untrusted(&fact.name), value(&fact.html));
        // Writing to a string does not fail.
        let _ = match fact.html == fact.rendered {
            true => writeln!(text, "  {name:<width$}  {html}"),
            false => writeln!(
                text,
                "- {name:<width$}  {html}\n+ {:<width$}  {}",
                "",
                value(&fact.rendered)
            ),
        };
    }
    let _ = writeln!(text, "\n- in the HTML, + after JavaScript. {WHO_SEES_WHICH}");
    for url in &view.not_loaded {
        let _ = writeln!(text, "Not loaded: {}", untrusted(url));
    }
    if let Some(url) = &view.navigation {
        let _ = writeln!(text, "A script tried to navigate to {}", untrusted(url));
    }
    text
}

/// The blocks of the main content that JavaScript removes, then those that it adds.
pub fn diff(rendered: &Rendered) -> String {
    let before = &rendered.before.main_text;
    let after = rendered.after.as_ref().map(|after| after.main_text.as_str()).unwrap_or_default();
    let mut text = String::new();
    for (mark, here, there) in [('-', before.as_str(), after), ('+', after, before.as_str())] {
        let there: HashSet<&str> = there.lines().collect();
        for line in here.lines().filter(|line| !there.contains(line)) {
            let _ = writeln!(text, "{mark} {}", one_line(line, usize::MAX));
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use citable_checks::page::Page;
    use citable_checks::page::snapshot::{Exchange, RenderEnd, RenderFetch, Snapshot};

    use super::*;

    fn rendered(html: &str, after: &str) -> Rendered {
        let url = "https://www.example.org/tea".parse().unwrap();
        let headers = vec![("content-type".to_owned(), "text/html".to_owned())];
        let answer = Exchange { url, status: 200, headers };
        let fetch = RenderFetch {
            engine: "HeadlessChrome/156".to_owned(),
            end: RenderEnd::Settled,
            html: after.to_owned(),
            failed: vec!["https://api.example.org/\u{1b}[31m".to_owned()],
            ..RenderFetch::not_available(0, String::new())
        };
        let snapshot = Snapshot::of_answer(answer, html.as_bytes().to_vec(), 0);
        Rendered::of(&Page::read(&snapshot.with_rendering(Some(fetch))))
    }

    #[test]
    fn what_javascript_changes_stands_below_what_was_there() {
        let prose = "<p>Fill the kettle with fresh water and boil it for two minutes.</p>";
        let before = "<html lang=en><title>Loading</title><main><p>Please wait.</p></main>";
        let after = format!("<html lang=en><title>Tea</title><main>{prose}</main>");
        let rendered = rendered(before, &after);
        let text = text(&rendered);
        assert!(text.starts_with("JavaScript adds 100% of the main content.\n"), "{text}");
        assert!(
            text.contains("- Title                  Loading\n+                        Tea\n"),
            "{text}"
        );
        assert!(text.contains("  Language               en\n"), "{text}");
        assert!(!text.contains('\u{1b}'), "{text}");
        assert_eq!(
            diff(&rendered),
            "- Please wait.\n+ Fill the kettle with fresh water and boil it for two minutes.\n"
        );
    }
}
