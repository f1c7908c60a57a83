//! How a page gets a canonical where none is in its head.

use url::Url;

use crate::page::Page;
use crate::page::canonical::declared::Declared;
use crate::paste::in_title;

/// Next.js sends metadata behind the content to clients that it takes for browsers (`htmlLimitedBots`,
/// <https://nextjs.org/docs/app/api-reference/config/next-config-js/htmlLimitedBots>).
fn next_js_step() -> String {
    "If the title is in the `<body>` too, Next.js streams both there. Then set \
     `htmlLimitedBots: /.*/` in `next.config.js` instead, so that it waits for them."
        .to_owned()
}

/// How a page gets a canonical that engines obey, where it has none.
pub(super) fn nowhere(
    page: &Page,
    all: &Declared,
    address: &Url,
    version: Option<&str>,
) -> (String, Vec<String>) {
    if let Some(one) = all.readable.first() {
        let title = match one.line {
            Some(line) => format!("Move the canonical link on line {line} into the head"),
            None => "Move the canonical into the head".to_owned(),
        };
        let steps = vec![
            "An element before it ends the `<head>` when browsers parse the page. Look for a \
             `div`, `iframe` or `img` above it, often added by a tag manager."
                .to_owned(),
            "Put the element below at the start of the `<head>`, above what ends it, and remove the \
             other one."
                .to_owned(),
        ];
        let steps = match page.document.shell.framework {
            Some("Next.js") => steps.into_iter().chain([next_js_step()]).collect(),
            _ => steps,
        };
        return (title, steps);
    }
    if let Some((line, written)) = all.unreadable.first() {
        let title = match written.is_empty() {
            true => format!("Fill in the canonical on line {line}: it is empty"),
            false => {
                format!("Replace the canonical {}, which isn't a public URL", in_title(written))
            }
        };
        let steps = vec![format!("Replace the element on line {line} with the one below.")];
        return (title, steps);
    }
    let Some(version) = version else {
        let title = format!("Add a canonical link to {}", in_title(address.as_str()));
        let steps = vec![
            "Add the element below to the `<head>`, once.".to_owned(),
            "If this page is a copy of another page of the site, use the URL of that page instead."
                .to_owned(),
        ];
        return (title, steps);
    };
    let version = in_title(version);
    let title = format!(
        "Add a canonical link: to this page in version {version}, or in the current version"
    );
    let steps = vec![
        format!(
            "To have version {version} cited beside others, add the element below to the `<head>`, \
             once."
        ),
        format!(
            "To have the current version cited instead, put the URL of the same page in the \
             current version into that element. Keep version {version} where the current one has \
             no such page."
        ),
        "Choose one of the two for the whole manual, and set it in the template.".to_owned(),
    ];
    (title, steps)
}
