//! Fetching and judging all pages, as many at once as there are cores.

use std::collections::{HashMap, VecDeque};
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

use anyhow::Context as _;
use citable_actors::assess::assess_with_facts;
use citable_actors::cores::Cores;
use citable_checks::evaluate::SitePage;
use citable_checks::failure::{FailureCode, ScanFailure};
use citable_checks::report::PageKind;
use futures_util::StreamExt as _;
use futures_util::stream::{self, BoxStream};
use sha2::{Digest as _, Sha256};

use super::earlier::Earlier;
use super::host::{Host, Web};
use super::job::{Job, Work, hex};
use super::local::{self, Local};
use super::progress::Progress;
use super::stop::Stop;
use crate::cli::page::{RenderWhen, without_stand_in};
use crate::cli::site::ignoring::Ignoring;
use crate::cli::site::input::{PageSource, Paths};
use crate::cli::site::kept;
use crate::cli::site::state::State;
use crate::render::site::row::{PageRow, PageScan};

/// Hosts that are asked at once.
const HOSTS: usize = 4;
/// Files that are read ahead.
const READ_AHEAD: usize = 4;
/// Pages that wait for a core.
const WAITING: usize = 2;
/// The ID of the reports of a run: a page's own is its snapshot's hash.
const REPORT_ID: &str = "scn_site";

/// Where the pages come from.
pub(in crate::cli::site) enum Origin {
    /// A folder.
    Folder(Arc<Local>),
    /// The network.
    Web(Web),
    /// Snapshots that were kept.
    Kept,
}

/// Kinds of pages by path; the first that matches counts.
#[derive(Clone)]
pub(in crate::cli::site) struct Kinds {
    pub(in crate::cli::site) paths: Paths,
    pub(in crate::cli::site) kinds: Vec<PageKind>,
}

impl Kinds {
    pub(in crate::cli::site) fn of(&self, page: &PageSource) -> Option<PageKind> {
        let place = self.paths.matching(&page.url).into_iter().min()?;
        self.kinds.get(place).copied()
    }
}

/// What single pages are judged with.
#[derive(Clone)]
pub(in crate::cli::site) struct PageOptions {
    pub(in crate::cli::site) kinds: Kinds,
    pub(in crate::cli::site) ignoring: Ignoring,
    pub(in crate::cli::site) render: RenderWhen,
}

impl PageOptions {
    /// The kind of that page, if it is set.
    pub(super) fn kind(&self, page: &PageSource) -> Option<PageKind> {
        self.kinds.of(page)
    }

    /// SHA-256 of what applies to that page, to begin a hash with; none where nothing does.
    pub(super) fn digest(&self, page: &PageSource) -> Option<Sha256> {
        let (kind, ignored) = (self.kind(page), self.ignoring.at(&page.url));
        if kind.is_none() && ignored.is_empty() && self.render == RenderWhen::Never {
            return None;
        }
        let mut hash = Sha256::new();
        hash.update(match self.render {
            RenderWhen::Never => "",
            RenderWhen::Auto => "auto:",
            RenderWhen::Always => "always:",
        });
        hash.update(kind.map_or("", PageKind::as_str));
        for one in ignored {
            hash.update([0]);
            hash.update(one.id);
            hash.update([0]);
            hash.update(one.reason);
        }
        Some(hash)
    }
}

/// A run over pages.
pub(in crate::cli::site) struct Run {
    pub(in crate::cli::site) pages: Vec<PageSource>,
    pub(in crate::cli::site) origin: Origin,
    pub(in crate::cli::site) options: Arc<PageOptions>,
    pub(in crate::cli::site) earlier: Arc<Earlier>,
    pub(in crate::cli::site) stop: Stop,
    /// Whether rows have whole reports.
    pub(in crate::cli::site) full: bool,
    /// The folder that snapshots are kept in, if they are.
    pub(in crate::cli::site) snapshots: Option<PathBuf>,
}

/// What came of a run. The rows are in the state.
#[derive(Debug, Default)]
pub(in crate::cli::site) struct Done {
    /// The pages that have a row.
    pub(in crate::cli::site) names: Vec<String>,
    /// Rows that an earlier run wrote.
    pub(in crate::cli::site) kept: usize,
    /// Pages that are what they were, and were left out.
    pub(in crate::cli::site) unchanged: usize,
}

/// What came of one page.
enum Ended {
    Row(Box<PageRow>),
    Kept(String),
    Unchanged,
    /// The snapshot couldn't be kept.
    Broken(std::io::Error),
}

impl Run {
    /// Runs to its end, or until it is stopped.
    ///
    /// # Errors
    /// When the state can't be written.
    pub(in crate::cli::site) async fn finish(
        self,
        state: &mut State,
        progress: &mut Progress,
    ) -> anyhow::Result<Done> {
        let cores = Cores::of_a_command();
        let at_once = Cores::count().get() + WAITING;
        let (full, options) = (self.full, Arc::clone(&self.options));
        let snapshots = self.snapshots.clone();
        let mut ended = self
            .jobs()
            .then(move |job| keep(job, snapshots.clone()))
            .boxed()
            .map(|job| judge(job, cores.clone(), Arc::clone(&options), full))
            .buffer_unordered(at_once);
        let mut done = Done::default();
        while let Some(ended) = ended.next().await {
            match ended {
                Ended::Row(row) => {
                    state.append(&row)?;
                    progress.page(Some(&row));
                    done.names.push(row.url.clone());
                }
                Ended::Kept(name) => {
                    progress.page(None);
                    done.kept += 1;
                    done.names.push(name);
                }
                Ended::Unchanged => {
                    progress.page(None);
                    done.unchanged += 1;
                }
                Ended::Broken(error) => return Err(error).context("can't keep a snapshot"),
            }
        }
        state.sync()?;
        // The order of completion must not show.
        done.names.sort_unstable();
        Ok(done)
    }

    fn jobs(self) -> BoxStream<'static, Job> {
        let Self { pages, origin, options, earlier, stop, .. } = self;
        match origin {
            Origin::Folder(local) => {
                let goes_on = move |_: &PageSource| std::future::ready(!stop.is_set());
                let read = move |page: PageSource| {
                    let digest = options.digest(&page);
                    local::read(Arc::clone(&local), page, digest, Arc::clone(&earlier))
                };
                stream::iter(pages).take_while(goes_on).map(read).buffered(READ_AHEAD).boxed()
            }
            Origin::Kept => {
                let goes_on = move |_: &PageSource| std::future::ready(!stop.is_set());
                stream::iter(pages).take_while(goes_on).map(of_kept).buffered(READ_AHEAD).boxed()
            }
            Origin::Web(web) => of_hosts(pages, &web, &earlier, &options),
        }
    }
}

/// The pages of all hosts, those that an earlier run judged first.
fn of_hosts(
    pages: Vec<PageSource>,
    web: &Web,
    earlier: &Earlier,
    options: &PageOptions,
) -> BoxStream<'static, Job> {
    let now_ms = web.clock.now_ms();
    let mut known = Vec::new();
    let mut hosts: Vec<VecDeque<PageSource>> = Vec::new();
    let mut places: HashMap<String, usize> = HashMap::new();
    for page in pages {
        if earlier.is_older(&page) {
            known.push(Job { page, input_hash: None, work: Work::Unchanged });
        } else if earlier.keeps_page(&page.name, now_ms, options.digest(&page).map(hex)) {
            known.push(Job::kept(page));
        } else {
            let host = page.url.host_str().unwrap_or_default().to_owned();
            let place = *places.entry(host).or_insert(hosts.len());
            if place == hosts.len() {
                hosts.push(VecDeque::new());
            }
            if let Some(pages) = hosts.get_mut(place) {
                pages.push_back(page);
            }
        }
    }
    let web = web.clone();
    let fetched = stream::iter(hosts)
        .map(move |pages| stream::unfold(Host::new(web.clone(), pages), Host::next).boxed());
    stream::iter(known).chain(fetched.flatten_unordered(HOSTS)).boxed()
}

/// A page by the snapshot of it that was kept.
async fn of_kept(page: PageSource) -> Job {
    let fallback = page.clone();
    let reading = tokio::task::spawn_blocking(move || {
        let read = kept::snapshot(&page);
        Job::fetched(page, read)
    });
    // Reading a file does not panic.
    let failed = || ScanFailure::new(FailureCode::Internal, "The snapshot couldn't be read.");
    reading.await.unwrap_or_else(|_| Job::fetched(fallback, Err(failed())))
}

/// Keeps the snapshot that a page is judged by, where they are kept.
async fn keep(job: Job, folder: Option<PathBuf>) -> Result<Job, std::io::Error> {
    let (Some(folder), Work::Judge(_)) = (folder, &job.work) else { return Ok(job) };
    let keeping = tokio::task::spawn_blocking(move || match &job.work {
        Work::Judge(snapshot) => kept::keep(&folder, &job.page, snapshot).map(|()| job),
        _ => Ok(job),
    });
    keeping.await.unwrap_or_else(|stopped| Err(std::io::Error::other(stopped)))
}

async fn judge(
    job: Result<Job, std::io::Error>,
    cores: Cores,
    options: Arc<PageOptions>,
    full: bool,
) -> Ended {
    let Job { page, input_hash, work } = match job {
        Ok(job) => job,
        Err(error) => return Ended::Broken(error),
    };
    let scanned = match work {
        Work::Kept => return Ended::Kept(page.name),
        Work::Unchanged => return Ended::Unchanged,
        Work::Failed(failure) => Err(failure),
        Work::Judge(mut snapshot) => {
            snapshot.given_kind = options.kind(&page);
            let fetched_at = snapshot.fetched_at;
            let ignored = options.ignoring.at(&page.url);
            let assessed = assess_with_facts(&cores, REPORT_ID, *snapshot, ignored).await;
            assessed.map(|page| {
                let report = without_stand_in(page.report);
                (fetched_at, PageScan::of(SitePage { report, ..page }, full))
            })
        }
    };
    let (fetched_at, scan, failure) = match scanned {
        Ok((fetched_at, scan)) => (Some(fetched_at), Some(scan), None),
        Err(failure) => (None, None, Some(failure)),
    };
    let input_hash = input_hash.or_else(|| options.digest(&page).map(hex));
    let file = page.file.as_deref().map(file_name);
    Ended::Row(Box::new(PageRow { url: page.name, file, input_hash, fetched_at, failure, scan }))
}

/// The file as outputs name it: from the folder where the command ran.
fn file_name(path: &Path) -> String {
    let parts = path.components().filter(|part| *part != Component::CurDir);
    parts.collect::<PathBuf>().to_string_lossy().into_owned()
}
