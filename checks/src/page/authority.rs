//! Authorities, which answer for their pages themselves.

use url::Url;

use crate::data;

data::words! { "authority-domains.json" => static DOMAINS: Domains {
    /// Domains below which only authorities are registered, or that are one's.
    suffixes: Vec<String>,
} }

/// Whether a page is an authority's, by its host.
pub(crate) fn is_of_authority(url: &Url) -> bool {
    let host = url.host_str().unwrap_or_default();
    DOMAINS.suffixes.iter().any(|suffix| {
        host.strip_suffix(suffix.as_str())
            .is_some_and(|rest| rest.is_empty() || rest.ends_with('.'))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn authorities_are_known_by_their_domain() {
        let is = |host: &str| is_of_authority(&Url::parse(&format!("https://{host}/tea")).unwrap());
        for host in ["www.cdc.gov", "dos.ny.gov", "www.gov.uk", "ec.europa.eu", "www.mhlw.go.jp"] {
            assert!(is(host), "{host}");
        }
        for host in ["gov.tea.com", "mygov.com", "teagov.uk", "int.example.com", "tea.go"] {
            assert!(!is(host), "{host}");
        }
    }
}
