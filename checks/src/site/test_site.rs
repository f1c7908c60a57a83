//! Pages made in code, for tests.
