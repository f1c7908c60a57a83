//! robots.txt by RFC 9309: may this agent fetch this address, and which line says so?
//!
//! Where the RFC leaves room, Google's open-source parser decides, since every engine's documents
//! point to it; the cases where it and the RFC part ways are listed in `tests/it/judging_robots.rs`.
//!
//! - A line's agent is its leading run of letters, `-` and `_` (`Googlebot/2.1` names Googlebot),
//!   and it names an agent only as a whole, whatever the case: `bot` does not name GPTBot.
//! - Groups that name one agent are merged. `*` counts only where no group names the agent.
//! - `Allow`, `Disallow`, `Crawl-delay` and `Content-Signal` end a run of `User-agent` lines. Blank
//!   lines, comments, `Sitemap` (RFC 9309, 2.2.4) and unknown lines do not. Engines that honour
//!   `Crawl-delay` read it as part of its group; Google ignores the line and reads on.
//! - The longest pattern wins, counted in octets after normalisation; a tie allows.

mod availability;
mod own_agent;
mod parse;
mod pattern;
mod rules;
mod unblock;

pub(crate) use availability::is_html;
pub use availability::{RobotsFile, read_robots_file};
pub use own_agent::{OWN_AGENT, own_agent_refused};
pub use parse::CONSIDERED_BYTES;
pub use rules::{GroupUsed, RobotsTxt, RobotsVerdict, RuleLine, SignalLine};
pub(crate) use unblock::{ALLOW_ALL, NewGroup, Unblock, unblock};
