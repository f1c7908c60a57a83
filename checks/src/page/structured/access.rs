//! Asking a node for its properties, references followed.

use super::{Node, StructuredData, Value, is_a};

/// The most nodes of one id that are asked.
const SAME_ID_MAX: usize = 8;

/// A node with the data that it stands in.
#[derive(Clone, Copy, Debug)]
pub struct NodeRef<'a> {
    data: &'a StructuredData,
    index: usize,
}

impl StructuredData {
    /// Every node, in order.
    pub fn all(&self) -> impl Iterator<Item = NodeRef<'_>> {
        (0..self.nodes.len()).map(|index| NodeRef { data: self, index })
    }

    /// Every node of that type or a kind of it, in order.
    pub fn of_type<'a, 'b>(
        &'a self,
        type_name: &'b str,
    ) -> impl Iterator<Item = NodeRef<'a>> + use<'a, 'b> {
        self.all().filter(move |node| node.is(type_name))
    }

    /// The node in that place, if there is one.
    pub fn node(&self, index: usize) -> Option<NodeRef<'_>> {
        (index < self.nodes.len()).then_some(NodeRef { data: self, index })
    }
}

impl PartialEq for NodeRef<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.index == other.index && std::ptr::eq(self.data, other.data)
    }
}

impl<'a> NodeRef<'a> {
    /// Its place in [`StructuredData::nodes`].
    #[must_use]
    pub fn index(self) -> usize {
        self.index
    }

    /// The node itself.
    #[must_use]
    pub fn node(self) -> &'a Node {
        &self.data.nodes[self.index]
    }

    /// Whether one of its types is that one or a kind of it. A node without a type is nothing.
    #[must_use]
    pub fn is(self, type_name: &str) -> bool {
        self.node().types.iter().any(|own| is_a(own, type_name))
    }

    /// The same; where it has no type, whether another node of the same id is that.
    #[must_use]
    pub fn stands_for(self, type_name: &str) -> bool {
        if !self.node().types.is_empty() {
            return self.is(type_name);
        }
        let same = self.node().id.as_ref().and_then(|id| self.data.ids.get(id));
        let mut others = same.into_iter().flatten().take(SAME_ID_MAX).copied();
        others.any(|index| Self { data: self.data, index }.is(type_name))
    }

    /// The values of a property, in order; where the node has none, those that another node of the
    /// same id gives it.
    #[must_use]
    pub fn values(self, property: &str) -> &'a [Value] {
        let find = |index: usize| {
            let node = &self.data.nodes[index];
            node.properties.iter().find(|(name, _)| name == property).map(|(_, values)| &values[..])
        };
        let same = self.node().id.as_ref().and_then(|id| self.data.ids.get(id));
        let others = same.into_iter().flatten().take(SAME_ID_MAX).copied();
        find(self.index).or_else(|| others.into_iter().find_map(find)).unwrap_or_default()
    }

    /// Whether the node has a value that is not empty for that property.
    #[must_use]
    pub fn has(self, property: &str) -> bool {
        self.values(property).iter().any(|value| match value {
            Value::Text(text) => !text.trim().is_empty(),
            Value::Node(index) => {
                let node = NodeRef { data: self.data, index: *index }.resolved().node();
                !node.types.is_empty() || !node.properties.is_empty() || node.id.is_some()
            }
            Value::Number(_) | Value::Bool(_) => true,
        })
    }

    /// The first text or number of a property that is not empty, trimmed.
    #[must_use]
    pub fn text(self, property: &str) -> Option<&'a str> {
        self.texts(property).next()
    }

    /// Every text and number of a property that is not empty, trimmed.
    pub fn texts(self, property: &str) -> impl Iterator<Item = &'a str> + use<'a> {
        self.values(property).iter().filter_map(|value| match value {
            Value::Text(text) | Value::Number(text) => Some(text.trim()).filter(|t| !t.is_empty()),
            Value::Bool(_) | Value::Node(_) => None,
        })
    }

    /// The nodes of a property; a reference is followed to the node that it names.
    pub fn nodes(self, property: &str) -> impl Iterator<Item = NodeRef<'a>> + use<'a> {
        self.values(property).iter().filter_map(move |value| match value {
            Value::Node(index) => Some(NodeRef { data: self.data, index: *index }.resolved()),
            _ => None,
        })
    }

    /// A truth value, as JSON, as text of any case, or as the address that schema.org has for it.
    #[must_use]
    pub fn boolean(self, property: &str) -> Option<bool> {
        self.values(property).iter().find_map(|value| match value {
            Value::Bool(value) => Some(*value),
            Value::Text(text) => boolean(text),
            Value::Node(index) => boolean(self.data.nodes[*index].id.as_deref()?),
            Value::Number(_) => None,
        })
    }

    /// Where the node only refers to another one: that one.
    fn resolved(self) -> Self {
        let node = self.node();
        if !node.types.is_empty() || !node.properties.is_empty() {
            return self;
        }
        let named = node.id.as_ref().and_then(|id| self.data.ids.get(id)?.first());
        named.map_or(self, |index| Self { data: self.data, index: *index })
    }
}

fn boolean(text: &str) -> Option<bool> {
    let name = super::types::local_name(text);
    match () {
        () if name.eq_ignore_ascii_case("true") => Some(true),
        () if name.eq_ignore_ascii_case("false") => Some(false),
        () => None,
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{read_block, read_html};

    #[test]
    fn references_are_followed_across_blocks() {
        let data = read_html(
            "<script type=application/ld+json>{\"@type\": \"Article\", \"author\":\
             {\"@id\": \"#me\"}, \"publisher\": {\"@id\": \"#gone\"}}</script>\
             <script type=application/ld+json>[{\"@type\": \"Person\", \"@id\": \"#me\",\
             \"name\": \" Ada \"}, {\"@id\": \"#me\", \"url\": \"/ada\"}]</script>",
        );
        let article = data.of_type("Article").next().unwrap();
        let author = article.nodes("author").next().unwrap();
        assert_eq!((author.text("name"), author.text("url")), (Some("Ada"), Some("/ada")));
        assert!(author.is("Person"));
        let publisher = article.nodes("publisher").next().unwrap();
        assert_eq!(publisher.node().id.as_deref(), Some("#gone"));
        assert!(article.has("publisher") && !article.has("image"));
    }

    #[test]
    fn cycles_are_only_numbers() {
        let data = read_block(
            r##"[{"@id": "#a", "@type": "A", "b": {"@id": "#b"}},
                {"@id": "#b", "@type": "B", "a": {"@id": "#a"}},
                {"@id": "#c", "c": {"@id": "#c"}}]"##,
        );
        let mut node = data.of_type("A").next().unwrap();
        for _ in 0..3 {
            node = node.nodes("b").next().unwrap().nodes("a").next().unwrap();
        }
        assert!(node.is("A"));
    }

    #[test]
    fn truth_is_told_in_many_ways() {
        for (value, expected) in [
            ("false", Some(false)),
            ("true", Some(true)),
            ("\"False\"", Some(false)),
            ("\"http://schema.org/False\"", Some(false)),
            ("{\"@id\": \"https://schema.org/True\"}", Some(true)),
            ("\"no\"", None),
            ("0", None),
            ("null", None),
        ] {
            let data = read_block(&format!("{{\"@type\": \"A\", \"free\": {value}}}"));
            assert_eq!(data.all().next().unwrap().boolean("free"), expected, "{value}");
        }
    }

    #[test]
    fn empty_values_are_none() {
        let data = read_block(r#"{"a": " ", "b": {}, "c": [], "d": 0, "e": ["", "x"]}"#);
        let node = data.all().next().unwrap();
        let has = ["a", "b", "c", "d", "e"].map(|name| node.has(name));
        assert_eq!(has, [false, false, false, true, true]);
        assert_eq!((node.text("e"), node.text("d")), (Some("x"), Some("0")));
    }
}
