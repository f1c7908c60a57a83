//! The settings of the payment provider.

use std::path::PathBuf;

use citable_actors::billing::{BillingSettings, DEFAULT_API_URL, Prices};
use clap::Args;
use url::Url;

use super::SettingsError;
use super::secrets::value;

/// Who takes payments, and what is sold.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Billing")]
pub struct BillingArgs {
    /// URL of the payment provider's API (Stripe or compatible)
    #[arg(long, env = "CITABLE_BILLING_API_URL", default_value = DEFAULT_API_URL, value_name = "URL", value_parser = super::values::provider_url)]
    pub billing_api_url: Url,

    /// Secret key of the payment provider. The service sells plans only if the secret
    /// key, the webhook secret and the price IDs are all set
    #[arg(long, env = "CITABLE_BILLING_SECRET_KEY", value_name = "KEY", hide_env_values = true)]
    pub billing_secret_key: Option<String>,

    /// File that contains the secret key
    #[arg(
        long,
        env = "CITABLE_BILLING_SECRET_KEY_FILE",
        value_name = "FILE",
        conflicts_with = "billing_secret_key"
    )]
    pub billing_secret_key_file: Option<PathBuf>,

    /// Secret with which the payment provider signs events to `/api/v1/payments/webhook`
    #[arg(
        long,
        env = "CITABLE_BILLING_WEBHOOK_SECRET",
        value_name = "SECRET",
        hide_env_values = true
    )]
    pub billing_webhook_secret: Option<String>,

    /// File that contains the webhook secret
    #[arg(
        long,
        env = "CITABLE_BILLING_WEBHOOK_SECRET_FILE",
        value_name = "FILE",
        conflicts_with = "billing_webhook_secret"
    )]
    pub billing_webhook_secret_file: Option<PathBuf>,

    /// Price ID of Pro, monthly
    #[arg(long, env = "CITABLE_BILLING_PRICE_PRO_MONTHLY", value_name = "PRICE")]
    pub billing_price_pro_monthly: Option<String>,

    /// Price ID of Pro, yearly
    #[arg(long, env = "CITABLE_BILLING_PRICE_PRO_YEARLY", value_name = "PRICE")]
    pub billing_price_pro_yearly: Option<String>,

    /// Price ID of Agency, monthly
    #[arg(long, env = "CITABLE_BILLING_PRICE_AGENCY_MONTHLY", value_name = "PRICE")]
    pub billing_price_agency_monthly: Option<String>,
}

impl BillingArgs {
    /// Whether no provider is named at all.
    pub(crate) fn names_nobody(&self) -> bool {
        let texts = [
            &self.billing_secret_key,
            &self.billing_webhook_secret,
            &self.billing_price_pro_monthly,
            &self.billing_price_pro_yearly,
            &self.billing_price_agency_monthly,
        ];
        let files = [&self.billing_secret_key_file, &self.billing_webhook_secret_file];
        texts.into_iter().all(Option::is_none) && files.into_iter().all(Option::is_none)
    }

    /// The payment provider, if all of it is named.
    ///
    /// # Errors
    /// [`SettingsError::SecretFile`].
    pub fn settings(&self) -> Result<Option<BillingSettings>, SettingsError> {
        let (key_file, secret_file) =
            ("CITABLE_BILLING_SECRET_KEY_FILE", "CITABLE_BILLING_WEBHOOK_SECRET_FILE");
        let secret_key = value(&self.billing_secret_key, &self.billing_secret_key_file, key_file)?;
        let webhook_secret =
            value(&self.billing_webhook_secret, &self.billing_webhook_secret_file, secret_file)?;
        let price = |price: &Option<String>| price.clone().filter(|price| !price.is_empty());
        let parts = [
            secret_key,
            webhook_secret,
            price(&self.billing_price_pro_monthly),
            price(&self.billing_price_pro_yearly),
            price(&self.billing_price_agency_monthly),
        ];
        let named = parts.iter().flatten().count();
        let [
            Some(secret_key),
            Some(webhook_secret),
            Some(pro_monthly),
            Some(pro_yearly),
            Some(agency_monthly),
        ] = parts
        else {
            if named > 0 {
                tracing::warn!("checkout is off: not all CITABLE_BILLING_ settings are set");
            }
            return Ok(None);
        };
        let prices = Prices { pro_monthly, pro_yearly, agency_monthly };
        let api_url = self.billing_api_url.clone();
        Ok(Some(BillingSettings { api_url, secret_key, webhook_secret, prices }))
    }
}
