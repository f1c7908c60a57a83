//! HTML forms, in both media types that browsers and mail programs send them in.

use serde_json::{Map, Value};

/// The media type of HTML forms.
pub(crate) const FORM: &str = "application/x-www-form-urlencoded";
/// The one of forms whose fields are parts (RFC 7578).
pub(crate) const MULTIPART: &str = "multipart/form-data";

/// The fields of a form; of fields with one name the last.
pub(crate) fn urlencoded(body: &[u8]) -> Map<String, Value> {
    let fields = url::form_urlencoded::parse(body);
    fields.map(|(name, value)| (name.into_owned(), Value::from(&*value))).collect()
}

/// The fields of a form in parts; of fields with one name the last. What cannot be read is no
/// field.
pub(crate) fn multipart(content_type: &str, body: &[u8]) -> Map<String, Value> {
    let Some(boundary) = parameter(content_type, "boundary") else { return Map::new() };
    let (body, delimiter) = (String::from_utf8_lossy(body), format!("--{boundary}"));
    let mut fields = Map::new();
    // What precedes the first delimiter is no part, and neither is what follows the closing one.
    for part in body.split(&delimiter).skip(1).take_while(|part| !part.starts_with("--")) {
        let Some((head, content)) = part.split_once("\r\n\r\n") else { continue };
        let Some(name) = head.lines().find_map(field_name) else { continue };
        let content = content.strip_suffix("\r\n").unwrap_or(content);
        fields.insert(name.to_owned(), Value::from(content));
    }
    fields
}

/// The name of the field, where the line is the disposition of its part.
fn field_name(line: &str) -> Option<&str> {
    let (name, value) = line.split_once(':')?;
    name.eq_ignore_ascii_case("content-disposition").then(|| parameter(value, "name"))?
}

/// A parameter of a header's value, without its quotes.
fn parameter<'v>(value: &'v str, name: &str) -> Option<&'v str> {
    let pairs = value.split(';').skip(1).filter_map(|pair| pair.split_once('='));
    let (_, value) = pairs.into_iter().find(|(key, _)| key.trim().eq_ignore_ascii_case(name))?;
    Some(value.trim().trim_matches('"')).filter(|value| !value.is_empty())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn read(content_type: &str, body: &str) -> Value {
        Value::Object(multipart(content_type, body.as_bytes()))
    }

    #[test]
    fn a_form_in_parts_is_read() {
        // As in RFC 8058, section 8.1.
        let body = "--r\r\nContent-Disposition: form-data; name=\"List-Unsubscribe\"\r\n\r\n\
            One-Click\r\n--r\r\ncontent-disposition: form-data; name=token\r\n\
            Content-Type: text/plain\r\n\r\na\r\nb\r\n--r--\r\n--r\r\n";
        let fields = json!({ "List-Unsubscribe": "One-Click", "token": "a\r\nb" });
        assert_eq!(read("multipart/form-data; boundary=r", body), fields);
        assert_eq!(read("multipart/form-data; charset=x; Boundary=\"r\"", body), fields);
    }

    #[test]
    fn what_cannot_be_read_is_no_field() {
        let boundary = "multipart/form-data; boundary=r";
        for body in ["", "--", "--r", "--r--", "--r\r\n\r\n", "--r\r\nname=\"a\"\r\n\r\nb", "x--y"]
        {
            assert_eq!(read(boundary, body), json!({}), "{body}");
        }
        let whole = "--r\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\nb\r\n--r--";
        for content_type in ["multipart/form-data", "multipart/form-data; boundary=", ""] {
            assert_eq!(read(content_type, whole), json!({}), "{content_type}");
        }
        assert_eq!(read(boundary, whole), json!({ "a": "b" }));
        let invalid = b"--r\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n\xff\r\n--r--";
        assert_eq!(multipart(boundary, invalid)["a"], "\u{fffd}");
    }
}
