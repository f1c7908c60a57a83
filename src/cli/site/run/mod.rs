//! Running over pages: fetching, judging, and what is said meanwhile.

mod earlier;
mod files;
mod host;
mod job;
mod local;
mod pages;
mod progress;
mod stop;

pub(super) use earlier::{Before, Earlier};
pub(super) use files::FolderFiles;
pub(super) use host::{Time, Web};
pub(super) use local::Local;
pub(super) use pages::{Done, Kinds, Origin, PageOptions, Run};
pub(super) use progress::Progress;
pub(super) use stop::Stop;
