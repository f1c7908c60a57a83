//! Puts right what is wrong with a block, as well as that can be done without guessing.
//!
//! The result is shown in a recommendation and never judged.

use super::json;

/// Bytes of a block that is short enough to be shown whole.
const REPAIRED_BYTES: usize = 64 << 10;

/// A text that parses and says what the broken one tried to, if one was found.
pub(super) fn repair(text: &str) -> Option<String> {
    if text.len() > REPAIRED_BYTES {
        return None;
    }
    let unescaped = unescaped(text);
    let mut repair = Repair { rest: &unescaped, out: String::with_capacity(text.len()) };
    repair.run();
    let single = repair.out.trim().to_owned();
    let several = format!("[{single}]");
    let parses = |text: &String| json::parse(text, &mut REPAIRED_BYTES.clone()).is_ok();
    [single, several].into_iter().filter(|text| text.len() > "[]".len()).find(parses)
}

/// Quotation marks that a word processor writes.
const CURLY: [char; 3] = ['“', '”', '„'];

/// Quotation marks out of references or curly ones, where the text has no others.
fn unescaped(text: &str) -> String {
    if text.contains('"') {
        return text.to_owned();
    }
    // A word processor made them of straight ones, all of them.
    if text.contains(CURLY) {
        return text.replace(CURLY, "\"");
    }
    ["&quot;", "&#34;", "&#x22;"]
        .iter()
        .fold(text.to_owned(), |text, escape| text.replace(escape, "\""))
        .replace("&amp;", "&")
}

/// One pass over the text outside and inside of strings.
struct Repair<'a> {
    rest: &'a str,
    out: String,
}

impl Repair<'_> {
    fn run(&mut self) {
        self.skip_to_the_value();
        while let Some(char) = self.rest.chars().next() {
            match char {
                '"' => self.string(),
                _ if self.skips("<!--", "") || self.skips("-->", "") => {}
                _ if self.skips("<![CDATA[", "") || self.skips("]]>", "") => {}
                _ if self.skips("//", "\n") || self.skips("/*", "*/") => {}
                '}' | ']' => {
                    self.drop_comma();
                    self.take(char);
                }
                '{' | '[' => {
                    self.separate_values();
                    self.take(char);
                }
                ';' | '\u{FEFF}' => self.rest = &self.rest[char.len_utf8()..],
                _ => self.take(char),
            }
        }
        self.drop_comma();
    }

    /// Leaves out what stands before the first brace or bracket, if it is no comment.
    fn skip_to_the_value(&mut self) {
        if self.rest.trim_start().starts_with(|char: char| char.is_ascii_alphabetic()) {
            let value = self.rest.find(['{', '[']).unwrap_or(0);
            self.rest = &self.rest[value..];
        }
    }

    fn take(&mut self, char: char) {
        self.out.push(char);
        self.rest = &self.rest[char.len_utf8()..];
    }

    /// Leaves out a comment, or a mark where `end` is empty. A comment with an end of its own may
    /// hold anything; one whose text is JSON keeps it.
    fn skips(&mut self, start: &str, end: &str) -> bool {
        let Some(inside) = self.rest.strip_prefix(start) else { return false };
        if start == "<!--" && !inside.trim_start().starts_with(['{', '[']) {
            self.rest = inside.split_once("-->").map_or("", |(_, rest)| rest);
            return true;
        }
        // `//<![CDATA[` is a mark of its own, on the line of its comment.
        if start == "//" && inside.trim_start().starts_with("<![CDATA[") {
            self.rest = inside;
            return true;
        }
        self.rest = match end {
            "" => inside,
            _ => inside.find(end).map_or("", |at| &inside[at + end.len()..]),
        };
        if end == "\n" {
            self.out.push('\n');
        }
        true
    }

    /// A string, with its control characters escaped.
    fn string(&mut self) {
        self.take('"');
        let mut escaped = false;
        while let Some(char) = self.rest.chars().next() {
            match char {
                '"' if !escaped => return self.take('"'),
                '\'' if escaped => {
                    self.out.pop();
                    self.take(char);
                }
                '\n' => self.replace(char, "\\n"),
                '\t' => self.replace(char, "\\t"),
                _ if char.is_control() => self.replace(char, " "),
                _ => self.take(char),
            }
            escaped = char == '\\' && !escaped;
        }
    }

    fn replace(&mut self, char: char, by: &str) {
        self.out.push_str(by);
        self.rest = &self.rest[char.len_utf8()..];
    }

    fn drop_comma(&mut self) {
        let length = self.out.trim_end().len();
        if self.out[..length].ends_with(',') {
            self.out.remove(length - 1);
        }
    }

    /// Puts a comma between two values that stand side by side.
    fn separate_values(&mut self) {
        if self.out.trim_end().ends_with(['}', ']']) {
            self.out.push(',');
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn common_mistakes_are_put_right() {
        for (text, expected) in [
            ("<!-- {\"a\": 1} -->", "{\"a\": 1}"),
            ("<!-- why, -->\n{\"a\": 1}", "{\"a\": 1}"),
            ("//<![CDATA[\n{\"a\": 1}\n//]]>", "{\"a\": 1}"),
            ("/*<![CDATA[*/{\"a\": 1}/*]]>*/", "{\"a\": 1}"),
            ("{\"a\": [1,],\n}", "{\"a\": [1]\n}"),
            ("{&quot;a&quot;: &quot;b &amp; c&quot;}", "{\"a\": \"b & c\"}"),
            ("{\"a\": \"b\nc\td\"}", "{\"a\": \"b\\nc\\td\"}"),
            ("{\"a\": \"it\\'s\"}", "{\"a\": \"it's\"}"),
            ("{“a”: „b c”}", "{\"a\": \"b c\"}"),
            ("var data = {\"a\": 1};", "{\"a\": 1}"),
            ("{\"a\": 1}\n{\"b\": 2}", "[{\"a\": 1}\n,{\"b\": 2}]"),
            ("{\"a\": 1},\n{\"b\": 2},", "[{\"a\": 1},\n{\"b\": 2}]"),
            ("{\"a\": 1, // why\n\"b\": \"http://x\"}", "{\"a\": 1, \n\"b\": \"http://x\"}"),
            ("{\"a\": 1 /* why */}", "{\"a\": 1 }"),
        ] {
            assert_eq!(repair(text).as_deref(), Some(expected), "{text}");
        }
    }

    #[test]
    fn what_would_be_a_guess_is_left_alone() {
        for text in [
            "",
            "{",
            "{\"a\": \"b",
            "{a: 1}",
            "{\"a\": \"b\"c\"}",
            "{“a”: “b “c” d”}",
            "text",
            ";",
            "]",
        ] {
            assert_eq!(repair(text), None, "{text}");
        }
        assert_eq!(repair(&format!("[{}]", "1,".repeat(REPAIRED_BYTES))), None);
    }
}
