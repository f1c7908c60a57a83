//! Links of an llms.txt that lead nowhere without the address it was found at.

use std::collections::HashSet;
use std::ops::Range;

use url::Url;

use super::Changed;
use crate::edit::{Edit, Edits, Source};
use crate::wording::how_many;

/// The check that reads the file.
pub const RULE: &str = "ai-text-alternates";

/// Makes links to pages of the site absolute, over HTTPS: an llms.txt is read apart from its
/// address, and its links are to name what they lead to (llmstxt.org).
///
/// None where there are none to pages that are known.
#[must_use]
pub fn absolute_links(body: &[u8], base: &Url, pages: &HashSet<Url>) -> Option<Changed> {
    let source = Source::new(body, Some("text/plain; charset=utf-8"));
    if !source.is_sound_utf_8() {
        return None;
    }
    let text = source.text();
    let mut edits = Vec::new();
    for range in targets(text) {
        let written = &text[range.clone()];
        let Some(url) = whole(written, base).filter(|url| url.as_str() != written) else {
            continue;
        };
        let mut page = url.clone();
        page.set_fragment(None);
        if pages.contains(&page) {
            edits.push(Edit::replace(range, url));
        }
    }
    let edits = Edits::new(edits).ok()?;
    let line = 1 + text[..edits.as_slice().first()?.range.start].matches('\n').count();
    let count = how_many(edits.as_slice().len(), "link");
    let body = source.rewrite(&edits).ok()?;
    Some(Changed { body, title: format!("Make {count} absolute"), line })
}

/// The URL that a link is to name, unless it names it already.
fn whole(written: &str, base: &Url) -> Option<Url> {
    if written.is_empty() || written.starts_with('#') {
        return None;
    }
    match Url::parse(written) {
        Ok(mut url) if url.scheme() == "http" && url.host_str() == base.host_str() => {
            url.set_scheme(base.scheme()).ok()?;
            Some(url)
        }
        Ok(_) => None,
        Err(_) => base.join(written).ok(),
    }
}

/// Where inline links lead (CommonMark 6.3), outside of fenced code.
fn targets(text: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let (mut start, mut in_code) = (0, false);
    for line in text.split_inclusive('\n') {
        let begins = line.trim_start();
        if begins.starts_with("```") || begins.starts_with("~~~") {
            in_code = !in_code;
        } else if !in_code {
            for (at, opened) in line.match_indices("](") {
                let inside = at + opened.len();
                let length = line[inside..].find([')', ' ', '"', '<', '\r', '\n']);
                if let Some(length) = length.filter(|_| line[..at].contains('[')) {
                    found.push(start + inside..start + inside + length);
                }
            }
        }
        start += line.len();
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fixed(text: &str) -> Option<String> {
        let base = Url::parse("https://leaf.example/").unwrap();
        let pages = ["", "tea.html", "guide/"].map(|path| base.join(path).unwrap());
        let changed = absolute_links(text.as_bytes(), &base, &pages.into_iter().collect())?;
        Some(String::from_utf8(changed.body).unwrap())
    }

    #[test]
    fn links_to_pages_become_absolute() {
        let text = "# Leaf\r\n\r\n- [Tea](tea.html): how to brew\r\n- [Guide](/guide/#cups)\r\n\
                    - [Home](http://leaf.example/)\r\n- [Gone](gone.html)\r\n\
                    - [Other](http://other.example/tea.html)\r\n```\r\n[Tea](tea.html)\r\n```\r\n";
        let wanted = text
            .replacen("(tea.html)", "(https://leaf.example/tea.html)", 1)
            .replace("(/guide", "(https://leaf.example/guide")
            .replace("http://leaf", "https://leaf");
        assert_eq!(fixed(text).as_deref(), Some(wanted.as_str()));
        assert_eq!(fixed(&wanted), None, "running it again finds nothing");
    }
}
