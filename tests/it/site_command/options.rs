//! `citable.toml`.

use serde_json::Value;
use tempfile::TempDir;

use super::made::{BASE, ran, rows, site, write};

fn folder(options: &str) -> TempDir {
    let folder = TempDir::new().unwrap();
    write(&folder.path().join("public"), BASE);
    std::fs::write(folder.path().join("citable.toml"), options).unwrap();
    folder
}

#[test]
fn an_ignored_check_is_listed_with_its_reason_and_counts_nowhere() {
    let folder = folder(&format!(
        "base-url = \"{BASE}\"\nformat = \"json\"\n\n[thresholds]\n\
         fail-on = [\"publisher-identity\"]\n\n[[ignore]]\ncheck = \"publisher-identity\"\n\
         reason = \"The publisher is named on the start page.\"\n"
    ));
    let (code, out, told) = ran(&site(folder.path(), &["public"]).output().unwrap());
    assert_eq!(code, Some(0), "{told}");
    assert!(told.contains("citable.toml"), "{told}");
    let whole: Value = serde_json::from_str(&out).unwrap();
    assert_eq!(whole["site"]["ignored"][0]["pages"], 8);
    assert_eq!(whole["site"]["ignored"][0]["reason"], "The publisher is named on the start page.");
    let causes = whole["site"]["causes"].as_array().unwrap();
    assert!(causes.iter().all(|cause| cause["check"] != "publisher-identity"));
    let pages = whole["pages"].as_array().unwrap().iter();
    let mut findings = pages.flat_map(|page| page["findings"].as_array().unwrap());
    assert!(findings.all(|finding| finding["check"] != "publisher-identity"));
    let scores = |out: &str| -> Vec<u64> {
        let whole: Value = serde_json::from_str(out).unwrap();
        let pages = whole["pages"].as_array().unwrap();
        pages.iter().map(|page| page["rawScore"].as_u64().unwrap()).collect()
    };
    let without = ["public", "--no-config", "--base-url", BASE, "--format", "json", "--resume"];
    let (_, with_all, told) = ran(&site(folder.path(), &without).output().unwrap());
    assert!(!told.contains("kept from an earlier run"), "other options judge anew: {told}");
    let pairs = scores(&out).into_iter().zip(scores(&with_all));
    assert!(pairs.into_iter().all(|(ignoring, all)| ignoring > all), "it leaves the mean");
    let strict = ["public", "--no-config", "--fail-on", "publisher-identity"];
    assert_eq!(ran(&site(folder.path(), &strict).output().unwrap()).0, Some(1));
}

#[test]
fn kinds_are_set_by_path_and_the_command_line_wins() {
    let folder = folder(
        "format = \"csv\"\nexclude = [\"/docs/**\"]\n\n[[kind]]\npath = \"/blog/**\"\n\
         kind = \"qa\"\n",
    );
    let below = folder.path().join("public");
    let arguments = [".", "--format", "jsonl"];
    let (code, out, told) = ran(&site(&below, &arguments).output().unwrap());
    assert_eq!(code, Some(0), "{told}");
    let rows = rows(&out);
    assert_eq!(rows.len(), 6, "the file above is found");
    let kind = |url: &str| rows.iter().find(|row| row["url"] == url).unwrap()["kind"].clone();
    assert_eq!(kind("/blog/neap.html"), "qa");
    assert_ne!(kind("/"), "qa");
}

#[test]
fn a_mistake_is_named_with_its_line() {
    let folder = folder("max-pages = 5\n\n[thresholds]\nfail-undr = 70\n");
    let (code, _, told) = ran(&site(folder.path(), &["public"]).output().unwrap());
    assert_eq!(code, Some(2));
    assert!(
        told.contains("citable.toml:4: unknown key `fail-undr`. Did you mean fail-under?"),
        "{told}"
    );
    let (code, _, _) = ran(&site(folder.path(), &["public", "--no-config"]).output().unwrap());
    assert_eq!(code, Some(0));
}
