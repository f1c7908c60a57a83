//! The API description in words, and what programs look for at the root of the site.

use std::process::Command;

use citable_test_support::foreign::{Packages, said};
use serde_json::json;

use crate::world::World;

const VALIDATOR: Packages = Packages {
    name: "openapi-validator",
    python: &["openapi-spec-validator==0.9.0"],
    javascript: &[],
};

const FORMS: [(&str, &str); 4] = [
    ("/openapi.json", "application/json"),
    ("/openapi.json.md", "text/markdown; charset=utf-8"),
    ("/docs.md", "text/markdown; charset=utf-8"),
    ("/llms.txt", "text/plain; charset=utf-8"),
];

#[test]
fn every_form_of_the_description_is_public_and_conditional() {
    let world = World::start();
    for (path, media) in FORMS {
        let read = world.client.get(path);
        assert_eq!((read.status, read.header("content-type")), (200, media), "{path}");
        assert_eq!(read.header("cache-control"), "public, max-age=300", "{path}");
        assert_eq!(read.header("access-control-allow-origin"), "*", "{path}");
        let tag = read.header("etag");
        assert!(tag.len() > 10 && tag.starts_with('"'), "{path}: {tag}");
        let again = world.client.send("GET", path, &[("if-none-match", tag)], None);
        assert_eq!((again.status, again.body.as_str()), (304, ""), "{path}");
        assert_eq!(again.header("access-control-allow-origin"), "*", "{path}");
        let bad = [("authorization", "Bearer nothing"), ("cookie", "sid=nothing")];
        assert_eq!(world.client.send("GET", path, &bad, None).status, 200, "{path}");
        let posted = world.client.post(path, "{}");
        assert_eq!((posted.status, posted.header("allow")), (405, "GET, HEAD, OPTIONS"), "{path}");
    }
    let base = format!("{}/api/v1", world.program().base());
    for (path, _) in &FORMS[1..] {
        assert!(world.client.get(path).body.contains(&base), "{path}");
    }
}

#[test]
fn the_interactive_reference_loads_nothing_but_files_of_this_site() {
    let world = World::start();
    let page = world.client.get("/docs");
    let at_root = world.client.send_raw("GET", "/docs", &[], None);
    assert_eq!((page.status, &page.body), (200, &at_root.body));
    assert_eq!(page.header("content-type"), "text/html; charset=utf-8");
    assert_eq!(page.header("access-control-allow-origin"), "*");
    let policy = page.header("content-security-policy");
    assert!(policy.contains("script-src 'self'; style-src 'self'"), "{policy}");
    assert!(!policy.contains("unsafe"), "{policy}");
    for inline in ["<style", "style=", "<script>", " on"] {
        let tags = page.body.split('<').filter_map(|rest| rest.split('>').next());
        assert!(tags.into_iter().all(|tag| !format!("<{tag}>").contains(inline)), "{inline}");
    }
    let named = page.body.split('"').filter(|text| text.starts_with("/assets/"));
    let mut files = 0;
    for path in named {
        let file = world.client.send_raw("GET", path, &[], None);
        assert_eq!(file.status, 200, "{path}");
        assert_eq!(file.header("cache-control"), "public, max-age=31536000, immutable");
        files += 1;
    }
    assert_eq!(files, 7, "styles and scripts of the site and of the explorer, and the icon");
}

#[test]
fn the_interactive_reference_runs_in_a_browser_under_its_policy() {
    let browser = Command::new("chromium").arg("--version").output();
    if !browser.is_ok_and(|output| output.status.success()) {
        eprintln!("skipped: chromium cannot be had here");
        return;
    }
    let world = World::start();
    let profile = tempfile::TempDir::new().unwrap();
    let seen = Command::new("timeout")
        .args(["300", "chromium", "--headless", "--no-sandbox", "--disable-gpu"])
        .args(["--no-proxy-server", "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"])
        .args(["--enable-logging=stderr", "--virtual-time-budget=20000", "--dump-dom"])
        .arg(format!("--user-data-dir={}", profile.path().display()))
        .arg(format!("{}/docs", world.program().base()))
        .output()
        .unwrap();
    let (page, log) =
        (String::from_utf8_lossy(&seen.stdout), String::from_utf8_lossy(&seen.stderr));
    let console: Vec<&str> = log.lines().filter(|line| line.contains("CONSOLE")).collect();
    assert!(console.is_empty(), "{console:?}");
    for operation in ["createScan", "readHealth", "refuseRegistration"] {
        assert!(page.contains(operation), "{operation} of {} bytes; {log}", page.len());
    }
}

#[test]
fn the_map_leads_to_what_is_there() {
    let world = World::start();
    let map = world.client.get("/llms.txt").body;
    assert_eq!(world.client.send_raw("GET", "/llms.txt", &[], None).body, map);
    let links: Vec<&str> =
        map.split("](").skip(1).filter_map(|rest| rest.split(')').next()).collect();
    assert!(links.len() > 4, "{links:?}");
    for link in links {
        let path = link.strip_prefix(world.program().base()).unwrap();
        assert_eq!(world.client.send_raw("GET", path, &[], None).status, 200, "{link}");
    }
}

#[test]
fn the_resources_say_how_keys_are_sent_and_name_no_issuer() {
    let world = World::start();
    let base = world.program().base().to_owned();
    for (path, resource) in [
        ("", base.clone()),
        ("/mcp", format!("{base}/mcp")),
        ("/chatgpt/mcp", format!("{base}/chatgpt/mcp")),
    ] {
        let path = format!("/.well-known/oauth-protected-resource{path}");
        let read = world.client.get(&path);
        assert_eq!(read.status, 200, "{path}");
        assert_eq!(read.header("access-control-allow-origin"), "*");
        assert_eq!(
            read.json(),
            json!({
                "resource": resource,
                "resource_name": "Citable",
                "scopes_supported": ["read", "scan", "monitors"],
                "bearer_methods_supported": ["header"],
            })
        );
    }
    // What a challenge names is there.
    let refused = world.client.get("/account/usage");
    let challenge = refused.header("www-authenticate");
    let named = challenge.split('"').nth(1).unwrap().strip_prefix(&base).unwrap();
    assert_eq!(world.client.get(named).json()["resource"], base);
    let below_rest = world.client.send_raw("GET", &format!("/api/v1{named}"), &[], None);
    assert_eq!(below_rest.status, 404, "it is at the root alone");
}

#[test]
fn nobody_registers_but_people_are_shown_the_way() {
    let world = World::start();
    for path in ["/signup", "/register", "/sign-up", "/join"] {
        for method in ["GET", "HEAD"] {
            let found = world.client.send(method, path, &[], None);
            assert_eq!((found.status, found.header("location")), (302, "/login"), "{path}");
        }
    }
    let body = r#"{"client_name":"an agent","redirect_uris":["https://agent.example/"]}"#;
    let origin = ("origin", "https://agent.example");
    let json_type = ("content-type", "application/json");
    for (method, path, body) in [
        ("POST", "/register", Some(body)),
        ("POST", "/register", None),
        ("GET", "/.well-known/oauth-authorization-server", None),
        ("GET", "/.well-known/openid-configuration", None),
    ] {
        let refused = world.client.send(method, path, &[origin, json_type], body);
        assert_eq!((refused.status, refused.header("content-type")), (404, "application/json"));
        let told = refused.json();
        assert_eq!(told["error"], "not_found");
        let description = told["error_description"].as_str().unwrap();
        assert!(description.contains("/login") && description.contains("/auth.md"));
    }
    let put = world.client.send("PUT", "/register", &[], None);
    assert_eq!((put.status, put.header("allow")), (405, "GET, HEAD, POST, OPTIONS"));
}

#[test]
fn the_pages_on_authentication_and_versions_name_this_service() {
    let world = World::start();
    let base = world.program().base().to_owned();
    for path in ["/auth.md", "/api-versioning.md"] {
        let page = world.client.get(path);
        assert_eq!(page.header("content-type"), "text/markdown; charset=utf-8");
        assert!(page.body.contains(&format!("{base}/api/v1")), "{path}");
        assert!(!page.body.contains("_url}"), "{path}");
    }
    // What deprecated answers name is there.
    let old = world.client.send_raw("GET", "/api/healthz", &[], None);
    let policy = format!("<{base}/api-versioning.md>; rel=\"deprecation\"");
    assert!(old.header("link").contains(&policy), "{}", old.header("link"));
    assert!(world.client.get("/api-versioning.md").body.contains("2026-08-23"));
}

/// What the page for owners of sites says where pages are rendered.
const RUNS_SCRIPTS: &str = "run the page's scripts";

#[test]
fn owners_of_sites_learn_who_fetches_and_whom_to_write_to() {
    let silent = World::with(|command| {
        // As in a file of settings that names none.
        command.env("CITABLE_CHROMIUM", "");
    });
    let base = silent.program().base().to_owned();
    let look = |world: &World, path| world.client.send_raw("GET", path, &[], None);
    let scan = silent.client.scan(&silent.url("/"));
    assert_eq!(silent.client.finished(&scan).status, 200);
    let page = look(&silent, "/bot");
    assert_eq!((page.status, page.header("content-type")), (200, "text/html; charset=utf-8"));
    assert!(page.header("content-security-policy").contains("default-src 'none'"));
    let seen = silent.origin.requests();
    let agents: Vec<&str> =
        seen.iter().map(|request| request.header("user-agent").unwrap()).collect();
    assert!(agents.len() > 2);
    for agent in agents {
        assert!(agent.contains(&format!("+{base}/bot")), "{agent}");
        assert!(page.body.contains(agent), "{agent} is not on the page");
    }
    assert!(!page.body.contains(RUNS_SCRIPTS), "{}", page.body);
    assert_eq!(look(&silent, "/.well-known/security.txt").status, 404);
    let robots = look(&silent, "/robots.txt");
    assert_eq!(robots.header("content-type"), "text/plain; charset=utf-8");
    assert!(robots.body.contains("\nDisallow: /login/confirm\n"), "{}", robots.body);

    let open = World::with(|command| {
        command
            .env("CITABLE_SECURITY_CONTACT", "mailto:security@citable.example")
            .env("CITABLE_BOT_ADDRESSES", "192.0.2.0/28,2001:db8::1")
            .env("CITABLE_CHROMIUM", "/nonexistent/chromium");
    });
    let file = look(&open, "/.well-known/security.txt");
    assert_eq!(file.header("content-type"), "text/plain; charset=utf-8");
    for field in ["Contact: mailto:security@citable.example\n", "Expires: 20", "Canonical: http"] {
        assert!(file.body.contains(field), "{}", file.body);
    }
    let page = look(&open, "/bot").body;
    let told = ["192.0.2.0/28", "2001:db8::1/128", "mailto:security@citable.example", RUNS_SCRIPTS];
    for told in told {
        assert!(page.contains(told), "{told}");
    }
}

#[test]
fn the_description_is_valid_by_what_others_have_written() {
    let Some(library) = VALIDATOR.installed() else { return };
    let script = "import json, sys\n\
        from openapi_spec_validator import OpenAPIV31SpecValidator as Validator\n\
        print([str(error) for error in Validator(json.load(sys.stdin)).iter_errors()])";
    let errors = |document: &str| {
        let mut python = library.python();
        python.args(["-c", script]);
        said(python, document)
    };
    let document = include_str!("../../docs/openapi.json");
    assert_eq!(errors(document), "[]");
    let broken = document.replacen("\"operationId\"", "\"operationid\"", 1);
    let broken = broken.replacen("\"in\": \"header\"", "\"in\": \"head\"", 1);
    assert_ne!(errors(&broken), "[]");
}
