//! Links around the content to what a company says of itself on a host of its own, or below a label
//! that says what they lead to: “About us”, “Customer service”.

use std::cell::OnceCell;

use url::Url;

use super::copyright::copyright_owner;
use super::logo::logo_names;
use super::profile::is_sister;
use super::title_name::site_part;
use super::words::{
    Purpose, bare_name, is_beside_about, is_whole_name, purpose, tells_of_company, tells_of_contact,
};
use crate::check::Context;
use crate::page::outline::Link;
use crate::url::registrable_domain;

/// Blocks above a link in which its label is looked for.
const GROUP_BLOCKS: usize = 16;
/// Bytes of a label.
const LABEL_BYTES: usize = 60;
/// Characters of the language of a site in its address: `en-gb`.
const LANGUAGE_CHARACTERS: usize = 5;

/// The names that a page shows of its site, bare. They are looked for once, since each of thousands
/// of links may ask.
#[derive(Default)]
pub(super) struct ShownNames(OnceCell<Vec<String>>);

impl ShownNames {
    /// Whether a link is named after the site, or after the domain that it leads to: “About Leaf”.
    pub(super) fn is_about_site(&self, context: &Context<'_>, href: &str, text: &str) -> bool {
        let (first, rest) = text.trim().split_once(char::is_whitespace).unwrap_or_default();
        is_whole_name(first)
            && (context.sites.is_one(rest) || self.holds(context, rest) || names_domain(href, rest))
    }

    fn holds(&self, context: &Context<'_>, name: &str) -> bool {
        let bare = bare_name(name);
        let names = self.0.get_or_init(|| {
            let shown = site_part(context).into_iter().chain(copyright_owner(context));
            shown.chain(logo_names(context)).map(bare_name).collect()
        });
        !bare.is_empty() && names.contains(&bare)
    }

    /// What a link leads to by the label above it, for one that nothing else tells of.
    pub(super) fn by_label(
        &self,
        context: &Context<'_>,
        link: &Link,
        text: &str,
    ) -> Option<Purpose> {
        let label = label(context, link)?;
        let wanted = match () {
            () if is_whole_name(&label) => purpose(&label)?,
            () if self.is_about_site(context, &link.href, &label) => Purpose::About,
            () => return None,
        };
        let is_told = match wanted {
            Purpose::Contact => tells_of_contact(text),
            Purpose::About => tells_of_company(text) && !is_beside_about(text),
        };
        is_told.then_some(wanted)
    }
}

fn names_domain(href: &str, name: &str) -> bool {
    let bare = bare_name(name);
    let target = Url::parse(href).ok().and_then(|url| registrable_domain(&url));
    let label = target.as_deref().and_then(|domain| domain.split('.').next());
    !bare.is_empty() && label.is_some_and(|label| bare_name(label) == bare)
}

/// Whether a link leads to the site, or to another domain with the name of the site's.
pub(super) fn is_of_brand(context: &Context<'_>, href: &str) -> bool {
    let page = &context.page.final_url;
    let own = registrable_domain(page);
    context.page.document.base(page).join(href).is_ok_and(|url| {
        let other = registrable_domain(&url);
        own.as_deref().zip(other.as_deref()).is_some_and(|(own, other)| is_sister(own, other))
    })
}

/// The last text above a link, beside other links, that is none itself.
fn label(context: &Context<'_>, link: &Link) -> Option<String> {
    let document = &context.page.document;
    let blocks = &document.outline.blocks;
    let after = blocks.partition_point(|block| block.place.text.start <= link.place.text.start);
    let mut above = blocks.get(..after.checked_sub(1)?)?.iter().rev().take(GROUP_BLOCKS);
    let label = above.find(|block| !block.is_mostly_links())?;
    let text = document.visible_text.get(label.place.text.clone())?.trim();
    (!label.place.in_main && text.len() <= LABEL_BYTES).then(|| text.to_owned())
}

/// Whether a link leads to the front of a host that a company has for what it says of itself:
/// `corporate.example.com/en`.
pub(super) fn is_company_host(context: &Context<'_>, href: &str) -> bool {
    let page = &context.page.final_url;
    let Ok(url) = context.page.document.base(page).join(href) else { return false };
    let host = url.host_str().unwrap_or_default();
    let first = host.split('.').next().unwrap_or_default();
    let mut parts = url.path().split('/').filter(|part| !part.is_empty());
    let is_language = |part: &str| part.len() <= LANGUAGE_CHARACTERS;
    url.host() != page.host()
        && host.split('.').count() > 2
        && is_whole_name(first)
        && purpose(first) == Some(Purpose::About)
        && parts.next().is_none_or(is_language)
        && parts.next().is_none()
}
