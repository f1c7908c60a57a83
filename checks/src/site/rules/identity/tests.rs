use crate::site::facts::EntityKind::{Author, Publisher};
use crate::site::facts::PageFacts;
use crate::site::finding::Severity;
use crate::site::rule::Rule;
use crate::site::test_site::{at, findings, page, paths, site, summaries};

const RULE: Rule = Rule::Identity;

fn said(pages: &[PageFacts]) -> Vec<String> {
    summaries(&site(pages), RULE)
}

fn publisher(path: &str, name: &str, parts: [&str; 3]) -> PageFacts {
    page(path).naming(Publisher, name, parts)
}

fn author(path: &str, name: &str, parts: [&str; 3]) -> PageFacts {
    page(path).naming(Author, name, parts)
}

#[test]
fn a_publisher_has_one_name() {
    let pages = [
        publisher("/a", "Acme, Inc.", ["", "", "/#org"]),
        publisher("/b", "Acme Inc", ["", "", "/#org"]),
        publisher("/c", "Acme", ["", "", "/#org"]),
    ];
    let found = findings(&site(&pages), RULE);
    assert_eq!(found.len(), 1);
    assert_eq!(
        found[0].summary,
        "The publisher's name has 2 values in the structured data. `Acme Inc` is on 2 of 3 pages."
    );
    assert_eq!((paths(&found[0]), found[0].pages[0].detail.as_str()), (vec!["/c"], "`Acme`"));
    assert_eq!(found[0].proposed.as_deref(), Some("Acme Inc"));
}

#[test]
fn its_address_and_its_logo_are_compared_as_well() {
    let pages = [
        publisher("/a", "Acme", ["/", "/logo.png", ""]),
        publisher("/b", "ACME", ["http://example.com", "/logo-60x60.png?v=2", ""]),
        publisher("/c", "Acme", ["/about", "/logo.svg", ""]),
    ];
    let found = findings(&site(&pages), RULE);
    let said: Vec<&str> = found.iter().map(|one| one.summary.as_str()).collect();
    assert_eq!(said.len(), 2);
    assert!(said[0].starts_with("The publisher's URL has 2 values"), "{said:?}");
    assert!(said[1].starts_with("The publisher's logo has 2 values"), "{said:?}");
    assert!(found.iter().all(|one| paths(one) == ["/c"]));
}

#[test]
fn several_publishers_and_languages_are_left_alone() {
    for (what, pages) in [
        (
            "two publishers",
            vec![
                publisher("/a", "Acme", ["/", "", ""]),
                publisher("/b", "Tea Board", ["https://tea.example/", "", ""]),
            ],
        ),
        (
            "a translated name",
            vec![
                publisher("/a", "Tea Board", ["", "", "/#org"]),
                publisher("/b", "Teeverband", ["", "", "/#org"]).language("de"),
            ],
        ),
        (
            "one page without the logo",
            vec![
                publisher("/a", "Acme", ["/", "/logo.png", ""]),
                publisher("/b", "Acme", ["", "", ""]),
            ],
        ),
    ] {
        assert_eq!(said(&pages), Vec::<String>::new(), "{what}");
    }
}

#[test]
fn an_author_is_spelled_in_one_way() {
    for (one, other, parts) in [
        ("Jane Doe", "Jane A. Doe", ["/author/jane", "", ""]),
        ("Jane Doe", "J. Doe", ["", "", "/#jane"]),
        ("José Pérez", "Jose Perez", ["", "", ""]),
        ("Jane Doe", "JANE DOE", ["", "", ""]),
        ("Jane Doe", "Jane Q. Doe", ["", "", ""]),
    ] {
        let pages =
            [author("/a", one, parts), author("/b", one, parts), author("/c", other, parts)];
        let found = findings(&site(&pages), RULE);
        assert_eq!(found.len(), 1, "{one} {other}");
        assert_eq!(
            found[0].summary,
            format!("An author's name is spelled in 2 ways. `{one}` is on 2 of 3 pages.")
        );
        assert_eq!((paths(&found[0]), found[0].proposed.as_deref()), (vec!["/c"], Some(one)));
    }
}

#[test]
fn several_people_are_left_alone() {
    for (what, one, other, parts) in [
        ("others", "Jane Doe", "John Doe", ["", "", ""]),
        ("one page of a team", "Jane Doe", "John Roe", ["/team", "", ""]),
        ("family on one page of a team", "Jane Doe", "John Doe", ["/team", "", ""]),
        ("the home page", "Jane Doe", "J. Doe", ["/", "", ""]),
        ("initials", "John A. Smith", "John B. Smith", ["", "", ""]),
        ("one word", "Jane", "JANE", ["", "", ""]),
    ] {
        let pages = [author("/a", one, parts), author("/b", other, parts)];
        assert_eq!(said(&pages), Vec::<String>::new(), "{what}");
    }
    let ids =
        [author("/a", "Jane Doe", ["", "", "/#1"]), author("/b", "JANE DOE", ["", "", "/#2"])];
    assert_eq!(said(&ids), Vec::<String>::new(), "an id each");
    let three = ["John Smith", "John A. Smith", "John B. Smith"];
    let three = ["/a", "/b", "/c"].into_iter().zip(three);
    let three: Vec<PageFacts> =
        three.map(|(path, name)| author(path, name, ["", "", ""])).collect();
    assert_eq!(said(&three), Vec::<String>::new(), "which of two is meant isn't known");
    let languages = [
        author("/a", "Taro Yamada", ["", "", "/#taro"]),
        author("/b", "山田太郎", ["", "", "/#taro"]).language("ja"),
    ];
    assert_eq!(said(&languages), Vec::<String>::new(), "letters of another language");
}

#[test]
fn an_id_names_one_author() {
    let pages = [
        author("/a", "Jane Doe", ["", "", "/#author"]),
        author("/b", "John Roe", ["", "", "/#author"]),
    ];
    let found = findings(&site(&pages), RULE);
    assert_eq!(found.len(), 1);
    assert_eq!(
        found[0].summary,
        format!("The `@id` `{}` identifies 2 authors in the structured data.", at("/#author"))
    );
    assert_eq!((found[0].severity, found[0].total), (Severity::Fail, 2));
}
