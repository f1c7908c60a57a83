//! What bounds the memory of a count, however large the logs are.

/// Bytes read at once.
pub(super) const READ_BYTES: usize = 256 * 1024;

/// Bytes of a line. Longer ones count as unreadable. Servers refuse request heads beyond 8 to 32 KiB.
pub(super) const LINE_BYTES: usize = 64 * 1024;

/// Bytes of a path. Longer ones count as other pages.
pub(super) const PAGE_BYTES: usize = 1_024;

/// Pages that are counted by themselves for each agent. The rest count as other pages.
pub(super) const PAGES_PER_AGENT: usize = 20_000;

/// Pages of `--sitemap` and `--pages`. The rest are left out.
pub(super) const GIVEN_PAGES: usize = 200_000;

/// Hosts that are told apart.
pub(super) const HOSTS: usize = 100;

/// Readable lines to find before a log's format counts as unknown.
pub(super) const DETECTION_LINES: u64 = 20;

/// Bytes of a file of address ranges. The largest that a vendor publishes has about 100 kB.
pub(super) const RANGES_BYTES: u64 = 16 * 1024 * 1024;

/// Characters shown of a line that can't be read.
pub(super) const EXCERPT_CHARACTERS: usize = 100;
