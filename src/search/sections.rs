//! Markdown, cut into sections at its headings.

use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};

/// A heading and the text below it, as plain text.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Section {
    pub(super) heading: String,
    pub(super) text: String,
}

/// The sections of a page, in order; those without a text are left out.
pub(super) fn sections(markdown: &str) -> Vec<Section> {
    let mut sections = vec![Section::default()];
    let mut in_heading = false;
    for event in Parser::new_ext(markdown, Options::ENABLE_TABLES) {
        match event {
            Event::Start(Tag::Heading { .. }) => {
                sections.push(Section::default());
                in_heading = true;
            }
            Event::End(TagEnd::Heading(_)) => in_heading = false,
            Event::Text(text) | Event::Code(text) => {
                if let Some(section) = sections.last_mut() {
                    let place = if in_heading { &mut section.heading } else { &mut section.text };
                    place.push_str(&text);
                }
            }
            Event::End(TagEnd::TableCell) => part(&mut sections, " | "),
            Event::SoftBreak | Event::HardBreak => part(&mut sections, " "),
            Event::End(end) if !is_inline(end) => part(&mut sections, " "),
            _ => {}
        }
    }
    sections.iter_mut().for_each(|section| section.text = single_spaced(&section.text));
    sections.retain(|section| !section.text.is_empty());
    sections
}

/// Whether words go on behind it.
fn is_inline(end: TagEnd) -> bool {
    matches!(end, TagEnd::Emphasis | TagEnd::Strong | TagEnd::Strikethrough | TagEnd::Link)
}

fn part(sections: &mut [Section], with: &str) {
    if let Some(section) = sections.last_mut() {
        section.text.push_str(with);
    }
}

fn single_spaced(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The name of a heading in addresses, as those who show Markdown make it.
pub(crate) fn anchor(heading: &str) -> String {
    let kept = heading.chars().filter(|c| c.is_alphanumeric() || [' ', '-', '_'].contains(c));
    kept.collect::<String>().to_lowercase().replace(' ', "-")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_is_cut_at_its_headings() {
        let page = "# `one`: a *page*\n\n## Empty\n\n### Sub\n<!-- mark -->\nFirst\nline with \
            [a link](x.md), **bold**ly.\n\n| A | B |\n|---|---|\n| 1 | `2` |\n\n```sh\ncurl \
            -s\n```\n- item\n- other\n";
        let found = sections(page);
        assert_eq!(
            found,
            [Section {
                heading: "Sub".to_owned(),
                text: "First line with a link, boldly. A | B | 1 | 2 | curl -s item other"
                    .to_owned(),
            }]
        );
    }

    #[test]
    fn anchors_are_those_of_viewers() {
        assert_eq!(anchor("POST /scan/{id}/events"), "post-scanidevents");
        assert_eq!(anchor("answer-first: it's here"), "answer-first-its-here");
    }
}
