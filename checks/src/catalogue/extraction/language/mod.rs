#![doc = include_str!("page.md")]

mod fix;
mod hreflang;

use crate::check::{About, Check, Context, Finding, measure, quote};
use crate::fix::{Fix, Source as Reference};
use crate::page::Page;
use crate::page::language::{Agreement, Declared, DeclaredIn, Languages};
use crate::page::snapshot::Source;
use crate::report::{CheckResult, Detail, EvidenceStrength};
use crate::wording::grouped;
pub(crate) use fix::meant_tag;
use hreflang::Translations;

/// The check.
pub struct Language;

impl Check for Language {
    fn about(&self) -> &'static About {
        &About {
            id: "language",
            title: "Language is declared and matches the text",
            strength: EvidenceStrength::Weak,
            effort: 1,
            needs_page: true,
            doc: include_str!("page.md"),
            why: "Engines choose sources in the language of the question, and detect it from the \
                  text as well as from its declaration. The declaration's effect on citations \
                  hasn't been measured.",
            sources: &[
                Reference {
                    title: "Google: localized versions of your pages",
                    url: "https://developers.google.com/search/docs/specialty/international/localized-versions",
                    strength: EvidenceStrength::Weak,
                },
                Reference {
                    title: "HTML: the lang attribute",
                    url: "https://html.spec.whatwg.org/multipage/dom.html#the-lang-and-xml:lang-attributes",
                    strength: EvidenceStrength::Convention,
                },
            ],
        }
    }

    fn judge(&self, context: &Context<'_>) -> Finding {
        let page = context.page;
        let languages = &context.languages;
        let translations = translations(page);
        judge(languages, translations.as_ref())
            .with_all(languages.declared.iter().map(declaration))
            .with_all(detection(languages))
            .with_all(translations.into_iter().flat_map(|set| {
                let count = measure("Translation links", set.count.to_string());
                std::iter::once(count).chain(set.defects)
            }))
    }

    fn fix(&self, context: &Context<'_>, _finding: &CheckResult) -> Fix {
        let translations = translations(context.page);
        fix::fix(context.page, &context.languages, translations.as_ref())
    }
}

/// The translations of a page; of a file without an address nobody knows which is its own.
fn translations(page: &Page) -> Option<Translations> {
    match page.source {
        Source::FileWithoutAddress => None,
        Source::Web | Source::File => Translations::of(page),
    }
}

fn judge(languages: &Languages, translations: Option<&Translations>) -> Finding {
    let Some(html) = languages.html() else { return elsewhere(languages) };
    if let Err(defect) = &html.tag {
        return match (&defect.primary, languages.known()) {
            (None, None) => Finding::fail(format!(
                "The `lang` attribute {}, and no language is declared elsewhere.",
                defect.problem
            )),
            _ => Finding::warn(format!("The `lang` attribute {}.", defect.problem)),
        };
    }
    if languages.agreement() == Agreement::Disagrees {
        return Finding::warn("The text isn't in the language that the `lang` attribute declares.");
    }
    match translations {
        Some(set) if !set.defects.is_empty() => Finding::warn(format!(
            "{} of {} translation links have an invalid code or no absolute URL.",
            set.defects.len(),
            set.count
        )),
        Some(set) if !set.names_itself => Finding::warn(
            "The translation links don't include this page itself, so engines may ignore them.",
        ),
        _ => Finding::pass("The language is declared, and the text doesn't contradict it."),
    }
}

/// No `lang` attribute.
fn elsewhere(languages: &Languages) -> Finding {
    match languages.declared.iter().any(|declared| declared.tag.is_ok()) {
        true => Finding::warn(
            "The `lang` attribute is missing; the language is declared only elsewhere.",
        ),
        false => Finding::fail("No language is declared."),
    }
}

fn declaration(declared: &Declared) -> Detail {
    let label = match declared.source {
        DeclaredIn::Html => "lang attribute",
        DeclaredIn::Xml => "xml:lang attribute",
        DeclaredIn::Body => "lang attribute in the body",
        DeclaredIn::Header => "Content-Language header",
        DeclaredIn::Pragma => "meta content-language",
        DeclaredIn::Meta => "meta element",
        DeclaredIn::OpenGraph => "og:locale",
    };
    let measured = declared.tag.as_ref().err().map(|defect| defect.problem.clone());
    Detail { measured, ..quote(label, &declared.written) }
}

fn detection(languages: &Languages) -> Option<Detail> {
    let found = languages.detected.as_ref()?;
    let measured = format!(
        "{}, {}% sure from {} characters of prose",
        found.language,
        found.percent,
        grouped(found.characters)
    );
    Some(measure("Detected language", measured))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue::test_page::{page, with_header, with_metas};
    use crate::page::markup::Alternate;
    use crate::report::Status;

    const FRENCH: &str = "La théière doit être rincée avec de l'eau chaude avant que le thé n'y \
                          soit versé, car une théière froide retient la chaleur de l'eau et le thé \
                          infuse mal. On laisse ensuite infuser les feuilles pendant quelques \
                          minutes, selon le goût de chacun.";

    fn judge(page: &Page) -> Finding {
        Language.judge(&Context::new(page, false))
    }

    fn status(page: &Page) -> Status {
        judge(page).status
    }

    fn with_lang(lang: &str) -> Page {
        let mut page = page();
        page.document.lang = Some(lang.to_owned());
        page
    }

    fn with_translations(links: &[(&str, &str)]) -> Page {
        let mut page = with_lang("en");
        page.document.markup.alternates = links
            .iter()
            .map(|(hreflang, href)| Alternate {
                line: Some(5),
                hreflang: (*hreflang).to_owned(),
                href: (*href).to_owned(),
                is_other_media: false,
            })
            .collect();
        page
    }

    #[test]
    fn a_valid_declaration_passes_and_none_fails() {
        for lang in ["en", "zh-Hans-CN", "es-419", "pt-BR", "fil"] {
            assert_eq!(status(&with_lang(lang)), Status::Pass, "{lang}");
        }
        for lang in ["en_US", "en-UK", "eng"] {
            assert_eq!(status(&with_lang(lang)), Status::Warn, "{lang}");
        }
        for lang in ["jp", "{{ lang }}", "english"] {
            assert_eq!(status(&with_lang(lang)), Status::Fail, "{lang}");
        }
        let mut none = page();
        none.document.lang = None;
        assert_eq!(status(&none), Status::Fail);
    }

    fn page_of_xml(lang: &str) -> Page {
        let mut page = page();
        page.document.lang = None;
        page.document.markup.xml_lang = Some(lang.to_owned());
        page
    }

    #[test]
    fn a_declaration_elsewhere_is_half_of_one() {
        let mut page = with_header("content-language", "de");
        page.document.lang = None;
        assert_eq!(status(&page), Status::Warn);
        let mut page = with_metas(&[("og:locale", "en_GB")]);
        page.document.lang = None;
        assert_eq!(status(&page), Status::Warn);
        page.document.lang = Some("{{ lang }}".to_owned());
        assert_eq!(status(&page), Status::Warn);
        let mut page = page_of_xml("pt_BR");
        assert_eq!(status(&page), Status::Warn);
        page.document.markup.xml_lang = Some("nonsense".to_owned());
        assert_eq!(status(&page), Status::Fail);
        page.document.markup.body_lang = Some("en".to_owned());
        assert_eq!(status(&page), Status::Warn);
        let mut page = with_metas(&[("og:locale", "locale")]);
        page.document.lang = None;
        assert_eq!(status(&page), Status::Fail);
    }

    #[test]
    fn the_text_may_speak_against_it() {
        let with_text = |lang: &str, text: &str| {
            let mut page = with_lang(lang);
            page.document.main.text = text.to_owned();
            status(&page)
        };
        assert_eq!(with_text("fr-CA", FRENCH), Status::Pass);
        assert_eq!(with_text("en", FRENCH), Status::Warn);
        assert_eq!(with_text("oc", FRENCH), Status::Pass, "not distinguished");
        assert_eq!(with_text("en", "Une phrase courte."), Status::Pass);
    }

    #[test]
    fn translations_name_the_page_itself_and_languages_that_exist() {
        let own = ("en", "https://www.example.com/guide/tea");
        for (other, expected) in [
            (("de", "https://www.example.com/de/tee"), Status::Pass),
            (("x-default", "https://www.example.com/"), Status::Pass),
            (("en-UK", "https://www.example.com/uk"), Status::Warn),
            (("jp", "https://www.example.com/jp"), Status::Warn),
            (("de", "/de/tee"), Status::Warn),
            (("de", ""), Status::Warn),
        ] {
            assert_eq!(status(&with_translations(&[own, other])), expected, "{other:?}");
        }
        let lacking = with_translations(&[("de", "https://www.example.com/de/tee")]);
        assert_eq!(status(&lacking), Status::Warn);
        let mut header =
            with_header("link", "<https://www.example.com/guide/tea>; rel=alternate; hreflang=en");
        header.document.lang = Some("en".to_owned());
        assert_eq!(status(&header), Status::Pass);
    }
}
