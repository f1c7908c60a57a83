//! What a template leaves where nothing was filled in.

use crate::page::authors::SiteNames;
use crate::page::names::comparable;

/// What opens a placeholder, and what closes it.
const MARKS: [(&str, &str); 7] = [
    ("{{", "}}"),
    ("{%", "%}"),
    ("${", "}"),
    ("#{", "}"),
    ("<%", "%>"),
    ("%%", "%%"),
    ("[%", "%]"),
];
/// Titles that programs put in until somebody writes one.
const DEFAULTS: [&str; 5] =
    ["[object Object]", "Untitled Document", "Untitled Page", "Page Title", "Document Title"];
/// What separates the parts of a title.
const SEPARATORS: [&str; 8] = [" | ", " - ", " – ", " — ", " · ", " » ", ": ", " :: "];
/// Bytes of a text that are looked at.
const LOOKED_AT: usize = 2_000;

/// Whether a text is a template: one of its parts is nothing but a placeholder, or all that it says
/// is the name of the site. A text that speaks of placeholders has more words beside them.
pub(crate) fn is_unfilled(text: &str, sites: &SiteNames) -> bool {
    let text = text[..text.floor_char_boundary(LOOKED_AT)].trim();
    if DEFAULTS.iter().any(|default| text.eq_ignore_ascii_case(default)) {
        return true;
    }
    if parts(text).any(|part| is_variable(part.trim())) {
        return true;
    }
    let Some(rest) = without_placeholders(text) else { return false };
    let said = rest.trim_matches(|char: char| !char.is_alphanumeric());
    comparable(said).is_empty() || sites.is_one(said) || parts(text).any(is_placeholder)
}

fn is_placeholder(part: &str) -> bool {
    without_placeholders(part).is_some_and(|rest| comparable(&rest).is_empty())
}

/// Whether a text is a variable of a template of Doxygen and nothing else: `$title`.
fn is_variable(part: &str) -> bool {
    const VARIABLES: [&str; 3] = ["title", "projectname", "pagetitle"];
    part.strip_prefix('$').is_some_and(|name| VARIABLES.contains(&name))
}

fn parts(text: &str) -> impl Iterator<Item = &str> {
    let mut parts = vec![text];
    for separator in SEPARATORS {
        parts = parts.iter().flat_map(|part| part.split(separator)).collect();
    }
    parts.into_iter()
}

/// The text without its placeholders; none where it has none.
fn without_placeholders(text: &str) -> Option<String> {
    let mut rest = text.to_owned();
    let mut found = false;
    for (open, close) in MARKS {
        while let Some(start) = rest.find(open) {
            let inside = start + open.len();
            let Some(length) = rest[inside..].find(close) else { break };
            rest.replace_range(start..inside + length + close.len(), "");
            found = true;
        }
    }
    found.then_some(rest)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::catalogue::test_page::page;

    #[test]
    fn templates_are_known_and_talk_of_them_is_none() {
        let sites = SiteNames::of(&page());
        for text in [
            "{{title}}",
            "{{ page.title }} | Anything",
            "Example | ${title}",
            "%%title%% %%sep%% Example",
            "<%= title %> - Example",
            "{% block title %}{% endblock %}",
            "tea_pot: $title",
            "[object Object]",
            "untitled document",
        ] {
            assert!(is_unfilled(text, &sites), "{text}");
        }
        for text in [
            "How to write {{ title }} in Handlebars",
            "What ${name} means",
            "What $title means",
            "Tea: $5",
            "100%% cotton",
            "Untitled: a history of empty titles",
            "The set {1, 2}",
            "undefined - JavaScript",
            "",
        ] {
            assert!(!is_unfilled(text, &sites), "{text}");
        }
    }

    proptest! {
        #[test]
        fn any_text_is_taken(text in any::<String>(), near in "[{}$%#<> a|-]{0,40}") {
            let sites = SiteNames::of(&page());
            let _ = (is_unfilled(&text, &sites), is_unfilled(&near, &sites));
        }
    }
}
