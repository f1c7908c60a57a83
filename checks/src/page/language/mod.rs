//! Which language the page is in: what it declares, and what its text is.

mod detect;
mod tags;

use crate::page::Page;

pub use detect::Detected;
pub use tags::{Tag, TagDefect, hreflang_defect};

/// A language that the page declares.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Declared {
    /// Where.
    pub source: DeclaredIn,
    /// As written, trimmed. Untrusted.
    pub written: String,
    /// The tag; where it is none, why.
    pub tag: Result<Tag, TagDefect>,
}

/// Where a language is declared, most trustworthy first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum DeclaredIn {
    /// `html[lang]`.
    Html,
    /// `html[xml:lang]`, which counts in XHTML.
    Xml,
    /// `lang` of the body, or of the element that holds all of it.
    Body,
    /// The `Content-Language` header.
    Header,
    /// `<meta http-equiv=content-language>`.
    Pragma,
    /// Another `meta` element.
    Meta,
    /// `og:locale`.
    OpenGraph,
}

/// Names of `meta` elements for the language.
const METAS: [&str; 4] = ["language", "content-language", "dc.language", "dcterms.language"];

/// The languages of a page.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Languages {
    /// Every declaration, most trustworthy first.
    pub declared: Vec<Declared>,
    /// What the text is, where there is enough of it.
    pub detected: Option<Detected>,
    /// Primary languages of parts of the body that name their own.
    pub of_parts: Vec<String>,
}

/// Whether the text is in the language that the page declares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Agreement {
    /// It is, or it is in one that is not told apart from it.
    Agrees,
    /// It is not, for sure.
    Disagrees,
    /// That could not be told.
    Unknown,
}

impl Languages {
    /// The languages of that page.
    pub fn of(page: &Page) -> Self {
        let document = &page.document;
        let header = page.answer().into_iter().flat_map(|a| a.header_values("content-language"));
        let header = header.flat_map(|value| value.split(','));
        let html = document.lang.iter().map(|lang| (DeclaredIn::Html, lang.clone()));
        let xml = document.markup.xml_lang.iter().map(|lang| (DeclaredIn::Xml, lang.clone()));
        let metas =
            METAS.iter().filter_map(|name| Some((DeclaredIn::Meta, page.meta(name)?.to_owned())));
        let declared = html
            .chain(xml)
            .chain(document.markup.body_lang.iter().map(|lang| (DeclaredIn::Body, lang.clone())))
            .chain(header.map(|value| (DeclaredIn::Header, value.to_owned())))
            .chain(document.markup.content_language.iter().map(|v| (DeclaredIn::Pragma, v.clone())))
            .chain(metas)
            .chain(page.meta("og:locale").map(|locale| (DeclaredIn::OpenGraph, locale.to_owned())))
            .map(|(source, written)| declaration(source, &written))
            .filter(|declared| !declared.written.is_empty())
            .collect();
        let of_parts = document.markup.languages.clone();
        Self { declared, detected: detect::detect(document), of_parts }
    }

    /// `html[lang]`, where it is written.
    pub fn html(&self) -> Option<&Declared> {
        self.declared.iter().find(|declared| declared.source == DeclaredIn::Html)
    }

    /// The first declaration whose language is known, even if the rest of its tag is wrong.
    pub fn known(&self) -> Option<&str> {
        self.declared.iter().find_map(|declared| match &declared.tag {
            Ok(tag) => Some(tag.primary.as_str()),
            Err(defect) => defect.primary.as_deref(),
        })
    }

    /// Whether the text is in the declared language.
    pub fn agreement(&self) -> Agreement {
        let (Some(declared), Some(detected)) = (self.known(), &self.detected) else {
            return Agreement::Unknown;
        };
        let is_same = |language: &str| tags::is_alike(language, &detected.language);
        match () {
            () if is_same(declared) || self.of_parts.iter().any(|part| is_same(part)) => {
                Agreement::Agrees
            }
            () if !detected.is_sure() || !detect::knows(declared) => Agreement::Unknown,
            () => Agreement::Disagrees,
        }
    }

    /// The primary language subtag of the page: the declared one unless the text is certainly in
    /// another, else that of the text, else `und`.
    pub fn primary(&self) -> &str {
        let detected = self.detected.as_ref().filter(|detected| detected.is_sure());
        let detected = detected.map(|detected| detected.language.as_str());
        match (self.known(), self.agreement()) {
            (Some(declared), Agreement::Agrees | Agreement::Unknown) => declared,
            (_, _) => detected.unwrap_or("und"),
        }
    }
}

/// The language under which lists of words by language keep those of that one: both written forms of
/// Norwegian are under `no`.
pub(crate) fn list_of(language: &str) -> &str {
    match language {
        "nb" | "nn" => "no",
        other => other,
    }
}

/// Open Graph writes its locales with an underscore, and so do those who take them over; the `lang`
/// attribute alone has to be a tag. A `meta` element may say it in a word.
fn declaration(source: DeclaredIn, written: &str) -> Declared {
    let written = written.trim().to_owned();
    let tag = match source {
        DeclaredIn::Html => Tag::parse(&written),
        DeclaredIn::Meta | DeclaredIn::Pragma if tags::named(&written).is_some() => {
            Tag::parse(tags::named(&written).unwrap_or_default())
        }
        _ => Tag::parse(&written.replace('_', "-")),
    };
    Declared { source, written, tag }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue::test_page::{page, with_header, with_metas};

    const GERMAN: &str = "Die Kanne wird mit heißem Wasser ausgespült, bevor der Tee hineinkommt. \
        Danach wird das Wasser noch einmal aufgekocht und langsam über die Blätter gegossen, die \
        nun einige Minuten ziehen müssen. Wer den Tee nicht bitter mag, nimmt weniger Blätter und \
        lässt sie kürzer ziehen, denn mit der Zeit lösen sich immer mehr Gerbstoffe.";

    fn with_text(lang: Option<&str>, text: &str) -> Languages {
        let mut page = page();
        page.document.lang = lang.map(str::to_owned);
        page.document.main.text = text.to_owned();
        Languages::of(&page)
    }

    #[test]
    fn a_declaration_holds_unless_the_text_is_certainly_in_another_language() {
        for (lang, text, agreement, primary) in [
            (Some("de-AT"), GERMAN, Agreement::Agrees, "de"),
            (Some("en"), GERMAN, Agreement::Disagrees, "de"),
            (None, GERMAN, Agreement::Unknown, "de"),
            (Some("{{lang}}"), GERMAN, Agreement::Unknown, "de"),
            (Some("lb"), GERMAN, Agreement::Agrees, "lb"),
            (Some("rm"), GERMAN, Agreement::Unknown, "rm"),
            (Some("en"), "Ein kurzer Satz.", Agreement::Unknown, "en"),
            (None, "", Agreement::Unknown, "und"),
        ] {
            let languages = with_text(lang, text);
            assert_eq!(languages.agreement(), agreement, "{lang:?}");
            assert_eq!(languages.primary(), primary, "{lang:?}");
        }
    }

    #[test]
    fn parts_in_another_language_are_no_disagreement() {
        let mut languages = with_text(Some("en"), GERMAN);
        languages.of_parts = vec!["de".to_owned()];
        assert_eq!(languages.agreement(), Agreement::Agrees);
    }

    #[test]
    fn headers_and_locales_declare_too() {
        let mut page = with_header("content-language", "de, en");
        page.document.lang = None;
        let header = Languages::of(&page);
        let sources: Vec<_> =
            header.declared.iter().map(|one| (one.source, one.written.as_str())).collect();
        assert_eq!(sources, [(DeclaredIn::Header, "de"), (DeclaredIn::Header, "en")]);
        let mut page = with_metas(&[("og:locale", "pt_BR")]);
        page.document.lang = None;
        let shared = Languages::of(&page);
        assert_eq!(shared.known(), Some("pt"));
        page.document.markup.content_language = Some("gl".to_owned());
        assert_eq!(Languages::of(&page).known(), Some("gl"));
        page.document.markup.content_language = Some("es_MX".to_owned());
        let region =
            Languages::of(&page).declared[0].tag.as_ref().ok().and_then(|tag| tag.region.clone());
        assert_eq!(region.as_deref(), Some("MX"));
        page.document.markup.xml_lang = Some("pt_BR".to_owned());
        assert_eq!(Languages::of(&page).known(), Some("pt"));
        let mut page = with_metas(&[("dc.language", "fr_CA"), ("language", "Gibberish")]);
        page.document.lang = None;
        assert_eq!(Languages::of(&page).known(), Some("fr"));
        // A name says it, too, but not in the attribute, which clients read.
        let mut page = with_metas(&[("language", "English")]);
        page.document.lang = None;
        assert_eq!(Languages::of(&page).known(), Some("en"));
        assert!(Languages::of(&page).declared[0].tag.is_ok());
        page.document.lang = Some("English".to_owned());
        assert!(Languages::of(&page).html().is_some_and(|html| html.tag.is_err()));
        assert!(shared.html().is_none());
    }
}
