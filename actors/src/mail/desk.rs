//! Where mails are written: from what the store keeps of one to what people read.

use askama::Template;
use citable_schema::{MailRow, NoticeKind};
use serde::Deserialize;

use super::letter::{Leave, Letter, LetterError, letter};
use super::news::NewsData;
use super::notices::{self, Frame};
use crate::secrets::{Purpose, Secrets, hash_of};

const MS_PER_MINUTE: i64 = 60_000;

/// The word of the mail with a sign-in link. Its data is `{"seed": …, "expiresAt": …}`: what the
/// link's token is derived from, and until which instant it is good.
pub const SIGN_IN_LINK: &str = "sign_in_link";

/// What letters need beside their data.
#[derive(Clone, Debug)]
pub(super) struct Desk {
    pub(super) secrets: Secrets,
    /// The public address of the service, without a slash at its end.
    pub(super) base_url: String,
}

impl Desk {
    pub(super) fn new(secrets: Secrets, base_url: &str) -> Self {
        Self { secrets, base_url: base_url.trim_end_matches('/').to_owned() }
    }

    /// Writes a mail. Links are derived here, and stored nowhere.
    pub(super) fn write(&self, mail: &MailRow) -> Result<Letter, LetterError> {
        match mail.template.as_str() {
            SIGN_IN_LINK => self.sign_in_link(mail),
            template => match NoticeKind::parse(template) {
                Some(kind) => self.news(mail, kind),
                None => Err(LetterError::UnknownTemplate),
            },
        }
    }

    fn news(&self, mail: &MailRow, kind: NoticeKind) -> Result<Letter, LetterError> {
        let data: NewsData = serde_json::from_str(&mail.data).map_err(|_| LetterError::Data)?;
        let token = self.secrets.token_of(Purpose::UnsubscribeLinks, &data.seed);
        let token = token.ok_or(LetterError::UnknownKey)?;
        let base_url = self.base_url.as_str();
        let link = format!("{base_url}/unsubscribe?token={token}");
        let letter = notices::write(&data.news, Frame { base_url, leave: &link })?;
        let leave = Leave { kind, link, token_hash: hash_of(&token) };
        Ok(Letter { leave: Some(leave), ..letter })
    }

    fn sign_in_link(&self, mail: &MailRow) -> Result<Letter, LetterError> {
        let data: SignInLink = serde_json::from_str(&mail.data).map_err(|_| LetterError::Data)?;
        let token = self.secrets.token_of(Purpose::SignInLinks, &data.seed);
        let token = token.ok_or(LetterError::UnknownKey)?;
        let base_url = self.base_url.as_str();
        let link = format!("{base_url}/login/confirm?token={token}");
        let minutes = data.expires_at.saturating_sub(mail.created_at) / MS_PER_MINUTE;
        let reader = mail.recipient.as_str();
        letter(
            "Your sign-in link for Citable",
            &SignInLinkText { base_url, reader, link: &link, minutes },
            &SignInLinkHtml { base_url, reader, link: &link, minutes },
        )
    }
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct SignInLink {
    seed: String,
    expires_at: i64,
}

#[derive(Template)]
#[template(path = "mail/sign_in_link.txt")]
struct SignInLinkText<'a> {
    base_url: &'a str,
    reader: &'a str,
    link: &'a str,
    minutes: i64,
}

#[derive(Template)]
#[template(path = "mail/sign_in_link.html")]
struct SignInLinkHtml<'a> {
    base_url: &'a str,
    reader: &'a str,
    link: &'a str,
    minutes: i64,
}

#[cfg(test)]
mod tests {
    use citable_schema::MailStatus;

    use super::*;

    fn row(template: &str, data: &str) -> MailRow {
        MailRow {
            id: "msg_0123456789abcdefghijkl".to_owned(),
            template: template.to_owned(),
            recipient: "ada+<b>@example.com".to_owned(),
            data: data.to_owned(),
            created_at: 1_000_000,
            not_after: None,
            status: MailStatus::Sending,
            attempt: 1,
            next_attempt_at: 1_000_000,
            owner: None,
            lease_until: None,
            ended_at: None,
            last_error: None,
        }
    }

    #[test]
    fn a_sign_in_mail_says_all_that_its_reader_needs() {
        let secrets = Secrets::ephemeral();
        let made = secrets.new_token(Purpose::SignInLinks);
        let desk = Desk::new(secrets, "https://citable.example/");
        let data = format!(r#"{{"seed":"{}","expiresAt":1900000}}"#, made.seed);
        let letter = desk.write(&row(SIGN_IN_LINK, &data)).unwrap();
        let link = format!("https://citable.example/login/confirm?token={}", made.token);
        for words in [link.as_str(), "15 minutes", "https://citable.example", "ignore this email"] {
            assert!(letter.text.contains(words), "{words}\n{}", letter.text);
            assert!(letter.html.contains(words), "{words}\n{}", letter.html);
        }
        assert!(letter.text.lines().any(|line| line == link), "a line of its own");
        assert!(letter.text.contains("ada+<b>@example.com"));
        assert!(!letter.html.contains("<b>"), "{}", letter.html);
        assert!(letter.leave.is_none(), "the sign-in link cannot be turned off");
        assert!(!letter.text.contains(&made.seed) && !letter.html.contains(&made.seed));
    }

    #[test]
    fn a_mail_that_cannot_be_written_says_why() {
        let desk = Desk::new(Secrets::ephemeral(), "https://citable.example");
        let gone = Secrets::ephemeral().new_token(Purpose::SignInLinks).seed;
        let gone = format!(r#"{{"seed":"{gone}","expiresAt":1}}"#);
        let unsigned = Secrets::ephemeral().new_token(Purpose::UnsubscribeLinks).seed;
        let unsigned = format!(
            r#"{{"seed":"{unsigned}","news":{{"weekly_report":{{"pages":[],"failures":[]}}}}}}"#
        );
        for (template, data, error) in [
            (SIGN_IN_LINK, gone.as_str(), LetterError::UnknownKey),
            (SIGN_IN_LINK, "{}", LetterError::Data),
            (SIGN_IN_LINK, "", LetterError::Data),
            ("weekly", "{}", LetterError::UnknownTemplate),
            ("weekly_report", "{}", LetterError::Data),
            ("weekly_report", unsigned.as_str(), LetterError::UnknownKey),
        ] {
            assert_eq!(desk.write(&row(template, data)).err(), Some(error));
        }
    }
}
