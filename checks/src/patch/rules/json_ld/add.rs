//! A block for a page that nothing describes.

use serde_json::Value;

use super::is_real;
use crate::json_ld;
use crate::page::canonical::declared::{Declaration, Declared};
use crate::page::canonical::difference::Difference;
use crate::page::structured::{BlockOutcome, Syntax};
use crate::patch::head::Head;
use crate::patch::rules::certain::is_certain;
use crate::patch::rules::own_address;
use crate::patch::rules::proposal::Proposal;
use crate::patch::rules::site_name::certain_name;
use crate::patch::view::View;
use crate::report::PageKind;

/// The check that a new block has to pass: one that lacks something isn't written.
const COMPLETE: &str = "schema-type-complete";

/// Only where nothing describes the page yet, its URL is known, and the page shows all that its
/// type asks for.
pub(in crate::patch::rules) fn propose(view: &View<'_>) -> Vec<Proposal> {
    let context = view.context;
    let page = context.page;
    let data = &page.document.markup.structured;
    let is_described = data.nodes.iter().any(|node| {
        node.syntax == Syntax::JsonLd || (node.syntax == Syntax::Microdata && node.is_top_level)
    });
    let is_broken = data.blocks.iter().any(|own| matches!(own.outcome, BlockOutcome::Broken(_)));
    // A list has no property that is expected of it, so nothing says when it is complete; and in a
    // thread only the forum knows who said what.
    let kind = context.subject.kind;
    let is_left = matches!(kind, PageKind::Listing | PageKind::Qa);
    let is_kept_out = view.is_open("indexable");
    let canonicals = Declared::of(page);
    let is_other =
        |one: &Declaration| !matches!(one.difference, Difference::Same | Difference::QueryDropped);
    let is_elsewhere =
        canonicals.readable.iter().any(is_other) || !canonicals.unreadable.is_empty();
    if is_kept_out
        || is_elsewhere
        || !own_address::is_certain(view)
        || !view.has_address()
        || is_described
        || is_broken
        || is_left
        || !data.rdfa_types.is_empty()
    {
        return Vec::new();
    }
    let Some(block) = described(view) else { return Vec::new() };
    let own = [page.final_url.as_str(), context.title.text.as_str()];
    if !is_real(&block.to_string(), &own) {
        return Vec::new();
    }
    let json = view.script_text(&format!("{block:#}"));
    let element = format!("<script type=\"application/ld+json\">\n{json}\n</script>");
    let Some(edit) = Head::of(view).insert(view, &element, |_| true) else { return Vec::new() };
    let title = match kind {
        PageKind::Home => "Add WebSite and Organization markup".to_owned(),
        _ => format!("Add {} markup", block["@type"].as_str().unwrap_or("JSON-LD")),
    };
    let proposal = Proposal::new(title, vec![edit]);
    vec![Proposal { must_pass: Some(COMPLETE), ..proposal }]
}

/// What the page says of itself. Who publishes it is named at home, where several sources agree.
fn described(view: &View<'_>) -> Option<Value> {
    let context = view.context;
    let name = certain_name(view);
    if context.subject.kind == PageKind::Home {
        let site = json_ld::site_name(context);
        return json_ld::whole(context, None).filter(|_| name.is_some() && name == site);
    }
    // On a shared host, the publisher's URL isn't that of the host.
    let mut block = json_ld::whole(context, None)?;
    let members = block.as_object_mut()?;
    members.remove("publisher");
    members.retain(|name, value| is_certain(view, name, value));
    let has = |names: &[&str]| names.iter().any(|name| members.contains_key(*name));
    // Its title, language and URL are declared without it.
    let says_more = has(&["author", "dateModified", "datePublished", "image", "offers"]);
    (has(&["headline", "name"]) && says_more).then_some(block)
}
