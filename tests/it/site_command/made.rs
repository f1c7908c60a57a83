//! A made site, as a folder and on the web.

use std::path::Path;
use std::process::{Command, Output};

use citable_test_support::https_origin::HttpsOrigin;
use citable_test_support::reply::Reply;
use serde_json::Value;

use crate::world::citable;

/// When every page is judged.
pub(super) const NOW: &str = "2026-11-20T10:00:00Z";
/// Where the folder is published.
pub(super) const BASE: &str = "https://www.example.org/";

/// Paths of the pages, with title and whether they name a canonical.
pub(super) const PAGES: [(&str, &str, bool); 8] = [
    ("", "Harbour guide", true),
    ("blog/high-water.html", "High water", false),
    ("blog/low-water.html", "Low water", false),
    ("blog/neap.html", "Neap tides", false),
    ("blog/slack.html", "Slack water", false),
    ("blog/spring.html", "Spring tides", false),
    ("docs/", "Tide tables", true),
    ("docs/tables.html", "Tide tables", true),
];

/// The page at that path of that site.
pub(super) fn page(base: &str, path: &str, title: &str, canonical: bool) -> String {
    let link = match canonical {
        true => format!("<link rel=canonical href=\"{base}{path}\">"),
        false => String::new(),
    };
    format!(
        "<!doctype html><html lang=en><head><title>{title}</title>{link}</head><body>\
         <nav><a href=\"/\">Home</a> <a href=\"/docs/\">Tables</a> <a href=\"/blog/neap.html\">Neap\
         </a></nav><main><h1>{title}</h1><p>{title} is what this page of the harbour guide is about, \
         written for {path} alone.</p><p>Tides are the rise and fall of sea levels, caused by the \
         gravity of the Moon and the Sun and by the rotation of the Earth. How far the water moves \
         at one place depends on the coast more than on the sky.</p></main></body></html>"
    )
}

/// The sitemap of that site, without its last page.
pub(super) fn sitemap(base: &str) -> String {
    let listed = PAGES.iter().take(PAGES.len() - 1);
    let entries: String =
        listed.map(|(path, ..)| format!("<url><loc>{base}{path}</loc></url>\n")).collect();
    format!("<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n{entries}</urlset>\n")
}

/// Writes the site into that folder.
pub(super) fn write(folder: &Path, base: &str) {
    let write = |path: &str, text: &str| {
        let path = folder.join(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    };
    for (path, title, canonical) in PAGES {
        let file = if path.is_empty() || path.ends_with('/') {
            format!("{path}index.html")
        } else {
            path.to_owned()
        };
        write(&file, &page(base, path, title, canonical));
    }
    write("404.html", "<p>Nothing here.");
    write(".cache/old.html", "<p>Old.");
    write("robots.txt", &format!("User-agent: *\nAllow: /\nSitemap: {base}sitemap.xml\n"));
    write("sitemap.xml", &sitemap(base));
}

/// Serves the site at that host.
pub(super) fn serve(origin: &HttpsOrigin, host: &str) -> String {
    let base = origin.url(host, "/");
    for (path, title, canonical) in PAGES {
        origin.route(host, &format!("/{path}"), Reply::html(&page(&base, path, title, canonical)));
    }
    origin.route(
        host,
        "/robots.txt",
        Reply::text(&format!("User-agent: *\nAllow: /\nSitemap: {base}sitemap.xml\n")),
    );
    let xml = Reply::new(200).header("content-type", "application/xml").body(sitemap(&base));
    origin.route(host, "/sitemap.xml", xml);
    base
}

/// `citable site` in that folder.
pub(super) fn site(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = citable(&["site"]);
    command.args(arguments).args(["--now", NOW]).current_dir(folder);
    command
}

/// What a command wrote: exit code, standard output, standard error.
pub(super) fn ran(output: &Output) -> (Option<i32>, String, String) {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (output.status.code(), text(&output.stdout), text(&output.stderr))
}

/// The pages in lines of JSON.
pub(super) fn rows(lines: &str) -> Vec<Value> {
    lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// The URLs of those pages.
pub(super) fn urls(rows: &[Value]) -> Vec<String> {
    rows.iter().map(|row| row["url"].as_str().unwrap().to_owned()).collect()
}
