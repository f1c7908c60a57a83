//! Language tags (BCP 47) and the codes they are made of.

use std::collections::{HashMap, HashSet};

use oxilangtag::LanguageTag;

use crate::data;

data::words! { "languages.json" => static CODES: Codes {
    languages: HashSet<String>,
    regions: HashSet<String>,
    /// Regions of the registry of BCP 47 that are not in ISO 3166-1.
    registered_regions: HashSet<String>,
    /// Codes of two letters by those of three that stand for the same.
    two_letter: HashMap<String, String>,
    /// Languages that are not told apart.
    alike: Vec<Vec<String>>,
} }

/// A valid language tag.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tag {
    /// Its primary language subtag, lower case.
    pub primary: String,
    /// Its region, upper case.
    pub region: Option<String>,
}

/// Why a text is no language tag.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TagDefect {
    /// What is wrong, as the end of a sentence.
    pub problem: String,
    /// The language that it names all the same.
    pub primary: Option<String>,
}

impl Tag {
    /// Reads a tag: well-formed by BCP 47, of a language and a region that exist.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn parse(text: &str) -> Result<Self, TagDefect> {
        let first = text.split(['-', '_']).next().unwrap_or_default().to_ascii_lowercase();
        let primary = exists(&first).then(|| first.clone());
        let fail = |problem: String| TagDefect { problem, primary: primary.clone() };
        let Ok(tag) = LanguageTag::parse(text) else {
            return Err(fail(match text.contains('_') && primary.is_some() {
                true => "uses an underscore instead of a hyphen".to_owned(),
                false => "isn't a language tag".to_owned(),
            }));
        };
        let Some(primary) = primary.clone() else {
            return Err(TagDefect {
                problem: "names an unknown language".to_owned(),
                primary: CODES.two_letter.get(&first).cloned(),
            });
        };
        match tag.region() {
            Some(region) if !is_region(region) => {
                Err(fail(format!("names an unknown region, {region}")))
            }
            region => Ok(Self { primary, region: region.map(str::to_ascii_uppercase) }),
        }
    }
}

/// The code of a language that is called by its name, in English or its own: "English", "Deutsch".
pub(super) fn named(written: &str) -> Option<&'static str> {
    const NAMES: [(&str, &[&str]); 24] = [
        ("ar", &["arabic", "العربية"]),
        ("cs", &["czech", "čeština"]),
        ("da", &["danish", "dansk"]),
        ("de", &["german", "deutsch"]),
        ("el", &["greek", "ελληνικά"]),
        ("en", &["english"]),
        ("es", &["spanish", "español", "espanol"]),
        ("fi", &["finnish", "suomi"]),
        ("fr", &["french", "français", "francais"]),
        ("he", &["hebrew", "עברית"]),
        ("hi", &["hindi", "हिन्दी"]),
        ("hu", &["hungarian", "magyar"]),
        ("it", &["italian", "italiano"]),
        ("ja", &["japanese", "日本語"]),
        ("ko", &["korean", "한국어"]),
        ("nl", &["dutch", "nederlands"]),
        ("no", &["norwegian", "norsk"]),
        ("pl", &["polish", "polski"]),
        ("pt", &["portuguese", "português", "portugues"]),
        ("ro", &["romanian", "română"]),
        ("ru", &["russian", "русский"]),
        ("sv", &["swedish", "svenska"]),
        ("tr", &["turkish", "türkçe"]),
        ("zh", &["chinese", "中文"]),
    ];
    let written = written.trim().to_lowercase();
    let found = NAMES.iter().find(|(_, names)| names.contains(&written.as_str()));
    found.map(|(code, _)| *code)
}

/// Whether a primary subtag names a language: a known code of two letters, or one of three that has
/// none of two.
fn exists(primary: &str) -> bool {
    match primary.len() {
        2 => CODES.languages.contains(primary),
        3 => {
            primary.bytes().all(|byte| byte.is_ascii_lowercase())
                && !CODES.two_letter.contains_key(primary)
        }
        _ => false,
    }
}

/// A region of the registry, or an area of the United Nations as in `es-419`.
fn is_region(region: &str) -> bool {
    let region = region.to_ascii_uppercase();
    region.len() == 3
        || CODES.regions.contains(&region)
        || CODES.registered_regions.contains(&region)
}

/// What is wrong with a value of `hreflang`, if anything: it is a language tag or `x-default`, and
/// of regions engines know those of ISO 3166-1 alone.
pub fn hreflang_defect(value: &str) -> Option<String> {
    if value.eq_ignore_ascii_case("x-default") {
        return None;
    }
    match Tag::parse(value) {
        Ok(Tag { region: Some(region), .. }) if CODES.registered_regions.contains(&region) => {
            Some(format!("names the region {region}, which isn't in ISO 3166-1"))
        }
        Ok(_) => None,
        Err(defect) => Some(defect.problem),
    }
}

/// Whether two languages are one, or are not told apart.
pub(super) fn is_alike(one: &str, other: &str) -> bool {
    let both = |group: &&Vec<String>| {
        group.iter().any(|code| code == one) && group.iter().any(|code| code == other)
    };
    one == other || CODES.alike.iter().any(|group| both(&group))
}

/// The code of two letters for one of three, where there is one.
pub(super) fn two_letters(code: &str) -> &str {
    CODES.two_letter.get(code).map_or(code, String::as_str)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_are_of_languages_and_regions_that_exist() {
        for (text, primary) in [
            ("en", "en"),
            ("EN-gb", "en"),
            ("zh-Hans-CN", "zh"),
            ("zh-Hant", "zh"),
            ("es-419", "es"),
            ("sr-Latn-RS", "sr"),
            ("fil", "fil"),
            ("de-DE-1996", "de"),
            ("en-x-simple", "en"),
            ("en-EU", "en"),
        ] {
            assert_eq!(Tag::parse(text).unwrap().primary, primary, "{text}");
        }
    }

    #[test]
    fn what_is_wrong_is_said_and_the_language_known_all_the_same() {
        for (text, problem, primary) in [
            ("en_US", "underscore", Some("en")),
            ("en-UK", "region, UK", Some("en")),
            ("jp", "unknown language", None),
            ("english", "unknown language", None),
            ("eng", "unknown language", Some("en")),
            ("{{ lang }}", "a language tag", None),
            ("", "a language tag", None),
            ("en-", "a language tag", Some("en")),
            ("deutsch", "unknown language", None),
        ] {
            let defect = Tag::parse(text).unwrap_err();
            assert!(defect.problem.contains(problem), "{text}: {}", defect.problem);
            assert_eq!(defect.primary.as_deref(), primary, "{text}");
        }
        assert_eq!(hreflang_defect("X-Default"), None);
        assert!(hreflang_defect("uk-UK").is_some());
        assert!(hreflang_defect("en-eu").is_some());
        assert_eq!(hreflang_defect("uk-UA"), None);
        assert_eq!(hreflang_defect("es-419"), None);
    }

    #[test]
    fn languages_that_detectors_confuse_are_alike() {
        for (one, other) in [("no", "nb"), ("nn", "no"), ("hr", "sr"), ("ms", "id"), ("zh", "yue")]
        {
            assert!(is_alike(one, other) && is_alike(other, one), "{one} {other}");
        }
        assert!(!is_alike("en", "de") && is_alike("xx", "xx"));
        assert_eq!((two_letters("cmn"), two_letters("fil")), ("zh", "fil"));
    }
}
