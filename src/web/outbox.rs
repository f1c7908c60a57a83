//! The emails of a service that runs for its developer alone.

use askama::Template;
use citable_actors::mail::DevelopmentMail;

use crate::http::call::Call;
use crate::http::problem::Problem;
use crate::http::reply::Response;
use crate::web::page;
use crate::web::shell::Shell;

#[derive(Template)]
#[template(path = "outbox.html")]
struct Outbox {
    shell: Shell,
    /// The newest first.
    mails: Vec<MailView>,
}

struct MailView {
    to: String,
    subject: String,
    text: String,
    links: Vec<LinkView>,
}

/// A link of an email that leads to this site.
struct LinkView {
    path: String,
    /// The path without its token.
    path_name: String,
}

/// The emails that were kept instead of sent.
pub(super) async fn show(call: Call) -> Result<Response, Problem> {
    if !call.app().development {
        return Err(Problem::not_found(
            "Nothing exists at this path. /llms.txt lists every route.",
        ));
    }
    let mails = call.app().handles.mail.outbox().await?;
    let site = call.app().link("");
    let mails = mails.into_iter().rev().map(|mail| MailView::of(mail, &site)).collect();
    page::private(&Outbox { shell: Shell::new(&call, "Sent mail"), mails })
}

impl MailView {
    fn of(mail: DevelopmentMail, site: &str) -> Self {
        Self { links: links(&mail.text, site), to: mail.to, subject: mail.subject, text: mail.text }
    }
}

/// The links of a text that lead to this site, each once.
fn links(text: &str, site: &str) -> Vec<LinkView> {
    let mut links: Vec<LinkView> = Vec::new();
    for word in text.split_whitespace() {
        let path = word.strip_prefix(site).filter(|path| path.starts_with('/'));
        if let Some(path) = path.filter(|path| links.iter().all(|link| link.path != **path)) {
            let path_name = path.split('?').next().unwrap_or(path).to_owned();
            links.push(LinkView { path: path.to_owned(), path_name });
        }
    }
    links
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_to_this_site_can_be_opened() {
        let text = "Sign in:\nhttp://a.test/login/confirm?token=T\n\nhttp://a.test.evil/x \
            http://a.test/login/confirm?token=T http://a.test/account";
        let links = links(text, "http://a.test");
        let shown: Vec<(&str, &str)> =
            links.iter().map(|link| (link.path.as_str(), link.path_name.as_str())).collect();
        assert_eq!(shown, [("/login/confirm?token=T", "/login/confirm"), ("/account", "/account")]);
    }
}
