//! A page that is made of frames: its text is on the pages that they show.

use crate::catalogue::extraction::need_text::NEED_TEXT;
use crate::fix::Fix;
use crate::page::{LinkFact, Page};
use crate::quoted::Quoted;

/// The most characters of an address in a fix.
const NAMED_CHARACTERS: usize = 80;

/// The frame that shows the text. Those with menus stand before it.
pub(super) fn main_frame(page: &Page) -> Option<&LinkFact> {
    page.document.frames.last()
}

/// How to send visitors to what the main frame shows.
pub(super) fn fix(frame: &LinkFact, key: &'static str) -> Fix {
    let target = Quoted::of(&frame.href, NAMED_CHARACTERS);
    let title = format!("Redirect the page to {target}, which its main frame shows");
    let verify = "Open the page: the address bar shows the URL of the other page.";
    Fix::new(key, title, verify)
        .opens(NEED_TEXT)
        .step(
            "Redirect on the server with status 301, or put `<meta http-equiv=\"refresh\">` with \
               that URL into the head.",
        )
        .step(
            "If a program generates the frames, such as an old version of Javadoc, switch them \
               off there.",
        )
}
