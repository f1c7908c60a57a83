use super::*;
use crate::catalogue::structure::test_read::{
    article, fix, judge, paragraph, paragraphs, read, read_at,
};
use crate::page::Page;
use crate::report::Status;

const LEAD: &str = "<p>Green tea is made of leaves that were not left to wither, so that it tastes \
    fresh. It needs water of 70 degrees and two minutes.</p>";

fn page(heading: &str, begin: &str) -> Page {
    let body = format!("<h1>{heading}</h1>{begin}{}", paragraphs(6, 60));
    read(&article(heading, &body))
}

fn of(begin: &str) -> Finding {
    judge(&AnswerFirst, &page("How to make green tea", begin))
}

#[track_caller]
fn assert_status(begin: &str, expected: Status) {
    let finding = of(begin);
    assert_eq!(finding.status, expected, "{begin}: {}", finding.summary);
}

#[test]
fn a_statement_at_the_beginning_passes() {
    for begin in [
        LEAD,
        &format!(
            "<p>By Jane Doe, who has been a writer on food and drink since 2004 for us</p>{LEAD}"
        ),
        &format!("<p>3 May 2026</p>{LEAD}"),
        &format!(
            "<div>Posted by <a href=/j>jdoe</a> on Sunday May 3, 2026 @08:00PM from the department of cups and pots.</div>{LEAD}"
        ),
        &format!(
            "<p><a href=/>Blog</a> Home ❯ <a href=/t>Cups and Pots of All Sorts</a> ❯ How to Make It Right: Why Not in a Pot?</p>{LEAD}"
        ),
        &format!(
            "<figure><img src=a><figcaption>A pot of tea on the table of a kitchen in the north of the country</figcaption></figure>{LEAD}"
        ),
        &format!("<ul><li><a href=#a>Water</a></li><li><a href=#b>Leaves</a></li></ul>{LEAD}"),
        &format!(
            "<p>Disclosure: we may earn a commission if you buy something through the links on this page.</p>{LEAD}"
        ),
        &format!(
            "<blockquote>Tea is a cup of life, said somebody once upon a time in an old book of teas.</blockquote>{LEAD}"
        ),
        "<p>BERLIN, 3 May — Green tea has become dearer by a tenth since the spring, as the makers of it say.</p>",
        "<p><span>G</span>reen tea is made of leaves that were not left to wither, so that it tastes fresh.</p>",
        "<ul><li>Green tea needs water of 70 degrees.</li><li>Leaves are left in it for two minutes.</li><li>The pot is warmed before that.</li></ul>",
        "<table><tr><td><p>Green tea is made of leaves that were not left to wither, so that it tastes fresh.</p></td></tr></table>",
    ] {
        assert_status(begin, Status::Pass);
    }
}

#[test]
fn a_standfirst_above_the_content_counts() {
    let html = format!(
        "<title>How to make green tea</title><header><h1>How to make green tea</h1>{LEAD}</header>\
         <main><p>Short.</p>{}</main>",
        paragraphs(6, 60)
    );
    let finding = judge(&AnswerFirst, &read(&html));
    assert_eq!(finding.status, Status::Pass, "{}", finding.summary);
}

#[test]
fn a_standfirst_that_is_set_as_a_heading_counts() {
    let lead = LEAD.replace("<p>", "<h3>").replace("</p>", "</h3>");
    assert_status(&lead, Status::Pass);
    // A long heading is none.
    let question =
        "<h2>Is there anything of which the makers of a good cup are afraid at all?</h2>";
    assert_status(&format!("{question}{LEAD}"), Status::Pass);
}

#[test]
fn what_follows_far_below_does_not_stand_for_the_first_paragraph() {
    let asks = "tea and a cup ".repeat(50);
    let finding = of(&format!("<p>I want {asks}?</p>{}{LEAD}", paragraphs(2, 60)));
    assert!(finding.summary.contains("The opening has 2"), "{}", finding.summary);
}

#[test]
fn what_is_not_read_stands_between_heading_and_lead_unmeasured() {
    let contents: String =
        (0..40).map(|at| format!("<dt><a href=#a{at}>{at}. Some part of it</a></dt>")).collect();
    assert_status(&format!("<dl>{contents}</dl>{LEAD}"), Status::Pass);
    let code: String = (0..40).map(|at| format!("tea --cups {at} --warm yes\n")).collect();
    assert_status(&format!("<pre>{code}</pre>{LEAD}"), Status::Pass);
}

#[test]
fn a_text_in_numbered_sections_begins_with_the_first_one() {
    let sections = |second: &str| {
        let body = format!(
            "<h1>1. Overview</h1>{LEAD}{}<h1>{second}</h1>{}",
            paragraphs(2, 60),
            paragraphs(5, 60)
        );
        judge(&AnswerFirst, &read(&article("How to make green tea", &body)))
    };
    let finding = sections("2. How to make green tea");
    assert_eq!(finding.status, Status::Pass, "{}", finding.summary);
    let of_section = sections("How to make green tea");
    assert_eq!(of_section.status, Status::Warn, "{}", of_section.summary);
}

#[test]
fn of_several_headings_of_the_first_level_one_stands_above_the_text() {
    // A menu holds the title too.
    let menu: String = (0..10).map(|at| format!("<p>Sort {at} of a cup</p>")).collect();
    let html = article(
        "Tea",
        &format!(
            "<h1>Tea</h1>{menu}<p>Is a fair of cups in May of this year something to go to for \
             you?</p><h1>Green tea, made well</h1>{LEAD}{}",
            paragraphs(10, 60)
        ),
    );
    assert_eq!(judge(&AnswerFirst, &read(&html)).status, Status::Pass);
}

#[test]
fn a_heading_below_the_text_is_not_over_it() {
    let html = article(
        "How to make green tea",
        &format!(
            "<p>How to make green tea</p>{LEAD}{}<h1>How to make green tea</h1>",
            paragraphs(6, 60)
        ),
    );
    assert_eq!(judge(&AnswerFirst, &read(&html)).status, Status::Pass);
}

#[test]
fn a_late_block_lacks_no_more_than_its_place() {
    let finding = of(&format!(
        "{}<p>Pots of steel hold a cup and a half of water, and keep it warm for an hour.</p>",
        (0..25).map(|at| format!("<p>Cup {at} of it.</p>")).collect::<String>()
    ));
    assert_eq!(finding.status, Status::Warn, "{}", finding.summary);
}

#[test]
fn the_short_sentence_above_the_lead_may_name_the_subject() {
    let lead = "<p>It needs water of 70 degrees and two minutes, and a pot that was warmed.</p>";
    assert_status(lead, Status::Warn);
    assert_status(&format!("<p>I like green tea.</p>{lead}"), Status::Pass);
}

#[test]
fn items_of_a_long_list_are_no_single_paragraph() {
    let items: String = (0..14)
        .map(|at| {
            format!("<li>Sort {at} of green tea needs water of 70 degrees and two minutes.</li>")
        })
        .collect();
    assert_status(&format!("<h2>Highlights</h2><ul>{items}</ul>"), Status::Pass);
}

#[test]
fn a_short_line_that_ends_in_nothing_is_not_the_lead() {
    let asks = "<p>Is green tea made of leaves that were not left to wither? It is, and fresh.</p>";
    let counter = "<p>1.3K views 15 replies 6 participants last post by jdoe Jan 8, 2026</p>";
    let offer = "<p>Get a free kettle of steel with selected cups, limited offer of May</p>";
    for begin in [counter, offer] {
        assert_status(&format!("{begin}{asks}"), Status::Warn);
    }
}

#[test]
fn one_missed_condition_warns() {
    let words = |count: usize| "tea ".repeat(count);
    for begin in [
        // Late: 90 words of small talk before it.
        &format!(
            "{}{LEAD}",
            (0..15).map(|at| format!("<p>Some of the words for it {at}.</p>")).collect::<String>()
        ),
        &format!("<p>Green tea is good. {}</p>", "It is warm. ".repeat(75)),
        &format!("<p>Green {}.</p>", words(45)),
        "<p>Is green tea made of leaves that were not left to wither? It is, and it tastes fresh.</p>",
        "<p>In this article you will learn all about green tea and the water that it needs.</p>",
    ] {
        assert_status(begin, Status::Warn);
    }
}

#[test]
fn a_statement_on_a_line_of_its_own_may_go_on_in_the_next_paragraph() {
    let line = "<p>Green tea needs water of 70 degrees and two minutes of time.</p>";
    assert_status(line, Status::Pass);
    assert_status(&format!("{line}<p>Pour it.</p>"), Status::Pass);
    // Neither what is no sentence, nor what names nothing, nor what a heading ends.
    assert_status(&format!("{line}<h2>Why that is so</h2>"), Status::Warn);
    assert_status(&line.replace("time.", "time"), Status::Warn);
    assert_status(&line.replace("Green tea", "A pot"), Status::Warn);
}

#[test]
fn greetings_and_announcements_warn_where_something_is_told() {
    for begin in [
        "<p>Hi there, green tea is made of leaves that were not left to wither, so it is fresh.</p>",
        "<p>As a friend of green tea for twenty years, I’d like to share some of what I know of it.</p>",
        "<p>Green tea can be hard to choose, so we’ll explore the many sorts that there are of it.</p>",
    ] {
        assert_status(begin, Status::Warn);
        let thread = article(
            "How to make green tea",
            &format!("<h1>How to make green tea</h1>{begin}{}", paragraphs(6, 60)),
        )
        .replace("\"Article\"", "\"DiscussionForumPosting\"");
        assert_eq!(judge(&AnswerFirst, &read(&thread)).status, Status::Pass, "{begin}");
    }
    assert_status(
        "<p>Green tea needs little.</p><p>I’d like to share what I know of it, and of the pots \
         that it needs.</p>",
        Status::Pass,
    );
}

#[test]
fn two_missed_conditions_fail() {
    assert_status(
        "<p>Is the water of any use to you, and do you want to know more of it?</p>",
        Status::Fail,
    );
    assert_status(
        "<p>In this article you will learn all that there is to know about it.</p>",
        Status::Fail,
    );
}

#[test]
fn a_question_is_one_fault_and_is_read_with_what_follows() {
    for begin in [
        "<p>Have you ever asked yourself why green tea tastes as it does?</p>".to_owned(),
        format!("<p>Is there anything that makes a day in the office any better?</p>{LEAD}"),
        format!("<p>In this article you will learn all that there is to know about it.</p>{LEAD}"),
    ] {
        assert_status(&begin, Status::Warn);
    }
}

#[test]
fn a_sign_of_an_expression_asks_nothing() {
    let begin = "Green tea is brewed by the rule POT matching (TEA_)?POT(_CUP)?";
    assert_status(
        &format!("<p>{begin} in all of its forms, which the manual lists.</p>"),
        Status::Pass,
    );
    assert!(!super::lead_words::is_question("the properties matching (TEA_)?POT(_CUP)?"));
    assert!(super::lead_words::is_question("Is it the pot (of tea)?"));
}

#[test]
fn a_paragraph_that_goes_on_with_a_sentence_is_no_opening() {
    let rest = "shapes, colors and glazes of green tea pots that are made to last for a long time.";
    let broken = of(&format!("<p>Explore the latest pots in fresh</p><p>{rest}</p>{LEAD}"));
    assert_eq!(broken.status, Status::Pass, "{}", broken.summary);
    let quoted = broken.details.iter().any(|detail| detail.excerpt.starts_with("shapes"));
    assert!(!quoted, "{:?}", broken.details);
}

#[test]
fn what_is_nearly_met_is_worth_nearly_all() {
    let worth = |words: usize| {
        let finding = of(&format!("<p>Green tea is warm. {}</p>", "It is. ".repeat(words / 2 - 2)));
        (finding.status, finding.value.unwrap())
    };
    assert_eq!([120, 134, 178, 180].map(|words| worth(words).0), [Status::Pass; 4]);
    let (status, value) = worth(182);
    assert_eq!(status, Status::Warn);
    assert!(value >= 98, "no cliff: {value}");
    assert!(worth(240).1 < value && worth(600).1 >= 50, "a lead that is only long never fails");
}

#[test]
fn no_paragraph_fails_and_short_pages_are_not_judged() {
    let rows = "<li><a href=/x>Leaf</a></li>".repeat(200);
    let body = format!("<h1>Tea</h1><ul>{rows}</ul>");
    let quotations: String = (0..30)
        .map(|at| {
            format!("<blockquote>Somebody said {at} times that tea is good for you.</blockquote>")
        })
        .collect();
    for body in [body, format!("<h1>Tea</h1>{quotations}")] {
        let page = read(&article("Tea", &body));
        if page.document.main.word_equivalents >= LEAD_FROM {
            assert_eq!(judge(&AnswerFirst, &page).status, Status::Fail);
        }
    }
    let page = read(&article("Tea", &format!("<h1>Tea</h1>{quotations}")));
    assert!(page.document.main.word_equivalents >= LEAD_FROM);
    let short = read(&article("Tea", &format!("<h1>Tea</h1>{}", paragraph(100))));
    assert_eq!(judge(&AnswerFirst, &short).status, Status::Na);
}

#[test]
fn what_only_says_what_the_page_is_for_is_told_from_a_statement() {
    let meta = "<p>This document describes the making of green tea, from leaves to cups, for all \
        who drink it.</p>";
    assert_status(meta, Status::Warn);
    assert_status(&format!("<p>Green tea needs little.</p>{meta}"), Status::Pass);
    assert_status(&format!("<p>Have a cup.</p>{meta}"), Status::Warn);
}

#[test]
fn leads_are_read_in_any_script() {
    for (heading, lead, expected) in [
        (
            "Grüner Tee",
            "Grüner Tee wird aus Blättern gemacht, die nicht welken durften, und schmeckt deshalb frisch und leicht.",
            Status::Pass,
        ),
        (
            "Grüner Tee",
            "In diesem Artikel wird grüner Tee vorgestellt, und wie viel Wasser er braucht, damit er schmeckt.",
            Status::Warn,
        ),
        (
            "Le thé vert",
            "Le thé vert est fait de feuilles qui n’ont pas flétri, et il garde un goût frais et léger.",
            Status::Pass,
        ),
        (
            "緑茶の入れ方",
            "緑茶は七十度ほどに冷ました湯を使い、二分ほど待ってから注ぐと、渋みが出ずに甘くなる。",
            Status::Pass,
        ),
        (
            "緑茶の入れ方",
            "この記事では、緑茶に使う湯を七十度ほどに冷まし、二分ほど待ってから注ぐ方法を紹介します。",
            Status::Warn,
        ),
        (
            "緑茶の入れ方",
            "緑茶の渋みが気になったことはないでしょうか？湯を七十度ほどに冷まして二分待つとよい。",
            Status::Warn,
        ),
        (
            "绿茶冲泡",
            "绿茶适合用七十度左右的热水冲泡，两分钟之后即可饮用，味道清新而不苦涩，适合每天饮用。",
            Status::Pass,
        ),
        (
            "ชาเขียว",
            "ชาเขียวทำจากใบชาที่ไม่ผ่านการหมักจึงมีรสสดชื่นและควรชงด้วยน้ำร้อนเจ็ดสิบองศาประมาณสองนาทีก่อนรินใส่ถ้วยเพื่อดื่ม",
            Status::Pass,
        ),
        (
            "الشاي الأخضر",
            "يصنع الشاي الأخضر من أوراق لم تذبل بعد قطفها ولذلك يبقى طعمه طازجا وخفيفا عند تحضيره بالماء الساخن.",
            Status::Pass,
        ),
        (
            "Зелёный чай",
            "Зелёный чай делают из листьев, которые не успели завянуть, поэтому вкус у него остаётся свежим и лёгким.",
            Status::Pass,
        ),
        (
            "녹차 우리기",
            "녹차는 시들지 않은 찻잎으로 만들며 칠십 도 정도의 물에 이 분 동안 우리면 맛이 부드럽고 신선하게 남는다.",
            Status::Pass,
        ),
    ] {
        let more: String = (2..14).map(|at| format!("<p>{at} {lead}</p>")).collect();
        let html = article(heading, &format!("<h1>{heading}</h1><p>{lead}</p>{more}"));
        let language = match heading.chars().next() {
            Some('G') => "de",
            Some('L') => "fr",
            Some('緑') => "ja",
            Some('绿') => "zh",
            _ => "und",
        };
        let html = html.replace("lang=en", &format!("lang={language}"));
        let finding = judge(&AnswerFirst, &read(&html));
        assert_eq!(finding.status, expected, "{lead}: {}", finding.summary);
    }
}

#[test]
fn the_fix_names_what_is_missed() {
    let of = |begin: &str| fix(&AnswerFirst, &page("How to make green tea", begin));
    let (short, _) =
        of("<p>Green tea needs water of 70 degrees and two minutes of time.</p><h2>Why</h2>");
    assert!(short.title.starts_with("Say more about `How to make green tea`"), "{}", short.title);
    assert!(!short.title.contains("15"), "a few words are not what is missing: {}", short.title);
    let (question, text) =
        of("<p>Have you ever asked yourself why green tea tastes as it does?</p>");
    assert_eq!(question.title, "Open with the answer, not with a question");
    assert!(text.contains("Answer `Have you ever"), "{text}");
    assert!(text.contains("`How to make green tea`"), "{text}");
}

#[test]
fn an_entry_of_a_manual_opens_with_the_line_that_names_it() {
    let of = |line: &str| {
        let html = format!(
            "<html lang=en><title>brew(1)</title><h1>brew(1)</h1><h2>Name</h2><p>{line}</p>\
             <h2>Description</h2><p>Pours water on the leaves that are named, and waits for as \
             long as the option says.</p>{}",
            paragraphs(6, 60)
        );
        judge(&AnswerFirst, &read_at("https://docs.example.com/manual/brew", &html)).summary
    };
    assert!(of("brew - pours water on leaves").contains("in one line"));
    assert!(of("brew, steep — pours water on leaves").contains("in one line"));
    assert!(!of("pour - fills the pot").contains("in one line"));
}

#[test]
fn a_numbered_section_of_documentation_may_speak_of_its_chapter() {
    let begin = "<p>SP-Leaf asks whoever grows tea to implement only what is specific to one kind of \
                 plant, and takes care of water, of light and of the soil.</p>";
    assert!(docs("69.3. Extensibility", begin).summary.contains("names its subject"));
    assert!(docs("Extensibility", begin).summary.contains("opens with a text"));
}

#[test]
fn a_part_of_a_work_need_not_name_its_kind() {
    let of = |title: &str, heading: &str| {
        let body = format!(
            "<h1>{heading}</h1><p>Leaves are left in hot water until it has taken up what they hold, \
             and are then taken out of it again.</p>{}",
            paragraphs(6, 60)
        );
        judge(&AnswerFirst, &read(&article(title, &body))).status
    };
    assert_eq!(of("64.1. Introduction", "64.1. Introduction"), Status::Pass);
    assert_eq!(of("Overview - Cup Handbook", "Overview"), Status::Pass);
    assert_eq!(of("64.1. Cups", "64.1. Cups"), Status::Warn);
}

#[test]
fn a_short_sentence_above_a_table_is_an_opening() {
    let row = "<tr><td>leaf<td>leaf is put into the pot, and so much of it there should be</tr>";
    let body = format!(
        "<h1>Leaves</h1><p>The table names all kinds of leaves.</p><table><tr><th>Name<th>Meaning\
         </tr>{}</table>",
        (0..20).map(|at| row.replace("leaf", &format!("leaf_{at}"))).collect::<String>()
    );
    let found = judge(&AnswerFirst, &read(&article("Leaves", &body)));
    assert_eq!(found.summary, "The opening has 7 words instead of 15 or more.");
    let noted = body.replace("The table names all kinds of leaves.", "New in version 3.21.");
    let found = judge(&AnswerFirst, &read(&article("Leaves", &noted)));
    assert!(!found.summary.starts_with("The opening has"), "no opening: {}", found.summary);
}

/// What is found on a page of documentation with that text below its heading.
fn docs(title: &str, begin: &str) -> Finding {
    let body = format!("<main><h1>{title}</h1>{begin}{}</main>", paragraphs(6, 60));
    let html = format!("<html lang=en><title>{title}</title>{body}");
    judge(&AnswerFirst, &read_at("https://docs.example.com/manual/tea.html", &html))
}

#[test]
fn a_defining_sentence_opens_documentation_however_short_it_is() {
    for (line, said) in [
        ("<p>The module teapot brews leaves in pots.</p>", "names its subject, in 7 words"),
        ("<p>A module brews leaves in pots.</p>", "opens with a text of 6 words"),
    ] {
        let finding = docs("teapot", &format!("{line}<h2>Water that has boiled</h2>"));
        assert!(finding.summary.contains(said), "{line}: {}", finding.summary);
    }
    let line = "<p>The module teapot brews leaves in pots.</p><h2>Water</h2>";
    assert_eq!(of(line).status, Status::Warn, "an article says more");
}

#[test]
fn entries_and_contents_are_no_opening() {
    let term = |name: &str| format!("<dt>{name} (integer)<dd>{}", paragraphs(2, 40));
    let terms: String = ["leaves", "water", "pots", "cups"].into_iter().map(term).collect();
    let finding = docs("Settings of the kettle", &format!("<dl>{terms}</dl>"));
    assert_eq!(finding.status, Status::Na, "{}", finding.summary);
    let entry = |at: usize| {
        format!(
            "<li><a href={at}.html>brew_{at}</a> — pours water on leaves of kind {at} in a pot</li>"
        )
    };
    let contents: String = (0..9).map(entry).collect();
    let opening =
        "<p>The kettle has functions that pour water on leaves of tea, in pots and in cups.</p>";
    let finding = docs("Functions of the kettle", &format!("<ul>{contents}</ul>{opening}"));
    assert_eq!(finding.status, Status::Pass, "{}", finding.summary);
}

#[test]
fn what_follows_a_signature_speaks_of_it() {
    let said = "<p>This function pours hot water on all leaves in the pot, and waits until that is done.</p>";
    let signature = "<pre>int brew_all(leaves *all);</pre>";
    let summary = |begin: &str| docs("Kettles", begin).summary;
    assert!(summary(&format!("{signature}{said}")).contains("names its subject"));
    assert!(summary(said).contains("opens with a text"));
}

#[test]
fn an_introduction_above_the_first_numbered_section_is_the_opening() {
    let of = |introduction: &str| {
        let html = format!(
            "<html lang=en><title>Brewing of tea</title><main><h2>Overview</h2>{introduction}\
             <h1>1. Pots</h1><p>It holds air until it has boiled for long, and so it is drawn \
             when it is cold, and is poured from high above the cup.</p>{}<h1>2. Leaves</h1>{}\
             </main>",
            paragraphs(4, 60),
            paragraphs(4, 60)
        );
        judge(&AnswerFirst, &read_at("https://docs.example.com/manual/tea.html", &html))
    };
    let said = "<p>The brewing of tea is the pouring of hot water on its leaves, which are left in \
                it for some minutes.</p>";
    assert!(of(said).summary.contains("names its subject"), "{}", of(said).summary);
    assert!(of("").summary.contains("opens with a text"), "{}", of("").summary);
}
