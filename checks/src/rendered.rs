//! A page without and with JavaScript, side by side.

use serde::Serialize;

use crate::excerpt::one_line;
use crate::page::Page;
use crate::page::snapshot::{RenderEnd, Source};
use crate::reading::Reading;
use crate::report::{RenderedFact, RenderingState, RenderingView};

/// Why nothing is measured of a page that still had work to do.
const NOT_IN_TIME: &str = "The page didn't finish in time.";

/// The longest value of a fact, in characters.
const VALUE_CHARACTERS: usize = 200;

/// A page as it was read without and with JavaScript.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Rendered {
    /// What came of rendering it, and the facts side by side.
    #[serde(flatten)]
    pub view: RenderingView,
    /// The HTML that the server sends, as it was read.
    pub before: Reading,
    /// The rendered document, as it was read; none where there is none.
    pub after: Option<Reading>,
}

impl Rendered {
    /// The two readings of that page.
    #[must_use]
    pub fn of(page: &Page) -> Self {
        let after = page.rendered();
        Self {
            view: view(page, after.as_ref()),
            before: Reading::of(page),
            after: after.as_ref().map(Reading::of),
        }
    }
}

fn view(page: &Page, after: Option<&Page>) -> RenderingView {
    let Some(rendering) = &page.rendering else { return RenderingView::default() };
    let browser = (!rendering.engine.is_empty()).then(|| rendering.engine.clone());
    let Some(after) = after else {
        let (state, reason) = match &rendering.end {
            RenderEnd::NotAvailable { why } => (RenderingState::NotAvailable, why.clone()),
            RenderEnd::Crashed => (RenderingState::Failed, "The browser crashed.".to_owned()),
            RenderEnd::Settled | RenderEnd::Deadline => {
                (RenderingState::Failed, NOT_IN_TIME.to_owned())
            }
        };
        return RenderingView { state, browser, reason: Some(reason), ..RenderingView::default() };
    };
    let is_settled = rendering.end == RenderEnd::Settled;
    RenderingView {
        state: RenderingState::Seen,
        browser,
        reason: (!is_settled).then(|| NOT_IN_TIME.to_owned()),
        added_by_javascript: is_settled.then_some(rendering.added_percent),
        facts: facts(page, after),
        not_loaded: rendering.failed.iter().filter(|url| is_known(page, url)).cloned().collect(),
        navigation: rendering.held_navigation.clone().filter(|url| is_known(page, url)),
    }
}

/// Whether that address can be told: what stands in for an unknown one must not be.
fn is_known(page: &Page, address: &str) -> bool {
    let stand_in = || page.final_url.join("/").is_ok_and(|site| address.starts_with(site.as_str()));
    page.source != Source::FileWithoutAddress || !stand_in()
}

fn facts(before: &Page, after: &Page) -> Vec<RenderedFact> {
    let [html, rendered] = [before, after].map(values);
    let pairs = html.into_iter().zip(rendered);
    pairs
        .map(|((name, html), (_, rendered))| RenderedFact {
            name: name.to_owned(),
            html: one_line(&html, VALUE_CHARACTERS),
            rendered: one_line(&rendered, VALUE_CHARACTERS),
        })
        .collect()
}

/// The facts in the order of the report.
fn values(page: &Page) -> [(&'static str, String); 10] {
    let reading = Reading::of(page);
    let meta = |name: &str| {
        let metas = page.document.metas.iter().filter(|meta| meta.name == name);
        metas.map(|meta| meta.content.as_str()).next().unwrap_or_default().to_owned()
    };
    let date = reading.date_modified.or(reading.date_published);
    [
        ("Title", reading.title),
        ("Description", meta("description")),
        ("Canonical URL", reading.canonical.unwrap_or_default()),
        ("Robots", meta("robots")),
        ("Language", reading.language),
        ("h1", reading.h1.join(" · ")),
        ("JSON-LD types", types(page).join(", ")),
        ("Date", date.unwrap_or_default()),
        ("Author", reading.authors.join(", ")),
        ("Words of main content", reading.word_equivalents.to_string()),
    ]
}

/// The types that structured data names, each once.
fn types(page: &Page) -> Vec<&str> {
    let mut types: Vec<&str> = Vec::new();
    let named = page.document.markup.structured.nodes.iter().flat_map(|node| &node.types);
    for name in named.map(String::as_str) {
        if !types.contains(&name) {
            types.push(name);
        }
    }
    types
}
