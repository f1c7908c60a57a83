//! Pages that nobody would write for readers: each is read to its end or to a limit, and what is
//! plain on it is read all the same.

use citable_checks::page::Page;
use citable_checks::page::authors::Authors;
use citable_checks::page::outline::BlockKind;
use citable_checks::page::structured::BlockOutcome;
use citable_checks::page::title::Title;

use super::{MEGABYTE, numbered, read, snapshot};

const SENTENCE: &str = "Twice a day the water climbs the harbour wall and sinks back again.";

/// An honest start, and then something else.
fn after_an_honest_start(rest: &str) -> Page {
    read(format!("<title>Tides</title><body><h1>Tides</h1><p>{SENTENCE}</p>{rest}"))
}

fn assert_start_is_read(page: &Page, what: &str) {
    assert_eq!(Title::of(page).text, "Tides", "{what}");
    assert_eq!(page.document.h1.len(), 1, "{what}");
    assert!(page.document.visible_text.contains(SENTENCE), "{what}");
}

fn nested(depth: usize, open: &str, close: &str) -> String {
    open.repeat(depth) + "x" + &close.repeat(depth)
}

fn json_ld(json: &str) -> String {
    format!("<script type=application/ld+json>{json}</script>")
}

#[test]
fn structured_data_beyond_measure_leaves_the_page_readable() {
    let article = json_ld(r#"{"@type": "Article", "author": {"name": "Ada Marsh"}}"#);
    let graph = numbered(20_000, |n| format!(r##"{{"@id":"#{n}","author":{{"@id":"#{n}"}}}},"##));
    for (what, data) in [
        ("deep objects", json_ld(&nested(50_000, "{\"author\":", "}"))),
        ("deep lists", json_ld(&nested(100_000, "[", "]"))),
        ("a wide list", json_ld(&format!("[{}1]", "{\"@type\":\"Thing\"},".repeat(50_000)))),
        ("a graph of circles", json_ld(&format!("{{\"@graph\":[{graph}{{}}]}}"))),
        ("one key again and again", json_ld(&format!("{{{}\"a\":1}}", "\"a\":1,".repeat(90_000)))),
        ("a long string", json_ld(&format!("{{\"name\":\"{}\"}}", "\\u0041".repeat(150_000)))),
        ("never closed", json_ld(&"{\"a\":[".repeat(50_000))),
    ] {
        let page = after_an_honest_start(&format!("{article}{data}"));
        assert_start_is_read(&page, what);
        let authors = Authors::of(&page);
        let names: Vec<&str> = authors.chosen().iter().map(|one| one.name.as_str()).collect();
        assert_eq!(names, ["Ada Marsh"], "{what}");
    }
    let page = after_an_honest_start(&json_ld("{\"@type\":\"Person\"}").repeat(5_000));
    let structured = &page.document.markup.structured;
    assert!(structured.cut_short && structured.blocks.len() < 1_000);
    assert!(structured.blocks.iter().all(|b| matches!(b.outcome, BlockOutcome::Parsed { .. })));
}

#[test]
fn microdata_that_refers_to_itself_ends() {
    let circle =
        |n: usize| format!("<div itemscope itemprop=a id=i{n} itemref='i{}'>x</div>", n + 1);
    let to_all = numbered(2_000, |n| format!("i{n} "));
    for (what, html) in [
        ("itself", "<div itemscope id=a itemref=a itemprop=b>x</div>".to_owned()),
        ("a long circle", numbered(20_000, circle) + "<p id=i20000 itemscope itemref=i0>x"),
        (
            "everything",
            numbered(2_000, |n| {
                format!("<i id=i{n} itemprop=a itemscope itemref='{}'>x</i>", &to_all[..200])
            }),
        ),
        ("many names", format!("<div itemscope itemref='{to_all}'></div>").repeat(100)),
        ("deep items", nested(400, "<div itemscope itemprop=a>", "</div>").repeat(50)),
    ] {
        assert_start_is_read(&after_an_honest_start(&html), what);
    }
}

#[test]
fn references_are_decoded_once_and_as_html_says() {
    for (source, expected) in [
        ("&amp;lt;b&amp;gt;", "&lt;b&gt;"),
        ("a&#0;b", "a\u{FFFD}b"),
        ("a&#x110000;b", "a\u{FFFD}b"),
        ("a&#xD800;b", "a\u{FFFD}b"),
        ("a&#99999999999999999999;b", "a\u{FFFD}b"),
        ("5 &#128;", "5 €"),
        ("a&notit;b", "a¬it;b"),
        ("a&unknown;b", "a&unknown;b"),
        ("&#32;a&#160;&#32;b", "a b"),
    ] {
        let page = read(format!("<title>{source}</title><main><p>{source}</main>"));
        assert_eq!(page.document.main.text, expected, "{source}");
        let title = page.document.titles[0].value.as_str();
        assert_eq!(title, expected, "{source}");
    }
    for piece in ["&", "&#", "&#x", "&#x41", "&a", "&CounterClockwiseContourIntegra", "&amp"] {
        let page = after_an_honest_start(&piece.repeat(MEGABYTE / piece.len()));
        assert_start_is_read(&page, piece);
    }
}

/// The page that those bytes are under that `Content-Type`.
fn typed(content_type: &str, body: &[u8]) -> Page {
    let mut snapshot = snapshot(body.to_vec());
    snapshot.page.exchanges[0].headers = vec![("content-type".into(), content_type.into())];
    Page::read(&snapshot)
}

#[test]
fn charsets_that_lie_spoil_the_text_and_nothing_else() {
    const GBK: &[u8] = b"<title>\xB3\xB1</title><main><p>\xB3\xB1 tide</main>";
    const SHIFT_JIS: &[u8] = b"<meta charset=shift_jis><main><p>\x92\xAA</main>";
    let utf_16 =
        |text: &str| -> Vec<u8> { text.encode_utf16().flat_map(u16::to_le_bytes).collect() };
    let marked = [b"\xFF\xFE".to_vec(), utf_16("<main><p>潮 tide</main>")].concat();
    for (content_type, body, expected) in [
        ("text/html; charset=gbk", GBK, "潮 tide"),
        ("text/html; charset=utf-8", GBK, "\u{FFFD}\u{FFFD} tide"),
        ("text/html", SHIFT_JIS, "潮"),
        ("text/html; charset=no-such", "<main><p>潮</main>".as_bytes(), "潮"),
        // The mark outweighs the header (Encoding Standard, "decode").
        ("text/html; charset=gbk", "\u{FEFF}<main><p>潮</main>".as_bytes(), "潮"),
        ("text/html; charset=utf-8", &marked, "潮 tide"),
        // Whoever declares UTF-16 in ASCII bytes does not mean it (HTML, section 13.2.3.2).
        ("text/html", b"<meta charset=utf-16><main><p>tide</main>", "tide"),
    ] {
        let page = typed(content_type, body);
        assert_eq!(page.document.main.text, expected, "{content_type}");
    }
    // A header that says UTF-16 is believed, and ASCII becomes other characters.
    let page = typed("text/html; charset=utf-16le", b"<main><p>tides</main>!");
    assert!(page.document.h1.is_empty() && !page.document.visible_text.contains("tides"));
    for odd in [&b"\xFF\xFE"[..], b"\xFF\xFE<", b"\xEF\xBB\xBF", b"\xFE\xFF\xD8\x00", b"\x80"] {
        assert!(typed("text/html", odd).document.h1.is_empty(), "{odd:?}");
    }
}

#[test]
fn megabytes_of_dense_scripts_are_measured_whole() {
    for (what, piece, tenths) in [
        ("Japanese", "潮は日に二度満ちて引く", 11 * 5),
        ("Thai", "ทะเล", 4 * 2),
        ("sentences", "潮は満ちる。", 5 * 5),
    ] {
        let count = (5 * MEGABYTE - 100) / piece.len();
        let page = read(format!("<main>{}</main>", piece.repeat(count)));
        assert!(!page.document.cut_short, "{what}");
        assert_eq!(page.document.main.word_equivalents, tenths * count / 10, "{what}");
        let blocks = &page.document.outline.blocks;
        let sentences = if what == "sentences" { count } else { 1 };
        assert_eq!((blocks.len(), blocks[0].sentences), (1, sentences), "{what}");
    }
    for piece in ["المدوالجزر", "a\u{301}\u{302}", "a.)", "🌊\u{200D}", "'a"] {
        let page = read(format!("<main>{}</main>", piece.repeat(2 * MEGABYTE / piece.len())));
        assert!(!page.document.cut_short, "{piece}");
        assert_eq!(page.document.outline.blocks.len(), 1, "{piece}");
    }
}

#[test]
fn what_may_follow_a_full_stop_without_end_is_passed_once() {
    for (what, run) in [
        ("brackets", ")"),
        ("wide spaces", "\u{2003}"),
        ("both", ")\u{2003}"),
        ("marks", ")\u{301}"),
        ("quotes and numbers", "\"1\""),
    ] {
        let page = read(format!("<main>It ends. X.{} Or not.</main>", run.repeat(300_000)));
        let block = &page.document.outline.blocks[0];
        assert!((2..=3).contains(&block.sentences), "{what}: {}", block.sentences);
    }
}

#[test]
fn nesting_and_names_without_number_leave_the_start_readable() {
    let classes = numbered(100, |n| format!("sidebar-{n} "));
    let far_inside = |piece: &str| "<div>".repeat(450) + &piece.repeat(40_000);
    for (what, html) in [
        ("side columns", nested(500, "<div class=sidebar>", "</div>").repeat(200)),
        ("headers", nested(400, "<header>", "</header>").repeat(200)),
        ("forms", "<form><div></form>".repeat(200) + &"<i>x</i>".repeat(50_000)),
        ("lists", nested(200, "<ul><li>", "</ul>").repeat(400)),
        ("tables", nested(100, "<table><tr><td>", "</table>").repeat(400)),
        ("headers far inside", far_inside("<header>x</header>")),
        ("buttons far inside", far_inside("<button>x</button>")),
        ("fields far inside", far_inside("<input type=password>")),
        ("lists far inside", far_inside("<ul><li>x</ul>")),
        ("many classes", format!("<i class='{classes}'>x</i>").repeat(3_000)),
        ("tiny elements", "<i class='a b c d e'>x</i>".repeat(95_000)),
        ("a long class", format!("<p class='{}'>x", numbered(120_000, |n| format!("nav-{n} ")))),
        ("posts", numbered(40_000, |n| format!("<div class='post p{}'>yes</div>", n % 90))),
        ("parts not to quote", "<b><span data-nosnippet>x</span></b>".repeat(60_000)),
    ] {
        assert_start_is_read(&after_an_honest_start(&html), what);
    }
}

/// What the tree builder does for these is not in the tree: it walks its stacks again and again.
#[test]
fn misnested_elements_are_cut_at_the_limit_of_steps() {
    for unit in [
        &["<a>", "<b id=N>", "<i id=N>", "<div>"][..],
        &["<a href=x>", "<b>", "<div>"],
        &["<nobr>", "<b>", "<i>", "<u>", "<div>"],
        &["<strike x=N y=N z=1>", "<s id=q>", "<u>", "<pre>", "</s>"],
        &[
            "<small size=1>",
            "<font id=N>",
            "<i id=N>",
            "<code id=q>",
            "<address>",
            "</small>",
            "</code>",
        ],
        &["<nobr size=1>", "<tt>", "<center>", "<blockquote color=q>", "x"],
        &["<a x=q y=q z=1>", "<strong size=1>", "<article>", "</b>"],
    ] {
        let unit = unit.concat();
        let html = numbered(300_000 / unit.len(), |n| unit.replace('N', &n.to_string()));
        let page = after_an_honest_start(&html);
        assert_start_is_read(&page, &unit);
        assert!(page.document.cut_short, "{unit}");
    }
}

#[test]
fn what_stands_in_nested_parts_is_told_by_what_is_around_it() {
    let page = read(
        "<main><h1>Tides</h1><ul><li>one<ul><li>two</ul></ul><form><div></form>\
         <form><p><input type=password></p></form></div>\
         <table><tr><td><blockquote>cell<p>said</p></blockquote></table></main>"
            .to_owned(),
    );
    let outline = &page.document.outline;
    assert_eq!((outline.lists.len(), outline.lists[0].items), (1, 1));
    let passwords: Vec<bool> = outline.forms.iter().map(|form| form.has_password).collect();
    assert_eq!(passwords, [true, true]);
    let kinds: Vec<BlockKind> = outline.blocks.iter().map(|block| block.kind).collect();
    let expected = [
        BlockKind::Heading,
        BlockKind::ListItem,
        BlockKind::ListItem,
        BlockKind::Quotation,
        BlockKind::Quotation,
    ];
    assert_eq!(kinds, expected);
}
