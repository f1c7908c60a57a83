//! The report of a file whose URL is not known.
//!
//! Such a page is read under a URL that stands in for its own, and that nobody should see. Where a
//! fix needs the URL, it shows one that is plainly to be replaced.

use citable_checks::report::Report;
use serde_json::Value;

use crate::render::NO_ADDRESS;

/// The host of the URL under which the page is read.
const STAND_IN_HOST: &str = "file.invalid";

/// The host that is shown in their place. The top level is reserved for examples (RFC 2606).
const PLACEHOLDER_HOST: &str = "your-site.example";

/// The report without the URL that stands in for the page's own.
pub(super) fn fill(report: Report) -> anyhow::Result<Report> {
    if !report.url.starts_with(NO_ADDRESS) {
        return Ok(report);
    }
    let mut value = serde_json::to_value(&report)?;
    replace(&mut value);
    for name in ["url", "finalUrl"] {
        value[name] = Value::from("");
    }
    Ok(serde_json::from_value(value)?)
}

fn replace(value: &mut Value) {
    match value {
        Value::String(text) if text.contains(STAND_IN_HOST) => {
            *text = text.replace(STAND_IN_HOST, PLACEHOLDER_HOST);
        }
        Value::Array(items) => items.iter_mut().for_each(replace),
        Value::Object(members) => members.values_mut().for_each(replace),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use citable_checks::evaluate::evaluate;
    use citable_checks::page::snapshot::{Exchange, Snapshot, Source};
    use clap::ValueEnum;
    use url::Url;

    use super::*;
    use crate::cli::page::Input;
    use crate::cli::scan::args::Format;
    use crate::cli::scan::forms::report_in;
    use crate::render::text::Layout;

    fn scanned(html: &str) -> Report {
        let url = Url::parse(NO_ADDRESS).unwrap();
        let headers = vec![("content-type".to_owned(), "text/html".to_owned())];
        let answer = Exchange { url, status: 200, headers };
        let mut snapshot = Snapshot::of_answer(answer, html.into(), 0);
        snapshot.source = Source::FileWithoutAddress;
        evaluate("scn_0123456789abcdefghijkl", &snapshot, &mut |_| {}).unwrap()
    }

    #[test]
    fn the_stand_in_is_in_no_form() {
        let words = "Tides rise and fall twice a day because of the moon. ".repeat(60);
        let report = scanned(&format!(
            "<title>Tides</title><meta name=robots content=noindex><h1>Tides</h1><p>{words}</p>"
        ));
        assert!(serde_json::to_string(&report).unwrap().contains(STAND_IN_HOST));
        let report = fill(report).unwrap();
        let verbose = Layout { verbose: true, ..Layout::PLAIN };
        for format in Format::value_variants() {
            let text = report_in(*format, &report, &Input::File("page.html".into()), verbose);
            assert!(!text.contains(STAND_IN_HOST), "{format:?}: {text}");
        }
    }

    #[test]
    fn the_report_of_a_page_with_a_url_stays_as_it_is() {
        let report = crate::render::sample::report();
        assert_eq!(fill(report.clone()).unwrap(), report);
    }
}
