//! A throw-away PostgreSQL cluster, one per test binary, and a fresh database per test. A test that
//! stops the server has a cluster of its own.
//!
//! The cluster is started from the `initdb` and `pg_ctl` on this machine, listens on loopback and
//! on a socket in its own folder, and is stopped and removed when the test process ends, however it
//! ends: a small shell waits on a pipe that only this process holds open.
//!
//! `CITABLE_TEST_POSTGRES` says how tests reach it: `tls`, `pgbouncer`, or directly. Set to any of
//! them (`direct` too), tests of the whole program use it instead of SQLite; see
//! [`crate::database`].

mod account;
mod bouncer;
mod route;

use std::io;
use std::net::TcpListener;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{ChildStdin, Command, Stdio};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};

use crate::authority::Authority;
use account::{Account, run};
pub use bouncer::PgBouncer;
use route::Route;
pub use route::is_asked_for;

/// Set to `1`, a missing PostgreSQL fails the tests instead of skipping them.
const REQUIRED_VARIABLE: &str = "CITABLE_REQUIRE_POSTGRES";

/// Where Debian puts the server's programs, which are not on everyone's PATH.
const DEBIAN_FOLDER: &str = "/usr/lib/postgresql";

/// Ports are found free and then given up before the server takes them, so another process may be
/// faster.
const START_ATTEMPTS: u32 = 5;

/// Needs a password, other than the user of the tests.
pub const GUARDED_USER: &str = "guarded";

/// Durability is not what these tests are about, and without it a database is made in milliseconds.
const SERVER_SETTINGS: [&str; 5] = [
    "fsync=off",
    "synchronous_commit=off",
    "full_page_writes=off",
    "max_connections=300",
    "listen_addresses=127.0.0.1",
];

/// A clock of the database's own, which a test can move. The schema `tests` is asked before the
/// functions that are built in, so whoever asks the database for the time gets this one.
const MOVABLE_CLOCK: &str = "
    CREATE SCHEMA tests;
    CREATE TABLE tests.clock (ahead_ms BIGINT NOT NULL);
    INSERT INTO tests.clock VALUES (0);
    CREATE FUNCTION tests.clock_timestamp() RETURNS timestamptz LANGUAGE plpgsql VOLATILE AS $$
        BEGIN
            RETURN pg_catalog.clock_timestamp()
                + (SELECT ahead_ms FROM tests.clock) * interval '1 millisecond';
        END $$;";

/// A running cluster.
pub struct Cluster {
    account: Account,
    programs: PathBuf,
    folder: PathBuf,
    port: u16,
    databases: AtomicU32,
    route: Route,
    /// Closed by the operating system when this process ends.
    _leash: ChildStdin,
}

/// The cluster of this test binary, started at the first call.
///
/// `None`, with a message on standard error, where there is no PostgreSQL on this machine.
///
/// # Panics
/// If it cannot be started, or if there is none although `CITABLE_REQUIRE_POSTGRES=1` asks for it.
pub fn cluster() -> Option<&'static Cluster> {
    static CLUSTER: OnceLock<Option<Cluster>> = OnceLock::new();
    CLUSTER.get_or_init(start_on_route).as_ref()
}

/// A cluster of one test's own, which it may stop.
///
/// `None`, with a message on standard error, where there is no PostgreSQL on this machine.
///
/// # Panics
/// As [`cluster`].
pub fn cluster_of_ones_own() -> Option<Cluster> {
    start_on_route()
}

/// A cluster of one test's own that speaks TLS with a certificate for these names. It takes plain
/// connections as well.
///
/// `None`, with a message on standard error, where there is no PostgreSQL on this machine.
///
/// # Panics
/// As [`cluster`].
pub fn cluster_with_tls(authority: &Authority, names: &[&str]) -> Option<Cluster> {
    start(Some((authority, names)))
}

fn start_on_route() -> Option<Cluster> {
    match Route::asked() {
        route::Asked::Direct => start(None),
        route::Asked::Tls => {
            let authority = Authority::new();
            let mut cluster = start(Some((&authority, &["localhost"])))?;
            cluster.route = Route::Tls(Box::new(authority));
            Some(cluster)
        }
        route::Asked::PgBouncer => {
            let mut cluster = start(None)?;
            cluster.route = Route::PgBouncer(PgBouncer::before(&cluster)?);
            Some(cluster)
        }
    }
}

impl Cluster {
    /// Stops the server as a power cut would: every connection breaks.
    ///
    /// # Panics
    /// If that fails.
    pub fn stop(&self) {
        let mut pg_ctl = self.account.command(&self.programs.join("pg_ctl"));
        pg_ctl.args(["stop", "--wait", "-m", "immediate", "-D"]).arg(self.folder.join("data"));
        run(&mut pg_ctl).unwrap_or_else(|error| panic!("{error}"));
    }

    /// Starts the server again, where it was.
    ///
    /// # Panics
    /// If that fails.
    pub fn start(&self) {
        let mut pg_ctl = start_command(&self.account, &self.programs, &self.folder, self.port);
        run(&mut pg_ctl).unwrap_or_else(|error| panic!("{error}"));
    }

    /// Makes an empty database whose clock [`Cluster::move_clock`] moves; answers its URL.
    ///
    /// # Panics
    /// If it cannot be made.
    pub fn create_database_with_clock(&self) -> String {
        let url = self.create_database();
        let name = name_of(&url);
        self.execute(&format!("ALTER DATABASE {name} SET search_path = public, tests, pg_catalog"));
        self.ask(&url, MOVABLE_CLOCK);
        url
    }

    /// Moves the clock of such a database by so many milliseconds from the machine's.
    ///
    /// # Panics
    /// If that fails.
    pub fn move_clock(&self, url: &str, ahead_ms: i64) {
        self.ask(url, &format!("UPDATE tests.clock SET ahead_ms = {ahead_ms}"));
    }

    /// What that database answers: rows as lines, columns parted by `|`.
    ///
    /// # Panics
    /// If it refuses the statement.
    pub fn ask(&self, url: &str, statement: &str) -> String {
        let answer = run(&mut self.psql(name_of(url), statement));
        answer.unwrap_or_else(|error| panic!("{error}")).trim().to_owned()
    }

    /// Makes an empty database and answers its `postgres://` URL.
    ///
    /// # Panics
    /// If it cannot be made.
    pub fn create_database(&self) -> String {
        let name = format!("test_{}", self.databases.fetch_add(1, Ordering::Relaxed));
        let mut createdb = Command::new(self.programs.join("createdb"));
        createdb
            .args(["-h", "127.0.0.1", "-U", "citable", "-p"])
            .arg(self.port.to_string())
            .arg(&name);
        run(&mut createdb).unwrap_or_else(|error| panic!("{error}"));
        self.route.url(&self.direct_url(&name))
    }

    /// The URL of a database past TLS and PgBouncer, by any URL of it.
    pub fn direct_url(&self, url: &str) -> String {
        format!("postgres://citable@127.0.0.1:{}/{}", self.port, name_of(url))
    }

    /// Whether tests reach it through PgBouncer.
    pub fn is_pooled(&self) -> bool {
        matches!(self.route, Route::PgBouncer(_))
    }

    /// Makes a user who needs a password on every connection by TCP, and may do everything.
    ///
    /// # Panics
    /// If that fails.
    pub fn create_guarded_user(&self, password: &str) {
        self.execute(&format!("CREATE ROLE {GUARDED_USER} SUPERUSER LOGIN PASSWORD '{password}'"));
    }

    /// Refuses everybody but administrators that database and ends the connections to it, or lets
    /// them in again.
    ///
    /// # Panics
    /// If that fails.
    pub fn shut_out(&self, url: &str, shut: bool) {
        let name = name_of(url);
        self.execute(&format!("ALTER DATABASE {name} ALLOW_CONNECTIONS {}", !shut));
        if shut {
            self.end_connections(name);
        }
    }

    /// Lets that database be read only from now on, also by those who are connected.
    ///
    /// # Panics
    /// If that fails.
    pub fn make_read_only(&self, url: &str) {
        let name = name_of(url);
        self.execute(&format!("ALTER DATABASE {name} SET default_transaction_read_only = on"));
        self.end_connections(name);
    }

    /// Lets that database keep what it has confirmed when [`Cluster::stop`] cuts the power: by
    /// default it forgets the last moments.
    ///
    /// # Panics
    /// If that fails.
    pub fn make_durable(&self, url: &str) {
        self.execute(&format!("ALTER DATABASE {} SET synchronous_commit = on", name_of(url)));
    }

    /// Lets that database be written to again, by those who connect from now on.
    ///
    /// # Panics
    /// If that fails.
    pub fn make_writable(&self, url: &str) {
        let name = name_of(url);
        self.execute(&format!("ALTER DATABASE {name} RESET default_transaction_read_only"));
    }

    fn end_connections(&self, name: &str) {
        self.execute(&format!(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}'"
        ));
    }

    fn execute(&self, statement: &str) {
        run(&mut self.psql("postgres", statement)).unwrap_or_else(|error| panic!("{error}"));
    }

    /// A session in that database, past TLS and PgBouncer, which reads statements.
    pub fn session(&self, url: &str) -> Command {
        let mut psql = Command::new(self.programs.join("psql"));
        psql.args(["-h", "127.0.0.1", "-U", "citable", "-d", name_of(url), "-q", "-A", "-t", "-p"])
            .arg(self.port.to_string())
            .args(["-v", "ON_ERROR_STOP=1"]);
        psql
    }

    fn psql(&self, database: &str, statement: &str) -> Command {
        let mut psql = self.session(database);
        psql.args(["-c", statement]);
        psql
    }
}

/// The database in an address that [`Cluster::create_database`] made.
fn name_of(url: &str) -> &str {
    let address = url.split('?').next().unwrap_or_default();
    address.rsplit('/').next().unwrap_or_default()
}

fn start(tls: Option<(&Authority, &[&str])>) -> Option<Cluster> {
    let Some(programs) = find_programs() else {
        let message =
            "PostgreSQL (initdb, pg_ctl) was not found on PATH or under /usr/lib/postgresql";
        assert!(
            std::env::var(REQUIRED_VARIABLE).as_deref() != Ok("1"),
            "{message}; {REQUIRED_VARIABLE}=1 asks for it"
        );
        say(&format!("{message}: tests that need it are skipped"));
        return None;
    };
    Some(
        start_from(programs, tls)
            .unwrap_or_else(|error| panic!("PostgreSQL could not be started: {error}")),
    )
}

fn find_programs() -> Option<PathBuf> {
    let on_path = std::env::var_os("PATH").unwrap_or_default();
    let mut candidates: Vec<PathBuf> = std::env::split_paths(&on_path).collect();
    if let Ok(versions) = std::fs::read_dir(DEBIAN_FOLDER) {
        candidates.extend(versions.flatten().map(|version| version.path().join("bin")));
    }
    candidates.into_iter().find(|folder| {
        ["initdb", "pg_ctl", "createdb"].iter().all(|name| folder.join(name).is_file())
    })
}

fn start_from(programs: PathBuf, tls: Option<(&Authority, &[&str])>) -> Result<Cluster, String> {
    let account = Account::find()?;
    let folder = account.make_folder()?;
    let leash =
        tie_to_this_process(&account, &programs, &folder).map_err(|error| error.to_string())?;
    let data = folder.join("data");
    let mut initdb = account.command(&programs.join("initdb"));
    initdb
        .args([
            "--no-sync",
            "--no-locale",
            "--encoding=UTF8",
            "--auth=trust",
            "--username=citable",
            "-D",
        ])
        .arg(&data);
    run(&mut initdb)?;
    account.write(&data.join("pg_hba.conf"), &access())?;
    if let Some((authority, names)) = tls {
        give_certificate(&account, &data, authority, names)?;
    }
    let mut last_error = String::new();
    for _ in 0..START_ATTEMPTS {
        let port = free_port().map_err(|error| error.to_string())?;
        match run(&mut start_command(&account, &programs, &folder, port)) {
            Ok(_) => {
                let databases = AtomicU32::new(0);
                let route = Route::Direct;
                return Ok(Cluster {
                    account,
                    programs,
                    folder,
                    port,
                    databases,
                    route,
                    _leash: leash,
                });
            }
            Err(error) => last_error = error,
        }
    }
    Err(last_error)
}

/// Who gets in, in the form of `pg_hba.conf`: everybody, but for one user, who needs a password.
fn access() -> String {
    format!(
        "host all {GUARDED_USER} all scram-sha-256\n\
         local all all trust\n\
         host all all 127.0.0.1/32 trust\n\
         host all all ::1/128 trust\n"
    )
}

/// Lets the server speak TLS. The server reads these names in its folder by default.
fn give_certificate(
    account: &Account,
    data: &Path,
    authority: &Authority,
    names: &[&str],
) -> Result<(), String> {
    let (certificate, key) = authority.server_files(names);
    for (from, to) in [(certificate, "server.crt"), (key, "server.key")] {
        let text = std::fs::read_to_string(from).map_err(|error| error.to_string())?;
        account.write(&data.join(to), &text)?;
    }
    let settings = data.join("postgresql.auto.conf");
    account.write(&settings, "ssl = on\n")
}

fn start_command(account: &Account, programs: &Path, folder: &Path, port: u16) -> Command {
    let mut options = format!("-p {port} -k {}", folder.display());
    for setting in SERVER_SETTINGS {
        options.push_str(&format!(" -c {setting}"));
    }
    let mut pg_ctl = account.command(&programs.join("pg_ctl"));
    pg_ctl.args(["start", "--wait", "-D"]).arg(folder.join("data"));
    pg_ctl.arg("-l").arg(folder.join("server.log")).arg("-o").arg(options);
    pg_ctl
}

/// A port that nothing listens on at the moment, for programs of others that take no 0.
///
/// # Errors
/// Where none can be had.
pub fn free_port() -> io::Result<u16> {
    TcpListener::bind(("127.0.0.1", 0))?.local_addr().map(|address| address.port())
}

/// A shell in a process group of its own, so that an interrupt from the terminal passes it by. It
/// reads until the pipe is closed, then stops the server and removes its folder.
fn tie_to_this_process(
    account: &Account,
    programs: &Path,
    folder: &Path,
) -> io::Result<ChildStdin> {
    let script = "cat >/dev/null; \"$1/pg_ctl\" stop -m immediate -D \"$2/data\"; rm -rf \"$2\"";
    let mut shell = account.command(Path::new("/bin/sh"));
    shell.arg("-c").arg(script).arg("sh").arg(programs).arg(folder);
    shell.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null()).process_group(0);
    shell.spawn()?.stdin.take().ok_or_else(|| io::Error::other("the shell has no standard input"))
}

#[expect(clippy::print_stderr, reason = "a skipped test must be seen")]
fn say(message: &str) {
    eprintln!("{message}");
}
