//! What it means that no sitemap lists the page.

use crate::check::{Context, Finding};
use crate::lists::PLATFORMS;
use crate::page::Page;
use crate::robots::RobotsFile;
use crate::sitemap::{
    DeclaredBy, SitemapDefect, SitemapEnd, SitemapFetch, SitemapFormat, SitemapOutcome,
    SitemapSurvey,
};

/// Programs for wikis and for hosting code, as `<meta name=generator>` begins with their names.
const PLATFORM_PROGRAMS: [&str; 7] =
    ["mediawiki", "dokuwiki", "xwiki", "twiki", "forgejo", "gitea", "gitlab"];

/// What a sitemap that does not list the page contributes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Silence {
    /// It was read whole, and should list every page.
    Absent,
    /// It was read whole, and lists other things: other sitemaps, or the newest pages only.
    Beside,
    /// It cannot be read, by anybody.
    Unreadable,
    /// It was not seen whole, for a reason that may be ours.
    Unseen,
    /// It was read up to a limit of ours.
    Cut,
}

pub(super) fn judge_absence(context: &Context<'_>, survey: &SitemapSurvey) -> Finding {
    if is_platform(context.page) {
        return Finding::not_applicable(
            "On platforms like this one, page owners don't control the sitemaps.",
        );
    }
    let silences: Vec<Silence> = survey.sitemaps.iter().map(silence).collect();
    let any = |wanted: Silence| silences.contains(&wanted);
    if any(Silence::Unseen) || silences.is_empty() {
        return Finding::could_not_see(
            "A sitemap of the site couldn't be read, and the others don't list the page.",
        );
    }
    if survey.declared_by == DeclaredBy::Convention {
        if !knows_robots_txt(context) {
            return Finding::could_not_see(
                "robots.txt, which names the site's sitemaps, couldn't be read.",
            );
        }
        if silences == [Silence::Unreadable] {
            return Finding::warn(
                "No sitemap found: robots.txt names none, and `/sitemap.xml` isn't one.",
            );
        }
    }
    if any(Silence::Cut) || survey.left_out_total > 0 {
        return Finding::not_applicable(
            "The site has more or larger sitemaps than Citable reads, and those it read don't list \
             the page.",
        );
    }
    if any(Silence::Unreadable) {
        return Finding::fail(
            "No sitemap lists the page, and one that the site declares can't be read.",
        );
    }
    if any(Silence::Absent) {
        return Finding::fail("The site's sitemaps don't list the page.");
    }
    Finding::not_applicable(
        "The site has only feeds or news sitemaps, which list only the newest pages.",
    )
}

/// Whether it is known which sitemaps robots.txt names.
fn knows_robots_txt(context: &Context<'_>) -> bool {
    matches!(
        context.robots,
        Some(
            RobotsFile::Rules(_)
                | RobotsFile::Missing { .. }
                | RobotsFile::Html { .. }
                | RobotsFile::RedirectsUnresolved
        )
    )
}

/// The sitemaps that nobody can read.
pub(super) fn unreadable(survey: &SitemapSurvey) -> impl Iterator<Item = &SitemapFetch> {
    survey.sitemaps.iter().filter(|fetch| silence(fetch) == Silence::Unreadable)
}

fn silence(fetch: &SitemapFetch) -> Silence {
    // An address with `http:` was asked for with `https:`; what is missing there may be here.
    let unreadable = if fetch.secured { Silence::Unseen } else { Silence::Unreadable };
    let facts = match &fetch.outcome {
        SitemapOutcome::Read(facts) => facts,
        SitemapOutcome::NotServed if matches!(fetch.status(), Some(404 | 410)) => {
            return unreadable;
        }
        SitemapOutcome::NotServed
        | SitemapOutcome::Challenged
        | SitemapOutcome::RedirectsUnresolved
        | SitemapOutcome::Unreachable { .. } => return Silence::Unseen,
    };
    match facts.end {
        SitemapEnd::Cut => Silence::Cut,
        SitemapEnd::Defective { defect: SitemapDefect::Html, .. } => unreadable,
        SitemapEnd::Defective { defect, .. } if defect.is_its_own_fault() => Silence::Unreadable,
        SitemapEnd::Defective { .. } => Silence::Cut,
        SitemapEnd::Whole if facts.format == Some(SitemapFormat::Index) && facts.entries == 0 => {
            Silence::Absent
        }
        SitemapEnd::Whole if facts.lists_every_page() => Silence::Absent,
        SitemapEnd::Whole => Silence::Beside,
    }
}

fn is_platform(page: &Page) -> bool {
    let host = page.final_url.host_str().unwrap_or_default();
    let by_host = PLATFORMS.shared.iter().any(|platform| {
        host.strip_suffix(platform.as_str())
            .is_some_and(|rest| rest.is_empty() || rest.ends_with('.'))
    });
    let by_program =
        page.document.metas.iter().filter(|meta| meta.name == "generator").any(|meta| {
            let program = meta.content.to_lowercase();
            PLATFORM_PROGRAMS.iter().any(|known| program.starts_with(known))
        });
    by_host || by_program
}
