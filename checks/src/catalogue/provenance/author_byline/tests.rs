use super::*;
use crate::catalogue::test_html::{block, read, read_at};
use crate::json_ld;
use crate::page::Page;
use crate::report::Status;

fn judge_page(page: &Page) -> Finding {
    AuthorByline.judge(&Context::new(page, false))
}

fn article(head: &str, byline: &str) -> Page {
    read(&format!(
        "<html lang=en><head><title>Tea</title>{head}</head><body><main><h1>Tea</h1>\
         <p>{byline}</p><p>Boil the water and wait for three minutes.</p></main>"
    ))
}

fn status(head: &str, byline: &str) -> Status {
    judge_page(&article(head, byline)).status
}

fn by(author: &str) -> String {
    block(&format!(
        r#"{{"@context": "https://schema.org", "@type": "Article", "author": {author}}}"#
    ))
}

#[test]
fn a_visible_person_with_a_profile_passes() {
    for (head, byline) in [
        (String::new(), "By <a rel=author href=/jane>Jane Doe</a>"),
        (String::new(), "By <a href=/authors/jane-doe>Jane Doe</a>"),
        (by(r#"{"@type": "Person", "name": "Jane Doe", "url": "/jane"}"#), "By Jane Doe"),
        (
            by(r#"{"@type": "Person", "name": "Jane Doe", "sameAs": ["https://x.example/j"]}"#),
            "Jane Doe",
        ),
        (by(r#""Jane Doe""#), "<a href=https://social.example/@jane>Jane Doe</a>"),
        (by(r#"["Jane Doe", "John Roe"]"#), "<a href=/john>John Roe</a>"),
        ("<meta name=author content='Jane Doe'>".to_owned(), "<a href=/about>JANE DOE</a>"),
        (by(r#"{"@type": "Person", "name": "山田太郎", "url": "/yamada"}"#), "文：山田 太郎"),
        (by(r#"{"@type": "Person", "name": "Jana Müller", "url": "/m"}"#), "Von Jana Müller"),
        (by(r#"{"@type": "Person", "name": "Jeanne Dupont", "url": "/d"}"#), "Par Jeanne Dupont"),
        (by(r#"{"@type": "Person", "name": "Иван Петров", "url": "/p"}"#), "Автор: Иван Петров"),
    ] {
        assert_eq!(status(&head, byline), Status::Pass, "{head} {byline}");
    }
}

#[test]
fn an_account_is_no_person_and_is_not_published() {
    let author = r#"{"@type": "Person", "name": "jdoe7q2x", "url": "/author/jdoe7q2x/"}"#;
    for (head, byline) in [
        (by(author), ""),
        (by(author), "By jdoe7q2x"),
        (String::new(), "By <a rel=author href=/author/aroe/>aroe</a>"),
    ] {
        let page = article(&head, byline);
        let context = Context::new(&page, false);
        let finding = AuthorByline.judge(&context);
        assert_eq!(finding.status, Status::Warn, "{head} {byline}");
        assert!(finding.summary.contains("account"), "{}", finding.summary);
        let fix = fix::fix(&context);
        assert!(fix.title.starts_with("Name a person as the author, instead of"), "{}", fix.title);
        assert_eq!(fix.snippet, None);
        assert_eq!(json_ld::value(&context, "author"), None);
    }
    // Somebody with a name outweighs the account of the markup.
    assert_eq!(status(&by(author), "By <a rel=author href=/jane>Jane Doe</a>"), Status::Pass);
    assert_eq!(status(&by(r#"{"name": "Jane", "url": "/author/jane"}"#), "By Jane"), Status::Pass);
}

#[test]
fn what_lacks_a_person_or_a_profile_or_sight_warns() {
    for (head, byline, expected) in [
        (by(r#""Editorial Team""#), "", "isn't a specific person"),
        (
            by(r#"{"@type": "Organization", "name": "Acme Inc", "url": "/"}"#),
            "Acme Inc",
            "organization",
        ),
        (
            by(r#"{"@type": "Person", "name": "Jane Doe", "url": "/jane"}"#),
            "",
            "only in the markup",
        ),
        ("<meta name=author content='Jane Doe'>".to_owned(), "", "only in the markup"),
        (
            String::new(),
            "<span itemprop=author><meta itemprop=name content='Jane Doe'></span>",
            "only in the markup",
        ),
        (by(r#""Jane Doe""#), "By Jane Doe", "No author profile"),
        (
            by(r#"{"@type": "Person", "@id": "https://a.example/#jane", "name": "Jane Doe"}"#),
            "By Jane Doe",
            "No author profile",
        ),
        (by(r#""Jane Doe""#), "By <a href='#top'>Jane Doe</a>", "No author profile"),
        (by(r#""Jane Doe""#), "By <a href='mailto:j@a.example'>Jane Doe</a>", "No author profile"),
    ] {
        let finding = judge_page(&article(&head, byline));
        assert_eq!(finding.status, Status::Warn, "{head} {byline}");
        assert!(finding.summary.contains(expected), "{} / {expected}", finding.summary);
    }
}

#[test]
fn the_byline_that_is_proposed_names_all_authors() {
    let page = article("<meta name=author content='Jane Doe, Ada Poe'>", "");
    let fix = fix(&page);
    assert_eq!(fix.title, "Show the authors `Jane Doe` and `Ada Poe` in the text");
    assert_eq!(
        fix.steps[0],
        "Write `By Jane Doe and Ada Poe` under the heading, in the page's language."
    );
    let snippet = fix.snippet.unwrap();
    assert!(snippet.contains("Jane Doe</a> and <a ") && snippet.contains("Ada Poe"), "{snippet}");
}

#[test]
fn nobody_fails() {
    assert_eq!(status("", ""), Status::Fail);
    let review = r#"{"@type": "Article", "review": {"@type": "Review", "author": "Jane Doe"}}"#;
    assert_eq!(status(&block(review), ""), Status::Fail, "the review's author");
}

#[test]
fn what_may_name_an_author_does_not_fail() {
    for byline in [
        "By 3x Global",
        "Written by<br>Jo - Marketing",
        "3 min read <span>·</span> By Acme Online",
        "<span>by</span> <a href=/profile/12>jdoe</a>",
    ] {
        assert_eq!(status("", byline), Status::Warn, "{byline}");
    }
    let card = "<a href=/blog-authors/jane-doe>Jane Doe<br>| Author</a>";
    assert_eq!(status("", &format!("{} {card}", "word ".repeat(600))), Status::Warn);
    // Words of the text are no hint, and no forms to register.
    for byline in [
        "<a href=/users/sign_up>Try Acme Now</a>",
        "By mail, send the form to the office.",
        "The cups came <b>by</b> post.",
    ] {
        assert_eq!(status("", byline), Status::Fail, "{byline}");
    }
}

#[test]
fn a_text_that_scripts_bring_is_not_held_to_be_nobody_s() {
    let shell = "<html lang=en><title>Tea</title><link rel=canonical href=/t/tea/1><body>\
                 <div id=app></div><script type=module src=/app.js></script>";
    let page = read_at("https://forum.example.com/t/tea/12", shell);
    assert_eq!(judge_page(&page).status, Status::Warn);
}

#[test]
fn comments_have_authors_of_their_own() {
    let far = format!("{}<p class=author>Jane Doe</p>", "Boil the water. ".repeat(200));
    assert_eq!(status("", &far), Status::Warn, "it may be the author, or a biography");
    let comments = "<section class=comments><div class=comment>By <a rel=author href=/joe>Joe \
                    Roe</a> Nice.</div></section>";
    assert_eq!(status("", comments), Status::Fail);
}

#[test]
fn a_person_may_write_under_the_name_of_their_site() {
    let html = |kind: &str| {
        format!(
            "<title>Tea</title>{}<main><h1>Tea</h1><p>By Jane Doe</p></main>",
            by(&format!(r#"{{"@type": "{kind}", "name": "Jane Doe", "url": "/jane"}}"#))
        )
    };
    let at = |kind: &str| judge_page(&read_at("https://janedoe.com/tea", &html(kind))).status;
    assert_eq!((at("Person"), at("Organization")), (Status::Pass, Status::Warn));
    let shop = by(r#"{"@type": "Person", "name": "Example", "url": "/"}"#);
    assert_eq!(status(&shop, "By Example"), Status::Warn, "one word, the site's");
}

#[test]
fn what_was_not_read_does_not_fail() {
    let mut page = article("", "");
    page.document.cut_short = true;
    let finding = judge_page(&page);
    assert!(finding.status == Status::Na && finding.unsure);
}

fn fix(page: &Page) -> Fix {
    crate::catalogue::test_html::fix(&AuthorByline, page)
}

#[test]
fn fixes_name_the_author_and_hold_a_byline_that_can_be_pasted() {
    let none = fix(&article("", ""));
    assert!(none.title.contains("Tea"), "{}", none.title);
    assert_eq!(none.snippet, None, "nothing of it would be the page's");
    let unlinked = fix(&article("", "By Jane Doe"));
    assert!(unlinked.title.contains("Link `Jane Doe`"), "{}", unlinked.title);
    let hidden =
        fix(&article(&by(r#"{"@type": "Person", "name": "Jane <i>", "url": "/jane"}"#), ""));
    assert!(hidden.title.starts_with("Name the author") || hidden.title.starts_with("Show"));
    let hidden = fix(&article(&by(r#"{"name": "Jane Doe", "url": "/jane"}"#), ""));
    assert!(hidden.title.contains("Show the author `Jane Doe`"), "{}", hidden.title);
    let snippet = hidden.snippet.unwrap();
    assert!(snippet.contains("href=\"https://www.example.com/jane\">Jane Doe</a>"), "{snippet}");
    assert!(!snippet.contains("\"author\":"), "what JSON-LD says is another edit: {snippet}");
}

#[test]
fn a_handle_in_a_line_that_comments_split_is_a_hint() {
    let line = "<small>On <!-- -->5/6/2026<!-- --> by <!-- -->@janedoe</small>";
    assert_eq!(status("", line), Status::Warn);
    assert_eq!(status("", "<small>On 5/6/2026 at @noon</small>"), Status::Fail);
    let named = "<small>On <!-- -->5/6/2026<!-- --> by <!-- -->Jane Doe</small>";
    assert_eq!(status("", named), Status::Warn, "no profile");
    let profile = "<small>On <!-- -->5/6<!-- --> by <!-- --><a href=/jane>Jane Doe</a></small>";
    assert_eq!(status("", profile), Status::Pass);
}

#[test]
fn a_byline_stands_in_where_the_text_does_not_show_whom_the_markup_names() {
    let meta = "<meta name=author content='design: John Roe, code: Max Poe'>";
    let byline = "by <span class=author><a href=/about#jane>Jane Doe</a></span>, editor";
    assert_eq!(status(meta, byline), Status::Pass);
    assert_eq!(status(meta, "written in May"), Status::Warn);
}

#[test]
fn a_person_may_be_described_elsewhere_under_the_same_id() {
    let graph = |types: &str| {
        block(&format!(
            r##"{{"@context": "https://schema.org", "@graph": [
            {{"@type": "Article", "author": {{"@id": "#me", "name": "Jane Example"}},
              "publisher": {{"@id": "#me"}}}},
            {{"@type": {types}, "@id": "#me", "name": "Jane Example", "url": "/jane"}}]}}"##
        ))
    };
    assert_eq!(status(&graph(r#"["Person", "Organization"]"#), "By Jane Example"), Status::Pass);
    assert_eq!(status(&graph(r#""Organization""#), "By Jane Example"), Status::Warn);
}

#[test]
fn not_everybody_below_people_is_an_author() {
    let linked = |href: &str, name: &str| status("", &format!("<a href={href}>{name}</a>"));
    assert_eq!(linked("/people/jane-doe", "Jane Doe"), Status::Pass);
    assert_eq!(linked("/author/1234", "Jane Doe"), Status::Pass);
    assert_eq!(linked("/people/free-demo.html", "Request Demo"), Status::Fail);
    assert_eq!(linked("/team/plans", "Explore Onboarding"), Status::Fail);
    let without_heading = "<html lang=en><title>Tea</title><main><p>Boil the water and wait for \
        three minutes.</p><p><a href=/people/jane-doe>Jane Doe</a></p></main>";
    assert_eq!(judge_page(&read(without_heading)).status, Status::Fail);
}

#[test]
fn a_name_of_one_word_in_a_longer_link_is_no_profile() {
    let named = "<meta name=author content=Jane>";
    assert_eq!(status(named, "Jane, <a href=/kettle>how Jane cleans her kettle</a>"), Status::Warn);
    assert_eq!(status(named, "By <a href=/jane>Jane</a>"), Status::Pass);
}

#[test]
fn a_byline_may_follow_a_date_in_one_text() {
    for (line, expected) in [
        ("March 5, 2026 by Jane Doe", Status::Warn),
        ("Posted on 3/25/2026 7:11 am by <a href=/jane>Jane Doe</a>", Status::Pass),
        ("3/25/2026 BY TEA STAFF", Status::Warn),
        ("In 2013 tea was grown by Many Farmers", Status::Fail),
    ] {
        assert_eq!(status("", line), expected, "{line}");
    }
}

#[test]
fn what_no_name_is_read_from_is_not_held_to_be_absent() {
    let address = by(r#""https://www.example.com/jane""#);
    let nameless = by(r#"{"@type": "Person", "name": ""}"#);
    let mail = "<meta name=author content=jane@example.com>".to_owned();
    for head in [address, nameless, mail] {
        let finding = judge_page(&article(&head, ""));
        assert_eq!(finding.status, Status::Warn, "{head}");
        assert!(finding.summary.starts_with("No author found"), "{}", finding.summary);
    }
    for byline in ["<span class=author></span>", "<div class='post-author'><img src=/a.png></div>"]
    {
        let finding = judge_page(&article("", byline));
        assert_eq!(finding.status, Status::Warn, "{byline}");
        assert!(finding.summary.contains("JavaScript"), "{}", finding.summary);
    }
    assert!(judge_page(&article("", "")).summary.starts_with("No author found. Expected"));
    assert_eq!(status("", "<span class=username></span>"), Status::Fail, "whoever is signed in");
}

#[test]
fn classes_with_a_word_for_authors_name_one() {
    for class in ["c-author__link", "ArticleHead_authorName__3kDx2", "hero-author-wrapper"] {
        let byline = format!("<span class={class}><a href=/jane>Jane Doe</a></span>");
        assert_eq!(status("", &byline), Status::Pass, "{class}");
    }
    assert_eq!(status("", "<span class=author-topics>Green Tea</span>"), Status::Fail);
    let others = "<div class=comment-author-name>Jane Doe</div>";
    assert_eq!(status("", others), Status::Fail);
}

#[test]
fn a_link_by_rel_in_an_aside_names_the_author_if_it_names_one() {
    let aside = |links: &str| {
        read(&format!(
            "<html lang=en><title>Tea</title><main><h1>Tea</h1><aside>{links}</aside>\
             <p>Boil the water and wait for three minutes.</p></main>"
        ))
    };
    let jane = "<a rel=author href=/jane>Jane Doe</a>";
    assert_eq!(judge_page(&aside(jane)).status, Status::Pass);
    let both = format!("{jane} <a rel=author href=/john>John Roe</a>");
    assert_eq!(judge_page(&aside(&both)).status, Status::Warn, "either, or neither");
    assert_eq!(judge_page(&aside("<a href=/authors/jane>Jane Doe</a>")).status, Status::Fail);
}

#[test]
fn a_name_beside_a_date_is_an_author_where_more_speaks_for_it() {
    let date = "<time datetime=2026-03-05>March 5, 2026</time>";
    for (line, expected) in [
        ("Jane Doe | Staff Writer | March 5, 2026".to_owned(), "No author profile"),
        (format!("<img class=avatar src=/a.png><span>Jane Doe</span> {date}"), "No author profile"),
        (format!("<span>Jane Doe</span><br>{date}"), "may be the author"),
    ] {
        let finding = judge_page(&article("", &line));
        assert_eq!(finding.status, Status::Warn, "{line}");
        assert!(finding.summary.contains(expected), "{line}: {}", finding.summary);
    }
    for line in [
        format!("<a href=/category/green-tea>Green Tea</a><br>{date}"),
        format!("<span>Green tea</span><br>{date}"),
    ] {
        assert_eq!(status("", &line), Status::Fail, "{line}");
    }
}

#[test]
fn a_name_in_the_part_after_by_may_be_the_authors() {
    let parts = |by: &str, name: &str| {
        read(&format!(
            "<html lang=en><title>Tea</title><main><h1>Tea</h1><div><div>{by}</div>\
             <div>{name}</div></div><p>Boil the water and wait for three minutes.</p></main>"
        ))
    };
    for name in ["The Tea Leaf Team", "Jane Doe"] {
        assert_eq!(judge_page(&parts("By", name)).status, Status::Warn, "{name}");
    }
    assert_eq!(judge_page(&parts("Brewed", "The Tea Leaf Team")).status, Status::Fail);
}

#[test]
fn a_feed_is_no_profile() {
    for (href, expected) in [
        ("/feeds/author/jane-doe/", Status::Warn),
        ("/authors/jane-doe.xml", Status::Warn),
        ("/authors/jane-doe/", Status::Pass),
    ] {
        let byline = format!("By <a rel=author href={href}>Jane Doe</a>");
        assert_eq!(status("", &byline), expected, "{href}");
    }
}

#[test]
fn roles_and_words_glued_to_by_are_no_authors() {
    for name in ["Editor", "Content Team", "Site Admin", "Redacción Acme", "Senior Staff Writer"] {
        let finding = judge_page(&article("", &format!("By <a href=/author/x>{name}</a>")));
        assert_eq!(finding.status, Status::Warn, "{name}");
        assert!(!finding.summary.contains("profile"), "{name}: {}", finding.summary);
    }
    for line in [
        "Bypass The Boiler",
        "By Clicking Submit you agree",
        "BY CLICKING SUBMIT",
        "Last reply <span>by Jane Doe</span>",
        "Photo <span>by Jane Doe</span>",
    ] {
        assert_eq!(status("", line), Status::Fail, "{line}");
    }
}

#[test]
fn who_is_named_in_cards_about_other_pages_is_not_the_author() {
    let card = |name: &str| {
        format!(
            "<article><h3><a href=/other/{name}>About {name}</a></h3>\
             <a href=/author/{name}>{name} Doe</a></article>"
        )
    };
    let cards = format!("{}{}", card("Jane"), card("John"));
    assert_eq!(status("", &cards), Status::Fail);
    let own = format!("By <a href=/author/ada>Ada Poe</a>{cards}");
    assert_eq!(status("", &own), Status::Pass);
}

#[test]
fn the_home_page_of_the_site_is_no_profile_of_an_author() {
    let with = |url: &str| {
        let author = format!(r#"{{"@type": "Person", "name": "Jane Doe", "url": "{url}"}}"#);
        status(&by(&author), "By Jane Doe")
    };
    assert_eq!(with("https://www.example.com/"), Status::Warn);
    assert_eq!(with("https://www.example.com/jane"), Status::Pass);
    assert_eq!(with("https://jane.example/"), Status::Pass);
    let named = "<meta property=og:site_name content='Jane Doe'>";
    let own = by(r#"{"@type": "Person", "name": "Jane Doe", "url": "https://www.example.com/"}"#);
    assert_ne!(status(&format!("{named}{own}"), "By Jane Doe"), Status::Fail);
}

#[test]
fn a_word_that_the_host_begins_with_is_no_person() {
    let page = read_at(
        "https://gurutea.example/a",
        "<html lang=en><title>Tea</title><meta name=author content=GURU><main><h1>Tea</h1>\
         <p>GURU brews.</p></main>",
    );
    assert!(judge_page(&page).summary.contains("may be an organization"));
}

#[test]
fn the_authors_of_the_books_in_a_list_did_not_write_the_page() {
    let book = |author: &str| {
        format!(
            "<h2>A book</h2><p>Author: {author}</p><p>{}</p>",
            "Tea is told of at length. ".repeat(6)
        )
    };
    let of = |authors: &[&str]| {
        let books: String = authors.iter().map(|author| book(author)).collect();
        judge_page(&read(&format!(
            "<html lang=en><head><title>Books on tea</title>{}</head><body><main><h1>Books on \
             tea</h1>{books}</main>",
            block(r#"{"@context": "https://schema.org", "@type": "Article"}"#)
        )))
    };
    assert_ne!(of(&["Jane Doe"]).status, Status::Fail);
    let listed = of(&["Jane Doe", "John Roe", "Mary Major"]);
    assert_eq!(listed.status, Status::Fail, "{}", listed.summary);
}

#[test]
fn an_author_in_json_ld_that_no_parser_reads_is_named() {
    let json = r#"{"@context": "https://schema.org", "author": "Jane Doe"}"#;
    let page = article(&format!("<meta name=ld content='{json}'>{}", by("\"\"")), "x");
    let page = Page { ..page };
    let fix = crate::catalogue::test_html::fix(&AuthorByline, &page);
    assert!(fix.steps.iter().any(|step| step.starts_with("Move the JSON-LD on line 1")), "{fix:?}");
}

#[test]
fn who_is_introduced_at_the_end_may_be_the_author() {
    let titled = |title: &str, text: &str, end: &str| {
        read(&format!(
            "<html lang=en><title>{title}</title>{}<main><h1>{title}</h1>{text}<p>{end}</p></main>",
            by("[]")
        ))
    };
    let text = format!("<p>{}</p>", "Boil the water and wait for three minutes. ".repeat(5));
    let end = "Jane Doe is a travel writer and editor of Tea Guide.";
    let bio = titled("Tea", &text, end);
    let finding = judge_page(&bio);
    assert_eq!(finding.status, Status::Warn);
    assert!(finding.summary.contains("ends by introducing `Jane Doe`"), "{}", finding.summary);
    let fix = crate::catalogue::test_html::fix(&AuthorByline, &bio);
    assert_eq!(fix.title, "Mark `Jane Doe` as the author");
    let named = format!("{text}<p>Doe opened the first tea house of the town.</p>{text}");
    let early = format!("<p>{end}</p>{text}");
    let above = format!("<p>Tea.</p><p>{end}</p>");
    let far = format!("{text}<p>{end}</p><p>Tea.</p>");
    for (title, text, end) in [
        ("Tea", text.as_str(), "Green Tea is a drink of the morning."),
        ("Tea", &text, "Jane Doe was an English novelist known for six novels."),
        ("Tea", &text, "Jane Doe has told a reporter that the plan is dead."),
        ("Jane Doe: life and novels", &text, end),
        ("Tea of Doe", &text, end),
        ("Tea", &named, end),
        ("Tea", &early, "Pour."),
        ("Tea", &above, &text),
        ("Tea", &far, "Pour."),
    ] {
        let summary = judge_page(&titled(title, text, end)).summary;
        assert!(!summary.contains("introducing"), "{title}, {text}, {end}: {summary}");
    }
}

#[test]
fn who_names_the_site_after_themselves_and_their_trade_is_a_person() {
    let named = |site: &str| {
        let head = format!("<meta property=og:site_name content='{site}'>{}", by("\"Jane Doe\""));
        let html =
            format!("<html lang=en><title>Tea</title>{head}<main><h1>Tea</h1><p>By Jane Doe</p>");
        judge_page(&read_at("https://www.janedoe.test/blog/tea", &html)).summary
    };
    assert!(!named("Jane Doe Photography").contains("may be an organization"));
    assert!(named("Jane Doe Holdings").contains("may be an organization"));
}

#[test]
fn an_authority_answers_for_its_pages_itself() {
    let of = |url: &str, byline: &str| {
        let html = format!(
            "<html lang=en><title>Tea</title>{}<main><h1>Tea</h1><p>{byline}</p><p>Boil the water.\
             </p></main>",
            block(r#"{"@context": "https://schema.org", "@type": "Article"}"#)
        );
        judge_page(&read_at(url, &html)).status
    };
    let authority = "https://www.tea.gov/guide/green-tea";
    assert_eq!(of(authority, ""), Status::Na);
    assert_eq!(of("https://www.tea.com/guide/green-tea", ""), Status::Fail);
    let byline = "By <a rel=author href=/jane>Jane Doe</a>";
    assert_eq!(of(authority, byline), Status::Pass, "who is named counts");
    let paper = block(r#"{"@context": "https://schema.org", "@type": "ScholarlyArticle"}"#);
    let html = format!("<html lang=en><title>Tea</title>{paper}<main><h1>Tea</h1><p>Boil.</p>");
    assert_eq!(judge_page(&read_at(authority, &html)).status, Status::Fail, "somebody's paper");
}

#[test]
fn in_a_thread_a_name_leads_to_a_profile_and_signs_no_article() {
    let thread = r#"{"@context": "https://schema.org", "@type": "DiscussionForumPosting",
                     "headline": "Tea", "author": {"@type": "Person", "name": "jdoe7q2x"}}"#;
    let page = article(&block(thread), "jdoe7q2x");
    let fix = crate::catalogue::test_html::fix(&AuthorByline, &page);
    assert!(fix.title.ends_with("to the author's profile"), "{}", fix.title);
    assert_eq!(fix.snippet, None);
}
