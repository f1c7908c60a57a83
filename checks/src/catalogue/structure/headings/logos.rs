//! Headings of level 1 that name what the page is a part of: the site, a forum, a book.

use url::Url;

use crate::check::Context;
use crate::page::names::comparable;
use crate::page::outline::Heading;
use crate::page::title::{SEPARATORS, before_last_part};
use crate::url::{folder, registrable_domain};

/// Whether a heading with that text names what the page is a part of, and not the page, whose title
/// is that.
pub(crate) fn names_the_whole(
    context: &Context<'_>,
    heading: &Heading,
    text: &str,
    title: &str,
) -> bool {
    let text = comparable(text);
    // On the second page of a discussion its heading leads to the first.
    let is_title = text.is_empty() || comparable(title).starts_with(&text);
    !is_title && (is_link_up(context, heading) || is_over_another(context, heading, &text, title))
}

/// The title before or behind the name on a logo, and what parts them: “Tea · All on leaves”.
pub(crate) fn beside_name<'a>(title: &'a str, name: &str) -> Option<(&'a str, &'static str)> {
    let name = comparable(name);
    let is_name = |part: &str| !name.is_empty() && comparable(part) == name;
    SEPARATORS.iter().find_map(|separator| {
        let behind = title.split_once(separator).filter(|(first, _)| is_name(first));
        let before = title.rsplit_once(separator).filter(|(_, last)| is_name(last));
        let rest = behind.map(|(_, rest)| rest).or(before.map(|(rest, _)| rest))?;
        (!comparable(rest).is_empty()).then_some((rest.trim(), *separator))
    })
}

/// Whether all of a heading is a link to a page above this one.
fn is_link_up(context: &Context<'_>, heading: &Heading) -> bool {
    let document = &context.page.document;
    let text = &heading.place.text;
    // Links stand in no other, so the last that begins here or before holds the heading, or none.
    let links = &document.outline.links;
    let after = links.partition_point(|link| link.place.text.start <= text.start);
    let link = after.checked_sub(1).and_then(|at| links.get(at));
    let page = &context.page.final_url;
    link.filter(|link| !text.is_empty() && link.place.text.end >= text.end)
        .and_then(|link| document.base(page).join(&link.href).ok())
        .is_some_and(|target| is_above(&target, page))
}

/// Whether an address is that of a folder around the page, or the start of its site.
fn is_above(target: &Url, page: &Url) -> bool {
    let is_page_of_site = target.query().is_none()
        && matches!(target.scheme(), "http" | "https")
        && target.host_str().is_some();
    let (above, own) = (folder(target.path()), folder(page.path()));
    let is_in_it = match target.host_str() == page.host_str() {
        true => own.starts_with(&above) && own != above,
        false => above == "/" && registrable_domain(target) == registrable_domain(page),
    };
    is_page_of_site && is_in_it
}

/// Whether a heading above the content is the last part of the title, as that of a book is, and one
/// of the same level in the content the part before it. One of another level would not do: whoever
/// took it away would gain a heading of the page.
fn is_over_another(context: &Context<'_>, heading: &Heading, text: &str, title: &str) -> bool {
    let document = &context.page.document;
    let Some((first, last)) = before_last_part(title) else { return false };
    let first = comparable(first);
    let is_first = |other: &Heading| {
        other.level == heading.level && comparable(other.text(&document.visible_text)) == first
    };
    !heading.place.in_main
        && comparable(last) == *text
        && document.outline.main_headings().any(is_first)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue::structure::test_read::{judge, paragraph, read_at};
    use crate::catalogue::structure::title_h1_match::TitleH1Match;
    use crate::report::Status;

    const ADDRESS: &str = "https://tea.example.org/book/green/brewing.html";

    fn of(title: &str, header: &str, content: &str) -> Status {
        let html = format!(
            "<html lang=en><title>{title}</title><header>{header}</header><main>{content}{}{}\
             </main>",
            paragraph(80),
            paragraph(80)
        );
        judge(&TitleH1Match, &read_at(ADDRESS, &html)).status
    }

    #[test]
    fn a_heading_that_leads_up_is_none_of_the_page() {
        let title = "Brewing green leaves · Everything on leaves";
        let up = |href: &str| format!("<h1><a href={href}>Everything on leaves</a></h1>");
        for href in
            ["/", "../index.html", "/book", "https://example.org/", "https://tea.example.org"]
        {
            assert_eq!(of(title, &up(href), ""), Status::Fail, "{href}");
            let own = "<h1>Brewing green leaves</h1>";
            assert_eq!(of(title, &up(href), own), Status::Pass, "{href}");
        }
        for href in ["#top", "brewing.html", "/other/", "/?page=2", "https://example.net/"] {
            assert_eq!(of(title, &up(href), ""), Status::Pass, "{href}");
        }
    }

    #[test]
    fn a_heading_that_begins_the_title_is_the_page_s_wherever_it_leads() {
        let heading = "<h1><a href=../green>Brewing green leaves</a></h1>";
        assert_eq!(of("Brewing green leaves - page 2", "", heading), Status::Pass);
    }

    #[test]
    fn the_name_of_a_book_above_a_chapter_is_none_of_the_page() {
        let title = "Brewing green leaves - A book on leaves";
        let book = "<h1>A book on leaves</h1>";
        assert_eq!(of(title, book, "<h1>Brewing green leaves</h1>"), Status::Pass);
        assert_eq!(of(title, book, "<h1>Water for tea</h1>"), Status::Warn);
        assert_eq!(of(title, book, ""), Status::Pass);
    }

    #[test]
    fn folders_are_told_from_their_pages() {
        let above = |target: &str, page: &str| {
            is_above(&Url::parse(target).unwrap(), &Url::parse(page).unwrap())
        };
        for (target, page) in [
            ("https://a.example/", "https://a.example/tea"),
            ("https://a.example/docs/index.html", "https://a.example/docs/tea.html"),
            ("https://a.example/docs", "https://a.example/docs/tea/"),
        ] {
            assert!(above(target, page), "{target} {page}");
        }
        for (target, page) in [
            ("https://a.example/docs/", "https://a.example/docs/index.html"),
            ("https://a.example/doc", "https://a.example/docs/tea"),
            ("https://a.example/tea", "https://a.example/tea/"),
            ("mailto:a@a.example", "https://a.example/tea"),
            ("https://b.example/", "https://a.example/tea"),
        ] {
            assert!(!above(target, page), "{target} {page}");
        }
    }
}
