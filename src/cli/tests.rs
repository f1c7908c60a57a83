use super::*;

#[test]
fn the_command_line_is_consistent() {
    program().debug_assert();
}

#[test]
fn exit_codes_are_those_of_the_documents() {
    for (exit, code) in [(Exit::Good, 0), (Exit::Missed, 1), (Exit::Failed, 2)] {
        assert_eq!(ExitCode::from(exit), ExitCode::from(code));
    }
}

#[test]
fn every_setting_of_a_command_is_one_of_the_settings() {
    let matches = program().get_matches_from(["citable", "openapi"]);
    let (_, matches) = matches.subcommand().unwrap();
    let known: Vec<String> =
        config::effective(matches).into_iter().map(|shown| shown.variable).collect();
    for command in program().get_subcommands() {
        for arg in command.get_arguments() {
            let Some(variable) = arg.get_env() else { continue };
            assert!(known.iter().any(|name| variable == name.as_str()), "{variable:?}");
        }
    }
}

#[test]
fn the_committed_api_description_is_that_of_the_routes() {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/openapi.json");
    let committed = std::fs::read_to_string(path).unwrap_or_default();
    let base_url = url::Url::parse("http://127.0.0.1:8080").unwrap();
    let printed = format!("{:#}\n", routes::openapi::document(&base_url));
    assert!(
        committed == printed,
        "docs/openapi.json is not up to date: run `citable openapi > docs/openapi.json`"
    );
}
