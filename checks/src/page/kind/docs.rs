//! A page of documentation.

use super::address::Address;
use super::article::is_named_as_article;
use super::signals::Signals;
use super::words;

/// Why a page that such a tool made is documentation.
const GENERATED: &str = "A documentation tool generated it.";

pub(super) fn docs(address: &Address, signals: &Signals) -> Option<&'static str> {
    const SOME_PROSE_BYTES: usize = 300;
    const CODE_BLOCKS: usize = 3;
    const CODE_BLOCKS_OF_SIGNED: usize = 4;
    if signals.has_type(&["TechArticle", "APIReference"]) {
        return Some("The structured data says it is documentation.");
    }
    let is_unsigned = !signals.is_of_article_type()
        && !signals.says_when_published
        && !signals.has_byline_of_writing
        && !is_named_as_article(address);
    if is_unsigned && signals.entry.begins_with_diagram {
        return Some("A syntax diagram comes before its text.");
    }
    if signals.is_manual_page && !signals.is_of_article_type() && !signals.says_when_published {
        return Some("Its title or its sections are those of a manual page.");
    }
    if signals.is_generated {
        return Some(GENERATED);
    }
    if signals.is_of_contents() {
        return None;
    }
    if signals.is_made_for_docs && !address.is_category() {
        return Some(GENERATED);
    }
    let is_post = address.is_under(words::BLOGS) || address.host_has(words::BLOGS);
    let is_named = address.host_has(words::DOCS_HOSTS) || address.path_has(words::DOCS_PATHS);
    if is_named && !is_post && !address.is_category() {
        return Some("Its URL looks like documentation.");
    }
    if signals.is_edited_in_repository && !is_post {
        return Some("It has an edit link to its source.");
    }
    let is_help = address.host_has(words::HELP_HOSTS) || address.is_under(words::HELP_PATHS);
    if is_help && !is_post && !signals.is_of_article_type() && signals.prose >= SOME_PROSE_BYTES {
        return Some("Its URL looks like customer help.");
    }
    if is_unsigned && let Some(reason) = signals.entry.reason() {
        return Some(reason);
    }
    let is_post = is_post || address.is_under(words::POSTS) || address.is_post_of_day();
    if signals.is_of_article_type() || signals.says_when_published || is_post {
        return None;
    }
    if signals.code_blocks >= CODE_BLOCKS && !signals.has_byline_of_writing {
        return Some("It has code, and no author or date.");
    }
    (signals.code_blocks >= CODE_BLOCKS_OF_SIGNED && signals.has_side_navigation)
        .then_some("It has code and sidebar navigation.")
}
