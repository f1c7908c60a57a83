//! A list of words in a `CHECK` can be widened on both databases as `migrations/README.md` says.

use citable_schema::{Bucket, Plan, Spend, StoreUrl};
use diesel::connection::SimpleConnection;
use diesel::{Connection, SqliteConnection};
use diesel_async::SimpleAsyncConnection;

use crate::fixture::{Fixture, NOW, admission, claim_all, direct};
use crate::on_both_databases;

on_both_databases! {
    a_table_that_nothing_refers_to_is_made_anew,
    a_table_that_others_refer_to_gets_a_column_beside,
    a_table_that_others_refer_to_cannot_be_made_anew,
}

const README: &str = include_str!("../../../migrations/README.md");

/// The statements of the recipe that begins so.
fn recipe(beginning: &str) -> &'static str {
    let mut blocks =
        README.split("```sql\n").skip(1).map(|block| block.split("```").next().unwrap());
    blocks.find(|block| block.starts_with(beginning)).unwrap()
}

/// Runs statements as a migration does: in one transaction, on a connection as it was opened.
async fn migrate(url: &StoreUrl, statements: &str) -> Result<(), diesel::result::Error> {
    let whole = format!("BEGIN; {statements} COMMIT;");
    match url {
        StoreUrl::Sqlite(path) => {
            SqliteConnection::establish(path.to_str().unwrap()).unwrap().batch_execute(&whole)
        }
        StoreUrl::Postgres(url) => direct(url).await.batch_execute(&whole).await,
    }
}

async fn a_table_that_nothing_refers_to_is_made_anew(fixture: Fixture) {
    let Fixture { store, url, .. } = &fixture;
    let bucket = Bucket { period: 0, limit: 9 };
    let spend = Spend { subject: Some("ada".to_owned()), day: bucket, month: bucket, budget: 9 };
    let mut first = admission("a", "a.example", NOW);
    first.spend = spend;
    store.writer().run(first.clone()).await.unwrap();
    let of_a_week = "INSERT INTO quota_counters (subject, bucket, period, used) \
                     VALUES ('ada', 'week', 0, 1);";
    assert!(migrate(url, of_a_week).await.is_err(), "there is nothing to widen");

    migrate(url, recipe("CREATE TABLE quota_counters_wider")).await.unwrap();

    migrate(url, of_a_week).await.unwrap();
    let of_a_year = of_a_week.replace("week", "year");
    assert!(migrate(url, &of_a_year).await.is_err(), "other words are still refused");
    first.scan.id = "b".to_owned();
    store.writer().run(first).await.unwrap();
    assert_eq!(store.reader().used("ada", 0, 0).await.unwrap().day, 2, "what was there counts on");
    assert_eq!(claim_all(store, "boot", NOW, &[]).await.scans.len(), 1, "of one host");
}

async fn a_table_that_others_refer_to_gets_a_column_beside(fixture: Fixture) {
    let Fixture { store, url, .. } = &fixture;
    sign_in(url).await;
    let team = "UPDATE accounts SET wider_plan = 'team' WHERE id = 'usr_a';";

    migrate(url, recipe("ALTER TABLE accounts ADD COLUMN")).await.unwrap();

    migrate(url, team).await.unwrap();
    assert!(migrate(url, &team.replace("team", "club")).await.is_err(), "others are refused");
    let account = store.reader().account_of_session("s", NOW).await.unwrap().unwrap();
    assert_eq!(account.plan, Plan::Agency, "a program that knows nothing of it goes on");
}

/// Why there are two recipes.
async fn a_table_that_others_refer_to_cannot_be_made_anew(fixture: Fixture) {
    let Fixture { store, url, .. } = &fixture;
    sign_in(url).await;
    let anew = "CREATE TABLE wider AS SELECT * FROM accounts; DROP TABLE accounts; \
                ALTER TABLE wider RENAME TO accounts;";
    let session = async || store.reader().account_of_session("s", NOW).await.unwrap();
    match url {
        StoreUrl::Sqlite(_) => {
            migrate(url, anew).await.unwrap();
            assert_eq!(session().await, None, "the session went with the table");
            let account = store.reader().account_of_email("a@example.com").await.unwrap();
            assert!(account.is_some(), "the account did not");
        }
        StoreUrl::Postgres(_) => {
            assert!(migrate(url, anew).await.is_err());
            assert!(session().await.is_some());
        }
    }
}

async fn sign_in(url: &StoreUrl) {
    let account = format!(
        "INSERT INTO accounts (id, email, email_key, plan, created_at) \
         VALUES ('usr_a', 'a@example.com', 'a@example.com', 'agency', {NOW}); \
         INSERT INTO sessions (hash, account_id, created_at, expires_at) \
         VALUES ('s', 'usr_a', {NOW}, {NOW} + 1);"
    );
    migrate(url, &account).await.unwrap();
}
