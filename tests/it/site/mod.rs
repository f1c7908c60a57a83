//! The site, as a browser without scripts uses it.

mod account;
mod pages;
mod safety;
mod scanning;

use citable_test_support::client::Answer;

use crate::people::{FORM, admin, dev, link_token};
use crate::world::World;

/// What browsers say they accept.
const BROWSER: (&str, &str) = ("accept", "text/html,application/xhtml+xml;q=0.9,*/*;q=0.8");
const ADA: &str = "ada@people.example";

/// Somebody at a browser: cookies are kept, redirects are not followed.
struct Browser<'w> {
    world: &'w World,
    cookies: Vec<(String, String)>,
}

impl<'w> Browser<'w> {
    fn new(world: &'w World) -> Self {
        Self { world, cookies: Vec::new() }
    }

    /// Somebody who signed in by the pages of the site.
    fn signed_in(world: &'w World, email: &str) -> Self {
        let mut browser = Self::new(world);
        browser.confirm(&link_token(&world.client, email));
        browser
    }

    /// The same on the largest plan.
    fn agency(world: &'w World) -> Self {
        let browser = Self::signed_in(world, ADA);
        admin(world, None, &["plan", "grant", ADA, "agency"]);
        browser
    }

    fn confirm(&mut self, token: &str) -> Answer {
        self.post("/login/confirm", &[("token", token)])
    }

    fn get(&mut self, path: &str) -> Answer {
        self.send("GET", path, &[], None)
    }

    /// A page that is there.
    fn page(&mut self, path: &str) -> String {
        let page = self.get(path);
        assert_eq!(page.status, 200, "{path}: {}", page.body);
        assert_eq!(page.header("content-type"), "text/html; charset=utf-8", "{path}");
        page.body
    }

    fn post(&mut self, path: &str, fields: &[(&str, &str)]) -> Answer {
        let body: String =
            url::form_urlencoded::Serializer::new(String::new()).extend_pairs(fields).finish();
        self.send("POST", path, &[FORM, ("sec-fetch-site", "same-origin")], Some(&body))
    }

    /// Does what a form asks for, and returns the page that the browser is sent to.
    fn done(&mut self, path: &str, fields: &[(&str, &str)]) -> String {
        let answer = self.post(path, fields);
        assert_eq!(answer.status, 303, "{path}: {}", answer.body);
        let next = answer.header("location").to_owned();
        self.page(&next)
    }

    fn send(
        &mut self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: Option<&str>,
    ) -> Answer {
        let cookies = self.header();
        let mut sent = vec![BROWSER];
        sent.extend(headers);
        if !cookies.is_empty() {
            sent.push(("cookie", &cookies));
        }
        let answer = self.world.client.send_raw(method, path, &sent, body);
        for cookie in answer.header("set-cookie").lines() {
            let pair = cookie.split(';').next().unwrap();
            let (name, value) = pair.split_once('=').unwrap();
            self.cookies.retain(|(known, _)| known != name);
            if !value.is_empty() {
                self.cookies.push((name.to_owned(), value.to_owned()));
            }
        }
        answer
    }

    fn header(&self) -> String {
        let pairs = self.cookies.iter().map(|(name, value)| format!("{name}={value}"));
        pairs.collect::<Vec<_>>().join("; ")
    }
}

/// A service for its developer, where an anonymous visitor has one scan a day.
fn one_a_day() -> World {
    World::with(|command| {
        dev(command);
        command
            .env("CITABLE_PLAN_ANONYMOUS_SCANS_PER_DAY", "1")
            .env("CITABLE_PLAN_ANONYMOUS_SCANS_PER_MONTH", "3");
    })
}
