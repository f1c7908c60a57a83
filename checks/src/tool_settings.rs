//! Where the users of a documentation tool make an edit: in its settings, its source or a script that
//! runs after it. Nobody edits the pages that it writes.

use crate::page::Tool;

/// Where an edit is made that some fixes ask for.
#[derive(Debug)]
pub(crate) struct Setting {
    tools: &'static [Tool],
    /// The keys of the fixes.
    fixes: &'static [&'static str],
    /// What stands in the title of a fix: the setting, or that there is none.
    pub(crate) place: &'static str,
    /// The step that explains it.
    pub(crate) step: &'static str,
}

/// The place of an edit for which a tool has no setting.
const BY_SCRIPT: &str = "by a script after the build";

/// The places that are known.
///
/// Sources: [Sphinx](https://www.sphinx-doc.org/en/master/usage/configuration.html),
/// [Doxygen](https://www.doxygen.nl/manual/config.html),
/// [MkDocs](https://www.mkdocs.org/user-guide/configuration/),
/// [Docusaurus](https://docusaurus.io/docs/api/docusaurus-config),
/// [GTK-Doc](https://gitlab.gnome.org/GNOME/gtk-doc),
/// [Javadoc](https://docs.oracle.com/en/java/javase/21/docs/specs/man/javadoc.html).
const SETTINGS: [Setting; 24] = {
    use Tool::{Docusaurus, Doxygen, GtkDoc, Javadoc, MkDocs, Sphinx};
    [
        of(
            &[Sphinx],
            &["canonical"],
            "Sphinx: `html_baseurl`",
            "In Sphinx, set `html_baseurl` in `conf.py` to the URL of the manual. It then writes the \
             link of each page, so skip the other steps.",
        ),
        of(
            &[Sphinx],
            &["language"],
            "Sphinx: `language`",
            "In Sphinx, set `language` in `conf.py`. The theme then writes `lang` on each page, so skip \
             the other steps.",
        ),
        of(
            &[Sphinx],
            &["page-metadata"],
            "Sphinx: the page's source",
            "In Sphinx, write the description into the page's source: `.. meta::` with a \
             `:description:` in reStructuredText, `myst: html_meta:` at the top in MyST. It writes the \
             element.",
        ),
        of(
            &[Sphinx],
            &["dates-declared"],
            "Sphinx: `release`",
            "In Sphinx, set `version` and `release` in `conf.py`. Most themes show them on each page.",
        ),
        of(
            &[Sphinx],
            &["publisher-identity"],
            "Sphinx: `copyright`",
            "In Sphinx, `copyright` in `conf.py` names the owner at the foot of each page.",
        ),
        of(
            &[Doxygen],
            &["canonical", "page-metadata"],
            BY_SCRIPT,
            "Doxygen has no setting for this, and its header (`HTML_HEADER`) is the same on each page: \
             what is written there would be said of all of them. Add the element with a script that \
             runs after Doxygen.",
        ),
        of(
            &[Doxygen],
            &["language"],
            "Doxygen: `HTML_HEADER`",
            "Doxygen writes `lang` from version 1.9.5 on. With an older one, or a header of your own \
             (`HTML_HEADER`), write it into that header.",
        ),
        of(
            &[Doxygen],
            &["dates-declared"],
            "Doxygen: `PROJECT_NUMBER`",
            "In Doxygen, set `PROJECT_NUMBER` in the Doxyfile. It shows the version on each page.",
        ),
        of(
            &[Doxygen],
            &["publisher-identity"],
            "Doxygen: `HTML_FOOTER`",
            "In Doxygen, write the copyright or the link into a footer of your own (`HTML_FOOTER`).",
        ),
        of(
            &[Doxygen, GtkDoc, Javadoc],
            &["main-content"],
            BY_SCRIPT,
            "The tool has no setting for this element. Change it with a script that runs after it.",
        ),
        of(
            &[Doxygen, GtkDoc, Javadoc],
            &["title-h1-match"],
            BY_SCRIPT,
            "The tool writes the title above the text itself, and has no setting for its element. \
             Change it with a script that runs after it.",
        ),
        of(
            &[GtkDoc, Javadoc],
            &["canonical", "page-metadata"],
            BY_SCRIPT,
            "The tool has no setting for this. Add the element with a script that runs after it.",
        ),
        of(
            &[GtkDoc],
            &["language", "publisher-identity"],
            BY_SCRIPT,
            "GTK-Doc has no setting for this. Add it with a script that runs after it.",
        ),
        of(
            &[GtkDoc],
            &["dates-declared"],
            "GTK-Doc: the book's title",
            "With GTK-Doc, write the version into the title of the book, which each page shows.",
        ),
        of(
            &[Javadoc],
            &["dates-declared"],
            "Javadoc: `-header`",
            "With Javadoc, write the version into `-windowtitle` and `-header`. They are on each page.",
        ),
        of(
            &[Javadoc],
            &["publisher-identity"],
            "Javadoc: `-bottom`",
            "With Javadoc, `-bottom` writes the copyright or the link at the foot of each page.",
        ),
        of(
            &[MkDocs],
            &["canonical"],
            "MkDocs: `site_url`",
            "In MkDocs, set `site_url` in `mkdocs.yml`. It then writes the link of each page, so skip \
             the other steps.",
        ),
        of(
            &[MkDocs],
            &["language"],
            "MkDocs: `theme.locale`",
            "In MkDocs, set `theme.locale` in `mkdocs.yml` (`theme.language` in Material).",
        ),
        of(
            &[MkDocs],
            &["page-metadata"],
            "MkDocs: `description`",
            "In MkDocs, write `description:` into the metadata at the top of the page's Markdown file. \
             Not every theme shows it.",
        ),
        of(
            &[MkDocs],
            &["publisher-identity"],
            "MkDocs: `copyright`",
            "In MkDocs, `copyright` in `mkdocs.yml` names the owner at the foot of each page.",
        ),
        of(
            &[Docusaurus],
            &["canonical"],
            "Docusaurus: `url`",
            "In Docusaurus, set `url` and `baseUrl` in `docusaurus.config.js`. It then writes the link of \
             each page, so skip the other steps.",
        ),
        of(
            &[Docusaurus],
            &["language"],
            "Docusaurus: `i18n.defaultLocale`",
            "In Docusaurus, set `i18n.defaultLocale` in `docusaurus.config.js`.",
        ),
        of(
            &[Docusaurus],
            &["page-metadata"],
            "Docusaurus: `description`",
            "In Docusaurus, write `description:` into the front matter of the page.",
        ),
        of(
            &[Docusaurus],
            &["dates-declared"],
            "Docusaurus: `showLastUpdateTime`",
            "In Docusaurus, set `showLastUpdateTime` in the options of the docs plugin. It shows the day \
             of the last commit.",
        ),
    ]
};

const fn of(
    tools: &'static [Tool],
    fixes: &'static [&'static str],
    place: &'static str,
    step: &'static str,
) -> Setting {
    Setting { tools, fixes, place, step }
}

/// Where the edit of that fix is made with that tool, if it is known.
pub(crate) fn setting(tool: Tool, fix: &str) -> Option<&'static Setting> {
    SETTINGS.iter().find(|one| one.tools.contains(&tool) && one.fixes.contains(&fix))
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::weights::spec_of;

    #[test]
    fn a_tool_has_one_place_for_a_fix() {
        let mut seen = HashSet::new();
        for setting in &SETTINGS {
            for (tool, fix) in setting
                .tools
                .iter()
                .flat_map(|tool| setting.fixes.iter().map(move |fix| (tool, fix)))
            {
                assert!(seen.insert((format!("{tool:?}"), *fix)), "{tool:?} {fix} has two rows");
                assert!(spec_of(fix).is_some(), "{fix} is the key of a check's fix");
            }
        }
        assert_eq!(
            setting(Tool::MkDocs, "canonical").map(|one| one.place),
            Some("MkDocs: `site_url`")
        );
        assert!(setting(Tool::MkDocs, "statistics").is_none());
    }
}
