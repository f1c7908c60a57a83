//! The links to a page about the site, and to a contact or an imprint.

use url::{Url, form_urlencoded};

use super::company::{ShownNames, is_company_host, is_of_brand};
use super::own_pages::{by_part, is_of_contacts};
use super::profile::is_contribution;
use super::words::{
    Purpose, WORDS, is_beside_about, is_name_of_help, is_name_of_terms, is_whole_name, purpose,
};
use crate::check::Context;
use crate::page::names::looks_like_a_person;
use crate::page::outline::Link;
use crate::report::PageKind;
use crate::url::{registrable_domain, without_query};

/// A link to a contact or an imprint.
pub(super) struct Contact {
    pub(super) href: String,
    /// Whether its text or its address says that it is a legal notice.
    pub(super) is_legal: bool,
}

impl Contact {
    fn of(href: &str, text: &str) -> Self {
        const SAID: [&str; 6] =
            ["licen", "copyright", "legal", "imprint", "impressum", "rechtlich"];
        let says = |text: &str| {
            let lower = text.to_lowercase();
            // Whoever helps answers, but gives no notice.
            let is_of_help = lower.contains("support") || lower.contains("help");
            let is_of_terms = is_name_of_terms(text) && !is_of_help;
            is_of_terms || SAID.iter().any(|said| lower.contains(said))
        };
        let is_named = purpose(text).is_some();
        let is_legal = says(text) || (!is_named && says(href.rsplit('/').next().unwrap_or(href)));
        Self { href: href.to_owned(), is_legal }
    }
}

/// A link to a page about the site.
struct About {
    href: String,
    /// Whether its text or its address is such a name and no more. Others may lead to a club or to
    /// one of the team, and count where there is no such link.
    is_whole: bool,
}

/// The addresses of a page about the site, and of a contact or an imprint.
pub(super) fn links(context: &Context<'_>) -> (Option<String>, Option<Contact>) {
    let document = &context.page.document;
    let names = ShownNames::default();
    let mut about: Option<About> = None;
    let (mut contact, mut terms) = (None, None);
    let (mut told_about, mut told_contact): (Option<&String>, Option<&Link>) = (None, None);
    // Most stand at the foot.
    for (at, link) in document.outline.links.iter().enumerate().rev() {
        if leads_nowhere(&link.href) || is_place(context, link) {
            continue;
        }
        let text = document.text_at(&link.place);
        // What goes on after such a name in the text, or leads to a place of this page, is about
        // something else: "About green tea".
        let in_content = link.place.in_main && !is_in_last_row(context, at);
        let is_text = in_content && !document.main.low_confidence;
        let is_aside = is_text || link.href.starts_with('#');
        let is_of_us = tells_of_us(&link.href, text);
        let is_named = || is_of_us || is_whole(context, &link.href, text);
        if is_contribution(&link.href) || (is_aside && !is_named()) {
            continue;
        }
        if (is_text && is_somebody(context, &link.href)) || is_authors(context, link) {
            continue;
        }
        // Whatever the kind of this page, the frame of its site says the same.
        let path = if is_same_file(context, &link.href) { "" } else { &link.href };
        let is_around = !in_content && !link.href.starts_with("mailto:");
        let is_ours = is_own(context, &link.href) || (is_around && is_of_brand(context, path));
        let purpose = led_to(path, text);
        if purpose.is_none() && (is_around || is_of_us) && is_ours {
            let is_front = || is_company_host(context, path).then_some(Purpose::About);
            let asks_so = || asks_what_site_is(context, &link.href, text);
            let ends_so = || (is_of_us || asks_so()).then_some(Purpose::About);
            // “Om Leaf”, whose address says nothing.
            let is_about =
                || names.is_about_site(context, &link.href, text).then_some(Purpose::About);
            let told = is_front().or_else(ends_so).or_else(is_about);
            let told = told.or_else(|| names.by_label(context, link, text));
            match told {
                Some(Purpose::About) if told_about.is_none() => told_about = Some(&link.href),
                Some(Purpose::Contact) if told_contact.is_none() => told_contact = Some(link),
                _ => {}
            }
        }
        let is_of_terms = purpose.is_none()
            && !is_aside
            && (is_instead_of_contact(path, text) || is_of_help(context, path, text))
            && !is_entry(context, link);
        // Companies speak of themselves on a domain of their own, and link to it beside the text.
        let is_named =
            is_around && (is_whole_name(text) || names.is_about_site(context, &link.href, text));
        if !is_named && !is_ours {
            if terms.is_none() && is_around && is_policy(context, link, text) {
                terms = Some(Contact::of(&link.href, text));
            }
            continue;
        }
        match purpose {
            Some(Purpose::About) if about.as_ref().is_none_or(|about| !about.is_whole) => {
                let last = without_query(&link.href).trim_end_matches('/').rsplit('/').next();
                let is_whole = is_whole_name(text) || last.is_some_and(is_whole_part);
                if about.is_none() || is_whole {
                    about = Some(About { href: link.href.clone(), is_whole });
                }
            }
            Some(Purpose::About) => {}
            Some(Purpose::Contact) => {
                contact.get_or_insert_with(|| Contact::of(&link.href, text));
            }
            None if is_of_terms => {
                terms.get_or_insert_with(|| Contact::of(&link.href, text));
            }
            None => {}
        }
        if about.as_ref().is_some_and(|about| about.is_whole) && contact.is_some() {
            break;
        }
    }
    // What only a label or a host tells of counts where nothing says it itself.
    let about = about.map(|about| about.href).or_else(|| told_about.cloned());
    let told = told_contact.map(|link| Contact::of(&link.href, ""));
    let contact = contact.or(told).or(terms);
    let of_head = |wanted| head_link(context, wanted);
    // The page about the site needs no link to itself.
    let path = context.page.final_url.path();
    let last = path.trim_end_matches('/').rsplit('/').next().unwrap_or_default();
    let is_about = is_whole_part(last) && by_part(last) == Some(Purpose::About);
    let about = about.or_else(|| is_about.then(|| path.to_owned()));
    let contact = contact.or_else(|| Some(Contact::of(&of_head(Purpose::Contact)?, "")));
    (about.or_else(|| of_head(Purpose::About)), contact)
}

/// The page of the site that a `<link>` in the head leads to, by its address.
fn head_link(context: &Context<'_>, wanted: Purpose) -> Option<String> {
    let links = context.page.document.rights_links.iter();
    let mut own = links.filter(|link| !leads_nowhere(&link.href) && is_own(context, &link.href));
    let found = own.find(|link| {
        let of_terms = || is_instead_of_contact(&link.href, "").then_some(Purpose::Contact);
        led_to(&link.href, "").or_else(of_terms) == Some(wanted)
    })?;
    Some(found.href.clone())
}

/// Whether a link leads to a place of a page and not to a page: of this one, unless the whole site
/// is one page, or from the text to an entry in another.
fn is_place(context: &Context<'_>, link: &Link) -> bool {
    let Some((before, place)) = link.href.split_once('#') else { return false };
    let is_home = context.subject.kind == PageKind::Home;
    !place.is_empty() && !is_home && (before.is_empty() || link.place.in_main)
}

/// Whether a link leads to this page or to one with the name of its file, as those to its versions
/// in other languages do: that name says what this page is.
fn is_same_file(context: &Context<'_>, href: &str) -> bool {
    let page = &context.page.final_url;
    let Ok(to) = context.page.document.base(page).join(href) else { return false };
    let name = |url: &Url| url.path().rsplit('/').next().unwrap_or_default().to_owned();
    let own = name(page);
    to.path() == page.path()
        || (own.contains('.') && !own.starts_with("index.") && name(&to) == own)
}

/// Lines at the beginning and at the end of a page that are its frame where no element says so.
const FRAME_LINES: usize = 12;

/// Bytes of those lines at the end, at most.
const LAST_BYTES: usize = 2000;

/// Whether a link stands in a row of links that ends the content, as the footers of many manuals do:
/// “Home, Site map, Contacts”. It is all of its line, and so is the link before or behind it.
fn is_in_last_row(context: &Context<'_>, at: usize) -> bool {
    let document = &context.page.document;
    let visible = &document.visible_text;
    let links = &document.outline.links;
    let place = |at: usize| links.get(at).map(|link| &link.place.text);
    let is_line = |text: &std::ops::Range<usize>| {
        let before = visible.get(..text.start).unwrap_or_default().trim_end_matches(' ');
        let behind = visible.get(text.end..).unwrap_or_default().trim_start_matches(' ');
        (before.is_empty() || before.ends_with('\n'))
            && (behind.is_empty() || behind.starts_with('\n'))
    };
    let is_near = |other: Option<&std::ops::Range<usize>>, own: &std::ops::Range<usize>| {
        other.is_some_and(|other| {
            let between = own.end.min(other.end)..own.start.max(other.start);
            is_line(other) && visible.get(between).is_some_and(|text| text.trim().is_empty())
        })
    };
    let Some(own) = place(at) else { return false };
    // Whose an address of mail is, its row doesn't say.
    if links[at].href.starts_with("mailto:") {
        return false;
    }
    let below = visible.get(own.end..).unwrap_or_default();
    below.len() <= LAST_BYTES
        && below.lines().nth(FRAME_LINES).is_none()
        && is_line(own)
        && (is_near(place(at + 1), own)
            || at.checked_sub(1).is_some_and(|at| is_near(place(at), own)))
}

/// Whether a link stands between others in the content, as the entries of an index do.
fn is_entry(context: &Context<'_>, link: &Link) -> bool {
    let visible = &context.page.document.visible_text;
    let is_long =
        |text: Option<&str>| text.is_some_and(|text| text.lines().nth(FRAME_LINES).is_some());
    link.place.in_main
        && !link.place.is_around
        && is_long(visible.get(..link.place.text.start))
        && is_long(visible.get(link.place.text.end..))
}

/// Whether an address of mail in the text may be anybody's: of who wrote a part, of an example, of
/// everybody on a mailing list. At home and on a page of contacts it is the publisher's, as is
/// another one of the site's own domain.
fn is_somebody(context: &Context<'_>, href: &str) -> bool {
    let Some(address) = href.strip_prefix("mailto:") else { return false };
    let page = &context.page.final_url;
    let address = address.split('?').next().unwrap_or_default();
    let (name, host) = address.rsplit_once('@').unwrap_or_default();
    let own = registrable_domain(page);
    let is_own =
        Url::parse(&format!("https://{host}/")).is_ok_and(|url| registrable_domain(&url) == own);
    !is_of_contacts(context) && (!is_own || is_mailing_list(name, host))
}

/// Whether an address of mail is that of a mailing list, or of the program that runs one:
/// `tea@lists.example.org`, `tea-users@example.org`.
fn is_mailing_list(name: &str, host: &str) -> bool {
    const HOSTS: [&str; 4] = ["list", "lists", "groups", "googlegroups"];
    const NAMES: [&str; 4] = ["list", "lists", "majordomo", "listserv"];
    const ENDS: [&str; 8] =
        ["list", "users", "user", "devel", "announce", "discuss", "hackers", "subscribe"];
    let name = name.to_ascii_lowercase();
    let end = name.rsplit_once(['-', '_', '.']).map(|(_, end)| end);
    host.split('.').any(|label| HOSTS.iter().any(|list| label.eq_ignore_ascii_case(list)))
        || NAMES.contains(&name.as_str())
        || end.is_some_and(|end| ENDS.contains(&end))
}

/// Whether an address of mail in the content is that of who wrote a part: below a heading that says
/// so, or behind the name of a person.
fn is_authors(context: &Context<'_>, link: &Link) -> bool {
    let place = &link.place;
    if !link.href.starts_with("mailto:") || !place.in_main || is_of_contacts(context) {
        return false;
    }
    let document = &context.page.document;
    let outline = &document.outline;
    let below = outline.headings.partition_point(|one| one.place.text.start <= place.text.start);
    let heading = below.checked_sub(1).map(|at| outline.headings[at].text(&document.visible_text));
    let names_authors = |heading: &str| {
        let mut words = heading.split(|char: char| !char.is_alphabetic());
        let first = words.find(|word| !word.is_empty()).unwrap_or_default().to_lowercase();
        WORDS.authors.contains(&first)
    };
    let block = outline.block_before(place.text.start + 1).map(|block| block.place.text.start);
    let before = block.and_then(|start| document.visible_text.get(start..place.text.start));
    heading.is_some_and(names_authors) || before.is_some_and(ends_in_person)
}

/// Words of the name of a person at most.
const NAME_WORDS: usize = 3;

/// Whether a text ends in the name of a person: “written by Jane Doe <”.
fn ends_in_person(text: &str) -> bool {
    let text = text.trim_end_matches(|char: char| !char.is_alphanumeric());
    let is_part = |word: &&str| word.starts_with(char::is_uppercase);
    let mut name: Vec<&str> = text.rsplit(' ').take(NAME_WORDS).take_while(is_part).collect();
    name.reverse();
    name.len() > 1 && looks_like_a_person(&name.join(" "))
}

/// Whether a link leads to what a site may have instead of a contact and a legal notice: its terms,
/// the policy that says who is responsible for personal data, or the support and the license of a
/// program.
fn is_instead_of_contact(href: &str, text: &str) -> bool {
    let is_one = |name: &str| is_name_of_terms(name.trim());
    let path = without_query(href);
    let last = path.trim_end_matches('/').rsplit('/').next().unwrap_or_default();
    is_one(text) || is_one(last.split('.').next().unwrap_or_default())
}

/// How a manual that Javadoc made is to be read.
const JAVADOC_HELP: &str = "help-doc.html";

/// Whether a link leads to where a site helps its customers. In a manual such a page may be about
/// the help of a program.
fn is_of_help(context: &Context<'_>, href: &str, text: &str) -> bool {
    let path = href.split(['?', '#']).next().unwrap_or_default();
    let last = path.trim_end_matches('/').rsplit('/').next().unwrap_or_default();
    let is_of_manual = context.subject.kind == PageKind::Docs
        || (context.subject.kind == PageKind::Listing && context.page.document.is_of_manual())
        || last == JAVADOC_HELP;
    !is_of_manual && (is_name_of_help(text.trim()) || is_name_of_help(last))
}

/// Bytes of a notice about a test for robots.
const NOTICE_BYTES: usize = 600;

/// Whether a link is named as the terms or the privacy policy, which groups of companies keep on one
/// domain. Of a test for robots it is that of who offers the test.
fn is_policy(context: &Context<'_>, link: &Link, text: &str) -> bool {
    const OTHERS: [&str; 4] = ["support", "license", "licence", "copyright"];
    let document = &context.page.document;
    let blocks = &document.outline.blocks;
    let after = blocks.partition_point(|block| block.place.text.start <= link.place.text.start);
    let block = after.checked_sub(1).and_then(|at| blocks.get(at));
    let line = block.and_then(|block| document.visible_text.get(block.place.text.clone()));
    // A notice is short; a text of any length may stand around thousands of such links.
    let is_of_test = || {
        line.is_some_and(|line| {
            line.len() <= NOTICE_BYTES && line.to_lowercase().contains("captcha")
        })
    };
    is_name_of_terms(text)
        && !OTHERS.contains(&text.trim().to_lowercase().as_str())
        && !is_of_test()
}

/// A button that opens a menu or a window.
fn leads_nowhere(href: &str) -> bool {
    let href = href.trim();
    href.is_empty() || href == "#" || href.starts_with("javascript:")
}

/// Whether the text of a link, or a part at the end of its path, is such a name and no more, or one
/// with the name of the site after it.
fn is_whole(context: &Context<'_>, href: &str, text: &str) -> bool {
    let path = href.split('?').next().unwrap_or_default();
    let mut last = path.rsplit(['/', '#']).filter(|part| !part.is_empty()).take(2);
    let is_direct = href.starts_with("mailto:") || href.starts_with("tel:");
    let is_of_site = || {
        let rest = text.trim().split_once(char::is_whitespace).map(|(_, rest)| rest);
        rest.is_some_and(|rest| context.sites.is_around_one(rest))
    };
    is_direct || is_whole_name(text) || is_of_site() || last.any(is_whole_part)
}

fn is_whole_part(part: &str) -> bool {
    let decoded = || form_urlencoded::parse(part.as_bytes()).next();
    match part.contains('%') {
        true => decoded().is_some_and(|(part, _)| is_whole_name(&part)),
        false => is_whole_name(part),
    }
}

/// Whether a link names the company and what it leads to: “Leaf Ltd. About us.”,
/// `/leaf-ltd-about-us.html`.
fn tells_of_us(href: &str, text: &str) -> bool {
    let path = without_query(href).trim_end_matches('/');
    let last = path.rsplit('/').next().unwrap_or_default();
    let name = last.split('.').next().unwrap_or_default();
    let text = text.trim_end_matches('.').to_lowercase();
    name.to_ascii_lowercase().ends_with("-about-us") && text.ends_with(". about us")
}

/// Whether a link asks what the site is, at such an address: “What is AWS?” at `/what-is-aws`.
fn asks_what_site_is(context: &Context<'_>, href: &str, text: &str) -> bool {
    const QUESTIONS: [&str; 2] = ["what is ", "who is "];
    let text = text.trim_end_matches('?').trim().to_lowercase();
    let Some(name) = QUESTIONS.iter().find_map(|question| text.strip_prefix(question)) else {
        return false;
    };
    let path = without_query(href).trim_end_matches('/');
    path.ends_with(&text.replace(' ', "-")) && context.sites.is_or_begins_host(name)
}

/// Parts at the end of a path that say what it is about.
const PARTS_BESIDE: usize = 2;

fn led_to(href: &str, text: &str) -> Option<Purpose> {
    let address = href.strip_prefix("mailto:").or_else(|| href.strip_prefix("tel:"));
    if let Some(address) = address {
        // What is shared by mail has no address.
        return (!address.is_empty() && !address.starts_with('?')).then_some(Purpose::Contact);
    }
    purpose(text).or_else(|| {
        let path = without_query(href);
        let path = path.split_once("://").map_or(path, |(_, rest)| rest);
        let mut parts = path.trim_end_matches('/').rsplit('/');
        let last = by_part(parts.next()?);
        // `/about/team` is a part of what a site says about itself, and `/cookies/about` is not.
        let is_beside = || path.rsplit('/').take(PARTS_BESIDE).any(is_beside_about);
        let last = last.filter(|purpose| *purpose != Purpose::About || !is_beside());
        last.or_else(|| {
            // Below `/company/` others are presented, too: who offers the jobs of a list.
            let part = parts.next().filter(|part| !part.eq_ignore_ascii_case("company"))?;
            (is_whole_name(part) && by_part(part) == Some(Purpose::About) && !is_beside())
                .then_some(Purpose::About)
        })
    })
}

/// Whether a link stays on the site, whatever its host.
fn is_own(context: &Context<'_>, href: &str) -> bool {
    let page = &context.page.final_url;
    if href.starts_with("mailto:") || href.starts_with("tel:") {
        return true;
    }
    context.page.document.base(page).join(href).is_ok_and(|url| {
        url.host() == page.host() || registrable_domain(&url) == registrable_domain(page)
    })
}
