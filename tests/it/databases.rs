//! The service over PostgreSQL as operators have it: with TLS and a password in a file, behind
//! PgBouncer, and restarted under load.

use std::fs::Permissions;
use std::os::unix::fs::PermissionsExt;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

use citable_test_support::authority::Authority;
use citable_test_support::client::Client;
use citable_test_support::postgres::{
    self, Cluster, GUARDED_USER, PgBouncer, cluster_of_ones_own, cluster_with_tls,
};
use serde_json::json;
use tempfile::TempDir;

use crate::people::JSON;
use crate::world::{LOUD, World, citable, eventually};

/// Every node needs one.
const SECRET_KEY: &str = "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=";
/// Nobody may see it.
const PASSWORD: &str = "correct:horse/battery";

/// A service over that database.
fn over(database: &str, more: &[(&str, &str)]) -> World {
    World::with(|command| {
        command.env("CITABLE_DATABASE_URL", database).env("CITABLE_SECRET_KEY", SECRET_KEY);
        command.env_remove("CITABLE_DATABASE_LISTEN_URL");
        command.envs(more.iter().copied());
    })
}

fn a_scan_is_done(world: &World) {
    let id = world.client.scan(&world.url("/"));
    let report = world.client.finished(&id);
    assert_eq!(report.json()["status"], "done", "{}", report.body);
}

/// A database for the user who needs a password, and its URL.
fn guarded(cluster: &Cluster, ours: &Authority) -> String {
    cluster.create_guarded_user(PASSWORD);
    let url = cluster.create_database();
    let url = url.replacen("citable@127.0.0.1", &format!("{GUARDED_USER}@localhost"), 1);
    format!("{url}?sslmode=verify-full&sslrootcert={}", ours.ca_file().display())
}

#[test]
fn tls_and_a_password_in_a_file_are_all_it_takes() {
    let ours = Authority::new();
    let Some(cluster) = cluster_with_tls(&ours, &["localhost"]) else { return };
    let database = guarded(&cluster, &ours);
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("password");
    std::fs::write(&file, format!("{PASSWORD}\n")).unwrap();
    let file = file.to_str().unwrap();
    let more = [("CITABLE_DATABASE_PASSWORD_FILE", file), ("CITABLE_LOG", LOUD)];
    let mut world = over(&database, &more);
    a_scan_is_done(&world);
    let plain = "SELECT count(*) FROM pg_stat_ssl JOIN pg_stat_activity USING (pid) \
        WHERE usename = 'guarded' AND NOT ssl";
    assert_eq!(cluster.ask(&database, plain), "0");
    let log = world.take_program().kill();
    assert!(!log.contains(PASSWORD) && !log.contains("battery"), "{log}");
}

#[test]
fn a_password_file_that_others_can_read_is_not_used() {
    let ours = Authority::new();
    let Some(cluster) = cluster_with_tls(&ours, &["localhost"]) else { return };
    let database = guarded(&cluster, &ours);
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("pgpass");
    let text = format!("localhost:*:*:{GUARDED_USER}:{}\n", PASSWORD.replace(':', "\\:"));
    std::fs::write(&file, text).unwrap();
    let migrate = |mode| {
        std::fs::set_permissions(&file, Permissions::from_mode(mode)).unwrap();
        let mut command = citable(&["migrate"]);
        command.env("CITABLE_DATABASE_URL", &database).env("PGPASSFILE", &file);
        let output = command.env("CITABLE_LOG", "warn").output().unwrap();
        (output.status.code(), String::from_utf8(output.stderr).unwrap())
    };
    let (code, told) = migrate(0o644);
    assert_eq!(code, Some(2), "{told}");
    assert!(told.contains("password file is ignored"), "{told}");
    assert!(told.contains("set CITABLE_DATABASE_PASSWORD_FILE"), "{told}");
    let (code, told) = migrate(0o600);
    assert_eq!((code, told.contains("battery")), (Some(0), false), "{told}");
}

#[test]
fn the_service_runs_behind_pgbouncer() {
    let Some(cluster) = postgres::cluster() else { return };
    let Some(bouncer) = PgBouncer::before(cluster) else { return };
    let mut world = over(&bouncer.url(&cluster.create_database()), &[]);
    for _ in 0..3 {
        a_scan_is_done(&world);
    }
    assert_eq!(world.client.get("/readyz").status, 200);
    let log = world.take_program().kill();
    assert!(log.contains("connection pooler"), "{log}");
    for sign in ["prepared statement", "rejected the statement"] {
        assert!(!log.contains(&format!("{sign} \\\"")), "{log}");
    }
}

/// Asks for scans until it is over; keeps the ids of those that were accepted.
fn ask_for_scans(world: &World, caller: usize, accepted: &Mutex<Vec<String>>, over: &AtomicBool) {
    let client = Client::of(world.program().base());
    for number in 0.. {
        if over.load(Ordering::Relaxed) {
            return;
        }
        let body = json!({ "url": world.url(&format!("/{caller}/{number}")) }).to_string();
        let answer = client.send("POST", "/scan", &[JSON], Some(&body));
        match answer.status {
            202 => {
                let id = answer.json()["id"].as_str().unwrap().to_owned();
                accepted.lock().unwrap().push(id);
            }
            _ => {
                assert_eq!(answer.status, 503, "{}", answer.body);
                assert_ne!(answer.header("retry-after"), "");
            }
        }
    }
}

#[test]
fn a_restart_under_load_loses_nothing_that_was_accepted() {
    let Some(cluster) = cluster_of_ones_own() else { return };
    let database = cluster.create_database();
    cluster.make_durable(&database);
    let world = over(&database, &[]);
    let (accepted, over) = (Mutex::new(Vec::new()), AtomicBool::new(false));
    let count = || accepted.lock().unwrap().len();
    std::thread::scope(|scope| {
        for caller in 0..3 {
            let (world, accepted, over) = (&world, &accepted, &over);
            scope.spawn(move || ask_for_scans(world, caller, accepted, over));
        }
        let before = count();
        eventually("scans are accepted", || count() > before + 10);
        cluster.stop();
        cluster.start();
        let before = count();
        eventually("scans are accepted again", || count() > before + 10);
        over.store(true, Ordering::Relaxed);
    });
    let accepted = accepted.into_inner().unwrap();
    for id in &accepted {
        let path = format!("/scan/{id}");
        eventually("it ends", || world.client.get(&path).json()["status"] != "pending");
    }
    let twice = "SELECT scan_id FROM scan_events WHERE status IN ('done', 'error') \
        GROUP BY scan_id HAVING count(*) > 1";
    assert_eq!(cluster.ask(&database, twice), "");
    let listed: Vec<String> = accepted.iter().map(|id| format!("'{id}'")).collect();
    let ended = format!(
        "SELECT count(*) FROM scans WHERE status IN ('done', 'error') AND id IN ({})",
        listed.join(", ")
    );
    assert_eq!(cluster.ask(&database, &ended), accepted.len().to_string());
}
