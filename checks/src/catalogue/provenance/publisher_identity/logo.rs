//! The name that the site's logo has for those who do not see it.

use super::words::WORDS;
use crate::check::Context;
use crate::page::outline::Image;

/// Images around the content that are looked at.
const IMAGES: usize = 12;
/// Names that are taken.
const NAMES: usize = 3;
/// The most characters of a name.
const CHARACTERS: usize = 40;
/// Characters of the language of a site in its address: `en-gb`.
const LANGUAGE_CHARACTERS: usize = 5;

/// The names in the alternative texts of logos around the content: "Sur la Mer" of "Sur la Mer
/// Logo". Untrusted.
pub(crate) fn logo_names<'a>(context: &'a Context<'_>) -> Vec<&'a str> {
    let images = context.page.document.outline.images.iter();
    let around = images.filter(|image| !image.place.in_main).take(IMAGES);
    let names = around.filter_map(|image| {
        let alt = image.alt.as_deref()?;
        name_of(alt, image.is_logo)
            .or_else(|| Some(alt.trim()).filter(|alt| is_name_on_link_home(context, image, alt)))
    });
    names.take(NAMES).collect()
}

/// Whether the text of an image that is a link to the home page is a name of the site, and no
/// invitation to go there.
fn is_name_on_link_home(context: &Context<'_>, image: &Image, alt: &str) -> bool {
    let page = &context.page.final_url;
    let leads_home = |href: &str| {
        context.page.document.base(page).join(href).is_ok_and(|to| {
            let mut parts = to.path().split('/').filter(|part| !part.is_empty());
            let is_language = |part: &str| part.len() <= LANGUAGE_CHARACTERS;
            to.host_str() == page.host_str()
                && to.query().is_none()
                && parts.next().is_none_or(is_language)
                && parts.next().is_none()
        })
    };
    alt.chars().count() <= CHARACTERS
        && image.href.as_deref().is_some_and(leads_home)
        && (context.sites.is_one(alt) || context.sites.is_around_one(alt))
}

/// The name in the alternative text of an image that is a logo, or whose text says so.
fn name_of(alt: &str, is_logo: bool) -> Option<&str> {
    let is_beside = |word: &str| {
        let word = word.trim_matches(|char: char| !char.is_alphanumeric());
        WORDS.beside_logo.iter().any(|beside| word.eq_ignore_ascii_case(beside))
    };
    let mut words = alt.split(|char: char| !char.is_alphanumeric());
    let is_logo = is_logo || words.any(|word| word.eq_ignore_ascii_case("logo"));
    let is_file = [".svg", ".png", ".jpg", ".gif", ".webp"].iter().any(|end| alt.ends_with(end));
    if !is_logo || is_file {
        return None;
    }
    let mut name = alt.trim();
    while let Some((first, rest)) =
        name.split_once([' ', '-', '_']).filter(|(first, _)| is_beside(first))
    {
        name = if first.is_empty() { rest } else { rest.trim_start() };
    }
    while let Some((rest, _)) =
        name.rsplit_once([' ', '-', '_']).filter(|(_, last)| is_beside(last))
    {
        name = rest.trim_end();
    }
    let is_name = !name.is_empty() && !is_beside(name) && name.chars().count() <= CHARACTERS;
    is_name.then_some(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_logo_is_named_after_whom_it_stands_for() {
        for (alt, name) in [
            ("Sur la Mer Logo", Some("Sur la Mer")),
            ("Logo of Leaf", Some("Leaf")),
            ("leaf-logo", Some("leaf")),
            ("Leaf logo white", Some("Leaf")),
            ("The Leaf Board logo", Some("Leaf Board")),
            ("logo", None),
            ("Logo footer", None),
            ("leaf-logo.svg", None),
            ("Leaf", None),
            ("A cup of tea beside a pot", None),
            ("", None),
        ] {
            assert_eq!(name_of(alt, false), name, "{alt}");
        }
        assert_eq!(name_of(&format!("{} logo", "Tea ".repeat(20)), false), None);
        assert_eq!(name_of("Leaf", true), Some("Leaf"));
    }
}
