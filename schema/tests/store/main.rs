//! One suite for both databases, a database per test.
#![expect(clippy::unwrap_used, reason = "a test that meets an error fails")]

mod accounts;
mod backups;
mod bell;
mod billing;
mod chain;
mod compatibility;
mod deliveries;
mod fixture;
mod history;
mod human_check_tokens;
mod leases;
mod lifecycle;
mod mails;
mod migrations;
mod monitors;
mod notifications;
mod objects;
mod outages;
mod pooler;
mod quota;
mod reading;
mod requests;
mod retention;
mod switches;
mod tls;
mod tracking;
mod units;
mod webhook_endpoints;
mod widening;

/// Writes each test once per database.
macro_rules! on_both_databases {
    ($($test:ident,)*) => {
        mod sqlite {
            $(
                #[tokio::test(flavor = "multi_thread")]
                async fn $test() {
                    super::$test(super::Fixture::sqlite().await).await;
                }
            )*
        }

        mod postgres {
            $(
                #[tokio::test(flavor = "multi_thread")]
                async fn $test() {
                    let Some(fixture) = super::Fixture::postgres().await else { return };
                    super::$test(fixture).await;
                }
            )*
        }
    };
}
use on_both_databases;
