#![doc = include_str!("page.md")]

mod agreement;
mod details;
mod elsewhere;
mod fix;
pub(crate) mod manual;
mod missing;
mod seen;

use crate::check::{About, Check, Context, Finding};
use crate::fix::{Fix, Source as Reference};
use crate::page::Page;
use crate::page::canonical::declared::{Declaration, Declared, Place};
use crate::page::canonical::difference::{Difference, SHOWS_ANOTHER};
use crate::page::canonical::trial::Trial;
use crate::page::snapshot::Source;
use crate::paste::in_finding;
use crate::report::{CheckResult, EvidenceStrength};
use crate::url::normalise;
use agreement::{disagreement, is_of_unknown_url};
use details::details;
use seen::{contradiction, hop_named};

/// What a page is worth whose canonical is right, and whose URL or form alone differs from it: engines
/// that index canonicals cite the same URL.
const HARMLESS_WORTH: u8 = 90;

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
        if is_of_unknown_url(page, &all) {
            return Finding::not_applicable(
                "The page's URL is on a domain reserved for examples, so its public URL isn't known.",
            );
        }
        if context.subject.is_forwarding {
            return judge_forwarding(page, &all).with_all(details(&all, page));
        }
        if all.effective().next().is_none() {
            return judge_none(context, &all).with_all(details(&all, page));
        }
        conflict(&all)
            .or_else(|| redirecting(page, &all))
            .or_else(|| manual::judge_other_version(context, &all))
            .or_else(|| contradicted(page, &all))
            .unwrap_or_else(|| judge_target(&all))
            .with_all(details(&all, page))
    }

    fn fix(&self, context: &Context<'_>, _finding: &CheckResult) -> Fix {
        fix::fix(context.page, manual::version_of(context))
    }
}

/// Whether every canonical of the page names another site, or a host on which this one is only
/// tried out: either way it isn't this page that engines cite.
pub(crate) fn names_another_site(page: &Page) -> bool {
    let all = Declared::of(page);
    page.source != Source::FileWithoutAddress
        && !is_of_unknown_url(page, &all)
        && all.effective().next().is_some()
        && all.effective().all(|one| {
            matches!(one.difference, Difference::OtherSite | Difference::Leftover(Trial::Sure))
        })
}

/// A page that only sends visitors to another URL is no page to cite: its canonical is that URL,
/// or missing.
fn judge_forwarding(page: &Page, all: &Declared) -> Finding {
    let base = page.document.base(&page.final_url);
    let targets = page.document.refreshes.iter().filter_map(|refresh| refresh.value.url.as_deref());
    let scripted = page.document.script_redirect.iter().map(|script| script.value.as_str());
    let targets = targets.chain(scripted);
    let targets: Vec<String> =
        targets.filter_map(|url| Some(normalise(&base.join(url).ok()?).into())).collect();
    let names_target = all.effective().next().is_some()
        && all.effective().all(|one| targets.contains(&normalise(&one.target).into()));
    match names_target {
        true => Finding::pass("The canonical is the URL that the page redirects to."),
        false => Finding::not_applicable("The page only sends visitors to another URL."),
    }
}

fn judge_none(context: &Context<'_>, all: &Declared) -> Finding {
    let document = &context.page.document;
    if document.cut_short && document.titles.is_empty() {
        return Finding::could_not_see("Reading stopped before the end of the page's `<head>`.");
    }
    match (all.readable.is_empty(), all.unreadable.is_empty()) {
        (false, _) => Finding::warn(
            "Without JavaScript, the only canonical link is outside the `<head>`, where engines \
             ignore it.",
        ),
        (true, false) => Finding::warn("The canonical isn't a public web URL."),
        (true, true) => match manual::version_of(context) {
            Some(version) => Finding::warn(format!(
                "No canonical link found. The URL names version {}, so engines choose which \
                 version of the page to cite.",
                in_finding(version)
            )),
            None => Finding::warn("No canonical link found."),
        },
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

fn contradicted(page: &Page, all: &Declared) -> Option<Finding> {
    let found = disagreement(page, all)?;
    let named = match found.is_country {
        true => "a URL on the site's domain for another country",
        false => "a URL with an ID",
    };
    Some(Finding::warn(format!(
        "The canonical is {named}, but the rest of the page uses the page's own URL. Expected one \
         URL in both."
    )))
}

fn judge_target(all: &Declared) -> Finding {
    let worst = worst_of(all);
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
        Difference::Variant(SHOWS_ANOTHER) => Finding::warn(
            "This URL shows the page of its canonical, and engines will cite the canonical.",
        )
        .worth(HARMLESS_WORTH),
        Difference::Variant(cause) => Finding::warn(format!(
            "This URL is a variant of its canonical ({cause}), and engines will cite the canonical."
        ))
        .worth(HARMLESS_WORTH),
        Difference::Spelling(part) => {
            let finding = Finding::warn(format!("The canonical and this URL differ in {part}."));
            // Nobody means a canonical without encryption.
            let is_secure = worst_of(all).is_some_and(|one| one.target.scheme() == "https");
            if is_secure { finding.worth(HARMLESS_WORTH) } else { finding }
        }
        Difference::Same | Difference::QueryDropped => judge_form(all, worst),
    }
}

/// The canonical that is farthest from the page's URL.
fn worst_of(all: &Declared) -> Option<&Declaration> {
    all.effective().max_by_key(|one| one.difference)
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
            .worth(HARMLESS_WORTH)
    } else if worst == Difference::QueryDropped {
        Finding::pass("The canonical is this URL without query parameters.")
    } else {
        Finding::pass("The canonical is this URL.")
    }
}

#[cfg(test)]
mod tests;
