//! What to do at an address that isn't the page's own: its canonical is right, and names another.

use url::Url;

use crate::fix::Fix;
use crate::page::Page;
use crate::paste::{code, in_title, line};

/// Whether two paths have as many parts: `/tea.12345/page-2` is more than another slug of
/// `/tea.12345`.
pub(super) fn has_as_many_parts(one: &Url, other: &Url) -> bool {
    let parts = |url: &Url| url.path().split('/').filter(|part| !part.is_empty()).count();
    parts(one) == parts(other)
}

/// To give up an address at which the site shows another page, which links are to find under its own.
pub(super) fn leave(page: &Page, canonical: &Url) -> Fix {
    let whole = code(&line(canonical.as_str()));
    let own = in_title(page.final_url.as_str());
    Fix::new(
        "canonical",
        format!("Redirect {own}, which shows the page {}", in_title(canonical.as_str())),
        "Open this URL: it leads to another URL, whose canonical is that URL itself.",
    )
    .step(format!("Leave the canonical as it is: this URL shows the page {whole}."))
    .step(
        "If the product or subject in this URL has a page of its own, redirect this URL to that page \
         (301). If not, redirect it to the canonical.",
    )
}

/// To send visitors from a slug that was given up to the one that the page names.
pub(super) fn redirect_moved(page: &Page, canonical: &Url) -> Fix {
    let whole = code(&line(canonical.as_str()));
    let own = in_title(page.final_url.as_str());
    Fix::new(
        "canonical",
        format!("Redirect {own} to its canonical {}", in_title(canonical.as_str())),
        "Open this URL: the address bar shows the canonical.",
    )
    .step("The canonical is right: leave it as it is. This URL is another slug of the same page.")
    .step(format!(
        "Redirect this URL to {whole} (301), and use that URL in your links and sitemaps."
    ))
    .step(format!("To see the page's own result, scan {whole}."))
}

pub(super) fn scan_canonical(page: &Page, canonical: &Url) -> Fix {
    let target = in_title(canonical.as_str());
    let own = in_title(page.final_url.as_str());
    let whole = code(&line(canonical.as_str()));
    Fix::new(
        "canonical",
        format!("Scan {target} instead: {own} is a variant of it"),
        format!("Scan {whole}: its canonical is its own URL."),
    )
    .step("Leave the canonical as it is.")
    .step(format!("Link to {whole} in navigation, sitemaps and posts: engines cite that URL."))
    .step(format!("If nobody needs {own}, redirect it to the canonical (301)."))
}
