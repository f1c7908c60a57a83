//! The pages of the documentation, rendered once.

use std::sync::LazyLock;

use super::html;
use crate::docs::{self, dates};

/// A page of the documentation, as HTML.
pub(crate) struct Document {
    /// ID of the page in the documentation, such as `webhooks` or `checks/canonical`.
    pub(crate) id: String,
    /// URL path on the site.
    pub(crate) path: String,
    /// Title, as plain text.
    pub(crate) title: String,
    /// First paragraph, as plain text.
    pub(crate) about: String,
    /// Title, as HTML.
    pub(crate) heading: String,
    /// What follows the title, as HTML.
    pub(crate) html: String,
    /// Headings of the second level: anchor and text.
    pub(crate) contents: Vec<(String, String)>,
    /// Day of the first publication (ISO 8601).
    pub(crate) published: String,
    /// Day of the last change (ISO 8601).
    pub(crate) updated: String,
}

/// Returns every page.
pub(crate) fn pages() -> &'static [Document] {
    static PAGES: LazyLock<Vec<Document>> =
        LazyLock::new(|| docs::pages().iter().map(document).collect());
    &PAGES
}

/// Returns the URL path on the site of the page with that ID.
pub(super) fn path(id: &str) -> String {
    match id {
        "checks" => "/checks".to_owned(),
        "scoring" => "/how-it-is-scored".to_owned(),
        _ if id.starts_with("checks/") => format!("/{id}"),
        _ => format!("/guides/{id}"),
    }
}

fn document(page: &docs::Page) -> Document {
    let rendered = html::render(&page.text, |link| resolve(&page.id, link));
    let dates = dates::of(&page.id);
    Document {
        id: page.id.clone(),
        path: path(&page.id),
        title: page.title(),
        about: rendered.about,
        heading: rendered.heading,
        html: rendered.html,
        contents: rendered.contents,
        published: dates.published.to_owned(),
        updated: dates.updated.to_owned(),
    }
}

/// Returns where a link of that page leads on the site: pages of the documentation have paths of
/// their own here.
fn resolve(page: &str, link: &str) -> String {
    let is_relative = !link.contains(':') && !link.starts_with(['/', '#']);
    let Some((name, rest)) = link.split_once(".md").filter(|_| is_relative) else {
        return link.to_owned();
    };
    let folder = page.rsplit_once('/').map(|(folder, _)| folder);
    let id = match (name.strip_prefix("../"), folder) {
        (Some(name), _) => name.to_owned(),
        (None, Some(folder)) => format!("{folder}/{name}"),
        (None, None) => name.to_owned(),
    };
    format!("{}{rest}", path(&id))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn links_between_pages_become_paths_of_the_site() {
        for (page, link, path) in [
            ("cli", "scoring.md#caps", "/how-it-is-scored#caps"),
            ("cli", "checks/canonical.md", "/checks/canonical"),
            ("checks/canonical", "indexable.md", "/checks/indexable"),
            ("checks/canonical", "../errors.md", "/guides/errors"),
            ("cli", "#limits", "#limits"),
            ("cli", "/auth.md", "/auth.md"),
            ("cli", "https://www.example.com/a.md", "https://www.example.com/a.md"),
        ] {
            assert_eq!(resolve(page, link), path);
        }
    }

    #[test]
    fn every_link_within_the_site_leads_to_a_page_and_a_place_on_it() {
        let places: BTreeSet<String> = pages()
            .iter()
            .flat_map(|page| {
                let ids =
                    page.html.split(" id=\"").skip(1).filter_map(|rest| rest.split('"').next());
                let within = ids.map(|id| format!("{}#{id}", page.path)).collect::<Vec<_>>();
                std::iter::once(page.path.clone()).chain(within)
            })
            .collect();
        let mut links = 0;
        for page in pages() {
            for link in page.html.split("href=\"").skip(1).filter_map(|rest| rest.split('"').next())
            {
                let target = match link.strip_prefix('#') {
                    Some(_) => format!("{}{link}", page.path),
                    None => link.to_owned(),
                };
                let of_docs = ["/checks", "/guides", "/how-it-is-scored"];
                if of_docs.iter().any(|start| target.starts_with(start)) {
                    assert!(places.contains(&target), "{}: {link}", page.path);
                    links += 1;
                }
            }
        }
        assert!(links > 100, "{links}");
    }

    #[test]
    fn every_page_has_a_title_and_says_what_it_is_about() {
        for page in pages() {
            assert!(!page.title.is_empty() && !page.heading.is_empty(), "{}", page.id);
            assert!(
                (40..=200).contains(&page.about.chars().count()),
                "{}: {}",
                page.id,
                page.about
            );
        }
    }
}
