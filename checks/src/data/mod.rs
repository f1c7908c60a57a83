//! The lists that are data: words of languages, names, codes. Each is a file of this folder.

use serde::de::DeserializeOwned;

/// What stands in that file of this folder.
macro_rules! read {
    ($file:literal) => {
        $crate::data::parse(
            $file,
            include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/data/", $file)),
        )
    };
}

pub(crate) use read;

/// What a file with that name says.
#[expect(clippy::expect_used, reason = "the files are part of the program, and tests read each")]
pub(crate) fn parse<T: DeserializeOwned>(name: &str, text: &str) -> T {
    let parsed = serde_json::from_str(text).map_err(|error| format!("data/{name}: {error}"));
    parsed.expect("the data files are valid")
}
