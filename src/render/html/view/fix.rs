//! Fixes and links in the words that a page shows.

use citable_checks::report::{LockedFix, RecommendedFix};

use super::Sentence;
use crate::render::{NO_ADDRESS, address, labels, link, snippet, untrusted};

/// A text that may lead somewhere.
pub(crate) struct Link {
    pub(crate) text: String,
    pub(crate) href: Option<String>,
}

pub(crate) struct FixView {
    pub(crate) rank: u32,
    pub(crate) title: Sentence,
    pub(crate) gain: String,
    pub(crate) effort: &'static str,
    pub(crate) checks: String,
    /// None where there is none.
    pub(crate) why: Option<Sentence>,
    pub(crate) steps: Vec<Sentence>,
    pub(crate) snippet: Option<String>,
    pub(crate) verify: Sentence,
    pub(crate) evidence: Vec<EvidenceView>,
}

pub(crate) struct EvidenceView {
    pub(crate) source: Link,
    pub(crate) strength: &'static str,
}

pub(crate) struct LockedView {
    pub(crate) rank: u32,
    pub(crate) title: Sentence,
}

impl Link {
    pub(super) fn of(text: &str, url: &str) -> Self {
        Self { text: untrusted(text), href: link(&address(url)) }
    }

    pub(super) fn page(url: &str) -> Self {
        match url.starts_with(NO_ADDRESS) {
            true => Self { text: "A local file without an address".to_owned(), href: None },
            false => Self::of(url, url),
        }
    }
}

impl FixView {
    pub(super) fn of(fix: &RecommendedFix) -> Self {
        Self {
            rank: fix.rank,
            title: Sentence::of(&fix.title),
            gain: labels::gain_and_score(fix),
            effort: labels::effort(fix.effort),
            checks: untrusted(&fix.check_ids.join(", ")),
            why: (!fix.why.is_empty()).then(|| Sentence::advice(&fix.why)),
            steps: fix.steps.iter().map(|step| Sentence::advice(step)).collect(),
            snippet: fix.snippet.as_ref().map(|text| snippet(text).join("\n")),
            verify: Sentence::advice(&fix.verify),
            evidence: fix
                .evidence
                .iter()
                .map(|source| EvidenceView {
                    source: Link::of(&source.title, &source.url),
                    strength: labels::strength(source.strength),
                })
                .collect(),
        }
    }
}

impl LockedView {
    pub(super) fn of(fix: &LockedFix) -> Self {
        Self { rank: fix.rank, title: Sentence::of(&fix.title) }
    }
}
