//! The addresses that a page declares as its canonical one.

pub(crate) mod declared;
pub(crate) mod difference;
#[cfg(test)]
mod tests;
pub(crate) mod trial;
pub(crate) mod variant;
