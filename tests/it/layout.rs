//! Who may import whom.

use citable_test_support::program::workspace;

fn dependencies(manifest: &str) -> Vec<String> {
    let text = std::fs::read_to_string(workspace().join(manifest)).unwrap();
    let (_, section) = text.split_once("\n[dependencies]\n").unwrap();
    let section = section.split("\n[").next().unwrap();
    let name = |line: &str| line.split(['.', ' ', '=']).next().unwrap_or_default().to_owned();
    section.lines().map(name).filter(|name| !name.is_empty()).collect()
}

#[test]
fn each_crate_knows_only_what_lies_below_it() {
    for (manifest, needs, must_not_know) in [
        (
            "Cargo.toml",
            "warp",
            &["diesel", "diesel-async", "ractor", "isahc", "citable-schema"][..],
        ),
        ("actors/Cargo.toml", "ractor", &["warp", "hyper", "diesel", "diesel-async", "citable"]),
        (
            "checks/Cargo.toml",
            "select",
            &["tokio", "isahc", "diesel", "citable-schema", "citable-actors"],
        ),
        (
            "metrics/Cargo.toml",
            "metrics",
            &["citable-schema", "citable-checks", "citable-actors", "citable"],
        ),
        (
            "schema/Cargo.toml",
            "diesel",
            &["warp", "isahc", "ractor", "citable-checks", "citable-actors"],
        ),
    ] {
        let known = dependencies(manifest);
        assert!(known.iter().any(|name| name == needs), "{manifest}: {known:?}");
        for name in must_not_know {
            assert!(!known.iter().any(|known| known == name), "{manifest} knows {name}");
        }
    }
}

#[test]
fn the_service_starts_without_anything_of_the_tests() {
    let data = tempfile::TempDir::new().unwrap();
    let program =
        citable_test_support::program::Program::serve(crate::world::BINARY, data.path(), |_| {});
    program.terminate();
    let (status, _, log) = program.wait();
    assert_eq!(status.code(), Some(0), "{log}");
}
