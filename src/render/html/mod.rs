//! A report as one HTML file that needs nothing else: no script, no font, no image, no style from
//! elsewhere, and a policy that would refuse them.
//!
//! The parts of the page are templates of their own (`templates/parts/`), over a [`View`], so that
//! another page can hold them. They have no style attribute: a policy without inline styles can
//! stand over them, with `templates/report.css` as a file.

mod view;

use askama::Template;
use citable_checks::report::Report;

pub(crate) use view::View;

/// The page around the parts.
#[derive(Template)]
#[template(path = "report.html")]
struct Document {
    view: View,
}

/// The report as a document of its own.
pub fn report(report: &Report) -> String {
    // Writing to a string does not fail.
    Document { view: View::of(report) }.render().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use select::document::Document as Parsed;
    use select::predicate::{Any, Attr, Name};

    use super::*;
    use crate::render::sample;

    #[test]
    fn a_report_is_a_page() {
        insta::assert_snapshot!(report(&sample::report()));
    }

    #[test]
    fn locked_fixes_are_told_by_their_titles() {
        let page = report(&sample::gated());
        assert!(page.contains("3 more fixes are locked:"));
        assert!(page.contains("Let the canonical name /guide"));
    }

    #[test]
    fn nothing_is_loaded_and_nothing_runs() {
        let page = report(&sample::report());
        let page = Parsed::from(page.as_str());
        for name in ["script", "img", "link", "iframe", "object", "base", "form", "use"] {
            assert_eq!(page.find(Name(name)).count(), 0, "{name}");
        }
        let policy = page.find(Attr("http-equiv", "Content-Security-Policy")).next().unwrap();
        assert_eq!(
            policy.attr("content"),
            Some("default-src 'none'; style-src 'unsafe-inline'; img-src data:")
        );
        for node in page.find(Any) {
            let attributes: Vec<&str> = node.attrs().map(|(name, _)| name).collect();
            assert!(
                !attributes.iter().any(|name| name.starts_with("on") || *name == "style"),
                "{attributes:?}"
            );
            if let Some(target) = node.attr("href") {
                assert!(target.starts_with(['#']) || target.starts_with("https://"), "{target}");
            }
        }
        let style = page.find(Name("style")).next().unwrap().text();
        assert!(!style.contains("url(") && !style.contains("@import"));
    }

    #[test]
    fn the_numbers_of_the_pictures_stand_in_words() {
        let page = report(&sample::report());
        let page = Parsed::from(page.as_str());
        let ring = page.find(Attr("class", "ring-value")).next().unwrap();
        assert_eq!(ring.attr("stroke-dasharray"), Some("73 100"));
        assert!(page.find(Attr("id", "score")).next().unwrap().text().contains("73 of 100"));
        let bar = page.find(Attr("class", "bar-value")).next().unwrap();
        assert_eq!(bar.attr("width"), Some("67"));
        let row = page.find(Name("tr")).find(|row| row.text().contains("Access")).unwrap();
        assert!(row.text().contains("67"));
    }

    #[test]
    fn every_link_within_the_page_leads_somewhere() {
        for report in [sample::report(), sample::gated(), sample::unavailable()] {
            let page = super::report(&report);
            let page = Parsed::from(page.as_str());
            for target in page.find(Name("a")).filter_map(|node| node.attr("href")) {
                let Some(id) = target.strip_prefix('#') else { continue };
                assert_eq!(page.find(Attr("id", id)).count(), 1, "{target}");
            }
        }
    }

    /// The elements in order, each with the names of its attributes.
    fn shape(page: &str) -> Vec<String> {
        let page = Parsed::from(page);
        page.find(Any)
            .map(|node| {
                let attributes: Vec<&str> = node.attrs().map(|(name, _)| name).collect();
                format!("{} {}", node.name().unwrap_or_default(), attributes.join(" "))
            })
            .collect()
    }

    fn assert_is_whole(text: &str) {
        let page = report(&sample::with_text(&format!("x{text}")));
        assert_eq!(shape(&page), shape(&report(&sample::with_text("x"))), "{page}");
    }

    #[test]
    fn a_hostile_page_adds_no_element_and_no_attribute() {
        for text in sample::HOSTILE {
            assert_is_whole(text);
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(48))]

        #[test]
        fn a_text_adds_no_element(text in "[<>&'\"/ =!a{}%#-]{0,30}") {
            assert_is_whole(&text);
        }
    }
}
