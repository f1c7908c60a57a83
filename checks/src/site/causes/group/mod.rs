//! Putting findings together.

use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap};

use super::cause::{Cause, CauseFix, FoundCheck, PageRowFindings, Scope};
use crate::quoted::span;
use crate::report::Status;
use crate::site::facts::Template;
use crate::site::kept::Kept;
use crate::wording::how_many;

/// Pages from which on a template is one.
const TEMPLATE_PAGES_MIN: usize = 5;
/// Percent of the pages of a template that share what is said of the template.
const SHARED_PERCENT: usize = 80;
/// Pages that a cause names.
const PAGES_NAMED: usize = 3;

/// What findings of one cause share: check, whether it failed, and fix.
type Key = (String, bool, String);

/// A finding of one page.
struct Member {
    /// The place of the page.
    page: usize,
    gain: Option<u8>,
    reach_lost: u8,
    /// Summary and title of the fix, as texts.
    summary: u32,
    fix_title: u32,
}

/// Every page and finding.
#[derive(Default)]
struct Rows {
    urls: Vec<String>,
    /// The template of each page.
    templates: Vec<u32>,
    kinds: Kept<Template>,
    /// Pages of each template.
    sizes: HashMap<u32, usize>,
    /// How many templates with pages enough stand in each section.
    in_section: HashMap<String, usize>,
    texts: Kept<String>,
    causes: BTreeMap<Key, Vec<Member>>,
}

/// The causes of the findings of those pages: most reach lost first, then most gained. The order of
/// the pages makes no difference.
///
/// It keeps the address of each page, about 32 bytes for each finding, and each different sentence
/// once.
#[must_use]
pub fn causes(pages: impl Iterator<Item = PageRowFindings>) -> Vec<Cause> {
    let mut rows = Rows::default();
    for page in pages {
        rows.add(page);
    }
    rows.count_sections();
    let keys: Vec<Key> = rows.causes.keys().cloned().collect();
    let mut all: Vec<Cause> = Vec::new();
    for key in keys {
        let members = rows.causes.remove(&key).unwrap_or_default();
        all.extend(
            rows.split(members)
                .into_iter()
                .map(|(scope, members)| rows.cause(&key, scope, members)),
        );
    }
    all.sort_by_cached_key(|cause| {
        let weight = (Reverse(cause.reach_lost), Reverse(cause.gain), Reverse(cause.total));
        let about = (cause.check.clone(), cause.fix.id.clone(), cause.summary.clone());
        (weight, about, cause.pages.clone())
    });
    all
}

impl Rows {
    fn add(&mut self, page: PageRowFindings) {
        let place = self.urls.len();
        let template = self.kinds.keep(page.template);
        *self.sizes.entry(template).or_default() += 1;
        self.urls.push(page.url);
        self.templates.push(template);
        for found in page.findings {
            let FoundCheck { check, status, fix, summary, fix_title, gain, reach_lost, .. } = found;
            let member = Member {
                page: place,
                gain,
                reach_lost,
                summary: self.texts.keep(summary),
                fix_title: self.texts.keep(fix_title),
            };
            self.causes.entry((check, status == Status::Fail, fix)).or_default().push(member);
        }
    }

    fn count_sections(&mut self) {
        for (template, size) in &self.sizes {
            if let Some(kind) = self.kinds.get(*template).filter(|_| *size >= TEMPLATE_PAGES_MIN) {
                *self.in_section.entry(kind.section.clone()).or_default() += 1;
            }
        }
    }

    /// The findings of one cause by where it acts.
    fn split(&self, members: Vec<Member>) -> Vec<(Scope, Vec<Member>)> {
        let all = self.urls.len();
        if all >= TEMPLATE_PAGES_MIN && members.len() * 100 >= all * SHARED_PERCENT {
            return vec![(Scope::Site { pages: all }, members)];
        }
        let mut templates: BTreeMap<u32, Vec<Member>> = BTreeMap::new();
        for member in members {
            let template = self.templates.get(member.page).copied().unwrap_or_default();
            templates.entry(template).or_default().push(member);
        }
        let (mut found, mut others) = (Vec::new(), Vec::new());
        for (template, members) in templates {
            let size = self.sizes.get(&template).copied().unwrap_or(0);
            if size >= TEMPLATE_PAGES_MIN && members.len() * 100 >= size * SHARED_PERCENT {
                let section = self.kinds.get(template).map_or("", |kind| kind.section.as_str());
                found.push((Scope::Template { label: label(section), pages: size }, members));
            } else {
                others.extend(members);
            }
        }
        if !others.is_empty() {
            found.push((Scope::Other, others));
        }
        found
    }

    fn cause(&self, key: &Key, scope: Scope, mut members: Vec<Member>) -> Cause {
        members.sort_by_key(|member| {
            (member.gain, self.url(member), self.text(member.summary), self.text(member.fix_title))
        });
        let total = members.len();
        let middle = total.saturating_sub(1) / 2;
        let median = members.get(middle);
        let mut others: Vec<&str> = members.iter().map(|member| self.url(member)).collect();
        others.sort_unstable();
        let first = median.map(|member| self.url(member)).unwrap_or_default();
        let rest = others.into_iter().filter(|url| *url != first).take(PAGES_NAMED - 1);
        let pages = std::iter::once(first).chain(rest).map(str::to_owned).collect();
        let is_same = members.iter().all(|one| Some(one.summary) == median.map(|one| one.summary));
        let said = median.map(|member| self.text(member.summary)).unwrap_or_default();
        let link = if is_same { ":" } else { ", for example:" };
        let (check, failed, fix) = key.clone();
        Cause {
            check,
            status: if failed { Status::Fail } else { Status::Warn },
            summary: format!("{}{link} {said}", self.who(&scope, total)),
            total,
            pages,
            fix: CauseFix {
                id: fix,
                title: median.map(|member| self.text(member.fix_title)).unwrap_or_default().into(),
                url: first.to_owned(),
            },
            reach_lost: members.iter().map(|member| u64::from(member.reach_lost)).sum(),
            gain: members.iter().filter_map(|member| member.gain).map(u64::from).sum(),
            scope,
        }
    }

    /// Which pages a sentence is about.
    fn who(&self, scope: &Scope, total: usize) -> String {
        match scope {
            Scope::Site { pages } => format!("{total} of {}", how_many(*pages, "page")),
            Scope::Template { label, pages } => {
                let section = label.trim_start_matches('/').trim_end_matches(['/', '…']);
                let several = self.in_section.get(section).is_some_and(|count| *count > 1);
                let of = if several { "of one template in" } else { "in" };
                format!("{total} of {} {of} {}", how_many(*pages, "page"), span(label))
            }
            Scope::Other => how_many(total, "page"),
        }
    }

    fn url(&self, member: &Member) -> &str {
        self.urls.get(member.page).map_or("", String::as_str)
    }

    fn text(&self, number: u32) -> &str {
        self.texts.text(number)
    }
}

/// The pages of a section, as a path.
fn label(section: &str) -> String {
    if section.is_empty() { "/…".to_owned() } else { format!("/{section}/…") }
}

#[cfg(test)]
mod tests;
