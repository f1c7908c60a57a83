//! A report in the words and numbers that its page shows.

mod check;
mod fix;
mod rendering;
mod sentence;

use citable_checks::report::{Band, CategoryScore, EngineVerdict, Report, Verdict};
use citable_checks::weights;

use crate::render::fixes::{Fixes, LOCKED_TITLE};
use crate::render::groups::{place, worst_first};
use crate::render::headline::headline;
use crate::render::numbers::number_of;
use crate::render::{WHAT_THE_SCORE_SAYS, labels, untrusted};

pub(crate) use check::GroupView;
pub(crate) use fix::{FixListView, FixView, Link, LockedView};
pub(crate) use rendering::RenderingView;
pub(crate) use sentence::Sentence;

/// A report, ready to be put into templates. All of its texts still have to be escaped, but for
/// sentences, which are HTML.
pub(crate) struct View {
    /// Whether it stands on a page of the site, where every check has a page of its own.
    pub(crate) on_site: bool,
    pub(crate) score: u8,
    /// The score, and its band where the report is sure of it.
    pub(crate) score_words: String,
    pub(crate) band: Option<&'static str>,
    /// The class of the ring.
    pub(crate) band_class: &'static str,
    pub(crate) headline: Sentence,
    pub(crate) page: Link,
    /// Where the page answered, if that is another URL.
    pub(crate) final_url: Option<Link>,
    /// The page's title, in its own words.
    pub(crate) title: String,
    pub(crate) kind: String,
    pub(crate) kind_reason: Option<Sentence>,
    pub(crate) coverage: String,
    pub(crate) scanned_at: String,
    /// The same instant for programs.
    pub(crate) scanned_at_machine: String,
    pub(crate) engines: Vec<EngineView>,
    pub(crate) caps: Vec<CapView>,
    pub(crate) length: Option<String>,
    pub(crate) uncapped: String,
    pub(crate) fix_lists: Vec<FixListView>,
    pub(crate) locked_title: &'static str,
    pub(crate) locked: Vec<LockedView>,
    pub(crate) categories: Vec<CategoryView>,
    /// What the standing in the categories is about.
    pub(crate) compared_with: Option<String>,
    /// What JavaScript adds, where the page was rendered.
    pub(crate) rendering: Option<RenderingView>,
    pub(crate) groups: Vec<GroupView>,
    pub(crate) note: &'static str,
    pub(crate) catalogue_version: String,
    pub(crate) registry_version: String,
    pub(crate) snapshot_hash: String,
}

pub(crate) struct EngineView {
    pub(crate) name: String,
    pub(crate) mark: &'static str,
    pub(crate) class: &'static str,
    pub(crate) verdict: String,
    pub(crate) reasons: String,
}

pub(crate) struct CapView {
    pub(crate) limit: u8,
    pub(crate) reason: Sentence,
    pub(crate) checks: Vec<String>,
}

pub(crate) struct CategoryView {
    pub(crate) title: String,
    /// The check of it that most needs a look.
    pub(crate) first: Option<String>,
    /// How long the bar is, of 100; none where no check applied.
    pub(crate) bar: Option<u8>,
    /// The class of the bar.
    pub(crate) class: &'static str,
    /// How its checks came out.
    pub(crate) counts: String,
    pub(crate) standing: Option<String>,
}

impl View {
    /// The view of a report that is already the viewer's.
    pub(crate) fn of(report: &Report) -> Self {
        let fixes = Fixes::of(report);
        let locked = fixes.locked.iter();
        Self {
            on_site: false,
            score: report.score.min(100),
            score_words: labels::score(report),
            band: labels::band_word(report),
            band_class: band_class(report.band),
            headline: Sentence::of(&headline(report)),
            page: Link::page(&report.url),
            final_url: (report.final_url != report.url).then(|| Link::page(&report.final_url)),
            title: untrusted(&report.page.title),
            kind: untrusted(&labels::page(report)),
            kind_reason: labels::kind_reason(report).map(|reason| Sentence::of(&reason)),
            coverage: labels::coverage(report),
            scanned_at: labels::scanned_at(report),
            scanned_at_machine: untrusted(&report.scanned_at),
            engines: report.engines.iter().map(|engine| EngineView::of(engine, report)).collect(),
            caps: caps(report),
            length: labels::length(report),
            uncapped: labels::uncapped(report),
            fix_lists: fixes
                .lists()
                .map(|(title, fixes)| FixListView::of(title, fixes, report))
                .collect(),
            locked_title: LOCKED_TITLE,
            locked: locked.map(|fix| LockedView::of(fix)).collect(),
            categories: report.categories.iter().map(|one| CategoryView::of(one, report)).collect(),
            compared_with: labels::compared_with(report),
            rendering: RenderingView::of(&report.rendering),
            groups: check::groups_of(report),
            note: WHAT_THE_SCORE_SAYS,
            catalogue_version: untrusted(&report.catalogue_version),
            registry_version: untrusted(&report.registry_version),
            snapshot_hash: untrusted(&report.snapshot_hash),
        }
    }
}

impl View {
    /// The same on a page of the site, with the first fix unfolded.
    pub(crate) fn on_site(mut self) -> Self {
        if let Some(fix) = self.fix_lists.first_mut().and_then(|list| list.fixes.first_mut()) {
            fix.open = true;
        }
        Self { on_site: true, ..self }
    }

    /// Opens every section that is folded.
    pub(crate) fn unfold(&mut self) {
        self.groups.iter_mut().for_each(|group| group.folded = false);
        self.fix_lists.iter_mut().flat_map(|list| &mut list.fixes).for_each(|fix| fix.open = true);
    }
}

impl EngineView {
    fn of(engine: &EngineVerdict, report: &Report) -> Self {
        let (mark, class) = match labels::known_verdict(engine, report) {
            Some(Verdict::Eligible) => ("✓", "pass"),
            Some(Verdict::Limited) => ("!", "warn"),
            Some(Verdict::Blocked) => ("✗", "fail"),
            None => ("?", "na"),
        };
        Self {
            name: labels::engine(engine),
            mark,
            class,
            verdict: labels::verdict_and_reach(engine, report),
            reasons: labels::reasons(engine, report),
        }
    }
}

impl CategoryView {
    fn of(category: &CategoryScore, report: &Report) -> Self {
        let checks = report.checks.iter().filter(|check| check.category == category.id);
        let first = checks.min_by_key(|check| (place(check.status), worst_first(check)));
        Self {
            title: untrusted(&category.title),
            first: first.map(|check| check::anchor(&check.id)),
            bar: category.score.map(|score| score.min(100)),
            class: category.score.map_or("", |score| band_class(weights::band(score))),
            counts: counts(category),
            standing: labels::standing(report, category.id),
        }
    }
}

fn counts(category: &CategoryScore) -> String {
    let counts = [
        (category.failed > 0).then(|| format!("{} failed", category.failed)),
        (category.warned > 0).then(|| number_of(category.warned, "warning")),
        (category.passed > 0).then(|| format!("{} passed", category.passed)),
        (category.not_applicable > 0)
            .then(|| format!("{} not applicable", category.not_applicable)),
    ];
    counts.into_iter().flatten().collect::<Vec<_>>().join(", ")
}

fn caps(report: &Report) -> Vec<CapView> {
    let caps = report.caps.iter().map(|cap| CapView {
        limit: cap.limit,
        reason: Sentence::of(&cap.reason),
        checks: cap.check_ids.iter().map(|id| untrusted(id)).collect(),
    });
    caps.collect()
}

/// The class of a ring or a bar.
pub(crate) const fn band_class(band: Band) -> &'static str {
    match band {
        Band::Excellent | Band::Good => "pass",
        Band::Fair => "warn",
        Band::Poor | Band::VeryWeak => "fail",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::sample;

    #[test]
    fn a_category_leads_to_the_check_that_most_needs_a_look() {
        let view = View::of(&sample::report());
        assert_eq!(view.categories[0].first.as_deref(), Some("check-canonical"));
        assert_eq!(view.categories[0].counts, "1 warning, 1 passed, 1 not applicable");
    }

    #[test]
    fn what_needs_no_look_is_folded() {
        let view = View::of(&sample::report());
        let folded: Vec<bool> = view.groups.iter().map(|group| group.folded).collect();
        assert_eq!(folded, [false, false, true, true]);
    }
}
