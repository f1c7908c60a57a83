//! A site to scan, and a fetcher that may reach it.

use std::net::{IpAddr, Ipv4Addr};
use std::sync::{Arc, Mutex};

use citable_actors::fetch::{FetchSettings, Fetcher, Gather, Step, TargetUrl, parse_target};
use citable_checks::failure::ScanFailure;
use citable_checks::page::snapshot::{FileOutcome, PageEnd, Snapshot};
use citable_checks::stage::Stage;
use citable_test_support::https_origin::HttpsOrigin;
use citable_test_support::reply::Reply;
use std::time::Duration;

/// The site.
pub(crate) const HOST: &str = "site.test";
/// Another name of the same origin.
pub(crate) const OTHER: &str = "other.test";
/// A third one, that name servers have to be asked for.
pub(crate) const NAMED: &str = "named.pages-for-citable.org";

/// A public name that is spelled like the private address it leads to.
pub(crate) const NAMED_AFTER_ADDRESS: &str = "10.0.0.1.nip.io";

/// What counts as public.
pub(crate) const PUBLIC: IpAddr = IpAddr::V4(Ipv4Addr::new(127, 0, 0, 2));
/// What stays private.
pub(crate) const PRIVATE: IpAddr = IpAddr::V4(Ipv4Addr::LOCALHOST);

/// The instant that snapshots carry.
pub(crate) const NOW: i64 = 1_700_000_000_000;

/// The files around a page that are asked for whatever the page is.
const AROUND: [&str; 2] = ["/sitemap.xml", "/llms.txt"];

/// An origin that serves [`HOST`], [`OTHER`] and [`NAMED`], and settings that reach it.
pub(crate) struct Site {
    pub(crate) origin: HttpsOrigin,
    pub(crate) settings: FetchSettings,
}

impl Site {
    pub(crate) async fn start() -> Self {
        let origin =
            HttpsOrigin::start_on((PUBLIC, 0).into(), Arc::default(), &[HOST, OTHER, NAMED]).await;
        let mut settings = FetchSettings {
            base_url: "https://citable.example/".to_owned(),
            extra_ca_file: Some(origin.ca_file()),
            allow_cidrs: vec![PUBLIC.into()],
            allow_ports: vec![origin.address().port()],
            ..FetchSettings::default()
        };
        settings.limits.retry_pause = Duration::ZERO;
        for name in [HOST, OTHER] {
            settings.resolve.add(name, PUBLIC);
        }
        Self { origin, settings }
    }

    /// The port of the origin.
    pub(crate) fn port(&self) -> u16 {
        self.origin.address().port()
    }

    /// A page on [`HOST`].
    pub(crate) fn page(&self, path: &str, reply: Reply) {
        self.origin.route(HOST, path, reply);
    }

    pub(crate) fn target(&self, host: &str, path: &str) -> TargetUrl {
        parse_target(&self.origin.url(host, path), &self.settings).unwrap()
    }

    /// What was asked of that host for the page itself: neither the files around it nor probes.
    pub(crate) fn asked(&self, host: &str) -> Vec<String> {
        let requests = self.origin.requests();
        let own = requests.iter().filter(|request| request.host == host).filter(|request| {
            let agent = request.header("user-agent").unwrap_or_default();
            agent.starts_with("CitableBot/") && !AROUND.contains(&request.path.as_str())
        });
        own.map(|request| request.path.clone()).collect()
    }

    /// A fetcher that goes on from scan to scan.
    pub(crate) fn fetcher(&self) -> Fetcher {
        Fetcher::new(self.settings.clone()).unwrap()
    }

    /// Scans a path of [`HOST`] at that instant.
    pub(crate) async fn scan_at(&self, fetcher: &Fetcher, path: &str, now_ms: i64) -> Snapshot {
        fetcher.gather(&self.target(HOST, path), now_ms, Arc::new(|_| {})).await.unwrap()
    }

    /// How often that path was asked for.
    pub(crate) fn times(&self, host: &str, path: &str) -> usize {
        self.origin.paths(host).iter().filter(|asked| *asked == path).count()
    }

    /// Scans a path of [`HOST`].
    pub(crate) async fn scan(&self, path: &str) -> Result<Snapshot, ScanFailure> {
        self.scan_host(HOST, path).await
    }

    pub(crate) async fn scan_host(&self, host: &str, path: &str) -> Result<Snapshot, ScanFailure> {
        self.scan_with_stages(host, path).await.0
    }

    /// Scans, and returns the stages that were reported as well.
    pub(crate) async fn scan_with_stages(
        &self,
        host: &str,
        path: &str,
    ) -> (Result<Snapshot, ScanFailure>, Vec<Stage>) {
        let (outcome, steps) = self.scan_with_steps(host, path).await;
        let begun = steps.iter().filter(|step| step.detail.is_none());
        (outcome, begun.map(|step| step.stage).collect())
    }

    /// Scans, and returns the steps that were reported as well.
    pub(crate) async fn scan_with_steps(
        &self,
        host: &str,
        path: &str,
    ) -> (Result<Snapshot, ScanFailure>, Vec<Step>) {
        let fetcher = Fetcher::new(self.settings.clone()).unwrap();
        let steps = Arc::<Mutex<Vec<Step>>>::default();
        let sink = Arc::clone(&steps);
        let progress = Arc::new(move |step| sink.lock().unwrap().push(step));
        let outcome = fetcher.gather(&self.target(host, path), NOW, progress).await;
        assert_harmless(host, &outcome);
        (outcome, steps.lock().unwrap().clone())
    }
}

/// No failure tells where a name leads; names are what the caller or the page gave.
fn assert_harmless(host: &str, outcome: &Result<Snapshot, ScanFailure>) {
    let message = match outcome {
        Err(failure) => failure.message.clone(),
        Ok(snapshot) => format!("{:?}", snapshot.robots.iter().map(failure_of).collect::<Vec<_>>()),
    };
    let message = message.replace(host, "").replace(NAMED_AFTER_ADDRESS, "");
    for address in ["127.0.0.", "::1", "10.0.0.", "169.254."] {
        assert!(!message.contains(address), "{message}");
    }
}

fn failure_of(file: &citable_checks::page::snapshot::FileFetch) -> Option<&str> {
    match &file.outcome {
        FileOutcome::Unreachable { failure } => Some(&failure.message),
        _ => None,
    }
}

/// The statuses on the way, and how it ended.
pub(crate) fn chain(snapshot: &Snapshot) -> (Vec<u16>, &PageEnd) {
    let statuses = snapshot.page.exchanges.iter().map(|exchange| exchange.status).collect();
    (statuses, &snapshot.page.end)
}
