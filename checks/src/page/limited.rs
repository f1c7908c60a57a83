//! The tree builder, as long as a document keeps within the limits.

use html5ever::local_name;
use html5ever::tokenizer::{TagKind, Token, TokenSink, TokenSinkResult};
use html5ever::tree_builder::TreeBuilder;

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
}

impl Limited {
    pub(crate) fn new(builder: TreeBuilder<usize, Sink>, part: Part) -> Self {
        Self { builder, part, tokens: 0, is_over: false }
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
        let sink = &mut self.builder.sink;
        sink.count_token(attributes);
        self.is_over |= attributes > limits::ATTRIBUTES
            || sink.is_full()
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

fn is_body(token: &Token) -> bool {
    matches!(token, Token::TagToken(tag)
        if tag.kind == TagKind::StartTag && tag.name == local_name!("body"))
}
