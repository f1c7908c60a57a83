//! What is wrong with a block that is no JSON, and where.

use serde_json::error::Category;

use super::repair::repair;
use crate::excerpt::one_line;

/// Characters around the place that a defect quotes.
const NEAR_CHARACTERS: usize = 40;

/// Why a block is no JSON.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Defect {
    /// What is wrong.
    pub kind: DefectKind,
    /// Line in the decoded source of the page.
    pub line: u32,
    /// Column in characters, 1 for the first; on the line of the `script` tag, counted from the
    /// end of the tag.
    pub column: u32,
    /// The text at that place. Untrusted.
    pub near: String,
    /// The text of the block with what is wrong put right, where that can be done and is short
    /// enough to show. A verdict never rests on it.
    pub repaired: Option<String>,
}

/// A mistake that JSON-LD blocks hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DefectKind {
    /// There is nothing in it.
    Empty,
    /// It is wrapped in `<!-- -->`.
    HtmlComment,
    /// It is wrapped in `<![CDATA[ ]]>`.
    Cdata,
    /// `//` or `/* */`.
    ScriptComment,
    /// A comma before `}` or `]`.
    TrailingComma,
    /// `&quot;` in the place of quotation marks: the content of a script is not unescaped.
    EscapedQuotes,
    /// A line feed, a tab or the like in a string.
    ControlCharacter,
    /// Single or typographic quotation marks, or a key without any.
    Quotes,
    /// Quotation marks in a string that end it, such as those of HTML in it.
    UnescapedQuotes,
    /// A backslash before a character that needs none.
    Escape,
    /// JavaScript or other text around the value.
    TextAround,
    /// Several values after each other.
    SeveralValues,
    /// It ends before its value does.
    CutOff,
    /// More than 128 objects and arrays inside each other.
    TooDeep,
    /// Anything else.
    Syntax,
}

impl DefectKind {
    /// The mistake as the end of a sentence that begins with "the block".
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Self::Empty => "is empty",
            Self::HtmlComment => "is wrapped in an HTML comment or has one outside its strings",
            Self::Cdata => "is wrapped in a CDATA section",
            Self::ScriptComment => "has a JavaScript comment",
            Self::TrailingComma => "has a comma after the last entry of an object or array",
            Self::EscapedQuotes => "uses `&quot;` instead of quotation marks",
            Self::ControlCharacter => "has a line break or another control character in a string",
            Self::Quotes => "has a key or string without straight double quotation marks",
            Self::UnescapedQuotes => {
                "has double quotation marks in a string, without a backslash before them"
            }
            Self::Escape => "has an invalid escape sequence",
            Self::TextAround => "has JavaScript or other text around the JSON",
            Self::SeveralValues => "has several JSON values outside an array",
            Self::CutOff => "ends too early",
            Self::TooDeep => "is nested too deeply",
            Self::Syntax => "isn't valid JSON",
        }
    }
}

/// Names what is wrong with a block whose text begins on that line, given where and why the parser
/// stopped.
pub(super) fn defect(text: &str, line: u32, stopped: usize, error: &serde_json::Error) -> Defect {
    let (kind, offset) = classify(text, stopped, error);
    let (line, column) = place(text, line, offset);
    Defect { kind, line, column, near: near(text, offset), repaired: repair(text) }
}

fn classify(text: &str, stopped: usize, error: &serde_json::Error) -> (DefectKind, usize) {
    let start = text.len() - text.trim_start().len();
    let wrapper = text[start..].trim_start_matches(['/', '*', ' ', '\t']);
    let at = &text[stopped..];
    let message = error.to_string();
    let kind = if text.trim().is_empty() {
        return (DefectKind::Empty, 0);
    } else if text[start..].starts_with("<!--") {
        return (DefectKind::HtmlComment, start);
    } else if wrapper.starts_with("<![CDATA[") {
        return (DefectKind::Cdata, start);
    } else if message.starts_with("recursion limit") {
        DefectKind::TooDeep
    } else if message.starts_with("trailing comma") {
        return (DefectKind::TrailingComma, text[..stopped].rfind(',').unwrap_or(stopped));
    } else if message.starts_with("control character") {
        DefectKind::ControlCharacter
    } else if message.starts_with("invalid escape") {
        DefectKind::Escape
    } else if error.classify() == Category::Eof {
        DefectKind::CutOff
    } else if message.starts_with("trailing characters") {
        after_the_value(at)
    } else if is_in_html(&text[..stopped]) {
        DefectKind::UnescapedQuotes
    } else {
        in_the_place_of_a_value(at, stopped == start)
    };
    (kind, stopped)
}

fn after_the_value(rest: &str) -> DefectKind {
    let bare = rest.trim_start_matches(['/', '*', ' ', '\t']);
    match () {
        () if bare.starts_with("]]>") => DefectKind::Cdata,
        () if rest.starts_with("<!--") || rest.starts_with("-->") => DefectKind::HtmlComment,
        () if rest.starts_with("//") || rest.starts_with("/*") => DefectKind::ScriptComment,
        () if rest.trim_start_matches([',', ' ', '\n', '\r', '\t']).starts_with(['{', '[']) => {
            DefectKind::SeveralValues
        }
        () => DefectKind::TextAround,
    }
}

fn in_the_place_of_a_value(rest: &str, is_start: bool) -> DefectKind {
    const ESCAPES: [&str; 3] = ["&quot;", "&#34;", "&#x22;"];
    const MARKS: [char; 9] = ['\'', '“', '”', '„', '‘', '’', '«', '»', '`'];
    match () {
        () if rest.starts_with("//") || rest.starts_with("/*") => DefectKind::ScriptComment,
        () if rest.starts_with("<!--") => DefectKind::HtmlComment,
        () if ESCAPES.iter().any(|escape| rest.starts_with(escape)) => DefectKind::EscapedQuotes,
        () if rest.starts_with(MARKS) => DefectKind::Quotes,
        () if is_start => DefectKind::TextAround,
        () if is_bare_key(rest) => DefectKind::Quotes,
        () => DefectKind::Syntax,
    }
}

/// Whether a text ends in an attribute of an HTML tag, whose quotation mark ended the string.
fn is_in_html(before: &str) -> bool {
    /// Bytes of a tag up to there.
    const TAG_BYTES: usize = 120;
    let near = &before[before.ceil_char_boundary(before.len().saturating_sub(TAG_BYTES))..];
    let tag = near.rsplit('<').next().filter(|tag| tag.len() < near.len());
    tag.is_some_and(|tag| {
        tag.starts_with(|first: char| first.is_ascii_alphabetic())
            && !tag.contains('>')
            && tag.trim_end().ends_with("=\"")
    })
}

fn is_bare_key(rest: &str) -> bool {
    let name = |char: char| char.is_ascii_alphanumeric() || matches!(char, '_' | '@' | '$');
    rest.starts_with(name) && rest.trim_start_matches(name).trim_start().starts_with(':')
}

/// Line and column in the page's source.
fn place(text: &str, first_line: u32, offset: usize) -> (u32, u32) {
    let before = &text[..offset];
    let lines = before.matches('\n').count();
    let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
    let number = |count: usize| u32::try_from(count).unwrap_or(u32::MAX);
    (first_line.saturating_add(number(lines)), number(column))
}

fn near(text: &str, offset: usize) -> String {
    let start =
        text[..offset].char_indices().rev().nth(NEAR_CHARACTERS / 4).map_or(0, |(at, _)| at);
    let around: String = text[start..].chars().take(NEAR_CHARACTERS).collect();
    one_line(&around, NEAR_CHARACTERS)
}

#[cfg(test)]
mod tests {
    use super::super::tests::read_html;
    use super::super::{BlockOutcome, Defect, DefectKind};

    fn defect(html: &str) -> Defect {
        match read_html(html).blocks.remove(0).outcome {
            BlockOutcome::Broken(defect) | BlockOutcome::Parsed { wrapper: Some(defect), .. } => {
                defect
            }
            outcome => panic!("{outcome:?}"),
        }
    }

    fn block(text: &str) -> Defect {
        defect(&format!("<script type='application/ld+json'>{text}</script>"))
    }

    #[test]
    fn every_mistake_is_named() {
        for (text, expected) in [
            ("", DefectKind::Empty),
            (" \n ", DefectKind::Empty),
            ("<!-- {} -->", DefectKind::HtmlComment),
            ("<!-- why --> {}", DefectKind::HtmlComment),
            ("{} <!-- why -->", DefectKind::HtmlComment),
            ("{} -->", DefectKind::HtmlComment),
            ("<![CDATA[{}]]>", DefectKind::Cdata),
            ("//<![CDATA[\n{}\n//]]>", DefectKind::Cdata),
            ("/* <![CDATA[ */{}/* ]]> */", DefectKind::Cdata),
            ("{} //]]>", DefectKind::Cdata),
            ("// why\n{}", DefectKind::ScriptComment),
            ("{\"a\": 1, // why\n\"b\": 2}", DefectKind::ScriptComment),
            ("{\"a\": /* why */ 1}", DefectKind::ScriptComment),
            ("{\"a\": [1,]}", DefectKind::TrailingComma),
            ("{\"a\": 1,\n}", DefectKind::TrailingComma),
            ("{&quot;a&quot;: 1}", DefectKind::EscapedQuotes),
            ("{\"a\": \"b\nc\"}", DefectKind::ControlCharacter),
            ("{\"a\": \"b\tc\"}", DefectKind::ControlCharacter),
            ("{'a': 1}", DefectKind::Quotes),
            ("{“a”: 1}", DefectKind::Quotes),
            ("{a: 1}", DefectKind::Quotes),
            (r#"{"a": "<a href="https://tea.example">Tea</a>"}"#, DefectKind::UnescapedQuotes),
            ("{\"a\": \"it\\'s\"}", DefectKind::Escape),
            ("var data = {};", DefectKind::TextAround),
            ("{};", DefectKind::TextAround),
            ("{}{}", DefectKind::SeveralValues),
            ("{},\n{}", DefectKind::SeveralValues),
            ("{\"a\": {\"b\": 1", DefectKind::CutOff),
            ("{\"a\": \"b", DefectKind::CutOff),
            ("{\"a\" 1}", DefectKind::Syntax),
            ("{\"a\": undefined}", DefectKind::Syntax),
            ("{\"a\": \"b\"c\"}", DefectKind::Syntax),
        ] {
            assert_eq!(block(text).kind, expected, "{text}");
        }
        assert_eq!(block(&"[".repeat(200)).kind, DefectKind::TooDeep);
        assert_eq!(block(&"{\"a\":".repeat(100_000)).kind, DefectKind::TooDeep);
    }

    #[test]
    fn the_place_is_one_in_the_page() {
        let html =
            "<html>\n<head>\n<script\n type='application/ld+json'>\n{\r\n \"ä\": 1,\n}\n</script>";
        let defect = defect(html);
        assert_eq!((defect.line, defect.column), (6, 8), "the comma");
        assert_eq!(defect.near, "{ \"ä\": 1, }");
        assert_eq!((block("{\"a\": x}").line, block("{\"a\": x}").column), (1, 7));
        assert_eq!((block("").line, block("").column), (1, 1));
    }

    #[test]
    fn what_looks_like_a_mistake_inside_of_a_string_is_none() {
        let text = "{\"a\": \"<!-- // /* &quot; ,} \\u2028 \u{2028}\"}";
        let data = super::super::tests::read_block(text);
        assert!(matches!(data.blocks[0].outcome, BlockOutcome::Parsed { .. }));
    }
}
