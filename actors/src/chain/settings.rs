//! What is mirrored, and how.

use std::fmt;
use std::time::Duration;

use url::Url;

/// GitHub's REST API.
pub const DEFAULT_API_URL: &str = "https://api.github.com/";

/// How old what was read may become before it is stale.
pub(super) const STALE_AFTER: Duration = Duration::from_secs(45 * 60);
/// How long after a read the next one begins.
pub(super) const EVERY: Duration = Duration::from_secs(10 * 60);
/// How long after a failure of our own the next attempt begins.
pub(super) const RETRY: Duration = Duration::from_secs(60);
/// The longest wait that the provider may ask for.
pub(super) const LONGEST_WAIT: Duration = Duration::from_secs(60 * 60);
/// How often it is looked whether it is time.
pub(super) const LOOK_EVERY: Duration = Duration::from_secs(1);
/// How long one request may take.
pub(super) const REQUEST_LIMIT: Duration = Duration::from_secs(10);
/// How long all requests of one read may take.
pub(super) const READ_LIMIT: Duration = Duration::from_secs(120);
/// How long one node alone may read: longer than that takes.
pub(super) const LEASE: Duration = Duration::from_secs(180);
/// The largest answer that is read, in bytes.
pub(super) const ANSWER_BYTES: u64 = 8 * 1024 * 1024;
/// The largest state file, in bytes.
pub(super) const STATE_BYTES: u64 = 1024 * 1024;
/// Entries that are asked for in one page.
pub(super) const PAGE_SIZE: &str = "100";
/// Pages of open issues and pull requests, of events, and of the runs of one workflow.
pub(super) const PAGES: usize = 10;
/// Decisions that are shown.
pub(super) const DECISIONS: usize = 10;
/// Heartbeats that a state file may hold.
pub(super) const HEARTBEATS: usize = 100;

/// A repository to be mirrored.
#[derive(Clone, PartialEq, Eq)]
pub struct ChainSettings {
    /// Where the API is; ends with a slash.
    pub api_url: Url,
    /// Who owns the repository.
    pub owner: String,
    /// Its name.
    pub name: String,
    /// What the API knows us by.
    pub token: String,
    /// The variable that is the pause switch.
    pub pause_variable: String,
    /// The stages, and the file of each one's workflow.
    pub stages: Vec<(String, String)>,
    /// Where decisions and heartbeats are; none where there are none.
    pub state: Option<StateFile>,
}

/// A JSON file in the repository.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StateFile {
    /// Its path.
    pub path: String,
    /// The branch, tag or commit; none for the default branch.
    pub reference: Option<String>,
}

impl ChainSettings {
    /// Names what is mirrored: what was read under other settings is not shown for it.
    pub(super) fn origin(&self) -> String {
        let Self { api_url, owner, name, pause_variable, .. } = self;
        format!("{api_url} {owner}/{name} {pause_variable}")
    }
}

/// Never shows the token.
impl fmt::Debug for ChainSettings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ChainSettings")
            .field("owner", &self.owner)
            .field("name", &self.name)
            .finish_non_exhaustive()
    }
}
