//! How tests reach the cluster.

use super::PgBouncer;
use crate::authority::Authority;

/// Says how tests reach PostgreSQL: `tls`, `pgbouncer`, or `direct`, as without it.
const VARIABLE: &str = "CITABLE_TEST_POSTGRES";

/// Whether somebody says how to reach PostgreSQL, so that tests of the whole program use it.
pub fn is_asked_for() -> bool {
    std::env::var(VARIABLE).is_ok_and(|route| !route.is_empty())
}

/// What a person asked for.
pub(super) enum Asked {
    Direct,
    Tls,
    PgBouncer,
}

/// The way to a cluster.
pub(super) enum Route {
    /// Plain TCP.
    Direct,
    /// TLS, with full verification.
    Tls(Box<Authority>),
    /// PgBouncer in transaction mode.
    PgBouncer(PgBouncer),
}

impl Route {
    /// What the environment asks for.
    pub(super) fn asked() -> Asked {
        match std::env::var(VARIABLE).as_deref() {
            Err(_) | Ok("" | "direct") => Asked::Direct,
            Ok("tls") => Asked::Tls,
            Ok("pgbouncer") => Asked::PgBouncer,
            Ok(other) => panic!("{VARIABLE} is `{other}`: use direct, tls or pgbouncer"),
        }
    }

    /// The URL by which tests reach a database, by its direct one.
    pub(super) fn url(&self, direct: &str) -> String {
        match self {
            Self::Direct => direct.to_owned(),
            Self::Tls(authority) => {
                // The certificate is for the name.
                let named = direct.replacen("127.0.0.1", "localhost", 1);
                format!("{named}?sslmode=verify-full&sslrootcert={}", authority.ca_file().display())
            }
            Self::PgBouncer(bouncer) => bouncer.url(direct),
        }
    }
}
