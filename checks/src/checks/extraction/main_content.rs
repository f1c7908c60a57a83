#![doc = include_str!("main-content.md")]

use crate::check::{About, Check, Context, Finding, measure};
use crate::page::Page;
use crate::page::outline::Landmark;
use crate::report::{Detail, EvidenceStrength};
use crate::weights::{HARDLY_ANY_TEXT, LANDMARK_HOLDS_PERCENT, LINKS_FAIL_OVER_PERCENT};

/// The check.
pub struct MainContentCheck;

impl Check for MainContentCheck {
    fn about(&self) -> &'static About {
        &About {
            id: "main-content",
            title: "The main content can be told from what surrounds it",
            strength: EvidenceStrength::Moderate,
            effort: 2,
            needs_page: true,
            doc: include_str!("main-content.md"),
            why: "",
            sources: &[],
        }
    }

    fn judge(&self, context: &Context<'_>) -> Finding {
        let page = context.page;
        let main = &page.document.main;
        if main.word_equivalents < HARDLY_ANY_TEXT {
            return Finding::not_applicable("There is hardly any text.");
        }
        verdict(context)
            .with(measure("Found as", main.origin))
            .with(measure("Of the visible text", format!("{} %", share(page))))
            .with_all(landmarks(page))
    }
}

fn verdict(context: &Context<'_>) -> Finding {
    let page = context.page;
    let outline = &page.document.outline;
    let linked = link_percent(page);
    if context.subject.is_informational && linked > LINKS_FAIL_OVER_PERCENT {
        return match page.document.main.low_confidence {
            true => Finding::warn("Could not tell: the main content is not clear."),
            false => Finding::fail(format!("{linked} % of the main content is links.")),
        };
    }
    match (outline.mains.as_slice(), outline.articles.as_slice()) {
        ([main], _) => held("main", main),
        ([], [article]) => held("article", article),
        ([], _) => Finding::warn("No main element says where the content is."),
        (mains, _) => Finding::warn(format!("There are {} main elements.", mains.len())),
    }
}

fn held(name: &str, landmark: &Landmark) -> Finding {
    match landmark.percent_of_main {
        LANDMARK_HOLDS_PERCENT.. => {
            Finding::pass(format!("One {name} element holds the main content."))
        }
        percent => Finding::warn(format!(
            "The {name} element holds only {percent} % of what reads as the main content."
        )),
    }
}

fn link_percent(page: &Page) -> usize {
    let main = &page.document.main;
    (main.link_bytes * 100).checked_div(main.text.len()).unwrap_or(0)
}

fn share(page: &Page) -> usize {
    let main = page.document.main.text.len();
    (main * 100).checked_div(page.document.visible_text.len()).unwrap_or(0)
}

fn landmarks(page: &Page) -> impl Iterator<Item = Detail> + '_ {
    let outline = &page.document.outline;
    let detail = |label: &str, landmark: &Landmark| Detail {
        line: Some(landmark.place.line),
        expected: Some(format!("at least {LANDMARK_HOLDS_PERCENT} %")),
        ..measure(label, format!("{} % of the main content", landmark.percent_of_main))
    };
    let mains = outline.mains.iter().map(move |main| detail("main", main));
    let articles = outline.articles.iter().filter(|_| outline.mains.is_empty());
    mains.chain(articles.take(3).map(move |article| detail("article", article)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::checks::test_page::page;
    use crate::page::Kind;
    use crate::page::outline::Place;
    use crate::report::{PageKind, Status};

    fn landmark(percent_of_main: usize) -> Landmark {
        Landmark { place: Place::default(), percent_of_main }
    }

    fn article(mains: &[usize], articles: &[usize]) -> Page {
        let mut page = page();
        page.document.kind = Kind { kind: PageKind::Article, reason: "" };
        page.document.main.text = "word ".repeat(400);
        page.document.outline.mains = mains.iter().copied().map(landmark).collect();
        page.document.outline.articles = articles.iter().copied().map(landmark).collect();
        page
    }

    fn status(page: &Page) -> Status {
        MainContentCheck.judge(&Context::new(page, false)).status
    }

    #[test]
    fn one_landmark_has_to_hold_it() {
        for (mains, articles, expected) in [
            (&[100][..], &[][..], Status::Pass),
            (&[80], &[40, 40], Status::Pass),
            (&[79], &[100], Status::Warn),
            (&[], &[90], Status::Pass),
            (&[], &[79], Status::Warn),
            (&[], &[50, 50], Status::Warn),
            (&[], &[], Status::Warn),
            (&[60, 40], &[], Status::Warn),
        ] {
            assert_eq!(status(&article(mains, articles)), expected, "{mains:?} {articles:?}");
        }
    }

    #[test]
    fn content_that_is_mostly_links_fails_where_it_is_sure() {
        let mut page = article(&[100], &[]);
        page.document.main.link_bytes = 1_000;
        assert_eq!(status(&page), Status::Pass, "half");
        page.document.main.link_bytes = 1_020;
        assert_eq!(status(&page), Status::Fail, "51 %");
        page.document.main.low_confidence = true;
        assert_eq!(status(&page), Status::Warn);
    }

    #[test]
    fn a_page_without_text_is_not_judged() {
        let mut short = article(&[], &[]);
        short.document.main.word_equivalents = 49;
        assert_eq!(status(&short), Status::Na);
    }
}
