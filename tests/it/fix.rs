//! `citable fix` on a folder of files.

use std::collections::HashMap;
use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::{Command, Output, Stdio};

use serde_json::Value;
use tempfile::TempDir;

use crate::world::citable;

const BASE: &str = "https://leaf.example/";
const NOW: &str = "2026-11-21T00:00:00Z";
/// Files of the folder that a run is killed over.
const FILES: usize = 96;
/// How often it is killed: each time when it has told of one file more.
const KILLS: usize = 16;
/// Folders around those files, and the bytes of the name of each.
const DEPTH: usize = 6;
const DEPTH_BYTES: usize = 240;

fn page(number: usize) -> String {
    format!(
        "<!DOCTYPE html>\n<html>\n<head>\n  <title>How to brew green tea, part {number}</title>\n  \
         <meta name=\"robots\" content=\"max-snippet:20\">\n</head>\n<body><main>\n\
         <h1>How to brew green tea, part {number}</h1>\n<p>{}</p>\n</main></body>\n</html>\n",
        "Let the kettle stand for a few minutes before you pour the water over the leaves. "
            .repeat(8)
    )
}

fn fix(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = citable(&["fix"]);
    command.args(arguments).args(["--now", NOW, "--no-config"]).current_dir(folder);
    command
}

fn told(output: &Output) -> (Option<i32>, String, String) {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (output.status.code(), text(&output.stdout), text(&output.stderr))
}

fn write(folder: &Path, count: usize) {
    for number in 0..count {
        let file = folder.join(format!("site/{}/{number}.html", number % 3));
        std::fs::create_dir_all(file.parent().unwrap()).unwrap();
        std::fs::write(file, page(number)).unwrap();
    }
}

/// Every file below the folder.
fn files(folder: &Path) -> HashMap<String, Vec<u8>> {
    let mut all = HashMap::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else {
                let bytes = std::fs::read(&path).unwrap();
                all.insert(path.to_string_lossy().into_owned(), bytes);
            }
        }
    }
    all
}

#[cfg(unix)]
#[test]
fn a_file_is_edited_at_its_own_path_only() {
    let folder = TempDir::new().unwrap();
    write(folder.path(), 1);
    let site = folder.path().join("site");
    std::os::unix::fs::symlink(site.join("0/0.html"), site.join("alias.html")).unwrap();
    let outside = folder.path().join("outside.html");
    std::fs::write(&outside, page(9)).unwrap();
    std::os::unix::fs::symlink(&outside, site.join("other.html")).unwrap();
    let arguments = ["site", "--base-url", BASE, "--apply"];
    let (code, _, said) = told(&fix(folder.path(), &arguments).output().unwrap());
    assert_eq!(code, Some(0), "{said}");
    assert!(said.contains("2 files are left out, since symbolic links"), "{said}");
    assert_eq!(std::fs::read_to_string(&outside).unwrap(), page(9));
    let own = std::fs::read_to_string(site.join("0/0.html")).unwrap();
    assert!(own.contains("https://leaf.example/0/0.html"), "{own}");
}

#[test]
fn from_the_first_diff_to_a_green_check() {
    let folder = TempDir::new().unwrap();
    write(folder.path(), 3);
    let run = |more: &[&str]| {
        let arguments = [&["site", "--base-url", BASE], more].concat();
        told(&fix(folder.path(), &arguments).output().unwrap())
    };
    let before = files(folder.path());
    let (code, diff, said) = run(&[]);
    assert_eq!(code, Some(0), "{said}");
    assert!(diff.contains("--- a/site/0/0.html\n+++ b/site/0/0.html\n"), "{diff}");
    assert!(diff.contains("+<html lang=\"en\">"), "{diff}");
    let canonical = "+  <link rel=\"canonical\" href=\"https://leaf.example/1/1.html\">";
    assert!(diff.contains(canonical), "{diff}");
    assert!(said.contains("Write them with --apply"), "{said}");
    assert_eq!(files(folder.path()), before, "a diff writes nothing");
    assert_eq!(run(&["--check", "--offline"]).0, Some(1), "as scan takes it");
    let (code, out, said) = run(&["--only", "canonical", "--format", "json"]);
    assert_eq!(code, Some(0), "{said}");
    let told: Value = serde_json::from_str(&out).unwrap();
    assert_eq!(told["files"][0]["applied"][0]["rule"], "canonical");
    assert_eq!(told["files"][0]["applied"].as_array().unwrap().len(), 1);
    let (code, out, said) = run(&["--apply"]);
    assert_eq!((code, out.as_str()), (Some(0), ""), "{said}");
    assert!(said.contains("written to 3 files of 3"), "{said}");
    assert_eq!(files(folder.path()).len(), before.len(), "nothing is left beside the files");
    let (code, out, said) = run(&["--check"]);
    assert_eq!((code, out.as_str()), (Some(0), ""), "{said}");
    assert!(
        said.contains("No automatic edits for 3 files. citable scan shows what to fix by hand"),
        "{said}"
    );
}

#[test]
fn a_check_fails_for_what_could_not_be_scanned() {
    let folder = TempDir::new().unwrap();
    write(folder.path(), 1);
    std::fs::write(folder.path().join("site/broken.html"), "{}").unwrap();
    let run = |more: &[&str]| {
        let arguments = [&["site", "--base-url", BASE], more].concat();
        told(&fix(folder.path(), &arguments).output().unwrap())
    };
    let (code, _, said) = run(&["--apply"]);
    assert_eq!(code, Some(0), "{said}");
    assert!(said.contains("1 file not scanned"), "{said}");
    assert_eq!(run(&["--check"]).0, Some(2));
}

#[test]
fn a_file_in_a_folder_of_its_own_is_hardly_the_home_page() {
    let folder = TempDir::new().unwrap();
    write(folder.path(), 1);
    for (name, is_told) in [("site/index.html", false), ("site/tea/index.html", true)] {
        let file = folder.path().join(name);
        std::fs::create_dir_all(file.parent().unwrap()).unwrap();
        std::fs::write(file, page(0)).unwrap();
        let (_, _, said) = told(&fix(folder.path(), &[name, "--base-url", BASE]).output().unwrap());
        assert_eq!(said.contains("is edited as the home page"), is_told, "{said}");
    }
}

#[test]
fn robots_txt_is_opened_only_if_asked() {
    let folder = TempDir::new().unwrap();
    write(folder.path(), 1);
    let robots = folder.path().join("site/robots.txt");
    let text = "User-agent: *\nDisallow: /cart\n\nUser-agent: OAI-SearchBot\nDisallow: /\n";
    std::fs::write(&robots, text).unwrap();
    let run = |more: &[&str]| {
        let arguments = [&["site", "--base-url", BASE, "--only", "robots-search-bots"], more];
        told(&fix(folder.path(), &arguments.concat()).output().unwrap())
    };
    let (code, _, said) = run(&["--check"]);
    assert_eq!(code, Some(0), "{said}");
    assert!(said.contains("--unsafe makes this edit: Allow OAI-SearchBot"), "{said}");
    let (code, diff, said) = run(&["--check", "--unsafe"]);
    assert_eq!(code, Some(1), "{said}");
    assert!(diff.contains("-Disallow: /\n+Allow: /\n"), "{diff}");
    assert!(said.contains("(unsafe: review it)"), "{said}");
    assert_eq!(run(&["--apply", "--unsafe"]).0, Some(0));
    let opened = std::fs::read_to_string(&robots).unwrap();
    assert_eq!(opened, text.replace("Disallow: /\n", "Allow: /\nDisallow: /cart\n"));
    assert_eq!(run(&["--check", "--unsafe"]).0, Some(0));
}

#[test]
fn sitemaps_and_llms_txt_follow_the_pages() {
    let folder = TempDir::new().unwrap();
    write(folder.path(), 2);
    let dated = "<head>\n  <meta property=\"article:modified_time\" content=\"2026-03-05\">";
    std::fs::write(folder.path().join("site/0/0.html"), page(0).replace("<head>", dated)).unwrap();
    let at = |name: &str| folder.path().join("site").join(name);
    let entry = |path: &str| format!("  <url>\n    <loc>{BASE}{path}</loc>\n  </url>\n");
    let sitemap = format!(
        "<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n{}{}</urlset>\n",
        entry("0/0.html"),
        entry("1/1.html")
    );
    std::fs::write(at("sitemap.xml"), &sitemap).unwrap();
    let llms = "# Leaf\n\n- [Part 0](0/0.html)\n- [Gone](2/2.html)\n";
    std::fs::write(at("llms.txt"), llms).unwrap();
    let run = |more: &str| {
        let only = ["site", "--base-url", BASE, "--only", "sitemap-entry,ai-text-alternates", more];
        told(&fix(folder.path(), &only).output().unwrap())
    };
    let (code, _, said) = run("--check");
    assert_eq!(code, Some(1), "{said}");
    assert!(said.contains("Set lastmod of 1 page"), "{said}");
    assert!(said.contains("Make 1 link absolute"), "{said}");
    assert_eq!(run("--apply").0, Some(0));
    let read = |name: &str| std::fs::read_to_string(at(name)).unwrap();
    let first = format!("{BASE}0/0.html</loc>\n");
    let lastmod = format!("{first}    <lastmod>2026-03-05</lastmod>\n");
    assert_eq!(read("sitemap.xml"), sitemap.replace(&first, &lastmod));
    assert_eq!(read("llms.txt"), llms.replace("(0/0", &format!("({BASE}0/0")));
    assert_eq!(run("--check").0, Some(0));
}

#[test]
fn the_diff_is_the_edit() {
    let folder = TempDir::new().unwrap();
    write(folder.path(), 1);
    let file = folder.path().join("site/0/0.html");
    let arguments = ["site/0/0.html", "--base-url", "https://leaf.example/tea"];
    let (_, diff, _) = told(&fix(folder.path(), &arguments).output().unwrap());
    let mut patch = Command::new("git");
    patch.args(["apply", "--unsafe-paths", "-"]).current_dir(folder.path());
    let mut child = patch.stdin(Stdio::piped()).spawn().unwrap();
    std::io::Write::write_all(&mut child.stdin.take().unwrap(), diff.as_bytes()).unwrap();
    assert!(child.wait().unwrap().success(), "{diff}");
    let by_patch = std::fs::read(&file).unwrap();
    write(folder.path(), 1);
    let applied = [&arguments[..], &["--apply"]].concat();
    assert!(fix(folder.path(), &applied).output().unwrap().status.success());
    assert_eq!(std::fs::read(&file).unwrap(), by_patch);
}

#[test]
fn what_is_killed_leaves_each_file_old_or_new() {
    // What is said of a file is longer than its share of what a pipe and its reader hold, so the
    // command can't be done when it is killed: it waits for somebody to read.
    let deep = vec!["a".repeat(DEPTH_BYTES); DEPTH].join("/");
    let write_deep = |folder: &Path| {
        for number in 0..FILES {
            let file = folder.join("site").join(&deep).join(format!("{number}.html"));
            std::fs::create_dir_all(file.parent().unwrap()).unwrap();
            std::fs::write(file, page(number)).unwrap();
        }
    };
    let by_name = |folder: &Path| -> HashMap<String, Vec<u8>> {
        let all = files(&folder.join("site")).into_iter();
        all.map(|(path, bytes)| (path.rsplit('/').next().unwrap().to_owned(), bytes)).collect()
    };
    let arguments = ["site", "--base-url", BASE, "--apply"];
    let whole = TempDir::new().unwrap();
    write_deep(whole.path());
    assert!(fix(whole.path(), &arguments).output().unwrap().status.success());
    let new = by_name(whole.path());
    for told in 1..=KILLS {
        let folder = TempDir::new().unwrap();
        write_deep(folder.path());
        let mut child = fix(folder.path(), &arguments).stderr(Stdio::piped()).spawn().unwrap();
        let said = BufReader::new(child.stderr.take().unwrap()).lines();
        let written = said.map(Result::unwrap).filter(|line| line.contains(": score "));
        assert_eq!(written.take(told).count(), told, "it ended first");
        child.kill().unwrap();
        child.wait().unwrap();
        let mut changed = 0;
        for (name, bytes) in by_name(folder.path()) {
            // A temporary file beside may stay where its process was killed.
            let Some(new) = new.get(&name) else {
                assert!(name.starts_with(".citable-"), "{name}");
                continue;
            };
            let number: usize = name.trim_end_matches(".html").parse().unwrap();
            let is_new = &bytes == new;
            assert!(is_new || bytes == page(number).as_bytes(), "{name} is neither");
            changed += usize::from(is_new);
        }
        assert!((told..FILES).contains(&changed), "{changed} files of {told} that it told of");
        if told == KILLS {
            assert!(fix(folder.path(), &arguments).output().unwrap().status.success());
            assert!(
                new.iter().all(|(name, bytes)| by_name(folder.path()).get(name) == Some(bytes))
            );
        }
    }
}
