//! How to let a page name itself as canonical.

use url::Url;

use super::seen::{contradiction, hop_named};
use crate::fix::Fix;
use crate::page::Page;
use crate::page::canonical::declared::{Declaration, Declared, Place};
use crate::page::canonical::difference::{ANOTHER_HOST, Difference, INDEX_OR_AMP};
use crate::paste::{code, html, in_step, in_title, line, listed, shell};
use crate::quoted::Quoted;
use crate::url::without_tracking;

/// Declarations that one fix spells out.
const SHOWN: usize = 5;

/// By the same causes as the verdict, in the same order.
pub(super) fn fix(page: &Page) -> Fix {
    let all = Declared::of(page);
    if let Some(canonical) = canonical_of_variant(page, &all) {
        return scan_canonical(page, canonical);
    }
    let address = address(page, &all);
    let (title, steps) = match all.effective().next() {
        None => nowhere(&all, &address),
        Some(_) => declared(page, &all, &address),
    };
    let worst = all.effective().map(|one| one.difference).max();
    let mut fix = Fix::new(
        "canonical",
        title,
        format!(
            "`curl -s {} | grep -i canonical` shows the element once, before the end of the head.",
            shell(&page.final_url)
        ),
    )
    .snippet(format!("<link rel=\"canonical\" href=\"{}\">", html(address.as_str())));
    fix.steps = steps;
    if all.effective().any(|one| one.place == Place::Header) {
        fix = fix.step(format!(
            "The Link header names one too: send {}, or leave the canonical out of it.",
            code(&format!("Link: <{}>; rel=\"canonical\"", line(address.as_str())))
        ));
    }
    match worst {
        Some(Difference::OtherDocument | Difference::OtherSite) => fix.opens(&["sitemap-entry"]),
        _ => fix,
    }
}

/// The canonical of a page whose address is a variant of it, where nothing else is wrong: a
/// variant is never to be named as canonical.
fn canonical_of_variant<'a>(page: &Page, all: &'a Declared) -> Option<&'a Url> {
    if contradiction(all).is_some() || hop_named(page, all).is_some() {
        return None;
    }
    let worst = all.effective().max_by_key(|one| one.difference)?;
    let is_variant = match worst.difference {
        Difference::Variant(_) | Difference::OtherPath => true,
        Difference::Spelling(part) => part == ANOTHER_HOST || part == INDEX_OR_AMP,
        _ => false,
    };
    is_variant.then_some(&worst.target)
}

fn scan_canonical(page: &Page, canonical: &Url) -> Fix {
    let target = in_title(canonical.as_str());
    let own = in_title(page.final_url.as_str());
    Fix::new(
        "canonical",
        format!("Scan {target} instead: {own} is a variant of it"),
        format!("Scan {target}: there the canonical is the page's own address."),
    )
    .step("Leave the canonical as it is.")
    .step(format!("Link to {target} in menus, sitemaps and posts: engines cite that address."))
    .step(format!("Where nobody needs {own}, redirect it to the canonical (301)."))
}

/// The address that the page should name: what it names already, if that is its own, else its
/// address without what only says where a visitor came from.
fn address(page: &Page, all: &Declared) -> Url {
    let own = all
        .effective()
        .find(|one| matches!(one.difference, Difference::Same | Difference::QueryDropped));
    let mut address =
        own.map_or_else(|| without_tracking(&page.final_url), |one| one.target.clone());
    address.set_fragment(None);
    address
}

/// There is none that engines obey.
fn nowhere(all: &Declared, address: &Url) -> (String, Vec<String>) {
    if let Some(one) = all.readable.first() {
        let title = match one.line {
            Some(line) => format!("Move the canonical of line {line} into the head"),
            None => "Move the canonical into the head".to_owned(),
        };
        let steps = vec![
            "An element above it ends the head as browsers parse the page: look for a div, iframe \
             or img before it, often in the code of a tag manager."
                .to_owned(),
            "Put the element below right behind <title>, and take the other one out.".to_owned(),
        ];
        return (title, steps);
    }
    if let Some((line, written)) = all.unreadable.first() {
        let title = match written.is_empty() {
            true => format!("Fill in the canonical of line {line}: it is empty"),
            false => {
                format!("Replace the canonical {}, which is no public address", in_title(written))
            }
        };
        let steps = vec![format!("Replace the element in line {line} by the one below.")];
        return (title, steps);
    }
    let title = format!("Name {} as the page's canonical address", in_title(address.as_str()));
    (title, vec!["Put the element below into the head, once.".to_owned()])
}

fn declared(page: &Page, all: &Declared, address: &Url) -> (String, Vec<String>) {
    let own = in_title(address.as_str());
    if let Some((one, other)) = contradiction(all) {
        let title = format!("Name one canonical only, {own}");
        let steps = vec![
            format!("{} and {} name different addresses.", place(one), place(other)),
            "Keep one element, the one below, and take the others out; two plugins often write one \
             each."
                .to_owned(),
        ];
        return (title, steps);
    }
    if let Some(hop) = hop_named(page, all) {
        let title =
            format!("Name {own} as canonical: {} redirects to it", in_title(hop.url.as_str()));
        return (title, vec![replace(all)]);
    }
    let worst = all.effective().max_by_key(|one| one.difference);
    let Some(worst) = worst else { return nowhere(all, address) };
    let target = in_title(worst.target.as_str());
    match worst.difference {
        Difference::OtherSite
        | Difference::OtherDocument
        | Difference::OtherPath
        | Difference::Variant(_) => (
            format!("Name {own} as canonical instead of {target}"),
            vec![
                replace(all),
                format!(
                    "If this page is a copy of {target}, its canonical is right: leave it, and scan \
                     that address, which engines will cite."
                ),
            ],
        ),
        // Which of the two the owner prefers is what the canonical says.
        Difference::Spelling(part) if worst.target.scheme() == "https" => (
            format!("Redirect this address to {target}, its canonical: what differs is {part}"),
            vec![
                format!(
                    "Redirect {} to it (301), and link to it.",
                    in_step(page.final_url.as_str())
                ),
                format!("Or, if you prefer this address: {}", replace(all)),
            ],
        ),
        Difference::Spelling(part) => (
            format!("Write the canonical as {own}: what differs is {part}"),
            vec![
                replace(all),
                format!(
                    "Or, if {target} is the address you prefer, redirect this one to it (301)."
                ),
            ],
        ),
        Difference::Same | Difference::QueryDropped => form(all, worst, &own),
    }
}

/// The address is right, and its form is not.
fn form(all: &Declared, worst: &Declaration, own: &Quoted) -> (String, Vec<String>) {
    if all.effective().any(|one| one.relative) {
        let title = format!("Write the canonical with its whole address, {own}");
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
        ..=1 => (format!("Name {own} as canonical"), vec![format!("{} does.", place(worst))]),
        count => (
            format!("Keep one of the {count} canonical elements"),
            vec![format!(
                "Lines {} each hold one; take all but one out. Two plugins or templates often write \
                 one each.",
                listed(&lines)
            )],
        ),
    }
}

fn replace(all: &Declared) -> String {
    let places: Vec<String> = all.effective().take(SHOWN).map(place).collect();
    format!("Write the element below for what stands there: {}.", listed(&places))
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
        assert_eq!(none.title, format!("Name `{ADDRESS}` as the page's canonical address"));
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
        assert!(slash.title.ends_with("what differs is a slash at the end"), "{}", slash.title);
        assert!(slash.title.starts_with("Redirect this address to"), "{}", slash.title);
        assert!(slash.steps[1].contains("if you prefer this address"), "{:?}", slash.steps);
        let protocol = fix(&["http://www.example.com/guide/tea"]);
        assert!(protocol.title.starts_with("Write the canonical as"), "{}", protocol.title);
        assert!(protocol.steps[1].contains("redirect this one"), "{:?}", protocol.steps);
        let relative = fix(&["/guide/tea"]);
        assert_eq!(relative.title, format!("Write the canonical with its whole address, `{OWN}`"));
        assert_eq!(relative.snippet, Some(element(OWN)));
        let twice = fix(&[OWN, OWN]);
        assert_eq!(twice.title, "Keep one of the 2 canonical elements");
        assert!(twice.steps[0].starts_with("Lines 9 and 9"), "{:?}", twice.steps);
    }

    #[test]
    fn what_engines_ignore_is_moved_or_filled_in() {
        let mut page = page();
        page.document.canonical_links[0].in_head = false;
        assert_eq!(fix_of(&Canonical, &page).title, "Move the canonical of line 9 into the head");
        assert_eq!(fix(&[""]).title, "Fill in the canonical of line 9: it is empty");
        let local = fix(&["http://localhost:3000/"]);
        assert!(local.title.contains("`http://localhost:3000/`, which is no public address"));
    }

    #[test]
    fn contradictions_end_in_one() {
        let two = fix(&[OWN, "https://www.example.com/guide/coffee"]);
        assert_eq!(two.title, format!("Name one canonical only, `{OWN}`"));
        assert_eq!(two.snippet, Some(element(OWN)));
        let header = with_header("link", "<https://www.example.com/b>; rel=canonical");
        let header = fix_of(&Canonical, &header);
        assert!(header.steps.last().unwrap().starts_with("The Link header names one too"));
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
