#![doc = include_str!("page.md")]

pub(crate) mod agreed;
mod brand;
mod company;
mod contact_lines;
pub(crate) mod copyright;
mod linked_owner;
mod links;
pub(crate) mod logo;
pub(crate) mod names;
mod own_pages;
pub(crate) mod profile;
pub(crate) mod signs;
pub(crate) mod title_name;
pub(crate) mod words;

use crate::catalogue::structured_data::fix_that_writes;
use crate::check::{About, Check, Context, Finding};
use crate::fix::{Fix, Source};
use crate::grade::warned;
use crate::json_ld;
use crate::page::outline::Link;
use crate::paste;
use crate::paste::in_finding;
use crate::paste::listed;
use crate::report::{CheckResult, EvidenceStrength, PageKind, Status};
use crate::weights::{PUBLISHER_PARTS_VALUE, PUBLISHER_PASS_FROM};
use agreed::Places;
use copyright::copyright_owners;
use own_pages::is_notice;
use signs::{Missing, Signs, needs_no_address};

/// The check.
pub struct PublisherIdentity;

impl Check for PublisherIdentity {
    fn about(&self) -> &'static About {
        &About {
            id: "publisher-identity",
            title: "Publisher is identified",
            strength: EvidenceStrength::Moderate,
            effort: 2,
            needs_page: true,
            doc: include_str!("page.md"),
            why: "Engines name their sources, so they need to know whose page it is. Google takes a \
                site's name from its markup, titles and headings. Whether this leads to more \
                citations hasn't been measured.",
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
        let found = format!("{count} of 4 publisher signals found.");
        let expected = match context.subject.kind {
            PageKind::Home => format!("Expected {PUBLISHER_PASS_FROM} or more."),
            _ if needs_no_address(context) => {
                format!("Expected {PUBLISHER_PASS_FROM} or more, or {NAME_AND_SIGN}.")
            }
            _ => {
                format!("Expected {PUBLISHER_PASS_FROM} or more, or the site name and both links.")
            }
        };
        let finding = match count {
            PUBLISHER_PASS_FROM.. => Finding::pass(found),
            _ if signs.are_enough_in(context) => {
                Finding::pass("The page has the site's name and one more sign of its publisher.")
            }
            // Markup and profiles of the publisher need to be on one page of the site only.
            _ if signs.are_named_and_linked() && context.subject.kind != PageKind::Home => {
                Finding::pass(
                    "The page names its site, and links to an About page and to a contact page or \
                     legal notice.",
                )
            }
            0 if context.page.is_read_in_part() => Finding::could_not_see(
                "Only part of the page was read, and that part has no publisher signals.",
            ),
            // Who publishes a page is said where it ends.
            _ if context.page.is_read_in_part() => Finding::could_not_see(format!(
                "Only part of the page was read, and that part has {count} of 4 publisher signals."
            )),
            0 => match &signs.parts(context)[..] {
                parts @ [_, ..] => Finding::warn(format!(
                    "No publisher signal is complete: the page has only {}. {expected}",
                    listed(parts)
                ))
                .worth(PUBLISHER_PARTS_VALUE),
                [] => Finding::fail(match context.subject.kind {
                    PageKind::Home => format!(
                        "The page doesn't say who publishes it. Expected {PUBLISHER_PASS_FROM} of \
                         4 publisher signals."
                    ),
                    _ if needs_no_address(context) => {
                        format!("The page doesn't say who publishes it. Expected {NAME_AND_SIGN}.")
                    }
                    _ => "The page doesn't say who publishes it. Expected the site name, and \
                          links to an About page and to a contact page."
                        .to_owned(),
                }),
            },
            _ => Finding::warn(format!("{found} {expected}")).worth(warned(
                0,
                PUBLISHER_PASS_FROM,
                count,
            )),
        };
        let lacks_links = signs.about.is_none() || signs.contact.is_none();
        let finding = match empty_footer(context) {
            Some(_) if lacks_links && finding.status == Status::Fail => {
                Finding::warn(format!("{} {UNSEEN}", finding.summary)).worth(PUBLISHER_PARTS_VALUE)
            }
            Some(_) if lacks_links && finding.status == Status::Warn => {
                Finding { summary: format!("{} {UNSEEN}", finding.summary), ..finding }
            }
            _ => finding,
        };
        finding.with_all(signs.details())
    }

    fn fix(&self, context: &Context<'_>, finding: &CheckResult) -> Fix {
        let missing = Missing::of(&finding.details);
        let missing = if is_notice(context) { missing.on_notice() } else { missing };
        let missing = match needs_no_address(context) {
            true => missing.in_manual(Signs::of(context).are_any_beside_name(context)),
            false => missing,
        };
        let lacks_links = missing.about || missing.contact;
        match empty_footer(context).filter(|_| lacks_links) {
            Some(line) => fix_footer(context, missing, line),
            None => fix(context, missing),
        }
    }
}

/// What is enough in documentation and discussions.
const NAME_AND_SIGN: &str = "the site name and one more sign of the publisher, such as an About link \
    or a copyright owner";

/// What a finding says of a footer that scripts fill.
const UNSEEN: &str = "JavaScript fills the footer, so its links couldn't be checked.";

/// The line of the page's footer, where only scripts fill it. A manual's template has one for what
/// nobody wrote.
fn empty_footer(context: &Context<'_>) -> Option<u32> {
    let document = &context.page.document;
    document.shell.empty_footer.filter(|_| document.shell.scripts > 0 && !document.is_of_manual())
}

/// Whether its links are missing, nobody knows before they are in the HTML.
fn fix_footer(context: &Context<'_>, missing: Missing, line: u32) -> Fix {
    let step = format!(
        "Put the footer and its links into the HTML that the server sends (line {line}), among them \
         links to an About page and a contact page. Most AI crawlers don't run JavaScript."
    );
    let missing = missing.without_links();
    if missing.name {
        return fix(context, missing).step(step);
    }
    Fix::new(
        "publisher-identity",
        format!("Put the footer's links into the HTML (footer on line {line})"),
        "Scan the page again. The check lists the links that it found.",
    )
    .step(step)
}

fn fix(context: &Context<'_>, missing: Missing) -> Fix {
    let plain = json_ld::site_name(context);
    let publisher = json_ld::publisher_name(context);
    let known = publisher.as_deref().map(|name| in_finding(name).to_string());
    let is_home = context.subject.kind == PageKind::Home;
    let lacks_node = missing.node || missing.profile;
    // The block that describes the page names its publisher, too: that is one edit.
    let block = fix_that_writes(context, "publisher").filter(|_| lacks_node);
    let is_once = lacks_node && block.is_none() && !is_home;
    let missing = if is_once { missing.of_every_page() } else { missing };
    let writes_name = block.is_some() && publisher.is_some() && publisher == plain;
    let places = Places::of(context, plain.as_deref(), usize::from(writes_name));
    let places = if missing.name && !writes_name { places.or_open_graph() } else { places };
    let needs_node = missing.node || missing.profile;
    let (key, title) = match &block {
        Some(block) if is_home => (block.key, block.title.clone()),
        Some(block) => {
            let name = known.as_deref().unwrap_or("your site");
            (block.key, format!("{}, and name {name} as its publisher", block.title))
        }
        None if !missing.name && !needs_node => (
            "publisher-identity",
            match has_foot(context) {
                true => format!("Link to {}", missing.pages()),
                false => {
                    format!("Link to {} in the HTML: it has no footer links", missing.pages())
                }
            },
        ),
        None => {
            // Whose site a manual is on, the owner of its subject doesn't tell, and a company isn't
            // called like its product.
            let is_named = plain.is_some() && (needs_node || publisher == plain);
            let known = known.as_ref().filter(|_| is_named);
            // Somebody else publishes what the manual is about, if a copyright line says so.
            let is_of_work = !needs_node && missing.name && needs_no_address(context);
            let named = match (&plain, known) {
                (Some(name), _) if is_of_work => {
                    format!("Declare {} as the site's name", in_finding(name))
                }
                (_, Some(name)) => format!("Name {name} as the publisher"),
                (_, None) => "Name the publisher".to_owned(),
            };
            ("publisher-identity", format!("{named}: {}", missing.listed(places)))
        }
    };
    let verify = "Scan the page again. The check lists what it found for each signal.";
    let mut fix = Fix::new(key, title, verify).for_tool(true);
    let mut snippet = Vec::new();
    if missing.name && places != Places::default() {
        fix = fix.step(format!(
            "Use {} {}, spelled the same as in `WebSite` and `Organization` markup.",
            plain.as_deref().map_or_else(
                || "your site's name".to_owned(),
                |name| { in_finding(name).to_string() }
            ),
            places.in_step()
        ));
        if let Some(name) = plain.as_ref().filter(|_| places.open_graph) {
            let escaped = paste::html(&paste::line(name));
            snippet.push(format!("<meta property=\"og:site_name\" content=\"{escaped}\">"));
        }
    }
    let mut owners = copyright_owners(context);
    owners.retain(|owner| plain.as_deref() != Some(*owner) && !json_ld::is_governing_body(owner));
    let owners: Vec<String> = owners.iter().map(|owner| in_finding(owner).to_string()).collect();
    let of_owner = match &owners[..] {
        [] => String::new(),
        [owner] => {
            format!(" The copyright line names {owner}: use that name if it publishes the site.")
        }
        owners => format!(
            " The copyright line names {}: use the name of the one that publishes the site.",
            listed(owners)
        ),
    };
    if missing.node && publisher.is_none() {
        // How a block is completed is said with it.
        let step = match block {
            Some(_) => of_owner.trim_start().to_owned(),
            None => format!(
                "Declare an `Organization` in the JSON-LD, or a `Person` if the site is yours \
                 alone, with your organization's name, its URL and its logo.{of_owner}"
            ),
        };
        if !step.is_empty() {
            fix = fix.step(step);
        }
    } else if missing.node && publisher != plain {
        fix = fix.step(
            "Paste the `Organization` below, and add the URL and the logo of the company that \
             publishes this.",
        );
    } else if missing.node && block.is_some() {
        // How the block is pasted, and for whom, is said with it.
        fix = fix.step("Add the publisher's logo to its markup, if it has one.");
    } else if missing.node {
        fix = fix.step(
            "Paste the `Organization` below, or a `Person` if the site is yours alone, and add its \
             logo if it has one.",
        );
    }
    if missing.profile {
        fix = fix.step(
            "Add `sameAs` with the URLs of its profiles on other sites (Wikidata, LinkedIn, GitHub).",
        );
    }
    if missing.about || missing.contact {
        fix = fix.step(match missing.contact {
            true => {
                "Link from the footer of each page to an About page and to a contact page or legal \
                 notice."
            }
            false => "Link from the footer of each page to an About page.",
        });
        if !has_foot(context) {
            fix = fix.step(
                "The HTML has no links below the content. If JavaScript adds the footer, put its \
                 links into the HTML, too.",
            );
        }
    }
    if is_once {
        fix = fix.step(format!(
            "If the home page doesn't have `Organization` markup yet, add it there, with the URL, \
             the logo and the profiles in `sameAs`. Other pages don't need it.{of_owner}"
        ));
    }
    match block {
        Some(block) => {
            snippet.extend(block.snippet);
            fix.steps.splice(0..0, block.steps);
            fix = fix.opens(block.opens);
        }
        None if needs_node && plain.is_some() => {
            snippet.push(json_ld::script(&json_ld::site(context)))
        }
        None => {}
    }
    if snippet.is_empty() { fix } else { fix.snippet(snippet.join("\n")) }
}

/// Whether a link stands below the main content, or among the last lines, which nothing may mark as a
/// footer.
fn has_foot(context: &Context<'_>) -> bool {
    /// Lines at the end.
    const LINES: usize = 12;
    let outline = &context.page.document.outline;
    let end = outline.main_blocks().last().map_or(0, |block| block.place.text.end);
    let below = |link: &Link| !link.place.in_main && link.place.text.start >= end;
    let mut last = outline.blocks.iter().rev().take(LINES);
    outline.links.iter().rev().any(below)
        || last.any(|block| block.link_bytes * 2 > block.place.text.len())
}

#[cfg(test)]
mod tests;
#[cfg(test)]
mod tests_of_manuals;
#[cfg(test)]
mod tests_of_names;
