//! What the classes of an element say of it.

/// Whether a class or an id is that of the site's own logo: `logo`, `site-logo`, and not
/// `partner-logo`.
pub(super) fn is_logo(names: Option<&str>) -> bool {
    const BESIDE: [&str; 11] = [
        "logo", "site", "main", "header", "navbar", "brand", "custom", "img", "image", "wordmark",
        "link",
    ];
    names.unwrap_or_default().split_whitespace().any(|name| {
        let name = name.to_ascii_lowercase();
        let mut words = name.split(['-', '_']);
        name.contains("logo") && words.all(|word| BESIDE.contains(&word))
    })
}

/// Whether a class is that of a box within a text: `note`, `admonition-tip`, and not `notes`.
pub(super) fn is_box(class: Option<&str>) -> bool {
    const BOXES: [&str; 13] = [
        "admonition",
        "alert",
        "aside",
        "callout",
        "caution",
        "danger",
        "hint",
        "important",
        "info",
        "note",
        "notice",
        "tip",
        "warning",
    ];
    class.unwrap_or_default().split_whitespace().any(|name| {
        let name = name.to_ascii_lowercase();
        name.split(['-', '_']).any(|word| BOXES.contains(&word))
    })
}

/// Whether a class is that of a box and nothing else, as `note` and `admonition-tip` are and
/// `info-section` isn't: such words name parts of a layout, too.
pub(super) fn is_box_by_itself(class: Option<&str>) -> bool {
    const BOXES: [&str; 11] = [
        "admonition",
        "callout",
        "caution",
        "danger",
        "example",
        "hint",
        "important",
        "note",
        "sidebar",
        "tip",
        "warning",
    ];
    class.unwrap_or_default().split_whitespace().any(|name| {
        let name = name.to_ascii_lowercase();
        BOXES.contains(&name.as_str()) || name.starts_with("admonition-")
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
