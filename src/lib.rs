//! Citable.
