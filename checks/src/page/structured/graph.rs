//! From the JSON of one block to nodes (JSON-LD 1.1), without fetching any context.

use super::json::Json;
use super::types::{is_of_others, is_schema_org, local_name};
use super::{Context, Node, StructuredData, Syntax, Value};

/// Adds the nodes of a block; returns its vocabulary and its nodes that stand in no other.
pub(super) fn add(json: Json, line: u32, data: &mut StructuredData) -> (Context, Vec<usize>) {
    let mut graph = Graph { line, nodes: &mut data.nodes, top_level: Vec::new(), context: None };
    graph.top(json, None);
    (graph.context.unwrap_or(Context::Missing), graph.top_level)
}

struct Graph<'a> {
    line: u32,
    nodes: &'a mut Vec<Node>,
    top_level: Vec<usize>,
    /// Of the objects so far, the context that says least.
    context: Option<Context>,
}

/// An object in its parts.
#[derive(Default)]
struct Object {
    context: Option<Json>,
    graph: Option<Json>,
    id: Option<String>,
    types: Vec<String>,
    properties: Vec<(String, Json)>,
}

impl Graph<'_> {
    /// A value that stands in no node. The depth of the parser bounds the recursion.
    fn top(&mut self, json: Json, inherited: Option<Context>) {
        match json {
            Json::List(list) => list.into_iter().for_each(|json| self.top(json, inherited)),
            Json::Object(entries) => {
                let object = Object::from(entries);
                let context = object.context.as_ref().map(context_of).or(inherited);
                let own = context.unwrap_or(Context::Missing);
                self.context = Some(self.context.map_or(own, |context| context.min(own)));
                self.top_object(object, context);
            }
            _ => {}
        }
    }

    fn top_object(&mut self, mut object: Object, context: Option<Context>) {
        let graph = object.graph.take();
        // An object that only holds a graph names it; it is no thing of its own.
        if graph.is_none() || !object.types.is_empty() {
            let index = self.node(object, true);
            self.top_level.push(index);
        }
        if let Some(graph) = graph {
            self.top(graph, context.or(Some(Context::Missing)));
        }
    }

    fn node(&mut self, object: Object, is_top_level: bool) -> usize {
        let index = self.nodes.len();
        self.nodes.push(Node {
            syntax: Syntax::JsonLd,
            line: self.line,
            types: object.types,
            id: object.id,
            is_top_level,
            properties: Vec::new(),
            property_lines: Vec::new(),
        });
        for (name, json) in object.properties {
            let mut values = Vec::new();
            self.values(json, &mut values);
            self.nodes[index].properties.push((name, values));
        }
        index
    }

    fn values(&mut self, json: Json, values: &mut Vec<Value>) {
        match json {
            Json::Null => {}
            Json::Bool(value) => values.push(Value::Bool(value)),
            Json::Number(number) => values.push(Value::Number(number)),
            Json::Text(text) => values.push(Value::Text(text)),
            Json::List(list) => list.into_iter().for_each(|json| self.values(json, values)),
            Json::Object(mut entries) => {
                let wraps =
                    |(key, _): &(String, Json)| matches!(key.as_str(), "@value" | "@list" | "@set");
                match entries.iter().position(wraps) {
                    Some(wrapper) => self.values(entries.swap_remove(wrapper).1, values),
                    None => values.push(Value::Node(self.node(Object::from(entries), false))),
                }
            }
        }
    }
}

impl From<Vec<(String, Json)>> for Object {
    fn from(entries: Vec<(String, Json)>) -> Self {
        let has = |name: &str| entries.iter().any(|(key, _)| key == name);
        // schema.org's own context has these names for the keywords.
        let (plain_id, plain_type) = (!has("@id"), !has("@type"));
        let mut object = Self::default();
        for (key, value) in entries {
            match key.as_str() {
                "@context" => object.context = Some(value),
                "@graph" => object.graph = Some(value),
                "@id" => object.id = text(value),
                "id" if plain_id => object.id = text(value),
                "@type" => object.types = type_names(value),
                "type" if plain_type => object.types = type_names(value),
                keyword if keyword.starts_with('@') => {}
                name => object.properties.push((local_name(name).to_owned(), value)),
            }
        }
        object
    }
}

fn text(json: Json) -> Option<String> {
    match json {
        Json::Text(text) => Some(text.trim().to_owned()).filter(|text| !text.is_empty()),
        _ => None,
    }
}

fn type_names(json: Json) -> Vec<String> {
    let list = match json {
        Json::List(list) => list,
        other => vec![other],
    };
    list.into_iter().filter_map(text).map(|name| local_name(&name).to_owned()).collect()
}

/// Which vocabulary a `@context` names: an address, an object, or several of them.
fn context_of(json: &Json) -> Context {
    match json {
        Json::Null => Context::Missing,
        Json::Text(address) if is_schema_org(address) => Context::SchemaOrg,
        Json::Text(address) if is_of_others(address) => Context::OfOthers,
        Json::Object(entries) => {
            let names = |(_, value): &(String, Json)| matches!(value, Json::Text(address) if is_schema_org(address));
            if entries.iter().any(names) { Context::SchemaOrg } else { Context::Other }
        }
        Json::List(list) => list.iter().map(context_of).max().unwrap_or(Context::Missing),
        _ => Context::Other,
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{read_block, read_html};
    use super::super::{BlockOutcome, StructuredData};
    use super::*;

    fn context(json: &str) -> Context {
        match &read_block(json).blocks[0].outcome {
            BlockOutcome::Parsed { context, .. } => *context,
            outcome => panic!("{outcome:?}"),
        }
    }

    fn shape(data: &StructuredData) -> Vec<(&str, bool)> {
        data.nodes
            .iter()
            .map(|node| (node.types.first().map_or("", String::as_str), node.is_top_level))
            .collect()
    }

    #[test]
    fn contexts_are_read_in_every_form() {
        for (json, expected) in [
            (r#"{"@context": "https://schema.org"}"#, Context::SchemaOrg),
            (r#"{"@context": "http://schema.org/"}"#, Context::SchemaOrg),
            (r#"{"@context": ["https://x.example", "https://schema.org"]}"#, Context::SchemaOrg),
            (r#"{"@context": {"@vocab": "http://schema.org/"}}"#, Context::SchemaOrg),
            (r#"{"@context": {"schema": "http://schema.org/"}}"#, Context::SchemaOrg),
            (r#"{"@context": "https://x.example"}"#, Context::Other),
            (r#"{"@context": "schema.org"}"#, Context::Other),
            (
                r#"{"@context": "https://ziyuan.baidu.com/contexts/cambrian.jsonld "}"#,
                Context::OfOthers,
            ),
            (r#"{"@type": "Article"}"#, Context::Missing),
            (r#"{"@context": null}"#, Context::Missing),
            (r#"[{"@context": "https://schema.org"}, {"@type": "A"}]"#, Context::Missing),
            (r#"{"@context": "https://schema.org", "@graph": [{}, {}]}"#, Context::SchemaOrg),
            (r#"{"@graph": [{"@context": "https://schema.org"}]}"#, Context::Missing),
            ("null", Context::Missing),
        ] {
            assert_eq!(context(json), expected, "{json}");
        }
    }

    #[test]
    fn every_object_is_a_node_in_order() {
        let data = read_html(
            "<script type=application/ld+json>{\"@context\": \"https://schema.org\", \"@graph\":\
             [{\"@type\": \"A\", \"author\": {\"@type\": [\"http://schema.org/B\", \"C\"]}},\
             [{\"@type\": \"schema:D\"}]]}</script>\
             <script type=application/ld+json>[{\"@type\": \"E\", \"x\": [1, {\"name\": \"F\"}]},\
             \"text\", {\"@type\": \"G\", \"@graph\": {\"@type\": \"H\"}}]</script>",
        );
        let expected = [
            ("A", true),
            ("B", false),
            ("D", true),
            ("E", true),
            ("", false),
            ("G", true),
            ("H", true),
        ];
        assert_eq!(shape(&data), expected);
        assert_eq!(data.nodes[1].types, ["B", "C"]);
    }

    #[test]
    fn values_lose_what_wraps_them() {
        let data = read_block(
            r#"{"schema:name": {"@value": "a", "@language": "en"}, "id": "x", "type": "T",
                "https://schema.org/list": {"@list": [1, {"@value": true}, null, "b"]}}"#,
        );
        let node = &data.nodes[0];
        assert_eq!((node.id.as_deref(), node.types[0].as_str()), (Some("x"), "T"));
        let [name, list] = &node.properties[..] else { panic!("{node:?}") };
        assert_eq!(name, &("name".to_owned(), vec![Value::Text("a".to_owned())]));
        let values =
            [Value::Number("1".into()), Value::Bool(true), Value::Text("b".into())].to_vec();
        assert_eq!(list, &("list".to_owned(), values));
    }
}
