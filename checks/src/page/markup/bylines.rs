//! Elements that may name an author.

use std::collections::HashMap;

use html5ever::local_name;
use select::node::Node;

use super::facts::{BylineFact, BylineMark, Region};
use super::finder::Finder;
use super::said::Said;
use crate::page::dates::DatedText;
use crate::page::marks::split_words;
use crate::page::text::collapse;
use crate::page::tree::{Step, Walk, attribute, has_token, holds_token};
use crate::page::{limits, names};
use crate::url::without_query;

/// How many elements around a word a byline may be.
pub(super) const BYLINE_CLIMB: usize = 3;
/// How many elements around a credit its figure is.
const FIGURE_CLIMB: usize = 4;
/// Bytes of a byline that is told by its words alone.
pub(super) const WORDS_BYTES: usize = 120;

impl<'a> Finder<'a> {
    /// `has_author` tells whether a class has a word for authors: others are those of users too.
    pub(super) fn byline(&mut self, node: Node<'a>, mark: BylineMark, has_author: bool) {
        if self.places.bylines.len() >= limits::PLACES
            || is_of_picture(node)
            || is_of_quote(node)
            || is_of_advert(node)
        {
            return;
        }
        let content =
            attribute(node, &local_name!("content")).filter(|_| mark == BylineMark::Itemprop);
        let named = match content {
            Some(content) => Some(collapse(content)),
            None if !self.visibility.shows(node) => None,
            None => self.name_inside(node, mark),
        };
        if let Some(text) = named.filter(|text| !text.is_empty()) {
            let (spot, href) = (self.spot(node), link(node));
            self.note_card(node, false);
            self.places.bylines.push(BylineFact { spot, mark, text, href, is_of_card: false });
        } else if (has_author || mark == BylineMark::Rel)
            && self.visibility.shows(node)
            && self.region().is_none()
        {
            self.places.unread_bylines += 1;
        }
    }

    /// The text of the name that an element holds: of its `itemprop=name` where it has one.
    fn name_inside(&mut self, node: Node<'a>, mark: BylineMark) -> Option<String> {
        if mark == BylineMark::Itemprop {
            for step in Walk::over(node) {
                self.short.step()?;
                let Step::Enter(inner) = step else { continue };
                if inner.index() != node.index()
                    && has_token(inner, &local_name!("itemprop"), "name")
                {
                    return match attribute(inner, &local_name!("content")) {
                        Some(content) => Some(collapse(content)),
                        None => self.short.text(inner),
                    };
                }
            }
        }
        let whole = self.short.text(node)?;
        if let Some(marked) = self.marked_names(node).filter(|_| mark == BylineMark::Class) {
            return Some(marked);
        }
        let named = (mark == BylineMark::Class).then(|| named_inside(node)).flatten();
        let named = named.and_then(|named| self.short.text(named));
        // Of several people, and where the element holds only “By”, the whole line tells.
        let named = named.filter(|_| names::people(&whole).len() == 1);
        Some(named.filter(|name| names::looks_like_a_person(name)).unwrap_or(whole))
    }

    /// A byline by its words, which may be spread over elements.
    pub(super) fn words(&mut self, node: Node<'a>) {
        if is_of_advert(node) {
            return;
        }
        let mut best = None;
        let mut at = node.parent();
        for _ in 0..BYLINE_CLIMB {
            let Some(element) = at else { break };
            let Some(text) = self.short.text(element).filter(|text| text.len() <= WORDS_BYTES)
            else {
                break;
            };
            // Paragraphs may begin with an ideographic space.
            let text = text.trim();
            if !names::begins_byline(text) {
                break;
            }
            best = Some((element, text.to_owned()));
            at = element.parent();
        }
        let has_name = best.as_ref().is_some_and(|(_, text)| !names::is_byline_start(text));
        let behind = if has_name { None } else { self.behind_label(node) };
        let best = before_link(node).or(behind).or(best).or_else(|| self.last_of_line(node));
        if let Some((element, text)) = best.filter(|_| self.places.bylines.len() < limits::PLACES) {
            let text = self.marked_names(element).unwrap_or(text);
            let (spot, href) = (self.spot(element), link(element));
            let mark = BylineMark::Words;
            self.note_card(element, false);
            self.places.bylines.push(BylineFact { spot, mark, text, href, is_of_card: false });
        }
    }

    /// Who is named by the link behind a text that is a label and nothing else, in a line or a part that
    /// goes on with more: “Filed under Tea. Author: Jane Doe”.
    fn behind_label(&mut self, node: Node<'a>) -> Option<(Node<'a>, String)> {
        let label = collapse(node.as_text().filter(|text| text.len() <= WORDS_BYTES)?);
        if !names::is_labelled(&label) || !names::is_byline_start(&label) {
            return None;
        }
        // The label may have an element of its own.
        let next = node.next().or_else(|| node.parent()?.next())?;
        let blank = |node: &Node<'_>| node.as_text().is_some_and(|text| text.trim().is_empty());
        let next = if blank(&next) { next.next()? } else { next };
        let name = self.short.text(next).filter(|_| next.name() == Some("a"))?;
        names::looks_like_a_person(&name).then(|| (next, format!("{label} {name}")))
    }

    /// A byline that a date begins, in one text with it: "March 5, 2026 by Jane Doe".
    pub(super) fn dated_words(&mut self, node: Node<'a>) {
        let Some(line) = node.parent() else { return };
        let whole = self.short.text(line).unwrap_or_default();
        let tail = after_date(&whole).map(str::to_owned);
        if let Some(text) = tail.filter(|_| self.places.bylines.len() < limits::PLACES) {
            let (spot, href) = (self.spot(line), link(line));
            let mark = BylineMark::Words;
            self.places.bylines.push(BylineFact { spot, mark, text, href, is_of_card: false });
        }
    }

    /// The end of a short line that begins with something else: "3 min read · By Jane Doe".
    fn last_of_line(&mut self, node: Node<'a>) -> Option<(Node<'a>, String)> {
        let text = collapse(node.as_text().filter(|text| text.len() <= WORDS_BYTES)?);
        let line = node.parent()?;
        let whole = self.short.text(line).filter(|whole| whole.len() <= WORDS_BYTES)?;
        if whole.len() > text.len() && whole.ends_with(&text) {
            return Some((line, text));
        }
        // Frameworks set a comment between a word and what they fill in after it.
        node.next().filter(|next| next.as_comment().is_some())?;
        let at = whole.rfind(&format!(" {text} "))? + 1;
        Some((line, whole[at..].to_owned()))
    }
}

/// A text that names somebody and that a link follows at once, as it follows no name: what the link
/// says is another thing.
fn before_link(node: Node<'_>) -> Option<(Node<'_>, String)> {
    let text = collapse(node.as_text().filter(|text| text.len() <= WORDS_BYTES)?);
    let is_link = node.next().is_some_and(|next| next.name() == Some("a"));
    let is_glued = node.as_text().is_some_and(|text| text.ends_with(char::is_alphabetic));
    let line = node.parent()?;
    (is_link && is_glued && names::begins_byline(&text) && !names::people(&text).is_empty())
        .then_some((line, text))
}

/// The only element in a byline whose class is that of the author, beside what else stands there:
/// “Guide by”, a role.
fn named_inside(byline: Node<'_>) -> Option<Node<'_>> {
    const NAMES: [&str; 4] = ["author", "author-name", "byline-name", "byline__name"];
    let class = local_name!("class");
    let inner = Walk::over(byline).take(limits::PLACE_BYTES).filter_map(|step| match step {
        Step::Enter(node) if node.index() != byline.index() => Some(node),
        _ => None,
    });
    let mut named = inner.filter(|node| NAMES.iter().any(|name| has_token(*node, &class, name)));
    let only = named.next()?;
    named.next().is_none().then_some(only)
}

/// What follows a date in a short text, where it begins as bylines do.
pub(super) fn after_date(text: &str) -> Option<&str> {
    if text.len() > WORDS_BYTES || !text.bytes().any(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let breaks = text.match_indices(char::is_whitespace);
    let mut parts = breaks.map(|(at, space)| (&text[..at], &text[at + space.len()..]));
    let (date, tail) = parts.find(|(_, tail)| names::begins_byline(tail))?;
    DatedText::new(date).shows_any_day("en").then_some(tail)
}

/// Whether it stands in a figure or a credit: who took a picture did not write the page.
pub(super) fn is_of_picture(node: Node<'_>) -> bool {
    const CREDITS: [&str; 5] =
        ["credit", "photo-credit", "image-credit", "photocredit", "wp-caption-text"];
    let around = std::iter::successors(node.parent(), |around| around.parent());
    let class = local_name!("class");
    let classes = attribute(node, &class).unwrap_or_default();
    classes.split_ascii_whitespace().any(is_author_of_picture)
        || around.take(FIGURE_CLIMB).any(|around| {
            matches!(around.name(), Some("figure" | "figcaption"))
                || CREDITS.iter().any(|credit| has_token(around, &class, credit))
        })
}

/// Whether a class is that of the author of a picture: `img__author`, `photo-author`. What is called
/// `author-photo` shows the author.
fn is_author_of_picture(class: &str) -> bool {
    const PICTURES: [&str; 6] = ["img", "image", "photo", "picture", "caption", "figure"];
    let words: Vec<String> = split_words(class).collect();
    let author =
        words.iter().position(|word| matches!(word.as_str(), "author" | "byline" | "credit"));
    author
        .is_some_and(|author| words[..author].iter().any(|word| PICTURES.contains(&word.as_str())))
}

/// Whether it stands in a quotation that is set apart: who said it did not write the page.
pub(super) fn is_of_quote(node: Node<'_>) -> bool {
    const WORDS: [&str; 4] = ["pullquote", "pull-quote", "pull_quote", "testimonial"];
    let around = std::iter::successors(node.parent(), |around| around.parent());
    around.take(FIGURE_CLIMB).filter_map(|around| attribute(around, &local_name!("class"))).any(
        |class| {
            let class = names::lower(class);
            WORDS.iter().any(|word| class.contains(word))
        },
    )
}

/// Whether it stands in a link to a network that fills a box with adverts, which names itself there: “by
/// Taboola”.
fn is_of_advert(node: Node<'_>) -> bool {
    const NETWORKS: [&str; 6] =
        ["taboola.com", "outbrain.com", "revcontent.com", "mgid.com", "dianomi.com", "zergnet.com"];
    let around = std::iter::successors(Some(node), |around| around.parent());
    let mut links = around
        .take(FIGURE_CLIMB)
        .filter(|around| around.name() == Some("a"))
        .filter_map(|around| attribute(around, &local_name!("href")));
    links.any(|href| NETWORKS.iter().any(|network| without_query(href).contains(network)))
}

/// The bylines of a list of things, each with its author: “Author: Jane Doe” below every book.
pub(crate) struct OfList<'a> {
    label: Option<&'a str>,
}

impl<'a> OfList<'a> {
    /// Those among these. One label may name several who wrote the page: they stand together.
    pub(crate) fn of(bylines: &'a [BylineFact]) -> Self {
        const LEAST: usize = 3;
        /// Bytes of text between two of them.
        const APART: usize = 100;
        let mut counts: HashMap<&str, (usize, usize)> = HashMap::new();
        for byline in bylines.iter().filter(|one| one.spot.region == Region::Content) {
            let Some(label) = label(byline) else { continue };
            let (count, last) = counts.entry(label).or_insert((0, 0));
            if *count == 0 || byline.spot.offset.abs_diff(*last) >= APART {
                *count += 1;
            }
            *last = byline.spot.offset;
        }
        let found = counts.into_iter().filter(|(_, (count, _))| *count >= LEAST);
        let most = found.max_by_key(|(label, (count, _))| (*count, *label));
        Self { label: most.map(|(label, _)| label) }
    }

    /// Whether one is among them.
    pub(crate) fn holds(&self, byline: &BylineFact) -> bool {
        self.label.is_some() && label(byline) == self.label
    }
}

/// The word before the colon of a byline that is told by its words.
fn label(byline: &BylineFact) -> Option<&str> {
    let (label, _) = byline.text.split_once(':').filter(|_| byline.mark == BylineMark::Words)?;
    Some(label.trim_end_matches('s'))
}

/// What makes an element a byline, if anything.
pub(super) fn mark(node: Node<'_>, said: &Said<'_>, is_byline_class: bool) -> Option<BylineMark> {
    let property = said.itemprop.unwrap_or_default();
    let mut properties = property.split_ascii_whitespace();
    if properties.any(|property| matches!(property, "author" | "creator")) {
        return Some(BylineMark::Itemprop);
    }
    let href = said.href.filter(|_| node.name() == Some("a"));
    if href.is_some() && said.rel.is_some_and(|rel| holds_token(rel, "author")) {
        return Some(BylineMark::Rel);
    }
    if is_byline_class {
        return Some(BylineMark::Class);
    }
    href.filter(|href| names::is_author_page(href) && !leads_to_form(href))
        .map(|_| BylineMark::Link)
}

/// Whether a link leads to where people register or sign in, which is below the members too.
fn leads_to_form(href: &str) -> bool {
    const FORMS: [&str; 8] =
        ["sign_up", "sign-up", "signup", "sign_in", "sign-in", "signin", "login", "register"];
    let path = without_query(href).trim_end_matches('/');
    let last = path.rsplit('/').next().unwrap_or_default();
    FORMS.iter().any(|form| last.eq_ignore_ascii_case(form))
}

pub(super) fn link(element: Node<'_>) -> Option<String> {
    let href = |node: Node<'_>| attribute(node, &local_name!("href")).map(str::to_owned);
    let inside = Walk::over(element).take(limits::PLACE_BYTES).find_map(|step| match step {
        Step::Enter(node) if node.name() == Some("a") => href(node),
        _ => None,
    });
    inside.or_else(|| element.parent().filter(|node| node.name() == Some("a")).and_then(href))
}
