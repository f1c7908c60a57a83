use std::io::Write;

use flate2::Compression;
use flate2::write::GzEncoder;
use url::Url;

use super::*;

mod hostile;

const PAGE: &str = "https://www.example.com/guide/tea?cup=1&pot=2";

fn url(text: &str) -> Url {
    Url::parse(text).unwrap()
}

fn reading(text: impl AsRef<[u8]>) -> SitemapReading {
    read_sitemap(text.as_ref(), false, &[url(PAGE)])
}

fn facts(text: impl AsRef<[u8]>) -> SitemapFacts {
    reading(text).facts
}

fn defect(text: impl AsRef<[u8]>) -> SitemapDefect {
    match facts(text).end {
        SitemapEnd::Defective { defect, .. } => defect,
        end => panic!("{end:?}"),
    }
}

fn urlset(entries: &str) -> String {
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
         <urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n{entries}\n</urlset>"
    )
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

#[test]
fn an_entry_is_found_with_its_line_and_date() {
    let facts = facts(urlset(
        "<url><loc>https://www.example.com/</loc><lastmod>2026-01-01</lastmod></url>\n\
         <url>\n <lastmod> 2026-10-01 </lastmod>\n <loc>\n\
         https://www.example.com/guide/t%65a?cup=1&amp;pot=2 </loc></url>",
    ));
    assert_eq!((facts.format, facts.end), (Some(SitemapFormat::UrlSet), SitemapEnd::Whole));
    assert_eq!((facts.entries, facts.lastmods_total, facts.lastmods_alike), (2, 2, false));
    assert_eq!(facts.lastmods, ["2026-01-01", "2026-10-01"]);
    let [entry] = facts.matches.as_slice() else { panic!("{:?}", facts.matches) };
    assert_eq!((entry.line, entry.exact), (6, true));
    assert_eq!(entry.lastmod.as_deref(), Some("2026-10-01"));
    assert_eq!(
        entry.loc,
        "https://www.example.com/guide/t%65a?cup=1&amp;pot=2".replace("&amp;", "&")
    );
}

#[test]
fn an_address_is_written_in_many_ways() {
    for loc in [
        "https://www.example.com/guide/tea?cup=1&amp;pot=2",
        "https://www.example.com/guide/tea?cup=1&#38;pot=2",
        "https://www.example.com/guide/tea?cup=1&#x26;pot=2",
        "<![CDATA[https://www.example.com/guide/tea?cup=1&pot=2]]>",
        "https://www.example.com/guide/<!-- a cup -->tea?cup=1&amp;pot=2",
        "HTTPS://WWW.EXAMPLE.COM:443/guide/tea?cup=1&amp;pot=2#top",
        // Not well-formed, and the commonest fault of all.
        "https://www.example.com/guide/tea?cup=1&pot=2",
    ] {
        let facts = facts(urlset(&format!("<url><loc>{loc}</loc></url>")));
        assert!(facts.matches.iter().any(|entry| entry.exact), "{loc}: {facts:?}");
        assert_eq!(facts.end, SitemapEnd::Whole, "{loc}");
    }
}

#[test]
fn near_addresses_are_told_from_exact_ones() {
    for loc in [
        "http://www.example.com/guide/tea?cup=1&amp;pot=2",
        "https://example.com/guide/tea/?cup=1&amp;pot=2",
        "https://www.example.com/Guide/Tea?cup=1&amp;pot=2",
    ] {
        let facts = facts(urlset(&format!("<url><loc>{loc}</loc></url>").repeat(3)));
        let [entry] = facts.matches.as_slice() else { panic!("{loc}: {:?}", facts.matches) };
        assert!(!entry.exact, "{loc}");
    }
    for loc in ["https://www.example.com/guide/tea", "/guide/tea?cup=1&amp;pot=2", "no address"] {
        assert_eq!(facts(urlset(&format!("<url><loc>{loc}</loc></url>"))).matches, [], "{loc}");
    }
}

#[test]
fn only_the_loc_of_the_entry_itself_counts() {
    let page = PAGE.replace('&', "&amp;");
    let facts = facts(urlset(&format!(
        "<url><loc>https://www.example.com/other</loc>\
         <image:image><image:loc>{page}</image:loc></image:image>\
         <image:loc>{page}</image:loc>\
         <video:video><video:content_loc>{page}</video:content_loc><loc>{page}</loc></video:video>\
         <xhtml:link rel=\"alternate\" hreflang=\"de\" href=\"{page}\"/></url>\
         <loc>{page}</loc>"
    )));
    assert_eq!((facts.entries, facts.matches.len()), (1, 0), "{:?}", facts.matches);
    let prefixed = format!("<sm:urlset><sm:url><sm:loc>{page}</sm:loc></sm:url></sm:urlset>");
    assert_eq!(self::facts(prefixed).matches.len(), 1);
}

#[test]
fn an_index_lists_sitemaps_and_no_pages() {
    let index = reading(format!(
        "<sitemapindex><sitemap><loc>https://www.example.com/a.xml.gz</loc>\
         <lastmod>2026-01-01</lastmod></sitemap><sitemap><loc>{}</loc></sitemap>\
         <sitemap><loc>b.xml</loc></sitemap></sitemapindex>",
        PAGE.replace('&', "&amp;")
    ));
    assert_eq!(index.facts.format, Some(SitemapFormat::Index));
    assert_eq!((index.facts.entries, index.facts.matches.len()), (3, 0));
    assert_eq!(index.children, [url("https://www.example.com/a.xml.gz"), url(PAGE)]);
}

#[test]
fn other_formats_are_read_too() {
    let text = facts(format!("\u{feff}https://www.example.com/\r\n\r\n{PAGE}\r\nnot an address\n"));
    assert_eq!((text.format, text.entries), (Some(SitemapFormat::Text), 2));
    assert_eq!((text.matches[0].line, text.end), (3, SitemapEnd::Whole));
    let escaped = PAGE.replace('&', "&amp;");
    let rss = facts(format!(
        "<rss version='2.0'><channel><link>{escaped}</link><atom:link href='{escaped}'/>\
         <item><link>{escaped}</link><pubDate>Sun, 06 Sep 2026 16:20:00 +0000</pubDate></item>\
         </channel></rss>"
    ));
    assert_eq!((rss.format, rss.entries), (Some(SitemapFormat::Rss), 1));
    assert!(rss.matches[0].lastmod.as_deref().unwrap().starts_with("Sun, 06 Sep"));
    let atom = facts(format!(
        "<feed xmlns='http://www.w3.org/2005/Atom'><link href='{escaped}'/><entry>\
         <link rel='self' href='https://www.example.com/self'/><link href='{escaped}'/>\
         <updated>2026-09-06T16:20:00Z</updated></entry></feed>"
    ));
    assert_eq!((atom.format, atom.matches.len()), (Some(SitemapFormat::Atom), 1));
    assert!(!rss.lists_every_page() && !atom.lists_every_page() && text.lists_every_page());
}

#[test]
fn news_sitemaps_are_told_by_what_their_entries_are() {
    let news = "xmlns:n=\"http://www.google.com/schemas/sitemap-news/0.9\"";
    let article =
        "<url><loc>https://www.example.com/a</loc><n:news><n:title>a</n:title></n:news></url>";
    let page = "<url><loc>https://www.example.com/b</loc></url>";
    for (entries, expected) in [
        (format!("{article}{article}"), true),
        (format!("{article}{page}"), false),
        (page.to_owned(), false),
        (String::new(), true),
    ] {
        let facts = facts(format!("<urlset {news}>{entries}</urlset>"));
        assert_eq!(facts.google_news, expected, "{entries}");
    }
}

#[test]
fn gzip_is_undone_by_content_and_once() {
    let plain = urlset(&format!("<url><loc>{}</loc></url>", PAGE.replace('&', "&amp;")));
    let packed = gzip(plain.as_bytes());
    assert_eq!(facts(&packed), facts(&plain), "hash and size are those of the text");
    let members = [gzip(&plain.as_bytes()[..50]), gzip(&plain.as_bytes()[50..])].concat();
    assert_eq!(facts(members), facts(&plain));
    let trailing = [packed.clone(), vec![0; 100]].concat();
    assert_eq!(facts(trailing).matches, facts(&plain).matches, "what follows is ignored");
    assert_eq!(defect(gzip(&packed)), SitemapDefect::Unrecognised);
    assert_eq!(defect(&packed[..packed.len() / 2]), SitemapDefect::Compression);
    assert_eq!(defect([0x1f, 0x8b, 8, 0]), SitemapDefect::Compression);
    let half = read_sitemap(&packed[..packed.len() / 2], true, &[]);
    assert_eq!(half.facts.end, SitemapEnd::Cut, "it was us who cut it");
}

#[test]
fn encodings_are_told_by_mark_and_declaration() {
    let wanted = [url("https://www.example.com/grüner-tee")];
    let text = "<urlset><url><loc>https://www.example.com/grüner-tee</loc></url></urlset>";
    let little: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
    let big: Vec<u8> = text.encode_utf16().flat_map(u16::to_be_bytes).collect();
    let latin: Vec<u8> = format!("<?xml version='1.0' encoding='ISO-8859-1'?>{text}")
        .chars()
        .map(|character| u8::try_from(u32::from(character)).unwrap())
        .collect();
    for bytes in [
        text.as_bytes().to_vec(),
        [b"\xEF\xBB\xBF", text.as_bytes()].concat(),
        [b"\xFF\xFE", little.as_slice()].concat(),
        [b"\xFE\xFF", big.as_slice()].concat(),
        latin,
    ] {
        let facts = read_sitemap(bytes.as_slice(), false, &wanted).facts;
        assert_eq!(facts.matches.len(), 1, "{:?}", String::from_utf8_lossy(&bytes));
    }
    // Latin letters that claim to be UTF-8 are wrong in their own entry only.
    let mixed =
        [b"<urlset><url><loc>https://www.example.com/gr\xFCn</loc></url>", &text.as_bytes()[8..]]
            .concat();
    assert_eq!(read_sitemap(mixed.as_slice(), false, &wanted).facts.matches.len(), 1);
}

#[test]
fn what_is_no_sitemap_is_named() {
    use SitemapDefect as Defect;
    for (text, expected) in [
        ("", Defect::Empty),
        (" \n\u{feff}\n", Defect::Unrecognised),
        ("<!doctype html><title>Not found</title>", Defect::Html),
        ("<!-- x --><HTML><body>", Defect::Html),
        ("<div>Not found</div>", Defect::Html),
        ("Not found", Defect::Unrecognised),
        ("{\"error\":404}", Defect::Unrecognised),
        ("<?xml version='1.0'?><Error><Code>AccessDenied</Code></Error>", Defect::Unrecognised),
        ("<?xml version='1.0'?>", Defect::Unrecognised),
        ("<urlset><url><loc>https://a.example/</loc></url>", Defect::EndsEarly),
        ("<urlset><url></loc></url></urlset>", Defect::NotWellFormed),
        ("<urlset><url", Defect::NotWellFormed),
        ("<!DOCTYPE urlset [<!ENTITY a 'b'>]><urlset>&a;</urlset>", Defect::DocumentType),
    ] {
        assert_eq!(defect(text), expected, "{text}");
    }
    let end = facts("<urlset>\n<url>\n</loc></url></urlset>").end;
    assert_eq!(end, SitemapEnd::Defective { defect: Defect::NotWellFormed, line: 3 });
}
