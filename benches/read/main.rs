//! What reading and judging a page costs, as ratios that hold on slow and on fast machines:
//!
//! 1. over real pages, beside one `Document::from` and one pass over the visible text for its words
//!    and one for its sentences;
//! 2. for a page of a megabyte beside one of a tenth, by byte and by node;
//! 3. for hostile pages beside an article of as many bytes.
#![expect(clippy::expect_used, clippy::print_stdout, reason = "a bench that cannot run stops")]

mod made;
mod real;

use std::hint::black_box;
use std::time::{Duration, Instant};

use citable_checks::evaluate::evaluate;
use citable_checks::page::Page;
use citable_checks::page::snapshot::{Exchange, Snapshot};
use criterion::Criterion;
use select::document::Document;
use unicode_segmentation::UnicodeSegmentation;
use url::Url;

/// Measurements in turn; the best of each counts.
const ROUNDS: usize = 5;
/// `Document::from` recurses: it needs a larger stack than threads have by default.
const STACK_BYTES: usize = 256 << 20;

/// That page, as if it had just been fetched from that address.
fn snapshot(url: &str, body: Vec<u8>) -> Snapshot {
    let url = Url::parse(url).unwrap_or_else(|_| {
        Url::parse("https://www.example.com/guide/how-tides-work").expect("an address")
    });
    let headers = vec![("content-type".to_owned(), "text/html; charset=utf-8".to_owned())];
    Snapshot::of_answer(Exchange { url, status: 200, headers }, body, 1_793_491_200_000)
}

fn timed<T>(work: impl FnOnce() -> T) -> Duration {
    let began = Instant::now();
    black_box(work());
    began.elapsed()
}

/// The best times of several pieces of work, measured in turn.
fn best<const N: usize>(work: [&dyn Fn(); N]) -> [Duration; N] {
    let mut best = [Duration::MAX; N];
    for _ in 0..ROUNDS {
        for (best, work) in best.iter_mut().zip(work) {
            *best = (*best).min(timed(work));
        }
    }
    best
}

fn ratio(one: Duration, other: Duration) -> f64 {
    one.as_secs_f64() / other.as_secs_f64()
}

fn judge(snapshot: &Snapshot) {
    // A page that is refused is read all the same.
    drop(black_box(evaluate("scn_bench", snapshot, &mut |_| ())));
}

/// The least that any reader does.
fn plain(html: &str, visible: &str) {
    black_box(Document::from(html));
    black_box(visible.unicode_words().count());
    black_box(visible.unicode_sentences().count());
}

fn real_pages(pages: &[real::RealPage]) {
    let (mut ours, mut least, mut reading) = (Duration::ZERO, Duration::ZERO, Duration::ZERO);
    for page in pages {
        let snapshot = snapshot(&page.url, page.html.clone());
        let visible = Page::read(&snapshot).document.visible_text;
        let html = String::from_utf8_lossy(&page.html).into_owned();
        let [judged, read, plain] =
            best([&|| judge(&snapshot), &|| drop(black_box(Page::read(&snapshot))), &|| {
                plain(&html, &visible)
            }]);
        (ours, reading, least) = (ours + judged, reading + read, least + plain);
    }
    println!(
        "{} real pages: reading and judging / parsing and two passes over the text = {:.2} (of it \
         reading {:.2})",
        pages.len(),
        ratio(ours, least),
        ratio(reading, least)
    );
}

fn sizes() {
    let pages = [100 << 10, 1 << 20].map(|bytes| snapshot("", made::article(bytes).into_bytes()));
    let nodes = pages.each_ref().map(|page| {
        let html = std::str::from_utf8(&page.page.body).expect("UTF-8");
        citable_checks::page::parse_only(html, false).0.nodes.len()
    });
    let [small, large] = best([&|| judge(&pages[0]), &|| judge(&pages[1])]);
    let grown = ratio(large, small);
    let bytes = pages[1].page.body.len() as f64 / pages[0].page.body.len() as f64;
    println!("1 MB beside 100 KB, by byte: {:.2}", grown / bytes);
    println!("1 MB beside 100 KB, by node: {:.2}", grown / (nodes[1] as f64 / nodes[0] as f64));
}

fn hostile() {
    for (what, url, html) in made::hostile() {
        let normal = snapshot(url, made::article(html.len()).into_bytes());
        let hostile = snapshot(url, html.into_bytes());
        let [hostile_time, normal_time] = best([&|| judge(&hostile), &|| judge(&normal)]);
        println!(
            "{what} ({} KB): {:.2} of an article of as many bytes ({} ms)",
            hostile.page.body.len() >> 10,
            ratio(hostile_time, normal_time),
            hostile_time.as_millis()
        );
    }
}

fn ratios() {
    let pages = real::pages();
    match pages.is_empty() {
        true => println!("passed over: no real pages"),
        false => real_pages(&pages),
    }
    sizes();
    hostile();
}

fn main() {
    let mut criterion = Criterion::default().configure_from_args();
    let thread = std::thread::Builder::new().stack_size(STACK_BYTES).spawn(ratios);
    thread.expect("a thread").join().expect("every page is read");
    let page = snapshot("", made::article(100 << 10).into_bytes());
    criterion.bench_function("an article of 100 KB", |bencher| bencher.iter(|| judge(&page)));
    criterion.final_summary();
}
