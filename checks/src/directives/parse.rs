//! From the words of an element or header to directives.

use super::{Directive, parse_date};

/// Directives without a value, these checks' own and the others that engines document.
const WORDS: [&str; 20] = [
    "all",
    "archive",
    "cache",
    "follow",
    "index",
    "indexifembedded",
    "noai",
    "noarchive",
    "nocache",
    "nofollow",
    "noimageai",
    "noimageindex",
    "noindex",
    "none",
    "noodp",
    "nosnippet",
    "notranslate",
    "noydir",
    "nositelinkssearchbox",
    "snippet",
];

/// Directives with a value.
const VALUED: [&str; 4] =
    ["max-snippet", "max-image-preview", "max-video-preview", "unavailable_after"];

/// The directives of a `content` attribute.
pub(super) fn list(value: &str) -> Vec<Directive> {
    statements(value).into_iter().flat_map(|statement| read(&statement)).collect()
}

/// The directives of one `X-Robots-Tag` value with the agent each is for. A prefix `agent:` holds
/// until the next one, since servers join several headers into one list.
pub(crate) fn header(value: &str) -> Vec<(Option<String>, Directive)> {
    let mut agent = None;
    let mut out = Vec::new();
    for statement in statements(value) {
        let rule = match agent_prefix(&statement) {
            Some((name, rest)) => {
                agent = (name != "robots").then_some(name);
                rest.to_owned()
            }
            None => statement,
        };
        out.extend(read(&rule).into_iter().map(|directive| (agent.clone(), directive)));
    }
    out
}

/// Splits at commas, except those inside a date.
fn statements(value: &str) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    for part in value.split(',').map(str::trim).filter(|part| !part.is_empty()) {
        match out.last_mut() {
            Some(last) if is_open_date(last) && !begins_statement(part) => {
                last.push_str(", ");
                last.push_str(part);
            }
            _ => out.push(part.to_owned()),
        }
    }
    out
}

/// Whether that statement is a date to which more may belong.
fn is_open_date(statement: &str) -> bool {
    let rule = agent_prefix(statement).map_or(statement, |(_, rest)| rest);
    valued(rule).is_some_and(|(name, _)| name == "unavailable_after")
}

fn begins_statement(part: &str) -> bool {
    valued(part).is_some()
        || agent_prefix(part).is_some()
        || part.split_whitespace().next().is_some_and(is_word)
}

/// `name: value` of a directive that has a value.
fn valued(statement: &str) -> Option<(String, &str)> {
    let (name, value) = statement.split_once(':')?;
    let name = name.trim().to_ascii_lowercase();
    VALUED.contains(&name.as_str()).then(|| (name, value.trim()))
}

/// `agent: rest`, with the agent in lower case.
fn agent_prefix(statement: &str) -> Option<(String, &str)> {
    let (name, rest) = statement.split_once(':')?;
    let name = name.trim().to_ascii_lowercase();
    let word = name.chars().all(|char| char.is_ascii_alphanumeric() || char == '-' || char == '_');
    let begins = name.starts_with(|char: char| char.is_ascii_alphabetic());
    (word && begins && !VALUED.contains(&name.as_str())).then(|| (name, rest.trim()))
}

fn is_word(text: &str) -> bool {
    WORDS.iter().any(|word| text.eq_ignore_ascii_case(word))
}

/// The directives of one statement: none or one, or several words that miss their commas.
fn read(statement: &str) -> Vec<Directive> {
    if let Some((name, value)) = valued(statement) {
        return read_valued(&name, value).into_iter().collect();
    }
    let words: Vec<&str> =
        statement.split(|char: char| char.is_whitespace() || char == ';').collect();
    if !words.iter().all(|word| word.is_empty() || is_word(word)) {
        return Vec::new();
    }
    words.into_iter().filter_map(read_word).collect()
}

fn read_word(word: &str) -> Option<Directive> {
    match word.to_ascii_lowercase().as_str() {
        "noindex" | "none" => Some(Directive::Noindex),
        "nosnippet" => Some(Directive::Nosnippet),
        "noarchive" => Some(Directive::Noarchive),
        "nocache" => Some(Directive::Nocache),
        _ => None,
    }
}

fn read_valued(name: &str, value: &str) -> Option<Directive> {
    match name {
        "max-snippet" => value.parse().ok().map(Directive::MaxSnippet),
        "unavailable_after" => parse_date(value).map(Directive::UnavailableAfter),
        _ => None,
    }
}

/// What becomes of a directive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Change {
    /// It stays.
    Keep,
    /// It goes.
    Drop,
    /// Something else takes its place.
    Write(&'static str),
}

/// The value of an element or header with its directives changed; empty where none is left. What
/// is not read stays as it is.
pub(crate) fn rewritten(value: &str, change: impl Fn(Directive) -> Change) -> String {
    let mut out: Vec<String> = Vec::new();
    // The prefix of a statement that went, which goes on to hold for the next one.
    let mut pending = String::new();
    for statement in statements(value) {
        let (prefix, rule) = match agent_prefix(&statement) {
            Some((_, rest)) => (&statement[..statement.len() - rest.len()], rest),
            None => (pending.as_str(), statement.as_str()),
        };
        let rule = changed(rule, &change);
        if rule.is_empty() {
            pending = prefix.to_owned();
            continue;
        }
        out.push(format!("{prefix}{rule}"));
        pending.clear();
    }
    out.join(", ")
}

/// One statement, word by word where commas are missing.
fn changed(rule: &str, change: &impl Fn(Directive) -> Change) -> String {
    let of = |text: &str| match read(text).first().map(|directive| change(*directive)) {
        None | Some(Change::Keep) => text.to_owned(),
        Some(Change::Drop) => String::new(),
        Some(Change::Write(other)) => other.to_owned(),
    };
    if valued(rule).is_some() || read(rule).is_empty() {
        return of(rule);
    }
    let words = rule.split(|char: char| char.is_whitespace() || char == ';').map(of);
    words.filter(|word| !word.is_empty()).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use Directive::{MaxSnippet, Noarchive, Noindex, Nosnippet, UnavailableAfter};

    /// 25 June 2010, 15:00 Pacific standard time.
    const JUNE: i64 = 1_277_506_800_000;

    fn for_agent(agent: &str, directive: Directive) -> (Option<String>, Directive) {
        (Some(agent.to_owned()), directive)
    }

    #[test]
    fn lists_of_words() {
        assert_eq!(list("NOINDEX , NoFollow"), [Noindex]);
        assert_eq!(list("none"), [Noindex]);
        assert_eq!(list("all, index,follow"), []);
        assert_eq!(list("noindex nofollow"), [Noindex], "commas are missed often");
        assert_eq!(list("noindex;nosnippet"), [Noindex, Nosnippet]);
        assert_eq!(list("please noindex this"), [], "prose is no directive");
        assert_eq!(list("nonindex"), []);
        assert_eq!(list(""), []);
    }

    #[test]
    fn lists_with_values() {
        assert_eq!(list("max-snippet:-1, max-image-preview:large"), [MaxSnippet(-1)]);
        assert_eq!(list("max-snippet: 50, noarchive"), [MaxSnippet(50), Noarchive]);
        assert_eq!(list("max-snippet:many"), []);
    }

    #[test]
    fn dates_keep_their_commas_and_colons() {
        for value in [
            "unavailable_after: 25 Jun 2010 15:00:00 PST",
            "unavailable_after: Friday, 25-Jun-10 15:00:00 PST",
            "unavailable_after: Fri, 25 Jun 2010 15:00:00 PST",
            "unavailable_after: 2010-06-25T15:00:00-08:00",
            "unavailable_after: 25 Jun 2010 15:00:00 PST, max-image-preview:none",
        ] {
            assert_eq!(list(value), [UnavailableAfter(JUNE)], "{value}");
        }
        assert_eq!(
            list("unavailable_after: Friday, 25-Jun-10 15:00:00 PST, noindex"),
            [UnavailableAfter(JUNE), Noindex]
        );
    }

    #[test]
    fn agents_hold_until_the_next() {
        assert_eq!(header("noindex"), [(None, Noindex)]);
        assert_eq!(
            header("googlebot: noindex, nosnippet, otherbot: noarchive"),
            [
                for_agent("googlebot", Noindex),
                for_agent("googlebot", Nosnippet),
                for_agent("otherbot", Noarchive)
            ]
        );
        assert_eq!(
            header("noarchive, BingBot: noindex"),
            [(None, Noarchive), for_agent("bingbot", Noindex)]
        );
        assert_eq!(header("robots: noindex"), [(None, Noindex)]);
        assert_eq!(
            header("googlebot: unavailable_after: Friday, 25-Jun-10 15:00:00 PST, noindex"),
            [for_agent("googlebot", UnavailableAfter(JUNE)), for_agent("googlebot", Noindex)]
        );
        assert_eq!(header("googlebot: max-snippet: 20"), [for_agent("googlebot", MaxSnippet(20))]);
    }

    proptest! {
        #[test]
        fn never_panics(value in any::<String>(), words in "[a-z:, ;_-]{0,60}") {
            let _ = (list(&value), header(&value), list(&words), header(&words));
        }
    }

    #[test]
    fn directives_are_taken_out_and_the_rest_is_kept() {
        let open = |directive| match directive {
            Noindex => Change::Drop,
            MaxSnippet(_) => Change::Write("max-snippet:-1"),
            UnavailableAfter(_) => Change::Drop,
            _ => Change::Keep,
        };
        for (value, expected) in [
            ("noindex", ""),
            ("NOINDEX, follow", "follow"),
            ("noindex nofollow", "nofollow"),
            ("none", ""),
            ("max-snippet:20, nosnippet", "max-snippet:-1, nosnippet"),
            ("unavailable_after: 25 Jun 2010 15:00:00 PST, nofollow", "nofollow"),
            ("googlebot: noindex, nofollow, otherbot: noindex", "googlebot: nofollow"),
            ("googlebot: noindex, otherbot: nofollow", "otherbot: nofollow"),
            ("something else, noindex", "something else"),
            (
                "bot:unavailable_after: never, , noarchive",
                "bot:unavailable_after: never, noarchive",
            ),
        ] {
            assert_eq!(rewritten(value, open), expected, "{value}");
        }
    }

    proptest! {
        #[test]
        fn what_is_taken_out_is_gone(value in "(noindex|none|nofollow|googlebot: |max-snippet:3|, | |;|x){0,8}") {
            let drop = |directive| match directive {
                Noindex => Change::Drop,
                _ => Change::Keep,
            };
            let after = rewritten(&value, drop);
            prop_assert!(!header(&after).iter().any(|(_, directive)| *directive == Noindex), "{after}");
        }

        #[test]
        fn what_is_kept_is_read_as_before(
            value in "(noindex|none|nofollow|googlebot: |max-snippet:3|unavailable_after: 25 Jun 2010|, ?| |;|:|x){0,9}"
        ) {
            let after = rewritten(&value, |_| Change::Keep);
            prop_assert_eq!(header(&after), header(&value), "{}", after);
        }
    }
}
