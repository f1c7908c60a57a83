//! The link at the top of each page that has the name of a manual and leads to its first page.

use url::Url;

use crate::check::Context;
use crate::page::names::comparable;
use crate::page::outline::Link;

/// Links around the content that are looked at.
const LINKS: usize = 60;

/// Whether the first link of the page has that name, comparable, and leads to the first page of a folder
/// that the page is in.
pub(super) fn is_brand(context: &Context<'_>, name: &str) -> bool {
    let page = &context.page.final_url;
    brand(context, name).is_some_and(|to| is_within(page, &folder(&to)))
}

/// The same of a page that is that first page: nearly all links around its content lead into its
/// folder.
pub(super) fn leads_to_itself(context: &Context<'_>, name: &str) -> bool {
    /// Percent of them: a footer may lead to another part of the site.
    const PERCENT: usize = 80;
    let page = &context.page.final_url;
    let own = folder(page);
    let leads_here = |to: &Url| folder(to) == own && is_index(to);
    if !is_index(page) || !brand(context, name).is_some_and(|to| leads_here(&to)) {
        return false;
    }
    let around = around(context).filter_map(|link| target(context, link));
    let around: Vec<Url> = around.filter(|to| to.host_str() == page.host_str()).collect();
    let within = around.iter().filter(|to| is_within(to, &own)).count();
    within * 100 >= around.len() * PERCENT
}

/// Where the first link leads, if it has that name.
fn brand(context: &Context<'_>, name: &str) -> Option<Url> {
    let document = &context.page.document;
    let first = document.outline.links.iter().find(|link| !link.place.text.is_empty())?;
    let is_name = !name.is_empty() && comparable(document.text_at(&first.place)) == name;
    let is_above = !first.place.in_main && !first.href.starts_with('#');
    let to = target(context, first).filter(|_| is_name && is_above)?;
    (to.host_str() == context.page.final_url.host_str()).then_some(to)
}

fn around<'a>(context: &Context<'a>) -> impl Iterator<Item = &'a Link> {
    context.page.document.outline.links.iter().filter(|link| !link.place.in_main).take(LINKS)
}

fn target(context: &Context<'_>, link: &Link) -> Option<Url> {
    context.page.document.base(&context.page.final_url).join(&link.href).ok()
}

/// Whether an address is that of a folder, or of the file that stands for it.
fn is_index(url: &Url) -> bool {
    let last = url.path().rsplit('/').next().unwrap_or_default();
    matches!(last, "" | "index.html" | "index.htm")
}

/// The path of the folder of a page, with a slash at its end.
fn folder(url: &Url) -> String {
    url.path().rsplit_once('/').map_or_else(String::new, |(folder, _)| format!("{folder}/"))
}

fn is_within(url: &Url, folder: &str) -> bool {
    url.path().starts_with(folder)
}
