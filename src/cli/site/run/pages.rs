//! Fetching and judging all pages, as many at once as there are cores.

use std::collections::{HashMap, VecDeque};
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

use citable_actors::assess::assess_with_facts;
use citable_actors::cores::Cores;
use citable_checks::report::PageKind;
use futures_util::StreamExt as _;
use futures_util::stream::{self, BoxStream};

use super::earlier::Earlier;
use super::host::{Host, Web};
use super::job::{Job, Work};
use super::local::{self, Local};
use super::progress::Progress;
use super::stop::Stop;
use crate::cli::page::without_stand_in;
use crate::cli::site::input::{PageSource, Paths};
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
}

/// Kinds of pages by path; the first that matches counts.
pub(in crate::cli::site) struct Kinds {
    pub(in crate::cli::site) paths: Paths,
    pub(in crate::cli::site) kinds: Vec<PageKind>,
}

impl Kinds {
    fn of(&self, page: &PageSource) -> Option<PageKind> {
        let place = self.paths.matching(&page.url).into_iter().min()?;
        self.kinds.get(place).copied()
    }
}

/// A run over pages.
pub(in crate::cli::site) struct Run {
    pub(in crate::cli::site) pages: Vec<PageSource>,
    pub(in crate::cli::site) origin: Origin,
    pub(in crate::cli::site) kinds: Arc<Kinds>,
    pub(in crate::cli::site) earlier: Arc<Earlier>,
    pub(in crate::cli::site) stop: Stop,
    /// Whether rows have whole reports.
    pub(in crate::cli::site) full: bool,
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
        let (full, kinds) = (self.full, Arc::clone(&self.kinds));
        let mut ended = self
            .jobs()
            .map(|job| judge(job, cores.clone(), Arc::clone(&kinds), full))
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
            }
        }
        state.sync()?;
        // The order of completion must not show.
        done.names.sort_unstable();
        Ok(done)
    }

    fn jobs(self) -> BoxStream<'static, Job> {
        let Self { pages, origin, kinds, earlier, stop, .. } = self;
        match origin {
            Origin::Folder(local) => {
                let goes_on = move |_: &PageSource| std::future::ready(!stop.is_set());
                let read = move |page: PageSource| {
                    let kind = kinds.of(&page);
                    local::read(Arc::clone(&local), page, kind, Arc::clone(&earlier))
                };
                stream::iter(pages).take_while(goes_on).map(read).buffered(READ_AHEAD).boxed()
            }
            Origin::Web(web) => of_hosts(pages, &web, &earlier),
        }
    }
}

/// The pages of all hosts, those that an earlier run judged first.
fn of_hosts(pages: Vec<PageSource>, web: &Web, earlier: &Earlier) -> BoxStream<'static, Job> {
    let now_ms = web.clock.now_ms();
    let mut known = Vec::new();
    let mut hosts: Vec<VecDeque<PageSource>> = Vec::new();
    let mut places: HashMap<String, usize> = HashMap::new();
    for page in pages {
        if earlier.is_older(&page) {
            known.push(Job { page, input_hash: None, work: Work::Unchanged });
        } else if earlier.keeps_page(&page.name, now_ms) {
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

async fn judge(job: Job, cores: Cores, kinds: Arc<Kinds>, full: bool) -> Ended {
    let Job { page, input_hash, work } = job;
    let scanned = match work {
        Work::Kept => return Ended::Kept(page.name),
        Work::Unchanged => return Ended::Unchanged,
        Work::Failed(failure) => Err(failure),
        Work::Judge(mut snapshot) => {
            snapshot.given_kind = kinds.of(&page);
            let fetched_at = snapshot.fetched_at;
            let assessed = assess_with_facts(&cores, REPORT_ID, *snapshot).await;
            assessed.map(|(report, facts)| {
                let report = without_stand_in(report);
                (fetched_at, PageScan::of(&report, facts, full))
            })
        }
    };
    let (fetched_at, scan, failure) = match scanned {
        Ok((fetched_at, scan)) => (Some(fetched_at), Some(scan), None),
        Err(failure) => (None, None, Some(failure)),
    };
    let file = page.file.as_deref().map(file_name);
    Ended::Row(Box::new(PageRow { url: page.name, file, input_hash, fetched_at, failure, scan }))
}

/// The file as outputs name it: from the folder where the command ran.
fn file_name(path: &Path) -> String {
    let parts = path.components().filter(|part| *part != Component::CurDir);
    parts.collect::<PathBuf>().to_string_lossy().into_owned()
}
