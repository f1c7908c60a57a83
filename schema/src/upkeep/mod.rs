//! Looking after a database: migrations, copies, and deleting what is not needed any more.

pub(crate) mod backup;
pub(crate) mod copy;
pub(crate) mod files;
pub(crate) mod migrate;
pub(crate) mod retention;
pub(crate) mod support;
