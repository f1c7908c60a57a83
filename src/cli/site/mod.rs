//! `citable site`: many pages, here, without server, account or database.

mod args;
mod around;
mod baseline;
mod ignoring;
mod input;
mod options;
mod outputs;
mod rows;
mod run;
mod state;
mod summary;
mod threshold;

use std::collections::HashMap;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, bail};

pub(super) use args::SiteArgs;
use around::Around;
use baseline::{Baseline, read_rows};
use ignoring::Ignoring;
use input::{Gathered, Limits, PageSource, Paths, Target};
use options::{Format, MAX_AGE_HOURS, MAX_PAGES, Options, STATE};
use rows::RunRows;
use run::{Before, Done, Earlier, Kinds, Local, Origin, Progress, Run, Stop, Time, Web};
use state::State;
use summary::Known;

use super::output;
use crate::cli::exit::Exit;
use crate::cli::scan::on_standard_output;
use crate::render::site::overview::Overview;
use crate::render::text::Layout;

/// Pages of a folder whose URLs are shown, so that a wrong base URL is seen.
const PAIRS_SHOWN: usize = 3;

/// Scans the pages and writes what was found in every form that was asked for.
pub(super) async fn site(args: SiteArgs) -> anyhow::Result<Exit> {
    let plan = Plan::of(args)?;
    let mut state = State::open(&plan.state, plan.args.resume)?;
    let stop = Stop::on_interrupt();
    let now = plan.time()?;
    let (gathered, origin) = plan.gather(&now, &stop).await?;
    let earlier = plan.earlier(&mut state, &gathered.pages)?;
    let Gathered { pages, listed, listing_cut, mut notes } = gathered;
    let run = Run {
        origin,
        kinds: Arc::new(plan.kinds()?),
        earlier: Arc::new(earlier),
        stop: stop.clone(),
        full: plan.args.full,
        pages,
    };
    let mut progress = Progress::start(run.pages.len());
    let done = run.finish(&mut state, &mut progress).await;
    progress.finish();
    let done = done?;
    notes.extend(of_run(&done));
    let known = Known {
        target: plan.target.name(),
        notes,
        listed: &listed,
        listing_cut,
        stopped: stop.is_set(),
        thresholds: &plan.args.options.thresholds,
        baseline: plan.baseline.as_ref(),
        partial: plan.since.is_some() || plan.args.options.sample.is_some(),
    };
    let mut rows = RunRows {
        state: &mut state,
        names: &done.names,
        ignoring: &plan.ignoring,
        ignored: Vec::new(),
    };
    let overview = summary::overview(&mut rows, known)?;
    plan.write(&overview, &mut rows)?;
    Ok(plan.judge(&overview))
}

/// What is to be done, checked before anything is.
struct Plan {
    args: SiteArgs,
    target: Target,
    state: PathBuf,
    limits: Limits,
    ignoring: Ignoring,
    baseline: Option<Baseline>,
    since: Option<HashMap<String, Before>>,
}

impl Plan {
    fn of(mut args: SiteArgs) -> anyhow::Result<Self> {
        let here = std::env::current_dir().context("can't find the working folder")?;
        if let Some((path, file)) = options::find(&args.file, &here)? {
            output::note(&format!("using {}", path.display()));
            args.options = args.options.over(file);
        }
        let target = Target::of(&args.target)?;
        check(&args.options, &target)?;
        let full = args.full;
        let since = args.changed_since.as_deref().map(|path| before(path, full)).transpose()?;
        if since.is_some() && matches!(target, Target::List(_) | Target::Piped) {
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

    fn time(&self) -> anyhow::Result<Time> {
        Ok(match self.args.now {
            Some(instant) => Time::At(instant.0),
            None => Time::Now(self.args.network.hooks.clock()?),
        })
    }

    /// The pages, and how they are had.
    async fn gather(&self, now: &Time, stop: &Stop) -> anyhow::Result<(Gathered, Origin)> {
        let options = &self.args.options;
        let given = options.max_pages.map(|most| usize::try_from(most).unwrap_or(usize::MAX));
        let most = given.unwrap_or(MAX_PAGES);
        let (mut gathered, origin) = match &self.target {
            Target::Folder(root) => self.folder(root, now.now_ms())?,
            target => {
                let fetcher = self.args.network.fetcher()?;
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

    fn folder(&self, root: &Path, now_ms: i64) -> anyhow::Result<(Gathered, Origin)> {
        let Options { base_url, clean_urls, .. } = &self.args.options;
        let mut gathered = input::folder(root, base_url.as_ref(), *clean_urls)
            .with_context(|| format!("can't read {}", root.display()))?;
        let around = match base_url {
            Some(base) => Around::read(root, base, now_ms, &mut gathered),
            None => {
                gathered.note(
                    "The URL of the folder isn't known, so checks and rules that need URLs are \
                     skipped. Name it with --base-url",
                );
                Around::default()
            }
        };
        let local = Local { around, known: base_url.is_some(), now_ms };
        Ok((gathered, Origin::Folder(Arc::new(local))))
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
        for page in pages.iter().filter(|_| self.args.resume) {
            let before = state.row(&page.name)?;
            if let Some(before) = before.and_then(|row| Before::of(&row, self.args.full)) {
                rows.insert(page.name.clone(), before);
            }
        }
        let hours = self.args.options.max_age.unwrap_or(MAX_AGE_HOURS);
        let max_age = Duration::from_secs(u64::from(hours) * 3_600);
        Ok(Earlier { rows, since: self.since.clone(), max_age })
    }

    fn write(&self, overview: &Overview, rows: &mut RunRows<'_>) -> anyhow::Result<()> {
        let options = &self.args.options;
        let plain = Layout { verbose: self.args.verbose, ..Layout::PLAIN };
        outputs::files(&options.output, overview, rows, plain)?;
        let format = options.format.unwrap_or(Format::Text);
        if format != Format::Text {
            overview.notes.iter().for_each(|note| output::note(note));
        }
        outputs::standard(format, overview, rows, on_standard_output(plain))
    }

    /// Says every threshold that is missed.
    fn judge(&self, overview: &Overview) -> Exit {
        for missed in &overview.missed {
            output::complain(&missed.message);
        }
        if overview.stopped {
            output::complain("stopped before every page was scanned. Go on with --resume");
            return Exit::Failed;
        }
        if overview.scanned == 0 && overview.failed > 0 {
            output::complain("no page could be scanned");
            return Exit::Failed;
        }
        if self.args.options.thresholds.strict && overview.failed > 0 {
            output::complain(&format!(
                "{} could not be scanned (--strict)",
                pages(overview.failed)
            ));
            return Exit::Failed;
        }
        if overview.missed.is_empty() { Exit::Good } else { Exit::Missed }
    }
}

fn pages(count: usize) -> String {
    if count == 1 { "1 page".to_owned() } else { format!("{count} pages") }
}

/// Refuses what does not go together.
fn check(options: &Options, target: &Target) -> anyhow::Result<()> {
    if options.thresholds.allow.is_some() && options.thresholds.fail_under.is_none() {
        bail!("--allow counts pages below --fail-under. Set both");
    }
    if target.has_files() {
        if options.clean_urls && options.base_url.is_none() {
            bail!("--clean-urls needs the URL of the folder. Name it with --base-url");
        }
        return Ok(());
    }
    if options.base_url.is_some() || options.clean_urls {
        bail!("--base-url and --clean-urls are for a folder. Omit them for a sitemap or a list");
    }
    let mut formats = options.output.iter().map(|output| output.format).chain(options.format);
    if formats.any(|format| format == Format::Sarif) {
        bail!("SARIF names places in files. Scan a folder, or use --format junit or github");
    }
    Ok(())
}

/// Why there is nothing to scan.
fn nothing(target: &Target, found: usize) -> String {
    match (target, found) {
        (_, 1..) => "no page is left: --include and --exclude match none or all".to_owned(),
        (Target::Folder(root), 0) => {
            format!("{} has no HTML files. Name the folder of the built site", root.display())
        }
        _ => format!("{} lists no pages", target.name()),
    }
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

/// What is to be said of pages that were not scanned again.
fn of_run(done: &Done) -> Vec<String> {
    let kept = (done.kept > 0)
        .then(|| format!("{} kept from an earlier run (--resume)", pages(done.kept)));
    let unchanged = (done.unchanged > 0)
        .then(|| format!("{} unchanged and left out (--changed-since)", pages(done.unchanged)));
    kept.into_iter().chain(unchanged).collect()
}
