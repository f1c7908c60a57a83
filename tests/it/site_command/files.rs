//! Folders that are unlike others.

use std::os::unix::ffi::OsStrExt as _;
use std::os::unix::fs::symlink;

use tempfile::TempDir;

use super::made::{BASE, ran, rows, site, urls, write};

#[test]
fn a_link_that_leads_back_is_told_and_not_followed() {
    let folder = TempDir::new().unwrap();
    let public = folder.path().join("public");
    write(&public, BASE);
    symlink(&public, public.join("docs/again")).unwrap();
    let arguments = ["public", "--base-url", BASE, "--format", "jsonl"];
    let (code, out, told) = ran(&site(folder.path(), &arguments).output().unwrap());
    assert_eq!((code, rows(&out).len()), (Some(0), 8), "{told}");
    assert!(told.contains("1 symbolic link leads back to a folder above it"), "{told}");
}

#[test]
fn a_name_that_is_no_utf8_has_a_url_all_the_same() {
    let folder = TempDir::new().unwrap();
    let public = folder.path().join("public");
    write(&public, BASE);
    let name = std::ffi::OsStr::from_bytes(b"mar\xE9e.html");
    std::fs::copy(public.join("blog/neap.html"), public.join(name)).unwrap();
    let arguments = ["public", "--base-url", BASE, "--format", "jsonl"];
    let (code, out, told) = ran(&site(folder.path(), &arguments).output().unwrap());
    assert_eq!(code, Some(0), "{told}");
    assert!(urls(&rows(&out)).contains(&format!("{BASE}mar%E9e.html")), "{out}");
    assert!(told.contains("1 file name isn't UTF-8"), "{told}");
}

#[test]
fn a_file_that_is_no_page_has_no_verdict() {
    let folder = TempDir::new().unwrap();
    let public = folder.path().join("public");
    write(&public, BASE);
    std::fs::write(public.join("empty.html"), "").unwrap();
    let run = |more: &[&str]| {
        let arguments = [&["public", "--format", "jsonl"], more].concat();
        ran(&site(folder.path(), &arguments).output().unwrap())
    };
    let (code, out, told) = run(&[]);
    assert_eq!(code, Some(0), "{told}");
    let rows = rows(&out);
    let row = rows.iter().find(|row| row["url"] == "/empty.html").unwrap();
    assert_eq!(row["failure"]["code"], "not_html");
    assert!(row.get("score").is_none(), "{row}");
    let (code, _, told) = run(&["--strict"]);
    assert_eq!(code, Some(2));
    assert!(told.contains("1 page couldn't be scanned (--strict)"), "{told}");
}

#[test]
fn what_is_no_site_is_told() {
    let folder = TempDir::new().unwrap();
    std::fs::create_dir(folder.path().join("empty")).unwrap();
    std::fs::write(folder.path().join("page.html"), "<!doctype html><p>x").unwrap();
    std::fs::write(folder.path().join("list.txt"), "example.org\nno page\n").unwrap();
    for (arguments, advice) in [
        (&["empty"][..], "has no HTML files"),
        (&["nothing"], "neither a folder, a file nor a URL"),
        (&["page.html"], "is an HTML page"),
        (&["list.txt"], "list.txt, line 2: `no page` isn't the URL of a page"),
        (&["list.txt", "--base-url", BASE], "Omit them for a sitemap or a list"),
        (&["list.txt", "--format", "sarif"], "Scan a folder"),
        (&["list.txt", "--changed-since", "x.jsonl"], "can't read x.jsonl"),
        (&["empty", "--allow", "3"], "Set both"),
        (&["empty", "--clean-urls"], "Set it with --base-url"),
        (&["empty", "--include", "{a"], "isn't a glob"),
        (&["empty", "--fail-on", "site:orphans"], "orphan"),
        (&["empty", "-o", "report"], "Known extensions"),
    ] {
        let (code, _, told) = ran(&site(folder.path(), arguments).output().unwrap());
        assert_eq!(code, Some(2), "{arguments:?}: {told}");
        assert!(told.contains(advice), "{arguments:?}: {told}");
    }
}

#[test]
fn scan_says_that_several_pages_are_a_site() {
    let folder = TempDir::new().unwrap();
    write(&folder.path().join("public"), BASE);
    let scan = |arguments: &[&str]| {
        let mut command = crate::world::citable(&["scan"]);
        ran(&command.args(arguments).current_dir(folder.path()).output().unwrap())
    };
    let (code, _, told) = scan(&["public"]);
    assert_eq!(code, Some(2));
    assert!(told.contains("Use `citable site public`"), "{told}");
    let (code, _, told) = scan(&["public/index.html", "public/blog/neap.html"]);
    assert_eq!(code, Some(2));
    assert!(told.contains("Use `citable site` for several"), "{told}");
}
