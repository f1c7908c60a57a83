//! Putting findings together.

mod build_date;
mod folded;
mod rows;

use std::cmp::Reverse;
use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::cause::{Cause, CauseFix, FoundCheck, PageRowFindings, Scope};
use super::mixed::depends_on_kind;
use super::{instruction, saying};
use crate::applicability::{NO_ARTICLE, NO_PROSE};
use crate::check::UNCERTAIN;
use crate::paste::listed;
use crate::quoted::span;
use crate::registry;
use crate::report::{PageKind, Status};
use crate::weights::{CATALOGUE, spec_of};
use crate::wording::{grouped, how_many};
use rows::{About, Member, OfAnyKind, Rows, SHARED_PERCENT, TEMPLATE_PAGES_MIN};

/// Templates that a cause names which acts on other pages too.
const TEMPLATES_NAMED: usize = 2;

/// The causes of the findings of those pages: most reach lost first, then those of several pages
/// before those of one, then most gained, and what is uncertain last. The order of the pages makes
/// no difference. Each cause names at most `named` of its pages.
///
/// It keeps the address of each page, about 40 bytes for each fix of a page, and each different
/// sentence once.
#[must_use]
pub fn causes(pages: impl Iterator<Item = PageRowFindings>, named: usize) -> Vec<Cause> {
    let mut rows = Rows::default();
    for page in pages {
        rows.add(page);
    }
    rows.count_sections();
    let mut all: Vec<(bool, String, Cause)> = Vec::new();
    let sure = rows.of_sure_kinds();
    for (About { fix, order, .. }, members) in rows.folded(sure) {
        let is_unsure = members.iter().all(|member| member.unsure);
        all.push((is_unsure, order, rows.cause(fix, members, named)));
    }
    all.sort_by_cached_key(|(is_unsure, order, cause)| {
        // One edit of a template comes before one of a single page, whatever that gains.
        let breadth = match (cause.gain, cause.total) {
            (0, _) => 2,
            (_, 1) => 1,
            _ => 0,
        };
        let gained = (Reverse(cause.gain), Reverse(cause.total));
        let weight = (Reverse(cause.reach_lost), breadth, gained);
        let about = (cause.fix.id.clone(), cause.status == Status::Warn, order.clone());
        (*is_unsure && cause.reach_lost == 0, weight, about)
    });
    all.into_iter().map(|(_, _, cause)| cause).collect()
}

impl Member {
    /// The same with that finding alone. What is gained by it isn't known.
    fn on_its_own(self, found: OfAnyKind) -> Self {
        let OfAnyKind { check, failed, summary } = found;
        Self { check, failed, summary, checks: bit(check), gain: None, ..self }
    }
}

impl Rows {
    fn add(&mut self, page: PageRowFindings) {
        let place = u32::try_from(self.urls.len()).unwrap_or(u32::MAX);
        let template = self.kinds.keep(page.template);
        *self.sizes.entry(template).or_default() += 1;
        self.mixed.count(template, page.kind);
        self.urls.push(page.url);
        self.templates.push(template);
        self.unsure.push(page.low_confidence);
        let mut needed: BTreeMap<String, Member> = BTreeMap::new();
        for found in page.findings.into_iter().filter(|found| is_asked(&found.summary)) {
            self.need(&mut needed, (place, page.kind), found);
        }
        for (fix, member) in needed {
            let order = instruction::of(self.text(member.fix_title));
            let about = About { fix, failed: member.failed, order };
            self.causes.entry(about).or_default().push(member);
        }
    }

    /// Adds a finding to those of the page with the same fix. The sentence is that of the first of
    /// the worst.
    fn need(
        &mut self,
        needed: &mut BTreeMap<String, Member>,
        (page, kind): (u32, PageKind),
        found: FoundCheck,
    ) {
        let FoundCheck {
            check, status, fix, summary, fix_title, gain, gain_kind, reach_lost, ..
        } = found;
        let failed = status == Status::Fail;
        let is_of_any_kind = !depends_on_kind(&check);
        let check = spec_of(&check).map_or(0, |spec| spec.number);
        let unsure = summary.contains(UNCERTAIN);
        let summary = self.texts.keep(summary);
        let of_any_kind = is_of_any_kind.then_some(OfAnyKind { check, failed, summary });
        match needed.entry(fix) {
            Entry::Vacant(place) => {
                let (checks, fix_title) = (bit(check), self.texts.keep(fix_title));
                place.insert(Member {
                    page,
                    failed,
                    unsure,
                    kind,
                    gain,
                    gain_kind,
                    reach_lost,
                    check,
                    checks,
                    summary,
                    fix_title,
                    of_any_kind,
                });
            }
            Entry::Occupied(known) => {
                let known = known.into_mut();
                if failed && !known.failed {
                    (known.failed, known.check, known.summary) = (true, check, summary);
                }
                known.checks |= bit(check);
                known.of_any_kind = known.of_any_kind.or(of_any_kind);
                known.unsure &= unsure;
                // One fix gains what it gains once.
                known.gain = known.gain.max(gain);
                known.reach_lost = known.reach_lost.max(reach_lost);
            }
        }
    }

    /// Whether no finding depends on the kind of page, or its kind is that of the other pages of its
    /// template.
    fn is_of_sure_kind(&self, member: &Member) -> bool {
        self.mixed.is_sure(self.template(member), member.kind)
            || !ids(member.checks).any(|check| depends_on_kind(&check))
    }

    /// The findings that hold whatever kind the page is of, or whose kind is that of the other pages
    /// of its template. Where a fix acts on findings of both sorts, on a page of an unsure kind,
    /// what holds for any kind is found on its own, as on the other pages.
    fn of_sure_kinds(&mut self) -> BTreeMap<About, Vec<Member>> {
        let (mut sure, mut others) = (BTreeMap::<About, Vec<Member>>::new(), Vec::new());
        for (about, members) in std::mem::take(&mut self.causes) {
            let (known, unsure): (Vec<Member>, Vec<Member>) =
                members.into_iter().partition(|member| self.is_of_sure_kind(member));
            if !known.is_empty() {
                sure.insert(about, known);
            }
            others.extend(unsure);
        }
        let alone = others.into_iter().filter_map(|member| {
            let found = member.of_any_kind?;
            Some((joined(&sure, found), member.on_its_own(found)))
        });
        // Where one belongs doesn't depend on where those before it went.
        let alone: Vec<(About, Member)> = alone.collect();
        for (about, member) in alone {
            sure.entry(about).or_default().push(member);
        }
        sure
    }

    fn count_sections(&mut self) {
        for (template, size) in &self.sizes {
            if let Some(kind) = self.kinds.get(*template).filter(|_| *size >= TEMPLATE_PAGES_MIN) {
                *self.in_section.entry(kind.section.clone()).or_default() += 1;
            }
        }
    }

    /// Where a fix acts, and the templates that it is shared by: pages of each, and how many of
    /// them need it.
    fn scope(&self, members: &[Member]) -> (Scope, Vec<(u32, usize)>) {
        let all = self.urls.len();
        if all >= TEMPLATE_PAGES_MIN && members.len() * 100 >= all * SHARED_PERCENT {
            return (Scope::Site { pages: all }, Vec::new());
        }
        let mut counts: BTreeMap<u32, usize> = BTreeMap::new();
        for member in members {
            let template = self.template(member);
            *counts.entry(template).or_default() += 1;
        }
        let is_shared = |(template, count): &(u32, usize)| {
            let size = self.size(*template);
            size >= TEMPLATE_PAGES_MIN && count * 100 >= size * SHARED_PERCENT
        };
        let mut shared: Vec<(u32, usize)> = counts.into_iter().filter(is_shared).collect();
        shared.sort_by_cached_key(|(template, count)| {
            (Reverse(*count), self.label(*template), self.kinds.get(*template))
        });
        match shared.as_slice() {
            [(template, count)] if *count == members.len() => {
                let (label, pages) = (self.label(*template), self.size(*template));
                (Scope::Template { label, pages }, shared)
            }
            _ => (Scope::Other, shared),
        }
    }

    fn cause(&self, fix: String, mut members: Vec<Member>, named: usize) -> Cause {
        let (scope, shared) = self.scope(&members);
        members.sort_by_key(|member| {
            let about = (self.text(member.summary), self.text(member.fix_title));
            (!member.unsure, member.gain, self.url(member), about)
        });
        let total = members.len();
        let gained = members.iter().filter(|member| member.gain.is_some());
        // Where some findings are certain, one of these is the example.
        let first_sure = members.iter().position(|member| !member.unsure).unwrap_or(0);
        let sure = members.get(first_sure..).unwrap_or_default();
        let most = self.with_most_frequent_fix(sure);
        let median = most.get(most.len().saturating_sub(1) / 2).copied();
        let mut others: Vec<&str> = members.iter().map(|member| self.url(member)).collect();
        others.sort_unstable();
        let first = median.map(|member| self.url(member)).unwrap_or_default();
        let rest = others.into_iter().filter(|url| *url != first).take(named.saturating_sub(1));
        let pages = std::iter::once(first).chain(rest).map(str::to_owned).collect();
        let first_check = median.map_or(0, |one| bit(one.check));
        let others = members.iter().fold(0, |all, member| all | member.checks) & !first_check;
        let checks: Vec<String> = ids(first_check).chain(ids(others)).collect();
        let unsure = || members.iter().filter(|member| self.is_of_low_confidence(member));
        let built = build_date::of(&fix, members.iter().map(|one| self.text(one.fix_title)));
        let cause = Cause {
            check: checks.first().cloned().unwrap_or_default(),
            checks,
            status: match median.is_some_and(|member| member.failed) {
                true => Status::Fail,
                false => Status::Warn,
            },
            summary: self.said(&self.who(&scope, &shared, total), &members, median),
            total,
            pages,
            fix: CauseFix {
                id: fix,
                title: median.map(|member| self.text(member.fix_title)).unwrap_or_default().into(),
                url: first.to_owned(),
            },
            reach_lost: members.iter().map(|member| u64::from(member.reach_lost)).sum(),
            gain: members.iter().filter_map(|member| member.gain).map(u64::from).sum(),
            gain_kind: gained.map(|member| member.gain_kind).max().unwrap_or_default(),
            low_confidence_pages: unsure().count().try_into().unwrap_or(u64::MAX),
            low_confidence_gain: unsure().filter_map(|member| member.gain).map(u64::from).sum(),
            even_gain: members.iter().all(|one| Some(one.gain) == median.map(|one| one.gain)),
            scope,
        };
        match built {
            Some(day) => build_date::said(cause, &day, &self.who_of(&members)),
            None => cause,
        }
    }

    /// Which pages those are, by how many there are.
    fn who_of(&self, members: &[Member]) -> String {
        let (scope, shared) = self.scope(members);
        self.who(&scope, &shared, members.len())
    }

    /// Those with the fix that most of them have, but for the words and numbers of their pages. Of a
    /// fix that proposes a name for the whole site, those with the name that most of them propose.
    fn with_most_frequent_fix<'a>(&self, members: &'a [Member]) -> Vec<&'a Member> {
        let name = |member: &Member| instruction::name_of_site(self.text(member.fix_title));
        let most_named = folded::most_frequent(members.iter().filter_map(name));
        let members: Vec<&Member> = members
            .iter()
            .filter(|member| name(member).is_none_or(|name| Some(name) == most_named))
            .collect();
        let titles: BTreeSet<u32> = members.iter().map(|member| member.fix_title).collect();
        let of_title = |title: u32| (title, instruction::in_detail(self.text(title)));
        let kinds: HashMap<u32, String> = titles.into_iter().map(of_title).collect();
        let kind = |member: &Member| kinds.get(&member.fix_title).map_or("", String::as_str);
        let most = folded::most_frequent(members.iter().map(|member| kind(member)));
        members.into_iter().filter(|member| Some(kind(member)) == most).collect()
    }

    /// What is true of all of the pages; where their findings say different things, the finding of
    /// one is an example.
    fn said(&self, who: &str, members: &[Member], median: Option<&Member>) -> String {
        let is_unsure = members.iter().all(|member| member.unsure);
        let different: BTreeSet<&str> = members
            .iter()
            .map(|member| self.text(member.summary))
            .map(|said| if is_unsure { said } else { sure_part(said) })
            .collect();
        let different: Vec<&str> = different.into_iter().collect();
        if let Some(common) = saying::common(&different) {
            return format!("{who}: {common}");
        }
        let example = median.map(|member| self.text(member.summary)).unwrap_or_default();
        let of_all = members.iter().fold(u64::MAX, |all, member| all & member.checks);
        let own = median.map_or(0, |one| bit(one.check));
        let of_any = members.iter().fold(0, |any, member| any | bit(member.check));
        let missed = if own & of_all == 0 { of_any } else { own };
        let titles: Vec<String> = titles(missed).map(|title| format!("“{title}”")).collect();
        // Not the comma of "1,169 pages".
        let comma = if who.contains(", ") { "," } else { "" };
        format!("{who}{comma} don't meet {}, for example: {example}", titles.join(" or "))
    }

    /// Which pages a sentence is about.
    fn who(&self, scope: &Scope, shared: &[(u32, usize)], total: usize) -> String {
        match scope {
            Scope::Site { pages } => format!("{} of {}", grouped(total), how_many(*pages, "page")),
            Scope::Template { .. } => {
                shared.first().map(|one| self.of_template(*one, " pages")).unwrap_or_default()
            }
            Scope::Other => {
                let templates = self.of_templates(shared);
                let among = match templates.is_empty() {
                    true => String::new(),
                    false => format!(", among them {}", listed(&templates)),
                };
                format!("{}{among}", how_many(total, "page"))
            }
        }
    }

    /// How many of the pages of the first templates; of those in one place together: "46 of 47 of 2
    /// templates in `/tea/…`".
    fn of_templates(&self, shared: &[(u32, usize)]) -> Vec<String> {
        let named = shared.get(..TEMPLATES_NAMED).unwrap_or(shared);
        let labels: BTreeSet<String> =
            named.iter().map(|(template, _)| self.label(*template)).collect();
        match (labels.first(), labels.len(), named.len()) {
            (Some(label), 1, 2..) => {
                let alike =
                    || shared.iter().filter(|(template, _)| self.label(*template) == *label);
                let needed: usize = alike().map(|(_, count)| count).sum();
                let pages: usize = alike().map(|(template, _)| self.size(*template)).sum();
                let templates = how_many(alike().count(), "template");
                let (needed, pages) = (grouped(needed), grouped(pages));
                vec![format!("{needed} of {pages} of {templates} in {}", span(label))]
            }
            _ => named.iter().map(|one| self.of_template(*one, "")).collect(),
        }
    }

    /// How many of the pages of a template: "5 of 5 pages in `/blog/…`".
    fn of_template(&self, (template, count): (u32, usize), pages: &str) -> String {
        let section = self.kinds.get(template).map_or("", |kind| kind.section.as_str());
        let several = self.in_section.get(section).is_some_and(|count| *count > 1);
        let of = if several { "of one template in" } else { "in" };
        format!(
            "{} of {}{pages} {of} {}",
            grouped(count),
            grouped(self.size(template)),
            span(&self.label(template))
        )
    }

    fn size(&self, template: u32) -> usize {
        self.sizes.get(&template).copied().unwrap_or(0)
    }

    /// The pages of the section of a template, as a path.
    fn label(&self, template: u32) -> String {
        match self.kinds.get(template).map_or("", |kind| kind.section.as_str()) {
            "" => "/…".to_owned(),
            section => format!("/{section}/…"),
        }
    }

    fn url(&self, member: &Member) -> &str {
        let place = usize::try_from(member.page).unwrap_or(usize::MAX);
        self.urls.get(place).map_or("", String::as_str)
    }

    fn template(&self, member: &Member) -> u32 {
        let place = usize::try_from(member.page).unwrap_or(usize::MAX);
        self.templates.get(place).copied().unwrap_or_default()
    }

    fn is_of_low_confidence(&self, member: &Member) -> bool {
        let place = usize::try_from(member.page).unwrap_or(usize::MAX);
        self.unsure.get(place).copied().unwrap_or_default()
    }

    fn text(&self, number: u32) -> &str {
        self.texts.text(number)
    }
}

/// The cause that a finding belongs to whose own fix isn't known: of those with a fix for that check
/// the one with most pages of which the same is said, else the one with most pages.
fn joined(sure: &BTreeMap<About, Vec<Member>>, found: OfAnyKind) -> About {
    let OfAnyKind { check, failed, summary } = found;
    let fix = ids(bit(check)).next().unwrap_or_default();
    let of_check = sure.iter().filter(|(about, _)| about.fix == fix && about.failed == failed);
    let nearest = of_check.max_by_key(|(about, members)| {
        let alike = members.iter().filter(|member| member.summary == summary).count();
        (alike, members.len(), Reverse(*about))
    });
    nearest.map_or(About { fix, failed, order: String::new() }, |(about, _)| about.clone())
}

/// The bit of a check.
fn bit(check: u8) -> u64 {
    1_u64.checked_shl(check.into()).unwrap_or(0)
}

/// The IDs of the checks of these bits, in catalogue order.
fn ids(checks: u64) -> impl Iterator<Item = String> {
    let specs = CATALOGUE.iter().filter(move |spec| checks & bit(spec.number) != 0);
    specs.map(|spec| spec.id.to_owned())
}

/// The titles of the checks of these bits, in catalogue order.
fn titles(checks: u64) -> impl Iterator<Item = &'static str> {
    let is_one = move |id: &str| spec_of(id).is_some_and(|spec| checks & bit(spec.number) != 0);
    registry::checks()
        .map(|check| check.about())
        .filter(move |about| is_one(about.id))
        .map(|about| about.title)
}

/// Whether a finding is about something that is asked of the page for sure: what may be no article,
/// or no text, may need nothing of it.
fn is_asked(said: &str) -> bool {
    let why = said.split_once(UNCERTAIN).map_or("", |(_, why)| why);
    ![NO_ARTICLE, NO_PROSE].iter().any(|reason| why.starts_with(reason))
}

/// A finding without what it says of its own certainty.
fn sure_part(said: &str) -> &str {
    said.split_once(UNCERTAIN).map_or(said, |(sure, _)| sure.trim_end())
}

#[cfg(test)]
mod tests;
