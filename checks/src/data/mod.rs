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

/// The lists of a file, as a struct of its own, and what was read from it.
macro_rules! words {
    ($file:literal => $vis:vis static $name:ident: $kind:ident { $($fields:tt)* }) => {
        $crate::data::words! { $vis struct $kind { $($fields)* } }
        $vis static $name: std::sync::LazyLock<$kind> =
            std::sync::LazyLock::new(|| $crate::data::read!($file));
    };
    ($vis:vis struct $kind:ident { $($fields:tt)* }) => {
        #[derive(serde::Deserialize)]
        #[serde(rename_all = "camelCase", deny_unknown_fields)]
        $vis struct $kind {
            #[expect(dead_code, reason = "says where the file comes from")]
            source: String,
            #[expect(dead_code, reason = "says how old the file is")]
            #[serde(alias = "checked")]
            written: String,
            $($fields)*
        }
    };
}

pub(crate) use {read, words};

/// What a file with that name says.
#[expect(clippy::expect_used, reason = "the files are part of the program, and tests read each")]
pub(crate) fn parse<T: DeserializeOwned>(name: &str, text: &str) -> T {
    let parsed = serde_json::from_str(text).map_err(|error| format!("data/{name}: {error}"));
    parsed.expect("the data files are valid")
}
