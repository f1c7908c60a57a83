//! What a rule looks at.

use super::generator::Generator;
use crate::check::Context;
use crate::edit::{Source, Tag, Tags};
use crate::escape::html;
use crate::page::snapshot;
use crate::report::{Report, Status};

/// A page as a rule sees it.
pub(super) struct View<'a> {
    pub(super) context: &'a Context<'a>,
    pub(super) report: &'a Report,
    pub(super) source: &'a Source<'a>,
    pub(super) tags: &'a Tags,
    /// What built the page, where it says so.
    pub(super) generator: Option<&'static Generator>,
}

impl View<'_> {
    /// Whether the page's public URL is known.
    pub(super) fn has_address(&self) -> bool {
        self.context.page.source != snapshot::Source::FileWithoutAddress
    }

    /// Whether that check found something wrong.
    pub(super) fn is_open(&self, check: &str) -> bool {
        let wrong = |status| matches!(status, Status::Warn | Status::Fail);
        self.report.checks.iter().any(|own| own.id == check && wrong(own.status))
    }

    /// The text as the value of an attribute in double quotation marks. Characters that the file's
    /// encoding has no form for are written as references.
    pub(super) fn attribute_text(&self, text: &str) -> String {
        let escaped = html(text);
        if self.source.can_write(&escaped) {
            return escaped;
        }
        let write = |char: char| match self.source.can_write(char.encode_utf8(&mut [0; 4])) {
            true => char.to_string(),
            false => format!("&#{};", u32::from(char)),
        };
        escaped.chars().map(write).collect()
    }

    /// The same for JSON in a script.
    pub(super) fn script_text(&self, json: &str) -> String {
        let json = json.replace('<', "\\u003c");
        let json = if self.is_xhtml() { json.replace('&', "\\u0026") } else { json };
        if self.source.can_write(&json) {
            return json;
        }
        let mut out = String::new();
        for char in json.chars() {
            let mut units = [0; 2];
            match self.source.can_write(char.encode_utf8(&mut [0; 4])) {
                true => out.push(char),
                false => char
                    .encode_utf16(&mut units)
                    .iter()
                    .for_each(|unit| out.push_str(&format!("\\u{unit:04x}"))),
            }
        }
        out
    }

    /// Whether the document is XHTML, which an XML parser may read.
    pub(super) fn is_xhtml(&self) -> bool {
        let text = self.source.text().trim_start();
        let names_it = |(_, html): (usize, &Tag)| html.attribute("xmlns").is_some();
        text.starts_with("<?xml") || self.tags.first("html").is_some_and(names_it)
    }

    /// How the tag of an element without content ends: as most of those that are there.
    pub(super) fn void_end(&self) -> &'static str {
        let is_void = |(_, tag): &(usize, &Tag)| tag.starts("meta") || tag.starts("link");
        let text = self.source.text();
        let closed = |(_, tag): (usize, &Tag)| text[tag.range.clone()].ends_with("/>");
        let ends: Vec<bool> = self.tags.tags().filter(is_void).map(closed).collect();
        let is_closed = ends.iter().filter(|closed| **closed).count() * 2 > ends.len();
        if self.is_xhtml() || is_closed { " />" } else { ">" }
    }

    /// How the document breaks its lines.
    pub(super) fn line_break(&self) -> &'static str {
        let text = self.source.text();
        match text.find(['\r', '\n']) {
            Some(at) if text[at..].starts_with("\r\n") => "\r\n",
            Some(at) if text[at..].starts_with('\r') => "\r",
            _ => "\n",
        }
    }
}

/// Marks of languages that make pages.
const TEMPLATE_MARKS: [&str; 5] = ["<?php", "<%", "{%", "{{", "{$"];
/// Those of them that no text of a page contains.
const CODE_MARKS: [&str; 3] = ["<?php", "<?=", "<%"];

/// Whether a file makes pages and is none itself: its head has marks of a template, or its body has
/// code.
pub(super) fn is_template(source: &Source<'_>) -> bool {
    let text = source.text();
    let tags = Tags::of(text);
    let body = tags.tags().find(|(_, tag)| tag.starts("body") || tag.ends("head"));
    let head = &text[..body.map_or(text.len(), |(_, tag)| tag.range.start)];
    let in_head = TEMPLATE_MARKS.iter().any(|mark| outside_scripts(&tags, text, head.len(), mark));
    let in_body = CODE_MARKS.iter().any(|mark| outside_scripts(&tags, text, text.len(), mark));
    let has_front_matter =
        ["---\n", "---\r\n"].iter().any(|own| text.trim_start().starts_with(own));
    in_head || in_body || has_front_matter
}

/// Whether a page leads on to another one by itself.
pub(super) fn is_redirect(source: &Source<'_>) -> bool {
    let tags = Tags::of(source.text());
    tags.tags().any(|(_, tag)| {
        tag.starts("meta")
            && tag.value("http-equiv").trim().eq_ignore_ascii_case("refresh")
            && tag.value("content").to_ascii_lowercase().contains("url")
    })
}

/// Whether that mark stands before that place, in a tag or in text that is not a script's.
fn outside_scripts(tags: &Tags, text: &str, end: usize, mark: &str) -> bool {
    let mut in_raw = false;
    tags.pieces.iter().take_while(|piece| piece.range().start < end).any(|piece| {
        let range = piece.range();
        if let crate::edit::Piece::Tag(tag) = piece {
            in_raw = tag.is_start && matches!(tag.name.as_str(), "script" | "style");
        }
        !in_raw && text[range].contains(mark)
    })
}

/// Whether a file is a part of a page only.
pub(super) fn is_fragment(source: &Source<'_>) -> bool {
    let is_frame =
        |tag: &Tag| tag.is_start && matches!(tag.name.as_str(), "html" | "head" | "body");
    let tags = Tags::of(source.text());
    let has_frame = tags.tags().any(|(_, tag)| is_frame(tag));
    let has_doctype = source
        .text()
        .trim_start()
        .get(..9)
        .is_some_and(|start| start.eq_ignore_ascii_case("<!doctype"));
    !has_frame && !has_doctype
}
