//! The report of a file whose URL isn't known.

use citable_checks::report::Report;
use serde_json::Value;

use crate::render::NO_ADDRESS;

/// The example site in advice for a page of unknown URL.
const EXAMPLE: &str = "https://www.example.com/";

/// The report with an example in place of the URL that stands in for an unknown one. Its own `url`
/// and `finalUrl` stay: each form leaves them out in its own way.
pub(crate) fn without_stand_in(report: Report) -> Report {
    if !report.url.starts_with(NO_ADDRESS) {
        return report;
    }
    let (url, final_url) = (report.url.clone(), report.final_url.clone());
    let Ok(mut value) = serde_json::to_value(&report) else { return report };
    replace(&mut value);
    match serde_json::from_value::<Report>(value) {
        Ok(replaced) => Report { url, final_url, ..replaced },
        Err(_) => report,
    }
}

fn replace(value: &mut Value) {
    match value {
        Value::String(text) if text.contains(host(NO_ADDRESS)) => {
            *text = text.replace(NO_ADDRESS, EXAMPLE).replace(host(NO_ADDRESS), host(EXAMPLE));
        }
        Value::Array(values) => values.iter_mut().for_each(replace),
        Value::Object(fields) => fields.values_mut().for_each(replace),
        _ => {}
    }
}

fn host(url: &str) -> &str {
    url.trim_start_matches("https://").trim_end_matches('/')
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::sample;

    #[test]
    fn only_the_reports_own_url_stands_in() {
        let mut report = sample::report();
        report.url = NO_ADDRESS.to_owned();
        report.final_url = NO_ADDRESS.to_owned();
        report.checks[0].summary = "`curl -sI https://file.invalid/a` at file.invalid".to_owned();
        let replaced = without_stand_in(report.clone());
        let expected = "`curl -sI https://www.example.com/a` at www.example.com";
        assert_eq!(replaced.checks[0].summary, expected);
        assert_eq!((&replaced.url, replaced.score), (&report.url, report.score));
        let known = sample::report();
        assert_eq!(without_stand_in(known.clone()), known);
    }
}
