use super::text::{Colour, Layout};
use citable_checks::evaluate::evaluate;
use citable_checks::page::snapshot::{Exchange, FileFetch, FileOutcome, Snapshot, Source};
use url::Url;
#[test]
#[ignore]
fn look() {
    let list = std::fs::read_to_string("/tmp/look/list").unwrap();
    for line in list.lines() {
        let mut parts = line.split('\t');
        let (name, file, url, robots) =
            (parts.next().unwrap(), parts.next().unwrap(), parts.next().unwrap(), parts.next());
        let body = std::fs::read(file).unwrap();
        let address = Url::parse(if url.is_empty() { super::NO_ADDRESS } else { url }).unwrap();
        let answer = Exchange {
            url: address.clone(),
            status: 200,
            headers: vec![("content-type".to_owned(), "text/html".to_owned())],
        };
        let mut snapshot = Snapshot::of_answer(answer.clone(), body, 1_795_000_000_000);
        snapshot.source = if url.is_empty() { Source::FileWithoutAddress } else { Source::Web };
        if let Some(robots) = robots {
            snapshot.robots = vec![FileFetch {
                url: address.join("/robots.txt").unwrap(),
                fetched_at: 0,
                exchanges: vec![answer],
                outcome: FileOutcome::Answered {
                    body: robots.replace("|", "\n").into(),
                    truncated: false,
                },
            }];
            snapshot.robots[0].exchanges[0].url = address.join("/robots.txt").unwrap();
            snapshot.robots[0].exchanges[0].headers[0].1 = "text/plain".to_owned();
        }
        let report = match evaluate("scn_0123456789abcdefghijkl", &snapshot, &mut |_| {}) {
            Ok(report) => report,
            Err(error) => {
                eprintln!("{name}: {error:?}");
                continue;
            }
        };
        let report = crate::cli::fill_for_looks(report);
        eprintln!(
            "{name}\t{}\t{:?}\t{}",
            report.score,
            report.page.kind,
            super::headline::headline(&report)
        );
        let write = |end: &str, text: String| {
            std::fs::write(format!("/tmp/look/{name}{end}"), text).unwrap()
        };
        write(".html", super::html::report(&report));
        write(".md", super::markdown::report(&report));
        write(".json", super::json::report(&report));
        for width in [40, 80, 120] {
            write(
                &format!(".{width}.txt"),
                super::text::report(&report, Layout { width, ..Layout::PLAIN }),
            );
        }
        write(
            ".colour.txt",
            super::text::report(&report, Layout { colour: Colour::Always, ..Layout::PLAIN }),
        );
        write(
            ".verbose.txt",
            super::text::report(&report, Layout { verbose: true, ..Layout::PLAIN }),
        );
    }
}
