//! The links to a page about the site, and to a contact or an imprint.

use url::{Url, form_urlencoded};

use super::profile::is_contribution;
use super::words::{Purpose, is_beside_about, is_whole_name, purpose};
use crate::check::Context;
use crate::report::PageKind;
use crate::url::registrable_domain;

/// The addresses of a page about the site, and of a contact or an imprint.
pub(super) fn links(context: &Context<'_>) -> (Option<String>, Option<String>) {
    let document = &context.page.document;
    let (mut about, mut contact) = (None, None);
    // Most stand at the foot.
    for link in document.outline.links.iter().rev() {
        if leads_nowhere(&link.href) {
            continue;
        }
        let text = &document.visible_text[link.place.text.clone()];
        // What goes on after such a name in the text, or leads to a place of this page, is about
        // something else: "About green tea".
        let is_text = link.place.in_main && !document.main.low_confidence;
        let is_aside = is_text || link.href.starts_with('#');
        if is_contribution(&link.href) || (is_aside && !is_whole(context, &link.href, text)) {
            continue;
        }
        if is_text && is_somebody(context, &link.href) {
            continue;
        }
        let found = match led_to(&link.href, text) {
            Some(Purpose::About) => &mut about,
            Some(Purpose::Contact) => &mut contact,
            None => continue,
        };
        // Companies speak of themselves on a domain of their own, and link to it beside the text.
        let is_named = !link.place.in_main && (is_whole_name(text) || is_about_site(context, text));
        if found.is_none() && (is_named || is_own(context, &link.href)) {
            *found = Some(link.href.clone());
        }
        if about.is_some() && contact.is_some() {
            break;
        }
    }
    (about, contact)
}

/// Whether an address of mail in the text may be anybody's: of who wrote a part, of an example. At
/// home and on a page of contacts it is the publisher's, as is one of the site's own domain.
fn is_somebody(context: &Context<'_>, href: &str) -> bool {
    let Some(address) = href.strip_prefix("mailto:") else { return false };
    let page = &context.page.final_url;
    let is_of_contacts = context.subject.kind == PageKind::Home
        || page.path().split('/').any(|part| by_part(part) == Some(Purpose::Contact));
    let address = address.split('?').next().unwrap_or_default();
    let host = address.rsplit_once('@').map_or("", |(_, host)| host);
    let own = registrable_domain(page);
    let is_own =
        Url::parse(&format!("https://{host}/")).is_ok_and(|url| registrable_domain(&url) == own);
    !is_of_contacts && !is_own
}

/// A button that opens a menu or a window.
fn leads_nowhere(href: &str) -> bool {
    let href = href.trim();
    href.is_empty() || href == "#" || href.starts_with("javascript:")
}

/// Whether the text of a link, or a part at the end of its path, is such a name and no more, or one
/// with the name of the site after it.
fn is_whole(context: &Context<'_>, href: &str, text: &str) -> bool {
    let path = href.split('?').next().unwrap_or_default();
    let mut last = path.rsplit(['/', '#']).filter(|part| !part.is_empty()).take(2);
    let is_direct = href.starts_with("mailto:") || href.starts_with("tel:");
    let is_of_site = || {
        let rest = text.trim().split_once(char::is_whitespace).map(|(_, rest)| rest);
        rest.is_some_and(|rest| context.sites.is_around_one(rest))
    };
    is_direct || is_whole_name(text) || is_of_site() || last.any(is_whole_part)
}

/// Whether a link is named after the site: "About Example".
fn is_about_site(context: &Context<'_>, text: &str) -> bool {
    let (first, rest) = text.trim().split_once(char::is_whitespace).unwrap_or_default();
    is_whole_name(first) && context.sites.is_one(rest)
}

fn is_whole_part(part: &str) -> bool {
    let decoded = || form_urlencoded::parse(part.as_bytes()).next();
    match part.contains('%') {
        true => decoded().is_some_and(|(part, _)| is_whole_name(&part)),
        false => is_whole_name(part),
    }
}

/// Parts at the end of a path that say what it is about.
const PARTS_BESIDE: usize = 2;

fn led_to(href: &str, text: &str) -> Option<Purpose> {
    let address = href.strip_prefix("mailto:").or_else(|| href.strip_prefix("tel:"));
    if let Some(address) = address {
        // What is shared by mail has no address.
        return (!address.is_empty() && !address.starts_with('?')).then_some(Purpose::Contact);
    }
    purpose(text).or_else(|| {
        let path = href.split(['?', '#']).next().unwrap_or_default();
        let path = path.split_once("://").map_or(path, |(_, rest)| rest);
        let mut parts = path.trim_end_matches('/').rsplit('/');
        let last = by_part(parts.next()?);
        // `/about/team` is a part of what a site says about itself, and `/cookies/about` is not.
        let is_beside = || path.rsplit('/').take(PARTS_BESIDE).any(is_beside_about);
        let last = last.filter(|purpose| *purpose != Purpose::About || !is_beside());
        last.or_else(|| {
            // Below `/company/` others are presented, too: who offers the jobs of a list.
            let part = parts.next().filter(|part| !part.eq_ignore_ascii_case("company"))?;
            (is_whole_name(part) && by_part(part) == Some(Purpose::About) && !is_beside())
                .then_some(Purpose::About)
        })
    })
}

fn by_part(part: &str) -> Option<Purpose> {
    if !part.contains('%') {
        return purpose(part);
    }
    purpose(&form_urlencoded::parse(part.as_bytes()).next()?.0)
}

/// Whether a link stays on the site, whatever its host.
fn is_own(context: &Context<'_>, href: &str) -> bool {
    let page = &context.page.final_url;
    if href.starts_with("mailto:") || href.starts_with("tel:") {
        return true;
    }
    context.page.document.base(page).join(href).is_ok_and(|url| {
        url.host() == page.host() || registrable_domain(&url) == registrable_domain(page)
    })
}
