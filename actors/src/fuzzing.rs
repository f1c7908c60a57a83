//! What fuzzers call: each reader of foreign text, and what must hold whatever the text is.
//! Part of no release: compiled with debug assertions, for tests, which run every seed, and for
//! fuzzers (`fuzz/`).

use std::sync::LazyLock;

use citable_schema::HistoryCursor;

use crate::fetch::{FetchSettings, parse_as_spelled, parse_target};
use crate::history::cursor::List;
use crate::secrets::Secrets;

static SETTINGS: LazyLock<FetchSettings> = LazyLock::new(FetchSettings::default);
static SECRETS: LazyLock<Secrets> = LazyLock::new(Secrets::ephemeral);
/// A fuzzer learns what it sees compared, so nothing is ever sealed with these.
static UNSEEN: LazyLock<Secrets> = LazyLock::new(Secrets::ephemeral);

/// An address that passes the gate is a public one over HTTPS, and reads the same again.
pub fn address(text: &str) {
    let Ok(target) = parse_target(text, &SETTINGS) else { return };
    let url = target.url();
    assert_eq!((url.scheme(), target.port()), ("https", 443));
    assert_eq!((url.username(), url.password(), url.fragment()), ("", None, None));
    assert!(target.host().contains('.') || target.ip_address().is_some());
    assert!(target.ip_address().is_none_or(|address| !address.is_loopback()));
    assert_eq!(parse_target(target.as_str(), &SETTINGS).as_ref(), Ok(&target));
}

/// The address of a webhook endpoint passes the gate as its owner spelled it, and the stored
/// spelling passes again unchanged with every delivery.
pub fn webhook_url(text: &str) {
    let Ok(spelled) = parse_as_spelled(text, &SETTINGS) else { return };
    assert!(parse_target(spelled.as_str(), &SETTINGS).is_ok());
    assert_eq!(parse_as_spelled(spelled.as_str(), &SETTINGS).as_ref(), Ok(&spelled));
}

/// Nobody makes a cursor; a sealed one says what it said, and nothing once a byte has changed.
pub fn cursor(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let unseen = List { secrets: &UNSEEN, account_id: "usr_1", url_hash: None };
    assert_eq!((unseen.open_pages(&text), unseen.open_scans(&text)), (None, None));
    let list = List { secrets: &SECRETS, ..unseen };
    let Some((newest, [at, flip, ..])) = data.split_first_chunk::<8>() else { return };
    let newest = i64::from_be_bytes(*newest);
    let cursor = HistoryCursor { newest, after: newest.rotate_left(7) };
    let sealed = list.seal_pages(cursor);
    assert_eq!(list.open_pages(&sealed), Some(cursor));
    let mut changed = sealed.clone().into_bytes();
    let at = usize::from(*at) % changed.len();
    changed[at] ^= flip & 0x7f;
    let changed = String::from_utf8_lossy(&changed);
    assert!(changed == sealed || list.open_pages(&changed).is_none());
}

#[cfg(test)]
mod tests {
    use citable_test_support::seeds::{each, each_text};

    #[test]
    fn every_seed_is_read() {
        each_text("address", super::address);
        each_text("webhook_url", super::webhook_url);
        each("cursor", super::cursor);
    }
}
