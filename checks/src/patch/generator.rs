//! What built a page, and where such a site keeps what is in its pages.

use crate::page::Page;

/// A program that builds pages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Generator {
    /// Its name.
    pub name: &'static str,
    /// Where its sites keep the head of their pages.
    pub head: &'static str,
    /// What its pages say: the beginning of `<meta name=generator>` in lower case, or a text of the
    /// source.
    sign: Sign,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sign {
    Meta(&'static str),
    Source(&'static str),
}

const fn by_meta(name: &'static str, sign: &'static str, head: &'static str) -> Generator {
    Generator { name, head, sign: Sign::Meta(sign) }
}

const fn by_source(name: &'static str, sign: &'static str, head: &'static str) -> Generator {
    Generator { name, head, sign: Sign::Source(sign) }
}

/// Every program that is known. `docs/frameworks.md` has a row for each.
pub const GENERATORS: [Generator; 16] = [
    by_meta(
        "Hugo",
        "hugo",
        "layouts/baseof.html (layouts/_default/ before 0.146) and its head partial",
    ),
    by_meta("Jekyll", "jekyll", "_layouts/default.html and _includes/head.html"),
    by_meta("Astro", "astro", "src/layouts/*.astro"),
    by_meta("Eleventy", "eleventy", "_includes/ (layouts)"),
    by_meta("Hexo", "hexo", "themes/<theme>/layout/"),
    by_meta("Docusaurus", "docusaurus", "docusaurus.config.js (headTags, themeConfig.metadata)"),
    by_meta("VitePress", "vitepress", ".vitepress/config.* (head, transformHead)"),
    by_meta("MkDocs", "mkdocs", "overrides/main.html"),
    by_meta("Gatsby", "gatsby", "the Head export of src/pages and src/templates"),
    by_meta(
        "WordPress",
        "wordpress",
        "the SEO plugin's settings, or the theme's header.php or functions.php",
    ),
    by_meta("AsciiDoc", "asciidoc", "docinfo.html, or the layout of the site's generator"),
    by_meta("DocBook", "docbook", "the template user.head.content of your customization layer"),
    by_meta("Ghost", "ghost", "the theme's default.hbs, and ghost_head"),
    by_source(
        "Next.js",
        "/_next/static/",
        "app/layout.* and generateMetadata, or pages/_document.*",
    ),
    by_source("Nuxt", "id=\"__nuxt\"", "app.head in nuxt.config.*, and useHead or useSeoMeta"),
    by_source("Sphinx", "_static/documentation_options.js", "_templates/layout.html and conf.py"),
];

/// Those that show at the foot of a page when it was built, or its source was copied, as the day of
/// its last change.
const DATED_BY_BUILD: [&str; 2] = ["AsciiDoc", "Sphinx"];

impl Generator {
    /// Whether the day of the last change that its pages show is that of a build.
    pub(super) fn shows_day_of_build(&self) -> bool {
        DATED_BY_BUILD.contains(&self.name)
    }
}

/// What built the page, where it names it.
pub(super) fn generator_of(page: &Page, source: &str) -> Option<&'static Generator> {
    let named = page.meta("generator").unwrap_or_default().trim().to_ascii_lowercase();
    GENERATORS.iter().find(|one| match one.sign {
        Sign::Meta(sign) => named.starts_with(sign),
        Sign::Source(sign) => source.contains(sign),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue::test_html::read;

    #[test]
    fn a_page_tells_what_built_it() {
        let name = |html: &str| generator_of(&read(html), html).map(|one| one.name);
        assert_eq!(name("<meta name=generator content='Hugo 0.123.7'>"), Some("Hugo"));
        assert_eq!(name("<meta name=generator content='WordPress 6.9'>"), Some("WordPress"));
        assert_eq!(name("<script src=/_next/static/a.js></script>"), Some("Next.js"));
        assert_eq!(name("<meta name=generator content='by hand'><p>Hugo"), None);
    }

    #[test]
    fn every_row_is_in_the_guide() {
        let guide = include_str!("../../../docs/frameworks.md");
        for one in &GENERATORS {
            assert!(guide.contains(&format!("| {} |", one.name)), "{}", one.name);
        }
    }
}
