//! What an entry of a reference looks like: how its subject is written stands before what is said of
//! it, or names that are called stand again and again.

use select::document::Document;

use crate::page::diagrams::Diagram;
use crate::page::flow::{Block, Flow, Inside};
use crate::page::main_content::named;
use crate::page::prose::prose_bytes;
use crate::page::surroundings::Surroundings;

/// How a page looks like documentation.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Entry {
    /// Code stands right below the heading.
    begins_with_code: bool,
    /// A diagram of a grammar stands before the text.
    pub(super) begins_with_diagram: bool,
    /// Lines that are the call of something and nothing else: `round(number, digits)`.
    calls: usize,
    /// Headings that number subsections: “2.1. Brewing”.
    subsections: usize,
}

/// Labels that may stand between a heading and what it names: where it is defined, since when.
const LABELS: usize = 2;
/// A longer text is no label.
const LABEL_BYTES: usize = 60;
/// Code that goes on for longer is an example or a listing.
const CODE_BYTES: usize = 6_000;

impl Entry {
    /// What a page shows of it that has those diagrams.
    pub(super) fn of(
        document: &Document,
        flow: &Flow,
        apart: &Surroundings,
        diagrams: &[Diagram],
    ) -> Self {
        let heading = named(document, flow, apart);
        let (begins_with_code, begins_with_diagram) = match heading {
            Some(heading) => beginning(flow, apart, diagrams, heading),
            None => (false, diagram_comes_first(flow, apart, diagrams)),
        };
        let shown = || flow.blocks.iter().filter(|block| !apart.hold(block.owner));
        Self {
            begins_with_code,
            begins_with_diagram,
            calls: shown().filter(|block| is_call(flow.block_text(block))).count(),
            subsections: shown().filter(|block| is_subsection(flow, block)).count(),
        }
    }

    /// Why a page that nobody signed or dated is an entry or a chapter of a reference.
    pub(super) fn reason(self) -> Option<&'static str> {
        const CALLS: usize = 5;
        const SUBSECTIONS: usize = 2;
        match () {
            () if self.begins_with_code => Some("Code comes before its text."),
            () if self.calls >= CALLS => Some("It names several functions with their parameters."),
            () if self.subsections >= SUBSECTIONS => Some("Its subsections are numbered."),
            () => None,
        }
    }
}

/// Whether code, and whether a diagram of a grammar, is what the page begins with below its heading.
fn beginning(
    flow: &Flow,
    apart: &Surroundings,
    diagrams: &[Diagram],
    heading: usize,
) -> (bool, bool) {
    let node = flow.elements[heading].node;
    let below = blocks_below(flow, apart, heading);
    let text = below.clone().find(|block| prose_bytes(block) > 0);
    let until = text.map_or(usize::MAX, |block| flow.elements[block.element].node);
    let is_first = |one: &Diagram| one.is_of_syntax() && (node..until).contains(&one.node);
    // The headings of a manual stand in one another: “Functions”, then “round”.
    let is_label = |block: &&Block| {
        prose_bytes(block) == 0
            && block.text.len() < LABEL_BYTES
            && code_around(flow, block).is_none()
    };
    let is_heading =
        |block: &&Block| flow.elements[block.element].opens().contains(Inside::HEADING);
    let first = below.clone().filter(|block| !is_heading(block)).take(LABELS + 1);
    let mut first = first.skip_while(is_label);
    let code = first.next().and_then(|block| code_around(flow, block));
    let is_code = code.is_some_and(|at| {
        let text = &flow.text[flow.elements[at].text.clone()];
        text.len() < CODE_BYTES && is_written_as_code(text)
    });
    (is_code, diagrams.iter().any(is_first))
}

/// The same of a diagram, on a page without a heading that names it.
fn diagram_comes_first(flow: &Flow, apart: &Surroundings, diagrams: &[Diagram]) -> bool {
    let shown = flow.blocks.iter().filter(|block| !apart.hold(block.owner));
    let text = shown.clone().find(|block| prose_bytes(block) > 0);
    let until = text.map_or(usize::MAX, |block| flow.elements[block.element].node);
    diagrams.iter().any(|one| one.is_of_syntax() && one.node < until)
}

/// The blocks after an element that do not surround the content.
fn blocks_below<'a>(
    flow: &'a Flow,
    apart: &'a Surroundings,
    heading: usize,
) -> impl Iterator<Item = &'a Block> + Clone {
    let from = flow.elements[heading].blocks.end;
    flow.blocks[from..].iter().filter(|block| !apart.hold(block.owner))
}

/// The `pre` that a block stands in, of the nearest elements.
fn code_around(flow: &Flow, block: &Block) -> Option<usize> {
    const AROUND: usize = 4;
    let up = std::iter::successors(Some(block.element), |at| Some(flow.elements[*at].parent));
    up.take(AROUND).find(|at| flow.elements[*at].is("pre"))
}

/// Whether a preformatted text is code: verses and letters are written so, too.
fn is_written_as_code(text: &str) -> bool {
    text.contains(['{', '}', '=', '[', '#', '_'])
        || text.contains("::")
        || text.contains("->")
        || calls(text)
}

/// Whether a bracket follows a name at once.
fn calls(text: &str) -> bool {
    let is_name = |char: char| char.is_ascii_alphanumeric() || char == '_';
    text.match_indices('(').any(|(at, _)| text[..at].ends_with(is_name))
}

/// Whether a line is a call of something and nothing else. “Tea(s)”, “Pots(12)” and “Rating(9.1)” are
/// labels.
fn is_call(text: &str) -> bool {
    const BYTES: std::ops::RangeInclusive<usize> = 4..=100;
    let Some((name, behind)) = text.split_once('(').filter(|_| BYTES.contains(&text.len())) else {
        return false;
    };
    let is_sign = |char: char| char.is_ascii_alphanumeric() || "_.:$".contains(char);
    let is_code = name.starts_with(|char: char| char.is_ascii_lowercase() || char == '_')
        || name.contains(['_', '.', ':']);
    let Some(inside) = behind.strip_suffix(')') else { return false };
    let has_parameters = inside.is_empty() || inside.contains(char::is_alphabetic);
    name.chars().all(is_sign) && is_code && has_parameters && inside != "s"
}

/// Whether a block is a heading that numbers a part of a section.
fn is_subsection(flow: &Flow, block: &Block) -> bool {
    if !flow.elements[block.element].opens().contains(Inside::HEADING) {
        return false;
    }
    let text = flow.block_text(block);
    let number = text.split_whitespace().next().unwrap_or_default().trim_end_matches('.');
    let mut parts = number.split('.');
    let is_number = |part: &str| {
        (1..=2).contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_digit())
    };
    let has_title = text.len() > number.len() + 1;
    has_title && parts.clone().count() > 1 && parts.all(is_number)
}
