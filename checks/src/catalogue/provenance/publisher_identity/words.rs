//! Names of pages that say who is behind a site, as addresses and links have them: English, German,
//! French, Spanish, Portuguese, Italian, Dutch, Swedish, Norwegian, Danish, Finnish, Polish, Czech,
//! Slovak, Croatian, Hungarian, Romanian, Turkish, Russian, Ukrainian, Bulgarian, Greek, Hebrew,
//! Arabic, Persian, Hindi, Indonesian, Vietnamese, Thai, Japanese, Chinese, Korean. Kept in
//! `data/publisher-words.json`.

use std::sync::LazyLock;

use crate::data;
use crate::page::is_docs_tool;
use crate::page::visible_names::plain;
use crate::table::TableSet;

/// What a link leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Purpose {
    /// Who is behind the site.
    About,
    /// How to reach them, or who answers for the site by law.
    Contact,
}

data::words! { "publisher-words.json" => pub(super) static WORDS: Words {
    about: Vec<String>,
    /// Words of what sites tell of themselves that does not say who they are.
    beside_about: TableSet<String>,
    contact: Vec<String>,
    /// What sites call their terms, their privacy policy and the like.
    terms: TableSet<String>,
    /// What they call the pages and the chats in which they help.
    help: TableSet<String>,
    /// Words of links that tell of a company, lower case.
    of_company: TableSet<String>,
    /// Words of links that lead to somebody who answers, lower case.
    of_contact: TableSet<String>,
    /// What templates and tools have where the name of a site belongs, lower case.
    leftover: Vec<String>,
    /// What stands before the name of who makes a page, lower case.
    made_by: Vec<String>,
    /// Legal forms that stand around the name of a company.
    legal_forms: Vec<String>,
    east_asian_forms: Vec<String>,
    /// Words of paths under which others do something for the site or for its readers: an account,
    /// an order, a counted click.
    pub(super) services: TableSet<String>,
    /// Parts of addresses of feeds, and of what somebody posted: articles, threads, files.
    pub(super) contributions: TableSet<String>,
    /// Words that begin the headings above those who wrote a part, lower case.
    pub(super) authors: TableSet<String>,
    /// Words that say what the image of a logo is, and not whose.
    pub(super) beside_logo: Vec<String>,
    /// Words before a colon that say what sort of page follows, lower case.
    pub(super) sorts: TableSet<String>,
    /// What the last part of the address of a page for getting in touch is, lower case.
    contact_pages: TableSet<String>,
} }

/// Words of an address or a link that goes on after such a name: "About Example".
const WORDS_MAX: usize = 3;
/// Bytes of such a name.
const NAME_BYTES: usize = 90;

static NAMES: LazyLock<[(Purpose, TableSet<&str>); 2]> = LazyLock::new(|| {
    [(Purpose::About, &WORDS.about), (Purpose::Contact, &WORDS.contact)]
        .map(|(purpose, names)| (purpose, names.iter().map(String::as_str).collect()))
});

/// Whether that is what sites call their terms, their privacy policy, or the support and the license
/// of a program, or two of these: “Terms of Use and Privacy Statement”.
pub(super) fn is_name_of_terms(text: &str) -> bool {
    if text.len() > NAME_BYTES {
        return false;
    }
    let name = joined(text);
    let is_known = |part: &str| WORDS.terms.contains(part);
    let are_both = |(at, _): (usize, &str)| {
        let (first, second) = (&name[..at], &name[at + 1..]);
        let second = AND.iter().find_map(|and| second.strip_prefix(and)).unwrap_or(second);
        is_known(first) && is_known(second)
    };
    is_known(&name) || name.match_indices('-').any(are_both)
}

/// What stands between two names of terms.
const AND: &[&str] = &["and-", "und-", "et-", "y-", "e-", "en-", "och-", "og-"];

/// Whether that is what sites call the pages and the chats in which they help.
pub(super) fn is_name_of_help(text: &str) -> bool {
    text.len() <= NAME_BYTES && WORDS.help.contains(&joined(text))
}

/// Whether a link below a label such as “About us” tells of the company: “Investor relations”.
pub(super) fn tells_of_company(text: &str) -> bool {
    has_word(text, &WORDS.of_company)
}

/// Whether a link below a label such as “Customer service” leads to somebody who answers: “Chat now”.
pub(super) fn tells_of_contact(text: &str) -> bool {
    has_word(text, &WORDS.of_contact)
}

fn has_word(text: &str, wanted: &TableSet<String>) -> bool {
    let lower = text.to_lowercase();
    let mut words = lower.split(|char: char| !char.is_alphanumeric());
    words.any(|word| wanted.contains(word)) || wanted.contains(lower.trim())
}

static LEFTOVER: LazyLock<TableSet<String>> =
    LazyLock::new(|| WORDS.leftover.iter().map(|name| bare_name(name)).collect());

/// Whether a name is one that a template or a tool left where the site's belongs: “My Website”.
pub(crate) fn is_leftover(name: &str) -> bool {
    LEFTOVER.contains(&bare_name(name))
}

/// Whether the last part of an address is what pages for getting in touch are called, lower case.
pub(crate) fn is_contact_page(name: &str) -> bool {
    WORDS.contact_pages.contains(name)
}

/// What a link leads to, by the text of the link or a part of its path.
pub(crate) fn purpose(text: &str) -> Option<Purpose> {
    if text.is_empty() || text.len() > NAME_BYTES || begins_otherwise(text) {
        return None;
    }
    let name = joined(text);
    let begins = |names: &TableSet<&str>| {
        name.matches('-').count() < WORDS_MAX
            && name
                .match_indices('-')
                .any(|(at, _)| goes_on_after(&name[..at]) && names.contains(&name[..at]))
    };
    NAMES
        .iter()
        .find(|(_, names)| names.contains(name.as_str()))
        .or_else(|| NAMES.iter().find(|(_, names)| begins(names)))
        .map(|(purpose, _)| *purpose)
        .filter(|purpose| *purpose != Purpose::About || !is_beside_about(&name))
}

/// Whether a name, or a part of a path, is of something that a site tells of itself without saying
/// who it is: "About cookies", `/about/careers`.
pub(crate) fn is_beside_about(name: &str) -> bool {
    name.split(['-', '_', ' ', '/'])
        .any(|word| WORDS.beside_about.contains(word.to_lowercase().as_str()))
}

/// Who the text says makes the page, in a line that begins so: "Edited by Jane Doe".
pub(super) fn made_by(visible: &str) -> Option<&str> {
    // Such a line stands at the foot; articles name their editors at the top.
    let lines = visible.lines().rev().take(FOOT_LINES).map(str::trim);
    lines.filter(|line| line.len() <= NAME_BYTES).find_map(|line| {
        let lower = line.to_lowercase();
        let begins = |words: &String| lower.starts_with(words.as_str()) && line.len() > words.len();
        let words = WORDS.made_by.iter().find(|words| begins(words))?;
        let name = line.get(words.len()..)?.trim();
        let is_name = name.starts_with(char::is_uppercase) && !is_tool(name);
        is_name.then_some(name)
    })
}

/// Whether a text is the name of a tool for documentation, with its version or what else a line of a
/// program says behind it. A company that is called like one has another capital: “Sphinx Press”.
fn is_tool(name: &str) -> bool {
    let mut words = name.split_whitespace();
    let first = words.next().unwrap_or_default().trim_end_matches(['.', ',']).to_lowercase();
    is_docs_tool(&first) && words.next().is_none_or(|next| !next.starts_with(char::is_uppercase))
}

/// Lines at the end of a page.
const FOOT_LINES: usize = 12;

/// Whether a part of a path is such a name and nothing else.
pub(crate) fn is_whole_name(part: &str) -> bool {
    let name = joined(part);
    NAMES.iter().any(|(_, names)| names.contains(name.as_str()))
}

/// The first two letters of each name that begins with two of `a` to `z`.
static BEGINNINGS: LazyLock<TableSet<[u8; 2]>> = LazyLock::new(|| {
    let names = NAMES.iter().flat_map(|(_, names)| names);
    names.filter_map(|name| two_letters(name)).collect()
});

fn two_letters(text: &str) -> Option<[u8; 2]> {
    let [one, two, ..] = text.as_bytes() else { return None };
    let are_letters = one.is_ascii_alphabetic() && two.is_ascii_alphabetic();
    are_letters.then(|| [one.to_ascii_lowercase(), two.to_ascii_lowercase()])
}

/// Whether no name begins as this text does. Every link is asked, and most of them end here.
fn begins_otherwise(text: &str) -> bool {
    two_letters(text.trim_start()).is_some_and(|letters| !BEGINNINGS.contains(&letters))
}

/// Bytes of a name that others may follow: "om", "over" and "team" begin other names.
const MIN_BEGINNING: usize = 4;

/// Whether a name may go on after these words: what is corporate or of a company may be what shops
/// sell to companies.
fn goes_on_after(words: &str) -> bool {
    words.len() > MIN_BEGINNING && !matches!(words, "corporate" | "company")
}

/// The words of a name in lower case, joined by hyphens, without the ending of a file.
fn joined(text: &str) -> String {
    let text = text.trim();
    let ends = [".html", ".htm", ".php", ".aspx", ".asp", ".jsp"];
    let text = ends.iter().find_map(|end| text.strip_suffix(end)).unwrap_or(text);
    // Shops number their pages: `6-about-us`.
    let unnumbered = text.trim_start_matches(|char: char| char.is_ascii_digit());
    let text = if unnumbered.starts_with('-') { unnumbered } else { text };
    let mut out = String::with_capacity(text.len());
    for char in text.chars() {
        match () {
            () if char.is_ascii_alphanumeric() => out.push(char.to_ascii_lowercase()),
            () if matches!(char, '-' | '_' | '+' | '.' | ':' | '>' | '›' | '&' | '?' | '¿')
                || char.is_whitespace() =>
            {
                if !out.is_empty() && !out.ends_with('-') {
                    out.push('-');
                }
            }
            // The capital dotted I of Turkish leaves its dot behind.
            () => out.extend(char.to_lowercase().filter(|char| *char != '\u{307}')),
        }
    }
    out.truncate(out.trim_end_matches('-').len());
    out
}

/// Whether a word is the legal form of a company: "Inc.", "GmbH".
pub(crate) fn is_legal_form(word: &str) -> bool {
    let bare: String =
        word.chars().filter(|char| char.is_alphanumeric()).flat_map(char::to_lowercase).collect();
    WORDS.legal_forms.contains(&bare)
}

/// The name of a site or company as it is compared: full-width letters as narrow ones, lower case,
/// without accents, letters and digits only, without its legal form.
pub(crate) fn bare_name(name: &str) -> String {
    let mut name: String = name.chars().map(narrow).flat_map(char::to_lowercase).collect();
    if !name.is_ascii() {
        for form in &WORDS.east_asian_forms {
            name = name.replace(form.as_str(), " ");
        }
    }
    let words = name
        .split_whitespace()
        .map(|word| word.chars().filter(|char| char.is_alphanumeric()).collect::<String>());
    let mut words: Vec<String> = words.filter(|word| !word.is_empty()).collect();
    while words.len() > 1 && words.last().is_some_and(|last| WORDS.legal_forms.contains(last)) {
        words.pop();
    }
    if words.len() > 1 && words.first().is_some_and(|first| first == "the") {
        words.remove(0);
    }
    words.concat().chars().map(plain).collect()
}

/// A full-width form of ASCII as ASCII, and the wide space as a space (Unicode NFKC does the same).
fn narrow(char: char) -> char {
    match char {
        '\u{FF01}'..='\u{FF5E}' => char::from_u32(char as u32 - 0xFF01 + 0x21).unwrap_or(char),
        '\u{3000}' => ' ',
        _ => char,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_about_a_site_are_known_in_many_languages() {
        for text in [
            "About",
            "about-us.html",
            "About Example",
            "about_us",
            "Über uns",
            "ueber-uns",
            "À propos",
            "Qui sommes nous ?",
            "6-qui-sommes-nous",
            "Quiénes somos",
            "Quem somos",
            "Chi siamo",
            "Over ons",
            "Om oss",
            "O nas",
            "Rólunk",
            "Despre noi",
            "Hakkımızda",
            "О компании",
            "Ποιοι είμαστε",
            "אודות",
            "من نحن",
            "会社概要",
            "关于我们",
            "회사소개",
            "เกี่ยวกับเรา",
            "Tentang Kami",
            "Giới thiệu",
        ] {
            assert_eq!(purpose(text), Some(Purpose::About), "{text}");
        }
        for text in [
            "Contact",
            "Contact us",
            "contact.php",
            "Kontakt",
            "Impressum",
            "Mentions légales",
            "Contacto",
            "Fale conosco",
            "Contatti",
            "Kontakta oss",
            "Yhteystiedot",
            "Kapcsolat",
            "İletişim".to_lowercase().as_str(),
            "Контакты",
            "Επικοινωνία",
            "צור קשר",
            "اتصل بنا",
            "お問い合わせ",
            "联系我们",
            "문의하기",
            "ติดต่อเรา",
            "Hubungi Kami",
            "Liên hệ",
        ] {
            assert!(purpose(text).is_some(), "{text}");
        }
    }

    #[test]
    fn other_pages_are_not_taken_for_them() {
        for text in [
            "",
            "All about tea and how to brew it",
            "about-time-travel-and-tea",
            "Tea",
            "contact-lenses-for-cats-2026",
            "over-the-top",
            "team-building",
            "om-namah",
            "roundabout",
            "About cookies",
            "About our ads",
            "About user reviews",
            "about-careers",
        ] {
            assert_eq!(purpose(text), None, "{text}");
        }
    }

    #[test]
    fn who_makes_a_page_is_named_at_its_foot() {
        let foot = |line: &str| format!("Tea\nBoil the water.\n{line}\nLicenses");
        assert_eq!(made_by(&foot("Edited by Jane Doe (jane@example.com)")).unwrap().len(), 27);
        assert_eq!(made_by(&foot("Maintained by the users")), None);
        assert_eq!(made_by(&foot("Edited by")), None);
        for tool in ["Haddock version 2.25.1", "Doxygen", "Sphinx 4.2.", "MkDocs (with a theme)"] {
            assert_eq!(made_by(&foot(&format!("Produced by {tool}"))), None, "{tool}");
        }
        assert_eq!(made_by(&foot("Published by Antora")), None);
        assert_eq!(made_by(&foot("Published by Sphinx Press")), Some("Sphinx Press"));
        let article = format!("Edited by Jane Doe\n{}", "Boil the water.\n".repeat(20));
        assert_eq!(made_by(&article), None);
    }

    #[test]
    fn two_names_of_terms_are_one_link() {
        for text in [
            "Terms of Use",
            "Terms of Use and Privacy Policy",
            "Privacy Policy & Terms",
            "privacy-policy-terms-of-use",
            "Datenschutz und AGB",
        ] {
            assert!(is_name_of_terms(text), "{text}");
        }
        for text in ["Terms and tea", "Privacy and", "Tea and Privacy Policy", "and"] {
            assert!(!is_name_of_terms(text), "{text}");
        }
    }

    #[test]
    fn names_are_compared_without_legal_forms_and_width() {
        for (one, other) in [
            ("Example Inc.", "EXAMPLE"),
            ("The Example Company", "Example"),
            ("Ｅｘａｍｐｌｅ　Ｌｔｄ", "Example"),
            ("株式会社テスト", "テスト"),
            ("Théière", "theiere"),
            ("Müller GmbH & Co. KG", "müller gmbh & co"),
        ] {
            assert_eq!(bare_name(one), bare_name(other), "{one}");
        }
        assert_ne!(bare_name("Example One"), bare_name("Example Two"));
        assert_eq!(bare_name("Company"), "company", "nothing else is left");
    }

    #[test]
    fn a_company_tells_its_history_below_a_label() {
        for text in ["Our history", "Our LEAF® story", "Unsere Geschichte", "Our leadership"] {
            assert!(tells_of_company(text), "{text}");
        }
        assert!(!tells_of_company("Our teas"));
    }
}
