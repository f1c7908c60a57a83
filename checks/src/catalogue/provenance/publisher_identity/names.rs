//! Names under which the publisher may go.

use super::words::bare_name;
use crate::check::Context;
use crate::page::snapshot::Source;
use crate::url::registrable_domain;

/// What stands between a name and other words.
pub(super) const BETWEEN: [char; 7] = ['|', '–', '—', '·', '•', ':', '-'];

/// Whether a text asks something: no part of a question is a name, as that of “What is Tea?”.
pub(crate) fn asks(text: &str) -> bool {
    text.contains(['?', '？'])
}

/// A site's name without the words for its home page: “Tea Leaf” of “Tea Leaf Home Page”.
pub(crate) fn without_home_page(name: &str) -> &str {
    const PAGES: [&str; 3] = [" home page", " homepage", " startseite"];
    let name = name.trim();
    let cut = PAGES.iter().find_map(|page| {
        let at = name.len().checked_sub(page.len())?;
        name.get(at..)?.eq_ignore_ascii_case(page).then(|| name[..at].trim_end())
    });
    cut.filter(|rest| !rest.is_empty()).unwrap_or(name)
}

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_for_the_home_page_are_none_of_the_name() {
        for (name, expected) in [
            ("Tea Leaf Home Page", "Tea Leaf"),
            ("Tea Leaf homepage", "Tea Leaf"),
            ("Tea Leaf", "Tea Leaf"),
            ("Home Page", "Home Page"),
            ("茶 Home Page", "茶"),
        ] {
            assert_eq!(without_home_page(name), expected);
        }
    }
}
