//! Discussions, whose posts nobody revises.

use super::*;

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
fn the_dates_of_other_threads_below_a_thread_are_not_its_own() {
    let thread = |posted: &str| {
        let post = "Soft water makes a mild cup, and hard water a dull one. ".repeat(8);
        read(&format!(
            r#"<html lang=en><title>Tea?</title>{}<main><h1>Tea?</h1><p>{posted}</p><p>{post}</p>
            </main><ul><li>Which kettle?<li>4 May 2026</ul>"#,
            block(
                r#"{"@context": "https://schema.org", "@type": "QAPage",
                "mainEntity": {"@type": "Question", "name": "Tea?",
                "suggestedAnswer": {"@type": "Answer", "text": "Boil."}}}"#
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
            {"@type": "Question", "name": "Tea?", "dateCreated": "2019-01-01",
            "suggestedAnswer": {"@type": "Answer", "text": "Boil."}}}"#,
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
fn a_thread_that_is_closed_is_not_updated() {
    let thread = |notice: &str| {
        let html = format!(
            "<html lang=en><title>Tea?</title>{}<h1>Tea?</h1><p>{notice}</p><p>Boil.</p>",
            block(
                r#"{"@context": "https://schema.org", "@type": "DiscussionForumPosting", "headline": "Tea?", "datePublished": "2019-01-01",
                "suggestedAnswer": {"@type": "Answer", "text": "Boil."}}"#
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
            "name": "jane"}}, "suggestedAnswer": {{"@type": "Answer", "text": "Boil."}}}}"#
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

#[test]
fn a_discussion_without_answers_is_of_its_day() {
    let of = |kind: &str, day: &str| {
        let json = format!(
            r#"{{"@context": "https://schema.org", "@type": "DiscussionForumPosting",
            "headline": "My cups", "datePublished": "{day}", "author": {{"@type": "Person",
            "name": "jane"}}, "comment": {{"@type": "{kind}", "text": "Nice."}}}}"#
        );
        judge(&read(&format!(
            "<html lang=en><title>My cups</title>{}<main><h1>My cups</h1><p>Blue.</p></main>",
            block(&json)
        )))
        .status
    };
    assert_eq!(of("Comment", "2020-02-24"), Status::Na);
    assert_eq!(of("Comment", "2026-10-01"), Status::Pass);
    assert_eq!(of("Answer", "2020-02-24"), Status::Warn);
}
