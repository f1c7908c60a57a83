//! The tree builder, as long as a document keeps within the limits.

use std::cell::Cell;

use html5ever::interface::Tracer;
use html5ever::tokenizer::{Tag, TagKind, Token, TokenSink, TokenSinkResult};
use html5ever::tree_builder::TreeBuilder;
use html5ever::{LocalName, local_name};

use crate::page::limits;
use crate::page::sink::Sink;

/// How much of a document is wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Part {
    Whole,
    /// What stands before the start tag of the body.
    Head,
}

/// Passes tokens on until a limit is reached. One token may clone hundreds of elements, so this
/// looks at the limits before each.
pub(crate) struct Limited {
    pub(crate) builder: TreeBuilder<usize, Sink>,
    part: Part,
    tokens: usize,
    is_over: bool,
    formatting: Formatting,
}

/// How many formatting elements the tree builder may be keeping for later (HTML, section
/// 13.2.4.3). It compares each new one with all of them by copies of their attributes, and asks
/// the sink for nothing meanwhile. As it does not tell their number, they are counted now and then,
/// and each tag in between is taken to have added one.
#[derive(Default)]
struct Formatting {
    counted: usize,
    since: usize,
}

/// Counts the formatting elements among the handles that a tree builder holds.
struct FormattingCount<'a> {
    sink: &'a Sink,
    count: Cell<usize>,
}

impl Limited {
    pub(crate) fn new(builder: TreeBuilder<usize, Sink>, part: Part) -> Self {
        Self { builder, part, tokens: 0, is_over: false, formatting: Formatting::default() }
    }

    /// Counts what the token costs besides what the tree builder asks the sink.
    fn count(&mut self, token: &Token) {
        let tag = match token {
            Token::TagToken(tag) => tag,
            _ => return self.builder.sink.count(limits::TOKEN_STEPS),
        };
        let attributes = tag.attrs.len();
        let mut steps = limits::TOKEN_STEPS + attributes * attributes;
        if is_formatting(&tag.name) {
            let comparison = limits::COMPARISON_STEPS * (1 + attributes);
            steps += self.formatting_kept(tag) * comparison;
        }
        self.builder.sink.count(steps);
    }

    fn formatting_kept(&mut self, tag: &Tag) -> usize {
        if self.formatting.since >= limits::FORMATTING_UNCOUNTED {
            let tracer = FormattingCount { sink: &self.builder.sink, count: Cell::new(0) };
            self.builder.trace_handles(&tracer);
            self.formatting = Formatting { counted: tracer.count.get(), since: 0 };
        }
        self.formatting.since += usize::from(tag.kind == TagKind::StartTag);
        self.formatting.counted + self.formatting.since
    }

    /// How many tokens the tokenizer has brought.
    pub(crate) fn tokens(&self) -> usize {
        self.tokens
    }

    /// Whether a limit or the end of the part was reached, so that tokens are no longer passed on.
    pub(crate) fn is_over(&self) -> bool {
        self.is_over
    }
}

impl TokenSink for Limited {
    type Handle = usize;

    fn process_token(&mut self, token: Token, line: u64) -> TokenSinkResult<usize> {
        let attributes = match &token {
            Token::TagToken(tag) => tag.attrs.len(),
            // Comes at any time and changes nothing.
            Token::ParseError(_) => return TokenSinkResult::Continue,
            _ => 0,
        };
        self.tokens += 1;
        self.count(&token);
        self.is_over |= attributes > limits::ATTRIBUTES
            || self.builder.sink.is_full()
            || (self.part == Part::Head && is_body(&token));
        if self.is_over {
            return TokenSinkResult::Continue;
        }
        self.builder.process_token(token, line)
    }

    fn adjusted_current_node_present_but_not_in_html_namespace(&self) -> bool {
        self.builder.adjusted_current_node_present_but_not_in_html_namespace()
    }
}

impl Tracer for FormattingCount<'_> {
    type Handle = usize;

    fn trace_handle(&self, handle: &usize) {
        if self.sink.name_of(*handle).is_some_and(|name| is_formatting(&name.local)) {
            self.count.set(self.count.get() + 1);
        }
    }
}

/// The elements of the category "formatting" (HTML, section 13.2.4.2).
fn is_formatting(name: &LocalName) -> bool {
    matches!(
        *name,
        local_name!("a")
            | local_name!("b")
            | local_name!("big")
            | local_name!("code")
            | local_name!("em")
            | local_name!("font")
            | local_name!("i")
            | local_name!("nobr")
            | local_name!("s")
            | local_name!("small")
            | local_name!("strike")
            | local_name!("strong")
            | local_name!("tt")
            | local_name!("u")
    )
}

fn is_body(token: &Token) -> bool {
    matches!(token, Token::TagToken(tag)
        if tag.kind == TagKind::StartTag && tag.name == local_name!("body"))
}
