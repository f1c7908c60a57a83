//! Every setting of the program: one structure, read from flags and from the environment.
//!
//! The command line, `citable config`, `docs/config.md` and `.env.example` all come from the
//! definitions here.

mod billing;
mod chain;
mod cores;
mod database;
mod engines;
mod error;
mod fetching;
mod hidden;
mod hooks;
mod http;
mod list;
mod log;
mod plans;
mod rendering;
mod secrets;
mod service;
mod settings;
mod show;
mod snapshots;
mod values;

pub use billing::BillingArgs;
pub use chain::{ChainArgs, Repository};
pub use cores::CoreArgs;
pub use database::DatabaseArgs;
pub use engines::{EngineArgs, EngineOne, EngineThree, EngineTwo};
pub use error::SettingsError;
pub use fetching::FetchArgs;
pub use hooks::TestHooks;
pub use http::HttpArgs;
pub use list::List;
pub use log::LogSettings;
pub use plans::{AgencyPlan, AnonymousPlan, FreePlan, PlanArgs, ProPlan, SeenFixes};
pub use rendering::RenderArgs;
pub use secrets::{HumanCheckArgs, MailArgs, SecretArgs};
pub use service::ServiceSettings;
pub use settings::Settings;
pub use show::{Shown, effective, env_example, markdown, table, variables};
pub use snapshots::{SnapshotArgs, SnapshotUrl};
pub use values::{AutoOnOff, LogFormat, NodeRole, OnOff};
pub(crate) use values::{base_url, count, is_loopback};

#[cfg(test)]
mod tests;
