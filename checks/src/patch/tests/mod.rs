mod body;
mod head;
mod kept;

use proptest::prelude::*;
use url::Url;

use super::*;
use crate::page::snapshot::{Exchange, Source as From};

/// 2026-11-21T00:00:00Z.
const NOW: i64 = 1_795_219_200_000;
const URL: &str = "https://leaf.example/guide/tea.html";
const OWN: &str = "  <link rel=canonical href=https://leaf.example/guide/tea.html>\n";

fn snapshot(body: &[u8], has_address: bool) -> Snapshot {
    let headers = vec![("content-type".to_owned(), "text/html".to_owned())];
    let answer = Exchange { url: Url::parse(URL).unwrap(), status: 200, headers };
    let source = if has_address { From::File } else { From::FileWithoutAddress };
    Snapshot { source, ..Snapshot::of_answer(answer, body.to_vec(), NOW) }
}

fn fix_bytes(body: &[u8], has_address: bool) -> Patched {
    let wanted = Wanted { check: &|_| true, with_unsafe: true, is_public: false };
    patch("scn_test", &snapshot(body, has_address), wanted, &Patience::unlimited()).unwrap()
}

fn fix(html: &str) -> Patched {
    fix_bytes(html.as_bytes(), true)
}

fn text(patched: &Patched) -> String {
    String::from_utf8(patched.body.clone()).unwrap()
}

/// A page with enough prose for its language to be certain.
fn page(head: &str, body: &str) -> String {
    let prose = "Green tea should be steeped in water that is not quite boiling, because boiling \
                 water makes the leaves taste bitter. Most people who drink it every day let the \
                 kettle stand for a few minutes before they pour. "
        .repeat(6);
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n  <meta charset=\"utf-8\">\n  \
         <title>How to brew green tea well</title>\n{head}</head>\n<body>\n<main>\n\
         <h1>How to brew green tea well</h1>\n{body}<p>{prose}</p>\n</main>\n</body>\n</html>\n"
    )
}

fn block(json: &str) -> String {
    format!(
        "  <link rel=canonical href=https://leaf.example/guide/tea.html>\n  \
         <script type=\"application/ld+json\">\n  {json}\n  </script>\n"
    )
}
