//! Pages that are whole in a few words: those for getting in touch, and those that say whose a site
//! is.

use url::Url;

use crate::catalogue::provenance::publisher_identity::words::is_contact_page;
use crate::check::Context;
use crate::page::text::word_equivalents;
use crate::url::percent_decoded;

/// Words that such a page has at least.
const WORDS: usize = 10;

/// Whether the page is one for getting in touch, by its address, and gives a way to: a form, an
/// address for mail, a telephone number.
pub(super) fn is_whole(context: &Context<'_>) -> bool {
    let page = context.page;
    let outline = &page.document.outline;
    let way = |href: &str| {
        let scheme = href.split(':').next().unwrap_or_default();
        ["mailto", "tel"].iter().any(|known| scheme.eq_ignore_ascii_case(known))
    };
    // Forms stand apart from the text, so what tells one from the header's search is its place.
    let title = outline.headings.iter().find(|heading| heading.level == 1);
    let is_below = |line: u32| title.is_some_and(|title| title.place.line <= line);
    let has_form = || outline.forms.iter().any(|one| is_below(one.place.line) && !one.has_password);
    let has_link = || outline.links.iter().any(|one| !one.place.is_around && way(&one.href));
    is_named(&page.final_url)
        && (has_form() || has_link() || page.document.main.text.contains('@'))
        && word_equivalents(&page.document.visible_text) >= WORDS
}

fn is_named(url: &Url) -> bool {
    let path = url.path().trim_end_matches('/');
    let last = path.rsplit('/').next().unwrap_or_default();
    let name = last.split('.').next().unwrap_or_default().to_lowercase();
    let decoded = percent_decoded(&name).to_lowercase();
    is_contact_page(&name) || is_contact_page(&decoded)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue::test_html::read_at;

    #[test]
    fn a_page_for_getting_in_touch_is_whole() {
        let of = |path: &str, body: &str| {
            let html =
                format!("<html lang=en><title>Contact</title><main><h1>Contact</h1>{body}</main>");
            let page = read_at(&format!("https://www.example.com/{path}"), &html);
            is_whole(&Context::new(&page, false))
        };
        let text = "<p>Write to us any day of the week, and we answer within two days.</p>";
        let mail = format!("{text}<a href='mailto:tea@example.com'>Mail</a>");
        let form =
            format!("{text}<form action=/send><input name=mail><textarea></textarea></form>");
        for (path, body) in [("contact", &mail), ("de/kontakt/", &form), ("impressum.html", &mail)]
        {
            assert!(of(path, body), "{path}");
        }
        assert!(of("%D0%BA%D0%BE%D0%BD%D1%82%D0%B0%D0%BA%D1%82%D1%8B", &mail), "контакты");
        assert!(!of("contact", text), "no way to");
        assert!(!of("tea", &mail), "another page");
        assert!(!of("contact", "<a href='tel:1'>1</a>"), "next to nothing");
    }
}
