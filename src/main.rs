//! Citable.
fn main() {}
