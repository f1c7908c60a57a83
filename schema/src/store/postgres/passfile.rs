//! libpq's password file (<https://www.postgresql.org/docs/current/libpq-pgpass.html>).

use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};

use tokio_postgres::Config;
use tokio_postgres::config::Host;

/// Names another file than the default one.
const VARIABLE: &str = "PGPASSFILE";

/// The default file, in the user's home folder.
const DEFAULT_NAME: &str = ".pgpass";

/// Any of these bits lets somebody besides the owner in.
const OTHERS: u32 = 0o077;

/// The port of a host that names none.
const DEFAULT_PORT: u16 = 5432;

/// Folders of the server's socket by default, for which the file says `localhost`.
const SOCKET_FOLDERS: [&str; 2] = ["/tmp", "/var/run/postgresql"];

/// Stands for any value.
const ANY: &str = "*";

/// Passwords by host, port, database and user.
pub(super) struct Passfile {
    lines: Vec<[String; 5]>,
}

impl Passfile {
    /// Reads that file, or the one of `PGPASSFILE`, or `~/.pgpass`. None where there is no such
    /// file, or where it is ignored with a warning: others can read it, or it is no file.
    pub(super) fn read(named: Option<&Path>) -> Option<Self> {
        let path = named.map(Path::to_owned).or_else(place)?;
        let metadata = std::fs::metadata(&path).ok()?;
        if !metadata.is_file() {
            tracing::warn!(file = %path.display(), "the password file is ignored: it isn't a file");
            return None;
        }
        if metadata.permissions().mode() & OTHERS != 0 {
            tracing::warn!(
                file = %path.display(),
                "the password file is ignored: other users have access to it. Run chmod 600 on it"
            );
            return None;
        }
        match std::fs::read_to_string(&path) {
            Ok(text) => Some(Self::parse(&text)),
            Err(error) => {
                tracing::warn!(file = %path.display(), %error, "can't read the password file");
                None
            }
        }
    }

    fn parse(text: &str) -> Self {
        let lines = text.lines().filter(|line| !line.starts_with('#'));
        Self { lines: lines.filter_map(fields).collect() }
    }

    /// The password of the first line that fits.
    pub(super) fn password_for(&self, config: &Config) -> Option<&str> {
        let host = match (config.get_hosts().first(), config.get_hostaddrs().first()) {
            (Some(Host::Tcp(name)), _) => name.clone(),
            (Some(Host::Unix(path)), _)
                if SOCKET_FOLDERS.iter().any(|it| path.as_path() == Path::new(it)) =>
            {
                "localhost".to_owned()
            }
            (Some(Host::Unix(path)), _) => path.display().to_string(),
            (None, Some(address)) => address.to_string(),
            (None, None) => return None,
        };
        let port = config.get_ports().first().copied().unwrap_or(DEFAULT_PORT).to_string();
        let user = config.get_user().unwrap_or_default();
        let database = config.get_dbname().unwrap_or(user);
        let wanted = [host.as_str(), &port, database, user];
        let fits = |line: &&[String; 5]| {
            wanted.iter().zip(line.iter()).all(|(wanted, field)| field == ANY || field == wanted)
        };
        self.lines.iter().find(fits).map(|[.., password]| password.as_str())
    }
}

fn place() -> Option<PathBuf> {
    let given = |name| std::env::var_os(name).filter(|value| !value.is_empty());
    let named = given(VARIABLE).map(PathBuf::from);
    named.or_else(|| given("HOME").map(|home| Path::new(&home).join(DEFAULT_NAME)))
}

/// The five fields of a line, in which a backslash escapes a colon and itself. What comes after a
/// fifth colon is not the password's.
fn fields(line: &str) -> Option<[String; 5]> {
    let mut fields = vec![String::new()];
    let mut letters = line.chars();
    while let Some(letter) = letters.next() {
        match (letter, fields.last_mut()) {
            (':', _) => fields.push(String::new()),
            ('\\', Some(field)) => field.extend(letters.next()),
            (letter, Some(field)) => field.push(letter),
            (_, None) => {}
        }
    }
    fields.truncate(5);
    fields.try_into().ok()
}

#[cfg(test)]
mod tests {
    use std::fs::Permissions;

    use super::*;

    fn password(text: &str, url: &str) -> Option<String> {
        Passfile::parse(text).password_for(&url.parse().unwrap()).map(str::to_owned)
    }

    #[test]
    fn the_first_line_that_fits_has_the_password() {
        let text = "# a comment\n\
            other:5432:d:u:wrong\n\
            h:5433:d:u:wrong port\n\
            h:*:d:u:right\n\
            *:*:*:*:too late\n";
        assert_eq!(password(text, "postgres://u@h/d").as_deref(), Some("right"));
        assert_eq!(password(text, "postgres://u@h:5433/d").as_deref(), Some("wrong port"));
        assert_eq!(password(text, "postgres://v@h/d").as_deref(), Some("too late"));
        assert_eq!(password("h:*:d:u:right\n", "postgres://v@h/d"), None);
        assert_eq!(password("h:*:d:u\n", "postgres://u@h/d"), None, "a line without a password");
    }

    #[test]
    fn colons_and_backslashes_are_escaped() {
        let text = r"\:\:1:5432:d:u:a\:b\\c";
        assert_eq!(password(text, "postgres://u@[::1]/d").as_deref(), Some(r"a:b\c"));
    }

    #[test]
    fn the_default_socket_is_localhost() {
        let url = "postgres://u@%2Fvar%2Frun%2Fpostgresql/d";
        assert_eq!(password("localhost:5432:d:u:p", url).as_deref(), Some("p"));
        assert_eq!(password("/srv:5432:d:u:p", "postgres://u@%2Fsrv/d").as_deref(), Some("p"));
    }

    #[test]
    fn a_file_that_others_can_read_is_ignored() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("pgpass");
        std::fs::write(&path, "*:*:*:*:p").unwrap();
        for (mode, used) in [(0o600, true), (0o400, true), (0o640, false), (0o604, false)] {
            std::fs::set_permissions(&path, Permissions::from_mode(mode)).unwrap();
            assert_eq!(Passfile::read(Some(&path)).is_some(), used, "{mode:o}");
        }
        assert!(Passfile::read(Some(folder.path())).is_none());
        assert!(Passfile::read(Some(&folder.path().join("none"))).is_none());
    }
}
