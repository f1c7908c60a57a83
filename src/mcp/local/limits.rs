//! Every limit of a local session.

use std::time::Duration;

/// Bytes of a message. HTML in a call is a string of JSON, where escapes take up to six bytes.
pub(super) const LINE_BYTES: usize = 16 * 1024 * 1024;

/// Messages that wait to be handled or written.
pub(super) const QUEUE: usize = 32;

/// Calls at once.
pub(super) const CALLS: usize = 16;

/// Scans that run at once.
pub(super) const RUNNING_SCANS: usize = 4;

/// Scans that are kept, the newest.
pub(super) const SCANS_KEPT: usize = 50;

/// How long a scan may take, fetching and judging.
pub(super) const SCAN: Duration = Duration::from_secs(120);

/// How long judging may take.
pub(super) const JUDGING: Duration = Duration::from_secs(60);

/// How long one call scans the pages of a site. The next one goes on.
pub(super) const SITE: Duration = Duration::from_secs(20);

/// Pages of a sitemap that are scanned, unless the call asks for more.
pub(super) const SITE_PAGES: u32 = 50;

/// The most pages that a call can ask for.
pub(super) const SITE_PAGES_MAX: u32 = 10_000;

/// How long the responses to what was asked before the end of input are waited for.
pub(super) const LAST_RESPONSES: Duration = Duration::from_secs(35);
