mod manuals;
mod openings;
mod verdicts;

use super::*;
use crate::catalogue::structure::test_read::{
    article, fix, judge, paragraph, paragraphs, read, read_at,
};
use crate::page::Page;
use crate::report::Status;

const LEAD: &str = "<p>Green tea is made of leaves that were not left to wither, so that it tastes \
    fresh. It needs water of 70 degrees and two minutes.</p>";

fn page(heading: &str, begin: &str) -> Page {
    let body = format!("<h1>{heading}</h1>{begin}{}", paragraphs(6, 60));
    read(&article(heading, &body))
}

fn of(begin: &str) -> Finding {
    judge(&AnswerFirst, &page("How to make green tea", begin))
}

#[track_caller]
fn assert_status(begin: &str, expected: Status) {
    let finding = of(begin);
    assert_eq!(finding.status, expected, "{begin}: {}", finding.summary);
}
