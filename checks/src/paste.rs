//! Untrusted text, made fit to be pasted where a fix says so.

use url::Url;

use crate::check::Context;
pub(crate) use crate::escape::html;
use crate::excerpt::{EXCERPT_CHARACTERS, one_line};
use crate::page::Page;
use crate::quoted::Quoted;

/// The most characters of an address or a text of the page in the title of a fix.
const TITLE_PART: usize = 80;

/// The most characters of a line of the page in a step of a fix.
const STEP_PART: usize = 200;

/// The most characters of a line of code in a sentence.
const CODE_CHARACTERS: usize = 300;

/// A text of the page, short enough for the title of a fix.
pub(crate) fn in_title(text: &str) -> Quoted {
    Quoted::of(text, TITLE_PART)
}

/// A text of the page, short enough for a step of a fix.
pub(crate) fn in_step(text: &str) -> Quoted {
    Quoted::of(text, STEP_PART)
}

/// A text of the page, short enough to be named in a summary or a measure.
pub(crate) fn in_finding(text: &str) -> Quoted {
    Quoted::of(text, EXCERPT_CHARACTERS)
}

/// What a fix calls the page: by its title, where it has one.
pub(crate) fn page_name(context: &Context<'_>) -> String {
    // A template may end the title of a page that has none: “: Tea Manual”.
    let is_cut = [": ", "| ", "- ", "– ", "— ", "· "]
        .iter()
        .any(|separator| context.title.text.starts_with(separator));
    match in_title(&context.title.text) {
        _ if is_cut => "this page".to_owned(),
        title if title.is_empty() => "this page".to_owned(),
        title => title.to_string(),
    }
}

/// A line of code in a sentence, which may hold text of the page.
pub(crate) fn code(line: &str) -> Quoted {
    Quoted::of(line, CODE_CHARACTERS)
}

/// A text of the page for something to paste, as short as one in a title.
pub(crate) fn short(text: &str) -> String {
    one_line(text, TITLE_PART)
}

/// A text of the page for something to paste, as short as one in a step.
pub(crate) fn line(text: &str) -> String {
    one_line(text, STEP_PART)
}

/// The fewest characters of a text that says something by itself once its end is cut off.
const SENTENCES_LEAST: usize = 40;

/// As many whole sentences of a text of the page as fit: what is pasted ends nowhere in between.
/// None where not even one is whole, as of a text that the page has cut off itself.
pub(crate) fn sentences(text: &str, most: usize) -> Option<String> {
    let text = one_line(text, usize::MAX);
    let is_cut = text.ends_with('…') || text.ends_with("...");
    if !is_cut && text.chars().count() <= most {
        return (!text.is_empty()).then_some(text);
    }
    let fitting = text.char_indices().nth(most).map_or(text.len(), |(at, _)| at);
    let mut chars = text[..fitting].char_indices().rev();
    let end = chars.find_map(|(at, char)| {
        let after = &text[at + char.len_utf8()..];
        let ends = match char {
            '。' | '！' | '？' => true,
            '.' | '!' | '?' => {
                after.starts_with(' ') && !text[..at].ends_with('.') && !is_abbreviated(&text[..at])
            }
            _ => false,
        };
        ends.then_some(at + char.len_utf8())
    })?;
    let whole = &text[..end];
    (whole.chars().count() >= SENTENCES_LEAST).then(|| whole.to_owned())
}

/// Whether a point there is that of an abbreviation: "e.g.", "J."
fn is_abbreviated(before: &str) -> bool {
    const LETTERS: usize = 2;
    let word = before.rsplit([' ', '.', '(']).next().unwrap_or_default();
    word.chars().count() <= LETTERS && word.chars().all(char::is_alphabetic)
}

/// As many whole words of a text of the page as fit.
pub(crate) fn words(text: &str, most: usize) -> String {
    let text = one_line(text, usize::MAX);
    let Some((end, _)) = text.char_indices().nth(most) else { return text };
    let cut = text[..end].rfind(' ').unwrap_or(end);
    text[..cut].trim_end_matches([',', ';', ':', '-', '–', '—', '|', '·', ' ']).to_owned()
}

/// The text as a JSON string that may stand in a script element.
pub(crate) fn json(text: &str) -> String {
    serde_json::Value::from(text).to_string().replace('<', "\\u003c")
}

/// The address as one word of a shell's command line, fit to stand in a code span.
pub(crate) fn shell(url: &Url) -> String {
    format!("'{}'", url.as_str().replace('\'', "%27").replace('`', "%60"))
}

/// A file at the root of the page's own site.
pub(crate) fn at_root(page: &Page, path: &str) -> Url {
    page.final_url.join(path).unwrap_or_else(|_| page.final_url.clone())
}

/// "a", "a and b", "a, b and c".
pub fn listed<T: AsRef<str>>(items: &[T]) -> String {
    match items {
        [] => String::new(),
        [one] => one.as_ref().to_owned(),
        [rest @ .., last] => {
            let rest: Vec<&str> = rest.iter().map(AsRef::as_ref).collect();
            format!("{} and {}", rest.join(", "), last.as_ref())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_cannot_leave_the_place_they_are_pasted_to() {
        assert_eq!(html("a\"b'<c>&amp;"), "a&quot;b&#39;&lt;c&gt;&amp;amp;");
        assert_eq!(json("a\"</script>"), r#""a\"\u003c/script>""#);
        let url = Url::parse("https://example.com/it's;rm -rf ~/?q='$(id)'").unwrap();
        let word = shell(&url);
        assert_eq!(word.matches('\'').count(), 2, "{word}");
        assert_eq!(word, "'https://example.com/it%27s;rm%20-rf%20~/?q=%27$(id)%27'");
    }

    #[test]
    fn what_is_pasted_ends_with_a_sentence_or_a_word() {
        let first = "Green tea is made of leaves that were not left to wither.";
        assert_eq!(sentences(first, 200).as_deref(), Some(first));
        for cut in [" It is picked in…", " It is picked in...", " Of it e.g. Jane D. has…"] {
            assert_eq!(sentences(&format!("{first}{cut}"), 200).as_deref(), Some(first), "{cut}");
        }
        assert_eq!(sentences(&format!("{first} {first}"), 70).as_deref(), Some(first));
        for none in ["Green tea is made of…", "Tea. Green…", "", &"tea ".repeat(90)] {
            assert_eq!(sentences(none, 200), None, "{none}");
        }
        assert_eq!(words("Green tea, and others", 12), "Green tea");
        assert_eq!(words("Green tea", 9), "Green tea");
        assert_eq!(words("緑茶の葉", 2), "緑茶");
    }

    #[test]
    fn lists_read_like_prose() {
        assert_eq!(listed(&["a"]), "a");
        assert_eq!(listed(&["a", "b", "c"]), "a, b and c");
        assert_eq!(listed::<&str>(&[]), "");
    }
}
