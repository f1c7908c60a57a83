mod fixes;
mod manuals;
mod others;
mod verdicts;

use super::versions::is_version_label;
use super::*;
use crate::catalogue::test_html::{block, fix, read, read_at, with_lastmods};
use crate::catalogue::test_page::finding_of;
use crate::page::Page;
use crate::report::Status;
use crate::versions::is_version;

const FILLER: &str = "Boil the water and wait for three minutes before you pour it. ";

fn page(lang: &str, head: &str, line: &str) -> Page {
    // English prose would outweigh what other pages declare.
    let filler = FILLER.repeat(if lang == "en" { 20 } else { 0 });
    read(&format!(
        "<html lang={lang}><head><title>Tea</title>{head}</head><main><h1>Tea</h1><p>{line}</p>\
         <p>{filler}</p></main>"
    ))
}

fn article(properties: &str) -> String {
    block(&format!(r#"{{"@context": "https://schema.org", "@type": "Article", {properties}}}"#))
}

fn judge(page: &Page) -> Finding {
    DatesDeclared.judge(&Context::new(page, false))
}

fn status(head: &str, line: &str) -> Status {
    judge(&page("en", head, line)).status
}

/// What is said of a page of a manual with that beginning.
fn of_manual(title: &str, begin: &str) -> crate::check::Finding {
    let html = format!(
        "<html lang=en><title>{title}</title><main><h1>{title}</h1>{begin}<p>{}</p></main>",
        "Boil the water and wait for three minutes before you pour it. ".repeat(8)
    );
    let page = read_at("https://docs.example.com/tea", &html);
    DatesDeclared.judge(&Context::new(&page, false))
}
