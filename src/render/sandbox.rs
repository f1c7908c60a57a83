//! The sandbox's pages, in Markdown.

use std::fmt::Write as _;

use citable_checks::sandbox::FIXTURES;

/// How to try a client against the sandbox of the service at that address.
pub fn guide(base: &str) -> String {
    let root = format!("{base}/api/v1");
    let mut text = String::from(
        "# The sandbox\n\nReal reports of pages that were written by hand for it, to build a client \
         against. Nothing is fetched, stored or counted, no credential is read, and every fix is \
         shown in full. The bodies have the very form of `GET /scan/{id}`.\n\n## Fixtures\n\n",
    );
    for fixture in &FIXTURES {
        let (id, title, description) = (fixture.id, fixture.title, fixture.description);
        // Writing to a string does not fail.
        let _ = writeln!(text, "- [`{id}`]({root}/sandbox/scan/{id}): {title}. {description}");
    }
    let _ = write!(
        text,
        "\n## Routes\n\n\
         - `GET {root}/sandbox`: the list above, as JSON.\n\
         - `GET {root}/sandbox/scan/{{id}}`: one report; as Markdown with `Accept: text/markdown`, \
         or with `.md` behind the id.\n\
         - `GET {root}/sandbox/batch?ids=a,b`: several at once; see [batches]({root}/sandbox/batch.md).\n\
         \n```sh\ncurl {root}/sandbox/scan/{first}\n```\n",
        first = FIXTURES[0].id
    );
    text
}

/// How to read several fixtures at once.
pub fn batch_guide(base: &str) -> String {
    let root = format!("{base}/api/v1");
    let [first, second, ..] = &FIXTURES;
    format!(
        "# Batches of the sandbox\n\n\
         `GET {root}/sandbox/batch?ids=…` takes 1 to 10 fixture ids, separated by commas, and keeps \
         their order and duplicates. Each result has `id`, `status`, `headers` and `body`, as \
         `GET /batch` has for stored reports.\n\n\
         - An invalid list (empty, an empty id, more than 10) is answered with 400 `invalid_ids`.\n\
         - One unknown id fails the whole batch with 404 `not_found`.\n\n\
         ```sh\ncurl '{root}/sandbox/batch?ids={},{}'\n```\n",
        first.id, second.id
    )
}
