use std::path::{Path, PathBuf};

use citable_checks::failure::FailureCode;
use hyper::StatusCode;

use super::*;

async fn body_of(response: Response) -> serde_json::Value {
    use http_body_util::BodyExt as _;
    let bytes = response.into_body().collect().await.unwrap().to_bytes();
    serde_json::from_slice(&bytes).unwrap()
}

#[tokio::test]
async fn a_problem_is_json_and_has_no_empty_extras() {
    let response = Problem::not_found("Nothing here.").respond("req_1");
    assert_eq!(response.status(), StatusCode::NOT_FOUND);
    assert_eq!(response.headers()["content-type"], "application/json");
    let expected = serde_json::json!({
        "error": "not_found", "message": "Nothing here.", "requestId": "req_1"
    });
    assert_eq!(body_of(response).await, expected);
}

#[tokio::test]
async fn a_problem_says_what_is_at_fault_where_to_read_and_what_plan_helps() {
    let link = |path: &str| format!("https://citable.test{path}");
    let told = async |problem: Problem| body_of(problem.documented(link).respond("req_1")).await;
    let cursor = told(Problem::new(Code::InvalidCursor, "No.")).await;
    assert_eq!((cursor["param"].as_str(), cursor["upgradeUrl"].as_str()), (Some("cursor"), None));
    assert_eq!(cursor["docUrl"], "https://citable.test/docs/errors.md");
    let plan = told(Problem::plan_required("No.")).await;
    assert_eq!(plan["upgradeUrl"], "https://citable.test/account#plans");
    assert_eq!(plan["reason"], "plan");
    let spent = |plan: &str| {
        let plan = plan.to_owned();
        Problem::new(Code::QuotaExceeded, "No.").with(|extras| extras.plan = Some(plan))
    };
    assert!(told(spent("pro")).await["upgradeUrl"].is_string());
    assert!(told(spent("agency")).await["upgradeUrl"].is_null(), "there is no larger plan");
    let links = told(Problem::new(Code::RateLimited, "No.")).await;
    assert!(links["upgradeUrl"].is_null(), "no plan has more sign-in links");
}

#[tokio::test]
async fn a_failed_scan_says_why() {
    let reason = ScanFailure::new(FailureCode::Refused, "The site refused.").with_status(403);
    let body = body_of(Problem::scan_failed("scn_1".into(), reason).respond("req_1")).await;
    assert_eq!(body["error"], "scan_failed");
    assert_eq!(body["scanId"], "scn_1");
    assert_eq!(body["reason"]["code"], "refused");
    assert_eq!(body["reason"]["status"], 403);
}

#[test]
fn whoever_is_to_come_back_later_is_told_when() {
    for problem in [Problem::overloaded(), Problem::draining()] {
        let response = problem.respond("req_1");
        assert_eq!(response.status(), StatusCode::SERVICE_UNAVAILABLE);
        let seconds = response.headers()[RETRY_AFTER].to_str().unwrap().parse().unwrap();
        assert!(RETRY_SECONDS.contains(&seconds));
    }
}

/// Statuses stay in one file: everything else speaks of codes.
#[test]
fn no_other_file_names_statuses() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut offenders = Vec::new();
    for file in rust_files(&source) {
        let name = file.strip_prefix(&source).unwrap().to_string_lossy().replace('\\', "/");
        if name.starts_with("http/problem") || name == "http/status.rs" {
            continue;
        }
        let text = std::fs::read_to_string(&file).unwrap();
        let serves = ["http/", "api/", "routes/"].iter().any(|room| name.starts_with(room));
        for (number, line) in text.lines().enumerate() {
            if names_a_status(line.trim_start(), serves) {
                offenders.push(format!("{name}:{}: {line}", number + 1));
            }
        }
    }
    assert!(offenders.is_empty(), "use a `Code`:\n{}", offenders.join("\n"));
}

#[test]
fn the_rule_sees_statuses() {
    assert!(names_a_status("let s = StatusCode::OK;", false));
    assert!(names_a_status("reply(404)", true));
    assert!(!names_a_status("// a 404 is", true));
    assert!(!names_a_status("64 * 1024 + 4040", true));
}

fn names_a_status(line: &str, serves: bool) -> bool {
    if line.starts_with("//") {
        return false;
    }
    let named = ["StatusCode", "from_u16", "Status::BAD", "Status::NOT", "Status::INTERNAL"];
    let is_status = |word: &str| word.parse().is_ok_and(|number: u16| (400..600).contains(&number));
    named.iter().any(|name| line.contains(name))
        || (serves && line.split(|c: char| !c.is_alphanumeric() && c != '_').any(is_status))
}

fn rust_files(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let (folders, files): (Vec<_>, Vec<_>) = entries.partition(|path| path.is_dir());
    let rust = files.into_iter().filter(|path| path.extension().is_some_and(|end| end == "rs"));
    rust.chain(folders.iter().flat_map(|folder| rust_files(folder))).collect()
}
