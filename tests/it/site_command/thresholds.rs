//! When a site fails a build.

use tempfile::TempDir;

use super::made::{BASE, page, ran, site, write};

fn folder() -> TempDir {
    let folder = TempDir::new().unwrap();
    write(&folder.path().join("public"), BASE);
    folder
}

#[test]
fn thresholds_decide_the_exit_code() {
    let folder = folder();
    for (more, code, told) in [
        (&["--fail-under", "1"][..], 0, ""),
        (&["--fail-under", "100"], 1, "8 pages score below 100: https://"),
        (
            &["--fail-under", "100", "--allow", "7"],
            1,
            "8 pages score below 100, 7 allowed: https://",
        ),
        (&["--fail-under", "100", "--allow", "8"], 0, ""),
        (&["--fail-on", "language"], 0, ""),
        (&["--fail-on", "publisher-identity"], 1, "check publisher-identity fails on 8 pages"),
        (&["--fail-on", "provenance"], 1, "a check of provenance fails on 8 pages"),
        (&["--fail-on", "canonical"], 0, "--fail-on canonical:warn counts warnings too"),
        (&["--fail-on", "canonical:warn"], 1, "check canonical fails or warns on 5 pages"),
        (&["--fail-on", "site:duplicate-head"], 1, "site:duplicate-head fails on 2 pages"),
    ] {
        let arguments = [&["public", "--base-url", BASE, "--format", "csv"], more].concat();
        let (exit, _, stderr) = ran(&site(folder.path(), &arguments).output().unwrap());
        assert_eq!(exit, Some(code), "{more:?}: {stderr}");
        assert!(stderr.contains(told), "{more:?}: {stderr}");
    }
}

#[test]
fn only_what_got_worse_fails_against_a_baseline() {
    let folder = folder();
    let run = |more: &[&str]| {
        let arguments = [&["public", "--base-url", BASE], more].concat();
        ran(&site(folder.path(), &arguments).output().unwrap())
    };
    assert_eq!(run(&["-o", "jsonl=main.jsonl"]).0, Some(0));
    let against = ["--baseline", "main.jsonl", "--fail-under", "100", "--fail-on", "provenance"];
    let (code, out, told) = run(&[&against[..], &["-o", "accepted.xml"]].concat());
    assert_eq!(code, Some(0), "an old site full of findings passes: {told}");
    assert!(out.contains("0 worse, 0 better, 8 unchanged, 0 new, 0 gone"), "{out}");

    let flat = out.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(flat.contains("`provenance` fails on 8 pages in the baseline"), "{out}");
    let accepted = std::fs::read_to_string(folder.path().join("accepted.xml")).unwrap();
    assert!(!accepted.contains("<failure"), "{accepted}");

    let public = folder.path().join("public");
    let mended = page(BASE, "blog/neap.html", "Neap tides", true);
    std::fs::write(public.join("blog/neap.html"), mended).unwrap();
    let (_, out, _) = run(&["--baseline", "main.jsonl"]);
    assert!(out.contains("0 worse, 1 better, 7 unchanged, 0 new, 0 gone"), "{out}");
    let worse = page(BASE, "blog/neap.html", "Neap tides", false).replace(" lang=en", "");
    std::fs::write(public.join("blog/neap.html"), worse).unwrap();
    std::fs::remove_file(public.join("blog/slack.html")).unwrap();
    let (code, out, told) = run(&["--baseline", "main.jsonl"]);
    assert_eq!(code, Some(1), "{told}");
    assert!(told.contains("1 page got worse since the baseline"), "{told}");
    assert!(out.contains("1 worse, 0 better, 6 unchanged, 0 new, 1 gone"), "{out}");
    let unwrapped = out.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(unwrapped.contains("check language went from fine to"), "{out}");

    std::fs::write(public.join("blog/new.html"), page(BASE, "blog/new.html", "New", false))
        .unwrap();
    let (_, _, told) = run(&against);
    assert!(told.contains("1 new page scores below 100"), "{told}");
    assert!(told.contains("a check of provenance fails on 1 new page"), "{told}");
    let (code, _, told) = run(&["--baseline", "none.jsonl"]);
    assert_eq!(code, Some(2));
    assert!(told.contains("can't read none.jsonl"), "{told}");
}
