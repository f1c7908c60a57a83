use super::*;
use crate::catalogue::test_html::{block, fix, read, with_lastmods};
use crate::page::Page;

/// The page was fetched on 2026-11-01.
fn dated(properties: &str) -> Page {
    read(&format!(
        "<html lang=en><title>Tea</title>{}<main><h1>Tea</h1><p>Boil.</p></main>",
        block(&format!(r#"{{"@context": "https://schema.org", "@type": "Article"{properties}}}"#))
    ))
}

fn judge(page: &Page) -> Finding {
    Freshness.judge(&Context::new(page, false))
}

fn status(properties: &str) -> Status {
    judge(&dated(properties)).status
}

#[test]
fn there_are_three_steps() {
    for (day, expected) in [
        ("2026-11-01", Status::Pass),
        ("2025-11-01", Status::Pass),
        ("2025-10-31", Status::Warn),
        ("2023-11-02", Status::Warn),
        ("2023-11-01", Status::Fail),
        ("2025", Status::Pass),
        ("2023-10", Status::Fail),
    ] {
        let found = status(&format!(r#", "datePublished": "{day}""#));
        assert_eq!(found, expected, "{day}");
    }
}

#[test]
fn the_newest_date_counts_whichever_it_is() {
    let both = r#", "datePublished": "2019-01-01", "dateModified": "2026-05-01""#;
    assert_eq!(status(both), Status::Pass);
    let reversed = r#", "datePublished": "2026-05-01", "dateModified": "2019-01-01""#;
    assert_eq!(status(reversed), Status::Pass);
}

#[test]
fn dates_of_the_future_are_none() {
    assert_eq!(status(r#", "datePublished": "2027-05-01""#), Status::Fail);
    let with_past = r#", "datePublished": "2020-05-01", "dateModified": "2027-05-01""#;
    assert_eq!(status(with_past), Status::Fail);
}

#[test]
fn no_date_fails_so_that_none_is_deleted() {
    assert_eq!(status(""), Status::Fail);
    assert_eq!(status(r#", "datePublished": "last May""#), Status::Fail);
}

#[test]
fn a_date_in_the_text_stands_in_where_none_is_declared() {
    for (text, expected) in [
        ("Updated March 5, 2026", Status::Pass),
        ("Updated March 5, 2025", Status::Warn),
        ("Updated 03/05/2026", Status::Fail),
        ("Updated March 5, 2027", Status::Fail),
    ] {
        let page = read(&format!("<html lang=en><title>Tea</title><main><h1>Tea</h1><p>{text}"));
        assert_eq!(judge(&page).status, expected, "{text}");
    }
    let mut page = dated(r#", "datePublished": "2019-01-01""#);
    page.document.visible_text.push_str("\nMarch 5, 2026");
    assert_eq!(judge(&page).status, Status::Fail, "what is declared counts");
}

#[test]
fn a_newer_date_beside_the_first_counts() {
    for (text, expected) in [
        ("August 16, 2019 - Updated July 9, 2026", Status::Pass),
        ("Posted on Nov 21, 2018<br>Updated at Dec 10, 2025", Status::Pass),
        ("13/3/2020 at 2/26/2025 12:30 AM", Status::Warn),
        ("Updated July 9, 2027, first of August 16, 2019", Status::Fail),
        ("August 16, 2019</p><p>In the next year many of us were there on", Status::Fail),
    ] {
        let line = format!("<h1>Tea</h1><p>{text}</p><p>July 9, 2020</p>");
        let page = read(&format!("<html lang=en><title>Tea</title><main>{line}"));
        assert_eq!(judge(&page).status, expected, "{text}");
    }
}

#[test]
fn a_thread_is_as_new_as_its_newest_post() {
    let thread = |answers: &str| {
        read(&format!(
            "<html lang=en><title>Tea</title>{}<main><h1>Tea?</h1><p>Joined 1 May 2020</p>\
             <p>Boil.</p><p>Said on 4 May 2026</p></main>",
            answers
        ))
    };
    let question = |answers: &str| {
        block(&format!(
            r#"{{"@context": "https://schema.org", "@type": "QAPage", "mainEntity":
            {{"@type": "Question", "name": "Tea?", "dateCreated": "2019-01-01",
            "suggestedAnswer": [{answers}]}}}}"#
        ))
    };
    let answer = r#"{"@type": "Answer", "text": "Boil.", "dateCreated": "2026-05-04"}"#;
    assert_eq!(judge(&thread(&question(answer))).status, Status::Pass);
    // Nobody revises what others wrote: an old thread warns, and costs little.
    for year in ["2019", "2027"] {
        let old = judge(&thread(&question(&answer.replace("2026", year))));
        assert_eq!((old.status, old.value), (Status::Warn, Some(75)), "{year}");
    }
    let undated = question("").replace("2019-01-01", "");
    assert_eq!(judge(&thread(&undated)).status, Status::Pass, "the day of joining is none");
}

#[test]
fn the_time_of_the_answer_and_of_the_build_is_not_that_of_the_text() {
    let published = r#""datePublished": "2019-01-01""#;
    let answered = r#""dateModified": "2026-10-31T23:59:00Z""#;
    assert_eq!(status(&format!(", {published}, {answered}")), Status::Fail);
    assert_eq!(status(&format!(", {answered}")), Status::Fail);
    let earlier = r#""dateModified": "2026-10-31T23:40:00Z""#;
    assert_eq!(status(&format!(", {published}, {earlier}")), Status::Pass);

    let today = format!(r#", {published}, "dateModified": "2026-11-01""#);
    let with = |lastmods: &[&str]| judge(&with_lastmods(dated(&today), lastmods, None)).status;
    assert_eq!(with(&["2026-11-01", "2026-11-01", "2020-01-01"]), Status::Fail);
    assert_eq!(with(&["2026-11-01", "2020-01-01"]), Status::Pass);
}

#[test]
fn an_age_is_worth_less_the_older_it_is() {
    let value = |day: &str| judge(&dated(&format!(r#", "datePublished": "{day}""#))).value.unwrap();
    assert_eq!(["2025-11-01", "2025-10-31", "2023-11-02"].map(value), [100, 99, 1]);
    assert!((49..=51).contains(&value("2024-11-01")), "{}", value("2024-11-01"));
}

#[test]
fn the_sitemap_tells_of_a_change_that_the_page_does_not() {
    let page = || dated(r#", "datePublished": "2019-01-01""#);
    let own =
        |lastmods: &[&str], own: &str| judge(&with_lastmods(page(), lastmods, Some(own))).status;
    assert_eq!(own(&["2020-01-01", "2026-05-01"], "2026-05-01"), Status::Pass);
    assert_eq!(own(&["2020-01-01", "2027-05-01"], "2027-05-01"), Status::Fail);
    assert_eq!(own(&["2026-05-01"; 20], "2026-05-01"), Status::Fail, "one build");
}

#[test]
fn a_time_that_is_over_needs_no_news() {
    let covers = |time: &str| status(&format!(r#", "temporalCoverage": "{time}""#));
    assert_eq!(covers("1914/1918"), Status::Na);
    assert_eq!(covers("2020-01-01/.."), Status::Fail);
    assert_eq!(covers("2030"), Status::Fail);
}

#[test]
fn fixes_tell_the_age_or_ask_for_a_date() {
    let stale = fix(&Freshness, &dated(r#", "datePublished": "2020-11-01""#));
    assert!(stale.title.contains("2,191 days") && stale.title.contains("Tea"), "{}", stale.title);
    assert_eq!((stale.key, stale.snippet), ("freshness", None));
    assert_eq!(fix(&Freshness, &dated("")).key, "dates-declared");
}

#[test]
fn the_dates_of_other_threads_below_a_thread_are_not_its_own() {
    let thread = |posted: &str| {
        let post = "Soft water makes a mild cup, and hard water a dull one. ".repeat(8);
        read(&format!(
            r#"<html lang=en><title>Tea?</title>{}<main><h1>Tea?</h1><p>{posted}</p><p>{post}</p>
            </main><ul><li>Which kettle?<li>4 May 2026</ul>"#,
            block(
                r#"{"@context": "https://schema.org", "@type": "QAPage",
                "mainEntity": {"@type": "Question", "name": "Tea?"}}"#
            )
        ))
    };
    let old = judge(&thread("Posted on 3 March 2019"));
    assert_eq!((old.status, old.value), (Status::Warn, Some(75)));
    assert_eq!(judge(&thread("Posted on 3 March 2026")).status, Status::Pass);
}

#[test]
fn a_thread_is_as_new_as_the_newest_edit_that_it_shows() {
    let thread = |edits: &str, language: &str| {
        let question = block(
            r#"{"@context": "https://schema.org", "@type": "QAPage", "mainEntity":
            {"@type": "Question", "name": "Tea?", "dateCreated": "2019-01-01"}}"#,
        );
        let far = match language {
            "de" => "<p>Das Wasser kochen und dann noch eine Weile warten.</p>",
            _ => "<p>Boil the water and wait for a while.</p>",
        }
        .repeat(200);
        judge(&read(&format!(
            "<html lang={language}><title>Tea</title>{question}<main><h1>Tea?</h1>{far}\
             <p>Boil.</p><p>{edits}</p>{far}</main>"
        )))
        .status
    };
    for (edits, language, expected) in [
        ("edited <span>Mar 5, 2026 at 7:20</span>", "en", Status::Pass),
        ("Last edited by Jane on Sun Feb 22, 2026 2:08 am, edited 3 times", "en", Status::Pass),
        ("edited Mar 5, 2025 at 7:20, then edited Mar 5, 2020", "en", Status::Warn),
        ("Zuletzt bearbeitet: 5. März 2026", "de", Status::Pass),
        ("edited Mar 5, 2027", "en", Status::Warn),
        ("Joined Mar 5, 2026", "en", Status::Warn),
    ] {
        assert_eq!(thread(edits, language), expected, "{edits}");
    }
}

#[test]
fn the_heading_beside_the_text_is_the_one_with_the_date() {
    let menu = "<li><a href=/a>A pot of clay for all kinds of tea</a></li>".repeat(60);
    let text = "<p>Boil the water and wait for a while before you pour it.</p>".repeat(40);
    let page = read(&format!(
        "<html lang=en><title>Tea</title><h1>Teapots</h1><nav>{menu}</nav>\
         <div>Sunday, May 3, 2026</div><h1>How to brew tea</h1><nav>{menu}</nav><main>{text}</main>"
    ));
    assert_eq!(judge(&page).status, Status::Pass);
}

#[test]
fn the_dates_of_linked_cards_are_those_of_other_pages() {
    let card = "<a href=/blog/kettle><img src=k.jpg alt=''><p>May 5, 2026</p><h3>How to clean a \
        kettle</h3><p>Lime lets water taste of nothing good. Read how to be rid of it.</p></a>";
    let page = |text: &str| {
        read(&format!(
            "<html lang=en><title>Tea</title><main><h1>Tea</h1><p>{text}</p><p>Boil the water, \
             pour it over the leaves and wait.</p>{card}</main>"
        ))
    };
    assert_eq!(judge(&page("For two.")).status, Status::Fail);
    assert_eq!(judge(&page("<a href=/2025>March 5, 2025</a>")).status, Status::Warn);
}

#[test]
fn a_dated_story_under_news_is_not_updated() {
    let at = |url: &str, properties: &str| {
        let json = format!(
            r#"{{"@context": "https://schema.org", "@type": "Article", "headline": "Pots"{properties}}}"#
        );
        let html =
            "<html lang=en><title>Pots found</title><main><h1>Pots found</h1><p>Boil.</p></main>";
        judge(&crate::catalogue::test_html::read_at(url, &format!("{html}{}", block(&json)))).status
    };
    let old = r#", "datePublished": "2019-01-01""#;
    assert_eq!(at("https://www.example.com/news/pots-found", old), Status::Na);
    assert_eq!(at("https://www.example.com/news/pots-found", ""), Status::Fail, "nobody says when");
    assert_eq!(at("https://www.example.com/blog/pots-found", old), Status::Fail);
}

#[test]
fn a_column_that_its_url_dates_may_stay_as_it_is() {
    let at = |url: &str| {
        let json = r#"{"@context": "https://schema.org", "@type": "BlogPosting", "headline": "Pots", "datePublished": "2019-05-01"}"#;
        let html = "<html lang=en><title>Pots found</title><main><h1>Pots found</h1><p>Boil.</p>";
        judge(&crate::catalogue::test_html::read_at(url, &format!("{html}{}", block(json))))
    };
    let column = at("https://www.example.com/2019/05/pots-found");
    assert_eq!((column.status, column.value), (Status::Warn, Some(1)));
    assert_eq!(at("https://www.example.com/blog/pots-found").status, Status::Fail);
}

#[test]
fn a_thread_that_is_closed_is_not_updated() {
    let thread = |notice: &str| {
        let html = format!(
            "<html lang=en><title>Tea?</title>{}<h1>Tea?</h1><p>{notice}</p><p>Boil.</p>",
            block(
                r#"{"@context": "https://schema.org", "@type": "DiscussionForumPosting", "headline": "Tea?", "datePublished": "2019-01-01"}"#
            )
        );
        let page = read(&html);
        let mut context = Context::new(&page, false);
        context.subject.kind = PageKind::Qa;
        Freshness.judge(&context).status
    };
    assert_eq!(thread("This discussion is now closed."), Status::Na);
    assert_eq!(thread("Not open for further replies."), Status::Na);
    assert_eq!(thread("The shop is closed."), Status::Warn);
}

#[test]
fn a_meta_element_for_the_last_change_is_a_date() {
    for name in ["og:updated_time", "og:modified_time", "article:updated_time"] {
        let html = format!(
            "<html lang=en><title>Tea</title><meta property={name} content=2026-05-04>\
             <meta property=article:published_time content=2019-01-01>{}<main><h1>Tea</h1></main>",
            block(r#"{"@context": "https://schema.org", "@type": "Article", "headline": "Tea"}"#)
        );
        assert_eq!(judge(&read(&html)).status, Status::Pass, "{name}");
    }
}

fn titled(url: &str, kind: &str, title: &str) -> Finding {
    let json = format!(
        r#"{{"@context": "https://schema.org", "@type": "{kind}", "datePublished": "2018-11-22"}}"#
    );
    let html = format!(
        "<html lang=en><title>{title}</title>{}<main><h1>{title}</h1><p>Boil.</p></main>",
        block(&json)
    );
    judge(&crate::catalogue::test_html::read_at(url, &html))
}

#[test]
fn best_as_a_predicate_and_a_number_make_no_old_column_one_that_lasts() {
    let old = |title: &str| titled("https://www.example.com/2018/11/tea", "Article", title).status;
    for title in ["Cheap Pots Are the Best! - Example", "6 Pots to Watch in the Garden"] {
        assert_eq!(old(title), Status::Warn, "{title}");
    }
    for title in ["Best Pots for Tea", "The 6 best pots", "How to pour"] {
        assert_eq!(old(title), Status::Fail, "{title}");
    }
}

#[test]
fn a_title_that_names_a_month_gone_by_is_of_that_month() {
    let thread = |title: &str| {
        titled("https://www.example.com/threads/tea.7", "DiscussionForumPosting", title).status
    };
    for title in ["Best closed pots as of 07/2018", "Tea market in November 2018"] {
        assert_eq!(thread(title), Status::Na, "{title}");
    }
    for title in
        ["Best closed pots", "Pots as of late", "Pots for March 2027", "Scale 07/20 or more"]
    {
        assert_eq!(thread(title), Status::Warn, "{title}");
    }
    let article = |title: &str| titled("https://www.example.com/tea", "Article", title).status;
    assert_eq!(article("Tea market report, November 2018"), Status::Na);
    assert_eq!(article("Best pots in November 2018"), Status::Fail, "a list that is to be kept up");
}

#[test]
fn a_file_saved_without_scripts_may_have_lost_its_dates() {
    use crate::page::snapshot::Source;
    let rows = "<div class=row data-index=1></div>".repeat(1_000);
    let html = format!(
        "<html lang=en><title>Tea</title><meta property=og:type content=article>{rows}<main>\
         <h1>Tea</h1><p>{}</p></main>",
        "Boil the water and wait for three minutes before you pour it. ".repeat(30)
    );
    let mut page = read(&html);
    assert_eq!(judge(&page).status, Status::Fail);
    page.source = Source::File;
    assert_eq!((judge(&page).status, judge(&page).unsure), (Status::Na, true));
}

#[test]
fn an_edit_is_not_called_a_post() {
    let title = |dates: &str| {
        let json = format!(
            r#"{{"@context": "https://schema.org", "@type": "QAPage", "mainEntity": {{"@type":
            "Question", "name": "Tea?", "suggestedAnswer": {{"@type": "Answer", "text": "Boil.",
            {dates}}}}}}}"#
        );
        let text = "<p>Boil the water and wait for a while before you pour it.</p>".repeat(20);
        let html = format!(
            "<html lang=en><title>Tea?</title>{}<main><h1>Tea?</h1>{text}</main>",
            block(&json)
        );
        let mut page = read(&html);
        page.document.kind = crate::page::Kind::sure(crate::report::PageKind::Qa, "");
        fix(&Freshness, &page).title
    };
    let edited = title(r#""datePublished": "2020-01-05", "dateModified": "2020-03-05""#);
    assert!(edited.contains("the last edit is"), "{edited}");
    for posted in [
        r#""datePublished": "2020-03-05""#,
        r#""datePublished": "2020-03-05", "dateModified": "2020-03-05""#,
    ] {
        assert!(title(posted).contains("the newest post is"), "{posted}");
    }
}

#[test]
fn a_thread_on_one_day_or_year_is_not_asked_to_be_updated() {
    let of = |title: &str, day: &str| {
        let json = format!(
            r#"{{"@context": "https://schema.org", "@type": "DiscussionForumPosting",
            "headline": "{title}", "datePublished": "{day}", "author": {{"@type": "Person",
            "name": "jane"}}}}"#
        );
        judge(&read(&format!(
            "<html lang=en><title>{title}</title>{}<main><h1>{title}</h1><p>Boil.</p></main>",
            block(&json)
        )))
        .status
    };
    assert_eq!(of("Update 2024-09-05 broken", "2024-09-05"), Status::Na);
    assert_eq!(of("My plan, 2024 version", "2024-02-24"), Status::Na);
    assert_eq!(of("Update 2020-09-05 broken", "2024-09-05"), Status::Warn);
    assert_eq!(of("My plan of tea", "2024-02-24"), Status::Warn);
}

/// An article of 2015 in that language, with a text that says the same again and again.
fn of_2015(language: &str, title: &str, text: &str) -> Status {
    let date = r#"{"@context": "https://schema.org", "@type": "Article",
                   "datePublished": "2015-03-17"}"#;
    judge(&read(&format!(
        "<html lang={language}><title>{title}</title>{}<main><h1>{title}</h1><p>{}</p></main>",
        block(date),
        text.repeat(12)
    )))
    .status
}

#[test]
fn a_personal_story_of_long_ago_only_warns() {
    let of = |title: &str, text: &str| of_2015("en", title, text);
    let story = "We opened our tea house in January, and I poured the first cup for my mother. ";
    assert_eq!(of("Opening a tea house", story), Status::Warn);
    assert_eq!(of("How to open a tea house", story), Status::Fail, "it teaches");
    assert_eq!(of("What my tea house taught me", story), Status::Warn, "it tells of themselves");
    let advice = "You open your tea house in January, and we pour the first cup for you. ";
    assert_eq!(of("Opening a tea house", advice), Status::Fail, "it advises");
}

#[test]
fn words_that_look_like_pronouns_tell_no_story() {
    let of = |language: &str, text: &str| of_2015(language, "Te", text);
    let trade = "Growth in the US slowed. Exports from the US to China fell, and US tariffs rose. ";
    assert_eq!(of("en", trade), Status::Fail, "a country");
    let danish = "Jeg åbnede mit tehus i januar i byen, og jeg hældte den første kop op til min mor \
                  i køkkenet i huset. ";
    assert_eq!(of("da", danish), Status::Warn, "“i” is a preposition");
    let norwegian = "Jeg åpnet mitt tehus tidlig, og jeg helte den første koppen til min mor på \
                     kjøkkenet vårt. ";
    for language in ["no", "nb", "nn"] {
        assert_eq!(of(language, norwegian), Status::Warn, "{language}");
    }
    let portuguese = "As casas de chá abriram nos bairros e nos portos, e o preço do chá caiu nos \
                      mercados da cidade. ";
    assert_eq!(of("pt", portuguese), Status::Fail, "“nos” is a preposition");
    let italian = "Nella casa del tè ci sono molte tazze, e ci vuole del tempo prima che l'acqua \
                   bolla sul fuoco. ";
    assert_eq!(of("it", italian), Status::Fail, "“ci” is a particle");
}

#[test]
fn dates_in_json_ld_that_no_parser_reads_are_named() {
    let json = r#"{"@context": "https://schema.org", "datePublished": "2026-05-01"}"#;
    let html = format!(
        "<html lang=en><title>Tea</title><meta name=ld content='{json}'><script></script>{}\
         <main><h1>Tea</h1><p>Boil.</p></main>",
        block(r#"{"@context": "https://schema.org", "@type": "Article"}"#)
    );
    let summary = judge(&read(&html)).summary;
    assert!(summary.contains("only in JSON-LD in a `meta` element"), "{summary}");
}

#[test]
fn an_issue_of_a_series_is_not_revised() {
    let text = "Leaves of the last harvest came in by ship. ";
    let of = |title: &str| of_2015("en", title, text);
    for title in ["These Weeks in Tea: Issue 85", "Episode 3: pots", "Tea Digest #12"] {
        assert_eq!(of(title), Status::Na, "{title}");
    }
    for title in [
        "The issue with tea",
        "Tea Digest 2015",
        "Tea in week 12",
        "Leaf issue 12 of the kettle",
        "Pots, vol. 3",
        "How to brew, episode 3",
    ] {
        assert_eq!(of(title), Status::Fail, "{title}");
    }
}
