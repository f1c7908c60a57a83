//! The robots.txt evaluator against vectors and files that others wrote.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use citable_checks::engines::ENGINES;
use citable_checks::robots::{CONSIDERED_BYTES, GroupUsed, RobotsTxt};
use proptest::prelude::*;
use serde::Deserialize;
use url::Url;

/// A file of the shared test data, or nothing (said aloud) where there is none.
fn test_data(path: &str) -> Option<PathBuf> {
    let root = std::env::var_os("CITABLE_TEST_DATA").map_or_else(
        || PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../shared/data"),
        PathBuf::from,
    );
    let file = root.join(path);
    if !file.exists() {
        println!("skipped: no test data at {}", file.display());
        return None;
    }
    Some(file)
}

#[derive(Deserialize)]
struct Vector {
    test: String,
    robots: String,
    user_agent: String,
    url: String,
    allowed: bool,
}

/// The vectors are Google's reading. Each entry here is read otherwise, for its reason:
/// test name, agent, address, our verdict, why.
const DIFFERENCES: [(&str, &str, &str, bool, &str); 3] = [
    (
        "ID_Encoding",
        "FooBot",
        "http://foo.bar/foo/bar/ツ",
        true,
        "Google's matcher takes addresses that are encoded already; ours encodes what is not, as \
         RFC 9309 (2.2.2) asks, and then it is the address of the next vector, which is allowed",
    ),
    (
        "ID_Encoding",
        "FooBot",
        "http://foo.bar/foo/bar/baz",
        true,
        "RFC 9309 (2.2.2) has its own example of this: a rule for /foo/bar/%62%61%7A matches \
         /foo/bar/baz, since encoded unreserved characters are decoded before comparison",
    ),
    (
        "GoogleOnly_IndexHTMLisDirectory",
        "foobot",
        "http://foo.com/allowed-slash/",
        false,
        "that Allow: /folder/index.html opens /folder/ is Google's alone, and no other engine \
         documents it",
    ),
];

#[test]
fn vectors_hold_but_for_the_argued_differences() {
    let Some(path) = test_data("vectors/robots-verdicts.json") else { return };
    let vectors: Vec<Vector> = serde_json::from_slice(&std::fs::read(path).unwrap()).unwrap();
    assert!(vectors.len() >= 95, "{} vectors", vectors.len());
    let mut differing = Vec::new();
    for vector in &vectors {
        let url = Url::parse(&vector.url).unwrap_or(Url::parse("http://foo.bar/").unwrap());
        let verdict = RobotsTxt::parse(vector.robots.as_bytes()).verdict(&vector.user_agent, &url);
        if verdict.allowed != vector.allowed {
            differing.push((&*vector.test, &*vector.user_agent, &*vector.url, verdict.allowed));
        }
    }
    let argued = DIFFERENCES.map(|(test, agent, url, ours, _)| (test, agent, url, ours));
    assert_eq!(differing, argued);
}

#[test]
fn real_files_are_read_in_bounded_time() {
    let Some(folder) = test_data("vectors/robots-real") else { return };
    let url = Url::parse("https://example.com/some/path/page.html?id=5&sort=price").unwrap();
    let mut files = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|extension| extension != "txt") {
            continue;
        }
        let bytes = std::fs::read(&path).unwrap();
        let began = Instant::now();
        let robots = RobotsTxt::parse(&bytes);
        for engine in &ENGINES {
            let verdict = robots.verdict(engine.search_token, &url);
            let Some(line) = verdict.line else { continue };
            let text = String::from_utf8_lossy(&bytes);
            assert!(text.contains(&line.text), "{}: {}", path.display(), line.text);
        }
        let took = began.elapsed();
        assert!(took < Duration::from_secs(2), "{} took {took:?}", path.display());
        files += 1;
    }
    assert!(files > 100, "{files} files");
}

fn allowed(robots: &str, agent: &str, path: &str) -> bool {
    let url = Url::parse("https://example.com").unwrap().join(path).unwrap();
    RobotsTxt::parse(robots.as_bytes()).verdict(agent, &url).allowed
}

#[test]
fn agents_are_matched_whole() {
    let robots = "User-agent: bot\nDisallow: /\n";
    assert!(allowed(robots, "GPTBot", "/"));
    assert!(!allowed(robots, "BOT", "/"));
    assert!(!allowed("User-agent: Googlebot/2.1\nDisallow: /\n", "googlebot", "/"));
    assert!(allowed("User-agent: ClaudeBot\nDisallow: /\n", "Claude-User", "/"));
}

#[test]
fn groups_are_merged_and_replace_the_one_for_all() {
    let robots = "User-agent: a\nDisallow: /x\n\nUser-agent: *\nDisallow: /\n\n\
                  User-agent: A\nDisallow: /y\n";
    for (path, expected) in [("/x", false), ("/y", false), ("/z", true)] {
        assert_eq!(allowed(robots, "a", path), expected, "{path}");
    }
    assert!(!allowed(robots, "b", "/z"));
}

#[test]
fn only_group_members_end_a_run_of_agents() {
    for (line, ends) in [
        ("Crawl-delay: 5", true),
        ("Content-Signal: search=yes", true),
        ("Allow: /a", true),
        ("Disallow:", true),
        ("", false),
        ("# comment", false),
        ("Sitemap: https://example.com/s.xml", false),
        ("Host: example.com", false),
        ("no colon at all", false),
    ] {
        let robots = format!("User-agent: a\n{line}\nUser-agent: b\nDisallow: /\n");
        assert_eq!(allowed(&robots, "a", "/"), ends, "{line}");
        assert!(!allowed(&robots, "b", "/"), "{line}");
    }
}

#[test]
fn a_sitemap_line_does_not_close_a_group() {
    let robots = "User-agent: *\nDisallow: /a\nSitemap: https://example.com/s.xml\nDisallow: /b\n";
    assert!(!allowed(robots, "x", "/b"));
}

#[test]
fn every_line_end_and_a_byte_order_mark_are_read() {
    for end in ["\n", "\r\n", "\r"] {
        let lines = ["\u{feff}User-agent: *", "", "Disallow: /a", "Disallow: /b"].join(end);
        let robots = RobotsTxt::parse(lines.as_bytes());
        let verdict = robots.verdict("x", &Url::parse("https://example.com/b").unwrap());
        let line = verdict.line.unwrap();
        assert_eq!((verdict.allowed, line.number), (false, 4), "{end:?}");
        assert_eq!(line.text, "Disallow: /b");
        assert_eq!(verdict.group, GroupUsed::Wildcard);
    }
}

#[test]
fn paths_and_queries_are_matched_together() {
    let robots = "User-agent: *\nDisallow: /*?sort=\nDisallow: /cart$\nDisallow: *.pdf$\n";
    for (path, expected) in [
        ("/list?sort=price", false),
        ("/list?page=2&sort=price", true),
        ("/list", true),
        ("/cart", false),
        ("/cart/1", true),
        ("/a.pdf", false),
        ("/a.pdf?x", true),
    ] {
        assert_eq!(allowed(robots, "x", path), expected, "{path}");
    }
    assert!(!allowed("User-agent: *\nDisallow: *", "x", "/a"), "no slash before the star");
    let tie = "User-agent: *\nDisallow: /*.html$\nAllow: /ab.html";
    assert!(allowed(tie, "x", "/ab.html"), "eight octets each");
    assert!(allowed("User-agent: *\nDisallow: /*.html$\nAllow: /", "x", "/a"));
    assert!(!allowed("User-agent: *\nDisallow: /*.html$\nAllow: /", "x", "/a.html"));
}

#[test]
fn robots_txt_itself_is_always_allowed() {
    assert!(allowed("User-agent: *\nDisallow: /", "x", "/robots.txt"));
}

#[test]
fn what_comes_after_500_kib_is_not_considered() {
    let filler = format!("{}\n", "#".repeat(CONSIDERED_BYTES));
    let robots = RobotsTxt::parse(format!("{filler}User-agent: *\nDisallow: /\n").as_bytes());
    assert!(robots.is_truncated());
    assert!(robots.verdict("x", &Url::parse("https://example.com/").unwrap()).allowed);
}

#[test]
fn bytes_that_are_no_utf_8_spoil_nothing_else() {
    let robots = RobotsTxt::parse(b"User-agent: *\n# caf\xE9\nDisallow: /caf\xE9\nDisallow: /b\n");
    assert!(!robots.verdict("x", &Url::parse("https://example.com/b").unwrap()).allowed);
}

/// The worst file: as many patterns as fit, each with stars, all of which nearly match.
#[test]
fn a_hostile_file_costs_little() {
    const RULE: &str = "Disallow: /*a*a*a*a*a*ab\n";
    let robots = format!("User-agent: *\n{}", RULE.repeat(CONSIDERED_BYTES / RULE.len() - 1));
    let url = Url::parse(&format!("https://example.com/{}", "a".repeat(8_000))).unwrap();
    let began = Instant::now();
    let robots = RobotsTxt::parse(robots.as_bytes());
    assert!(robots.verdict("x", &url).allowed);
    assert!(began.elapsed() < Duration::from_secs(5), "{:?}", began.elapsed());
}

proptest! {
    #[test]
    fn never_panics(bytes in proptest::collection::vec(any::<u8>(), 0..512), agent in ".{0,12}") {
        let url = Url::parse("https://example.com/a?b=c").unwrap();
        let _ = RobotsTxt::parse(&bytes).verdict(&agent, &url);
    }

    /// A verdict that rests on a line quotes it as it stands in the file.
    #[test]
    fn a_verdict_quotes_its_line(
        lines in proptest::collection::vec(
            prop_oneof![
                Just("User-agent: *".to_owned()),
                Just("User-agent: a".to_owned()),
                "(Allow|Disallow): ?(/[ab*]{0,4}\\$?)?",
                Just(String::new()),
            ],
            0..20,
        ),
        path in "/[ab]{0,5}",
    ) {
        let robots = RobotsTxt::parse(lines.join("\n").as_bytes());
        let url = Url::parse("https://example.com").unwrap().join(&path).unwrap();
        let verdict = robots.verdict("a", &url);
        prop_assert_eq!(robots.narrowed_to(&url).verdict("a", &url), verdict.clone());
        match verdict.line {
            Some(line) => {
                let source = &lines[line.number as usize - 1];
                prop_assert_eq!(source.trim(), &line.text);
                prop_assert_eq!(line.text.starts_with("Allow"), verdict.allowed);
                prop_assert!(verdict.match_length > 0);
            }
            None => prop_assert!(verdict.allowed && verdict.match_length == 0),
        }
    }
}
