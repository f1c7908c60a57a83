//! Emails that are shown instead of sent, for development.

use std::collections::VecDeque;

use citable_schema::MailRow;

use super::letter::Letter;

/// So many mails are kept, the last ones.
const KEPT: usize = 100;

/// A mail that was not sent anywhere.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DevelopmentMail {
    /// `msg_…`.
    pub id: String,
    /// Whom it is for.
    pub to: String,
    /// Its subject.
    pub subject: String,
    /// Its text.
    pub text: String,
    /// The same as HTML.
    pub html: String,
    /// When it would have been sent, in milliseconds since 1970.
    pub at: i64,
}

impl DevelopmentMail {
    pub(super) fn new(mail: &MailRow, letter: Letter, at: i64) -> Self {
        let Letter { subject, text, html, leave: _ } = letter;
        Self { id: mail.id.clone(), to: mail.recipient.clone(), subject, text, html, at }
    }
}

/// The last mails, oldest first.
#[derive(Debug, Default)]
pub(super) struct Shelf {
    mails: VecDeque<DevelopmentMail>,
}

impl Shelf {
    pub(super) fn put(&mut self, mail: DevelopmentMail) {
        self.mails.push_back(mail);
        while self.mails.len() > KEPT {
            self.mails.pop_front();
        }
    }

    pub(super) fn all(&self) -> Vec<DevelopmentMail> {
        self.mails.iter().cloned().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_hundred_mails_are_kept() {
        let mut shelf = Shelf::default();
        for number in 0..250 {
            let text = String::new();
            let (to, subject, html) = (text.clone(), text.clone(), text.clone());
            shelf.put(DevelopmentMail { id: number.to_string(), to, subject, text, html, at: 0 });
        }
        let ids: Vec<String> = shelf.all().into_iter().map(|mail| mail.id).collect();
        assert_eq!((ids.len(), ids[0].as_str(), ids[99].as_str()), (100, "150", "249"));
    }
}
