//! A run that was asked for: checked, run, written and judged.

mod refusals;

use std::collections::HashMap;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, bail};
use citable_actors::clock::SharedClock;
use citable_actors::fetch::{Fetcher, Rendering};
use citable_checks::failure::FailureCode;
use url::Url;

use super::args::RunArgs;
use super::around::Around;
use super::baseline::{Baseline, read_rows};
use super::broken::Published;
use super::ignoring::Ignoring;
use super::input::{self, Gathered, Limits, PageSource, Paths, Target};
use super::options::{self, FileChoice, Format, MAX_AGE_HOURS, MAX_PAGES, Options, STATE};
use super::rows::RunRows;
use super::run::{
    Before, Done, Earlier, FolderFiles, Kinds, Local, Origin, PageOptions, Progress, Run, Stop,
    Time, Web,
};
use super::state::State;
use super::summary::{self, Known};
use super::{kept, outputs};
use crate::cli::exit::Exit;
use crate::cli::formats::is_folder;
use crate::cli::layout::on_standard_output;
use crate::cli::output;
use crate::cli::page::{RenderWhen, not_resolved};
use crate::config::RenderArgs;
use crate::render::NO_ADDRESS;
use crate::render::site::overview::Overview;
use crate::render::text::Layout;
use refusals::{check, nothing};

/// The folder of the state of a replay, in that of the run that it replays.
const REPLAYED: &str = "replay";
/// Pages of a folder whose URLs are shown, so that a wrong base URL is seen.
const PAIRS_SHOWN: usize = 3;

/// What a run fetches and tells the time with.
pub(super) struct Means<'a> {
    pub(super) fetcher: &'a (dyn Fn() -> anyhow::Result<Fetcher> + Sync),
    /// What pages are rendered with, where that is asked for.
    pub(super) renderer: RenderArgs,
    pub(super) clock: SharedClock,
}

/// The validated plan of a run.
pub(super) struct Plan {
    args: RunArgs,
    target: Target,
    state: PathBuf,
    limits: Limits,
    ignoring: Ignoring,
    baseline: Option<Baseline>,
    since: Option<HashMap<String, Before>>,
}

impl Plan {
    pub(super) fn of(args: RunArgs, file: &FileChoice) -> anyhow::Result<Self> {
        let target = match (&args.replay, &args.target) {
            (Some(state), _) => Target::Replay(state.clone()),
            (None, target) => Target::of(target.as_deref().unwrap_or("-"))?,
        };
        Self::for_target(target, args, file)
    }

    pub(super) fn for_target(
        target: Target,
        mut args: RunArgs,
        file: &FileChoice,
    ) -> anyhow::Result<Self> {
        let here = std::env::current_dir().context("can't find the working folder")?;
        if let Some((path, file)) = options::find(file, &here)? {
            output::note(&format!("using {}", path.display()));
            args.options = args.options.over(file);
        }
        if args.keep_snapshots && args.replay.is_some() {
            bail!("--replay reads snapshots from an earlier run. Omit --keep-snapshots");
        }
        if args.offline && !matches!(target, Target::Folder(_) | Target::Replay(_)) {
            bail!("a list of URLs needs the network. Omit --offline, or scan a folder of files");
        }
        if let Some(replayed) = &args.replay {
            let state = args.options.state.as_deref().unwrap_or(Path::new(STATE));
            // What is replayed stays as it is.
            if is_same(state, replayed) {
                args.options.state = Some(replayed.join(REPLAYED));
            }
        }
        check(&args.options, &target)?;
        let full = args.full;
        let since = args.changed_since.as_deref().map(|path| before(path, full)).transpose()?;
        if since.is_some() && !matches!(target, Target::Folder(_) | Target::Sitemap(_)) {
            bail!("--changed-since needs a folder or a sitemap: a list doesn't say what changed");
        }
        let baseline =
            args.options.thresholds.baseline.as_deref().map(Baseline::read).transpose()?;
        Ok(Self {
            state: args.options.state.clone().unwrap_or_else(|| PathBuf::from(STATE)),
            limits: Limits::of(&args.options)?,
            ignoring: Ignoring::of(&args.options.ignore)?,
            baseline,
            since,
            target,
            args,
        })
    }

    /// Runs, and gives what is said of the site to `write` with its rows.
    pub(super) async fn run(
        &self,
        means: &Means<'_>,
        stop: &Stop,
        write: impl FnOnce(&Overview, &mut RunRows<'_>) -> anyhow::Result<()>,
    ) -> anyhow::Result<Overview> {
        let now = match self.args.now {
            Some(instant) => Time::At(instant.0),
            None => Time::Now(means.clock.clone()),
        };
        let rendering = self.render().start_for_many(&means.renderer).await?;
        let (gathered, origin) = self.gather(means, &now, stop, rendering.as_ref()).await?;
        // What an earlier run left stays where there is nothing to scan.
        let mut state = State::open(&self.state, self.args.resume)?;
        let earlier = self.earlier(&mut state, &gathered.pages)?;
        let Gathered { pages, listed, missing, listing_cut, mut notes } = gathered;
        let run = Run {
            origin,
            options: Arc::new(self.page_options()?),
            earlier: Arc::new(earlier),
            stop: stop.clone(),
            full: self.whole(),
            snapshots: self.snapshots(&pages)?,
            pages,
        };
        let mut progress = Progress::start(run.pages.len());
        let done = run.finish(&mut state, &mut progress).await;
        progress.finish();
        if let Some(rendering) = rendering {
            rendering.renderer.stop().await;
        }
        let done = done?;
        notes.extend(of_run(&done));
        let known = Known {
            target: self.target.name(),
            notes,
            listed: &listed,
            missing: &missing,
            listing_cut,
            stopped: stop.is_set(),
            thresholds: &self.args.options.thresholds,
            baseline: self.baseline.as_ref(),
            partial: self.since.is_some() || self.args.options.sample.is_some(),
            verbose: self.args.verbose,
            for_programs: self.writes_json(),
            folder: self.published(),
            without_url: matches!(self.target, Target::Folder(_))
                && self.args.options.base_url.is_none(),
        };
        let mut rows = RunRows {
            state: &mut state,
            names: &done.names,
            ignoring: &self.ignoring,
            full: self.args.full,
            ignored: Vec::new(),
            shared: None,
        };
        let overview = summary::overview(&mut rows, known)?;
        write(&overview, &mut rows)?;
        Ok(overview)
    }

    /// The pages, and how they are had.
    async fn gather(
        &self,
        means: &Means<'_>,
        now: &Time,
        stop: &Stop,
        rendering: Option<&Rendering>,
    ) -> anyhow::Result<(Gathered, Origin)> {
        let options = &self.args.options;
        let given = options.max_pages.map(|most| usize::try_from(most).unwrap_or(usize::MAX));
        let most = given.unwrap_or(MAX_PAGES);
        let (mut gathered, origin) = match &self.target {
            Target::Folder(root) => self.folder(root, now.now_ms(), rendering)?,
            Target::Replay(state) => (kept::pages(state)?, Origin::Kept),
            target => {
                let fetcher = (means.fetcher)()?;
                let gathered = match target {
                    Target::Sitemap(url) => {
                        let limits = &self.limits;
                        input::sitemap(&fetcher, url, now.now_ms(), limits, most).await?
                    }
                    Target::List(path) if input::is_sitemap(path)? => {
                        input::sitemap_file(path, &self.limits, most)?
                    }
                    Target::List(path) => {
                        let file = std::fs::File::open(path);
                        let unreadable = || format!("can't read {}", path.display());
                        input::list(&target.name(), file.with_context(unreadable)?)?
                    }
                    _ => input::list(&target.name(), io::stdin().lock())?,
                };
                let fetcher = fetcher.rendering(rendering.cloned());
                let web = Web { fetcher, clock: now.clone(), stop: stop.clone() };
                (gathered, Origin::Web(web))
            }
        };
        let found = gathered.pages.len();
        input::choose(&mut gathered, &self.limits, given);
        if gathered.pages.is_empty() {
            bail!("{}", nothing(&self.target, found));
        }
        if let (Origin::Folder(_), Some(_)) = (&origin, &options.base_url) {
            for page in gathered.pages.iter().take(PAIRS_SHOWN) {
                let file = page.file.as_deref().unwrap_or(Path::new(""));
                output::note(&format!("{} is {}", file.display(), page.url));
            }
        }
        Ok((gathered, origin))
    }

    fn folder(
        &self,
        root: &Path,
        now_ms: i64,
        rendering: Option<&Rendering>,
    ) -> anyhow::Result<(Gathered, Origin)> {
        let Options { base_url, clean_urls, .. } = &self.args.options;
        let mut gathered = input::folder(root, base_url.as_ref(), *clean_urls)
            .with_context(|| format!("can't read {}", root.display()))?;
        let around = match base_url {
            Some(base) => Around::read(root, base, now_ms, &mut gathered),
            None => {
                gathered.note(
                    "The site's URL isn't known, so robots.txt, sitemaps and canonicals aren't \
                     checked. Set it with --base-url",
                );
                Around::default()
            }
        };
        let base = base_url.clone().map_or_else(|| Url::parse(NO_ADDRESS), Ok)?;
        let rendering =
            rendering.map(|rendering| (rendering.clone(), FolderFiles::new(root, base)));
        let files = rendering.is_some().then(|| input::stamp(root));
        let local = Local { around, known: base_url.is_some(), rendering, files, now_ms };
        Ok((gathered, Origin::Folder(Arc::new(local))))
    }

    /// The folder, if its URL is known.
    fn published(&self) -> Option<Published<'_>> {
        match (&self.target, &self.args.options.base_url) {
            (Target::Folder(root), Some(base)) => Some(Published { root, base }),
            _ => None,
        }
    }

    fn writes_json(&self) -> bool {
        let options = &self.args.options;
        let mut formats = options.output.iter().map(|output| output.format).chain(options.format);
        formats.any(|format| format == Format::Json)
    }

    fn page_options(&self) -> anyhow::Result<PageOptions> {
        let (kinds, ignoring) = (self.kinds()?, self.ignoring.clone());
        Ok(PageOptions { kinds, ignoring, render: self.render() })
    }

    fn render(&self) -> RenderWhen {
        self.args.options.render.unwrap_or(RenderWhen::Never)
    }

    /// The folder that snapshots are kept in.
    fn snapshots(&self, pages: &[PageSource]) -> anyhow::Result<Option<PathBuf>> {
        let Self { state, args, .. } = self;
        let stay = pages.iter().filter(|_| args.resume);
        args.keep_snapshots.then(|| kept::begin(state, stay)).transpose()
    }

    /// Whether the state has whole reports.
    fn whole(&self) -> bool {
        self.args.full || self.args.options.output.iter().any(|output| is_folder(&output.path))
    }

    fn kinds(&self) -> anyhow::Result<Kinds> {
        let rules = &self.args.options.kind;
        let globs: Vec<String> = rules.iter().map(|rule| rule.path.clone()).collect();
        let kinds = rules.iter().map(|rule| rule.kind).collect();
        Ok(Kinds { paths: Paths::new(&globs).context("[[kind]]")?, kinds })
    }

    /// What earlier runs know of those pages.
    fn earlier(&self, state: &mut State, pages: &[PageSource]) -> anyhow::Result<Earlier> {
        let mut rows = HashMap::new();
        // A page that was judged without its snapshot being kept is judged again.
        let may_stay = |page: &&PageSource| {
            self.args.resume && (!self.args.keep_snapshots || kept::has(&self.state, page))
        };
        for page in pages.iter().filter(may_stay) {
            let before = state.row(&page.name)?;
            if let Some(before) = before.and_then(|row| Before::of(&row, self.whole())) {
                rows.insert(page.name.clone(), before);
            }
        }
        let hours = self.args.options.max_age.unwrap_or(MAX_AGE_HOURS);
        let max_age = Duration::from_secs(u64::from(hours) * 3_600);
        Ok(Earlier { rows, since: self.since.clone(), max_age })
    }

    pub(super) fn write(&self, overview: &Overview, rows: &mut RunRows<'_>) -> anyhow::Result<()> {
        let options = &self.args.options;
        let plain = Layout { verbose: self.args.verbose, ..Layout::PLAIN };
        outputs::files(options, overview, rows, plain)?;
        let format = options.format.unwrap_or(Format::Text);
        // These forms show the notes themselves.
        if !matches!(format, Format::Text | Format::Markdown) {
            overview.notes.iter().for_each(|note| output::note(note));
        }
        outputs::standard(format, overview, rows, on_standard_output(plain))
    }

    /// Says every threshold that is missed.
    pub(super) fn judge(&self, overview: &Overview) -> Exit {
        for missed in &overview.missed {
            output::complain(&missed.with_pages());
        }
        if overview.stopped {
            output::complain("stopped before all pages were scanned. Continue with --resume");
            return Exit::Failed;
        }
        if overview.scanned == 0 && overview.failed > 0 {
            output::complain("no page could be scanned");
            if overview.failures.iter().all(|page| page.code == FailureCode::DnsFailed.as_str())
                && let Some(page) = overview.failures.first()
            {
                output::tell(&format!("{}\n", not_resolved(&page.url)));
            }
            return Exit::Failed;
        }
        if self.args.options.thresholds.strict && overview.failed > 0 {
            output::complain(&format!("{} couldn't be scanned (--strict)", pages(overview.failed)));
            return Exit::Failed;
        }
        if overview.missed.is_empty() { Exit::Good } else { Exit::Missed }
    }
}

fn is_same(one: &Path, other: &Path) -> bool {
    let [one, other] = [one, other].map(std::fs::canonicalize);
    one.ok().zip(other.ok()).is_some_and(|(one, other)| one == other)
}

fn pages(count: usize) -> String {
    if count == 1 { "1 page".to_owned() } else { format!("{count} pages") }
}

/// The pages of an earlier `pages.jsonl`.
fn before(path: &Path, full: bool) -> anyhow::Result<HashMap<String, Before>> {
    let mut pages = HashMap::new();
    read_rows(path, &mut |row| {
        if let Some(before) = Before::of(&row, full) {
            pages.insert(row.url, before);
        }
    })?;
    Ok(pages)
}

/// Returns notes on the pages that weren't scanned again.
fn of_run(done: &Done) -> Vec<String> {
    let kept = (done.kept > 0)
        .then(|| format!("{} kept from an earlier run (--resume)", pages(done.kept)));
    let unchanged = (done.unchanged > 0)
        .then(|| format!("{} unchanged and left out (--changed-since)", pages(done.unchanged)));
    kept.into_iter().chain(unchanged).collect()
}
