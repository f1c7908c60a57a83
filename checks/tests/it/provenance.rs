//! Who wrote a page, when, for whom and under which title: small pages with what misleads readers.

use crate::support::read_page;
use citable_checks::page::Page;
use citable_checks::page::authors::{AuthorKind, Authors, SiteNameSource, SiteNames};
use citable_checks::page::dates::{DateSource, Dates};
use citable_checks::page::title::Title;

fn page(html: &str) -> Page {
    let changed = ("last-modified", "Sun, 01 Nov 2026 08:00:00 GMT");
    read_page("https://www.example.com/guide/tea", &[changed], html)
}

fn block(json: &str) -> String {
    format!("<script type='application/ld+json'>{json}</script>")
}

fn authors(html: &str) -> Vec<String> {
    Authors::of(&page(html)).chosen().iter().map(|author| author.name.clone()).collect()
}

fn published(html: &str) -> Option<String> {
    Dates::of(&page(html)).published().and_then(|one| one.date).map(|date| date.to_string())
}

fn modified(html: &str) -> Option<String> {
    Dates::of(&page(html)).modified().and_then(|one| one.date).map(|date| date.to_string())
}

fn title(html: &str) -> String {
    Title::of(&page(html)).text
}

#[test]
fn authors_are_read_in_every_form_that_json_ld_has() {
    for (author, expected) in [
        (r#""Jane Doe""#, &["Jane Doe"][..]),
        (r#""By Jane Doe | Reuters""#, &["Jane Doe"]),
        (r#"["Jane Doe", "John Roe"]"#, &["Jane Doe", "John Roe"]),
        (r#"{"@type": "Person", "name": "Jane Doe"}"#, &["Jane Doe"]),
        (
            r#"[{"name": "Jane Doe"}, {"@type": "Person", "name": "John Roe"}]"#,
            &["Jane Doe", "John Roe"],
        ),
        (r##"{"@id": "#jane"}"##, &["Jane Doe"]),
        (r#"{"@type": "Person", "name": "Conan O&#039;Brien"}"#, &["Conan O'Brien"]),
        (r#""https://www.example.com/jane""#, &[]),
        (r#"{"@type": "Person"}"#, &[]),
    ] {
        let person = r##"{"@type": "Person", "@id": "#jane", "name": "Jane Doe"}"##;
        let json = format!(r#"[{{"@type": "Article", "author": {author}}}, {person}]"#);
        assert_eq!(authors(&block(&json)), expected, "{author}");
    }
}

#[test]
fn authors_of_other_things_are_not_the_page_s() {
    for html in [
        block(r#"{"@type": "Product", "review": {"@type": "Review", "author": "Jane Doe"}}"#),
        "<h1>Tea</h1><div class=comments><span class=author>Jane Doe</span></div>".to_owned(),
        "<h1>Tea</h1><ol class=comment-list><li>By <a rel=author href=/a>Jane Doe</a></ol>".to_owned(),
        "<h1>Tea</h1><p itemscope itemtype=http://schema.org/Comment><i itemprop=author>Jane Doe</i>"
            .to_owned(),
        "<h1>Tea</h1><aside><p class=byline>By Jane Doe</aside>".to_owned(),
        format!("<h1>Tea</h1><p>{}<p class=byline>By Jane Doe", "word ".repeat(400)),
        "<h1>Tea</h1><p>By boiling the water first you lose oxygen.".to_owned(),
        "<template><p class=byline>By Jane Doe</template>".to_owned(),
    ] {
        assert!(authors(&html).is_empty(), "{html}: {:?}", authors(&html));
    }
}

#[test]
fn a_frame_that_is_not_the_content_s_does_not_hide_its_author() {
    for html in [
        "<aside class=banner>New!<main><h1>Tea</h1><p class=byline>By Jane Doe</main>",
        "<div class='widget Blog' id=Blog1><h1>Tea</h1><span class=post-author>By Jane Doe</span></div>",
        "<div class=header>Cups</div><h1>Tea</h1><dl class=postleft><dt>Jane Doe</dt><dd>Member</dd></dl>",
        "<h1>Tea</h1><p>3 min read <span>·</span> By Jane Doe",
    ] {
        assert_eq!(authors(html), ["Jane Doe"], "{html}");
    }
}

#[test]
fn dates_stand_where_site_builders_put_them() {
    let head = "<head><meta itemprop=datePublished content=2026-03-06T13:08:00-0500></head>";
    assert_eq!(published(&format!("{head}<h1>Tea</h1>")).unwrap(), "2026-03-06T13:08:00-05:00");
    let review = "<h1>Tea</h1><p><meta itemprop=datePublished content=2026-03-06>";
    assert_eq!(published(review), None);
    let aem = "<meta name=published-date content=2026-02-16><h1>Tea</h1>";
    assert_eq!(published(aem).unwrap(), "2026-02-16");
    let ago =
        "<h1>Tea</h1><faceplate-timeago ts=2026-03-03T09:47:05.754000+0000></faceplate-timeago>";
    assert_eq!(published(ago).unwrap(), "2026-03-03T09:47:05+00:00");
    let foot = "Last updated <time datetime=2026-09-17T06:16:41Z>1 year ago</time>";
    let text = format!("<main><h1>Tea</h1><p>{}", "word ".repeat(600));
    assert_eq!(modified(&format!("{text}<p>{foot}</main>")).unwrap(), "2026-09-17T06:16:41+00:00");
    assert_eq!(modified(&format!("{text}<p>{foot}<p>{foot}</main>")), None);
}

#[test]
fn bylines_are_read_as_pages_write_them() {
    for html in [
        "<h1>Tea</h1><p class=byline>By Jane Doe",
        "<h1>Tea</h1><div class='article__author-name'>Jane Doe</div>",
        "<p>By <a href=/x>Jane Doe</a></p><h1>Tea</h1>",
        "<h1>Tea</h1><p><span>By</span> <span>Jane Doe</span></p>",
        "<h1>Tea</h1><a rel=author href=/jane>Jane Doe</a>",
        "<h1>Tea</h1><a href=/authors/jane>Jane Doe</a>",
        "<h1>Tea</h1><span itemprop=author>Jane Doe</span>",
        "<h1>Tea</h1><p>Von Jane Doe</p>",
        "<h1>Tea</h1><p>Par <b>Jane Doe</b></p>",
        "<h1>Tea</h1><p class=author>Updated May 3, 2024<br>Jane Doe</p>",
        "<meta name=author content='Jane Doe'>",
        "<meta property=article:author content='https://x.example/jane'><meta name=parsely-author content='Jane Doe'>",
        "<meta name=citation_author content='Doe, Jane'>",
        "<meta name=twitter:label1 content='Written by'><meta name=twitter:data1 content='Jane Doe'>",
    ] {
        assert_eq!(authors(html), ["Jane Doe"], "{html}");
    }
    assert_eq!(authors("<h1>Tea</h1><p>Written by Eliza – Product marketer</p>"), ["Eliza"]);
    assert!(authors("<h1>Tea</h1><p>By Design</p>").is_empty(), "a word after By may be anything");
    assert_eq!(authors("<h1>茶</h1><p>著者：山田太郎</p>"), ["山田太郎"]);
    assert_eq!(
        authors("<h1>茶</h1><div><div id=byline><b>[</b>山田太郎，<b>茶社]</b></div></div>"),
        ["山田太郎", "茶社"]
    );
    assert!(authors("<meta name=twitter:data1 content='5 minutes'>").is_empty());
}

#[test]
fn a_person_comes_before_an_organisation_and_nobody() {
    let site = "<meta property=og:site_name content=Example>";
    let data =
        block(r#"{"@type": "Article", "author": {"@type": "Organization", "name": "Example"}}"#);
    let html = format!("{site}{data}<h1>Tea</h1><p class=byline>By Jane Doe");
    assert_eq!(authors(&html), ["Jane Doe"]);
    assert_eq!(
        authors("<meta name=author content=admin><h1>Tea</h1><p class=byline>By Jane Doe"),
        ["Jane Doe"]
    );
    let kinds = |html: &str| {
        Authors::of(&page(html)).chosen().iter().map(|one| one.kind).collect::<Vec<_>>()
    };
    assert_eq!(kinds(&format!("{site}{data}")), [AuthorKind::Organisation]);
    assert_eq!(kinds("<meta name=author content='Editorial Team'>"), [AuthorKind::Nobody]);
}

#[test]
fn profiles_are_kept() {
    let data = block(
        r#"{"@type": "Article", "author": {"@type": "Person", "name": "Jane Doe", "url": "/jane"}}"#,
    );
    let url = |html: &str| Authors::of(&page(html)).chosen()[0].url.clone();
    assert_eq!(url(&data).as_deref(), Some("/jane"));
    assert_eq!(
        url("<h1>Tea</h1><p class=byline>By <a href=/author/jane>Jane Doe</a>").as_deref(),
        Some("/author/jane")
    );
}

#[test]
fn dates_are_taken_where_they_are_declared_best() {
    let meta = "<meta property=article:published_time content=2024-05-02T10:00:00Z>";
    let data =
        block(r#"{"@type": "Article", "datePublished": "2024-05-01", "dateModified": "2024-06"}"#);
    assert_eq!(published(&format!("{meta}{data}")).as_deref(), Some("2024-05-01"));
    assert_eq!(modified(&data).as_deref(), Some("2024-06"));
    assert_eq!(published(meta).as_deref(), Some("2024-05-02T10:00:00+00:00"));
    let unreadable = block(r#"{"@type": "Article", "datePublished": "May 1, 2024"}"#);
    assert_eq!(
        published(&format!("{meta}{unreadable}")).as_deref(),
        Some("2024-05-02T10:00:00+00:00")
    );
    let kept = Dates::of(&page(&unreadable));
    assert_eq!(
        (kept.candidates[0].written.as_str(), kept.candidates[0].date),
        ("May 1, 2024", None)
    );
    assert_eq!(
        published("<meta name=citation_publication_date content=2024/5/1>").as_deref(),
        Some("2024-05-01")
    );
    assert_eq!(published("<meta name=date content=1970-01-01T00:00:00Z>"), None);
}

#[test]
fn dates_of_other_things_are_not_the_page_s() {
    for html in [
        block(r#"{"@type": "Event", "startDate": "2024-05-01"}"#),
        block(
            r#"{"@type": "Article", "comment": {"@type": "Comment", "datePublished": "2024-05-01"}}"#,
        ),
        block(
            r#"[{"@type": "Article", "url": "/a", "datePublished": "2024-05-01"},
                  {"@type": "Article", "url": "/b", "datePublished": "2024-05-02"}]"#,
        ),
        "<h1>Tea</h1><div class=related-posts><time datetime=2024-05-01>May</time></div>"
            .to_owned(),
        "<h1>Tea</h1><div id=comments><time datetime=2024-05-01>May</time></div>".to_owned(),
        "<h1>Tea</h1><footer><time datetime=2024-05-01>2024</time></footer>".to_owned(),
        "<h1>Tea</h1><time>3 days ago</time>".to_owned(),
    ] {
        assert_eq!(published(&html), None, "{html}");
    }
}

#[test]
fn times_are_read_by_what_they_say() {
    let html = "<h1>Tea</h1><p>Updated <time datetime=2024-06-01>June</time>, first published \
                <time datetime=2024-05-01T10:00>3 days ago</time>";
    assert_eq!(published(html).as_deref(), Some("2024-05-01T10:00"));
    assert_eq!(modified(html).as_deref(), Some("2024-06-01"));
    let classes = "<h1>Tea</h1><time class='entry-date updated' datetime=2024-05-01>May</time>\
                   <time class=updated datetime=2024-06-01>June</time>";
    assert_eq!(published(classes).as_deref(), Some("2024-05-01"));
    assert_eq!(modified(classes).as_deref(), Some("2024-06-01"));
    let loose = "<h1>Tea</h1><time datetime=2024-05>May</time>";
    let dates = Dates::of(&page(loose));
    assert_eq!(dates.published().map(|one| one.source), Some(DateSource::Time));
    // The header is listed, and never counts alone.
    assert_eq!(modified(loose), None);
    assert!(
        dates.candidates.iter().any(|one| one.source == DateSource::Header && one.date.is_some())
    );
}

#[test]
fn titles_lose_the_name_of_the_site_alone() {
    let site = "<meta property=og:site_name content='The Example'>";
    for (written, expected) in [
        ("How to make tea | Example", "How to make tea"),
        ("How to make tea - The Example", "How to make tea"),
        ("Example: How to make tea", "How to make tea"),
        ("How to make tea – Example UK", "How to make tea"),
        ("How to make tea | example.com", "How to make tea"),
        ("How to make tea - and coffee", "How to make tea - and coffee"),
        ("Tea: an example", "Tea: an example"),
        ("Example", "Example"),
    ] {
        assert_eq!(title(&format!("<title>{written}</title>{site}")), expected);
    }
    let cut = Title::of(&page(&format!("<title>Tea | Example</title>{site}")));
    assert_eq!(cut.site_part.as_deref(), Some("Example"));
}

#[test]
fn the_heading_names_the_page() {
    for (html, expected) in [
        ("<title>Best tea of 2026</title><h1>The best tea</h1>", "The best tea"),
        ("<title>JSON — Example docs</title><h1>JSON¶</h1>", "JSON"),
        (
            "<title>Making tea</title><h1>Example</h1><h1>Making tea at home</h1>",
            "Making tea at home",
        ),
        ("<title>Making tea</title><h1>Discord</h1><h1>Twitter</h1>", "Making tea"),
        ("<title>Making tea</title><h1>Score</h1>", "Making tea"),
        ("<title>Making tea | Example</title><h1>Example Example</h1>", "Making tea"),
        ("<title>Tea</title><h1>Making tea | Example</h1>", "Making tea"),
        ("<h1>茶</h1>", "茶"),
        ("<title>Making tea</title>", "Making tea"),
        ("<meta property=og:title content='Tea &amp;amp; milk'>", "Tea & milk"),
        ("", ""),
    ] {
        assert_eq!(title(html), expected, "{html}");
    }
}

#[test]
fn names_of_the_site_are_told_with_their_source() {
    let data = block(
        r##"{"@graph": [{"@type": "WebSite", "name": "Example", "alternateName": "Ex"},
            {"@type": "Article", "publisher": {"@id": "#org"}},
            {"@type": "Organization", "@id": "#org", "name": "Example GmbH"}]}"##,
    );
    let sites =
        SiteNames::of(&page(&format!("<meta property=og:site_name content=Example>{data}")));
    let found: Vec<_> = sites.declared.iter().map(|one| (one.source, one.name.as_str())).collect();
    let expected = [
        (SiteNameSource::OpenGraph, "Example"),
        (SiteNameSource::WebSite, "Example"),
        (SiteNameSource::WebSite, "Ex"),
        (SiteNameSource::Publisher, "Example GmbH"),
        (SiteNameSource::Organization, "Example GmbH"),
    ];
    assert_eq!(found, expected);
    assert!(sites.is_one("the example") && !sites.is_one("Tea"));
}
