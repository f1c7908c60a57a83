//! Reading a page: from a [`snapshot::Snapshot`] to the owned facts that checks judge.
//!
//! Dates, authors, title and language are pure functions of the facts, each candidate with its
//! source and line.

pub(crate) mod authority;
pub mod authors;
pub(crate) mod box_names;
pub(crate) mod canonical;
pub mod dates;
pub(crate) mod decode;
mod diagrams;
mod doxygen;
mod entity;
mod facts;
mod flow;
mod gather;
mod generated;
mod haddock;
mod heading_logos;
mod javadoc;
mod kind;
pub mod language;
mod limited;
pub(crate) mod limits;
mod main_content;
pub(crate) mod manual;
mod marks;
pub mod markup;
pub(crate) mod names;
pub mod outline;
mod parse;
mod part;
mod prose;
pub mod quotes;
mod read;
mod refresh;
pub(crate) mod rendering;
pub(crate) mod scripted;
pub mod sections;
pub mod shell;
mod sink;
mod skip_links;
pub mod snapshot;
pub(crate) mod sniff;
pub mod structured;
mod surroundings;
mod tag_guard;
mod template;
pub mod text;
pub mod title;
mod tool;
mod tree;
pub mod unseen;
pub(crate) mod unversioned;
mod visible;
pub(crate) mod visible_names;
mod withheld;

pub use decode::charset_of;
pub use facts::{DocumentFacts, FrameFact, LinkFact, Located, MainContent, MetaFact, MetaRefresh};
pub(crate) use flow::PERMALINKS;
pub use kind::Kind;
pub(crate) use kind::is_docs_tool;
pub use part::Part;
pub use read::{Page, parse_only};
pub(crate) use read::{main_content_length, read_head};
pub use rendering::Rendering;
pub use tool::Tool;
