//! What the rest of the program sees of the questions about an address.

use citable_schema::{AskRow, AskState};

use crate::tracking::Engine;

/// Why an engine that was never set up gives no answer.
const NOT_CONFIGURED: &str = "not_configured";

/// What engines said about an address when they were last asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tracking {
    /// Start of the last run, in milliseconds since 1970; none before the first one.
    pub last_run_at: Option<i64>,
    /// Questions asked.
    pub questions: Vec<String>,
    /// Results by engine.
    pub engines: Vec<EngineTracking>,
}

/// What one engine said.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EngineTracking {
    /// Which one.
    pub engine: Engine,
    /// What people call it.
    pub name: String,
    /// How far that is.
    pub status: TrackingStatus,
    /// Why not every question has an answer, in one word.
    pub reason: Option<String>,
    /// The questions that have one.
    pub questions: Vec<TrackedQuestion>,
}

/// How far an engine is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TrackingStatus {
    /// Something is still to be asked.
    Pending,
    /// At least one question has an answer.
    Done,
    /// The engine isn't configured here.
    Unavailable,
    /// It gave no answer.
    Failed,
    /// The account had no calls left.
    OverLimit,
}

impl TrackingStatus {
    /// Every status.
    pub const ALL: [Self; 5] =
        [Self::Pending, Self::Done, Self::Unavailable, Self::Failed, Self::OverLimit];

    /// Its name.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Pending => "pending",
            Self::Done => "done",
            Self::Unavailable => "unavailable",
            Self::Failed => "failed",
            Self::OverLimit => "over_limit",
        }
    }
}

/// A question that has an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TrackedQuestion {
    /// What was asked.
    pub text: String,
    /// Whether the answer cites the page or its site.
    pub cited: bool,
    /// Where among what it cites, from 1 on.
    pub position: Option<u32>,
    /// The address that it cites, where that is known.
    pub cited_url: Option<String>,
    /// Other sites that it cites.
    pub others: Vec<String>,
}

impl Tracking {
    /// What was asked about one address, by engine and number; none where nothing was.
    pub(crate) fn of(asks: &[AskRow]) -> Option<Self> {
        let last_run_at = asks.first()?.created_at;
        let mut questions: Vec<(i32, &str)> =
            asks.iter().map(|ask| (ask.number, ask.question.as_str())).collect();
        questions.sort_unstable();
        questions.dedup();
        let of_engine = |engine: Engine| {
            let asks: Vec<&AskRow> =
                asks.iter().filter(|ask| ask.engine == engine.as_str()).collect();
            EngineTracking::of(engine, &asks)
        };
        Some(Self {
            last_run_at: Some(last_run_at),
            questions: questions.into_iter().map(|(_, text)| text.to_owned()).collect(),
            engines: Engine::ALL.into_iter().filter_map(of_engine).collect(),
        })
    }
}

impl Tracking {
    /// Returns the results with the engines among `consented` that `is_configured` does not know,
    /// shown as unavailable before any run says so. None where there is nothing to show.
    pub(crate) fn with_unavailable(
        known: Option<Self>,
        consented: &[Engine],
        is_configured: impl Fn(Engine) -> bool,
    ) -> Option<Self> {
        let shown = |engine: &Engine| {
            known
                .as_ref()
                .is_some_and(|known| known.engines.iter().any(|one| one.engine == *engine))
        };
        let missing: Vec<EngineTracking> = consented
            .iter()
            .filter(|engine| !shown(engine) && !is_configured(**engine))
            .map(|engine| EngineTracking::not_configured(*engine))
            .collect();
        if missing.is_empty() {
            return known;
        }
        let none = || Self { last_run_at: None, questions: Vec::new(), engines: Vec::new() };
        let mut tracking = known.unwrap_or_else(none);
        tracking.engines.extend(missing);
        tracking.engines.sort_by_key(|one| one.engine);
        Some(tracking)
    }
}

/// Status of an engine with a question in that state. The first that applies to any question
/// counts.
const STANDINGS: [(AskState, TrackingStatus); 5] = [
    (AskState::Waiting, TrackingStatus::Pending),
    (AskState::Asking, TrackingStatus::Pending),
    (AskState::Answered, TrackingStatus::Done),
    (AskState::Failed, TrackingStatus::Failed),
    (AskState::OverLimit, TrackingStatus::OverLimit),
];

impl EngineTracking {
    fn not_configured(engine: Engine) -> Self {
        Self {
            engine,
            name: engine.to_string(),
            status: TrackingStatus::Unavailable,
            reason: Some(NOT_CONFIGURED.to_owned()),
            questions: Vec::new(),
        }
    }

    fn of(engine: Engine, asks: &[&AskRow]) -> Option<Self> {
        let name = asks.first()?.engine_name.clone();
        let any = |state: AskState| asks.iter().any(|ask| ask.state == state);
        let status = STANDINGS.into_iter().find(|(state, _)| any(*state));
        let status = status.map_or(TrackingStatus::Unavailable, |(_, status)| status);
        let answered = asks.iter().filter(|ask| ask.state == AskState::Answered);
        Some(Self {
            engine,
            name,
            status,
            reason: asks.iter().find_map(|ask| ask.reason.clone()),
            questions: answered.map(|ask| TrackedQuestion::of(ask)).collect(),
        })
    }

    /// How many of its answers cite the page or its site.
    pub(crate) fn cited(&self) -> usize {
        self.questions.iter().filter(|question| question.cited).count()
    }

    /// The best place at which one does.
    pub(crate) fn best_position(&self) -> Option<u32> {
        self.questions.iter().filter_map(|question| question.position).min()
    }
}

impl TrackedQuestion {
    fn of(ask: &AskRow) -> Self {
        let others = ask.others.as_deref().unwrap_or_default();
        Self {
            text: ask.question.clone(),
            cited: ask.cited.unwrap_or_default(),
            position: ask.position.and_then(|position| u32::try_from(position).ok()),
            cited_url: ask.cited_url.clone(),
            others: serde_json::from_str(others).unwrap_or_default(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ask(engine: &str, number: i32, state: AskState) -> AskRow {
        let ended = !matches!(state, AskState::Waiting | AskState::Asking);
        let answered = state == AskState::Answered;
        AskRow {
            id: format!("ask_{engine}_{number}"),
            monitor_id: "mon_1".to_owned(),
            account_id: "usr_1".to_owned(),
            period_start: 0,
            engine: engine.to_owned(),
            engine_name: format!("Name of {engine}"),
            number,
            question: format!("Question {number}?"),
            page_url: "https://example.com/".to_owned(),
            state,
            reason: (!answered && ended).then(|| state.as_str().to_owned()),
            due_at: 7,
            attempts: 1,
            owner: None,
            lease_until: None,
            cited: answered.then_some(number == 2),
            position: (answered && number == 2).then_some(3),
            cited_url: None,
            others: answered.then(|| r#"["other.org"]"#.to_owned()),
            created_at: 7,
            ended_at: ended.then_some(8),
        }
    }

    #[test]
    fn an_engine_stands_where_its_questions_stand() {
        use AskState::*;
        for (states, status, reason, answers) in [
            (&[Waiting, Answered][..], TrackingStatus::Pending, None, 1),
            (&[Asking, Failed], TrackingStatus::Pending, Some("failed"), 0),
            (&[Answered, Answered], TrackingStatus::Done, None, 2),
            (&[OverLimit, Answered], TrackingStatus::Done, Some("over_limit"), 1),
            (&[OverLimit, Failed], TrackingStatus::Failed, Some("over_limit"), 0),
            (&[OverLimit, OverLimit], TrackingStatus::OverLimit, Some("over_limit"), 0),
            (&[Unavailable], TrackingStatus::Unavailable, Some("unavailable"), 0),
        ] {
            let asks: Vec<AskRow> =
                (1..).zip(states).map(|(number, state)| ask("engine_2", number, *state)).collect();
            let tracking = Tracking::of(&asks).unwrap();
            let engine = &tracking.engines[0];
            assert_eq!((engine.status, engine.reason.as_deref()), (status, reason), "{states:?}");
            assert_eq!(engine.questions.len(), answers, "{states:?}");
            assert_eq!((engine.engine, tracking.engines.len()), (Engine::Two, 1));
        }
        assert_eq!(Tracking::of(&[]), None);
    }

    #[test]
    fn an_engine_that_nobody_configured_is_unavailable_at_once() {
        let has_one = |engine| engine == Engine::One;
        let all = [Engine::Three, Engine::One];
        let first = Tracking::with_unavailable(None, &all, has_one).unwrap();
        assert_eq!((first.last_run_at, first.engines.len()), (None, 1));
        let three = &first.engines[0];
        assert_eq!((three.engine, three.status), (Engine::Three, TrackingStatus::Unavailable));
        assert_eq!(three.reason.as_deref(), Some("not_configured"));
        assert_eq!(Tracking::with_unavailable(None, &[Engine::One], has_one), None);

        let known = Tracking::of(&[ask("engine_3", 1, AskState::Answered)]);
        let after =
            Tracking::with_unavailable(known.clone(), &[Engine::Two, Engine::Three], |_| false);
        let statuses: Vec<_> =
            after.unwrap().engines.iter().map(|one| (one.engine, one.status)).collect();
        let expected =
            [(Engine::Two, TrackingStatus::Unavailable), (Engine::Three, TrackingStatus::Done)];
        assert_eq!(statuses, expected, "what an engine said before stays");
        assert_eq!(Tracking::with_unavailable(known.clone(), &[], |_| false), known);
    }

    #[test]
    fn what_was_asked_is_shown_once_and_in_order() {
        let asks = ["engine_1", "engine_3"]
            .map(|engine| [ask(engine, 1, AskState::Answered), ask(engine, 2, AskState::Answered)]);
        let tracking = Tracking::of(&asks.concat()).unwrap();
        assert_eq!(tracking.questions, ["Question 1?", "Question 2?"]);
        assert_eq!(tracking.last_run_at, Some(7));
        let three = &tracking.engines[1];
        assert_eq!((three.name.as_str(), three.cited()), ("Name of engine_3", 1));
        assert_eq!(three.best_position(), Some(3));
        assert_eq!(three.questions[1].others, ["other.org"]);
    }
}
