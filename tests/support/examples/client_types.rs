//! Writes what is generated for the client packages; the argument is the root of the repository.

use std::error::Error;
use std::path::PathBuf;

use citable_test_support::clients::generated;

fn main() -> Result<(), Box<dyn Error>> {
    let root: PathBuf = std::env::args_os().nth(1).ok_or("usage: client_types ROOT")?.into();
    let document = std::fs::read_to_string(root.join("docs/openapi.json"))?;
    for file in generated(&serde_json::from_str(&document)?)? {
        std::fs::write(root.join(file.path), file.text)?;
    }
    Ok(())
}
