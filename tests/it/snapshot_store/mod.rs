//! Snapshots outside the database, in a bucket of a server that others wrote and in a folder.

mod bucket;
mod server;

use std::path::Path;
use std::process::Command;

use citable_test_support::client::get_from;
use citable_test_support::database::{count, rows};
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::people::{JSON, MovedClock, admin, dev, post_scan, sign_in};
use crate::world::{World, citable, eventually};
use server::BUCKET;

const EMAIL: &str = "ada@people.example";

/// A service whose owner is signed in.
struct Service {
    world: World,
    clock: MovedClock,
    cookie: String,
}

impl Service {
    fn start(adjust: impl Fn(&mut Command)) -> Self {
        let clock = MovedClock::new();
        let world = World::with(|command| settings(command, &clock, &adjust));
        let cookie = sign_in(&world.client, EMAIL);
        admin(&world, Some(&clock), &["plan", "grant", EMAIL, "pro"]);
        Self { world, clock, cookie }
    }

    fn restart(&mut self, adjust: impl Fn(&mut Command)) {
        let clock = &self.clock;
        self.world.restart_with(|command| settings(command, clock, &adjust));
    }

    /// Stops the program; returns what it logged.
    fn stop(&mut self) -> String {
        let program = self.world.take_program();
        program.terminate();
        let (status, _, log) = program.wait();
        assert_eq!(status.code(), Some(0), "{log}");
        log
    }

    fn begin_scan(&self) -> String {
        let cookie = [("cookie", self.cookie.as_str())];
        let answer = post_scan(&self.world.client, &self.world.url("/"), &cookie);
        answer.json()["id"].as_str().unwrap().to_owned()
    }

    /// Scans a page, which ends well whatever happens to the store.
    fn scan(&self) -> String {
        let id = self.begin_scan();
        assert_eq!(self.world.client.finished(&id).status, 200);
        id
    }

    /// The same, although there is a report of that page.
    fn scan_again(&self) -> String {
        let body = json!({ "url": self.world.url("/"), "refresh": true }).to_string();
        let headers = [JSON, ("cookie", self.cookie.as_str())];
        let answer = self.world.client.send("POST", "/scan", &headers, Some(&body));
        let id = answer.json()["id"].as_str().unwrap().to_owned();
        assert_eq!(self.world.client.finished(&id).status, 200);
        id
    }

    fn send(&self, method: &str, path: &str) -> u16 {
        self.world.client.send(method, path, &[("cookie", &self.cookie)], None).status
    }

    fn delete(&self, id: &str) {
        assert_eq!(self.send("DELETE", &format!("/history/scans/{id}")), 200);
        assert_eq!(self.send("GET", &format!("/scan/{id}")), 404);
    }

    /// The object of a scan, and whether its bytes are in the row.
    fn stored(&self, id: &str) -> (Option<String>, bool) {
        let found = rows(
            self.world.data(),
            &format!("select object, length(body) > 0 from snapshots where scan_id = '{id}'"),
        );
        (found[0][0].as_str().map(ToOwned::to_owned), found[0][1] == json!(1))
    }

    fn waiting(&self) -> usize {
        count(self.world.data(), "select count(*) from object_deletions")
    }

    fn forgets_deleted(&self) {
        eventually("nothing is to be deleted", || self.waiting() == 0);
    }

    /// A number of the program, of the sample that begins so.
    fn number(&self, sample: &str) -> u64 {
        let text = get_from(self.world.program().metrics()).body;
        let line = text.lines().find_map(|line| line.strip_prefix(sample));
        line.map_or(0, |value| value.trim().parse().unwrap())
    }
}

fn settings(command: &mut Command, clock: &MovedClock, adjust: impl Fn(&mut Command)) {
    dev(command);
    clock.give_to(command);
    command.env("CITABLE_METRICS_LISTEN", "127.0.0.1:0");
    adjust(command);
}

/// What a program says that does not start.
fn refusal(data: &Path, adjust: impl Fn(&mut Command)) -> String {
    let mut command = citable(&["serve"]);
    command.env("CITABLE_LISTEN", "127.0.0.1:0").env("CITABLE_DATA_DIR", data);
    adjust(&mut command);
    let output = command.output().unwrap();
    assert!(!output.status.success());
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[test]
fn the_settings_show_no_secret() {
    let output = citable(&["config", "--json"])
        .env("CITABLE_SNAPSHOT_STORE_URL", format!("s3://{BUCKET}/x"))
        .env("CITABLE_SNAPSHOT_STORE_ACCESS_KEY_ID", "AKIASECRET1")
        .env("CITABLE_SNAPSHOT_STORE_SECRET_ACCESS_KEY", "s3cret-of-the-bucket")
        .output()
        .unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("CITABLE_SNAPSHOT_STORE_URL") && text.contains("(hidden)"), "{text}");
    assert!(!text.contains("s3cret-of-the-bucket") && !text.contains("AKIASECRET1"), "{text}");
    let _json: Value = serde_json::from_str(&text).unwrap();
}

/// The files in a folder.
fn files(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).unwrap();
    entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
}

#[test]
fn a_folder_holds_objects_too() {
    use std::os::unix::fs::PermissionsExt as _;

    let place = TempDir::new().unwrap();
    let folder = place.path().join("of/snapshots");
    let url = format!("file://{}", folder.display());
    let mut service = Service::start(|command| {
        command.env("CITABLE_SNAPSHOT_STORE_URL", &url);
    });
    assert_eq!(std::fs::metadata(&folder).unwrap().permissions().mode() & 0o777, 0o700);
    assert_eq!(files(&folder), Vec::<String>::new());
    let id = service.scan();
    assert_eq!(service.stored(&id), (Some(files(&folder).remove(0)), false));

    // As where the program dies while it writes a file, or between file and row.
    let (half, lost) = ("scn_half.obj_1", "scn_lost.obj_1");
    std::fs::write(folder.join(format!("{half}#1")), "half of").unwrap();
    std::fs::write(folder.join(lost), "whole").unwrap();
    for key in [half, lost] {
        citable_test_support::database::execute(
            service.world.data(),
            &format!(
                "insert into object_deletions (object, due_at, attempts) values ('{key}', 1, 0)"
            ),
        );
    }
    eventually("only the scan's is left", || files(&folder).len() == 1 && service.waiting() == 0);
    service.delete(&id);
    eventually("its file is gone", || files(&folder).is_empty() && service.waiting() == 0);
    let log = service.stop();
    assert!(!log.contains("can read the snapshots"), "{log}");

    let open = place.path().join("open");
    std::fs::create_dir(&open).unwrap();
    std::fs::set_permissions(&open, std::fs::Permissions::from_mode(0o755)).unwrap();
    service.restart(|command| {
        command.env("CITABLE_SNAPSHOT_STORE_URL", format!("file://{}", open.display()));
    });
    let log = service.stop();
    assert!(log.contains(&format!("can read the snapshots in {}", open.display())), "{log}");

    let not_a_folder = place.path().join("file");
    std::fs::write(&not_a_folder, "").unwrap();
    let said = refusal(place.path(), |command| {
        command.env("CITABLE_SNAPSHOT_STORE_URL", format!("file://{}", not_a_folder.display()));
    });
    assert!(said.contains("can't use the folder") && said.contains("may write to"), "{said}");
}
