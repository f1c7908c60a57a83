//! What it costs to judge a page.

use std::fmt;
use std::time::Duration;

use citable_checks::evaluate::evaluate;
use citable_checks::page::snapshot::{Exchange, Snapshot};
use rustix::time::{ClockId, clock_gettime};
use url::Url;

use crate::grammar::Page;
use crate::made;

/// Measurements of a page whose figure counts; the least of them does.
const ROUNDS: usize = 3;

/// Time of a core.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub(crate) struct Cost(Duration);

/// What an ordinary page of some size costs.
pub(crate) struct Yardstick(Cost);

impl Cost {
    pub(crate) fn over(self, ordinary: &Yardstick) -> f64 {
        self.0.as_secs_f64() / ordinary.0.0.as_secs_f64()
    }
}

impl fmt::Display for Cost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:.2} s", self.0.as_secs_f64())
    }
}

impl Yardstick {
    pub(crate) fn of(bytes: usize) -> Self {
        let html = made::article(bytes);
        let address = "https://www.example.com/guide/how-tides-work";
        Self(least(|| measure(address, html.clone())))
    }
}

impl fmt::Display for Yardstick {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// The cost of a page, measured once.
pub(crate) fn once(page: &Page, bytes: usize) -> Cost {
    measure(page.address, page.html(bytes))
}

/// The cost of a page, measured with care.
pub(crate) fn best(page: &Page, bytes: usize) -> Cost {
    least(|| once(page, bytes))
}

fn least(measure: impl Fn() -> Cost) -> Cost {
    let costs = (0..ROUNDS).map(|_| measure().0);
    Cost(costs.min().unwrap_or_default())
}

fn measure(address: &str, html: String) -> Cost {
    let snapshot = snapshot(address, html);
    let began = thread_time();
    // A page that gets no verdict is read all the same.
    drop(std::hint::black_box(evaluate("scn_slow", &snapshot, &mut |_| ())));
    Cost(thread_time().saturating_sub(began))
}

/// How long this thread has had a core.
fn thread_time() -> Duration {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    let seconds = u64::try_from(time.tv_sec).unwrap_or_default();
    Duration::new(seconds, u32::try_from(time.tv_nsec).unwrap_or_default())
}

fn snapshot(address: &str, html: String) -> Snapshot {
    let url = Url::parse(address).expect("an address");
    let headers = vec![("content-type".to_owned(), "text/html; charset=utf-8".to_owned())];
    let answer = Exchange { url, status: 200, headers };
    Snapshot::of_answer(answer, html.into_bytes(), 1_793_491_200_000)
}
