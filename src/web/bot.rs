//! The page that the crawler's name links to, for owners of sites.

use askama::Template;
use citable_actors::fetch::{probe_agent, user_agent};
use citable_checks::probe::PROBE_AGENTS;

use crate::http::call::Call;
use crate::http::problem::Problem;
use crate::http::reply::Response;
use crate::web::page;
use crate::web::shell::Shell;

/// What search results say of the page.
const ABOUT: &str = "Who CitableBot is, where it fetches pages from, what it fetches, and how to \
    block it.";

#[derive(Template)]
#[template(path = "bot.html")]
struct Bot {
    shell: Shell,
    base_url: String,
    user_agent: String,
    /// What it calls itself where it names another crawler as well.
    probes: Vec<String>,
    /// Whether it runs the scripts of pages.
    renders: bool,
    /// The networks that it comes from, where the operator names them.
    addresses: Vec<String>,
    contact: Option<String>,
}

/// Says who fetches pages, from where, and how to keep it out.
pub(super) async fn show(call: Call) -> Result<Response, Problem> {
    let app = call.app();
    let about = app.link("/bot");
    let probes = PROBE_AGENTS.iter().filter(|_| app.fetch.edge_probes);
    let bot = Bot {
        shell: Shell::public(&call, "CitableBot: information for site owners", "/bot", ABOUT),
        base_url: app.link(""),
        user_agent: user_agent(&about),
        probes: probes.map(|token| probe_agent(token, &about)).collect(),
        renders: app.renders,
        addresses: app.operator.bot_addresses.iter().map(ToString::to_string).collect(),
        contact: app.operator.security_contact.as_ref().map(ToString::to_string),
    };
    page::open(&call, &bot)
}
