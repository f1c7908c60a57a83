//! The pages of the site, for people. Each is written on the server and works without scripts.

mod bot;
mod files;
mod login;
mod outbox;
mod page;
pub(crate) mod reference;
pub(crate) mod table;
pub(crate) mod unsubscribe;
pub(crate) mod visit;
