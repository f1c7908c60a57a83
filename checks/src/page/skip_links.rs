//! Where a link for those who hear the page, or who have no mouse, skips to: the content.

use html5ever::local_name;
use select::document::Document;
use select::node::Node;
use select::predicate::Name;

use crate::page::flow::Flow;
use crate::page::marks::split_words;
use crate::page::prose::Prose;
use crate::page::tree::attribute;

/// Links at the start of a page that may skip.
const LINKS: usize = 12;

/// The element that the first such link leads to, where it holds the heading of the page, or else at
/// least half of the prose.
pub(super) fn target(flow: &Flow, document: &Document) -> Option<usize> {
    let skips = document.find(Name("a")).take(LINKS).filter(|link| is_skip_link(*link));
    let ids = skips.filter_map(|link| attribute(link, &local_name!("href"))?.strip_prefix('#'));
    let holds_id = |at: &usize, id: &str| {
        let node = document.nth(flow.elements[*at].node);
        node.and_then(|node| attribute(node, &local_name!("id"))) == Some(id)
    };
    let prose = Prose::of(flow, |_| true);
    let holds_content = |at: &usize| match flow.first_h1(0) {
        Some(_) => flow.holds_h1(*at) && prose.within(flow, *at) > 0,
        None => prose.total() > 0 && prose.within(flow, *at) * 2 >= prose.total(),
    };
    let is_container = |at: &usize| {
        matches!(&*flow.elements[*at].name, "div" | "main" | "section" | "article" | "td")
    };
    ids.filter(|id| !id.is_empty())
        .filter_map(|id| (1..flow.elements.len()).find(|at| holds_id(at, id)))
        .find(|at| is_container(at) && holds_content(at))
}

/// Whether a link skips to the content, by its text or its class.
fn is_skip_link(link: Node<'_>) -> bool {
    const BEGINNINGS: [&str; 10] = [
        "skip ",
        "jump to ",
        "zum inhalt",
        "zum hauptinhalt",
        "aller au contenu",
        "saltar al contenido",
        "ir al contenido",
        "vai al contenuto",
        "ir para o conteúdo",
        "naar de inhoud",
    ];
    let text = link.text().trim().to_lowercase();
    let says_so = || BEGINNINGS.iter().any(|begin| text.starts_with(begin));
    let is_called_so = || {
        let class = attribute(link, &local_name!("class")).unwrap_or_default();
        split_words(class).any(|word| matches!(word.as_str(), "skip" | "skiplink"))
    };
    says_so() || is_called_so()
}

#[cfg(test)]
mod tests {
    use crate::catalogue::test_html::read_at;

    /// What is read as the content of a short page beside a long column.
    fn content(link: &str, column: &str) -> String {
        let text = "<h1>Brewing</h1><p>Pour the water over the leaves while it is hot, and wait \
                    for three minutes before you drink it.</p>";
        let html = format!(
            "<title>Tea</title><body>{link}<div id=head><a href=/pots>Pots</a></div>\
             <div {column}><p>{}</p></div><div id=content><div>{text}</div></div>",
            "Leaves of all kinds are sold here, in bags and in boxes. ".repeat(9)
        );
        read_at("https://tea.example/brew.html", &html).document.main.text
    }

    #[test]
    fn the_target_of_a_skip_link_is_the_content() {
        let skip = "<a class=skip href=#content>Skip to content</a>";
        let read = content(skip, "id=sidebar");
        assert!(read.starts_with("Brewing\nPour") && read.ends_with("drink it."), "{read}");
        let read = content(skip, "id=other");
        assert!(read.starts_with("Brewing\nPour") && read.ends_with("drink it."), "{read}");
        for link in ["", "<a href=#content>Leaves</a>", "<a class=skip href=#none>Skip</a>"] {
            assert!(!content(link, "id=sidebar").starts_with("Brewing"), "{link}");
        }
    }
}
