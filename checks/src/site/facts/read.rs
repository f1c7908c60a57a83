//! From a page and its report to the facts.

use url::Url;

use super::entities::entities;
use super::links::{Links, links, translations};
use super::robots::{blocked, standing};
use super::{PageFacts, TEXT_CHARACTERS, Template};
use crate::catalogue::structure::headings::is_letter_of_index;
use crate::check::Context;
use crate::excerpt::one_line;
use crate::page::canonical::declared::Declared;
use crate::page::snapshot::Source;
use crate::page::{Page, Part};
use crate::site::address::{Address, section};
use crate::site::print::TextPrint;
use crate::url::normalise;

impl PageFacts {
    /// The facts of a page that was judged.
    #[must_use]
    pub fn of(context: &Context<'_>) -> Self {
        let page = context.page;
        let document = &page.document;
        let base = document.base(&page.final_url);
        let Links { pages, others, is_cut } = links(page, &base);
        let (url, answer) = (normalise(&page.requested_url), normalise(&page.final_url));
        let title = document.title();
        // What is around it would be compared, too.
        let is_sure = !document.main.low_confidence && !document.cut_short && !page.truncated;
        let text = is_sure.then(|| TextPrint::of(&document.main.text)).flatten();
        // Declarations of one interface are alike wherever it is used, and so are members that classes
        // inherit: what has them tells them apart.
        let heading = document.h1.first().map_or("", |heading| heading.value.as_str());
        let text = text.map(|print| {
            match document.outline.is_only_code() || document.kind.part == Some(Part::Entry) {
                true => print.below(&format!("{title}\n{heading}")),
                false => print,
            }
        });
        Self {
            final_url: (url != answer).then(|| answer.to_string()),
            has_address: page.source != Source::FileWithoutAddress,
            status: page.answer().map_or(0, |answer| answer.status),
            standing: standing(context),
            canonical: canonical(page).map(|url| normalise(&url).into()),
            title: one_line(title, TEXT_CHARACTERS),
            description: one_line(page.meta("description").unwrap_or_default(), TEXT_CHARACTERS),
            language: language(context).to_owned(),
            words: u32::try_from(document.main.word_equivalents).unwrap_or(u32::MAX),
            text,
            template: Template { id: document.template, section: section(&url) },
            links: pages,
            other_links: others,
            links_cut: is_cut,
            alternates: translations(page, &base),
            entities: entities(context),
            blocked: blocked(context),
            is_index: document.kind.part == Some(Part::Index) || is_letter_of_index(context),
            menu_in_script: document.shell.menu && document.is_of_manual(),
            url: url.into(),
        }
    }
}

/// The language of a page that declares one. A guess differs between pages of one template.
fn language<'a>(context: &'a Context<'_>) -> &'a str {
    let languages = &context.languages;
    languages.known().map_or("und", |_| languages.primary())
}

/// The canonical that engines obey; none where several contradict each other.
fn canonical(page: &Page) -> Option<Url> {
    let all = Declared::of(page);
    let mut effective = all.effective();
    let first = effective.next()?;
    let key = Address::of(&first.target).loose;
    effective.all(|other| Address::of(&other.target).loose == key).then(|| first.target.clone())
}
