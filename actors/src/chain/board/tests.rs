use serde_json::{Value, from_value, json};

use super::*;

fn list<T: serde::de::DeserializeOwned>(value: Value) -> Vec<T> {
    from_value(value).unwrap()
}

fn at(text: &str) -> i64 {
    text.parse::<chrono::DateTime<chrono::Utc>>().unwrap().timestamp_millis()
}

fn labels(names: &[&str]) -> Value {
    names.iter().map(|name| json!({ "name": name })).collect()
}

fn issue(number: u64, names: &[&str], is_pull: bool) -> Value {
    let mut issue = json!({ "number": number, "title": "A title", "labels": labels(names) });
    if is_pull {
        issue["pull_request"] = json!({});
    }
    issue
}

fn run(id: u64, sha: &str, branch: Option<&str>, begun: &str) -> Value {
    json!({ "id": id, "head_sha": sha, "head_branch": branch, "status": "completed",
        "conclusion": "success", "created_at": begun })
}

#[test]
fn what_is_in_no_lane_is_not_on_the_board() {
    let material = Material {
        issues: list(json!([
            issue(3, &["lane:deps", "lane:chain", "stage:b", "stage:a"], false),
            issue(1, &["stage:a"], false),
            issue(2, &["lane:unknown"], false),
            { "number": 4, "title": "Old", "labels": ["lane:feature", {"name": null}] },
        ])),
        ..Material::default()
    };
    let board = material.board(&Board::default());
    let seen: Vec<_> =
        board.objects.iter().map(|one| (one.number, one.lane, one.stage.as_deref())).collect();
    assert_eq!(seen, [(3, Lane::Deps, Some("b")), (4, Lane::Feature, None)]);
    assert_eq!(board.objects[1].labels, ["lane:feature"]);
}

#[test]
fn a_stage_is_entered_when_its_label_came_last() {
    let event = |number: u64, event: &str, label: &str, at: &str| {
        json!({ "event": event, "created_at": at, "label": { "name": label },
            "issue": { "number": number } })
    };
    let material = || Material {
        issues: list(json!([
            issue(1, &["lane:bugfix", "stage:test"], false),
            issue(2, &["lane:bugfix", "stage:test"], false),
            issue(3, &["lane:bugfix", "stage:test"], false),
            issue(4, &["lane:bugfix"], false),
        ])),
        events: list(json!([
            event(1, "labeled", "stage:test", "2027-01-02T00:00:00Z"),
            event(1, "labeled", "stage:test", "2027-01-01T00:00:00Z"),
            event(1, "unlabeled", "stage:test", "2027-01-03T00:00:00Z"),
            event(1, "labeled", "stage:other", "2027-01-04T00:00:00Z"),
            { "event": "closed", "created_at": "2027-01-05T00:00:00Z", "issue": { "number": 1 } },
        ])),
        ..Material::default()
    };
    let known = |number: u64, stage: &str| ChainObject {
        entered_stage_at: Some(7),
        number,
        ..object(
            from_value(issue(number, &["lane:bugfix", &format!("stage:{stage}")], false)).unwrap(),
            &HashMap::new(),
        )
        .unwrap()
    };
    let before = Board { objects: vec![known(2, "test"), known(3, "before")], ..Board::default() };
    let board = material().board(&before);
    let entered: Vec<_> = board.objects.iter().map(|object| object.entered_stage_at).collect();
    assert_eq!(entered, [Some(at("2027-01-02T00:00:00Z")), Some(7), None, None]);
}

#[test]
fn runs_are_matched_by_head_and_else_by_time() {
    let event = json!([{ "event": "labeled", "created_at": "2027-01-02T00:00:00Z",
        "label": { "name": "stage:test" }, "issue": { "number": 2 } }]);
    let material = Material {
        issues: list(json!([
            issue(1, &["lane:feature", "stage:test"], true),
            issue(2, &["lane:feature", "stage:test"], false),
            issue(3, &["lane:feature", "stage:test"], true),
        ])),
        pulls: list(json!([
            { "number": 1, "head": { "sha": "aaa", "ref": "one" } },
            { "number": 2, "head": { "sha": "issues-have-none", "ref": "x" } },
            { "number": 3, "head": { "sha": "ccc", "ref": "three" } },
        ])),
        events: list(event),
        runs: vec![
            (
                "test".to_owned(),
                list(json!([
                    run(9, "zzz", None, "2027-01-03T00:00:00Z"),
                    run(8, "old", Some("one"), "2027-01-02T00:00:00Z"),
                    run(7, "aaa", Some("else"), "2027-01-01T00:00:00Z"),
                ])),
            ),
            ("review".to_owned(), list(json!([run(6, "aaa", None, "2027-01-04T00:00:00Z")]))),
        ],
        ..Material::default()
    };
    let board = material.board(&Board::default());
    let runs = |place: usize| -> Vec<(&str, u64, RunMatch)> {
        let runs = board.objects[place].runs.iter();
        runs.map(|(stage, run)| (stage.as_str(), run.id, run.matched)).collect()
    };
    assert_eq!(runs(0), [("review", 6, RunMatch::Head), ("test", 8, RunMatch::Head)]);
    assert_eq!(runs(1), [("test", 9, RunMatch::Since)], "of its own stage alone");
    assert_eq!(runs(2), [], "when it came to its stage is not known");
    assert_eq!(board.objects[1].head, None);
    assert_eq!(board.objects[0].head_ref.as_deref(), Some("one"));
}

#[test]
fn the_last_ten_decisions_are_kept_newest_first() {
    let decision = |hour: u32| {
        json!({ "at": format!("2027-01-01T{hour:02}:00:00Z"), "object": null, "decision": "merge",
            "runId": hour.to_string() })
    };
    let decisions: Vec<Value> = (0..15).map(decision).collect();
    let state = from_value(json!({ "decisions": decisions })).unwrap();
    let board = Material { state, ..Material::default() }.board(&Board::default());
    let runs: Vec<&str> = board.decisions.iter().map(|one| one.run_id.as_str()).collect();
    assert_eq!(runs, ["14", "13", "12", "11", "10", "9", "8", "7", "6", "5"]);
    let stored = serde_json::to_string(&board).unwrap();
    assert_eq!(serde_json::from_str::<Board>(&stored).unwrap(), board);
}
