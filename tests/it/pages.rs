//! Real pages, as files and under their own host names.
//!
//! The pages belong to their publishers and are not part of the project; where they are absent
//! the tests say so and pass over them.

use std::collections::BTreeSet;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::Output;
use std::sync::Arc;

use citable_checks::registry::checks;
use citable_checks::url::normalise;
use citable_test_support::data::data_dir;
use citable_test_support::https_origin::HttpsOrigin;
use citable_test_support::reply::Reply;
use serde_json::Value;
use url::Url;

use crate::own_network::{self, PUBLIC};
use crate::world::{block_on, citable};

struct RealPage {
    file: PathBuf,
    url: String,
}

fn real_pages(data: &Path) -> Vec<RealPage> {
    let index = std::fs::read_to_string(data.join("pages/index.json")).unwrap();
    let index: Vec<Value> = serde_json::from_str(&index).unwrap();
    assert!(index.len() > 50, "{}", index.len());
    let page = |entry: &Value| RealPage {
        file: data.join("pages").join(entry["file"].as_str().unwrap()),
        url: address(entry),
    };
    index.iter().map(page).collect()
}

/// Where a page was found; where that is not known in full, an address of our own.
fn address(entry: &Value) -> String {
    match entry["url"].as_str().and_then(|url| url.split_once("://")) {
        Some((_, rest)) => format!("https://{rest}"),
        None => format!("https://unknown.citable-test.net/{}", entry["id"].as_str().unwrap()),
    }
}

fn report(output: &Output, what: &str) -> Value {
    let told = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{what}: {told}");
    serde_json::from_slice(&output.stdout).unwrap()
}

#[test]
fn every_real_page_is_judged_as_a_file_and_alike_each_time() {
    let Some(data) = data_dir() else { return };
    for page in real_pages(&data) {
        let file = page.file.to_str().unwrap();
        let scan = || {
            citable(&["scan", file, "--offline", "--format", "json"])
                .args(["--base-url", &page.url, "--now", "2026-01-01T00:00:00Z"])
                .output()
                .unwrap()
        };
        let once = scan();
        let judged = report(&once, file);
        assert_eq!(judged["checksRun"], checks().count(), "{file}");
        assert_eq!(once.stdout, scan().stdout, "{file}");
    }
}

#[test]
fn every_real_page_is_judged_under_its_own_name_with_the_shipped_settings() {
    let Some(data) = data_dir() else { return };
    let this = "pages::every_real_page_is_judged_under_its_own_name_with_the_shipped_settings";
    if !own_network::is_inside(this, None) {
        return;
    }
    let pages = real_pages(&data);
    let names: BTreeSet<String> = pages.iter().map(|page| host(&page.url)).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let origin =
        block_on(HttpsOrigin::start_on(SocketAddr::new(PUBLIC, 443), Arc::default(), &names));
    for page in &pages {
        let body = std::fs::read(&page.file).unwrap();
        let reply = Reply::new(200).header("content-type", "text/html").body(body);
        origin.route(&host(&page.url), &path(&page.url), reply);
    }
    let resolve: Vec<_> = names.iter().map(|name| format!("{name}={PUBLIC}")).collect();
    for page in &pages {
        let scan = || {
            let output = citable(&["scan", &page.url, "--format", "json"])
                .env("CITABLE_FETCH_EXTRA_CA_FILE", origin.ca_file())
                .env("CITABLE_FETCH_RESOLVE", resolve.join(","))
                .output()
                .unwrap();
            let mut report = report(&output, &page.url);
            for varying in ["id", "scannedAt", "snapshotHash"] {
                report[varying] = Value::Null;
            }
            report
        };
        let first = scan();
        assert_ne!(first["checks"][0]["status"], "fail", "{}: {first:#}", page.url);
        assert_eq!(first, scan(), "{}", page.url);
    }
}

/// Path and query as they are asked for.
fn path(url: &str) -> String {
    let url = normalise(&Url::parse(url).unwrap());
    url[url::Position::BeforePath..url::Position::AfterQuery].to_owned()
}

fn host(url: &str) -> String {
    let rest = url.split_once("://").unwrap().1;
    rest.split(['/', '?', '#']).next().unwrap().to_owned()
}
