//! Clients that others' generators make of the description: they type-check under the strictest
//! rules, and read a report.

use std::path::Path;
use std::process::Command;

use citable_test_support::foreign::{Foreign, Packages};
use serde_json::{Value, json};

use crate::people::key_of;
use crate::world::World;

const TYPESCRIPT: Packages = Packages {
    name: "typescript-client",
    python: &[],
    javascript: &["openapi-typescript@7.13.0", "openapi-fetch@0.17.0", "typescript@5.9.3"],
};
const PYTHON: Packages = Packages {
    name: "python-client",
    python: &["openapi-python-client==0.29.1", "mypy==2.4.1", "ruff==0.17.6"],
    javascript: &[],
};

/// A world with a report, and who may read it.
struct Office {
    world: World,
    token: String,
    scan: String,
}

impl Office {
    fn open() -> Self {
        let world = World::start();
        let (_, bearer) = key_of(&world, "clients@people.example", "pro", "read");
        let token = bearer.replace("Bearer ", "");
        let scan = world.client.scan(&world.url("/"));
        assert_eq!(world.client.finished(&scan).status, 200);
        Self { world, token, scan }
    }

    /// Gives a script what it asks for, and holds what it prints against the report.
    fn check(&self, script: &mut Command) {
        let told = run(script.args([self.world.program().base(), &self.token, &self.scan]));
        let told: Value = serde_json::from_str(&told).unwrap();
        let path = format!("/scan/{}", self.scan);
        let bearer = format!("Bearer {}", self.token);
        let headers = [("authorization", bearer.as_str())];
        let report = self.world.client.send("GET", &path, &headers, None).json();
        let failed = report["checks"].as_array().unwrap().iter();
        let failed = failed.filter(|check| check["status"] == "fail").count();
        let expected = json!({
            "plan": "pro",
            "id": self.scan,
            "score": report["score"],
            "checks": report["checks"].as_array().unwrap().len(),
            "failed": failed,
            "fixes": report["recommendations"].as_array().unwrap().len(),
        });
        assert_eq!(told, expected);
    }

    /// The description, as a file in that folder.
    fn describe(&self, folder: &Path) {
        let document = self.world.client.get("/openapi.json").body;
        std::fs::write(folder.join("openapi.json"), document).unwrap();
    }
}

/// What a command prints.
fn run(command: &mut Command) -> String {
    let output = command.output().unwrap();
    let (said, errors) =
        (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{command:?}:\n{said}\n{errors}");
    said.into_owned()
}

#[test]
fn a_client_in_typescript_is_generated_type_checks_and_reads_a_report() {
    let Some(packages) = TYPESCRIPT.installed() else { return };
    let tool = |name: &str| {
        let mut command = packages.javascript("node");
        command.arg(packages.place().join("node_modules").join(name));
        command
    };
    let office = Office::open();
    let folder = tempfile::TempDir::new_in(packages.place()).unwrap();
    office.describe(folder.path());
    run(tool("openapi-typescript/bin/cli.js")
        .args(["openapi.json", "-o", "schema.d.ts"])
        .current_dir(&folder));
    let made = std::fs::read_to_string(folder.path().join("schema.d.ts")).unwrap();
    assert!(!made.contains("@enum {unknown}"), "an enumeration without a type");
    let script = include_str!("clients/read_report.mts");
    std::fs::write(folder.path().join("read_report.mts"), script).unwrap();
    let strict = ["--strict", "--noUncheckedIndexedAccess", "--module", "nodenext"];
    let mut compiler = tool("typescript/bin/tsc");
    compiler.args(strict).args(["--target", "es2022", "--lib", "es2022,dom", "read_report.mts"]);
    run(compiler.current_dir(&folder));
    office.check(Command::new("node").arg("read_report.mjs").current_dir(&folder));
}

#[test]
fn a_client_in_python_is_generated_type_checks_and_reads_a_report() {
    let Some(packages) = PYTHON.installed() else { return };
    let tool = |name: &str| module(&packages, name);
    let office = Office::open();
    let folder = tempfile::TempDir::new().unwrap();
    office.describe(folder.path());
    let mut generator = tool("openapi_python_client");
    generator.args(["generate", "--path", "openapi.json", "--meta", "none", "--fail-on-warning"]);
    run(generator.args(["--output-path", "citable_client"]).current_dir(&folder));
    let script = include_str!("clients/read_report.py");
    std::fs::write(folder.path().join("read_report.py"), script).unwrap();
    // What stands in `PYTHONPATH` is another's: its types count, and its faults are its own.
    let libraries = std::env::join_paths([&*packages.python_path(), folder.path()]).unwrap();
    let mut checker = tool("mypy");
    checker.args(["--strict", "read_report.py"]).env("PYTHONPATH", &libraries);
    run(checker.current_dir(&folder));
    let mut reader = Command::new("python3");
    reader.arg("read_report.py").env("PYTHONPATH", &libraries).current_dir(&folder);
    office.check(&mut reader);
}

/// A module of the packages, with their programs in its path.
fn module(packages: &Foreign, name: &str) -> Command {
    let mut command = packages.python();
    let programs = packages.python_path().join("bin").into();
    let paths = [programs, std::env::var_os("PATH").unwrap_or_default()];
    let path: Vec<_> = paths.iter().flat_map(std::env::split_paths).collect();
    command.env("PATH", std::env::join_paths(path).unwrap()).args(["-m", name]);
    command
}
