//! The pages of a folder.

use std::fmt::Write as _;
use std::path::{Component, Path};

use citable_checks::url::normalise;
use sha2::{Digest as _, Sha256};
use url::Url;
use walkdir::{DirEntry, WalkDir};

use super::listed::Gathered;
use super::page::{PageSource, is_page};
use super::unreadable::Unreadable;
use crate::render::NO_ADDRESS;

/// Names of the files that stand for their folder.
const INDEXES: [&str; 2] = ["index.html", "index.htm"];
/// The page that servers answer with where there is none.
const NOT_FOUND: &str = "404.html";

/// Where the files of a folder are published.
struct Base {
    url: Url,
    /// Whether that is not a stand-in.
    known: bool,
    clean_urls: bool,
}

/// Every HTML file of the folder but those in hidden folders, and pages that say that there is none.
/// `base` is the folder's own URL, where it is known.
///
/// # Errors
/// When the folder can't be read.
pub(in crate::cli::site) fn folder(
    root: &Path,
    base: Option<&Url>,
    clean_urls: bool,
) -> anyhow::Result<Gathered> {
    let mut gathered = Gathered::default();
    let (url, known) = match base {
        Some(base) => (base.clone(), true),
        None => (Url::parse(NO_ADDRESS)?, false),
    };
    let at = Base { url, known, clean_urls };
    let (mut loops, mut not_found, mut strange) = (0, 0, 0);
    let mut unreadable = Unreadable::default();
    let walk = WalkDir::new(root).follow_links(true).sort_by_file_name();
    for entry in walk.into_iter().filter_entry(|entry| entry.depth() == 0 || !is_hidden(entry)) {
        let entry = match entry {
            Ok(entry) => entry,
            Err(error) if error.depth() == 0 => return Err(error.into()),
            Err(error) if error.loop_ancestor().is_some() => {
                loops += 1;
                continue;
            }
            Err(error) => {
                unreadable.add(root, &error);
                continue;
            }
        };
        if !entry.file_type().is_file() || !is_page(entry.path()) {
            continue;
        }
        if entry.file_name() == NOT_FOUND {
            not_found += 1;
            continue;
        }
        let Ok(relative) = entry.path().strip_prefix(root) else { continue };
        strange += usize::from(relative.to_str().is_none());
        gathered.pages.push(page(&at, entry.path(), relative));
    }
    gathered.count(
        not_found,
        "file named 404.html is left out",
        "files named 404.html are left out",
    );
    gathered.count(
        loops,
        "symbolic link leads back to a folder above it and isn't followed",
        "symbolic links lead back to folders above them and aren't followed",
    );
    unreadable.tell(&mut gathered);
    gathered.count(
        strange,
        "file name isn't UTF-8. Its URL has the bytes percent-encoded",
        "file names aren't UTF-8. Their URLs have the bytes percent-encoded",
    );
    Ok(gathered)
}

/// SHA-256 of the names, sizes and times of change of all files of the folder that aren't hidden.
pub(in crate::cli::site) fn stamp(root: &Path) -> [u8; 32] {
    let mut hash = Sha256::new();
    let walk = WalkDir::new(root).follow_links(true).sort_by_file_name();
    let walk = walk.into_iter().filter_entry(|entry| entry.depth() == 0 || !is_hidden(entry));
    for entry in walk.flatten().filter(|entry| entry.file_type().is_file()) {
        hash.update(entry.path().as_os_str().as_encoded_bytes());
        hash.update([0]);
        let Ok(facts) = entry.metadata() else { continue };
        hash.update(facts.len().to_be_bytes());
        let changed = facts.modified().ok();
        let changed = changed.and_then(|at| at.duration_since(std::time::UNIX_EPOCH).ok());
        hash.update(changed.unwrap_or_default().as_nanos().to_be_bytes());
    }
    hash.finalize().into()
}

fn is_hidden(entry: &DirEntry) -> bool {
    entry.file_name().as_encoded_bytes().starts_with(b".")
}

fn page(at: &Base, file: &Path, relative: &Path) -> PageSource {
    let url = below(&at.url, &url_path(relative, at.clean_urls));
    let name = if at.known { url.to_string() } else { url.path().to_owned() };
    PageSource { url, name, file: Some(file.to_owned()), lastmod: None, snapshot: None }
}

/// The URL of that path below the folder's own.
pub(in crate::cli::site) fn below(base: &Url, path: &str) -> Url {
    let mut url = base.clone();
    url.set_query(None);
    url.set_path(&format!("{}/{path}", base.path().trim_end_matches('/')));
    normalise(&url)
}

/// The path of the URL of a file, from that of the folder, without a slash at the beginning.
fn url_path(relative: &Path, clean_urls: bool) -> String {
    let parts: Vec<&[u8]> = relative
        .components()
        .filter_map(|part| match part {
            Component::Normal(name) => Some(name.as_encoded_bytes()),
            _ => None,
        })
        .collect();
    let Some((name, folders)) = parts.split_last() else { return String::new() };
    let mut path: String = folders.iter().map(|folder| format!("{}/", encoded(folder))).collect();
    // Servers on Linux tell `Index.html`, which may stand beside it, from `index.html`.
    if INDEXES.iter().any(|index| *name == index.as_bytes()) {
        return path;
    }
    let stem = Path::new(relative).file_stem().map(std::ffi::OsStr::as_encoded_bytes);
    path.push_str(&encoded(if clean_urls { stem.unwrap_or(name) } else { name }));
    path
}

/// A name as a segment of a path (RFC 3986 section 3.3).
fn encoded(name: &[u8]) -> String {
    let mut segment = String::with_capacity(name.len());
    for byte in name {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' => segment.push(char::from(*byte)),
            b'-' | b'.' | b'_' | b'~' | b'!' | b'$' | b'&' | b'\'' | b'(' | b')' | b'*' | b'+'
            | b',' | b';' | b'=' | b':' | b'@' => segment.push(char::from(*byte)),
            // Writing to a string does not fail.
            byte => {
                let _ = write!(segment, "%{byte:02X}");
            }
        }
    }
    segment
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(base: Option<&str>, clean_urls: bool) -> Vec<String> {
        let root = tempfile::tempdir().unwrap();
        let files = [
            "index.html",
            "a b.html",
            "docs/index.htm",
            "docs/Index.html",
            "docs/100%.html",
            ".git/x.html",
            "404.html",
        ];
        for file in files {
            let path = root.path().join(file);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, "<p>x").unwrap();
        }
        std::fs::write(root.path().join("a.txt"), "x").unwrap();
        let base = base.map(|base| Url::parse(base).unwrap());
        let gathered = folder(root.path(), base.as_ref(), clean_urls).unwrap();
        assert_eq!(gathered.notes, ["1 file named 404.html is left out"]);
        gathered.pages.into_iter().map(|page| page.name).collect()
    }

    #[test]
    fn a_file_stands_where_a_server_publishes_it() {
        let base = "https://example.org/site";
        assert_eq!(
            names(Some(base), false),
            ["a%20b.html", "docs/100%25.html", "docs/Index.html", "docs/", ""]
                .map(|path| format!("{base}/{path}"))
        );
        assert_eq!(
            names(Some("https://example.org/"), true),
            ["a%20b", "docs/100%25", "docs/Index", "docs/", ""]
                .map(|path| format!("https://example.org/{path}"))
        );
        assert_eq!(
            names(None, false),
            ["/a%20b.html", "/docs/100%25.html", "/docs/Index.html", "/docs/", "/"]
        );
    }

    #[cfg(unix)]
    #[test]
    fn loops_and_strange_names_are_told() {
        use std::os::unix::ffi::OsStrExt as _;
        let root = tempfile::tempdir().unwrap();
        std::os::unix::fs::symlink(root.path(), root.path().join("again")).unwrap();
        let name = std::ffi::OsStr::from_bytes(b"caf\xE9.html");
        std::fs::write(root.path().join(name), "<p>x").unwrap();
        let gathered = folder(root.path(), None, false).unwrap();
        assert_eq!(gathered.pages[0].name, "/caf%E9.html");
        assert_eq!(gathered.pages.len(), 1);
        assert!(gathered.notes[0].starts_with("1 symbolic link"), "{:?}", gathered.notes);
        assert!(gathered.notes[1].starts_with("1 file name isn't UTF-8"));
    }

    #[cfg(unix)]
    #[test]
    fn what_cannot_be_read_is_named_with_the_reason() {
        let root = tempfile::tempdir().unwrap();
        std::fs::write(root.path().join("index.html"), "<p>x").unwrap();
        let link = |target: &str, name: &str| {
            let path = root.path().join(name);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::os::unix::fs::symlink(target, path).unwrap();
        };
        let note = || folder(root.path(), None, false).unwrap().notes.join("\n");
        link("/usr/share/nowhere/jquery.js", "_static/jquery.js");
        assert_eq!(
            note(),
            "1 file or folder couldn't be read and is left out (1 symbolic link to a file that \
             doesn't exist): _static/jquery.js"
        );
        (0..4).for_each(|at| link("../nowhere.css", &format!("_static/{at}.css")));
        link("nowhere.html", "pots.html");
        assert_eq!(
            note(),
            "6 files and folders couldn't be read and are left out (6 symbolic links to files that \
             don't exist): pots.html, _static/0.css, _static/1.css, and 3 more",
            "pages come first"
        );
    }

    #[test]
    fn a_missing_folder_is_an_error() {
        assert!(folder(Path::new("/nowhere-at-all"), None, false).is_err());
    }
}
