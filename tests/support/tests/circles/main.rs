//! No circle of imports between the files of a crate: what a file takes from, it can be read
//! without.
#![expect(clippy::unwrap_used, reason = "a test that meets an error fails")]

mod modules;
mod paths;

use std::collections::BTreeMap;
use std::fmt::Write as _;

use citable_test_support::program::workspace;
use modules::Crate;
use petgraph::algo::tarjan_scc;
use petgraph::graphmap::DiGraphMap;

/// The files of a crate that take from each other in a circle, with what ties each.
fn circles(root: &str) -> Vec<String> {
    let house = Crate::read(&workspace().join(root));
    let mut arrows: BTreeMap<(usize, usize), Vec<String>> = BTreeMap::new();
    for (from, path) in house.taken() {
        if let Some(to) = house.definer(from, &path)
            && house.file(from) != house.file(to)
        {
            let name = path.last().cloned().unwrap_or_default();
            let names = arrows.entry((house.file(from), house.file(to))).or_default();
            if !names.contains(&name) {
                names.push(name);
            }
        }
    }
    let graph: DiGraphMap<usize, ()> = arrows.keys().copied().collect();
    let tied = tarjan_scc(&graph).into_iter().filter(|files| files.len() > 1);
    tied.map(|files| {
        let mut text = format!("{} files of {root}\n", files.len());
        for ((from, to), names) in &arrows {
            if files.contains(from) && files.contains(to) {
                let (from, to) = (house.name(*from), house.name(*to));
                let _ = writeln!(text, "  {from} -> {to}: {}", names.join(", "));
            }
        }
        text
    })
    .collect()
}

fn assert_no_circle(root: &str) {
    let circles = circles(root);
    assert!(circles.is_empty(), "{} circles:\n{}", circles.len(), circles.join("\n"));
}

#[test]
fn no_circle_in_the_program() {
    assert_no_circle("src/lib.rs");
}

#[test]
fn no_circle_in_the_actors() {
    assert_no_circle("actors/src/lib.rs");
}

#[test]
fn no_circle_in_the_checks() {
    assert_no_circle("checks/src/lib.rs");
}

#[test]
fn no_circle_in_the_metrics() {
    assert_no_circle("metrics/src/lib.rs");
}

#[test]
fn no_circle_in_the_store() {
    assert_no_circle("schema/src/lib.rs");
}

#[test]
fn a_circle_is_named() {
    let named = circles("tests/support/tests/circles/specimen/lib.rs");
    assert_eq!(
        named,
        ["3 files of tests/support/tests/circles/specimen/lib.rs\n  \
          east.rs -> west/inner.rs: Deep\n  \
          west.rs -> east.rs: Sunrise\n  \
          west/inner.rs -> west.rs: horizon\n"]
    );
}
