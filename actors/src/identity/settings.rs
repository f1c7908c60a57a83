//! What an operator may set of signing in.

use std::time::Duration;

/// The limits of signing in.
#[derive(Clone, Copy, Debug)]
pub struct IdentitySettings {
    /// Links for one mail address in a UTC hour.
    pub links_per_email: u32,
    /// Links for one client address in a UTC hour.
    pub links_per_client: u32,
    /// How long a link is good.
    pub link_lifetime: Duration,
    /// How long a session lasts.
    pub session_lifetime: Duration,
}

impl Default for IdentitySettings {
    fn default() -> Self {
        Self {
            links_per_email: 4,
            links_per_client: 60,
            link_lifetime: Duration::from_secs(15 * 60),
            session_lifetime: Duration::from_secs(30 * 24 * 60 * 60),
        }
    }
}
