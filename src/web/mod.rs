//! The site: pages for people. Each is written on the server and works without scripts.
//!
//! [`table`] names every page and every action of a form. A page asks the same functions that the
//! API asks; no page calls the API.

mod account;
mod assets;
mod badge;
mod bot;
mod compare;
mod docs;
pub(crate) mod failure;
mod files;
mod history;
mod home;
mod keys;
pub(crate) mod login;
mod monitors;
mod notice;
mod outbox;
mod page;
pub(crate) mod reference;
mod report;
pub(crate) mod row;
mod shell;
pub(crate) mod table;
mod theme;
mod times;
mod trend;
pub(crate) mod unsubscribe;
mod webhooks;
