//! Edits of a text, in order.

use std::ops::Range;

use super::refusal::Refusal;

/// One change of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit {
    /// The bytes of the text that go; empty to insert before its start.
    pub range: Range<usize>,
    /// What comes in their place.
    pub text: String,
}

impl Edit {
    /// Puts a text before that place.
    pub fn insert(at: usize, text: impl Into<String>) -> Self {
        Self { range: at..at, text: text.into() }
    }

    /// Puts a text in the place of a range.
    pub fn replace(range: Range<usize>, text: impl Into<String>) -> Self {
        Self { range, text: text.into() }
    }

    /// Takes a range out.
    #[must_use]
    pub fn delete(range: Range<usize>) -> Self {
        Self { range, text: String::new() }
    }
}

/// Edits of one text that don't overlap, in the order of their ranges.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Edits {
    sorted: Vec<Edit>,
}

impl Edits {
    /// Orders the edits. Their order among the arguments doesn't matter, and one that is given
    /// twice counts once.
    ///
    /// # Errors
    /// [`Refusal::Overlap`] where two change the same bytes, or one inserts inside the range of
    /// another.
    pub fn new(mut edits: Vec<Edit>) -> Result<Self, Refusal> {
        edits.sort_by(|one, other| {
            let key = |edit: &Edit| (edit.range.start, edit.range.end);
            key(one).cmp(&key(other)).then_with(|| one.text.cmp(&other.text))
        });
        edits.dedup();
        let is_apart = |pair: &[Edit]| pair[0].range.end <= pair[1].range.start;
        let is_forward = |edit: &Edit| edit.range.start <= edit.range.end;
        match edits.windows(2).all(is_apart) && edits.iter().all(is_forward) {
            true => Ok(Self { sorted: edits }),
            false => Err(Refusal::Overlap),
        }
    }

    /// The edits, in order.
    #[must_use]
    pub fn as_slice(&self) -> &[Edit] {
        &self.sorted
    }

    /// The text with the edits made; none where a range is not one of the text.
    #[must_use]
    pub fn apply(&self, text: &str) -> Option<String> {
        let mut out = String::with_capacity(text.len());
        let mut from = 0;
        for edit in &self.sorted {
            out.push_str(text.get(from..edit.range.start)?);
            out.push_str(&edit.text);
            text.get(edit.range.clone())?;
            from = edit.range.end;
        }
        out.push_str(text.get(from..)?);
        Some(out)
    }

    /// Where a place of the edited text was before; what was put in is where its edit begins.
    #[must_use]
    pub fn origin(&self, at: usize) -> usize {
        // How many bytes came in, and how many went, before that place.
        let (mut came, mut went) = (0, 0);
        for edit in &self.sorted {
            let start = edit.range.start + came - went;
            if at < start {
                break;
            }
            if at < start + edit.text.len() {
                return edit.range.start;
            }
            came += edit.text.len();
            went += edit.range.len();
        }
        at + went - came
    }
}
