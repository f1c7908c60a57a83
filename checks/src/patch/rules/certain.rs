//! What of a page is certain enough to be written into its markup. What the report may suggest to
//! a person, who reads it first, is less than what is written unseen.

use chrono::NaiveDate;
use serde_json::Value;
use url::Url;

use super::day::{DATE_WORDS, certain_day, is_of_range};
use crate::catalogue::provenance::trusted_dates::{shown, trusted};
use crate::data;
use crate::edit::Piece;
use crate::page::dates::{Date, DateMeaning};
use crate::page::names::{comparable, is_nobody, is_organisation, looks_like_a_person};
use crate::page::title::SEPARATORS;
use crate::patch::generator::Generator;
use crate::patch::view::View;
use crate::table::TableSet;
use crate::url::registrable_domain;

data::words! { "patch-words.json" => static WORDS: Words {
    /// Words that name what somebody does, not who they are.
    roles: TableSet<String>,
    /// Words that only names of groups and accounts have.
    groups: TableSet<String>,
    /// What the names of images have that sites show for every page.
    images_of_sites: Vec<String>,
    /// Words that the names of images have beside that of the site, where every page shows them.
    cards: TableSet<String>,
} }

/// Labels of a host that name no part of a site.
const NO_PARTS: [&str; 3] = ["www", "m", "en"];
/// Headings that name a file or its place.
const NO_HEADLINES: [&str; 4] = ["home", "index", "readme", "untitled"];
/// Elements whose days are those of what they stand over, or of their rows.
const OF_PARTS: [&str; 6] = ["h2", "h3", "h4", "h5", "h6", "table"];
/// Words of a person's name.
const NAME_WORDS: std::ops::RangeInclusive<usize> = 2..=4;
/// The most bytes of a text that is looked through for a date.
const DATED_BYTES: usize = 2_000;

/// Whether the value of a property is certain.
pub(super) fn is_certain(view: &View<'_>, name: &str, value: &Value) -> bool {
    match name {
        "headline" | "name" | "title" => value.as_str().is_some_and(|text| is_headline(view, text)),
        "author" => is_author(value),
        "datePublished" | "datePosted" | "uploadDate" => {
            value.as_str().is_some_and(|text| is_published(view, text))
        }
        "image" | "thumbnailUrl" => {
            let path = value.as_str().and_then(|text| Url::parse(text).ok());
            path.is_some_and(|url| !is_of_site(url.path()) && !is_named_as_site(view, url.path()))
        }
        "dateModified" if contradicts_shown(view, value) => false,
        "dateModified" => !view.generator.is_some_and(Generator::shows_day_of_build),
        // What the page declares may be the language of its template.
        "inLanguage" => {
            let detected = view.context.languages.detected.as_ref();
            value.as_str().zip(detected).is_some_and(|(declared, detected)| {
                let primary = declared.split(['-', '_']).next().unwrap_or_default();
                primary.eq_ignore_ascii_case(&detected.language)
            })
        }
        _ => true,
    }
}

/// Whether the path of an image says that it is one of the site, not of what the page is about.
fn is_of_site(path: &str) -> bool {
    let path = path.to_ascii_lowercase();
    WORDS.images_of_sites.iter().any(|word| path.contains(word))
}

/// Whether an image is named as the site is: its card for every page.
fn is_named_as_site(view: &View<'_>, path: &str) -> bool {
    let site = registrable_domain(&view.context.page.final_url).unwrap_or_default();
    let site = comparable(site.split('.').next().unwrap_or_default());
    let file = path.rsplit('/').next().unwrap_or_default();
    let name = file.rsplit_once('.').map_or(file, |(name, _)| name).to_ascii_lowercase();
    let mut words =
        name.split(|char: char| !char.is_alphanumeric()).filter(|word| !word.is_empty());
    let is_card =
        |word: &str| WORDS.cards.contains(word) || word.bytes().all(|byte| byte.is_ascii_digit());
    !site.is_empty() && name.contains(&site) && words.all(|word| word == site || is_card(word))
}

/// Whether the text shows another day as that of the last change.
fn contradicts_shown(view: &View<'_>, value: &Value) -> bool {
    let written = value.as_str().and_then(|text| Date::parse(text)?.day());
    let seen = shown(view.context).modified;
    written.zip(seen).is_some_and(|(written, seen)| (written - seen).num_days().abs() > 1)
}

/// Whether a text is what both the heading and the title of the page call it. A heading alone may
/// be that of a menu or a section, and a title alone may name the site as well.
pub(super) fn is_headline(view: &View<'_>, text: &str) -> bool {
    let document = &view.context.page.document;
    let own = comparable(text);
    let title = comparable(document.title());
    let is_garbled = text.chars().any(|char| char.is_control() || char == '\u{FFFD}');
    let is_site = view.context.sites.is_one(text) || NO_HEADLINES.contains(&own.as_str());
    if own.is_empty() || title.is_empty() || is_garbled || is_site {
        return false;
    }
    let is_heading = document.h1.iter().any(|heading| comparable(&heading.value) == own);
    if is_heading {
        let names_it = title.starts_with(&own) || own.starts_with(&title);
        return names_it && (document.h1.len() == 1 || text.split_whitespace().count() > 1);
    }
    let is_joined = SEPARATORS.iter().any(|separator| text.contains(separator));
    own == title && !is_joined && document.visible_text.contains(text)
}

/// Whether each author is a person by a full name.
fn is_author(value: &Value) -> bool {
    let is_name = |text: &str| {
        let words: Vec<&str> = text.split_whitespace().collect();
        let is_role = |word: &&str| {
            let word = word.trim_matches(|char: char| !char.is_alphanumeric()).to_lowercase();
            WORDS.roles.contains(&word)
                || WORDS.groups.contains(&word)
                || (word.len() > 6 && word.ends_with("ist"))
        };
        NAME_WORDS.contains(&words.len())
            && looks_like_a_person(text)
            && !is_nobody(text)
            && !is_organisation(text)
            && !words.iter().any(is_role)
    };
    match value {
        Value::Array(all) => all.iter().all(is_author),
        Value::Object(person) => person.get("name").and_then(Value::as_str).is_some_and(is_name),
        _ => false,
    }
}

/// Whether the page declares that date, or it is the first one below its heading.
fn is_published(view: &View<'_>, written: &str) -> bool {
    let declared = trusted(view.context, DateMeaning::Published).map(|(_, date)| date.to_string());
    let day = || Date::parse(written)?.day();
    declared.as_deref() == Some(written) || day().is_some_and(|day| is_first(view, day))
}

/// Whether that day is the first one that stands below the heading of the page, and not that of a
/// part: other days are those of other versions, or of what is told. Without a heading nothing
/// stands below it.
pub(super) fn is_first(view: &View<'_>, day: NaiveDate) -> bool {
    let Some((heading, _)) = view.tags.first("h1") else { return false };
    let text = view.source.text();
    let language = view.context.languages.primary();
    let (mut in_raw, mut of_parts) = (false, 0_usize);
    let first = view.tags.pieces[heading..].iter().find_map(|piece| match piece {
        Piece::Tag(tag) => {
            in_raw = tag.is_start && matches!(tag.name.as_str(), "script" | "style");
            if OF_PARTS.contains(&tag.name.as_str()) {
                of_parts = if tag.is_start { of_parts + 1 } else { of_parts.saturating_sub(1) };
            }
            None
        }
        Piece::Text(range) if !in_raw => {
            let found = first_day(&text[range.clone()], language);
            found.map(|(day, is_alone)| (day, is_alone && of_parts == 0))
        }
        _ => None,
    });
    first == Some((day, true))
}

/// The first day that a text names in full, and whether it is no end of a range.
fn first_day(text: &str, language: &str) -> Option<(NaiveDate, bool)> {
    if text.len() > DATED_BYTES || !text.bytes().any(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let words: Vec<&str> = text.split_whitespace().collect();
    (0..words.len()).find_map(|start| {
        (1..=DATE_WORDS).find_map(|count| {
            let run = words.get(start..start + count)?.join(" ");
            let run = run.trim_matches(|char: char| !char.is_alphanumeric());
            let exact = || Date::parse(run).filter(|_| run.len() >= "2026-03-05".len())?.day();
            let day = certain_day(run, language).or_else(exact)?;
            let (before, after) = (words[..start].join(" "), words[start + count..].join(" "));
            Some((day, !is_of_range(&before, &after, language)))
        })
    })
}

/// Whether a name is that of the site, not a slogan: it is one phrase, and the site's host has a
/// part of it.
pub(super) fn is_site_name(view: &View<'_>, name: &str) -> bool {
    let url = &view.context.page.final_url;
    let host = url.host_str().unwrap_or_default();
    // The name of an owner isn't that of its part.
    let part = registrable_domain(url).and_then(|site| host.strip_suffix(&site)?.split('.').next());
    let names_part = |part: &str| {
        let part = comparable(part);
        NO_PARTS.contains(&part.as_str()) || part.len() <= 2 || comparable(name).contains(&part)
    };
    let host = comparable(host.trim_start_matches("www."));
    let is_part = |part: &str| part.len() > 2 && host.contains(part);
    let words: Vec<String> = name.split_whitespace().map(comparable).collect();
    let initials: String = words.iter().filter_map(|word| word.chars().next()).collect();
    let is_named = words.iter().any(|word| is_part(word))
        || is_part(&initials)
        || is_part(&comparable(name))
        || host.starts_with(&comparable(name));
    let is_joined = SEPARATORS.iter().any(|separator| name.contains(separator));
    is_named && part.is_none_or(names_part) && !is_joined && !name.contains([',', '!', '?', '|'])
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn an_author_is_a_person_by_a_full_name() {
        for (name, expected) in [
            ("Jane Doe", true),
            ("Ludwig van Beethoven", true),
            ("Mac", false),
            ("Guide by Jane Doe", false),
            ("Garden Educator", false),
            ("Master Horticulturalist", false),
            ("World Health Organization", false),
            ("Example University Press", false),
            ("Super User", false),
        ] {
            let person = json!({"@type": "Person", "name": name});
            assert_eq!(is_author(&person), expected, "{name}");
            let both = json!([{"@type": "Person", "name": "Joe Bloggs"}, person]);
            assert_eq!(is_author(&both), expected, "{name}");
        }
    }

    #[test]
    fn an_image_that_sites_show_for_every_page_is_known_by_its_name() {
        for (path, expected) in [
            ("/images/social-icon-1200-630.png", true),
            ("/og-learn.png", true),
            ("/img/Logo.svg", true),
            ("/img/spring-tide.jpg", false),
        ] {
            assert_eq!(is_of_site(path), expected, "{path}");
        }
    }

    #[test]
    fn the_first_day_of_a_text_is_found() {
        for (text, expected) in [
            ("2.2.1, 2014-12-17 and 2014-12-18", Some("2014-12-17")),
            ("Tea, March 5, 2026", Some("2026-03-05")),
            ("3/5/2026", None),
            ("Part 12", None),
        ] {
            let day = first_day(text, "en").map(|(day, _)| day.to_string());
            assert_eq!(day.as_deref(), expected, "{text}");
        }
    }
}
