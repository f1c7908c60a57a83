//! The guides for whoever works on the code name files that exist.
#![expect(clippy::unwrap_used, reason = "a test that meets an error fails")]

use std::path::Path;

use citable_test_support::program::workspace;

const GUIDES: [&str; 2] = ["ARCHITECTURE.md", "CONTRIBUTING.md"];
/// Folders that hold no source of ours.
const LEFT_OUT: [&str; 3] = ["target", ".git", "node_modules"];

fn files_below(folder: &Path, found: &mut Vec<String>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy();
        if path.is_dir() && !LEFT_OUT.contains(&name.as_ref()) {
            files_below(&path, found);
        } else {
            found.push(format!("/{}", path.display()));
        }
    }
}

/// What stands in code spans and looks like a source file or like a folder of one.
fn named(guide: &str) -> impl Iterator<Item = &str> {
    let spans = guide.split('`').skip(1).step_by(2);
    spans.filter(|span| {
        let is_path = span.chars().all(|c| c.is_ascii_alphanumeric() || "_-./".contains(c));
        let is_rooted = ["src/", "actors/", "checks/", "schema/", "metrics/", "tests/", "benches/"]
            .iter()
            .any(|root| span.starts_with(root));
        is_path && (span.ends_with(".rs") || is_rooted)
    })
}

#[test]
fn the_guides_name_files_that_exist() {
    let mut files = Vec::new();
    files_below(&workspace(), &mut files);
    let mut missing = Vec::new();
    for guide in GUIDES {
        let text = std::fs::read_to_string(workspace().join(guide)).unwrap();
        for name in named(&text) {
            let end = format!("/{}", name.trim_end_matches('/'));
            let inside = format!("{end}/");
            let exists = files.iter().any(|file| file.ends_with(&end) || file.contains(&inside));
            if !exists {
                missing.push(format!("{guide}: {name}"));
            }
        }
    }
    assert!(missing.is_empty(), "no such file:\n{}", missing.join("\n"));
}
