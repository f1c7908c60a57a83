//! A report as one HTML file that needs nothing else: no script, font, image or style from
//! elsewhere, and a policy that refuses them. Its own script copies snippets and unfolds what is
//! printed; the page is whole without it.
//!
//! The parts of the page are templates of their own (`templates/parts/`), over a [`View`], so that
//! another page can hold them. They have no style attribute and no script: a policy without inline
//! styles can stand over them, with `templates/*.css` and `templates/report.js` as files.

mod view;

use askama::Template;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use citable_checks::report::Report;
use sha2::{Digest as _, Sha256};

pub(crate) use view::{FixView, Sentence, View, band_class};

/// The only script that the policy lets run.
const SCRIPT: &str = include_str!("../templates/report.js");

/// The page around the parts.
#[derive(Template)]
#[template(path = "report.html")]
struct Document {
    view: View,
    policy: String,
    script: &'static str,
}

/// The report as a document of its own.
pub fn report(report: &Report) -> String {
    let document = Document { view: View::of(report), policy: policy(), script: SCRIPT };
    // Writing to a string does not fail.
    document.render().unwrap_or_default()
}

/// What the document may load and run (CSP Level 3).
fn policy() -> String {
    let hash = STANDARD.encode(Sha256::digest(SCRIPT));
    format!(
        "default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-{hash}'; img-src data:; \
         base-uri 'none'; form-action 'none'"
    )
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use select::document::Document as Parsed;
    use select::node::Node;
    use select::predicate::{Any, Attr, Name, Text};

    use super::*;
    use crate::render::sample;

    #[test]
    fn a_report_is_a_page() {
        insta::assert_snapshot!(report(&sample::report()));
    }

    #[test]
    fn a_fix_that_may_not_suit_the_page_says_so() {
        let page = report(&sample::conditional());
        assert_eq!(page.matches("<span class=\"effort\">if it suits the page</span>").count(), 1);
        assert_eq!(page.matches("rank as if they gained a third").count(), 1, "{page}");
        assert!(!report(&sample::report()).contains("suits the page"));
    }

    #[test]
    fn locked_fixes_are_told_by_their_titles() {
        let page = report(&sample::gated());
        assert!(page.contains("Locked fixes"));
        assert!(page.contains("Point the canonical to /guide"));
    }

    #[test]
    fn nothing_is_loaded_and_nothing_runs_but_our_script() {
        let page = report(&sample::report());
        let page = Parsed::from(page.as_str());
        for name in ["img", "link", "iframe", "object", "base", "form", "use"] {
            assert_eq!(page.find(Name(name)).count(), 0, "{name}");
        }
        let scripts: Vec<String> = page.find(Name("script")).map(|node| node.text()).collect();
        assert_eq!(scripts, [SCRIPT]);
        let policy = page.find(Attr("http-equiv", "Content-Security-Policy")).next().unwrap();
        assert_eq!(policy.attr("content"), Some(super::policy().as_str()));
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
    fn code_is_an_element_and_no_backtick() {
        let mut sample = sample::report();
        sample.checks[3].title = "Title with `code`".to_owned();
        sample.checks[0].summary = "Answers with `200`.".to_owned();
        sample.caps[0].reason = "Blocked by `robots.txt`.".to_owned();
        let page = report(&sample);
        let page = Parsed::from(page.as_str());
        let is_code = |node: &Node<'_>| {
            let mut around = std::iter::successors(Some(*node), Node::parent);
            around.any(|node| matches!(node.name(), Some("code" | "q" | "script" | "style")))
        };
        for node in page.find(Text).filter(|node| !is_code(node)) {
            assert!(!node.text().contains('`'), "{}", node.text());
        }
    }

    #[test]
    fn headings_come_in_order() {
        for sample in [sample::report(), sample::gated(), sample::unavailable()] {
            let page = report(&sample);
            let page = Parsed::from(page.as_str());
            let levels = page.find(Any).filter_map(|node| match node.name()? {
                "h1" => Some(1),
                "h2" => Some(2),
                "h3" => Some(3),
                "h4" => Some(4),
                _ => None,
            });
            let levels: Vec<u8> = levels.collect();
            assert_eq!(levels.iter().filter(|level| **level == 1).count(), 1);
            assert!(levels.windows(2).all(|pair| pair[1] <= pair[0] + 1), "{levels:?}");
        }
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
        let row = page.find(Name("li")).find(|row| row.text().starts_with("Access")).unwrap();
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
