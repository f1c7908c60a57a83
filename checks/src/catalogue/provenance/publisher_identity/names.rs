//! Names under which the publisher may go.

use super::words::bare_name;
use crate::check::Context;
use crate::page::snapshot::Source;
use crate::page::visible_names::is_spaceless;
use crate::url::registrable_domain;

/// What stands between a name and other words.
const BETWEEN: [char; 8] = ['|', '–', '—', '·', '•', ':', '-', '/'];
/// Of those, what words are also written with: “Open-Leaf”, “I/O”, “col·lecció”.
const IN_WORDS: [char; 3] = ['-', '/', '·'];

/// The parts of a text between such marks, as they stand there. A mark within a word is none: of
/// “Open-Leaf” neither half is a name.
pub(super) fn parts(text: &str) -> impl Iterator<Item = &str> {
    let is_of_word =
        |char: Option<char>| char.is_some_and(|char| char.is_alphanumeric() && !is_spaceless(char));
    let ends = text.match_indices(BETWEEN).filter(move |(at, mark)| {
        let is_within = is_of_word(text[..*at].chars().next_back())
            && is_of_word(text[at + mark.len()..].chars().next());
        !(is_within && mark.starts_with(IN_WORDS))
    });
    let mut start = 0;
    ends.chain([(text.len(), "")]).map(move |(at, mark)| {
        let part = &text[start..at];
        start = at + mark.len();
        part
    })
}

/// Whether a text asks something: no part of a question is a name, as that of “What is Tea?”.
pub(crate) fn asks(text: &str) -> bool {
    text.contains(['?', '？'])
}

/// A site's name without the words for its home page: “Tea Leaf” of “Tea Leaf Home Page”, and
/// “Tea.net” of “Welcome to Tea.net [Tea.net]”.
pub(crate) fn without_home_page(name: &str) -> &str {
    const PAGES: [&str; 3] = [" home page", " homepage", " startseite"];
    const WELCOME: &str = "welcome to ";
    let name = name.trim();
    // What is said twice is the name: others are called “Welcome to …”.
    let twice =
        name.strip_suffix(']').and_then(|name| name.split_once(" [")).and_then(|(own, again)| {
            let is_welcome =
                own.get(..WELCOME.len()).is_some_and(|start| start.eq_ignore_ascii_case(WELCOME));
            let own = if is_welcome { own[WELCOME.len()..].trim() } else { own.trim() };
            (own == again.trim()).then_some(own)
        });
    let name = twice.unwrap_or(name);
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

/// The words outside the content that are the domain's label, joined: “Experts in Tea” at
/// `expertsintea.com`. Other names may stand in the copyright line, such as a holding company's. A
/// host of its own below the domain, such as a wiki's, may have another name.
pub(crate) fn domain_in_text<'a>(context: &Context<'a>) -> Option<&'a str> {
    let document = &context.page.document;
    let url = &context.page.final_url;
    let host = url.host_str()?;
    let is_whole = registrable_domain(url).as_deref() == Some(host.trim_start_matches("www."));
    let label = domain_names(context).into_iter().next().filter(|_| is_whole)?;
    let blocks = document.outline.blocks.iter().rev();
    let beside = blocks.filter(|block| !block.place.in_main || block.place.is_around);
    beside.take(BLOCKS_BESIDE).find_map(|block| joined_in(document.text_at(&block.place), &label))
}

/// Blocks at the end of a page that are looked at.
const BLOCKS_BESIDE: usize = 200;
/// The most words of a name, and of a line that has one.
const JOINED_WORDS: usize = 6;
const LINE_WORDS: usize = 60;

/// The words in a row that are that label, joined, the first and the last with a capital: not “Check
/// out”.
fn joined_in<'a>(line: &'a str, label: &str) -> Option<&'a str> {
    let words: Vec<&str> = line.split_whitespace().take(LINE_WORDS).collect();
    let is_capital = |word: &str| word.starts_with(char::is_uppercase);
    words.iter().enumerate().filter(|(_, word)| is_capital(word)).find_map(|(first, start)| {
        let mut rest = label;
        for (count, word) in words[first..].iter().take(JOINED_WORDS).enumerate() {
            let bare = bare_name(word);
            rest = rest.strip_prefix(bare.as_str()).filter(|_| !bare.is_empty())?;
            if rest.is_empty() {
                let from = start.as_ptr().addr() - line.as_ptr().addr();
                let end = word.as_ptr().addr() - line.as_ptr().addr() + word.len();
                let name = line[from..end].trim_matches(|char: char| !char.is_alphanumeric());
                return (count > 0 && is_capital(word)).then_some(name);
            }
        }
        None
    })
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
    fn a_mark_within_a_word_parts_nothing() {
        for (text, expected) in [
            ("Open-Leaf - Pots", vec!["Open-Leaf ", " Pots"]),
            ("Leaf -Pots", vec!["Leaf ", "Pots"]),
            ("Leaf|Pots—Cups", vec!["Leaf", "Pots", "Cups"]),
            ("Leaf: I/O of tea", vec!["Leaf", " I/O of tea"]),
            ("Leaf / Pots", vec!["Leaf ", " Pots"]),
            ("茶-葉", vec!["茶", "葉"]),
            ("", vec![""]),
        ] {
            assert_eq!(parts(text).collect::<Vec<_>>(), expected, "{text}");
        }
    }

    #[test]
    fn the_words_that_make_a_domain_are_found_in_a_line() {
        let found = |line| joined_in(line, "expertsintea");
        assert_eq!(found("Since 1990, Experts in Tea, has poured."), Some("Experts in Tea"));
        assert_eq!(found("Experts In Tea"), Some("Experts In Tea"));
        assert_eq!(found("our experts in tea"), None);
        assert_eq!(found("Experts in Teapots"), None);
        assert_eq!(found("Experts in"), None);
        assert_eq!(joined_in("Check out our pots", "checkout"), None);
        assert_eq!(joined_in("Expertsintea", "expertsintea"), None, "one word");
        assert_eq!(found(""), None);
    }

    #[test]
    fn words_for_the_home_page_are_none_of_the_name() {
        for (name, expected) in [
            ("Tea Leaf Home Page", "Tea Leaf"),
            ("Tea Leaf homepage", "Tea Leaf"),
            ("Tea Leaf", "Tea Leaf"),
            ("Home Page", "Home Page"),
            ("Welcome to Tea.net [Tea.net]", "Tea.net"),
            ("Welcome to the Leaf", "Welcome to the Leaf"),
            ("Leaf [Pot]", "Leaf [Pot]"),
            ("茶 Home Page", "茶"),
        ] {
            assert_eq!(without_home_page(name), expected);
        }
    }
}
