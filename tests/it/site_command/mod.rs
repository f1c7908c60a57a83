//! `citable site`: many pages in one run.

mod files;
mod folder;
mod made;
mod options;
mod resume;
mod thresholds;
mod web;
