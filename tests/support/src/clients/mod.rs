//! What is generated for the client packages from the API description: types and the table of
//! operations.

mod model;
mod operations;
mod python;
mod typescript;

use serde_json::Value;

/// First line of every generated file, after the marks of a comment.
const NOTE: &str = "Generated from docs/openapi.json by `just docs`. Do not edit.";

/// A generated file.
#[derive(Clone, Debug)]
pub struct Generated {
    /// Its path in the repository.
    pub path: &'static str,
    /// What it holds.
    pub text: String,
}

/// Returns the files of the client packages that follow from that description.
///
/// # Errors
/// What the description contains that the generator doesn't know, with its place.
pub fn generated(document: &Value) -> Result<Vec<Generated>, String> {
    let schemas = model::schemas(document)?;
    Ok(vec![
        Generated {
            path: "clients/python/src/citable_client/types.py",
            text: python::written(&schemas)?,
        },
        Generated {
            path: "clients/javascript/types/schema.d.ts",
            text: typescript::written(&schemas),
        },
        Generated { path: "clients/vectors/operations.json", text: operations::written(document)? },
    ])
}

#[cfg(test)]
mod tests;
