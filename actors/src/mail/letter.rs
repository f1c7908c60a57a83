//! A mail as people read it. What mails say is in `actors/templates/mail`: each kind has a text and
//! an HTML template over one small layout.

use askama::Template;
use citable_schema::NoticeKind;

/// A mail as people read it.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct Letter {
    pub(super) subject: String,
    pub(super) text: String,
    pub(super) html: String,
    /// How its reader gets no more of them; none for what cannot be turned off.
    pub(super) leave: Option<Leave>,
}

/// The way out of notifications.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct Leave {
    pub(super) kind: NoticeKind,
    pub(super) link: String,
    /// The hash of the link's token, by which the store knows whose mail it is.
    pub(super) token_hash: String,
}

/// Why a mail cannot be written. It never will be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum LetterError {
    /// A later version of the program asked for it, or an earlier one.
    #[error("this version doesn't have this email")]
    UnknownTemplate,
    /// The data is not what the template needs.
    #[error("its data can't be read")]
    Data,
    /// The link was derived from a key that is gone.
    #[error("the key that its link was made with is no longer in CITABLE_SECRET_KEY")]
    UnknownKey,
    /// The template broke.
    #[error("its template failed")]
    Template,
}

/// An email that can't be turned off.
pub(super) fn letter(
    subject: &str,
    text: &impl Template,
    html: &impl Template,
) -> Result<Letter, LetterError> {
    Ok(Letter {
        subject: subject.to_owned(),
        text: text.render().map_err(|_| LetterError::Template)?,
        html: html.render().map_err(|_| LetterError::Template)?,
        leave: None,
    })
}
