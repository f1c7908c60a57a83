mod lengths;
mod links;
mod short;

use super::*;
use crate::catalogue::structure::test_read::{
    article, fix, judge, paragraphs, read, read_at, status, text,
};
use crate::report::Status;

fn of(words: usize) -> Status {
    status(&ContentDepth, &article("Tea", &text(words)))
}
