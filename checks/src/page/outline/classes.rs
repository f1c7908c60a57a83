//! What the classes of an element say of it.

use crate::lists::CLASSES;

/// Whether a class or an id is that of the site's own logo: `logo`, `site-logo`, and not
/// `partner-logo`.
pub(super) fn is_logo(names: Option<&str>) -> bool {
    names.unwrap_or_default().split_whitespace().any(|name| {
        let name = name.to_ascii_lowercase();
        let mut words = name.split(['-', '_']);
        name.contains("logo") && words.all(|word| CLASSES.logo.contains(word))
    })
}

/// Whether a class or a name of a style is that of the page's heading: `h1`, `desktop-h1`,
/// `hero__title`.
pub(super) fn is_styled_as_title(names: &str) -> bool {
    const PARTS: [&str; 4] = ["hero", "page", "banner", "jumbotron"];
    const TITLES: [&str; 3] = ["title", "heading", "headline"];
    names.split([' ', ',', '\n', '\t']).any(|name| {
        let name = name.to_ascii_lowercase();
        let words = || name.split(|char: char| !char.is_ascii_alphanumeric());
        let has = |list: &[&str]| words().any(|word| list.contains(&word));
        words().next_back() == Some("h1")
            || (has(&PARTS) && words().next_back().is_some_and(|last| TITLES.contains(&last)))
    })
}

/// Whether a class is that of a box within a text: `note`, `admonition-tip`, and not `notes`.
pub(super) fn is_box(class: Option<&str>) -> bool {
    class.unwrap_or_default().split_whitespace().any(|name| {
        let name = name.to_ascii_lowercase();
        name.split(['-', '_']).any(|word| CLASSES.boxes.contains(word))
    })
}

/// Whether a class is that of a box and nothing else, as `note` and `admonition-tip` are and
/// `info-section` isn't: such words name parts of a layout, too.
pub(super) fn is_box_by_itself(class: Option<&str>) -> bool {
    class.unwrap_or_default().split_whitespace().any(|name| {
        let name = name.to_ascii_lowercase();
        CLASSES.boxes_alone.contains(&name) || name.starts_with("admonition-")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boxes_within_a_text_are_told_by_their_class() {
        for name in ["note", "Admonition", "admonition-tip big", "md_callout__body"] {
            assert!(is_box(Some(name)), "{name}");
        }
        for name in ["notes", "refsect1", "footnote", "", "information"] {
            assert!(!is_box(Some(name)), "{name}");
        }
        assert!(!is_box(None));
    }

    #[test]
    fn the_heading_is_told_by_how_an_element_is_styled() {
        for name in ["h1", "text h1", "mobile-h1,desktop-h1", "hero__title", "Page-Heading"] {
            assert!(is_styled_as_title(name), "{name}");
        }
        for name in ["h2", "card-title", "h1-wrapper", "hero", "title", "heroic-titles", ""] {
            assert!(!is_styled_as_title(name), "{name}");
        }
    }

    #[test]
    fn boxes_are_named_by_a_whole_class() {
        for name in ["note", "Example", "admonition-tip big", "sidebar"] {
            assert!(is_box_by_itself(Some(name)), "{name}");
        }
        for name in ["note-section", "examples", "info", "md_callout__body", ""] {
            assert!(!is_box_by_itself(Some(name)), "{name}");
        }
    }

    #[test]
    fn the_sites_own_logo_is_told_by_its_class() {
        for name in ["logo", "Site-Logo", "header_logo small", "custom-logo-link"] {
            assert!(is_logo(Some(name)), "{name}");
        }
        for name in ["partner-logo", "logos", "client logo-grid", "site", "", "catalogo"] {
            assert!(!is_logo(Some(name)), "{name}");
        }
        assert!(!is_logo(None));
    }
}
