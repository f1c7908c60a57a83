//! Pages that a site has, from its sitemaps or a list: to find those that nobody fetched.

use std::collections::HashMap;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;

use anyhow::{Context, bail};
use quick_xml::Reader;
use quick_xml::events::Event;

use crate::cli::logs::limits::GIVEN_PAGES;
use crate::cli::logs::page;
use crate::cli::logs::read::open;

/// Depth of an address: in `urlset`, `url`, `loc`.
const LOC_DEPTH: usize = 3;

/// The pages, and which agents got each.
#[derive(Debug, Default)]
pub(super) struct Given {
    /// Agents by path: a bit for each, by its index in the registry.
    pages: HashMap<Box<str>, u128>,
    /// Pages beyond the limit.
    pub(super) left_out: u64,
    /// Addresses that aren't addresses of pages.
    pub(super) senseless: u64,
}

impl Given {
    /// Adds the addresses of a sitemap, in XML or as text.
    pub(super) fn add_sitemap(&mut self, file: &Path, host: Option<&str>) -> anyhow::Result<()> {
        let mut source = BufReader::new(open(file)?.bytes);
        let unreadable = || format!("can't read {}", file.display());
        let begin = source.fill_buf().with_context(unreadable)?;
        if !begin.trim_ascii_start().starts_with(b"<") && !begin.starts_with(b"\xef\xbb\xbf<") {
            return self.add_lines(source, host).with_context(unreadable);
        }
        self.add_xml(source, host).with_context(|| format!("{} isn't a sitemap", file.display()))
    }

    /// Adds a list: a URL or a path a line, with `#` before comments.
    pub(super) fn add_list(&mut self, file: &Path, host: Option<&str>) -> anyhow::Result<()> {
        let source = BufReader::new(open(file)?.bytes);
        self.add_lines(source, host).with_context(|| format!("can't read {}", file.display()))
    }

    /// Notes that an agent got the page.
    pub(super) fn fetched(&mut self, path: &str, agent: usize) {
        if let Some(agents) = self.pages.get_mut(path) {
            *agents |= bit(agent);
        }
    }

    /// Number of pages.
    pub(super) fn len(&self) -> usize {
        self.pages.len()
    }

    /// The pages that none of these agents got, sorted.
    pub(super) fn missed_by(&self, agents: impl Iterator<Item = usize>) -> Vec<&str> {
        let wanted = agents.fold(0, |bits, agent| bits | bit(agent));
        let missed = self.pages.iter().filter(|(_, got)| **got & wanted == 0);
        let mut paths: Vec<&str> = missed.map(|(path, _)| &**path).collect();
        paths.sort_unstable();
        paths
    }

    fn add_lines(&mut self, source: impl Read, host: Option<&str>) -> anyhow::Result<()> {
        for line in BufReader::new(source).split(b'\n') {
            let line = line?;
            let line = line.trim_ascii();
            if !line.is_empty() && !line.starts_with(b"#") {
                self.add(line, host);
            }
        }
        Ok(())
    }

    fn add_xml(&mut self, source: impl BufRead, host: Option<&str>) -> anyhow::Result<()> {
        let mut reader = Reader::from_reader(source);
        reader.config_mut().allow_dangling_amp = true;
        let (mut depth, mut buffer) = (0_usize, Vec::new());
        let mut address: Option<String> = None;
        loop {
            match reader.read_event_into(&mut buffer)? {
                Event::Start(element) => {
                    depth += 1;
                    match (depth, local(element.name().into_inner())) {
                        (1, "sitemapindex") => {
                            bail!("it is an index of sitemaps. Pass the sitemaps that it lists")
                        }
                        (1, "urlset") => {}
                        (1, _) => bail!("it has no `urlset`"),
                        (LOC_DEPTH, "loc") => address = Some(String::new()),
                        _ => {}
                    }
                }
                Event::End(_) => {
                    if depth == LOC_DEPTH
                        && let Some(address) = address.take()
                    {
                        self.add(address.trim().as_bytes(), host);
                    }
                    depth = depth.saturating_sub(1);
                }
                Event::Text(text) => push(address.as_mut(), &text),
                Event::CData(text) => push(address.as_mut(), &text),
                Event::GeneralRef(reference) => match reference.resolve_char_ref() {
                    Ok(Some(char)) => push(address.as_mut(), char.encode_utf8(&mut [0; 4])),
                    _ => push(
                        address.as_mut(),
                        quick_xml::escape::resolve_xml_entity(&reference).unwrap_or_default(),
                    ),
                },
                Event::Eof if depth > 0 => bail!("it ends early"),
                Event::Eof => return Ok(()),
                _ => {}
            }
            buffer.clear();
        }
    }

    fn add(&mut self, address: &[u8], host: Option<&str>) {
        let other_host =
            |host: &str| page::host(address).is_some_and(|named| page::bare_host(named) != host);
        if host.is_some_and(other_host) {
            return;
        }
        match page::path(address) {
            Err(_) => self.senseless += 1,
            Ok(path) if self.pages.contains_key(&*path) => {}
            Ok(_) if self.pages.len() >= GIVEN_PAGES => self.left_out += 1,
            Ok(path) => {
                self.pages.insert(path.into(), 0);
            }
        }
    }
}

fn push(address: Option<&mut String>, text: &str) {
    if let Some(address) = address
        && address.len() + text.len() <= page::TARGET_BYTES
    {
        address.push_str(text);
    }
}

fn local(name: &str) -> &str {
    name.rsplit(':').next().unwrap_or(name)
}

fn bit(agent: usize) -> u128 {
    u32::try_from(agent).ok().and_then(|agent| 1_u128.checked_shl(agent)).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sitemap(text: &str) -> anyhow::Result<Vec<String>> {
        let file = tempfile::NamedTempFile::new()?;
        std::fs::write(file.path(), text)?;
        let mut given = Given::default();
        given.add_sitemap(file.path(), None)?;
        Ok(given.missed_by(0..1).into_iter().map(str::to_owned).collect())
    }

    #[test]
    fn sitemaps_are_xml_or_text() {
        let xml = "<?xml version=\"1.0\"?><urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\" xmlns:image=\"x\"><url><loc> https://example.org/a&amp;b </loc><image:image><image:loc>https://example.org/i.png</image:loc></image:image></url><url><loc>https://example.org/</loc></url></urlset>";
        assert_eq!(sitemap(xml).unwrap(), ["/", "/a&b"]);
        assert_eq!(sitemap("# all\nhttps://example.org/b\n/a\n/a\n").unwrap(), ["/a", "/b"]);
        assert_eq!(sitemap("").unwrap(), [""; 0]);
        for (text, told) in [
            ("<sitemapindex></sitemapindex>", "Pass the sitemaps that it lists"),
            ("<html></html>", "has no `urlset`"),
            ("<urlset><url>", "ends early"),
        ] {
            let error = format!("{:#}", sitemap(text).unwrap_err());
            assert!(error.contains(told), "{text}: {error}");
        }
    }

    #[test]
    fn a_page_is_missed_by_those_who_did_not_get_it() {
        let mut given = Given::default();
        given.add(b"https://example.org/a", Some("example.org"));
        given.add(b"https://other.example/b", Some("example.org"));
        given.add(b"/c", Some("example.org"));
        given.fetched("/a", 3);
        assert_eq!(given.missed_by([3].into_iter()), ["/c"]);
        assert_eq!(given.missed_by([4].into_iter()), ["/a", "/c"]);
    }

    #[test]
    fn every_agent_has_a_bit() {
        let bits: std::collections::HashSet<u128> =
            (0..citable_checks::agents::agents().len()).map(bit).collect();
        assert_eq!(bits.len(), citable_checks::agents::agents().len());
        assert!(!bits.contains(&0));
    }
}
