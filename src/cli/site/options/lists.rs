//! What only the file can say, and the forms of its values.

use std::ops::RangeInclusive;

use citable_checks::registry;
use citable_checks::report::PageKind;
use schemars::JsonSchema;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer};
use url::Url;

use crate::cli::nearest::nearest;
use crate::cli::page::page_url;

/// A check that is left out of causes and thresholds.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
#[schemars(rename = "IgnoredCheck")]
pub(in crate::cli::site) struct Ignored {
    /// ID of the check.
    #[serde(deserialize_with = "check")]
    pub(in crate::cli::site) check: String,
    /// Why it is ignored. Outputs show the reason.
    #[serde(deserialize_with = "reason")]
    #[schemars(length(min = 1))]
    pub(in crate::cli::site) reason: String,
    /// Globs of the paths where it is ignored. Default: everywhere.
    #[serde(default)]
    pub(in crate::cli::site) paths: Vec<String>,
}

/// The kind of the pages below a path.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(in crate::cli::site) struct KindRule {
    /// Glob of the path, such as `/blog/**`.
    pub(in crate::cli::site) path: String,
    /// Kind of those pages.
    pub(in crate::cli::site) kind: PageKind,
}

fn check<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    let id = String::deserialize(deserializer)?;
    if registry::explain(&id).is_some() {
        return Ok(id);
    }
    let names = nearest(&id, registry::explanations().map(|check| check.spec.id));
    let meant = match names.first() {
        Some(name) => format!("Did you mean {name}?"),
        None => "`citable checks` lists all checks".to_owned(),
    };
    Err(D::Error::custom(format!("check: there is no check `{id}`. {meant}")))
}

fn reason<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    let reason = String::deserialize(deserializer)?;
    match reason.trim().is_empty() {
        true => Err(D::Error::custom("reason: say why the check is ignored; outputs show it")),
        false => Ok(reason),
    }
}

/// Reads a number of which there is at least one.
pub(super) fn one_or_more<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<u32>, D::Error> {
    number(deserializer, 1..=u32::MAX, "expected a whole number of 1 or more")
}

/// Reads a score.
pub(super) fn score<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<u8>, D::Error> {
    number(deserializer, 0..=100, "expected a whole number from 0 to 100")
}

fn number<'de, D: Deserializer<'de>, T: TryFrom<i64> + PartialOrd>(
    deserializer: D,
    allowed: RangeInclusive<T>,
    expected: &str,
) -> Result<Option<T>, D::Error> {
    let given = i64::deserialize(deserializer)?;
    match T::try_from(given).ok().filter(|number| allowed.contains(number)) {
        Some(number) => Ok(Some(number)),
        None => Err(D::Error::custom(format!("{expected}, found {given}"))),
    }
}

pub(super) fn base_url<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<Url>, D::Error> {
    let text = String::deserialize(deserializer)?;
    page_url(&text).map(Some).map_err(|why| D::Error::custom(format!("base-url: {why}")))
}
