//! Markdown of our own as HTML. Raw HTML in it is dropped.

use pulldown_cmark::{CowStr, Event, Options, Parser, Tag, TagEnd, html};

use crate::search::anchor;

/// Characters that a description has at most.
const ABOUT_MAX: usize = 200;

/// A page as HTML.
pub(super) struct Rendered {
    /// The title, as HTML without its element.
    pub(super) heading: String,
    /// The first paragraph, as plain text.
    pub(super) about: String,
    /// All below the title.
    pub(super) html: String,
    /// Headings of the second level: anchor and text.
    pub(super) contents: Vec<(String, String)>,
}

/// Renders a page; `resolve` says where its links lead.
pub(super) fn render(markdown: &str, resolve: impl Fn(&str) -> String) -> Rendered {
    let events: Vec<Event<'_>> = Parser::new_ext(markdown, Options::ENABLE_TABLES)
        .filter(|event| !matches!(event, Event::Html(_) | Event::InlineHtml(_)))
        .map(|event| linked(event, &resolve))
        .collect();
    let end = events.iter().position(|event| matches!(event, Event::End(TagEnd::Heading(_))));
    let (title, below) = events.split_at(end.map_or(0, |end| end + 1));
    let inner = title.get(1..title.len().saturating_sub(1)).unwrap_or_default();
    let (below, contents) = anchored(below);
    Rendered {
        heading: to_html(inner.iter().cloned()),
        about: about(&below),
        html: focusable(&to_html(below.into_iter())),
        contents,
    }
}

fn to_html<'e>(events: impl Iterator<Item = Event<'e>>) -> String {
    let mut text = String::new();
    html::push_html(&mut text, events);
    text
}

fn linked<'e>(event: Event<'e>, resolve: &impl Fn(&str) -> String) -> Event<'e> {
    match event {
        Event::Start(Tag::Link { link_type, dest_url, title, id }) => {
            let dest_url = CowStr::from(resolve(&dest_url));
            Event::Start(Tag::Link { link_type, dest_url, title, id })
        }
        event => event,
    }
}

/// Gives each heading the name by which it is linked to, and each table room to scroll.
fn anchored<'e>(events: &[Event<'e>]) -> (Vec<Event<'e>>, Vec<(String, String)>) {
    let mut contents = Vec::new();
    let mut seen: Vec<String> = Vec::new();
    let mut done = Vec::with_capacity(events.len());
    for (place, event) in events.iter().enumerate() {
        match event {
            Event::Start(Tag::Heading { level, classes, attrs, .. }) => {
                let text = plain(&events[place..]);
                let name = unique(anchor(&text), &mut seen);
                if *level as u8 == 2 {
                    contents.push((name.clone(), text));
                }
                let (classes, attrs) = (classes.clone(), attrs.clone());
                let id = Some(CowStr::from(name));
                done.push(Event::Start(Tag::Heading { level: *level, id, classes, attrs }));
            }
            Event::Start(Tag::Table(_)) => {
                done.push(Event::Html("<div class=\"scroll\" tabindex=\"0\">".into()));
                done.push(event.clone());
            }
            Event::End(TagEnd::Table) => {
                done.push(event.clone());
                done.push(Event::Html("</div>".into()));
            }
            event => done.push(event.clone()),
        }
    }
    (done, contents)
}

/// A second heading of one name gets a number, as those who show Markdown do it.
fn unique(name: String, seen: &mut Vec<String>) -> String {
    let before = seen.iter().filter(|known| **known == name).count();
    seen.push(name.clone());
    if before == 0 { name } else { format!("{name}-{before}") }
}

/// The text of the element that begins there.
fn plain(events: &[Event<'_>]) -> String {
    let mut text = String::new();
    for event in events {
        match event {
            Event::Text(part) | Event::Code(part) => text.push_str(part),
            Event::SoftBreak | Event::HardBreak => text.push(' '),
            Event::End(TagEnd::Heading(_) | TagEnd::Paragraph) => break,
            _ => {}
        }
    }
    text
}

/// The first paragraph, cut at a sentence where it is too long.
fn about(events: &[Event<'_>]) -> String {
    let start = events.iter().position(|event| matches!(event, Event::Start(Tag::Paragraph)));
    let text = start.map(|start| plain(&events[start..])).unwrap_or_default();
    if text.chars().count() <= ABOUT_MAX && text.ends_with('.') {
        return text;
    }
    let short: String = text.chars().take(ABOUT_MAX).collect();
    let end = short.rfind(". ").map(|end| end + 1);
    short[..end.unwrap_or(short.len())].trim_end_matches(':').to_owned()
}

/// Lets the keyboard scroll what is wider than the page, and aligns columns by class: the policy of
/// the site allows no style attributes.
fn focusable(html: &str) -> String {
    html.replace("<pre><code", "<pre tabindex=\"0\"><code")
        .replace(" style=\"text-align: right\"", " class=\"number\"")
        .replace(" style=\"text-align: center\"", " class=\"center\"")
        .replace(" style=\"text-align: left\"", "")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_is_title_description_and_body() {
        let page = "# The `one`\n\nIt says *this*. [More](x.md).\n\n## A & B\n\n## A & B\n\n\
            <script>x</script>\n\n```sh\n<a>\n```\n\n| A | B |\n|--:|:-:|\n| 1 | 2 |\n";
        let shown = render(page, |link| format!("/to/{link}"));
        assert_eq!(shown.heading, "The <code>one</code>");
        assert_eq!(shown.about, "It says this. More.");
        let names: Vec<&str> = shown.contents.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(names, ["a--b", "a--b-1"]);
        assert!(shown.html.contains("<a href=\"/to/x.md\">More</a>"), "{}", shown.html);
        assert!(shown.html.contains("<h2 id=\"a--b-1\">A &amp; B</h2>"), "{}", shown.html);
        assert!(shown.html.contains("<pre tabindex=\"0\"><code class=\"language-sh\">&lt;a&gt;"));
        assert!(shown.html.contains("<div class=\"scroll\" tabindex=\"0\"><table>"));
        assert!(shown.html.contains("<td class=\"number\">1</td><td class=\"center\">2</td>"));
        assert!(!shown.html.contains("style="), "{}", shown.html);
        assert!(!shown.html.contains("<script"), "{}", shown.html);
    }

    #[test]
    fn a_long_description_ends_with_a_sentence() {
        let page = format!("# T\n\nFirst. {}", "Second goes on. ".repeat(30));
        let shown = render(&page, str::to_owned);
        assert!(shown.about.chars().count() <= ABOUT_MAX && shown.about.ends_with("on."));
    }
}
