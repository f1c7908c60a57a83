use super::*;
use crate::catalogue::structure::test_read::{article, fix, judge, paragraph, read, status, text};
use crate::report::Status;

fn of(words: usize, body: &str) -> Status {
    status(&ListsTables, &article("Tea", &format!("<h1>Tea</h1>{}{body}", text(words))))
}

/// What a text of that many words with that body is worth.
fn worth(words: usize, body: &str) -> Option<u8> {
    let html = article("Tea", &format!("<h1>Tea</h1>{}{body}", text(words)));
    judge(&ListsTables, &read(&html)).value
}

#[test]
fn a_list_that_says_little_is_a_list() {
    for body in [
        "<ul><li>Patience</li><li>Good water</li><li>A pot</li><li>Leaves</li></ul>",
        "<ul><li>Boil the water once.</li><li>Warm the pot well.</li></ul>",
        "<ol><li>Boil the water once before anything else.</li></ol>",
    ] {
        assert_eq!(of(700, body), Status::Warn, "{body}");
        assert_eq!(of(100, body), Status::Na, "{body}");
    }
}

const LIST: &str = "<ul><li>Boil the water once.</li><li>Warm the pot well.</li><li>Wait three \
    minutes now.</li></ul>";
const TABLE: &str = "<table><tr><th>Tea</th><th>Minutes</th></tr><tr><td>Green</td><td>2</td>\
    </tr></table>";
const BARE: &str = "<table><tr><td>Green</td><td>2</td></tr><tr><td>Black</td><td>4</td></tr>\
    </table>";

#[test]
fn lists_and_tables_pass_in_any_script_and_length() {
    for body in [
        LIST,
        TABLE,
        &format!("<figure>{TABLE}<figcaption>Times</figcaption></figure>"),
        "<ol><li>Wasser einmal kochen</li><li>Kanne gut vorwärmen</li><li>Drei Minuten warten</li></ol>",
        "<ul><li>お湯を沸かして冷ます</li><li>急須を温めておく</li><li>三分間待って注ぐ</li></ul>",
        "<ul><li>烧开水然后放凉</li><li>把茶壶先预热</li><li>等待三分钟左右</li></ul>",
        "<ul><li>ต้มน้ำให้เดือดแล้วพักไว้</li><li>อุ่นกาน้ำชาด้วยน้ำร้อน</li><li>รอสามนาทีก่อนรินชา</li></ul>",
        "<ul><li>اغل الماء جيدا</li><li>سخن الإبريق أولا</li><li>انتظر ثلاث دقائق</li></ul>",
        "<ul><li>Вскипятите воду заранее</li><li>Прогрейте заварочный чайник</li><li>Ждите три минуты</li></ul>",
        "<dl><dt>Green</dt><dd>two minutes at most</dd><dt>Black</dt><dd>four minutes</dd>\
         <dt>White</dt><dd>five minutes or more</dd></dl>",
    ] {
        assert_eq!(of(700, body), Status::Pass, "{body}");
        assert_eq!(of(100, body), Status::Pass, "{body}");
    }
}

#[test]
fn a_long_text_with_neither_is_worth_nearly_nothing() {
    for body in [
        "",
        "<ul><li>Green</li><li>Black</li><li>White</li></ul>",
        "<ul><li>2 May 2026</li></ul>",
        "<nav><ul><li>Go to the start</li><li>Go to the end</li><li>Go to the shop</li></ul></nav>",
        "<table role=presentation><tr><th>a</th><td>b</td></tr><tr><td>c</td><td>d</td></tr></table>",
        "<table><tr><th>Tea</th><th>Minutes</th></tr></table>",
        "<table><tr><th colspan=2>Tea, chapter two</th></tr><tr><td>Back</td><td>Next</td></tr></table>",
        "<ol><li>A trial in March, page 4. ↩</li><li>A trial in April, page 5. ↩\u{FE0E}</li>\
         <li>A trial in May, page 6. ↩</li></ol>",
    ] {
        assert_eq!(worth(1_300, body), Some(1), "{body}");
        assert_eq!(of(700, body), Status::Warn, "{body}");
        assert_eq!(of(100, body), Status::Na, "{body}");
    }
}

#[test]
fn many_names_in_a_row_are_a_list_and_a_single_item_is_none() {
    let items = |count: usize| {
        let item = |at: usize| format!("<li>Leaf {at}</li>");
        format!("<ul>{}</ul>", (0..count).map(item).collect::<String>())
    };
    assert_eq!([of(700, &items(5)), of(700, &items(4))], [Status::Pass, Status::Warn]);
    let single = "<ul><li>Boil the water once and warm the pot well.</li></ul>";
    assert_eq!(worth(1_300, single), worth(1_300, ""));
}

#[test]
fn menus_are_no_lists() {
    let link = |text: &str| format!("<li><a href=/x>{text} of the whole tea shop</a></li>");
    let menu: String = ["Home", "Prices", "Names", "Leaves"].map(link).concat();
    assert_eq!(worth(1_300, &format!("<div><ul>{menu}</ul></div>")), Some(1));
}

#[test]
fn links_that_a_sentence_leads_to_are_a_list() {
    let link = |text: &str| format!("<li><a href=/x>{text}</a></li>");
    let codes: String =
        ["TEA_OK", "TEA_HOT", "TEA_COLD", "TEA_SPILT", "TEA_NONE"].map(link).concat();
    let of = |above: &str| of(700, &format!("<p>{above}</p><ul>{codes}</ul>"));
    assert_eq!(of("The function pours the tea and returns one of these codes:"), Status::Pass);
    assert_eq!(of("The function pours the tea and returns one of these codes."), Status::Warn);
    assert_eq!(of("See also:"), Status::Warn);
}

#[test]
fn listings_need_no_lists() {
    let code = format!("<pre>{}</pre>", "let tea = pour(cup) + leaf; ".repeat(120));
    assert_eq!(of(300, &code), Status::Na);
    assert_eq!(of(700, &code), Status::Warn);
}

#[test]
fn a_manual_explains_without_lists_but_sets_those_it_has() {
    let docs = |body: &str, words: usize| {
        let html = article("Tea", &format!("<h1>Tea</h1>{body}{}", text(words)));
        status(&ListsTables, &html.replace("\"Article", "\"TechArticle"))
    };
    assert_eq!([1_100, 1_300].map(|words| docs("", words)), [Status::Na; 2]);
    let typed = "<p>1. Boil the water.</p><p>2. Pour it.</p><p>3. Wait for a while.</p>";
    for body in [typed, BARE] {
        assert_eq!([1_100, 1_300].map(|words| docs(body, words)), [Status::Na, Status::Warn]);
    }
}

#[test]
fn legal_texts_are_written_in_clauses() {
    let of = |title: &str| {
        status(&ListsTables, &article(title, &format!("<h1>{title}</h1>{}", text(1_300))))
    };
    for title in ["Terms of Service", "Tea Public License", "License", "Privacy Policy | Tea Leaf"]
    {
        assert_eq!(of(title), Status::Na, "{title}");
    }
    for title in ["How to choose a software license for your tea", "License plates", "Tea"] {
        assert_eq!(of(title), Status::Warn, "{title}");
    }
}

#[test]
fn half_a_table_warns_in_long_texts_only() {
    assert_eq!(of(700, BARE), Status::Warn);
    assert_eq!(of(100, BARE), Status::Na, "else taking it away would gain");
    let strokes = "<p>| Tea | Minutes |\n| --- | --- |\n| Green | 2 |</p>";
    assert_eq!(of(700, strokes), Status::Warn);
    assert_eq!(worth(1_300, "<p>a || b --- c | d</p>"), Some(1));
    let output = "<pre>error | | let a | --- | ^^^ | | help</pre>";
    assert_eq!(worth(1_300, output), Some(1), "what a program prints");
    assert_eq!(of(1_300, &output.repeat(3)), Status::Na, "it explains code");
}

#[test]
fn what_is_nearly_enough_is_worth_nearly_all() {
    let worth = |words: usize, body: &str| worth(words, body).unwrap();
    let two = "<ul><li>Boil the water once.</li><li>Warm the pot well.</li></ul>";
    assert!(worth(640, "") > 90 && worth(1_150, "") < 15, "{}", worth(640, ""));
    assert_eq!(worth(1_300, two), 66, "two items of three");
    assert!(worth(640, two) >= worth(660, ""));
}

#[test]
fn news_is_told_in_prose() {
    let news = |body: &str| {
        let html = format!(
            "<title>Tea</title><script type=application/ld+json>{{\"@type\":\"NewsArticle\"}}\
             </script><main><h1>Tea</h1>{}{body}</main>",
            text(700)
        );
        status(&ListsTables, &html)
    };
    assert_eq!([news(""), news(BARE), news(LIST)], [Status::Na, Status::Na, Status::Pass]);
}

#[test]
fn the_fix_names_what_is_there() {
    let of = |body: &str| {
        let html = article("Green tea", &format!("<h1>Green tea</h1>{}{body}", text(700)));
        fix(&ListsTables, &read(&html)).0
    };
    assert!(of("").title.contains("`Green tea`"), "{}", of("").title);
    assert!(of("").title.contains("702 words"), "{}", of("").title);
    assert!(of(BARE).title.contains("(2 rows, 2 columns)"), "{}", of(BARE).title);
    let page = read(&article("Tea", &format!("{}{BARE}", text(700))));
    assert!(judge(&ListsTables, &page).summary.contains("header"));
}

#[test]
fn the_posts_of_a_discussion_are_no_list() {
    let of = |tag: &str, post_tag: &str, inner: &str| {
        let post =
            |inner: &str| format!("<{post_tag} class=post>{}{inner}</{post_tag}>", text(300));
        let html = format!(
            "<title>Tea?</title><script type=application/ld+json>\
             {{\"@type\":\"DiscussionForumPosting\"}}</script><h1>Tea?</h1><{tag}>{}{}{}</{tag}>",
            post(""),
            post(""),
            post(inner)
        );
        status(&ListsTables, &html)
    };
    assert_eq!(of("ul", "li", ""), Status::Na);
    assert_eq!([of("div", "div", ""), of("div", "div", LIST)], [Status::Na, Status::Pass]);
}

#[test]
fn a_text_in_many_parts_counts_off_under_its_headings() {
    let parts = |count: usize, tag: &str| -> String {
        (0..count).map(|at| format!("<{tag}>Pot {at}</{tag}>{}", text(20))).collect()
    };
    assert_eq!(worth(1_300, &parts(4, "h2")), Some(1));
    assert_eq!(worth(1_300, &parts(5, "h2")), Some(80));
    assert_eq!(worth(1_300, &(parts(3, "h2") + &parts(3, "h3"))), Some(1), "of one level");
    let bare = parts(5, "h2") + BARE;
    assert_eq!(worth(1_300, &bare), Some(80), "a bare table takes nothing away");
}

#[test]
fn stories_and_interviews_are_told_in_prose() {
    let page = read(&article("Tea", &format!("<h1>Tea</h1>{}", text(1_300))));
    let mut context = Context::new(&page, false);
    assert_eq!(ListsTables.judge(&context).status, Status::Warn);
    context.subject.is_story = true;
    assert_eq!(ListsTables.judge(&context).status, Status::Na);
    context.subject.is_story = false;
    context.subject.is_interview = true;
    assert_eq!(ListsTables.judge(&context).status, Status::Na);
    context.subject.is_interview = false;
    context.subject.is_report_of_its_day = true;
    assert_eq!(ListsTables.judge(&context).status, Status::Na);
}

#[test]
fn a_grid_of_links_needs_no_header_cells() {
    let cell = |at: usize| format!("<td><a href=/tea/{at}>How to brew tea number {at}</a></td>");
    let row = |at: usize| format!("<tr>{}{}</tr>", cell(2 * at), cell(2 * at + 1));
    let grid = format!("<table>{}</table>", (0..4).map(row).collect::<String>());
    let html = |body: &str| article("Tea", &format!("<h1>Tea</h1>{}{body}", text(700)));
    let title = |body: &str| fix(&ListsTables, &read(&html(body))).0.title;
    assert!(title(&grid).starts_with("Add a list or table"), "{}", title(&grid));
    let data = grid.replace("</a></td>", "</a> takes 3 minutes</td>");
    assert!(title(&data).starts_with("Add header cells"), "{}", title(&data));
    assert!(title(BARE).starts_with("Add header cells"));
}

#[test]
fn a_list_typed_as_paragraphs_warns_with_its_own_fix() {
    for sign in ["•", "1.", "-", "✔"] {
        let items: String = ["Boil the water", "Warm the pot", "Wait"]
            .map(|item| format!("<p>{sign} {item}.</p>"))
            .concat();
        let html = article("Tea", &format!("<h1>Tea</h1>{}{items}", text(1_300)));
        let page = read(&html);
        let finding = judge(&ListsTables, &page);
        assert_eq!(finding.summary, "A list is typed as paragraphs. Expected a `<ul>` or `<ol>`.");
        assert_eq!(finding.value, Some(PARTS_WORTH), "{sign}");
        let (fix, _) = self::fix(&ListsTables, &page);
        let line = page.document.outline.blocks.last().unwrap().place.line;
        let title = format!("Turn the 3 lines of text on line {line} into a list");
        assert_eq!(fix.title, title);
        let apart = read(&html.replace("<p>", "\n<p>"));
        let title = self::fix(&ListsTables, &apart).0.title;
        assert!(title.starts_with("Turn the 3 paragraphs on lines "), "{title}");
    }
    let two = format!("<p>• Boil it.</p>{}<p>• Wait.</p>", text(60));
    assert_eq!(of(1_300, &two), Status::Warn);
    for none in ["1.5 litres", "2024 was", "– no", "12", ""] {
        assert!(!is_item(none, false), "{none}");
    }
    assert!(is_item("#3: Wait", false) && is_item("12) Wait", false) && is_item("- Wait", true));
}

#[test]
fn a_table_of_one_column_is_not_said_to_be_none() {
    let rows = "<table><tr><th>Tea</th></tr><tr><td>Green</td></tr></table>";
    let said = |body: &str| {
        let html = article("Tea", &format!("<h1>Tea</h1>{}{body}", text(1_300)));
        judge(&ListsTables, &read(&html)).summary
    };
    assert!(said(rows).contains("no data table with two or more columns"), "{}", said(rows));
    assert!(said("").contains("no list and no table."), "{}", said(""));
}

#[test]
fn things_counted_off_under_numbered_headings_are_a_list() {
    let parts = |name: &str| -> String {
        (1..=5)
            .map(|at| format!("<h2>{}</h2>{}", name.replace('#', &at.to_string()), text(200)))
            .collect()
    };
    assert_eq!(of(300, &parts("#. Boil it")), Status::Pass);
    assert_eq!(of(300, &parts("Boil # times")), Status::Warn);
}

#[test]
fn lists_that_say_nothing_are_not_denied() {
    let links = "<li><a href=a>The green leaves of tea</a></li>".repeat(4);
    for (lists, expected) in [
        (String::new(), "700 words have no list and no table."),
        (format!("<ul>{links}</ul>"), "The only list in"),
        (format!("<ul>{links}</ul>{}<ul>{links}</ul>", paragraph(10)), "Each of the 2 lists in"),
    ] {
        let html = article("Tea", &format!("{}{lists}{}", text(350), text(350)));
        let finding = judge(&ListsTables, &read(&html));
        assert_eq!(finding.status, Status::Warn, "{expected}");
        assert!(finding.summary.contains(expected), "{}", finding.summary);
    }
}

#[test]
fn lists_outside_of_the_text_are_not_spoken_of() {
    let share = "<ul class=ebm-share-list><li><a href=//x.example/share>Share on X</a></li>\
        <li><a href=mailto:?body=tea>Send by mail</a></li></ul>";
    let html = format!(
        "<html lang=en><title>Tea</title><script type=application/ld+json>\
         {{\"@type\":\"Article\"}}</script><body>{share}<main><h1>Tea</h1>{}</main>",
        text(990)
    );
    let page = read(&html);
    let finding = judge(&ListsTables, &page);
    assert!(finding.summary.contains("have no list and no table"), "{}", finding.summary);
    assert!(fix(&ListsTables, &page).0.title.ends_with("words have none"));
    let own = "<ul><li><a href=/pots>Pots of clay</a></li><li><a href=/cups>Cups</a></li></ul>";
    let html = article("Tea", &format!("<h1>Tea</h1>{}{own}", text(990)));
    let summary = judge(&ListsTables, &read(&html)).summary;
    assert!(summary.starts_with("The only list"), "{summary}");
}

#[test]
fn a_list_of_links_to_headings_of_the_page_is_its_contents_also_where_it_is_announced() {
    let of = |start: &str| {
        let items: String = ["Water for green tea", "Leaves of the plant", "Pots made of clay"]
            .iter()
            .enumerate()
            .map(|(at, name)| format!("<li><a href='{start}{at}'>{name}</a></li>"))
            .collect();
        let lead = "<p>What follows on this page are the parts of the whole subject:</p>";
        of(700, &format!("{lead}<ul>{items}</ul>"))
    };
    assert_eq!(of("#part-"), Status::Warn);
    assert_eq!(of("/part-"), Status::Pass, "a list of other pages says something");
}

#[test]
fn headings_that_number_with_a_dash_list_what_is_under_them() {
    let of = |mark: &str| {
        let items: String = ["Leaf", "Pot", "Cup", "Lid", "Tray"]
            .iter()
            .zip(1..)
            .map(|(name, at)| format!("<h2>{at}{mark}{name}</h2>{}", paragraph(150)))
            .collect();
        judge(&ListsTables, &read(&article("Tea", &format!("<h1>Tea</h1>{items}")))).status
    };
    assert_eq!(of(" - "), Status::Pass);
    assert_eq!(of(". "), Status::Pass);
    assert_ne!(of(" "), Status::Pass);
    assert_eq!(item_mark("3 - 4 cups", false), None);
    assert_eq!(item_mark("1 - Leaf", false), Some(3));
}
