//! Microdata (HTML, section 5): items and their properties, as nodes like those of JSON-LD.

use std::collections::HashMap;

use html5ever::local_name;
use select::node::Node as Element;

use super::block::is_inert;
use super::types::local_name;
use super::{Node, StructuredData, Syntax, Value};
use crate::page::limits;
use crate::page::text::TextBuilder;
use crate::page::tree::{Step, Walk, attribute};
use crate::page::visible::gap_around;

/// The most ids that one `itemref` names.
const REFERENCES_MAX: usize = 100;

/// Adds the items of a document, in order.
pub(super) fn read<'a>(html: Element<'a>, lines: &'a [u32], data: &'a mut StructuredData) {
    let mut reader = Reader {
        data,
        items: HashMap::new(),
        references: Vec::new(),
        lines,
        steps_left: limits::MICRODATA_STEPS,
    };
    let ids = reader.items(html);
    if reader.items.is_empty() {
        return;
    }
    reader.properties(html, None);
    for (item, names) in std::mem::take(&mut reader.references) {
        let names = names.split_ascii_whitespace().take(REFERENCES_MAX);
        for element in names.filter_map(|name| ids.get(name)) {
            if !is_inside(item, *element) {
                reader.properties(*element, Some(reader.items[&item.index()]));
            }
        }
    }
    let cut_short = reader.steps_left == 0;
    data.cut_short |= cut_short;
}

struct Reader<'a> {
    data: &'a mut StructuredData,
    /// By element: the node of the item that begins there.
    items: HashMap<usize, usize>,
    /// Items with the ids of what else belongs to them.
    references: Vec<(Element<'a>, &'a str)>,
    /// By element: its line.
    lines: &'a [u32],
    steps_left: usize,
}

impl<'a> Reader<'a> {
    /// Makes a node of each item; returns the elements by their ids.
    fn items(&mut self, html: Element<'a>) -> HashMap<&'a str, Element<'a>> {
        let mut ids = HashMap::new();
        let mut walk = Walk::over(html);
        while let Some(step) = walk.next() {
            let Step::Enter(element) = step else { continue };
            if is_inert(element) {
                walk.pass_over(element);
                continue;
            }
            if let Some(id) = attribute(element, &local_name!("id")) {
                ids.entry(id).or_insert(element);
            }
            if attribute(element, &local_name!("itemscope")).is_some() {
                self.items.insert(element.index(), self.data.nodes.len());
                self.data.nodes.push(item(element, self.lines[element.index()]));
                let references =
                    attribute(element, &local_name!("itemref")).map(|names| (element, names));
                self.references.extend(references);
            }
        }
        ids
    }

    /// Gives the properties in a subtree to their items; those that stand in no item of the
    /// subtree to `item`.
    fn properties(&mut self, root: Element<'a>, item: Option<usize>) {
        let is_reference = item.is_some();
        let mut open: Vec<(usize, Option<usize>)> = vec![(usize::MAX, item)];
        let mut walk = Walk::over(root);
        while let Some(step) = walk.next() {
            match step {
                Step::Enter(element) => {
                    if is_reference && !self.take_step() {
                        return;
                    }
                    if is_inert(element) {
                        walk.pass_over(element);
                        continue;
                    }
                    let inner = self.items.get(&element.index()).copied();
                    if let (Some(names), Some((_, Some(item)))) =
                        (attribute(element, &local_name!("itemprop")), open.last().copied())
                    {
                        let value = inner
                            .map_or_else(|| Value::Text(self.value(element, names)), Value::Node);
                        self.add(item, names, &value, self.lines[element.index()]);
                    }
                    if inner.is_some() && is_reference {
                        // Its own properties were read where it stands.
                        walk.pass_over(element);
                    } else if inner.is_some() {
                        open.push((element.index(), inner));
                    }
                }
                Step::Leave(element) => {
                    open.pop_if(|(opened, _)| *opened == element.index());
                }
            }
        }
    }

    fn add(&mut self, item: usize, names: &str, value: &Value, line: u32) {
        let Node { properties, property_lines, .. } = &mut self.data.nodes[item];
        for name in names.split_ascii_whitespace().take(REFERENCES_MAX).map(local_name) {
            // Of many names a few are looked through; a hostile item may have as many as it likes.
            let known = properties.iter_mut().take(REFERENCES_MAX).find(|(known, _)| known == name);
            match known {
                Some((_, values)) => values.push(value.clone()),
                None => {
                    properties.push((name.to_owned(), vec![value.clone()]));
                    property_lines.push(line);
                }
            }
        }
    }

    /// The value of a property's element (HTML, section 5.2.4). `content` counts on every element,
    /// as search engines read it. An author is nobody's place on the page, to which a link in a byline
    /// may lead, but whom it names.
    fn value(&mut self, element: Element<'a>, names: &str) -> String {
        let name = match element.name().unwrap_or_default() {
            "audio" | "embed" | "iframe" | "img" | "source" | "track" | "video" => "src",
            "a" | "area" | "link" => "href",
            "object" => "data",
            "data" | "meter" => "value",
            "time" => "datetime",
            _ => "content",
        };
        let is_author = || names.split_ascii_whitespace().any(|name| local_name(name) == "author");
        let of_element = element.attr(name).filter(|text| !(text.starts_with('#') && is_author()));
        let written = attribute(element, &local_name!("content")).or(of_element);
        match written {
            Some(written) => {
                let cut = written.floor_char_boundary(limits::MICRODATA_VALUE_BYTES);
                written[..cut].trim().to_owned()
            }
            None => self.text(element),
        }
    }

    fn text(&mut self, element: Element<'a>) -> String {
        let mut text = TextBuilder::default();
        let mut walk = Walk::over(element);
        while let Some(step) = walk.next() {
            let (Step::Enter(node) | Step::Leave(node)) = step;
            text.separate(gap_around(node));
            if let Step::Enter(node) = step {
                if matches!(node.name(), Some("script" | "style")) {
                    walk.pass_over(node);
                    continue;
                }
                if !self.take_step() || text.len() > limits::MICRODATA_VALUE_BYTES {
                    break;
                }
                let words = node.as_text().unwrap_or_default();
                text.push(&words[..words.floor_char_boundary(limits::MICRODATA_VALUE_BYTES)]);
            }
        }
        text.finish().replace('\n', " ")
    }

    fn take_step(&mut self) -> bool {
        self.steps_left = self.steps_left.saturating_sub(1);
        self.steps_left > 0
    }
}

fn item(element: Element<'_>, line: u32) -> Node {
    let words = |name: &str| element.attr(name).unwrap_or_default().split_ascii_whitespace();
    let id = attribute(element, &local_name!("itemid")).map(str::trim).filter(|id| !id.is_empty());
    Node {
        syntax: Syntax::Microdata,
        line,
        types: words("itemtype")
            .take(REFERENCES_MAX)
            .map(|name| local_name(name).to_owned())
            .collect(),
        id: id.map(str::to_owned),
        is_top_level: attribute(element, &local_name!("itemprop"))
            .is_none_or(|property| is_content_of_page(element, property)),
        properties: Vec::new(),
        property_lines: Vec::new(),
    }
}

/// Whether an item says that it is what the page is about, where no item around it is the page's.
fn is_content_of_page(element: Element<'_>, property: &str) -> bool {
    const NAMES: [&str; 2] = ["mainContentOfPage", "mainEntity"];
    let around = std::iter::successors(element.parent(), |around| around.parent());
    property.split_ascii_whitespace().any(|name| NAMES.contains(&name))
        && around.into_iter().all(|around| around.attr("itemscope").is_none())
}

/// Whether the element is that other one or stands in it.
fn is_inside(element: Element<'_>, other: Element<'_>) -> bool {
    let mut at = Some(element);
    while let Some(element) = at {
        if element.index() == other.index() {
            return true;
        }
        at = element.parent();
    }
    false
}

#[cfg(test)]
mod tests {
    use super::super::tests::read_html;

    #[test]
    fn an_author_is_no_place_on_the_page() {
        let data = read_html(
            "<div itemscope itemtype=https://schema.org/Article>\
             <a itemprop=author href='#jane'>Jane Doe</a><a itemprop=author href=/joe>Joe Roe</a>\
             <a itemprop=citation href='#pots'>Pots</a></div>",
        );
        let post = data.of_type("Article").next().unwrap();
        assert_eq!(post.texts("author").collect::<Vec<_>>(), ["Jane Doe", "/joe"]);
        assert_eq!(post.text("citation"), Some("#pots"));
    }

    #[test]
    fn items_have_the_properties_that_stand_in_them() {
        let data = read_html(
            "<article itemscope itemtype='https://schema.org/BlogPosting http://x.example/Y'>\
             <h1 itemprop='name headline'>How  to <b>make</b> tea</h1>\
             <span itemprop=author itemscope itemtype=http://schema.org/Person>\
             <a itemprop=url href=/ada><span itemprop=name>Ada</span></a></span>\
             <time itemprop=datePublished datetime=2024-05-01>May</time>\
             <meta itemprop=wordCount content=400><p itemprop=text>One<p>two</article>",
        );
        let post = data.of_type("BlogPosting").next().unwrap();
        assert_eq!(post.node().types, ["BlogPosting", "http://x.example/Y"]);
        assert_eq!(post.text("headline"), Some("How to make tea"));
        assert_eq!(post.text("name"), Some("How to make tea"));
        assert_eq!(post.text("datePublished"), Some("2024-05-01"));
        assert_eq!(post.text("wordCount"), Some("400"));
        let author = post.nodes("author").next().unwrap();
        assert!(author.is("Person") && !author.node().is_top_level);
        assert_eq!((author.text("name"), author.text("url")), (Some("Ada"), Some("/ada")));
        assert_eq!(data.nodes.len(), 2);
    }

    #[test]
    fn what_is_referred_to_belongs_to_the_item_and_loops_end() {
        let data = read_html(
            "<div id=a itemscope itemtype=http://schema.org/Product itemref='b c a gone'></div>\
             <p id=b><span itemprop=name>Tea</span></p>\
             <div id=c itemprop=brand itemscope itemref=a><b itemprop=name>Leaf</b></div>",
        );
        let product = data.of_type("Product").next().unwrap();
        assert_eq!(product.text("name"), Some("Tea"));
        let brand = product.nodes("brand").next().unwrap();
        assert_eq!(brand.text("name"), Some("Leaf"));
        assert_eq!(product.texts("name").count(), 1);
    }

    #[test]
    fn a_template_holds_no_items() {
        let data = read_html("<template><p itemscope itemtype=http://schema.org/A></template>");
        assert!(data.nodes.is_empty());
    }
}
