//! Query parameters: unknown ones are ignored, a known one may come once.

use std::borrow::Cow;

use super::problem::Problem;

/// The value of the query parameter `name`, decoded.
///
/// # Errors
/// `invalid_request` where it comes more than once.
pub(crate) fn one<'q>(query: &'q str, name: &str) -> Result<Option<Cow<'q, str>>, Problem> {
    let mut values = url::form_urlencoded::parse(query.as_bytes())
        .filter(|(key, _)| key == name)
        .map(|(_, value)| value);
    let first = values.next();
    match values.next() {
        Some(_) => Err(Problem::invalid_request(format!(
            "The query parameter `{name}` is repeated. Send it once."
        ))
        .about(name)),
        None => Ok(first),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::http::problem::Code;

    #[test]
    fn a_known_parameter_is_found_among_others() {
        assert_eq!(one("a=1&deep=%31&b", "deep").unwrap().unwrap(), "1");
        assert_eq!(one("", "deep").unwrap(), None);
        assert_eq!(one("deep", "deep").unwrap().unwrap(), "");
    }

    #[test]
    fn a_repeated_one_is_refused() {
        assert_eq!(one("deep=1&deep=1", "deep").unwrap_err().code(), Code::InvalidRequest);
        assert_eq!(one("de%65p=1&deep=2", "deep").unwrap_err().code(), Code::InvalidRequest);
    }
}
