//! What a page says for the rules for sites, from its HTML and its answer.

use citable_checks::evaluate::{IgnoredCheck, SitePage, evaluate, evaluate_with_facts};
use citable_checks::page::snapshot::{Exchange, FileFetch, FileOutcome, Snapshot};
use citable_checks::patience::Patience;
use citable_checks::report::Status;
use citable_checks::site::{EntityKind, Hash64, PageFacts, PageRowFindings, Standing};
use url::Url;

const ADDRESS: &str = "https://www.example.com/blog/tea";
/// 2026-11-01T00:00:00Z.
const NOW: i64 = 1_793_491_200_000;
const PROSE: &str = "<p>Green tea is steeped at 80 degrees for two minutes, since hotter water \
                     makes it bitter, as the tea growers of Shizuoka say.";

fn answer(address: &str, media_type: &str) -> Exchange {
    let headers = vec![("content-type".to_owned(), media_type.to_owned())];
    Exchange { url: Url::parse(address).unwrap(), status: 200, headers }
}

fn snapshot(html: &str) -> Snapshot {
    let answer = answer(ADDRESS, "text/html; charset=utf-8");
    Snapshot::of_answer(answer, html.as_bytes().to_vec(), NOW)
}

fn facts_of(snapshot: &Snapshot) -> PageFacts {
    let patience = Patience::unlimited();
    let SitePage { report, facts, .. } =
        evaluate_with_facts("scn_1", snapshot, &[], &mut |_| {}, &patience).unwrap();
    assert_eq!(report, evaluate("scn_1", snapshot, &mut |_| {}).unwrap(), "the report is the same");
    facts
}

/// Twelve paragraphs. What is repeated counts once.
fn prose() -> String {
    (10..22).map(|minutes| PROSE.replace("two", &minutes.to_string())).collect()
}

fn facts(head: &str, body: &str) -> PageFacts {
    let text = prose();
    facts_of(&snapshot(&format!(
        "<!doctype html><html lang=en><head><title>Green tea</title>{head}</head>\
         <body><main><h1>Green tea</h1>{text}{body}</main>"
    )))
}

/// The key of the page that a link leads to.
fn key(address: &str) -> Hash64 {
    let links = facts("", &format!("<a href='{address}'>It</a>")).links;
    assert_eq!(links.len(), 1, "{address}");
    links[0]
}

#[test]
fn a_page_is_read_in_one_go() {
    let facts = facts(
        "<meta name=description content=' About\n tea '><link rel=canonical href='/blog/tea'>",
        "",
    );
    assert_eq!((facts.url.as_str(), facts.address()), (ADDRESS, ADDRESS));
    assert_eq!((facts.status, facts.standing), (200, Standing::Indexable));
    assert_eq!((facts.title.as_str(), facts.description.as_str()), ("Green tea", "About tea"));
    assert_eq!(facts.canonical.as_deref(), Some(ADDRESS));
    assert_eq!((facts.language.as_str(), facts.template.section.as_str()), ("en", "blog"));
    assert!(facts.words > 100 && facts.text.is_some(), "{facts:?}");
}

#[test]
fn links_are_resolved_against_the_base_and_hidden_ones_count() {
    let facts = facts(
        "<base href='/docs/'>",
        "<a href='a.html#part'>A</a><a href=/b>B</a><div hidden><a rel=nofollow href=c/>C</a></div>\
         <a href='#top'>Top</a><a href='https://example.org/d'>D</a><a href='b.pdf'>P</a>\
         <a href='mailto:tea@example.com'>M</a><a href='//example.com/e?utm_source=x'>E</a>",
    );
    for address in ["/docs/a", "/b", "/docs/c", "/e"] {
        assert!(facts.links.contains(&key(address)), "{address}");
    }
    assert_eq!((facts.links.len(), facts.other_links.len()), (4, 1));
}

#[test]
fn what_keeps_a_page_out_of_indexes_is_told() {
    let noindex = facts("<meta name=googlebot content=noindex>", "");
    assert_eq!(noindex.standing, Standing::Noindex);
    let other = facts("<meta name=bingbot content=noindex>", "");
    assert_eq!(other.standing, Standing::Indexable);
    let page = format!("<title>Tea</title><main>{}", prose());
    let mut gone = snapshot(&page);
    gone.page.exchanges[0].status = 404;
    let gone = facts_of(&gone);
    assert_eq!((gone.standing, gone.status), (Standing::Gone, 404));
    let mut kept = snapshot(&page);
    let robots = answer("https://www.example.com/robots.txt", "text/plain");
    kept.robots = vec![FileFetch {
        url: robots.url.clone(),
        fetched_at: NOW,
        exchanges: vec![robots],
        outcome: FileOutcome::Answered {
            body: b"User-agent: Googlebot\nDisallow: /blog # drafts\n".to_vec(),
            truncated: false,
        },
    }];
    let kept = facts_of(&kept);
    assert_eq!(kept.standing, Standing::Blocked);
    assert_eq!(kept.blocked.len(), 1);
    let blocked = &kept.blocked[0];
    assert_eq!((blocked.engine.as_str(), blocked.line), ("google", 2));
    assert_eq!(blocked.rule, "Disallow: /blog");
}

#[test]
fn a_redirect_is_told_by_both_addresses() {
    let mut moved = snapshot(&format!("<title>Tea</title><main>{}", prose()));
    moved.requested_url = Url::parse("https://www.example.com/old").unwrap();
    let facts = facts_of(&moved);
    assert_eq!(facts.url, "https://www.example.com/old");
    assert_eq!((facts.final_url.as_deref(), facts.address()), (Some(ADDRESS), ADDRESS));
}

#[test]
fn contradictory_canonicals_are_none() {
    let two = |first: &str, second: &str| {
        let link = |href: &str| format!("<link rel=canonical href='{href}'>");
        facts(&format!("{}{}", link(first), link(second)), "").canonical
    };
    assert_eq!(two("/a", "/b"), None);
    assert_eq!(two("/a", "/a/").as_deref(), Some("https://www.example.com/a"));
}

#[test]
fn translations_are_pages() {
    let facts = facts(
        "<link rel=alternate hreflang=EN-us href=/us>\
         <link rel=alternate hreflang=de href=/feed type=application/rss+xml>\
         <link rel=alternate hreflang=fr href=''>",
        "",
    );
    let found = facts.alternates.iter().map(|one| (one.hreflang.as_str(), one.url.as_str()));
    assert_eq!(found.collect::<Vec<_>>(), [("en-us", "https://www.example.com/us")]);
}

#[test]
fn publisher_and_authors_are_taken_from_what_is_declared() {
    let json = r#"{"@context": "https://schema.org", "@type": "Article", "headline": "Green tea",
        "publisher": {"@type": "Organization", "@id": "/#org", "name": "Acme &amp; Co", "url": "/",
            "logo": {"@type": "ImageObject", "url": "/logo.png"}},
        "author": [{"@type": "Person", "name": "Jane Doe", "url": "/author/jane"},
            {"@type": "Organization", "name": "Tea Board"}]}"#;
    let facts = facts(&format!("<script type=application/ld+json>{json}</script>"), "");
    let of = |kind| facts.entities.iter().filter(move |one| one.kind == kind);
    let publishers: Vec<_> = of(EntityKind::Publisher)
        .map(|one| [&one.name, &one.url, &one.logo, &one.id].map(|part| part.clone().unwrap()))
        .collect();
    let expected = [
        "Acme & Co",
        "https://www.example.com/",
        "https://www.example.com/logo.png",
        "https://www.example.com/#org",
    ];
    assert_eq!(publishers, [expected.map(str::to_owned)]);
    let authors: Vec<_> = of(EntityKind::Author).map(|one| one.name.as_deref()).collect();
    assert_eq!(authors, [Some("Jane Doe")]);
}

#[test]
fn a_row_has_what_failed_and_warned_with_its_fix() {
    let page = snapshot(&format!("<html><title>Tea</title><main>{}", prose()));
    let patience = Patience::unlimited();
    let SitePage { report, facts, .. } =
        evaluate_with_facts("scn_1", &page, &[], &mut |_| {}, &patience).unwrap();
    let row = PageRowFindings::of(&report, &facts);
    assert_eq!(row.url, ADDRESS);
    let canonical = row.findings.iter().find(|one| one.check == "canonical").unwrap();
    assert_eq!(canonical.summary, "No canonical link found.");
    assert!(!canonical.fix_title.is_empty() && canonical.reach_lost == 0, "{canonical:?}");
    let line = serde_json::to_string(&row).unwrap();
    assert_eq!(serde_json::from_str::<PageRowFindings>(&line).unwrap(), row);
}

#[test]
fn an_ignored_check_counts_nowhere() {
    let body = "<!doctype html><html lang=en><head><title>Tides</title>\
                <link rel=canonical href=\"https://other.example/\"></head><body><main><h1>Tides</h1>\
                <p>Tides are the rise and fall of sea levels.</p></main></body></html>";
    // Long enough for the cap to be what limits the score.
    let sentence = "<p>Tides are the rise and fall of sea levels.</p>";
    let body = body.replace(sentence, &sentence.repeat(130));
    let answer = citable_checks::page::snapshot::Exchange {
        url: url::Url::parse("https://www.example.org/tides").unwrap(),
        status: 200,
        headers: vec![("content-type".to_owned(), "text/html".to_owned())],
    };
    let page = Snapshot::of_answer(answer, body.as_bytes().to_vec(), 0);
    let judged = |ignored: &[&str]| {
        let reason = "Set by the CDN.".to_owned();
        let ignored: Vec<IgnoredCheck> = ignored
            .iter()
            .map(|id| IgnoredCheck { id: (*id).to_owned(), reason: reason.clone() })
            .collect();
        let patience = Patience::unlimited();
        evaluate_with_facts("scn_1", &page, &ignored, &mut |_| {}, &patience).unwrap()
    };
    let whole = judged(&[]);
    assert!(whole.report.caps.iter().any(|cap| cap.check_ids == ["canonical"]), "{whole:#?}");
    let without = judged(&["canonical", "content-depth", "robots-search-bots"]);
    assert_eq!(without.ignored, ["canonical"], "the others find nothing");
    let report = without.report;
    assert!(report.caps.is_empty() && report.length.is_none(), "{:#?}", report.caps);
    assert!(report.raw_score > whole.report.raw_score);
    let check = report.checks.iter().find(|check| check.id == "canonical").unwrap();
    assert_eq!(check.summary, "Ignored: Set by the CDN.");
    assert_eq!((check.status, check.value), (Status::Na, None));
    let mut fixes = report.recommendations.iter().filter_map(|fix| fix.full());
    assert!(!fixes.any(|fix| fix.check_ids.iter().any(|id| id == "canonical")));
}

#[test]
fn a_page_that_only_leads_on_is_not_asked_to_be_indexed() {
    let of = |head: &str| {
        let html = format!(
            "<!doctype html><html lang=en><head><title>Redirecting…</title>\
             <meta name=robots content=noindex>{head}</head><body>Redirecting…</body></html>"
        );
        let patience = Patience::unlimited();
        evaluate_with_facts("scn_1", &snapshot(&html), &[], &mut |_| {}, &patience).unwrap()
    };
    for head in
        ["<meta http-equiv=refresh content='0; url=/new'>", "<script>location.href='/new'</script>"]
    {
        let SitePage { report, facts, .. } = of(head);
        let check = |id: &str| report.checks.iter().find(|check| check.id == id).unwrap();
        assert_eq!(check("indexable").status, Status::Na, "{head}");
        assert!(check("indexable").summary.contains("another URL"), "{head}");
        assert_eq!(check("http-fetch").status, Status::Warn, "{head}");
        assert_eq!(facts.standing, Standing::Forwarding, "{head}");
        let fixes: Vec<&str> =
            report.recommendations.iter().filter_map(|one| Some(one.full()?.id.as_str())).collect();
        assert!(!fixes.contains(&"indexable"), "{fixes:?}");
        assert!(report.caps.iter().all(|cap| cap.check_ids != ["indexable"]), "{:?}", report.caps);
    }
    let SitePage { report, facts, .. } = of("");
    let indexable = report.checks.iter().find(|check| check.id == "indexable").unwrap();
    assert_eq!((indexable.status, facts.standing), (Status::Fail, Standing::Noindex));
}
