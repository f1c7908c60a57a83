//! Accounts: who has one, how they sign in, and the keys of their programs.

pub(crate) mod account;
pub(crate) mod api_keys;
pub(crate) mod open_account;
pub(crate) mod sign_in;
