//! Where a browser comes from, and every limit of rendering.

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

use url::Url;

/// Where a browser comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BrowserSource {
    /// `chromium-headless-shell` of the search path, else `chromium`.
    Auto,
    /// That program.
    Program(PathBuf),
    /// A socket that `citable browser` listens on: each connection is a browser of its own.
    Socket(PathBuf),
    /// A DevTools URL (`ws://…`). What that browser can reach is its operator's concern.
    Remote(Url),
}

/// How pages are rendered.
#[derive(Clone, Debug)]
pub struct RenderSettings {
    /// Where a browser comes from.
    pub source: BrowserSource,
    /// Pages that are rendered at once, each in a browser of its own.
    pub pages: NonZeroUsize,
    /// Whether a report says why exactly no browser starts: for a command. A service tells its log
    /// alone, as the reason names places on its machine.
    pub exact_reasons: bool,
    /// Sizes, times and counts.
    pub limits: RenderLimits,
}

impl RenderSettings {
    /// The defaults, with that browser.
    pub fn new(source: BrowserSource) -> Self {
        let pages = NonZeroUsize::MIN.saturating_add(1);
        Self { source, pages, exact_reasons: false, limits: RenderLimits::default() }
    }
}

/// The sizes, times and counts that bound a rendering.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RenderLimits {
    /// How long a page waits for a browser that is busy with others.
    pub wait: Duration,
    /// How long a browser may take to start.
    pub start: Duration,
    /// One page, from its address to its settled document.
    pub page: Duration,
    /// How long reading the document may take once it settled or the time was over.
    pub capture: Duration,
    /// The page's own clock: how far it runs, at most, while nothing is being fetched.
    pub virtual_time: Duration,
    /// Requests of one page that are answered; further ones fail.
    pub requests: usize,
    /// Bytes of one answer.
    pub answer_bytes: usize,
    /// Bytes of all answers.
    pub all_bytes: usize,
    /// How long the requests of one page may take, all together.
    pub fetching: Duration,
    /// Origins besides the page's own that are asked.
    pub other_origins: usize,
    /// UTF-16 code units of the rendered document that are kept.
    pub html_units: usize,
    /// Pages after which a browser is replaced.
    pub pages_of_a_browser: u32,
    /// Age at which a browser is replaced.
    pub age_of_a_browser: Duration,
    /// Bytes of memory that one process of the browser may ask for.
    pub process_bytes: u64,
    /// Starts that may fail in a row before no more are tried for `pause`.
    pub failed_starts: u32,
    /// How long no start is tried after those.
    pub pause: Duration,
    /// Pages that may wait for a browser.
    pub waiting: usize,
}

const MIB: usize = 1024 * 1024;

impl Default for RenderLimits {
    fn default() -> Self {
        Self {
            wait: Duration::from_secs(3),
            start: Duration::from_secs(20),
            page: Duration::from_secs(8),
            capture: Duration::from_secs(2),
            virtual_time: Duration::from_secs(5),
            requests: 40,
            answer_bytes: 2 * MIB,
            all_bytes: 8 * MIB,
            fetching: Duration::from_secs(8),
            other_origins: 6,
            html_units: 5 * MIB,
            pages_of_a_browser: 200,
            age_of_a_browser: Duration::from_mins(30),
            process_bytes: 1 << 30,
            failed_starts: 3,
            pause: Duration::from_mins(10),
            waiting: 256,
        }
    }
}
