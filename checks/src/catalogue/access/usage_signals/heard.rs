//! What the engines hear of how a page may be used, in headers and in robots.txt.

use super::vocabulary::{Signal, Usage, parse};
use crate::check::{Context, quote};
use crate::engines::{ENGINE_COUNT, ENGINES};
use crate::paste::listed;
use crate::report::Detail;
use crate::robots::{RobotsFile, RuleLine, SignalLine};

/// A place with signals, and whom they are for.
pub(crate) struct Statement {
    pub(crate) origin: Detail,
    /// The line of robots.txt; none for a header.
    pub(crate) line: Option<RuleLine>,
    /// The signals as written.
    pub(crate) value: String,
    pub(crate) engines: Vec<&'static str>,
    pub(crate) signals: Vec<Signal>,
}

/// What the engines hear.
#[derive(Default)]
pub(crate) struct Heard {
    pub(crate) statements: Vec<Statement>,
}

impl Heard {
    pub(crate) fn of(context: &Context<'_>) -> Self {
        let mut heard = Self::default();
        if let Some(RobotsFile::Rules(rules)) = &context.robots {
            for engine in &ENGINES {
                for line in rules.signals(engine.search_token, &context.page.final_url) {
                    heard.add_line(engine.search_token, line);
                }
            }
        }
        let headers = context.page.answer().into_iter();
        for value in headers.flat_map(|answer| answer.header_values("content-signal")) {
            heard.statements.push(Statement {
                origin: quote("Content-Signal header", value),
                line: None,
                value: value.to_owned(),
                engines: ENGINES.iter().map(|engine| engine.search_token).collect(),
                signals: parse(value),
            });
        }
        heard
    }

    fn add_line(&mut self, token: &'static str, line: &SignalLine) {
        let number = Some(line.line.number);
        let known = self.statements.iter_mut().find(|known| known.origin.line == number);
        if let Some(known) = known {
            known.engines.push(token);
            return;
        }
        let origin = Detail { line: number, ..quote("robots.txt line", &line.line.text) };
        let signals = parse(&line.value);
        self.statements.push(Statement {
            origin,
            line: Some(line.line.clone()),
            value: line.value.clone(),
            engines: vec![token],
            signals,
        });
    }

    /// The places that refuse search or answers, or that say what no crawler understands.
    pub(crate) fn at_fault(&self) -> impl Iterator<Item = &Statement> {
        self.statements.iter().filter(|statement| {
            statement.signals.iter().any(|signal| {
                matches!(
                    signal,
                    Signal::Unknown(_) | Signal::Says(Usage::Search | Usage::AiInput, false)
                )
            })
        })
    }

    pub(crate) fn is_silent(&self) -> bool {
        self.statements.iter().all(|statement| statement.signals.is_empty())
    }

    /// Whether an engine hears that of a use.
    pub(crate) fn hears(&self, token: &str, usage: Usage, value: bool) -> bool {
        let own = self.statements.iter().filter(|one| one.engines.contains(&token));
        own.flat_map(|one| &one.signals).any(|signal| *signal == Signal::Says(usage, value))
    }

    /// The engines that are refused a use and nowhere granted it.
    pub(crate) fn refused(&self, usage: Usage) -> Vec<&'static str> {
        let tokens = ENGINES.iter().map(|engine| engine.search_token);
        tokens
            .filter(|token| self.hears(token, usage, false) && !self.hears(token, usage, true))
            .collect()
    }

    /// Whether some engine is both granted and refused a use.
    pub(crate) fn is_contradictory(&self) -> bool {
        ENGINES.iter().any(|engine| {
            [Usage::Search, Usage::AiInput].iter().any(|usage| {
                self.hears(engine.search_token, *usage, true)
                    && self.hears(engine.search_token, *usage, false)
            })
        })
    }

    pub(crate) fn unknown(&self) -> Option<&str> {
        self.statements.iter().flat_map(|one| &one.signals).find_map(|signal| match signal {
            Signal::Unknown(text) => Some(text.as_str()),
            Signal::Says(..) => None,
        })
    }

    pub(crate) fn details(&self) -> Vec<Detail> {
        let detail = |one: &Statement| Detail {
            measured: Some(match one.engines.len() {
                ENGINE_COUNT => format!("applies to all {ENGINE_COUNT} search crawlers"),
                _ => format!("applies to {}", listed(&one.engines)),
            }),
            ..one.origin.clone()
        };
        self.statements.iter().map(detail).collect()
    }
}
