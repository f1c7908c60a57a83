//! The operations of an API description: what the suites of the clients hold their requests
//! against.

use serde_json::{Map, Value, json};

/// Returns the operations as JSON, by their ids.
pub(super) fn written(document: &Value) -> Result<String, String> {
    let mut operations = Map::new();
    for (path, item) in document["paths"].as_object().ok_or("no paths")? {
        let is_at_root = item.get("servers").is_some();
        for method in ["get", "post", "put", "patch", "delete"] {
            let Some(operation) = item.get(method) else { continue };
            let id = operation["operationId"].as_str().ok_or(format!("{path}: no id"))?;
            let base = if is_at_root { "" } else { "/api/v1" };
            operations.insert(
                id.to_owned(),
                json!({
                    "method": method.to_uppercase(),
                    "path": format!("{base}{path}"),
                    "query": parameters(document, item, operation, "query"),
                    "headers": parameters(document, item, operation, "header"),
                    "body": fields(document, operation),
                }),
            );
        }
    }
    operations.sort_keys();
    let text = serde_json::to_string_pretty(&operations).map_err(|error| error.to_string())?;
    Ok(text + "\n")
}

fn parameters(document: &Value, item: &Value, operation: &Value, place: &str) -> Vec<String> {
    let all = [item, operation].into_iter().filter_map(|it| it["parameters"].as_array()).flatten();
    let all = all.map(|parameter| resolved(document, parameter));
    let here = all.filter(|parameter| parameter["in"] == place);
    here.filter_map(|parameter| parameter["name"].as_str()).map(str::to_owned).collect()
}

/// The fields of a JSON body.
fn fields(document: &Value, operation: &Value) -> Vec<String> {
    let schema = &operation["requestBody"]["content"]["application/json"]["schema"];
    let properties = resolved(document, schema)["properties"].as_object();
    properties.map(|all| all.keys().cloned().collect()).unwrap_or_default()
}

fn resolved<'a>(document: &'a Value, value: &'a Value) -> &'a Value {
    let target = value["$ref"].as_str().and_then(|target| target.strip_prefix('#'));
    target.and_then(|target| document.pointer(target)).unwrap_or(value)
}
