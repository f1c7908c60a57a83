//! The settings of the answer engines that are asked about monitored addresses.

use std::collections::BTreeMap;
use std::path::PathBuf;

use citable_actors::monitors::Engine;
use citable_actors::tracking::{EngineKind, EngineSettings, TrackingSettings};
use clap::{Args, ValueEnum};
use url::Url;

use super::SettingsError;
use super::secrets::value;

/// Who is asked about monitored addresses whose owners consent, and how often.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Answer engines")]
pub struct EngineArgs {
    /// Maximum number of calls to answer engines for one account in one week (from Monday, UTC),
    /// over all engines and URLs
    #[arg(
        long,
        env = "CITABLE_TRACKING_CALLS_PER_WEEK",
        default_value_t = citable_actors::tracking::CALLS_PER_WEEK,
        value_name = "NUMBER"
    )]
    pub tracking_calls_per_week: u32,
    /// `engine_1`.
    #[command(flatten)]
    pub one: EngineOne,
    /// `engine_2`.
    #[command(flatten)]
    pub two: EngineTwo,
    /// `engine_3`.
    #[command(flatten)]
    pub three: EngineThree,
}

/// Whose contract an engine speaks, as it is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kind(EngineKind);

impl ValueEnum for Kind {
    fn value_variants<'a>() -> &'a [Self] {
        const KINDS: [Kind; 3] =
            [Kind(EngineKind::OpenAi), Kind(EngineKind::Perplexity), Kind(EngineKind::Gemini)];
        &KINDS
    }

    fn to_possible_value(&self) -> Option<clap::builder::PossibleValue> {
        Some(clap::builder::PossibleValue::new(self.0.as_str()))
    }
}

/// Declares the settings of one engine.
macro_rules! engine_args {
    ($(#[$doc:meta])* $name:ident, $number:literal) => {
        $(#[$doc])*
        #[derive(Args, Clone, Debug, Default)]
        #[command(next_help_heading = "Answer engines")]
        pub struct $name {
            /// Its kind.
            #[arg(
                id = concat!("engine_", $number, "_kind"),
                long = concat!("engine-", $number, "-kind"),
                env = concat!("CITABLE_ENGINE_", $number, "_KIND"),
                value_name = "KIND",
                help = concat!(
                    "API of engine_", $number, ": `openai`, `perplexity` or `gemini`. Without it, \
                     the engine is unavailable"
                )
            )]
            pub kind: Option<Kind>,
            /// Its address.
            #[arg(
                id = concat!("engine_", $number, "_api_url"),
                long = concat!("engine-", $number, "-api-url"),
                env = concat!("CITABLE_ENGINE_", $number, "_API_URL"),
                value_name = "URL",
                value_parser = super::values::provider_url,
                help = concat!("URL of the API of engine_", $number, ". Default: the kind's own")
            )]
            pub api_url: Option<Url>,
            /// Its key.
            #[arg(
                id = concat!("engine_", $number, "_api_key"),
                long = concat!("engine-", $number, "-api-key"),
                env = concat!("CITABLE_ENGINE_", $number, "_API_KEY"),
                value_name = "KEY",
                hide_env_values = true,
                help = concat!("API key of engine_", $number)
            )]
            pub api_key: Option<String>,
            /// Its key in a file.
            #[arg(
                id = concat!("engine_", $number, "_api_key_file"),
                long = concat!("engine-", $number, "-api-key-file"),
                env = concat!("CITABLE_ENGINE_", $number, "_API_KEY_FILE"),
                value_name = "FILE",
                conflicts_with = concat!("engine_", $number, "_api_key"),
                help = concat!("File that contains the API key of engine_", $number)
            )]
            pub api_key_file: Option<PathBuf>,
            /// Its model.
            #[arg(
                id = concat!("engine_", $number, "_model"),
                long = concat!("engine-", $number, "-model"),
                env = concat!("CITABLE_ENGINE_", $number, "_MODEL"),
                value_name = "MODEL",
                help = concat!("Model of engine_", $number, ", as its API names it")
            )]
            pub model: Option<String>,
            /// Its name.
            #[arg(
                id = concat!("engine_", $number, "_name"),
                long = concat!("engine-", $number, "-name"),
                env = concat!("CITABLE_ENGINE_", $number, "_NAME"),
                value_name = "NAME",
                help = concat!("Display name of engine_", $number, " in responses and emails. Default: the name of its kind")
            )]
            pub name: Option<String>,
        }

        impl $name {
            fn settings(&self) -> Result<Option<EngineSettings>, SettingsError> {
                let key_file = concat!("CITABLE_ENGINE_", $number, "_API_KEY_FILE");
                let key = value(&self.api_key, &self.api_key_file, key_file)?;
                let model = filled(&self.model);
                let missing = |setting| SettingsError::Engine { number: $number, setting };
                let Some(Kind(kind)) = self.kind else {
                    return match key.is_some() || model.is_some() {
                        true => Err(missing("KIND")),
                        false => Ok(None),
                    };
                };
                let default_url = || {
                    kind.api_url().parse().map_err(|_| SettingsError::Engine {
                        number: $number,
                        setting: "API_URL",
                    })
                };
                Ok(Some(EngineSettings {
                    kind,
                    api_url: self.api_url.clone().map_or_else(default_url, Ok)?,
                    api_key: key.ok_or(missing("API_KEY"))?,
                    model: model.ok_or(missing("MODEL"))?,
                    name: filled(&self.name).unwrap_or_else(|| kind.display_name().to_owned()),
                }))
            }
        }
    };
}

engine_args!(
    /// Who is `engine_1`.
    EngineOne, 1
);
engine_args!(
    /// Who is `engine_2`.
    EngineTwo, 2
);
engine_args!(
    /// Who is `engine_3`.
    EngineThree, 3
);

impl EngineArgs {
    /// The engines that are named.
    ///
    /// # Errors
    /// [`SettingsError::Engine`], and [`SettingsError::SecretFile`].
    pub fn settings(&self) -> Result<TrackingSettings, SettingsError> {
        let named = [
            (Engine::One, self.one.settings()?),
            (Engine::Two, self.two.settings()?),
            (Engine::Three, self.three.settings()?),
        ];
        let engines: BTreeMap<Engine, EngineSettings> =
            named.into_iter().filter_map(|(id, engine)| Some((id, engine?))).collect();
        let calls_per_week = self.tracking_calls_per_week;
        Ok(TrackingSettings { engines, calls_per_week, ..TrackingSettings::default() })
    }
}

/// A text that says something.
fn filled(text: &Option<String>) -> Option<String> {
    let text = text.as_deref().unwrap_or_default().trim();
    (!text.is_empty()).then(|| text.to_owned())
}
