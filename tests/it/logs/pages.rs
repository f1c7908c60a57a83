//! Which requests count, and the pages of a site.

use serde_json::json;

use super::{Logs, agent, line};

fn log() -> String {
    let dated = |line: String, day: &str| line.replace("22/Nov", day);
    [
        dated(line("192.0.2.7", "/a", 200, "GPTBot/1.2"), "20/Nov"),
        dated(line("198.51.100.8", "/a", 200, "GPTBot/1.2"), "21/Nov"),
        line("2001:db8::9", "/b/", 503, "OAI-SearchBot/1.0"),
        line("192.0.2.7", "/c", 304, "OAI-SearchBot/1.0"),
        line("192.0.2.7", "/llms.txt", 200, "Claude-User"),
        line("192.0.2.7", "/sitemap.xml", 200, "GPTBot/1.2"),
        line("192.0.2.7", "/a.css", 200, "GPTBot/1.2"),
    ]
    .concat()
}

#[test]
fn pages_that_nobody_got_are_found() {
    let logs = Logs::new();
    logs.write("access.log", log());
    logs.write(
        "sitemap.xml",
        "<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\"><url><loc>https://e.org/a</loc>\
         </url><url><loc>https://e.org/b/</loc></url><url><loc>https://e.org/d</loc></url></urlset>",
    );
    logs.write("pages.txt", "/c\n# none\nhttps://e.org/e?utm=1\n");
    let report = logs.json(&["access.log", "--sitemap", "sitemap.xml", "--pages", "pages.txt"]);
    let never = &report["neverFetched"];
    assert_eq!((&never["given"], &never["never"]), (&json!(5), &json!(3)));
    assert_eq!(
        never["pages"],
        json!(["/b/", "/d", "/e"]),
        "a page that was refused wasn't fetched"
    );
    assert_eq!(never["neverByPurpose"], json!({ "search": 4, "training": 4, "user-triggered": 5 }));
    let one = logs.json(&["access.log", "--sitemap", "sitemap.xml", "--top", "1"]);
    assert_eq!(one["neverFetched"]["pages"].as_array().unwrap().len(), 1);
    logs.write("index.xml", "<sitemapindex/>".replace("/>", "></sitemapindex>"));
    let output = logs.run(&["access.log", "--sitemap", "index.xml"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(super::text(&output.stderr).contains("Pass the sitemaps that it lists"));
}

#[test]
fn what_an_agent_fetched_is_told_apart() {
    let logs = Logs::new();
    logs.write("access.log", log());
    let report = logs.json(&["access.log"]);
    let gptbot = agent(&report, "GPTBot");
    for (field, count) in
        [("hits", 4), ("pages", 1), ("sitemaps", 1), ("assets", 1), ("refused", 0)]
    {
        assert_eq!(gptbot[field], count, "{field}");
    }
    assert_eq!(agent(&report, "Claude-User")["llmsTxt"], 1);
    let search = agent(&report, "OAI-SearchBot");
    assert_eq!((&search["refused"], &search["fetched"]), (&json!(1), &json!(1)));
    assert_eq!(report["refusedPages"][0]["page"], "/b/");
    assert_eq!(report["topPages"][0], json!({ "page": "/a", "hits": 2, "agents": ["GPTBot"] }));
    assert_eq!(
        (&report["from"], &report["to"]),
        (&json!("2026-11-20T10:15:30Z"), &json!("2026-11-22T10:15:30Z"))
    );
    let absent: Vec<&str> = report["notSeen"]
        .as_array()
        .unwrap()
        .iter()
        .filter_map(|row| row["agent"].as_str())
        .collect();
    assert!(
        absent.contains(&"Claude-SearchBot") && !absent.contains(&"Google-Extended"),
        "{absent:?}"
    );
}

#[test]
fn time_bounds_are_inclusive() {
    let logs = Logs::new();
    logs.write("access.log", log());
    for (bounds, hits) in [
        (&["--since", "2026-11-21"][..], 6),
        (&["--until", "2026-11-20"], 1),
        (&["--since", "2026-11-21", "--until", "2026-11-21"], 1),
        (&["--since", "2026-11-22T10:15:30Z"], 5),
        (&["--since", "2026-11-22T10:15:31Z"], 0),
    ] {
        assert_eq!(logs.json(&[&["access.log"], bounds].concat())["hits"], hits, "{bounds:?}");
    }
}

#[test]
fn a_host_is_chosen_where_the_log_has_hosts() {
    let logs = Logs::new();
    let vhost = |host: &str| format!("{host}:443 {}", line("192.0.2.7", "/a", 200, "GPTBot/1.2"));
    logs.write("vhost.log", [vhost("www.example.org"), vhost("shop.example.org")].concat());
    let all = logs.json(&["vhost.log"]);
    assert_eq!((&all["hits"], all["hosts"].as_array().unwrap().len()), (&json!(2), 2));
    assert!(all["notes"].to_string().contains("2 hosts"), "{all:#}");
    assert_eq!(logs.json(&["vhost.log", "--host", "WWW.example.org"])["hits"], 1);
    logs.write("plain.log", line("192.0.2.7", "/a", 200, "GPTBot/1.2"));
    let none = logs.json(&["plain.log", "--host", "www.example.org"]);
    assert_eq!(none["hits"], 0);
    assert!(none["notes"].to_string().contains("have no host"), "{none:#}");
}

#[test]
fn only_the_vendors_addresses_count_where_they_are_given() {
    let logs = Logs::new();
    logs.write("access.log", log());
    logs.write("gptbot.json", r#"{"creationTime":"x","prefixes":[{"ipv4Prefix":"192.0.2.0/28"}]}"#);
    logs.write("search.txt", "# OpenAI\n2001:db8::/48\n192.0.2.7\n");
    let report = logs.json(&[
        "access.log",
        "--ranges",
        "gptbot=gptbot.json",
        "--ranges",
        "OAI-SearchBot=search.txt",
    ]);
    let gptbot = agent(&report, "GPTBot");
    assert_eq!(
        (&gptbot["verified"], &gptbot["hits"], &gptbot["claimedHits"]),
        (&json!(true), &json!(3), &json!(1))
    );
    assert_eq!(report["topPages"][0]["hits"], 1, "claims count nowhere else");
    assert_eq!(agent(&report, "OAI-SearchBot")["hits"], 2);
    assert_eq!(agent(&report, "Claude-User")["verified"], false);
}
