//! The tools that make manuals of source text, settings and source code.

use html5ever::local_name;
use select::document::Document;
use select::node::Node;
use select::predicate::Name;

use crate::page::tree::attribute;
use crate::page::{doxygen, generated, javadoc, mkdocs};

/// A tool whose users write its source and its settings, and never its pages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tool {
    /// Docusaurus.
    Docusaurus,
    /// Doxygen.
    Doxygen,
    /// GTK-Doc, whose pages the DocBook stylesheets write.
    GtkDoc,
    /// Javadoc.
    Javadoc,
    /// `MkDocs`.
    MkDocs,
    /// Sphinx.
    Sphinx,
}

impl Tool {
    /// The tool that says on a page that it made it.
    pub(crate) fn of(document: &Document) -> Option<Self> {
        const NAMED: [(&str, Tool); 3] =
            [("docusaurus", Tool::Docusaurus), ("gtk-doc", Tool::GtkDoc), ("mkdocs", Tool::MkDocs)];
        let is_generator = |meta: &Node<'_>| {
            let name = attribute(*meta, &local_name!("name")).unwrap_or_default();
            name.eq_ignore_ascii_case("generator")
        };
        let metas = document.find(Name("meta")).filter(is_generator);
        let names = metas.filter_map(|meta| attribute(meta, &local_name!("content")));
        let named = names.map(str::to_ascii_lowercase).find_map(|by| {
            NAMED.iter().find(|(name, _)| by.trim_start().starts_with(name)).map(|(_, tool)| *tool)
        });
        match () {
            () if named.is_some() => named,
            () if doxygen::is_generator(document) => Some(Self::Doxygen),
            () if javadoc::is_generator(document) && !javadoc::is_groovydoc(document) => {
                Some(Self::Javadoc)
            }
            () if generated::is_by_sphinx(document) => Some(Self::Sphinx),
            () if mkdocs::is_generator(document) => Some(Self::MkDocs),
            () => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_tells_which_tool_made_it() {
        let of = |html: &str| Tool::of(&Document::from(html));
        let by = |name: &str| of(&format!("<meta name=generator content='{name}'><h1>Tea</h1>"));
        assert_eq!(by("Doxygen 1.9.1"), Some(Tool::Doxygen));
        assert_eq!(by("GTK-Doc V1.33.1 (XML mode)"), Some(Tool::GtkDoc));
        assert_eq!(by("mkdocs-1.6.1, mkdocs-material-9.5"), Some(Tool::MkDocs));
        assert_eq!(by("WordPress 6.9"), None);
        assert_eq!(of("<script src=_static/doctools.js></script>"), Some(Tool::Sphinx));
        assert_eq!(of("<p>Made with Sphinx and MkDocs"), None);
        // Only the first page of a manual has the comment.
        let comment = "<!--\nMkDocs version : 1.4.2\nBuild Date UTC : 2022-11-29\n-->";
        assert_eq!(of(&format!("<h1>Tea</h1>{comment}")), Some(Tool::MkDocs));
        assert_eq!(of("<div class=modal id=mkdocs_search_modal></div>"), Some(Tool::MkDocs));
        let search = "<script>var base_url = '..';</script><script src=../search/main.js></script>";
        assert_eq!(of(search), Some(Tool::MkDocs));
        assert_eq!(of("<h1 id=mkdocs>mkdocs</h1><script src=/search/main.js></script>"), None);
    }
}
