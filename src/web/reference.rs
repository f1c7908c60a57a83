//! The interactive reference, and the files that it is made of. Their names change with what is in
//! them, so browsers may keep them for ever.

use askama::Template;
use hyper::header::{ACCESS_CONTROL_ALLOW_ORIGIN, CACHE_CONTROL, HeaderMap};

use crate::http::conditional;
use crate::http::problem::{OK, Problem};
use crate::http::reply::{self, Response, With};
use crate::web::page::{CONTENT_SECURITY_POLICY, HTML, POLICY, REFERRER_POLICY};
use crate::web::visit::Page;

const SCRIPT: &str = "text/javascript; charset=utf-8";
const STYLE: &str = "text/css; charset=utf-8";

/// One file; its name has the first digits of its SHA-256.
struct Asset {
    path: &'static str,
    media: &'static str,
    bytes: &'static [u8],
}

const BUNDLE: Asset = Asset {
    path: "/assets/swagger-ui-bundle.e6a898692f2d.js",
    media: SCRIPT,
    bytes: include_bytes!("assets/vendor/swagger-ui/swagger-ui-bundle.js"),
};
const SHEET: Asset = Asset {
    path: "/assets/swagger-ui.5ed08757e53d.css",
    media: STYLE,
    bytes: include_bytes!("assets/vendor/swagger-ui/swagger-ui.css"),
};
const START: Asset = Asset {
    path: "/assets/reference.42cf74191cd6.js",
    media: SCRIPT,
    bytes: include_bytes!("assets/reference.js"),
};

/// The row of the library.
pub(super) const BUNDLE_ROW: Page =
    Page { path: BUNDLE.path, handler: |_| Box::pin(async { Ok(BUNDLE.answer()) }) };
/// The row of its style sheet.
pub(super) const SHEET_ROW: Page =
    Page { path: SHEET.path, handler: |_| Box::pin(async { Ok(SHEET.answer()) }) };
/// The row of what starts it.
pub(super) const START_ROW: Page =
    Page { path: START.path, handler: |_| Box::pin(async { Ok(START.answer()) }) };

impl Asset {
    fn answer(&self) -> Response {
        reply::bytes(OK, self.media, self.bytes)
            .with_static(CACHE_CONTROL, "public, max-age=31536000, immutable")
    }
}

#[derive(Template)]
#[template(path = "reference.html")]
struct Reference {
    style: &'static str,
    bundle: &'static str,
    start: &'static str,
}

/// The page.
pub(crate) fn show(request: &HeaderMap) -> Result<Response, Problem> {
    let page = Reference { style: SHEET.path, bundle: BUNDLE.path, start: START.path };
    let html = page.render().map_err(|error| {
        tracing::error!(%error, "a page could not be written");
        Problem::internal()
    })?;
    Ok(conditional::tagged(request, HTML, html.into_bytes())
        .with_static(CACHE_CONTROL, "public, max-age=300")
        .with_static(ACCESS_CONTROL_ALLOW_ORIGIN, "*")
        .with_static(CONTENT_SECURITY_POLICY, POLICY)
        .with_static(REFERRER_POLICY, "same-origin"))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The hexadecimal SHA-256.
    fn sum(bytes: &[u8]) -> String {
        conditional::entity_tag(bytes).trim_matches('"').to_owned()
    }

    #[test]
    fn names_change_with_what_is_in_the_files() {
        for asset in [&BUNDLE, &SHEET, &START] {
            let digits = &sum(asset.bytes)[..12];
            assert!(asset.path.contains(&format!(".{digits}.")), "{}: {digits}", asset.path);
        }
    }

    #[test]
    fn vendored_files_are_what_was_published() {
        let sums = include_str!("assets/vendor/swagger-ui/SHA256SUMS");
        for (asset, name) in [(&BUNDLE, "swagger-ui-bundle.js"), (&SHEET, "swagger-ui.css")] {
            let line = format!("{}  {name}\n", sum(asset.bytes));
            assert!(sums.contains(&line), "{name}");
        }
    }
}
