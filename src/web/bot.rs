//! The page that the crawler's name links to, for owners of sites.

use askama::Template;
use citable_actors::fetch::{probe_agent, user_agent};
use citable_checks::probe::PROBE_AGENTS;

use crate::http::App;
use crate::http::problem::Problem;
use crate::http::reply::Response;
use crate::web::page::page;
use crate::web::visit::Visit;

#[derive(Template)]
#[template(path = "bot.html")]
struct Bot {
    base_url: String,
    user_agent: String,
    /// What it calls itself where it names another crawler as well.
    probes: Vec<String>,
    /// The networks that it comes from, where the operator names them.
    addresses: Vec<String>,
    contact: Option<String>,
}

/// Says who fetches pages, from where, and how to keep it out.
pub(super) async fn show(visit: Visit) -> Result<Response, Problem> {
    page(&about(&visit.app))
}

fn about(app: &App) -> Bot {
    let about = app.link("/bot");
    let probes = PROBE_AGENTS.iter().filter(|_| app.fetch.edge_probes);
    Bot {
        base_url: app.link(""),
        user_agent: user_agent(&about),
        probes: probes.map(|token| probe_agent(token, &about)).collect(),
        addresses: app.operator.bot_addresses.iter().map(ToString::to_string).collect(),
        contact: app.operator.security_contact.as_ref().map(ToString::to_string),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_reads_well() {
        let about = "https://citable.test/bot";
        let silent = Bot {
            base_url: "https://citable.test".to_owned(),
            user_agent: user_agent(about),
            probes: vec![probe_agent("OAI-SearchBot", about)],
            addresses: Vec::new(),
            contact: None,
        };
        insta::assert_snapshot!("bot", silent.render().unwrap());
        let open = Bot {
            addresses: vec!["192.0.2.0/28".to_owned()],
            contact: Some("mailto:security@citable.test".to_owned()),
            ..silent
        };
        insta::assert_snapshot!("bot_of_an_operator_who_says_more", open.render().unwrap());
    }
}
