//! The handlers, one file per resource: parse, one message, await, reply.

pub mod account;
pub(crate) mod ask;
pub mod auth;
pub(crate) mod batch;
pub mod billing;
pub(crate) mod chain;
pub(crate) mod compare;
pub(crate) mod description;
pub(crate) mod events;
pub mod health;
pub mod history;
pub(crate) mod instructions;
pub mod keys;
pub mod monitors;
pub mod notifications;
pub(crate) mod pages;
pub(crate) mod readiness;
pub(crate) mod reference;
pub(crate) mod reports;
pub(crate) mod sandbox;
pub mod scans;
pub(crate) mod site;
pub mod unsubscribe;
pub mod webhooks;
