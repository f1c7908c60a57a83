//! How to name an author.

use super::bio::introduced_at_end;
use super::doubt::shows_email;
use super::named::{Author, NAME_CHARACTERS, looked_at, plain_name};
use crate::catalogue::structured_data::misplaced_that_names;
use crate::check::Context;
use crate::excerpt::one_line;
use crate::fix::Fix;
use crate::json_ld;
use crate::page::authors::AuthorKind;
use crate::paste::{self, code, in_finding, listed, page_name};
use crate::report::PageKind;

const DECLARE: &str = "Declare the same name and URL as `author` in the page's JSON-LD.";

const VERIFY: &str = "Scan the page again. The author is listed as “visible”, with a profile URL.";

/// By what the page says of its authors.
pub(super) fn fix(context: &Context<'_>) -> Fix {
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

fn fix_without_person(context: &Context<'_>, named: Option<&Author<'_>>) -> Fix {
    if named.is_none() && shows_email(context) {
        return fix_email(context);
    }
    if context.subject.kind == PageKind::Qa {
        return fix_thread(context);
    }
    let account = named.filter(|author| author.candidate.kind == AuthorKind::Account);
    if let Some(account) = account {
        return fix_account(account);
    }
    let introduced = introduced_at_end(context);
    if !introduced.is_empty() && named.is_none() {
        return fix_introduced(&introduced);
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
fn fix_introduced(names: &[&str]) -> Fix {
    let shown: Vec<String> =
        names.iter().map(|name| in_finding(&one_line(name, NAME_CHARACTERS)).to_string()).collect();
    let all = listed(&shown);
    let rel = code("rel=\"author\"");
    let (title, step) = match shown.len() {
        1 => (
            format!("Mark {all} as the author"),
            format!(
                "If {all}, introduced at the end, is the author, put the name under the heading, as a \
                 link with {rel} to a page about them."
            ),
        ),
        _ => (
            format!("Mark {all} as the authors"),
            format!(
                "If {all}, introduced at the end, are the authors, put their names under the heading, \
                 each as a link with {rel} to a page about that person."
            ),
        ),
    };
    Fix::new("author-byline", title, VERIFY).step(step).step(DECLARE)
}

/// The name of an account is no name to publish.
fn fix_account(account: &Author<'_>) -> Fix {
    let name = in_finding(&plain_name(account));
    let title = format!("Name a person as the author, instead of the account {name}");
    Fix::new("author-byline", title, VERIFY)
        .step(format!(
            "In the profile of the account {name}, set the display name to the author's full name. If \
             the author writes under that name on purpose, say in the profile who that is."
        ))
        .step(format!(
            "Show that name under the heading, as a link with {} to a page about them.",
            code("rel=\"author\"")
        ))
        .step(DECLARE)
}

/// An email address names nobody, and whoever reads the page can collect it.
fn fix_email(context: &Context<'_>) -> Fix {
    let title =
        format!("Show the author's name on {} instead of an email address", page_name(context));
    Fix::new("author-byline", title, VERIFY)
        .step("Ask the author for a name, and show it instead of the address.")
        .step("Ask people who write without an account for a name, and don't show their email address.")
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
        .step("Put the link below in place of the name under the heading. Leave the rest of that line as it is.")
        .step(DECLARE)
        .snippet(link(context, author))
}

fn profile_address(context: &Context<'_>, author: &Author<'_>) -> String {
    let known = author.profile.as_deref().and_then(|own| context.page.final_url.join(own).ok());
    known.map_or_else(|| json_ld::PROFILE_PLACEHOLDER.to_owned(), |url| url.to_string())
}

/// A byline. What the JSON-LD says belongs to the fixes of that.
fn snippet(context: &Context<'_>, people: &[&Author<'_>]) -> String {
    let links: Vec<String> = people.iter().map(|author| link(context, author)).collect();
    format!("<p>By {}</p>", listed(&links))
}

fn link(context: &Context<'_>, author: &Author<'_>) -> String {
    format!(
        "<a rel=\"author\" href=\"{}\">{}</a>",
        paste::html(&profile_address(context, author)),
        paste::html(&plain_name(author))
    )
}
