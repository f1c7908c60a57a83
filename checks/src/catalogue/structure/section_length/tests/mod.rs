mod counted;
mod fixes;
mod verdicts;

use proptest::prelude::*;

use super::*;
use crate::catalogue::structure::test_read::{
    article, fix, judge, paragraph, paragraphs, read, read_at, text,
};
use crate::page::sections::{Section, Sections};
use crate::page::text::ends_sentence;

fn with(inner: &[String]) -> Finding {
    let sections: String = inner
        .iter()
        .enumerate()
        .map(|(at, inner)| format!("<div><h2>Part {at}</h2></div>{inner}"))
        .collect();
    let body = format!("<h1>Tea</h1>{}{sections}", text(120));
    judge(&SectionLength, &read(&article("Tea", &body)))
}
