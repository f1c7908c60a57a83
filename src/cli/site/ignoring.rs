//! Leaving ignored checks out.

use citable_checks::site::FoundCheck;
use url::Url;

use super::input::Paths;
use super::options::Ignored;
use crate::render::NO_ADDRESS;
use crate::render::site::overview::IgnoredCheck;
use crate::render::site::row::PageRow;

/// The checks that are ignored, and where.
#[derive(Debug)]
pub(super) struct Ignoring(Vec<(Ignored, Paths)>);

impl Ignoring {
    /// Those of the options.
    ///
    /// # Errors
    /// When a path is no glob.
    pub(super) fn of(ignored: &[Ignored]) -> anyhow::Result<Self> {
        let with_paths = |one: &Ignored| Ok((one.clone(), Paths::new(&one.paths)?));
        ignored.iter().map(with_paths).collect::<anyhow::Result<_>>().map(Self)
    }

    /// Takes their findings out of a row, and counts the page at the places of those that had one.
    pub(super) fn apply(&self, row: &mut PageRow, counts: &mut Vec<usize>) {
        counts.resize(self.0.len(), 0);
        let (true, Some(scan)) = (!self.0.is_empty(), &mut row.scan) else { return };
        let url = Url::parse(&row.url)
            .or_else(|_| Url::parse(NO_ADDRESS).and_then(|none| none.join(&row.url)));
        let Ok(url) = url else { return };
        let here: Vec<&str> = self
            .0
            .iter()
            .zip(counts)
            .filter(|((_, paths), _)| paths.is_empty() || paths.matches(&url))
            .map(|((ignored, _), count)| {
                let is_it = |finding: &FoundCheck| finding.check == ignored.check;
                *count += usize::from(scan.findings.iter().any(is_it));
                ignored.check.as_str()
            })
            .collect();
        scan.findings.retain(|finding| !here.contains(&finding.check.as_str()));
        let is_ignored = |id: &String| here.contains(&id.as_str());
        scan.fixes.retain(|fix| !fix.check_ids.iter().all(is_ignored));
    }

    /// What outputs say of them.
    pub(super) fn shown(&self, counts: &[usize]) -> Vec<IgnoredCheck> {
        let counts = counts.iter().copied().chain(std::iter::repeat(0));
        let shown = self.0.iter().zip(counts).map(|((ignored, _), pages)| IgnoredCheck {
            check: ignored.check.clone(),
            reason: ignored.reason.clone(),
            paths: ignored.paths.clone(),
            pages,
        });
        shown.collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::site::sample;

    #[test]
    fn an_ignored_check_has_neither_findings_nor_fixes() {
        let ignored = Ignored {
            check: "canonical".to_owned(),
            reason: "Set by the CDN.".to_owned(),
            paths: vec!["/blog/**".to_owned()],
        };
        let ignoring = Ignoring::of(&[ignored]).unwrap();
        let mut counts = Vec::new();
        let mut left = |name: &str| {
            let mut row = sample::row(name, 50);
            ignoring.apply(&mut row, &mut counts);
            let scan = row.scan.unwrap();
            (scan.findings.len(), scan.fixes.len(), scan.score)
        };
        assert_eq!(left("/blog/a"), (0, 0, 50));
        assert_eq!(left("https://example.org/blog/a"), (0, 0, 50));
        assert_eq!(left("/docs/a"), (1, 1, 50));
        assert_eq!(ignoring.shown(&counts)[0].pages, 2);
    }
}
