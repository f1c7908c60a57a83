//! Names under which the publisher may go.

use super::words::bare_name;
use crate::check::Context;
use crate::page::snapshot::Source;
use crate::url::registrable_domain;

/// What stands between a name and other words.
pub(super) const BETWEEN: [char; 7] = ['|', '–', '—', '·', '•', ':', '-'];

/// The registered domain and its first label, comparable: `example` and `examplecom`.
///
/// None of a file of unknown address: what stands in for that names nobody.
pub(super) fn domain_names(context: &Context<'_>) -> Vec<String> {
    if context.page.source == Source::FileWithoutAddress {
        return Vec::new();
    }
    let registered = registrable_domain(&context.page.final_url);
    let label = registered.as_deref().and_then(|domain| domain.split('.').next());
    label.into_iter().chain(registered.as_deref()).map(bare_name).collect()
}

/// The same, and the first label of the host, which names the publisher where a platform bears the
/// domain: `tea-growers` of `tea-growers.blogs.example`. What a part of a site is called by is no
/// name.
pub(super) fn host_names(context: &Context<'_>, domain: &[String]) -> Vec<String> {
    const PARTS: [&str; 9] =
        ["www", "blog", "docs", "forum", "forums", "shop", "news", "support", "community"];
    let host = match context.page.source {
        Source::FileWithoutAddress => "",
        Source::Web | Source::File => context.page.final_url.host_str().unwrap_or_default(),
    };
    let first = host.split('.').next().filter(|label| !label.is_empty() && !PARTS.contains(label));
    domain.iter().cloned().chain(first.map(bare_name)).collect()
}
