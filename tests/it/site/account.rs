//! The pages of an account: what their forms do is what the API does.

use citable_test_support::reply::Reply;

use super::{ADA, Browser};
use crate::people::{dev, link_token};
use crate::world::{OTHER_HOST, World, eventually};

/// The text between two others.
fn between<'t>(text: &'t str, before: &str, after: &str) -> &'t str {
    let rest = text.split_once(before).unwrap_or_else(|| panic!("no {before:?} in {text}")).1;
    rest.split_once(after).unwrap().0
}

#[test]
fn signing_in_leads_back_to_where_one_was_going() {
    let world = World::with(dev);
    let mut browser = Browser::new(&world);
    let sent = browser.get("/keys");
    assert_eq!((sent.status, sent.header("location")), (302, "/login?next=%2Fkeys"));
    let form = browser.page("/login?next=%2Fkeys");
    assert_eq!(between(&form, "name=\"next\" value=\"", "\""), "/keys");
    let asked = browser.post("/login", &[("email", ADA), ("next", "/keys")]);
    assert_eq!((asked.status, asked.header("location")), (303, "/login?sent=1"));
    let mut outbox = String::new();
    eventually("the email is there", || {
        outbox = browser.page("/dev/outbox");
        outbox.contains("Open /login/confirm")
    });
    let link = between(&outbox, "href=\"/login/confirm?token=", "\"").to_owned();
    assert!(browser.page(&format!("/login/confirm?token={link}")).contains(ADA));
    let done = browser.confirm(&link);
    assert_eq!((done.status, done.header("location")), (303, "/keys"));
    assert!(browser.page("/keys").contains("API keys"));
    assert!(browser.page("/account").contains(ADA));

    assert!(browser.done("/logout", &[]).contains("signed out"));
    assert_eq!(browser.get("/account").status, 302, "the session has ended");
}

#[test]
fn a_used_link_says_so_and_a_wrong_address_is_kept() {
    let world = World::with(dev);
    let mut browser = Browser::new(&world);
    let token = link_token(&world.client, ADA);
    assert_eq!(browser.confirm(&token).status, 303);
    let again = browser.confirm(&token);
    assert_eq!(again.header("location"), "/login?error=token_used");
    assert!(browser.page("/login?error=token_used").contains("used before"));
    let wrong = browser.post("/login", &[("email", "not-an-address")]);
    assert_eq!(wrong.status, 400);
    assert!(wrong.body.contains("value=\"not-an-address\""), "{}", wrong.body);
}

#[test]
fn a_key_is_shown_once_works_and_ends() {
    let world = World::with(dev);
    let mut browser = Browser::signed_in(&world, ADA);
    let refused = browser.post("/keys", &[("name", "Build"), ("scan", "on")]);
    assert_eq!(refused.status, 402, "{}", refused.body);
    assert!(refused.body.contains("See plans"), "{}", refused.body);

    let mut browser = Browser::agency(&world);
    let made = browser.post("/keys", &[("name", "Build"), ("scan", "on")]);
    assert_eq!((made.status, made.header("cache-control")), (201, "no-store"), "{}", made.body);
    assert_eq!(made.header("content-encoding"), "", "a page with a token isn't compressed");
    let token = between(&made.body, "id=\"token\"><code>", "</code>").to_owned();
    let bearer = format!("Bearer {token}");
    let headers = [("authorization", bearer.as_str())];
    let me = world.client.send("GET", "/auth/me", &headers, None).json();
    assert_eq!(me["scopes"], serde_json::json!(["read", "scan"]));
    let list = browser.page("/keys");
    assert!(!list.contains(&token), "the token is shown once");
    let id = between(&list, "action=\"/keys/", "/revoke").to_owned();
    assert!(browser.done(&format!("/keys/{id}/revoke"), &[]).contains("revoked"));
    assert_eq!(world.client.send("GET", "/auth/me", &headers, None).status, 401);
}

#[test]
fn a_monitor_begins_is_tracked_with_consent_and_ends() {
    let world = World::with(dev);
    let mut browser = Browser::agency(&world);
    let url = world.url("/");
    let added = browser.done("/monitors", &[("url", &url)]);
    assert!(added.contains(&url) && added.contains("The monitor is on"), "{added}");
    let id = between(&added, "action=\"/monitors/", "/delete").to_owned();
    let refused = browser.post("/monitors", &[("url", "http://www.example.org/")]);
    assert_eq!(refused.status, 400);
    assert!(refused.body.contains("value=\"http://www.example.org/\""));

    let tracking = format!("/monitors/{id}/tracking");
    assert!(browser.page(&tracking).contains("nothing about you"));
    assert_eq!(browser.post(&tracking, &[]).status, 400, "no engine is no consent");
    let consented = browser.done(&tracking, &[("engine_1", "on")]);
    assert!(consented.contains("Your consent is recorded"), "{consented}");
    assert!(consented.contains("You consented on"), "{consented}");
    let ended = browser.done(&format!("{tracking}/end"), &[]);
    assert!(!ended.contains("You consented on"), "{ended}");

    eventually("the first run ends", || browser.page("/monitors").contains("/report/scn_"));
    let gone = browser.done(&format!("/monitors/{id}/delete"), &[]);
    assert!(gone.contains("You have no monitors yet"), "{gone}");
    let history = browser.page("/history");
    assert!(history.contains(&url), "past scans stay: {history}");
    let hash = between(&history, "href=\"/history/", "\"").to_owned();
    assert!(browser.page(&format!("/history/{hash}")).contains("Started by"));
    assert!(
        browser.page(&format!("/history/{hash}/delete")).contains("can't be undone")
            || browser.page(&format!("/history/{hash}/delete")).contains("can&#39;t be undone")
    );
    assert!(browser.page("/history").contains(&url), "asking deletes nothing");
    let deleted = browser.done(&format!("/history/{hash}/delete"), &[]);
    assert!(!deleted.contains(&url), "{deleted}");
}

#[test]
fn a_webhook_is_set_up_and_its_test_arrives() {
    let world = World::with(dev);
    world.origin.route(OTHER_HOST, "/hook", Reply::new(204));
    let mut browser = Browser::agency(&world);
    assert!(browser.page("/webhooks").contains("Set up an endpoint"));
    let url = world.origin.url(OTHER_HOST, "/hook");
    let saved = browser.post("/webhooks", &[("url", &url)]);
    assert_eq!(saved.status, 200, "{}", saved.body);
    assert!(between(&saved.body, "id=\"secret\"><code>", "</code>").starts_with("whsec_"));
    let tested = browser.post("/webhooks/test", &[]);
    assert!(tested.body.contains("accepted the test. Status code 204."), "{}", tested.body);
    assert_eq!(world.origin.paths(OTHER_HOST), ["/hook"]);
    assert!(browser.done("/webhooks/pause", &[]).contains("You paused it"));
    assert!(browser.done("/webhooks/resume", &[]).contains("Deliveries are on"));
    let rotated = browser.post("/webhooks/rotate", &[]);
    assert!(rotated.body.contains("whsec_"), "{}", rotated.body);
    assert!(!browser.page("/webhooks").contains("whsec_"), "a secret is shown once");
    assert!(browser.done("/webhooks/delete", &[]).contains("Set up an endpoint"));
}

#[test]
fn the_account_shows_plan_and_usage_and_keeps_preferences() {
    let world = World::with(|command| {
        dev(command);
        command.env("CITABLE_PLAN_PRO_SCANS_PER_DAY", "41");
    });
    let mut browser = Browser::signed_in(&world, ADA);
    let page = browser.page("/account");
    assert!(page.contains("Plan: Free") && page.contains("0 of 3"), "{page}");
    assert!(page.contains("Pro has 41 scans a day"), "the operator's limits: {page}");
    assert!(page.contains(&format!("citable admin plan grant {ADA} agency")), "{page}");
    let changed = browser.done("/account/notifications", &[("all", "on"), ("billing", "on")]);
    assert!(changed.contains("name=\"billing\" value=\"on\" checked"), "{changed}");
    assert!(changed.contains("name=\"score_drop\" value=\"on\">"), "{changed}");

    let hosted = browser.post("/account/checkout", &[("plan", "pro"), ("interval", "monthly")]);
    assert_eq!(hosted.status, 200, "{}", hosted.body);
    assert!(hosted.body.contains("Continue to the payment provider"), "{}", hosted.body);
    assert!(browser.page("/account?checkout=done").contains("Thank you"));
    assert!(browser.page("/account?checkout=canceled").contains("Nothing was charged"));
    let none = browser.post("/account/portal", &[]);
    assert_eq!(none.status, 400, "who never paid has no portal: {}", none.body);
}
