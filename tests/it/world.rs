//! A program, an HTTPS origin that it may reach, and a client.

use std::path::Path;
use std::process::Command;
use std::sync::LazyLock;
use std::time::{Duration, Instant};

use citable_test_support::client::Client;
use citable_test_support::https_origin::HttpsOrigin;
use citable_test_support::program::{Program, command};
use citable_test_support::reply::Reply;
use tempfile::TempDir;
use tokio::runtime::Runtime;

/// Scans of a stranger that no test reaches, since most tests are about other things.
pub(crate) const PLENTY: u32 = 100_000;
/// The program under test.
pub(crate) const BINARY: &str = env!("CARGO_BIN_EXE_citable");
/// A host that the origin serves.
pub(crate) const HOST: &str = "pages.citable-test.net";
/// Another one.
pub(crate) const OTHER_HOST: &str = "other.citable-test.net";

/// A log in which libraries speak too, those that handle secrets and strangers' bytes.
pub(crate) const LOUD: &str = "debug,isahc=debug,hyper=debug,h2=debug,rmcp=debug,lettre=debug,\
    rustls=debug,hickory_resolver=debug,hickory_net=debug,hickory_proto=debug,warp=debug";

/// A small page with which nothing is wrong.
pub(crate) const GOOD_PAGE: &str = "<!doctype html><html lang=en><head><title>Tides explained</title></head>\
<body><main><h1>Tides explained</h1><p>Tides are the rise and fall of sea levels, caused by the \
gravity of the Moon and the Sun and by the rotation of the Earth.</p><p>The Moon pulls hardest, \
since it is near. The Sun is far heavier and far further away, and pulls less than half as hard. \
When the two stand in line, at new moon and at full moon, the water climbs higher and falls lower \
than on other days; when they stand at right angles, it moves the least.</p><p>How far it moves at \
one place depends on the coast more than on the sky. A bay that grows narrow squeezes the wave and \
lifts it, and a shallow shelf slows it down. Tables give the times of high and low water for each \
harbour, and a strong wind from the sea adds to what they say.</p></main></body></html>";

/// Runs something to its end on the runtime that all origins share.
pub(crate) fn block_on<T>(work: impl Future<Output = T>) -> T {
    RUNTIME.block_on(work)
}

static RUNTIME: LazyLock<Runtime> = LazyLock::new(|| Runtime::new().unwrap());

/// Everything one test needs.
pub(crate) struct World {
    pub(crate) origin: HttpsOrigin,
    pub(crate) client: Client,
    program: Option<Program>,
    data: TempDir,
}

impl World {
    pub(crate) fn start() -> Self {
        Self::with(|_| {})
    }

    /// With more settings.
    pub(crate) fn with(adjust: impl FnOnce(&mut Command)) -> Self {
        let origin = block_on(HttpsOrigin::start(&[HOST, OTHER_HOST]));
        for host in [HOST, OTHER_HOST] {
            origin.route(host, "/", Reply::html(GOOD_PAGE));
        }
        let data = TempDir::new().unwrap();
        let program = serve(&origin, data.path(), adjust);
        let client = Client::of(program.base());
        Self { origin, client, program: Some(program), data }
    }

    /// The program, to be stopped by the test.
    pub(crate) fn take_program(&mut self) -> Program {
        self.program.take().unwrap()
    }

    /// Starts the program again over the same data.
    pub(crate) fn restart(&mut self) {
        self.restart_with(|_| {});
    }

    /// The same with more settings.
    pub(crate) fn restart_with(&mut self, adjust: impl FnOnce(&mut Command)) {
        let program = serve(&self.origin, self.data.path(), adjust);
        self.client = Client::of(program.base());
        self.program = Some(program);
    }

    /// The program's data folder.
    pub(crate) fn data(&self) -> &Path {
        self.data.path()
    }

    pub(crate) fn program(&self) -> &Program {
        self.program.as_ref().unwrap()
    }

    /// The address of a path on the first host.
    pub(crate) fn url(&self, path: &str) -> String {
        self.origin.url(HOST, path)
    }
}

impl Drop for World {
    fn drop(&mut self) {
        if let Some(program) = self.program.take() {
            program.kill();
        }
    }
}

fn serve(origin: &HttpsOrigin, data: &Path, adjust: impl FnOnce(&mut Command)) -> Program {
    Program::serve(BINARY, data, |command| {
        reach(command, origin);
        let plenty = PLENTY.to_string();
        command
            .env("CITABLE_PLAN_ANONYMOUS_SCANS_PER_DAY", &plenty)
            .env("CITABLE_PLAN_ANONYMOUS_SCANS_PER_MONTH", &plenty);
        adjust(command);
    })
}

/// Lets a command reach the origin, which is not on a public address.
pub(crate) fn reach(command: &mut Command, origin: &HttpsOrigin) {
    let address = origin.address().ip();
    command
        .env("CITABLE_FETCH_EXTRA_CA_FILE", origin.ca_file())
        .env("CITABLE_FETCH_RESOLVE", format!("{HOST}={address},{OTHER_HOST}={address}"))
        .env("CITABLE_FETCH_ALLOW_CIDRS", "127.0.0.0/8")
        .env("CITABLE_FETCH_ALLOW_PORTS", origin.address().port().to_string());
}

/// `citable` with arguments.
pub(crate) fn citable(arguments: &[&str]) -> Command {
    let mut citable = command(BINARY);
    citable.args(arguments);
    citable
}

/// Waits until something is true that nobody announces.
pub(crate) fn eventually(what: &str, mut holds: impl FnMut() -> bool) {
    let patience = Instant::now() + Duration::from_secs(30);
    while !holds() {
        assert!(Instant::now() < patience, "never: {what}");
        std::thread::yield_now();
    }
}
