use super::limits::SNIPPET_CHARS;
use super::*;
use crate::routes::openapi;

fn search() -> Search {
    let site = Url::parse("https://citable.test/").unwrap();
    Search::new(&site, &site, openapi::document)
}

#[test]
fn what_is_found_can_be_fetched() {
    let search = search();
    let hits = search.search("how do I verify the signature of a webhook", RESULTS);
    assert_eq!(hits.len(), RESULTS);
    assert_eq!(hits[0].id, "webhooks");
    assert!(hits.windows(2).all(|pair| pair[0].score >= pair[1].score));
    for hit in hits {
        let document = search.fetch(&hit.id).unwrap();
        assert_eq!(document.title, hit.title);
        assert!(hit.url.starts_with(&document.url), "{}", hit.url);
        assert!(hit.snippet.chars().count() <= SNIPPET_CHARS);
        assert!(!document.text.contains("_url}"), "{}", hit.id);
    }
    assert_eq!(search.fetch("webhooks/"), None);
    assert_eq!(search.fetch("api/createScan").unwrap().text.lines().next(), Some("### POST /scan"));
}

#[test]
fn names_are_unique_and_every_check_and_operation_has_one() {
    let search = search();
    let mut names: Vec<&str> = search.documents().iter().map(|one| one.id.as_str()).collect();
    let checks = names.iter().filter(|name| name.starts_with("checks/")).count();
    let operations = names.iter().filter(|name| name.starts_with("api/")).count();
    assert_eq!(checks, 34);
    assert!(operations > 50, "{operations}");
    names.sort_unstable();
    assert!(names.windows(2).all(|pair| pair[0] != pair[1]));
}

#[test]
fn the_same_question_has_the_same_answer() {
    let (one, other) = (search(), search());
    for question in ["robots", "a key of an account", "how is a page scored"] {
        assert_eq!(one.search(question, RESULTS), other.search(question, RESULTS));
    }
}

#[tokio::test]
async fn too_many_questions_at_once_are_refused() {
    let search = search();
    let places: Vec<_> =
        (0..AT_ONCE).map(|_| Arc::clone(&search.places).try_acquire_owned().unwrap()).collect();
    assert_eq!(search.ask("score".to_owned(), 1).await, Err(Busy));
    drop(places);
    assert_eq!(search.ask("score".to_owned(), 1).await.unwrap().len(), 1);
}
