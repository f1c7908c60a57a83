//! The answer engines, and how far each can use a page.
//!
//! Reach is a product of five factors in percent: access, indexing, snippet, text and wall. Being
//! reachable is a condition, not a merit, so it caps the score instead of adding to it.

use crate::report::{EngineVerdict, ReachReason, Verdict};

/// An answer engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Engine {
    /// Its id in reports.
    pub id: &'static str,
    /// Its name.
    pub name: &'static str,
    /// Its share of the reach, of 100. Fixed, so that two installations give one score.
    pub share: u8,
    /// The product token of the crawler that fills its index.
    pub search_token: &'static str,
    /// The lower-case names under which it reads robots directives beside the generic ones.
    pub directive_names: &'static [&'static str],
    /// The token of its user fetcher, where blocking that one bars it as well.
    pub user_token: Option<&'static str>,
}

/// How many engines there are.
pub const ENGINE_COUNT: usize = 5;

/// The engines, with their shares.
pub const ENGINES: [Engine; ENGINE_COUNT] = [
    Engine {
        id: "google",
        name: "Google AI Overviews and AI Mode",
        share: 30,
        search_token: "Googlebot",
        directive_names: &["googlebot"],
        user_token: None,
    },
    Engine {
        id: "chatgpt",
        name: "ChatGPT",
        share: 30,
        search_token: "OAI-SearchBot",
        directive_names: &["oai-searchbot"],
        user_token: None,
    },
    Engine {
        id: "perplexity",
        name: "Perplexity",
        share: 15,
        search_token: "PerplexityBot",
        directive_names: &["perplexitybot"],
        user_token: None,
    },
    Engine {
        id: "claude",
        name: "Claude",
        share: 15,
        search_token: "Claude-SearchBot",
        directive_names: &["claude-searchbot"],
        user_token: Some("Claude-User"),
    },
    Engine {
        id: "copilot",
        name: "Microsoft Copilot",
        share: 10,
        search_token: "Bingbot",
        directive_names: &["bingbot", "msnbot"],
        user_token: None,
    },
];

/// One factor of an engine's reach.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Factor {
    /// 0 to 100.
    pub percent: u8,
    /// Why it is under 100.
    pub reason: Option<ReachReason>,
}

impl Factor {
    /// Nothing in the way; also what a check that did not run or does not apply amounts to.
    pub const OPEN: Self = Self { percent: 100, reason: None };

    /// A factor under 100, and why.
    pub const fn limited(percent: u8, reason: ReachReason) -> Self {
        Self { percent, reason: Some(reason) }
    }
}

/// What stands between one engine and the page's text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Gates {
    /// robots.txt.
    pub access: Factor,
    /// Robots directives on indexing.
    pub indexing: Factor,
    /// Robots directives on quoting.
    pub snippet: Factor,
    /// Text without JavaScript.
    pub text: Factor,
    /// Paywalls and the like.
    pub wall: Factor,
}

/// A reach of 1 in the unit of [`Gates::reach`]: five factors of 100 percent.
const FULL_REACH: u64 = 100_u64.pow(5);

impl Gates {
    /// Nothing in the way.
    pub const OPEN: Self = Self {
        access: Factor::OPEN,
        indexing: Factor::OPEN,
        snippet: Factor::OPEN,
        text: Factor::OPEN,
        wall: Factor::OPEN,
    };

    /// There is no page.
    pub const UNAVAILABLE: Self =
        Self { access: Factor::limited(0, ReachReason::PageUnavailable), ..Self::OPEN };

    const fn factors(&self) -> [Factor; 5] {
        [self.access, self.indexing, self.snippet, self.text, self.wall]
    }

    /// The product of the factors, of [`FULL_REACH`].
    fn reach(&self) -> u64 {
        self.factors().iter().map(|factor| u64::from(factor.percent)).product()
    }

    /// What the report says of that engine.
    pub fn verdict(&self, engine: &Engine) -> EngineVerdict {
        let reach = self.reach();
        let mut reasons = Vec::new();
        for reason in self.factors().iter().filter_map(|factor| factor.reason) {
            if !reasons.contains(&reason) {
                reasons.push(reason);
            }
        }
        EngineVerdict {
            id: engine.id.to_owned(),
            name: engine.name.to_owned(),
            verdict: match reach {
                FULL_REACH => Verdict::Eligible,
                0 => Verdict::Blocked,
                _ => Verdict::Limited,
            },
            reach: percent_half_up(reach),
            reasons,
        }
    }
}

/// The reach of all engines by their shares, in percent, rounded down after scaling by `scale`:
/// `floor(scale · R)`.
pub(crate) fn scaled_reach(gates: &[Gates; ENGINE_COUNT], scale: u64) -> u64 {
    let weighted: u64 = ENGINES
        .iter()
        .zip(gates)
        .map(|(engine, gates)| u64::from(engine.share) * gates.reach())
        .sum();
    scale * weighted / (100 * FULL_REACH)
}

fn percent_half_up(reach: u64) -> u8 {
    let percent = (reach * 100 + FULL_REACH / 2) / FULL_REACH;
    u8::try_from(percent).unwrap_or(100)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_sum_to_a_hundred() {
        assert_eq!(ENGINES.iter().map(|engine| u32::from(engine.share)).sum::<u32>(), 100);
    }

    #[test]
    fn verdicts_follow_from_the_product() {
        let open = Gates::OPEN.verdict(&ENGINES[0]);
        assert_eq!((open.verdict, open.reach), (Verdict::Eligible, 100));
        let blocked = Gates::UNAVAILABLE.verdict(&ENGINES[0]);
        assert_eq!((blocked.verdict, blocked.reach), (Verdict::Blocked, 0));
        assert_eq!(blocked.reasons, [ReachReason::PageUnavailable]);
        let limited = Gates {
            access: Factor::limited(50, ReachReason::RobotsBlocked),
            snippet: Factor::limited(50, ReachReason::Nosnippet),
            text: Factor::limited(25, ReachReason::TextNeedsJavascript),
            wall: Factor::limited(40, ReachReason::Wall),
            ..Gates::OPEN
        }
        .verdict(&ENGINES[3]);
        assert_eq!((limited.verdict, limited.reach), (Verdict::Limited, 3), "2.5 rounds up");
        assert_eq!(limited.reasons.len(), 4);
    }
}
