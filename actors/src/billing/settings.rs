//! Who takes payments, and what is sold.

use std::fmt;

use citable_schema::Plan;
use url::Url;

/// The payment provider whose contract this is.
pub const DEFAULT_API_URL: &str = "https://api.stripe.com/";

/// What is sold under which price.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Prices {
    /// Pro by the month.
    pub pro_monthly: String,
    /// Pro by the year.
    pub pro_yearly: String,
    /// Agency by the month.
    pub agency_monthly: String,
}

impl Prices {
    /// Each price and its plan.
    pub(super) fn plans(&self) -> Vec<(String, Plan)> {
        vec![
            (self.pro_monthly.clone(), Plan::Pro),
            (self.pro_yearly.clone(), Plan::Pro),
            (self.agency_monthly.clone(), Plan::Agency),
        ]
    }
}

/// A payment provider.
#[derive(Clone, PartialEq, Eq)]
pub struct BillingSettings {
    /// Where its API is.
    pub api_url: Url,
    /// What it knows us by.
    pub secret_key: String,
    /// What its events are signed with, literally.
    pub webhook_secret: String,
    /// What is sold.
    pub prices: Prices,
}

/// Never shows the secrets.
impl fmt::Debug for BillingSettings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("BillingSettings").field("prices", &self.prices).finish_non_exhaustive()
    }
}
