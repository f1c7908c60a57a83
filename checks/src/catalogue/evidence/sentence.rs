//! The sentence around a place in a text.

/// The sentence of a text that holds that byte, as far as it is near: it ends where a mark, a space
/// and a capital are.
pub(crate) fn sentence_at(text: &str, at: usize) -> &str {
    /// Bytes before and behind.
    const NEAR: usize = 300;
    let near = text.ceil_char_boundary(at.saturating_sub(NEAR));
    let far = text.floor_char_boundary((at + NEAR).min(text.len()));
    let is_end = |end: &usize| {
        let rest = text[*end..].strip_prefix(' ');
        rest.is_some_and(|rest| !rest.starts_with(char::is_lowercase))
    };
    let ends = |from: usize, to: usize| {
        let marks = text[from..to].match_indices(['.', '!', '?']);
        marks.map(move |(end, _)| from + end + 1).filter(is_end)
    };
    let start = ends(near, at).next_back().unwrap_or(near);
    let end = ends(at, far).next().unwrap_or(far);
    &text[start..end]
}
