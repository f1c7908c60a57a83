//! One tool of an endpoint: what clients see of it, what a call brings and gives.

use std::sync::{Arc, OnceLock};

use futures_util::future::BoxFuture;
use rmcp::model::{JsonObject, Resource, Tool, ToolAnnotations};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::failure;
use super::visitor::Visitor;
use crate::http::problem::Problem;

/// One tool, for callers of a kind.
pub(super) struct Row<C = Visitor> {
    pub(super) face: Face,
    pub(super) handler: Handler<C>,
}

/// What clients see of a tool.
pub(super) struct Face {
    pub(super) name: &'static str,
    pub(super) title: &'static str,
    pub(super) description: &'static str,
    pub(super) hints: Hints,
    pub(super) input: fn() -> Value,
    pub(super) output: fn() -> Value,
}

/// The face of the tool that a module is; the tool has the module's name.
macro_rules! face {
    ($tool:ident, $title:literal, $hints:expr, $description:literal) => {
        $crate::mcp::row::Face {
            name: stringify!($tool),
            title: $title,
            description: $description,
            hints: $hints,
            input: $tool::input,
            output: $tool::output,
        }
    };
}
pub(super) use face;

/// The row of the tool that a module is, with its face.
macro_rules! row {
    ($tool:ident, $face:expr) => {
        $crate::mcp::row::Row {
            face: $face,
            handler: |caller, arguments| Box::pin($tool::call(caller, arguments)),
        }
    };
    ($tool:ident, $title:literal, $hints:expr, $description:literal) => {
        $crate::mcp::row::row!($tool, $crate::mcp::row::face!($tool, $title, $hints, $description))
    };
}
pub(super) use row;

/// What a tool does with a call.
type Handler<C> = fn(C, Arguments) -> BoxFuture<'static, Result<Facts, Problem>>;

/// What clients may tell people of a tool before it is called.
#[derive(Clone, Copy)]
pub(super) struct Hints {
    pub(super) read_only: bool,
    pub(super) destructive: bool,
    pub(super) idempotent: bool,
    pub(super) open_world: bool,
}

impl Hints {
    /// Reads what this service holds.
    pub(super) const READS: Self =
        Self { read_only: true, destructive: false, idempotent: true, open_world: false };
    /// Fetches a page of the web and adds a scan.
    pub(super) const SCANS: Self =
        Self { read_only: false, destructive: false, idempotent: false, open_world: true };
}

/// What a call brings.
pub(super) struct Arguments(pub(super) JsonObject);

impl Arguments {
    /// The arguments, read.
    pub(super) fn read<T: DeserializeOwned>(self) -> Result<T, Problem> {
        let value = Value::Object(self.0);
        serde_path_to_error::deserialize(value).map_err(|error| failure::arguments(&error))
    }
}

/// What a call that succeeded gives.
#[derive(Clone)]
pub(super) struct Facts {
    /// It, by the tool's output schema.
    pub(super) value: Value,
    /// The same as text.
    pub(super) text: String,
    /// What else is worth reading.
    pub(super) links: Vec<Resource>,
}

impl Facts {
    /// The facts of something that can be written.
    pub(super) fn of<T: Serialize>(facts: &T) -> Result<Self, Problem> {
        serde_json::to_value(facts).map(Self::from).map_err(|error| {
            tracing::error!(%error, "can't serialize the result of a tool");
            Problem::internal()
        })
    }
}

impl From<Value> for Facts {
    fn from(value: Value) -> Self {
        Self { text: value.to_string(), value, links: Vec::new() }
    }
}

impl<C> Row<C> {
    /// The tool as clients see it.
    pub(super) fn tool(&self) -> Tool {
        let face = &self.face;
        let Hints { read_only, destructive, idempotent, open_world } = face.hints;
        let hints = ToolAnnotations::with_title(face.title)
            .read_only(read_only)
            .destructive(destructive)
            .idempotent(idempotent)
            .open_world(open_world);
        Tool::new(face.name, face.description, fields((face.input)()))
            .with_title(face.title)
            .with_raw_output_schema(Arc::new(fields((face.output)())))
            .with_annotations(hints)
    }
}

/// The tools of a server, in the order in which they are listed.
pub(super) struct Table<C: 'static = Visitor> {
    rows: &'static [Row<C>],
    /// The same as clients see them.
    tools: OnceLock<Vec<Tool>>,
}

impl<C: 'static> Table<C> {
    pub(super) const fn of(rows: &'static [Row<C>]) -> Self {
        Self { rows, tools: OnceLock::new() }
    }

    /// Every tool.
    pub(super) const fn rows(&self) -> &'static [Row<C>] {
        self.rows
    }

    /// The tools, as clients see them.
    pub(super) fn tools(&self) -> &[Tool] {
        self.tools.get_or_init(|| self.rows.iter().map(Row::tool).collect())
    }

    /// The tool of that name, as clients see it.
    pub(super) fn tool(&self, name: &str) -> Option<Tool> {
        self.tools().iter().find(|tool| tool.name == name).cloned()
    }
}

fn fields(schema: Value) -> JsonObject {
    match schema {
        Value::Object(fields) => fields,
        _ => JsonObject::new(),
    }
}
