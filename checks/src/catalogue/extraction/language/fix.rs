//! How to declare the language, and to link the translations.

use std::collections::HashSet;

use super::hreflang::Translations;
use crate::fix::Fix;
use crate::page::Page;
use crate::page::language::{Agreement, Languages, Tag, hreflang_defect};
use crate::page::markup::Alternate;
use crate::paste::{html, in_step, in_title, line, shell};
use crate::url::without_tracking;
use crate::wording::grouped;

/// Links to translations that one fix spells out.
const LINKS_SHOWN: usize = 5;

/// Parts of a language tag that are looked at.
const PARTS_MAX: usize = 6;

/// What stands for a language that is not known.
const UNKNOWN: &str = "…";

/// Codes of countries that are written for languages, where no language has that code.
const COUNTRIES: [(&str, &str); 8] = [
    ("cn", "zh"),
    ("cz", "cs"),
    ("dk", "da"),
    ("gr", "el"),
    ("jp", "ja"),
    ("rs", "sr"),
    ("ua", "uk"),
    ("us", "en"),
];

/// By the same causes as the verdict, in the same order.
pub(super) fn fix(page: &Page, languages: &Languages, translations: Option<&Translations>) -> Fix {
    let fix = |title: String| {
        Fix::new(
            "language",
            title,
            format!(
                "`curl -s {} | grep -i -e '<html' -e hreflang` shows the change.",
                shell(&page.final_url)
            ),
        )
    };
    let disagrees = languages.agreement() == Agreement::Disagrees;
    let written = languages.html();
    let is_wrong = disagrees || written.is_none_or(|declared| declared.tag.is_err());
    if is_wrong {
        let tag = wanted(languages, disagrees);
        let title = match (written, disagrees) {
            (Some(declared), _) if tag == UNKNOWN => format!(
                "Set lang to the text's language instead of {}",
                in_title(&declared.written)
            ),
            (None, _) if tag == UNKNOWN => {
                "Declare the language: the `<html>` element has no `lang`".to_owned()
            }
            (Some(declared), true) => format!(
                "Set lang to {tag}: it says {}, but the text is in {tag}",
                in_title(&declared.written)
            ),
            (Some(declared), false) => {
                format!("Set lang to {tag} instead of {}", in_title(&declared.written))
            }
            (None, _) => format!("Declare the language: `<html lang=\"{tag}\">`"),
        };
        return attribute(fix(title), languages, &tag);
    }
    match translations {
        Some(set) if !set.wrong.is_empty() => links(fix, page, set),
        _ => own_link(fix, page, languages),
    }
}

/// The tag to write: that of the text where it speaks against what is declared, else what is meant
/// by the first declaration that can be understood. A guess that isn't sure is left to a step.
fn wanted(languages: &Languages, disagrees: bool) -> String {
    let declared = languages.declared.iter().filter(|_| !disagrees);
    let is_tag = |tag: &str| Tag::parse(tag).is_ok();
    let meant = declared.filter_map(|one| meant(&one.written, is_tag)).next();
    meant.unwrap_or_else(|| match languages.primary() {
        "und" => UNKNOWN.to_owned(),
        primary => primary.to_owned(),
    })
}

/// The tag of a language that a text was meant to be, where there is one.
pub(crate) fn meant_tag(written: &str) -> Option<String> {
    meant(written, |tag| Tag::parse(tag).is_ok())
}

/// The longest valid tag that a text was meant to be: `en-GB` for `en_UK`, `ja` for `jp`.
fn meant(written: &str, is_valid: impl Fn(&str) -> bool) -> Option<String> {
    let mut parts: Vec<String> = written
        .trim()
        .replace('_', "-")
        .split('-')
        .take(PARTS_MAX)
        .map(|part| if part.eq_ignore_ascii_case("uk") { "GB".to_owned() } else { part.to_owned() })
        .collect();
    let first = written.split(['-', '_']).next()?.trim().to_ascii_lowercase();
    parts[0] = match COUNTRIES.iter().find(|(country, _)| *country == first) {
        Some((_, language)) => (*language).to_owned(),
        None => match Tag::parse(&first) {
            Ok(_) => first,
            Err(defect) => defect.primary?,
        },
    };
    (1..=parts.len()).rev().map(|count| parts[..count].join("-")).find(|tag| is_valid(tag))
}

fn attribute(fix: Fix, languages: &Languages, tag: &str) -> Fix {
    let fix = fix.for_tool(languages.html().is_none());
    let mut fix = match tag {
        UNKNOWN => fix,
        tag => fix.snippet(format!("<html lang=\"{}\">", html(tag))),
    };
    if let Some(found) = &languages.detected {
        fix = fix.step(match found.is_sure() {
            true => format!("The text is in {}.", found.language),
            false => format!(
                "The text looks like {} ({}% sure, from {} characters). Check whether that is right.",
                found.language,
                found.percent,
                grouped(found.characters)
            ),
        });
    }
    let fix = match tag {
        UNKNOWN => fix.step(
            "Set the code of the text's language on the `html` element, such as `en`, `de-AT`, \
             `pt-BR` or `zh-Hans`.",
        ),
        _ => fix.step(format!(
            "Set `lang=\"{tag}\"` on the `html` element, in the template. Keep its other attributes."
        )),
    };
    fix.step("Give parts in another language their own `lang` attribute.")
}

fn links(fix: impl Fn(String) -> Fix, page: &Page, set: &Translations) -> Fix {
    let first =
        set.wrong.first().map(|link| in_title(&link.hreflang).to_string()).unwrap_or_default();
    let title = match set.wrong.len() {
        1 if set.wrong[0].hreflang.trim().is_empty() => {
            "Give the translation link its language code".to_owned()
        }
        1 => format!("Fix the translation link {first}"),
        more => format!("Fix {more} of {} translation links", set.count),
    };
    let mut fix = fix(title);
    let mut snippet = Vec::new();
    let mut given = HashSet::new();
    for link in set.wrong.iter().take(LINKS_SHOWN) {
        let place =
            link.line.map_or_else(|| "`Link` header".to_owned(), |line| format!("Line {line}"));
        let url =
            if link.href.is_empty() { "no URL".to_owned() } else { in_step(&link.href).into() };
        let written = in_step(&link.hreflang);
        if let Some(code) = code_of(link)
            .filter(|code| is_taken(page, set, link, code) || !given.insert(code.to_lowercase()))
        {
            fix = fix.step(format!(
                "{place}: remove the link with `hreflang` {written} for {url}. Another link already \
                 has the code {}, and each code may point to only one URL.",
                in_step(&code)
            ));
            continue;
        }
        fix = fix.step(format!("{place}: `hreflang` {written} for {url}."));
        snippet.extend(element(page, link));
    }
    let fix = fix.step(
        "Each link needs a language code (ISO 639-1), optionally with a country code (ISO 3166-1; \
         the United Kingdom is `GB`), and an absolute URL.",
    );
    match snippet.is_empty() {
        true => fix,
        false => fix.snippet(snippet.join("\n")),
    }
}

/// Whether a link that is right has that code already, for another URL.
fn is_taken(page: &Page, set: &Translations, wrong: &Alternate, code: &str) -> bool {
    let is_wrong = |one: &Alternate| set.wrong.contains(one);
    let mut sound = page.document.markup.alternates.iter().filter(|one| !is_wrong(one));
    sound.any(|one| one.hreflang.eq_ignore_ascii_case(code) && one.href != wrong.href)
}

/// The code that a link has, or was meant to have.
fn code_of(link: &Alternate) -> Option<String> {
    match hreflang_defect(&link.hreflang) {
        None => Some(link.hreflang.clone()),
        Some(_) => meant(&link.hreflang, |tag| hreflang_defect(tag).is_none()),
    }
}

/// A link as it was meant, where both its language and its address are known.
fn element(page: &Page, link: &Alternate) -> Option<String> {
    let code = code_of(link)?;
    let address = page.final_url.join(&link.href).ok().filter(|_| !link.href.is_empty())?;
    Some(alternate(&code, address.as_str()))
}

fn alternate(code: &str, address: &str) -> String {
    format!(
        "<link rel=\"alternate\" hreflang=\"{}\" href=\"{}\">",
        html(&line(code)),
        html(address)
    )
}

/// The links lack one to the page itself.
fn own_link(fix: impl Fn(String) -> Fix, page: &Page, languages: &Languages) -> Fix {
    let tag = languages.html().map_or(languages.primary(), |declared| declared.written.as_str());
    let address = without_tracking(&page.final_url);
    fix(format!("Add the page itself to its translation links, as hreflang {}", in_title(tag)))
        .step("Add the element below to the others on this page.")
        .step(
            "On each translation, list all translations and the page itself. Engines ignore \
             one-way links.",
        )
        .snippet(alternate(tag, address.as_str()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue::extraction::language::Language;
    use crate::catalogue::test_page::{fix_of, page, with_metas};

    const FRENCH: &str = "La théière doit être rincée avec de l'eau chaude avant que le thé n'y \
                          soit versé, car une théière froide retient la chaleur de l'eau et le thé \
                          infuse mal. On laisse ensuite infuser les feuilles pendant quelques \
                          minutes, selon le goût de chacun.";

    fn with_lang(lang: Option<&str>, text: &str) -> Fix {
        let mut page = page();
        page.document.lang = lang.map(str::to_owned);
        page.document.main.text = text.to_owned();
        fix_of(&Language, &page)
    }

    #[test]
    fn the_attribute_is_that_of_the_text_or_of_what_was_meant() {
        for (lang, text, title, tag) in [
            (None, FRENCH, "Declare the language: `<html lang=\"fr\">`", "fr"),
            (None, "", "Declare the language: the `<html>` element has no `lang`", "…"),
            (Some("en_US"), "", "Set lang to en-US instead of `en_US`", "en-US"),
            (Some("en-UK"), "", "Set lang to en-GB instead of `en-UK`", "en-GB"),
            (Some("jp"), "", "Set lang to ja instead of `jp`", "ja"),
            (Some("eng"), "", "Set lang to en instead of `eng`", "en"),
            (Some("{{ lang }}"), FRENCH, "Set lang to fr instead of `{{ lang }}`", "fr"),
            (Some("en-GB"), FRENCH, "Set lang to fr: it says `en-GB`, but the text is in fr", "fr"),
        ] {
            let fix = with_lang(lang, text);
            assert_eq!(fix.title, title);
            let known = (tag != "…").then(|| format!("<html lang=\"{tag}\">"));
            assert_eq!(fix.snippet, known, "{lang:?}");
        }
    }

    #[test]
    fn what_is_declared_elsewhere_is_taken_over() {
        let mut page = with_metas(&[("og:locale", "pt_BR")]);
        page.document.lang = None;
        assert_eq!(fix_of(&Language, &page).title, "Declare the language: `<html lang=\"pt-BR\">`");
    }

    fn with_links(links: &[(&str, &str)]) -> Fix {
        let mut page = page();
        page.document.markup.alternates = links
            .iter()
            .map(|(hreflang, href)| Alternate {
                line: Some(5),
                hreflang: (*hreflang).to_owned(),
                href: (*href).to_owned(),
                is_other_media: false,
            })
            .collect();
        fix_of(&Language, &page)
    }

    #[test]
    fn wrong_links_are_written_as_they_were_meant() {
        let own = ("en", "https://www.example.com/guide/tea");
        let one = with_links(&[own, ("en-UK", "https://www.example.com/uk?a=1&b=2")]);
        assert_eq!(one.title, "Fix the translation link `en-UK`");
        assert_eq!(
            one.snippet.as_deref(),
            Some(
                "<link rel=\"alternate\" hreflang=\"en-GB\" \
                 href=\"https://www.example.com/uk?a=1&amp;b=2\">"
            )
        );
        for (written, code) in
            [("pt-BR-cn", "pt-BR"), ("en-EU", "en"), ("rs-RS", "sr-RS"), ("uk-UA", "uk-UA")]
        {
            let whole = meant(written, |tag| hreflang_defect(tag).is_none());
            assert_eq!(whole.as_deref(), Some(code), "{written}");
        }
        let same = with_links(&[own, ("en-UK", "/uk"), ("en_GB", "/gb")]).snippet.unwrap();
        assert_eq!(same.matches("en-GB").count(), 1, "{same}");
        let more = with_links(&[own, ("jp", "/jp"), ("klingon", "")]);
        assert_eq!(more.title, "Fix 2 of 3 translation links");
        assert_eq!(
            more.snippet.as_deref(),
            Some("<link rel=\"alternate\" hreflang=\"ja\" href=\"https://www.example.com/jp\">")
        );
        let nameless = with_links(&[own, ("", "/de")]);
        assert_eq!(nameless.title, "Give the translation link its language code");
        assert_eq!(nameless.snippet, None, "the code isn't known");
    }

    #[test]
    fn a_link_to_the_page_itself_is_added() {
        let fix = with_links(&[("de", "https://www.example.com/de/tee")]);
        assert_eq!(fix.title, "Add the page itself to its translation links, as hreflang `en`");
        assert_eq!(
            fix.snippet.as_deref(),
            Some(
                "<link rel=\"alternate\" hreflang=\"en\" \
                 href=\"https://www.example.com/guide/tea?cup=1\">"
            )
        );
    }

    #[test]
    fn a_code_that_another_link_has_is_not_given_twice() {
        let own = ("en", "https://www.example.com/guide/tea");
        let taken = [own, ("pt-BR", "https://www.example.com/br"), ("pt-BR-cn", "https://x.cn/br")];
        let fix = with_links(&taken);
        assert!(fix.steps[0].contains("remove the link"), "{:?}", fix.steps);
        assert_eq!(fix.snippet, None);
    }
}
