#![doc = include_str!("page.md")]

mod bio;
mod doubt;
mod fix;
mod named;

use crate::applicability::is_agency;
use crate::catalogue::structured_data::misplaced_that_names;
use crate::check::{About, Check, Context, Finding};
use crate::fix::{Fix, Source};
use crate::json_ld;
use crate::page::authority;
use crate::page::authors::AuthorKind;
use crate::page::names::{comparable, people};
use crate::page::structured::Syntax;
use crate::paste::{in_finding, listed};
use crate::report::{CheckResult, EvidenceStrength, PageKind};
use bio::introduced_at_end;
use doubt::doubt;
pub(crate) use named::authors_looked_at;
use named::{Author, looked_at, plain_name};

/// The check.
pub struct AuthorByline;

impl Check for AuthorByline {
    fn about(&self) -> &'static About {
        &About {
            id: "author-byline",
            title: "Author is named",
            strength: EvidenceStrength::Weak,
            effort: 2,
            needs_page: true,
            doc: include_str!("page.md"),
            why: "Pages that are frequently cited name an author more often than other pages do. \
                In one test of 22 sites, a named person with a reachable profile affected \
                citations, and badges didn't. Another vendor found no relation, so the evidence is \
                weak and conflicting.",
            sources: &[
                Source {
                    title: "E-E-A-T and AI citations (second hand)",
                    url: "https://ranqo.ai/blog/eeat-playbook-ai-citations",
                    strength: EvidenceStrength::Weak,
                },
                Source {
                    title: "Google: author best practices for articles",
                    url: "https://developers.google.com/search/docs/appearance/structured-data/article#author-bp",
                    strength: EvidenceStrength::Convention,
                },
            ],
        }
    }

    fn judge(&self, context: &Context<'_>) -> Finding {
        let authors = looked_at(context);
        judge(context, &authors).with_all(authors.iter().map(Author::detail))
    }

    fn fix(&self, context: &Context<'_>, _finding: &CheckResult) -> Fix {
        fix::fix(context)
    }
}

fn judge(context: &Context<'_>, authors: &[Author<'_>]) -> Finding {
    let Some(first) = authors.first() else {
        return judge_unnamed(context);
    };
    let mut people = authors.iter().filter(|author| author.is_person).peekable();
    if people.peek().is_none() && is_of_authority(context) {
        return judge_authority();
    }
    if people.peek().is_none() && publishes_without_bylines(context) {
        return Finding::not_applicable(
            "The declared author is an organization with a policy of publishing without bylines \
             (`noBylinesPolicy`).",
        );
    }
    if people.peek().is_none()
        && let Some(agency) =
            authors.iter().find(|author| is_other_agency(context, &author.candidate.name))
    {
        return judge_agency(&plain_name(agency));
    }
    if people.peek().is_none() {
        let name = in_finding(&plain_name(first));
        return Finding::warn(match first.candidate.kind {
            AuthorKind::Nobody => {
                format!("The author {name} isn't a specific person. Expected a person's name.")
            }
            AuthorKind::Account => format!(
                "The author {name} looks like the name of an account. Expected a person's name."
            ),
            AuthorKind::Organisation | AuthorKind::Person => format!(
                "The author {name} may be an organization or the site itself. Expected a person's \
                 name."
            ),
        });
    }
    let visible: Vec<&Author<'_>> = people.filter(|author| author.is_visible).collect();
    if visible.is_empty() {
        return Finding::warn(
            "The author's name is only in the markup. Expected it in the text too.",
        );
    }
    match () {
        () if visible.iter().any(|author| author.profile.is_some()) => {
            Finding::pass("A person is named as the author and has a profile.")
        }
        () if visible.iter().any(|author| writes_for_agency(context, author)) => Finding::pass(
            "A person who writes for a news agency is named as the author, with the agency's name.",
        ),
        () => Finding::warn(
            "No author profile found. Expected a link on the author's name, or `url` or `sameAs` in \
             the markup.",
        ),
    }
}

/// Whether a name is that of a news agency which another site than its own prints.
fn is_other_agency(context: &Context<'_>, name: &str) -> bool {
    is_agency(name) && !context.sites.is_or_begins_host(name)
}

fn judge_agency(name: &str) -> Finding {
    Finding::not_applicable(format!(
        "The text is from the news agency {}, which often names no person.",
        in_finding(name)
    ))
}

/// The news agency that the markup names as the source of the text.
fn source_agency<'a>(context: &'a Context<'_>) -> Option<&'a str> {
    let entities = [Syntax::JsonLd, Syntax::Microdata].into_iter();
    let entities = entities.filter_map(|syntax| context.page.main_entity(syntax));
    let declared = entities
        .flat_map(|entity| entity.nodes("sourceOrganization").filter_map(|one| one.text("name")));
    let written = ["dc.source", "source"].into_iter().filter_map(|name| context.page.meta(name));
    declared.chain(written).find(|name| is_other_agency(context, name))
}

/// Whether the byline of an author names the news agency, too: its other customers print the text, and
/// have no page about whoever wrote it.
fn writes_for_agency(context: &Context<'_>, author: &Author<'_>) -> bool {
    let markup = &context.page.document.markup;
    let own = comparable(&author.candidate.name);
    let mut bylines = markup.bylines.iter().chain(&markup.faint_bylines).filter(|byline| {
        !byline.is_of_card && people(&byline.text).iter().any(|name| comparable(name) == own)
    });
    bylines.any(|byline| {
        let mut parts = byline.text.split([',', '|', '(', ')', '/', '·', '•', '\n']);
        parts.any(|part| is_other_agency(context, part))
            || byline.text.to_lowercase().trim_end().ends_with("associated press")
    })
}

/// Whether the author that is declared is an organization which says why it names nobody.
fn publishes_without_bylines(context: &Context<'_>) -> bool {
    let entities = [Syntax::JsonLd, Syntax::Microdata].into_iter();
    let mut entities = entities.filter_map(|syntax| context.page.main_entity(syntax));
    entities.any(|entity| {
        let mut authors = entity.nodes("author");
        authors.any(|one| one.is("Organization") && one.has("noBylinesPolicy"))
    })
}

/// Whether an authority answers for the page, which is neither a thread nor somebody's paper.
fn is_of_authority(context: &Context<'_>) -> bool {
    context.subject.kind != PageKind::Qa
        && !context.page.declares(&["ScholarlyArticle"])
        && authority::is_of_authority(&context.page.final_url)
}

fn judge_authority() -> Finding {
    Finding::not_applicable(
        "The page is on a public authority's domain, so it needn't name a person as its author.",
    )
}

/// Where nothing names an author.
fn judge_unnamed(context: &Context<'_>) -> Finding {
    if context.page.is_read_in_part() {
        return Finding::could_not_see(
            "Only part of the page was read, and no author was found in that part.",
        );
    }
    let introduced = introduced_at_end(context);
    if !introduced.is_empty() {
        let shown: Vec<String> =
            introduced.iter().map(|name| in_finding(name).to_string()).collect();
        let role = if shown.len() == 1 { "the author" } else { "the authors" };
        let names = listed(&shown);
        return Finding::warn(format!(
            "The text ends by introducing {names}, but nothing marks {names} as {role}."
        ));
    }
    if is_of_authority(context) {
        return judge_authority();
    }
    if let Some(agency) = source_agency(context) {
        return judge_agency(agency);
    }
    let is_thread = context.subject.kind == PageKind::Qa;
    if let Some(editor) = context.authors.editors.first().filter(|_| !is_thread) {
        return Finding::warn(format!(
            "{} is declared as the author, but the page calls them the editor. Expected the name of \
             whoever wrote the text.",
            in_finding(editor)
        ));
    }
    if let Some(name) = json_ld::blogger(context).filter(|_| !is_thread) {
        return Finding::warn(format!(
            "The site is named after {}, but the page doesn't say who wrote it. Expected the author's \
             name in the text.",
            in_finding(name)
        ));
    }
    match doubt(context) {
        Some(doubt) => Finding::warn(doubt),
        // In a thread nobody signs as in an article.
        None if is_thread => {
            Finding::warn("No author found. Expected the name of the first post's author.")
        }
        None => Finding::fail(match misplaced_that_names(context, "author") {
            Some((_, place)) => format!(
                "The author is only in JSON-LD in {place}, where parsers don't look. Expected a \
                 person's name in the text."
            ),
            None => "No author found. Expected a person's name in the text.".to_owned(),
        }),
    }
}

#[cfg(test)]
mod tests;
