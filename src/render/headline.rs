//! The sentence on top of a report: what matters most, and what fixing it gains.

use citable_checks::engines::ENGINES;
use citable_checks::listed;
use citable_checks::report::{
    EngineVerdict, GainKind, ReachReason, Recommendation, RecommendedFix, Report, Verdict,
};

use super::numbers::number_of;
use super::{labels, sentence};

/// The reasons that an engine may be short of reach, the most decisive first, each with the checks
/// whose fix removes it.
const REASONS: [(ReachReason, &[&str]); 8] = [
    (ReachReason::PageUnavailable, &["http-fetch"]),
    (ReachReason::RobotsBlocked, &labels::ROBOTS_CHECKS),
    (ReachReason::Noindex, &["indexable"]),
    (ReachReason::Nosnippet, &["snippet-eligible"]),
    (ReachReason::Wall, &["content-wall"]),
    (ReachReason::TextNeedsJavascript, &["raw-html-content"]),
    (ReachReason::Noarchive, &["snippet-eligible", "indexable"]),
    (ReachReason::SnippetLimited, &["snippet-eligible"]),
];

/// The most lines of robots.txt that are named.
const LINES_MAX: usize = 3;

/// What the report says, in one sentence. Text of the page is in code spans.
pub(super) fn headline(report: &Report) -> String {
    let said = barred(report).or_else(|| capped(report)).unwrap_or_else(|| best(report));
    let said = sentence(&said);
    match said.ends_with(['.', '…']) {
        true => said,
        false => format!("{said}."),
    }
}

/// Which engines cannot use the page, and why.
fn barred(report: &Report) -> Option<String> {
    let of = |verdict: Verdict| -> Vec<&EngineVerdict> {
        report.engines.iter().filter(|engine| engine.verdict == verdict).collect()
    };
    let (blocked, limited) = (of(Verdict::Blocked), of(Verdict::Limited));
    let short = if blocked.is_empty() { limited } else { blocked };
    let gives = |engine: &&EngineVerdict, reason: ReachReason| engine.reasons.contains(&reason);
    let commonest = REASONS
        .into_iter()
        .rev()
        .max_by_key(|(reason, _)| short.iter().filter(|engine| gives(engine, *reason)).count());
    let (reason, checks) = commonest?;
    let engines: Vec<&EngineVerdict> =
        short.into_iter().filter(|engine| gives(engine, reason)).collect();
    if engines.is_empty() {
        return None;
    }
    Some(format!("{}{}", reason_of(reason, &engines, report), gain_of(checks, report)))
}

fn reason_of(reason: ReachReason, engines: &[&EngineVerdict], report: &Report) -> String {
    let who = names(engines, report);
    let (are, see) = match engines.len() {
        1 => ("is", "sees"),
        _ => ("are", "see"),
    };
    let partly = if engines[0].verdict == Verdict::Blocked { "" } else { "partly " };
    match reason {
        ReachReason::PageUnavailable => unavailable(report),
        ReachReason::RobotsBlocked => {
            format!("{who} {are} {partly}blocked by {}", place_in_robots(engines, report))
        }
        ReachReason::Noindex => format!("{who} {are} told not to index this page"),
        ReachReason::Nosnippet => format!("{who} {are} told not to quote this page"),
        ReachReason::Wall => {
            // The engines don't begin this sentence.
            let who = who.replacen("All ", "all ", 1);
            format!("A paywall, login or consent wall hides the text from {who}")
        }
        ReachReason::TextNeedsJavascript => {
            format!("{who} {see} little or no text because the page needs JavaScript")
        }
        ReachReason::Noarchive => format!("{who} {are} told not to keep a copy of this page"),
        ReachReason::SnippetLimited => format!("{who} may quote only short snippets of this page"),
    }
}

fn unavailable(report: &Report) -> String {
    let check = report.checks.iter().find(|check| check.id == "http-fetch");
    match check.map(|check| clause(&check.summary)) {
        Some(why) => format!("No answer engine can use this page: {why}"),
        None => "No answer engine can use this page".to_owned(),
    }
}

fn names(engines: &[&EngineVerdict], report: &Report) -> String {
    match engines.len() {
        all if all > 1 && all == report.engines.len() => format!("All {all} answer engines"),
        _ => listed(&engines.iter().map(|engine| labels::engine(engine)).collect::<Vec<_>>()),
    }
}

/// The lines of robots.txt that keep those engines out, where the checks name them.
fn place_in_robots(engines: &[&EngineVerdict], report: &Report) -> String {
    let known = ENGINES.iter().filter(|known| engines.iter().any(|one| one.id == known.id));
    let tokens: Vec<&str> =
        known.flat_map(|engine| [Some(engine.search_token), engine.user_token]).flatten().collect();
    let checks =
        report.checks.iter().filter(|check| labels::ROBOTS_CHECKS.contains(&check.id.as_str()));
    let against = checks.flat_map(|check| &check.details).filter(|detail| {
        let names = |token: &&str| detail.label.split([' ', ',', ':']).next() == Some(*token);
        detail.expected.is_some() && tokens.iter().any(names)
    });
    let mut lines: Vec<u32> = against.filter_map(|detail| detail.line).collect();
    lines.sort_unstable();
    lines.dedup();
    match lines.as_slice() {
        [line] => format!("line {line} of robots.txt"),
        [_, ..] if lines.len() <= LINES_MAX => {
            let lines: Vec<String> = lines.iter().map(ToString::to_string).collect();
            format!("lines {} of robots.txt", listed(&lines))
        }
        _ => "robots.txt".to_owned(),
    }
}

/// What limits the score of a page that every engine can use.
fn capped(report: &Report) -> Option<String> {
    let cap = report.caps.first()?;
    let checks: Vec<&str> = cap.check_ids.iter().map(String::as_str).collect();
    let (reason, gain) = (clause(&cap.reason), gain_of(&checks, report));
    Some(format!("The score is capped at {}: {reason}{gain}", cap.limit))
}

/// The first fix, for a page that every engine can use.
fn best(report: &Report) -> String {
    let open = match report.engines.len() {
        _ if !labels::knows_robots(report) => {
            "Nothing in the page keeps answer engines out (robots.txt wasn't read)".to_owned()
        }
        1 => "The answer engine can use this page".to_owned(),
        all => format!("All {all} answer engines can use this page"),
    };
    let first = report.recommendations.iter().find(|one| one.full().is_none_or(gains));
    match first {
        None => format!("{open}, and no fix would raise the score"),
        Some(Recommendation::Locked(fix)) => format!("{open}. The top fix: {}", clause(&fix.title)),
        Some(Recommendation::Full(fix)) => {
            let points = points(fix);
            format!("{open}. The top fix gains {points}: {}", clause(&fix.title))
        }
    }
}

/// What the fix for those checks gains, if that is known.
fn gain_of(checks: &[&str], report: &Report) -> String {
    let fixes = report.recommendations.iter().filter_map(Recommendation::full);
    let mut fixes = fixes.filter(|fix| gains(fix));
    let fix = fixes.find(|fix| fix.check_ids.iter().any(|id| checks.contains(&id.as_str())));
    fix.map_or_else(String::new, |fix| {
        let once = match fix.rank {
            0 | 1 => String::new(),
            2 => " once fix 1 is done".to_owned(),
            rank => format!(" once fixes 1 to {} are done", rank - 1),
        };
        format!("; fixing it gains {}{once}", points(fix))
    })
}

fn gains(fix: &RecommendedFix) -> bool {
    fix.gain_kind != GainKind::Unlocks && fix.gain.is_some_and(|gain| gain > 0)
}

fn points(fix: &RecommendedFix) -> String {
    let most = if fix.gain_kind == GainKind::AtMost { "up to " } else { "" };
    format!("{most}{}", number_of(fix.gain.unwrap_or(0), "point"))
}

/// A sentence as the end of another one: without its stop, and without its capital unless the first
/// word is a name.
fn clause(text: &str) -> String {
    let text = text.strip_suffix('.').unwrap_or(text);
    let first = text.split(' ').next().unwrap_or(text);
    let is_word = first.chars().skip(1).all(|char| char.is_lowercase() || char == '\'');
    let is_name = ENGINES.iter().any(|engine| engine.name.split(' ').any(|word| word == first));
    match text.chars().next() {
        Some(letter) if is_word && !is_name => {
            letter.to_lowercase().chain(text.chars().skip(1)).collect()
        }
        _ => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use citable_checks::evaluate::evaluate;
    use citable_checks::page::snapshot::{Exchange, FileFetch, FileOutcome, Snapshot};
    use citable_checks::report::Status;
    use citable_checks::viewer::Allowance;
    use url::Url;

    use super::*;
    use crate::render::sample;

    fn sample_with(change: impl FnOnce(&mut Report)) -> String {
        let mut report = sample::report();
        change(&mut report);
        headline(&report)
    }

    fn all_short(report: &mut Report, verdict: Verdict, reason: ReachReason) {
        for engine in &mut report.engines {
            (engine.verdict, engine.reasons) = (verdict, vec![reason]);
        }
    }

    #[test]
    fn a_block_names_its_line_and_what_fixing_it_gains() {
        let said = headline(&sample::report());
        assert_eq!(said, "ChatGPT is blocked by line 3 of robots.txt; fixing it gains 7 points.");
    }

    /// A page on the web, with that robots.txt.
    fn ruled_by(robots: &str) -> Report {
        let answer = |url: &str, kind: &str| Exchange {
            url: Url::parse(url).unwrap(),
            status: 200,
            headers: vec![("content-type".to_owned(), kind.to_owned())],
        };
        let page = answer("https://www.example.com/a", "text/html");
        let mut snapshot = Snapshot::of_answer(page, b"<h1>Tides</h1>".to_vec(), 0);
        let file = answer("https://www.example.com/robots.txt", "text/plain");
        snapshot.robots = vec![FileFetch {
            url: file.url.clone(),
            fetched_at: 0,
            exchanges: vec![file],
            outcome: FileOutcome::Answered { body: robots.into(), truncated: false },
        }];
        evaluate("scn_0123456789abcdefghijkl", &snapshot, &mut |_| {}).unwrap()
    }

    #[test]
    fn lines_are_read_from_what_the_checks_found() {
        for (robots, expected) in [
            (
                "User-agent: GPTBot\nUser-agent: OAI-SearchBot\nDisallow: /\n",
                "ChatGPT is blocked by line 3 of robots.txt",
            ),
            (
                "User-agent: Claude-User\nDisallow: /\n",
                "Claude is partly blocked by line 2 of robots.txt",
            ),
            (
                "User-agent: Bingbot\nDisallow: /\n\nUser-agent: PerplexityBot\nDisallow: /a\n",
                "Perplexity and Copilot are blocked by lines 2 and 5 of robots.txt",
            ),
            ("User-agent: *\nDisallow: /\n", "All 5 answer engines are blocked by line 2 of"),
        ] {
            let said = headline(&ruled_by(robots));
            assert!(said.starts_with(expected), "{said}");
        }
    }

    #[test]
    fn one_point_is_a_point() {
        let said = sample_with(|report| {
            let Recommendation::Full(fix) = &mut report.recommendations[0] else { unreachable!() };
            fix.gain = Some(1);
        });
        assert!(said.ends_with("gains 1 point."), "{said}");
    }

    #[test]
    fn a_locked_gain_is_not_told() {
        let locked = sample::report().for_viewer(Allowance::First(0));
        assert_eq!(headline(&locked), "ChatGPT is blocked by line 3 of robots.txt.");
    }

    #[test]
    fn the_commonest_reason_is_told() {
        for (verdict, reason, expected) in [
            (Verdict::Blocked, ReachReason::Noindex, "All 2 answer engines are told not to index"),
            (Verdict::Limited, ReachReason::TextNeedsJavascript, "All 2 answer engines see little"),
            (
                Verdict::Limited,
                ReachReason::Wall,
                "A paywall, login or consent wall hides the text from all 2 answer engines",
            ),
            (
                Verdict::Blocked,
                ReachReason::PageUnavailable,
                "No answer engine can use this page: ",
            ),
        ] {
            let said = sample_with(|report| all_short(report, verdict, reason));
            assert!(said.starts_with(expected), "{said}");
        }
    }

    #[test]
    fn an_open_page_hears_of_its_cap_or_its_best_fix() {
        let open = |report: &mut Report| {
            for engine in &mut report.engines {
                (engine.verdict, engine.reasons) = (Verdict::Eligible, Vec::new());
            }
        };
        let said = sample_with(|report| {
            open(report);
            report.caps[0].reason = "There is hardly any text to cite.".to_owned();
            report.caps[0].check_ids = vec!["canonical".to_owned()];
        });
        assert_eq!(
            said,
            "The score is capped at 73: there is hardly any text to cite; fixing it gains up to 4 \
             points once fix 1 is done."
        );
        let said = sample_with(|report| {
            open(report);
            report.caps.clear();
        });
        assert_eq!(
            said,
            "All 2 answer engines can use this page. The top fix gains 7 points: allow \
             OAI-SearchBot to fetch /guide."
        );
        let said = sample_with(|report| {
            open(report);
            report.caps.clear();
            report.recommendations.clear();
        });
        assert!(said.ends_with("and no fix would raise the score."), "{said}");
    }

    #[test]
    fn a_page_whose_robots_txt_was_not_read_is_not_called_open() {
        let said = sample_with(|report| {
            for engine in &mut report.engines {
                (engine.verdict, engine.reasons) = (Verdict::Eligible, Vec::new());
            }
            report.caps.clear();
            let robots =
                report.checks.iter_mut().find(|check| check.id == labels::ROBOTS_CHECKS[0]);
            robots.unwrap().status = Status::Na;
        });
        assert!(said.starts_with("Nothing in the page keeps answer engines out"), "{said}");
    }

    #[test]
    fn a_name_keeps_its_capital() {
        for (sentence, expected) in [
            ("There is no text.", "there is no text"),
            ("ChatGPT is blocked.", "ChatGPT is blocked"),
            ("Google is blocked", "Google is blocked"),
            ("`X` is blocked.", "`X` is blocked"),
            ("HTML is missing.", "HTML is missing"),
        ] {
            assert_eq!(clause(sentence), expected);
        }
    }
}
