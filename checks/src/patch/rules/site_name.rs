//! The name of the site, where several sources agree on it.

use super::certain::is_site_name;
use super::proposal::Proposal;
use crate::catalogue::provenance::publisher_identity::agreed::agreed_name;
use crate::excerpt::one_line;
use crate::paste::in_title;
use crate::patch::head::Head;
use crate::patch::view::View;

/// The most characters of a name.
const NAME_CHARACTERS: usize = 60;

pub(super) fn propose(view: &View<'_>) -> Vec<Proposal> {
    let page = view.context.page;
    // A page without any Open Graph is shared without it.
    let has_open_graph = page.document.metas.iter().any(|meta| meta.name.starts_with("og:"));
    let Some(name) = certain_name(view).filter(|_| has_open_graph) else { return Vec::new() };
    if page.document.metas.iter().any(|meta| meta.name == "og:site_name") {
        return Vec::new();
    }
    let content = view.attribute_text(&name);
    let end = view.void_end();
    let element = format!("<meta property=\"og:site_name\" content=\"{content}\"{end}");
    let edit =
        Head::of(view).insert(view, &element, |tag| tag.value("property").starts_with("og:"));
    let title = format!("Name the site in og:site_name: {}", in_title(&name));
    edit.into_iter().map(|edit| Proposal::new(title.clone(), vec![edit])).collect()
}

/// The name that the page declares and another source agrees with, in one line. What only a title
/// or a copyright line says may be a slogan or an owner.
pub(super) fn certain_name(view: &View<'_>) -> Option<String> {
    let name = agreed_name(view.context)?;
    let mut declared = view.context.sites.declared.iter();
    declared.find(|own| own.name == name)?;
    let line = one_line(&name, NAME_CHARACTERS);
    let is_certain = !line.is_empty() && line == name.trim() && is_site_name(view, &line);
    is_certain.then_some(line)
}
