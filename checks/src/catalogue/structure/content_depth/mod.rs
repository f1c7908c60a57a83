#![doc = include_str!("page.md")]

use crate::check::{About, Check, Context, Finding, measure};
use crate::fix::{Fix, Source};
use crate::page::outline::BlockKind;
use crate::page::text::{TENTHS_OF_WORD, word_equivalents};
use crate::page::{DocumentFacts, Page};
use crate::paste::page_name;
use crate::report::{CheckResult, EvidenceStrength, PageKind};
use crate::weights::{
    DEPTH_ARTICLE, DEPTH_BOOK, DEPTH_DOCS, DEPTH_HIDDEN_BYTES, DEPTH_OTHER, HARDLY_ANY_TEXT,
};
use crate::wording::how_many;

/// Code counts by this part.
const CODE: usize = 2;

/// The check.
pub struct ContentDepth;

impl Check for ContentDepth {
    fn about(&self) -> &'static About {
        &About {
            id: "content-depth",
            title: "Length suits the topic",
            strength: EvidenceStrength::Moderate,
            effort: 3,
            needs_page: true,
            doc: include_str!("page.md"),
            why: "ChatGPT cited pages of 500 to 2,000 words at the highest rate, and pages above \
                  5,000 less often than very short ones (AirOps). Another study counted more \
                  citations for pages above 2,900 words (SE Ranking), so the accepted range is wide.",
            sources: &[
                Source {
                    title: "Growth Memo and AirOps: what ChatGPT cites",
                    url: "https://www.growth-memo.com/p/shorter-focused-content-wins-in-chatgpt",
                    strength: EvidenceStrength::Moderate,
                },
                Source {
                    title: "SE Ranking: ranking factors for ChatGPT",
                    url: "https://seranking.com/blog/ranking-factors-for-chatgpt",
                    strength: EvidenceStrength::Moderate,
                },
            ],
        }
    }

    fn judge(&self, context: &Context<'_>) -> Finding {
        let page = context.page;
        let kind = context.subject.kind;
        let words = words(&page.document, kind);
        let least = least(page, kind);
        if matches!(kind, PageKind::Home | PageKind::Listing) && words >= least {
            return judge_parts(page);
        }
        let was_cut = was_cut(page);
        let finding = match words < least && was_cut {
            true => Finding::could_not_see(
                "Only part of the document was read, and that part is short.",
            ),
            // Frameworks send the text hidden and show it by a script: whoever reads the HTML has it.
            false if words < least && hidden_bytes(&page.document) >= DEPTH_HIDDEN_BYTES => {
                Finding::warn(format!(
                    "{} visible, while more text is sent hidden. Expected {least} or more.",
                    how_many(words, "word")
                ))
            }
            false if matches!(kind, PageKind::Home | PageKind::Listing) => {
                let said = too_short(words, least);
                if words * 2 < least { Finding::fail(said) } else { Finding::warn(said) }
            }
            // What forums are built with is told by its pattern, and not always.
            false
                if kind == PageKind::Qa
                    && words * 2 < least
                    && words_beside_surroundings(&page.document, least) >= least =>
            {
                Finding::warn(format!(
                    "{} recognized as posts. Expected {least} or more.",
                    how_many(words, "word")
                ))
            }
            false => verdict(words, least, kind),
        };
        let measured = measure("Main content (code counts half)", how_many(words, "word"));
        finding.with(crate::report::Detail {
            expected: Some(format!("{least} words or more")),
            ..measured
        })
    }

    fn fix(&self, context: &Context<'_>, _finding: &CheckResult) -> Fix {
        fix(context)
    }
}

/// A page of many parts with enough text: nothing is to be said of its length, unless none of the
/// text could be told to be its content.
fn judge_parts(page: &Page) -> Finding {
    let found = words_of_main(&page.document);
    match found < HARDLY_ANY_TEXT && !was_cut(page) {
        true => Finding::warn(format!(
            "{} recognized as main content. Expected {HARDLY_ANY_TEXT} or more.",
            how_many(found, "word")
        )),
        false => Finding::not_applicable("Home pages and lists mostly link to other pages."),
    }
}

/// Whether reading stopped before the end of the document.
fn was_cut(page: &Page) -> bool {
    page.truncated || page.document.cut_short
}

/// Whether reading stopped before there was hardly any text, so that nothing can be said of it.
pub(crate) fn is_unread(page: &Page, kind: PageKind) -> bool {
    let hardly_any = HARDLY_ANY_TEXT.min(least_of(kind));
    was_cut(page) && words(&page.document, kind) < hardly_any
}

/// Bytes of text that are sent and not shown.
fn hidden_bytes(document: &DocumentFacts) -> usize {
    document.unseen.hidden_bytes + document.unseen.swallowed_bytes
}

/// The length of the main content in word equivalents, code counted half. In a list no part is the
/// content before others: all counts that is no menu, foot or side column.
fn words(document: &DocumentFacts, kind: PageKind) -> usize {
    let main = words_of_main(document);
    if !matches!(kind, PageKind::Home | PageKind::Listing) || main >= least_of(kind) {
        return main;
    }
    main.max(words_beside_surroundings(document, least_of(kind)))
}

/// The length of all that is no menu, foot or side column, counted until it is enough.
fn words_beside_surroundings(document: &DocumentFacts, enough: usize) -> usize {
    let blocks = document.outline.blocks.iter().filter(|block| !block.place.is_around);
    let texts = blocks.filter_map(|block| document.visible_text.get(block.place.text.clone()));
    let mut all = 0;
    for text in texts {
        all += word_equivalents(text);
        if all >= enough {
            break;
        }
    }
    all
}

fn words_of_main(document: &DocumentFacts) -> usize {
    let blocks = document.outline.blocks.iter();
    let code: usize = blocks
        .filter(|block| block.kind == BlockKind::Code)
        .map(|block| block.tenths_of_words)
        .sum();
    let code = code / TENTHS_OF_WORD;
    document.main.word_equivalents.saturating_sub(code - code / CODE)
}

/// The least length of the page: a recipe is an article, and says all in few words.
fn least(page: &Page, kind: PageKind) -> usize {
    match kind == PageKind::Article && page.declares(&["Recipe"]) {
        true => DEPTH_OTHER,
        false => least_of(kind),
    }
}

/// The least length of a page of that kind.
const fn least_of(kind: PageKind) -> usize {
    match kind {
        PageKind::Article => DEPTH_ARTICLE,
        PageKind::Docs | PageKind::Qa => DEPTH_DOCS,
        PageKind::Product | PageKind::Other => DEPTH_OTHER,
        PageKind::Home | PageKind::Listing => HARDLY_ANY_TEXT,
    }
}

fn verdict(words: usize, least: usize, kind: PageKind) -> Finding {
    match words {
        _ if words * 2 < least => Finding::fail(too_short(words, least)),
        _ if words < least => Finding::warn(too_short(words, least)),
        // A reference is looked up in, and not read from its beginning.
        _ if words > DEPTH_BOOK && kind != PageKind::Docs => Finding::warn(format!(
            "The main content has {words} words. Engines may read only the beginning of a text \
             this long."
        )),
        _ => Finding::pass(format!("The main content has {words} words.")),
    }
}

fn too_short(words: usize, least: usize) -> String {
    format!("The main content has {}. Expected {least} or more.", how_many(words, "word"))
}

fn fix(context: &Context<'_>) -> Fix {
    let words = words(&context.page.document, context.subject.kind);
    let least = least(context.page, context.subject.kind);
    let name = page_name(context);
    let verify = "Scan the page again and compare the word count of the main content.";
    if words > DEPTH_BOOK {
        return Fix::new(
            "content-depth",
            format!("Split {name} or summarize it at the top: it has {words} words"),
            verify,
        )
        .step("Put the answer and the main figures in the first 300 words.")
        .step(format!(
            "Move each independent topic to a page of its own, of {least} words or more, and link \
             to it."
        ))
        .step("Leave a work that people use as a whole, such as a reference, as it is.");
    }
    Fix::new(
        "content-depth",
        format!("Expand {name} from {words} to {least} words or more"),
        verify,
    )
    .step("Answer the questions readers ask next: what it is, how it works, who it is for, what it costs, where its limits are.")
    .step("Back each statement with a figure, an example or a source. Don't add filler.")
    .step("If the text appears when the page is open in a browser, serve it in the HTML itself.")
    .opens(&["answer-first", "heading-outline", "section-length", "statistics"])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue::structure::test_read::{
        article, fix, judge, read, read_at, status, text,
    };
    use crate::report::Status;

    fn of(words: usize) -> Status {
        status(&ContentDepth, &article("Tea", &text(words)))
    }

    #[test]
    fn the_band_of_articles() {
        let verdicts = [0, 149, 150, 299, 300, 10_000, 10_001].map(of);
        use Status::{Fail, Pass, Warn};
        assert_eq!(verdicts, [Fail, Fail, Warn, Warn, Pass, Pass, Warn]);
    }

    #[test]
    fn other_kinds_have_floors_of_their_own() {
        let product = |words: usize| {
            let html = format!(
                "<title>Pot</title><meta property=og:type content=product><main>{}</main>",
                text(words)
            );
            status(&ContentDepth, &html)
        };
        assert_eq!(
            [59, 60, 119, 120].map(product),
            [Status::Fail, Status::Warn, Status::Warn, Status::Pass]
        );
        let docs = |words: usize| {
            let html = format!(
                "<title>Pot</title><script type=application/ld+json>{{\"@type\":\"TechArticle\"}}\
                 </script><main>{}</main>",
                text(words)
            );
            status(&ContentDepth, &html)
        };
        assert_eq!([74, 75, 150].map(docs), [Status::Fail, Status::Warn, Status::Pass]);
        assert_eq!(docs(10_001), Status::Pass, "a reference may be long");
    }

    #[test]
    fn home_pages_need_hardly_any_text() {
        let home = |words: usize| {
            let html = format!("<title>Pot</title><main>{}</main>", text(words));
            judge(&ContentDepth, &read_at("https://www.example.com/", &html)).status
        };
        assert_eq!(
            [24, 25, 49, 50, 5_000].map(home),
            [Status::Fail, Status::Warn, Status::Warn, Status::Na, Status::Na]
        );
    }

    #[test]
    fn lists_are_read_beyond_what_was_taken_for_their_content() {
        let goods = "<div class=card><a href=/a>A pot of clay for tea</a></div>".repeat(12);
        let of = |body: &str| {
            let heading = "<h1>Pots of clay and of iron, old ones and such as are new</h1>";
            let html = format!("<title>Pots</title><main>{heading}</main>{body}");
            judge(&ContentDepth, &read_at("https://www.example.com/", &html)).status
        };
        assert_eq!(of(&goods), Status::Warn, "what of it is the content is not known");
        assert_eq!(of(&format!("<nav>{goods}</nav>")), Status::Fail);
    }

    #[test]
    fn text_that_is_sent_hidden_may_be_the_content() {
        let of = |hidden: &str| {
            let html = format!("<title>Pot</title><main>{}</main>{hidden}", text(10));
            judge(&ContentDepth, &read_at("https://www.example.com/", &html)).status
        };
        let content = text(300);
        assert_eq!(of(&format!("<div hidden id=later>{content}</div>")), Status::Warn);
        assert_eq!(of(&format!("<div style='display:none'>{content}</div>")), Status::Warn);
        assert_eq!(of("<div hidden><p>A menu that opens later on.</p></div>"), Status::Fail);
    }

    #[test]
    fn text_that_a_frame_swallows_is_sent() {
        let content = text(300);
        let of = |frame: &str| {
            let html = format!("<title>Pot</title><main>{}</main>{frame}{content}", text(10));
            judge(&ContentDepth, &read_at("https://www.example.com/", &html)).status
        };
        assert_eq!(of("<noscript><iframe src=/tags height=0 /></noscript>"), Status::Warn);
        assert_eq!(of("<noscript><iframe src=/tags></iframe></noscript>"), Status::Na);
    }

    #[test]
    fn posts_of_which_no_pattern_is_known_are_not_missing() {
        let of = |posts: &str| {
            let html = format!(
                "<html lang=en><title>Tea?</title><script type=application/ld+json>\
                 {{\"@context\":\"https://schema.org\",\"@type\":\"DiscussionForumPosting\",\
                 \"headline\":\"Tea?\"}}</script><main><h1>Tea?</h1><p>{}</p></main>{posts}",
                "Boil it well. ".repeat(6)
            );
            judge(&ContentDepth, &read_at("https://www.example.com/t/1", &html)).status
        };
        let post = |name: &str| format!("<div class={name}>{}</div>", text(120));
        assert_eq!(of(""), Status::Fail);
        assert_ne!(of(&[post("one"), post("two")].concat()), Status::Fail);
    }

    #[test]
    fn recipes_are_short() {
        let of = |words: usize| {
            let html = format!(
                "<title>Tea</title><meta property=og:type content=article>\
                 <script type=application/ld+json>{{\"@context\":\"https://schema.org\",\
                 \"@type\":\"Recipe\",\"name\":\"Tea\"}}</script><main><article>{}</article></main>",
                text(words)
            );
            status(&ContentDepth, &html)
        };
        assert_eq!([59, 119, 120].map(of), [Status::Fail, Status::Warn, Status::Pass]);
    }

    #[test]
    fn less_text_is_never_worth_more() {
        let other = |words: usize| {
            let html = format!("<title>Pot</title><main>{}</main>", text(words));
            judge(&ContentDepth, &read_at("https://www.example.com/about", &html)).value
        };
        let values: Vec<Option<u8>> = [50, 100, 130, 240, 260, 299, 310].map(other).to_vec();
        assert!(values.is_sorted(), "{values:?}");
    }

    #[test]
    fn code_counts_half_and_scripts_without_spaces_by_characters() {
        let code = format!("{}<pre>{}</pre>", text(200), "let a = b\n".repeat(60));
        // 200 + 180 / 2.
        assert_eq!(words_of_main(&read(&article("Tea", &code)).document), 290);
        for (text, expected) in [
            ("湯を沸かす。", 250),
            ("烧开水喝茶。", 250),
            ("ต้มน้ำ", 80),
            ("اغل الماء ", 200),
            ("Вода кипит. ", 200),
            ("물을 끓인다. ", 200),
        ] {
            let page = read(&article("Tea", &format!("<p>{}</p>", text.repeat(100))));
            assert_eq!(words_of_main(&page.document), expected, "{text}");
        }
    }

    #[test]
    fn a_part_of_a_document_is_not_called_short() {
        let mut page = read(&article("Tea", &text(20)));
        page.truncated = true;
        let finding = judge(&ContentDepth, &page);
        assert_eq!((finding.status, finding.unsure), (Status::Na, true));
    }

    #[test]
    fn the_fix_names_the_length() {
        let short = fix(&ContentDepth, &read(&article("Green tea", &text(100)))).0;
        assert!(short.title.contains("`Green tea` from 100"), "{}", short.title);
        let long = fix(&ContentDepth, &read(&article("Green tea", &text(DEPTH_BOOK + 1)))).0;
        assert!(long.title.contains("10001 words"), "{}", long.title);
    }
}
