//! Usage signals: `search=yes, ai-train=no` (contentsignals.org).

/// A use of a page's content.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Usage {
    /// A search index and its results.
    Search,
    /// Input to a model that answers: retrieval, grounding.
    AiInput,
    /// Training. Information only.
    AiTrain,
    /// How much of it may be used (`use=reference`). Information only.
    Extent,
}

/// One signal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Signal {
    /// A use is allowed, or not.
    Says(Usage, bool),
    /// Something that is not part of the vocabulary, as written.
    Unknown(String),
}

/// The signals of one value: `search=yes, ai-input=no`.
pub(crate) fn parse(value: &str) -> Vec<Signal> {
    value
        .split([',', ';'])
        .map(str::trim)
        .filter(|one| !one.is_empty())
        .filter_map(signal)
        .collect()
}

fn signal(text: &str) -> Option<Signal> {
    let unknown = || Some(Signal::Unknown(text.to_owned()));
    let Some((name, value)) = text.split_once('=') else { return unknown() };
    let value = value.trim().trim_matches('"').to_ascii_lowercase();
    let usage = match name.trim().to_ascii_lowercase().as_str() {
        "search" => Usage::Search,
        "ai-input" => Usage::AiInput,
        "ai-train" => Usage::AiTrain,
        "use" => Usage::Extent,
        _ => return unknown(),
    };
    match (usage, value.as_str()) {
        // It limits how much is used and forbids nothing.
        (Usage::Extent, "immediate" | "reference" | "full") => None,
        (Usage::Extent, _) => unknown(),
        (_, "yes") => Some(Signal::Says(usage, true)),
        (_, "no") => Some(Signal::Says(usage, false)),
        _ => unknown(),
    }
}

/// The same value without what refuses search or answers, and without what is no signal.
pub(crate) fn mended(value: &str) -> String {
    let mut kept: Vec<String> = Vec::new();
    for part in value.split([',', ';']).map(str::trim).filter(|part| !part.is_empty()) {
        let part = match signal(part) {
            Some(Signal::Says(Usage::Search, false)) => "search=yes",
            Some(Signal::Says(Usage::AiInput, false)) => "ai-input=yes",
            Some(Signal::Unknown(_)) => continue,
            _ => part,
        };
        if !kept.iter().any(|known| known.eq_ignore_ascii_case(part)) {
            kept.push(part.to_owned());
        }
    }
    kept.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signals_are_read_by_the_vocabulary() {
        assert_eq!(
            parse(" Search = YES,ai-train=no ,use=reference, ai-input=\"no\","),
            [
                Signal::Says(Usage::Search, true),
                Signal::Says(Usage::AiTrain, false),
                Signal::Says(Usage::AiInput, false),
            ]
        );
    }

    #[test]
    fn what_is_no_part_of_it_is_unknown() {
        for text in ["search-ai=no", "search=maybe", "search", "use=none", "ai-input=", "=no"] {
            assert_eq!(parse(text), [Signal::Unknown(text.to_owned())]);
        }
        assert_eq!(parse(" , "), []);
    }

    #[test]
    fn what_refuses_is_turned_and_the_rest_is_kept() {
        for (value, expected) in [
            ("search=no, ai-train=no", "search=yes, ai-train=no"),
            ("search=yes; search=no", "search=yes"),
            ("ai-input = no, use=reference, search-ai=no", "ai-input=yes, use=reference"),
            ("search-ai=no", ""),
        ] {
            assert_eq!(mended(value), expected, "{value}");
        }
    }
}
