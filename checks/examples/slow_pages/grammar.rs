//! Pages of one repeated unit.

use std::fmt;

use rand::seq::IndexedRandom;
use rand::{Rng, RngExt};

const TAGS: [&str; 64] = [
    "a",
    "b",
    "i",
    "u",
    "s",
    "em",
    "tt",
    "nobr",
    "font",
    "code",
    "strong",
    "small",
    "big",
    "strike",
    "div",
    "p",
    "span",
    "section",
    "article",
    "aside",
    "header",
    "footer",
    "nav",
    "main",
    "ul",
    "ol",
    "li",
    "dl",
    "dt",
    "dd",
    "table",
    "tbody",
    "tr",
    "td",
    "th",
    "caption",
    "colgroup",
    "select",
    "option",
    "button",
    "form",
    "input",
    "h1",
    "h2",
    "h3",
    "blockquote",
    "q",
    "cite",
    "time",
    "address",
    "pre",
    "center",
    "template",
    "svg",
    "math",
    "foreignObject",
    "mi",
    "object",
    "applet",
    "noscript",
    "figure",
    "figcaption",
    "img",
    "ruby",
];
const ATTRIBUTES: [&str; 44] = [
    " id=N",
    " id=iN",
    " x=N y=N z=1",
    " x=q y=q z=1",
    " size=1",
    " color=q",
    " class=a",
    " class=sidebar",
    " class='a b c d e'",
    " class=cN",
    " class='post pN'",
    " class=byline",
    " class='author vcard'",
    " class='card item-N'",
    " class=related",
    " href=x",
    " href=/pN",
    " href='https://x.example/N'",
    " href=#iN",
    " rel=author",
    " rel='nofollow tag'",
    " hidden",
    " style='display:none'",
    " aria-hidden=true",
    " data-nosnippet",
    " itemscope",
    " itemprop=a",
    " itemprop=author",
    " itemprop=datePublished",
    " itemscope itemtype=https://schema.org/Article",
    " itemref='iN i0'",
    " typeof=Article property=b",
    " datetime=2026-05-02",
    " lang=de",
    " role=main",
    " role=navigation",
    " type=password",
    " type=hidden",
    " cite=x",
    " src=/N.png alt='the harbour'",
    " name=author content='Ada Marsh'",
    " colspan=2",
    " open",
    " encoding=text/html",
];
const TEXTS: [&str; 40] = [
    "x",
    " ",
    "\n",
    "word ",
    "Tides ",
    "a. ",
    "It is so. ",
    "By Ada Marsh ",
    "Ada Marsh",
    "2 May 2026 ",
    "May 2, 2026",
    "2026-05-02",
    "Updated 2 hours ago ",
    "Published: ",
    "12% of ",
    "40,000 ships ",
    "in 1998 ",
    "“the sea comes and goes” ",
    "\"as he said\" ",
    "according to ",
    "[1]",
    "1. ",
    "- ",
    "Q: Why? A: ",
    "What is a tide? ",
    "潮は日に。",
    "潮",
    "น้ำขึ้น",
    "المد",
    "é",
    "&amp;",
    "&#x6d77;",
    "&notit;",
    "www.x.example ",
    "ada@x.example",
    "(c) 2026 ",
    "Sign up now ",
    "Ignore all instructions ",
    "$4.99 ",
    "Read more",
];
const SPECIAL: [&str; 14] = [
    "<!-- a comment that is long -->",
    "<br>",
    "<hr>",
    "<script>if (a < b) {}</script>",
    "<style>p { color: red }</style>",
    "<script type=application/ld+json>{\"@type\":\"Person\"}</script>",
    "<script type=application/ld+json>{\"@id\":\"#N\",\"@type\":\"Article\",\"author\":{\"@id\":\"#0\"}}</script>",
    "<meta name=author content='Ada N Marsh'>",
    "<link rel=canonical href=/N>",
    "<link rel=alternate hreflang=de href=/N>",
    "<meta property=og:title content=N>",
    "<iframe src=x></iframe>",
    "<textarea>x</textarea>",
    "<h2>Tides - part N | Sea</h2>",
];
/// An address of no certain kind, and those whose words tell a kind.
const ADDRESSES: [&str; 6] = [
    "https://www.example.com/guide/how-tides-work",
    "https://forum.example.com/threads/how-tides-work",
    "https://docs.example.com/reference/tides",
    "https://shop.example.com/products/boat",
    "https://www.example.com/blog/2026/05/02/tides",
    "https://www.example.com/",
];
/// How often a prefix may stand before the rest: the parser's limit of depth is near the last.
const PREFIX_TIMES: [usize; 5] = [0, 1, 10, 100, 480];
const PIECES_MAX: usize = 12;
/// What stands for the number of the repetition.
const NUMBER: char = 'N';

/// One page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Page {
    pub(crate) address: &'static str,
    pub(crate) prefix: String,
    pub(crate) prefix_times: usize,
    pub(crate) unit: Vec<String>,
}

impl Page {
    /// Nothing but one unit, again and again.
    pub(crate) fn repeated(unit: &[&str]) -> Self {
        let unit = unit.iter().map(|piece| (*piece).to_owned()).collect();
        Self { address: ADDRESSES[0], prefix: String::new(), prefix_times: 0, unit }
    }

    pub(crate) fn random(rng: &mut impl Rng) -> Self {
        let pieces = rng.random_range(1..=PIECES_MAX / 2);
        let unit = (0..pieces).map(|_| piece(rng)).collect();
        let mut page = Self { unit, ..Self::repeated(&[]) };
        page.vary_surroundings(rng);
        page
    }

    /// The source, about as long as asked.
    pub(crate) fn html(&self, bytes: usize) -> String {
        let mut html = "<!doctype html><title>Tides</title><body><h1>Tides</h1>".to_owned();
        html.push_str(&self.prefix.repeat(self.prefix_times));
        let unit = self.unit.concat();
        let parts: Vec<&str> = unit.split(NUMBER).collect();
        for number in 0.. {
            if html.len() + unit.len() > bytes {
                break;
            }
            let number = number.to_string();
            html.push_str(&parts.join(&number));
        }
        html
    }

    /// A page like this one.
    pub(crate) fn varied(&self, rng: &mut impl Rng, other: &Self) -> Self {
        let mut page = self.clone();
        for _ in 0..rng.random_range(1..=3) {
            page.vary(rng, other);
        }
        if page.unit.concat().is_empty() {
            page.unit = vec![piece(rng)];
        }
        page
    }

    fn vary(&mut self, rng: &mut impl Rng, other: &Self) {
        let at = rng.random_range(0..self.unit.len().max(1)).min(self.unit.len());
        match rng.random_range(0..8) {
            0 | 1 if self.unit.len() < PIECES_MAX => self.unit.insert(at, piece(rng)),
            2 if self.unit.len() > 1 => drop(self.unit.remove(at)),
            3 if at < self.unit.len() => self.unit[at] = piece(rng),
            4 if self.unit.len() > 1 => {
                let to = rng.random_range(0..self.unit.len());
                self.unit.swap(at, to);
            }
            5 if at < self.unit.len() && self.unit.len() < PIECES_MAX => {
                self.unit.insert(at, self.unit[at].clone());
            }
            6 => {
                self.unit.extend(other.unit.iter().cloned());
                self.unit.truncate(PIECES_MAX);
            }
            _ => self.vary_surroundings(rng),
        }
    }

    fn vary_surroundings(&mut self, rng: &mut impl Rng) {
        self.address = ADDRESSES.choose(rng).copied().unwrap_or(self.address);
        self.prefix_times = PREFIX_TIMES.choose(rng).copied().unwrap_or(0);
        self.prefix = if self.prefix_times == 0 { String::new() } else { start_tag(rng) };
    }
}

fn start_tag(rng: &mut impl Rng) -> String {
    let name = TAGS.choose(rng).expect("there are tags");
    let count = [0, 0, 0, 1, 1, 2].choose(rng).copied().unwrap_or(0);
    let attributes: String = (0..count).filter_map(|_| ATTRIBUTES.choose(rng)).copied().collect();
    format!("<{name}{attributes}>")
}

fn piece(rng: &mut impl Rng) -> String {
    match rng.random_range(0..20) {
        0..10 => start_tag(rng),
        10..14 => format!("</{}>", TAGS.choose(rng).expect("there are tags")),
        14..18 => (*TEXTS.choose(rng).expect("there are texts")).to_owned(),
        18 => (*SPECIAL.choose(rng).expect("there are others")).to_owned(),
        _ => {
            let tag = TAGS.choose(rng).expect("there are tags");
            format!("<{tag}>{}</{tag}>", TEXTS.choose(rng).expect("there are texts"))
        }
    }
}

impl fmt::Display for Page {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.prefix_times > 0 {
            /// Bytes of the prefix that tell it from others.
            const SHOWN: usize = 80;
            let shown = &self.prefix[..self.prefix.floor_char_boundary(SHOWN)];
            write!(f, "{} times {shown:?}, then ", self.prefix_times)?;
        }
        write!(f, "{:?} at {}", self.unit.concat(), self.address)
    }
}
