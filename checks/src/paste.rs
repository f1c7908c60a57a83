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
    match in_title(&context.title.text) {
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
    fn lists_read_like_prose() {
        assert_eq!(listed(&["a"]), "a");
        assert_eq!(listed(&["a", "b", "c"]), "a, b and c");
        assert_eq!(listed::<&str>(&[]), "");
    }
}
