//! What the recommended fixes of real pages look like: how many there are, whether two of them edit
//! the same markup, and how much of what they give to paste is left for the reader to fill in.
//!
//! ```sh
//! cargo run -p citable-checks --example fix_survey -- [even | odd] [pages to print]
//! ```
//!
//! The pages lie in `../shared/data` beside the project, or where `CITABLE_TEST_DATA` says. The
//! first fixes of as many pages as asked for are printed.
#![expect(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a tool for the desk: it stops at what it did not foresee, and prints"
)]

#[expect(dead_code, reason = "what people noted down is not looked at here")]
mod support;

use std::collections::{BTreeMap, BTreeSet};

use citable_checks::evaluate::evaluate;
use citable_checks::page::snapshot::Snapshot;
use citable_checks::report::{RecommendedFix, Report, Status};
use serde_json::Value;
use support::{Case, cases, data_folder, in_parallel, snapshot};

/// How many fixes of a page are printed.
const PRINTED: usize = 3;
/// Words that stand for a value in a snippet.
const PLACEHOLDER_WORDS: [&str; 12] = [
    "ADDRESS OF",
    "NAME OF",
    "DAY OF",
    "TITLE OF",
    "TEXT OF",
    "VALUE OF",
    "SUCH AS",
    "URL OF",
    "YOUR ",
    "NUMBER OF",
    "DATE OF",
    "LIST OF",
];

/// Others, which are no words in capitals.
const OTHER_PLACEHOLDERS: [&str; 2] = ["…", "One or two sentences"];

/// What is counted.
#[derive(Default)]
struct Counts {
    pages: usize,
    fixes: usize,
    snippets: usize,
    equal_pairs: usize,
    overlapping_pairs: usize,
    pages_with_article_in_several: usize,
    pages_with_placeholder: usize,
    snippets_with_placeholder: usize,
    placeholders: BTreeMap<String, usize>,
    unparsed: Vec<String>,
    /// By check: pages on which pasting the block of its fix mends it, of those where it has one.
    pasted: BTreeMap<String, [usize; 2]>,
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let half = |word: &str| arguments.iter().any(|argument| argument == word);
    let printed: usize = arguments.iter().find_map(|text| text.parse().ok()).unwrap_or(0);
    let wanted = |place: usize| match (half("even"), half("odd")) {
        (true, false) => place.is_multiple_of(2),
        (false, true) => !place.is_multiple_of(2),
        _ => true,
    };
    let cases: Vec<Case> = cases(&data_folder());
    let cases: Vec<Case> = cases
        .into_iter()
        .enumerate()
        .filter(|(place, _)| wanted(*place))
        .map(|(_, case)| case)
        .collect();
    let step = (cases.len() / printed.max(1)).max(1);
    let surveyed = in_parallel(cases, |case| {
        let report = evaluate("00000000", &snapshot(&case), &mut |_| {}).ok()?;
        let fixes = report.recommendations.iter().filter_map(|one| one.full());
        let results = fixes.flat_map(|fix| pasted(&case, fix)).collect();
        Some((case, report, results))
    });
    let mut counts = Counts::default();
    for (place, (case, report, pasted)) in surveyed.into_iter().flatten().enumerate() {
        counts.add(&case, &report, pasted);
        if printed > 0 && place % step == 0 {
            print(&case, &report);
        }
    }
    counts.print();
}

/// The fixed checks, each with whether it passes once the block of that fix is pasted.
fn pasted(case: &Case, fix: &RecommendedFix) -> Vec<(String, bool)> {
    let Some(snippet) = fix.snippet.as_deref().filter(|text| text.contains("ld+json")) else {
        return Vec::new();
    };
    let html = String::from_utf8_lossy(&case.html);
    let Some((before, after)) = html.split_once("</head>") else { return Vec::new() };
    let html = format!("{before}{snippet}</head>{after}").into_bytes();
    let case = Case { html, id: String::new(), url: case.url.clone(), ..blank() };
    let snapshot: Snapshot = snapshot(&case);
    let Ok(report) = evaluate("00000000", &snapshot, &mut |_| {}) else { return Vec::new() };
    let status = |id: &String| report.checks.iter().find(|check| check.id == *id).unwrap().status;
    fix.check_ids.iter().map(|id| (id.clone(), status(id) == Status::Pass)).collect()
}

fn blank() -> Case {
    Case {
        id: String::new(),
        kind: String::new(),
        url: String::new(),
        html: Vec::new(),
        main_content: None,
        truth: [None, None, None],
        none_is_none: false,
    }
}

impl Counts {
    fn add(&mut self, case: &Case, report: &Report, pasted: Vec<(String, bool)>) {
        let fixes: Vec<&RecommendedFix> =
            report.recommendations.iter().filter_map(|one| one.full()).collect();
        self.pages += 1;
        self.fixes += fixes.len();
        for (id, passes) in pasted {
            let [passing, all] = self.pasted.entry(id.clone()).or_default();
            *passing += usize::from(passes);
            if !passes && matches!(id.as_str(), "jsonld-valid" | "dates-declared") {
                println!("{} {}: the block does not mend {id}", case.id, case.url);
            }
            *all += 1;
        }
        let snippets = fixes.iter().filter_map(|fix| Some((fix, fix.snippet.as_deref()?)));
        let snippets: Vec<(&&RecommendedFix, &str)> = snippets.collect();
        let mut any_placeholder = false;
        for (fix, snippet) in &snippets {
            self.snippets += 1;
            let held = placeholders(snippet);
            any_placeholder |= !held.is_empty();
            self.snippets_with_placeholder += usize::from(!held.is_empty());
            if !held.is_empty() {
                *self.placeholders.entry(format!("(fix) {}", fix.id)).or_default() += 1;
            }
            for one in held {
                *self.placeholders.entry(one).or_default() += 1;
            }
            if !is_sound(snippet) {
                self.unparsed.push(format!("{} {}", case.id, fix.id));
            }
        }
        self.pages_with_placeholder += usize::from(any_placeholder);
        let blocks: Vec<Markup> = snippets.iter().map(|(_, text)| Markup::of(text)).collect();
        for (place, one) in blocks.iter().enumerate() {
            for other in &blocks[place + 1..] {
                let is_equal = one.blocks.iter().any(|block| other.blocks.contains(block));
                self.equal_pairs += usize::from(is_equal);
                let overlaps = one.names.intersection(&other.names).next().is_some();
                self.overlapping_pairs += usize::from(is_equal || overlaps);
            }
        }
        let articles = blocks.iter().filter(|markup| markup.describes_article).count();
        self.pages_with_article_in_several += usize::from(articles > 1);
    }

    fn print(&self) {
        let of_pages = |count: usize| count * 1_000 / self.pages.max(1);
        let of_snippets = |count: usize| count * 1_000 / self.snippets.max(1);
        println!("pages                               {}", self.pages);
        println!("fixes per page, in tenths           {}", self.fixes * 10 / self.pages.max(1));
        println!("snippets                            {}", self.snippets);
        println!("pairs of fixes with an equal block  {}", self.equal_pairs);
        println!("pairs of fixes that overlap         {}", self.overlapping_pairs);
        println!("pages, Article in several fixes     {}", self.pages_with_article_in_several);
        println!(
            "pages with a placeholder            {} ({} of 1,000)",
            self.pages_with_placeholder,
            of_pages(self.pages_with_placeholder)
        );
        println!(
            "snippets with a placeholder         {} ({} of 1,000)",
            self.snippets_with_placeholder,
            of_snippets(self.snippets_with_placeholder)
        );
        println!("snippets that do not parse          {:?}", self.unparsed);
        println!("placeholders {:#?}", self.placeholders);
        println!("passes once the block is pasted, of {:#?}", self.pasted);
    }
}

/// What a snippet declares in JSON-LD.
#[derive(Default)]
struct Markup {
    /// Whole blocks.
    blocks: Vec<Value>,
    /// Properties of the page's own object that it writes.
    names: BTreeSet<String>,
    /// Whether it holds an Article, or a property of one.
    describes_article: bool,
}

impl Markup {
    fn of(snippet: &str) -> Self {
        let mut markup = Self::default();
        for text in scripts(snippet) {
            let Ok(block) = serde_json::from_str::<Value>(text) else { continue };
            let nodes = block["@graph"].as_array().map_or(vec![&block], |all| all.iter().collect());
            for node in nodes {
                let type_name = node["@type"].as_str().unwrap_or_default();
                let name = |key: &String| format!("{type_name} {key}");
                let keys = node.as_object().into_iter().flat_map(serde_json::Map::keys);
                let keys = keys.filter(|key| !key.starts_with('@'));
                markup.names.extend(keys.map(name));
                markup.describes_article |= type_name.ends_with("Article");
            }
            markup.blocks.push(block);
        }
        if let Ok(Value::Object(lines)) = properties(snippet) {
            markup.names.extend(lines.keys().map(|key| format!("Article {key}")));
            markup.describes_article |= !lines.is_empty() && !lines.contains_key("@context");
        }
        markup
    }
}

/// The texts of the JSON-LD blocks of a snippet.
fn scripts(snippet: &str) -> impl Iterator<Item = &str> {
    let rest = snippet.split("<script type=\"application/ld+json\">").skip(1);
    rest.filter_map(|part| part.split("</script>").next())
}

/// What begins as a property of an object, to the end of the snippet.
fn properties(snippet: &str) -> serde_json::Result<Value> {
    let start = snippet.lines().position(|line| line.starts_with('"'));
    let lines = snippet.lines().skip(start.unwrap_or(usize::MAX));
    serde_json::from_str(&format!("{{{}}}", lines.collect::<Vec<_>>().join("\n")))
}

fn is_sound(snippet: &str) -> bool {
    let are_json = scripts(snippet).all(|text| serde_json::from_str::<Value>(text).is_ok());
    let has_lines = snippet.lines().any(|line| line.starts_with('"'));
    let are_closed = ["p", "a", "time", "title", "h1", "script"].iter().all(|name| {
        let open = [format!("<{name} "), format!("<{name}>")];
        let opened: usize = open.iter().map(|tag| snippet.matches(tag.as_str()).count()).sum();
        opened == snippet.matches(&format!("</{name}>")).count()
    });
    are_json && are_closed && (!has_lines || properties(snippet).is_ok_and(|v| v != Value::Null))
}

/// The texts of a snippet that stand for a value.
fn placeholders(snippet: &str) -> Vec<String> {
    let texts = snippet.split(['"', '<', '>', '[', ']', '\n']).map(str::trim);
    let is_one = |text: &&str| {
        PLACEHOLDER_WORDS.iter().any(|word| text.contains(word))
            && text.split([',', '?']).next().is_some_and(|own| own == own.to_uppercase())
    };
    let mut found: BTreeSet<String> = texts.filter(is_one).map(str::to_owned).collect();
    let others = OTHER_PLACEHOLDERS.iter().filter(|text| snippet.contains(**text));
    found.extend(others.map(|text| (*text).to_owned()));
    found.into_iter().collect()
}

fn print(case: &Case, report: &Report) {
    println!(
        "== {} {} {} {:?} score {}",
        case.id, case.url, case.kind, report.page.kind, report.score
    );
    for fix in report.recommendations.iter().filter_map(|one| one.full()).take(PRINTED) {
        println!(
            "{}. {} {:?} gain {:?} effort {}",
            fix.rank, fix.title, fix.check_ids, fix.gain, fix.effort
        );
        for step in &fix.steps {
            println!("   - {step}");
        }
        for line in fix.snippet.iter().flat_map(|text| text.lines()) {
            println!("     | {line}");
        }
    }
}
