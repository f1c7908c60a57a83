//! Which checks leave which pages alone.

use super::*;
use crate::weights::spec_of;

fn subject(kind: PageKind) -> Subject {
    Subject {
        kind,
        is_of_unclear_kind: false,
        is_news: false,
        is_among_news: false,
        is_of_its_day: false,
        is_report_of_its_day: false,
        is_interview: false,
        is_story: false,
        is_fiction: false,
        is_record: false,
        is_of_changes: false,
        is_legal: false,
        is_forwarding: false,
        is_form: false,
        is_search: false,
        is_frame_of_results: false,
        is_frame_of_list: false,
        is_frameset: false,
        is_fragment: false,
        is_informational: true,
    }
}

#[test]
fn every_row_names_a_check_once() {
    let numbers: Vec<u8> =
        EXEMPTIONS.iter().map(|row| spec_of(row.check).unwrap().number).collect();
    assert!(numbers.is_sorted_by(|one, next| one < next), "{numbers:?}");
}

#[test]
fn microdata_of_news_counts_beside_json_ld_of_the_web_page() {
    let is_news = |type_name: &str| {
        let web_page = r#"{"@context": "https://schema.org", "@type": "WebPage"}"#;
        let text = "<p>Water should be hot when it meets the leaves of the tea.</p>".repeat(40);
        let page = crate::catalogue::test_html::read(&format!(
            "<html lang=en><title>Pots</title><script type=application/ld+json>{web_page}\
             </script><main><article itemscope itemtype=https://schema.org/{type_name}>\
             <h1 itemprop=headline>Pots</h1>{text}</article></main>"
        ));
        Subject::of(&page).is_news
    };
    assert!(is_news("NewsArticle"));
    assert!(!is_news("Article"));
}

#[test]
fn pages_of_no_particular_kind_may_do_without_what_texts_need() {
    assert!(OF_TEXTS.iter().all(|check| spec_of(check).is_some()));
    assert!(may_do_without("lists-tables", subject(PageKind::Other)).is_some());
    assert_eq!(may_do_without("lists-tables", subject(PageKind::Article)), None);
    assert_eq!(may_do_without("title-h1-match", subject(PageKind::Other)), None);
}

#[test]
fn texts_of_their_day_may_do_without_what_texts_that_last_need() {
    let column = Subject { is_of_its_day: true, ..subject(PageKind::Article) };
    for check in ["heading-outline", "section-length", "lists-tables", "statistics"] {
        assert!(may_do_without(check, column).is_some(), "{check}");
    }
    assert_eq!(may_do_without("answer-first", column), None);
    assert_eq!(may_do_without("title-h1-match", column), None);
}

#[test]
fn who_is_interviewed_is_the_source() {
    let interview = Subject { is_interview: true, ..subject(PageKind::Article) };
    assert!(may_do_without("statistics", interview).is_some());
    assert!(may_do_without("outbound-citations", interview).is_some());
    assert_eq!(may_do_without("section-length", interview), None);
}

#[test]
fn release_notes_need_not_answer_anything() {
    let notes = Subject { is_of_changes: true, ..subject(PageKind::Other) };
    for check in OF_ANSWERS {
        assert!(exemption(check, notes).is_some(), "{check}");
    }
    assert_eq!(exemption("title-h1-match", notes), None);
}

#[test]
fn a_form_is_no_text_and_has_nothing_to_cite() {
    let form = Subject { is_form: true, ..subject(PageKind::Other) };
    for check in OF_PROSE {
        assert!(spec_of(check).is_some() && exemption(check, form).is_some(), "{check}");
    }
    assert_eq!(exemption("content-depth", form), None);
    assert_eq!(exemption("title-h1-match", form), None);
}

#[test]
fn nothing_is_asked_of_the_content_of_a_search() {
    let search = Subject { is_search: true, ..subject(PageKind::Listing) };
    for check in ["raw-html-content", "title-h1-match", "page-metadata", "content-depth"] {
        assert!(exemption(check, search).is_some(), "{check}");
    }
    assert_eq!(exemption("indexable", search), None);
    let frame = Subject { is_frame_of_results: true, ..search };
    assert!(exemption("canonical", frame).is_some());
    assert_eq!(exemption("canonical", search), None);
    let list = Subject { is_frame_of_list: true, ..subject(PageKind::Listing) };
    for check in ["canonical", "page-metadata", "title-h1-match", "raw-html-content"] {
        assert!(exemption(check, list).is_some(), "{check}");
    }
    assert_eq!(exemption("indexable", list), None);
}

#[test]
fn news_and_records_are_left_alone_where_the_kind_is_not() {
    let article = subject(PageKind::Article);
    assert_eq!(exemption("freshness", article), None);
    assert!(exemption("freshness", Subject { is_news: true, ..article }).is_some());
    assert!(exemption("freshness", Subject { is_record: true, ..article }).is_some());
    assert_eq!(exemption("heading-outline", Subject { is_record: true, ..article }), None);
    assert!(exemption("heading-outline", Subject { is_news: true, ..article }).is_some());
    assert!(exemption("heading-outline", subject(PageKind::Home)).is_some());
    assert_eq!(exemption("http-fetch", subject(PageKind::Home)), None);
}
