use super::*;
use crate::catalogue::evidence::test_prose::{filler, fixed, judged, read, read_html};
use crate::page::Page;
use crate::report::Status;

fn article(body: &str) -> Page {
    read(&format!("<h1>Tides</h1>{body}"))
}

fn status(page: &Page) -> Status {
    judged(&Statistics, page).status
}

#[test]
fn enough_numbers_pass_few_warn_none_fail() {
    let three = "<p>It rose by 5 % to 40 km in 12 hours.</p>";
    assert_eq!(status(&article(&(filler(420) + three))), Status::Pass);
    // 3 in 1,100 words are under 0.5 in a hundred by more than two, 3 in 2,100 under 0.15.
    assert_eq!(status(&article(&(filler(1_100) + three))), Status::Warn);
    assert_eq!(status(&article(&(filler(2_100) + three))), Status::Fail);
    assert_eq!(status(&article(&(filler(420) + "<p>It rose by 5 %.</p>"))), Status::Warn);
    assert_eq!(status(&article(&filler(420))), Status::Fail);
    assert_eq!(status(&article(&filler(150))), Status::Na);
    assert_eq!(status(&article(&filler(350))), Status::Na, "a short text may do without");
    assert_eq!(status(&article(&(filler(250) + three))), Status::Pass);
}

#[test]
fn a_number_counts_once_and_neither_in_code_nor_in_headings() {
    let same = "<p>5 % and 5 % and 5 % and 5 %.</p>";
    assert_eq!(status(&article(&(filler(420) + same))), Status::Warn);
    let apart = "<h2>40 km in 12 hours</h2><pre>40 km, 12 hours, 5 %</pre>";
    assert_eq!(status(&article(&(filler(420) + apart))), Status::Fail);
    let prices = "<h3>A table ($20)</h3><h3>A clock ($30)</h3><h3>A buoy ($450)</h3>";
    assert_eq!(status(&article(&(filler(420) + prices))), Status::Pass, "prices name nothing");
    let cells = "<table><tr><th>Port<th>Range<tr><td>Brest<td>710<tr><td>Kiel<td>3.5<tr>\
        <td>Dover<td>680</table>";
    assert_eq!(status(&article(&(filler(420) + cells))), Status::Pass);
}

#[test]
fn a_figure_in_large_letters_counts_with_the_text_below() {
    let figures = |tag: &str| {
        let one = |figure: &str, label: &str| format!("<{tag}>{figure}</{tag}><p>{label}</p>");
        one("165+", "ports trust the table")
            + &one("1M+", "sailors read it")
            + &one("34,000", "Sailors of every coast")
    };
    for tag in ["h3", "div", "span style=display:block"] {
        let body = figures(tag).replace("</span style=display:block>", "</span>");
        assert_eq!(status(&article(&(filler(420) + &body))), Status::Pass, "{tag}");
    }
    // Steps, years and headings with words state nothing.
    for (figure, label) in [
        ("1", "open the table"),
        ("02", "look for the port"),
        ("2019", "Founded by sailors"),
        ("3.14", "Notes of the release"),
        ("5G", "Phones"),
    ] {
        let body = format!("<h3>{figure}</h3><p>{label}</p>");
        assert_eq!(status(&article(&(filler(420) + &body))), Status::Fail, "{figure} {label}");
    }
}

#[test]
fn what_explains_code_needs_no_numbers() {
    let code = "<pre>let tide = 1;</pre>";
    assert_eq!(status(&article(&(filler(420) + &code.repeat(3)))), Status::Na);
    assert_eq!(status(&article(&(filler(420) + code))), Status::Fail);
    let three = "<p>It rose by 5 % to 40 km in 12 hours.</p>";
    assert_eq!(status(&article(&(filler(420) + &code.repeat(3) + three))), Status::Pass);
}

#[test]
fn sections_are_named_without_a_number_whatever_notes_are_marked() {
    let named = |marked: &str| {
        let body = format!("{}<h2>Boats</h2>{}{marked}", filler(300), filler(400));
        fixed(&Statistics, &article(&body)).steps.join(" ")
    };
    let is_named =
        |marked: &str| named(marked).contains("`Boats`") || named(marked).contains("“Boats”");
    assert!(is_named(""), "{}", named(""));
    assert!(is_named("<p>Boats float <sup>[1]</sup> on water [12].</p>"));
    assert!(!is_named("<p>Boats float since 1890 [1].</p>"));
    assert!(!is_named("<p>Boats float [1 m].</p>"));
}

#[test]
fn a_note_with_a_heading_is_a_part_of_the_section_around() {
    let of = |class: &str| {
        let note = format!("<div class='{class}'><h3>Old hulls</h3>{}</div>", filler(400));
        let body = format!("{}<h2>Boats</h2><p>Since 1890.</p>{note}", filler(300));
        fixed(&Statistics, &article(&body)).steps.join(" ")
    };
    assert!(of("row").contains("Old hulls"), "{}", of("row"));
    assert!(!of("admonition").contains("Old hulls"), "{}", of("admonition"));
}

#[test]
fn a_warning_is_worth_the_way_to_enough() {
    let worth = |body: &str| judged(&Statistics, &article(&(filler(620) + body))).value;
    let (one, two) = (worth("<p>It rose by 5 %.</p>"), worth("<p>It rose by 5 % to 40 km.</p>"));
    assert!(Some(1) < one && one < two && two < Some(99), "{one:?} {two:?}");
}

#[test]
fn numbers_of_the_foot_do_not_count() {
    let foot = "<footer><p>© 2024, 40 shops, 12 countries, 5 % off</p></footer>";
    assert_eq!(status(&article(&(filler(420) + foot))), Status::Fail);
}

#[test]
fn what_was_not_read_may_hold_them() {
    let mut page = article(&filler(420));
    page.truncated = true;
    let finding = judged(&Statistics, &page);
    assert_eq!((finding.status, finding.unsure), (Status::Na, true));
}

#[test]
fn prices_of_a_shop_say_one_thing() {
    let mut page = article(&(filler(420) + "<p>$5, $6, $7 and $8.</p>"));
    assert_eq!(status(&page), Status::Pass);
    page.document.kind.kind = PageKind::Product;
    assert_eq!(status(&page), Status::Warn);
}

#[test]
fn the_fix_says_how_many_and_where() {
    let body = format!("<p>5 %.</p><h2>Spring <i>tides</i></h2>{}", filler(700));
    let fix = fixed(&Statistics, &article(&body));
    assert!(
        fix.title.starts_with(
            "Where it fits, state more facts in numbers: the text has 1 concrete number in 70"
        ),
        "{}",
        fix.title
    );
    assert!(fix.steps[0].contains("`Spring tides`"), "{:?}", fix.steps);
    let fix = fixed(&Statistics, &read(&format!("<p>5 %.</p>{}", filler(700))));
    assert!(fix.steps[0].contains("prices, sizes"), "{:?}", fix.steps);
}

#[test]
fn the_fix_names_words_that_stand_for_numbers() {
    let steps = |lang: &str, body: &str| {
        let html =
            format!("<html lang={lang}><main><h1>Tides</h1>{}{body}</main></html>", filler(420));
        let steps = fixed(&Statistics, &read_html(&html)).steps;
        steps.into_iter().filter(|step| step.starts_with("Replace “")).collect::<Vec<_>>()
    };
    let body = "<p>The majority of stations report the height of the sea.</p><p>Germany agrees.</p>\
                <p>The level has risen\u{a0}significantly, by 12 cm.</p>\
                <p>Waves have drastically grown.</p>";
    let found = steps("en", body);
    assert_eq!(found.len(), 2, "{found:?}");
    assert_eq!(
        found[0],
        "Replace “the majority of” on line 1 with a number. Current text: `The majority of \
         stations report the height of the sea.`"
    );
    assert!(found[1].starts_with("Replace “drastically” on line 1"), "{found:?}");
    let easier = "<p>A chart makes it significantly easier.</p>";
    assert!(steps("en", easier).is_empty(), "nobody measures how easy it is");
    let found = steps("ja", "<p>観測所では大半の船が海の高さを測っている。</p>");
    assert!(found[0].starts_with("Replace “大半の”"), "{found:?}");
    assert_eq!(steps("en", &body.repeat(3)).len(), 3);
}

#[test]
fn a_text_with_numbers_in_words_alone_is_said_to_have_none_in_digits() {
    let words = "<p>An inch above and an inch below, in about a pint of water.</p>";
    let finding = judged(&Statistics, &article(&(filler(420) + words)));
    assert!(finding.summary.starts_with("No number in digits with a unit"), "{}", finding.summary);
    let steps = fixed(&Statistics, &article(&(filler(420) + words))).steps;
    assert!(steps.iter().any(|step| step.contains("in digits")), "{steps:?}");
}

#[test]
fn a_text_short_of_one_or_two_numbers_passes() {
    let numbers = |count: usize| -> String {
        (0..count).map(|at| format!("<p>It rose by {} km.</p>", at + 20)).collect()
    };
    // 3 are expected in 420 words, 7 in 1,400.
    assert_eq!(status(&article(&(filler(420) + &numbers(2)))), Status::Pass);
    assert_eq!(status(&article(&(filler(420) + &numbers(1)))), Status::Warn);
    assert_eq!(status(&article(&(filler(1_360) + &numbers(5)))), Status::Pass);
    assert_eq!(status(&article(&(filler(1_360) + &numbers(4)))), Status::Warn);
}

#[test]
fn numbers_in_parts_that_readers_open_count() {
    let folded = |around: &str| {
        let answer = "It costs from $10 to $100, and takes 12 days in most of the houses.";
        article(&(filler(420) + &around.replace("{}", answer)))
    };
    for around in [
        "<div role=tabpanel hidden>{}</div>",
        "<div height=0 style='visibility:hidden'><div>{}</div></div>",
        "<div style='height:0;display:none' class=accordion-body>{}</div>",
    ] {
        assert_eq!(status(&folded(around)), Status::Pass, "{around}");
    }
    for around in [
        "<div style='display:none'>{}</div>",
        "<nav><div role=tabpanel hidden>{}</div></nav>",
        "<div role=dialog hidden>{}</div>",
    ] {
        assert_eq!(status(&folded(around)), Status::Fail, "{around}");
    }
}

#[test]
fn shares_in_headings_are_results() {
    let results = "<h3>30% less waste</h3><h3>Loss down by 12%</h3><h3>Top 10 pots</h3>";
    assert_eq!(status(&article(&(filler(420) + results))), Status::Pass);
    assert_eq!(status(&article(&(filler(420) + "<h3>Top 10 pots</h3>"))), Status::Fail);
}

#[test]
fn lists_of_changes_need_no_numbers() {
    let change = |at: usize| format!("<p>#2071{at} from jane – Mends the pot.</p>");
    let changes: String = (0..3).map(change).collect();
    assert_eq!(status(&article(&(filler(420) + &changes))), Status::Na);
    assert_eq!(status(&article(&(filler(420) + &change(1)))), Status::Fail);
}

#[test]
fn the_fix_names_no_section_where_numbers_do_not_belong() {
    let section = |heading: &str, from: usize| {
        let words = (from..from + 80).map(crate::catalogue::evidence::test_prose::word);
        format!("<h2>{heading}</h2><p>{}</p>", words.collect::<Vec<_>>().join(" "))
    };
    let others = ["Step 3", "What is tea?", "Our trusted partners", "Was ist Tee?", "お茶とは？"];
    let body: String =
        others.iter().enumerate().map(|(at, heading)| section(heading, at * 100)).collect();
    let steps = |body: &str| fixed(&Statistics, &article(body)).steps.join(" ");
    let with = steps(&(body.clone() + &section("High water", 1_000)));
    assert!(with.contains("High water"), "{with}");
    assert!(!others.iter().any(|heading| with.contains(heading)), "{with}");
    assert!(steps(&body).contains("prices, sizes"));
}

#[test]
fn folded_prices_of_a_shop_say_one_thing() {
    let prices =
        "<p>It costs from $19 to $29, or $39 to $49 in most of the houses of the town.</p>";
    let mut page = article(&format!("{}<div role=tabpanel hidden>{prices}</div>", filler(420)));
    page.document.kind.kind = PageKind::Product;
    assert!(
        judged(&Statistics, &page).summary.starts_with("1 concrete number"),
        "{}",
        judged(&Statistics, &page).summary
    );
}

#[test]
fn a_story_of_ones_own_needs_no_number() {
    let story = "We opened our tea house, and I poured the first cup for my mother. ".repeat(40);
    assert_eq!(status(&article(&format!("<p>{story}</p>"))), Status::Na);
    let report =
        "They open a tea house, and then they pour the first cup for a friend. ".repeat(40);
    assert_eq!(status(&article(&format!("<p>{report}</p>"))), Status::Fail);
}

#[test]
fn a_very_long_text_needs_no_more_numbers_than_a_long_one() {
    let with = |words: usize, count: usize| {
        let numbers: String =
            (11..11 + count).map(|at| format!("<p>It rose by {at} km.</p>")).collect();
        status(&article(&(filler(words) + &numbers)))
    };
    for words in [2_300, 9_000] {
        assert_eq!(with(words, 10), Status::Pass, "{words}");
        assert_eq!(with(words, 9), Status::Warn, "{words}");
        assert_eq!(with(words, 2), Status::Fail, "{words}");
    }
}

#[test]
fn a_text_that_dates_what_it_tells_loses_little() {
    let told = |years: &[u16]| {
        let told: String = years.iter().map(|year| format!("<p>It began in {year}.</p>")).collect();
        judged(&Statistics, &article(&(filler(900) + &told)))
    };
    let history = told(&[1650, 1773, 1818, 1901, 1947]);
    assert_eq!((history.status, history.value), (Status::Warn, Some(STATISTICS_DATED_WORTH)));
    assert_eq!(told(&[1650, 1773, 1818, 1901]).status, Status::Fail, "too few");
    assert_eq!(told(&[1650, 1650, 1818, 1818, 1901]).status, Status::Fail, "the same ones");
    assert_eq!(told(&[]).status, Status::Fail);
    let numbers = ["1034", "1035", "1918", "1321", "1459"].map(|one| format!("<p>RFC {one}.</p>"));
    let standards = judged(&Statistics, &article(&(filler(900) + &numbers.concat())));
    assert_eq!(standards.status, Status::Fail, "numbers of standards");
}

#[test]
fn the_fix_names_no_section_with_a_year_or_a_time() {
    let section = |heading: &str, from: usize, said: &str| {
        let words = (from..from + 150).map(crate::catalogue::evidence::test_prose::word);
        format!("<h2>{heading}</h2><p>{}</p><p>{said}</p>", words.collect::<Vec<_>>().join(" "))
    };
    let body = section("How it began", 0, "Ships came in 1773.")
        + &section("When to go", 200, "At 9:30 a.m. the tide turns.")
        + &section("Ships of 7 coasts", 400, "The moon pulls.");
    let steps = fixed(&Statistics, &article(&body)).steps.concat();
    assert!(steps.contains("Ships of 7 coasts"), "{steps}");
    assert!(!steps.contains("How it began") && !steps.contains("When to go"), "{steps}");
}

#[test]
fn a_number_that_is_a_link_is_a_name() {
    let place = |name: &str| format!("<h3>{name}</h3><p>tables by the sea</p>");
    let status = |name: &str| status(&article(&(filler(420) + &place(name))));
    assert_eq!(status("<a href=/8282>8282</a>"), Status::Fail);
    assert_eq!(status("8282"), Status::Warn);
}

#[test]
fn instructions_without_a_number_only_warn() {
    let told = |count: usize| "<p>Tap the green button on your screen.</p>".repeat(count);
    let of = |body: String| judged(&Statistics, &article(&body));
    let guide = of(filler(400) + &told(60));
    assert_eq!((guide.status, guide.value), (Status::Warn, Some(50)));
    assert_eq!(of(filler(1_200) + &told(60)).status, Status::Fail, "hardly any instruction");
    let titled = |title: &str| {
        let body = format!("<h1>{title}</h1>{}{}", filler(700), told(60));
        let html = format!("<html lang=en><title>{title}</title><main>{body}</main>");
        judged(&Statistics, &read_html(&html)).status
    };
    assert_eq!(titled("The tides of your screen"), Status::Fail, "a few instructions");
    assert_eq!(titled("How to show the tides"), Status::Warn, "its title says that it teaches");
    let vague = "<p>The majority of readers know how.</p>";
    assert_eq!(of(filler(400) + vague + &told(60)).status, Status::Fail, "a number is missing");
}

#[test]
fn what_others_said_is_not_rewritten() {
    let of = |said: &str| {
        let page = article(&(filler(420) + &format!("<p>{said}</p>")));
        fixed(&Statistics, &page).steps.join(" ")
    };
    for said in [
        "“The majority of sailors know it,” she said.",
        "\"The majority of sailors know it,\" she said.",
        "„Nun\", he said, “the majority of sailors know it”.",
        "„Nun, the majority of sailors know it“, she said.",
    ] {
        assert!(!of(said).contains("“the majority of”"), "{said}");
    }
    for said in [
        "“Go,” she said. The majority of sailors went.",
        "„Go\", she said. The majority of sailors went.",
        "The 24\" shelf holds. The majority of sailors went.",
    ] {
        assert!(of(said).contains("Replace “the majority of”"), "{said}");
    }
}

#[test]
fn marks_of_notes_are_no_digits() {
    for (text, has) in [
        ("Pour [1] and wait [12].", false),
        ("Pour [1", true),
        ("Pour [a1].", true),
        ("Pour []1.", true),
        ("Pour [1] for 2 minutes.", true),
        ("Pour.", false),
    ] {
        assert_eq!(has_digit(text), has, "{text}");
    }
}

#[test]
fn words_of_others_are_not_to_be_replaced() {
    let steps = |said: &str| {
        let body = format!("{}<{said}>Costs fell significantly in spring.</{said}>", filler(500));
        fixed(&Statistics, &article(&body))
    };
    let own = steps("p");
    assert!(own.steps[0].starts_with("Replace “significantly”"), "{:?}", own.steps);
    assert!(!own.is_conditional, "it names a passage");
    let quoted = steps("blockquote");
    assert!(!quoted.steps.iter().any(|step| step.contains("significantly")), "{:?}", quoted.steps);
    assert!(quoted.is_conditional && quoted.title.starts_with("Where it fits"), "{}", quoted.title);
}
