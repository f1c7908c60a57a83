//! What the API description says of a route.

use schemars::{JsonSchema, Schema, SchemaGenerator};

use super::problem::{Code, Status};

/// What the API description says of a route.
pub(crate) struct Doc {
    pub(crate) operation_id: &'static str,
    pub(crate) tag: &'static str,
    pub(crate) summary: &'static str,
    pub(crate) description: &'static str,
    pub(crate) parameters: &'static [Parameter],
    /// The JSON body.
    pub(crate) request: Option<SchemaOf>,
    pub(crate) answers: &'static [Answer],
    /// The codes it may answer with, besides those of every route.
    pub(crate) errors: &'static [Code],
}

/// One parameter of a request.
pub(crate) struct Parameter {
    pub(crate) name: &'static str,
    pub(crate) place: Place,
    /// Whether a request without it is refused.
    pub(crate) required: bool,
    pub(crate) description: &'static str,
    pub(crate) form: Form,
    /// A value that it may have.
    pub(crate) example: &'static str,
}

/// Which values a parameter has. All others are refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    /// Any text.
    Text,
    /// A text that this regular expression matches.
    Like(&'static str),
    /// A whole number within these bounds, and what it is where it is left out.
    Whole { least: usize, most: usize, default: usize },
}

/// Where a parameter is sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    Path,
    Query,
    Header,
}

/// One answer that is no error.
pub(crate) struct Answer {
    pub(crate) status: Status,
    pub(crate) description: &'static str,
    pub(crate) media: &'static str,
    /// What the body is one of; empty for an answer without a body.
    pub(crate) bodies: &'static [SchemaOf],
    /// Names and meanings of its headers, besides those of every answer.
    pub(crate) headers: &'static [(&'static str, &'static str)],
}

/// Gives the schema of a type, and the types it names to the generator.
pub(crate) type SchemaOf = fn(&mut SchemaGenerator) -> Schema;

/// The schema of a type, for [`SchemaOf`].
pub(crate) fn schema_of<T: JsonSchema>(generator: &mut SchemaGenerator) -> Schema {
    generator.subschema_for::<T>()
}
