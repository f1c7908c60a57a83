use super::*;
use crate::catalogue::test_html::{block, fix, read, read_at};
use crate::page::Page;
use crate::report::Status;

const OWN: &str = "https://www.example.com/guide/tea";

fn page(kind: &str, body: &str) -> Page {
    let prose = "Boil the water and wait for three minutes before you pour it. ".repeat(30);
    read(&format!(
        "<html lang=en><head><title>Tea</title><meta property=og:type content={kind}></head>\
         <main><h1>Tea</h1><p>{prose}</p>{body}</main>"
    ))
}

fn judge(page: &Page) -> Finding {
    SchemaTypeComplete.judge(&Context::new(page, false))
}

fn article(json: &str) -> Status {
    let page = page("article", &block(json));
    assert_eq!(Context::new(&page, false).subject.kind, PageKind::Article);
    judge(&page).status
}

#[test]
fn articles_need_headline_author_date_and_image() {
    for json in [
        r#"{"@type": "Article", "headline": "Tea", "author": {"name": "Jane"}, "datePublished": "2026-03-05", "image": "/a.png"}"#,
        r#"{"@type": "Article", "name": "Tea", "author": {"name": "Jane"}, "datePublished": "2026-03-05", "image": "/a.png"}"#,
        r#"{"@type": ["NewsArticle"], "headline": "Tea", "author": "Jane", "datePublished": "2026-03-05T10:00:00Z", "image": ["/a.png"]}"#,
        r#"{"@type": "https://schema.org/BlogPosting", "headline": "Tea", "author": [{"name": "J"}], "datePublished": "2026", "image": {"@type": "ImageObject", "url": "/a.png"}}"#,
        r##"{"@graph": [{"@type": "Article", "headline": "Tea", "author": {"@id": "#j"}, "datePublished": "2026-03-05", "image": {"@id": "#i"}}, {"@type": "Person", "@id": "#j", "name": "J"}]}"##,
        r#"{"@type": "WebPage", "mainEntity": {"@type": "Article", "headline": "Tea", "author": "J", "datePublished": "2026-03-05", "image": "/a.png"}}"#,
    ] {
        assert_eq!(article(json), Status::Pass, "{json}");
    }
    for json in [
        r#"{"@type": "Article", "headline": "Tea", "author": "J", "datePublished": "2026-03-05"}"#,
        r#"{"@type": "Article", "headline": "", "author": "J", "datePublished": "2026-03-05", "image": "/a.png"}"#,
        r#"{"@type": "Article", "headline": "Tea", "author": "J", "datePublished": "March 5", "image": "/a.png"}"#,
        r#"{"@type": "Article", "headline": "Tea", "author": {"@type": "Person"}, "datePublished": "2026-03-05", "image": "/a.png"}"#,
        r#"{"@type": "WebPage", "name": "Tea"}"#,
    ] {
        assert_eq!(article(json), Status::Warn, "{json}");
    }
    for json in
        ["{}", r#"{"@type": "Organization", "name": "A"}"#, r#"{"@type": "BreadcrumbList"}"#, "{,}"]
    {
        assert_eq!(article(json), Status::Fail, "{json}");
    }
}

#[test]
fn one_missing_property_is_named() {
    let json =
        r#"{"@type": "Article", "headline": "Tea", "author": "J", "datePublished": "2026-03-05"}"#;
    let finding = judge(&page("article", &block(json)));
    let missing: Vec<_> = finding.details.iter().filter_map(|d| d.expected.as_deref()).collect();
    assert_eq!(missing, ["image", "dateModified, publisher"]);
}

#[test]
fn other_kinds_of_works_have_lists_of_their_own() {
    for (json, expected) in [
        (r#"{"@type": "Recipe", "name": "Tea", "image": "/a.png"}"#, Status::Pass),
        (r#"{"@type": "Recipe", "name": "Tea"}"#, Status::Warn),
        (r#"{"@type": "Book", "name": "Tea"}"#, Status::Pass),
        (r#"{"@type": "Book"}"#, Status::Warn),
        (
            r#"{"@type": "Event", "name": "Tea", "startDate": "2026-05-01", "location": "Here"}"#,
            Status::Pass,
        ),
        (
            r#"{"@type": "Event", "name": "Tea", "startDate": "soon", "location": "Here"}"#,
            Status::Warn,
        ),
    ] {
        assert_eq!(article(json), expected, "{json}");
    }
}

#[test]
fn products_need_an_offer_or_a_rating() {
    let product = |json: &str| {
        let page = page("product", &block(json));
        assert_eq!(Context::new(&page, false).subject.kind, PageKind::Product);
        judge(&page).status
    };
    for (json, expected) in [
        (
            r#"{"@type": "Product", "name": "Pot", "offers": {"@type": "AggregateOffer", "lowPrice": 3}}"#,
            Status::Pass,
        ),
        (
            r#"{"@type": "ProductGroup", "name": "Pot", "hasVariant": [{"@type": "Product"}]}"#,
            Status::Pass,
        ),
        (
            r#"{"@type": "Product", "name": "Pot", "aggregateRating": {"ratingValue": 4}}"#,
            Status::Pass,
        ),
        (r#"{"@type": "Product", "name": "Pot"}"#, Status::Warn),
        (r#"{"@type": "Organization", "name": "Pots"}"#, Status::Fail),
    ] {
        assert_eq!(product(json), expected, "{json}");
    }
}

#[test]
fn microdata_counts_and_the_better_of_two_does() {
    let micro = "<div itemscope itemtype=https://schema.org/Article><b itemprop=headline>Tea</b>\
        <i itemprop=author>Jane</i><time itemprop=datePublished datetime=2026-03-05>March</time>\
        <img itemprop=image src=/a.png></div>";
    assert_eq!(judge(&page("article", micro)).status, Status::Pass);
    let both = block(r#"{"@type": "Article", "headline": "Tea"}"#) + micro;
    assert_eq!(judge(&page("article", &both)).status, Status::Pass);
}

#[test]
fn questions_and_threads_are_told_apart() {
    let qa = |json: &str| {
        let page = page("website", &block(json));
        assert_eq!(Context::new(&page, false).subject.kind, PageKind::Qa, "{json}");
        judge(&page).status
    };
    for (json, expected) in [
        (
            r#"{"@type": "QAPage", "mainEntity": {"@type": "Question", "name": "Tea?", "acceptedAnswer": {"@type": "Answer", "text": "Yes"}}}"#,
            Status::Pass,
        ),
        (
            r#"{"@type": "QAPage", "mainEntity": {"@type": "Question", "name": "Tea?"}}"#,
            Status::Warn,
        ),
        (
            r#"{"@type": "DiscussionForumPosting", "text": "Tea", "author": "J", "datePublished": "2026-03-05"}"#,
            Status::Pass,
        ),
        (r#"{"@type": "DiscussionForumPosting", "headline": "Tea", "author": "J"}"#, Status::Warn),
    ] {
        assert_eq!(qa(json), expected, "{json}");
    }
}

#[test]
fn documentation_needs_no_author_and_no_image() {
    let page = page("website", &block(r#"{"@type": "TechArticle", "headline": "Tea"}"#));
    assert_eq!(Context::new(&page, false).subject.kind, PageKind::Docs);
    assert_eq!(judge(&page).status, Status::Pass);
}

#[test]
fn documentation_need_not_be_described() {
    let docs = "<html lang=en><title>Tea</title><main><h1>Tea</h1><p>Boil the water.</p></main>";
    let page = read_at("https://docs.example.com/guide/tea", docs);
    assert_eq!(Context::new(&page, false).subject.kind, PageKind::Docs);
    assert_eq!(judge(&page).status, Status::Na);
}

#[test]
fn home_pages_declare_site_and_publisher() {
    let home = |json: &str| judge(&read_at("https://www.example.com/", &block(json))).status;
    let site = r#"{"@type": "WebSite", "name": "A", "url": "/"}"#;
    let organization = r#"{"@type": "Organization", "name": "A", "logo": "/l.png"}"#;
    assert_eq!(home(&format!("[{site}, {organization}]")), Status::Pass);
    assert_eq!(home(site), Status::Warn);
    assert_eq!(
        home(&format!("[{site}, {{\"@type\": \"Person\", \"name\": \"A\"}}]")),
        Status::Warn
    );
    assert_eq!(home("{}"), Status::Warn);
}

#[test]
fn a_faq_is_no_article() {
    let faq = r#"{"@type": "FAQPage", "mainEntity": [{"@type": "Question", "name": "Tea?", "acceptedAnswer": {"@type": "Answer", "text": "Yes"}}]}"#;
    let page = page("article", &block(faq));
    if Context::new(&page, false).subject.kind == PageKind::Article {
        assert_eq!(judge(&page).status, Status::Warn);
    }
    let text = format!("{:?}", fix(&SchemaTypeComplete, &page));
    assert!(!text.contains("FAQPage") && !text.contains("HowTo"), "{text}");
}

#[test]
fn a_list_of_other_articles_is_not_the_page() {
    let two = r#"[{"@type": "Article", "headline": "A", "url": "https://www.example.com/a"},
        {"@type": "Article", "headline": "B", "url": "https://www.example.com/b"}]"#;
    assert_eq!(article(two), Status::Warn);
}

#[test]
fn what_was_not_read_is_not_called_missing() {
    let mut page = page("article", "");
    page.document.markup.structured.cut_short = true;
    assert!(judge(&page).unsure);
}

#[test]
fn fixes_add_what_is_missing_with_the_page_s_own_values() {
    let json = format!(
        r#"{{"@type": "Article", "url": "{OWN}", "author": "J", "datePublished": "2026-03-05"}}"#
    );
    let missing = fix(&SchemaTypeComplete, &page("article", &block(&json)));
    assert_eq!(missing.title, "Add headline and image to the `Article` on line 1");
    assert!(missing.snippet.unwrap().contains("\"headline\": \"Tea\""));
    let absent = fix(&SchemaTypeComplete, &page("article", ""));
    assert_eq!(absent.key, "jsonld-valid");
    let home = fix(&SchemaTypeComplete, &read_at("https://www.example.com/", "<title>A</title>"));
    assert!(home.snippet.unwrap().contains("WebSite"));
}

#[test]
fn a_work_of_no_kind_warns_and_pages_of_a_trail_say_nothing() {
    let work = "<article itemscope itemtype=https://schema.org/CreativeWork>\
        <h2 itemprop=headline>Tea</h2></article>";
    assert_eq!(judge(&page("article", work)).status, Status::Warn);
    let trail = "<div itemscope itemtype=https://schema.org/BreadcrumbList>\
        <p itemprop=itemListElement itemscope itemtype=https://schema.org/ListItem>\
        <a itemprop=item itemscope itemtype=https://schema.org/WebPage href=/>\
        <b itemprop=name>Home</b></a></div>";
    assert_eq!(judge(&page("article", trail)).status, Status::Fail);
    let code = "<div itemscope itemtype=http://schema.org/Code><b itemprop=name>a.rs</b></div>";
    assert_eq!(judge(&page("article", code)).status, Status::Pass);
}

#[test]
fn the_sole_post_of_a_blog_is_the_page() {
    let post = "<article itemprop=blogPost itemscope itemtype=http://schema.org/BlogPosting>\
        <b itemprop=headline>Tea</b> <b itemprop=author>Jane Doe</b>\
        <time itemprop=datePublished datetime=2026-03-05>March</time>\
        <img itemprop=image src=/a.png></article>";
    let blog = |posts: &str| {
        page("article", &format!("<div itemscope itemtype=http://schema.org/Blog>{posts}</div>"))
    };
    assert_eq!(judge(&blog(post)).status, Status::Pass);
    assert_eq!(judge(&blog(&post.repeat(2))).status, Status::Warn);
}

#[test]
fn a_date_in_microdata_is_corrected_where_it_stands() {
    let article = "<article itemscope itemtype=https://schema.org/Article>\n\
        <b itemprop=headline>Tea</b> <b itemprop=author>Jane Doe</b>\n\
        <time itemprop=datePublished>March 5, 2026</time>\n<img itemprop=image src=/a.png></article>";
    let fix = fix(&SchemaTypeComplete, &page("article", article));
    assert_eq!(fix.title, "Correct datePublished in the `Article` on line 1");
    assert_eq!(
        fix.steps,
        ["Write `2026-03-05` in the element with `itemprop=\"datePublished\"` on line 3: as its \
          `datetime` if it is a `<time>`, else as its `content`."]
    );
    assert_eq!(fix.snippet, None, "what stands there is not added a second time");
}

fn product(text: &str, json: &str) -> crate::fix::Fix {
    fix(&SchemaTypeComplete, &page("product", &format!("<p>{text}</p>{}", block(json))))
}

#[test]
fn what_the_page_does_not_show_is_not_said_to_be_shown() {
    let of = |text: &str| product(text, r#"{"@type": "Product", "name": "Pot"}"#).steps.join(" ");
    let shown = of("It costs $12.50 a piece.");
    assert!(shown.contains("`offers`, with the product's price"), "{shown}");
    let hidden = of("It is made of clay.");
    assert!(hidden.contains("`offers`, `review` or `aggregateRating`"), "{hidden}");
    assert!(!hidden.contains("as the page shows it"), "{hidden}");
    let whole = fix(&SchemaTypeComplete, &page("product", "<p>It is made of clay.</p>"));
    assert!(
        whole.steps.iter().any(|step| step.contains("No price was found")),
        "{:?}",
        whole.steps
    );
    let article = r#"{"@type": "Article", "headline": "Tea", "author": "J", "image": "/a.png"}"#;
    let dated = fix(&SchemaTypeComplete, &page("article", &block(article)));
    assert!(
        dated.steps[0].contains("If the page doesn't show it to readers yet"),
        "{:?}",
        dated.steps
    );
}

#[test]
fn what_says_that_it_is_the_content_of_the_page_is() {
    let item = |inside: &str| {
        format!(
            "<div {inside}><article itemscope itemtype=https://schema.org/Article \
             itemprop=mainContentOfPage><b itemprop=headline>Tea</b><b itemprop=author>Jane</b>\
             <time itemprop=datePublished datetime=2026-03-05>Thursday</time></article></div>"
        )
    };
    let summary = |html: &str| judge(&page("article", html)).summary;
    assert!(summary(&item("")).ends_with("image."), "{}", summary(&item("")));
    let of_other = item("itemscope itemtype=https://schema.org/WebSite");
    assert!(summary(&of_other).contains("none of which"), "{}", summary(&of_other));
}

#[test]
fn microdata_that_lacks_little_is_completed_where_it_is() {
    let fix = |properties: &str| {
        let item = format!(
            "<div itemscope itemtype=https://schema.org/Article><b itemprop=headline>Tea</b>\
             {properties}</div>"
        );
        fix(&SchemaTypeComplete, &page("article", &item))
    };
    let most =
        "<b itemprop=author>Jane</b><time itemprop=datePublished datetime=2026-03-05>Now</time>";
    assert_eq!(fix(most).title, "Add image to the `Article` on line 1");
    assert!(fix("").title.starts_with("Add JSON-LD"), "{}", fix("").title);
}

#[test]
fn an_author_without_a_name_is_completed_and_not_added() {
    let of = |author: &str, byline: &str| {
        let json = format!(
            r#"{{"@type": "Article", "headline": "Tea", "datePublished": "2026-03-05", "image": "/a.png"{author}}}"#
        );
        fix(&SchemaTypeComplete, &page("article", &format!("{byline}{}", block(&json))))
    };
    let empty = of(r#", "author": {"@type": "Person", "name": ""}"#, "");
    assert_eq!(empty.title, "Fill in the author's name in the `Article` on line 1");
    assert!(empty.steps[0].starts_with("Fill in the empty `name`"), "{:?}", empty.steps);
    let nameless = of(r#", "author": {"@type": "Person", "url": "/jane"}"#, "");
    assert!(nameless.steps[0].starts_with("Add `name` to `author`"), "{:?}", nameless.steps);
    let absent = of("", "");
    assert_eq!(absent.title, "Add author to the `Article` on line 1");
    assert!(absent.steps[0].starts_with("Add `author`."), "{:?}", absent.steps);
    let json = r#"{"@type": "Article", "headline": "Tea", "datePublished": "2026-03-05",
                   "image": "/a.png", "author": {"@type": "Person", "name": ""}}"#;
    let known = read(&format!(
        "<html lang=en><title>Tea</title><meta property=og:type content=article>{}<main><h1>Tea</h1>\
         <p>By <a rel=author href=/jane>Jane Doe</a></p><p>Boil the water.</p></main>",
        block(json)
    ));
    let known = fix(&SchemaTypeComplete, &known);
    assert!(known.steps.iter().any(|step| step.contains("in place of")), "{:?}", known.steps);
    assert!(known.snippet.unwrap().contains("Jane Doe"));
}

#[test]
fn a_date_that_cannot_be_read_is_corrected_and_not_added() {
    let of = |date: &str, image: &str| {
        let json = format!(
            r#"{{"@type": "Article", "headline": "Tea", "author": {{"@type": "Person", "name": "Jane"}}, "datePublished": "{date}"{image}}}"#
        );
        fix(&SchemaTypeComplete, &page("article", &block(&json)))
    };
    let wrong = of("2026-03-05T17:40:00EET", r#", "image": "/a.png""#);
    assert_eq!(wrong.title, "Correct datePublished in the `Article` on line 1");
    let both = of("2026-03-05T17:40:00EET", "");
    assert!(both.steps.iter().any(|step| step.starts_with("Remove datePublished")), "{both:?}");
    assert_eq!(
        of("", r#", "image": "/a.png""#).title,
        "Add datePublished to the `Article` on line 1"
    );
}
