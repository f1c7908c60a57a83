//! Taking robots directives out of the elements and headers that they stand in.

use crate::directives::{Change, Directive, Origin, rewritten};
use crate::fix::Fix;
use crate::page::Page;
use crate::paste::{code, html, in_step, line, listed, shell};

/// Places that a fix names.
const PLACES: usize = 5;

/// The elements and headers to change.
pub(super) struct DirectiveEdit<'a> {
    places: Vec<Place<'a>>,
}

struct Place<'a> {
    origin: &'a Origin,
    /// The element or header to write; none where it goes.
    new: Option<String>,
}

impl<'a> DirectiveEdit<'a> {
    /// These places, with their directives changed.
    pub(super) fn of(origins: Vec<&'a Origin>, change: impl Fn(Directive) -> Change) -> Self {
        let places = origins.into_iter().take(PLACES).map(|origin| {
            let value = line(&rewritten(&origin.value, &change));
            let new = (!value.is_empty()).then(|| match origin.line {
                Some(_) => {
                    format!("<meta name=\"{}\" content=\"{}\">", html(&origin.name), html(&value))
                }
                None => format!("{}: {value}", origin.name),
            });
            Place { origin, new }
        });
        Self { places: places.collect() }
    }

    /// "line 7 and the X-Robots-Tag header".
    pub(super) fn places(&self) -> String {
        let mut names: Vec<String> = Vec::new();
        for place in &self.places {
            let name = match place.origin.line {
                Some(line) => format!("line {line}"),
                None => format!("{} header", place.origin.name),
            };
            if !names.contains(&name) {
                names.push(name);
            }
        }
        match names.is_empty() {
            true => "robots directives".to_owned(),
            false => listed(&names),
        }
    }

    /// Whether an element is among them.
    pub(super) fn has_element(&self) -> bool {
        self.places.iter().any(|place| place.origin.line.is_some())
    }

    /// The change of every place as a fix.
    pub(super) fn fix(&self, key: &'static str, title: String, page: &Page) -> Fix {
        let url = shell(&page.final_url);
        let verify = match (self.has_header(), self.has_element()) {
            (true, true) => format!(
                "`curl -sI {url} | grep -i x-robots-tag` and `curl -s {url} | grep -i robots` show \
                 the change."
            ),
            (true, false) => format!("`curl -sI {url} | grep -i x-robots-tag` shows the change."),
            (false, _) => {
                format!("`curl -s {url} | grep -i -e robots -e nosnippet` shows the change.")
            }
        };
        let mut fix = Fix::new(key, title, verify);
        fix.steps = self.places.iter().map(Place::step).collect();
        if self.has_header() {
            fix = fix.step(
                "The header isn't in the HTML: check the server and CDN configuration, and the \
                 application.",
            );
        }
        let new: Vec<&str> = self.places.iter().filter_map(|place| place.new.as_deref()).collect();
        match new.is_empty() {
            true => fix,
            false => fix.snippet(new.join("\n")),
        }
    }

    fn has_header(&self) -> bool {
        self.places.iter().any(|place| place.origin.line.is_none())
    }
}

impl Place<'_> {
    fn step(&self) -> String {
        let old = in_step(&self.origin.verbatim);
        let new = self.new.as_deref().map(code);
        match (new, self.origin.line) {
            (Some(new), Some(line)) => format!("On line {line}, replace {old} with {new}."),
            (Some(new), None) => format!("Send the header {new} instead of {old}."),
            (None, Some(line)) => format!("Delete {old} on line {line}."),
            (None, None) => format!("Remove the header {old}."),
        }
    }
}
