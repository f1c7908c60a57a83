//! PostgreSQL by TLS, and with passwords.

use std::fs::Permissions;
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;
use std::sync::OnceLock;

use citable_schema::{Store, StoreError, StoreSettings, StoreUrl, migrate};
use citable_test_support::authority::Authority;
use citable_test_support::postgres::{Cluster, GUARDED_USER, cluster_with_tls};
use tempfile::TempDir;

/// Of the user who needs one.
const PASSWORD: &str = "pass:w\\rd&";

/// A server whose certificate is for `localhost`, not for its address.
struct Server {
    cluster: Cluster,
    ours: Authority,
}

fn server() -> Option<&'static Server> {
    static SERVER: OnceLock<Option<Server>> = OnceLock::new();
    let start = || {
        let ours = Authority::new();
        let cluster = cluster_with_tls(&ours, &["localhost"])?;
        cluster.create_guarded_user(PASSWORD);
        Some(Server { cluster, ours })
    };
    SERVER.get_or_init(start).as_ref()
}

impl Server {
    /// A new database by that host, with these parameters.
    fn url(&self, host: &str, query: &str) -> StoreUrl {
        let url = self.cluster.create_database().replacen("127.0.0.1", host, 1);
        StoreUrl::parse(&format!("{url}?{query}")).unwrap()
    }

    fn guarded(&self, query: &str) -> StoreUrl {
        let StoreUrl::Postgres(url) = self.url("localhost", query) else { unreachable!() };
        StoreUrl::Postgres(url.replacen("citable@", &format!("{GUARDED_USER}@"), 1))
    }

    /// Whether the service's sessions are encrypted.
    fn is_encrypted(&self, url: &StoreUrl) -> Vec<String> {
        let StoreUrl::Postgres(url) = url else { unreachable!() };
        let sessions = "SELECT DISTINCT ssl FROM pg_stat_ssl JOIN pg_stat_activity USING (pid) \
            WHERE datname = current_database() AND application_name = 'citable'";
        self.cluster.ask(url, sessions).lines().map(str::to_owned).collect()
    }
}

async fn refusal(url: &StoreUrl) -> String {
    match migrate(url).await {
        Err(StoreError::Unavailable(message)) => message,
        other => panic!("{other:?}"),
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_proves_who_it_is_is_used_encrypted() {
    let Some(server) = server() else { return };
    let ours = server.ours.ca_file();
    for (host, query, encrypted) in [
        ("localhost", format!("sslmode=verify-full&sslrootcert={}", ours.display()), "t"),
        ("127.0.0.1", format!("sslmode=verify-ca&sslrootcert={}", ours.display()), "t"),
        ("127.0.0.1", format!("sslmode=require&sslrootcert={}", ours.display()), "t"),
        ("127.0.0.1", "sslmode=require".to_owned(), "t"),
        ("127.0.0.1", "sslmode=prefer".to_owned(), "t"),
        ("127.0.0.1", "application_name=citable".to_owned(), "t"),
        ("127.0.0.1", "sslmode=disable".to_owned(), "f"),
    ] {
        let url = server.url(host, &query);
        let store = Store::open(StoreSettings::new(url.clone())).await.unwrap();
        store.reader().ping().await.unwrap();
        assert_eq!(server.is_encrypted(&url), [encrypted], "{query}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_another_authority_vouches_for_is_refused() {
    let Some(server) = server() else { return };
    let theirs = Authority::new();
    for mode in ["verify-full", "verify-ca", "require", "prefer"] {
        let query = format!("sslmode={mode}&sslrootcert={}", theirs.ca_file().display());
        let message = refusal(&server.url("localhost", &query)).await;
        assert!(message.contains("invalid peer certificate"), "{mode}: {message}");
        assert!(message.contains("set sslrootcert"), "{mode}: {message}");
    }
    // Nobody public has signed it.
    for query in ["sslmode=verify-full", "sslrootcert=system"] {
        let message = refusal(&server.url("localhost", query)).await;
        assert!(message.contains("UnknownIssuer"), "{query}: {message}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_certificate_for_another_host_is_refused_under_full_verification() {
    let Some(server) = server() else { return };
    let query = format!("sslmode=verify-full&sslrootcert={}", server.ours.ca_file().display());
    let message = refusal(&server.url("127.0.0.1", &query)).await;
    assert!(message.contains("subject alternative names"), "{message}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_without_tls_is_refused_where_tls_is_required() {
    if std::env::var("CITABLE_TEST_POSTGRES").as_deref() == Ok("tls") {
        // There is no server without it then.
        return;
    }
    let Some(cluster) = citable_test_support::postgres::cluster() else { return };
    let plain = cluster.direct_url(&cluster.create_database());
    for mode in ["require", "verify-full"] {
        let message = refusal(&StoreUrl::Postgres(format!("{plain}?sslmode={mode}"))).await;
        assert!(
            message.contains("doesn't") || message.contains("does not support TLS"),
            "{message}"
        );
        assert!(message.contains("sslmode=disable"), "{message}");
    }
    let preferred = StoreUrl::Postgres(format!("{plain}?sslmode=prefer"));
    migrate(&preferred).await.unwrap();
}

#[tokio::test]
async fn a_file_that_cannot_be_used_is_named() {
    let folder = TempDir::new().unwrap();
    let empty = folder.path().join("empty.pem");
    std::fs::write(&empty, "no certificate").unwrap();
    for (file, told) in
        [(folder.path().join("none.pem"), "No such file"), (empty, "contains no certificate")]
    {
        let url = format!("postgres://u@h/d?sslmode=verify-full&sslrootcert={}", file.display());
        let message = migrate(&StoreUrl::Postgres(url)).await.unwrap_err().to_string();
        assert!(message.contains(told), "{message}");
        assert!(message.contains("sslrootcert"), "{message}");
        assert!(message.contains(&file.display().to_string()), "{message}");
    }
}

/// Makes a password file for the server.
fn passfile(folder: &TempDir, mode: u32) -> PathBuf {
    let path = folder.path().join(format!("pgpass-{mode:o}"));
    let escaped = PASSWORD.replace('\\', "\\\\").replace(':', "\\:");
    let text = format!("elsewhere:*:*:*:wrong\nlocalhost:*:*:{GUARDED_USER}:{escaped}\n");
    std::fs::write(&path, text).unwrap();
    std::fs::set_permissions(&path, Permissions::from_mode(mode)).unwrap();
    path
}

#[tokio::test(flavor = "multi_thread")]
async fn a_password_comes_from_a_setting_or_a_password_file() {
    let Some(server) = server() else { return };
    migrate(&server.guarded("sslmode=require").with_password(PASSWORD)).await.unwrap();
    let folder = TempDir::new().unwrap();
    let private = format!("passfile={}", passfile(&folder, 0o600).display());
    migrate(&server.guarded(&private)).await.unwrap();

    let open = format!("passfile={}", passfile(&folder, 0o640).display());
    let message = refusal(&server.guarded(&open)).await;
    assert!(message.contains("set CITABLE_DATABASE_PASSWORD_FILE"), "{message}");
    let message = refusal(&server.guarded("sslmode=require").with_password("wrong-one")).await;
    assert!(message.contains("password authentication failed"), "{message}");
    assert!(!message.contains("wrong-one"), "{message}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_password_is_bound_to_the_encrypted_channel() {
    let Some(server) = server() else { return };
    let bound = |mode| server.guarded(&format!("sslmode={mode}&channel_binding=require"));
    migrate(&bound("require").with_password(PASSWORD)).await.unwrap();
    let message = refusal(&bound("disable").with_password(PASSWORD)).await;
    assert!(message.contains("channel binding"), "{message}");
}
