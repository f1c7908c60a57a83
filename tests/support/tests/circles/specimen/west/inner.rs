use super::*;

pub(crate) struct Deep;

fn look() {
    assert!(super::horizon().is_none());
}
