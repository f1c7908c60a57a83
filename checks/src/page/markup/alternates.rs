//! The addresses of a page's translations: `hreflang` in elements and in headers.

use html5ever::local_name;
use select::document::Document;
use select::node::Node;

use crate::page::limits;
use crate::page::tree::{attribute, elements, first, has_token};

/// A page in another language, or for another region.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Alternate {
    /// Line in the decoded source; none for a header.
    pub line: Option<u32>,
    /// `hreflang` as written, trimmed.
    pub hreflang: String,
    /// The address as written, trimmed.
    pub href: String,
    /// Whether its `type` names something other than a page, such as a feed.
    pub is_other_media: bool,
}

/// The `<link rel=alternate hreflang>` of a document.
pub(super) fn read(document: &Document, lines: &[u32]) -> Vec<Alternate> {
    elements(document)
        .filter(|element| {
            element.name() == Some("link") && has_token(*element, &local_name!("rel"), "alternate")
        })
        .filter_map(|element| {
            let hreflang = attribute(element, &local_name!("hreflang"))?.trim().to_owned();
            let href =
                attribute(element, &local_name!("href")).unwrap_or_default().trim().to_owned();
            let media_type = attribute(element, &local_name!("type")).unwrap_or_default();
            let line = Some(lines[element.index()]);
            Some(Alternate { line, hreflang, href, is_other_media: is_other_media(media_type) })
        })
        .take(limits::ALTERNATES)
        .collect()
}

/// `html[xml:lang]`.
pub(super) fn xml_lang(document: &Document) -> Option<String> {
    let lang = first(document, "html")?.attr("xml:lang")?.trim();
    (!lang.is_empty()).then(|| lang.to_owned())
}

/// The language of the body, or of the one element in it, or of its one `main` or `article`, or of the
/// one element in it that has a language and most of the text.
pub(super) fn body_lang(document: &Document) -> Option<String> {
    const MOST_PERCENT: usize = 60;
    let body = first(document, "body")?;
    let mut inside = body.children().filter(|child| {
        child.name().is_some_and(|name| !matches!(name, "script" | "style" | "noscript"))
            || child.as_text().is_some_and(|text| !text.trim().is_empty())
    });
    let only = inside.next().filter(|_| inside.next().is_none());
    let lang = |element: Node<'_>| Some(element.attr("lang")?.trim().to_owned());
    let sole = |name: &str| {
        let mut all = elements(document).filter(|element| element.name() == Some(name));
        all.next().filter(|_| all.next().is_none())
    };
    let landmark = || sole("main").and_then(lang).or_else(|| sole("article").and_then(lang));
    let largest = || {
        let shown = || {
            let no_text = ["script", "style", "noscript", "template"];
            body.children()
                .filter(move |child| !no_text.contains(&child.name().unwrap_or_default()))
        };
        let mut marked = shown().filter(|child| child.attr("lang").is_some());
        let one = marked.next().filter(|_| marked.next().is_none())?;
        let all: usize = shown().map(|child| child.text().len()).sum();
        lang(one).filter(|_| one.text().len() * 100 >= all * MOST_PERCENT)
    };
    lang(body)
        .or_else(|| lang(only?))
        .or_else(landmark)
        .or_else(largest)
        .filter(|lang| !lang.is_empty())
}

/// What the pragma for the language of the page says.
pub(super) fn content_language(document: &Document) -> Option<String> {
    let is_pragma = |element: &Node<'_>| {
        element.name() == Some("meta")
            && has_token(*element, &local_name!("http-equiv"), "content-language")
    };
    let content = elements(document).find(is_pragma)?.attr("content")?.trim();
    (!content.is_empty()).then(|| content.to_owned())
}

/// The `rel=alternate` links with `hreflang` of one `Link` header (RFC 8288).
#[must_use]
pub fn header_links(value: &str) -> Vec<Alternate> {
    let mut found = Vec::new();
    let mut rest = value;
    while let Some((_, after)) = rest.split_once('<') {
        let Some((href, after)) = after.split_once('>') else { break };
        rest = after;
        let parameters = &after[..after.find('<').unwrap_or(after.len())];
        let parameter = |wanted: &str| {
            parameters.split([';', ',']).filter_map(|one| one.split_once('=')).find_map(
                |(name, value)| {
                    let value = value.trim().trim_matches('"').trim();
                    name.trim().eq_ignore_ascii_case(wanted).then_some(value)
                },
            )
        };
        let is_alternate = parameter("rel").is_some_and(|rel| {
            rel.split_ascii_whitespace().any(|word| word.eq_ignore_ascii_case("alternate"))
        });
        if let Some(hreflang) = parameter("hreflang").filter(|_| is_alternate)
            && found.len() < limits::ALTERNATES
        {
            let (hreflang, href) = (hreflang.to_owned(), href.trim().to_owned());
            let is_other_media = parameter("type").is_some_and(is_other_media);
            found.push(Alternate { line: None, hreflang, href, is_other_media });
        }
    }
    found
}

/// Whether a media type is given and is none of a page.
fn is_other_media(media_type: &str) -> bool {
    let media_type = media_type.split(';').next().unwrap_or_default().trim();
    let pages = ["", "text/html", "application/xhtml+xml"];
    !pages.iter().any(|page| media_type.eq_ignore_ascii_case(page))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::parse::{Scripting, parse};

    #[test]
    fn the_language_of_the_body_is_that_of_all_of_it() {
        for (body, expected) in [
            ("<body lang=' en '><p>Tea</p>", Some("en")),
            ("<body><div lang=en class=book><p>Tea</p></div><script></script>", Some("en")),
            ("<body><div lang=en>Tea</div><div>Thé</div>", None),
            ("<body><p>Tea</p><script lang=ts>let tea = 'a long script';</script>", None),
            ("<body><p>Pots</p><div lang=en>Tea of Assam</div><p>1</p>", Some("en")),
            ("<body>Thé <div lang=en>Tea</div>", None),
            ("<body lang=''><p>Tea</p>", None),
            ("<body><nav>Pots</nav><article lang=en>Tea</article>", Some("en")),
            ("<body><article lang=en>Tea</article><article>Thé</article>", None),
        ] {
            let parsed = parse(&format!("<html>{body}"), Scripting::Off);
            assert_eq!(body_lang(&parsed.document).as_deref(), expected, "{body}");
        }
    }

    #[test]
    fn headers_name_translations() {
        let header = "</a>; rel=\"alternate\"; hreflang=\"de\", <https://x.example/b>;\
                      hreflang=fr;rel='next', </c>; rel=Alternate; hreflang=\"x-default\"";
        let found: Vec<_> =
            header_links(header).into_iter().map(|link| (link.hreflang, link.href)).collect();
        let expected = [("de", "/a"), ("x-default", "/c")];
        assert_eq!(found, expected.map(|(lang, href)| (lang.to_owned(), href.to_owned())));
    }
}
