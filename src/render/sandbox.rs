//! The sandbox's pages, in Markdown.

use std::fmt::Write as _;

use citable_checks::sandbox::FIXTURES;

/// How to try a client against the sandbox of the service at that address.
pub fn guide(base: &str) -> String {
    let root = format!("{base}/api/v1");
    let mut text = String::from(
        "# Sandbox\n\nBuild a client against real reports of handwritten pages. No credential is \
         needed, every fix is shown in full, and nothing is fetched, stored or counted. Bodies have \
         the same form as `GET /scan/{id}`.\n\n## Fixtures\n\n",
    );
    for fixture in &FIXTURES {
        let (id, title, description) = (fixture.id, fixture.title, fixture.description);
        // Writing to a string does not fail.
        let _ = writeln!(text, "- [`{id}`]({root}/sandbox/scan/{id}): {title}. {description}");
    }
    let _ = write!(
        text,
        "\n## Routes\n\n\
         - `GET {root}/sandbox`: the fixtures as JSON.\n\
         - `GET {root}/sandbox/scan/{{id}}`: one report. For Markdown, send `Accept: text/markdown` \
         or append `.md` to the ID.\n\
         - `GET {root}/sandbox/batch?ids=a,b`: several reports. See [sandbox batches]\
         ({root}/sandbox/batch.md).\n\
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
        "# Sandbox batches\n\n\
         `GET {root}/sandbox/batch?ids=…` returns 1 to 10 fixtures by ID. Results keep the order and \
         duplicates of `ids`. Each has `id`, `status`, `headers` and `body`, as in `GET /batch`.\n\n\
         - An invalid list (empty, an empty ID, more than 10 IDs) returns 400 `invalid_ids`.\n\
         - An unknown ID fails the whole batch with 404 `not_found`.\n\n\
         ```sh\ncurl '{root}/sandbox/batch?ids={},{}'\n```\n",
        first.id, second.id
    )
}
