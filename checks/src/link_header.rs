//! The `Link` header (RFC 8288).

/// One link of a header.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct HeaderLink {
    /// The target as written; it may be relative.
    pub(crate) target: String,
    /// The relation types in lower case.
    rels: Vec<String>,
    /// The media type in lower case, where one is named.
    pub(crate) media_type: Option<String>,
}

impl HeaderLink {
    /// Whether it is of that relation type (lower case).
    pub(crate) fn is(&self, rel: &str) -> bool {
        self.rels.iter().any(|known| known == rel)
    }
}

/// The links of one header value.
pub(crate) fn links(value: &str) -> Vec<HeaderLink> {
    let mut all = Vec::new();
    let mut rest = value;
    while let Some(start) = rest.find('<') {
        let Some(length) = rest[start..].find('>') else { break };
        let target = rest[start + 1..start + length].trim().to_owned();
        rest = &rest[start + length + 1..];
        let parameters = &rest[..rest.find('<').unwrap_or(rest.len())];
        let rels = parameter(parameters, "rel").unwrap_or_default();
        all.push(HeaderLink {
            target,
            rels: rels.split_ascii_whitespace().map(str::to_owned).collect(),
            media_type: parameter(parameters, "type"),
        });
    }
    all
}

/// The first value of that parameter, in lower case.
fn parameter(parameters: &str, wanted: &str) -> Option<String> {
    parameters.split([';', ',']).find_map(|parameter| {
        let (name, value) = parameter.split_once('=')?;
        let value = value.trim().trim_matches('"').to_ascii_lowercase();
        name.trim().eq_ignore_ascii_case(wanted).then_some(value)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn targets_relations_and_types_are_read() {
        let all = links(
            "</style.css>; rel=preload, <https://example.com/b>; title=\"x\"; REL=\"Canonical up\", \
             </a.md>; rel=alternate; type=\"text/Markdown\"",
        );
        assert_eq!(all.len(), 3);
        assert!(all[0].is("preload") && !all[0].is("canonical"));
        assert!(all[1].is("canonical") && all[1].is("up"));
        assert_eq!((all[1].target.as_str(), &all[1].media_type), ("https://example.com/b", &None));
        assert_eq!(all[2].media_type.as_deref(), Some("text/markdown"));
        assert_eq!(links("<https://example.com/"), []);
    }
}
