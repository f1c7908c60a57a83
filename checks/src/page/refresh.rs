//! What `<meta http-equiv=refresh>` asks for.

use crate::page::MetaRefresh;

/// Reads the `content` of a refresh: seconds, then an address after `;` or `,`, with or without
/// `url=` and quotes. Source: HTML, section 4.2.5.3, shared declarative refresh steps.
pub(crate) fn meta_refresh(content: &str) -> Option<MetaRefresh> {
    let digits = content.find(|c: char| !c.is_ascii_digit()).unwrap_or(content.len());
    let (seconds, rest) = content.split_at(digits);
    let seconds = match seconds {
        "" if rest.starts_with('.') => 0,
        "" => return None,
        seconds => seconds.parse().unwrap_or(u32::MAX),
    };
    let rest = rest.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.');
    let rest = rest.trim_start().trim_start_matches([';', ',']).trim_start();
    let url = match rest.get(..3) {
        Some(name) if name.eq_ignore_ascii_case("url") => {
            let after = rest[3..].trim_start();
            after.strip_prefix('=').map_or(rest, str::trim_start)
        }
        _ => rest,
    };
    let url = match url.chars().next() {
        Some(quote @ ('"' | '\'')) => url[1..].split(quote).next().unwrap_or_default(),
        _ => url,
    };
    let url = url.trim();
    Some(MetaRefresh { seconds, url: (!url.is_empty()).then(|| url.to_owned()) })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refresh(content: &str) -> Option<(u32, Option<String>)> {
        meta_refresh(content).map(|refresh| (refresh.seconds, refresh.url))
    }

    #[test]
    fn refreshes_are_read_in_every_spelling() {
        let to = |seconds, url: &str| Some((seconds, Some(url.to_owned())));
        assert_eq!(refresh("5; url=/next"), to(5, "/next"));
        assert_eq!(refresh("0;URL='https://a.example/?x=;'"), to(0, "https://a.example/?x=;"));
        assert_eq!(refresh("3, \"/quoted\" and more"), to(3, "/quoted"));
        assert_eq!(refresh("1.5 ; url = /spaced"), to(1, "/spaced"));
        assert_eq!(refresh("2 /bare"), to(2, "/bare"));
        assert_eq!(refresh("300"), Some((300, None)));
        assert_eq!(refresh("soon; url=/next"), None);
    }
}
