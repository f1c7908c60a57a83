//! A folder in every form.

use serde_json::Value;
use tempfile::TempDir;

use super::made::{BASE, PAGES, ran, rows, site, urls, write};

fn folder() -> TempDir {
    let folder = TempDir::new().unwrap();
    write(&folder.path().join("public"), BASE);
    folder
}

/// The form of the made folder, in that format.
fn written(folder: &TempDir, format: &str) -> String {
    let arguments = ["public", "--base-url", BASE, "--format", format];
    let (code, out, told) = ran(&site(folder.path(), &arguments).output().unwrap());
    assert_eq!(code, Some(0), "{told}");
    out
}

#[test]
fn every_page_of_a_folder_is_a_row() {
    let folder = folder();
    let rows = rows(&written(&folder, "jsonl"));
    let mut expected: Vec<String> =
        PAGES.iter().map(|(path, ..)| format!("{BASE}{path}")).collect();
    expected.sort();
    assert_eq!(urls(&rows), expected, "neither 404.html nor hidden folders");
    assert_eq!(rows[0]["file"], "public/index.html");
    assert!(rows[0]["score"].as_u64().is_some_and(|score| score > 0), "{}", rows[0]);
    let canonical = |row: &Value| {
        let mut findings = row["findings"].as_array().unwrap().iter();
        findings.any(|finding| finding["check"] == "canonical")
    };
    assert!(!canonical(&rows[0]) && canonical(&rows[1]));
}

#[test]
fn a_folder_without_url_says_what_is_not_known() {
    let folder = folder();
    let (code, out, told) = ran(&site(folder.path(), &["public"]).output().unwrap());
    assert_eq!(code, Some(0), "{told}");
    assert!(out.contains("Answer engines\n  Whether crawlers may fetch these pages"), "{out}");
    assert!(!out.contains("eligible") && !out.contains("No sitemap was read"), "{out}");
    assert!(out.contains("canonical-chain, sitemap-coverage, blocked-listing"), "{out}");
    assert!(out.contains("--base-url"), "{out}");
    let (code, _, told) = ran(&site(folder.path(), &["public", "--offline"]).output().unwrap());
    assert_eq!(code, Some(0), "{told}");
    let online = ["https://www.example.org/sitemap.xml", "--offline"];
    let (code, _, told) = ran(&site(folder.path(), &online).output().unwrap());
    assert_eq!(code, Some(2), "{told}");
    assert!(told.contains("Omit --offline"), "{told}");
    let arguments = ["public", "--base-url", "www.example.org"];
    let (code, _, told) = ran(&site(folder.path(), &arguments).output().unwrap());
    assert_eq!(code, Some(2), "{told}");
    assert!(told.contains("write https://www.example.org/"), "{told}");
}

#[test]
fn pages_that_only_lead_to_others_are_counted_apart() {
    let folder = folder();
    let stub = "<!doctype html><title>Old</title><meta http-equiv=refresh content='0; url=/'>\
                <p>This page has moved to the start.</p>";
    std::fs::write(folder.path().join("public/old.html"), stub).unwrap();
    let mut command = site(folder.path(), &["public", "--base-url", BASE]);
    let (_, out, told) = ran(&command.args(["-o", "a.json"]).output().unwrap());
    assert!(out.contains("1 page only sends visitors to another URL"), "{out}{told}");
    assert!(!out.contains("/old"), "{out}");
    let saved = std::fs::read(folder.path().join("a.json")).unwrap();
    let saved: Value = serde_json::from_slice(&saved).unwrap();
    assert_eq!(saved["site"]["forwarding"], 1);
    let pages = saved["pages"].as_array().unwrap();
    assert_eq!(saved["site"]["scanned"], pages.len());
    assert!(pages.iter().all(|page| page["file"] != "public/old.html"), "{pages:?}");
    let frame = "<html><head><title></title><meta name=generator content='Doxygen 1.9.4'></head>\
                 <body class=SRPage><div id=SRIndex>Loading...</div></body></html>";
    std::fs::write(folder.path().join("public/all_8.html"), frame).unwrap();
    let (_, out, told) =
        ran(&site(folder.path(), &["public", "--base-url", BASE]).output().unwrap());
    assert!(out.contains("1 frame not counted"), "{out}{told}");
    assert!(!out.contains("/all_8"), "{out}");
}

#[test]
fn links_to_pages_that_the_folder_lacks_are_found() {
    let folder = folder();
    let at = |path: &str| folder.path().join("public").join(path);
    let found = || {
        let saved: Value = serde_json::from_str(&written(&folder, "json")).unwrap();
        let all = saved["site"]["site"]["findings"].as_array().unwrap().clone();
        all.into_iter().find(|one| one["rule"] == "broken-link")
    };
    assert_eq!(found(), None, "all its links lead to pages");
    let page = "<!doctype html><html lang=en><title>Ebb</title><main><h1>Ebb</h1><p>See \
                <a href=gone.html>gone</a>, <a href=/docs>tables</a>, <a href=/DOCS/Tables>more</a>, \
                <a href='/search?q=tide'>search</a>, <a href=/map.pdf>map</a> and <a \
                href=https://elsewhere.example/gone>elsewhere</a>.</p></main>";
    std::fs::write(at("blog/ebb.html"), page).unwrap();
    let stub = "<!doctype html><title>Old</title><meta http-equiv=refresh content='0; url=/lost/'>\
                <p>This page has moved.</p>";
    std::fs::write(at("old.html"), stub).unwrap();
    let broken = found().unwrap();
    let summary = broken["summary"].as_str().unwrap();
    assert!(summary.starts_with("2 pages link to 2 pages that aren't in the folder"), "{summary}");
    let pages: Vec<&str> = broken["pages"]
        .as_array()
        .unwrap()
        .iter()
        .map(|page| page["url"].as_str().unwrap())
        .collect();
    assert_eq!(pages, [format!("{BASE}blog/ebb.html"), format!("{BASE}old.html")]);
    assert_eq!(broken["pages"][0]["detail"], format!("links to `{BASE}blog/gone.html`"));
    std::fs::write(at("_redirects"), "/blog/gone.html /blog/neap.html\n").unwrap();
    assert_eq!(found(), None, "it may redirect them");
}

#[test]
fn one_page_is_one_for_a_scan() {
    let folder = folder();
    let arguments = ["public/docs/tables.html", "--base-url", BASE];
    let (code, _, told) = ran(&site(folder.path(), &arguments).output().unwrap());
    assert_eq!(code, Some(2), "{told}");
    assert!(told.contains("citable scan public/docs/tables.html --base-url"), "{told}");
}

#[test]
fn every_form_goes_to_a_file_of_its_own() {
    let folder = folder();
    let mut command = site(folder.path(), &["public", "--base-url", BASE]);
    let files = ["a.html", "a.md", "a.json", "a.jsonl", "a.csv", "a.sarif", "a.xml", "a.txt"];
    for file in files {
        command.args(["-o", file]);
    }
    command.args(["-o", "github=out/a"]);
    let (code, out, told) = ran(&command.output().unwrap());
    assert_eq!(code, Some(0), "{told}");
    let read = |name: &str| std::fs::read_to_string(folder.path().join(name)).unwrap();
    assert_eq!(read("a.txt"), out);
    assert!(read("a.html").starts_with("<!doctype html>"));
    assert!(read("a.md").starts_with("# Citable site report\n"));
    assert!(read("a.xml").starts_with("<?xml"));
    assert!(read("out/a").starts_with("::notice title=Citable::public: 8 pages."));
    assert_eq!(read("a.csv").lines().count(), PAGES.len() + 1);
    assert_eq!(read("a.jsonl").lines().count(), PAGES.len());
    let whole: Value = serde_json::from_str(&read("a.json")).unwrap();
    assert_eq!(whole["site"]["scanned"], 8);
    assert_eq!(whole["pages"].as_array().unwrap().len(), PAGES.len());
    let log: Value = serde_json::from_str(&read("a.sarif")).unwrap();
    let results = log["runs"][0]["results"].as_array().unwrap();
    let canonical = results.iter().filter(|result| result["ruleId"] == "canonical");
    let places: Vec<&str> = canonical
        .map(|result| &result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"])
        .map(|uri| uri.as_str().unwrap())
        .collect();
    assert_eq!(places.len(), 5);
    assert!(places.iter().all(|uri| uri.starts_with("public/blog/")), "{places:?}");
}

#[test]
fn people_are_told_what_to_fix_by_template() {
    let folder = folder();
    let text = written(&folder, "text");
    for told in [
        "public\n8 pages. Median score ",
        "! 5 of 5 pages in `/blog/…`: No canonical link found.",
        "Fix for the first page listed: Add a canonical link",
        "! 2 pages share the title `Tide tables`.",
        "! 1 indexable page is in no sitemap.",
        "1 file named 404.html is left out",
    ] {
        assert!(text.contains(told), "{told}: {text}");
    }
    let document = written(&folder, "markdown");
    assert!(document.contains("5 of 5 pages in `/blog/…`: No canonical link found."), "{document}");
    assert!(document.contains("| 75 to 89 | good |"), "{document}");
}

#[test]
fn two_runs_give_the_same_bytes() {
    let folder = folder();
    for format in ["jsonl", "json", "text", "html", "sarif", "junit"] {
        assert_eq!(written(&folder, format), written(&folder, format), "{format}");
    }
}

#[test]
fn the_first_files_are_shown_with_their_urls() {
    let folder = folder();
    let arguments = ["public", "--base-url", BASE, "--clean-urls", "--format", "csv"];
    let (_, out, told) = ran(&site(folder.path(), &arguments).output().unwrap());
    assert!(
        told.contains("public/blog/high-water.html is https://www.example.org/blog/high-water")
    );
    assert_eq!(told.matches(" is https://").count(), 3, "{told}");
    assert!(out.contains("https://www.example.org/docs/tables,"), "{out}");
}

#[test]
fn a_folder_of_unknown_url_is_judged_by_its_paths() {
    let folder = folder();
    let arguments = ["public", "--format", "jsonl"];
    let (code, out, told) = ran(&site(folder.path(), &arguments).output().unwrap());
    assert_eq!(code, Some(0), "{told}");
    assert_eq!(urls(&rows(&out))[0], "/");
    let found: Vec<serde_json::Value> = rows(&out)
        .into_iter()
        .flat_map(|row| row["findings"].as_array().unwrap().clone())
        .collect();
    assert!(found.iter().all(|found| !found.to_string().contains("file.invalid")), "{found:?}");
    assert!(told.contains("--base-url"), "{told}");
}

#[test]
fn a_part_of_a_folder_can_be_chosen() {
    let folder = folder();
    let chosen = |more: &[&str]| {
        let arguments = [&["public", "--format", "jsonl"], more].concat();
        let (code, out, told) = ran(&site(folder.path(), &arguments).output().unwrap());
        (code, urls(&rows(&out)), told)
    };
    let (_, pages, told) = chosen(&["--include", "/blog/**", "--exclude", "**/n*.html"]);
    assert_eq!(pages.len(), 4);
    assert!(told.contains("4 pages are left out by `include` and `exclude`"), "{told}");
    let (_, pages, told) = chosen(&["--sample", "2"]);
    assert_eq!(
        pages,
        ["/", "/blog/high-water.html", "/blog/neap.html", "/docs/", "/docs/tables.html"]
    );
    assert!(told.contains("3 pages are left out by --sample"), "{told}");
    let (code, _, told) = chosen(&["--include", "/nothing/**"]);
    assert_eq!(code, Some(2));
    assert!(told.contains("no page is left"), "{told}");
}

#[test]
fn verbose_lists_every_page() {
    let folder = folder();
    let arguments = ["public", "--base-url", BASE, "--verbose"];
    let (_, out, _) = ran(&site(folder.path(), &arguments).output().unwrap());
    let flat = out.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(flat.contains("Pages, lowest score first"), "{out}");
    let canonical = flat.split("canonical: ").nth(1).unwrap();
    let named: Vec<&str> = canonical.split(' ').take(5).collect();
    assert!(named.iter().all(|url| url.starts_with(BASE)), "{named:?}");
    let listed = out.split("Pages, lowest score first").nth(1).unwrap();
    for (path, ..) in PAGES {
        let is_listed = ["", " (low confidence)"]
            .iter()
            .any(|mark| listed.contains(&format!("{BASE}{path}{mark}\n")));
        assert!(is_listed, "{path}: {out}");
    }
}

#[test]
fn an_entry_of_the_sitemap_without_a_file_is_told() {
    let folder = folder();
    std::fs::remove_file(folder.path().join("public/blog/slack.html")).unwrap();
    let text = written(&folder, "text");
    assert!(text.contains("✗ 1 sitemap entry has no file in the folder."), "{text}");
    assert!(text.contains(&format!("{BASE}blog/slack.html")), "{text}");
}

#[test]
fn a_folder_of_reports_has_one_of_each_page() {
    let folder = folder();
    let run = |more: &[&str]| {
        let arguments =
            [&["public", "--base-url", BASE, "-o", "out/", "-o", "a.jsonl"], more].concat();
        ran(&site(folder.path(), &arguments).output().unwrap())
    };
    let (code, _, told) = run(&[]);
    assert_eq!(code, Some(0), "{told}");
    let read = |name: &str| std::fs::read_to_string(folder.path().join(name)).unwrap();
    let index = read("out/index.html");
    for number in 1..=PAGES.len() {
        let name = format!("pages/{number:03}.html");
        assert!(index.contains(&format!("<a href=\"{name}\">")), "{name}");
        let report = read(&format!("out/{name}"));
        assert!(report.contains(BASE) && report.starts_with("<!doctype html>"), "{name}");
    }
    assert!(!read("a.jsonl").contains("\"report\""), "whole reports need --full");
    std::fs::remove_dir_all(folder.path().join("out")).unwrap();
    let (code, _, told) = run(&["--fail-under", "1"]);
    assert_eq!(code, Some(0), "{told}");
    assert!(!read("out/index.html").contains("pages/001.html"), "no page is under the threshold");
}
