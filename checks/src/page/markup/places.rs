//! One walk over the body that finds times, bylines and fields for passwords, with where they
//! stand.

use std::collections::HashMap;

use html5ever::local_name;
use select::document::Document;
use select::node::Node;

use super::bylines::{after_date, mark};
use super::facts::{Region, TimeFact};
use super::faint::is_date_line;
use super::finder::{Class, Finder, Places};
use super::regions::{by_tokens, region};
use super::said::Said;
use super::short_text::ShortText;
use crate::page::dates::{Date, Precision};
use crate::page::names;
use crate::page::tree::{Step, Walk, attribute, first, has_token, holds_token, selector};
use crate::page::visible::Visibility;
use crate::page::{Located, limits};

/// Elements that hold a time: the one of HTML, and those by which scripts tell how long ago it was.
const TIMES: [&str; 5] = ["time", "relative-time", "time-ago", "local-time", "faceplate-timeago"];

pub(super) fn read(document: &Document, lines: &[u32], visibility: &Visibility) -> Places {
    let mut finder = Finder {
        lines,
        visibility,
        regions: Vec::new(),
        headers: Vec::new(),
        classes: HashMap::new(),
        offset: 0,
        heading: None,
        is_logo: false,
        before: "",
        before_that: "",
        short: ShortText::new(visibility),
        faint: ShortText::new(visibility),
        dates_left: limits::DATES_BESIDE,
        cards: Vec::new(),
        places: Places::default(),
    };
    if let Some(body) = first(document, "body") {
        finder.walk(body);
    }
    finder.finish()
}

/// Whether a heading stands in a link to the front page of a site, or holds nothing but one.
fn leads_to_front(heading: Node<'_>) -> bool {
    let is_front = |node: Node<'_>| {
        let href = attribute(node, &local_name!("href")).unwrap_or_default().trim();
        let path = match href.split_once("://") {
            Some((_, rest)) => rest.split_once('/').map_or("", |(_, path)| path),
            None => href.strip_prefix('/').unwrap_or("-"),
        };
        node.name() == Some("a") && !href.is_empty() && path.is_empty()
    };
    let outer = heading.parent().is_some_and(is_front);
    let filled = |node: &Node<'_>| node.as_text().is_none_or(|text| !text.trim().is_empty());
    let mut inner = heading.children().filter(filled);
    outer || (inner.next().is_some_and(is_front) && inner.next().is_none())
}

/// Whether an element is an abbreviation for an instant, as microformats write one: hAtom, hNews.
fn is_dated_abbr(node: Node<'_>) -> bool {
    node.name() == Some("abbr")
        && attribute(node, &local_name!("title"))
            .and_then(Date::parse)
            .is_some_and(|date| date.precision() >= Precision::Minute)
}

/// The last words of a text, lower case.
fn ending(text: &str) -> String {
    let mut last = text.char_indices().rev();
    let start = last.nth(limits::BEFORE_CHARACTERS).map_or(0, |(at, _)| at);
    text[start..].to_lowercase()
}

impl<'a> Finder<'a> {
    fn walk(&mut self, body: Node<'a>) {
        let mut walk = Walk::over(body);
        while let Some(step) = walk.next() {
            match step {
                Step::Enter(node)
                    if matches!(node.name(), Some("script" | "style" | "template")) =>
                {
                    walk.pass_over(node);
                }
                Step::Enter(node) => self.enter(node),
                Step::Leave(node) => {
                    self.regions.pop_if(|(opened, _)| *opened == node.index());
                    self.headers.pop_if(|opened| *opened == node.index());
                }
            }
        }
    }

    fn finish(mut self) -> Places {
        let spots = self.places.times.iter_mut().map(|time| &mut time.spot);
        let bylines = self.places.bylines.iter_mut().chain(&mut self.places.faint_bylines);
        for spot in spots.chain(bylines.map(|byline| &mut byline.spot)) {
            spot.heading = self.heading;
        }
        self.mark_cards();
        self.places
    }

    fn enter(&mut self, node: Node<'a>) {
        if let Some(text) = node.as_text() {
            if self.visibility.shows(node) {
                self.text(node, text);
            }
            return;
        }
        let said = Said::by(node);
        let class = self.class(&said);
        if let Some(region) = region(node, &said, class.region) {
            let inside = self.region().filter(|outer| *outer == Region::Comment);
            self.regions.push((node.index(), inside.unwrap_or(region)));
        }
        let is_banner = said.role.is_some_and(|role| holds_token(role, "banner"));
        if is_banner || node.name() == Some("header") {
            self.headers.push(node.index());
        }
        if let Some(tag) = said.lang {
            self.language(node, tag);
        }
        match node.name() {
            Some("h1") if self.region().is_none() => self.heading_at(node),
            Some(name) if TIMES.contains(&name) || is_dated_abbr(node) => self.time(node),
            Some("input") => self.input(node),
            _ => {}
        }
        let is_byline = class.is_byline || said.id.is_some_and(names::is_byline_class);
        if let Some(mark) = mark(node, &said, is_byline) {
            self.byline(node, mark, class.has_author);
        } else if class.has_author {
            self.author_part(node);
        }
    }

    /// Notes the page's heading: the first of level 1, but for one that only links to the front page
    /// as a logo does, where another follows.
    fn heading_at(&mut self, node: Node<'a>) {
        let is_logo = leads_to_front(node);
        if self.visibility.shows(node) && (self.heading.is_none() || (self.is_logo && !is_logo)) {
            self.heading = Some(self.offset);
            self.is_logo = is_logo;
        }
    }

    fn class(&mut self, said: &Said<'a>) -> Class {
        let Some(class) = said.class else { return Class::default() };
        *self.classes.entry(class).or_insert_with(|| Class {
            region: by_tokens(class),
            is_byline: class.split_ascii_whitespace().any(names::is_byline_class),
            has_author: class.split_ascii_whitespace().any(names::is_author_part),
        })
    }

    fn text(&mut self, node: Node<'a>, text: &'a str) {
        let text = text.trim();
        if text.is_empty() {
            return;
        }
        if names::begins_byline(text) {
            if !names::speaks_of_others(&self.last_words()) {
                self.words(node);
            }
        } else if after_date(text).is_some() {
            self.dated_words(node);
        } else if self.dates_left > 0 && is_date_line(text) {
            self.beside_date(node);
        }
        self.offset += text.len() + 1;
        self.before_that = std::mem::replace(&mut self.before, text);
    }

    /// The last words that were seen, lower case.
    fn last_words(&self) -> String {
        ending(self.before)
    }

    fn time(&mut self, node: Node<'a>) {
        if self.places.times.len() >= limits::PLACES {
            return;
        }
        let text = self.short.text(node).unwrap_or_default();
        let title = || attribute(node, &local_name!("title")).filter(|_| is_dated_abbr(node));
        let declared = attribute(node, &local_name!("datetime"));
        let declared = declared.or_else(|| node.attr("ts")).or_else(title);
        let datetime = declared.map_or_else(|| text.clone(), |own| own.trim().to_owned());
        let itemprop = attribute(node, &local_name!("itemprop")).unwrap_or_default().to_lowercase();
        let says = |words: &[&str]| {
            let classes = attribute(node, &local_name!("class")).unwrap_or_default().to_lowercase();
            words.iter().any(|word| {
                classes.split_ascii_whitespace().any(|own| own == *word)
                    || itemprop.split_ascii_whitespace().any(|own| own == *word)
            })
        };
        let says_published = node.attr("pubdate").is_some()
            || says(&[
                "datepublished",
                "published",
                "dt-published",
                "pubdate",
                "entry-date",
                "post-date",
            ]);
        // Who spoke last in a thread may stand between the words for it and the time.
        let before = format!("{} {}", ending(self.before_that), self.last_words());
        let is_last_post = !says_published && names::says_last_post(&before);
        let says_modified = !says_published
            && (is_last_post
                || says(&["datemodified", "updated", "modified", "dt-updated", "date-modified"])
                || names::says_updated(&self.last_words())
                || names::says_updated(&text.to_lowercase()));
        self.beside_date(node);
        if names::says_built(&self.last_words()) {
            return;
        }
        let spot = self.spot(node);
        self.places.times.push(TimeFact {
            spot,
            datetime,
            text,
            itemprop,
            says_published,
            says_modified,
            is_beside_copyright: [self.before_that, self.before]
                .iter()
                .any(|text| text.contains('©')),
        });
    }

    fn language(&mut self, node: Node<'a>, tag: &str) {
        // Links to translations name their languages too.
        if matches!(node.name(), Some("a" | "button" | "option")) || self.region().is_some() {
            return;
        }
        let primary = tag.split(['-', '_']).next().unwrap_or_default().trim().to_ascii_lowercase();
        let languages = &mut self.places.languages;
        if self.visibility.shows(node)
            && languages.len() < limits::PART_LANGUAGES
            && !languages.contains(&primary)
        {
            languages.push(primary);
        }
    }

    fn input(&mut self, node: Node<'a>) {
        let is_password =
            has_token(node, &local_name!("type"), "password") && self.visibility.shows(node);
        if is_password && self.region().is_none() && self.headers.is_empty() {
            let line = self.lines[node.index()];
            self.places.password_fields.push(Located { line, value: selector(node) });
        }
    }
}
