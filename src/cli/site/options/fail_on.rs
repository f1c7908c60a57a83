//! What a site may not fail.

use std::borrow::Cow;
use std::str::FromStr;

use citable_checks::site::Rule;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::Deserialize;

use crate::cli::nearest::nearest;
use crate::cli::scan;

/// What rules of a site begin with.
const SITE: &str = "site:";

/// A check, a category of checks, or a rule of the whole site that may not fail.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub(in crate::cli::site) enum FailOn {
    /// A check or a category.
    Page(scan::FailOn),
    /// A rule.
    Site(Rule),
}

impl FromStr for FailOn {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let wanted = text.trim().to_ascii_lowercase();
        let Some(name) = wanted.strip_prefix(SITE) else {
            let page = wanted.parse().map(Self::Page);
            return page.map_err(|why| match Rule::parse(&wanted) {
                Some(rule) => format!("`{rule}` is a rule of the whole site. Use {SITE}{rule}"),
                None => why,
            });
        };
        if let Some(rule) = Rule::parse(name) {
            return Ok(Self::Site(rule));
        }
        let all = || Rule::ALL.into_iter().map(Rule::id);
        let names = nearest(name, all());
        let meant = if names.is_empty() { all().collect() } else { names };
        Err(format!("no such site rule: {name}. Use site: and one of {}", meant.join(", ")))
    }
}

impl TryFrom<String> for FailOn {
    type Error = String;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        text.parse().map_err(|why| format!("fail-on: {why}"))
    }
}

impl JsonSchema for FailOn {
    fn schema_name() -> Cow<'static, str> {
        "FailOn".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "type": "string",
            "description": "ID or number of a check, a category, or site: and a rule.",
        })
    }
}
