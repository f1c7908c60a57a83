//! What is delivered.

use citable_checks::report::{Category, Status};
use citable_schema::NewDelivery;
use serde::{Deserialize, Serialize};

use crate::clock::rfc3339;
use crate::ids::{Prefix, new_id};

/// The kind of the one message there is.
const MONITOR_COMPLETED: &str = "monitor.completed";

/// A monitored page was scanned: the message that is delivered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MonitorCompleted {
    /// `monitor.completed`.
    #[serde(rename = "type")]
    pub kind: String,
    /// When the run ended (RFC 3339, UTC, milliseconds).
    pub timestamp: String,
    /// What came out.
    pub data: CompletedRun,
    /// Whether nothing happened and only the delivery is tried out.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub test: bool,
}

/// A run of a monitor that ended with a report.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct CompletedRun {
    /// `mon_…`.
    pub monitor_id: String,
    /// The page.
    pub url: String,
    /// `scn_…`.
    pub scan_id: String,
    /// 0 to 100.
    pub score: u8,
    /// The score of the run before; none for the first one.
    pub previous_score: Option<u8>,
    /// What the score gained; none for the first run.
    pub delta: Option<i16>,
    /// The scores by category.
    pub categories: Vec<CategoryChange>,
    /// The checks that say something else than in the run before: at most one for each check.
    pub flipped_checks: Vec<FlippedCheck>,
    /// URL of the report for programs.
    pub report_url: String,
    /// URL of the report for people.
    pub web_url: String,
}

/// The score of a category, and what it gained.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CategoryChange {
    /// The category.
    pub id: Category,
    /// 0 to 100; none where nothing in it applies to the page.
    pub score: Option<u8>,
    /// What it gained; none where one of the two runs has no score.
    pub delta: Option<i16>,
}

/// A check that says something else than before.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FlippedCheck {
    /// The check.
    pub id: String,
    /// What it said.
    pub from: Status,
    /// What it says.
    pub to: Status,
}

impl MonitorCompleted {
    /// The message about a run that ended at an instant in milliseconds since 1970. The run's
    /// `delta` follows from its scores.
    pub fn new(run: CompletedRun, ended_at: i64) -> Self {
        let delta = run.previous_score.map(|before| i16::from(run.score) - i16::from(before));
        Self {
            kind: MONITOR_COMPLETED.to_owned(),
            timestamp: rfc3339(ended_at),
            data: CompletedRun { delta, ..run },
            test: false,
        }
    }

    /// A message about nothing, shaped like one about a run.
    pub(crate) fn sample(base_url: &str, now: i64) -> Self {
        let scan_id = format!("{}{}", Prefix::Scan.as_str(), "0".repeat(22));
        let category =
            |id, score, delta| CategoryChange { id, score: Some(score), delta: Some(delta) };
        let run = CompletedRun {
            monitor_id: format!("{}{}", Prefix::Monitor.as_str(), "0".repeat(22)),
            url: "https://www.example.com/".to_owned(),
            report_url: format!("{base_url}/api/v1/scan/{scan_id}"),
            web_url: format!("{base_url}/report/{scan_id}"),
            scan_id,
            score: 82,
            previous_score: Some(77),
            delta: None,
            categories: vec![
                category(Category::Access, 100, 0),
                category(Category::Structure, 74, 12),
            ],
            flipped_checks: vec![FlippedCheck {
                id: "heading-outline".to_owned(),
                from: Status::Warn,
                to: Status::Pass,
            }],
        };
        Self { test: true, ..Self::new(run, now) }
    }

    /// The message as it is sent.
    pub fn to_json(&self) -> String {
        // A structure of texts and numbers has no way to fail.
        serde_json::to_string(self).unwrap_or_default()
    }

    /// The message as a delivery under a fresh id, for the unit that ends the scan.
    pub fn into_delivery(self, to_every_plan: bool) -> NewDelivery {
        NewDelivery { id: new_id(Prefix::Message), body: self.to_json(), to_every_plan }
    }
}

#[cfg(test)]
mod tests {
    use citable_checks::registry::checks;

    use super::*;

    fn run() -> CompletedRun {
        MonitorCompleted::sample("https://citable.example", 0).data
    }

    #[test]
    fn a_message_has_the_shape_of_the_contract() {
        let told = MonitorCompleted::new(run(), 1_674_087_231_000);
        let json: serde_json::Value = serde_json::from_str(&told.to_json()).unwrap();
        let expected = serde_json::json!({
            "type": "monitor.completed",
            "timestamp": "2023-01-19T00:13:51.000Z",
            "data": {
                "monitorId": "mon_0000000000000000000000",
                "url": "https://www.example.com/",
                "scanId": "scn_0000000000000000000000",
                "score": 82,
                "previousScore": 77,
                "delta": 5,
                "categories": [
                    {"id": "access", "score": 100, "delta": 0},
                    {"id": "structure", "score": 74, "delta": 12},
                ],
                "flippedChecks": [{"id": "heading-outline", "from": "warn", "to": "pass"}],
                "reportUrl": "https://citable.example/api/v1/scan/scn_0000000000000000000000",
                "webUrl": "https://citable.example/report/scn_0000000000000000000000",
            },
        });
        assert_eq!(json, expected);
        let test = MonitorCompleted::sample("https://citable.example", 0).to_json();
        let test: serde_json::Value = serde_json::from_str(&test).unwrap();
        assert_eq!(test["test"], true);
    }

    #[test]
    fn a_first_run_gained_nothing() {
        let first = CompletedRun { previous_score: None, delta: Some(3), ..run() };
        let json = MonitorCompleted::new(first, 0).to_json();
        assert!(json.contains(r#""previousScore":null,"delta":null"#), "{json}");
        let worse = CompletedRun { score: 0, previous_score: Some(100), ..run() };
        assert_eq!(MonitorCompleted::new(worse, 0).data.delta, Some(-100));
    }

    #[test]
    fn the_longest_message_is_short_enough() {
        let flipped = checks().map(|check| FlippedCheck {
            id: check.about().id.to_owned(),
            from: Status::Fail,
            to: Status::Pass,
        });
        let address = format!("https://example.com/{}", "a".repeat(2_028));
        let category =
            || CategoryChange { id: Category::Provenance, score: Some(100), delta: Some(-100) };
        let longest = CompletedRun {
            url: address.clone(),
            report_url: address.clone(),
            web_url: address,
            categories: (0..8).map(|_| category()).collect(),
            flipped_checks: flipped.collect(),
            ..run()
        };
        let delivery = MonitorCompleted::new(longest, 0).into_delivery(false);
        assert!(delivery.body.len() < 20_000, "{}", delivery.body.len());
        assert!(delivery.id.starts_with("msg_"));
    }
}
