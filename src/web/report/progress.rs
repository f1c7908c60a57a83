//! A scan that runs, and one that failed.

use askama::Template;
use citable_actors::ScanView;
use citable_actors::clock::rfc3339;
use citable_checks::stage::Stage;
use citable_checks::weights::CHECKS_TOTAL;

use crate::api::scans::{POLL_AFTER_SECONDS, why_failed};
use crate::http::call::Call;
use crate::render::html::Sentence;
use crate::web::shell::Shell;
use crate::web::times::Time;

/// The stages in order, in words.
const STAGES: [(&str, &str); 8] = [
    (Stage::Queued.as_str(), "Waiting for a free slot"),
    (Stage::Resolving.as_str(), "Resolving the host and reading robots.txt"),
    (Stage::Fetching.as_str(), "Fetching the page"),
    (Stage::Supporting.as_str(), "Fetching sitemaps and llms.txt"),
    (Stage::Reading.as_str(), "Reading the page"),
    (Stage::Checking.as_str(), "Running"),
    (Stage::Scoring.as_str(), "Computing the score"),
    (Stage::Saving.as_str(), "Saving the report"),
];

#[derive(Template)]
#[template(path = "pending.html")]
pub(super) struct Pending {
    shell: Shell,
    id: String,
    url: String,
    stage: &'static str,
    stages: &'static [(&'static str, &'static str)],
    total: u8,
    created: Time,
    /// What a screen reader hears when the report is there.
    announced: &'static str,
}

impl Pending {
    pub(super) fn of(call: &Call, scan: ScanView) -> Self {
        let mut shell = Shell::new(call, "Scanning");
        shell.refresh = Some(POLL_AFTER_SECONDS + 1);
        Self {
            shell,
            stage: scan.stage.as_str(),
            created: Time::of(&rfc3339(scan.created_at)),
            id: scan.id,
            url: scan.url,
            stages: &STAGES,
            total: CHECKS_TOTAL,
            announced: "The report is ready.",
        }
    }
}

#[derive(Template)]
#[template(path = "failed.html")]
pub(super) struct Failed {
    shell: Shell,
    url: String,
    url_query: String,
    reason: Sentence,
    code: &'static str,
    meaning: &'static str,
    refund: &'static str,
}

impl Failed {
    pub(super) fn of(call: &Call, scan: &ScanView) -> Self {
        let failure = why_failed(scan);
        let refund = match failure.code.gives_charge_back() {
            true => "This was our fault, so the scan wasn't counted.",
            false => "The scan counts, because it ran.",
        };
        Self {
            shell: Shell::new(call, "This page couldn't be scanned"),
            url_query: url::form_urlencoded::byte_serialize(scan.url.as_bytes()).collect(),
            url: scan.url.clone(),
            reason: Sentence::of(&failure.message),
            code: failure.code.as_str(),
            meaning: "There is no score, and this doesn't tell you what answer engines get: a \
                refusal may be aimed at this service only, and a timeout may be temporary.",
            refund,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_stage_before_the_end_is_shown_in_order() {
        let stages: Vec<Stage> =
            STAGES.iter().map(|(name, _)| Stage::parse(name).unwrap()).collect();
        assert!(stages.is_sorted());
        assert_eq!(stages.len(), 8);
        assert_eq!(stages.last(), Some(&Stage::Saving));
    }
}
