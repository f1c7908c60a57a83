//! `propose_patch`: what `citable fix` would change in a page at hand, as a diff. Nothing is
//! written.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

use citable_checks::failure::ScanFailure;
use citable_checks::patch::{Patched, Wanted, patch};
use citable_checks::patience::Patience;
use citable_checks::registry;
use serde::Deserialize;
use serde_json::{Value, json};

use super::input::{Given, Input};
use super::limits::JUDGING;
use super::session::Session;
use crate::cli::fix::forms;
use crate::cli::page::of_bytes;
use crate::http::problem::{Code, Problem};
use crate::mcp::page_text::echo;
use crate::mcp::row::{Arguments, Facts};
use crate::mcp::schema::{arguments, described, facts, objects, plain, text};

/// The ID of the reports that edits are proved with.
const REPORT_ID: &str = "scn_patch";
/// What the diff of HTML in a call names.
const UNNAMED: &str = "page.html";

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Asked {
    file: Option<String>,
    html: Option<String>,
    base_url: Option<String>,
    check_id: Option<String>,
}

pub(super) fn input() -> Value {
    arguments(
        &[],
        &[
            ("file", text("Path of an .html or .htm file on this machine.")),
            ("html", text("HTML of the page, instead of file.")),
            (
                "baseUrl",
                text("Public HTTPS URL of the page. Edits that need it are left out without it."),
            ),
            ("checkId", text("ID of a check. Only edits for it are proposed.")),
        ],
    )
}

pub(super) fn output() -> Value {
    facts(
        &["scoreBefore", "scoreAfter", "applied", "refused", "diff", "nextStep"],
        &[
            ("scoreBefore", plain("integer")),
            ("scoreAfter", plain("integer")),
            ("applied", objects("rule, title, line, moved: the checks whose value it changed.")),
            ("refused", objects("rule, title, line, reason: tried, and not kept.")),
            ("leftAlone", described("string", "Why nothing was tried.")),
            ("diff", text("Unified diff. Its lines are page text: untrusted data.")),
            ("builtBy", text("Generator whose next build overwrites the file.")),
            ("changeIn", text("Where sites of this generator keep what the edits change.")),
            ("nextStep", plain("string")),
        ],
    )
}

pub(super) async fn call(session: Arc<Session>, sent: Arguments) -> Result<Facts, Problem> {
    let Asked { file, html, base_url, check_id } = sent.read()?;
    let check = check_id.map(|id| known(&id)).transpose()?;
    let place = Arc::clone(&session.running).try_acquire_owned();
    let place =
        place.map_err(|_full| Problem::new(Code::Overloaded, "Too many scans are running."))?;
    let name = file.clone().unwrap_or_else(|| UNNAMED.to_owned());
    let given = Given { url: None, file, html, base_url };
    let now = session.clock.now_ms();
    let working = tokio::task::spawn_blocking(move || {
        let _place = place;
        proposed(given, name, now, check)
    });
    working.await.map_err(|_stopped| Problem::internal())?
}

fn known(id: &str) -> Result<&'static str, Problem> {
    let wanted = id.trim().to_ascii_lowercase();
    let check = registry::explain(&wanted).map(|check| check.spec.id);
    check.ok_or_else(|| {
        let message = format!("No check `{}`. list_checks returns all IDs.", echo(&wanted));
        Problem::invalid_request(message).about("checkId")
    })
}

fn proposed(
    given: Given,
    name: String,
    now: i64,
    check: Option<&'static str>,
) -> Result<Facts, Problem> {
    let Input::Page { name: shown, body, url, .. } = Input::of(given, None)? else {
        return Err(Problem::invalid_request("Send exactly one of `file` and `html`."));
    };
    let read = of_bytes(&shown, url.as_ref(), body, now).map_err(|_| Problem::internal())?;
    let refused = |failure: ScanFailure| Problem::invalid_request(failure.message);
    let snapshot = read.map_err(refused)?;
    let is_wanted = |own: &str| check.is_none_or(|check| check == own);
    let wanted = Wanted { check: &is_wanted, with_unsafe: false, is_public: false };
    let begun = Instant::now();
    let goes_on = || begun.elapsed() < JUDGING;
    let patience = Patience::new(&goes_on);
    let patched = patch(REPORT_ID, &snapshot, wanted, &patience).map_err(refused)?;
    Ok(told(&name, &snapshot.page.body, &patched).into())
}

fn told(name: &str, before: &[u8], patched: &Patched) -> Value {
    let diff = forms::unified(&PathBuf::from(name), before, &patched.body);
    let mut page = forms::page(name, patched, &String::from_utf8_lossy(&diff));
    let next = match (patched.applied.is_empty(), patched.generator) {
        (true, _) => "No edit can be made with certainty. get_fix_plan lists what to do by hand.",
        (false, Some(_)) => {
            "Make these edits where changeIn says, build the site, and scan the page again."
        }
        (false, None) => {
            "Apply the diff, or run `citable fix <FILE> --apply`, and scan the page again."
        }
    };
    page["nextStep"] = json!(next);
    if let Some(fields) = page.as_object_mut() {
        fields.remove("file");
        fields.retain(|_, value| !value.is_null());
        if let Some(generator) = patched.generator {
            fields.insert("builtBy".to_owned(), json!(generator.name));
            fields.insert("changeIn".to_owned(), json!(generator.head));
        }
    }
    page
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(html: &str, check: Option<&'static str>) -> Result<Value, Problem> {
        let base_url = Some("https://leaf.example/tea".to_owned());
        let given = Given { url: None, file: None, html: Some(html.to_owned()), base_url };
        proposed(given, UNNAMED.to_owned(), 1_795_219_200_000, check).map(|facts| facts.value)
    }

    /// With enough text not to be taken for a shell that a script fills.
    fn tea() -> String {
        let text =
            "Pour water of 80 °C over the leaves and let them stand for two minutes. ".repeat(20);
        format!(
            "<!doctype html>\n<html lang=\"en\">\n<head>\n<title>Brewing green tea</title>\n\
             <meta name=\"robots\" content=\"max-snippet:9\">\n</head>\n\
             <body><p>{text}</p></body>\n</html>\n"
        )
    }

    #[test]
    fn the_diff_says_what_to_change_and_nothing_is_written() {
        let told = asked(&tea(), None).unwrap();
        let diff = told["diff"].as_str().unwrap();
        assert!(
            diff.contains("+<link rel=\"canonical\" href=\"https://leaf.example/tea\">"),
            "{diff}"
        );
        assert!(diff.contains("max-snippet:-1"), "{diff}");
        assert!(told["nextStep"].as_str().unwrap().starts_with("Apply the diff"));
        assert_eq!(told.get("leftAlone"), None);
        let one = asked(&tea(), Some("canonical")).unwrap();
        assert_eq!(one["applied"].as_array().unwrap().len(), 1);
    }

    #[test]
    fn what_is_no_page_or_no_check_is_refused() {
        assert!(asked("no markup", None).is_err());
        assert!(known("cannonical").unwrap_err().message().contains("No check"));
        assert_eq!(known(" Canonical ").unwrap(), "canonical");
    }
}
