#![doc = include_str!("page.md")]

use crate::paste::in_finding;
use crate::site::facts::Standing;
use crate::site::finding::{FoundPage, Severity, SiteFinding};
use crate::site::rule::Rule;
use crate::site::set::Known;
use crate::site::view::{View, finding};
use crate::wording::{grouped, plural};

/// The most canonicals that are followed.
const HOPS_MAX: usize = 10;

/// What is wrong with where a canonical leads, worst first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Fault {
    /// It leads back to the page.
    Loop,
    /// Its target returns no page.
    Gone,
    /// robots.txt keeps Googlebot from its target.
    Blocked,
    /// Its target says `noindex`.
    Noindex,
    /// Its target redirects.
    Redirect,
    /// Its target names another canonical.
    Chain,
}

const FAULTS: [Fault; 6] =
    [Fault::Loop, Fault::Gone, Fault::Blocked, Fault::Noindex, Fault::Redirect, Fault::Chain];

/// A page whose canonical has a fault.
struct Faulty {
    fault: Fault,
    page: FoundPage,
    /// The canonical to name instead, where the set shows one.
    end: Option<String>,
}

pub(super) fn judge(view: &View<'_>) -> Vec<SiteFinding> {
    let is_there = |page: &Known| page.standing != Standing::Gone && page.has_address;
    let pages = view.documents().filter(|(_, page)| is_there(page));
    let faulty: Vec<Faulty> = pages.filter_map(|(_, page)| faulty(view, page)).collect();
    let of_fault = FAULTS.iter().map(|fault| {
        (*fault, faulty.iter().filter(|one| one.fault == *fault).collect::<Vec<&Faulty>>())
    });
    of_fault
        .filter(|(_, found)| !found.is_empty())
        .map(|(fault, found)| of_fault_found(fault, &found))
        .collect()
}

/// What is wrong with the canonical of a page; none where it names itself, or a page that the set
/// does not have.
fn faulty(view: &View<'_>, page: &Known) -> Option<Faulty> {
    let canonical = page.canonical.filter(|_| !page.is_own_canonical())?;
    let target = view.answered_at(canonical.exact);
    let Some(target) = target else {
        let redirected = view.requested_at(canonical.exact)?;
        let to = redirected.address();
        // A target without a page was asked for, and no redirect led elsewhere.
        let (fault, detail, end) = match redirected.standing {
            Standing::Gone => (Fault::Gone, status(redirected), None),
            _ if redirected.answer.loose == page.answer.loose => (
                Fault::Loop,
                format!("{} redirects back to this page", in_finding(&redirected.url)),
                Some(page.address().to_owned()),
            ),
            _ => (
                Fault::Redirect,
                format!("{} redirects to {}", in_finding(&redirected.url), in_finding(to)),
                Some(to.to_owned()),
            ),
        };
        return Some(found(page, fault, detail, end));
    };
    let named = in_finding(target.address());
    let fault = match target.standing {
        Standing::Gone => Some((Fault::Gone, status(target))),
        Standing::Blocked => {
            Some((Fault::Blocked, format!("robots.txt blocks {named} for Googlebot")))
        }
        Standing::Noindex => Some((Fault::Noindex, format!("{named} says `noindex`"))),
        Standing::Forwarding => {
            Some((Fault::Redirect, format!("{named} sends visitors to another URL")))
        }
        Standing::Frame | Standing::Indexable => None,
    };
    if let Some((fault, detail)) = fault {
        return Some(found(page, fault, detail, None));
    }
    // What only leads on names the page that it leads to, whatever that one says of itself.
    let leads_on = page.standing == Standing::Forwarding;
    let is_left_to_target = || {
        let named = target.canonical.and_then(|canonical| view.answered_at(canonical.exact));
        leads_on && named.is_none()
    };
    if target.is_own_canonical() || is_left_to_target() {
        return None;
    }
    let (way, end) = follow(view, page, target);
    let way: Vec<String> = way.iter().map(|url| in_finding(url).to_string()).collect();
    let way = way.join(" → ");
    Some(match end {
        Some(end) => found(page, Fault::Chain, way, Some(end)),
        None => found(page, Fault::Loop, way, None),
    })
}

/// The pages that canonicals lead over, and the last one; none where they lead back.
fn follow(view: &View<'_>, page: &Known, target: &Known) -> (Vec<String>, Option<String>) {
    let mut way = vec![page.address().to_owned(), target.address().to_owned()];
    let mut seen = vec![page.answer.loose, target.answer.loose];
    let mut at = target;
    while seen.len() <= HOPS_MAX {
        let Some(canonical) = at.canonical.filter(|_| !at.is_own_canonical()) else { break };
        let next = view.answered_at(canonical.exact).or_else(|| view.loosely_at(canonical.loose));
        if seen.contains(&canonical.loose) {
            way.extend(next.map(|next| next.address().to_owned()));
            return (way, None);
        }
        // One outside of the set is not known by its name.
        let Some(next) = next else { break };
        seen.push(canonical.loose);
        way.push(next.address().to_owned());
        at = next;
    }
    let end = at.address().to_owned();
    (way, Some(end))
}

fn status(target: &Known) -> String {
    match target.status {
        0 | 300..=399 => format!("{} leads to no page", in_finding(&target.url)),
        status => format!("{} returns status {status}", in_finding(target.address())),
    }
}

fn found(page: &Known, fault: Fault, detail: String, end: Option<String>) -> Faulty {
    Faulty { fault, page: FoundPage { url: page.address().to_owned(), detail }, end }
}

fn of_fault_found(fault: Fault, faulty: &[&Faulty]) -> SiteFinding {
    let count = faulty.len();
    let canonicals = match count {
        1 => "The canonical of 1 page".to_owned(),
        _ => format!("The canonicals of {} pages", grouped(count)),
    };
    let verb = |one: &'static str, several: &'static str| plural(count, one, several);
    let (severity, said, fix) = match fault {
        Fault::Loop => (
            Severity::Fail,
            verb("leads into a loop.", "lead into a loop."),
            "Decide which of the pages is the original, and point the canonical of each of them to \
             it, including its own.",
        ),
        Fault::Gone => (
            Severity::Fail,
            verb("points to a URL that returns no page.", "point to URLs that return no page."),
            "Set the canonical to the page itself, or to the page that has its text now.",
        ),
        Fault::Blocked => (
            Severity::Fail,
            verb(
                "points to a page that robots.txt blocks.",
                "point to pages that robots.txt blocks.",
            ),
            "Allow that page in robots.txt, or set the canonical to a page that crawlers may \
             fetch.",
        ),
        Fault::Noindex => (
            Severity::Fail,
            verb("points to a page with `noindex`.", "point to pages with `noindex`."),
            "Remove `noindex` from that page, or set the canonical to a page that engines may \
             index.",
        ),
        Fault::Redirect => (
            Severity::Warn,
            verb("points to a URL that redirects.", "point to URLs that redirect."),
            "Set the canonical to the URL at the end of the redirect.",
        ),
        Fault::Chain => (
            Severity::Warn,
            verb(
                "points to a page with a different canonical.",
                "point to pages with a different canonical.",
            ),
            "Set the canonical to the last page of the chain.",
        ),
    };
    let summary = format!("{canonicals} {said}");
    let pages = faulty.iter().map(|one| one.page.clone()).collect();
    // One value for all of them, where it is the same.
    let mut ends = faulty.iter().map(|one| one.end.as_ref());
    let proposed = ends.next().flatten().filter(|first| ends.all(|end| end == Some(first)));
    let found = finding(Rule::CanonicalChain, severity, (summary, fix), pages);
    SiteFinding { proposed: proposed.cloned(), ..found }
}

#[cfg(test)]
mod tests;
