//! The data folder and what is in it are for the service's user alone.

use std::collections::BTreeMap;
use std::fs::Permissions;
use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};
use std::path::Path;
use std::process::{Command, Stdio};

use citable_test_support::database::is_elsewhere;
use citable_test_support::program::Program;
use tempfile::TempDir;

use crate::world::{BINARY, citable};

const OPEN_FOLDER: u32 = 0o755;
const OPEN_FILE: u32 = 0o644;
const PRIVATE_FOLDER: u32 = 0o700;
const PRIVATE_FILE: u32 = 0o600;

/// Whether anybody else can do anything with it.
fn mode(path: &Path) -> u32 {
    std::fs::symlink_metadata(path).unwrap().permissions().mode() & 0o777
}

fn set_mode(path: &Path, mode: u32) {
    std::fs::set_permissions(path, Permissions::from_mode(mode)).unwrap();
}

/// The mode of a folder and of all that is in it, by path.
fn modes(folder: &Path) -> BTreeMap<String, u32> {
    let mut modes = BTreeMap::from([(folder.display().to_string(), mode(folder))]);
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            modes.extend(self::modes(&path));
        } else {
            modes.insert(path.display().to_string(), mode(&path));
        }
    }
    modes
}

fn assert_private(folder: &Path) {
    for (path, mode) in modes(folder) {
        let expected = if Path::new(&path).is_dir() { PRIVATE_FOLDER } else { PRIVATE_FILE };
        assert_eq!(mode, expected, "{path} is {mode:o}");
    }
}

/// Lets everybody look into a folder and all that is in it.
fn open_up(folder: &Path) {
    for path in modes(folder).into_keys() {
        let path = Path::new(&path);
        set_mode(path, if path.is_dir() { OPEN_FOLDER } else { OPEN_FILE });
    }
}

/// Runs a command to its end, over that data folder, for a user who keeps nothing private.
fn run(arguments: &[&str], data: &Path) -> String {
    let mut command = carelessly(&citable(arguments));
    let output = command.env("CITABLE_DATA_DIR", data).output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{arguments:?}: {said}");
    said
}

/// The same command under the mask of most systems, whatever that of the tests is.
fn carelessly(command: &Command) -> Command {
    let mut careless = Command::new("sh");
    careless.args(["-c", "umask 022 && exec \"$@\"", "sh"]);
    hand_over(command, &mut careless);
    careless
}

/// Has another command run that one.
fn hand_over(command: &Command, runner: &mut Command) {
    runner.arg(command.get_program()).args(command.get_args()).stdin(Stdio::null());
    for (name, value) in command.get_envs() {
        match value {
            Some(value) => runner.env(name, value),
            None => runner.env_remove(name),
        };
    }
}

/// A service that is killed, if need be by a test that fails.
struct Served(Option<Program>);

impl Served {
    /// What it logged.
    fn kill(mut self) -> String {
        self.0.take().unwrap().kill()
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        if let Some(program) = self.0.take() {
            program.kill();
        }
    }
}

fn serve(data: &Path) -> Served {
    serve_with(data, |_| {})
}

/// With more settings.
fn serve_with(data: &Path, adjust: impl FnOnce(&mut Command)) -> Served {
    Served(Some(Program::serve(BINARY, data, |command| {
        *command = carelessly(command);
        adjust(command);
    })))
}

#[test]
fn what_is_made_is_private() {
    if is_elsewhere() {
        return;
    }
    let folder = TempDir::new().unwrap();
    set_mode(folder.path(), OPEN_FOLDER);
    let data = folder.path().join("data");
    let program = serve(&data);
    // While it runs there is a log beside the database.
    assert!(data.join("citable.sqlite-wal").exists());
    run(&["admin", "backup"], &data);
    run(&["admin", "account", "create", "ada@people.example"], &data);
    assert_private(&data);
    assert!(modes(&data).len() > 6, "{:?}", modes(&data));
    let log = program.kill();
    assert!(!log.contains("other users"), "nothing to complain of: {log}");
    assert_eq!(mode(folder.path()), OPEN_FOLDER, "what is above is nobody's business");

    for command in [&["migrate"][..], &["admin", "account", "create", "ada@people.example"]] {
        let data = folder.path().join(command[0]);
        run(command, &data);
        assert_private(&data);
    }
}

#[test]
fn what_is_there_becomes_private() {
    if is_elsewhere() {
        return;
    }
    let data = TempDir::new().unwrap();
    serve(data.path()).kill();
    run(&["admin", "backup"], data.path());
    let backup = std::fs::read_dir(data.path().join("backups")).unwrap().next().unwrap().unwrap();
    let backup = backup.path().display().to_string();
    for command in [
        &["serve"][..],
        &["migrate"],
        &["admin", "account", "create", "ada@people.example"],
        &["admin", "backup"],
        &["admin", "pause"],
        &["admin", "restore", &backup],
    ] {
        open_up(data.path());
        match command {
            ["serve"] => {
                let program = serve(data.path());
                assert_private(data.path());
                let log = program.kill();
                let told = log.lines().filter(|line| line.contains("had access to this file"));
                assert!(told.into_iter().any(|line| line.contains("secret.key")), "{log}");
            }
            command => drop(run(command, data.path())),
        }
        assert_private(data.path());
    }
    let kept = modes(data.path()).into_keys().any(|path| path.contains("before-restore"));
    assert!(kept, "what was there before is one of them");
}

#[test]
fn a_folder_that_others_use_is_left_to_them() {
    if is_elsewhere() {
        return;
    }
    let shared = TempDir::new().unwrap();
    let theirs = shared.path().join("letter.txt");
    std::fs::write(&theirs, "Dear Ada").unwrap();
    open_up(shared.path());
    let program = serve(shared.path());
    for (path, found) in modes(shared.path()) {
        let expected = match Path::new(&path) {
            path if path == shared.path() => OPEN_FOLDER,
            path if path == theirs => OPEN_FILE,
            _ => PRIVATE_FILE,
        };
        assert_eq!(found, expected, "{path} is {found:o}");
    }
    let log = program.kill();
    let complaints =
        log.lines().filter(|line| line.contains("other users have access to these paths"));
    assert_eq!(complaints.count(), 1, "{log}");
}

#[test]
fn a_folder_that_belongs_to_somebody_else_is_used_with_a_warning() {
    if is_elsewhere() {
        return;
    }
    if std::fs::metadata("/proc/self").unwrap().uid() != 0 {
        eprintln!("only root can run the service as somebody else: skipped");
        return;
    }
    let data = TempDir::new().unwrap();
    set_mode(data.path(), 0o777);
    let program = Served(Some(Program::serve(BINARY, data.path(), |command| {
        let mut stranger = Command::new("setpriv");
        stranger.args(["--reuid=65534", "--regid=65534", "--clear-groups", "--"]);
        hand_over(command, &mut stranger);
        *command = stranger;
    })));
    assert_eq!(mode(data.path()), 0o777);
    assert_eq!(mode(&data.path().join("citable.sqlite")), PRIVATE_FILE);
    let log = program.kill();
    let complaints =
        log.lines().filter(|line| line.contains("other users have access to these paths"));
    assert_eq!(complaints.count(), 1, "{log}");
}

#[test]
fn a_database_elsewhere_is_private_and_its_folder_is_as_it_was() {
    if is_elsewhere() {
        return;
    }
    let (data, elsewhere) = (TempDir::new().unwrap(), TempDir::new().unwrap());
    let victim = data.path().join("victim");
    std::fs::write(&victim, "").unwrap();
    symlink(&victim, elsewhere.path().join("pages.db-wal.old")).unwrap();
    open_up(elsewhere.path());
    let database = elsewhere.path().join("pages.db");
    let program = serve_with(&data.path().join("data"), |command| {
        command.env("CITABLE_DATABASE_URL", format!("sqlite:{}", database.display()));
    });
    assert_eq!(mode(elsewhere.path()), OPEN_FOLDER);
    let mut seen = 0;
    for entry in std::fs::read_dir(elsewhere.path()).unwrap() {
        let path = entry.unwrap().path();
        if path.is_symlink() {
            continue;
        }
        assert_eq!(mode(&path), PRIVATE_FILE, "{}", path.display());
        seen += 1;
    }
    assert!(seen >= 4, "the database, its log, and the locks");
    assert_eq!(mode(&victim), OPEN_FILE, "no link is followed");
    assert_private(&data.path().join("data"));
    program.kill();
}
