//! Pages that are hardly more than links.

use super::*;

#[test]
fn a_copy_of_the_contents_is_to_be_left_out() {
    let of = |file: &str, text: &str| {
        let html = format!(
            "<html lang=en><meta name=generator content='Doxygen 1.9.4'><link rel=stylesheet \
             href=tea.css><title>README</title><body><div class=header><div class=headertitle>\
             <div class=title>README</div></div></div><div class=contents><p>{text}</p><ul><li><a \
             href=install.html>Installation</a><li><a href=brew.html>Brewing</a><li>Cookbook</ul>\
             </div>"
        );
        fix(&ContentDepth, &read_at(&format!("https://docs.host.test/tea/{file}"), &html)).0
    };
    let links = of("md_readme.html", "{#mainpage}");
    assert_eq!(links.title, "Leave `README` out of the build: it has 2 links and no text");
    let noted = of("md_readme.html", "How the tea of the house is made and how it is kept warm.");
    assert!(!noted.title.starts_with("Leave"), "{}", noted.title);
    let start = of("index.html", "{#mainpage}");
    assert!(start.title.starts_with("Expand "), "{}", start.title);
}
