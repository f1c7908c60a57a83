use super::*;
use crate::catalogue::test_html::read_at;

const PROSE: &str = "<p>Fill the kettle with fresh water and boil it, then pour it slowly over the \
    leaves and wait for three minutes before you take them out again, or the tea is bitter.</p>";

fn shown(body: &str) -> (Option<String>, Option<String>) {
    of("https://www.example.com/blog/tea", "en", body)
}

fn of(address: &str, lang: &str, body: &str) -> (Option<String>, Option<String>) {
    let prose = PROSE.repeat(8);
    let body = body.replace("PROSE", &prose);
    let html = format!("<html lang={lang}><title>Tea</title><body>{body}</body>");
    let mut page = read_at(address, &html);
    page.document.kind.kind = PageKind::Article;
    let dates = ShownDates::of(&page, &Languages::of(&page));
    (dates.published.map(|day| day.to_string()), dates.modified.map(|day| day.to_string()))
}

fn published(body: &str) -> Option<String> {
    shown(body).0
}

#[test]
fn a_line_of_a_date_near_the_heading_counts() {
    for line in [
        "<p>March 5, 2024</p>",
        "<p>By Jane Doe, March 5, 2024, 5 min read</p>",
        "<div>Jane Doe</div><div>5 March 2024</div>",
        "<p>Posted on March 5, 2024 in <a href=/tea>Tea</a></p>",
        "<p>Published</p><p>March 5, 2024</p>",
        "<p>03/25/24</p>",
        "<ul><li>Jane Doe<li>March 5, 2024</ul>",
        "<p>LONDON, March 5, 2024 (TEA) - The kettle has been invented, and the leaves are in it \
         now, as was said by those who sell both of them in the shops of the city.</p>",
    ] {
        let day = published(&format!("<main><h1>How to make tea</h1>{line}PROSE</main>"));
        assert!(day.is_some_and(|day| day.starts_with("2024-03-")), "{line}");
    }
    let above = published("<main><p>March 5, 2024</p><h1>How to make tea</h1>PROSE</main>");
    assert_eq!(above.as_deref(), Some("2024-03-05"));
}

#[test]
fn days_of_other_things_do_not() {
    for line in [
        "<p>Tea was first sold here on March 5, 2024, as the city's book of the trades says.</p>",
        "<figure><img src=a><figcaption>A kettle, March 5, 2024</figcaption></figure>",
        "<p>Member since March 5, 2024</p>",
        "<p>March 5, 2024 to April 6, 2024</p>",
        "<p>March 5, 2024 – April 6, 2024</p>",
        "<p>Valid until March 5, 2024</p>",
        "<p>March 5, 2124</p>",
        "<ul><li>2.1 2024-03-05<li>2.0 2024-02-05<li>1.9 2024-01-05</ul>",
        "<a href=/coffee><p>How to make coffee</p><p>March 5, 2024</p><p>Grind the beans right before you brew it.</p></a>",
    ] {
        let day = published(&format!("<main><h1>How to make tea</h1>{line}PROSE</main>"));
        assert_eq!(day, None, "{line}");
    }
    let late = "<main><h1>How to make tea</h1>PROSE<p>March 5, 2024</p></main>";
    assert_eq!(published(late), None, "after the prose");
    let header = "<header><p>March 5, 2024</p></header><main><h1>How to make tea</h1>PROSE</main>";
    assert_eq!(published(header), None, "the header of the site");
}

#[test]
fn words_say_what_a_day_is() {
    let both = shown(
        "<main><h1>How to make tea</h1><p>Published March 5, 2024 - Updated July 9, 2025</p>PROSE\
         </main>",
    );
    assert_eq!(both, (Some("2024-03-05".to_owned()), Some("2025-07-09".to_owned())));
    let foot = shown(
        "<main><h1>How to make tea</h1>PROSE<p>Posted on the 25/03/2024 at 19:00 by Jane</p></main>\
         <footer><p>Example</p><p>Last updated: July 9, 2025</p></footer>",
    );
    assert_eq!(foot, (Some("2024-03-25".to_owned()), Some("2025-07-09".to_owned())));
}

#[test]
fn two_days_in_a_line_are_those_of_writing_and_of_change() {
    let both =
        shown("<main><h1>How to make tea</h1><p>13/3/2024 at 2/26/2025 12:30 AM</p>PROSE</main>");
    assert_eq!(both, (Some("2024-03-13".to_owned()), Some("2025-02-26".to_owned())));
}

#[test]
fn numbers_are_read_as_the_country_writes_them() {
    let body = "<main><h1>How to make tea</h1><p>Posted 01/05/24</p>PROSE</main>";
    for (address, lang, expected) in [
        ("https://www.example.com/a", "en", None),
        ("https://www.example.com/a", "en-US", Some("2024-01-05")),
        ("https://www.example.com/a", "en-GB", Some("2024-05-01")),
        ("https://www.example.co.uk/a", "en-US", Some("2024-05-01")),
        ("https://www.example.edu/a", "en", Some("2024-01-05")),
    ] {
        assert_eq!(of(address, lang, body).0.as_deref(), expected, "{address} {lang}");
    }
}

#[test]
fn lists_show_days_of_other_pages() {
    let mut page = read_at(
        "https://www.example.com/blog",
        &format!("<title>Tea</title><main><h1>Tea</h1><p>March 5, 2024</p>{PROSE}</main>"),
    );
    page.document.kind.kind = PageKind::Listing;
    assert_eq!(ShownDates::of(&page, &Languages::of(&page)), ShownDates::default());
}
