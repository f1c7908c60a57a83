//! Mails, and what people want to be told by them.

pub(crate) mod mails;
pub(crate) mod notifications;
pub(crate) mod preferences;
pub(crate) mod queue;
