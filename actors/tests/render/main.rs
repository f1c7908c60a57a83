//! Rendering in real browsers: each build of Chromium that is installed, in its box.
//!
//! Without one the tests say that they are skipped, unless they are required.

#![expect(
    clippy::unwrap_used,
    clippy::print_stderr,
    reason = "a test that cannot be set up fails, and one that is skipped says so"
)]

mod attacks;
mod browsers;
mod hostile;
mod pages;
mod replaced;
mod walls;
