//! Settings for tests of the whole program.

use std::path::PathBuf;
use std::sync::Arc;

use citable_actors::clock::{FileClock, SharedClock, SystemClock};
use citable_actors::fault::{FaultPoint, arm};
use clap::Args;

use super::error::SettingsError;
use super::values;

/// What only tests of the whole program need.
#[derive(Args, Clone, Debug, Default)]
#[command(next_help_heading = "Test hooks")]
pub struct TestHooks {
    /// Allow the settings that are for tests only. Never set it on a public service
    #[arg(long, hide = true, env = "CITABLE_ALLOW_TEST_HOOKS", action = clap::ArgAction::SetTrue, value_parser = values::switch)]
    pub allow_test_hooks: bool,

    /// File with the signed number of milliseconds to move the program's clock by. Needs
    /// `CITABLE_ALLOW_TEST_HOOKS=1`
    #[arg(long, hide = true, env = "CITABLE_TEST_CLOCK_FILE", value_name = "FILE")]
    pub test_clock_file: Option<PathBuf>,

    /// With PostgreSQL too, use the clock of `CITABLE_TEST_CLOCK_FILE` instead of the database's
    #[arg(long, hide = true, env = "CITABLE_TEST_CLOCK_FOR_DATABASE", action = clap::ArgAction::SetTrue, value_parser = values::switch)]
    pub test_clock_for_database: bool,

    /// Point in the program at which the process ends immediately. Needs `CITABLE_ALLOW_TEST_HOOKS=1`
    #[arg(long, hide = true, env = "CITABLE_TEST_CRASH_AT", value_name = "PLACE")]
    pub test_crash_at: Option<FaultPoint>,
}

impl TestHooks {
    /// Arms the place where the process dies, if one is named.
    ///
    /// # Errors
    /// [`SettingsError::TestHook`] where the switch for tests is not set.
    pub fn arm_fault(&self) -> Result<(), SettingsError> {
        match self.test_crash_at {
            None => Ok(()),
            Some(_) if !self.allow_test_hooks => {
                Err(SettingsError::TestHook { setting: "CITABLE_TEST_CRASH_AT" })
            }
            Some(point) => {
                arm(point);
                Ok(())
            }
        }
    }

    /// The clock.
    ///
    /// # Errors
    /// [`SettingsError::TestHook`] where it is to be moved and the switch for that is not set.
    pub fn clock(&self) -> Result<SharedClock, SettingsError> {
        match &self.test_clock_file {
            None => Ok(Arc::new(SystemClock)),
            Some(path) if self.allow_test_hooks => {
                Ok(Arc::new(FileClock::new(path.clone(), self.test_clock_for_database)))
            }
            Some(_) => Err(SettingsError::TestHook { setting: "CITABLE_TEST_CLOCK_FILE" }),
        }
    }
}
