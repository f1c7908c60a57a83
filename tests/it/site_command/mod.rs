//! `citable site`: many pages in one run.

mod files;
mod folder;
mod made;
mod many;
mod options;
mod rendering;
mod resume;
mod schemas;
mod thresholds;
mod web;
