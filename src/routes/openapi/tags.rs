//! What operations are about.

use serde_json::{Value, json};

use crate::routes::table::ROUTES;

/// Every tag, in the order of the table, and what its operations are for.
const TAGS: [(&str, &str); 15] = [
    ("Scans", "Start scans, follow them, and read and compare their reports."),
    ("Sign-in", "Sign in by emailed link, sign out, and see who is calling."),
    ("API keys", "Create, list and revoke API keys. Sessions only."),
    ("History", "List and delete the account's scans. Lists need the Pro or Agency plan."),
    ("Account", "Read plan and usage, and manage email notifications."),
    ("Monitors", "Scan URLs every week and track AI answers. Needs the Pro or Agency plan."),
    ("Webhooks", "Deliver weekly monitor results to your endpoint. Needs the Agency plan."),
    ("Billing", "Buy and manage plans. Sessions only."),
    (CHAIN, "Internal: pause switch and status board for the service's own development."),
    ("Sandbox", "Real reports of synthetic pages to build a client against. Free and anonymous."),
    ("System", "Health, liveness and readiness probes."),
    ("Reference", "This API description in several forms, and documentation search."),
    ("Site", "Guides, check pages and metadata at the root of the site."),
    (PAYMENTS, "Internal: events of the payment provider."),
    (INTERNAL, "Internal: redirects and discovery routes that are not part of the API."),
];

const CHAIN: &str = "Chain";
const PAYMENTS: &str = "Payment events";
const INTERNAL: &str = "Internal";

/// True if clients of the API have no use for operations of that tag.
pub(super) fn is_internal(tag: &str) -> bool {
    [CHAIN, PAYMENTS, INTERNAL].contains(&tag)
}

/// Returns the tags that are used, in the order of the table.
pub(super) fn tags() -> Vec<Value> {
    let mut used: Vec<&str> = Vec::new();
    for route in ROUTES {
        if !used.contains(&route.doc.tag) {
            used.push(route.doc.tag);
        }
    }
    let tag = |name: &str| {
        let about = TAGS.iter().find(|(known, _)| *known == name).map_or("", |(_, about)| about);
        json!({ "name": name, "description": about })
    };
    used.into_iter().map(tag).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_tag_is_used_and_described() {
        let tags = tags();
        assert_eq!(tags.len(), TAGS.len());
        for tag in tags {
            assert!(tag["description"].as_str().is_some_and(|about| about.len() > 20), "{tag}");
        }
    }
}
