//! Parts of a page that say only that something is loading.

use crate::page::Page;
use crate::page::scripted::is_waiting;
use crate::paste::in_title;
use crate::quoted::Quoted;
use crate::report::PageKind;
use crate::weights::{PLACEHOLDERS_WARN, RAW_TEXT_PASS};

/// What stands on a page in place of its content.
pub(super) struct Placeholders {
    /// How many there are.
    pub(super) count: usize,
    /// What the first says.
    pub(super) text: Quoted,
    /// The line of the first.
    pub(super) line: u32,
}

/// The placeholders of a page that has too many of them. In a list they stand for what it lists,
/// however long the text beside them is; elsewhere a long text stands without them, as that of a
/// product does without its reviews. Those in menus and side columns, or for screen readers alone,
/// tell something of a short page only.
pub(super) fn instead_of_content(page: &Page) -> Option<Placeholders> {
    let is_list = page.document.kind.kind == PageKind::Listing;
    let is_short = page.document.main.word_equivalents < RAW_TEXT_PASS;
    if !is_list && !is_short {
        return None;
    }
    let blocks = page.document.outline.blocks.iter();
    let blocks = blocks.filter(|block| is_short || !block.place.is_around);
    let texts = blocks.filter_map(|block| {
        let text = page.document.visible_text.get(block.place.text.clone())?;
        Some((block.place.line, text))
    });
    let mut found = texts.filter(|(_, text)| is_waiting(text));
    let (line, text) = found.next()?;
    let count = 1 + found.count();
    let text = in_title(text);
    (count >= PLACEHOLDERS_WARN).then_some(Placeholders { count, text, line })
}

#[cfg(test)]
mod tests {
    use crate::catalogue::extraction::raw_html_content::RawHtmlContent;
    use crate::catalogue::test_html::{read, read_at};
    use crate::catalogue::test_page::fix_of;
    use crate::check::{Check, Context};
    use crate::page::Page;
    use crate::report::{PageKind, Status};

    const CARD: &str = "<article class=tile><h3>Loading...</h3><div></div></article>";

    fn shop(cards: &str) -> Page {
        let kinds = "<li>Black tea from Assam, strong and dark".repeat(40);
        let mut page = read(&format!(
            "<title>Tea</title><body><main><h1>Tea</h1><ul>{kinds}</ul>{cards}</main>\
             <script src=/_next/static/shop.js></script>"
        ));
        page.document.kind.kind = PageKind::Listing;
        page
    }

    fn status(page: &Page) -> Status {
        RawHtmlContent.judge(&Context::new(page, false)).status
    }

    #[test]
    fn a_list_whose_entries_are_loading_is_not_in_the_html() {
        let page = shop(&CARD.repeat(10));
        let finding = RawHtmlContent.judge(&Context::new(&page, false));
        let said =
            "10 parts of the page say only `Loading...`. JavaScript seems to add their content.";
        assert_eq!((finding.status, finding.summary.as_str()), (Status::Warn, said));
        assert_eq!(
            fix_of(&RawHtmlContent, &page).title,
            "Render all content on the server: 10 parts of the page say only `Loading...`"
        );
        assert_eq!(status(&shop(&CARD.repeat(3))), Status::Pass);
        let aside = format!("<aside>{}</aside>", CARD.repeat(10));
        assert_eq!(status(&shop(&aside)), Status::Pass, "beside the list");
        assert_eq!(status(&shop(&"<h3>Loading dock tea</h3>".repeat(9))), Status::Pass);
        let german = "<article><h3>Wird geladen …</h3></article>".repeat(6);
        assert_eq!(status(&shop(&german)), Status::Warn);
    }

    #[test]
    fn a_long_text_stands_without_what_is_loading_beside_it() {
        let text =
            "<p>Steep the leaves for three minutes in water just off the boil.</p>".repeat(40);
        let html = format!("<main><h1>Tea</h1>{text}{}</main>", CARD.repeat(10));
        let page = read_at("https://shop.example/tea", &format!("<title>Tea</title>{html}"));
        assert_ne!(page.document.kind.kind, PageKind::Listing);
        assert_eq!(status(&page), Status::Pass);
    }
}
