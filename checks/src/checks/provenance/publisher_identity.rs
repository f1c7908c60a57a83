#![doc = include_str!("publisher-identity.md")]

use url::{Url, form_urlencoded};

use super::identity_words::{Purpose, bare_name, purpose};
use crate::check::{About, Check, Context, Finding, measure, quote};
use crate::checks::schema::json_ld;
use crate::excerpt::excerpt;
use crate::fix::{Fix, Source};
use crate::page::authors::SiteNameSource;
use crate::page::structured::{NodeRef, Syntax};
use crate::paste;
use crate::report::{CheckResult, Detail, EvidenceStrength, PageKind};
use crate::url::registrable_domain;
use crate::weights::{
    IDENTITY_NODES_MAX, IDENTITY_PARTS_VALUE, IDENTITY_PASS_FROM, SITE_NAME_CHARACTERS,
    SITE_NAME_SOURCES,
};

/// The check.
pub struct PublisherIdentity;

impl Check for PublisherIdentity {
    fn about(&self) -> &'static About {
        &About {
            id: "publisher-identity",
            title: "The page says who stands behind it",
            strength: EvidenceStrength::Moderate,
            effort: 2,
            needs_page: true,
            doc: include_str!("publisher-identity.md"),
            why: "Engines name their sources, and need to know whose page it is: Google takes a \
                site's name from its markup, titles and headings. That it leads to more citations \
                was not measured.",
            sources: &[
                Source {
                    title: "Google: site names",
                    url: "https://developers.google.com/search/docs/appearance/site-names",
                    strength: EvidenceStrength::Moderate,
                },
                Source {
                    title: "Google: Organization structured data",
                    url: "https://developers.google.com/search/docs/appearance/structured-data/organization",
                    strength: EvidenceStrength::Convention,
                },
            ],
        }
    }

    fn judge(&self, context: &Context<'_>) -> Finding {
        let signs = Signs::of(context);
        let count = signs.count();
        let summary = format!("{count} of 4 signs tell who stands behind the page.");
        let document = &context.page.document;
        let finding = match count {
            IDENTITY_PASS_FROM.. => Finding::pass(summary),
            0 if document.cut_short || document.markup.structured.cut_short => {
                Finding::could_not_see("Reading stopped before the end of the page.")
            }
            0 if signs.has_part(context) => Finding::warn(
                "None of 4 signs of who stands behind the page is whole; the page bears parts of \
                 some.",
            )
            .worth(IDENTITY_PARTS_VALUE),
            0 => Finding::fail("Nothing on the page tells who stands behind it."),
            _ => Finding::warn(summary),
        };
        finding.with_all(signs.details())
    }

    fn fix(&self, context: &Context<'_>, _finding: &CheckResult) -> Fix {
        fix(context, &Signs::of(context))
    }
}

/// What tells who stands behind a page.
struct Signs {
    /// The name of the site that several sources agree on.
    name: Option<String>,
    /// The name of a node that says who it is, with an address or a logo.
    node: Option<String>,
    /// The address of a profile on another site.
    profile: Option<String>,
    about: Option<String>,
    contact: Option<String>,
}

impl Signs {
    fn of(context: &Context<'_>) -> Self {
        let nodes = publishers(context);
        let described = nodes.iter().find(|node| node.has("url") || node.has("logo"));
        let (about, linked) = links(context);
        let reached = ["contactPoint", "telephone", "email"];
        let declared = nodes.iter().any(|node| reached.iter().any(|name| node.has(name)));
        Self {
            name: agreed_name(context),
            node: described.map(|node| node.text("name").unwrap_or_default().to_owned()),
            profile: outside_profile(context, &nodes),
            about,
            contact: linked.or_else(|| declared.then(|| "contact in JSON-LD".to_owned())),
        }
    }

    fn count(&self) -> usize {
        let signs = [
            self.name.is_some(),
            self.node.is_some(),
            self.profile.is_some(),
            self.about.is_some() && self.contact.is_some(),
        ];
        signs.into_iter().filter(|sign| *sign).count()
    }

    /// Whether there is a part of a sign: a name in one place, one of the links.
    fn has_part(&self, context: &Context<'_>) -> bool {
        self.about.is_some()
            || self.contact.is_some()
            || !context.sites.declared.is_empty()
            || context.title.site_part.is_some()
    }

    fn details(&self) -> Vec<Detail> {
        let detail = |label: &str, found: &Option<String>| match found {
            Some(text) => quote(label, text),
            None => measure(label, "none"),
        };
        vec![
            detail("Name of the site that two sources agree on", &self.name),
            detail("Organisation or person with an address or a logo", &self.node),
            detail("Profile on another site", &self.profile),
            detail("Link to a page about the site", &self.about),
            detail("Link to a contact or an imprint", &self.contact),
        ]
    }
}

/// The organisations and persons that stand by themselves or publish what the page is about.
fn publishers<'a>(context: &'a Context<'_>) -> Vec<NodeRef<'a>> {
    let data = &context.page.document.markup.structured;
    let is_somebody = |node: &NodeRef<'_>| node.is("Organization") || node.is("Person");
    let alone = data.all().filter(|node| node.node().is_top_level);
    let entities =
        [Syntax::JsonLd, Syntax::Microdata].into_iter().filter_map(|s| context.page.main_entity(s));
    let works = entities.chain(data.of_type("WebSite").take(IDENTITY_NODES_MAX));
    let named =
        works.flat_map(|work| work.nodes("publisher").chain(work.nodes("sourceOrganization")));
    let mut found: Vec<NodeRef<'_>> = named.filter(is_somebody).take(IDENTITY_NODES_MAX).collect();
    found.extend(alone.filter(is_somebody).take(IDENTITY_NODES_MAX));
    found
}

/// The name that enough of Open Graph, `WebSite`, the publisher and the title give.
fn agreed_name(context: &Context<'_>) -> Option<String> {
    use SiteNameSource::{OpenGraph, Organization, Publisher, WebSite};
    const GROUPS: [&[SiteNameSource]; 3] = [&[OpenGraph], &[WebSite], &[Publisher, Organization]];
    let declared = &context.sites.declared;
    let title = title_part(context);
    let agrees = |name: &str| {
        let bare = bare_name(name);
        let is_long = |name: &str| name.chars().count() >= SITE_NAME_CHARACTERS;
        // Titles are short of room: "MDN" stands for "MDN Web Docs".
        let in_title = (is_long(&bare) && title.contains(&bare))
            || (is_long(&title) && bare.starts_with(&title));
        let groups = GROUPS.iter().filter(|group| {
            declared.iter().any(|own| group.contains(&own.source) && bare_name(&own.name) == bare)
        });
        !bare.is_empty() && groups.count() + usize::from(in_title) >= SITE_NAME_SOURCES
    };
    declared.iter().map(|own| &own.name).find(|name| agrees(name)).cloned()
}

/// What the title holds of the site's name, comparable.
fn title_part(context: &Context<'_>) -> String {
    let titles = &context.page.document.titles;
    let whole = titles.first().map_or("", |title| title.value.as_str());
    match context.subject.kind {
        // At home the site is what the page is about.
        PageKind::Home => bare_name(whole),
        _ => bare_name(context.title.site_part.as_deref().unwrap_or_default()),
    }
}

/// The first `sameAs` of a publisher, or link with `rel=me`, that leads to another site.
fn outside_profile(context: &Context<'_>, nodes: &[NodeRef<'_>]) -> Option<String> {
    let own = registrable_domain(&context.page.final_url);
    let is_outside = |address: &str| {
        Url::parse(address).is_ok_and(|url| {
            matches!(url.scheme(), "https" | "http") && registrable_domain(&url) != own
        })
    };
    let declared = nodes.iter().flat_map(|node| node.texts("sameAs"));
    let links = &context.page.document.outline.links;
    let is_me =
        |rel: &str| rel.split_ascii_whitespace().any(|token| token.eq_ignore_ascii_case("me"));
    let linked = links.iter().filter(|link| is_me(&link.rel)).map(|link| link.href.as_str());
    declared.chain(linked).find(|address| is_outside(address)).map(str::to_owned)
}

/// The addresses of a page about the site, and of a contact or an imprint.
fn links(context: &Context<'_>) -> (Option<String>, Option<String>) {
    let document = &context.page.document;
    let (mut about, mut contact) = (None, None);
    // Most stand at the foot.
    for link in document.outline.links.iter().rev() {
        let text = &document.visible_text[link.place.text.clone()];
        let found = match led_to(&link.href, text) {
            Some(Purpose::About) => &mut about,
            Some(Purpose::Contact) => &mut contact,
            None => continue,
        };
        if found.is_none() && is_own(context, &link.href) {
            *found = Some(link.href.clone());
        }
        if about.is_some() && contact.is_some() {
            break;
        }
    }
    (about, contact)
}

fn led_to(href: &str, text: &str) -> Option<Purpose> {
    let address = href.strip_prefix("mailto:").or_else(|| href.strip_prefix("tel:"));
    if let Some(address) = address {
        // What is shared by mail has no address.
        return (!address.is_empty() && !address.starts_with('?')).then_some(Purpose::Contact);
    }
    purpose(text).or_else(|| {
        let path = href.split(['?', '#']).next().unwrap_or_default();
        let path = path.split_once("://").map_or(path, |(_, rest)| rest);
        let mut parts = path.trim_end_matches('/').rsplit('/');
        let last = by_part(parts.next()?);
        // `/about/team` is a part of what a site says about itself.
        last.or_else(|| by_part(parts.next()?).filter(|purpose| *purpose == Purpose::About))
    })
}

fn by_part(part: &str) -> Option<Purpose> {
    if !part.contains('%') {
        return purpose(part);
    }
    purpose(&form_urlencoded::parse(part.as_bytes()).next()?.0)
}

/// Whether a link stays on the site, whatever its host.
fn is_own(context: &Context<'_>, href: &str) -> bool {
    let page = &context.page.final_url;
    if href.starts_with("mailto:") || href.starts_with("tel:") {
        return true;
    }
    context.page.document.base(page).join(href).is_ok_and(|url| {
        url.host() == page.host() || registrable_domain(&url) == registrable_domain(page)
    })
}

fn fix(context: &Context<'_>, signs: &Signs) -> Fix {
    let name = excerpt(&json_ld::site_name(context));
    let missing = 4 - signs.count();
    let title =
        format!("Say that “{name}” stands behind the page: {missing} of 4 signs are missing");
    let mut fix = Fix::new(
        "publisher-identity",
        title,
        "Scan the page again: the check lists what it found for each of the signs.",
    );
    if signs.name.is_none() {
        fix = fix.step(format!(
            "Write the same name of the site (such as “{name}”) in og:site_name, in WebSite and \
             Organization of the JSON-LD, and at the end of the title."
        ));
    }
    if signs.node.is_none() || signs.profile.is_none() {
        fix = fix.step(
            "Add the Organization, or the Person if the site is yours alone, with its address, its \
             logo, and sameAs for its profiles on other sites (Wikidata, LinkedIn, GitHub).",
        );
    }
    if signs.about.is_none() || signs.contact.is_none() {
        fix = fix.step(
            "Link at the foot of each page to a page about the site and to a contact or imprint.",
        );
    }
    let mut snippet = Vec::new();
    if signs.name.is_none() || signs.node.is_none() || signs.profile.is_none() {
        let escaped = paste::html(&name);
        snippet.push(format!("<meta property=\"og:site_name\" content=\"{escaped}\">"));
        snippet.push(json_ld::script(&json_ld::site(context)));
    }
    if signs.about.is_none() {
        snippet.push("<a href=\"/about\">About us</a>".to_owned());
    }
    if signs.contact.is_none() {
        snippet.push("<a href=\"/contact\">Contact</a>".to_owned());
    }
    fix.snippet(snippet.join("\n"))
}

#[cfg(test)]
#[path = "publisher_identity_tests.rs"]
mod tests;
