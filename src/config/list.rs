//! Lists as values of settings.

/// A list that stands in one value, separated by commas.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct List<T>(pub Vec<T>);

/// What is in a list that may be left out.
pub(super) fn items<T: Clone>(list: &Option<List<T>>) -> Vec<T> {
    list.as_ref().map(|list| list.0.clone()).unwrap_or_default()
}
