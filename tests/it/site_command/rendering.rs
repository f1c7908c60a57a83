//! Pages that are rendered, with what they ask for from the folder.

use serde_json::Value;
use tempfile::TempDir;

use super::made::{ran, rows, site};
use crate::rendering::browser;

const SHELL: &str = "<!doctype html><html lang=en><head><title>Tides</title></head><body>\
    <div id=root></div><script src=\"{src}\"></script></body></html>";
const SCRIPT: &str = "root.innerHTML = '<main><h1>Tides explained</h1>' + '<p>The water rises and \
    falls twice a day on most coasts, and the Moon is to blame for most of it.</p>'.repeat(20) + \
    '</main>';";

/// Two pages whose text a script brings, and one without scripts; the site is published at `base`.
fn folder(src: &str) -> TempDir {
    let folder = TempDir::new().unwrap();
    let write = |path: &str, text: &str| {
        let path = folder.path().join("public").join(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    };
    write("index.html", &SHELL.replace("{src}", src));
    write("lost.html", &SHELL.replace("{src}", "/lost.js"));
    let text =
        "<p>This text is in the file, so that nothing has to be added to it.</p>".repeat(100);
    let plain = format!("<!doctype html><html lang=en><title>Plain</title><main>{text}</main>");
    write("plain.html", &plain);
    write("js/app.js", SCRIPT);
    folder
}

/// How each page was rendered, and what JavaScript added to it, in percent.
fn renderings(folder: &TempDir, arguments: &[&str]) -> Vec<(String, Value, Value)> {
    let arguments = [&["public", "--format", "jsonl", "--full"], arguments].concat();
    let (code, out, told) = ran(&site(folder.path(), &arguments).output().unwrap());
    assert_eq!(code, Some(0), "{told}");
    let of = |row: &Value| {
        let rendering = &row["report"]["rendering"];
        let path = row["url"].as_str().unwrap().to_owned();
        (path, rendering["state"].clone(), rendering["addedByJavascript"].clone())
    };
    rows(&out).iter().map(of).collect()
}

#[test]
fn a_rendered_page_gets_the_scripts_of_its_folder() {
    if browser().is_none() {
        return;
    }
    let seen = |path: &str, added: u8| (path.to_owned(), Value::from("seen"), Value::from(added));
    let unasked = |path: &str| (path.to_owned(), Value::from("notAsked"), Value::Null);

    let unnamed = folder("/js/app.js");
    assert_eq!(
        renderings(&unnamed, &["--render"]),
        [seen("/", 100), seen("/lost.html", 0), seen("/plain.html", 0)]
    );
    let auto = renderings(&unnamed, &["--render=auto"]);
    assert_eq!((&auto[0], &auto[2]), (&seen("/", 100), &unasked("/plain.html")));
    let never = renderings(&unnamed, &[]);
    assert!(never.iter().all(|(_, state, _)| state == "notAsked"), "{never:?}");

    // The URLs of a site that is published below a path begin with it.
    let below = folder("/tides/js/app.js");
    let base = "https://www.example.org/tides/";
    let rendered = renderings(&below, &["--render", "--base-url", base]);
    assert_eq!(rendered[0], seen(base, 100));
}

#[test]
fn a_script_that_changed_is_seen_by_a_run_that_goes_on() {
    if browser().is_none() {
        return;
    }
    let folder = folder("/js/app.js");
    let plain = |state: &[(String, Value, Value)]| state[2].1.clone();
    assert_eq!(plain(&renderings(&folder, &["--render=auto"])), "notAsked");
    let always = renderings(&folder, &["--render", "--resume"]);
    assert_eq!((&always[0].2, plain(&always)), (&Value::from(100), Value::from("seen")));
    std::fs::write(folder.path().join("public/js/app.js"), "// nothing is added any more").unwrap();
    assert_eq!(renderings(&folder, &["--render", "--resume"])[0].2, 0);
}

#[test]
fn rendering_can_be_an_option_of_the_file() {
    if browser().is_none() {
        return;
    }
    let folder = folder("js/app.js");
    std::fs::write(folder.path().join("citable.toml"), "render = \"auto\"\n").unwrap();
    let rendered = renderings(&folder, &[]);
    assert_eq!(rendered[0].2, 100, "{rendered:?}");
}

#[test]
fn what_javascript_changes_is_not_told_of_an_ignored_check() {
    if browser().is_none() {
        return;
    }
    let folder = folder("js/app.js");
    let script = format!("{SCRIPT} document.title = 'Another title';");
    std::fs::write(folder.path().join("public/js/app.js"), script).unwrap();
    let details = |options: &str| {
        std::fs::write(folder.path().join("citable.toml"), options).unwrap();
        let arguments = ["public", "--render", "--format", "jsonl", "--full"];
        let (code, out, told) = ran(&site(folder.path(), &arguments).output().unwrap());
        assert_eq!(code, Some(0), "{told}");
        let row = rows(&out).remove(0);
        let checks = row["report"]["checks"].as_array().unwrap();
        checks.iter().find(|check| check["id"] == "page-metadata").unwrap()["details"].to_string()
    };
    assert!(details("").contains("Another title"));
    let ignored = "[[ignore]]\ncheck = \"page-metadata\"\nreason = \"Written later.\"\n";
    assert_eq!(details(ignored), "[]");
}
