//! Where a robots directive stands, as evidence.

use crate::check::quote;
use crate::directives::Origin;
use crate::report::Detail;

/// The element or header as it stands there.
pub(super) fn origin_detail(origin: &Origin) -> Detail {
    let label = match (origin.line, origin.in_body) {
        (None, _) => "HTTP header",
        (Some(_), false) => "Meta tag",
        (Some(_), true) => "Meta tag in the body, where Google obeys it too",
    };
    Detail { line: origin.line, ..quote(label, &origin.verbatim) }
}
