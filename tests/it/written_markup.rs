//! The JSON-LD that `citable fix` writes, before a reader of JSON-LD that nobody of this project
//! wrote: it is valid, and complete for its type, or it isn't written.

use std::path::Path;

use citable_test_support::foreign::{Packages, said};
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::world::citable;

const READER: Packages = Packages { name: "json-ld", python: &["PyLD==2.0.4"], javascript: &[] };

/// Reads every block of the files that it is told, expands it, and prints the types of its nodes.
const READ: &str = r#"
import datetime, html.parser, json, pathlib, sys, urllib.parse
from pyld import jsonld

VOCABULARY = 'https://schema.org/'
LINKS = {'url', 'image', 'logo', 'sameAs', 'mainEntityOfPage'}
CONTEXT = {'@vocab': VOCABULARY, **{name: {'@type': '@id'} for name in LINKS}}
NEEDED = {
    'Article': {'headline', 'author', 'datePublished', 'image'},
    'NewsArticle': {'headline', 'author', 'datePublished', 'image'},
    'TechArticle': {'headline', 'mainEntityOfPage'},
    'WebSite': {'name', 'url'},
    'Organization': {'name', 'url'},
    'Person': {'name'},
}

def load(url, options):
    assert url.rstrip('/') == 'https://schema.org', url
    return {'contentType': 'application/ld+json', 'contextUrl': None, 'documentUrl': url,
            'document': {'@context': CONTEXT}}

class Blocks(html.parser.HTMLParser):
    def __init__(self):
        super().__init__()
        self.inside, self.found = False, []
    def handle_starttag(self, tag, attributes):
        self.inside = tag == 'script' and dict(attributes).get('type') == 'application/ld+json'
        if self.inside:
            self.found.append('')
    def handle_endtag(self, tag):
        self.inside = False
    def handle_data(self, data):
        if self.inside:
            self.found[-1] += data

def once(pairs):
    names = [name for name, _ in pairs]
    assert len(names) == len(set(names)), names
    return dict(pairs)

def check(node, types):
    if isinstance(node, list):
        for one in node:
            check(one, types)
    elif isinstance(node, dict) and '@value' not in node:
        for kind in node.get('@type', []):
            assert kind.startswith(VOCABULARY), kind
            name = kind[len(VOCABULARY):]
            own = {key[len(VOCABULARY):] for key in node if key.startswith(VOCABULARY)}
            assert NEEDED[name] <= own, (name, own)
            types.append(name)
        if '@id' in node:
            assert urllib.parse.urlparse(node['@id']).scheme in ('http', 'https'), node
        for key, value in node.items():
            if key.startswith(VOCABULARY + 'date'):
                datetime.datetime.fromisoformat(value[0]['@value'])
            if not key.startswith('@'):
                check(value, types)

answer = {}
for name in json.load(sys.stdin):
    blocks, types = Blocks(), []
    blocks.feed(pathlib.Path(name).read_bytes().decode('utf-8'))
    for block in blocks.found:
        value = json.loads(block, object_pairs_hook=once)
        check(jsonld.expand(value, {'documentLoader': load}), types)
    answer[pathlib.Path(name).name] = sorted(types)
print(json.dumps(answer))
"#;

fn page(head: &str, title: &str, byline: &str) -> String {
    let prose = "Green tea should be steeped in water that is not quite boiling, because boiling \
                 water makes the leaves taste bitter. Most people who drink it every day let the \
                 kettle stand for a few minutes before they pour. "
        .repeat(3);
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <title>{title}</title>\n{head}</head>\n<body><main><article>\n<h1>{title}</h1>\n{byline}\
         <p>{prose}</p>\n<h2>What to do</h2>\n<p>{prose}</p>\n</article></main></body>\n</html>\n"
    )
}

fn write(folder: &Path) -> Vec<(&'static str, Vec<&'static str>)> {
    let article = "<meta property=\"og:type\" content=\"article\">\n\
                   <meta property=\"og:image\" content=\"https://leaf.example/tea.png\">\n\
                   <meta property=\"article:published_time\" content=\"2026-03-05T10:00:00Z\">\n";
    let author = "<meta name=\"author\" content=\"Jane Doe\">\n";
    let byline =
        "<p class=\"meta\">By <a rel=\"author\" href=\"/jane\">Jane Doe</a> · March 5, 2026</p>\n";
    let broken = "<script type=\"application/ld+json\">{“@context”: “https://schema.org”, “@type”: \
                  “Article”, “headline”: “Tea”, “author”: {“@type”: “Person”, “name”: “Jane Doe”}, \
                  “datePublished”: “2026-03-05”, “image”: “https://leaf.example/tea.png”,}</script>\n";
    let whole = format!("{article}{author}");
    let pages = [
        (
            "whole.html",
            page(&whole, "How to brew green tea well", byline),
            vec!["Article", "Person"],
        ),
        (
            "marks.html",
            page(&whole, "Tea &lt;/script&gt; &amp; “cups” \"now\"", byline),
            vec!["Article", "Person"],
        ),
        ("nobody.html", page(article, "How to brew black tea well", ""), vec![]),
        (
            "broken.html",
            page(&format!("{whole}{broken}"), "Tea", byline),
            vec!["Article", "Person"],
        ),
    ];
    pages
        .map(|(name, text, types)| {
            std::fs::write(folder.join(name), text).unwrap();
            (name, types)
        })
        .to_vec()
}

#[test]
fn what_is_written_is_valid_and_complete_for_its_type() {
    let Some(reader) = READER.installed() else { return };
    let folder = TempDir::new().unwrap();
    let expected = write(folder.path());
    let mut command = citable(&["fix", ".", "--base-url", "https://leaf.example/", "--apply"]);
    command.args(["--now", "2026-11-21T00:00:00Z", "--no-config"]).current_dir(folder.path());
    let output = command.output().unwrap();
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{told}");
    let names: Vec<_> = expected.iter().map(|(name, _)| folder.path().join(name)).collect();
    let mut python = reader.python();
    python.args(["-c", READ]);
    let found: Value = serde_json::from_str(&said(python, &json!(names).to_string())).unwrap();
    let expected: serde_json::Map<String, Value> =
        expected.into_iter().map(|(name, types)| (name.to_owned(), json!(types))).collect();
    assert_eq!(found, Value::Object(expected), "{told}");
}
