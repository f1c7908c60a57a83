//! Which openings pass, warn and fail.

use super::*;

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
fn the_dateline_is_no_part_of_the_first_sentence() {
    let words = |count: usize| "tea ".repeat(count);
    let lead = |dateline: &str| format!("<p>{dateline}Green {}.</p>", words(42));
    assert_status(&lead("SAN FRANCISCO (AP) — "), Status::Pass);
    assert_status(&lead("San Francisco and Berlin: "), Status::Warn);
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
    assert!(text.contains("Answer `Have you ever"), "it asks what the title asks: {text}");
    assert!(text.contains("`How to make green tea`"), "{text}");
    let (_, asked) = of("<p>Are you tired of cold cups on long winter evenings at home?</p>");
    assert!(asked.contains("Delete `Are you tired"), "{asked}");
    assert!(asked.contains("In the sentence that then comes first"), "{asked}");
    let (_, asked) = of("<p>Why does green tea taste as it does, and what does it take?</p>");
    assert!(asked.contains("Answer `Why does"), "{asked}");
}
