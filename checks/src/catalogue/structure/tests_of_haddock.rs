//! Pages of manuals as Haddock and odoc write them.

use super::lists_tables::ListsTables;
use super::test_read::{fix, judge, read_at, text};
use super::title_h1_match::TitleH1Match;
use crate::catalogue::extraction::raw_html_content::RawHtmlContent;
use crate::catalogue::provenance::publisher_identity::PublisherIdentity;
use crate::page::Page;
use crate::report::{PageKind, Status};

fn haddock(title: &str, content: &str) -> Page {
    let html = format!(
        "<html><head><title>{title}</title><script src=haddock-bundle.min.js async></script></head>\
         <body><div id=package-header><span class=caption>leaf-tea-2.1: Pots and cups</span></div>\
         <div id=content>{content}</div><div id=footer>Produced by Haddock</div></body></html>"
    );
    read_at("https://leaf.example.net/doc/page.html", &html)
}

#[test]
fn the_title_of_a_module_is_its_caption() {
    let page = haddock(
        "Data.Tea.Pot",
        &format!(
            "<div id=module-header><p class=caption>Data.Tea.Pot</p></div><h1>Documentation</h1>{}",
            text(200)
        ),
    );
    assert_eq!(page.document.kind.kind, PageKind::Docs);
    assert_eq!(page.document.outline.project.as_deref(), Some("leaf-tea"));
    let title = fix(&TitleH1Match, &page).0.title;
    assert_eq!(title, "Make the title `Data.Tea.Pot` the H1, and change the section H1 to H2");
}

#[test]
fn a_part_of_the_index_is_whole_and_needs_no_contact() {
    let page = haddock(
        "leaf-tea-2.1: Pots and cups (Index - U)",
        "<div id=index><p class=caption>Index - U</p><table><tr><td class=src>unpour</td><td \
         class=module><a href=Data-Tea.html>Data.Tea</a></td></tr></table></div>",
    );
    let finding = judge(&RawHtmlContent, &page);
    assert_ne!(finding.status, Status::Fail, "{}", finding.summary);
    let title = fix(&PublisherIdentity, &page).0.title;
    assert!(!title.contains("contact"), "{title}");
}

#[test]
fn a_table_of_declarations_needs_no_header() {
    let of = |class: &str| {
        let row = format!("<tr><td class={class}>pour :: Cup</td><td>Pours tea.</td></tr>");
        let table = format!("<table>{}</table>", row.repeat(9));
        judge(&ListsTables, &haddock("Data.Tea", &format!("{}{table}", text(1_300)))).status
    };
    assert_eq!((of("src"), of("row")), (Status::Pass, Status::Warn));
}

#[test]
fn the_end_of_a_path_names_the_page() {
    let of = |title: &str, heading: &str| {
        let html = format!("<html lang=en><title>{title}</title><h1>{heading}</h1>{}", text(200));
        judge(&TitleH1Match, &read_at("https://docs.example.net/tea/lid.html", &html)).status
    };
    let title = "Lid (tea.Leaf.Pot.Lid)";
    assert_eq!(of(title, "Module <code>Pot.Lid</code>"), Status::Pass);
    assert_ne!(of(title, "Module <code>Pot.Rim</code>"), Status::Pass);
    assert_ne!(of("teaconfig.json", "Output as json"), Status::Pass, "a file");
}
