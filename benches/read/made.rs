//! Pages that are made: an article of any length, and those that nobody would write.

/// Bytes of a hostile page that needs no certain number of elements.
const HOSTILE_BYTES: usize = 1 << 20;
/// Bytes of a page at the cap of what is decoded.
const FULL_BYTES: usize = 5 << 20;
/// An address of no certain kind.
const PAGE: &str = "https://www.example.com/guide/how-tides-work";
/// An address of a discussion, whose reading looks for repeated posts.
const THREAD: &str = "https://forum.example.com/threads/how-tides-work";

const SECTION: &str = "\
<section class=\"chapter\" id=\"s\"><h2>Why the sea comes and goes</h2>
<p class=\"lead\">Twice a day the water climbs the harbour wall and sinks back again, and \
<a href=\"/moon\">the Moon</a> is the reason. It pulls harder on the near side of the Earth than on \
the far one, and the difference stretches the oceans along the line between the two bodies.</p>
<p>Where the coast is steep nobody notices. In a shallow bay the same wave is squeezed until it \
stands as high as a house, as fishermen who leave their boats too long find out.</p>
<ul class=\"facts\"><li>Two high tides in a little under 25 hours.</li><li>The largest range comes \
at <em>new and full moon</em>.</li></ul>
<table><tr><th>Phase</th><th>Range</th></tr><tr><td>New moon</td><td>6.1 m</td></tr></table>
<figure><img src=\"/tide.png\" alt=\"The harbour at low water\"><figcaption>Low water</figcaption>\
</figure></section>
";

/// An article of about that many bytes.
pub(crate) fn article(bytes: usize) -> String {
    let mut html = "<!doctype html><html lang=en><head><title>How tides work</title>\
        <meta name=author content=\"Ada Marsh\"></head><body><header><nav><a href=/>Home</a></nav>\
        </header><main><article><h1>How tides work</h1>\n"
        .to_owned();
    while html.len() + SECTION.len() < bytes {
        html.push_str(SECTION);
    }
    html.push_str("</article></main><footer>Example</footer></body></html>");
    html
}

fn page(body: &str) -> String {
    format!("<!doctype html><title>Tides</title><body><h1>Tides</h1>{body}")
}

fn fill(bytes: usize, piece: impl Fn(usize) -> String) -> String {
    let mut text = String::new();
    let mut number = 0;
    while text.len() < bytes {
        text.push_str(&piece(number));
        number += 1;
    }
    text
}

fn nested(depth: usize, open: &str, inner: &str, close: &str) -> String {
    format!("{}{inner}{}", open.repeat(depth), close.repeat(depth))
}

/// What each is, its address, and its source.
pub(crate) fn hostile() -> Vec<(&'static str, &'static str, String)> {
    const MIB: usize = HOSTILE_BYTES;
    let repeat = |piece: &str| page(&piece.repeat(MIB / piece.len()));
    let classes = fill(200, |n| format!("sidebar-{n} "));
    let json = |value: &str| page(&format!("<script type=application/ld+json>{value}</script>"));
    let filled = |piece: fn(usize) -> String| page(&fill(MIB, piece));
    vec![
        ("20,000 nested tags", PAGE, page(&"<div>".repeat(20_000))),
        ("nested tags with text", PAGE, page(&"<div>x".repeat(20_000))),
        ("nested side columns", PAGE, repeat(&nested(400, "<div class=sidebar>", "x", "</div>"))),
        (
            "nested headers",
            PAGE,
            repeat(&nested(400, "<header>", "<header>x</header>", "</header>")),
        ),
        (
            "headers far inside",
            PAGE,
            page(&nested(480, "<div>", &"<header>x</header>".repeat(40_000), "</div>")),
        ),
        (
            "buttons far inside",
            PAGE,
            page(&nested(480, "<div>", &"<button>x</button>".repeat(40_000), "</div>")),
        ),
        (
            "lists far inside",
            PAGE,
            page(&nested(480, "<div>", &"<ul><li>x</ul>".repeat(40_000), "</div>")),
        ),
        (
            "passwords far inside",
            PAGE,
            page(&nested(480, "<div>", &"<input type=password>".repeat(40_000), "</div>")),
        ),
        (
            "nested forms",
            PAGE,
            page(&format!("{}{}", "<form><div></form>".repeat(200), "<i>x</i>".repeat(100_000))),
        ),
        ("nested lists", PAGE, repeat(&nested(200, "<ul><li>x", "", "</ul>"))),
        ("nested tables", PAGE, repeat(&nested(100, "<table><tr><td>x", "", "</table>"))),
        ("nested posts", THREAD, repeat(&nested(300, "<div class=post>x", "", "</div>"))),
        (
            "many short posts",
            THREAD,
            filled(|n| {
                format!(
                    "<div class='post p{}'><p>Yes, {n} of them, as I said before and say again because it is so.</div>",
                    n % 70
                )
            }),
        ),
        (
            "tiny elements with many classes",
            PAGE,
            page(&format!("<i class='{classes}'>x</i>").repeat(MIB * 2 / classes.len())),
        ),
        ("200,000 tiny elements", PAGE, page(&"<i class='a b c d e'>x</i>".repeat(100_000))),
        ("different classes", THREAD, filled(|n| format!("<b class='a{n} b{n} c{n}'>x</b>"))),
        (
            "a class of a megabyte",
            PAGE,
            page(&format!("<p class='{}'>x</p>", fill(MIB, |n| format!("side-{n} ")))),
        ),
        ("data-nosnippet", PAGE, repeat("<p><span data-nosnippet>Not this.</span> But this.</p>")),
        (
            "metas that name authors",
            PAGE,
            filled(|n| format!("<meta name=author content='Ada {n} Marsh'>")),
        ),
        ("headings of level 1", PAGE, filled(|n| format!("<h1>Tides - part {n} | Sea</h1>"))),
        ("times", PAGE, repeat("<time>2 May 2026</time> by Ada ")),
        (
            "notices without scripts",
            PAGE,
            repeat("<noscript>Please <b>turn on</b> scripts.</noscript>"),
        ),
        ("JSON, deep", PAGE, json(&nested(MIB / 12, "{\"author\":", "1", "}"))),
        (
            "JSON, wide",
            PAGE,
            json(&format!("[{}1]", "{\"@type\":\"Article\",\"headline\":\"x\"},".repeat(MIB / 40))),
        ),
        (
            "JSON, one node again and again",
            PAGE,
            json(&format!(
                "[{}1]",
                "{\"@id\":\"#a\",\"author\":{\"@id\":\"#a\"}},".repeat(MIB / 40)
            )),
        ),
        (
            "JSON blocks",
            PAGE,
            repeat("<script type=application/ld+json>{\"@type\":\"Person\"}</script>"),
        ),
        (
            "itemref in circles",
            PAGE,
            filled(|n| {
                format!("<div itemscope itemref='i{} i{}' id=i{n} itemprop=a>x</div>", n + 1, n / 2)
            }),
        ),
        (
            "Japanese without spaces",
            PAGE,
            page(&"潮は日に二度満ちて引く海の息のようなもの".repeat(FULL_BYTES / 60)),
        ),
        ("Japanese, 1 MB", PAGE, page(&"潮は日に二度満ちて引く。".repeat(MIB / 36))),
        ("Thai without spaces", PAGE, page(&"น้ำขึ้นน้ำลงวันละสองครั้ง".repeat(FULL_BYTES / 75))),
        ("Arabic without spaces", PAGE, page(&"المدوالجزر".repeat(FULL_BYTES / 20))),
        ("one word", PAGE, page(&"a".repeat(FULL_BYTES - 100))),
        ("full stops", PAGE, page(&"a. ".repeat(FULL_BYTES / 3 - 40))),
        ("combining marks", PAGE, page(&"a\u{301}\u{302}".repeat(FULL_BYTES / 5 - 40))),
        ("character references", PAGE, repeat("&amp;&#x6d77;&notit;")),
    ]
}
