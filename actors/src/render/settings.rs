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
    /// Whether a browser is started before the first page needs one.
    pub ahead: bool,
    /// Sizes, times and counts.
    pub limits: RenderLimits,
}

impl RenderSettings {
    /// The defaults, with that browser.
    pub fn new(source: BrowserSource) -> Self {
        let pages = NonZeroUsize::MIN.saturating_add(1);
        let limits = RenderLimits::default();
        Self { source, pages, exact_reasons: false, ahead: true, limits }
    }
}

/// The sizes, times and counts that bound a rendering.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RenderLimits {
    /// One rendering from the wait for a browser to the closed page: no longer than the files
    /// around a page may take.
    pub whole: Duration,
    /// How long a page waits for a browser that is busy with others.
    pub wait: Duration,
    /// How long a browser may take to start.
    pub start: Duration,
    /// One page, from its address to its settled document.
    pub page: Duration,
    /// How long reading the document may take once it settled or the time was over.
    pub capture: Duration,
    /// How long closing a page may take; a browser that needs longer is ended.
    pub close: Duration,
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
    /// Bytes of memory that a browser of ours may have taken since it started; it is replaced after
    /// the page with which it reaches them.
    pub growth_of_a_browser: u64,
    /// Bytes of memory that one process of the browser may ask for.
    pub process_bytes: u64,
    /// Starts that may fail in a row before no more are tried for `pause`.
    pub failed_starts: u32,
    /// How long no start is tried after those.
    pub pause: Duration,
    /// Pages that may wait for a browser.
    pub waiting: usize,
    /// The walls that stand.
    #[cfg(test)]
    pub(super) walls: Walls,
}

/// The walls between a page and any network. All of them stand, but where a test of ours takes one
/// away to see what it holds back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Walls {
    /// The network namespace, and the test that it is one.
    pub(super) network: bool,
    /// The flags of the browser that keep it from networks.
    pub(super) flags: bool,
    /// Whether every request is answered by us, and what can't be intercepted is taken away.
    pub(super) interception: bool,
}

impl Walls {
    /// What every page is rendered behind.
    pub(super) const ALL: Self = Self { network: true, flags: true, interception: true };

    /// The addresses that the browser asks us for, as a pattern. Without interception those of the
    /// page's own site are left: else there were no page.
    pub(super) fn intercepted(self) -> &'static str {
        if self.interception { "*" } else { "https://www.example.org/*" }
    }
}

impl RenderLimits {
    /// The walls that stand.
    #[cfg_attr(not(test), expect(clippy::unused_self, reason = "tests say which ones"))]
    pub(super) fn walls(&self) -> Walls {
        #[cfg(test)]
        return self.walls;
        #[cfg(not(test))]
        Walls::ALL
    }

    /// How long a page may run that has waited that long for its browser, so that time is left to
    /// read and close it.
    pub(super) fn page_after(&self, waited: Duration) -> Duration {
        let kept = waited.saturating_add(self.capture).saturating_add(self.close);
        self.page.min(self.whole.saturating_sub(kept))
    }
}

const MIB: usize = 1024 * 1024;

impl Default for RenderLimits {
    fn default() -> Self {
        Self {
            whole: Duration::from_secs(10),
            wait: Duration::from_secs(3),
            start: Duration::from_secs(20),
            page: Duration::from_secs(8),
            capture: Duration::from_millis(1_500),
            close: Duration::from_millis(500),
            virtual_time: Duration::from_secs(5),
            requests: 40,
            answer_bytes: 2 * MIB,
            all_bytes: 8 * MIB,
            fetching: Duration::from_secs(8),
            other_origins: 6,
            html_units: 5 * MIB,
            pages_of_a_browser: 200,
            age_of_a_browser: Duration::from_mins(30),
            growth_of_a_browser: 600 << 20,
            process_bytes: 1 << 30,
            failed_starts: 3,
            pause: Duration::from_mins(10),
            waiting: 256,
            #[cfg(test)]
            walls: Walls::ALL,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_that_waited_runs_the_shorter() {
        let limits = RenderLimits::default();
        let seconds = Duration::from_secs;
        assert_eq!(limits.page_after(Duration::ZERO), limits.page);
        assert_eq!(limits.page_after(limits.wait), seconds(5));
        assert_eq!(limits.page_after(limits.whole), Duration::ZERO);
        for waited in [0, 1, 3, 7].map(seconds) {
            let whole = waited + limits.page_after(waited) + limits.capture + limits.close;
            assert!(whole <= limits.whole, "{waited:?}");
        }
    }
}
