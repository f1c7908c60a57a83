mod fixes;
mod h1s;
mod manuals;
mod verdicts;

use super::*;
use crate::catalogue::structure::test_read::{
    article, fix, judge, paragraph, read, read_at, status,
};
use crate::report::Status;

fn of(title: &str, body: &str) -> Status {
    status(&TitleH1Match, &article(title, &format!("{body}{}", paragraph(80))))
}

fn fix_of(page: &crate::page::Page) -> Fix {
    fix(&TitleH1Match, page).0
}
