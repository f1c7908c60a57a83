//! A robots.txt that locks out search crawlers while the rest of the site is open.

use url::Url;

use super::Changed;
use crate::agents::{Role, agents};
use crate::edit::{Edit, Edits, Source};
use crate::paste::listed;
use crate::robots::{ALLOW_ALL, GroupUsed, RobotsTxt, Unblock, unblock};

/// The check that finds those crawlers locked out.
pub const RULE: &str = "robots-search-bots";
/// A crawler that no file names: what it may is what is open to everyone.
const ANYONE: &str = "anyone-at-all";

/// Opens the groups that name search crawlers and keep them from the first page of a site that is
/// open to everyone else. It is the owner's decision, so only for who asks for it.
///
/// None where there are none, or the edit would change what another crawler may fetch of `pages`,
/// or take away what one of them may.
#[must_use]
pub fn open_to_search(body: &[u8], base: &Url, pages: &[Url]) -> Option<Changed> {
    let robots = RobotsTxt::parse(body);
    let source = Source::new(body, Some("text/plain; charset=utf-8"));
    if robots.is_truncated() || !source.is_sound_utf_8() || !robots.verdict(ANYONE, base).allowed {
        return None;
    }
    let searches = agents().iter().filter(|agent| agent.role == Role::Search);
    let is_locked_out = |token: &&str| {
        let verdict = robots.verdict(token, base);
        !verdict.allowed && matches!(verdict.group, GroupUsed::Named(_))
    };
    let locked_out: Vec<&str> =
        searches.map(|agent| agent.token.as_str()).filter(is_locked_out).collect();
    if locked_out.is_empty() {
        return None;
    }
    let edits = edits(source.text(), &unblock(&robots, &locked_out, base), &robots)?;
    let line = 1 + source.text()[..edits.as_slice().first()?.range.start].matches('\n').count();
    let body = source.rewrite(&edits).ok()?;
    let after = RobotsTxt::parse(&body);
    let is_kept = |token: &str, url: &Url| {
        let (old, new) = (robots.verdict(token, url).allowed, after.verdict(token, url).allowed);
        old == new || (new && locked_out.contains(&token))
    };
    let mut all = agents().iter().map(|agent| agent.token.as_str()).chain([ANYONE]);
    let is_proven = locked_out.iter().all(|token| after.verdict(token, base).allowed)
        && all.all(|token| pages.iter().chain([base]).all(|url| is_kept(token, url)));
    let title = format!("Allow {} to fetch the site", listed(&locked_out));
    is_proven.then_some(Changed { body, title, line })
}

/// What everyone else is asked not to fetch, these crawlers are too.
fn edits(text: &str, change: &Unblock, robots: &RobotsTxt) -> Option<Edits> {
    let line_break = if text.contains("\r\n") { "\r\n" } else { "\n" };
    let forbidden = robots.forbidden_to_all();
    let open: Vec<&str> =
        [ALLOW_ALL].into_iter().chain(forbidden.iter().map(|line| line.text.as_str())).collect();
    let opened = open.join(line_break);
    let mut start = 0;
    let lines: Vec<(usize, &str)> = text
        .split_inclusive('\n')
        .map(|line| {
            start += line.len();
            (start - line.len(), line)
        })
        .collect();
    let mut edits = Vec::new();
    for (gone, by) in [(&change.delete, None), (&change.replace, Some(&opened))] {
        for line in gone {
            let (start, written) = lines.get(usize::try_from(line.number).ok()?.checked_sub(1)?)?;
            // Lines that a dashboard adds aren't the file's.
            if line.managed_by_cloudflare || !written.contains(&line.text) {
                return None;
            }
            edits.push(match by {
                None => Edit::delete(*start..start + written.len()),
                Some(by) => Edit::replace(*start..start + written.trim_end().len(), by.as_str()),
            });
        }
    }
    let mut added = String::new();
    for group in &change.add {
        let names = group.agents.iter().map(|agent| format!("User-agent: {agent}"));
        let own = group.lines.iter().map(|line| line.text.as_str());
        let rules = open.iter().copied().chain(own.filter(|own| !open.contains(own)));
        for line in names.chain(rules.map(str::to_owned)) {
            added.push_str(&line);
            added.push_str(line_break);
        }
        added.push_str(line_break);
    }
    if !added.is_empty() {
        let before =
            if text.ends_with('\n') { line_break.to_owned() } else { line_break.repeat(2) };
        let added = added.trim_end_matches(['\r', '\n']);
        edits.push(Edit::insert(text.len(), format!("{before}{added}{line_break}")));
    }
    Edits::new(edits).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn opened(text: &str) -> Option<String> {
        let base = Url::parse("https://leaf.example/").unwrap();
        let page = base.join("/guide/tea.html").unwrap();
        let opened = open_to_search(text.as_bytes(), &base, &[page])?;
        assert!(opened.title.starts_with("Allow OAI-SearchBot"), "{}", opened.title);
        Some(String::from_utf8(opened.body).unwrap())
    }

    #[test]
    fn only_those_who_search_are_let_in() {
        let text = "# ours\r\nUser-agent: *\r\nDisallow: /cart\r\n\r\nUser-agent: OAI-SearchBot\r\n\
                    Disallow: /\r\n\r\nUser-agent: GPTBot\r\nDisallow: /\r\n";
        let wanted = text.replacen(
            "Disallow: /\r\n\r\nUser-agent: G",
            "Allow: /\r\nDisallow: /cart\r\n\r\nUser-agent: G",
            1,
        );
        assert_eq!(opened(text).as_deref(), Some(wanted.as_str()));
        assert_eq!(opened(&wanted), None, "running it again finds nothing");
    }

    #[test]
    fn who_shares_a_group_gets_one_of_its_own() {
        let text = "User-agent: GPTBot\nUser-agent: OAI-SearchBot\nDisallow: /\n";
        let wanted = "User-agent: GPTBot\nDisallow: /\n\nUser-agent: OAI-SearchBot\nAllow: /\n";
        assert_eq!(opened(text).as_deref(), Some(wanted));
    }

    #[test]
    fn a_site_that_is_closed_or_open_to_all_is_left_alone() {
        for text in [
            "User-agent: *\nDisallow: /\n\nUser-agent: OAI-SearchBot\nDisallow: /\n",
            "User-agent: *\nDisallow: /cart\n",
            "User-agent: GPTBot\nDisallow: /\n",
            "",
        ] {
            assert_eq!(opened(text), None, "{text}");
        }
    }
}
