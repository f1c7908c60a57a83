//! The fix of a page that is only a form: most need nothing that engines could cite.

use crate::fix::Fix;
use crate::wording::how_many;

/// To say what the form is for, where engines are to cite it.
pub(super) fn fix(name: &str, words: usize, least: usize) -> Fix {
    Fix::new(
        "content-depth",
        format!("Explain what {name} is for, if engines should cite it"),
        "Scan the page again and compare the word count of the main content.",
    )
    .step("If the page is only there to log in, register or contact you, leave it as it is.")
    .step(format!(
        "Otherwise write what it is for and what readers need for it: the main content has \
         {}, and needs {least}.",
        how_many(words, "word"),
    ))
    .conditional(true)
}
