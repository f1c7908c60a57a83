//! Thousands of pages in one run.

use std::fmt::Write as _;
use std::io::Read as _;
use std::path::Path;
use std::process::Stdio;

use serde_json::Value;
use tempfile::TempDir;

use super::made::{BASE, rows, site};

/// Pages of the site.
const PAGES: usize = 5_000;
/// Pages of a small site, which says what the program needs whatever the number of pages.
const FEW_PAGES: usize = 200;
/// Every so many pages, one has the same title as others.
const SAME_TITLE_EVERY: usize = 1_000;
/// Every so many pages, one has no canonical.
const NO_CANONICAL_EVERY: usize = 50;
/// Every so many pages, one is in no sitemap.
const UNLISTED_EVERY: usize = 200;
/// Folders.
const FOLDERS: usize = 20;
/// Most memory that a page may add, in KiB. A row takes about 2 and a whole report about 40.
const KIB_PER_PAGE: u64 = 12;

fn path(number: usize) -> String {
    format!("part-{:02}/{number:05}.html", number % FOLDERS)
}

/// A paragraph that no other page has.
fn text(number: usize) -> String {
    const WORDS: [&str; 16] = [
        "tide", "moon", "water", "coast", "harbor", "height", "spring", "neap", "current", "wind",
        "gauge", "table", "hour", "day", "sea", "pier",
    ];
    let mut state = u32::try_from(number).unwrap().wrapping_mul(2_654_435_761);
    (0..40).fold(String::new(), |mut text, _| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        write!(text, " {}", WORDS[(state >> 28) as usize]).unwrap();
        text
    })
}

fn page(number: usize, count: usize) -> String {
    let title = match number % SAME_TITLE_EVERY {
        0 => "Tide tables".to_owned(),
        _ => format!("Tide {number}"),
    };
    let canonical = match number % NO_CANONICAL_EVERY {
        7 => String::new(),
        _ => format!("<link rel=canonical href=\"{BASE}{}\">", path(number)),
    };
    format!(
        "<!doctype html><html lang=en><head><title>{title}</title><meta name=description \
         content=\"What tide {number} is about.\">{canonical}</head><body><nav><a \
         href=\"/{}\">Next</a></nav><main><h1>{title}</h1><p>{}.</p></main></body></html>",
        path((number + 1) % count),
        text(number)
    )
}

/// Writes a site of so many pages into that folder.
fn write(folder: &Path, count: usize) {
    for part in 0..FOLDERS {
        std::fs::create_dir_all(folder.join(format!("part-{part:02}"))).unwrap();
    }
    let mut listed = String::new();
    for number in 0..count {
        std::fs::write(folder.join(path(number)), page(number, count)).unwrap();
        if number % UNLISTED_EVERY != 3 {
            writeln!(listed, "<url><loc>{BASE}{}</loc></url>", path(number)).unwrap();
        }
    }
    let sitemap = format!(
        "<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n{listed}</urlset>\n"
    );
    std::fs::write(folder.join("sitemap.xml"), sitemap).unwrap();
    let robots = format!("User-agent: *\nAllow: /\nSitemap: {BASE}sitemap.xml\n");
    std::fs::write(folder.join("robots.txt"), robots).unwrap();
}

/// The most memory that a process has had so far, in KiB (proc(5), VmHWM).
fn most_memory(process: u32) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.trim().strip_suffix("kB")?.trim().parse().ok()
}

/// What a run over so many pages wrote: its rows as lines, its summary as text, and the most
/// memory that it had.
///
/// The rows are longer than a pipe holds, so the program waits for this test to read them. That is
/// when its memory is read, each time, up to the last part of them.
fn run(count: usize) -> (String, String, u64) {
    let folder = TempDir::new().unwrap();
    write(&folder.path().join("public"), count);
    let arguments =
        ["public", "--base-url", BASE, "--format", "jsonl", "-o", "site.txt", "--no-config"];
    let mut child = site(folder.path(), &arguments)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut out = child.stdout.take().unwrap();
    let (mut lines, mut part, mut memory) = (Vec::new(), vec![0; 32 * 1024], 0);
    loop {
        let read = out.read(&mut part).unwrap();
        if read == 0 {
            break;
        }
        memory = most_memory(child.id()).unwrap_or(0).max(memory);
        lines.extend_from_slice(&part[..read]);
    }
    assert_eq!(child.wait().unwrap().code(), Some(0));
    let told = std::fs::read_to_string(folder.path().join("site.txt")).unwrap();
    (String::from_utf8(lines).unwrap(), told, memory)
}

#[test]
fn thousands_of_pages_are_all_judged_in_little_memory() {
    let (_, _, memory_of_few) = run(FEW_PAGES);
    let (lines, told, memory) = run(PAGES);

    let rows = rows(&lines);
    assert_eq!(rows.len(), PAGES);
    let mut expected: Vec<String> =
        (0..PAGES).map(|number| format!("{BASE}{}", path(number))).collect();
    expected.sort();
    let urls: Vec<&str> = rows.iter().map(|row| row["url"].as_str().unwrap()).collect();
    assert_eq!(urls, expected, "each page once, sorted by URL");
    assert!(rows.iter().all(|row| row["score"].is_u64()));
    let lacks_canonical = |row: &&Value| {
        let mut findings = row["findings"].as_array().unwrap().iter();
        findings.any(|finding| finding["check"] == "canonical")
    };
    let without = PAGES / NO_CANONICAL_EVERY;
    assert_eq!(rows.iter().filter(lacks_canonical).count(), without);

    let flat = told.split_whitespace().collect::<Vec<_>>().join(" ");
    for expected in [
        format!("{without} pages: No canonical link found."),
        format!("{} pages share the title `Tide tables`.", PAGES / SAME_TITLE_EVERY),
        format!("{} indexable pages are in no sitemap.", PAGES / UNLISTED_EVERY),
        "5,000 pages. Median score ".to_owned(),
    ] {
        assert!(flat.contains(&expected), "{expected}: {told}");
    }

    assert!(memory_of_few > 0, "proc tells the memory");
    let more = memory.saturating_sub(memory_of_few);
    assert!(
        more < KIB_PER_PAGE * PAGES as u64,
        "{more} KiB more for {PAGES} pages than for {FEW_PAGES}: {memory} KiB"
    );
}
