//! Texts and names as they are compared.
