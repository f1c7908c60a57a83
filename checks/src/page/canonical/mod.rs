//! The addresses that a page declares as its canonical one.

pub(crate) mod declared;
pub(crate) mod difference;
mod variant;
