//! What accounts are told by mail: from what happened to a notice that a unit of work stores.

use citable_checks::report::{GainKind, Recommendation};
use citable_schema::{Notice, NoticeKind};
use serde::{Deserialize, Serialize};

use crate::ids::{Prefix, new_id};
use crate::secrets::{Purpose, Secrets, hash_of};

/// How long a notification is tried before it is dropped.
pub(crate) const NEWS_LIFETIME_MS: i64 = 3 * 24 * 60 * 60 * 1_000;
/// So many fixes are named for a page, the best ones.
pub(crate) const FIXES_NAMED: usize = 3;

/// A notification to the owner of an account.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum News {
    /// How the monitored pages did this week.
    WeeklyReport(WeeklyReport),
    /// A monitored page lost points.
    ScoreDrop(PageChange),
    /// A monitored page could not be scanned.
    MonitorFailure(PageFailure),
    /// No more webhooks are sent.
    WebhookPaused(WebhookPaused),
    /// Something about the subscription.
    Billing(BillingNotice),
}

/// What became of a subscription.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "event")]
pub(crate) enum BillingNotice {
    /// A payment is overdue.
    PastDue {
        /// The plan that is paid for.
        plan: String,
        /// When it ends without the payment, in milliseconds since 1970.
        until: Option<i64>,
    },
    /// The plan is over.
    Ended {
        /// The plan.
        plan: String,
    },
}

/// How all monitored pages of an account did.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct WeeklyReport {
    /// The pages that were scanned.
    pub(crate) pages: Vec<PageChange>,
    /// Those that could not be.
    pub(crate) failures: Vec<PageFailure>,
}

/// What a scan found, beside the scan before.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct PageChange {
    /// The page's address.
    pub(crate) url: String,
    /// `scn_…`, whose report says more.
    pub(crate) scan_id: String,
    /// 0 to 100.
    pub(crate) score: i32,
    /// The score of the scan before; none where there was none.
    pub(crate) previous_score: Option<i32>,
    /// The best fixes, best first; at most [`FIXES_NAMED`] are shown.
    pub(crate) fixes: Vec<FixLine>,
    /// What engines said, in the weekly report; apart from the score.
    #[serde(default)]
    pub(crate) engines: Vec<EngineLine>,
}

/// What one engine said about a page.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct EngineLine {
    /// What people call it.
    pub(crate) name: String,
    /// Questions that it answered.
    pub(crate) answered: usize,
    /// Answers that cite the page or its site.
    pub(crate) cited: usize,
    /// The best place at which one does, from 1 on.
    pub(crate) best_position: Option<u32>,
}

/// A fix on one line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct FixLine {
    /// What to do.
    pub(crate) title: String,
    /// Points that it adds; none if unknown.
    pub(crate) gain: Option<u8>,
    /// What the gain is.
    pub(crate) gain_kind: GainKind,
}

/// A page that could not be scanned.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct PageFailure {
    /// The page's address.
    pub(crate) url: String,
    /// Why, in words for people.
    pub(crate) message: String,
}

/// Webhooks to this address have stopped.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct WebhookPaused {
    /// The endpoint's address.
    pub(crate) url: String,
    /// Why.
    pub(crate) reason: PauseReason,
}

/// Why webhooks stop unasked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum PauseReason {
    /// Every delivery failed for days.
    Failing,
    /// The endpoint answered 410: it is gone for good.
    Gone,
}

/// What a notification mail is written from.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct NewsData {
    /// What the token of its link is derived from.
    pub(super) seed: String,
    pub(super) news: News,
}

impl News {
    pub(super) fn kind(&self) -> NoticeKind {
        match self {
            Self::WeeklyReport(_) => NoticeKind::WeeklyReport,
            Self::ScoreDrop(_) => NoticeKind::ScoreDrop,
            Self::MonitorFailure(_) => NoticeKind::MonitorFailure,
            Self::WebhookPaused(_) => NoticeKind::WebhookPaused,
            Self::Billing(_) => NoticeKind::Billing,
        }
    }

    /// The notice for `schema`'s units: with an id of its own, and with what the token of its
    /// unsubscribe link is derived from.
    pub(crate) fn into_notice(self, secrets: &Secrets, now: i64) -> Notice {
        let link = secrets.new_token(Purpose::UnsubscribeLinks);
        let kind = self.kind();
        let data = NewsData { seed: link.seed, news: self };
        Notice {
            mail_id: new_id(Prefix::Message),
            kind,
            // Plain values with named fields cannot fail; a mail without data is given up as such.
            data: serde_json::to_string(&data).unwrap_or_default(),
            token_hash: hash_of(&link.token),
            not_after: Some(now.saturating_add(NEWS_LIFETIME_MS)),
        }
    }
}

impl FixLine {
    /// The best fixes of a stored report that are not locked; none where it cannot be read.
    pub(crate) fn best_of(report: &[u8]) -> Vec<Self> {
        let stored: Recommended = serde_json::from_slice(report).unwrap_or_default();
        let shown = stored.recommendations.iter().filter_map(Recommendation::full);
        let lines = shown.map(|fix| Self {
            title: fix.title.clone(),
            gain: fix.gain,
            gain_kind: fix.gain_kind,
        });
        lines.take(FIXES_NAMED).collect()
    }
}

/// The part of a report that is read here.
#[derive(Default, Deserialize)]
struct Recommended {
    recommendations: Vec<Recommendation>,
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn fix(rank: u32, gain: Option<u8>) -> serde_json::Value {
        json!({
            "rank": rank, "id": format!("fix-{rank}"), "checkIds": [], "locked": false,
            "title": format!("Do {rank}"), "why": "", "steps": [], "verify": "", "effort": 1,
            "gain": gain, "gainKind": "exact", "projectedScore": null, "evidence": [],
        })
    }

    #[test]
    fn the_first_three_fixes_that_are_not_locked_are_named() {
        let report = json!({ "recommendations": [
            fix(1, Some(8)),
            { "rank": 2, "locked": true, "title": "Do 2" },
            fix(3, None), fix(4, Some(1)), fix(5, Some(1)),
        ]});
        let lines = FixLine::best_of(report.to_string().as_bytes());
        let named: Vec<_> = lines.iter().map(|line| (line.title.as_str(), line.gain)).collect();
        assert_eq!(named, [("Do 1", Some(8)), ("Do 3", None), ("Do 4", Some(1))]);
        assert_eq!(FixLine::best_of(b"nonsense"), []);
    }

    #[test]
    fn a_notice_holds_a_seed_and_the_hash_of_its_token() {
        let secrets = Secrets::ephemeral();
        let failure = PageFailure { url: "https://a.example/".into(), message: "m".into() };
        let news = News::MonitorFailure(failure);
        let notice = news.clone().into_notice(&secrets, 1_000);
        assert_eq!(notice.kind, NoticeKind::MonitorFailure);
        assert_eq!(notice.not_after, Some(1_000 + NEWS_LIFETIME_MS));
        assert!(crate::ids::is_id(Prefix::Message, &notice.mail_id));
        let data: NewsData = serde_json::from_str(&notice.data).unwrap();
        assert_eq!(data.news, news);
        let token = secrets.token_of(Purpose::UnsubscribeLinks, &data.seed).unwrap();
        assert_eq!(hash_of(&token), notice.token_hash);
        assert!(!notice.data.contains(&token));
        let another = news.into_notice(&secrets, 1_000);
        assert_ne!((another.mail_id, another.token_hash), (notice.mail_id, notice.token_hash));
    }
}
