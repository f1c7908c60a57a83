//! What a page says in Microdata, as JSON-LD.

use serde_json::{Map, Value, json};

use super::known::web_address;
use crate::check::Context;
use crate::excerpt::one_line;
use crate::page::structured::{self, NodeRef};

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
    Copy { context, left: &mut left }.node(node, 0)
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
        for (name, values) in &node.node().properties {
            let mut copies: Vec<Value> = Vec::new();
            for value in values.iter().take(VALUES_OF_ONE) {
                copies.extend(self.value(name, value, depth));
            }
            let copy = match copies.len() {
                0 => continue,
                1 => copies.remove(0),
                _ => Value::Array(copies),
            };
            map.insert(name.clone(), copy);
        }
        map
    }

    fn value(&mut self, name: &str, value: &structured::Value, depth: usize) -> Option<Value> {
        *self.left = self.left.checked_sub(1)?;
        match value {
            structured::Value::Text(text) if text.chars().count() > CHARACTERS_MAX => None,
            structured::Value::Text(text) if ADDRESSES.contains(&name) => {
                web_address(self.context, text).map(Value::from)
            }
            structured::Value::Text(text) | structured::Value::Number(text) => {
                let line = one_line(text, CHARACTERS_MAX);
                (!line.is_empty()).then_some(Value::from(line))
            }
            structured::Value::Bool(truth) => Some(Value::from(*truth)),
            structured::Value::Node(index) if depth < DEPTH_MAX => {
                let data = &self.context.page.document.markup.structured;
                let inner = self.node(data.node(*index)?, depth + 1);
                (inner.len() > 1).then_some(Value::Object(inner))
            }
            structured::Value::Node(_) => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::catalogue::test_html::read;
    use crate::check::Context;
    use crate::json_ld::whole;
    use crate::page::structured::Syntax;

    #[test]
    fn what_microdata_says_is_said_again() {
        let page = read(
            "<html lang=en><title>Tea</title><h1>Tea</h1>\
             <div itemscope itemtype=https://schema.org/Recipe><p itemprop=name>Green tea</p>\
             <img itemprop=image src=/tea.png><span itemprop=recipeIngredient>Leaves</span>\
             <div itemprop=author itemscope itemtype=https://schema.org/Person>\
             <span itemprop=name>Jane Doe</span></div></div>",
        );
        let context = Context::new(&page, false);
        let node = page.main_entity(Syntax::Microdata).unwrap();
        let block = whole(&context, Some(node)).unwrap();
        assert_eq!(block["@type"], "Recipe");
        assert_eq!(block["name"], "Green tea");
        assert_eq!(block["image"], "https://www.example.com/tea.png");
        assert_eq!(block["recipeIngredient"], "Leaves");
        assert_eq!(block["author"]["name"], "Jane Doe");
        assert_eq!(block.get("headline"), None, "a recipe is no article");
    }
}
