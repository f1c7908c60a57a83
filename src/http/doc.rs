//! What the API description says of a route.

use schemars::{JsonSchema, Schema, SchemaGenerator};

use super::problem::{Code, NOT_MODIFIED, Status};
use super::reply::JSON;

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

impl Doc {
    /// What every description begins from: a route that reads nothing and refuses nothing.
    pub(crate) const BARE: Self = Self {
        operation_id: "",
        tag: "",
        summary: "",
        description: "",
        parameters: &[],
        request: None,
        answers: &[],
        errors: &[],
    };
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

impl Answer {
    /// An answer with one of these bodies.
    pub(crate) const fn of(
        status: Status,
        description: &'static str,
        media: &'static str,
        bodies: &'static [SchemaOf],
    ) -> Self {
        Self { status, description, media, bodies, headers: &[] }
    }

    /// An answer in JSON.
    pub(crate) const fn json<T: JsonSchema>(status: Status, description: &'static str) -> Self {
        Self::of(status, description, JSON, &[schema_of::<T>])
    }

    /// An answer in another form.
    pub(crate) const fn text(
        status: Status,
        description: &'static str,
        media: &'static str,
    ) -> Self {
        Self::of(status, description, media, &[schema_of::<String>])
    }

    /// An answer without a body.
    pub(crate) const fn empty(status: Status, description: &'static str) -> Self {
        Self::of(status, description, "", &[])
    }

    /// The answer to a caller who has the current version.
    pub(crate) const fn unchanged(headers: &'static [(&'static str, &'static str)]) -> Self {
        let description = "Not modified: `If-None-Match` names the current version.";
        Self::empty(NOT_MODIFIED, description).with(headers)
    }

    /// The same answer with these headers.
    pub(crate) const fn with(self, headers: &'static [(&'static str, &'static str)]) -> Self {
        Self { headers, ..self }
    }
}

/// Gives the schema of a type, and the types it names to the generator.
pub(crate) type SchemaOf = fn(&mut SchemaGenerator) -> Schema;

/// The schema of a type, for [`SchemaOf`].
pub(crate) fn schema_of<T: JsonSchema>(generator: &mut SchemaGenerator) -> Schema {
    generator.subschema_for::<T>()
}
