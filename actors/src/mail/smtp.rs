//! Handing one mail to a mail server.
//!
//! Each mail has a connection of its own, and none is kept: one whose exchange was given up
//! half-way would answer the next mail with what belongs to the one before.

use std::error::Error as _;
use std::time::Duration;

use lettre::Message;
use lettre::transport::smtp::authentication::Mechanism;
use lettre::transport::smtp::client::AsyncSmtpConnection;
use tokio::time::timeout;

use super::settings::{Encryption, SmtpSettings};

/// How long a server may take to accept a connection.
const CONNECT: Duration = Duration::from_secs(10);
/// How long a server may take until it listens to us: greeting, TLS and credentials.
const OPENING: Duration = Duration::from_secs(30);
/// How long a server may take from then until it has taken the mail. Many look into a mail before
/// they answer, and one that is given up too early is sent twice (RFC 5321, section 4.5.3.2).
const HANDOVER: Duration = Duration::from_secs(120);
/// How long a server may take to say goodbye.
const GOODBYE: Duration = Duration::from_secs(2);

/// The longest one attempt takes.
pub(super) const ATTEMPT: Duration =
    Duration::from_secs(OPENING.as_secs() + HANDOVER.as_secs() + GOODBYE.as_secs());

const MECHANISMS: [Mechanism; 2] = [Mechanism::Plain, Mechanism::Login];

/// Why a mail was not taken. The words never hold the address: servers repeat it in theirs.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum SmtpError {
    /// It never will be.
    #[error("{0}")]
    Refused(String),
    /// It may be later.
    #[error("{0}")]
    Later(String),
}

/// A mail that was taken, and the connection over which.
pub(super) struct Taken {
    connection: Box<AsyncSmtpConnection>,
}

impl Taken {
    /// Says goodbye to the server. Nothing depends on it.
    pub(super) async fn close(mut self) {
        let _in_time = timeout(GOODBYE, self.connection.quit()).await;
    }
}

/// Hands a mail over. Dropping the future closes the connection.
pub(super) async fn hand_over(server: &SmtpSettings, mail: &Message) -> Result<Taken, SmtpError> {
    let opened = timeout(OPENING, open(server)).await;
    let opened = opened.map_err(|_| {
        SmtpError::Later("the mail server didn't accept the connection in time".into())
    })?;
    // What a server says before it knows of the mail is about us, and can be mended.
    let mut connection = opened.map_err(|error| SmtpError::Later(words(&error)))?;
    let bytes = mail.formatted();
    let sent = timeout(HANDOVER, connection.send(mail.envelope(), &bytes)).await;
    match sent {
        Ok(Ok(_)) => Ok(Taken { connection: Box::new(connection) }),
        Ok(Err(error)) if error.is_permanent() || error.is_client() => {
            Err(SmtpError::Refused(words(&error)))
        }
        Ok(Err(error)) => Err(SmtpError::Later(words(&error))),
        Err(_) => Err(SmtpError::Later("the mail server didn't accept the email in time".into())),
    }
}

async fn open(
    server: &SmtpSettings,
) -> Result<AsyncSmtpConnection, lettre::transport::smtp::Error> {
    let (whole, upgrade) = match &server.encryption {
        Encryption::None => (None, None),
        Encryption::Whole(trust) => (Some(trust.clone()), None),
        Encryption::Upgraded(trust) => (None, Some(trust.clone())),
    };
    let place = (server.host.as_str(), server.port);
    let mut connection =
        AsyncSmtpConnection::connect_tokio1(place, Some(CONNECT), &server.hello, whole, None)
            .await?;
    if let Some(trust) = upgrade {
        connection.starttls(trust, &server.hello).await?;
    }
    if let Some(credentials) = &server.credentials {
        connection.auth(&MECHANISMS, credentials).await?;
    }
    Ok(connection)
}

/// What went wrong, without what the server said: that may hold the address.
fn words(error: &lettre::transport::smtp::Error) -> String {
    if let Some(code) = error.status() {
        return format!("the mail server returned {code}");
    }
    if error.is_response() {
        return "the mail server closed the connection or sent an invalid response".to_owned();
    }
    match error.source() {
        Some(source) => format!("the mail server can't be used: {source}"),
        None => format!("the mail server can't be used: {error}"),
    }
}

#[cfg(test)]
mod tests {
    use tokio::net::TcpListener;

    use super::*;

    #[tokio::test(start_paused = true)]
    async fn a_server_that_says_nothing_is_given_up_for_now() {
        let silent = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("smtp://{}", silent.local_addr().unwrap());
        let server = SmtpSettings::read(&url, "citable@example.com", None).unwrap();
        let mail = Message::builder()
            .from(server.from.clone())
            .to("ada@example.com".parse().unwrap())
            .body(String::new())
            .unwrap();
        let begun = tokio::time::Instant::now();
        let given_up = hand_over(&server, &mail).await.err();
        assert!(matches!(given_up, Some(SmtpError::Later(_))), "{given_up:?}");
        assert!(begun.elapsed() <= OPENING + Duration::from_secs(1), "{:?}", begun.elapsed());
    }
}
