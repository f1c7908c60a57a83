//! What the publisher is called, by what the page says of it.

use super::lines::value_line;
use crate::catalogue::provenance::publisher_identity::agreed::agreed_name;
use crate::catalogue::provenance::publisher_identity::copyright::{
    copyright_owner, copyright_owners, owner_of,
};
use crate::catalogue::provenance::publisher_identity::logo::logo_names;
use crate::catalogue::provenance::publisher_identity::names::{
    asks, domain_in_text, without_home_page,
};
use crate::catalogue::provenance::publisher_identity::title_name::{is_banner, site_part};
use crate::catalogue::provenance::publisher_identity::words::{
    bare_name, is_leftover, is_legal_form,
};
use crate::check::Context;
use crate::page::authors::SiteNameSource;
use crate::page::markup::BylineMark;
use crate::page::names::{comparable, is_organisation, looks_like_a_person};
use crate::page::outline::{BlockFact, Link};
use crate::page::snapshot::Source;
use crate::page::title::{SEPARATORS, before_last_part};
use crate::page::unversioned::{in_last_brackets, is_manual, is_version, unversioned};
use crate::report::PageKind;
use crate::url::registrable_domain;

/// The most characters of a link to the home page that is a logo in words.
const LOGO_CHARACTERS: usize = 40;
/// The fewest characters of a part of a name that is looked for in the host.
const NAME_CHARACTERS: usize = 3;
/// The most words of a part of a title that is the name of a site.
const SUFFIX_WORDS: usize = 4;
/// The fewest words of the name of a repository; libraries are called by two: “leaf-lib”.
const SLUG_WORDS: usize = 3;
/// Links that are looked at for one to the home page.
const LINKS_MAX: usize = 200;

/// The name of the site: as it declares it, else by its title, its logo, the words that make its
/// domain, or its copyright line, which doesn't count in manuals and threads. None where only its
/// host is known: a host is no name.
pub(crate) fn site_name(context: &Context<'_>) -> Option<String> {
    context.memo.site_name.get_or_init(|| find_site_name(context)).clone()
}

fn find_site_name(context: &Context<'_>) -> Option<String> {
    let is_usable = |name: &&str| !is_leftover(name) && !is_slug(context, name);
    // What only the title's end says may be the name of a section.
    let is_of_site = |name: &&str| is_usable(name) && !is_section(context, name);
    let declared = declared(context).filter(is_usable);
    let is_named = |name: &&str| !is_host(context, name);
    let has_version = |name: &str| name.split_whitespace().any(is_version);
    let part = site_part(context).filter(is_of_site);
    // One place alone may name a part of the site: "Gist", where all others say "GitHub".
    let agreed = agreed_name(context).filter(|name| is_usable(&name.as_str()));
    let is_outvoted = |name: &str| {
        let own = agreed.as_deref().filter(|own| context.sites.is_or_begins_host(own));
        own.is_some_and(|own| !is_alike(own, name))
    };
    // Whose name the title cuts short may be called by their domain: “Leaf.example”, not “Leaf”.
    let is_cut = |name: &&str| {
        let is_begun = part.is_some_and(|part| bare_name(name).starts_with(&bare_name(part)));
        is_begun && name.contains(char::is_uppercase) && is_host(context, name)
    };
    let name = blogger(context)
        .or(declared.filter(|name| is_named(name) && !is_outvoted(name)))
        .or_else(|| agreed.as_deref().filter(|name| is_named(name) && !has_version(name)))
        .or(declared.filter(is_named))
        .or_else(|| agreed.as_deref().filter(is_cut))
        .or(part.filter(|part| !has_version(part) && !asks(part)))
        .map(str::to_owned)
        .or_else(|| title_of_manual(context).map(str::to_owned))
        .or_else(|| end_of_title(context).filter(|name| !asks(name) && is_of_site(&name.as_str())))
        .or_else(|| logo(context).filter(|name| !asks(name)).map(str::to_owned))
        .or_else(|| {
            logo_image(context)
                .filter(|name| !asks(name))
                .map(|logo| owner_within(context, logo).unwrap_or(logo).to_owned())
        })
        .or_else(|| domain_in_text(context).map(str::to_owned))
        // Sites may be called by their domain, and write it in a way of their own: “LEAF.net”.
        .or_else(|| agreed.clone().filter(|name| name.contains(char::is_uppercase)))
        .or_else(|| {
            let of_site = |name: &&str| !is_company_behind(context, name);
            owner(context).filter(of_site).map(str::to_owned)
        })
        .or_else(|| {
            let named = |name: &&str| !asks(name) && is_of_site(name);
            after_heading(context).filter(named).map(str::to_owned)
        })
        .or_else(|| declared.map(str::to_owned))?;
    // “ - Tea” is left of a title whose page has no name.
    let name = name.trim_matches(|char: char| char == ' ' || "-–—|·•".contains(char));
    let line = value_line(without_home_page(own_part(context, name)));
    (!line.is_empty()).then(|| with_domain(context, &line).unwrap_or(line))
}

/// The name with that of the domain before it, where it is only the part of the host before the domain
/// and the page says both together: “Leaf Finance” at `finance.leaf.example`.
fn with_domain(context: &Context<'_>, name: &str) -> Option<String> {
    let url = &context.page.final_url;
    let domain = registrable_domain(url)?;
    let below = url.host_str()?.strip_suffix(domain.as_str())?;
    let is_label = below.split('.').any(|label| label.eq_ignore_ascii_case(name));
    let owner = domain.split('.').next()?;
    let behind = format!(" {name}");
    let text = &context.page.document.visible_text;
    let mut whole = text.match_indices(behind.as_str()).filter_map(|(at, _)| {
        let before = text.get(at.checked_sub(owner.len())?..at)?;
        let starts = !text[..at - owner.len()].ends_with(char::is_alphanumeric);
        let ends = !text[at + behind.len()..].starts_with(char::is_alphanumeric);
        let is_owner = starts && ends && before.eq_ignore_ascii_case(owner);
        is_owner.then(|| format!("{before}{behind}"))
    });
    if is_label { whole.next() } else { None }
}

/// Who has a blog on a platform that names both, “Jane Doe on Leafpress”, where the page shows that
/// name alone in a line, too. Untrusted.
pub(crate) fn blogger<'a>(context: &'a Context<'_>) -> Option<&'a str> {
    /// The most words of the name of a platform.
    const WORDS: usize = 2;
    let (name, platform) = declared(context)?.rsplit_once(" on ")?;
    let name = name.trim();
    let is_platform = platform.starts_with(char::is_uppercase)
        && (1..=WORDS).contains(&platform.split_whitespace().count());
    let is_shown = || context.page.document.visible_text.lines().any(|line| line.trim() == name);
    // A subject may be called as a person is: “Green Tea on Leafpress”.
    let document = &context.page.document;
    let is_author = || {
        context.page.meta("twitter:creator").is_some()
            || document.markup.bylines.iter().any(|one| one.mark == BylineMark::Rel)
    };
    (is_platform
        && looks_like_a_person(name)
        && !is_organisation(name)
        && is_shown()
        && is_author())
    .then_some(name)
}

/// The owner of the copyright without their legal form, where the name of a logo begins with it: the
/// logo of “Leaf pro” is one of several that Leaf Inc. has.
fn owner_within<'a>(context: &'a Context<'_>, logo: &str) -> Option<&'a str> {
    let owner = copyright_owner(context)?.trim_end_matches(['.', ',']);
    let (rest, _) = owner.rsplit_once(' ').filter(|(_, form)| is_legal_form(form))?;
    let rest = rest.trim_end_matches(',');
    let behind = logo.strip_prefix(rest).filter(|behind| behind.starts_with(' '));
    behind.map(|_| rest)
}

/// Whether a name is that of a repository, as tools write it for the site's: “green-tea-guide”. A
/// domain may be written so, too.
fn is_slug(context: &Context<'_>, name: &str) -> bool {
    let name = name.trim();
    let is_sign = |char: char| char.is_ascii_lowercase() || char.is_ascii_digit();
    let are_words = |mark| {
        name.split(mark).count() >= SLUG_WORDS && name.split(mark).all(|word| !word.is_empty())
    };
    name.chars().all(|char| is_sign(char) || matches!(char, '-' | '_'))
        && (are_words('-') || are_words('_'))
        && !context.sites.begins_host(name)
}

/// Whether a name is that of a section of the site: the URL's path begins with its words, and the page
/// links to the site above it. A host may also have a manual at each path, and nothing above them.
fn is_section(context: &Context<'_>, name: &str) -> bool {
    /// Letters of a word that no name ends in by chance.
    const LETTERS: usize = 8;
    let page = &context.page.final_url;
    let first = page.path_segments().and_then(|mut segments| segments.next()).unwrap_or_default();
    let first = bare_name(first);
    let is_of_path = first.len() >= LETTERS && bare_name(name).ends_with(&first);
    is_of_path && !context.sites.is_or_begins_host(name) && links_home(context).next().is_some()
}

/// The owner of the copyright, where that is the site's: the line stands below the content. In manuals,
/// their home pages included, and in threads, and in or above the text of any page, it is often that of
/// what they are about.
fn owner<'a>(context: &'a Context<'_>) -> Option<&'a str> {
    let document = &context.page.document;
    let owner = copyright_owner(context)?;
    let is_of_site = !is_of_subject(context);
    let blocks = || document.outline.blocks.iter();
    let content = blocks().rfind(|block| block.place.in_main);
    let end = content.map_or(0, |block| block.place.text.end);
    let mut below = blocks().filter(|block| block.place.text.start >= end);
    let names_owner = |block: &BlockFact| {
        let said = document.text_at(&block.place);
        owner_of(said, |_| true) == Some(owner)
    };
    (is_of_site && below.any(names_owner)).then_some(owner)
}

/// Whether a name is a company's and not the site's: it has a legal form, and no label of the host
/// begins with it. “Spout Corporation” may run `kettles.example`.
fn is_company_behind(context: &Context<'_>, name: &str) -> bool {
    let bare = bare_name(name);
    let host = context.page.final_url.host_str().unwrap_or_default();
    let is_of_host = host.split('.').any(|label| bare_name(label).starts_with(&bare));
    (name.split(' ').any(is_legal_form) || is_governing_body(name)) && !is_of_host
}

/// Whether a name is that of the body that owns what a university or a school publishes.
pub(crate) fn is_governing_body(name: &str) -> bool {
    const BODIES: [&str; 3] = ["regents", "trustees", "visitors"];
    let name = name.to_lowercase();
    name.split(' ').any(|word| BODIES.contains(&word)) && name.contains(" of ")
}

/// Whether a page bears the name of what it is about, and not of whose site it is on: that of a manual
/// or a thread.
fn is_of_subject(context: &Context<'_>) -> bool {
    matches!(context.subject.kind, PageKind::Docs | PageKind::Qa)
        || context.page.document.is_of_manual()
}

/// The name in the alternative texts of logos, where all of them say the same.
fn logo_image<'a>(context: &'a Context<'_>) -> Option<&'a str> {
    let names = logo_names(context);
    let (first, rest) = names.split_first()?;
    rest.iter().all(|other| bare_name(other) == bare_name(first)).then_some(*first)
}

/// Whether one of two names holds the other.
fn is_alike(one: &str, other: &str) -> bool {
    let (one, other) = (bare_name(one), bare_name(other));
    one.contains(&other) || other.contains(&one)
}

/// Who publishes the page: the site by its name, but in manuals and threads, which bear the name of
/// what they are about, the company that owns the copyright. None where nobody is named, or only the
/// manual is.
pub(crate) fn publisher_name(context: &Context<'_>) -> Option<String> {
    context.memo.publisher_name.get_or_init(|| find_publisher_name(context)).clone()
}

fn find_publisher_name(context: &Context<'_>) -> Option<String> {
    let is_declared = context.sites.declared.iter().any(|name| {
        matches!(name.source, SiteNameSource::Publisher | SiteNameSource::Organization)
    });
    let site = site_name(context).or_else(|| owner(context).map(value_line));
    // A manual is a work: whoever publishes it has another name.
    let is_work = site.as_deref().is_some_and(is_manual);
    if is_declared || !(is_work || is_of_subject(context)) {
        return site;
    }
    let owners = copyright_owners(context);
    let owner = copyright_owner(context).and_then(company);
    // Of several owners nobody knows which one publishes it.
    let is_open = owners.len() > 1;
    let owner = owner.filter(|owner| {
        let bare = bare_name(owner);
        let is_site = site.as_deref().is_some_and(|site| bare_name(site) == bare);
        !is_site && !BOARD_MAKERS.contains(&bare.as_str())
    });
    owner.map(value_line).or(site.filter(|_| !is_work && !is_open))
}

/// The company or the like that an owner's name holds, without the address behind it: "Leaf Limited"
/// of "Leaf Limited Pot House, London". Nobody publishes as "the contributors".
fn company(owner: &str) -> Option<&str> {
    const NOBODY: [&str; 4] = ["contributors", "authors", "individual", "community"];
    let owner = owner.split(", a ").next().unwrap_or(owner).trim_end_matches(", a");
    let words =
        || owner.split(' ').map(|word| word.trim_matches(|char: char| !char.is_alphanumeric()));
    if words().any(|word| NOBODY.iter().any(|nobody| word.eq_ignore_ascii_case(nobody))) {
        return None;
    }
    // Two names, such as those of a person and a group: “jane doe and leaf team”.
    if owner.starts_with(char::is_lowercase) && words().any(|word| word == "and") {
        return None;
    }
    let mut end = 0;
    for (at, word) in owner.split(' ').enumerate() {
        end += word.len() + usize::from(at > 0);
        if at > 0 && is_legal_form(word) {
            return owner.get(..end).map(|name| name.trim_end_matches(','));
        }
    }
    is_organisation(owner).then_some(owner)
}

/// Makers of software for boards, whose copyright stands at the foot of their customers' pages.
const BOARD_MAKERS: [&str; 8] = [
    "xenforo",
    "phpbb",
    "phpbbgroup",
    "vbulletinsolutions",
    "mybbgroup",
    "simplemachines",
    "invisioncommunity",
    "invisionpowerservices",
];

/// The part of a declared name that is the site's, where a slogan stands beside it: "Leaf | Tea for
/// all", "Tea for all - Leaf.example", or one that the logo shows alone.
fn own_part<'a>(context: &Context<'_>, name: &'a str) -> &'a str {
    let parts = [" | ", " - ", " – ", " — ", " · ", " » ", " « ", ": "].into_iter();
    let parts = parts.flat_map(|mark| name.split(mark).filter(move |_| name.contains(mark)));
    let own = |part: &&str| {
        let bare = bare_name(part);
        let host = context.page.final_url.host_str().unwrap_or_default();
        let is_long = bare.chars().count() >= NAME_CHARACTERS;
        let is_label = host.split('.').any(|label| bare_name(label) == bare);
        is_long && (is_label || is_host(context, part))
    };
    let mut all = parts.clone().map(str::trim);
    let logos: Vec<String> = logo_names(context).into_iter().map(bare_name).collect();
    // A logo of several words is a name; one word of it may be a section's.
    let is_logo =
        |part: &&str| part.split_whitespace().nth(1).is_some() && logos.contains(&bare_name(part));
    all.find(own)
        .or_else(|| parts.map(str::trim).find(is_logo))
        .or_else(|| without_slogan(context, name))
        .unwrap_or(name)
}

/// The words of a name that make a label of the host, where a slogan stands around them: “Leaf” of “Leaf,
/// the free tea guide” at `leaf.example`. In a name all words but small ones have capitals.
fn without_slogan<'a>(context: &Context<'_>, name: &'a str) -> Option<&'a str> {
    /// Letters of a small word: “of”, “and”, “the”.
    const SMALL: usize = 3;
    /// Words of a text that is looked through.
    const WORDS: usize = 12;
    let is_of_slogan =
        |word: &str| word.starts_with(char::is_lowercase) && word.chars().count() > SMALL;
    let words: Vec<&str> = name.split(' ').take(WORDS + 1).collect();
    if words.len() > WORDS || !words.iter().any(|word| is_of_slogan(word)) {
        return None;
    }
    let host = context.page.final_url.host_str()?;
    let labels: Vec<String> = host.split('.').map(bare_name).collect();
    let starts = words.iter().map(|word| word.as_ptr().addr() - name.as_ptr().addr());
    let runs = starts.flat_map(|start| {
        let ends = name[start..].match_indices(' ').map(move |(end, _)| start + end);
        ends.chain([name.len()]).map(move |end| &name[start..end])
    });
    // A capital beside them goes on with the name: “Leaf Pots”.
    let stands_alone = |run: &str| {
        let start = run.as_ptr().addr() - name.as_ptr().addr();
        let (before, after) = (&name[..start], &name[start + run.len()..]);
        let is_small = |word: &str| !word.starts_with(char::is_uppercase);
        before.split(' ').rev().nth(1).is_none_or(is_small)
            && (run.ends_with(',') || after.split(' ').nth(1).is_none_or(is_small))
    };
    let is_label = |run: &&str| {
        let bare = bare_name(run);
        bare.chars().count() > NAME_CHARACTERS && labels.contains(&bare) && stands_alone(run)
    };
    let run = runs.filter(is_label).min_by_key(|run| run.len())?;
    let run = run.trim_matches(|char: char| !char.is_alphanumeric());
    run.starts_with(char::is_uppercase).then_some(run)
}

fn declared<'a>(context: &'a Context<'_>) -> Option<&'a str> {
    let by = |source: SiteNameSource| {
        context.sites.declared.iter().find(move |name| name.source == source)
    };
    by(SiteNameSource::OpenGraph)
        .or_else(|| by(SiteNameSource::WebSite))
        .or_else(|| context.sites.declared.first())
        .map(|name| name.name.as_str())
}

/// Whether a name is the page's host, with or without `www.`.
fn is_host(context: &Context<'_>, name: &str) -> bool {
    let host = match context.page.source {
        Source::FileWithoutAddress => return false,
        Source::Web | Source::File => context.page.final_url.host_str().unwrap_or_default(),
    };
    let name = name.trim().to_lowercase();
    host.strip_prefix("www.").unwrap_or(host) == name.strip_prefix("www.").unwrap_or(&name)
}

/// The manual whose home page it is, by its title: “Tea Manual: Tea Manual”, “Overview (leaf 2.4 API)”,
/// “All about tea — leaf v2.4 Manual”. Below the root, that page is a list of its chapters.
fn title_of_manual<'a>(context: &'a Context<'_>) -> Option<&'a str> {
    let title = context.page.document.title();
    let halves = SEPARATORS.iter().filter_map(|separator| title.split_once(separator));
    let twice = halves.into_iter().find(|(first, last)| first == last).map(|(first, _)| first);
    let inside = in_last_brackets(title).map(|(_, inside)| inside);
    let is_work = |name: &&str| is_manual(name) || unversioned(name) != name.trim();
    let last = before_last_part(title).map(|(_, last)| last).filter(|last| is_manual(last));
    let mut names = twice.into_iter().chain(inside).chain(last).filter(is_work);
    // A number alone may belong to what the page is about: “Industry 4.0”.
    let whole = || Some(title).filter(|title| is_manual(title));
    let name = names.next().or_else(whole).map(unversioned);
    let is_home = match context.subject.kind {
        PageKind::Home => true,
        PageKind::Listing => context.page.document.is_of_manual(),
        _ => false,
    };
    name.filter(|name| is_home && !asks(name))
}

/// The last or the first part of the title, where it is a name of the site: "Tea" of "Leaves — Tea
/// 3.1 documentation", "Tea: Leaves".
fn end_of_title(context: &Context<'_>) -> Option<String> {
    let title = context.page.document.title();
    let cuts = SEPARATORS.iter().filter_map(|separator| {
        let (_, last) = title.rsplit_once(separator)?;
        let (first, _) = title.split_once(separator)?;
        Some([last, first])
    });
    let is_one = |name: &&str| {
        let sites = &context.sites;
        let is_own = !is_host(context, name) && !sites.is_subject(name) && !sites.is_own_name(name);
        !name.is_empty() && is_own && context.sites.is_or_begins_host(name)
    };
    cuts.flatten().chain([title]).map(unversioned).find(is_one).map(str::to_owned)
}

/// The last part of a title that says what the heading does, and then this.
fn after_heading<'a>(context: &'a Context<'_>) -> Option<&'a str> {
    let document = &context.page.document;
    let (rest, last) = before_last_part(&document.titles.first()?.value)?;
    let is_heading = |text: &str| comparable(text) == comparable(rest);
    let is_short = (1..=SUFFIX_WORDS).contains(&last.split_whitespace().count());
    let is_shown = document.h1.iter().take(1).any(|heading| is_heading(&heading.value));
    // Where the heading is the site's own, the page's name follows.
    let mut headings = document.outline.headings.iter();
    let is_of_site = headings
        .find(|heading| heading.level == 1)
        .is_some_and(|heading| is_banner(context, heading));
    let is_other = !is_host(context, last) && !context.sites.is_own_name(last);
    (is_short && is_shown && is_other && !is_of_site).then(|| unversioned(last))
}

/// The text of a link around the content that leads home, where it is a name of the site.
fn logo<'a>(context: &'a Context<'_>) -> Option<&'a str> {
    let document = &context.page.document;
    let links = links_home(context).filter(|link| link.place.is_around);
    let texts = links.filter_map(|link| document.visible_text.get(link.place.text.clone()));
    texts.map(str::trim).find(|text| {
        let is_short = text.chars().count() <= LOGO_CHARACTERS;
        is_short && !is_host(context, text) && context.sites.is_or_begins_host(text)
    })
}

/// The first links that lead to the home page of the host.
fn links_home<'a>(context: &'a Context<'_>) -> impl Iterator<Item = &'a Link> {
    let document = &context.page.document;
    let page = &context.page.final_url;
    let base = document.base(page);
    let leads_home = move |link: &&Link| {
        base.join(&link.href).is_ok_and(|to| {
            let is_top = matches!(to.path(), "/" | "/index.html");
            to.host_str() == page.host_str() && is_top && to.query().is_none()
        })
    };
    document.outline.links.iter().take(LINKS_MAX).filter(leads_home)
}

#[cfg(test)]
mod tests;
