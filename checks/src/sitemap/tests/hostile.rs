//! Sitemaps that mean harm, or nothing at all.

use std::io::Read;

use proptest::prelude::*;

use super::*;
use crate::page::limits::{SITEMAP_BYTES, SITEMAP_ENTRIES};

/// Every one of these takes a moment, and no more memory than its largest piece.
#[test]
fn hostile_sitemaps_end_with_a_name() {
    let repeated = |piece: &str| piece.repeat(SITEMAP_BYTES / piece.len() + 1);
    let bomb = gzip(repeated("<urlset><url><loc>aaaa</loc></url>").as_bytes());
    assert!(bomb.len() < SITEMAP_BYTES / 50, "{}", bomb.len());
    assert_eq!(defect(bomb), SitemapDefect::TooDeep);
    let entries = gzip(urlset(&repeated("<url><loc>https://a.example/</loc></url>")).as_bytes());
    let cut = facts(entries);
    assert_eq!((cut.end, cut.entries), (SitemapEnd::Cut, SITEMAP_ENTRIES as u32));
    let laughs = "<!ENTITY a \"&b;&b;\">".repeat(10_000);
    assert_eq!(
        defect(format!("<!DOCTYPE u [{laughs}]><urlset>&a;</urlset>")),
        SitemapDefect::DocumentType
    );
    assert_eq!(defect("<a>".repeat(100_000)), SitemapDefect::Unrecognised);
    assert_eq!(defect(format!("<urlset>{}", "<a>".repeat(100_000))), SitemapDefect::TooDeep);
    let attributes: String = (0..300_000).map(|number| format!(" a{number}=''")).collect();
    assert_eq!(facts(format!("<urlset{attributes}></urlset>")).end, SitemapEnd::Whole);
    for (piece, start) in [
        ("x", "<urlset>"),
        ("&x;", "<urlset>"),
        ("<", "<urlset>"),
        ("<!--", "<urlset>"),
        ("&", "<urlset><url><loc>"),
        ("]]>", "<urlset><![CDATA["),
        ("\n", "https://a.example/"),
        ("x", "https://a.example/"),
    ] {
        let end = facts(format!("{start}{}", repeated(piece))).end;
        assert!(
            matches!(
                end,
                SitemapEnd::Cut
                    | SitemapEnd::Defective { defect: SitemapDefect::NotWellFormed, .. }
            ),
            "{start}{piece}: {end:?}"
        );
    }
}

#[test]
fn values_without_end_are_cut() {
    let long = format!("{PAGE}{}", "x".repeat(100_000)).replace('&', "&amp;");
    let facts = facts(urlset(&format!("<url><loc>{long}</loc><lastmod>{long}</lastmod></url>")));
    assert_eq!((facts.entries, facts.matches.len()), (1, 0));
    assert!(facts.lastmods[0].len() <= 64);
}

/// Hands bytes out in pieces of these lengths, again and again.
struct Split<'a> {
    bytes: &'a [u8],
    lengths: std::iter::Cycle<std::vec::IntoIter<usize>>,
}

impl Read for Split<'_> {
    fn read(&mut self, out: &mut [u8]) -> std::io::Result<usize> {
        let length = self.lengths.next().unwrap_or(1).clamp(1, out.len());
        self.bytes.read(&mut out[..length])
    }
}

fn sitemap_like() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        Just("<urlset>".to_owned()),
        Just("</urlset>".to_owned()),
        Just("<url><loc>https://www.example.com/guide/tea?cup=1&amp;pot=2</loc></url>".to_owned()),
        Just("<lastmod>2026-01-01</lastmod>".to_owned()),
        Just("<![CDATA[".to_owned()),
        Just("]]>".to_owned()),
        Just("<!-- ".to_owned()),
        Just("-->".to_owned()),
        "[<>&;a-zé\"'=/! \n-]{0,12}",
    ];
    proptest::collection::vec(piece, 0..24).prop_map(|pieces| pieces.concat())
}

proptest! {
    #[test]
    fn any_bytes_are_read_and_any_split_of_them_alike(
        bytes in prop_oneof![
            proptest::collection::vec(any::<u8>(), 0..400),
            sitemap_like().prop_map(String::into_bytes),
            sitemap_like().prop_map(|text| gzip(text.as_bytes())),
            sitemap_like().prop_map(|text| gzip(text.as_bytes())[..20].to_vec()),
        ],
        lengths in proptest::collection::vec(1_usize..40, 1..8),
        truncated in any::<bool>(),
    ) {
        let wanted = [url(PAGE)];
        let whole = read_sitemap(bytes.as_slice(), truncated, &wanted);
        let split = Split { bytes: &bytes, lengths: lengths.into_iter().cycle() };
        prop_assert_eq!(read_sitemap(split, truncated, &wanted), whole);
    }

    /// Wherever a sitemap is cut, what stands before the cut counts, and nothing is invented.
    #[test]
    fn a_cut_sitemap_never_says_more(at in 0_usize..300) {
        let text = urlset(
            "<url><loc>https://www.example.com/a</loc></url>\
             <url><loc>https://www.example.com/guide/tea?cup=1&amp;pot=2</loc></url>",
        );
        let at = at.min(text.len());
        let facts = read_sitemap(&text.as_bytes()[..at], true, &[url(PAGE)]).facts;
        prop_assert!(facts.entries <= 2);
        prop_assert_eq!(facts.end == SitemapEnd::Whole, at == text.len());
    }
}
