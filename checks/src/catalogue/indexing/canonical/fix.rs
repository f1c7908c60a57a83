//! How to let a page name itself as canonical.

use url::Url;

use super::agreement::{Disagreement, disagreement, home_elsewhere};
use super::elsewhere::{has_as_many_parts, leave, redirect_moved, scan_canonical};
use super::missing::nowhere;
use super::seen::{contradiction, hop_named, tracked};
use crate::fix::Fix;
use crate::page::Page;
use crate::page::canonical::declared::{Declaration, Declared, Place};
use crate::page::canonical::difference::{
    ANOTHER_HOST, ANOTHER_SLUG, Difference, INDEX_OR_AMP, SHOWS_ANOTHER,
};
use crate::page::canonical::trial::Trial;
use crate::page::canonical::variant::ANOTHER_SLUG_OF_ID;
use crate::paste::{code, html, in_step, in_title, line, listed, shell};
use crate::quoted::Quoted;
use crate::report::PageKind;
use crate::url::{last_segment, without_tracking};

/// Declarations that one fix spells out.
const SHOWN: usize = 5;

/// By the same causes as the verdict, in the same order.
pub(super) fn fix(page: &Page, version: Option<&str>) -> Fix {
    let all = Declared::of(page);
    if let Some(found) = disagreement(page, &all).filter(|_| is_otherwise_sound(page, &all)) {
        return agree(page, &all, &found);
    }
    if let Some(home) = home_elsewhere(page).filter(|_| is_undeclared(&all)) {
        return choose_host(page, &home);
    }
    if let Some(canonical) = canonical_of_variant(page, &all) {
        return match canonical.difference {
            Difference::Variant(SHOWS_ANOTHER) => leave(page, &canonical.target),
            Difference::Variant(ANOTHER_SLUG | ANOTHER_SLUG_OF_ID)
                if has_as_many_parts(&page.final_url, &canonical.target) =>
            {
                redirect_moved(page, &canonical.target)
            }
            _ => scan_canonical(page, &canonical.target),
        };
    }
    if let Some(fix) = redirect_to_canonical(page, &all) {
        return fix;
    }
    let address = address(page, &all);
    let (title, steps) = match all.effective().next() {
        None => nowhere(page, &all, &address, version),
        Some(_) => declared(page, &all, &address),
    };
    let worst = all.effective().map(|one| one.difference).max();
    let mut fix = Fix::new(
        "canonical",
        title,
        format!(
            "`curl -s {} | grep -i canonical` shows the element once, inside `<head>`.",
            shell(&page.final_url)
        ),
    )
    .snippet(element(&address))
    .for_tool(is_undeclared(&all) && all.unreadable.is_empty());
    fix.steps = steps;
    if all.effective().any(|one| one.place == Place::Header) {
        fix = fix.step(format!(
            "The `Link` header declares one too: send {}, or remove the canonical from it.",
            code(&format!("Link: <{}>; rel=\"canonical\"", line(address.as_str())))
        ));
    }
    match worst {
        Some(Difference::OtherDocument | Difference::OtherSite) => fix.opens(&["sitemap-entry"]),
        _ => fix,
    }
}

/// Whether the canonicals neither contradict each other nor name what redirects here.
fn is_otherwise_sound(page: &Page, all: &Declared) -> bool {
    contradiction(all).is_none() && hop_named(page, all).is_none()
}

fn is_undeclared(all: &Declared) -> bool {
    all.readable.is_empty() && all.unreadable.is_empty()
}

/// The canonical and the page's own links are to name one address. Which country's page engines
/// should cite is for the site's people to say.
fn agree(page: &Page, all: &Declared, found: &Disagreement<'_>) -> Fix {
    let own = address(page, all);
    let (shown, target) = (in_title(own.as_str()), in_title(found.target.as_str()));
    let verify = "Scan the page again. The canonical and the rest of the page name the same URL.";
    if found.is_country {
        let title = format!(
            "Use one URL in the canonical and in the rest of the page: {shown} or {target}"
        );
        return Fix::new("canonical", title, verify)
            .step(format!(
                "The canonical is {target}, and the page's links, `og:url` or `hreflang` use {shown}. \
                 Decide which of the two pages engines should cite for this country."
            ))
            .step("Use that URL in the canonical, in `og:url`, in `hreflang` and in the sitemap.");
    }
    Fix::new(
        "canonical",
        format!("Set the canonical to {shown}, which the page uses elsewhere, instead of {target}"),
        verify,
    )
    .step(replace(all))
    .step(format!(
        "If you want engines to cite {target}, use it in the page's links, in `og:url` and in the \
         sitemap instead, and redirect this URL to it (301)."
    ))
    .snippet(element(&own))
}

/// A page without a canonical whose links lead to the site of another country may be that site's.
fn choose_host(page: &Page, home: &str) -> Fix {
    let own = in_title(page.final_url.host_str().unwrap_or_default());
    let home = in_title(home);
    Fix::new(
        "canonical",
        format!("Choose {own} or {home} as the canonical host, and add a canonical link"),
        "Scan the page again. The canonical is the URL that engines should cite.",
    )
    .step(format!(
        "The URL of the page is on {own}, and its links lead to {home}. Find out which of the two \
         sites the page belongs to."
    ))
    .step("Add `<link rel=\"canonical\">` to the `<head>`, with the URL of the page on that host.")
}

fn element(address: &Url) -> String {
    format!("<link rel=\"canonical\" href=\"{}\">", html(address.as_str()))
}

/// The canonical of a page whose address is a variant of it, where nothing else is wrong: a
/// variant is never to be named as canonical.
fn canonical_of_variant<'a>(page: &Page, all: &'a Declared) -> Option<&'a Declaration> {
    if !is_otherwise_sound(page, all) {
        return None;
    }
    let worst = all.effective().max_by_key(|one| one.difference)?;
    let is_variant = match worst.difference {
        Difference::Variant(_) | Difference::OtherPath => true,
        Difference::Spelling(part) => part == ANOTHER_HOST || part == INDEX_OR_AMP,
        _ => false,
    };
    is_variant.then_some(worst)
}

/// To send visitors from another spelling of a URL to the one that the page names. Which of the two
/// the owner prefers is what the canonical says.
fn redirect_to_canonical(page: &Page, all: &Declared) -> Option<Fix> {
    let worst = all.effective().max_by_key(|one| one.difference)?;
    let Difference::Spelling(part) = worst.difference else { return None };
    if worst.target.scheme() != "https" || !is_otherwise_sound(page, all) {
        return None;
    }
    let target = in_title(worst.target.as_str());
    let fix = Fix::new(
        "canonical",
        format!("Redirect this URL to its canonical {target}: they differ in {part}"),
        "Open this URL: the address bar shows the canonical.",
    );
    let own = in_step(page.final_url.as_str());
    Some(
        fix.step(format!(
            "Redirect {own} to the canonical (301), and use the canonical in your links."
        ))
        .step("If you prefer this URL, make it the canonical instead, and use it in every link."),
    )
}

/// The address that the page should name: what it names already, if that is its own, else its
/// address without what only says where a visitor came from.
fn address(page: &Page, all: &Declared) -> Url {
    let own = all
        .effective()
        .find(|one| matches!(one.difference, Difference::Same | Difference::QueryDropped));
    // One that stands outside of the head is moved as it is.
    let is_spelled = |one: &&Declaration| {
        use Difference::{QueryDropped, Same, Spelling};
        let is_slash = matches!(one.difference, Spelling("the trailing slash"));
        one.place == Place::Body && (is_slash || matches!(one.difference, Same | QueryDropped))
    };
    let is_moved = all.effective().next().is_none();
    let own = own.or_else(|| all.readable.iter().find(is_spelled).filter(|_| is_moved));
    let mut address = without_tracking(own.map_or(&page.final_url, |one| &one.target));
    address.set_fragment(None);
    if own.is_none() && page.document.kind.kind == PageKind::Home && is_index(&address) {
        // Links and visitors use the short one.
        let folder = address.path().rsplit_once('/').map_or("/", |(folder, _)| folder);
        address.set_path(&format!("{folder}/"));
    }
    address
}

/// Whether a home page's URL names the file that its folder shows anyway, in whatever case and with or
/// without its ending.
fn is_index(url: &Url) -> bool {
    let stem = last_segment(url).and_then(|name| name.split('.').next());
    stem.is_some_and(|stem| matches!(stem.to_ascii_lowercase().as_str(), "index" | "default"))
}

fn declared(page: &Page, all: &Declared, address: &Url) -> (String, Vec<String>) {
    let own = in_title(address.as_str());
    if let Some((one, other)) = contradiction(all) {
        let title = format!("Keep one canonical: {own}");
        let steps = vec![
            format!("These point to different URLs: {} and {}.", place(one), place(other)),
            "Keep one element, the one below, and remove the others. Two plugins often add one \
             each."
                .to_owned(),
        ];
        return (title, steps);
    }
    if let Some(hop) = hop_named(page, all) {
        let title =
            format!("Set the canonical to {own}: {} redirects to it", in_title(hop.url.as_str()));
        return (title, vec![replace(all)]);
    }
    let worst = all.effective().max_by_key(|one| one.difference);
    let Some(worst) = worst else { return nowhere(page, all, address, None) };
    let target = in_title(worst.target.as_str());
    match worst.difference {
        Difference::OtherSite
        | Difference::OtherDocument
        | Difference::OtherPath
        | Difference::Variant(_) => (
            format!("Set the canonical to {own} instead of {target}"),
            vec![
                replace(all),
                format!(
                    "If this page is a copy of {target}, its canonical is right: leave it, and \
                     scan that URL, which engines will cite."
                ),
            ],
        ),
        Difference::Leftover(trial) => {
            let is = if trial == Trial::Sure { "is" } else { "looks like" };
            let host = in_title(worst.target.host_str().unwrap_or_default());
            let steps = vec![
                replace(all),
                "Look for the site's base URL in the settings of the build or the CMS: it \
                 still has that host, and other tags may too."
                    .to_owned(),
                format!(
                    "If {host} is the real site, scan {target} instead, and redirect this URL to it (301)."
                ),
            ];
            let title =
                format!("Set the canonical to {own}: {host} {is} a staging or preview host");
            (title, steps)
        }
        Difference::Spelling(part) => {
            let or = match (worst.target.scheme(), page.final_url.scheme()) {
                ("http", "https") => format!(
                    "If {target} still answers without a redirect, redirect it to {own} (301)."
                ),
                _ => format!("Or, if you prefer {target}, redirect this URL to it (301)."),
            };
            let what = match worst.target.scheme() == page.final_url.scheme() {
                true => format!("it differs in {part}"),
                false => {
                    format!("now it begins with {}", code(&format!("{}:", worst.target.scheme())))
                }
            };
            (format!("Set the canonical to {own}: {what}"), vec![replace(all), or])
        }
        Difference::Same | Difference::QueryDropped => form(all, worst, &own),
    }
}

/// The address is right, and its form is not.
fn form(all: &Declared, worst: &Declaration, own: &Quoted) -> (String, Vec<String>) {
    if let Some(name) = tracked(all) {
        let title = format!("Remove {} from the canonical: {own}", in_title(name));
        let why = "It only records where a visitor came from, so the page names a different \
            canonical for each source of visitors.";
        return (title, vec![why.to_owned(), replace(all)]);
    }
    if all.effective().any(|one| one.relative) {
        let title = format!("Make the canonical absolute: {own}");
        return (title, vec![replace(all)]);
    }
    let lines: Vec<String> = all
        .effective()
        .filter(|one| one.place == Place::Head)
        .filter_map(|one| one.line)
        .take(SHOWN)
        .map(|line| line.to_string())
        .collect();
    match lines.len() {
        ..=1 => (
            format!("Set the canonical to {own}"),
            vec![format!("Nothing to change: {} already sets it.", place(worst))],
        ),
        count => (
            format!("Keep one of the {count} canonical links"),
            vec![format!(
                "Lines {} each have one. Keep one and remove the rest: two plugins or templates \
                 often add one each.",
                listed(&lines)
            )],
        ),
    }
}

fn replace(all: &Declared) -> String {
    // A line may hold all of the head.
    let named = |one: &Declaration| match one.line {
        Some(_) => format!("the canonical link on {}", place(one)),
        None => place(one),
    };
    let places: Vec<String> = all.effective().take(SHOWN).map(named).collect();
    format!("Replace {} with the element below.", listed(&places))
}

/// "line 9 (`/guide/tea`)".
fn place(one: &Declaration) -> String {
    let written = in_step(&one.written);
    match one.line {
        Some(line) => format!("line {line} ({written})"),
        None => format!("the Link header ({written})"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue::indexing::canonical::Canonical;
    use crate::catalogue::test_page::{canonical, fix_of, page, page_after, with_header};

    const OWN: &str = "https://www.example.com/guide/tea";
    const ADDRESS: &str = "https://www.example.com/guide/tea?cup=1";

    fn fix(hrefs: &[&str]) -> Fix {
        let mut page = page();
        page.document.canonical_links = hrefs.iter().map(|href| canonical(href)).collect();
        fix_of(&Canonical, &page)
    }

    fn element(address: &str) -> String {
        format!("<link rel=\"canonical\" href=\"{address}\">")
    }

    #[test]
    fn the_element_is_that_of_this_page() {
        let none = fix(&[]);
        assert_eq!(none.title, format!("Add a canonical link to `{ADDRESS}`"));
        assert_eq!(none.snippet, Some(element(ADDRESS)));
        assert!(none.opens.is_empty());
        let mut tracked = page();
        tracked.document.canonical_links.clear();
        tracked.final_url =
            crate::catalogue::test_page::url("https://www.example.com/a?x=1&utm_source=b&y='2#top");
        let snippet = fix_of(&Canonical, &tracked).snippet.unwrap();
        assert_eq!(snippet, element("https://www.example.com/a?x=1&amp;y=%272"));
    }

    #[test]
    fn another_page_is_replaced_unless_this_one_is_a_copy() {
        let other = fix(&["https://www.example.org/tea"]);
        assert!(
            other.title.ends_with("instead of `https://www.example.org/tea`"),
            "{}",
            other.title
        );
        assert!(other.steps[0].contains("line 9 (`https://www.example.org/tea`)"));
        assert!(other.steps[1].starts_with("If this page is a copy"), "{:?}", other.steps);
        assert_eq!(other.opens, ["sitemap-entry"]);
    }

    #[test]
    fn a_variant_is_never_to_be_canonical() {
        for canonical in [
            "https://www.example.com/drinks/hot/tea",
            "https://shop.example.com/guide/tea",
            "https://www.example.com/guide/tea/index.html",
        ] {
            let variant = fix(&[canonical]);
            let title = format!("Scan `{canonical}` instead: `{ADDRESS}` is a variant of it");
            assert_eq!((variant.title, variant.snippet), (title, None));
        }
    }

    #[test]
    fn spellings_and_forms_are_named() {
        let slash = fix(&["https://www.example.com/guide/tea/"]);
        assert!(slash.title.ends_with("they differ in the trailing slash"), "{}", slash.title);
        assert!(slash.title.starts_with("Redirect this URL to"), "{}", slash.title);
        assert!(slash.steps[1].contains("If you prefer this URL"), "{:?}", slash.steps);
        let protocol = fix(&["http://www.example.com/guide/tea"]);
        assert!(protocol.title.starts_with("Set the canonical to"), "{}", protocol.title);
        let back =
            "If `http://www.example.com/guide/tea` still answers without a redirect, redirect it";
        assert!(protocol.steps[1].starts_with(back), "{:?}", protocol.steps);
        let relative = fix(&["/guide/tea"]);
        assert_eq!(relative.title, format!("Make the canonical absolute: `{OWN}`"));
        assert_eq!(relative.snippet, Some(element(OWN)));
        let twice = fix(&[OWN, OWN]);
        assert_eq!(twice.title, "Keep one of the 2 canonical links");
        assert!(twice.steps[0].starts_with("Lines 9 and 9"), "{:?}", twice.steps);
    }

    #[test]
    fn what_engines_ignore_is_moved_or_filled_in() {
        let mut page = page();
        page.document.canonical_links[0].in_head = false;
        let moved = fix_of(&Canonical, &page);
        assert_eq!(moved.title, "Move the canonical link on line 9 into the head");
        let streams = |fix: &Fix| fix.steps.iter().any(|step| step.contains("htmlLimitedBots"));
        assert!(!streams(&moved), "{:?}", moved.steps);
        page.document.shell.framework = Some("Next.js");
        assert!(streams(&fix_of(&Canonical, &page)));
        page.document.canonical_links[0].href = format!("{OWN}/");
        let moved = fix_of(&Canonical, &page).snippet;
        assert_eq!(moved, Some(element(&format!("{OWN}/"))), "as it is written");
        assert_eq!(fix(&[""]).title, "Fill in the canonical on line 9: it is empty");
        let local = fix(&["http://localhost:3000/"]);
        assert!(local.title.contains("`http://localhost:3000/`, which isn't a public URL"));
    }

    #[test]
    fn contradictions_end_in_one() {
        let two = fix(&[OWN, "https://www.example.com/guide/coffee"]);
        assert_eq!(two.title, format!("Keep one canonical: `{OWN}`"));
        assert_eq!(two.snippet, Some(element(OWN)));
        let header = with_header("link", "<https://www.example.com/b>; rel=canonical");
        let header = fix_of(&Canonical, &header);
        assert!(header.steps.last().unwrap().starts_with("The `Link` header declares one too"));
        let mut hop = page_after(&["https://www.example.com/tea"]);
        hop.document.canonical_links = vec![canonical("https://www.example.com/tea")];
        let hop = fix_of(&Canonical, &hop);
        assert!(
            hop.title.ends_with("`https://www.example.com/tea` redirects to it"),
            "{}",
            hop.title
        );
    }
}
