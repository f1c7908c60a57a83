//! The interpreters of the client packages, and what they are told to run.

use std::path::PathBuf;
use std::process::Command;

use citable_test_support::foreign::REQUIRED;
use citable_test_support::program::{command, workspace};

use Language::{JavaScript, Python};

/// One of the packages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Language {
    Python,
    JavaScript,
}

impl Language {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Python => "python",
            JavaScript => "javascript",
        }
    }

    fn package(self) -> PathBuf {
        workspace().join("clients").join(self.name())
    }

    /// The interpreter, in the folder of the package and without settings of this machine.
    fn interpreter(self) -> Command {
        let mut interpreter = command(match self {
            Python => "python3",
            JavaScript => "node",
        });
        interpreter.current_dir(self.package()).env("PYTHONPATH", "src:tests");
        interpreter.env("PYTHONDONTWRITEBYTECODE", "1");
        interpreter
    }

    /// Whether the interpreter is there, and new enough for the package.
    pub(crate) fn is_here(self) -> bool {
        let mut probe = self.interpreter();
        match self {
            Python => probe.args(["-c", "import sys; sys.exit(sys.version_info < (3, 10))"]),
            JavaScript => {
                probe.args(["-e", "process.exit(parseInt(process.versions.node) < 20 ? 1 : 0)"])
            }
        };
        let is_here = probe.output().is_ok_and(|output| output.status.success());
        if !is_here {
            assert!(std::env::var_os(REQUIRED).is_none(), "{self:?} is required");
            eprintln!("skipped: {self:?} cannot be had here");
        }
        is_here
    }

    /// The suite of the package.
    pub(crate) fn suite(self) -> Command {
        let mut suite = self.interpreter();
        match self {
            Python => suite.args(["-W", "error", "-m", "unittest", "discover", "-s", "tests"]),
            JavaScript => suite.arg("--test").args(self.test_files()),
        };
        suite
    }

    /// The files with tests of JavaScript. Left alone, Node.js also runs the others beside them.
    fn test_files(self) -> impl Iterator<Item = String> {
        let files = std::fs::read_dir(self.package().join("test")).unwrap();
        let names = files.map(|file| file.unwrap().file_name().into_string().unwrap());
        names.filter(|name| name.ends_with(".test.js")).map(|name| format!("test/{name}"))
    }

    /// One file of the suite.
    pub(crate) fn part(self, name: &str) -> Command {
        let mut part = self.interpreter();
        match self {
            Python => part.args(["-m", "unittest", &format!("test_{name}")]),
            JavaScript => part.args(["--test", &format!("test/{name}.test.js")]),
        };
        part
    }

    /// The command line of the package.
    pub(crate) fn cli(self) -> Command {
        let mut cli = self.interpreter();
        match self {
            Python => cli.args(["-m", "citable_client"]),
            JavaScript => cli.arg("src/cli.js"),
        };
        cli
    }

    /// A program that says the type of a delivery on its standard input, if it verifies.
    pub(crate) fn verifier(self) -> Command {
        let mut verifier = self.interpreter();
        match self {
            Python => verifier.args(["-c", PYTHON_VERIFIER]),
            JavaScript => verifier.args(["--input-type=module", "-e", JAVASCRIPT_VERIFIER]),
        };
        verifier
    }
}

const PYTHON_VERIFIER: &str = "
import json, sys
from citable_client import verify_webhook
told = json.load(sys.stdin)
print(verify_webhook(told['body'].encode(), told['headers'], told['secret'])['type'])
";

const JAVASCRIPT_VERIFIER: &str = "
import { readFileSync } from 'node:fs';
import { verifyWebhook } from 'citable-client';
const told = JSON.parse(readFileSync(0, 'utf8'));
console.log((await verifyWebhook(Buffer.from(told.body), told.headers, told.secret)).type);
";
