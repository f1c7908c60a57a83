//! What a document says, as owned facts.

mod content;
mod document;
mod head;
mod located;

pub use content::MainContent;
pub(crate) use content::POSTS;
pub use document::DocumentFacts;
pub use head::{FrameFact, LinkFact, MetaFact, MetaRefresh};
pub use located::Located;
