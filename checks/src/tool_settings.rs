//! Where the users of a documentation tool make an edit: in its settings, its source or a script that
//! runs after it. Nobody edits the pages that it writes.

use crate::page::Tool;

/// What stands in the title of a fix for that place: the setting, or that there is none.
pub(crate) fn place(tool: Tool, fix: &str) -> Option<&'static str> {
    use Tool::{Docusaurus, Doxygen, GtkDoc, Javadoc, MkDocs, Sphinx};
    Some(match (tool, fix) {
        (Sphinx, "canonical") => "Sphinx: `html_baseurl`",
        (Sphinx, "language") => "Sphinx: `language`",
        (Sphinx, "page-metadata") => "Sphinx: the page's source",
        (Sphinx, "dates-declared") => "Sphinx: `release`",
        (Sphinx, "publisher-identity") => "Sphinx: `copyright`",
        (Doxygen, "language") => "Doxygen: `HTML_HEADER`",
        (Doxygen, "dates-declared") => "Doxygen: `PROJECT_NUMBER`",
        (Doxygen, "publisher-identity") => "Doxygen: `HTML_FOOTER`",
        (Doxygen | GtkDoc | Javadoc, "canonical" | "page-metadata" | "main-content")
        | (GtkDoc, "language" | "publisher-identity") => "by a script after the build",
        (GtkDoc, "dates-declared") => "GTK-Doc: the book's title",
        (Javadoc, "dates-declared") => "Javadoc: `-header`",
        (Javadoc, "publisher-identity") => "Javadoc: `-bottom`",
        (MkDocs, "canonical") => "MkDocs: `site_url`",
        (MkDocs, "language") => "MkDocs: `theme.locale`",
        (MkDocs, "page-metadata") => "MkDocs: `description`",
        (MkDocs, "publisher-identity") => "MkDocs: `copyright`",
        (Docusaurus, "canonical") => "Docusaurus: `url`",
        (Docusaurus, "language") => "Docusaurus: `i18n.defaultLocale`",
        (Docusaurus, "page-metadata") => "Docusaurus: `description`",
        (Docusaurus, "dates-declared") => "Docusaurus: `showLastUpdateTime`",
        _ => return None,
    })
}

/// The step that names that place for a fix, if it is known.
///
/// Sources: [Sphinx](https://www.sphinx-doc.org/en/master/usage/configuration.html),
/// [Doxygen](https://www.doxygen.nl/manual/config.html),
/// [MkDocs](https://www.mkdocs.org/user-guide/configuration/),
/// [Docusaurus](https://docusaurus.io/docs/api/docusaurus-config),
/// [GTK-Doc](https://gitlab.gnome.org/GNOME/gtk-doc),
/// [Javadoc](https://docs.oracle.com/en/java/javase/21/docs/specs/man/javadoc.html).
pub(crate) fn step(tool: Tool, fix: &str) -> Option<&'static str> {
    use Tool::{Docusaurus, Doxygen, GtkDoc, Javadoc, MkDocs, Sphinx};
    Some(match (tool, fix) {
        (Sphinx, "canonical") => {
            "In Sphinx, set `html_baseurl` in `conf.py` to the URL of the manual. It then writes the \
             link of each page, so skip the other steps."
        }
        (Sphinx, "language") => {
            "In Sphinx, set `language` in `conf.py`. The theme then writes `lang` on each page, so skip \
             the other steps."
        }
        (Sphinx, "page-metadata") => {
            "In Sphinx, write the description into the page's source: `.. meta::` with a \
             `:description:` in reStructuredText, `myst: html_meta:` at the top in MyST. It writes the \
             element."
        }
        (Sphinx, "dates-declared") => {
            "In Sphinx, set `version` and `release` in `conf.py`. Most themes show them on each page."
        }
        (Sphinx, "publisher-identity") => {
            "In Sphinx, `copyright` in `conf.py` names the owner at the foot of each page."
        }
        (Doxygen, "canonical" | "page-metadata") => {
            "Doxygen has no setting for this, and its header (`HTML_HEADER`) is the same on each page: \
             what is written there would be said of all of them. Add the element with a script that \
             runs after Doxygen."
        }
        (Doxygen, "language") => {
            "Doxygen writes `lang` from version 1.9.5 on. With an older one, or a header of your own \
             (`HTML_HEADER`), write it into that header."
        }
        (Doxygen, "dates-declared") => {
            "In Doxygen, set `PROJECT_NUMBER` in the Doxyfile. It shows the version on each page."
        }
        (Doxygen, "publisher-identity") => {
            "In Doxygen, write the copyright or the link into a footer of your own (`HTML_FOOTER`)."
        }
        (Doxygen | GtkDoc | Javadoc, "main-content") => {
            "The tool has no setting for this element. Change it with a script that runs after it."
        }
        (GtkDoc, "language" | "publisher-identity") => {
            "GTK-Doc has no setting for this. Add it with a script that runs after it."
        }
        (GtkDoc, "dates-declared") => {
            "With GTK-Doc, write the version into the title of the book, which each page shows."
        }
        (Javadoc, "dates-declared") => {
            "With Javadoc, write the version into `-windowtitle` and `-header`. They are on each page."
        }
        (Javadoc, "publisher-identity") => {
            "With Javadoc, `-bottom` writes the copyright or the link at the foot of each page."
        }
        (GtkDoc | Javadoc, "canonical" | "page-metadata") => {
            "The tool has no setting for this. Add the element with a script that runs after it."
        }
        (MkDocs, "canonical") => {
            "In MkDocs, set `site_url` in `mkdocs.yml`. It then writes the link of each page, so skip \
             the other steps."
        }
        (MkDocs, "language") => {
            "In MkDocs, set `theme.locale` in `mkdocs.yml` (`theme.language` in Material)."
        }
        (MkDocs, "page-metadata") => {
            "In MkDocs, write `description:` into the metadata at the top of the page's Markdown file. \
             Not every theme shows it."
        }
        (MkDocs, "publisher-identity") => {
            "In MkDocs, `copyright` in `mkdocs.yml` names the owner at the foot of each page."
        }
        (Docusaurus, "canonical") => {
            "In Docusaurus, set `url` and `baseUrl` in `docusaurus.config.js`. It then writes the link of \
             each page, so skip the other steps."
        }
        (Docusaurus, "language") => {
            "In Docusaurus, set `i18n.defaultLocale` in `docusaurus.config.js`."
        }
        (Docusaurus, "page-metadata") => {
            "In Docusaurus, write `description:` into the front matter of the page."
        }
        (Docusaurus, "dates-declared") => {
            "In Docusaurus, set `showLastUpdateTime` in the options of the docs plugin. It shows the day \
             of the last commit."
        }
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_title_names_a_step_explains() {
        use Tool::{Docusaurus, Doxygen, GtkDoc, Javadoc, MkDocs, Sphinx};
        let fixes = [
            "canonical",
            "language",
            "page-metadata",
            "dates-declared",
            "publisher-identity",
            "main-content",
            "statistics",
        ];
        for tool in [Docusaurus, Doxygen, GtkDoc, Javadoc, MkDocs, Sphinx] {
            for fix in fixes {
                assert_eq!(place(tool, fix).is_some(), step(tool, fix).is_some(), "{tool:?} {fix}");
            }
        }
    }
}
