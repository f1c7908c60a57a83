//! Sections of the page on scoring, for `citable explain`.

/// The page, with tables that are generated from the catalogue.
const PAGE: &str = include_str!("../../../docs/scoring.md");
/// What is asked for, and the heading of its section.
const SECTIONS: [(&[&str], &str); 10] = [
    (&["length"], "## Length"),
    (&["caps", "cap"], "## Caps"),
    (&["reach"], "## Reach"),
    (&["bands", "band"], "## Bands"),
    (&["score", "weight", "weights"], "## The raw score"),
    (&["confidence", "coverage"], "## Coverage and confidence"),
    (&["standing", "comparison"], "## Comparison with other pages"),
    (&["gain", "gains", "fix", "fixes", "effort"], "## What fixes gain"),
    (&["kind", "kinds"], "### Which checks apply to which pages"),
    (
        &[
            "terms",
            "term",
            "template",
            "cause",
            "causes",
            "finding",
            "engine",
            "verdict",
            "snapshot",
            "catalogue",
            "check",
            "raw score",
            "main content",
        ],
        "## Terms",
    ),
];

/// The section on that part of the score, if it is one.
pub(super) fn section(wanted: &str) -> Option<String> {
    let (_, heading) = SECTIONS.iter().find(|(names, _)| names.contains(&wanted))?;
    let start = PAGE.find(&format!("\n{heading}\n"))? + 1;
    let rest = &PAGE[start..];
    let ends = ["\n## ", "\n### "]
        .into_iter()
        .filter(|end| heading.starts_with("###") || !end.contains("###"));
    let end = ends.filter_map(|end| rest.find(end)).min().unwrap_or(rest.len());
    let lines = rest[..end].lines().filter(|line| !line.starts_with("<!--"));
    let mut text = String::new();
    for line in lines {
        // The marks of tables leave an empty line on either side.
        if !(line.is_empty() && text.ends_with("\n\n")) {
            text.push_str(line);
            text.push('\n');
        }
    }
    Some(format!("{}\n", text.trim_end()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_of_the_score_have_a_section() {
        for (names, heading) in SECTIONS {
            for name in names {
                let text = section(name).unwrap();
                assert!(text.starts_with(heading) && text.lines().count() > 4, "{name}: {text}");
                assert!(!text.contains("<!--") && !text.contains("\n\n\n"), "{name}: {text}");
                assert_eq!(text.matches("\n## ").count(), 0, "{name}: {text}");
            }
        }
        assert_eq!(section("canonical"), None);
    }
}
