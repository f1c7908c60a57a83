use std::path::PathBuf;
use std::time::Duration;

use citable_actors::cores::CoreLimits;
use citable_actors::fetch::FetchSettings;
use citable_actors::store::{StoreSettings, StoreUrl};
use clap::{CommandFactory, FromArgMatches, Parser};
use ipnet::IpNet;

use super::*;
use crate::http::HttpSettings;

#[derive(Debug, Parser)]
struct Program {
    #[command(flatten)]
    settings: Settings,
}

pub(super) fn read(arguments: &[&str]) -> Result<Settings, String> {
    let arguments = std::iter::once("citable").chain(arguments.iter().copied());
    Program::try_parse_from(arguments)
        .map(|program| program.settings)
        .map_err(|error| error.to_string())
}

fn fetch(arguments: &[&str]) -> Result<FetchSettings, SettingsError> {
    let settings = read(arguments).unwrap();
    let base_url = settings.service.base_url(settings.service.listen)?;
    settings.fetch.settings(&base_url, Vec::new(), &settings.hooks)
}

#[test]
fn the_defaults_are_those_of_the_documents() {
    let settings = read(&[]).unwrap();
    let base_url = settings.service.base_url(settings.service.listen).unwrap();
    assert_eq!(base_url.as_str(), "http://127.0.0.1:8080/");
    assert_eq!(
        settings.service.database(),
        StoreUrl::Sqlite(PathBuf::from("./citable-data/citable.sqlite"))
    );
    assert_eq!(settings.service.max_concurrent_scans.get(), 64);
    assert_eq!(settings.service.scan_queue.get(), 1000);
    assert!(!settings.hooks.allow_test_hooks);
}

#[test]
fn the_default_limits_are_those_of_the_server() {
    let read = read(&[]).unwrap().http.settings(Vec::new());
    assert_eq!(format!("{read:?}"), format!("{:?}", HttpSettings::default()));
}

#[test]
fn a_bad_value_is_answered_with_what_to_write() {
    for (flag, value, advice) in [
        ("--listen", "8080", "such as 127.0.0.1:8080"),
        ("--base-url", "citable.example.org", "use a full URL"),
        ("--base-url", "ftp://citable.example.org", "https:// or http://"),
        ("--base-url", "https://citable.example.org/app", "runs at the root"),
        ("--base-url", "https://me:secret@citable.example.org", "without a user name"),
        ("--database-url", "mysql://host/db", "sqlite:<path>"),
        ("--trusted-proxies", "10.0.0.0/99", "10.0.0.0/8"),
        ("--security-contact", "security@example.org", "mailto:"),
        ("--security-contact", "javascript:alert(1)", "https URL"),
        ("--bot-addresses", "everywhere", "10.0.0.0/8"),
        ("--fetch-resolve", "pages.test", "name=ip"),
        ("--fetch-dns-servers", "one.one.one.one", "192.0.2.53:53"),
        ("--fetch-allow-ports", "0", "1 to 65535"),
        ("--max-concurrent-scans", "0", "whole number of 1 or more"),
        ("--scan-queue", "many", "whole number of 1 or more"),
        ("--max-connections", "0", "whole number of 1 or more"),
        ("--stall-seconds", "0.5", "whole number of 1 or more"),
        ("--cores", "0", "whole number of 1 or more"),
        ("--core-wait", "30", "such as 30s"),
        ("--core-wait", "3601s", "up to 3600s"),
        ("--page-cpu", "a while", "such as 500ms"),
        ("--log", "citable=loud", "use a level such as info"),
        ("--log-format", "xml", "auto"),
        ("--edge-probes", "maybe", "on"),
        ("--snapshot-store-url", "/var/lib/snapshots", "use file:///<folder>"),
        ("--snapshot-store-url", "file://snapshots", "absolute path"),
        ("--snapshot-store-url", "file:///", "absolute path"),
        ("--snapshot-store-url", "https://bucket.example.com/", "s3://<bucket>/<prefix>"),
        ("--snapshot-store-url", "s3:///prefix", "the bucket's name is missing"),
        ("--snapshot-store-url", "s3://key:secret@bucket/", "settings of their own"),
        ("--snapshot-store-url", "s3://bucket/a?b", "without a query"),
        ("--snapshot-store-url", "s3://bucket/a//b", "between the slashes"),
        ("--snapshot-store-url", "s3://bucket/a%20b", "only letters, digits"),
        ("--snapshot-store-endpoint", "storage.example.com", "use a full URL"),
        ("--snapshot-store-endpoint", "https://me:it@storage.example.com", "without a user"),
        ("--snapshot-store-region", "eu central", "eu-central-1"),
        ("--snapshot-store-timeout", "0s", "above 0"),
        ("--chain-repository", "hello-world", "octo-org/hello-world"),
        ("--chain-repository", "octo/..", "octo-org/hello-world"),
        ("--chain-repository", "octo/a/b", "octo-org/hello-world"),
        ("--chain-api-url", "api.github.com", "full URL"),
        ("--chain-pause-variable", "1PAUSED", "CHAIN_PAUSED"),
        ("--chain-stages", "review", "review=review.yml"),
        ("--chain-stages", "a=b.yml,a=c.yml", "twice"),
        ("--chain-stages", "a=../b.yml", "review=review.yml"),
        ("--chain-state-path", "/etc/passwd", "from the repository's root"),
        ("--chain-state-path", "a/../b", "from the repository's root"),
    ] {
        let message = read(&[flag, value]).unwrap_err();
        assert!(message.contains(advice), "{flag} {value}: {message}");
    }
}

#[test]
fn lists_are_read_with_spaces_and_bare_addresses() {
    let settings = read(&[
        "--trusted-proxies",
        "10.0.0.0/8, 192.0.2.1,",
        "--fetch-dns-servers",
        "192.0.2.53,[::1]:5353",
    ])
    .unwrap();
    let proxies: Vec<String> = settings.service.proxies().iter().map(IpNet::to_string).collect();
    assert_eq!(proxies, ["10.0.0.0/8", "192.0.2.1/32"]);
    let servers = settings.fetch.fetch_dns_servers.unwrap().0;
    assert_eq!(servers, ["192.0.2.53:53".parse().unwrap(), "[::1]:5353".parse().unwrap()]);
}

#[test]
fn what_widens_the_fetch_is_for_loopback_services_only() {
    let widening = [
        ("CITABLE_FETCH_RESOLVE", "--fetch-resolve", "pages.test=127.0.0.2"),
        ("CITABLE_FETCH_ALLOW_CIDRS", "--fetch-allow-cidrs", "127.0.0.0/8"),
        ("CITABLE_FETCH_ALLOW_PORTS", "--fetch-allow-ports", "8443"),
    ];
    for (setting, flag, value) in widening {
        for base_url in ["http://127.0.0.1:9000", "http://[::1]:9000", "http://localhost:9000"] {
            assert!(fetch(&["--base-url", base_url, flag, value]).is_ok(), "{base_url}");
        }
        for base_url in ["https://citable.example.org", "http://localhost.example.org"] {
            let refusal = fetch(&["--base-url", base_url, flag, value]).unwrap_err();
            assert!(
                matches!(refusal, SettingsError::WidensFetch { setting: named, .. } if named == setting)
            );
            assert!(refusal.to_string().contains("Unset it"), "{refusal}");
            assert!(fetch(&["--base-url", base_url, flag, value, "--allow-test-hooks"]).is_ok());
        }
        // Without a base URL the one listened on counts, and all interfaces are not loopback.
        assert!(fetch(&["--listen", "0.0.0.0:8080", flag, value]).is_err());
    }
    assert!(
        fetch(&["--base-url", "https://citable.example.org", "--fetch-allow-ports", ""]).is_ok()
    );
}

#[test]
fn a_switch_is_read_like_people_write_it() {
    for (text, expected) in [("1", true), ("On", true), ("0", false), ("", false), ("no", false)] {
        assert_eq!(values::switch(text), Ok(expected), "{text}");
    }
    assert_eq!(values::switch("maybe"), Err("use 1 or 0".to_owned()));
}

#[test]
fn a_repository_needs_a_token_a_switch_and_a_safe_way() {
    let all =
        ["--chain-repository", "octo/repo", "--chain-token", "t", "--chain-pause-variable", "P"];
    let chain = |arguments: &[&str]| read(arguments).unwrap().chain.settings();
    assert!(chain(&[]).unwrap().is_none());
    assert!(chain(&all[2..]).unwrap().is_none(), "without a repository there is nothing");
    let whole = chain(&all).unwrap().unwrap();
    assert_eq!((whole.owner.as_str(), whole.name.as_str()), ("octo", "repo"));
    assert_eq!(whole.api_url.as_str(), "https://api.github.com/");
    assert!(!format!("{whole:?}").contains("\"t\""), "{whole:?}");
    for (arguments, setting) in [
        (&all[..4], "CITABLE_CHAIN_PAUSE_VARIABLE"),
        (&[&all[..2], &all[4..]].concat(), "CITABLE_CHAIN_TOKEN"),
        (
            &[&all[..], &["--chain-api-url", "http://git.test/api"]].concat(),
            "CITABLE_CHAIN_API_URL",
        ),
    ] {
        let refusal = chain(arguments).unwrap_err().to_string();
        assert!(refusal.starts_with(&format!("{setting} ")), "{refusal}");
    }
    let more = [
        "--chain-api-url",
        "http://127.0.0.1:9/api/v3",
        "--chain-stages",
        "review=review.yml, test=ci.yml",
        "--chain-state-path",
        "state/chain.json",
    ];
    let local = chain(&[&all[..], &more].concat()).unwrap().unwrap();
    assert_eq!(local.api_url.as_str(), "http://127.0.0.1:9/api/v3/");
    assert_eq!(local.stages[1], ("test".to_owned(), "ci.yml".to_owned()));
    assert_eq!(local.state.unwrap().reference, None);
}

#[test]
fn probes_are_made_unless_they_are_switched_off() {
    assert!(fetch(&[]).unwrap().edge_probes);
    assert!(fetch(&["--edge-probes", "on"]).unwrap().edge_probes);
    assert!(!fetch(&["--edge-probes", "off"]).unwrap().edge_probes);
}

#[test]
fn the_clock_moves_only_with_the_switch_for_tests() {
    let moved = ["--test-clock-file", "offset"];
    let refusal = read(&moved).unwrap().hooks.clock().unwrap_err();
    assert!(refusal.to_string().contains("CITABLE_ALLOW_TEST_HOOKS=1"));
    assert!(read(&[&moved[..], &["--allow-test-hooks"]].concat()).unwrap().hooks.clock().is_ok());
}

#[test]
fn effective_settings_name_their_source_and_hide_passwords() {
    let arguments =
        ["citable", "--listen", "127.0.0.1:1", "--database-url", "postgres://u:hunter2@h/d"];
    let matches = Program::command().try_get_matches_from(arguments).unwrap();
    assert!(Program::from_arg_matches(&matches).is_ok());
    let shown = effective(&matches);
    let of = |variable: &str| shown.iter().find(|one| one.variable == variable).unwrap();
    assert_eq!(of("CITABLE_LISTEN").value.as_deref(), Some("127.0.0.1:1"));
    assert_eq!(of("CITABLE_LISTEN").source, "flag");
    assert_eq!(of("CITABLE_SCAN_QUEUE").source, "default");
    assert_eq!(of("CITABLE_BASE_URL").value, None);
    assert!(!format!("{shown:?}").contains("hunter2"));
}

#[test]
fn times_are_read_in_seconds_and_milliseconds() {
    let cores = |arguments: &[&str]| read(arguments).unwrap().cores;
    let default = CoreLimits { wait: cores(&[]).core_wait, page: cores(&[]).page_cpu };
    assert_eq!(default, CoreLimits::default());
    let given = cores(&["--core-wait", "0s", "--page-cpu", "1500ms"]);
    assert_eq!((given.core_wait, given.page_cpu), (Duration::ZERO, Duration::from_millis(1_500)));
}

#[test]
fn an_answer_engine_is_named_whole_or_not_at_all() {
    let engines = |arguments: &[&str]| read(arguments).unwrap().engines.settings();
    assert!(engines(&[]).unwrap().engines.is_empty());
    let (kind, key) = (["--engine-2-kind", "gemini"], ["--engine-2-api-key", "k"]);
    let model = ["--engine-2-model", "m"];
    for (arguments, missing) in [
        ([&kind[..], &model].concat(), "CITABLE_ENGINE_2_API_KEY"),
        ([&kind[..], &key].concat(), "CITABLE_ENGINE_2_MODEL"),
        ([&kind[..], &key, &["--engine-2-model", " "]].concat(), "CITABLE_ENGINE_2_MODEL"),
        ([&model[..], &key].concat(), "CITABLE_ENGINE_2_KIND"),
    ] {
        let refused = engines(&arguments).unwrap_err().to_string();
        assert!(refused.starts_with(&format!("{missing} is missing")), "{refused}");
    }
    let named = engines(&[&kind[..], &key, &model].concat()).unwrap().engines;
    let (id, engine) = named.first_key_value().unwrap();
    assert_eq!((id.as_str(), engine.name.as_str()), ("engine_2", "Gemini"));
    assert_eq!(engine.api_url.as_str(), "https://generativelanguage.googleapis.com/");
    assert!(read(&["--engine-1-kind", "oracle"]).unwrap_err().contains("perplexity"));
    let matches = Program::command().get_matches_from(["citable", "--engine-2-api-key", "hunter2"]);
    assert!(!format!("{:?}", effective(&matches)).contains("hunter2"));
}

#[test]
fn every_setting_is_named_after_its_flag() {
    for shown in effective(&Program::command().get_matches_from(["citable"])) {
        let expected =
            format!("--{}", shown.variable["CITABLE_".len()..].to_lowercase().replace('_', "-"));
        assert_eq!(shown.flag, expected);
    }
}

#[test]
fn the_committed_documents_are_those_of_the_definitions() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    for (file, printed, command) in [
        ("docs/config.md", markdown(), "citable config --markdown > docs/config.md"),
        (".env.example", env_example(), "citable config --env-example > .env.example"),
    ] {
        let committed = std::fs::read_to_string(root.join(file)).unwrap_or_default();
        assert!(committed == printed, "{file} is not up to date: run `{command}`");
    }
}

#[test]
fn the_address_of_the_database_may_be_in_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("database-url");
    std::fs::write(&file, "postgres://ada:secret@host/citable\n").unwrap();
    let flag = format!("--database-url-file={}", file.display());
    let expected = StoreUrl::Postgres("postgres://ada:secret@host/citable".to_owned());
    assert_eq!(read(&[&flag]).unwrap().service.database(), expected);
    assert!(read(&[&flag, "--database-url", "sqlite:a"]).unwrap_err().contains("cannot be used"));
    std::fs::write(&file, "mysql://ada:secret@host/citable").unwrap();
    let refused = read(&[&flag]).unwrap_err();
    assert!(refused.contains("sqlite:<path>") && !refused.contains("secret"), "{refused}");
    std::fs::remove_file(&file).unwrap();
    assert!(read(&[&flag]).unwrap_err().contains("No such file"));
}

#[test]
fn the_defaults_for_postgresql_are_those_of_the_store() {
    let settings = read(&["--database-url", "postgres://ada@host/citable"]).unwrap();
    let store = settings.database.store(&settings.service).unwrap();
    let defaults = StoreSettings::new(settings.service.database());
    assert_eq!(format!("{store:?}"), format!("{defaults:?}"));
}

#[test]
fn the_password_of_the_database_may_be_in_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("database-password");
    std::fs::write(&file, "p@ss\n").unwrap();
    let flag = format!("--database-password-file={}", file.display());
    let url = "--database-url=postgres://ada@host/citable";
    let store = |flags: &[&str]| {
        let settings = read(flags).unwrap();
        settings.database.store(&settings.service)
    };
    let expected = StoreUrl::Postgres("postgres://ada@host/citable?password=p%40ss".to_owned());
    assert_eq!(store(&[url, &flag]).unwrap().url, expected);
    assert_eq!(store(&[url, "--database-password=p@ss"]).unwrap().url, expected);
    // SQLite has none.
    assert_eq!(
        store(&["--database-url=sqlite:a", &flag]).unwrap().url,
        StoreUrl::Sqlite("a".into())
    );
    std::fs::remove_file(&file).unwrap();
    let missing = store(&[url, &flag]).unwrap_err().to_string();
    assert!(missing.contains("CITABLE_DATABASE_PASSWORD_FILE can't be used"), "{missing}");
}

#[test]
fn a_word_that_is_no_level_does_not_silence_the_log() {
    for filter in ["info", "OFF", "debug,isahc=warn", "citable::http=debug", "info,[scan]=debug"] {
        assert_eq!(read(&["--log", filter]).unwrap().log.log.as_deref(), Some(filter));
    }
    for filter in ["verbose", "info,loud", "citable::http"] {
        let told = read(&["--log", filter]).unwrap_err();
        assert!(told.contains("isn't a log level; use error, warn, info"), "{told}");
    }
}

#[test]
fn reading_a_page_takes_time() {
    assert!(read(&["--page-cpu", "0s"]).unwrap_err().contains("use a time above 0"));
    assert!(read(&["--core-wait", "0s"]).is_ok());
}
