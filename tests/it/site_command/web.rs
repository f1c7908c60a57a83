//! Pages on the web: of a sitemap, of a list, of hosts that don't behave.

use std::io::Write as _;
use std::process::Stdio;

use citable_test_support::https_origin::HttpsOrigin;
use citable_test_support::reply::Reply;
use flate2::Compression;
use flate2::write::GzEncoder;
use serde_json::Value;
use tempfile::TempDir;

use super::made::{PAGES, ran, rows, serve, site, urls, write};
use crate::world::{HOST, OTHER_HOST, block_on, reach};

fn origin() -> HttpsOrigin {
    block_on(HttpsOrigin::start(&[HOST, OTHER_HOST]))
}

/// The pages of a run, and what it told.
fn run(
    origin: &HttpsOrigin,
    folder: &TempDir,
    arguments: &[&str],
) -> (Option<i32>, String, String) {
    let arguments = [arguments, &["--format", "jsonl"]].concat();
    let mut command = site(folder.path(), &arguments);
    reach(&mut command, origin);
    ran(&command.output().unwrap())
}

/// The checks that failed or warned on each page, but those that a file has none of.
fn found(rows: &[Value]) -> Vec<(String, Vec<String>)> {
    let only_on_the_web = ["http-fetch", "edge-bot-parity", "sitemap-entry"];
    let checks = |row: &Value| {
        let findings = row["findings"].as_array().unwrap().iter();
        let checks = findings.map(|finding| finding["check"].as_str().unwrap().to_owned());
        checks.filter(|check| !only_on_the_web.contains(&check.as_str())).collect()
    };
    rows.iter().map(|row| (row["url"].as_str().unwrap().to_owned(), checks(row))).collect()
}

#[test]
fn folder_sitemap_and_list_find_the_same() {
    let (origin, folder) = (origin(), TempDir::new().unwrap());
    let base = serve(&origin, HOST);
    write(&folder.path().join("public"), &base);
    let list: String = PAGES.iter().map(|(path, ..)| format!("{base}{path}\n")).collect();
    std::fs::write(folder.path().join("list.txt"), format!("# all\n{list}")).unwrap();

    let (code, out, told) = run(&origin, &folder, &["list.txt"]);
    assert_eq!(code, Some(0), "{told}");
    let of_list = rows(&out);
    assert_eq!(of_list.len(), PAGES.len());

    let sitemap = format!("{base}sitemap.xml");
    let (code, out, told) = run(&origin, &folder, &[&sitemap]);
    assert_eq!(code, Some(0), "{told}");
    let of_sitemap = rows(&out);
    assert_eq!(of_sitemap.len(), PAGES.len() - 1, "what it lists");
    assert_eq!(of_sitemap, of_list[..PAGES.len() - 1]);

    let (code, out, told) = run(&origin, &folder, &["public", "--base-url", &base]);
    assert_eq!(code, Some(0), "{told}");
    assert_eq!(found(&rows(&out)), found(&of_list));

    let mut piped = site(folder.path(), &["-", "--format", "jsonl"]);
    reach(&mut piped, &origin);
    let mut piped = piped.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    piped.stdin.take().unwrap().write_all(list.as_bytes()).unwrap();
    let (_, out, _) = ran(&piped.wait_with_output().unwrap());
    assert_eq!(rows(&out), of_list);
}

#[test]
fn a_host_that_is_busy_is_left_and_others_are_not() {
    let (origin, folder) = (origin(), TempDir::new().unwrap());
    let base = serve(&origin, HOST);
    let busy = Reply::new(429).header("retry-after", "0");
    for path in ["/a", "/b", "/c", "/d"] {
        origin.route(OTHER_HOST, path, busy.clone());
    }
    let other = origin.url(OTHER_HOST, "/");
    let list = format!("{other}a\n{base}\n{other}b\n{base}docs/\n{other}c\n{other}d\n");
    std::fs::write(folder.path().join("list.txt"), list).unwrap();
    let (code, out, told) = run(&origin, &folder, &["list.txt"]);
    assert_eq!(code, Some(0), "{told}");
    let rows = rows(&out);
    let failed = rows.iter().filter(|row| row["failure"]["code"] == "refused");
    assert_eq!((rows.len(), failed.count()), (6, 4), "{out}");
    assert!(out.contains("status 429 3 times in a row"), "{out}");
    let asked = origin.paths(OTHER_HOST);
    let pages = asked.iter().filter(|path| ["/a", "/b", "/c", "/d"].contains(&path.as_str()));
    assert_eq!(pages.count(), 3, "{asked:?}");
}

#[test]
fn a_host_that_hangs_fails_its_page_and_holds_up_no_other() {
    let (origin, folder) = (origin(), TempDir::new().unwrap());
    let base = serve(&origin, HOST);
    origin.route(OTHER_HOST, "/slow", Reply::never());
    let list = format!("{}\n{base}\n{base}docs/\n", origin.url(OTHER_HOST, "/slow"));
    std::fs::write(folder.path().join("list.txt"), list).unwrap();
    let (code, out, told) = run(&origin, &folder, &["list.txt"]);
    assert_eq!(code, Some(0), "{told}");
    let rows = rows(&out);
    let scanned = rows.iter().filter(|row| row["score"].is_number());
    let hung = rows.iter().filter(|row| row["failure"]["code"] == "timed_out");
    assert_eq!((scanned.count(), hung.count()), (2, 1), "{out}");
}

#[test]
fn a_host_that_gives_no_response_is_left() {
    let (origin, folder) = (origin(), TempDir::new().unwrap());
    let pages = ["/a", "/b", "/c", "/d", "/e"];
    for path in pages {
        origin.route(HOST, path, Reply::hangup());
    }
    let list: String = pages.iter().map(|path| format!("{}\n", origin.url(HOST, path))).collect();
    std::fs::write(folder.path().join("list.txt"), list).unwrap();
    let (code, out, told) = run(&origin, &folder, &["list.txt"]);
    assert_eq!(code, Some(2), "{told}");
    assert_eq!(out.matches("3 pages in a row from this host got no response").count(), 2, "{out}");
    let asked = origin.paths(HOST);
    assert!(!asked.contains(&"/d".to_owned()) && !asked.contains(&"/e".to_owned()), "{asked:?}");
}

#[test]
fn a_host_that_asks_for_a_long_wait_is_left_at_once() {
    let (origin, folder) = (origin(), TempDir::new().unwrap());
    origin.route(HOST, "/a", Reply::new(503).header("retry-after", "3600"));
    let list = format!("{0}\n{1}\n", origin.url(HOST, "/a"), origin.url(HOST, "/b"));
    std::fs::write(folder.path().join("list.txt"), list).unwrap();
    let (code, out, told) = run(&origin, &folder, &["list.txt"]);
    assert_eq!(code, Some(2), "{told}");
    assert!(told.contains("no page could be scanned"), "{told}");
    assert!(out.contains("asked to wait 3600 seconds"), "{out}");
    assert!(!origin.paths(HOST).contains(&"/b".to_owned()));
}

#[test]
fn an_index_of_sitemaps_is_read_up_to_the_limit() {
    let (origin, folder) = (origin(), TempDir::new().unwrap());
    let base = serve(&origin, HOST);
    let xml = |text: String| Reply::new(200).header("content-type", "application/xml").body(text);
    let child = |name: &str| format!("<sitemap><loc>{base}{name}</loc></sitemap>");
    let index = format!(
        "<sitemapindex>{}{}{}</sitemapindex>",
        child("missing.xml"),
        child("sitemap.xml"),
        child("more.xml")
    );
    origin.route(HOST, "/index.xml", xml(index));
    let (code, out, told) =
        run(&origin, &folder, &[&format!("{base}index.xml"), "--max-pages", "3"]);
    assert_eq!(code, Some(0), "{told}");
    assert_eq!(urls(&rows(&out)).len(), 3);
    assert!(told.contains("missing.xml returns status 404"), "{told}");
    assert!(told.contains("4 listed pages are left out by --max-pages 3"), "{told}");
    assert!(told.contains("1 sitemap isn't read, since --max-pages 3 is reached"), "{told}");
}

#[test]
fn a_sitemap_that_unpacks_without_end_is_cut() {
    let (origin, folder) = (origin(), TempDir::new().unwrap());
    let base = serve(&origin, HOST);
    let mut bomb = GzEncoder::new(Vec::new(), Compression::best());
    write!(bomb, "<urlset><url><loc>{base}</loc></url>").unwrap();
    let blank = vec![b' '; 1 << 20];
    for _ in 0..64 {
        bomb.write_all(&blank).unwrap();
    }
    let reply = Reply::new(200).header("content-type", "application/gzip");
    origin.route(HOST, "/bomb.xml.gz", reply.body(bomb.finish().unwrap()));
    let (code, out, told) = run(&origin, &folder, &[&format!("{base}bomb.xml.gz")]);
    assert_eq!(code, Some(0), "{told}");
    assert_eq!(urls(&rows(&out)), [base.as_str()]);
    assert!(told.contains("Only the beginning of"), "{told}");
}

#[test]
fn what_is_no_sitemap_says_what_to_do() {
    let (origin, folder) = (origin(), TempDir::new().unwrap());
    let base = serve(&origin, HOST);
    for (path, told) in [("", "is an HTML page"), ("nothing.xml", "returns status 404")] {
        let (code, _, stderr) = run(&origin, &folder, &[&format!("{base}{path}")]);
        assert_eq!(code, Some(2));
        assert!(stderr.contains(told) && stderr.contains("/sitemap.xml"), "{stderr}");
    }
}
