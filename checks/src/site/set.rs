//! The set of pages, and what its sitemaps list.
//!
//! A page costs about 400 bytes: its address and title, hashes of everything else that is compared,
//! 24 bytes for each translation. Names, rules of robots.txt and descriptions that occur twice are
//! kept once. Links cost 10 to 20 bytes for each different target.

use std::collections::{BTreeSet, HashMap, HashSet};

use url::Url;

use super::address::{Address, is_paging};
use super::facts::{Blocked, Entity, PageFacts, Standing};
use super::fold;
use super::kept::Kept;
use super::print::TextPrint;
use crate::hash::Hash64;
use crate::page::title::before_last_part;

/// The most targets of links that are kept. A site with more has no limit to its addresses, such as
/// a calendar, and what is linked is not judged.
const TARGETS_MAX: usize = 4_000_000;
/// Bytes of a `lastmod` that count.
const LASTMOD_BYTES: usize = 64;

/// An entry of a sitemap.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listed {
    /// The address as written.
    pub url: String,
    /// `lastmod` as written.
    pub lastmod: Option<String>,
}

/// Many pages, to be judged as one site.
///
/// The order in which pages and entries are added makes no difference. A page that is added twice
/// counts once.
#[derive(Clone, Debug, Default)]
pub struct Site {
    pub(super) pages: Vec<Known>,
    /// Descriptions by their hash; as written, where a second page has one.
    descriptions: HashMap<Hash64, Option<Box<str>>>,
    pub(super) languages: Kept<String>,
    pub(super) entities: Kept<Entity>,
    pub(super) rules: Kept<(String, Blocked)>,
    /// What pages link to, other than themselves.
    pub(super) linked: HashSet<Hash64>,
    /// The same for links that need not lead to pages.
    pub(super) linked_others: HashSet<Hash64>,
    pub(super) too_many_links: bool,
    pub(super) links_cut: bool,
    /// Whether a script brings the menu of a page.
    pub(super) menu_in_script: bool,
    pub(super) listing: Listing,
    pub(super) broken: Broken,
}

/// Links to pages that the folder of the pages doesn't have.
#[derive(Clone, Debug, Default)]
pub(super) struct Broken {
    /// The address of a page, and of what it links to.
    pub(super) links: BTreeSet<(Box<str>, Box<str>)>,
    /// The file of the folder that may redirect them.
    pub(super) redirects: Option<Box<str>>,
}

/// What the sitemaps list.
#[derive(Clone, Debug, Default)]
pub(super) struct Listing {
    pub(super) exact: HashSet<Hash64>,
    pub(super) loose: HashSet<Hash64>,
    pub(super) is_cut: bool,
    /// How many entries have each `lastmod`.
    lastmods: HashMap<Hash64, usize>,
    /// Entries of a folder that have no file.
    pub(super) missing: BTreeSet<Box<str>>,
    /// The `lastmod` of most entries, where one is that of more than half of them.
    leading: Option<(String, usize)>,
}

/// A page of the set.
#[derive(Clone, Debug)]
pub(super) struct Known {
    pub(super) url: Box<str>,
    pub(super) final_url: Option<Box<str>>,
    /// The hash of its facts, which orders those of a page that is added twice.
    pub(super) facts: Hash64,
    pub(super) requested: Address,
    pub(super) answer: Address,
    /// The canonical where one is declared.
    pub(super) canonical: Option<Address>,
    /// The form of the canonical, or else of the answer, without the number of a part of a list.
    pub(super) unpaged: Hash64,
    pub(super) is_part_of_list: bool,
    pub(super) segments: u16,
    pub(super) has_address: bool,
    pub(super) standing: Standing,
    pub(super) status: u16,
    pub(super) words: u32,
    pub(super) text: Option<TextPrint>,
    pub(super) title: Box<str>,
    /// The folded title, the same before its last part, and that part.
    pub(super) title_folded: Hash64,
    pub(super) title_parts: Option<(Hash64, Hash64)>,
    pub(super) description: Option<Hash64>,
    pub(super) language: u32,
    pub(super) alternates: Box<[(u32, Address)]>,
    pub(super) entities: Box<[u32]>,
    pub(super) blocked: Box<[u32]>,
    pub(super) is_index: bool,
}

impl Known {
    /// The address of the answer.
    pub(super) fn address(&self) -> &str {
        self.final_url.as_deref().unwrap_or(&self.url)
    }

    pub(super) fn is_indexable(&self) -> bool {
        self.standing == Standing::Indexable
    }

    /// Whether its canonical, if it has one, is the page itself.
    pub(super) fn is_own_canonical(&self) -> bool {
        self.canonical.is_none_or(|canonical| {
            canonical.loose == self.answer.loose || canonical.loose == self.requested.loose
        })
    }
}

impl Site {
    /// A site without pages.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a page. Facts whose address is none are left out.
    pub fn add(&mut self, page: &PageFacts) {
        let (Ok(requested), Ok(answer)) = (Url::parse(&page.url), Url::parse(page.address()))
        else {
            return;
        };
        let canonical = page.canonical.as_deref().and_then(|url| Url::parse(url).ok());
        let own = canonical.as_ref().unwrap_or(&answer);
        let (requested, answered) = (Address::of(&requested), Address::of(&answer));
        self.add_links(page, [requested.loose, answered.loose]);
        let title = fold::title(&page.title);
        let parts = before_last_part(&title);
        let title_parts =
            parts.map(|(rest, last)| (Hash64::of(rest.trim()), Hash64::of(last.trim())));
        let language = self.languages.keep(page.language.clone());
        let known = Known {
            url: page.url.as_str().into(),
            final_url: page.final_url.as_deref().map(Into::into),
            facts: Hash64::of(&serde_json::to_string(page).unwrap_or_default()),
            requested,
            answer: answered,
            canonical: canonical.as_ref().map(Address::of),
            unpaged: Address::unpaged(own),
            is_part_of_list: is_paging(&answer),
            segments: segments(&answer),
            has_address: page.has_address,
            standing: page.standing,
            status: page.status,
            words: page.words,
            text: page.text,
            title: page.title.as_str().into(),
            title_folded: Hash64::of(&title),
            title_parts,
            description: self.description(&page.description),
            language,
            alternates: self.alternates(page),
            entities: page.entities.iter().map(|one| self.entities.keep(one.clone())).collect(),
            blocked: self.blocked(page, &answer),
            is_index: page.is_index,
        };
        self.pages.push(known);
    }

    /// Adds an entry of a sitemap. Call it for every entry that was read, also for those whose page
    /// is not in the set.
    pub fn add_listed(&mut self, entry: &Listed) {
        let Ok(url) = Url::parse(entry.url.trim()) else { return };
        let address = Address::of(&url);
        if self.listing.exact.insert(address.exact) {
            self.listing.loose.insert(address.loose);
            self.listing.date(entry.lastmod.as_deref().map_or("", str::trim));
        }
    }

    /// Says that an entry has no file in the folder that the pages are from.
    pub fn add_missing(&mut self, url: &str) {
        self.listing.missing.insert(url.trim().into());
    }

    /// Says that a page links to an address of the folder that the pages are from, which has no file.
    pub fn add_broken(&mut self, page: &str, target: &str) {
        self.broken.links.insert((page.into(), target.into()));
    }

    /// Takes over what no page says of itself from another run over the same site: what the sitemaps
    /// list, and of the broken links those that `had` knows of this run.
    pub fn surround_as(&mut self, other: &Self, had: impl Fn(&str, &str) -> bool) {
        self.listing = other.listing.clone();
        let Broken { links, redirects } = &other.broken;
        let known = links.iter().filter(|(page, target)| had(page, target)).cloned();
        self.broken = Broken { links: known.collect(), redirects: redirects.clone() };
    }

    /// Says that the folder has a file that may define redirects: what links lead to isn't judged.
    pub fn redirects_in(&mut self, file: &str) {
        self.broken.redirects = Some(file.into());
    }

    /// Says that the sitemaps list more than was added: what they lack is not judged then.
    pub fn listing_was_cut(&mut self) {
        self.listing.is_cut = true;
    }

    /// How many pages were added.
    #[must_use]
    pub fn pages(&self) -> usize {
        self.pages.len()
    }

    /// A description that several pages have, as the second of them writes it.
    pub(super) fn shared_description(&self, hash: Hash64) -> &str {
        self.descriptions.get(&hash).and_then(Option::as_deref).unwrap_or_default()
    }

    /// The hash of a description, which is kept if it occurred before.
    fn description(&mut self, description: &str) -> Option<Hash64> {
        let folded = fold::line(description);
        let hash = Hash64::of(&folded);
        match self.descriptions.get_mut(&hash) {
            _ if folded.is_empty() => return None,
            Some(known) => {
                let written: Vec<&str> = description.split_whitespace().collect();
                known.get_or_insert_with(|| written.join(" ").into());
            }
            None => {
                self.descriptions.insert(hash, None);
            }
        }
        Some(hash)
    }

    fn add_links(&mut self, page: &PageFacts, own: [Hash64; 2]) {
        self.links_cut |= page.links_cut;
        self.menu_in_script |= page.menu_in_script;
        let translations = page.alternates.iter().filter_map(|one| Url::parse(&one.url).ok());
        let translations = translations.map(|url| Address::of(&url).loose);
        let is_other = |key: &Hash64| !own.contains(key);
        self.linked.extend(page.links.iter().copied().filter(is_other));
        let others = page.other_links.iter().copied().chain(translations);
        self.linked_others.extend(others.filter(is_other));
        if self.linked.len() + self.linked_others.len() > TARGETS_MAX {
            self.too_many_links = true;
        }
        if self.too_many_links {
            (self.linked, self.linked_others) = (HashSet::new(), HashSet::new());
        }
    }

    fn alternates(&mut self, page: &PageFacts) -> Box<[(u32, Address)]> {
        let read = page.alternates.iter().filter_map(|one| {
            let url = Url::parse(&one.url).ok()?;
            Some((self.languages.keep(one.hreflang.clone()), Address::of(&url)))
        });
        read.collect()
    }

    fn blocked(&mut self, page: &PageFacts, answer: &Url) -> Box<[u32]> {
        let origin = answer.origin().ascii_serialization();
        page.blocked.iter().map(|one| self.rules.keep((origin.clone(), one.clone()))).collect()
    }
}

impl Listing {
    /// Counts a `lastmod`; an empty one is none.
    fn date(&mut self, lastmod: &str) {
        if lastmod.is_empty() {
            return;
        }
        let lastmod = &lastmod[..lastmod.floor_char_boundary(LASTMOD_BYTES)];
        *self.lastmods.entry(Hash64::of(lastmod)).or_default() += 1;
        // The vote of Boyer and Moore: whoever has more than half stays, in any order.
        self.leading = match self.leading.take() {
            Some((leader, votes)) if leader == lastmod => Some((leader, votes + 1)),
            Some((leader, votes)) if votes > 1 => Some((leader, votes - 1)),
            Some(_) => None,
            None => Some((lastmod.to_owned(), 1)),
        };
    }

    /// How many entries have a `lastmod`.
    pub(super) fn dated(&self) -> usize {
        self.lastmods.values().sum()
    }

    /// The `lastmod` of more than half of the dated entries, and of how many.
    pub(super) fn common_lastmod(&self) -> Option<(&str, usize)> {
        let (leader, _) = self.leading.as_ref()?;
        let count = self.lastmods.get(&Hash64::of(leader)).copied().unwrap_or(0);
        (count * 2 > self.dated()).then_some((leader.as_str(), count))
    }
}

/// Segments of a path.
fn segments(url: &Url) -> u16 {
    let count = url.path().split('/').filter(|part| !part.is_empty()).count();
    u16::try_from(count).unwrap_or(u16::MAX)
}
