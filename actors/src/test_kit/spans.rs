//! In which spans code runs, as a test sees it.

use std::sync::{LazyLock, Mutex};

use tracing::subscriber::DefaultGuard;
use tracing::{Dispatch, Event, Metadata, dispatcher, span};

/// Which spans the code of this thread is in.
#[derive(Default)]
struct Spans {
    /// Of every span there was, by its id.
    names: Mutex<Vec<&'static str>>,
    /// Those that were entered, innermost last.
    entered: Mutex<Vec<span::Id>>,
}

impl tracing::Subscriber for Spans {
    fn enabled(&self, _: &Metadata<'_>) -> bool {
        true
    }

    fn new_span(&self, attributes: &span::Attributes<'_>) -> span::Id {
        let mut names = self.names.lock().unwrap();
        names.push(attributes.metadata().name());
        span::Id::from_u64(u64::try_from(names.len()).unwrap())
    }

    fn record(&self, _: &span::Id, _: &span::Record<'_>) {}

    fn record_follows_from(&self, _: &span::Id, _: &span::Id) {}

    fn event(&self, _: &Event<'_>) {}

    fn enter(&self, id: &span::Id) {
        self.entered.lock().unwrap().push(id.clone());
    }

    fn exit(&self, id: &span::Id) {
        let mut entered = self.entered.lock().unwrap();
        let place = entered.iter().rposition(|other| other == id).unwrap();
        entered.remove(place);
    }
}

/// A second subscriber, which stays. While there is one alone, tracing asks only the thread that
/// first reaches a span or an event whether anybody wants it, and remembers its no for all threads.
static SECOND: LazyLock<Dispatch> = LazyLock::new(|| Dispatch::new(Spans::default()));

/// Tells `subscriber` of what this thread does until the guard is dropped.
pub(crate) fn listen(subscriber: impl Into<Dispatch>) -> DefaultGuard {
    LazyLock::force(&SECOND);
    dispatcher::set_default(&subscriber.into())
}

/// Notices the spans of this thread until the guard is dropped.
pub(crate) fn listen_to_spans() -> DefaultGuard {
    listen(Spans::default())
}

/// What the span is called that this is asked in; empty where there is none.
pub(crate) fn name_of_span() -> &'static str {
    dispatcher::get_default(|subscriber| {
        let spans = subscriber.downcast_ref::<Spans>()?;
        let id = spans.entered.lock().unwrap().last()?.into_u64();
        spans.names.lock().unwrap().get(usize::try_from(id).unwrap() - 1).copied()
    })
    .unwrap_or_default()
}

#[test]
fn a_span_is_noticed_though_another_thread_reached_it_first() {
    let reach = || tracing::info_span!("reached").in_scope(name_of_span);
    let _listening = listen_to_spans();
    assert_eq!(std::thread::spawn(reach).join().unwrap(), "");
    assert_eq!(reach(), "reached");
}
