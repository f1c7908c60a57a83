//! Elements that may name an author by less than a mark: a word in a class, a name beside a date.

use html5ever::local_name;
use select::node::Node;

use super::bylines::{BYLINE_CLIMB, WORDS_BYTES, is_of_picture, is_of_quote, link};
use super::facts::{BylineFact, BylineMark};
use super::finder::Finder;
use crate::page::dates::DatedText;
use crate::page::text::collapse;
use crate::page::tree::{Step, Walk, attribute};
use crate::page::{limits, names};

/// Bytes of a text that is a date and little else: "Published on September 23, 2026".
const DATE_LINE_BYTES: usize = 60;

impl<'a> Finder<'a> {
    /// An element whose class has a word for authors among others.
    pub(super) fn author_part(&mut self, node: Node<'a>) {
        if self.places.faint_bylines.len() >= limits::PLACES
            || is_of_picture(node)
            || is_of_quote(node)
            || !self.visibility.shows(node)
        {
            return;
        }
        match self.faint.text(node).filter(|text| !text.is_empty()) {
            Some(text) => self.push_faint(node, BylineMark::ClassPart, text),
            None if self.region().is_none() => self.places.unread_bylines += 1,
            None => {}
        }
    }

    /// The name on the line that a date stands on.
    pub(super) fn beside_date(&mut self, node: Node<'a>) {
        if self.dates_left == 0 || self.region().is_some() {
            return;
        }
        self.dates_left -= 1;
        let date = match node.as_text() {
            Some(text) => Some(collapse(text)),
            None => self.faint.text(node),
        };
        let date = date.filter(|date| !date.is_empty()).unwrap_or_else(|| "\n".to_owned());
        let around = std::iter::successors(node.parent(), |around| around.parent());
        let mut found = None;
        for element in around.take(BYLINE_CLIMB) {
            let text = self.faint.text(element).filter(|text| text.len() <= WORDS_BYTES);
            let Some(text) = text else { break };
            // The date may stand on one line with the name, and nothing between them.
            let without_date = || names::beside_date(&text.replacen(&date, "\n", 1));
            let beside = names::beside_date(&text).or_else(without_date);
            let Some((name, has_occupation)) = beside else { continue };
            let is_sure = has_occupation || self.has_portrait(element, &name).unwrap_or(false);
            let mark = if is_sure { BylineMark::Portrait } else { BylineMark::Dated };
            found = Some((element, mark, name));
            if is_sure {
                break;
            }
        }
        if let Some((element, mark, name)) = found {
            self.push_faint(element, mark, name);
        }
    }

    fn push_faint(&mut self, node: Node<'a>, mark: BylineMark, text: String) {
        let (spot, href) = (self.spot(node), link(node));
        let is_known = |one: &BylineFact| one.mark == mark && one.text == text;
        // An element around another that says the same, or a date that is told twice.
        if !self.places.faint_bylines.last().is_some_and(is_known) {
            self.note_card(node, true);
            self.places.faint_bylines.push(BylineFact {
                spot,
                mark,
                text,
                href,
                is_of_card: false,
            });
        }
    }

    /// Whether an element holds the picture of the one of that name, by its `alt`, its class or its
    /// address; none where too much was walked.
    fn has_portrait(&mut self, element: Node<'a>, name: &str) -> Option<bool> {
        for step in Walk::over(element) {
            self.faint.step()?;
            let Step::Enter(node) = step else { continue };
            if node.name() == Some("img") && is_portrait(node, name) {
                return Some(true);
            }
        }
        Some(false)
    }
}

fn is_portrait(image: Node<'_>, name: &str) -> bool {
    const WORDS: [&str; 6] =
        ["avatar", "author", "headshot", "portrait", "gravatar", "profile-pic"];
    let class = attribute(image, &local_name!("class")).unwrap_or_default();
    let address = attribute(image, &local_name!("src")).unwrap_or_default();
    let address = &address[..address.floor_char_boundary(limits::PLACE_BYTES)];
    let alt = attribute(image, &local_name!("alt")).unwrap_or_default();
    let says = |text: &str| {
        let text = names::lower(text);
        WORDS.iter().any(|word| text.contains(word))
    };
    says(class)
        || (!address.starts_with("data:") && says(address))
        || (!alt.is_empty() && alt.contains(name))
        || (name.is_ascii() && names::bears_name(address, name))
}

/// Whether a short text holds a date.
pub(super) fn is_date_line(text: &str) -> bool {
    text.len() <= DATE_LINE_BYTES
        && text.bytes().any(|byte| byte.is_ascii_digit())
        && DatedText::new(text).shows_any_day("en")
}
