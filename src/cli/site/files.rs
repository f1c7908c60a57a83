//! The HTML files of a folder, for other commands: found, named and read as `citable site` does.

use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use citable_checks::failure::ScanFailure;
use citable_checks::page::snapshot::Snapshot;
use clap::Args;
use url::Url;

use super::around::Around;
use super::ignoring::Ignoring;
use super::input::{self, Gathered, Limits, PageSource, Paths};
use super::options::{self, FileChoice, Options};
use super::run::{Kinds, Local};
use crate::cli::output;
use crate::cli::page::{page_url, snapshot};

/// Which files, and what is known of them.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Input")]
pub(in crate::cli) struct FilesArgs {
    /// HTML file, or folder of a built site
    #[arg(value_name = "FILE|FOLDER", help_heading = Option::<&'static str>::None)]
    target: PathBuf,

    /// Public URL. Edits that need it are left out without it
    #[arg(long, value_name = "URL", value_parser = page_url)]
    base_url: Option<Url>,

    /// Publish a.html as /a, not as /a.html
    #[arg(long)]
    clean_urls: bool,

    /// Only pages of the folder whose path matches, such as '/blog/**'. Repeatable
    #[arg(long, value_name = "GLOB")]
    include: Vec<String>,

    /// Skip pages of the folder whose path matches. Repeatable
    #[arg(long, value_name = "GLOB")]
    exclude: Vec<String>,

    #[command(flatten)]
    file: FileChoice,
}

/// Parts of the path of the home page's file, as it is named from where a site is built:
/// `public/index.html`.
const HOME_DEPTH: usize = 2;

/// The files that were found.
pub(in crate::cli) struct Files {
    pages: Vec<PageSource>,
    /// How those of a folder are read; none for a single file.
    local: Option<Local>,
    kinds: Kinds,
    ignoring: Ignoring,
    public: Paths,
    base_url: Option<Url>,
    now_ms: i64,
    /// What stands beside the pages of a folder.
    pub(in crate::cli) beside: Beside,
    /// What is to be said of them.
    pub(in crate::cli) notes: Vec<String>,
}

/// Files of a folder beside its pages, as far as crawlers read them.
#[derive(Debug, Default)]
pub(in crate::cli) struct Beside {
    pub(in crate::cli) robots: Option<PathBuf>,
    pub(in crate::cli) llms_txt: Option<PathBuf>,
    pub(in crate::cli) sitemaps: Vec<PathBuf>,
}

impl FilesArgs {
    /// Finds the files.
    ///
    /// # Errors
    /// When there is none, or it or `citable.toml` can't be read.
    pub(in crate::cli) fn find(&self, now_ms: i64) -> anyhow::Result<Files> {
        let here = std::env::current_dir().context("can't find the working folder")?;
        if self.target.is_dir() { self.folder(&here, now_ms) } else { self.single(&here, now_ms) }
    }

    /// One file, whose URL only the command line can name: the base URL of `citable.toml` is that of
    /// a folder.
    fn single(&self, here: &Path, now_ms: i64) -> anyhow::Result<Files> {
        if self.target.to_str().is_some_and(|target| target.contains("://")) {
            bail!(
                "`citable fix` edits files, not {}. Pass the file or the folder that the page is \
                 served from, and its public URL with --base-url",
                self.target.display()
            );
        }
        if !self.target.is_file() {
            bail!("{}: no such file or folder", self.target.display());
        }
        if self.clean_urls || !self.include.is_empty() || !self.exclude.is_empty() {
            bail!("--clean-urls, --include and --exclude are for a folder. Omit them for a file");
        }
        let name = self.target.display().to_string();
        let url = match &self.base_url {
            Some(url) => url.clone(),
            None => Url::parse(crate::render::NO_ADDRESS)?,
        };
        let page = PageSource {
            url,
            name,
            file: Some(self.target.clone()),
            lastmod: None,
            snapshot: None,
        };
        // In a folder of its own, an index file is the page of that folder.
        let is_index = self.target.file_stem().is_some_and(|stem| stem == "index")
            && self.target.components().count() <= HOME_DEPTH;
        let notes = match &self.base_url {
            Some(url) if url.path() == "/" && !is_index => vec![format!(
                "{} is edited as the home page, {url}. If it is another page, set its own URL with \
                 --base-url",
                self.target.display()
            )],
            Some(_) => Vec::new(),
            None => vec![
                "The URL of the page isn't known, so edits that need it are left out. Set it with \
                 --base-url"
                    .to_owned(),
            ],
        };
        let options = self.options(Options::default(), here)?;
        let (kinds, ignoring, public) = by_path(&options)?;
        let (base_url, beside) = (self.base_url.clone(), Beside::default());
        Ok(Files {
            pages: vec![page],
            local: None,
            kinds,
            ignoring,
            public,
            base_url,
            now_ms,
            beside,
            notes,
        })
    }

    fn folder(&self, here: &Path, now_ms: i64) -> anyhow::Result<Files> {
        let given = Options {
            base_url: self.base_url.clone(),
            clean_urls: self.clean_urls,
            include: self.include.clone(),
            exclude: self.exclude.clone(),
            ..Options::default()
        };
        let options = self.options(given, here)?;
        let root = &self.target;
        if options.clean_urls && options.base_url.is_none() {
            bail!("--clean-urls needs the URL of the folder. Set it with --base-url");
        }
        let mut gathered = input::folder(root, options.base_url.as_ref(), options.clean_urls)
            .with_context(|| format!("can't read {}", root.display()))?;
        let around = match &options.base_url {
            Some(base) => Around::read(root, base, now_ms, &mut gathered),
            None => {
                gathered.note(
                    "The URL of the folder isn't known, so edits that need it are left out. Set it \
                     with --base-url",
                );
                Around::default()
            }
        };
        let own = own_files(root)?;
        let found = gathered.pages.len();
        gathered.pages.retain(|page| page.file.as_deref().is_some_and(&own));
        gathered.count(
            found - gathered.pages.len(),
            "file is left out, since a symbolic link leads to it",
            "files are left out, since symbolic links lead to them",
        );
        let beside = match &options.base_url {
            Some(base) => Beside::of(root, base, &around, &own),
            None => Beside::default(),
        };
        input::choose(&mut gathered, &Limits::of(&options)?, None);
        let Gathered { pages, notes, .. } = gathered;
        if pages.is_empty() {
            bail!("{} has no HTML file to fix", root.display());
        }
        let (kinds, ignoring, public) = by_path(&options)?;
        let known = options.base_url.is_some();
        let local = Some(Local { around, known, rendering: None, files: None, now_ms });
        let base_url = options.base_url;
        Ok(Files { pages, local, kinds, ignoring, public, base_url, now_ms, beside, notes })
    }

    /// Those options, and for what they leave open those of `citable.toml`.
    fn options(&self, given: Options, here: &Path) -> anyhow::Result<Options> {
        Ok(match options::find(&self.file, here)? {
            Some((path, file)) => {
                output::note(&format!("using {}", path.display()));
                given.over(file)
            }
            None => given,
        })
    }
}

impl Beside {
    fn of(root: &Path, base: &Url, around: &Around, own: &impl Fn(&Path) -> bool) -> Self {
        let is_root = base.path() == "/";
        let named = |name: &str| Some(root.join(name)).filter(|path| is_root && own(path));
        let sitemaps = around.sitemap_files(root, base).filter(|path| own(path)).collect();
        Self { robots: named("robots.txt"), llms_txt: named("llms.txt"), sitemaps }
    }
}

/// Which files are the folder's own: not those that symbolic links lead to. Each is edited at its
/// own path, and those outside of the folder aren't.
fn own_files(root: &Path) -> anyhow::Result<impl Fn(&Path) -> bool> {
    let unreadable = || format!("can't read {}", root.display());
    let real = std::fs::canonicalize(root).with_context(unreadable)?;
    Ok(move |file: &Path| {
        let own = file.strip_prefix(root).map(|relative| real.join(relative)).ok();
        own.is_some() && std::fs::canonicalize(file).ok() == own
    })
}

/// What the options say by the paths of pages: their kinds, what is ignored, and which are public.
fn by_path(options: &Options) -> anyhow::Result<(Kinds, Ignoring, Paths)> {
    let globs: Vec<String> = options.kind.iter().map(|rule| rule.path.clone()).collect();
    let paths = Paths::new(&globs).context("[[kind]]")?;
    let kinds = Kinds { paths, kinds: options.kind.iter().map(|rule| rule.kind).collect() };
    Ok((kinds, Ignoring::of(&options.ignore)?, Paths::new(&options.public).context("public")?))
}

impl Files {
    /// How many there are.
    pub(in crate::cli) fn len(&self) -> usize {
        self.pages.len()
    }

    /// Their paths, each with its place.
    pub(in crate::cli) fn paths(&self) -> impl Iterator<Item = (usize, &Path)> {
        let files = self.pages.iter().enumerate();
        files.filter_map(|(at, page)| Some((at, page.file.as_deref()?)))
    }

    /// IDs of the checks that the owner ignores on the page in that place.
    pub(in crate::cli) fn ignored(&self, at: usize) -> Vec<String> {
        let page = self.pages.get(at).map(|page| self.ignoring.at(&page.url));
        page.into_iter().flatten().map(|ignored| ignored.id).collect()
    }

    /// The URL of the folder, and those of its pages.
    pub(in crate::cli) fn urls(&self) -> Option<(&Url, Vec<Url>)> {
        let pages = self.pages.iter().map(|page| page.url.clone()).collect();
        self.base_url.as_ref().map(|base| (base, pages))
    }

    /// Whether the owner says that the page in that place is to be found.
    pub(in crate::cli) fn is_public(&self, at: usize) -> bool {
        self.pages.get(at).is_some_and(|page| self.public.matches(&page.url))
    }

    /// The page of the file in that place, with what the folder has around it. The outer error is
    /// the machine's.
    pub(in crate::cli) fn snapshot(
        &self,
        at: usize,
    ) -> anyhow::Result<Result<Snapshot, ScanFailure>> {
        let Some(page) = self.pages.get(at) else { bail!("there is no such file") };
        let read = match &self.local {
            Some(local) => local.snapshot(page).map(|snapshot| local.around.complete(snapshot)),
            None => snapshot(self.base_url.as_ref(), page.file.as_deref(), self.now_ms)?,
        };
        Ok(read.map(|mut snapshot| {
            snapshot.given_kind = self.kinds.of(page);
            snapshot
        }))
    }
}
