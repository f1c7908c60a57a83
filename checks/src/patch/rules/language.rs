//! The language of a page that declares none, or another.

use super::proposal::Proposal;
use super::tag_edits;
use crate::catalogue::extraction::language::meant_tag;
use crate::page::language::{Agreement, DeclaredIn, Detected, Languages};
use crate::paste::in_title;
use crate::patch::view::View;

/// Percent of confidence from which a language is certain: all of it.
const CERTAIN_PERCENT: u8 = 100;
/// The fewest characters of prose by which a language is certain.
const CHARACTERS: usize = 400;
/// The same where the page declares another one.
const CHARACTERS_AGAINST: usize = 1_200;

pub(super) fn propose(view: &View<'_>) -> Vec<Proposal> {
    let languages = &view.context.languages;
    let Some((_, html)) = view.tags.first("html").filter(|_| view.is_open("language")) else {
        return Vec::new();
    };
    let Some(tag) = wanted(languages) else { return Vec::new() };
    let title = match languages.html() {
        Some(declared) => format!("Set lang to {tag} instead of {}", in_title(&declared.written)),
        None => format!("Declare the language, lang=\"{tag}\""),
    };
    let mut edits = vec![tag_edits::set(view, html, "lang", &tag)];
    // Readers of XML go by the other one.
    if html.attribute("xml:lang").is_some() {
        edits.push(tag_edits::set(view, html, "xml:lang", &tag));
    }
    vec![Proposal::new(title, edits)]
}

/// The tag that the page should bear, where that is certain.
fn wanted(languages: &Languages) -> Option<String> {
    if languages.agreement() == Agreement::Disagrees {
        // A page with parts in several languages may be about one of them.
        let certain = certain(languages, CHARACTERS_AGAINST);
        return certain.filter(|_| languages.of_parts.is_empty()).map(|own| own.language.clone());
    }
    match languages.html() {
        Some(html) => meant_tag(&html.written).filter(|_| html.tag.is_err()),
        None => {
            let written = languages.declared.iter().find(|own| own.source == DeclaredIn::Xml);
            let written = written.filter(|own| own.tag.is_ok()).map(|own| own.written.clone());
            written.or_else(|| Some(certain(languages, CHARACTERS)?.language.clone()))
        }
    }
}

fn certain(languages: &Languages, characters: usize) -> Option<&Detected> {
    let found = languages.detected.as_ref()?;
    (found.percent >= CERTAIN_PERCENT && found.characters >= characters).then_some(found)
}
