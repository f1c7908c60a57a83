//! Pages whose content JavaScript adds, rendered by the service and by the command line.

use std::path::Path;
use std::process::Output;

use citable_test_support::foreign::REQUIRED;
use citable_test_support::reply::Reply;
use serde_json::Value;

use crate::world::{HOST, World, citable, reach};

const BROWSERS: [&str; 2] = ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium"];

/// The application; `app.js` fills it with what `/tides.json` says.
const APPLICATION: &str = "<!doctype html><html lang=en><head><title>Loading</title></head>\
<body><div id=root></div><script src=/app.js></script><script src=/private/counter.js></script>\
</body></html>";
const SCRIPT: &str = "fetch('/tides.json').then(answer => answer.json()).then(({ title, text }) => {\
document.title = title; root.innerHTML = `<main><h1>${title}</h1><p>${text}</p></main>`; });";
const TEXT: &str = "Tides are the rise and fall of sea levels, caused by the gravity of the Moon \
and the Sun and by the rotation of the Earth. The Moon pulls hardest, since it is near. The Sun is \
far heavier and far further away, and pulls less than half as hard. When the two stand in line, at \
new moon and at full moon, the water climbs higher and falls lower than on other days.";

/// A browser, or none with a message.
pub(crate) fn browser() -> Option<&'static str> {
    let found = BROWSERS.into_iter().find(|path| Path::new(path).is_file());
    if found.is_none() {
        assert!(std::env::var_os(REQUIRED).is_none(), "a browser is required: {BROWSERS:?}");
        eprintln!("skipped: no browser is installed ({})", BROWSERS.join(", "));
    }
    found
}

fn world(browser: &str) -> World {
    let world = world_without(browser);
    // Scans that want a browser before it has started go without one.
    world.program().wait_until_logged("a browser is ready");
    world
}

/// The same where the browser may not be there.
fn world_without(browser: &str) -> World {
    let world = World::with(|command| {
        command.env("CITABLE_CHROMIUM", browser);
    });
    serve_application(&world);
    world
}

fn serve_application(world: &World) {
    let script = |text: &str| {
        Reply::new(200).header("content-type", "text/javascript").body(text.to_owned())
    };
    let data = serde_json::json!({ "title": "Tides explained", "text": TEXT }).to_string();
    for (path, reply) in [
        ("/app", Reply::html(APPLICATION)),
        ("/app.js", script(SCRIPT)),
        ("/tides.json", Reply::new(200).header("content-type", "application/json").body(data)),
        ("/private/counter.js", script("root.append('counted')")),
        ("/robots.txt", Reply::text("User-agent: CitableBot\nDisallow: /private/\n")),
        (
            "/served",
            Reply::html(&format!(
                "<!doctype html><html lang=en><head><title>Tides explained</title></head><body>\
                 <div id=root><main><h1>Tides explained</h1><p>{TEXT}</p></main></div>\
                 <script src=/app.js></script></body></html>"
            )),
        ),
    ] {
        world.origin.route(HOST, path, reply);
    }
}

fn verdict<'v>(report: &'v Value, id: &str) -> &'v Value {
    let checks = report["checks"].as_array().unwrap();
    &checks.iter().find(|check| check["id"] == id).unwrap()["status"]
}

fn fact<'v>(report: &'v Value, name: &str) -> (&'v Value, &'v Value) {
    let facts = report["rendering"]["facts"].as_array().unwrap();
    let fact = facts.iter().find(|fact| fact["name"] == name).unwrap();
    (&fact["html"], &fact["rendered"])
}

#[test]
fn an_application_fails_and_its_server_rendered_twin_passes() {
    let Some(browser) = browser() else { return };
    let world = world(browser);
    let report = |path: &str| world.client.finished(&world.client.scan(&world.url(path))).json();

    let application = report("/app");
    let rendering = &application["rendering"];
    assert_eq!(rendering["state"], "seen", "{rendering:#}");
    assert_eq!(rendering["addedByJavascript"], 100);
    assert_eq!(verdict(&application, "raw-html-content"), "fail");
    assert_eq!(fact(&application, "Title"), (&"Loading".into(), &"Tides explained".into()));
    let counter = world.url("/private/counter.js");
    assert_eq!(rendering["notLoaded"], serde_json::json!([counter]), "robots.txt is obeyed");
    assert!(!world.origin.paths(HOST).contains(&"/private/counter.js".to_owned()));

    let served = report("/served");
    assert_eq!(served["rendering"]["state"], "seen", "{:#}", served["rendering"]);
    assert_eq!(served["rendering"]["addedByJavascript"], 0);
    assert_eq!(verdict(&served, "raw-html-content"), "pass");

    assert_eq!(report("/")["rendering"]["state"], "seen", "a short page");
}

#[test]
fn a_replayed_report_is_the_same_without_a_browser() {
    let Some(browser) = browser() else { return };
    let mut world = world(browser);
    let id = world.client.scan(&world.url("/app"));
    let report = world.client.finished(&id).json();
    world.take_program().kill();
    world.restart();
    assert_eq!(world.client.get(&format!("/scan/{id}")).json(), report);
}

#[test]
fn a_scan_never_fails_for_want_of_a_browser() {
    let world = world_without("/nonexistent/chromium");
    let report = world.client.finished(&world.client.scan(&world.url("/app"))).json();
    assert_eq!(report["status"], "done");
    assert_eq!(report["rendering"]["state"], "notAvailable");
    let reason = report["rendering"]["reason"].as_str().unwrap();
    assert!(!reason.is_empty() && !reason.contains("nonexistent"), "{reason}");
}

fn stdout(output: &Output) -> String {
    let told = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{told}");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

#[test]
fn the_command_line_renders_a_page_and_the_file_of_it_alike() {
    if browser().is_none() {
        return;
    }
    let world = World::start();
    serve_application(&world);
    let url = world.url("/app");
    let run = |arguments: &[&str]| {
        let mut command = citable(arguments);
        reach(&mut command, &world.origin);
        stdout(&command.output().unwrap())
    };
    let rendered = run(&["render", &url]);
    assert!(rendered.starts_with("JavaScript adds 100% of the main content."), "{rendered}");
    let file = tempfile::Builder::new().suffix(".html").tempfile().unwrap();
    std::fs::write(file.path(), APPLICATION).unwrap();
    let path = file.path().to_str().unwrap();
    assert_eq!(run(&["render", path, "--base-url", &url]), rendered);
    let diff = run(&["render", &url, "--diff"]);
    assert!(diff.starts_with("+ Tides explained\n+ Tides are the rise"), "{diff}");
    let html = run(&["render", &url, "--format", "html"]);
    assert!(html.contains("<h1>Tides explained</h1>"), "{html}");
    let text = run(&["scan", &url, "--render"]);
    assert!(text.contains("Before and after JavaScript"), "{text}");
    assert!(text.contains("Title: `Loading` in the HTML, `Tides explained`"), "{text}");
    let asked = run(&["scan", &world.url("/served"), "--format", "json"]);
    assert!(asked.contains("\"state\": \"notAsked\""), "{asked}");
}
