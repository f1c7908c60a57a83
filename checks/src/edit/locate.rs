//! From places in a text to places in the bytes that it was decoded from.

use encoding_rs::{CoderResult, Encoding, UTF_8};

/// Bytes of text that one more byte of a document can bring.
const STEP_BYTES: usize = 64;

/// The place in the bytes of each place in their text, given in rising order. None where one of
/// them falls between what a single byte brought.
pub(super) fn locate(
    body: &[u8],
    encoding: &'static Encoding,
    wanted: impl Iterator<Item = usize>,
) -> Option<Vec<usize>> {
    if encoding == UTF_8 && std::str::from_utf8(body).is_ok() {
        return Some(wanted.collect());
    }
    let mut wanted = wanted.peekable();
    let mut places = Vec::new();
    let mut decoder = encoding.new_decoder_without_bom_handling();
    let mut buffer = [0; STEP_BYTES];
    let mut written = 0;
    for (at, byte) in body.iter().enumerate() {
        while wanted.next_if_eq(&written).is_some() {
            places.push(at);
        }
        match wanted.peek() {
            None => return Some(places),
            Some(next) if *next < written => return None,
            Some(_) => {}
        }
        let (result, _, more, _) = decoder.decode_to_utf8(&[*byte], &mut buffer, false);
        if result == CoderResult::OutputFull {
            return None;
        }
        written += more;
    }
    let (_, _, more, _) = decoder.decode_to_utf8(&[], &mut buffer, true);
    written += more;
    while wanted.next_if_eq(&written).is_some() {
        places.push(body.len());
    }
    wanted.peek().is_none().then_some(places)
}
