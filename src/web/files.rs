//! Small files at fixed places of the site, for programs.

use std::fmt::Write as _;
use std::time::Duration;

use citable_actors::clock::rfc3339;
use hyper::header::CACHE_CONTROL;
use url::Url;

use crate::http::call::Call;
use crate::http::conditional;
use crate::http::problem::Problem;
use crate::http::reply::{Response, TEXT, With};
use crate::web::page::redirect;
use crate::web::{assets, docs};

const XML: &str = "application/xml";
const DAY: Duration = Duration::from_secs(24 * 60 * 60);
/// How long the contact is good for; RFC 9116 section 2.5.5 advises less than a year.
const CONTACT_DAYS: i64 = 180;

/// What crawlers may read here: the reference. Links with tokens and answers about an account are
/// not for them.
const ROBOTS: &str = "User-agent: *\n\
    Allow: /\n\
    Allow: /api/v1/docs\n\
    Allow: /api/v1/llms.txt\n\
    Allow: /api/v1/openapi.json\n\
    Allow: /api/v1/sandbox\n\
    Disallow: /api/\n\
    Disallow: /account\n\
    Disallow: /dev/\n\
    Disallow: /login/confirm\n\
    Disallow: /unsubscribe\n";
/// Public pages besides those of the documentation.
const PAGES: [&str; 3] = ["/", "/bot", "/docs"];

/// `robots.txt` (RFC 9309).
pub(super) async fn robots(call: Call) -> Result<Response, Problem> {
    let sitemap = call.app().link("/sitemap.xml");
    Ok(file(&call, TEXT, format!("{ROBOTS}\nSitemap: {sitemap}\n")))
}

/// `sitemap.xml` (<https://www.sitemaps.org/protocol.html>): the pages that search engines index,
/// with the day of their last change where it is known.
pub(super) async fn sitemap(call: Call) -> Result<Response, Problem> {
    let undated = PAGES.iter().map(|path| (*path, None));
    let dated = docs::pages().iter().map(|page| (page.path.as_str(), Some(page.updated.as_str())));
    let mut text = String::from(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
         <urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n",
    );
    for (path, updated) in undated.chain(dated) {
        let changed = updated.map(|day| format!("<lastmod>{day}</lastmod>")).unwrap_or_default();
        let url = call.app().link(path);
        let _infallible = writeln!(text, "<url><loc>{url}</loc>{changed}</url>");
    }
    text.push_str("</urlset>\n");
    Ok(file(&call, XML, text))
}

/// The icon, for browsers that ask for it at its old place.
pub(super) async fn icon(_call: Call) -> Result<Response, Problem> {
    Ok(redirect(assets::path("icon.svg")))
}

/// `security.txt` (RFC 9116); there is none where the operator names no contact.
pub(super) async fn security(call: Call) -> Result<Response, Problem> {
    let Some(contact) = &call.app().operator.security_contact else {
        return Err(Problem::not_found("The operator of this service hasn't named a contact."));
    };
    let canonical = call.app().link("/.well-known/security.txt");
    let text = security_text(contact, &canonical, call.app().clock.now_ms());
    Ok(file(&call, TEXT, text))
}

/// The file; its end is counted from the day, so that it is the same all day long.
fn security_text(contact: &Url, canonical: &str, now: i64) -> String {
    let day = i64::try_from(DAY.as_millis()).unwrap_or(i64::MAX);
    let expires = rfc3339((now.div_euclid(day) + CONTACT_DAYS) * day);
    format!(
        "Contact: {contact}\nExpires: {expires}\nPreferred-Languages: en\nCanonical: {canonical}\n"
    )
}

fn file(call: &Call, media: &'static str, text: String) -> Response {
    conditional::tagged(call.headers(), media, text.into_bytes())
        .with_static(CACHE_CONTROL, "public, max-age=3600")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_contact_is_good_for_half_a_year_from_today() {
        let contact = Url::parse("mailto:security@citable.test").unwrap();
        let canonical = "https://citable.test/.well-known/security.txt";
        let text = |now| security_text(&contact, canonical, now);
        assert_eq!(
            text(86_399_999),
            "Contact: mailto:security@citable.test\nExpires: 1970-06-30T00:00:00.000Z\n\
             Preferred-Languages: en\nCanonical: https://citable.test/.well-known/security.txt\n"
        );
        assert_eq!(text(0), text(86_399_999));
        assert_ne!(text(0), text(86_400_000));
    }
}
