use super::*;
use crate::catalogue::test_page::with_robots;

fn fix(robots: &str) -> Fix {
    edit(&Context::new(&with_robots(robots), false))
}

#[test]
fn a_block_by_name_is_deleted() {
    let fix = fix("User-agent: Bingbot\nDisallow: /guide # no tea\nDisallow: /cart");
    assert_eq!(fix.title, "Allow Bingbot in robots.txt");
    assert_eq!(fix.steps, ["Delete line 2 (`Disallow: /guide`) from robots.txt."]);
    assert_eq!((fix.key, fix.snippet), (KEY, None));
    assert!(fix.verify.contains("curl -s 'https://www.example.com/robots.txt'"));
}

#[test]
fn a_block_for_all_is_answered_with_a_group_that_repeats_the_rest() {
    let fix = fix("User-agent: *\nDisallow: /\nAllow: /about\n\nUser-agent: Googlebot\nAllow: /\n");
    assert_eq!(fix.title, "Allow OAI-SearchBot, PerplexityBot and 5 more in robots.txt");
    assert!(fix.steps[0].contains("It repeats the other rules"), "{}", fix.steps[0]);
    let snippet = fix.snippet.unwrap();
    assert!(snippet.starts_with("User-agent: OAI-SearchBot\nUser-agent: PerplexityBot\n"));
    assert!(snippet.ends_with("User-agent: DuckAssistBot\nAllow: /\nAllow: /about"));
    assert!(fix.steps[1].starts_with("For ChatGPT-User, Perplexity-User and"), "{:?}", fix.steps);
}

#[test]
fn who_shares_a_group_with_trainers_is_taken_out_of_it() {
    let fix = fix("User-agent: GPTBot\nUser-agent: OAI-SearchBot\nDisallow: /");
    assert_eq!(fix.steps[0], "Delete line 2 (`User-agent: OAI-SearchBot`) from robots.txt.");
    assert_eq!(fix.snippet.as_deref(), Some("User-agent: OAI-SearchBot\nAllow: /"));
}

#[test]
fn an_only_rule_is_replaced() {
    let fix = fix("User-agent: Claude-User\nDisallow: /");
    assert_eq!(fix.title, "Allow Claude-User in robots.txt");
    assert_eq!(fix.steps, ["Replace line 2 (`Disallow: /`) with `Allow: /`."]);
}

#[test]
fn what_cloudflare_manages_is_switched_off_there() {
    let fix = fix("# BEGIN Cloudflare Managed content\nUser-agent: Bingbot\nDisallow: /\n\
                   # END Cloudflare Managed Content");
    assert_eq!(fix.steps.len(), 1);
    assert!(fix.steps[0].contains("line 3 (`Disallow: /`)"), "{}", fix.steps[0]);
    assert!(fix.steps[0].contains("Cloudflare dashboard"), "{}", fix.steps[0]);
}

#[test]
fn rules_that_nobody_obeys_are_named_as_that() {
    let fix = fix("User-agent: ChatGPT-User\nDisallow: /\nDisallow: /x");
    assert!(fix.title.starts_with("Delete the robots.txt rules for ChatGPT-User"), "{}", fix.title);
    assert!(fix.steps[1].contains("only cleanup"), "{:?}", fix.steps);
}

#[test]
fn signals_are_mended_in_the_same_edit() {
    let fix = fix("User-agent: *\nContent-Signal: search=no, ai-train=no\nDisallow: /guide");
    assert!(fix.title.ends_with("and change the content signal on line 2"), "{}", fix.title);
    let snippet = fix.snippet.unwrap();
    assert!(snippet.ends_with("Content-Signal: search=yes, ai-train=no"), "{snippet}");
    assert!(fix.steps.iter().any(|step| step.starts_with("On line 2, replace")), "{:?}", fix.steps);
}

#[test]
fn nothing_to_mend_is_no_panic() {
    assert!(!fix("").title.is_empty());
}
