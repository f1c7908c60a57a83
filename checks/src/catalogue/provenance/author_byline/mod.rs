#![doc = include_str!("page.md")]

mod bio;
mod doubt;

use crate::catalogue::structured_data::misplaced_that_names;
use crate::check::{About, Check, Context, Finding, quote};
use crate::excerpt::one_line;
use crate::fix::{Fix, Source};
use crate::json_ld;
use crate::page::authority;
use crate::page::authors::{AuthorCandidate, AuthorKind, AuthorSource};
use crate::page::markup::BylineMark;
use crate::page::names::{comparable, is_author_page, is_organisation, people};
use crate::page::structured::{NodeRef, Syntax};
use crate::page::visible_names::{VisibleNames, is_spaceless, words};
use crate::paste::{self, code, in_finding, listed, page_name};
use crate::report::{CheckResult, Detail, EvidenceStrength, PageKind};
use crate::url::without_query;
use crate::weights::{AUTHORS_LOOKED_AT, PERSON_WORDS_MAX, PROFILE_LINK_BYTES};
use bio::introduced_at_end;
use doubt::doubt;

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
        let authors = looked_at(context);
        match authors.iter().find(|author| author.is_person) {
            None => fix_without_person(context, authors.first()),
            Some(author) if authors.iter().any(|author| author.is_person && author.is_visible) => {
                let shown = authors.iter().find(|one| one.is_person && one.is_visible);
                fix_profile(context, shown.unwrap_or(author))
            }
            Some(_) => fix_visibility(context, &authors),
        }
    }
}

/// An author that the page names.
struct Author<'a> {
    candidate: &'a AuthorCandidate,
    is_person: bool,
    is_visible: bool,
    profile: Option<String>,
}

/// The candidates that the check looks at, in order.
pub(crate) fn authors_looked_at<'a>(
    context: &'a Context<'_>,
) -> impl Iterator<Item = &'a AuthorCandidate> {
    looked_at(context).into_iter().map(|author| author.candidate)
}

fn looked_at<'a>(context: &'a Context<'_>) -> Vec<Author<'a>> {
    let names = VisibleNames::new(&context.page.document.visible_text);
    let author = |candidate: &'a AuthorCandidate| Author {
        candidate,
        is_person: is_person(context, candidate),
        is_visible: is_text(candidate.source) || names.shows_person(&candidate.name),
        profile: profile(context, candidate),
    };
    let chosen = context.authors.chosen().into_iter().take(AUTHORS_LOOKED_AT);
    let mut found: Vec<Author<'_>> = chosen.map(author).collect();
    if !found.iter().any(|author| author.is_person && author.is_visible) {
        // The markup may name those who set the page, and the text the one who wrote it.
        found.extend(bylines(context).map(author));
    }
    found
}

/// Persons whom an element of the text that is marked as an author's names.
fn bylines<'a>(context: &'a Context<'_>) -> impl Iterator<Item = &'a AuthorCandidate> {
    let is_marked = |source| is_text(source) && source < AuthorSource::Byline(BylineMark::Words);
    // In a thread those who replied are marked in the same way.
    let most = if context.subject.kind == PageKind::Qa { 1 } else { AUTHORS_LOOKED_AT };
    let candidates = context.authors.candidates.iter();
    candidates.filter(move |one| one.kind == AuthorKind::Person && is_marked(one.source)).take(most)
}

fn judge(context: &Context<'_>, authors: &[Author<'_>]) -> Finding {
    let Some(first) = authors.first() else {
        return judge_unnamed(context);
    };
    let mut people = authors.iter().filter(|author| author.is_person).peekable();
    if people.peek().is_none() && is_of_authority(context) {
        return judge_authority();
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
    let mut visible = people.filter(|author| author.is_visible).peekable();
    if visible.peek().is_none() {
        return Finding::warn(
            "The author's name is only in the markup. Expected it in the text too.",
        );
    }
    match visible.any(|author| author.profile.is_some()) {
        true => Finding::pass("A person is named as the author and has a profile."),
        false => Finding::warn(
            "No author profile found. Expected a link on the author's name, or `url` or `sameAs` in \
             the markup.",
        ),
    }
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
    if let Some(name) = introduced_at_end(context) {
        let name = in_finding(name);
        return Finding::warn(format!(
            "The text ends by introducing {name}, but nothing marks {name} as the author."
        ));
    }
    if is_of_authority(context) {
        return judge_authority();
    }
    match doubt(context) {
        Some(doubt) => Finding::warn(doubt),
        // In a thread nobody signs as in an article.
        None if context.subject.kind == PageKind::Qa => {
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

impl Author<'_> {
    fn detail(&self) -> Detail {
        let place = match self.candidate.source {
            AuthorSource::JsonLd => "JSON-LD",
            AuthorSource::Microdata => "Microdata",
            AuthorSource::Meta => "`<meta>` element",
            AuthorSource::Byline(_) => "byline",
        };
        let seen = if self.is_visible { "visible" } else { "not in the text" };
        let is_account = self.candidate.kind == AuthorKind::Account;
        let account = if is_account { ", the name of an account" } else { "" };
        let profile = match &self.profile {
            Some(profile) => format!("profile {}", in_finding(profile)),
            None => "no profile".to_owned(),
        };
        Detail {
            line: Some(self.candidate.line),
            measured: Some(format!("{place}, {seen}, {profile}{account}")),
            ..quote("Author", &self.candidate.name)
        }
    }
}

/// Whether the name was read off the page's text.
fn is_text(source: AuthorSource) -> bool {
    // An `itemprop` may be a `meta` element, which nobody sees.
    matches!(source, AuthorSource::Byline(mark) if mark != BylineMark::Itemprop)
}

/// A person, as far as can be told. Somebody who writes under the name of their own site is one
/// where the markup says so.
fn is_person(context: &Context<'_>, candidate: &AuthorCandidate) -> bool {
    match candidate.kind {
        AuthorKind::Person => true,
        AuthorKind::Nobody | AuthorKind::Account => false,
        AuthorKind::Organisation => {
            let count = candidate.name.split_whitespace().count();
            (2..=PERSON_WORDS_MAX).contains(&count)
                && !candidate.name.contains('.')
                && !is_organisation(&candidate.name)
                && declared(context, &candidate.name).any(|node| node.stands_for("Person"))
        }
    }
}

/// What the markup says about the author of that name.
fn declared<'a>(context: &'a Context<'_>, name: &str) -> impl Iterator<Item = NodeRef<'a>> {
    let name = comparable(name);
    let entities =
        [Syntax::JsonLd, Syntax::Microdata].into_iter().filter_map(|s| context.page.main_entity(s));
    let authors = entities.flat_map(|entity| entity.nodes("author").chain(entity.nodes("creator")));
    authors.take(AUTHORS_LOOKED_AT * 4).filter(move |author| {
        let own = author.text("name").unwrap_or_default();
        people(own).iter().any(|person| comparable(person) == name)
    })
}

/// The address of something about the author: declared, or behind a link on the name.
fn profile(context: &Context<'_>, candidate: &AuthorCandidate) -> Option<String> {
    // Many systems name the site itself there, for whoever writes on it.
    let is_front = |url: &str| {
        let page = &context.page.final_url;
        !context.sites.is_one(&candidate.name)
            && page.join(url).is_ok_and(|url| {
                url.host() == page.host() && url.path() == "/" && url.query().is_none()
            })
    };
    let of_node = |node: NodeRef<'_>| {
        let mut urls = node.texts("url").chain(node.texts("sameAs"));
        urls.find(|url| leads_somewhere(url) && !is_front(url)).map(str::to_owned)
    };
    let name = comparable(&candidate.name);
    // In markup the address of a candidate may be its `@id`, which leads nowhere.
    let linked = context.authors.candidates.iter().filter(|other| {
        matches!(other.source, AuthorSource::Byline(_)) && comparable(&other.name) == name
    });
    let of_candidate =
        || linked.filter_map(|other| other.url.clone()).find(|url| leads_somewhere(url));
    declared(context, &candidate.name)
        .find_map(of_node)
        .or_else(of_candidate)
        .or_else(|| linked_name(context, &candidate.name))
}

/// The address of the first link whose text is about nobody else, or that leads to the page of an
/// author of that name.
fn linked_name(context: &Context<'_>, name: &str) -> Option<String> {
    let document = &context.page.document;
    let own = words(name);
    let bare = comparable(name);
    // A name of one word stands in other texts too: "How Jane brews tea".
    let is_long = own.split_whitespace().nth(1).is_some() || own.chars().any(is_spaceless);
    let is_whole = |text: &str| people(text).iter().any(|person| comparable(person) == bare);
    let is_about = |text: &str| {
        text.len() <= PROFILE_LINK_BYTES
            && words(text).contains(&own)
            && (is_long || is_whole(text))
    };
    let leads_there = |href: &str| {
        is_author_page(href)
            && href
                .trim_end_matches('/')
                .rsplit('/')
                .next()
                .is_some_and(|last| comparable(last) == bare)
    };
    let link = document.outline.links.iter().find(|link| {
        leads_somewhere(&link.href)
            && (is_about(document.text_at(&link.place)) || leads_there(&link.href))
    });
    link.map(|link| link.href.clone())
}

fn leads_somewhere(href: &str) -> bool {
    let href = href.trim();
    let scheme = href.split(':').next().unwrap_or_default().to_ascii_lowercase();
    let path = without_query(href).to_ascii_lowercase();
    // What programs read says nothing of a person to readers.
    let is_feed = path.split('/').any(|part| matches!(part, "feed" | "feeds" | "rss" | "atom"))
        || [".xml", ".rss", ".atom"].iter().any(|end| path.ends_with(end));
    !href.is_empty()
        && !is_feed
        && !href.starts_with('#')
        && !matches!(scheme.as_str(), "javascript" | "mailto" | "tel" | "data")
}

fn plain_name(author: &Author<'_>) -> String {
    one_line(&author.candidate.name, NAME_CHARACTERS)
}

fn fix_without_person(context: &Context<'_>, named: Option<&Author<'_>>) -> Fix {
    if context.subject.kind == PageKind::Qa {
        return fix_thread(context);
    }
    let account = named.filter(|author| author.candidate.kind == AuthorKind::Account);
    if let Some(account) = account {
        return fix_account(account);
    }
    if let Some(name) = introduced_at_end(context).filter(|_| named.is_none()) {
        return fix_introduced(name);
    }
    let misplaced = misplaced_that_names(context, "author").filter(|_| named.is_none());
    let title = match named {
        None => format!("Name the author of {}", page_name(context)),
        Some(author) => {
            format!("Name a person as the author, not only {}", in_finding(&plain_name(author)))
        }
    };
    Fix::new("author-byline", title, VERIFY)
        .step(format!(
            "Put the author's full name under the heading, as a link with {} to a page about them.",
            code("rel=\"author\"")
        ))
        .step("On that page, say who they are and what they know about the subject, and link to their profiles elsewhere.")
        .step(match misplaced {
            Some((line, place)) => format!(
                "Move the JSON-LD on line {line} from {place} into a \
                 `<script type=\"application/ld+json\">`. It already declares the author."
            ),
            None => DECLARE.to_owned(),
        })
}

/// Who is introduced below the text is to be named above it, too.
fn fix_introduced(name: &str) -> Fix {
    let name = in_finding(&one_line(name, NAME_CHARACTERS)).to_string();
    Fix::new("author-byline", format!("Mark {name} as the author"), VERIFY)
        .step(format!(
            "If {name}, introduced at the end, is the author, put the name under the heading, as a \
             link with {} to a page about them.",
            code("rel=\"author\"")
        ))
        .step(DECLARE)
}

/// The name of an account is no name to publish.
fn fix_account(account: &Author<'_>) -> Fix {
    let name = in_finding(&plain_name(account));
    let title = format!("Name a person as the author, instead of the account {name}");
    Fix::new("author-byline", title, VERIFY)
        .step(format!(
            "In the profile of the account {name}, set the display name to the author's full name."
        ))
        .step(format!(
            "Show that name under the heading, as a link with {} to a page about them.",
            code("rel=\"author\"")
        ))
        .step(DECLARE)
}

/// Whoever asks has a name and a profile already; nothing says that they are the author.
fn fix_thread(context: &Context<'_>) -> Fix {
    let title = format!("Mark the name on the first post of {} as the author", page_name(context));
    Fix::new("author-byline", title, VERIFY)
        .step(format!(
            "Make the name on the first post a link with {} to the profile.",
            code("rel=\"author\"")
        ))
        .step("Declare the same name and URL as `author` of the question or post in its JSON-LD. Don't declare people who reply.")
}

/// All persons that the markup names: a text with two authors has both in its byline.
fn fix_visibility(context: &Context<'_>, authors: &[Author<'_>]) -> Fix {
    let people: Vec<&Author<'_>> = authors.iter().filter(|author| author.is_person).collect();
    let names: Vec<String> = people.iter().map(|author| plain_name(author)).collect();
    let shown: Vec<String> = names.iter().map(|name| in_finding(name).to_string()).collect();
    let (author, link) = match people.len() {
        1 => ("author", "Link the name to a page about the author."),
        _ => ("authors", "Link each name to a page about that author."),
    };
    let byline = code(&format!("By {}", listed(&names)));
    let title = format!("Show the {author} {} in the text", listed(&shown));
    Fix::new("author-byline", title, VERIFY)
        .step(format!("Write {byline} under the heading, in the page's language."))
        .step(link)
        .snippet(snippet(context, &people))
}

fn fix_profile(context: &Context<'_>, author: &Author<'_>) -> Fix {
    let name = plain_name(author);
    let shown = in_finding(&name);
    // Who writes in a thread has a profile there, and signs no article.
    if context.subject.kind == PageKind::Qa {
        return Fix::new("author-byline", format!("Link {shown} to the author's profile"), VERIFY)
            .step("Link the name on the first post to the member's profile on this site.")
            .step("Declare that URL as `url` of the post's `author` in the markup.");
    }
    Fix::new("author-byline", format!("Link {shown} to a page about the author"), VERIFY)
        .step(format!("Create a page that says who {shown} is, or choose an existing profile."))
        .step("Link the name under the heading to it.")
        .step(DECLARE)
        .snippet(snippet(context, &[author]))
}

const DECLARE: &str = "Declare the same name and URL as `author` in the page's JSON-LD.";

/// The most characters of an author's name in a fix.
const NAME_CHARACTERS: usize = 60;

const VERIFY: &str = "Scan the page again. The author is listed as “visible”, with a profile URL.";

fn profile_address(context: &Context<'_>, author: &Author<'_>) -> String {
    let known = author.profile.as_deref().and_then(|own| context.page.final_url.join(own).ok());
    known.map_or_else(|| json_ld::PROFILE_PLACEHOLDER.to_owned(), |url| url.to_string())
}

/// A byline. What the JSON-LD says belongs to the fixes of that.
fn snippet(context: &Context<'_>, people: &[&Author<'_>]) -> String {
    let link = |author: &&Author<'_>| {
        format!(
            "<a rel=\"author\" href=\"{}\">{}</a>",
            paste::html(&profile_address(context, author)),
            paste::html(&plain_name(author))
        )
    };
    let links: Vec<String> = people.iter().map(link).collect();
    format!("<p>By {}</p>", listed(&links))
}

#[cfg(test)]
mod tests;
