//! What an answer leads to: where in it the id stands that another operation asks for.

use serde_json::{Value, json};

/// One way on.
struct Link {
    /// The operation that answers.
    from: &'static str,
    /// Where the ID is in its body.
    at: &'static str,
    /// The operations that ask for it.
    to: &'static [&'static str],
    /// What they call it.
    parameter: &'static str,
}

const LINKS: [Link; 8] = [
    Link {
        from: "createScan",
        at: "/id",
        to: &["readScan", "followScan", "readInstructions", "deleteScan"],
        parameter: "id",
    },
    Link { from: "createScan", at: "/id", to: &["readBatch"], parameter: "ids" },
    Link { from: "createScan", at: "/url", to: &["compareScans"], parameter: "url" },
    Link {
        from: "listHistory",
        at: "/entries/0/urlHash",
        to: &["listScansOfPage", "deleteScansOfPage"],
        parameter: "urlHash",
    },
    Link {
        from: "createMonitor",
        at: "/monitor/id",
        to: &["recordTrackingConsent", "withdrawTrackingConsent", "deleteMonitor"],
        parameter: "id",
    },
    Link { from: "createKey", at: "/key/id", to: &["revokeKey"], parameter: "id" },
    Link { from: "listFixtures", at: "/fixtures/0/id", to: &["readFixture"], parameter: "id" },
    Link {
        from: "listFixtures",
        at: "/fixtures/0/id",
        to: &["readFixtureBatch"],
        parameter: "ids",
    },
];

/// Adds them to every answer that has such a body.
pub(super) fn add(document: &mut Value) {
    let items = document["paths"].as_object_mut().into_iter().flatten();
    let operations = items.flat_map(|(_, item)| item.as_object_mut().into_iter().flatten());
    for (_, operation) in operations.filter(|(key, _)| *key != "servers") {
        let links: Vec<&Link> =
            LINKS.iter().filter(|link| operation["operationId"] == link.from).collect();
        for (_, response) in operation["responses"].as_object_mut().into_iter().flatten() {
            let body = example_of(response);
            let fitting = links.iter().filter(|link| body.pointer(link.at).is_some());
            let ways: serde_json::Map<_, _> = fitting.flat_map(|link| ways(link)).collect();
            if !ways.is_empty() {
                response["links"] = ways.into();
            }
        }
    }
}

/// The body that an answer has in the description.
pub(super) fn example_of(response: &Value) -> &Value {
    &response["content"]["application/json"]["example"]
}

/// One link object for each operation that asks for the id.
fn ways(link: &Link) -> impl Iterator<Item = (String, Value)> {
    let value = format!("$response.body#{}", link.at);
    link.to.iter().map(move |to| {
        let way = json!({ "operationId": to, "parameters": { link.parameter: value } });
        ((*to).to_owned(), way)
    })
}
