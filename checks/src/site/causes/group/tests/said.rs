//! What is said of a cause, and in which order causes come.

use super::*;

#[test]
fn an_even_gain_is_told_from_an_average() {
    let even = |gains: [u8; 3]| {
        let pages: Vec<PageRowFindings> =
            (0..3_u8).zip(gains).map(|(page, gain)| lacks(&format!("/p{page}"), 1, gain)).collect();
        causes(pages.into_iter(), PAGES_NAMED).first().map(|cause| (cause.gain, cause.even_gain))
    };
    assert_eq!(even([4, 4, 4]), Some((12, true)));
    assert_eq!(even([3, 4, 5]), Some((12, false)));
}

#[test]
fn a_cause_gains_up_to_a_number_if_a_page_does() {
    let kind = |kinds: [GainKind; 2]| {
        let page = |(at, gain_kind): (u8, GainKind)| {
            let gain = Some(3).filter(|_| gain_kind != GainKind::Unlocks);
            let found = found("canonical", Status::Fail, 0, 0);
            page(&format!("/p{at}"), 1, vec![FoundCheck { gain, gain_kind, ..found }])
        };
        let pages: Vec<PageRowFindings> = (0..2_u8).zip(kinds).map(page).collect();
        causes(pages.into_iter(), PAGES_NAMED).remove(0).gain_kind
    };
    assert_eq!(kind([GainKind::Exact, GainKind::Exact]), GainKind::Exact);
    assert_eq!(kind([GainKind::AtMost, GainKind::Exact]), GainKind::AtMost);
    assert_eq!(kind([GainKind::Exact, GainKind::Unlocks]), GainKind::Exact);
}

#[test]
fn reach_comes_first_and_then_what_is_gained() {
    let one = |check: &str, gain, reach| vec![found(check, Status::Fail, gain, reach)];
    let pages = vec![
        page("/a", 1, one("statistics", 9, 0)),
        page("/b", 2, one("quotations", 2, 0)),
        page("/c", 3, one("quotations", 8, 0)),
        page("/d", 4, one("indexable", 1, 100)),
    ];
    let found = causes(pages.into_iter(), PAGES_NAMED);
    let order: Vec<&str> = found.iter().map(|cause| cause.check.as_str()).collect();
    assert_eq!(order, ["indexable", "quotations", "statistics"]);
    assert_eq!((found[0].reach_lost, found[1].gain), (100, 10));
}

#[test]
fn a_fix_for_several_pages_comes_before_one_for_a_single_page() {
    let one = page("/about", 2, vec![found("content-depth", Status::Fail, 50, 0)]);
    let pages = posts(6, 6).into_iter().chain([one]).chain(good(6));
    let told = |pages: Vec<PageRowFindings>| -> Vec<String> {
        causes(pages.into_iter(), PAGES_NAMED).into_iter().map(|cause| cause.check).collect()
    };
    assert_eq!(told(pages.collect()), ["canonical", "content-depth"]);
    // What gains nothing stays last, and lost reach first.
    let free = (0..6).map(|number| {
        page(&format!("/blog/{number}"), 1, vec![found("language", Status::Warn, 0, 0)])
    });
    let one = |lost| page("/about", 2, vec![found("content-depth", Status::Fail, 50, lost)]);
    assert_eq!(told(free.chain([one(0)]).collect()), ["content-depth", "language"]);
    let pages = posts(6, 6).into_iter().chain([one(10)]);
    assert_eq!(told(pages.collect()), ["content-depth", "canonical"]);
}

#[test]
fn what_is_uncertain_comes_last() {
    let mut unsure = found("statistics", Status::Warn, 9, 0);
    unsure.summary = "1 number. This is uncertain: the main content is unclear.".to_owned();
    let pages = vec![page("/a", 1, vec![unsure, found("canonical", Status::Warn, 1, 0)])];
    let found = causes(pages.into_iter(), PAGES_NAMED);
    let order: Vec<&str> = found.iter().map(|cause| cause.check.as_str()).collect();
    assert_eq!(order, ["canonical", "statistics"]);
}

#[test]
fn all_pages_are_named_where_that_is_asked_for() {
    let [cause] = &causes(posts(10, 10).into_iter(), usize::MAX)[..] else { panic!("one cause") };
    assert_eq!(cause.pages.len(), 10);
}

#[test]
fn the_fix_is_that_of_the_median_page() {
    let mut pages: Vec<PageRowFindings> =
        [9, 1, 5, 7, 3].iter().map(|gain| lacks(&format!("/p{gain}"), 1, *gain)).collect();
    for page in &mut pages {
        page.findings[0].fix_title = format!("Fix `{}`", page.url);
        page.findings[0].summary = format!("{} lacks it.", page.url);
    }
    let [cause] = &causes(pages.into_iter(), PAGES_NAMED)[..] else { panic!("one cause") };
    assert_eq!(cause.fix.title, "Fix `https://example.com/p5`");
    assert_eq!(
        cause.pages,
        ["https://example.com/p5", "https://example.com/p1", "https://example.com/p3"]
    );
    assert_eq!(
        cause.summary,
        "5 of 5 pages don't meet “Canonical points to this page”, for example: \
         https://example.com/p5 lacks it."
    );
}

#[test]
fn a_sentence_is_true_of_all_pages() {
    let of = |said: [&str; 3]| {
        let mut pages = posts(3, 3);
        for (page, said) in pages.iter_mut().zip(said) {
            page.findings[0].summary = said.to_owned();
        }
        summaries(pages).remove(0)
    };
    let uncertain = "2 links found. This is uncertain: the main content is unclear.";
    assert_eq!(of(["4 links found.", uncertain, "3 links found."]), "3 pages: 2 to 4 links found.");
    assert_eq!(
        of(["No link found.", "3 links found.", "4 links found."]),
        "3 pages don't meet “Canonical points to this page”, for example: 3 links found."
    );
}

/// A number, a template, and findings: a check, whether it failed, and the gain.
type MadePage = (u32, u64, Vec<(usize, bool, u8)>);

proptest! {
    #[test]
    fn the_order_of_pages_makes_no_difference(
        pages in prop::collection::vec(
            (0..40_u32, 0..4_u64, prop::collection::vec((0..3_usize, any::<bool>(), 0..5_u8), 0..4)),
            0..30,
        ).prop_flat_map(|pages| (Just(pages.clone()), Just(pages).prop_shuffle())),
    ) {
        let read = |pages: Vec<MadePage>| {
            let rows = pages.into_iter().map(|(number, template, findings)| {
                let findings = findings.into_iter().map(|(check, failed, gain)| {
                    let status = if failed { Status::Fail } else { Status::Warn };
                    let check = ["canonical", "language", "statistics"][check];
                    found(check, status, gain, gain)
                });
                page(&format!("/s{template}/{number}"), template, findings.collect())
            });
            causes(rows, PAGES_NAMED)
        };
        let (one, other) = pages;
        prop_assert_eq!(read(one), read(other));
    }
}
