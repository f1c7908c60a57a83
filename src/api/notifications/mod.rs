//! Notification preferences of an account, managed in a session only.

mod doc;

use citable_actors::notifications::{Preferences, PreferencesPatch};
use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize};

use super::reports::per_viewer;
use crate::http::call::Call;
use crate::http::problem::{OK, Problem};
use crate::http::reply::{self, Response};

pub(crate) use doc::{CHANGE, READ};

/// Email notification preferences.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "NotificationPreferences")]
pub struct NotificationsView {
    /// Master switch. If false, no notifications are sent, whatever the other flags say. Sign-in
    /// links are always sent.
    pub all: bool,
    /// Weekly report on monitored pages.
    pub weekly_report: bool,
    /// Alert if a monitored page loses points.
    pub score_drop: bool,
    /// Alert if a monitored page cannot be scanned.
    pub monitor_failure: bool,
    /// Alert if webhooks are paused.
    pub webhook_paused: bool,
    /// Notices about the subscription.
    pub billing: bool,
}

/// Body of `POST /notifications`. Flags that are left out keep their values.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(rename = "NotificationPreferencesPatch")]
pub struct NotificationsPatch {
    /// Master switch.
    #[serde(default, deserialize_with = "named")]
    #[schemars(with = "bool", skip_serializing_if = "Option::is_none")]
    pub all: Option<bool>,
    /// Weekly report on monitored pages.
    #[serde(default, deserialize_with = "named")]
    #[schemars(with = "bool", skip_serializing_if = "Option::is_none")]
    pub weekly_report: Option<bool>,
    /// Alert if a monitored page loses points.
    #[serde(default, deserialize_with = "named")]
    #[schemars(with = "bool", skip_serializing_if = "Option::is_none")]
    pub score_drop: Option<bool>,
    /// Alert if a monitored page cannot be scanned.
    #[serde(default, deserialize_with = "named")]
    #[schemars(with = "bool", skip_serializing_if = "Option::is_none")]
    pub monitor_failure: Option<bool>,
    /// Alert if webhooks are paused.
    #[serde(default, deserialize_with = "named")]
    #[schemars(with = "bool", skip_serializing_if = "Option::is_none")]
    pub webhook_paused: Option<bool>,
    /// Notices about the subscription.
    #[serde(default, deserialize_with = "named")]
    #[schemars(with = "bool", skip_serializing_if = "Option::is_none")]
    pub billing: Option<bool>,
}

/// A flag that is named has a value: null is none.
fn named<'de, D: Deserializer<'de>>(flag: D) -> Result<Option<bool>, D::Error> {
    bool::deserialize(flag).map(Some)
}

impl From<Preferences> for NotificationsView {
    fn from(row: Preferences) -> Self {
        Self {
            all: row.everything,
            weekly_report: row.weekly_report,
            score_drop: row.score_drop,
            monitor_failure: row.monitor_failure,
            webhook_paused: row.webhook_paused,
            billing: row.billing,
        }
    }
}

impl From<NotificationsPatch> for PreferencesPatch {
    fn from(patch: NotificationsPatch) -> Self {
        Self {
            everything: patch.all,
            weekly_report: patch.weekly_report,
            score_drop: patch.score_drop,
            monitor_failure: patch.monitor_failure,
            webhook_paused: patch.webhook_paused,
            billing: patch.billing,
        }
    }
}

/// Reads the flags.
pub(crate) async fn read(call: Call) -> Result<Response, Problem> {
    Ok(answer(&of_account(&call).await?))
}

/// Returns the account's flags.
pub(crate) async fn of_account(call: &Call) -> Result<NotificationsView, Problem> {
    Ok(call.app().handles.reader.preferences(owner(call)?).await?.into())
}

/// Writes the flags that are named.
pub(crate) async fn change(call: Call) -> Result<Response, Problem> {
    // No flag is required, so a body without any need not be there.
    let patch = match &call.content.value {
        Some(_) => call.fields::<NotificationsPatch>()?,
        None => NotificationsPatch::default(),
    };
    Ok(answer(&set(&call, patch).await?))
}

/// Writes the flags that are named; returns all of them.
pub(crate) async fn set(
    call: &Call,
    patch: NotificationsPatch,
) -> Result<NotificationsView, Problem> {
    let account = owner(call)?;
    Ok(call.app().handles.notifications.change(account, patch.into()).await?.into())
}

fn answer(preferences: &NotificationsView) -> Response {
    per_viewer(reply::json(OK, preferences))
}

fn owner(call: &Call) -> Result<String, Problem> {
    let account = call.caller.account().ok_or_else(Problem::internal)?;
    Ok(account.id.clone())
}
