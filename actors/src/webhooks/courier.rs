//! Who carries a message to its endpoint: the address gate and the network behind it, or a test's
//! script.

use futures_util::FutureExt as _;
use futures_util::future::BoxFuture;

use crate::fetch::{Outbound, PostError, Posted, Posting, TargetError};

/// Carries messages.
pub(crate) trait Courier: Send + Sync {
    /// The address as it is stored, if messages may go there as far as is known now.
    fn judge(&self, url: String) -> BoxFuture<'_, Result<String, TargetError>>;

    /// Carries one message.
    fn post(&self, posting: Posting) -> BoxFuture<'_, Result<Posted, PostError>>;
}

impl Courier for Outbound {
    fn judge(&self, url: String) -> BoxFuture<'_, Result<String, TargetError>> {
        async move { Outbound::judge(self, &url).await }.boxed()
    }

    fn post(&self, posting: Posting) -> BoxFuture<'_, Result<Posted, PostError>> {
        Outbound::post(self, posting).boxed()
    }
}
