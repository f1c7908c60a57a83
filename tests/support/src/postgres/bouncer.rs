//! PgBouncer in transaction mode before a cluster.

use std::net::TcpStream;
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::{ChildStdin, Stdio};
use std::time::{Duration, Instant};

use super::{Cluster, free_port, name_of, say};

/// Set to `1`, a missing PgBouncer fails the tests instead of skipping them.
const REQUIRED_VARIABLE: &str = "CITABLE_REQUIRE_PGBOUNCER";

/// Where Debian puts the program, which is not on everyone's PATH.
const DEBIAN_FOLDER: &str = "/usr/sbin";

/// After how long it closes sessions that nobody uses: each test has a database, and all of them
/// share what the server can have.
const IDLE_SECONDS: u32 = 2;

/// How long it may take to listen.
const PATIENCE: Duration = Duration::from_secs(30);

/// A running PgBouncer, stopped with this process at the latest.
pub struct PgBouncer {
    port: u16,
    /// Closed by the operating system when this process ends.
    _leash: ChildStdin,
}

impl PgBouncer {
    /// Starts one that gives each transaction the server's session that was idle for longest, so
    /// that nothing finds the same one again by chance.
    ///
    /// `None`, with a message on standard error, where there is none on this machine.
    ///
    /// # Panics
    /// If it cannot be started, or if there is none although `CITABLE_REQUIRE_PGBOUNCER=1` asks for
    /// it.
    pub fn before(cluster: &Cluster) -> Option<Self> {
        Self::with(cluster, "")
    }

    /// The same with more settings, as lines of its file.
    ///
    /// # Panics
    /// As [`PgBouncer::before`].
    pub fn with(cluster: &Cluster, more: &str) -> Option<Self> {
        let Some(program) = find() else {
            let message = "pgbouncer was not found on PATH or in /usr/sbin";
            assert!(
                std::env::var(REQUIRED_VARIABLE).as_deref() != Ok("1"),
                "{message}; {REQUIRED_VARIABLE}=1 asks for it"
            );
            say(&format!("{message}: tests that need it are skipped"));
            return None;
        };
        Some(start(cluster, &program, more).unwrap_or_else(|error| panic!("pgbouncer: {error}")))
    }

    /// The URL of a database through it, by any URL of it.
    pub fn url(&self, url: &str) -> String {
        format!("postgres://citable@127.0.0.1:{}/{}", self.port, name_of(url))
    }
}

fn find() -> Option<PathBuf> {
    let on_path = std::env::var_os("PATH").unwrap_or_default();
    let mut folders: Vec<PathBuf> = std::env::split_paths(&on_path).collect();
    folders.push(PathBuf::from(DEBIAN_FOLDER));
    folders.into_iter().map(|folder| folder.join("pgbouncer")).find(|program| program.is_file())
}

fn start(cluster: &Cluster, program: &Path, more: &str) -> Result<PgBouncer, String> {
    let folder = cluster.account.make_folder()?;
    let port = free_port().map_err(|error| error.to_string())?;
    let users = folder.join("users");
    cluster.account.write(&users, "\"citable\" \"\"\n")?;
    let settings = folder.join("pgbouncer.ini");
    cluster.account.write(
        &settings,
        &format!(
            "[databases]\n\
             * = host=127.0.0.1 port={}\n\
             [pgbouncer]\n\
             listen_addr = 127.0.0.1\n\
             listen_port = {port}\n\
             unix_socket_dir =\n\
             auth_type = trust\n\
             auth_file = {}\n\
             pool_mode = transaction\n\
             max_client_conn = 1000\n\
             server_round_robin = 1\n\
             server_idle_timeout = {IDLE_SECONDS}\n\
             {more}\n",
            cluster.port,
            users.display()
        ),
    )?;
    // In a process group of its own, so that an interrupt from the terminal passes it by.
    let script = "\"$1\" --quiet \"$2/pgbouncer.ini\" & cat >/dev/null; kill $!; rm -rf \"$2\"";
    let mut shell = cluster.account.command(Path::new("/bin/sh"));
    shell.arg("-c").arg(script).arg("sh").arg(program).arg(&folder);
    shell.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null()).process_group(0);
    let leash = shell.spawn().map_err(|error| error.to_string())?.stdin.take();
    let leash = leash.ok_or("the shell has no standard input")?;
    let patience = Instant::now() + PATIENCE;
    while TcpStream::connect(("127.0.0.1", port)).is_err() {
        if Instant::now() > patience {
            return Err("it doesn't listen".to_owned());
        }
        std::thread::yield_now();
    }
    Ok(PgBouncer { port, _leash: leash })
}
