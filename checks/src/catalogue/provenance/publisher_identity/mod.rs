#![doc = include_str!("page.md")]

mod copyright;
mod names;
pub(crate) mod profile;
mod signs;
mod words;

use crate::catalogue::structured_data::fix_that_writes;
use crate::check::{About, Check, Context, Finding};
use crate::fix::{Fix, Source};
use crate::json_ld;
use crate::paste;
use crate::paste::in_finding;
use crate::report::{CheckResult, EvidenceStrength, PageKind};
use crate::weights::{PUBLISHER_PARTS_VALUE, PUBLISHER_PASS_FROM};
use signs::{Missing, Signs};

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
            doc: include_str!("page.md"),
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
            PUBLISHER_PASS_FROM.. => Finding::pass(summary),
            0 if document.cut_short || document.markup.structured.cut_short => {
                Finding::could_not_see("Reading stopped before the end of the page.")
            }
            0 if signs.has_part(context) => Finding::warn(
                "None of 4 signs of who stands behind the page is whole; the page bears parts of \
                 some.",
            )
            .worth(PUBLISHER_PARTS_VALUE),
            0 => Finding::fail("Nothing on the page tells who stands behind it."),
            _ => Finding::warn(summary),
        };
        finding.with_all(signs.details())
    }

    fn fix(&self, context: &Context<'_>, finding: &CheckResult) -> Fix {
        fix(context, &Missing::of(&finding.details))
    }
}

fn fix(context: &Context<'_>, missing: &Missing) -> Fix {
    let plain = json_ld::site_name(context);
    let name = in_finding(&plain);
    let needs_node = missing.node || missing.profile;
    // The block that describes the page names its publisher, too: that is one edit.
    let block = fix_that_writes(context, "publisher").filter(|_| needs_node);
    let (key, title) = match &block {
        Some(block) if context.subject.kind == PageKind::Home => (block.key, block.title.clone()),
        Some(block) => (block.key, format!("{}, and name {name} as its publisher", block.title)),
        None => {
            let count = missing.count();
            let title =
                format!("Say that {name} stands behind the page: {count} of 4 signs are missing");
            ("publisher-identity", title)
        }
    };
    let mut fix = Fix::new(
        key,
        title,
        "Scan the page again: the check lists what it found for each of the signs.",
    );
    let mut snippet = Vec::new();
    if missing.name {
        fix = fix.step(format!(
            "Write the same name of the site (such as {name}) in og:site_name, in WebSite and \
             Organization of the JSON-LD, and at the end of the title."
        ));
        let escaped = paste::html(&paste::line(&plain));
        snippet.push(format!("<meta property=\"og:site_name\" content=\"{escaped}\">"));
    }
    if missing.node {
        fix = fix.step(
            "Paste the Organization below, or a Person if the site is yours alone, and add its logo \
             where it has one.",
        );
    }
    if missing.profile {
        fix = fix.step(
            "Add sameAs with the addresses of its profiles on other sites (Wikidata, LinkedIn, \
             GitHub).",
        );
    }
    if missing.about || missing.contact {
        fix = fix.step(
            "Link at the foot of each page to a page about the site and to a contact or imprint.",
        );
    }
    match block {
        Some(block) => {
            snippet.extend(block.snippet);
            fix.steps.splice(0..0, block.steps);
            fix = fix.opens(block.opens);
        }
        None if needs_node => snippet.push(json_ld::script(&json_ld::site(context))),
        None => {}
    }
    if snippet.is_empty() { fix } else { fix.snippet(snippet.join("\n")) }
}

#[cfg(test)]
mod tests;
