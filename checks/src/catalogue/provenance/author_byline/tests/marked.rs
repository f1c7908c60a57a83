//! Names that elements set apart from what stands beside them, and who is named beside others.

use super::*;

/// The names that the report lists.
fn names(page: &Page) -> Vec<String> {
    judge_page(page).details.into_iter().map(|detail| detail.excerpt).collect()
}

fn names_in(byline: &str) -> Vec<String> {
    names(&article("", byline))
}

#[test]
fn an_element_ends_a_name() {
    for (byline, expected) in [
        (
            "<span class='author vcard'><a href=/team/jane><b class=fn>Jane Doe</b></a> <span>Senior \
             Tea Correspondent</span></span>",
            &["Jane Doe"][..],
        ),
        (
            "<span class=author>Par <strong>JANE DOE</strong>, <strong>JOHN ROE</strong> Envoyés \
             spéciaux à Thé</span>",
            &["Jane Doe", "John Roe"],
        ),
        ("Par <b>Jane Doe</b> et <b>John Roe</b> à Thé", &["Jane Doe", "John Roe"]),
        ("<span class=byline>By <a href=/jane>Jane Doe</a> <a href=/mail>Email</a>", &["Jane Doe"]),
        ("<span class=byline>By Jane Doe and <b>John Roe</b></span>", &["Jane Doe", "John Roe"]),
        (
            "<span class=byline>By <a href=/jane>Jane Doe</a> and John Roe</span>",
            &["Jane Doe", "John Roe"],
        ),
        ("<span class=byline><b>Jane</b> <b>Doe</b></span>", &["Jane Doe"]),
    ] {
        assert_eq!(names_in(byline), expected, "{byline}");
    }
}

#[test]
fn a_logo_is_not_the_heading_that_a_byline_stands_by() {
    let page = |href: &str| {
        read(&format!(
            "<html lang=en><title>Tea | Leaf</title><header><a href={href}><h1>Leaf</h1></a></header>\
             <p>{}</p><main><h1>Tea</h1><p class=byline>By <a class='author fn' href=/users/jane>Jane \
             Doe</a> on May 3, 2024</p><p>Boil the water.</p></main>",
            "Other stories of the day. ".repeat(80)
        ))
    };
    assert_eq!(names(&page("/")), ["Jane Doe"]);
    assert_eq!(names(&page("https://leaf.example/")), ["Jane Doe"]);
    assert!(names(&page("/about")).is_empty(), "any other link may head the page");
}

#[test]
fn a_link_beside_the_text_counts_where_its_address_is_declared() {
    let page = |declared: &str| {
        let head = format!("<meta property=article:author content='{declared}'>");
        let body = format!(
            "<p>{}</p><aside><p>THE AUTHOR</p><a rel=author href=/source/jane-doe>Jane Doe</a></aside>",
            "Boil the water. ".repeat(200)
        );
        names(&article(&head, &body))
    };
    assert_eq!(page("https://www.example.com/source/jane-doe"), ["Jane Doe"]);
    let box_below = format!(
        "{}<div><a rel=author href=/by/jane>Jane Doe</a></div>",
        "Boil it, and wait.<p>".repeat(150)
    );
    let head = "<meta property=article:author content=https://www.example.com/by/jane>";
    assert_eq!(names(&article(head, &box_below)), ["Jane Doe"]);
    assert!(names(&article("", &box_below)).is_empty());
    assert!(page("https://www.example.com/source/john-roe").is_empty());
}

#[test]
fn an_agency_or_the_staff_does_not_hide_who_signs() {
    let agency = by(r#"{"@type": "Person", "name": "Leaf Wire"}"#);
    let signed = article(&agency, "By Jane Doe");
    assert!(names(&signed).contains(&"Jane Doe".to_owned()), "{:?}", names(&signed));
    let other = by(r#"{"@type": "Person", "name": "Ada Poe"}"#);
    assert!(!names(&article(&other, "Ada Poe. By Jane Doe")).contains(&"Jane Doe".to_owned()));
    let staff = judge_page(&article("", "<span class=author>From staff and wire reports</span>"));
    assert!(staff.summary.contains("isn't a specific person"), "{}", staff.summary);
    assert!(!staff.summary.contains("profile"));
}

#[test]
fn an_email_address_is_no_name() {
    let page = article("", "<span class=author>guest@mail.example</span>");
    let finding = judge_page(&page);
    assert!(finding.summary.contains("shows an email address"), "{}", finding.summary);
    let handle = judge_page(&article("", "<span class=author>@jane.doe</span>"));
    assert!(!handle.summary.contains("email"), "{}", handle.summary);
}

#[test]
fn who_took_the_picture_is_not_the_author() {
    let credit = |class: &str| {
        names_in(&format!("<span class={class}><a href=/staff/jane-doe>Jane Doe</a></span>"))
    };
    assert!(credit("credit").is_empty());
    assert_eq!(credit("name"), ["Jane Doe"]);
}

#[test]
fn who_is_quoted_is_not_the_author() {
    let quoted = |class: &str| {
        names_in(&format!(
            "<div class={class}><q>Pour it hot.</q><div class={class}__author><span class=author>Jane \
             Doe</span></div></div>"
        ))
    };
    assert!(quoted("pull-quote").is_empty() && quoted("testimonials").is_empty());
    assert_eq!(quoted("summary"), ["Jane Doe"]);
}

#[test]
fn the_author_of_a_picture_is_not_that_of_the_text() {
    let of = |class: &str| names_in(&format!("<div class={class}>Photograph by Jane Doe</div>"));
    for class in ["ngart-img__cont__author", "photo-author", "caption__author"] {
        assert!(of(class).is_empty(), "{class}");
    }
    let shown = names_in("<div class=author-photo__author>Jane Doe</div>");
    assert_eq!(shown, ["Jane Doe"]);
}
