use super::*;
use crate::catalogue::test_html::{block, fix, read, read_at};
use crate::page::{Kind, Page};
use crate::report::Status;

const GOOD: &str = r#"{"@context": "https://schema.org", "@type": "Article", "headline": "Tea"}"#;

fn article(head: &str) -> Page {
    let prose = "Boil the water and wait for three minutes before you pour it. ".repeat(30);
    read(&format!(
        "<html lang=en><head><title>Tea</title><meta property=og:type content=article>{head}\
         </head><main><h1>Tea</h1><p>{prose}</p></main>"
    ))
}

fn judge(page: &Page) -> Finding {
    let context = Context::new(page, false);
    JsonLdValid.judge(&context)
}

fn status(head: &str) -> Status {
    judge(&article(head)).status
}

#[test]
fn blocks_that_say_what_they_are_pass() {
    for json in [
        GOOD,
        r#"{"@context": "http://schema.org/", "@type": "Article"}"#,
        r#"{"@context": {"@vocab": "https://schema.org/"}, "@type": "Article"}"#,
        r##"{"@context": ["https://schema.org"], "@graph": [{"@type": "A"}, {"@id": "#x", "name": "y"}]}"##,
        r#"[{"@context": "https://schema.org", "@type": ["Article", "NewsArticle"]}]"#,
        "\n{\"@context\": \"https://schema.org\", \"@type\": \"A\", \"name\": \"\u{2028}<!-- //\"}",
        r#"{"@context": "https://schema.org", "@type": "A", "name": 1, "name": 2}"#,
    ] {
        assert_eq!(status(&block(json)), Status::Pass, "{json}");
    }
    let typed = GOOD.to_owned();
    let head = format!("<script type='application/ld+json; charset=utf-8'>{typed}</script>");
    assert_eq!(status(&head), Status::Pass);
    assert_eq!(status(&format!("<noscript>{}</noscript>", block(GOOD))), Status::Pass);
}

#[test]
fn what_is_lost_in_part_warns() {
    for head in [
        block(GOOD) + &block("{,}"),
        block(r#"{"@type": "Article"}"#),
        block(r#"{"@context": "https://schema.org/Article", "@type": "Article"}"#),
        block(r#"{"@context": "https://schema.org", "headline": "Tea"}"#),
        "<div itemscope itemtype=https://schema.org/Article></div>".to_owned(),
        "<div typeof=schema:Article></div>".to_owned(),
        "<div itemscope itemtype=https://schema.org/Article></div>".to_owned() + &block("{,}"),
    ] {
        assert_eq!(status(&head), Status::Warn, "{head}");
    }
}

#[test]
fn a_block_for_other_readers_counts_neither_way() {
    let baidu = block(
        r#"{"@context": "https://ziyuan.baidu.com/contexts/cambrian.jsonld",
            "@id": "https://example.com/tea", "title": "Tea", "pubDate": "2026-03-05T10:00:00"}"#,
    );
    assert_eq!(status(&(block(GOOD) + &baidu)), Status::Pass);
    let alone = article(&baidu);
    let finding = judge(&alone);
    assert_eq!(finding.status, Status::Fail);
    assert_eq!(finding.summary, "No JSON-LD found that uses schema.org.");
    let fix = fix(&JsonLdValid, &alone);
    assert!(!format!("{fix:?}").contains("cambrian"), "{fix:?}");
    assert!(!fix.title.contains("line"), "{}", fix.title);
}

#[test]
fn what_is_lost_as_a_whole_fails() {
    for head in [
        String::new(),
        block(""),
        block("[]"),
        block("{\"@type\": \"Article\",}"),
        block("<!-- {\"@type\": \"Article\", -->"),
        block("{&quot;@type&quot;: &quot;Article&quot;}"),
    ] {
        assert_eq!(status(&head), Status::Fail, "{head}");
    }
    let finding = judge(&article(&block("{\n\"@type\": \"Article\",\n}")));
    assert_eq!(finding.details[0].line, Some(2));
    assert!(finding.details[0].measured.as_ref().unwrap().contains("column 19"));
}

#[test]
fn a_page_of_unknown_kind_hears_of_a_broken_block_and_needs_none() {
    let other = |head: &str| judge(&read(&format!("<title>Tea</title>{head}<p>Hot.</p>")));
    assert_eq!(other("").status, Status::Na);
    assert_eq!(other(&block(GOOD)).status, Status::Pass);
    let broken = other(&block("{\n\"@type\": \"Article\",\n}"));
    assert_eq!((broken.status, broken.details[0].line), (Status::Warn, Some(2)));
}

#[test]
fn home_pages_and_lists_lose_half_at_most_and_nothing_is_gained_by_deleting() {
    let home = |head: &str| judge(&read_at("https://www.example.com/", head)).status;
    assert_eq!(home("<title>Example</title>"), Status::Warn);
    assert_eq!(home(&block("{,}")), Status::Warn);
    assert_eq!(home(&block(GOOD)), Status::Pass);
}

#[test]
fn what_was_not_read_is_not_called_missing() {
    let mut page = article("");
    page.document.cut_short = true;
    assert!(judge(&page).unsure);
    let large = format!("[{}1]", "1,".repeat(600_000));
    assert!(judge(&article(&block(&large))).unsure);
}

#[test]
fn fixes_hold_the_repaired_text_or_a_new_block() {
    let broken = fix(&JsonLdValid, &article(&block("{\"@type\": \"Article\",}")));
    assert!(broken.title.contains("line 1") && broken.title.contains("comma"), "{}", broken.title);
    assert_eq!(broken.opens, ["schema-matches-page"], "what it says can be compared then");
    assert!(broken.snippet.unwrap().contains("{\"@type\": \"Article\"}"));
    let absent = fix(&JsonLdValid, &article(""));
    assert!(absent.title.contains("`Tea`"));
    assert!(absent.snippet.unwrap().contains("\"headline\": \"Tea\""));
    let foreign = fix(&JsonLdValid, &article(&block(r#"{"@type": "Article"}"#)));
    assert_eq!(foreign.snippet.as_deref(), Some("\"@context\": \"https://schema.org\""));
    let json = r#"{"@context": "https://schema.org", "headline": "Tea"}"#;
    let untyped = fix(&JsonLdValid, &article(&block(json)));
    assert_eq!(untyped.snippet.as_deref(), Some("\"@type\": \"Article\""));
}

/// Beside a block that describes the page once it is repaired, another one would describe it twice.
#[test]
fn a_block_to_repair_is_the_edit_where_it_describes_the_page() {
    let article = article(&block("{\"@type\": \"Article\",}"));
    let context = Context::new(&article, false);
    let kind = crate::catalogue::structured_data::about_page::expected(context.subject.kind);
    let repair = fix_of_broken(&context, kind).unwrap();
    assert_eq!((repair.key, repair.snippet.unwrap().contains("headline")), ("jsonld-valid", false));
    let trail = self::article(&block("{\"@type\": \"BreadcrumbList\",}"));
    assert_eq!(fix_of_broken(&Context::new(&trail, false), kind), None);
}

#[test]
fn what_is_wrapped_is_read_and_warns() {
    for wrapped in [
        format!("<!-- {GOOD} -->"),
        format!("<![CDATA[ {GOOD} ]]>"),
        format!("//<![CDATA[\n{GOOD}\n//]]>"),
        format!("/*<![CDATA[*/[{GOOD}]/*]]>*/"),
    ] {
        let page = article(&block(&wrapped));
        let finding = judge(&page);
        assert_eq!(finding.status, Status::Warn, "{wrapped}");
        assert!(finding.summary.contains("wrapped"), "{}", finding.summary);
        let fix = fix(&JsonLdValid, &page);
        assert!(fix.title.contains("is wrapped in"), "{}", fix.title);
        let snippet = fix.snippet.unwrap();
        assert!(snippet.contains("headline") && !snippet.contains("CDATA"), "{snippet}");
    }
}

#[test]
fn what_a_meta_element_holds_is_none() {
    let head = "<meta name=schema content='{\"@context\": \"https://schema.org\", \"@type\": \"Article\"}'>";
    let finding = judge(&article(head));
    assert_eq!(finding.status, Status::Fail);
    assert!(finding.summary.contains("`meta`"), "{}", finding.summary);
}

#[test]
fn a_file_saved_without_scripts_is_not_judged_and_a_fetched_page_is() {
    use crate::page::snapshot::Source;
    let rows = "<div class=row data-index=1></div>".repeat(1_000);
    let saved = |source, head: &str| {
        let mut page = article(&format!("{head}{rows}"));
        page.source = source;
        judge(&page)
    };
    for source in [Source::File, Source::FileWithoutAddress] {
        let finding = saved(source, "");
        assert_eq!((finding.status, finding.unsure), (Status::Na, true));
        let microdata = "<div itemscope itemtype=https://schema.org/Article></div>";
        assert_eq!(saved(source, microdata).status, Status::Na);
        assert_eq!(saved(source, "<script>var tea</script>").status, Status::Fail);
    }
    assert_eq!(saved(Source::Web, "").status, Status::Fail);
    let mut small = article("");
    small.source = Source::File;
    assert_eq!(judge(&small).status, Status::Fail, "a small page needs no script");
}

#[test]
fn with_an_empty_block_nothing_is_lost() {
    let empty = "<script type=application/ld+json> </script>";
    let sound = block(GOOD);
    assert_eq!(status(&format!("{sound}{empty}")), Status::Pass);
    assert_eq!(status(empty), Status::Fail);
}

#[test]
fn microdata_of_no_known_vocabulary_says_nothing() {
    let item = |of: &str| status(&format!("<meta itemscope itemtype='{of}'>"));
    assert_eq!(item("https://www.example.com/district/7"), Status::Fail);
    assert_eq!(item("https://schema.org/Article"), Status::Warn);
}

#[test]
fn navigation_in_microdata_or_rdfa_describes_no_page() {
    for head in [
        "<nav itemscope itemtype=https://schema.org/SiteNavigationElement></nav>",
        "<header itemscope itemtype=https://schema.org/WPHeader></header>",
        "<ol vocab=https://schema.org/ typeof=BreadcrumbList><li typeof=ListItem>\
         <a typeof=WebPage>Tea</a></ol>",
        "<ol itemscope itemtype=https://schema.org/BreadcrumbList>\
         <li itemprop=itemListElement itemscope itemtype=https://schema.org/ListItem>\
         <a itemprop=item itemscope itemtype=https://schema.org/WebPage href=/>Tea</a></ol>",
    ] {
        assert_eq!(status(head), Status::Fail, "{head}");
    }
    let page = "<div itemscope itemtype=https://schema.org/WebPage>\
                <nav itemscope itemtype=https://schema.org/SiteNavigationElement></nav></div>";
    assert_eq!(status(page), Status::Warn);
}

#[test]
fn documentation_and_lists_need_no_json_ld() {
    let of = |url: &str, head: &str| {
        let html = format!(
            "<html lang=en><title>Tea</title>{head}<main><h1>Tea</h1><p>Boil the water.</main>"
        );
        let page = read_at(url, &html);
        let finding = judge(&page);
        // Google shows some lists as carousels.
        assert!(!finding.summary.contains("no rich result"), "{}", finding.summary);
        (Context::new(&page, false).subject.kind, finding.status)
    };
    let docs = "https://docs.example.com/guide/tea";
    assert_eq!(of(docs, ""), (PageKind::Docs, Status::Na));
    assert_eq!(of(docs, "<script type=application/ld+json>{</script>").1, Status::Warn, "broken");
    let list = "https://www.example.com/category/tea";
    assert_eq!(of(list, ""), (PageKind::Listing, Status::Na));
}

#[test]
fn what_may_be_no_article_only_warns() {
    let text = "<p>Water should be hot and not boiling when it meets the leaves of tea.</p>";
    let text = text.replace("</p>", " ").replace("<p>", "").repeat(60);
    let of = |head: &str| {
        let html = format!("<html lang=en><title>Tea</title>{head}<h1>Tea</h1><p>{text}</p>");
        let page = read_at("https://www.example.com/how-we-grow-our-tea", &html);
        assert!(Context::new(&page, false).subject.is_of_unclear_kind);
        (judge(&page).status, judge(&page).summary)
    };
    let (none, said) = of("");
    assert_eq!(none, Status::Warn);
    assert!(said.contains("may not be an article"), "{said}");
    let (broken, said) = of("<script type=application/ld+json>{</script>");
    assert_eq!(broken, Status::Warn);
    assert!(!said.contains("may not be an article"), "{said}");
}

#[test]
fn logos_and_trails_describe_no_article() {
    for head in [
        "<div itemscope itemtype=https://schema.org/Organization><img itemprop=logo src=/l.png></div>",
        "<div itemscope itemtype=https://schema.org/ImageObject></div>",
        "<div vocab=https://schema.org/><span typeof=ListItem><a typeof=WebPage href=/>Tea</a></span></div>",
    ] {
        assert_eq!(status(head), Status::Fail, "{head}");
    }
    let home = read_at(
        "https://www.example.com/",
        "<html lang=en><title>Example</title><main><div itemscope \
         itemtype=https://schema.org/Organization><h1 itemprop=name>Example</h1></div><p>Tea.</main>",
    );
    assert!(judge(&home).summary.contains("only in Microdata"), "{}", judge(&home).summary);
}

#[test]
fn json_ld_in_an_attribute_is_to_be_moved_and_not_written_again() {
    let json =
        "{\"@context\": \"https://schema.org\", \"@type\": \"Article\", \"headline\": \"Tea\"}";
    let script = format!("<script type=application/ld+json children='{json}'></script>");
    let page = article(&script);
    let finding = judge(&page);
    assert_eq!(finding.status, Status::Fail);
    assert!(
        finding.summary.contains("in the `children` attribute of a `script`"),
        "{}",
        finding.summary
    );
    let moved = fix(&JsonLdValid, &page);
    assert_eq!(moved.title, "Move the JSON-LD on line 1 into the text of a `<script>`");
    let snippet = moved.snippet.unwrap();
    assert!(
        snippet.contains("\"headline\": \"Tea\"") && !snippet.contains("children"),
        "{snippet}"
    );
    let meta = article(&format!("<meta name='script:ld+json' content='{json}'>"));
    assert_eq!(fix(&JsonLdValid, &meta).title, moved.title);
    let wrapped = json.replace("\"Tea\"", "{\"__v_isRef\": true, \"_value\": \"Tea\"}");
    let wrapped = article(&format!("<meta name=x content='{wrapped}'>"));
    let wrapped = fix(&JsonLdValid, &wrapped);
    assert!(wrapped.snippet.is_none() && wrapped.steps.concat().contains("plain values"));
    // Where a block can be read, or the attribute holds none, nothing is to be moved.
    assert_eq!(status(&format!("{script}{}", block(GOOD))), Status::Pass);
    let other = "<script type=application/ld+json data-app='{\"a\": 1}'></script>";
    assert!(!judge(&article(other)).summary.contains("attribute"));
}

#[test]
fn microdata_in_the_posts_is_enough_for_a_discussion() {
    let thread = |kind: PageKind| {
        let html = "<title>Cold tea</title><main itemscope \
                    itemtype=https://schema.org/DiscussionForumPosting><h1 itemprop=headline>Cold tea\
                    </h1><p itemprop=text>Does it keep for a day?</p></main>";
        let mut page = read(html);
        page.document.kind = Kind::sure(kind, "");
        judge(&page)
    };
    let finding = thread(PageKind::Qa);
    assert_eq!(finding.status, Status::Na, "{}", finding.summary);
    assert_eq!(thread(PageKind::Article).status, Status::Warn);
}

#[test]
fn microdata_that_says_all_is_enough() {
    let article = |inner: &str| {
        let html = format!(
            "<html lang=en><title>Tea</title><main><article itemscope \
             itemtype=https://schema.org/Article><h1 itemprop=headline>Tea</h1>\
             <b itemprop=author>Jane Doe</b><img itemprop=image src=/a.png>{inner}</article></main>"
        );
        judge(&crate::catalogue::test_html::read(&html)).status
    };
    assert_eq!(
        article("<time itemprop=datePublished datetime=2026-03-05>March</time>"),
        Status::Na
    );
    assert_eq!(article(""), Status::Warn, "it lacks the date");
}
