#![doc = include_str!("lists-tables.md")]

use crate::check::{About, Check, Context, Finding, measure, quote};
use crate::excerpt::one_line;
use crate::fix::{Fix, Source};
use crate::page::DocumentFacts;
use crate::page::outline::{BlockFact, BlockKind, List, Outline, Table};
use crate::page::text::TENTHS_OF_WORD;
use crate::report::{CheckResult, Detail, EvidenceStrength};
use crate::weights::{LIST_ITEM_MEAN, LIST_ITEMS, LIST_LINKS_PERCENT, LONG_TEXT};

/// Lists and tables that are shown.
const SHOWN: usize = 5;
/// Strokes of a table that Markdown would have made.
const PIPES: usize = 6;
/// The most characters of the page's words in a fix.
const NAMED_CHARACTERS: usize = 60;

/// The check.
pub struct ListsTables;

impl Check for ListsTables {
    fn about(&self) -> &'static About {
        &About {
            id: "lists-tables",
            title: "What can be compared or counted off stands in lists or tables",
            strength: EvidenceStrength::Moderate,
            effort: 3,
            needs_page: true,
            doc: include_str!("lists-tables.md"),
            why: "Pages that engines used much had more comparisons and steps than those they used \
                  little (18,151 pages, a preprint). A regression over 1,238 cited pages found no \
                  effect of tables, so the weight is low.",
            sources: &[
                Source {
                    title: "Citation selection and absorption in answer engines (preprint)",
                    url: "https://arxiv.org/html/2604.25707v2",
                    strength: EvidenceStrength::Moderate,
                },
                Source {
                    title: "What AI-cited pages reveal (no effect of tables)",
                    url: "https://trysill.com/blog/what-ai-cited-pages-reveal",
                    strength: EvidenceStrength::Weak,
                },
            ],
        }
    }

    fn judge(&self, context: &Context<'_>) -> Finding {
        let document = &context.page.document;
        let found = Found::of(document);
        let words = document.main.word_equivalents;
        if found.is_enough() {
            return Finding::pass("What can be counted off or compared stands in lists or tables.")
                .with_all(details(document, &found));
        }
        // Less than a list or table of use must not be worth more than none.
        if words < LONG_TEXT {
            return Finding::not_applicable(format!(
                "A text of {words} words needs neither list nor table."
            ));
        }
        if context.subject.is_news {
            return Finding::not_applicable("News is told in prose.");
        }
        if document.main.is_posts() {
            return Finding::not_applicable("A discussion is told in prose.");
        }
        let finding = match (found.bare_tables.is_empty(), found.drawn.is_empty()) {
            (false, _) => Finding::warn("The only table has no header cells."),
            (true, false) => Finding::warn("A table is drawn with strokes and is no table."),
            (true, true) => Finding::fail(format!("{words} words have neither list nor table.")),
        };
        finding.with_all(details(document, &found))
    }

    fn fix(&self, context: &Context<'_>, _finding: &CheckResult) -> Fix {
        fix(context, &Found::of(&context.page.document))
    }
}

/// The lists and tables of the main content.
struct Found<'a> {
    lists: Vec<&'a List>,
    /// Tables of data with header cells.
    tables: Vec<&'a Table>,
    /// Tables of data without.
    bare_tables: Vec<&'a Table>,
    /// Blocks that draw a table with strokes.
    drawn: Vec<&'a BlockFact>,
}

impl<'a> Found<'a> {
    fn of(document: &'a DocumentFacts) -> Self {
        let outline = &document.outline;
        let tables = outline
            .tables
            .iter()
            .filter(|table| table.place.in_main && !table.place.is_around && table.is_data());
        let (tables, bare_tables) = tables.partition(|table| table.has_headers);
        let lists = outline.lists.iter().filter(|list| is_of_use(outline, list)).collect();
        let drawn = outline.blocks.iter().filter(|block| {
            let text = &document.visible_text[block.place.text.clone()];
            // Programs draw with strokes too: their output is no table.
            block.place.in_main
                && block.kind != BlockKind::Code
                && text.contains("---")
                && text.bytes().filter(|byte| *byte == b'|').count() >= PIPES
        });
        Self { lists, tables, bare_tables, drawn: drawn.collect() }
    }

    fn is_enough(&self) -> bool {
        !(self.lists.is_empty() && self.tables.is_empty())
    }
}

/// Whether a list says something: three items of three words in the mean, that are no menu.
fn is_of_use(outline: &Outline, list: &List) -> bool {
    if !list.place.in_main || list.place.is_around || list.items < LIST_ITEMS {
        return false;
    }
    let range = &list.place.text;
    let first = outline.blocks.partition_point(|block| block.place.text.start < range.start);
    let blocks = outline.blocks[first..].iter();
    let blocks = blocks.take_while(|block| block.place.text.start < range.end);
    let (mut tenths, mut links, mut bytes) = (0, 0, 0);
    for block in blocks.filter(|block| block.place.in_main) {
        tenths += block.tenths_of_words;
        links += block.link_bytes;
        bytes += block.place.text.len();
    }
    tenths >= list.items * LIST_ITEM_MEAN * TENTHS_OF_WORD
        && links * 100 < bytes * LIST_LINKS_PERCENT
}

fn details(document: &DocumentFacts, found: &Found<'_>) -> Vec<Detail> {
    let text = |place: &crate::page::outline::Place| &document.visible_text[place.text.clone()];
    let counts = [
        measure("Lists", found.lists.len().to_string()),
        measure("Tables", (found.tables.len() + found.bare_tables.len()).to_string()),
    ];
    let table = |label: &str, table: &Table| Detail {
        line: Some(table.place.line),
        measured: Some(format!("{} rows, {} columns", table.rows, table.columns)),
        ..quote(label, text(&table.place))
    };
    let bare = found.bare_tables.iter().map(|one| table("Table without header cells", one));
    let tables = found.tables.iter().map(|one| table("Table", one));
    let lists = found.lists.iter().map(|list| Detail {
        line: Some(list.place.line),
        measured: Some(format!("{} items", list.items)),
        ..quote("List", text(&list.place))
    });
    let drawn = found.drawn.iter().map(|block| Detail {
        line: Some(block.place.line),
        ..quote("Drawn with strokes", text(&block.place))
    });
    counts
        .into_iter()
        .chain(lists.take(SHOWN))
        .chain(tables.take(SHOWN))
        .chain(bare.take(SHOWN))
        .chain(drawn.take(SHOWN))
        .collect()
}

fn fix(context: &Context<'_>, found: &Found<'_>) -> Fix {
    let document = &context.page.document;
    let verify = "Look at the page with style sheets off: rows and items are still told apart. In \
                  the source stand <ul>, <ol> or <table> with <th>.";
    if let Some(table) = found.bare_tables.first() {
        let begins = one_line(&document.visible_text[table.place.text.clone()], NAMED_CHARACTERS);
        return Fix::new(
            "lists-tables",
            format!(
                "Give the table on line {} header cells: {} rows, {} columns, no <th>",
                table.place.line, table.rows, table.columns
            ),
            verify,
        )
        .step(format!(
            "In the table that begins “{begins}”, write the cells that name a column or a row as \
             <th>."
        ))
        .step("Say in each header what the cells hold, with the unit: “Price (€)”.")
        .snippet("<thead><tr><th scope=\"col\">…</th><th scope=\"col\">…</th></tr></thead>");
    }
    if let Some(block) = found.drawn.first() {
        let begins = one_line(&document.visible_text[block.place.text.clone()], NAMED_CHARACTERS);
        return Fix::new(
            "lists-tables",
            format!("Make a <table> of what line {} draws with strokes", block.place.line),
            verify,
        )
        .step(format!("Turn “{begins}” into rows and cells; the first row becomes <th>."))
        .step("If the text is Markdown, switch on tables where it is rendered.");
    }
    let words = document.main.word_equivalents;
    let name = one_line(&context.title.text, NAMED_CHARACTERS);
    Fix::new(
        "lists-tables",
        format!("Put what “{name}” counts off or compares into a list or table: {words} words have none"),
        verify,
    )
    .step("Look for sentences that name three or more things, steps or figures one after the other.")
    .step("Write steps as <ol>, things of one kind as <ul>, and things with several properties as <table> with <th>.")
    .step("Keep a sentence before it that says what it lists; leave arguments in prose.")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::checks::structure::test_read::{article, fix, judge, read, status, text};
    use crate::report::Status;

    fn of(words: usize, body: &str) -> Status {
        status(&ListsTables, &article("Tea", &format!("<h1>Tea</h1>{}{body}", text(words))))
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
    fn a_long_text_with_neither_fails() {
        for body in [
            "",
            "<ul><li>Green</li><li>Black</li><li>White</li></ul>",
            "<ul><li>Boil the water once.</li><li>Warm the pot well.</li></ul>",
            "<nav><ul><li>Go to the start</li><li>Go to the end</li><li>Go to the shop</li></ul></nav>",
            "<table role=presentation><tr><th>a</th><td>b</td></tr><tr><td>c</td><td>d</td></tr></table>",
            "<table><tr><th>Tea</th><th>Minutes</th></tr></table>",
        ] {
            assert_eq!(of(700, body), Status::Fail, "{body}");
            assert_eq!(of(100, body), Status::Na, "{body}");
        }
    }

    #[test]
    fn menus_are_no_lists() {
        let link = |text: &str| format!("<li><a href=/x>{text} of the whole tea shop</a></li>");
        let menu: String = ["Home", "Prices", "Names", "Leaves"].map(link).concat();
        assert_eq!(of(700, &format!("<div><ul>{menu}</ul></div>")), Status::Fail);
    }

    #[test]
    fn half_a_table_warns_in_long_texts_only() {
        assert_eq!(of(700, BARE), Status::Warn);
        assert_eq!(of(100, BARE), Status::Na, "else taking it away would gain");
        let strokes = "<p>| Tea | Minutes |\n| --- | --- |\n| Green | 2 |</p>";
        assert_eq!(of(700, strokes), Status::Warn);
        assert_eq!(of(700, "<p>a || b --- c | d</p>"), Status::Fail);
        let output = "<pre>error | | let a | --- | ^^^ | | help</pre>";
        assert_eq!(of(700, output), Status::Fail, "what a program prints");
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
        assert!(of("").title.contains("“Green tea”"), "{}", of("").title);
        assert!(of("").title.contains("702 words"), "{}", of("").title);
        assert!(of(BARE).title.contains("2 rows, 2 columns"), "{}", of(BARE).title);
        let page = read(&article("Tea", &format!("{}{BARE}", text(700))));
        assert!(judge(&ListsTables, &page).summary.contains("header"));
    }
}
