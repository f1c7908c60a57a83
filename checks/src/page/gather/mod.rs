//! Gathering the facts of a parsed document.

mod head;

use memchr::memchr_iter;
use select::document::Document;
use url::Url;

use self::head::gather;
use crate::page::diagrams::{Diagram, diagrams, drawn};
use crate::page::facts::{DocumentFacts, Located, MainContent};
use crate::page::flow::Flow;
use crate::page::heading_logos;
use crate::page::kind::{Evidence, Kind, kind_of};
use crate::page::main_content::{Content, main_content};
use crate::page::markup;
use crate::page::outline::{Outline, outline, words_in};
use crate::page::parse::{Parsed, Scripting, parse_head, parse_within};
use crate::page::quotes::block_quotes;
use crate::page::refresh::script_redirect;
use crate::page::shell::shell;
use crate::page::skip_links;
use crate::page::surroundings::Surroundings;
use crate::page::template::template;
use crate::page::text::collapse;
use crate::page::tool::Tool;
use crate::page::tree::first;
use crate::page::unseen::unseen;
use crate::page::visible::Visibility;
use crate::page::withheld::withheld;
use crate::patience::{Patience, Spent};
use crate::report::PageKind;

/// Before the kind of a page is known, what holds more of its prose than this does not surround
/// the content.
const PROVISIONAL_PERCENT: usize = 50;

/// Everything a check may ask of a document; `url` is none for a file of unknown address, and
/// `given` the kind of page where the caller named it.
///
/// # Errors
/// [`Spent`].
pub(crate) fn read(
    html: &str,
    url: Option<&Url>,
    given: Option<PageKind>,
    patience: &Patience<'_>,
) -> Result<DocumentFacts, Spent> {
    let parsed = parse_within(html, Scripting::Off, patience);
    patience.ask()?;
    let Parsed { document, lines, .. } = &parsed;
    let visibility = Visibility::of(document);
    let mut flow = Flow::of(document, &visibility);
    flow.set_logos(heading_logos::found(&flow, document, url));
    flow.skipped_to = skip_links::target(&flow, document);
    patience.ask()?;
    let head = without_logos(head_and_headings(html, &parsed, patience), &flow, lines);
    patience.ask()?;
    let markup = markup::read(document, lines, &visibility);
    patience.ask()?;
    let apart = Surroundings::of(&flow, PROVISIONAL_PERCENT);
    // What an article would be made of, which tells whether there is one.
    let text = main_content(document, &flow, PageKind::Article);
    patience.ask()?;
    let diagrams = diagrams(document, &visibility);
    patience.ask()?;
    let evidence = Evidence {
        document,
        flow: &flow,
        apart: &apart,
        text: &text,
        markup: &markup,
        metas: &head.metas,
        diagrams: &diagrams,
    };
    let kind = given.map_or_else(|| kind_of(url, &evidence), Kind::given);
    patience.ask()?;
    let content = match kind.judged_as() {
        PageKind::Article => text,
        kind => main_content(document, &flow, kind),
    };
    patience.ask()?;
    let mut outline = outline(document, lines, &flow, &apart, &content);
    if kind.judged_as() == PageKind::Docs {
        outline.read_indents();
    }
    if kind.judged_as() == PageKind::Article {
        outline.read_standfirst(&flow.text);
    }
    patience.ask()?;
    let main = MainContent {
        last_line: last_line(html, &parsed, &flow, &content),
        ..main(&parsed, &flow, &content, &outline, &diagrams)
    };
    Ok(DocumentFacts {
        cut_short: parsed.cut_short,
        lang: lang(document),
        kind,
        tool: Tool::of(document),
        script_redirect: script_redirect(document, lines),
        outline,
        quotes: block_quotes(document, lines, &flow, &content),
        unseen: unseen(document, lines, &visibility),
        shell: shell(&parsed, &flow, &visibility, main.ends_at),
        template: template(document, &flow, &content),
        main,
        markup,
        visible_text: flow.text,
        ..head
    })
}

fn main(
    parsed: &Parsed,
    flow: &Flow,
    content: &Content,
    outline: &Outline,
    diagrams: &[Diagram],
) -> MainContent {
    let drawn = drawn(diagrams, flow, content);
    let text = content.text(flow);
    let (nosnippet_word_equivalents, nosnippet_elements) =
        withheld(&parsed.document, &parsed.lines, flow, content);
    MainContent {
        origin: content.origin,
        low_confidence: content.is_unsure,
        word_equivalents: words_in(&outline.blocks),
        link_bytes: content.block_places().map(|at| flow.blocks[at].link_text).sum(),
        ends_at: end_of_most(parsed, flow, content),
        nosnippet_word_equivalents,
        nosnippet_elements,
        diagram_words: drawn.words,
        begins_with_diagram: drawn.comes_first,
        text,
        ..MainContent::default()
    }
}

/// The line of the source on which the text of the main content ends.
fn last_line(html: &str, parsed: &Parsed, flow: &Flow, content: &Content) -> u32 {
    let Some(last) = content.block_places().last() else { return 0 };
    let end = html.floor_char_boundary(parsed.ends[flow.blocks[last].last_node]);
    // A text has been read up to where the next tag begins.
    let text = html[..end].trim_end_matches('<').trim_end();
    let breaks = memchr_iter(b'\n', text.as_bytes()).count();
    u32::try_from(breaks).unwrap_or(u32::MAX).saturating_add(1)
}

/// What stands before the start tag of the body, as a client with scripting reads it.
pub(crate) fn read_head(html: &str) -> DocumentFacts {
    let parsed = parse_head(html, Scripting::On, &Patience::unlimited());
    DocumentFacts { lang: lang(&parsed.document), ..gather(&parsed.document, &parsed.lines) }
}

/// Percent of the main content after which the rest is an afterthought.
const MOST_PERCENT: usize = 95;

/// Bytes of the source up to where most of the main content has been.
fn end_of_most(parsed: &Parsed, flow: &Flow, content: &Content) -> usize {
    let blocks = || content.block_places().map(|at| &flow.blocks[at]);
    // What separates the blocks is no part of any: of short ones it would be most of the rest.
    let length: usize = blocks().map(|block| block.text.len()).sum();
    let mut seen = 0;
    let last = blocks().find(|block| {
        seen += block.text.len();
        seen * 100 >= length * MOST_PERCENT
    });
    last.map_or(0, |block| parsed.ends[block.last_node])
}

fn lang(document: &Document) -> Option<String> {
    let lang = first(document, "html")?.attr("lang")?.trim();
    (!lang.is_empty()).then(|| lang.to_owned())
}

/// The same without the headings of level 1 that are only the logo of the site.
fn without_logos(mut facts: DocumentFacts, flow: &Flow, lines: &[u32]) -> DocumentFacts {
    for logo in &flow.logos {
        let element = &flow.elements[*logo];
        let said = collapse(&flow.text[element.text.clone()]);
        let is_it = |heading: &Located<String>| {
            heading.line == lines[element.node] && heading.value.contains(&said)
        };
        if let Some(at) = facts.h1.iter().position(is_it) {
            facts.h1.remove(at);
        }
    }
    facts
}

/// What stands in the head, and the headings.
///
/// An image in a `noscript` of the head, as counters put there, ends the head for a parser without
/// scripting, and every element after it stands in the body. Engines read on: so where the head
/// has a `noscript`, the part before `<body>` is read once more as a client with scripting does.
fn head_and_headings(html: &str, parsed: &Parsed, patience: &Patience<'_>) -> DocumentFacts {
    let facts = gather(&parsed.document, &parsed.lines);
    if !has_noscript_in_head(&parsed.document) {
        return facts;
    }
    let [head, read_before] = [Scripting::On, Scripting::Off].map(|scripting| {
        let parsed = parse_head(html, scripting, patience);
        gather(&parsed.document, &parsed.lines)
    });
    DocumentFacts {
        titles: joined(head.titles, facts.titles, read_before.titles.len()),
        base_href: head.base_href.or(facts.base_href),
        canonical_links: joined(
            head.canonical_links,
            facts.canonical_links,
            read_before.canonical_links.len(),
        ),
        metas: joined(head.metas, facts.metas, read_before.metas.len()),
        ..facts
    }
}

fn has_noscript_in_head(document: &Document) -> bool {
    let head = first(document, "head");
    head.is_some_and(|head| head.children().any(|child| child.name() == Some("noscript")))
}

/// What stands in the head, and what was read elsewhere after as many as stand before the body.
fn joined<T>(head: Vec<T>, everywhere: Vec<T>, before_body: usize) -> Vec<T> {
    head.into_iter().chain(everywhere.into_iter().skip(before_body)).collect()
}

#[cfg(test)]
mod tests;
