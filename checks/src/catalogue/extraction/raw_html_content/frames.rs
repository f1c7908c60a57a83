//! A page that is made of frames: its text is on the pages that they show.

use crate::catalogue::extraction::need_text::NEED_TEXT;
use crate::fix::Fix;
use crate::page::Page;
use crate::quoted::Quoted;

/// The most characters of an address in a fix.
const NAMED_CHARACTERS: usize = 80;
/// What the name of the frame with the text holds; Javadoc calls it “classFrame”.
const NAMES: [&str; 4] = ["main", "content", "body", "class"];

/// Whether the page is made of frames.
pub(super) fn is_frameset(page: &Page) -> bool {
    !page.document.frames.is_empty()
}

/// The URL of the only frame that is called so.
fn main_frame(page: &Page) -> Option<&str> {
    let is_called = |name: &str| {
        let name = name.to_ascii_lowercase();
        NAMES.iter().any(|own| name.contains(own))
    };
    let mut called = page.document.frames.iter().filter(|frame| is_called(&frame.name));
    let only = called.next().filter(|_| called.next().is_none())?;
    let target = page.document.base(&page.final_url).join(&only.href).ok()?;
    let is_page = matches!(target.scheme(), "http" | "https") && !only.href.is_empty();
    is_page.then_some(&only.href)
}

/// How to send visitors to what the frame with the text shows.
pub(super) fn fix(page: &Page, key: &'static str) -> Fix {
    let title = match main_frame(page) {
        Some(href) => {
            let target = Quoted::of(href, NAMED_CHARACTERS);
            format!("Redirect the page to {target}, the page in its main frame")
        }
        None => "Redirect this page to the page in the frame with the text".to_owned(),
    };
    Fix::new(key, title, "Open the page. The address bar shows the URL of the other page.")
        .opens(NEED_TEXT)
        .step(
            "Redirect on the server (301). If you can't, put `<meta http-equiv=\"refresh\" \
             content=\"0; url=…\">` into the head.",
        )
        .step(
            "If a tool such as an old version of Javadoc generates the frames, turn them off in its \
             settings.",
        )
}
