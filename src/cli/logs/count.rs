//! Counting the lines of logs.

use std::io;
use std::ops::ControlFlow;

use crate::cli::logs::crawlers::Crawlers;
use crate::cli::logs::excerpt::excerpt;
use crate::cli::logs::limits::DETECTION_LINES;
use crate::cli::logs::page;
use crate::cli::logs::parse::{Kind, Parsed, Parser, Request};
use crate::cli::logs::ranges::{Ranges, Verdict};
use crate::cli::logs::read::{Line, Opened, each_line};
use crate::cli::logs::tally::Tally;

/// Which requests count.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Filter {
    /// The first second, since 1970.
    pub(super) since: Option<i64>,
    /// The last second.
    pub(super) until: Option<i64>,
    /// The host, as [`page::bare_host`] writes it.
    pub(super) host: Option<String>,
}

/// What one log had.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct LogCount {
    /// Its name on the command line.
    pub(super) name: String,
    /// Its format, if it has one of ours.
    pub(super) format: Option<Kind>,
    pub(super) is_compressed: bool,
    /// Its lines, without empty ones.
    pub(super) lines: u64,
    /// Requests of agents in it that count.
    pub(super) hits: u64,
    pub(super) unreadable: u64,
    /// Time of its first and its last request, in seconds since 1970.
    pub(super) span: Option<(i64, i64)>,
}

/// A line that couldn't be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Unreadable {
    /// Its log.
    pub(super) log: String,
    /// Its number there, from 1, with empty lines.
    pub(super) line: u64,
    /// What it begins with.
    pub(super) excerpt: String,
}

/// Counts logs.
pub(super) struct Counter {
    crawlers: Crawlers,
    ranges: Ranges,
    filter: Filter,
    forced: Option<Kind>,
    pub(super) tally: Tally,
    pub(super) logs: Vec<LogCount>,
    pub(super) first_unreadable: Option<Unreadable>,
    /// Requests of agents that have no time or no host to filter by.
    pub(super) without_time: u64,
    pub(super) without_host: u64,
}

/// A log that is being read.
struct Reading {
    count: LogCount,
    parser: Option<Parser>,
    /// Number of the line.
    number: u64,
    /// The last line that looked whole.
    last: Vec<u8>,
}

impl Counter {
    pub(super) fn new(
        crawlers: Crawlers,
        ranges: Ranges,
        filter: Filter,
        forced: Option<Kind>,
        tally: Tally,
    ) -> Self {
        Self {
            crawlers,
            ranges,
            filter,
            forced,
            tally,
            logs: Vec::new(),
            first_unreadable: None,
            without_time: 0,
            without_host: 0,
        }
    }

    /// Whether the agent's addresses were checked.
    pub(super) fn checks(&self, agent: usize) -> bool {
        self.ranges.know(agent)
    }

    /// Which requests count.
    pub(super) const fn filter(&self) -> &Filter {
        &self.filter
    }

    /// Whether any agent's were.
    pub(super) fn checks_any(&self) -> bool {
        !self.ranges.are_none()
    }

    /// Reads a log to its end, or until its format proves to be unknown.
    ///
    /// # Errors
    /// Those of reading. What came before them is counted.
    pub(super) fn log(&mut self, name: &str, mut log: Opened, buffer: usize) -> io::Result<()> {
        let count = LogCount {
            name: name.to_owned(),
            format: self.forced,
            is_compressed: log.is_compressed,
            lines: 0,
            hits: 0,
            unreadable: 0,
            span: None,
        };
        let parser = self.forced.map(Parser::of);
        let mut reading = Reading { count, parser, number: 0, last: Vec::new() };
        let read = each_line(&mut log.bytes, buffer, |line| self.line(&mut reading, line));
        if let Some(parser) = &reading.parser
            && let Parsed::Request(request) = parser.parse(&reading.last)
        {
            reading.count.see(request.time);
        }
        self.logs.push(reading.count);
        read
    }

    fn line(&mut self, reading: &mut Reading, line: Line<'_>) -> ControlFlow<()> {
        reading.number += 1;
        let line = match line {
            Line::Whole(line) if line.trim_ascii().is_empty() => return ControlFlow::Continue(()),
            Line::Whole(line) => line,
            Line::TooLong(line) => {
                reading.count.lines += 1;
                self.unreadable(reading, line);
                return ControlFlow::Continue(());
            }
        };
        reading.count.lines += 1;
        let Some(parser) = &mut reading.parser else { return self.detect(reading, line) };
        if parser.take_directive(line) {
            reading.count.lines -= 1;
            return ControlFlow::Continue(());
        }
        let is_told_by_address = parser.kind() == Kind::Common && !self.ranges.are_none();
        match parser.telling(line) {
            None => self.unreadable(reading, line),
            Some(telling) if is_told_by_address || self.crawlers.mentions(telling) => {
                self.request(reading, line);
            }
            Some(_) => reading.keep(line),
        }
        ControlFlow::Continue(())
    }

    fn detect(&mut self, reading: &mut Reading, line: &[u8]) -> ControlFlow<()> {
        let Some(parser) = Parser::detect(line) else {
            self.unreadable(reading, line);
            return match reading.count.lines >= DETECTION_LINES {
                true => ControlFlow::Break(()),
                false => ControlFlow::Continue(()),
            };
        };
        reading.count.format = Some(parser.kind());
        reading.number -= 1;
        reading.count.lines -= 1;
        if let Parsed::Request(request) = parser.parse(line) {
            reading.count.see(request.time);
        }
        reading.parser = Some(parser);
        self.line(reading, Line::Whole(line))
    }

    fn request(&mut self, reading: &mut Reading, line: &[u8]) {
        let Some(parser) = &reading.parser else { return };
        let request = match parser.parse(line) {
            Parsed::Request(request) => request,
            Parsed::Nothing => return,
            Parsed::Unreadable => return self.unreadable(reading, line),
        };
        reading.keep(line);
        let agent = match &request.agent {
            Some(name) => self.crawlers.named(name),
            None => request.client.and_then(|client| self.ranges.owner(client)),
        };
        if let Some(agent) = agent
            && self.count(agent, &request)
        {
            reading.count.hits += 1;
        }
    }

    /// Counts a request of an agent; whether it counts as the agent's.
    fn count(&mut self, agent: usize, request: &Request<'_>) -> bool {
        let host = request.host.as_deref().or_else(|| page::host(&request.target));
        let host = host.map(page::bare_host).filter(|host| !host.is_empty());
        if let Some(wanted) = &self.filter.host {
            match &host {
                None => {
                    self.without_host += 1;
                    return false;
                }
                Some(host) if host != wanted => return false,
                Some(_) => {}
            }
        }
        let Filter { since, until, .. } = self.filter;
        match request.time {
            None if since.is_some() || until.is_some() => {
                self.without_time += 1;
                return false;
            }
            Some(time) if since.is_some_and(|since| time < since) => return false,
            Some(time) if until.is_some_and(|until| time > until) => return false,
            _ => {}
        }
        if self.ranges.verdict(agent, request.client) == Verdict::Claimed {
            self.tally.claim(agent);
            return false;
        }
        self.tally.hit(agent, request, host);
        true
    }

    fn unreadable(&mut self, reading: &mut Reading, line: &[u8]) {
        reading.count.unreadable += 1;
        if self.first_unreadable.is_none() {
            self.first_unreadable = Some(Unreadable {
                log: reading.count.name.clone(),
                line: reading.number,
                excerpt: excerpt(line),
            });
        }
    }
}

impl Reading {
    fn keep(&mut self, line: &[u8]) {
        self.last.clear();
        self.last.extend_from_slice(line);
    }
}

impl LogCount {
    fn see(&mut self, time: Option<i64>) {
        if let Some(time) = time {
            let (first, last) = self.span.get_or_insert((time, time));
            *first = time.min(*first);
            *last = time.max(*last);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use proptest::prelude::*;

    use super::*;

    /// A source that gives so many bytes at a time, over and over.
    struct Pieces(Vec<u8>, usize, Vec<usize>);

    impl Read for Pieces {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            self.1 += 1;
            let size = self.2[self.1 % self.2.len()].min(buffer.len()).min(self.0.len());
            let rest = self.0.split_off(size);
            buffer[..size].copy_from_slice(&std::mem::replace(&mut self.0, rest));
            Ok(size)
        }
    }

    fn counted(text: &str, sizes: Vec<usize>, buffer: usize) -> Counter {
        let tally = Tally::new(None);
        let (crawlers, ranges) = (Crawlers::new().unwrap(), Ranges::default());
        let mut counter = Counter::new(crawlers, ranges, Filter::default(), None, tally);
        let bytes = Box::new(Pieces(text.as_bytes().to_vec(), 0, sizes));
        counter.log("a.log", Opened { bytes, is_compressed: false }, buffer).unwrap();
        counter
    }

    fn lines() -> impl Strategy<Value = String> {
        let line =
            ("[0-9]", "[a-c]{0,2}", 200..505u16, "GPTBot|ClaudeBot|Firefox|x\\\\\"", "(\r)?\n")
                .prop_map(|(day, path, status, agent, end)| {
                    format!(
                        "192.0.2.1 - - [1{day}/Nov/2026:10:15:30 +0000] \"GET /{path} HTTP/1.1\" \
                     {status} 5 \"-\" \"{agent}/1\"{end}"
                    )
                });
        let torn = (line.clone(), 0..100usize)
            .prop_map(|(line, end)| line[..end.min(line.len())].to_owned());
        prop::collection::vec(prop_oneof![8 => line, 1 => torn, 1 => "\n"], 0..30)
            .prop_map(|lines| lines.concat())
    }

    proptest! {
        #[test]
        fn counts_are_equal_however_a_log_is_cut(
            text in lines(), sizes in prop::collection::vec(1usize..300, 1..5), buffer in 1usize..200_000,
        ) {
            let (whole, cut) = (counted(&text, vec![usize::MAX], 1), counted(&text, sizes, buffer));
            prop_assert_eq!(whole.tally.agents, cut.tally.agents);
            prop_assert_eq!(whole.logs, cut.logs);
            prop_assert_eq!(whole.first_unreadable, cut.first_unreadable);
        }

        #[test]
        fn whole_lines_are_all_counted(text in lines()) {
            let counter = counted(&text, vec![usize::MAX], 1);
            let lines = text.lines().filter(|line| !line.is_empty()).count();
            // Where twenty lines in a row are torn, the format is unknown.
            prop_assume!(counter.logs[0].format.is_some());
            prop_assert_eq!(counter.logs[0].lines, u64::try_from(lines).unwrap());
        }
    }
}
