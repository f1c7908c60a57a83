//! Pages made in code, for tests.

use super::address::link_key;
use super::facts::{Blocked, Entity, EntityKind, PageFacts, Standing, Template, Translation};
use super::finding::{Judged, SiteFinding};
use super::print::TextPrint;
use super::rule::Rule;
use super::set::{Listed, Site};
use crate::hash::Hash64;
use url::Url;

/// The host of every page.
pub(super) const HOST: &str = "https://www.example.com";

/// The whole address of a path.
pub(super) fn at(path: &str) -> String {
    match path.contains("://") {
        true => path.to_owned(),
        false => format!("{HOST}{path}"),
    }
}

/// A good page: indexable, its own canonical, with a title, a description and a text of its own,
/// and a link to the home page.
pub(super) fn page(path: &str) -> PageFacts {
    let words: String = (0..300).map(|number| format!("{path}-{number} ")).collect();
    PageFacts {
        url: at(path),
        final_url: None,
        has_address: true,
        status: 200,
        standing: Standing::Indexable,
        canonical: Some(at(path)),
        title: format!("Title of {path}"),
        description: format!("Description of {path}"),
        language: "en".to_owned(),
        words: 300,
        text: TextPrint::of(&words.replace('/', "q")),
        template: Template { id: Hash64(1), section: String::new() },
        links: vec![key("/")],
        other_links: Vec::new(),
        links_cut: false,
        alternates: Vec::new(),
        entities: Vec::new(),
        blocked: Vec::new(),
        is_index: false,
        menu_in_script: false,
    }
}

fn key(path: &str) -> Hash64 {
    link_key(&Url::parse(&at(path)).unwrap())
}

impl PageFacts {
    /// The page with links to those paths, too.
    pub(super) fn linking(mut self, paths: &[&str]) -> Self {
        self.links.extend(paths.iter().map(|path| key(path)));
        self
    }

    /// The page with that canonical; none where it is empty.
    pub(super) fn canonical(mut self, path: &str) -> Self {
        self.canonical = (!path.is_empty()).then(|| at(path));
        self
    }

    /// The page that a redirect leads to.
    pub(super) fn redirected(mut self, path: &str) -> Self {
        self.final_url = Some(at(path));
        self
    }

    /// The page that cannot be indexed for that reason.
    pub(super) fn standing(mut self, standing: Standing) -> Self {
        self.status = if standing == Standing::Gone { 404 } else { 200 };
        Self { standing, ..self }
    }

    /// The page with that title.
    pub(super) fn titled(self, title: &str) -> Self {
        Self { title: title.to_owned(), ..self }
    }

    /// The page with that description.
    pub(super) fn described(self, description: &str) -> Self {
        Self { description: description.to_owned(), ..self }
    }

    /// The page in that language.
    pub(super) fn language(self, language: &str) -> Self {
        Self { language: language.to_owned(), ..self }
    }

    /// The page with that text, so many words long.
    pub(super) fn text(self, text: &str, words: u32) -> Self {
        Self { text: TextPrint::of(text), words, ..self }
    }

    /// The page with these translations, each a language and a path.
    pub(super) fn translated(mut self, translations: &[(&str, &str)]) -> Self {
        self.alternates = translations
            .iter()
            .map(|(hreflang, path)| Translation { hreflang: (*hreflang).to_owned(), url: at(path) })
            .collect();
        self
    }

    /// The page that a rule of robots.txt keeps these engines from.
    pub(super) fn blocked(mut self, line: u32, rule: &str, engines: &[&str]) -> Self {
        self.blocked = engines
            .iter()
            .map(|engine| Blocked {
                engine: (*engine).to_owned(),
                crawler: format!("{engine}bot"),
                line,
                rule: rule.to_owned(),
            })
            .collect();
        if engines.contains(&"google") {
            self.standing = Standing::Blocked;
        }
        self
    }

    /// The page with somebody: the name, then the address, the logo and the `@id`, empty where there
    /// is none.
    pub(super) fn naming(mut self, kind: EntityKind, name: &str, parts: [&str; 3]) -> Self {
        let [url, logo, id] = parts.map(|path| (!path.is_empty()).then(|| at(path)));
        self.entities.push(Entity { kind, name: Some(name.to_owned()), url, logo, id });
        self
    }
}

/// The site of those pages.
pub(super) fn site(pages: &[PageFacts]) -> Site {
    let mut site = Site::new();
    for page in pages {
        site.add(page);
    }
    site
}

/// The site of those pages, with sitemaps that list those paths.
pub(super) fn listed(pages: &[PageFacts], paths: &[&str]) -> Site {
    let mut site = site(pages);
    for path in paths {
        site.add_listed(&Listed { url: at(path), lastmod: None });
    }
    site
}

/// What one rule finds.
pub(super) fn findings(site: &Site, rule: Rule) -> Vec<SiteFinding> {
    let Judged { findings, .. } = site.judge();
    findings.into_iter().filter(|finding| finding.rule == rule).collect()
}

/// The summaries of what one rule finds.
pub(super) fn summaries(site: &Site, rule: Rule) -> Vec<String> {
    findings(site, rule).into_iter().map(|finding| finding.summary).collect()
}

/// The paths of the pages of a finding.
pub(super) fn paths(finding: &SiteFinding) -> Vec<&str> {
    finding.pages.iter().map(|page| page.url.strip_prefix(HOST).unwrap_or(&page.url)).collect()
}

/// Why a rule was not judged.
pub(super) fn reason(site: &Site, rule: Rule) -> Option<String> {
    let all = site.judge().not_judged;
    all.into_iter().find(|one| one.rule == rule).map(|one| one.reason)
}
