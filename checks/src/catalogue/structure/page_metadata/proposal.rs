//! What a page offers itself as a description.

use super::placeholder::is_unfilled;
use crate::catalogue::evidence::is_unit;
use crate::catalogue::structure::answer_first::{is_question, opener};
use crate::catalogue::structure::headings::{keys, similarity, speaks_of, tokens};
use crate::catalogue::structure::man_page::line_below_name;
use crate::check::Context;
use crate::data;
use crate::page::DocumentFacts;
use crate::page::manual::name_line;
use crate::page::names::{comparable, unescape};
use crate::page::outline::{BlockFact, BlockKind, tenths_in};
use crate::page::text::{TENTHS_OF_WORD, ends_sentence, sentences};
use crate::page::visible_names::is_spaceless;
use crate::paste;
use crate::report::PageKind;
use crate::weights::LEAD_BLOCK_MIN;

/// The most characters of a page's own text that a snippet repeats.
pub(super) const SNIPPET_CHARACTERS: usize = 200;

/// The description for sharing, or the sentences with which the text opens. A thread opens with what
/// is asked, and a description says what is answered.
pub(super) fn proposed_description(context: &Context<'_>) -> Option<String> {
    if context.subject.kind == PageKind::Qa {
        return None;
    }
    let page = context.page;
    let is_home = context.subject.kind == PageKind::Home;
    let shared = page.meta("og:description").map(unescape).filter(|shared| {
        !comparable(shared).is_empty()
            && comparable(shared) != comparable(&context.title.text)
            && !context.sites.is_one(shared)
            && !is_unfilled(shared, &context.sites)
            // Many sites share the same words about themselves on every page.
            && (is_home || (speaks_of_page(context, shared) && !is_tagline(context, shared)))
            && !lists_contents(shared)
            && !lists_keywords(shared)
    });
    shared
        .and_then(|text| whole_sentences(&text))
        .and_then(|text| before_call(&text))
        .or_else(|| name_line_of_command(context))
        .or_else(|| first_sentences(context))
}

/// The most characters of a description for sharing that is one sentence: it was written for this.
const SHARED_CHARACTERS: usize = 300;

/// The whole sentences of a text, where it has any: many descriptions for sharing are cut off after
/// so many characters.
fn whole_sentences(text: &str) -> Option<String> {
    let cut = (!ends_sentence(text)).then(|| format!("{}…", text.trim_end()));
    cut.and_then(|cut| paste::sentences(&cut, SNIPPET_CHARACTERS))
        .or_else(|| paste::sentences(text, SNIPPET_CHARACTERS))
        .or_else(|| ends_sentence(text).then(|| paste::sentences(text, SHARED_CHARACTERS))?)
}

/// What a page of a manual of commands says below “NAME” in a preformatted text: “brew - pour water
/// on leaves”.
fn name_line_of_command(context: &Context<'_>) -> Option<String> {
    let document = &context.page.document;
    let mut code = document.outline.blocks.iter().filter(|block| block.kind == BlockKind::Code);
    let line = code
        .find_map(|block| name_line(document.text_at(&block.place)))
        .or_else(|| line_below_name(document).map(|line| document.text_at(&line.place).trim()))?;
    let is_docs = context.subject.kind == PageKind::Docs;
    (is_docs && line.chars().count() <= SNIPPET_CHARACTERS).then(|| line.to_owned())
}

/// The first sentences of the opening, as many as fit. What stands below the text says where to go
/// on, and the same on every page.
fn first_sentences(context: &Context<'_>) -> Option<String> {
    let document = &context.page.document;
    let blocks: Vec<&BlockFact> = document.outline.main_blocks().collect();
    let is_paragraph = |block: &&&BlockFact| {
        block.kind == BlockKind::Paragraph
            && block.tenths_of_words >= LEAD_BLOCK_MIN * TENTHS_OF_WORD
            && !is_menu(block)
            && !asks_for_scripts(context, block)
            // A note or a warning says what to mind, and not what the page is about.
            && !block.is_in_box
    };
    let first = blocks.iter().position(|block| is_paragraph(&block))?;
    // An article may lead to its subject, and name it right below.
    let text_of = |at: usize| document.visible_text.get(blocks[at].place.text.clone());
    let names_subject = |at: &usize| text_of(*at).is_some_and(|text| is_on_topic(context, text));
    let next = Some(first + 1).filter(|next| {
        context.subject.kind == PageKind::Article
            && blocks.get(*next).is_some_and(|block| is_paragraph(&block))
            && !names_subject(&first)
            && names_subject(next)
    });
    let at = next.unwrap_or(first);
    let text = after_filler(text_of(at)?, context.languages.primary());
    let text = from_subject(context, text)?;
    let (above, rest) = blocks.split_at(at);
    let is_docs = context.subject.kind == PageKind::Docs;
    let is_opening = stands_first(document, above, is_docs)
        || (is_early(above, rest) && is_on_topic(context, text));
    // Below a second heading of a list stands what is said of one of its entries.
    let headings = above.iter().filter(|block| block.kind == BlockKind::Heading);
    if context.subject.kind == PageKind::Listing && headings.count() > 1 {
        return None;
    }
    // What stands in brackets is a remark.
    let is_remark = text.starts_with(['[', '(']);
    let said = paste::sentences(text, SNIPPET_CHARACTERS).and_then(|said| before_call(&said));
    let said = said.filter(|text| ends_sentence(text));
    // Alone, it has to say what it is about, and leads to nothing.
    let is_open = |said: &String| said.ends_with([':', '：']) || begins_with_pronoun(said);
    let said = said.filter(|said| !is_remark && !is_open(said));
    said.filter(|_| is_opening)
}

/// The text from the first sentence on that speaks of the page's subject, where the opening leads to it
/// or is a notice; none where no sentence does. What documentation describes need not be named, and in
/// languages without spaces this can't be told.
fn from_subject<'a>(context: &Context<'_>, text: &'a str) -> Option<&'a str> {
    /// Sentences that are looked at.
    const LOOKED_AT: usize = 8;
    let is_told = context.subject.kind != PageKind::Docs && context.title.text.contains(' ');
    if !is_told {
        return Some(text);
    }
    let first = sentences(text).take(LOOKED_AT).find(|one| is_on_topic(context, one))?;
    Some(&text[first.as_ptr().addr() - text.as_ptr().addr()..])
}

/// Whether a paragraph tells readers what their browser does with JavaScript, on a page about something
/// else.
fn asks_for_scripts(context: &Context<'_>, block: &BlockFact) -> bool {
    const BROWSERS: [&str; 6] =
        ["browser", "navigat", "navegador", "webbläsar", "przegląd", "браузер"];
    const SWITCHES: [&str; 8] =
        ["enabl", "disabl", "switch", "turn", "aktiv", "activ", "habilit", "включ"];
    let said = context.page.document.text_at(&block.place).to_lowercase();
    let has_one = |words: &[&str]| words.iter().any(|word| said.contains(word));
    said.contains("javascript")
        && has_one(&BROWSERS)
        && has_one(&SWITCHES)
        && !context.title.text.to_lowercase().contains("javascript")
}

/// A text from its first sentence on that is no question and no filler: the opening of a page is
/// to lose those.
fn after_filler<'a>(text: &'a str, language: &str) -> &'a str {
    let first = sentences(text).find(|one| !is_question(one) && opener(one, language).is_none());
    first.map_or("", |one| &text[one.as_ptr().addr() - text.as_ptr().addr()..])
}

/// Whether a text for sharing is a short line that may be the site's: no sentence, and with no more
/// than one word of a longer title.
fn is_tagline(context: &Context<'_>, text: &str) -> bool {
    /// Characters.
    const LINE: usize = 60;
    let said = tokens(text);
    let heading = context.page.document.h1.first().map_or("", |heading| heading.value.as_str());
    let is_named = |name: &str| {
        let name = tokens(name);
        !name.is_empty() && name.intersection(&said).count() >= name.len().min(2)
    };
    let is_line = text.chars().count() < LINE && !ends_sentence(text);
    is_line && ![context.title.text.as_str(), heading].into_iter().any(is_named)
}

/// Whether a text begins with a word that stands for something named before: “It brews tea.”
fn begins_with_pronoun(text: &str) -> bool {
    const PRONOUNS: [&str; 5] = ["it", "they", "he", "she", "these"];
    let first = text.split(|char: char| !char.is_alphabetic()).next().unwrap_or_default();
    PRONOUNS.iter().any(|pronoun| first.eq_ignore_ascii_case(pronoun))
}

fn is_menu(block: &BlockFact) -> bool {
    block.link_bytes * 2 >= block.place.text.len()
}

/// Whether what stands above a paragraph leaves it the opening: no list or table, no line that leads
/// on to something, no code, and no heading of a section below a line of text. Entries of a manual
/// begin with a name, and with how it is written.
fn stands_first(document: &DocumentFacts, above: &[&BlockFact], is_docs: bool) -> bool {
    let leads_on = |block: &BlockFact| {
        let text = document.text_at(&block.place);
        text.trim_end().ends_with(':')
    };
    let is_beside = |block: &&BlockFact| match block.kind {
        _ if block.is_in_box => true,
        BlockKind::Heading => true,
        BlockKind::Code => is_docs,
        BlockKind::ListItem | BlockKind::Cell => is_menu(block),
        _ => is_menu(block) || !leads_on(block),
    };
    let is_heading = |block: &&BlockFact| block.kind == BlockKind::Heading;
    let text = above.iter().position(|block| !is_heading(block) && !is_menu(block));
    let is_in_section = text.is_some_and(|at| above[at..].iter().any(is_heading));
    above.iter().all(is_beside) && (is_docs || !is_in_section)
}

/// Whether more of the text follows than stands above.
fn is_early(above: &[&BlockFact], rest: &[&BlockFact]) -> bool {
    tenths_in(above.iter().copied()) < tenths_in(rest.iter().copied())
}

/// Whether a text speaks of the page with other words than the site's name: “Smarter tea, better
/// living! Leaf.example” says nothing of any page of that site.
pub(super) fn speaks_of_page(context: &Context<'_>, text: &str) -> bool {
    let is_own = |word: &&str| {
        !context.sites.is_one(word.trim_matches(|char: char| !char.is_alphanumeric()))
    };
    let rest: Vec<&str> = text.split_whitespace().filter(is_own).collect();
    let rest = rest.join(" ");
    is_on_topic(context, &rest) || shares_words(context, &rest)
}

data::words! { "proposal-words.json" => static WORDS: Words {
    /// What begins a sentence that tells readers to do something on the page.
    calls: Vec<String>,
    /// What stands above the contents of a text.
    contents: Vec<String>,
    /// What the names of images hold that are no page's own.
    images: Vec<String>,
} }

/// The sentences of a text before the first that tells readers what to do on the page: “Please click
/// the links below.”
fn before_call(text: &str) -> Option<String> {
    let is_call = |sentence: &&str| {
        let lower = sentence.trim().to_lowercase();
        WORDS.calls.iter().any(|call| {
            lower.strip_prefix(call.as_str()).is_some_and(|rest| {
                !call.is_ascii() || !rest.starts_with(|char: char| char.is_alphanumeric())
            })
        })
    };
    let mut end = 0;
    for sentence in sentences(text).take_while(|sentence| !is_call(sentence)) {
        end = sentence.as_ptr().addr() - text.as_ptr().addr() + sentence.len();
    }
    let said = text.get(..end)?.trim();
    (!said.is_empty()).then(|| said.to_owned())
}

/// Numbers of sections from which on a text is a list of them.
const SECTIONS: usize = 3;

/// Whether a line is what stands above the contents of a text: “Table of Contents”.
pub(crate) fn heads_contents(line: &str) -> bool {
    let line = line.trim_end_matches([':', ' ']).to_lowercase();
    WORDS.contents.iter().any(|name| name.trim_end_matches([':', ' ']) == line)
}

/// Whether a text is a list of contents: it says so, or numbers sections one after the other.
fn lists_contents(text: &str) -> bool {
    let lower = text.to_lowercase();
    if WORDS.contents.iter().any(|name| lower.contains(name.as_str())) {
        return true;
    }
    let words: Vec<&str> = text.split_whitespace().collect();
    let sections = words.windows(2).filter(|pair| begins_heading(pair[1]));
    let mut last: Vec<u8> = Vec::new();
    let mut in_row = 0;
    for number in sections.filter_map(|pair| section_number(pair[0])) {
        in_row = if follows(&last, &number) { in_row + 1 } else { 1 };
        if in_row == SECTIONS {
            return true;
        }
        last = number;
    }
    false
}

/// Whether a text is a list of keywords and no sentence: “tea, leaves, green tea, pots”.
fn lists_keywords(text: &str) -> bool {
    const PARTS: usize = 4;
    const WORDS: usize = 3;
    let parts = || text.split([',', ';']);
    let is_keyword = |part: &str| part.split_whitespace().count() <= WORDS;
    let is_sentence = ends_sentence(text) || text.contains(". ");
    // Scripts without spaces don't tell a keyword from a clause.
    !is_sentence
        && !text.contains(is_spaceless)
        && parts().nth(PARTS - 1).is_some()
        && parts().all(is_keyword)
}

/// The parts of the number of a section below a chapter: “1.2”, “1.2.3.”.
fn section_number(word: &str) -> Option<Vec<u8>> {
    let parts = word.trim_end_matches('.').split('.');
    let parts: Vec<u8> = parts
        .map(|part| {
            let is_short = part.len() <= 2 && part.bytes().all(|byte| byte.is_ascii_digit());
            part.parse().ok().filter(|_| is_short)
        })
        .collect::<Option<_>>()?;
    (parts.len() > 1).then_some(parts)
}

/// Whether a section comes right after another: the next one at some depth (“1.2”, “2.1” after
/// “1.1”), or the first one below it (“1.1.1”).
fn follows(last: &[u8], next: &[u8]) -> bool {
    let same = last.iter().zip(next).take_while(|(one, other)| one == other).count();
    let (next_in_row, below) = match (last.get(same), next.get(same)) {
        (Some(one), Some(other)) => (*other == one + 1, &next[same + 1..]),
        (None, Some(_)) => (same > 0, &next[same..]),
        (_, None) => (false, &[][..]),
    };
    next_in_row && below.iter().all(|part| *part <= 1)
}

/// Whether a word may begin the heading of a section: it begins with no small letter, and is no
/// unit (“2.0 L”, “1.2 GHz”).
fn begins_heading(word: &str) -> bool {
    let word = word.trim_matches(|char: char| !char.is_alphanumeric());
    word.starts_with(|char: char| char.is_alphabetic() && !char.is_lowercase())
        && !is_unit(&word.to_lowercase())
}

/// Whether the address of an image says that it stands for any page of its site: a logo, a card that
/// asks readers to subscribe.
pub(crate) fn is_generic_image(address: &str) -> bool {
    let decoded: String = url::form_urlencoded::parse(address.as_bytes())
        .map(|(name, value)| format!("{name}={value}&"))
        .collect();
    let path = decoded.split('?').next().unwrap_or_default().to_lowercase();
    let name = path.trim_end_matches(['&', '=']).rsplit('/').next().unwrap_or_default();
    let words = || name.split(|char: char| !char.is_alphanumeric());
    WORDS.images.iter().any(|image| match image.contains(['-', '_']) {
        true => name.contains(image.as_str()),
        false => words().any(|word| word == image.as_str()),
    })
}

/// Whether a text has a word of the title or of the heading, however short.
fn shares_words(context: &Context<'_>, text: &str) -> bool {
    let heading = context.page.document.h1.first().map_or("", |heading| heading.value.as_str());
    [context.title.text.as_str(), heading].into_iter().any(|name| similarity(name, text) > 0)
}

fn is_on_topic(context: &Context<'_>, text: &str) -> bool {
    let document = &context.page.document;
    let heading = document.h1.first().map_or("", |heading| heading.value.as_str());
    let about = keys(&format!("{} {heading}", context.title.text));
    !about.is_empty() && speaks_of(text, &about)
}
