//! Gathering the facts of a parsed document.

use select::document::Document;
use select::node::Node;

use crate::page::limits;
use crate::page::main_content::main_content;
use crate::page::parse::{Parsed, Scripting, parse};
use crate::page::text::{TextBuilder, collapse};
use crate::page::tree::{Step, Walk, elements, first, has_token, is_inside};
use crate::page::visible::Visibility;
use crate::page::{DocumentFacts, LinkFact, Located, MetaFact, MetaRefresh};

/// Everything a check may ask of a document.
pub(crate) fn read(html: &str) -> DocumentFacts {
    let parsed = parse(html, Scripting::Off);
    let visibility = Visibility::of(&parsed.document);
    let body = first(&parsed.document, "body");
    DocumentFacts {
        cut_short: parsed.cut_short,
        lang: lang(&parsed.document),
        visible_text: body.map(|body| visibility.text(body, |_| false)).unwrap_or_default(),
        main: main_content(&parsed.document, &parsed.lines, &visibility),
        ..head_and_headings(html, &parsed)
    }
}

fn lang(document: &Document) -> Option<String> {
    let lang = first(document, "html")?.attr("lang")?.trim();
    (!lang.is_empty()).then(|| lang.to_owned())
}

/// What stands in the head, and the headings.
///
/// An image in a `noscript` of the head, as counters put there, ends the head for a parser without
/// scripting, and every element after it stands in the body. Engines read on: so where the head
/// has a `noscript`, the part before `<body>` is read once more as a client with scripting does.
fn head_and_headings(html: &str, parsed: &Parsed) -> DocumentFacts {
    let Some(head) = head_with_noscript(html) else {
        return gather(&parsed.document, &parsed.lines);
    };
    let in_head = parse(head, Scripting::On);
    let in_head = gather(&in_head.document, &in_head.lines);
    let everywhere = gather(&parsed.document, &parsed.lines);
    let last_line = u32::try_from(head.matches('\n').count() + 1).unwrap_or(u32::MAX);
    DocumentFacts {
        titles: in_head.titles,
        base_href: in_head.base_href.or(everywhere.base_href),
        canonical_links: joined(in_head.canonical_links, everywhere.canonical_links, |link| {
            link.line > last_line
        }),
        metas: joined(in_head.metas, everywhere.metas, |meta| meta.line > last_line),
        h1: everywhere.h1,
        refreshes: everywhere.refreshes,
        ..DocumentFacts::default()
    }
}

/// What stands before `<body>`, if that holds a `noscript`.
fn head_with_noscript(html: &str) -> Option<&str> {
    let lower = html.get(..html.floor_char_boundary(limits::HEAD_BYTES))?.to_ascii_lowercase();
    let head = lower.find("<body")?;
    lower[..head].contains("<noscript").then(|| &html[..head])
}

fn joined<T>(mut head: Vec<T>, everywhere: Vec<T>, in_body: impl Fn(&T) -> bool) -> Vec<T> {
    head.extend(everywhere.into_iter().filter(in_body));
    head
}

fn gather(document: &Document, lines: &[u32]) -> DocumentFacts {
    let mut facts = DocumentFacts::default();
    for element in elements(document) {
        let line = lines[element.index()];
        match element.name() {
            Some("title") if is_inside(element, "head") => {
                push_text(&mut facts.titles, line, collapse(&element.text()));
            }
            Some("h1") => push_text(&mut facts.h1, line, heading_text(element)),
            Some("base") if facts.base_href.is_none() => {
                facts.base_href = element.attr("href").map(str::to_owned);
            }
            Some("link") if has_token(element, "rel", "canonical") => {
                facts.canonical_links.push(LinkFact {
                    line,
                    href: element.attr("href").unwrap_or_default().trim().to_owned(),
                    in_head: is_inside(element, "head"),
                });
            }
            Some("meta") => read_meta(element, line, &mut facts),
            _ => {}
        }
    }
    facts
}

fn push_text(texts: &mut Vec<Located<String>>, line: u32, value: String) {
    if !value.is_empty() {
        texts.push(Located { line, value });
    }
}

fn read_meta(element: Node<'_>, line: u32, facts: &mut DocumentFacts) {
    let content = element.attr("content").unwrap_or_default().trim();
    if let Some(name) = element.attr("name").or_else(|| element.attr("property")) {
        facts.metas.push(MetaFact {
            line,
            name: name.trim().to_lowercase(),
            content: content.to_owned(),
            in_head: is_inside(element, "head"),
        });
    }
    if has_token(element, "http-equiv", "refresh")
        && let Some(value) = meta_refresh(content)
    {
        facts.refreshes.push(Located { line, value });
    }
}

/// The text of a heading; an image counts by its `alt`.
fn heading_text(heading: Node<'_>) -> String {
    let mut text = TextBuilder::default();
    let mut walk = Walk::over(heading);
    while let Some(step) = walk.next() {
        let Step::Enter(node) = step else { continue };
        match node.name() {
            Some("script" | "style" | "svg" | "template" | "noscript") => walk.skip_inside(node),
            Some("img") => {
                text.push(" ");
                text.push(node.attr("alt").unwrap_or_default());
                text.push(" ");
            }
            Some("br") => text.push(" "),
            _ => text.push(node.as_text().unwrap_or_default()),
        }
    }
    text.finish()
}

/// Reads the `content` of a refresh: seconds, then an address after `;` or `,`, with or without
/// `url=` and quotes. Source: HTML, section 4.2.5.3, shared declarative refresh steps.
fn meta_refresh(content: &str) -> Option<MetaRefresh> {
    let digits = content.find(|c: char| !c.is_ascii_digit()).unwrap_or(content.len());
    let (seconds, rest) = content.split_at(digits);
    let seconds = match seconds {
        "" if rest.starts_with('.') => 0,
        "" => return None,
        seconds => seconds.parse().unwrap_or(u32::MAX),
    };
    let rest = rest.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.');
    let rest = rest.trim_start().trim_start_matches([';', ',']).trim_start();
    let url = match rest.get(..3) {
        Some(name) if name.eq_ignore_ascii_case("url") => {
            let after = rest[3..].trim_start();
            after.strip_prefix('=').map_or(rest, str::trim_start)
        }
        _ => rest,
    };
    let url = match url.chars().next() {
        Some(quote @ ('"' | '\'')) => url[1..].split(quote).next().unwrap_or_default(),
        _ => url,
    };
    let url = url.trim();
    Some(MetaRefresh { seconds, url: (!url.is_empty()).then(|| url.to_owned()) })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refresh(content: &str) -> Option<(u32, Option<String>)> {
        meta_refresh(content).map(|refresh| (refresh.seconds, refresh.url))
    }

    #[test]
    fn refreshes_are_read_in_every_spelling() {
        let to = |seconds, url: &str| Some((seconds, Some(url.to_owned())));
        assert_eq!(refresh("5; url=/next"), to(5, "/next"));
        assert_eq!(refresh("0;URL='https://a.example/?x=;'"), to(0, "https://a.example/?x=;"));
        assert_eq!(refresh("3, \"/quoted\" and more"), to(3, "/quoted"));
        assert_eq!(refresh("1.5 ; url = /spaced"), to(1, "/spaced"));
        assert_eq!(refresh("2 /bare"), to(2, "/bare"));
        assert_eq!(refresh("300"), Some((300, None)));
        assert_eq!(refresh("soon; url=/next"), None);
    }

    #[test]
    fn the_head_is_read_where_it_stands() {
        let facts = read(
            "<html lang=' de-AT '><head><title>  A \n title </title><svg><title>icon</title></svg>\
             <meta name=Robots content=' noindex '><base href=/b/>\
             <link rel='Canonical alternate' href=' /a '></head>\n\
             <body><link rel=canonical href=/late><h1>One <img alt=two src=x><br>three</h1>",
        );
        assert_eq!(facts.lang.as_deref(), Some("de-AT"));
        assert_eq!(facts.titles, [Located { line: 1, value: "A title".to_owned() }]);
        assert_eq!(facts.h1, [Located { line: 3, value: "One two three".to_owned() }]);
        assert_eq!(facts.base_href.as_deref(), Some("/b/"));
        let meta = &facts.metas[0];
        assert_eq!((meta.name.as_str(), meta.content.as_str()), ("robots", "noindex"));
        let canonical: Vec<_> =
            facts.canonical_links.iter().map(|link| (link.href.as_str(), link.in_head)).collect();
        // The svg ended the head, so the parser moved what follows into the body.
        assert_eq!(canonical, [("/a", false), ("/late", false)]);
    }

    #[test]
    fn an_image_in_a_noscript_of_the_head_does_not_end_the_head() {
        let facts = read(
            "<html><head><noscript><img src=https://count.example/></noscript>\n<title>A</title>\
             <link rel=canonical href=/a><meta name=robots content=noindex></head>\n\
             <body>\n<link rel=canonical href=/b><noscript><p>text</p></noscript>",
        );
        assert_eq!(facts.titles, [Located { line: 2, value: "A".to_owned() }]);
        let canonical: Vec<_> =
            facts.canonical_links.iter().map(|link| (link.href.as_str(), link.in_head)).collect();
        assert_eq!(canonical, [("/a", true), ("/b", false)]);
        assert!(facts.metas[0].in_head);
        assert_eq!(facts.visible_text, "text");
    }

    #[test]
    fn text_is_what_a_reader_without_javascript_sees() {
        let text = |html: &str| read(html).visible_text;
        assert_eq!(text("<p>a<script>b</script><style>c</style><svg><text>d</text></svg>e"), "ae");
        assert_eq!(text("<p hidden>a</p><p>b<p style='Display : none !important'>c"), "b");
        assert_eq!(text("<p aria-hidden=true>a</p><p aria-hidden=true><a href=/>b</a></p>"), "b");
        assert_eq!(text("<dialog>a</dialog><dialog open>b</dialog><details>c</details>"), "b\nc");
        assert_eq!(text("<div><template>a</template><template shadowrootmode=open><p>b"), "b");
        assert_eq!(text("<p>a b</p><noscript><p>a b</p></noscript>"), "a b");
        assert_eq!(text("<p>a</p><noscript><p>b</p></noscript><p>c</p>"), "a\nb\nc");
        assert_eq!(
            text("<ul><li>a<li>b</ul><table><tr><td>c<td>d</table>e<br>f"),
            "a\nb\nc\nd\ne\nf"
        );
    }

    #[test]
    fn the_main_content_is_the_sole_main_or_article_or_the_body() {
        let main = |html: &str| read(html).main;
        let sole = main("<nav>n</nav><main><nav>m</nav><header>h</header>text</main>");
        assert_eq!((sole.text.as_str(), sole.origin), ("h\ntext", "the sole main element"));
        assert_eq!(main("<p>around<article>text</article>").text, "text");
        let body = main("<header>top</header><article>a</article><article>b</article><footer>f");
        assert_eq!(body.text, "a\nb");
        assert_eq!(main("<main hidden>a</main><p>b").text, "b");
        assert_eq!(
            main("<p>some text that is long</p><form>search</form>").text,
            "some text that is long"
        );
        assert_eq!(
            main("<form><h1>a</h1><p>a page in a form</p></form>b").text,
            "a\na page in a form\nb"
        );
    }

    #[test]
    fn withheld_text_is_measured_on_the_elements_where_the_attribute_counts() {
        let main = read(
            "<main><p data-nosnippet>not here</p><div data-nosnippet id=w>three words here \
             <span data-nosnippet>one</span></div>two more",
        )
        .main;
        assert_eq!(main.nosnippet_word_equivalents, 4);
        assert_eq!(main.nosnippet_elements, [Located { line: 1, value: "div#w".to_owned() }]);
        assert_eq!(main.word_equivalents, 8);
        let all = read("<div data-nosnippet><main>two words</main></div>").main;
        assert_eq!(all.nosnippet_word_equivalents, 2);
    }
}
