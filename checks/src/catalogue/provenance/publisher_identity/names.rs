//! Names under which the publisher may go.

use super::words::bare_name;
use crate::check::Context;
use crate::url::registrable_domain;

/// What stands between a name and other words.
pub(super) const BETWEEN: [char; 7] = ['|', '–', '—', '·', '•', ':', '-'];

/// The registered domain and its first label, comparable: `example` and `examplecom`.
pub(super) fn domain_names(context: &Context<'_>) -> Vec<String> {
    let registered = registrable_domain(&context.page.final_url);
    let label = registered.as_deref().and_then(|domain| domain.split('.').next());
    label.into_iter().chain(registered.as_deref()).map(bare_name).collect()
}
