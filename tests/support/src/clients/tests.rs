use std::collections::BTreeSet;
use std::path::PathBuf;

use serde_json::{Value, json};

use super::generated;
use crate::program::workspace;

fn document() -> Value {
    serde_json::from_str(&read("docs/openapi.json")).unwrap()
}

fn read(path: &str) -> String {
    let path: PathBuf = workspace().join(path);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The paths of generated files that are not as they are in the repository.
fn outdated(document: &Value) -> Vec<&'static str> {
    let files = generated(document).unwrap();
    files.iter().filter(|file| read(file.path) != file.text).map(|file| file.path).collect()
}

/// The document, changed at one place.
fn changed(pointer: &str, change: impl FnOnce(&mut Value)) -> Value {
    let mut document = document();
    change(document.pointer_mut(pointer).unwrap());
    document
}

#[test]
fn the_generated_files_follow_from_the_description() {
    assert_eq!(outdated(&document()), [""; 0], "run `just docs`");
}

#[test]
fn a_changed_route_field_or_enumeration_is_noticed() {
    let types =
        ["clients/python/src/citable_client/types.py", "clients/javascript/types/schema.d.ts"];
    let field = changed("/components/schemas/Health/properties", |fields| {
        fields["mood"] = json!({ "type": "string" });
    });
    assert_eq!(outdated(&field), types);
    let optional = changed("/components/schemas/Health/required", |names| {
        names.as_array_mut().unwrap().pop();
    });
    assert_eq!(outdated(&optional), types);
    let enumeration = changed("/components/schemas/ScoreBand/enum", |values| {
        values.as_array_mut().unwrap().push(json!("superb"));
    });
    assert_eq!(outdated(&enumeration), types);
    let nullable = changed("/components/schemas/Health/properties/uptimeSec", |field| {
        field["type"] = json!(["integer", "null"]);
    });
    assert_eq!(outdated(&nullable), types);
    let route = changed("/paths", |paths| {
        let moved = paths["/account/usage"].take();
        paths["/account/use"] = moved;
    });
    assert_eq!(outdated(&route), ["clients/vectors/operations.json"]);
    let parameter = changed("/paths/~1healthz/get/parameters/0/name", |name| *name = json!("far"));
    assert_eq!(outdated(&parameter), ["clients/vectors/operations.json"]);
}

#[test]
fn what_the_generator_does_not_know_is_an_error() {
    for schema in [
        json!({ "type": "string", "contentEncoding": "base64" }),
        json!({ "allOf": [{ "type": "string" }] }),
        json!({ "type": "array" }),
        json!({ "type": "tuple" }),
        json!({ "$ref": "other.json#/x" }),
        json!({ "enum": [1.5, 2.5] }),
        json!({ "properties": {}, "additionalProperties": { "type": "string" } }),
        json!({ "properties": {}, "patternProperties": {} }),
        json!(true),
    ] {
        let error = generated(&json!({
            "components": { "schemas": { "Strange": { "properties": { "field": schema } } } },
            "paths": {},
        }));
        let error = error.map(|_| ()).unwrap_err();
        assert!(error.starts_with("Strange: field: "), "{schema}: {error}");
    }
}

#[test]
fn every_kind_of_type_is_written_in_both_languages() {
    let fields = json!({
        "plain": { "type": "string", "description": "A \"\"\" text */ with marks." },
        "several": { "type": ["integer", "null"] },
        "constant": { "const": true, "type": "boolean" },
        "single": { "enum": ["done"], "type": "string" },
        "open": { "enum": ["a", "b", null], "type": ["string", "null"] },
        "map": { "type": "object", "additionalProperties": { "type": "number" } },
        "list": { "type": "array", "items": { "anyOf": [{ "$ref": "#/components/schemas/Other" }, { "type": "null" }] } },
        "anything": {},
    });
    let document = json!({
        "components": { "schemas": {
            "Thing": { "properties": fields, "required": ["plain"] },
            "Other": { "properties": { "from": { "type": "string" } }, "required": ["from"] },
        } },
        "paths": {},
    });
    let files = generated(&document).unwrap();
    for line in [
        "class Thing(ThingRequired, total=False):",
        "    \"\"\"A ''' text */ with marks.\"\"\"",
        "    several: int | None",
        "    constant: Literal[True]",
        "    single: Literal[\"done\"]",
        "    open: Literal[\"a\", \"b\"] | str | None",
        "    map: dict[str, float]",
        "    list: list[Other | None]",
        "    anything: Any",
        "        \"from\": \"str\",",
    ] {
        assert!(files[0].text.lines().any(|found| found == line), "{line}\n{}", files[0].text);
    }
    for line in [
        "  /** A \"\"\" text * / with marks. */",
        "  plain: string;",
        "  several?: number | null;",
        "  constant?: true;",
        "  single?: \"done\";",
        "  open?: \"a\" | \"b\" | (string & {}) | null;",
        "  map?: Record<string, number>;",
        "  list?: Array<Other | null>;",
        "  anything?: unknown;",
    ] {
        assert!(files[1].text.lines().any(|found| found == line), "{line}\n{}", files[1].text);
    }
}

#[test]
fn every_operation_is_a_method_or_left_out_with_a_reason() {
    let coverage = read("clients/coverage.toml");
    let entries = coverage.lines().filter_map(|line| line.split_once(" = "));
    let mut covered = BTreeSet::new();
    for (operation, value) in entries {
        assert!(covered.insert(operation.to_owned()), "{operation} is there twice");
        assert!(value.len() > 4, "{operation} has neither a method nor a reason");
    }
    let operations: Value = serde_json::from_str(&read("clients/vectors/operations.json")).unwrap();
    let known: BTreeSet<String> = operations.as_object().unwrap().keys().cloned().collect();
    assert_eq!(covered, known);
}

#[test]
fn the_packages_have_the_licences_of_the_project() {
    for licence in ["LICENSE-APACHE", "LICENSE-MIT"] {
        for package in ["python", "javascript"] {
            assert_eq!(read(&format!("clients/{package}/{licence}")), read(licence));
        }
    }
}

#[test]
fn both_packages_have_one_version() {
    let versions = [
        ("clients/python/src/citable_client/_version.py", "VERSION = \""),
        ("clients/javascript/src/version.js", "VERSION = \""),
        ("clients/javascript/package.json", "\"version\": \""),
        ("clients/javascript/package-lock.json", "\"version\": \""),
    ]
    .map(|(path, before)| {
        let text = read(path);
        let (_, after) = text.split_once(before).unwrap();
        after.split('"').next().unwrap().to_owned()
    });
    assert!(versions.iter().all(|version| *version == versions[0]), "{versions:?}");
}
