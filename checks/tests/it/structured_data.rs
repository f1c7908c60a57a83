//! Structured data: samples with expected results, hostile amounts, and anything at all.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use crate::support::read_page;
use citable_checks::page::Page;
use citable_checks::page::authors::Authors;
use citable_checks::page::dates::Dates;
use citable_checks::page::structured::{
    BlockOutcome, Context, DefectKind, NodeRef, StructuredData, Syntax, Value,
};
use citable_checks::page::title::Title;
use proptest::prelude::*;
use serde_json::Value as Json;

/// Longer than any of these pages takes on a slow machine, and far shorter than the square of its
/// size would.
const SLOW: Duration = Duration::from_secs(20);

fn page(html: &str) -> Page {
    read_page("https://www.example.com/guide", &[], html)
}

fn read(html: &str) -> StructuredData {
    page(html).document.markup.structured
}

fn block(json: &str) -> String {
    format!("<script type='application/ld+json'>{json}</script>")
}

fn folder() -> Option<PathBuf> {
    let root = std::env::var_os("CITABLE_TEST_DATA").map_or_else(
        || PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../shared/data")),
        PathBuf::from,
    );
    let folder = root.join("vectors");
    if !folder.exists() {
        println!("passed over: no samples in {}", folder.display());
        return None;
    }
    Some(folder)
}

/// The samples with a file of that ending beside them.
fn samples(ending: &str) -> Vec<(String, String, Json)> {
    let Some(folder) = folder() else { return Vec::new() };
    let files = std::fs::read_dir(folder.join("structured-data")).unwrap();
    let paths = files.map(|file| file.unwrap().path());
    let mut samples: Vec<_> = paths
        .filter(|path| path.extension().is_some_and(|extension| extension == "html"))
        .filter_map(|path| {
            let expected = std::fs::read_to_string(path.with_extension(ending)).ok()?;
            let html = String::from_utf8_lossy(&std::fs::read(&path).unwrap()).into_owned();
            Some((name(&path), html, serde_json::from_str(&expected).ok()?))
        })
        .collect();
    samples.sort_by(|one, other| one.0.cmp(&other.0));
    samples
}

fn name(path: &Path) -> String {
    path.file_stem().unwrap().to_string_lossy().into_owned()
}

#[test]
fn broken_samples_name_their_defect_and_how_to_mend_it() {
    for (name, html, expected) in samples("jsonld").iter().filter(|one| one.0.contains("invalid")) {
        let data = read(html);
        let BlockOutcome::Broken(defect) = &data.blocks[0].outcome else { panic!("{name}") };
        let kind = match name.as_str() {
            name if name.contains("control_characters") => DefectKind::ControlCharacter,
            name if name.contains("JoinAction") => DefectKind::HtmlComment,
            _ => DefectKind::ScriptComment,
        };
        assert_eq!(defect.kind, kind, "{name}");
        let line = html.lines().nth(defect.line as usize - 1).unwrap();
        assert!(defect.column as usize <= line.chars().count() + 1, "{name}: {defect:?}");
        let repaired: Json = serde_json::from_str(defect.repaired.as_ref().unwrap()).unwrap();
        let spaceless = |json: &Json| json.to_string().replace([' ', '\\'], "").replace("\\n", "");
        assert_eq!(spaceless(&repaired), spaceless(&expected[0]), "{name}");
    }
}

#[test]
fn sound_samples_are_read_whole() {
    for (name, html, expected) in samples("jsonld").iter().filter(|one| !one.0.contains("invalid"))
    {
        let data = read(html);
        let objects = expected.as_array().unwrap().iter().filter(|value| value.is_object()).count();
        let read = data
            .all()
            .filter(|node| node.node().is_top_level && node.node().syntax == Syntax::JsonLd);
        assert_eq!(read.count(), objects, "{name}");
    }
}

#[test]
fn microdata_samples_are_read_as_expected() {
    let mut compared = 0;
    for (name, html, expected) in samples("json") {
        let items = expected.as_array().cloned().unwrap_or_default();
        let is_microdata = html.contains("itemscope");
        if !is_microdata
            || items.is_empty()
            || !items.iter().all(|item| item["properties"].is_object())
        {
            continue;
        }
        let data = read(&html);
        let nodes = data.all().filter(|node| node.node().syntax == Syntax::Microdata);
        let nodes: Vec<NodeRef<'_>> = nodes.filter(|node| node.node().is_top_level).collect();
        let found =
            items.iter().filter(|item| nodes.iter().any(|node| is_same(*node, item))).count();
        // One sample gives an item what stands in another one that it refers to, which HTML
        // (section 5.2.5) does not.
        let expected = items.len() - usize::from(name == "schema.org__product-ref");
        assert_eq!(found, expected, "{name}");
        compared += found;
    }
    println!("{compared} items compared");
}

fn is_same(node: NodeRef<'_>, item: &Json) -> bool {
    let local = |name: &str| name.rsplit('/').next().unwrap_or_default().to_owned();
    let types: Vec<String> =
        list(&item["type"]).iter().filter_map(Json::as_str).map(local).collect();
    let own: Vec<String> = node.node().types.iter().map(|name| local(name)).collect();
    let properties = item["properties"].as_object().unwrap();
    own == types
        && properties.iter().all(|(name, expected)| {
            let values = node.values(local(name).as_str());
            let values = if values.is_empty() { node.values(name) } else { values };
            let mut nodes = node.nodes(name);
            values.len() == list(expected).len()
                && values.iter().zip(list(expected)).all(|(value, expected)| match value {
                    Value::Node(_) => match expected.get("properties") {
                        Some(_) => nodes.next().is_some_and(|node| is_same(node, &expected)),
                        None => true,
                    },
                    Value::Text(text) => is_same_text(text, expected.as_str().unwrap_or_default()),
                    Value::Number(_) | Value::Bool(_) => false,
                })
        })
}

/// Whether two texts have the same words. Addresses are resolved in the expected ones.
fn is_same_text(one: &str, other: &str) -> bool {
    let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    words(one) == words(other) || other.ends_with(one.trim())
}

fn list(json: &Json) -> Vec<Json> {
    json.as_array().cloned().unwrap_or_else(|| vec![json.clone()])
}

#[test]
fn the_examples_of_schema_org_are_read() {
    let Some(folder) = folder() else { return };
    let examples = std::fs::read_to_string(folder.join("schemaorg-examples.jsonl")).unwrap();
    for line in examples.lines() {
        let example: Json = serde_json::from_str(line).unwrap();
        let json = example["jsonld"].as_str().unwrap();
        let data = read(&block(json));
        match (&data.blocks[0].outcome, example["valid_json"] == true) {
            (BlockOutcome::Parsed { context, .. }, true) => {
                assert_eq!(*context == Context::Missing, !json.contains("@context"), "{json}");
                assert!(data.all().any(|node| !node.node().types.is_empty()), "{json}");
            }
            (BlockOutcome::Broken(defect), false) => assert!(defect.line > 0, "{json}"),
            (outcome, _) => panic!("{outcome:?}\n{json}"),
        }
    }
}

#[test]
fn hostile_amounts_are_read_in_time_that_grows_with_their_size() {
    let many = |count: usize, piece: &dyn Fn(usize) -> String| (0..count).map(piece).collect();
    let array: String = many(60_000, &|n| format!("{{\"@id\":\"#a\",\"name\":\"{n}\"}},"));
    let keys: String = many(40_000, &|n| format!("\"k{n}\":{{\"@id\":\"#{n}\"}},"));
    let cases: [(&str, String); 12] = [
        ("brackets", block(&"[".repeat(5 << 20))),
        ("brackets in many blocks", block(&"[".repeat(100)).repeat(20_000)),
        ("one id", block(&format!("[{array}{{}}]"))),
        ("keys", block(&format!("{{{keys}\"@type\":\"Article\"}}"))),
        ("one key", block(&format!("{{{}\"a\":1}}", "\"a\":1,".repeat(90_000)))),
        ("escapes", block(&format!("\"{}", "\\ud800".repeat(150_000)))),
        ("commas", block(&format!("[1{}]", ",".repeat(500_000)))),
        ("comments", block(&format!("{}{{}}", "<!-- -->".repeat(60_000)))),
        ("items", "<p itemscope itemprop=a itemtype=http://schema.org/Article>".repeat(60_000)),
        ("items side by side", "<b itemscope itemtype=x></b>".repeat(90_000)),
        (
            "properties inside each other",
            format!("{}{}", "<b itemscope>", "<i itemprop='a b c'>word ".repeat(400)).repeat(2)
                + &"<p>word ".repeat(50_000),
        ),
        (
            "references",
            many(20_000, &|n| {
                let (own, next) = (n % 100, (n + 1) % 100);
                format!("<div id=x{own} itemscope itemref='x{next} x{own} y'></div>")
            }) + &format!("<div id=y>{}</div>", "<i itemprop=a>w</i>".repeat(20_000)),
        ),
    ];
    for (what, html) in cases {
        let start = Instant::now();
        let page = page(&html);
        let _ = (Authors::of(&page), Dates::of(&page), Title::of(&page));
        assert!(start.elapsed() < SLOW, "{what}: {:?}", start.elapsed());
    }
}

#[test]
fn bylines_and_times_beyond_number_are_read_in_time() {
    for (what, piece) in [
        ("bylines", "<div class=author>"),
        ("closed bylines", "<div class=author>By Jane Doe</div>"),
        ("words", "<p>By Jane Doe"),
        ("times", "<time datetime=2024-05-01>"),
        ("items", "<p itemprop=author itemscope><i itemprop=x>"),
        ("links", "<a href=/author/jane rel=author>Jane</a>"),
        ("translations", "<link rel=alternate hreflang=de href=/a>"),
    ] {
        let start = Instant::now();
        let page = page(&piece.repeat((3 << 20) / piece.len()));
        let _ = (Authors::of(&page), Dates::of(&page), Title::of(&page));
        assert!(start.elapsed() < SLOW, "{what}: {:?}", start.elapsed());
    }
}

proptest! {
    #[test]
    fn any_script_can_be_read(json in "(\\PC|[\\[\\]{}\",:\\\\/<!>&;\n\t -]|&quot;|\"@type\"|\"a\"|//|/\\*|<!--|-->|true|null|1){0,60}") {
        let data = read(&block(&json));
        for found in &data.blocks {
            if let BlockOutcome::Broken(defect) = &found.outcome {
                prop_assert!(defect.line >= found.line);
                if let Some(repaired) = &defect.repaired {
                    prop_assert!(serde_json::from_str::<Json>(repaired).is_ok(), "{repaired}");
                }
            }
        }
    }

    #[test]
    fn any_bytes_in_a_script_can_be_read(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
        let _ = read(&block(&String::from_utf8_lossy(&bytes)));
    }

    #[test]
    fn what_is_json_is_never_called_broken(text in "\\PC{0,30}", number in any::<f64>(), key in "[a-z@]{1,8}") {
        prop_assume!(number.is_finite());
        let json = serde_json::json!({ "@type": "Article", key: [text, number, { "b": null }] });
        // A script ends at its end tag, and a comment in it may hide that.
        let written = json.to_string().replace('<', "\\u003c");
        let data = read(&block(&written));
        let is_parsed = matches!(data.blocks[0].outcome, BlockOutcome::Parsed { .. });
        prop_assert!(is_parsed, "{}", written);
    }
}
