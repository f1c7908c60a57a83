//! The rate-limit fields of answers to `POST /scan`: the draft's lists
//! (draft-ietf-httpapi-ratelimit-headers) and the older trio.

use citable_actors::quota::{BucketUsage, Usage};
use hyper::header::{HeaderName, HeaderValue};

use super::idempotency::REPLAYED;
use super::problem::{Problem, seconds_until, tells_usage};
use super::reply::{self, Response};

/// Milliseconds of a second.
const SECOND: i64 = 1_000;

/// The fields, in the order in which they are read.
pub(crate) fn fields(usage: &Usage) -> [(HeaderName, HeaderValue); 5] {
    let [day, month] = [("day", usage.day), ("month", usage.month)];
    let left = |(name, bucket): (&str, BucketUsage)| {
        format!("\"{name}\";r={};t={}", bucket.remaining(), seconds_left(&bucket, usage.at))
    };
    let policy = |(name, bucket): (&str, BucketUsage)| {
        let window = (bucket.period.end - bucket.period.start) / SECOND;
        format!("\"{name}\";q={};w={window}", bucket.limit)
    };
    let binding = binding(usage);
    let named =
        |name: &'static str, value: String| (HeaderName::from_static(name), reply::header(&value));
    [
        named("ratelimit", format!("{}, {}", left(day), left(month))),
        named("ratelimit-policy", format!("{}, {}", policy(day), policy(month))),
        named("ratelimit-limit", binding.limit.to_string()),
        named("ratelimit-remaining", binding.remaining().to_string()),
        named("ratelimit-reset", seconds_left(&binding, usage.at).to_string()),
    ]
}

/// Whether an answer carries the fields: those that tell of a scan that was, or could have been,
/// started. A request that was answered before tells of none, and a key without the scope could
/// not have started one.
pub(crate) fn belongs_to(outcome: &Result<Response, Problem>) -> bool {
    match outcome {
        Ok(response) => response.headers().get(REPLAYED).is_none_or(|replayed| replayed != "true"),
        Err(problem) => problem.missing_scope().is_none() && tells_usage(problem.status()),
    }
}

/// The bucket that stops the caller first: the one with the least left, of two alike the one that
/// rolls over later.
fn binding(usage: &Usage) -> BucketUsage {
    let (day, month) = (usage.day, usage.month);
    let month_first = (month.remaining(), -month.period.end) < (day.remaining(), -day.period.end);
    if month_first { month } else { day }
}

/// The empty bucket that the caller waits for longest, and its name.
pub(crate) fn exhausted(usage: &Usage) -> (&'static str, BucketUsage) {
    if usage.month.remaining() == 0 { ("month", usage.month) } else { ("day", usage.day) }
}

/// Whole seconds until a bucket rolls over, at least one.
pub(crate) fn seconds_left(bucket: &BucketUsage, now: i64) -> i64 {
    seconds_until(bucket.period.end, now)
}

#[cfg(test)]
mod tests {
    use chrono::{DateTime, Utc};
    use citable_actors::quota::{Limits, Periods, Spender};

    use super::*;

    fn usage(day: u32, month: u32, at: &str) -> Usage {
        let at = at.parse::<DateTime<Utc>>().unwrap().timestamp_millis();
        let periods = Periods::at(at);
        let limits = Limits::default().free;
        let spender = Spender { subject: String::new(), account_id: None, limits };
        let mut usage = Usage::empty(&spender, &periods);
        (usage.day.used, usage.month.used) = (day, month);
        usage
    }

    fn texts(usage: &Usage) -> Vec<String> {
        fields(usage).iter().map(|(_, value)| value.to_str().unwrap().to_owned()).collect()
    }

    #[test]
    fn the_fields_say_what_is_left_and_for_how_long() {
        let texts = texts(&usage(1, 1, "2027-02-27T23:00:00.000Z"));
        assert_eq!(texts[0], r#""day";r=2;t=3600, "month";r=29;t=90000"#);
        assert_eq!(texts[1], r#""day";q=3;w=86400, "month";q=30;w=2419200"#);
        assert_eq!(texts[2..], ["3", "2", "3600"]);
    }

    #[test]
    fn the_older_trio_describes_the_bucket_that_binds() {
        assert_eq!(texts(&usage(0, 28, "2027-01-15T00:00:00Z"))[2..], ["30", "2", "1468800"]);
        assert_eq!(texts(&usage(3, 30, "2027-01-15T00:00:00Z"))[2..], ["30", "0", "1468800"]);
        assert_eq!(texts(&usage(4, 5, "2027-01-31T23:59:59.999Z"))[2..], ["3", "0", "1"]);
        assert_eq!(texts(&usage(0, 27, "2027-01-15T00:00:00Z"))[2..], ["30", "3", "1468800"]);
    }

    #[test]
    fn who_waits_for_both_buckets_waits_for_the_month() {
        assert_eq!(exhausted(&usage(3, 30, "2027-01-15T00:00:00Z")).0, "month");
        assert_eq!(exhausted(&usage(3, 3, "2027-01-15T00:00:00Z")).0, "day");
    }

    #[test]
    fn seconds_are_rounded_up_and_never_none() {
        assert_eq!(seconds_until(1_001, 0), 2);
        assert_eq!(seconds_until(1_000, 0), 1);
        assert_eq!(seconds_until(1, 0), 1);
        assert_eq!(seconds_until(0, 5), 1);
    }
}
