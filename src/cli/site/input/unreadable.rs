//! Files and folders below a folder that couldn't be read.

use std::collections::BTreeMap;
use std::io::ErrorKind;
use std::path::Path;

use super::listed::Gathered;
use super::page::is_page;

/// How many of them are named.
const NAMED: usize = 3;

/// What couldn't be read, and why.
#[derive(Debug, Default)]
pub(super) struct Unreadable {
    count: usize,
    /// How often there was each reason.
    reasons: BTreeMap<Reason, usize>,
    /// The first ones, pages before other files: whether it is no page, and its path.
    first: Vec<(bool, String)>,
}

/// Why something couldn't be read.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Reason {
    /// It is a link that leads nowhere, most often to a file of another package.
    NoTarget,
    /// Anything else, in the words of the system.
    Other(String),
}

impl Unreadable {
    /// Counts what the walk below `root` failed on.
    pub(super) fn add(&mut self, root: &Path, error: &walkdir::Error) {
        let path = error.path().unwrap_or(root);
        self.count += 1;
        *self.reasons.entry(Reason::of(path, error)).or_default() += 1;
        let name = path.strip_prefix(root).unwrap_or(path).display().to_string();
        self.first.push((!is_page(path), name));
        self.first.sort();
        self.first.truncate(NAMED);
    }

    /// Says what is left out.
    pub(super) fn tell(&self, gathered: &mut Gathered) {
        let what = match self.count {
            0 => return,
            1 => "1 file or folder couldn't be read and is left out".to_owned(),
            count => format!("{count} files and folders couldn't be read and are left out"),
        };
        let reasons = self.reasons.iter().map(|(reason, count)| reason.said_of(*count));
        let reasons: Vec<String> = reasons.collect();
        // Outputs clean notes, as all that pages and files are called.
        let mut named: Vec<String> = self.first.iter().map(|(_, name)| name.clone()).collect();
        if self.count > named.len() {
            named.push(format!("and {} more", self.count - named.len()));
        }
        gathered.note(format!("{what} ({}): {}", reasons.join(", "), named.join(", ")));
    }
}

impl Reason {
    fn of(path: &Path, error: &walkdir::Error) -> Self {
        let kind = error.io_error().map(std::io::Error::kind);
        match kind {
            Some(ErrorKind::NotFound) if path.is_symlink() => Self::NoTarget,
            Some(kind) => Self::Other(kind.to_string()),
            None => Self::Other("unknown reason".to_owned()),
        }
    }

    /// What is said of that many of them.
    fn said_of(&self, count: usize) -> String {
        match (self, count) {
            (Self::NoTarget, 1) => "1 symbolic link to a file that doesn't exist".to_owned(),
            (Self::NoTarget, count) => format!("{count} symbolic links to files that don't exist"),
            (Self::Other(why), count) => format!("{count} {why}"),
        }
    }
}
