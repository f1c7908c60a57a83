//! Who sent a message.

use std::net::IpAddr;
use std::sync::Arc;

use citable_actors::identity::{Account, Scope};
use citable_actors::quota::Spender;
use citable_checks::viewer::Allowance;

use crate::http::App;
use crate::http::caller::{self, Caller};
use crate::http::problem::{Code, Problem};
use crate::http::site::Site;

/// Who sent a message, and what it may use.
#[derive(Clone)]
pub(crate) struct Visitor {
    pub(super) site: Arc<Site>,
    pub(super) caller: Caller,
    pub(super) client: IpAddr,
    pub(super) request_id: String,
}

impl Visitor {
    pub(super) fn app(&self) -> &App {
        &self.site.app
    }

    /// How much of a report this caller sees.
    pub(super) fn allowance(&self) -> Allowance {
        self.caller.allowance(&self.app().limits)
    }

    /// Whose buckets this caller's scans are charged to.
    pub(super) fn spender(&self) -> Spender {
        self.caller.spender(self.client, &self.app().limits)
    }

    /// Whether a key, where one was sent, may be used for that.
    pub(super) fn permit(&self, scope: Scope) -> Result<(), Problem> {
        self.caller.key().map_or(Ok(()), |key| caller::key_carries(key, scope))
    }

    /// Whose call it is, where that is needed.
    pub(super) fn account(&self) -> Result<&Account, Problem> {
        self.caller.account().ok_or_else(no_account)
    }
}

/// A tool that needs an account, called without one.
fn no_account() -> Problem {
    Problem::new(Code::Unauthorized, "This needs an account. Send an API key.")
}
