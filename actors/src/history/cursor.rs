//! Places in lists, as callers hold them: sealed for one account and one list, so that nobody can
//! make one, or use another's.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use citable_schema::HistoryCursor;

use crate::secrets::{Purpose, Secrets};

/// Bytes of a number in a cursor.
const NUMBER: usize = 8;

/// One list of one account.
pub(crate) struct List<'a> {
    pub(crate) secrets: &'a Secrets,
    pub(crate) account_id: &'a str,
    /// The page whose scans are listed; none where pages are.
    pub(crate) url_hash: Option<&'a str>,
}

impl List<'_> {
    /// A cursor of the list of pages.
    pub(crate) fn seal_pages(&self, cursor: HistoryCursor) -> String {
        self.seal(&[cursor.newest, cursor.after])
    }

    /// What such a cursor says; none for any other text.
    pub(crate) fn open_pages(&self, text: &str) -> Option<HistoryCursor> {
        let [newest, after] = self.open(text)?;
        Some(HistoryCursor { newest, after })
    }

    /// A cursor of the list of a page's scans.
    pub(crate) fn seal_scans(&self, after: i64) -> String {
        self.seal(&[after])
    }

    /// What such a cursor says; none for any other text.
    pub(crate) fn open_scans(&self, text: &str) -> Option<i64> {
        self.open(text).map(|[after]| after)
    }

    fn seal(&self, numbers: &[i64]) -> String {
        let plain: Vec<u8> = numbers.iter().flat_map(|number| number.to_be_bytes()).collect();
        URL_SAFE_NO_PAD.encode(self.secrets.seal(Purpose::Cursors, &self.about(), &plain))
    }

    fn open<const N: usize>(&self, text: &str) -> Option<[i64; N]> {
        let sealed = URL_SAFE_NO_PAD.decode(text).ok()?;
        let plain = self.secrets.open(Purpose::Cursors, &self.about(), &sealed).ok()?;
        let (numbers, rest) = plain.as_chunks::<NUMBER>();
        let numbers: [[u8; NUMBER]; N] = numbers.try_into().ok()?;
        rest.is_empty().then(|| numbers.map(i64::from_be_bytes))
    }

    /// Account ids and hashes hold no line feeds.
    fn about(&self) -> Vec<u8> {
        let (account, page) = (self.account_id, self.url_hash.unwrap_or_default());
        format!("history\n{account}\n{page}").into_bytes()
    }
}

#[cfg(test)]
mod unit {
    use super::*;

    fn list<'a>(secrets: &'a Secrets, account_id: &'a str, page: Option<&'a str>) -> List<'a> {
        List { secrets, account_id, url_hash: page }
    }

    #[test]
    fn a_cursor_is_good_for_its_own_list_alone() {
        let (secrets, others) = (Secrets::ephemeral(), Secrets::ephemeral());
        let pages = list(&secrets, "usr_1", None);
        let cursor = HistoryCursor { newest: 7, after: i64::MIN };
        let text = pages.seal_pages(cursor);
        assert_eq!(pages.open_pages(&text), Some(cursor));
        assert_eq!(pages.open_scans(&text), None);
        for stranger in [
            list(&secrets, "usr_2", None),
            list(&secrets, "usr_1", Some("a")),
            list(&others, "usr_1", None),
        ] {
            assert_eq!(stranger.open_pages(&text), None);
        }
        let scans = list(&secrets, "usr_1", Some("a"));
        assert_eq!(scans.open_scans(&scans.seal_scans(3)), Some(3));
        assert_eq!(list(&secrets, "usr_1", Some("b")).open_scans(&scans.seal_scans(3)), None);
    }

    #[test]
    fn what_was_changed_or_cut_is_no_cursor() {
        let secrets = Secrets::ephemeral();
        let pages = list(&secrets, "usr_1", None);
        let text = pages.seal_pages(HistoryCursor { newest: 7, after: 5 });
        for length in 0..text.len() {
            assert_eq!(pages.open_pages(&text[..length]), None);
        }
        for place in 0..text.len() {
            let other = if text.as_bytes()[place] == b'A' { "B" } else { "A" };
            let mut changed = text.clone();
            changed.replace_range(place..=place, other);
            assert_eq!(pages.open_pages(&changed), None, "{place}");
        }
        for text in ["", "AAAA", "é", "=", &format!("{text}=")] {
            assert_eq!(pages.open_pages(text), None, "{text}");
        }
    }
}
