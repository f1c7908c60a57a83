//! What a page says in Microdata, as JSON-LD.

use chrono::NaiveDate;
use serde_json::{Map, Value, json};

use crate::check::Context;
use crate::excerpt::one_line;
use crate::json_ld::addresses::web_address;
use crate::page::dates::{Date, DatedText, locale};
use crate::page::names::{comparable, is_account, is_nobody, is_organisation};
use crate::page::structured::{self, NodeRef};
use crate::paste;
use crate::report::PageKind;

/// The most objects within each other.
const DEPTH_MAX: usize = 3;
/// The most values of a block.
const VALUES_MAX: usize = 120;
/// The most values of one property.
const VALUES_OF_ONE: usize = 30;
/// The most characters of a value; a text that is longer stands in the page.
const CHARACTERS_MAX: usize = 400;

/// Properties whose values are addresses.
const ADDRESSES: [&str; 8] =
    ["url", "image", "logo", "thumbnailUrl", "contentUrl", "sameAs", "mainEntityOfPage", "item"];

/// The type and the properties of a node, as far as they are short.
pub(super) fn copied(context: &Context<'_>, node: NodeRef<'_>) -> Map<String, Value> {
    let mut left = VALUES_MAX;
    let mut map = Copy { context, left: &mut left }.node(node, 0);
    set_post_apart(&mut map);
    // Some templates mark whoever wrote it with both names.
    if map.get("author").is_some_and(|author| map.get("creator") == Some(author)) {
        map.remove("creator");
    }
    // Of several addresses, those of other pages are marked with the wrong scope.
    if map.get("url").is_some_and(Value::is_array) {
        map.remove("url");
    }
    map
}

struct Copy<'a, 'b> {
    context: &'a Context<'b>,
    /// How many more values there may be.
    left: &'a mut usize,
}

impl Copy<'_, '_> {
    fn node(&mut self, node: NodeRef<'_>, depth: usize) -> Map<String, Value> {
        let mut map = Map::new();
        match node.node().types.as_slice() {
            [] => {}
            [one] => {
                map.insert("@type".to_owned(), json!(one));
            }
            several => {
                map.insert("@type".to_owned(), json!(several));
            }
        }
        let is_somebody = node.is("Person") || node.is("Organization");
        for (name, values) in &node.node().properties {
            if (is_somebody && is_of_work(name)) || is_often_wrong(node, name) {
                continue;
            }
            // Some templates write the name of a brand as its brand.
            let is_brands_own = node.is("Brand") && name == "brand" && node.text("name").is_none();
            let name = if is_brands_own { "name" } else { name.as_str() };
            let mut copies: Vec<Value> = Vec::new();
            for value in values.iter().take(VALUES_OF_ONE) {
                let copy = self.value(name, value, depth);
                copies.extend(copy.filter(|copy| !copies.contains(copy)));
            }
            let copy = match copies.len() {
                0 => continue,
                1 => copies.remove(0),
                _ => Value::Array(copies),
            };
            map.insert(name.to_owned(), copy);
        }
        map
    }

    fn value(&mut self, name: &str, value: &structured::Value, depth: usize) -> Option<Value> {
        *self.left = self.left.checked_sub(1)?;
        match value {
            structured::Value::Text(text) if text.chars().count() > CHARACTERS_MAX => None,
            structured::Value::Text(text) | structured::Value::Number(text)
                if PRICES.contains(&name) =>
            {
                let is_free = || self.shows_free();
                price(text).filter(|price| !is_zero(price) || is_free()).map(Value::from)
            }
            structured::Value::Text(text) | structured::Value::Number(text)
                if matches!(name, "width" | "height") && text.trim() == "0" =>
            {
                None
            }
            structured::Value::Text(text) if self.is_account(name, text, None) => None,
            // Templates write the time of day there.
            structured::Value::Text(text) if name.starts_with("date") && !names_day(text) => None,
            structured::Value::Text(text) if name.starts_with("date") => {
                Some(Value::from(self.day(text)))
            }
            // A link that is marked as a name says where it leads.
            structured::Value::Text(text) if name == "name" && names_fragment(text) => None,
            structured::Value::Text(text) if !IDENTIFIERS.contains(&name) && is_guid(text) => None,
            structured::Value::Text(text) if ADDRESSES.contains(&name) => {
                web_address(self.context, text).map(Value::from)
            }
            structured::Value::Text(text) | structured::Value::Number(text) => {
                let line = one_line(text, CHARACTERS_MAX);
                let line =
                    if CREDITS.contains(&name) { without_label(&line).to_owned() } else { line };
                let line = if name == "description" {
                    paste::sentences(&line, CHARACTERS_MAX)?
                } else {
                    line
                };
                (!line.is_empty()).then_some(Value::from(line))
            }
            structured::Value::Bool(truth) => Some(Value::from(*truth)),
            structured::Value::Node(index) if depth < DEPTH_MAX => {
                let data = &self.context.page.document.markup.structured;
                let node = data.node(*index)?;
                if node.text("name").is_some_and(|own| self.is_account(name, own, node.text("url")))
                {
                    return None;
                }
                let mut inner = self.node(node, depth + 1);
                // Agencies are often declared as persons.
                if matches!(name, "author" | "creator")
                    && node.is("Person")
                    && node.text("name").is_some_and(is_organisation)
                {
                    inner.insert("@type".to_owned(), Value::from("Organization"));
                }
                let is_hollow = (is_offer(node) && !says_price(&inner))
                    || (node.is("Comment") && !inner.contains_key("text") && !node.is("Answer"));
                let is_hollow = is_hollow || (node.is("Review") && !says_opinion(&inner));
                let is_nameless = node.is("Person") && !inner.contains_key("name");
                (inner.len() > 1 && !is_hollow && !is_nameless).then_some(Value::Object(inner))
            }
            structured::Value::Node(_) => None,
        }
    }
}

/// Whether a text is the address of a part of the page: `#author`.
fn names_fragment(text: &str) -> bool {
    text.starts_with('#') && !text.contains(|char: char| char.is_whitespace() || char.is_numeric())
}

impl Copy<'_, '_> {
    /// A date as machines read it, where the text names a day: “Published March 5, 2026, 2:02 p.m.”.
    fn day(&self, text: &str) -> String {
        let locale = locale(self.context.page, &self.context.languages);
        let day = || {
            // Of two days nothing says which one is meant.
            let dated = DatedText::new(text);
            let (first, newest) =
                (dated.first_day(locale), dated.newest_day(locale, NaiveDate::MAX));
            first.filter(|day| Some(*day) == newest).map(|day| day.to_string())
        };
        let known = Date::parse(text).is_some();
        Some(text)
            .filter(|_| !known)
            .and_then(|_| day())
            .unwrap_or_else(|| one_line(text, CHARACTERS_MAX))
    }

    /// Whether the content shows a price of zero: shops leave the field of a template empty or at "0,00".
    fn shows_free(&self) -> bool {
        let document = &self.context.page.document;
        let blocks = document.outline.blocks.iter().filter(|block| block.place.in_main);
        blocks.into_iter().any(|block| {
            let words: Vec<&str> = document.text_at(&block.place).split_whitespace().collect();
            let is_amount = |word: &str| {
                matches!(
                    word.trim_matches(|char: char| !char.is_ascii_digit()),
                    "0" | "0,00" | "0.00"
                )
            };
            let is_money = |word: &str| CURRENCIES.iter().any(|sign| word.contains(sign));
            let of_pair = |pair: &[&str]| {
                let (first, last) = (pair[0], pair[1]);
                (is_amount(first) && is_money(last)) || (is_money(first) && is_amount(last))
            };
            words.iter().any(|word| is_amount(word) && is_money(word))
                || words.windows(2).any(of_pair)
        })
    }

    /// Whether an author is named by an account, as people are in threads only, or is nobody in
    /// particular: “From staff and wire reports”.
    fn is_account(&self, property: &str, name: &str, profile: Option<&str>) -> bool {
        matches!(property, "author" | "creator")
            && self.context.subject.kind != PageKind::Qa
            && (is_account(name, profile) || is_nobody(name) || self.is_editor(name))
    }

    /// Whether the page calls somebody its editor, and the markup its author.
    fn is_editor(&self, name: &str) -> bool {
        self.context.authors.editors.iter().any(|editor| comparable(editor) == comparable(name))
    }
}

/// Properties that may be an identifier of a program.
const IDENTIFIERS: [&str; 5] = ["identifier", "sku", "productID", "mpn", "serialNumber"];

/// Whether a text is an identifier that a program made: `9a43d8fc-f4cf-44d9-9b34-138d30468f8f`.
fn is_guid(text: &str) -> bool {
    let parts: Vec<usize> = text.trim().split('-').map(str::len).collect();
    parts == [8, 4, 4, 4, 12]
        && text.trim().bytes().all(|byte| byte.is_ascii_hexdigit() || byte == b'-')
}

/// Whether a date is more than a time of day, however it is written.
fn names_day(text: &str) -> bool {
    let mut numbers = text.split(|char: char| !char.is_ascii_digit());
    text.bytes().filter(u8::is_ascii_digit).count() > DIGITS_OF_TIME
        || numbers.any(|number| number.len() == YEAR_DIGITS)
}

/// The digits of a year: “March 2026”.
const YEAR_DIGITS: usize = 4;

/// The most digits of a time of day.
const DIGITS_OF_TIME: usize = 4;

/// Properties whose values are prices.
const PRICES: [&str; 3] = ["price", "lowPrice", "highPrice"];

/// What stands beside a price.
const CURRENCIES: [&str; 7] = ["$", "€", "£", "¥", "EUR", "USD", "GBP"];

/// Properties that say who made or owns a picture or a text.
const CREDITS: [&str; 2] = ["copyrightHolder", "creditText"];

/// A credit without the label before it, which may be for screen readers alone: “Jane Doe” of “Credit
/// Jane Doe”.
fn without_label(credit: &str) -> &str {
    const LABELS: [&str; 4] = ["Credits", "Credit", "Photo", "Foto"];
    let rest = LABELS.iter().find_map(|label| credit.strip_prefix(label));
    let Some(rest) = rest else { return credit };
    if let Some(rest) = rest.trim_start().strip_prefix(':') {
        return rest.trim_start();
    }
    // “Credit Leaf” may be the name of a bank.
    let is_name = rest.starts_with(' ') && rest.split_whitespace().nth(1).is_some();
    if is_name { rest.trim_start() } else { credit }
}

/// A price as schema.org has it, with a point.
fn price(text: &str) -> Option<String> {
    let text = text.trim();
    let written = match text.rsplit_once(',') {
        Some((whole, rest)) if rest.len() == 2 && !whole.contains([',', '.']) => {
            format!("{whole}.{rest}")
        }
        _ => text.to_owned(),
    };
    let is_plain = written.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    let is_number = written.parse::<f64>().is_ok_and(|price| price >= 0.0);
    (is_plain && is_number).then_some(written)
}

fn is_zero(price: &str) -> bool {
    !price.bytes().any(|byte| matches!(byte, b'1'..=b'9'))
}

fn is_offer(node: NodeRef<'_>) -> bool {
    node.is("Offer") && PRICES.iter().any(|name| node.text(name).is_some())
}

fn says_price(offer: &Map<String, Value>) -> bool {
    PRICES.iter().any(|name| offer.contains_key(*name)) || offer.contains_key("priceSpecification")
}

/// Whether a review says more than who wrote it.
fn says_opinion(review: &Map<String, Value>) -> bool {
    ["reviewBody", "reviewRating", "name", "text"].iter().any(|name| review.contains_key(*name))
}

/// Whether templates get a property wrong so often that what it says is left out: the size of a
/// picture, which is that of another version of it, the picture of a comment, which is that of its
/// writer, figures of a rating outside of it, a credit in place of a caption, the names of other pages in
/// place of their addresses, and what schema.org doesn't have.
fn is_often_wrong(node: NodeRef<'_>, property: &str) -> bool {
    match property {
        "width" | "height" => node.is("ImageObject"),
        "image" | "thumbnailUrl" => node.is("Comment"),
        "usageTerms" | "relatedLink" => true,
        "tickerSymbol" => !node.is("Corporation"),
        "caption" | "description" if node.is("ImageObject") => {
            let said = node.text(property);
            said.is_some() && CREDITS.iter().any(|credit| node.text(credit) == said)
        }
        "reviewCount" | "ratingCount" | "ratingValue" | "bestRating" | "worstRating" => {
            !node.is("Rating") && !node.is("AggregateRating")
        }
        _ => false,
    }
}

/// Whether a property belongs to a work: markup with a wrong scope gives it to its author.
fn is_of_work(property: &str) -> bool {
    property.starts_with("date")
        || matches!(property, "headline" | "articleBody" | "articleSection" | "mainEntityOfPage")
}

/// Takes the first post of a thread from its comments, among which some forums list it, and gives
/// its text to the thread.
fn set_post_apart(thread: &mut Map<String, Value>) {
    // Some templates write the title for the text.
    let titles = ["headline", "name"].map(|name| thread.get(name).cloned());
    let is_title = |own: &&Value| titles.iter().flatten().any(|title| title == *own);
    let own = ["text", "articleBody"].iter().find_map(|name| thread.get(*name));
    let own = own.filter(|own| !is_title(own)).cloned();
    let (author, date) = (thread.get("author").cloned(), thread.get("datePublished").cloned());
    let said = |comment: &Value, name: &str| comment.get(name).cloned();
    let is_post = |comment: &Value| match &own {
        Some(own) => said(comment, "text").as_ref() == Some(own),
        None => {
            let day = said(comment, "datePublished");
            author.is_some()
                && said(comment, "author") == author
                && (date.is_none() || day.is_none() || day == date)
        }
    };
    let first = match thread.get_mut("comment") {
        Some(Value::Array(all)) if all.first().is_some_and(is_post) => Some(all.remove(0)),
        Some(only) if only.is_object() && is_post(only) => thread.remove("comment"),
        _ => None,
    };
    if let (None, Some(Value::String(text))) =
        (own, first.and_then(|mut post| Some(post.get_mut("text")?.take())))
    {
        thread.insert("text".to_owned(), Value::from(text));
    }
}

#[cfg(test)]
mod tests;
