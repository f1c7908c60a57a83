#![doc = include_str!("title-h1-match.md")]

use super::first_heading::{Candidate, FirstHeadings};
use super::words::tokens;
use crate::check::{About, Check, Context, Finding, measure, quote};
use crate::excerpt::one_line;
use crate::fix::{Fix, Source};
use crate::paste;
use crate::report::{CheckResult, Detail, EvidenceStrength, PageKind};
use crate::weights::{TITLE_HEADING_PASS, TITLE_HEADING_WARN};

/// The most characters of the page's words in the title of a fix.
const NAMED_CHARACTERS: usize = 80;
/// The most characters of the page's words in a snippet.
const SNIPPET_CHARACTERS: usize = 200;

/// The check.
pub struct TitleH1Match;

impl Check for TitleH1Match {
    fn about(&self) -> &'static About {
        &About {
            id: "title-h1-match",
            title: "One main heading says what the title says",
            strength: EvidenceStrength::Moderate,
            effort: 3,
            needs_page: true,
            doc: include_str!("title-h1-match.md"),
            why: "Of pages whose headings match the question closely ChatGPT cited 41 %, of those \
                  that match poorly about 30 % (AirOps, 353,799 pages). The question is not known \
                  here, so title and main heading are held against each other instead.",
            sources: &[
                Source {
                    title: "Growth Memo and AirOps: what ChatGPT cites",
                    url: "https://www.growth-memo.com/p/shorter-focused-content-wins-in-chatgpt",
                    strength: EvidenceStrength::Moderate,
                },
                Source {
                    title: "Google: influencing title links",
                    url: "https://developers.google.com/search/docs/appearance/title-link",
                    strength: EvidenceStrength::Strong,
                },
            ],
        }
    }

    fn judge(&self, context: &Context<'_>) -> Finding {
        let headings = FirstHeadings::of(context);
        let was_cut = context.page.document.cut_short || context.page.truncated;
        let finding = match headings.candidates.is_empty() && was_cut {
            true => Finding::could_not_see("Only a part of the document was read."),
            false => verdict(context, &headings),
        };
        finding.with_all(details(&headings))
    }

    fn fix(&self, context: &Context<'_>, _finding: &CheckResult) -> Fix {
        fix(&FirstHeadings::of(context))
    }
}

fn verdict(context: &Context<'_>, headings: &FirstHeadings<'_>) -> Finding {
    let Some(best) = headings.best() else {
        return Finding::fail(match headings.logos.is_empty() {
            true => "The page has no main heading (h1) with text.",
            false => "The only main heading (h1) is the site's name.",
        });
    };
    let is_home = context.subject.kind == PageKind::Home;
    if tokens(&headings.title).is_empty() && !is_home {
        return Finding::fail("The page has no title that the main heading could match.");
    }
    let similarity = if is_home { 100 } else { best.similarity };
    if similarity < TITLE_HEADING_WARN {
        let said = "The main heading shares hardly a word with the title.";
        // Display headlines differ from titles by craft.
        return if context.subject.is_news { Finding::warn(said) } else { Finding::fail(said) };
    }
    match headings.candidates.len() {
        1 if similarity >= TITLE_HEADING_PASS => {
            Finding::pass("One main heading says what the title says.")
        }
        1 => Finding::warn(format!(
            "The main heading shares {similarity} % of the words with the title."
        )),
        count => Finding::warn(format!("The page has {count} main headings (h1).")),
    }
}

fn details(headings: &FirstHeadings<'_>) -> Vec<Detail> {
    let expected = Some(format!("{TITLE_HEADING_PASS} % or more shared with the title"));
    let title = match headings.title.is_empty() {
        true => measure("Title without the site's name", "none"),
        false => quote("Title without the site's name", &headings.title),
    };
    let candidates = headings.candidates.iter().map(|candidate| Detail {
        line: Some(candidate.heading.place.line),
        measured: Some(format!("{} % shared with the title", candidate.similarity)),
        expected: expected.clone(),
        ..quote("Main heading (h1)", candidate.text)
    });
    let logos = headings.logos.iter().map(|logo| Detail {
        line: Some(logo.heading.place.line),
        ..quote("The site's name as h1", logo.text)
    });
    std::iter::once(title).chain(candidates).chain(logos).collect()
}

fn fix(headings: &FirstHeadings<'_>) -> Fix {
    let short = |text: &str| one_line(text, NAMED_CHARACTERS);
    let verify = "Run document.querySelectorAll('h1') in the browser's console: one element, with \
                  the words of document.title.";
    let has_title = !tokens(&headings.title).is_empty();
    let Some(best) = headings.best() else { return add(headings, has_title, verify) };
    if headings.candidates.len() > 1 {
        let count = headings.candidates.len();
        let keep = short(best.text);
        let others = headings.candidates.iter().filter(|other| other.heading != best.heading);
        let others = others.map(|other: &Candidate<'_>| {
            format!(
                "Turn “{}” (line {}) into an h2, or into plain text if it heads nothing.",
                short(other.text),
                other.heading.place.line
            )
        });
        let fix = Fix::new(
            "title-h1-match",
            format!("Keep one main heading of {count}: “{keep}”"),
            verify,
        );
        return others
            .take(3)
            .fold(fix, Fix::step)
            .step(format!("Leave “{keep}” as the only h1, above the text that it names."));
    }
    let heading = short(best.text);
    if !has_title {
        return Fix::new("title-h1-match", format!("Give the page “{heading}” a title"), verify)
            .step(format!("Put a <title> into the head that says what “{heading}” is about."))
            .snippet(format!(
                "<title>{}</title>",
                paste::html(&one_line(best.text, SNIPPET_CHARACTERS))
            ));
    }
    let title = short(&headings.title);
    Fix::new(
        "title-h1-match",
        format!("Let title and main heading say the same: “{title}” and “{heading}”"),
        verify,
    )
    .step("Decide for the words that readers would use to ask for what this page answers.")
    .step(format!("Use them in the h1 (now “{heading}”) and in the <title> (now “{title}”)."))
    .step("Let the title differ only by what it adds, such as the site's name at its end.")
}

fn add(headings: &FirstHeadings<'_>, has_title: bool, verify: &str) -> Fix {
    let title = one_line(&headings.title, NAMED_CHARACTERS);
    let order = match has_title {
        true => format!("Add a main heading (h1) that says what the title says: “{title}”"),
        false => "Add a main heading (h1) that says what the page is about".to_owned(),
    };
    let mut fix = Fix::new("title-h1-match", order, verify);
    if let Some(logo) = headings.logos.first() {
        fix = fix.step(format!(
            "Take the h1 off the site's name “{}” (line {}); a link or a div does.",
            one_line(logo.text, NAMED_CHARACTERS),
            logo.heading.place.line
        ));
    }
    fix = fix
        .step("Put one h1 with text above the first paragraph, inside of <main> or <article>.")
        .step("If the heading is a picture, write its words into the alt attribute.");
    match has_title {
        true => fix.snippet(format!(
            "<h1>{}</h1>",
            paste::html(&one_line(&headings.title, SNIPPET_CHARACTERS))
        )),
        false => fix,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::checks::structure::test_read::{
        article, fix, judge, paragraph, read, read_at, status,
    };
    use crate::report::Status;

    fn of(title: &str, body: &str) -> Status {
        status(&TitleH1Match, &article(title, &format!("{body}{}", paragraph(80))))
    }

    #[test]
    fn one_heading_that_says_what_the_title_says_passes() {
        for (title, heading) in [
            ("How to make green tea | Example", "How to make green tea"),
            ("Green tea: the whole guide", "Green tea"),
            ("Grüner Tee richtig zubereitet", "Grüner Tee"),
            ("L&apos;art du thé vert", "L’art du thé"),
            ("緑茶の入れ方 - 茶の百科", "緑茶の入れ方"),
            ("绿茶冲泡方法", "绿茶的冲泡方法"),
            ("วิธีชงชาเขียว", "วิธีชงชา"),
            ("طريقة تحضير الشاي", "تحضير الشاي"),
            ("Как заварить чай", "Как заварить зелёный чай"),
            ("녹차 우리는 법", "녹차 우리는 방법"),
        ] {
            assert_eq!(of(title, &format!("<h1>{heading}</h1>")), Status::Pass, "{title}");
        }
    }

    #[test]
    fn none_or_another_fails() {
        for body in [
            "",
            "<h1></h1>",
            "<h1>🍵</h1>",
            "<h1>Coffee beans roasted</h1>",
            "<h1 hidden>How to make green tea</h1>",
            "<h1>Example</h1>",
        ] {
            assert_eq!(of("How to make green tea | Example", body), Status::Fail, "{body}");
        }
        assert_eq!(of("", "<h1>How to make green tea</h1>"), Status::Fail, "no title");
    }

    #[test]
    fn half_a_match_and_several_headings_warn() {
        // "the" and "tea" of five.
        assert_eq!(
            of("The way to green tea", "<h1>Boiling the oldest tea leaves</h1>"),
            Status::Warn
        );
        let several = "<h1>How to make green tea</h1><h1>Water</h1><h1>Leaves</h1>";
        assert_eq!(of("How to make green tea", several), Status::Warn);
    }

    #[test]
    fn logos_pictures_and_headers_are_understood() {
        let title = "How to make green tea | Example";
        for body in [
            "<h1><a href=/>Example</a></h1><h1>How to make green tea</h1>",
            "<h1><img src=a.png alt='How to make green tea'></h1>",
            "<article><header><h1>How to make green tea</h1></header></article>",
            "<h1 class=visually-hidden>How to make green tea</h1>",
            "<h1>How to make green tea</h1><h1>How to make green tea</h1>",
            "<h1>How to <b>make</b><br>green tea</h1><nav><h1>Menu</h1></nav>",
        ] {
            assert_eq!(of(title, body), Status::Pass, "{body}");
        }
        let outside = format!(
            "<title>{title}</title><header><h1>How to make green tea</h1></header><main>{}</main>",
            paragraph(120)
        );
        assert_eq!(status(&TitleH1Match, &outside), Status::Pass);
    }

    #[test]
    fn news_may_differ_and_home_need_not_match() {
        let news = format!(
            "<title>Government falls over budget</title><script type=application/ld+json>\
             {{\"@type\":\"NewsArticle\",\"headline\":\"It is over\"}}</script><main><article>\
             <h1>Night of knives</h1>{}</article></main>",
            paragraph(300)
        );
        assert_eq!(status(&TitleH1Match, &news), Status::Warn);
        let home =
            format!("<title>Example</title><main><h1>Tea for all</h1>{}</main>", paragraph(80));
        let home = read_at("https://www.example.com/", &home);
        assert_eq!(judge(&TitleH1Match, &home).status, Status::Pass);
    }

    #[test]
    fn what_was_not_read_is_not_judged() {
        let mut page = read("<title>How to make green tea</title><p>Text</p>");
        page.truncated = true;
        let finding = judge(&TitleH1Match, &page);
        assert_eq!((finding.status, finding.unsure), (Status::Na, true));
    }

    #[test]
    fn fixes_name_the_page_s_own_words() {
        let of = |title: &str, body: &str| {
            let page = read(&article(title, &format!("{body}{}", paragraph(80))));
            fix(&TitleH1Match, &page)
        };
        let (none, _) = of("Green tea &lt;b>", "");
        assert!(none.title.contains("“Green tea <b>”"), "{}", none.title);
        assert_eq!(none.snippet.as_deref(), Some("<h1>Green tea &lt;b&gt;</h1>"));
        let (several, text) = of("Green tea", "<h1>Green tea</h1><h1>Water</h1>");
        assert!(several.title.contains("one main heading of 2: “Green tea”"), "{}", several.title);
        assert!(text.contains("Turn “Water”"), "{text}");
        let (other, _) = of("Green tea", "<h1>Coffee</h1>");
        assert!(other.title.contains("“Green tea” and “Coffee”"), "{}", other.title);
        let (logo, text) = of("Green tea | Example", "<h1>Example</h1>");
        assert!(text.contains("Take the h1 off the site's name “Example”"), "{}", logo.title);
    }
}
