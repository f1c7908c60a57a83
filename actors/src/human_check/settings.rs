//! Which provider is asked, and with what.

use std::fmt;

use url::Url;

/// Turnstile, whose contract hCaptcha shares.
pub const DEFAULT_VERIFY_URL: &str = "https://challenges.cloudflare.com/turnstile/v0/siteverify";

/// A human check.
#[derive(Clone, PartialEq, Eq)]
pub struct HumanCheckSettings {
    /// What the provider knows us by.
    pub secret: String,
    /// Where tokens are verified.
    pub verify_url: Url,
    /// What pages show the check with.
    pub site_key: Option<String>,
}

/// Why there is no human check.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum HumanCheckSettingsError {
    /// The address is none.
    #[error(
        "the verification URL of the human check must be absolute, such as {DEFAULT_VERIFY_URL}"
    )]
    VerifyUrl,
}

impl HumanCheckSettings {
    /// Reads the settings; without an address it is [`DEFAULT_VERIFY_URL`].
    ///
    /// # Errors
    /// [`HumanCheckSettingsError::VerifyUrl`].
    pub fn read(
        secret: String,
        site_key: Option<String>,
        verify_url: Option<&str>,
    ) -> Result<Self, HumanCheckSettingsError> {
        let verify_url = Url::parse(verify_url.unwrap_or(DEFAULT_VERIFY_URL))
            .ok()
            .filter(|url| matches!(url.scheme(), "https" | "http"))
            .ok_or(HumanCheckSettingsError::VerifyUrl)?;
        Ok(Self { secret, verify_url, site_key })
    }
}

/// Never shows the secret.
impl fmt::Debug for HumanCheckSettings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("HumanCheckSettings")
            .field("site_key", &self.site_key)
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turnstile_is_the_default_and_the_secret_is_never_shown() {
        let settings = HumanCheckSettings::read("s3cret".to_owned(), None, None).unwrap();
        assert_eq!(settings.verify_url.as_str(), DEFAULT_VERIFY_URL);
        assert!(!format!("{settings:?}").contains("s3cret"));
        for url in ["", "siteverify", "file:///siteverify"] {
            let refused = HumanCheckSettings::read(String::new(), None, Some(url));
            assert_eq!(refused.unwrap_err(), HumanCheckSettingsError::VerifyUrl);
        }
    }
}
