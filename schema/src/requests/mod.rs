//! What is remembered of single requests, so that none is acted on twice.

pub(crate) mod human_check_tokens;
pub(crate) mod idempotency;
pub(crate) mod with_answer;
