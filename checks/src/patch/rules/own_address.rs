//! Which address a page calls its own.

use std::collections::HashMap;

use crate::edit::Piece;
use crate::patch::view::View;

/// File names that servers leave out of the address of a folder's page.
const OF_FOLDERS: [&str; 4] = ["index.html", "index.htm", "index.php", "default.aspx"];

/// Whether the page speaks for that address: not where it stands more often under another host in
/// it, and under the name of a folder's file only where the page itself writes that.
pub(super) fn is_certain(view: &View<'_>) -> bool {
    let url = &view.context.page.final_url;
    let (Some(host), path) = (url.host_str(), url.path()) else { return false };
    let hosts = hosts_of(view, path);
    let own = hosts.get(host).copied().unwrap_or_default();
    let is_of_folder = path.rsplit('/').next().is_some_and(|name| OF_FOLDERS.contains(&name));
    if is_of_folder && own == 0 {
        return false;
    }
    // The home pages of other sites have its path too.
    let others = hosts.into_iter().filter(|(other, _)| other != host).map(|(_, count)| count);
    path == "/" || others.max().is_none_or(|other| other < own)
}

/// How often that path stands in the source under each host, but for the versions of the page in
/// other languages.
fn hosts_of(view: &View<'_>, path: &str) -> HashMap<String, usize> {
    let text = view.source.text();
    let is_version = |piece: &&Piece| match piece {
        Piece::Tag(tag) => tag.name == "link" && tag.attribute("hreflang").is_some(),
        Piece::Text(_) | Piece::Other(_) => false,
    };
    let mut hosts = HashMap::new();
    for piece in view.tags.pieces.iter().filter(|piece| !is_version(piece)) {
        // JSON may write slashes with a backslash.
        let piece = text[piece.range()].replace("\\/", "/");
        for (at, mark) in piece.match_indices("://") {
            let rest = &piece[at + mark.len()..];
            let Some(length) = rest.find('/') else { continue };
            let (host, below) = rest.split_at(length);
            let ends = |rest: &str| {
                !rest.starts_with(|next: char| next.is_alphanumeric() || "/-_.~%".contains(next))
            };
            let is_host = host.contains('.')
                && host.chars().all(|char| char.is_alphanumeric() || "-.".contains(char));
            if is_host && below.strip_prefix(path).is_some_and(ends) {
                *hosts.entry(host.to_lowercase()).or_default() += 1;
            }
        }
    }
    hosts
}
