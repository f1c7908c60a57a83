//! A mail as it goes over the wire.

use std::time::{Duration, SystemTime};

use citable_schema::MailRow;
use lettre::message::header::{HeaderName, HeaderValue};
use lettre::message::{Mailbox, MessageBuilder, MultiPart};
use lettre::{Address, Message};

use super::letter::{Leave, Letter};

/// Header that keeps auto-responders from answering (RFC 3834).
const AUTO_SUBMITTED: (HeaderName, &str) =
    (HeaderName::new_from_ascii_str("Auto-Submitted"), "auto-generated");

/// The link that ends notifications (RFC 2369), and that mail programs may use it by themselves
/// (RFC 8058).
const LIST_UNSUBSCRIBE: HeaderName = HeaderName::new_from_ascii_str("List-Unsubscribe");
const LIST_UNSUBSCRIBE_POST: (HeaderName, &str) =
    (HeaderName::new_from_ascii_str("List-Unsubscribe-Post"), "List-Unsubscribe=One-Click");

/// Why a mail cannot go over the wire. It never will.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("its recipient isn't an email address")]
pub(super) struct Unsendable;

/// Every attempt to send a mail carries the same `Message-ID`, so that of two copies a mail
/// server or a reader can keep one.
pub(super) fn compose(
    mail: &MailRow,
    letter: Letter,
    from: &Mailbox,
    now_ms: i64,
) -> Result<Message, Unsendable> {
    let reader: Address = mail.recipient.parse().map_err(|_| Unsendable)?;
    let now = Duration::from_millis(u64::try_from(now_ms).unwrap_or(0));
    let (name, value) = AUTO_SUBMITTED;
    let message = Message::builder()
        .from(from.clone())
        .to(Mailbox::new(None, reader))
        .subject(letter.subject)
        .date(SystemTime::UNIX_EPOCH + now)
        .message_id(Some(format!("<{}@{}>", mail.id, from.email.domain())))
        .raw_header(HeaderValue::new(name, value.to_owned()));
    let message = match &letter.leave {
        Some(leave) => with_way_out(message, leave),
        None => message,
    };
    message
        .multipart(MultiPart::alternative_plain_html(letter.text, letter.html))
        .map_err(|_| Unsendable)
}

fn with_way_out(message: MessageBuilder, leave: &Leave) -> MessageBuilder {
    let (name, value) = LIST_UNSUBSCRIBE_POST;
    message
        .raw_header(HeaderValue::new(LIST_UNSUBSCRIBE, format!("<{}>", leave.link)))
        .raw_header(HeaderValue::new(name, value.to_owned()))
}

#[cfg(test)]
mod tests {
    use citable_schema::MailStatus;

    use super::*;

    fn composed(recipient: &str) -> Result<Message, Unsendable> {
        let mail = MailRow {
            id: "msg_0123456789abcdefghijkl".to_owned(),
            template: "any".to_owned(),
            recipient: recipient.to_owned(),
            data: String::new(),
            created_at: 0,
            not_after: None,
            status: MailStatus::Sending,
            attempt: 1,
            next_attempt_at: 0,
            owner: None,
            lease_until: None,
            ended_at: None,
            last_error: None,
        };
        let (text, html) = ("Text".to_owned(), "<p>HTML</p>".to_owned());
        let letter = Letter { subject: "A subject".to_owned(), text, html, leave: None };
        compose(&mail, letter, &"Citable <citable@example.com>".parse().unwrap(), 0)
    }

    #[test]
    fn one_reader_is_one_reader() {
        let message = composed("ada@example.net").unwrap();
        let readers: Vec<String> =
            message.envelope().to().iter().map(ToString::to_string).collect();
        assert_eq!(readers, ["ada@example.net"]);
        for recipient in [
            "",
            "ada",
            "ada@example.net, eve@example.net",
            "ada@example.net\r\nBcc: eve@example.net",
            "Ada <ada@example.net>",
            "ada@example.net>\r\nRCPT TO:<eve@example.net",
        ] {
            assert_eq!(composed(recipient).err(), Some(Unsendable), "{recipient:?}");
        }
    }
}
