//! The scanner's own manners: a group that names it is obeyed.

use url::Url;

use crate::excerpt::excerpt;
use crate::failure::{FailureCode, NO_VERDICT, ScanFailure};
use crate::page::snapshot::FileFetch;
use crate::robots::{GroupUsed, RobotsFile, read_robots_file};

/// The scanner's product token in robots.txt.
pub const OWN_AGENT: &str = "CitableBot";

/// Why the scanner may not fetch that address: a group of robots.txt names [`OWN_AGENT`] and
/// forbids it. Groups for `*` do not count, since whoever asks for a scan asks for this one page;
/// neither does a robots.txt that cannot be had.
pub fn own_agent_refused(file: &FileFetch, url: &Url) -> Option<ScanFailure> {
    let RobotsFile::Rules(rules) = read_robots_file(file) else { return None };
    let verdict = rules.verdict(OWN_AGENT, url);
    let (GroupUsed::Named(_), false, Some(line)) = (&verdict.group, verdict.allowed, verdict.line)
    else {
        return None;
    };
    let message = format!(
        "Line {} of {} disallows this URL for {OWN_AGENT} (\"{}\"), so it wasn't fetched. \
         {NO_VERDICT}",
        line.number,
        file.url,
        excerpt(&line.text),
    );
    Some(ScanFailure::new(FailureCode::RobotsRefused, message))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::snapshot::{Exchange, FileOutcome};

    fn refused(robots: &str) -> Option<ScanFailure> {
        let url = Url::parse("https://example.com/robots.txt").unwrap();
        let file = FileFetch {
            url: url.clone(),
            fetched_at: 0,
            exchanges: vec![Exchange { url, status: 200, headers: Vec::new() }],
            outcome: FileOutcome::Answered { body: robots.as_bytes().to_vec(), truncated: false },
        };
        own_agent_refused(&file, &Url::parse("https://example.com/private/page").unwrap())
    }

    #[test]
    fn only_a_group_that_names_the_scanner_is_obeyed() {
        assert_eq!(refused("User-agent: *\nDisallow: /\n"), None);
        assert_eq!(refused("User-agent: citablebot\nDisallow: /other\n"), None);
        let failure = refused("# ours\nUser-agent: citablebot\nDisallow: /private # no\n").unwrap();
        assert_eq!(failure.code, FailureCode::RobotsRefused);
        assert!(failure.message.contains("Line 3"), "{}", failure.message);
        assert!(failure.message.contains("Disallow: /private"), "{}", failure.message);
        assert!(!failure.message.contains("# no"), "{}", failure.message);
    }
}
