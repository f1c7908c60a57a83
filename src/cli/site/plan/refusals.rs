//! What a run is refused for, before it begins.

use std::path::Path;

use anyhow::bail;

use crate::cli::site::input::Target;
use crate::cli::site::options::{Format, Options};

/// Refuses what does not go together.
pub(super) fn check(options: &Options, target: &Target) -> anyhow::Result<()> {
    if options.thresholds.allow.is_some() && options.thresholds.fail_under.is_none() {
        bail!("--allow counts pages below --fail-under. Set both");
    }
    if target.has_files() {
        if options.clean_urls && options.base_url.is_none() {
            bail!("--clean-urls needs the URL of the folder. Set it with --base-url");
        }
        return Ok(());
    }
    if let (Target::List(path), Some(base)) = (target, &options.base_url)
        && is_page(path)
    {
        bail!("{0} is one page. Scan it with: citable scan {0} --base-url {base}", path.display());
    }
    if options.base_url.is_some() || options.clean_urls {
        bail!("--base-url and --clean-urls are for a folder. Omit them for a sitemap or a list");
    }
    let mut formats = options.output.iter().map(|output| output.format).chain(options.format);
    if formats.any(|format| format == Format::Sarif) {
        bail!(
            "SARIF results point to lines of files. Scan a folder, or use --format junit or \
               github"
        );
    }
    Ok(())
}

/// Whether a file is a page by its name.
fn is_page(path: &Path) -> bool {
    let ending = path.extension().and_then(|ending| ending.to_str());
    ending.is_some_and(|ending| ["html", "htm"].contains(&ending.to_ascii_lowercase().as_str()))
}

/// Why there is nothing to scan.
pub(super) fn nothing(target: &Target, found: usize) -> String {
    match (target, found) {
        (_, 1..) => "no page is left: --include matches none, or --exclude matches all".to_owned(),
        (Target::Folder(root), 0) => {
            format!("{} has no HTML files. Use the folder of the built site", root.display())
        }
        _ => format!("{} lists no pages", target.name()),
    }
}
