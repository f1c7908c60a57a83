//! Files in a circle, for the test of the test. No part of any crate.

mod east;
mod north;
mod west;
