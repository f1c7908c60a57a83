//! What the page of a sign-in link tells whoever opens it.

use citable_test_support::client::Answer;
use serde_json::json;

use crate::people::{
    FORM, MovedClock, admin, confirm, cookie_of, dev, link_token, sign_in, token_of,
};
use crate::world::World;

const ADA: &str = "ada@people.example";
const GRACE: &str = "grace@people.example";
const MINUTE_MS: i64 = 60_000;

fn page(world: &World, token: &str, headers: &[(&str, &str)]) -> Answer {
    let answer =
        world.client.send_raw("GET", &format!("/login/confirm?token={token}"), headers, None);
    assert_eq!((answer.status, answer.header("cache-control")), (200, "no-store"));
    assert_eq!(answer.header("referrer-policy"), "same-origin");
    answer
}

fn email_of(world: &World, cookie: &str) -> String {
    let me = world.client.send("GET", "/auth/me", &[("cookie", cookie)], None).json();
    me["user"]["email"].as_str().unwrap_or_default().to_owned()
}

#[test]
fn the_page_of_a_link_says_whose_account_it_opens() {
    let world = World::with(dev);
    let token = link_token(&world.client, ADA);
    let stranger = page(&world, &token, &[]).body;
    assert!(stranger.contains(&format!("signs you in as <strong><bdi>{ADA}</bdi>")), "{stranger}");
    assert!(stranger.contains("If you didn't request this link, close this page."), "{stranger}");
    assert!(!stranger.contains("role=\"status\""), "nobody is signed in: {stranger}");

    let cookie = sign_in(&world.client, GRACE);
    let other = page(&world, &token, &[("cookie", &cookie)]).body;
    assert!(other.contains(&format!("signs you in as <strong><bdi>{ADA}</bdi>")), "{other}");
    assert!(
        other.contains(&format!("You're currently signed in as <bdi>{GRACE}</bdi>")),
        "{other}"
    );
    assert_eq!(email_of(&world, &cookie), GRACE, "looking ends no session");

    let body = format!("token={token}");
    let headers = [FORM, ("cookie", cookie.as_str())];
    let done = world.client.send("POST", "/auth/callback", &headers, Some(&body));
    assert_eq!(done.status, 303, "looking used nothing up");
    let session = cookie_of(&done);
    assert_eq!((email_of(&world, &session), email_of(&world, &cookie)), (ADA.into(), "".into()));
    let again = page(&world, &link_token(&world.client, ADA), &[("cookie", &session)]).body;
    assert!(again.contains("already signed in to this account"), "{again}");
}

#[test]
fn a_link_that_opens_nothing_says_nothing_of_what_it_was() {
    let clock = MovedClock::new();
    let world = World::with(|command| {
        dev(command);
        clock.give_to(command);
    });
    let (used, expired) = (link_token(&world.client, ADA), link_token(&world.client, ADA));
    assert_eq!(confirm(&world.client, &used).status, 200);
    let used = page(&world, &used, &[]);
    clock.move_by(15 * MINUTE_MS);
    let expired = page(&world, &expired, &[]);
    let unknown = page(&world, &"A".repeat(43), &[]);
    let none = page(&world, "", &[]);
    assert!(used.body.contains("doesn't work") && !used.body.contains(ADA), "{}", used.body);
    assert!(!used.body.contains("action=\"/login/confirm\""), "{}", used.body);
    for other in [expired, unknown, none] {
        assert_eq!(other.body, used.body);
        let told = |answer: &Answer| {
            let mut names: Vec<_> = answer.headers.keys().cloned().collect();
            names.sort_unstable();
            (names, answer.header("content-length").to_owned())
        };
        assert_eq!(told(&other), told(&used));
    }
}

#[test]
fn spending_the_links_of_an_address_locks_out_nobody_who_is_in() {
    let clock = MovedClock::new();
    clock.set("2027-03-01T10:20:00Z");
    let world = World::with(|command| {
        dev(command);
        clock.give_to(command);
    });
    let session = sign_in(&world.client, ADA);
    let ask = || world.client.post("/auth/request-link", &json!({ "email": ADA }).to_string());
    let sent = (0..10).map(|_| ask().status).filter(|status| *status == 200).count();
    assert_eq!(sent, 3, "four an hour, and one was used");
    assert_eq!(ask().status, 429);
    assert_eq!(email_of(&world, &session), ADA, "her session goes on");

    // Whoever is kept out gets a link of the operator, which the limit does not count.
    let link = admin(&world, Some(&clock), &["login-link", ADA]);
    let token = token_of(&link);
    assert!(page(&world, &token, &[]).body.contains(ADA));
    let confirmed = confirm(&world.client, &token);
    assert_eq!(confirmed.status, 200);
    assert_eq!(email_of(&world, &cookie_of(&confirmed)), ADA);
    assert_eq!(email_of(&world, &session), ADA, "that of another device goes on too");
}
