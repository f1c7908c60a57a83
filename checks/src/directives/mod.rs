//! Robots directives: `<meta name="robots">`, its variants for one agent, and `X-Robots-Tag`.
//!
//! An agent obeys the generic directives and its own together, and of those that conflict the most
//! restrictive ([Google](https://developers.google.com/search/docs/crawling-indexing/robots-meta-tag)).

mod date;
mod directive;
mod parse;

use crate::engines::{ENGINES, Engine};
use crate::page::Page;

pub use date::parse_date;
pub use directive::Directive;
#[cfg(any(test, debug_assertions))]
pub(crate) use parse::header;
pub(crate) use parse::{Change, rewritten};

/// Where a directive stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Origin {
    /// The header's or element's name and value as they stand there. Untrusted text.
    pub verbatim: String,
    /// The name alone: `X-Robots-Tag`, or the name of a `meta` element in lower case.
    pub name: String,
    /// The value alone. Untrusted text.
    pub value: String,
    /// Line of the element; none for a header.
    pub line: Option<u32>,
    /// Whether it is an element outside `head`.
    pub in_body: bool,
}

/// A directive, whom it is for, and where it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stated {
    /// The agent in lower case; none is everyone.
    pub agent: Option<String>,
    /// The directive.
    pub directive: Directive,
    /// Index into [`Directives::origins`].
    pub origin: usize,
}

/// Every directive of a page.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Directives {
    /// The elements and headers that were read, in order: headers first.
    pub origins: Vec<Origin>,
    /// The directives, in order.
    pub stated: Vec<Stated>,
}

/// What one agent makes of the directives.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Effective {
    /// It may not index the page.
    pub noindex: bool,
    /// It may quote nothing: `nosnippet` or `max-snippet:0`.
    pub nosnippet: bool,
    /// The least `max-snippet` that is a limit.
    pub max_snippet: Option<i64>,
    /// It may keep no copy.
    pub noarchive: bool,
    /// It may keep no copy, and show address, title and snippet only.
    pub nocache: bool,
    /// The earliest `unavailable_after`.
    pub unavailable_after: Option<i64>,
}

impl Directives {
    /// The directives of that page: the last answer's headers, then the elements.
    pub fn of(page: &Page) -> Self {
        let mut all = Self::default();
        let headers = page.answer().into_iter().flat_map(|a| a.header_values("x-robots-tag"));
        for value in headers {
            all.add(
                Origin {
                    verbatim: format!("X-Robots-Tag: {value}"),
                    name: "X-Robots-Tag".to_owned(),
                    value: value.to_owned(),
                    line: None,
                    in_body: false,
                },
                parse::header(value),
            );
        }
        for meta in &page.document.metas {
            let agent = match meta.name.as_str() {
                "robots" => None,
                name if is_agent(name) => Some(name.to_owned()),
                _ => continue,
            };
            all.add(
                Origin {
                    verbatim: format!("<meta name=\"{}\" content=\"{}\">", meta.name, meta.content),
                    name: meta.name.clone(),
                    value: meta.content.clone(),
                    line: Some(meta.line),
                    in_body: !meta.in_head,
                },
                parse::list(&meta.content).into_iter().map(|d| (agent.clone(), d)).collect(),
            );
        }
        all
    }

    fn add(&mut self, origin: Origin, directives: Vec<(Option<String>, Directive)>) {
        let index = self.origins.len();
        self.origins.push(origin);
        self.stated.extend(directives.into_iter().map(|(agent, directive)| Stated {
            agent,
            directive,
            origin: index,
        }));
    }

    /// What everyone is told.
    pub fn generic(&self) -> Effective {
        effective(self.stated.iter().filter(|stated| stated.agent.is_none()))
    }

    /// What that engine is told: the generic directives and its own.
    pub fn for_engine(&self, engine: &Engine) -> Effective {
        effective(self.stated.iter().filter(|stated| stated.is_for(engine)))
    }

    /// The elements and headers with a directive of that sort for one of our engines or everyone.
    pub fn origins_of(&self, wanted: impl Fn(Directive) -> bool) -> Vec<&Origin> {
        let mut indexes: Vec<usize> = self
            .stated
            .iter()
            .filter(|stated| wanted(stated.directive))
            .filter(|stated| ENGINES.iter().any(|engine| stated.is_for(engine)))
            .map(|stated| stated.origin)
            .collect();
        indexes.dedup();
        indexes.into_iter().filter_map(|index| self.origins.get(index)).collect()
    }
}

impl Stated {
    pub(crate) fn is_for(&self, engine: &Engine) -> bool {
        self.agent.as_deref().is_none_or(|agent| engine.directive_names.contains(&agent))
    }
}

/// Whether one of our engines obeys directives under that name, in lower case.
pub(crate) fn is_agent(name: &str) -> bool {
    ENGINES.iter().any(|engine| engine.directive_names.contains(&name))
}

fn effective<'a>(stated: impl Iterator<Item = &'a Stated>) -> Effective {
    let mut rule = Effective::default();
    for directive in stated.map(|stated| stated.directive) {
        match directive {
            Directive::Noindex => rule.noindex = true,
            Directive::Nosnippet | Directive::MaxSnippet(0) => rule.nosnippet = true,
            Directive::MaxSnippet(..0) => {}
            Directive::MaxSnippet(limit) => rule.max_snippet = least(rule.max_snippet, limit),
            Directive::Noarchive => rule.noarchive = true,
            Directive::Nocache => rule.nocache = true,
            Directive::UnavailableAfter(at) => {
                rule.unavailable_after = least(rule.unavailable_after, at);
            }
        }
    }
    rule
}

fn least(known: Option<i64>, new: i64) -> Option<i64> {
    Some(known.map_or(new, |known| known.min(new)))
}
