//! A change and the answer that is kept for the request that asked for it.

use std::sync::Arc;

use crate::requests::idempotency::FirstAnswer;
use crate::store::connection::Connection;
use crate::store::error::StoreError;
use crate::store::unit::Unit;

/// Makes the answer of a request from what became of its change; none where the change was refused,
/// since refusals are not kept.
pub type KeepAnswer<T> = Arc<dyn Fn(&T) -> Option<FirstAnswer> + Send + Sync>;

/// A change whose request named an idempotency key: both are stored, or none.
///
/// # Errors
/// Those of the change; [`StoreError::Fenced`] where the right to answer the request is gone.
pub struct WithAnswer<U: Unit> {
    /// The change.
    pub change: U,
    /// None where the request named no key.
    pub answer: Option<KeepAnswer<U::Answer>>,
}

impl<U: Unit> Unit for WithAnswer<U> {
    type Answer = U::Answer;

    async fn run(&self, conn: &mut Connection<'_>) -> Result<U::Answer, StoreError> {
        let outcome = self.change.run(conn).await?;
        if let Some(first) = self.answer.as_ref().and_then(|answer| answer(&outcome)) {
            first.keep(conn).await?;
        }
        Ok(outcome)
    }
}
