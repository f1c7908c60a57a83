use std::time::Duration;

use citable_schema::{ClaimObjects, SnapshotRow};
use citable_test_support::form_server::{FormReply, FormServer, SeenPost};
use tempfile::TempDir;

use super::*;
use crate::clock::Clock as _;
use crate::test_kit::Cage;

/// Where there is an answer, none is too late for a busy machine.
const PATIENCE: Duration = Duration::from_secs(60);
/// Where there is none, it is not waited for longer than this.
const SHORT: Duration = Duration::from_millis(600);
const LEASE: Duration = Duration::from_secs(100);
const BODY: &[u8] = b"pages, compressed";

fn open(cage: &Cage, settings: &SnapshotStoreSettings) -> Snapshots {
    let (writer, clock) = (cage.store.writer(), cage.clock.clone());
    Snapshots::in_objects(settings, None, LEASE, writer, clock).unwrap()
}

fn in_folder(folder: &TempDir) -> SnapshotStoreSettings {
    SnapshotStoreSettings::new(SnapshotPlace::Folder(folder.path().to_owned()), PATIENCE)
}

fn in_bucket(server: &FormServer) -> SnapshotStoreSettings {
    let bucket = Bucket {
        name: "b".to_owned(),
        prefix: "of/us".to_owned(),
        endpoint: Some(server.url("/").parse().unwrap()),
        region: "eu-central-1".to_owned(),
        access_key_id: "AKIA1".to_owned(),
        secret_access_key: "s3cret".to_owned(),
    };
    SnapshotStoreSettings::new(SnapshotPlace::Bucket(bucket), PATIENCE)
}

async fn serving(answer: impl Fn(&SeenPost) -> FormReply + Send + Sync + 'static) -> FormServer {
    FormServer::start(answer).await
}

fn row(body: &[u8], object: Option<&str>) -> SnapshotRow {
    SnapshotRow {
        scan_id: "scn_1".to_owned(),
        hash: String::new(),
        created_at: 0,
        body: body.to_vec(),
        object: object.map(ToOwned::to_owned),
    }
}

/// The keys that are deleted by that instant unless a scan takes them.
async fn expected_until(cage: &Cage, now: i64) -> Vec<String> {
    let claim = ClaimObjects { now, limit: 9, first_pause: 0, longest_pause: 0 };
    let claimed = cage.store.writer().run(claim).await.unwrap();
    claimed.into_iter().map(|object| object.object).collect()
}

#[tokio::test]
async fn what_was_kept_is_read_from_where_its_row_says() {
    let (cage, folder) = (Cage::open().await, TempDir::new().unwrap());
    let snapshots = open(&cage, &in_folder(&folder));
    snapshots.probe().await.unwrap();
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0, "nothing is left of the test");
    let key = snapshots.keep("scn_1", BODY).await.unwrap();
    assert_ne!(snapshots.keep("scn_1", BODY).await.unwrap(), key, "of another attempt");
    assert_eq!(snapshots.body(row(&[], Some(&key))).await.unwrap(), BODY);
    assert_eq!(snapshots.body(row(b"in the row", None)).await.unwrap(), b"in the row");

    let database = Snapshots::in_database();
    assert_eq!(database.keep("scn_1", BODY).await, None);
    assert_eq!(database.body(row(b"in the row", None)).await.unwrap(), b"in the row");
    let error = database.body(row(&[], Some(&key))).await.unwrap_err();
    assert!(error.to_string().contains("Set CITABLE_SNAPSHOT_STORE_URL"), "{error}");
    assert!(!error.may_pass());

    let objects = snapshots.objects().unwrap();
    objects.delete(&key).await.unwrap();
    objects.delete(&key).await.unwrap();
    let error = snapshots.body(row(&[], Some(&key))).await.unwrap_err();
    assert!(error.to_string().contains("not found") && !error.may_pass(), "{error}");
}

#[tokio::test]
async fn an_object_is_expected_before_it_is_written() {
    let (cage, folder) = (Cage::open().await, TempDir::new().unwrap());
    let settings = in_folder(&folder);
    let snapshots = open(&cage, &settings);
    let key = snapshots.keep("scn_1", BODY).await.unwrap();
    let due = cage.clock.now_ms() + milliseconds(LEASE + settings.grace);
    assert!(expected_until(&cage, due - 1).await.is_empty());
    assert_eq!(expected_until(&cage, due).await, [key]);
}

#[tokio::test]
async fn where_nothing_can_be_written_nothing_is_tried_for_a_while() {
    let (cage, server) = (Cage::open().await, serving(|_| FormReply::json(503, "later")).await);
    let mut settings = in_bucket(&server);
    settings.rest = Duration::from_secs(3600);
    let snapshots = open(&cage, &settings);
    assert_eq!(snapshots.keep("scn_1", BODY).await, None);
    let tried = server.posts().len();
    assert!((2..=4).contains(&tried), "it was repeated: {tried}");
    assert_eq!(snapshots.keep("scn_2", BODY).await, None);
    assert_eq!(server.posts().len(), tried);
    assert_eq!(expected_until(&cage, i64::MAX).await.len(), 1, "it may have been written");

    settings.rest = Duration::ZERO;
    let snapshots = open(&cage, &settings);
    for _ in 0..2 {
        let before = server.posts().len();
        assert_eq!(snapshots.keep("scn_1", BODY).await, None);
        assert!(server.posts().len() > before);
    }
}

#[tokio::test]
async fn a_signed_request_arrives_where_the_settings_say() {
    let (cage, server) =
        (Cage::open().await, serving(|_| FormReply::json(200, "").header("etag", "\"1\"")).await);
    let key = open(&cage, &in_bucket(&server)).keep("scn_1", BODY).await.unwrap();
    let post = server.posts().remove(0);
    assert_eq!(post.path, format!("/b/of/us/{key}"));
    assert_eq!(post.body.as_bytes(), BODY);
    let signature = post.header("authorization").unwrap();
    assert!(signature.starts_with("AWS4-HMAC-SHA256 Credential=AKIA1/"), "{signature}");
    assert!(signature.contains("/eu-central-1/s3/aws4_request"), "{signature}");
    assert_eq!(post.header("expect"), None);
}

#[tokio::test]
async fn what_may_pass_is_told_from_what_does_not() {
    let cage = Cage::open().await;
    for (status, passes) in
        [(500, true), (503, true), (429, true), (403, false), (400, false), (404, false)]
    {
        let body = "<Error><Code>Odd</Code><Message>Because.</Message></Error>";
        let server = serving(move |_| FormReply::json(status, body)).await;
        let snapshots = open(&cage, &in_bucket(&server));
        let error = snapshots.body(row(&[], Some("k"))).await.unwrap_err();
        assert_eq!(error.may_pass(), passes, "{status}: {error}");
        assert!(error.to_string().ends_with("Odd: Because"), "{error}");
        let probed = snapshots.probe().await;
        assert_eq!(probed.is_ok(), passes, "{status}: {probed:?}");
        if let Err(error) = probed {
            let told = error.to_string();
            assert!(told.contains("Odd: Because. Check the bucket's name"), "{told}");
            assert!(!told.contains("s3cret"), "{told}");
        }
    }
    let server = serving(|_| FormReply::Silence).await;
    let snapshots = open(&cage, &SnapshotStoreSettings { timeout: SHORT, ..in_bucket(&server) });
    let error = snapshots.body(row(&[], Some("k"))).await.unwrap_err();
    assert!(error.may_pass() && error.to_string().contains("no response within"), "{error}");
    assert!(snapshots.probe().await.is_ok());
}

#[test]
fn a_bucket_shows_no_secret() {
    let bucket = Bucket {
        name: "b".to_owned(),
        prefix: String::new(),
        endpoint: None,
        region: "r".to_owned(),
        access_key_id: "AKIA1".to_owned(),
        secret_access_key: "s3cret".to_owned(),
    };
    let shown = format!("{bucket:?} {}", SnapshotPlace::Bucket(bucket.clone()));
    assert!(!shown.contains("s3cret") && !shown.contains("AKIA1"), "{shown}");
}
