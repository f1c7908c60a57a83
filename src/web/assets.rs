//! Style sheets, scripts and images of the site. Each file's URL contains a digest of the file, so
//! browsers keep it for good and still get a new one at once.

use std::sync::LazyLock;

use hyper::body::Bytes;
use hyper::header::{CACHE_CONTROL, VARY};

use crate::http::call::Call;
use crate::http::problem::{OK, Problem};
use crate::http::reply::{self, Response, With};
use crate::http::{compress, conditional};

const SCRIPT: &str = "text/javascript; charset=utf-8";
const STYLE: &str = "text/css; charset=utf-8";
const SVG: &str = "image/svg+xml";
const PNG: &str = "image/png";
/// Digits of the digest that a file's URL contains.
const DIGITS: usize = 12;

/// Style of everything: reports and the pages around them.
const SITE: &str = concat!(
    include_str!("../render/templates/tokens.css"),
    include_str!("../render/templates/report.css"),
    include_str!("templates/site.css"),
    include_str!("templates/forms.css"),
);

/// The files: name, ending, media type and content.
static FILES: &[(&str, &str, &str, &[u8])] = &[
    ("site", "css", STYLE, SITE.as_bytes()),
    ("report", "js", SCRIPT, include_bytes!("../render/templates/report.js")),
    ("progress", "js", SCRIPT, include_bytes!("assets/progress.js")),
    ("forms", "js", SCRIPT, include_bytes!("assets/forms.js")),
    ("icon", "svg", SVG, include_bytes!("assets/icon.svg")),
    ("card", "png", PNG, include_bytes!("assets/card.png")),
    (
        "swagger-ui-bundle",
        "js",
        SCRIPT,
        include_bytes!("assets/vendor/swagger-ui/swagger-ui-bundle.js"),
    ),
    ("swagger-ui", "css", STYLE, include_bytes!("assets/vendor/swagger-ui/swagger-ui.css")),
    ("reference", "js", SCRIPT, include_bytes!("assets/reference.js")),
    ("reference", "css", STYLE, include_bytes!("assets/reference.css")),
];

/// A file as it is served.
struct Asset {
    /// Name without the digest, such as `site.css`.
    name: String,
    path: String,
    media: &'static str,
    plain: Bytes,
    gzip: Option<Bytes>,
}

static ASSETS: LazyLock<Vec<Asset>> = LazyLock::new(|| {
    let asset = |(name, ending, media, bytes): &(&str, &str, &'static str, &'static [u8])| {
        let digest = conditional::entity_tag(bytes);
        let digits = &digest.trim_matches('"')[..DIGITS];
        Asset {
            name: format!("{name}.{ending}"),
            path: format!("/assets/{name}.{digits}.{ending}"),
            media,
            plain: Bytes::from_static(bytes),
            gzip: (*media != PNG).then(|| compress::gzip(bytes).into()),
        }
    };
    FILES.iter().map(asset).collect()
});

/// Returns the URL path of the file of that name, such as `site.css`. Empty if there is none, which
/// a test rules out for every name that pages use.
pub(crate) fn path(name: &str) -> &'static str {
    ASSETS.iter().find(|asset| asset.name == name).map_or("", |asset| &asset.path)
}

/// Answers with the file.
pub(crate) async fn serve(call: Call) -> Result<Response, Problem> {
    let path = call.head.parts.uri.path();
    let asset = ASSETS.iter().find(|asset| asset.path == path);
    let asset = asset.ok_or_else(|| Problem::not_found("No such file."))?;
    let packed = asset.gzip.clone().filter(|_| compress::is_accepted(call.headers()));
    let response = match packed {
        Some(packed) => compress::marked(reply::bytes(OK, asset.media, packed)),
        None => reply::bytes(OK, asset.media, asset.plain.clone()),
    };
    Ok(response
        .with_static(CACHE_CONTROL, "public, max-age=31536000, immutable")
        .with_static(VARY, "Accept-Encoding"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_that_a_template_names_is_there() {
        let templates = concat!(
            include_str!("templates/layout.html"),
            include_str!("templates/report_page.html"),
            include_str!("templates/home.html"),
            include_str!("templates/reference.html"),
        );
        let named = templates.split("asset(\"").skip(1).filter_map(|rest| rest.split('"').next());
        let named: Vec<&str> = named.collect();
        assert!(named.len() > 3, "{named:?}");
        for name in named {
            assert!(!path(name).is_empty(), "{name}");
        }
    }

    #[test]
    fn vendored_files_are_what_was_published() {
        let sums = include_str!("assets/vendor/swagger-ui/SHA256SUMS");
        for name in ["swagger-ui-bundle.js", "swagger-ui.css"] {
            let asset = ASSETS.iter().find(|asset| asset.name == name).unwrap();
            let sum = conditional::entity_tag(&asset.plain);
            assert!(sums.contains(&format!("{}  {name}\n", sum.trim_matches('"'))), "{name}");
        }
    }

    #[test]
    fn styles_and_scripts_are_within_the_budget() {
        let bytes = |of: &str| -> usize {
            let ours = |asset: &&Asset| {
                asset.name.ends_with(of)
                    && !asset.name.contains("swagger")
                    && !asset.name.contains("reference")
            };
            ASSETS.iter().filter(ours).filter_map(|asset| Some(asset.gzip.as_ref()?.len())).sum()
        };
        assert!(bytes(".css") <= 8 * 1024, "{}", bytes(".css"));
        assert!(bytes(".js") <= 6 * 1024, "{}", bytes(".js"));
    }
}
