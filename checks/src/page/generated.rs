//! What tools make of source code on the pages of a manual, by their elements, comments and file
//! names: entries, indexes, and frames that only list other pages.

use html5ever::local_name;
use select::document::Document;
use select::node::Node;
use select::predicate::Name;
use url::Url;

use crate::page::part::Part;
use crate::page::tree::{attribute, elements, has_token};
use crate::page::{doxygen, gtk_doc, haddock, javadoc};
use crate::url::last_segment;

/// What a page holds, if such a tool made it. `url` is none for a file of unknown address.
pub(crate) fn part(document: &Document, url: Option<&Url>) -> Option<Part> {
    let is_folder = url.is_some_and(|url| url.path().ends_with('/'));
    let last = url.and_then(last_segment).filter(|_| !is_folder).unwrap_or("index");
    let stem = last.strip_suffix(".html").or_else(|| last.strip_suffix(".htm")).unwrap_or(last);
    match () {
        () if javadoc::is_generator(document) => javadoc::part(document, stem, url),
        () if doxygen::is_generator(document) => of_doxygen(document, stem),
        () if haddock::is_generator(document) => of_haddock(document, stem),
        () if gtk_doc::is_generator(document) => gtk_doc::part(document, stem),
        () if url.is_some_and(is_listing_of_code) && is_by_sphinx(document) => match stem {
            "index" => Some(Part::Index),
            _ => Some(Part::Entry),
        },
        () => of_sphinx(document, stem),
    }
}

/// Whether a page is the first of a manual: the index of its top folder, from which none of its own
/// style sheets and scripts is reached through a folder above.
pub(crate) fn is_start(document: &Document, url: Option<&Url>) -> bool {
    let Some(url) = url else { return false };
    let last = last_segment(url).filter(|_| !url.path().ends_with('/'));
    let is_index = last.is_none_or(|last| matches!(last, "index.html" | "index.htm"));
    let links = document.find(Name("link")).filter_map(|node| {
        let rel = attribute(node, &local_name!("rel"))?;
        let loads = rel.eq_ignore_ascii_case("stylesheet");
        attribute(node, &local_name!("href")).filter(|_| loads)
    });
    let scripts =
        document.find(Name("script")).filter_map(|node| attribute(node, &local_name!("src")));
    let is_relative = |href: &&str| !href.starts_with('/') && !href.contains("://");
    let mut own = links.chain(scripts).filter(is_relative).peekable();
    is_index && own.peek().is_some() && own.all(|href| !href.starts_with("../"))
}

/// Its indexes of members are divided by kinds and letters: `globals_func_b.html`.
fn of_doxygen(document: &Document, stem: &str) -> Option<Part> {
    const MEMBERS: [&str; 3] = ["functions", "globals", "namespacemembers"];
    /// Lists that it gathers from marks in the source code, or draws.
    const LISTS: [&str; 7] =
        ["bug", "classes", "deprecated", "examples", "inherits", "test", "todo"];
    /// What stands before “Reference” in the titles of entries: “Pot Struct Reference”.
    const SORTS: [&str; 11] = [
        "Category",
        "Class",
        "Concept",
        "Exception",
        "File",
        "Interface",
        "Namespace",
        "Protocol",
        "Struct",
        "Template",
        "Union",
    ];
    let is_of_members = || {
        MEMBERS.iter().any(|name| {
            stem.strip_prefix(name).is_some_and(|rest| rest.is_empty() || rest.starts_with('_'))
        })
    };
    let has_class = |node: Node<'_>, class: &str| has_token(node, &local_name!("class"), class);
    let title = document.find(Name("title")).next().map(|title| title.text()).unwrap_or_default();
    let is_reference = || {
        let words: Vec<&str> = title.split_whitespace().collect();
        words.windows(2).any(|pair| pair[1] == "Reference" && SORTS.contains(&pair[0]))
    };
    let has_members = || document.find(Name("td")).any(|cell| has_class(cell, "memItemLeft"));
    match () {
        () if is_of_members() || stem.starts_with("dir_") => Some(Part::Index),
        () if has_members() || is_reference() || stem.ends_with("_source") => Some(Part::Entry),
        () if stem == "graph_legend" => Some(Part::Entry),
        () if document.find(Name("table")).any(doxygen::is_index) || LISTS.contains(&stem) => {
            Some(Part::Index)
        }
        () => None,
    }
}

fn of_haddock(document: &Document, stem: &str) -> Option<Part> {
    let is_module = |node: Node<'_>| attribute(node, &local_name!("id")) == Some("module-header");
    match () {
        () if stem == "doc-index" || stem.starts_with("doc-index-") => Some(Part::Index),
        () => document.find(Name("div")).any(is_module).then_some(Part::Entry),
    }
}

/// Its indexes are tables of a class of their own, or have the names of its files and nothing to list.
/// A page of entries has hardly any other text.
fn of_sphinx(document: &Document, stem: &str) -> Option<Part> {
    let has_class = |node: Node<'_>, class: &str| has_token(node, &local_name!("class"), class);
    let is_index =
        |node: Node<'_>| has_class(node, "genindextable") || has_class(node, "modindextable");
    let is_named =
        stem == "genindex" || stem.starts_with("genindex-") || stem.ends_with("-modindex");
    if document.find(Name("table")).any(is_index) || (is_named && is_by_sphinx(document)) {
        return Some(Part::Index);
    }
    let is_signature = |node: Node<'_>| {
        node.name() == Some("dt") && (has_class(node, "sig") || has_class(node, "sig-object"))
    };
    let describes =
        |node: &Node<'_>| node.name() == Some("dl") && node.children().any(is_signature);
    let mut described = 0;
    let mut passed = 0;
    let mut entries = Vec::new();
    for list in elements(document).filter(describes) {
        // What stands in an entry is a part of it.
        if list.index() >= passed {
            let last = std::iter::successors(Some(list), Node::last_child).last();
            passed = last.map_or(list.index(), |node| node.index()) + 1;
            entries.push(list.index()..passed);
            described += list.text().trim().len();
        }
    }
    let is_main = |node: &Node<'_>| {
        node.name() == Some("main")
            || node.attr("role") == Some("main")
            || (node.name() == Some("div") && has_class(*node, "body"))
    };
    if described == 0 {
        return None;
    }
    // Themes put a `main` around their menus, too: what is innermost holds the text.
    let main = elements(document).filter(is_main).last()?;
    let is_written = |node: &Node<'_>| {
        let next = entries.partition_point(|entry| entry.end <= node.index());
        node.name() == Some("p") && entries.get(next).is_none_or(|entry| node.index() < entry.start)
    };
    let written = main.descendants().filter(is_written);
    let words = written.map(|text| text.text().split_whitespace().count()).sum::<usize>();
    let is_mostly_entries = described * 2 >= main.text().trim().len();
    (is_mostly_entries && words < WRITTEN_WORDS).then_some(Part::Entry)
}

/// Words of paragraphs outside of all entries from which on somebody wrote the page, and took up the
/// entries into it.
const WRITTEN_WORDS: usize = 150;

/// Whether a page loads the scripts that Sphinx puts into each.
pub(crate) fn is_by_sphinx(document: &Document) -> bool {
    let is_own = |node: Node<'_>| {
        let source = attribute(node, &local_name!("src")).unwrap_or_default();
        ["doctools.js", "documentation_options.js"].iter().any(|name| source.contains(name))
    };
    document.find(Name("script")).any(is_own)
}

/// Whether Sphinx lists source code at that address, in a folder of a fixed name.
fn is_listing_of_code(url: &Url) -> bool {
    let mut segments = url.path_segments().into_iter().flatten();
    segments.by_ref().any(|segment| segment == "_modules") && segments.next().is_some()
}

#[cfg(test)]
mod tests {
    use super::*;
    use Part::{Entry, Frame, Index};

    fn of(path: &str, html: &str) -> Option<Part> {
        let url = Url::parse(&format!("https://tea.example/api/{path}")).unwrap();
        part(&Document::from(html), Some(&url))
    }

    #[test]
    fn javadoc_is_told_by_its_classes_and_the_names_of_its_files() {
        let older = "<html><head><!-- Generated by javadoc (1.8.0) on a day --></head><body>";
        for (path, expected) in [
            ("allclasses-frame.html", Some(Frame)),
            ("allclasses.html", Some(Frame)),
            ("overview-frame.html", Some(Frame)),
            ("tea/package-frame.html", Some(Frame)),
            ("tea/class-use/Pot.html", Some(Index)),
            ("tea/package-tree.html", Some(Index)),
            ("index-files/index-3.html", Some(Index)),
            ("index-all.html", Some(Index)),
            ("tea/package-summary.html", Some(Entry)),
            ("tea/doc-files/brewing.html", None),
        ] {
            assert_eq!(of(path, older), expected, "{path}");
            assert_eq!(of(path, "<html><body>"), None, "{path} of another tool");
        }
        let class = format!("{older}<!-- ======== START OF CLASS DATA ======== --><h2>Class Pot");
        assert_eq!(of("tea/Pot.html", &class), Some(Entry));
        let newer = |class: &str| {
            let body = format!("<body class={class}><h1>Tea</h1>");
            of("x.html", &format!("<meta name=generator content='javadoc/Writer'>{body}"))
        };
        for (class, expected) in [
            ("class-use-page", Some(Index)),
            ("class-use", Some(Index)),
            ("package-tree-page", Some(Index)),
            ("all-classes-index-page", Some(Index)),
            ("class-declaration-page", Some(Entry)),
            ("package-declaration", Some(Entry)),
            ("doc-file-page", None),
        ] {
            assert_eq!(newer(class), expected, "{class}");
        }
    }

    #[test]
    fn an_overview_is_an_index_unless_somebody_wrote_a_text_for_it() {
        let of = |text: &str| {
            let table = "<table><tr><td><div class=block>Pots.</div></table>";
            let html = format!("<!-- NewPage --><body><!-- START OF TOP NAVBAR -->{text}{table}");
            of("overview-summary.html", &html)
        };
        assert_eq!(of(""), Some(Index));
        assert_eq!(of("<div class=block>How tea is brewed.</div>"), None);
    }

    #[test]
    fn doxygen_is_told_by_its_tables_and_the_names_of_its_files() {
        let doxygen = |path: &str, body: &str| {
            of(path, &format!("<meta name=generator content='Doxygen 1.9.4'><body>{body}"))
        };
        assert_eq!(doxygen("globals.html", ""), Some(Index));
        assert_eq!(doxygen("functions_func_b.html", ""), Some(Index));
        assert_eq!(doxygen("functionsoftea.html", "<p>Tea."), None);
        assert_eq!(doxygen("annotated.html", "<table class=directory>"), Some(Index));
        assert_eq!(doxygen("pot_8h.html", "<table><td class=memItemLeft>"), Some(Entry));
        assert_eq!(doxygen("pot_8h_source.html", ""), Some(Entry));
        assert_eq!(doxygen("dir_0a1b.html", "<table><td class=memItemLeft>"), Some(Index));
        let titled = |title: &str| doxygen("x.html", &format!("<title>Tea: {title}</title>"));
        assert_eq!(titled("Pot Struct Reference"), Some(Entry));
        assert_eq!(titled("pot.h File Reference documentation"), Some(Entry));
        assert_eq!(titled("API Reference"), None);
        assert_eq!(doxygen("deprecated.html", "<dl class=reflist>"), Some(Index));
        assert_eq!(doxygen("inherits.html", ""), Some(Index), "a drawing");
        assert_eq!(doxygen("brewing.html", "<p>Tea."), None);
    }

    #[test]
    fn sphinx_is_told_by_its_lists_of_signatures() {
        let long = "Pour the water while it is hot. ".repeat(9);
        let entry = |beside: &str| {
            let list =
                format!("<dl class='py class'><dt class='sig sig-object py'>Pot<dd>{long}</dl>");
            of("pot.html", &format!("<body><div role=main><h1>Pots</h1>{beside}{list}</div>"))
        };
        assert_eq!(entry(""), Some(Entry));
        assert_eq!(entry(&long.repeat(2)), None);
        let list = format!("<dl><dt class=sig>Pot<dd>{}</dl>", long.repeat(9));
        let chapter = |text: &str| {
            of("pot.html", &format!("<body><div role=main><h1>Pots</h1>{text}{list}</div>"))
        };
        let text = format!("<p>{}</p>", long.repeat(3));
        assert_eq!(chapter(&text[..60]), Some(Entry));
        assert_eq!(chapter(&text), None, "a chapter with entries in it");
        assert_eq!(chapter(&format!("<dl><dt class=sig>Lid<dd>{text}</dl>")), Some(Entry));
        let index = "<body><table class='indextable genindextable'><tr><td>Pot</table>";
        assert_eq!(of("genindex-P.html", index), Some(Index));
        let empty = "<script src=_static/doctools.js></script><div role=main><h1>Index</h1></div>";
        assert_eq!(of("genindex.html", empty), Some(Index), "nothing to list");
        assert_eq!(of("py-modindex.html", empty), Some(Index));
        assert_eq!(of("brewing.html", empty), None);
        let listing = empty.replace("Index", "Source code for tea.pot");
        assert_eq!(of("_modules/tea/pot.html", &listing), Some(Entry));
        assert_eq!(of("_modules/index.html", &listing), Some(Index));
        assert_eq!(of("_modules/", &listing), Some(Index));
        assert_eq!(of("_modules/tea/pot.html", "<h1>Source code for tea.pot</h1>"), None);
        assert_eq!(of("_modules.html", &listing), None);
    }

    #[test]
    fn a_manual_starts_in_its_top_folder() {
        let starts = |path: &str, html: &str| {
            let url = Url::parse(&format!("https://tea.example/api/{path}")).unwrap();
            is_start(&Document::from(html), Some(&url))
        };
        let own =
            "<link rel=stylesheet href=tea.css><script src='https://cdn.example/x.js'></script>";
        assert!(starts("", own));
        assert!(starts("index.html", own));
        assert!(!starts("pots.html", own));
        assert!(!starts("pots/", "<link rel=stylesheet href=../tea.css>"));
        assert!(!starts("", "<link rel=stylesheet href=/tea.css>"), "nothing tells");
        assert!(!is_start(&Document::from(own), None));
    }

    #[test]
    fn gtk_doc_is_told_by_its_elements() {
        let gtk_doc = |path: &str, body: &str| {
            let made = "<meta name=generator content='DocBook XSL Stylesheets V1.79'>\
                        <meta name=generator content='GTK-Doc V1.33.1 (XML mode)'>";
            of(path, &format!("{made}<body>{body}"))
        };
        let row = "<table><tr><td class=function_type>void<td class=function_name>pour</table>";
        let class = format!("<div class=refentry><h2>TeaPot</h2><p>A pot.</p>{row}</div>");
        assert_eq!(gtk_doc("TeaPot.html", &class), Some(Entry));
        assert_eq!(of("TeaPot.html", &format!("<body>{class}")), None, "another tool");
        assert_eq!(gtk_doc("api-index-full.html", "<div class=index><h1>Index</h1>"), Some(Index));
        let glossary = "<div class=glossary><h1>Annotation Glossary</h1><dl>";
        assert_eq!(gtk_doc("annotation-glossary.html", glossary), Some(Index));
        let contents = "<div class=chapter><div class=titlepage><h1>Pots</h1><p class=title>Tea</p>\
                        </div><div class=toc><dl class=toc><dt><a href=a.html>A</a></dl></div>";
        assert_eq!(gtk_doc("ch01.html", contents), Some(Index));
        assert_eq!(gtk_doc("ch01.html", &format!("{contents}<p>Pots hold tea.</p>")), None);
        let chapter = "<div class=refentry><h2>Brewing</h2><p>Pour the water.</p></div>";
        assert_eq!(gtk_doc("brewing.html", chapter), None, "somebody wrote it");
    }

    #[test]
    fn haddock_is_told_by_its_elements() {
        let haddock = |path: &str, body: &str| {
            of(
                path,
                &format!("<body><div id=package-header><p class=caption>tea-2</p></div>{body}"),
            )
        };
        assert_eq!(haddock("Tea.html", "<div id=module-header></div>"), Some(Entry));
        assert_eq!(haddock("doc-index-P.html", ""), Some(Index));
        assert_eq!(haddock("index.html", ""), None);
    }
}
