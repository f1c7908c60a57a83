//! How to name an author.

use super::bio::introduced_at_end;
use super::doubt::{hinted_name, shows_email};
use super::named::{Author, NAME_CHARACTERS, looked_at, plain_name};
use crate::catalogue::structured_data::misplaced_that_names;
use crate::check::Context;
use crate::excerpt::one_line;
use crate::fix::Fix;
use crate::json_ld;
use crate::page::authors::{AuthorKind, AuthorSource};
use crate::page::structured::Syntax;
use crate::page::visible_names::words;
use crate::paste::{self, code, in_finding, listed, page_name};
use crate::report::PageKind;

const VERIFY: &str = "Scan the page again. The author is listed as “visible”, with a profile URL.";

/// By what the page says of its authors.
pub(super) fn fix(context: &Context<'_>) -> Fix {
    let authors = looked_at(context);
    match authors.iter().find(|author| author.is_person) {
        None => fix_without_person(context, authors.first()),
        Some(_) if authors.iter().any(|author| author.is_person && author.is_visible) => {
            let shown: Vec<&Author<'_>> =
                authors.iter().filter(|one| one.is_person && one.is_visible).collect();
            fix_profile(context, &shown)
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
        return fix_account(context, account);
    }
    let introduced = introduced_at_end(context);
    if !introduced.is_empty() && named.is_none() {
        return fix_introduced(context, &introduced);
    }
    if let Some(name) = json_ld::blogger(context).filter(|_| named.is_none()) {
        return fix_blogger(context, name);
    }
    let misplaced = misplaced_that_names(context, "author").filter(|_| named.is_none());
    let title = match named {
        None => format!("Name the author of {}", page_name(context)),
        Some(author) => {
            format!("Name a person as the author, not only {}", in_finding(&plain_name(author)))
        }
    };
    let fix = Fix::new("author-byline", title, VERIFY);
    let editor = context.authors.editors.first().filter(|_| named.is_none());
    let fix = match (named, editor) {
        // Companies sign their news and release notes as a whole.
        (Some(author), _) if author.candidate.kind == AuthorKind::Organisation => {
            fix.conditional(true).step(format!(
                "If no single person wrote the text, as with agency reports, company news or release \
                 notes, keep {} and skip the other steps.",
                in_finding(&plain_name(author))
            ))
        }
        (_, Some(editor)) => fix.step(format!(
            "If {0} also wrote the text, say so under the heading. If not, replace {0} in the markup \
             with the name of whoever did.",
            in_finding(&one_line(editor, NAME_CHARACTERS))
        )),
        (None, None) => match hinted_name(context) {
            Some((name, line)) => fix.step(format!(
                "If {} on line {line} is the author, use that name in the next steps.",
                in_finding(&one_line(&name, NAME_CHARACTERS))
            )),
            None => fix,
        },
        _ => fix,
    };
    fix.step(format!(
            "Put the author's full name under the heading, as a link with {} to a page about them.",
            code("rel=\"author\"")
        ))
        .step("On that page, say who they are and what they know about the subject, and link to their profiles elsewhere.")
        .step(match misplaced {
            Some((line, place)) => format!(
                "Move the JSON-LD on line {line} from {place} into a \
                 `<script type=\"application/ld+json\">`. It already declares the author."
            ),
            None => declare(context),
        })
}

/// The step that has the markup say the same, by what the page has of it.
fn declare(context: &Context<'_>) -> String {
    match context.page.main_entity(Syntax::JsonLd) {
        Some(entity) if entity.has("author") => format!(
            "Declare the same name and URL as the `author` in the JSON-LD on line {}, in place of what \
             is there.",
            entity.node().line
        ),
        Some(entity) if entity.is("CreativeWork") => format!(
            "Add `author` with the same name and URL to the JSON-LD on line {}.",
            entity.node().line
        ),
        // Something else, such as a product, has no author.
        Some(_) | None => WITHOUT_BLOCK.to_owned(),
    }
}

/// What a page without JSON-LD is to declare once it has some.
const WITHOUT_BLOCK: &str =
    "If you describe the page in JSON-LD, declare the same name and URL there as its `author`.";

/// The step that has the markup say where a profile is, of authors that it may name already.
fn declare_profile(context: &Context<'_>, people: &[&Author<'_>]) -> String {
    let is_one = people.len() == 1;
    let (url, urls) = if is_one { ("URL", "`url`") } else { ("URLs", "`url` of each") };
    let Some(entity) = context.page.main_entity(Syntax::JsonLd) else {
        return match is_one {
            true => WITHOUT_BLOCK.to_owned(),
            false => {
                "If you describe the page in JSON-LD, declare the same names and URLs there as its \
                 `author`."
                    .to_owned()
            }
        };
    };
    let line = entity.node().line;
    let is_declared = people.iter().all(|one| one.candidate.source == AuthorSource::JsonLd);
    match is_declared {
        true if is_one => {
            format!("Add the same {url} as {urls} of `author` to the JSON-LD on line {line}.")
        }
        true => format!("Add the same {url} as {urls} `author` to the JSON-LD on line {line}."),
        false => declare(context),
    }
}

/// Whoever has the blog signs its posts.
fn fix_blogger(context: &Context<'_>, name: &str) -> Fix {
    let name = one_line(name, NAME_CHARACTERS);
    let title = format!("Show the author {} in the text", in_finding(&name));
    let profile = json_ld::on_site(context, "/");
    let byline = code(&format!("By {name}"));
    let snippet = format!(
        "<p>By <a rel=\"author\" href=\"{}\">{}</a></p>",
        paste::html(&profile),
        paste::html(&name)
    );
    Fix::new("author-byline", title, VERIFY)
        .step(format!(
            "If {} wrote the text, write {byline} under the heading, in the page's language.",
            in_finding(&name)
        ))
        .step("Link the name to a page about the author. Below, that is the home page.")
        .snippet(snippet)
}

/// Who is introduced below the text is to be named above it, too.
fn fix_introduced(context: &Context<'_>, names: &[&str]) -> Fix {
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
    Fix::new("author-byline", title, VERIFY).step(step).step(declare(context))
}

/// The name of an account is no name to publish.
fn fix_account(context: &Context<'_>, account: &Author<'_>) -> Fix {
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
        .step(declare(context))
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

fn fix_profile(context: &Context<'_>, people: &[&Author<'_>]) -> Fix {
    let names: Vec<String> =
        people.iter().map(|author| in_finding(&plain_name(author)).to_string()).collect();
    let shown = listed(&names);
    // Who writes in a thread has a profile there, and signs no article.
    if context.subject.kind == PageKind::Qa {
        let first = names.first().map_or("", String::as_str);
        return Fix::new("author-byline", format!("Link {first} to the author's profile"), VERIFY)
            .step("Link the name on the first post to the member's profile on this site.")
            .step("Declare that URL as `url` of the post's `author` in the markup.");
    }
    let is_one = people.len() == 1;
    let place = match people.iter().all(|author| is_by_heading(context, &author.candidate.name)) {
        true => "under the heading",
        false => "in the text",
    };
    let (title, page, put) = match is_one {
        true => (
            format!("Link {shown} to a page about the author"),
            format!("Create a page that says who {shown} is, or choose an existing profile."),
            format!(
                "Put the link below in place of the name {place}. Leave the rest of that line as it is."
            ),
        ),
        false => (
            format!("Link {shown} to pages about the authors"),
            format!(
                "For each of {shown}, create a page that says who that person is, or choose an existing \
                 profile."
            ),
            format!(
                "Put the links below in place of the names {place}. Leave the rest of that line as it is."
            ),
        ),
    };
    let links: Vec<String> = people.iter().map(|author| link(context, author)).collect();
    Fix::new("author-byline", title, VERIFY)
        .step(page)
        .step(put)
        .step(declare_profile(context, people))
        .snippet(links.join("\n"))
}

/// Whether a name stands near the heading.
fn is_by_heading(context: &Context<'_>, name: &str) -> bool {
    /// Bytes of text around it.
    const BYTES: usize = 1_500;
    let document = &context.page.document;
    let heading = document.outline.headings.iter().find(|one| one.level == 1);
    // Without one, where the text begins.
    let at = heading.map_or(0, |heading| heading.place.text.start);
    let visible = &document.visible_text;
    let start = visible.floor_char_boundary(at.saturating_sub(BYTES));
    let end = visible.floor_char_boundary(visible.len().min(at + BYTES));
    words(&visible[start..end]).contains(&words(name))
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
