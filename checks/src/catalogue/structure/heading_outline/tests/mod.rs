mod counted;
mod fixes;
mod verdicts;

use super::*;
use crate::catalogue::structure::section_length::SectionLength;
use crate::catalogue::structure::test_read::{
    article, fix, judge, paragraph, read, read_at, status, text,
};
use crate::report::Status;

/// An article with these parts, and a text of so many words after each.
fn of(parts: &[&str], words: usize) -> Finding {
    let body: String = parts.iter().map(|part| format!("{part}{}", text(words))).collect();
    judge(&HeadingOutline, &read(&article("How to make tea", &body)))
}

const H1: &str = "<h1>How to make tea</h1>";
