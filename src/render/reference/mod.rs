//! The API description in words, made of the OpenAPI document and of nothing else.

mod operation;
mod schema;

use std::fmt::Write as _;

use serde_json::Value;

use operation::{Detail, Operation, operations as all};

/// The whole description as Markdown, behind a head of metadata.
pub fn contract(document: &Value) -> String {
    let mut text = head(document);
    introduce(document, &mut text);
    text.push_str("\n## Operations\n\n| Operation | Summary |\n|---|---|\n");
    for operation in all(document) {
        let (name, summary) = (operation.name(), operation.text("summary"));
        let _infallible = writeln!(text, "| `{name}` | {summary} |");
    }
    text.push_str("\n## Common response headers\n\n");
    for (name, header) in schema::entries(&document["components"]["headers"]) {
        let meaning = header["description"].as_str().unwrap_or_default();
        let _infallible = writeln!(text, "- `{name}`: {meaning}");
    }
    by_tag(document, Detail::Whole, &mut text);
    text.push_str("\n## Types\n");
    for (name, one) in schema::entries(&document["components"]["schemas"]) {
        schema::section(name, one, &mut text);
    }
    text
}

/// Every operation as Markdown, each with a call to start from.
pub fn operations(document: &Value) -> String {
    let mut text = String::new();
    introduce(document, &mut text);
    let _infallible = write!(
        text,
        "\nErrors are JSON: `error` is a stable code, `message` says what to do, `requestId` is the \
         ID to quote in support requests. Types and headers are in the \
         [full description]({}/openapi.json.md).\n",
        base(document)
    );
    by_tag(document, Detail::Short, &mut text);
    elsewhere(document, &text)
}

/// Types are on another page.
fn elsewhere(document: &Value, text: &str) -> String {
    text.replace("](#", &format!("]({}/openapi.json.md#", base(document)))
}

/// One operation as a document of its own.
pub(crate) struct Described {
    /// What it is called in the description.
    pub(crate) id: String,
    /// What it does, in a line.
    pub(crate) summary: String,
    /// Its part of [`operations`].
    pub(crate) text: String,
}

/// Every operation as a document of its own.
pub(crate) fn each(document: &Value) -> Vec<Described> {
    let described = |operation: &Operation<'_>| {
        let mut text = String::new();
        operation.write(Detail::Short, &mut text);
        Described {
            id: operation.text("operationId").to_owned(),
            summary: operation.text("summary").to_owned(),
            text: elsewhere(document, &text).trim_start().to_owned(),
        }
    };
    all(document).iter().map(described).collect()
}

/// A short map of the API, in the form of llms.txt.
pub fn map(document: &Value) -> String {
    let (base, site) = (base(document), site(document));
    let mut text = format!(
        "# {}\n\n> {}\n\nThe REST API is at {base}. To score a page: POST {base}/scan with \
         {{\"url\":\"https://…\"}}, then poll GET {base}/scan/{{id}} until `status` is `done`. \
         Scans, reports, comparisons and the sandbox need no credentials; account data needs \
         `Authorization: Bearer <key>`. Errors are JSON with a code in `error`.\n\n\
         ## Reference\n\n\
         - [API description]({base}/openapi.json): OpenAPI 3.1\n\
         - [API description in Markdown]({base}/openapi.json.md): operations and types\n\
         - [Operations]({base}/docs.md): each operation with an example call\n\
         - [Authentication]({site}/auth.md): API keys, sessions, scopes, errors\n\
         - [Versioning]({site}/api-versioning.md): what may change, and how a version ends\n\
         - [Sandbox]({base}/sandbox.md): real reports to build a client against\n",
        info(document, "title"),
        info(document, "description"),
    );
    let all = all(document);
    let shown = |operation: &&Operation<'_>| !operation.is_internal();
    for tag in tags(document) {
        if !all.iter().filter(shown).any(|operation| operation.tag() == tag) {
            continue;
        }
        let _infallible = write!(text, "\n## {tag}\n\n");
        for operation in all.iter().filter(shown).filter(|operation| operation.tag() == tag) {
            let (method, address) = (operation.method(), operation.address());
            let _infallible = writeln!(text, "- {method} {address}: {}", operation.text("summary"));
        }
    }
    text
}

/// Metadata of the document, as front matter. JSON strings are YAML strings.
fn head(document: &Value) -> String {
    let base = base(document);
    let rows = [
        ("title", document["info"]["title"].clone()),
        ("description", document["info"]["description"].clone()),
        ("version", document["info"]["version"].clone()),
        ("openapi", document["openapi"].clone()),
        ("server", base.into()),
        ("source", format!("{base}/openapi.json").into()),
        ("operations", all(document).len().into()),
    ];
    let rows: String = rows.iter().map(|(name, value)| format!("{name}: {value}\n")).collect();
    format!("---\n{rows}---\n\n")
}

fn introduce(document: &Value, text: &mut String) {
    let (base, site) = (base(document), site(document));
    let _infallible = write!(
        text,
        "# {} API\n\n{}\n\nThe base URL is `{base}` unless an operation names another. See also \
         [authentication]({site}/auth.md) and [versioning]({site}/api-versioning.md).\n",
        info(document, "title"),
        info(document, "description"),
    );
}

fn by_tag(document: &Value, detail: Detail, text: &mut String) {
    let all = all(document);
    for tag in tags(document) {
        let _infallible = write!(text, "\n## {tag}\n");
        for operation in all.iter().filter(|operation| operation.tag() == tag) {
            operation.write(detail, text);
        }
    }
}

/// What operations are about, in the document's order.
fn tags(document: &Value) -> impl Iterator<Item = &str> {
    let tags = document["tags"].as_array().into_iter().flatten();
    tags.filter_map(|tag| tag["name"].as_str())
}

fn info<'d>(document: &'d Value, name: &str) -> &'d str {
    document["info"][name].as_str().unwrap_or_default()
}

/// The versioned base.
fn base(document: &Value) -> &str {
    document["servers"][0]["url"].as_str().unwrap_or_default()
}

/// The root of the site that it is on.
fn site(document: &Value) -> &str {
    let base = base(document);
    base.find("/api/").map_or(base, |end| &base[..end])
}

#[cfg(test)]
mod tests {
    use url::Url;

    use super::*;
    use crate::routes::openapi;

    fn described() -> Value {
        openapi::document(&Url::parse("https://citable.test/").unwrap())
    }

    #[test]
    fn every_operation_is_in_every_form() {
        let document = described();
        let texts = [contract(&document), operations(&document), map(&document)];
        let all = all(&document);
        assert!(all.len() > 40, "{}", all.len());
        for operation in all {
            for (text, name) in [
                (&texts[0], format!("### {}\n", operation.name())),
                (&texts[1], format!("### {}\n", operation.name())),
            ] {
                assert_eq!(text.matches(&name).count(), 1, "{name}");
            }
            let row = format!("- {} {}: ", operation.method(), operation.address());
            let rows = if operation.is_internal() { 0 } else { 1 };
            assert_eq!(texts[2].matches(&row).count(), rows, "{row}");
            for text in &texts[..2] {
                assert!(text.contains(operation.text("summary")), "{}", operation.name());
            }
        }
    }

    #[test]
    fn the_contract_loses_nothing() {
        let document = described();
        let text = contract(&document);
        for (name, schema) in schema::entries(&document["components"]["schemas"]) {
            assert_eq!(text.matches(&format!("\n### {name}\n")).count(), 1, "{name}");
            for (property, _) in schema::entries(&schema["properties"]) {
                assert!(text.contains(&format!("| `{property}` |")), "{name}.{property}");
            }
        }
        for operation in all(&document) {
            for (status, response) in operation.responses() {
                let told = response["description"].as_str().unwrap();
                assert!(text.contains(&format!("| {status} |")) && text.contains(told), "{told}");
                for (header, _) in schema::entries(&response["headers"]) {
                    assert!(text.contains(&format!("`{header}`: ")), "{header}");
                }
            }
            for parameter in operation.parameters() {
                let name = parameter["name"].as_str().unwrap();
                assert!(text.contains(&format!("| `{name}` |")), "{name}");
            }
        }
    }

    #[test]
    fn links_within_a_page_lead_somewhere() {
        let document = described();
        let text = contract(&document);
        let anchors = text.split("](#").skip(1).map(|rest| rest.split(')').next().unwrap());
        let headings: Vec<String> =
            text.lines().filter_map(|line| line.strip_prefix("### ")).map(anchor_of).collect();
        let mut links = 0;
        for anchor in anchors {
            assert!(headings.iter().any(|heading| heading == anchor), "{anchor}");
            links += 1;
        }
        assert!(links > 100, "{links}");
    }

    fn anchor_of(heading: &str) -> String {
        heading.to_lowercase().replace(' ', "-")
    }

    #[test]
    fn every_call_can_be_pasted() {
        let text = operations(&described());
        let calls: Vec<&str> =
            text.split("```sh\n").skip(1).filter_map(|rest| rest.split("\n```").next()).collect();
        assert_eq!(calls.len(), all(&described()).len());
        for call in calls {
            let address = call.split('\'').nth(1).unwrap();
            assert!(!address.contains('{') && !call.contains("@body"), "{call}");
            assert!(!call.contains("''") && !call.contains("null"), "{call}");
        }
    }

    #[test]
    fn tables_have_whole_rows() {
        let document = described();
        for text in [contract(&document), operations(&document)] {
            let mut columns = 0;
            for line in text.lines() {
                let cells = line.replace("\\|", "").matches('|').count();
                if line.starts_with('|') {
                    assert!(columns == 0 || cells == columns, "{line}");
                    columns = cells;
                } else {
                    columns = 0;
                }
            }
        }
    }

    #[test]
    fn the_forms_read_well() {
        let document = described();
        insta::assert_snapshot!("map", map(&document));
        let part = |text: &str, heading: &str| {
            let start = text.find(heading).unwrap();
            let rest = &text[start + 4..];
            text[start..start + 4 + rest.find("\n### ").unwrap_or(rest.len())].to_owned()
        };
        let text = contract(&document);
        insta::assert_snapshot!("contract_head", &text[..text.find("\n## Operations").unwrap()]);
        insta::assert_snapshot!("contract_scan", part(&text, "### POST /scan\n"));
        insta::assert_snapshot!("contract_type", part(&text, "### ScanRequest\n"));
        insta::assert_snapshot!("contract_choice", part(&text, "### ScoreBand\n"));
        let text = operations(&document);
        insta::assert_snapshot!("operations_scan", part(&text, "### POST /scan\n"));
        insta::assert_snapshot!("operations_unsubscribe", part(&text, "### POST /unsubscribe\n"));
    }
}
