#![doc = include_str!("page.md")]

mod details;
mod fix;
mod seen;

use crate::check::{About, Check, Context, Finding};
use crate::fix::{Fix, Source as Reference};
use crate::page::Page;
use crate::page::canonical::declared::{Declared, Place};
use crate::page::canonical::difference::Difference;
use crate::page::canonical::trial::Trial;
use crate::page::snapshot::Source;
use crate::paste::in_finding;
use crate::report::{CheckResult, EvidenceStrength};
use crate::url::normalise;
use details::details;
use seen::{contradiction, hop_named};

/// The check.
pub struct Canonical;

impl Check for Canonical {
    fn about(&self) -> &'static About {
        &About {
            id: "canonical",
            title: "Canonical points to this page",
            strength: EvidenceStrength::Strong,
            effort: 2,
            needs_page: true,
            doc: include_str!("page.md"),
            why: "When a text exists in several copies, engines index the canonical one and cite \
                  its URL, so a canonical that points elsewhere gives the citation away. Search \
                  engines document this; for answer engines it is only a convention.",
            sources: &[
                Reference {
                    title: "Google: how to specify a canonical URL",
                    url: "https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls",
                    strength: EvidenceStrength::Strong,
                },
                Reference {
                    title: "RFC 6596: the canonical link relation",
                    url: "https://www.rfc-editor.org/rfc/rfc6596",
                    strength: EvidenceStrength::Convention,
                },
            ],
        }
    }

    fn judge(&self, context: &Context<'_>) -> Finding {
        let page = context.page;
        if page.source == Source::FileWithoutAddress {
            return Finding::not_applicable("The file's public URL isn't known.");
        }
        let all = Declared::of(page);
        if context.subject.is_forwarding {
            return judge_forwarding(page, &all).with_all(details(&all, page));
        }
        if all.effective().next().is_none() {
            return judge_none(page, &all).with_all(details(&all, page));
        }
        conflict(&all)
            .or_else(|| redirecting(page, &all))
            .unwrap_or_else(|| judge_target(&all))
            .with_all(details(&all, page))
    }

    fn fix(&self, context: &Context<'_>, _finding: &CheckResult) -> Fix {
        fix::fix(context.page)
    }
}

/// Whether every canonical of the page names another site, or a host on which this one is only
/// tried out: either way it isn't this page that engines cite.
pub(crate) fn names_another_site(page: &Page) -> bool {
    let all = Declared::of(page);
    page.source != Source::FileWithoutAddress
        && all.effective().next().is_some()
        && all.effective().all(|one| {
            matches!(one.difference, Difference::OtherSite | Difference::Leftover(Trial::Sure))
        })
}

/// A page that sends visitors to another URL at once is no page to cite: its canonical is that URL,
/// or missing.
fn judge_forwarding(page: &Page, all: &Declared) -> Finding {
    let base = page.document.base(&page.final_url);
    let targets = page.document.refreshes.iter().filter_map(|refresh| refresh.value.url.as_deref());
    let targets: Vec<String> =
        targets.filter_map(|url| Some(normalise(&base.join(url).ok()?).into())).collect();
    let names_target = all.effective().next().is_some()
        && all.effective().all(|one| targets.contains(&normalise(&one.target).into()));
    match names_target {
        true => Finding::pass("The canonical is the URL that the page redirects to."),
        false => Finding::not_applicable("The page only sends visitors to another URL."),
    }
}

fn judge_none(page: &Page, all: &Declared) -> Finding {
    let document = &page.document;
    if document.cut_short && document.titles.is_empty() {
        return Finding::could_not_see("Reading stopped before the end of the page's `<head>`.");
    }
    match (all.readable.is_empty(), all.unreadable.is_empty()) {
        (false, _) => Finding::warn(
            "Without JavaScript, the only canonical link is outside the `<head>`, where engines \
             ignore it.",
        ),
        (true, false) => Finding::warn("The canonical isn't a public web URL."),
        (true, true) => Finding::warn("No canonical link found."),
    }
}

fn conflict(all: &Declared) -> Option<Finding> {
    let (first, other) = contradiction(all)?;
    Some(match first.place == other.place {
        true => Finding::fail("The page's canonical links point to different pages."),
        false => {
            Finding::fail("The canonical in the `Link` header and the one in the HTML differ.")
        }
    })
}

fn redirecting(page: &Page, all: &Declared) -> Option<Finding> {
    let hop = hop_named(page, all)?;
    Some(Finding::fail(format!(
        "The canonical URL redirects back to this page (status {}).",
        hop.status
    )))
}

fn judge_target(all: &Declared) -> Finding {
    let worst = all.effective().max_by_key(|one| one.difference);
    let host = || in_finding(worst.and_then(|one| one.target.host_str()).unwrap_or_default());
    let worst = worst.map_or(Difference::Same, |one| one.difference);
    match worst {
        Difference::OtherSite => {
            Finding::fail("The canonical points to another site, which engines will cite instead.")
        }
        Difference::OtherDocument => Finding::fail(
            "The canonical points to another page of this site, which engines will cite instead.",
        ),
        Difference::Leftover(Trial::Sure) => Finding::fail(format!(
            "The canonical points to {}, a staging or preview host. Expected this site's own host.",
            host()
        )),
        Difference::Leftover(Trial::Maybe) => Finding::warn(format!(
            "The canonical points to {}, which looks like a staging host. Expected this site's \
             own host.",
            host()
        )),
        Difference::OtherPath => Finding::warn(
            "The canonical points to the same page under another path, which engines will cite \
             instead.",
        ),
        Difference::Variant(cause) => Finding::warn(format!(
            "This URL is a variant of its canonical ({cause}), and engines will cite the canonical."
        )),
        Difference::Spelling(part) => {
            Finding::warn(format!("The canonical and this URL differ in {part}."))
        }
        Difference::Same | Difference::QueryDropped => judge_form(all, worst),
    }
}

fn judge_form(all: &Declared, worst: Difference) -> Finding {
    let in_head = all.effective().filter(|one| one.place == Place::Head).count();
    if let Some(name) = seen::tracked(all) {
        Finding::warn(format!(
            "The canonical keeps the tracking parameter {}. Expected the URL without it.",
            in_finding(name)
        ))
    } else if all.effective().any(|one| one.relative) {
        Finding::warn("The canonical is a relative URL. Expected an absolute one.")
    } else if in_head > 1 {
        Finding::warn(format!("The same canonical is declared {in_head} times. Expected one."))
    } else if worst == Difference::QueryDropped {
        Finding::pass("The canonical is this URL without query parameters.")
    } else {
        Finding::pass("The canonical is this URL.")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue::test_page::{ADDRESS, canonical, page, page_after};
    use crate::report::Status;

    const OWN: &str = "https://www.example.com/guide/tea";

    fn judge(page: &Page) -> Finding {
        Canonical.judge(&Context::new(page, false))
    }

    fn with_links(hrefs: &[&str]) -> Page {
        let mut page = page();
        page.document.canonical_links = hrefs.iter().map(|href| canonical(href)).collect();
        page
    }

    fn status(hrefs: &[&str]) -> Status {
        judge(&with_links(hrefs)).status
    }

    #[test]
    fn its_own_address_passes() {
        assert_eq!(status(&[ADDRESS]), Status::Pass);
        assert_eq!(status(&["HTTPS://WWW.EXAMPLE.COM:443/guide/t%65a?cup=1#top"]), Status::Pass);
        assert_eq!(status(&[OWN]), Status::Pass, "without the query");
    }

    #[test]
    fn none_and_unreadable_ones_warn() {
        for hrefs in [
            &[][..],
            &[""],
            &["javascript:void(0)"],
            &["https://"],
            &["https:///guide/tea"],
            &["http://localhost:3000/"],
            &["http://192.168.1.20/guide/tea"],
            &["http://tea.test/guide/tea"],
        ] {
            assert_eq!(status(hrefs), Status::Warn, "{hrefs:?}");
        }
    }

    #[test]
    fn where_the_head_was_not_read_nothing_is_said() {
        let mut page = with_links(&[]);
        page.document.cut_short = true;
        page.document.titles.clear();
        assert_eq!((judge(&page).status, judge(&page).unsure), (Status::Na, true));
    }

    #[test]
    fn imperfect_forms_warn() {
        for hrefs in [
            &["/guide/tea"][..],
            &["//www.example.com/guide/tea"],
            &[OWN, OWN],
            &["https://www.example.com/guide/tea/"],
            &["http://www.example.com/guide/tea"],
            &["https://example.com/guide/tea"],
            &["https://www.example.com/drinks/hot/tea"],
            &[OWN, "http://www.example.com/guide/tea"],
        ] {
            assert_eq!(status(hrefs), Status::Warn, "{hrefs:?}");
        }
    }

    #[test]
    fn a_canonical_with_a_tracking_parameter_warns() {
        let mut page = with_links(&["https://www.example.com/guide/tea?cup=1&srsltid=Af_1"]);
        page.final_url =
            url::Url::parse("https://www.example.com/guide/tea?srsltid=Af_1&cup=1").unwrap();
        let finding = judge(&page);
        assert_eq!(finding.status, Status::Warn);
        assert!(finding.summary.contains("`srsltid`"), "{}", finding.summary);
        let fix = fix::fix(&page);
        assert_eq!(
            fix.title,
            "Remove `srsltid` from the canonical: `https://www.example.com/guide/tea?cup=1`"
        );
        let snippet = fix.snippet.unwrap();
        assert!(snippet.contains("href=\"https://www.example.com/guide/tea?cup=1\""), "{snippet}");
        // The canonical alone may bear it too.
        page.final_url = url::Url::parse("https://www.example.com/guide/tea?cup=1").unwrap();
        let finding = judge(&page);
        assert_eq!(finding.status, Status::Warn);
        assert!(finding.summary.contains("`srsltid`"), "{}", finding.summary);
        // The scanned URL alone may bear it: that is what a canonical is for.
        page.final_url =
            url::Url::parse("https://www.example.com/guide/tea?srsltid=Af_1&cup=1").unwrap();
        page.document.canonical_links = vec![canonical("https://www.example.com/guide/tea?cup=1")];
        assert_eq!(judge(&page).status, Status::Pass);
    }

    #[test]
    fn a_page_that_redirects_needs_no_canonical_of_its_own() {
        let of = |canonical: &str| {
            let html = format!(
                "<html lang=en><title>Tea</title><meta http-equiv=refresh content='0;url=/green'>\
                 {canonical}<p>Moved to <a href=/green>Green tea</a>."
            );
            let page = crate::catalogue::test_html::read_at("https://www.example.com/tea", &html);
            (judge(&page).status, names_another_site(&page))
        };
        assert_eq!(of(""), (Status::Na, false));
        assert_eq!(of("<link rel=canonical href=https://www.example.com/tea>").0, Status::Na);
        assert_eq!(of("<link rel=canonical href=https://www.example.com/green>").0, Status::Pass);
        let slow =
            "<html lang=en><title>Tea</title><meta http-equiv=refresh content='9;url=/green'>";
        let page = crate::catalogue::test_html::read_at("https://www.example.com/tea", slow);
        assert_eq!(judge(&page).status, Status::Warn, "not at once");
    }

    #[test]
    fn other_pages_fail_and_only_other_sites_cap() {
        let other = with_links(&["https://www.example.com/guide/coffee"]);
        assert_eq!((judge(&other).status, names_another_site(&other)), (Status::Fail, false));
        let elsewhere = with_links(&["https://www.example.org/guide/tea"]);
        assert_eq!(
            (judge(&elsewhere).status, names_another_site(&elsewhere)),
            (Status::Fail, true)
        );
    }

    #[test]
    fn a_staging_host_is_a_leftover() {
        for (host, expected) in [
            ("staging.example.com", Status::Fail),
            ("tea-preview.vercel.app", Status::Fail),
            ("dev.example.com", Status::Warn),
        ] {
            let page = with_links(&[format!("https://{host}/guide/tea").as_str()]);
            let finding = judge(&page);
            assert_eq!(finding.status, expected, "{host}");
            assert!(finding.summary.contains(&format!("`{host}`")), "{}", finding.summary);
            assert_eq!(names_another_site(&page), expected == Status::Fail, "{host}");
            let fix = fix::fix(&page);
            let is = if expected == Status::Fail { "is" } else { "looks like" };
            assert_eq!(
                fix.title,
                format!(
                    "Set the canonical to `{ADDRESS}`: `{host}` {is} a staging or preview host"
                )
            );
            let own = format!("<link rel=\"canonical\" href=\"{ADDRESS}\">");
            assert_eq!(fix.snippet, Some(own));
            assert!(fix.steps.iter().any(|step| step.starts_with("If ")), "{:?}", fix.steps);
        }
    }

    #[test]
    fn a_variant_of_the_canonical_warns() {
        for (address, title, canonical, expected) in [
            ("https://www.example.com/tea;jsessionid=1", "", "https://www.example.com/tea", true),
            ("https://m.example.com/tea/comment-page-3", "", "https://www.example.com/tea", true),
            ("https://www.example.com/a-123456", "", "https://www.example.com/b-123456", true),
            ("https://www.example.com/old", "Green tea", "https://www.example.com/green-tea", true),
            ("https://www.example.com/old", "Green tea", "https://www.example.com/", false),
            ("https://www.example.com/old", "Green tea", "https://www.example.com/red-tea", false),
            (
                "https://www.example.com/old",
                "Green tea",
                "https://tea.example.com/green-tea",
                false,
            ),
        ] {
            let mut page = with_links(&[canonical]);
            page.final_url = crate::catalogue::test_page::url(address);
            page.document.titles[0].value = title.to_owned();
            let finding = judge(&page);
            let status = if expected { Status::Warn } else { Status::Fail };
            assert_eq!(finding.status, status, "{address} {canonical}");
            assert_eq!(finding.summary.starts_with("This URL is a variant"), expected);
        }
    }

    #[test]
    fn contradictions_fail() {
        let page = with_links(&[OWN, "https://www.example.com/guide/coffee"]);
        assert_eq!(judge(&page).status, Status::Fail);
        assert!(judge(&page).summary.starts_with("The page's canonical links"));
        let mut page = with_links(&[OWN]);
        let header = "</style.css>; rel=preload, <https://www.example.com/b>; title=\"x\"; rel=\"canonical\"";
        page.exchanges[0].headers.push(("link".to_owned(), header.to_owned()));
        assert_eq!(judge(&page).status, Status::Fail);
        assert!(judge(&page).summary.contains("header"), "{}", judge(&page).summary);
    }

    #[test]
    fn a_header_alone_is_enough() {
        let mut page = with_links(&[]);
        let header = format!("<{OWN}>; rel=canonical");
        page.exchanges[0].headers.push(("link".to_owned(), header));
        assert_eq!(judge(&page).status, Status::Pass);
        page.document.canonical_links = with_links(&[OWN]).document.canonical_links;
        assert_eq!(judge(&page).status, Status::Pass, "both, and they agree");
    }

    #[test]
    fn one_in_the_body_only_is_worth_none() {
        let mut page = with_links(&["https://www.example.org/elsewhere"]);
        page.document.canonical_links[0].in_head = false;
        assert_eq!(judge(&page).status, judge(&with_links(&[])).status);
        assert!(!names_another_site(&page));
        page.document.canonical_links.push(canonical(OWN));
        assert_eq!(judge(&page).status, Status::Pass, "the one in the head counts");
    }

    #[test]
    fn one_that_redirects_here_fails() {
        let mut page = page_after(&["https://www.example.com/tea"]);
        page.document.canonical_links = vec![canonical("https://www.example.com/tea")];
        let finding = judge(&page);
        assert_eq!(finding.status, Status::Fail);
        assert!(finding.summary.contains("301"), "{}", finding.summary);
    }

    #[test]
    fn a_base_element_is_heeded() {
        let mut page = with_links(&["tea"]);
        page.document.base_href = Some("/guide/".to_owned());
        assert!(judge(&page).summary.contains("relative"), "{}", judge(&page).summary);
        page.document.base_href = Some("https://www.example.org/guide/".to_owned());
        assert_eq!(judge(&page).status, Status::Fail);
    }

    #[test]
    fn a_file_of_unknown_address_is_not_judged() {
        let page =
            Page { source: Source::FileWithoutAddress, ..with_links(&["https://b.example/"]) };
        assert_eq!(judge(&page).status, Status::Na);
        assert!(!names_another_site(&page));
    }
}
