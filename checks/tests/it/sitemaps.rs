//! Real sitemaps and feeds, read as they are. The files are not part of the project.

use std::path::PathBuf;

use citable_checks::sitemap::{
    SitemapDefect, SitemapEnd, SitemapFormat, SitemapReading, read_sitemap,
};
use url::Url;

fn folder() -> Option<PathBuf> {
    let root = std::env::var_os("CITABLE_TEST_DATA").map_or_else(
        || PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../shared/data"),
        PathBuf::from,
    );
    let folder = root.join("vectors/sitemaps");
    if !folder.exists() {
        println!("passed over: no sitemaps at {}", folder.display());
        return None;
    }
    Some(folder)
}

fn reading(file: &str, wanted: &str) -> Option<SitemapReading> {
    let bytes = std::fs::read(folder()?.join(file)).unwrap();
    Some(read_sitemap(bytes.as_slice(), false, &[Url::parse(wanted).unwrap()]))
}

#[test]
fn sitemaps_plain_and_compressed_say_the_same() {
    let page = "https://www.sitemaps.org/protocol.html";
    let Some(plain) = reading("sitemap.xml", page) else { return };
    let facts = &plain.facts;
    assert_eq!((facts.format, facts.end), (Some(SitemapFormat::UrlSet), SitemapEnd::Whole));
    assert_eq!((facts.entries, facts.lastmods_total, facts.lastmods_alike), (84, 84, true));
    assert_eq!((facts.matches[0].line, facts.matches[0].exact), (8, true));
    assert_eq!(facts.matches[0].lastmod.as_deref(), Some("2016-11-21"));
    assert_eq!(reading("sitemap.xml.gz", page), Some(plain));
}

#[test]
fn other_languages_of_an_entry_are_no_entries() {
    let page = "http://www.example.com/deutsch/page.html";
    let Some(reading) = reading("sitemap-hreflang.xml", page) else { return };
    assert_eq!((reading.facts.entries, reading.facts.matches.len()), (3, 1));
    assert_eq!(reading.facts.matches[0].line, 20);
}

#[test]
fn an_index_lists_its_sitemaps_even_in_cdata() {
    let Some(reading) = reading("sitemap2.xml", "https://www.example.com/") else { return };
    assert_eq!(reading.facts.format, Some(SitemapFormat::Index));
    let children: Vec<&str> = reading.children.iter().map(Url::as_str).collect();
    assert_eq!(
        children,
        ["http://www.example.com/sitemap1.xml.gz", "http://www.example.com/sitemap2.xml.gz"]
    );
}

#[test]
fn feeds_are_read_as_sitemaps() {
    let page = "http://www.example.com/blog/post/1";
    let Some(rss) = reading("feed2.rss", page) else { return };
    assert_eq!((rss.facts.format, rss.facts.entries), (Some(SitemapFormat::Rss), 1));
    assert_eq!(rss.facts.matches[0].lastmod.as_deref(), Some("Sun, 06 Sep 2009 16:20:00 +0000"));
    let atom = reading("feed1.atom", "http://example.org/2003/12/13/atom03").unwrap();
    assert_eq!(atom.facts.format, Some(SitemapFormat::Atom));
    assert_eq!(atom.facts.matches[0].lastmod.as_deref(), Some("2003-12-13T18:30:02Z"));
}

#[test]
fn other_files_are_told_from_sitemaps() {
    for (file, expected) in [
        ("feed.json", SitemapDefect::Unrecognised),
        ("utf8.html", SitemapDefect::Html),
        ("webpage.html.gz", SitemapDefect::Html),
    ] {
        let Some(reading) = reading(file, "https://www.example.com/") else { return };
        let SitemapEnd::Defective { defect, .. } = reading.facts.end else {
            panic!("{file}: {:?}", reading.facts.end);
        };
        assert_eq!(defect, expected, "{file}");
    }
}
