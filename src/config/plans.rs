//! What each plan allows, as settings.

use citable_actors::quota::{Limits, PlanLimits};
use clap::Args;

/// How many fixes of a report are seen in full.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SeenFixes(pub Option<u32>);

/// Declares the settings of one plan. The defaults are those of [`Limits::default`], which a test
/// holds against them.
macro_rules! plan {
    (
        $(#[$doc:meta])*
        $plan:ident, $prefix:literal, $flag:literal, $who:literal:
        $per_day:literal, $per_month:literal, $fixes:literal
        $(, $monitors:literal, $keys:literal)?
    ) => {
        $(#[$doc])*
        #[derive(Args, Clone, Debug)]
        #[command(next_help_heading = "Plans")]
        pub struct $plan {
            #[doc = concat!("Scans per UTC day ", $who)]
            #[arg(help = concat!("Scans per UTC day ", $who), id = concat!($flag, "-day"), long = concat!("plan-", $flag, "-scans-per-day"), env = concat!("CITABLE_PLAN_", $prefix, "_SCANS_PER_DAY"), default_value_t = $per_day, value_name = "NUMBER")]
            pub scans_per_day: u32,
            #[doc = concat!("Scans per calendar month ", $who)]
            #[arg(help = concat!("Scans per calendar month ", $who), id = concat!($flag, "-month"), long = concat!("plan-", $flag, "-scans-per-month"), env = concat!("CITABLE_PLAN_", $prefix, "_SCANS_PER_MONTH"), default_value_t = $per_month, value_name = "NUMBER")]
            pub scans_per_month: u32,
            #[doc = concat!("Fixes shown in full per report ", $who, ", or `all`")]
            #[arg(help = concat!("Fixes shown in full per report ", $who, ", or `all`"), id = concat!($flag, "-fixes"), long = concat!("plan-", $flag, "-recommendations"), env = concat!("CITABLE_PLAN_", $prefix, "_RECOMMENDATIONS"), default_value = $fixes, value_name = "NUMBER", value_parser = seen_fixes)]
            pub recommendations: SeenFixes,
            $(
                #[doc = concat!("Monitored URLs ", $who)]
            #[arg(help = concat!("Monitored URLs ", $who), id = concat!($flag, "-monitors"), long = concat!("plan-", $flag, "-monitors"), env = concat!("CITABLE_PLAN_", $prefix, "_MONITORS"), default_value_t = $monitors, value_name = "NUMBER")]
                pub monitors: u32,
                #[doc = concat!("API keys per account ", $who)]
            #[arg(help = concat!("API keys per account ", $who), id = concat!($flag, "-keys"), long = concat!("plan-", $flag, "-keys"), env = concat!("CITABLE_PLAN_", $prefix, "_KEYS"), default_value_t = $keys, value_name = "NUMBER")]
                pub keys: u32,
            )?
        }
    };
}

plan! {
    /// A caller without an account.
    AnonymousPlan, "ANONYMOUS", "anonymous", "for visitors without an account": 1, 3, "1"
}
plan! {
    /// An account that pays nothing.
    FreePlan, "FREE", "free", "on the Free plan": 3, 30, "3", 0, 0
}
plan! {
    /// The smaller paid plan.
    ProPlan, "PRO", "pro", "on the Pro plan": 40, 600, "all", 20, 5
}
plan! {
    /// The larger paid plan.
    AgencyPlan, "AGENCY", "agency", "on the Agency plan": 200, 4_000, "all", 200, 5
}

/// What plans allow, and the service allows itself.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Plans")]
pub struct PlanArgs {
    /// A caller without an account.
    #[command(flatten)]
    pub anonymous: AnonymousPlan,
    /// An account that pays nothing.
    #[command(flatten)]
    pub free: FreePlan,
    /// The smaller paid plan.
    #[command(flatten)]
    pub pro: ProPlan,
    /// The larger paid plan.
    #[command(flatten)]
    pub agency: AgencyPlan,

    /// Scans per UTC day for the whole service. Further requests get 503 until midnight
    #[arg(long, env = "CITABLE_DAILY_SCAN_BUDGET", default_value_t = 5_000, value_name = "NUMBER")]
    pub daily_scan_budget: u32,

    /// Give every account the limits of the Agency plan. Can't be combined with the billing settings
    #[arg(long, env = "CITABLE_UNLIMITED", action = clap::ArgAction::SetTrue, value_parser = super::values::switch)]
    pub unlimited: bool,
}

impl PlanArgs {
    /// The limits.
    pub fn limits(&self) -> Limits {
        let AnonymousPlan { scans_per_day, scans_per_month, recommendations } = self.anonymous;
        let recommendations = recommendations.0;
        macro_rules! limits {
            ($plan:expr) => {
                PlanLimits {
                    scans_per_day: $plan.scans_per_day,
                    scans_per_month: $plan.scans_per_month,
                    recommendations: $plan.recommendations.0,
                    monitors: $plan.monitors,
                    keys: $plan.keys,
                }
            };
        }
        Limits {
            anonymous: PlanLimits {
                scans_per_day,
                scans_per_month,
                recommendations,
                monitors: 0,
                keys: 0,
            },
            free: limits!(self.free),
            pro: limits!(self.pro),
            agency: limits!(self.agency),
            daily_budget: self.daily_scan_budget,
            unlimited: self.unlimited,
        }
    }
}

fn seen_fixes(text: &str) -> Result<SeenFixes, String> {
    if text == "all" {
        return Ok(SeenFixes(None));
    }
    let count = text.parse().map_err(|_| "use a whole number or `all`".to_owned())?;
    Ok(SeenFixes(Some(count)))
}
