//! What a page is made from, told by what stands around its content.
//!
//! Pages of one template differ in what they list and which entry of a menu is marked. So elements
//! count once however often they occur, by their tag and first class, and classes that number or
//! mark something don't count.

use select::document::Document;

use crate::hash::Hash64;
use crate::page::flow::{Element, Flow};
use crate::page::main_content::Content;
use crate::page::marks::Marks;
use crate::page::tree::{attribute, first};
use html5ever::local_name;

/// Levels of elements below the body that count.
const DEPTH: usize = 4;
/// `rel` of links that a template has on all of its pages.
const TEMPLATE_LINKS: [&str; 6] =
    ["stylesheet", "icon", "manifest", "search", "preconnect", "apple-touch-icon"];
/// Classes that mark one of several alike.
const STATES: [&str; 8] = ["active", "current", "selected", "open", "first", "last", "even", "odd"];
/// What such classes begin with.
const STATE_STARTS: [&str; 4] = ["is-", "has-", "current-", "active-"];

/// The template of a document, as a hash.
pub(crate) fn template(document: &Document, flow: &Flow, content: &Content) -> Hash64 {
    let mut parts = of_head(document);
    parts.extend(around(document, flow, content));
    parts.sort_unstable();
    parts.dedup();
    Hash64::of(&parts.join("\n"))
}

/// The elements of the head that do not depend on the page.
fn of_head(document: &Document) -> Vec<String> {
    let Some(head) = first(document, "head") else { return Vec::new() };
    let links = head.children().filter(|child| child.name() == Some("link"));
    let rels = links.filter_map(|link| attribute(link, &local_name!("rel")));
    let rels = rels.flat_map(str::split_ascii_whitespace).map(str::to_ascii_lowercase);
    let kept = rels.filter(|rel| TEMPLATE_LINKS.contains(&rel.as_str()));
    kept.map(|rel| format!("head link {rel}")).collect()
}

/// The elements that hold all of the content, or none of it and stand around it.
fn around(document: &Document, flow: &Flow, content: &Content) -> Vec<String> {
    let before = content_before(content);
    let total = before.last().copied().unwrap_or(0);
    let mut depths = vec![0_usize; flow.elements.len()];
    let mut parts = Vec::new();
    let mut at = 1;
    while let Some(element) = flow.elements.get(at) {
        let depth = depths.get(element.parent).copied().unwrap_or(0) + 1;
        if let Some(own) = depths.get_mut(at) {
            *own = depth;
        }
        let count = |place: usize| before.get(place).copied().unwrap_or(total);
        let held = count(element.blocks.end) - count(element.blocks.start);
        let is_inside = total > 0 && at != content.root && flow.holds(content.root, at);
        let counts = match held {
            0 if is_inside => element.marks.intersects(Marks::AROUND),
            0 => true,
            held => held == total && !is_inside,
        };
        if counts {
            parts.push(format!("{depth} {}", name_of(document, element)));
        }
        at = if counts && depth < DEPTH { at + 1 } else { element.end };
    }
    parts
}

/// Blocks of main content before each block, and of all.
fn content_before(content: &Content) -> Vec<usize> {
    let mut before = vec![0];
    let mut count = 0;
    for is_content in &content.blocks {
        count += usize::from(*is_content);
        before.push(count);
    }
    before
}

fn name_of(document: &Document, element: &Element) -> String {
    let node = document.nth(element.node);
    let classes = node.and_then(|node| attribute(node, &local_name!("class"))).unwrap_or_default();
    let class = classes.split_ascii_whitespace().find(|class| !varies(class));
    format!("{} {}", element.name, class.unwrap_or_default())
}

fn varies(class: &str) -> bool {
    class.bytes().any(|byte| byte.is_ascii_digit())
        || STATES.contains(&class)
        || STATE_STARTS.iter().any(|start| class.starts_with(start))
}

#[cfg(test)]
mod tests {
    use crate::catalogue::test_html::read;
    use crate::hash::Hash64;

    const PROSE: &str = "<p>The tide rises twice a day, since the moon draws the water of the sea, \
                         and the earth turns below it once a day, as everybody by the sea knows.";

    fn template(around: &str, content: &str) -> Hash64 {
        read(&format!(
            "<link rel=stylesheet href=a.css><title>Tea</title><body><header class=top>\
             <nav><ul>{around}</ul></nav></header><main><h1>Tides</h1>{content}</main>\
             <footer><p>Example</footer>"
        ))
        .document
        .template
    }

    #[test]
    fn pages_of_one_template_are_alike_whatever_they_say() {
        let menu = "<li class=item><a href=/a>A</a><li class='item active'><a href=/b>B</a>";
        let other = "<li class='active item'><a href=/a>A</a><li class=item><a href=/b>B</a>\
                     <li class=item-3><a href=/c>C</a>";
        let first = template(menu, &PROSE.repeat(3));
        assert_eq!(template(menu, &format!("{PROSE}<table><tr><td>1<td>2</table>{PROSE}")), first);
        assert_eq!(template(&other.replace("item-3", "item"), PROSE), first);
    }

    #[test]
    fn what_stands_around_tells_templates_apart() {
        let plain = template("<li><a href=/a>A</a>", PROSE);
        assert_ne!(template("<li class=shop><a href=/a>A</a>", PROSE), plain);
        assert_ne!(read(&format!("<main>{PROSE}</main>")).document.template, plain);
    }
}
