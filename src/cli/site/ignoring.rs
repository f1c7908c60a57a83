//! The checks that are ignored, and where.

use citable_checks::evaluate;
use url::Url;

use super::input::Paths;
use super::options::Ignored;
use crate::render::NO_ADDRESS;
use crate::render::site::overview::IgnoredCheck;
use crate::render::site::row::PageRow;

/// The checks that are ignored, and where.
#[derive(Clone, Debug, Default)]
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

    /// Those of the page at that URL, each once.
    pub(super) fn at(&self, url: &Url) -> Vec<evaluate::IgnoredCheck> {
        let mut here: Vec<evaluate::IgnoredCheck> = Vec::new();
        let meant = self.0.iter().filter(|(_, paths)| paths.is_empty() || paths.matches(url));
        for (ignored, _) in meant {
            if !here.iter().any(|one| one.id == ignored.check) {
                let (id, reason) = (ignored.check.clone(), ignored.reason.clone());
                here.push(evaluate::IgnoredCheck { id, reason });
            }
        }
        here
    }

    /// Counts the page at the places of those that have a finding on it.
    pub(super) fn count(&self, row: &PageRow, counts: &mut Vec<usize>) {
        counts.resize(self.0.len(), 0);
        let found = row.scan.iter().flat_map(|scan| &scan.ignored);
        for id in found {
            let place = self.0.iter().position(|(ignored, paths)| {
                ignored.check == *id && (paths.is_empty() || stands_at(row, paths))
            });
            if let Some(count) = place.and_then(|place| counts.get_mut(place)) {
                *count += 1;
            }
        }
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

/// Whether the page of a row stands at one of these paths.
fn stands_at(row: &PageRow, paths: &Paths) -> bool {
    let url = Url::parse(&row.url)
        .or_else(|_| Url::parse(NO_ADDRESS).and_then(|none| none.join(&row.url)));
    url.is_ok_and(|url| paths.matches(&url))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::site::sample;

    #[test]
    fn a_check_is_ignored_where_its_paths_say_so() {
        let ignored = Ignored {
            check: "canonical".to_owned(),
            reason: "Set by the CDN.".to_owned(),
            paths: vec!["/blog/**".to_owned()],
        };
        let ignoring = Ignoring::of(&[ignored]).unwrap();
        let at = |url: &str| ignoring.at(&Url::parse(url).unwrap()).len();
        assert_eq!(at("https://example.org/blog/a"), 1);
        assert_eq!(at("https://example.org/docs/a"), 0);
        let mut counts = Vec::new();
        for name in ["/blog/a", "https://example.org/blog/b", "/docs/a"] {
            let mut row = sample::row(name, 50);
            row.scan.as_mut().unwrap().ignored = vec!["canonical".to_owned()];
            ignoring.count(&row, &mut counts);
        }
        assert_eq!(ignoring.shown(&counts)[0].pages, 2);
    }
}
