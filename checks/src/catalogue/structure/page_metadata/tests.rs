use proptest::prelude::*;

use super::*;
use crate::catalogue::structure::test_read::{fix, judge, read, read_at, status};
use crate::report::Status;

const DESCRIPTION: &str = "<meta name=description content='Boil water, warm the pot, wait.'>";

fn of(head: &str) -> Status {
    let html = format!("<!doctype html><head>{head}</head><body><p>Text.</p></body>");
    status(&PageMetadata, &html)
}

#[test]
fn one_title_and_a_description_of_its_own_pass() {
    for title in [
        "How to make tea",
        "お茶の入れ方",
        "绿茶冲泡方法",
        "วิธีชงชาเขียว",
        "كيفية تحضير الشاي",
        "Как заварить чай",
        "Tee zubereiten &amp; genießen",
    ] {
        assert_eq!(of(&format!("<title>{title}</title>{DESCRIPTION}")), Status::Pass, "{title}");
    }
    let long = "word ".repeat(60);
    assert_eq!(of(&format!("<title>{long}</title>{DESCRIPTION}")), Status::Pass, "any length");
}

#[test]
fn a_short_title_is_counted_in_characters() {
    for (title, said) in [
        ("Tea", "The title is 3 characters long (expected 10 or more)."),
        ("お茶", "The title is 2 characters long, counted as 4 (expected 10 or more)."),
    ] {
        let html = format!("<!doctype html><head><title>{title}</title>{DESCRIPTION}</head><p>x");
        assert_eq!(judge(&PageMetadata, &read(&html)).summary, said);
    }
}

#[test]
fn documentation_may_be_titled_by_the_name_of_its_subject() {
    let head = "<title>brew(1)</title><meta name=description content='Brew pours water on leaves \
                and waits until it is tea.'>";
    let of = |url: &str| {
        let page = read_at(url, &format!("<html lang=en><head>{head}</head><h1>brew</h1>"));
        PageMetadata.judge(&Context::new(&page, false)).status
    };
    assert_eq!(of("https://docs.example.com/brew"), Status::Pass);
}

#[test]
fn no_title_fails() {
    for head in ["", "<title> </title>", "<svg><title>Logo of the site</title></svg>"] {
        assert_eq!(of(&format!("{head}{DESCRIPTION}")), Status::Fail, "{head}");
    }
}

#[test]
fn an_unfilled_template_fails_and_one_that_is_spoken_of_does_not() {
    let title = |title: &str| of(&format!("<title>{title}</title>{DESCRIPTION}"));
    assert_eq!(title("{{ page.title }} | Example"), Status::Fail);
    assert_eq!(title("How to use {{ page.title }} in Jinja"), Status::Pass);
}

#[test]
fn a_home_page_may_be_called_like_its_site_however_short_that_is() {
    let at = |address: &str, title: &str| {
        let html =
            format!("<!doctype html><head><title>{title}</title>{DESCRIPTION}</head><p>Text.");
        judge(&PageMetadata, &read_at(address, &html)).status
    };
    assert_eq!(at("https://www.theleaf.com/", "The Leaf"), Status::Pass);
    assert_eq!(at("https://www.theleaf.com/", "Home"), Status::Warn);
    assert_eq!(at("https://www.theleaf.com/tea", "The Leaf"), Status::Warn);
}

#[test]
fn weak_titles_and_descriptions_warn() {
    assert_eq!(of("<title>How to make tea</title>"), Status::Warn);
    assert_eq!(of(&format!("<title>Tea</title>{DESCRIPTION}")), Status::Warn);
    assert_eq!(of(&format!("<title>茶の入門</title>{DESCRIPTION}")), Status::Warn, "8 cells");
    assert_eq!(
        of(&format!("<title>How to make tea</title><title>Tea again</title>{DESCRIPTION}")),
        Status::Warn
    );
    for content in ["", "…", "How to make tea!", "{{ description }}"] {
        let meta =
            format!("<title>How to make tea</title><meta name=description content='{content}'>");
        assert_eq!(of(&meta), Status::Warn, "{content}");
    }
}

#[test]
fn the_name_of_the_site_is_no_description() {
    let of = |description: &str| {
        of(&format!(
            "<meta property=og:site_name content='The Example Journal'><title>How to make \
             tea</title><meta name=description content='{description}'>"
        ))
    };
    assert_eq!(of("Example Journal"), Status::Warn);
    assert_eq!(of("Example Journal on tea"), Status::Pass);
}

#[test]
fn a_head_that_was_not_read_is_not_judged() {
    let mut page = read("");
    page.document.cut_short = true;
    let finding = judge(&PageMetadata, &page);
    assert_eq!((finding.status, finding.unsure), (Status::Na, true));
}

#[test]
fn the_fix_names_what_is_wrong_and_escapes_what_it_repeats() {
    let page = read(
        "<title>Tea &lt;/title>&lt;script>x&lt;/script></title><meta property=og:description \
         content='Tea water &quot;&gt;&lt;script>'>",
    );
    let (fix, text) = fix(&PageMetadata, &page);
    assert!(fix.title.starts_with("Add a meta description for `Tea"), "{}", fix.title);
    let snippet = fix.snippet.unwrap();
    assert!(snippet.contains("content=\"Tea water &quot;&gt;&lt;script&gt;\""), "{snippet}");
    assert_eq!(snippet.matches('<').count(), 1, "the title is there: {text}");
    let fix =
        crate::catalogue::structure::test_read::fix(&PageMetadata, &read("<h1>Green tea</h1>")).0;
    assert!(fix.title.contains("Green tea"), "{}", fix.title);
}

proptest! {
    #[test]
    fn taking_something_away_never_helps(parts in prop::sample::subsequence(
        vec!["<title>How to make tea</title>", DESCRIPTION, "<meta property=og:title content=Tea>"], 0..=3)) {
        let whole = judge(&PageMetadata, &read(&parts.concat())).value;
        for left_out in 0..parts.len() {
            let rest: String = parts.iter().enumerate()
                .filter(|(at, _)| *at != left_out).map(|(_, part)| *part).collect();
            prop_assert!(judge(&PageMetadata, &read(&rest)).value <= whole);
        }
    }
}

#[test]
fn the_fix_names_both_where_both_are_mended() {
    let title = |head: &str| {
        let html = format!("<!doctype html><head>{head}</head><h1>Green tea</h1>");
        fix(&PageMetadata, &read(&html)).0.title
    };
    let narrow = title("<title>Tea</title>");
    assert!(narrow.starts_with("Add a meta description for `"), "{narrow}");
    assert!(narrow.ends_with(", and lengthen the title to 10 characters or more"), "{narrow}");
    let none = title("");
    assert!(none.starts_with("Add a title, such as `"), "{none}");
    assert!(none.ends_with(", and write a meta description"), "{none}");
    assert!(!title(DESCRIPTION).contains("meta description"));
    assert!(!title("<title>How to brew green tea</title>").contains("lengthen"));
}

#[test]
fn an_empty_description_is_filled_in() {
    let html = "<!doctype html><title>How to make tea</title>\n<meta name=description content=''>";
    let (fix, _) = fix(&PageMetadata, &read(html));
    assert_eq!(fix.title, "Fill in the empty meta description on line 2");
}

#[test]
fn a_description_for_share_cards_is_used_again() {
    let steps = |shared: &str| {
        let meta = format!("<meta property=og:description content='{shared}'>");
        let html = format!("<!doctype html><title>How to make tea</title>\n{meta}");
        fix(&PageMetadata, &read(&html)).1
    };
    let said = steps("To make tea, boil water and wait.");
    assert!(said.contains("`og:description` on line 2"), "{said}");
    assert!(!said.contains("Write one or two sentences"), "{said}");
    for shared in ["How to make tea", "", "{{ description }}", "Pots for everybody since 1999."] {
        assert!(steps(shared).contains("Write one or two sentences"), "{shared}");
    }
}

#[test]
fn only_what_is_missing_is_given_to_paste_and_whole() {
    let of = |html: &str| fix(&PageMetadata, &read(html)).0.snippet;
    let text = "Green tea is made of leaves that were not left to wither in the sun for long.";
    let described = format!("<meta name=\"description\" content=\"{text}\">");
    let titled = "<title>How to make tea</title>";
    assert_eq!(
        of(&format!("{titled}<main><h1>Tea</h1><p>{text}</p></main>")),
        Some(described.clone())
    );
    let shared =
        |shared: &str| format!("{titled}<meta property=og:description content='{shared}'>");
    assert_eq!(of(&shared(&format!("{text} It is picked in…"))), Some(described));
    assert_eq!(of(&shared("Green tea is made of…")), None, "nothing whole is said");
    assert_eq!(of(&shared(&format!("{text} The"))), of(&shared(text)), "what is cut off");
    assert_eq!(of(&shared("The shop for friends of leaves.")), None, "it says this of every page");
    assert_eq!(of(&shared("tea, green tea, leaves, pots")), None, "keywords");
    let one = format!("Tea is made of leaves{}.", ", of water and of patience".repeat(9));
    assert!(of(&shared(&one)).is_some_and(|meta| meta.contains(&one)), "one long sentence");
    let title =
        of("<meta name=description content='How the leaves become tea.'><h1>Green tea</h1>");
    assert_eq!(title.as_deref(), Some("<title>Green tea</title>"));
}

#[test]
fn an_empty_title_is_said_to_be_empty() {
    let page = read("<!doctype html><head>\n<title></title>\n<p>Text.</p>");
    let finding = judge(&PageMetadata, &page);
    assert_eq!(
        finding.summary,
        "The title on line 2 is empty. Expected one that says what the page is about."
    );
    assert_eq!(finding.details[0].line, Some(2));
    let also = ", and write a meta description";
    let filled = format!("Fill in the empty title on line 2{also}");
    assert_eq!(fix(&PageMetadata, &page).0.title, filled);
    let named = read("<head><title> </title></head><h1>How to make tea</h1>");
    let title = fix(&PageMetadata, &named).0.title;
    assert_eq!(
        title,
        format!("Fill in the empty title on line 1, such as `How to make tea`{also}")
    );
    let none = judge(&PageMetadata, &read("<p>Text.</p>")).summary;
    assert!(none.starts_with("No title found."), "{none}");
}

#[test]
fn a_remark_in_brackets_is_no_description() {
    let of = |text: &str| {
        let html = format!("<title>Green tea</title><main><h1>Green tea</h1><p>{text}</p></main>");
        fix(&PageMetadata, &read(&html)).0.snippet
    };
    let text = "Green tea is made of leaves that were not left to wither in the sun.";
    assert!(of(text).is_some());
    assert_eq!(of(&format!("[{text}]")), None);
}

#[test]
fn what_is_asked_is_no_description_of_a_thread() {
    let text = "<p>I just got some green tea leaves, and I hate how bitter the tea is.</p>";
    let html = format!("<title>Bitter green tea?</title><main><h1>Bitter green tea?</h1>{text}");
    let mut page = read(&html);
    assert!(fix(&PageMetadata, &page).0.snippet.is_some());
    page.document.kind = crate::page::Kind::sure(crate::report::PageKind::Qa, "");
    assert_eq!(fix(&PageMetadata, &page).0.snippet, None);
}

/// What is proposed for a page with that text below its heading.
fn proposed(text: &str) -> Option<String> {
    let html = format!(
        "<html lang=en><head><title>Tea 3.8 on May 3</title></head><main><h2>Tea 3.8 on May 3</h2>\
         {text}</main>"
    );
    fix(&PageMetadata, &read(&html)).0.snippet
}

#[test]
fn what_stands_below_a_list_is_no_description() {
    let foot = "<p>A complete list of all kinds of tea and the history of each one are available \
                on the page of the tea board.</p>";
    let list = format!("<ul>{}</ul>", "<li>Leaves keep their color in hot water.</li>".repeat(9));
    assert_eq!(proposed(&format!("{list}{foot}")), None);
    let opening = proposed(&format!("{foot}{list}")).unwrap();
    assert!(opening.contains("A complete list of all kinds of tea"), "{opening}");
    let rest = "<p>Water that has boiled for long holds less air and tastes flat.</p>".repeat(9);
    let code = "<pre>brew --hot</pre>";
    let early =
        "<p>Tea is made of leaves that were not left to wither, in water of 70 degrees.</p>";
    assert!(proposed(&format!("{code}{early}{rest}")).is_some(), "it is on the subject");
    let other = "<p>Pots are warmed before they are filled, so that nothing in them cools.</p>";
    assert_eq!(proposed(&format!("{code}{other}{rest}")), None);
    assert_eq!(proposed(&format!("<p>In short:</p><h3>Pots</h3>{other}{rest}")), None, "a section");
    assert_eq!(proposed(&format!("{other}{rest}")), None, "it may be a notice");
    assert!(proposed(&format!("{early}{rest}")).is_some());
}

#[test]
fn an_article_that_leads_to_its_subject_is_described_by_what_names_it() {
    let of = |first: &str, kind: &str| {
        let rest = "<p>Leaves of the plant keep their color in water that is not too hot.</p>";
        let json = format!(r#"{{"@context": "https://schema.org", "@type": "{kind}"}}"#);
        let html = format!(
            "<html lang=en><head><title>Kettles that sing</title>{}</head><main><h1>Kettles that sing\
             </h1><p>{first}</p><p>Kettles that sing tell you when the water is ready for the \
             leaves.</p>{}</main>",
            crate::catalogue::test_html::block(&json),
            rest.repeat(20)
        );
        fix(&PageMetadata, &read(&html)).0.snippet.unwrap_or_default()
    };
    let pots = "Waiting for water is the slowest part of the day, and nobody enjoys it much.";
    assert!(of(pots, "Article").contains("tell you when"), "{}", of(pots, "Article"));
    let named = "Kettles were silent for years, and nobody knew when the water was ready.";
    assert!(of(named, "Article").contains("silent for years"));
}

#[test]
fn the_description_of_an_entry_stands_below_its_name_and_synopsis() {
    let entry = |above: &str| {
        let html = format!(
            "<html lang=en><title>brew(1)</title><main><h1>brew(1)</h1><h2>Name</h2><p>brew - pour \
             water</p><h2>Synopsis</h2><pre>brew [--hot]</pre>{above}<h2>Description</h2><p>Takes \
             the pot that is named, and waits for as long as the option says.</p></main>"
        );
        let page = read_at("https://docs.example.com/manual/brew", &html);
        fix(&PageMetadata, &page).0.snippet
    };
    assert!(entry("").is_some_and(|snippet| snippet.contains("Takes the pot")));
    assert_eq!(entry("<ul><li>hot</li><li>cold</li></ul>"), None, "a list");
    assert_eq!(entry("<p>For example:</p><pre>brew --hot green</pre>"), None, "an example");
}

#[test]
fn the_name_line_of_a_manual_page_describes_it() {
    let html = "<html lang=en><title>Kettle manual - brew(1)</title><body><pre>\nBREW(1)\n\n\
                <b>NAME</b>\n       brew - pour water on the leaves of a tea\n\n<b>SYNOPSIS</b>\n\
                       <b>brew</b> cup\n\n<b>DESCRIPTION</b>\n       The command pours it.\n</pre>";
    let page = read_at("https://www.example.com/brew.1.html", html);
    let (_, told) = fix(&PageMetadata, &page);
    assert!(told.contains("content=\"brew - pour water on the leaves of a tea\""), "{told}");
}

#[test]
fn a_proposed_description_stands_alone() {
    let of = |text: &str| {
        let html = format!(
            "<html lang=en><head><title>brew(1) Manual Page</title></head><main><h1>brew(1)</h1>\
             {text}</main>"
        );
        fix(&PageMetadata, &read_at("https://docs.host.test/brew.html", &html)).0.snippet
    };
    let line = "<h2>NAME</h2><p>brew - pours water on leaves</p>";
    let text =
        "<h2>DESCRIPTION</h2><p>This command always pours all of the water on the leaves.</p>";
    assert!(of(&format!("{line}{text}")).unwrap().contains("brew - pours water on leaves"));
    let said = "<p>Brew pours the water on the leaves and waits for as long as it has to.</p>";
    assert!(of(said).is_some());
    let it = "<p>It pours the water on the leaves and waits for as long as it has to.</p>";
    assert_eq!(of(it), None);
    let open = "<p>Brew pours water on leaves. The general form of a line in its file is:</p>";
    assert_eq!(of(open), None);
}

#[test]
fn what_is_no_description_of_the_page_is_not_proposed() {
    let proposed = |og: &str, text: &str| {
        let html = format!(
            "<!doctype html><html lang=en><head><title>Green tea pots</title>\
             <meta property=og:description content='{og}'></head><body><main><h1>Green tea pots\
             </h1><p>{text}</p></main>"
        );
        fix(&PageMetadata, &read_at("https://www.leaf.test/pots", &html))
            .0
            .snippet
            .unwrap_or_default()
    };
    let opening = "Green tea pots keep the water warm while the leaves open, which takes some \
                   minutes for most of the kinds that are sold.";
    for other in [
        "Smarter living! Leaf.test",
        "Green tea pots Table of Contents 1.1. Clay 1.2. Iron",
        "Green tea pots 11.1. Clay 11.2. Iron 11.2.1. Cast",
    ] {
        let snippet = proposed(other, opening);
        assert!(snippet.contains("keep the water warm"), "{other}: {snippet}");
    }
    for own in [
        "Green tea pots of clay that hold 0.5 l, 1.2 l or 2.0 l.",
        "Green tea pots hold 0.1 L of water, 0.2 L of tea or 0.3 L of milk.",
        "Green tea pots for 1.1 Liter, 1.2 Liter or 1.3 Liter of tea.",
        "Green tea pots rated 4.5 Excellent, 2.0 Poor and 3.1 Good by their owners.",
    ] {
        let snippet = proposed(own, opening);
        assert!(snippet.contains(own), "{own}: {snippet}");
    }
    let line = "A shop for pots and cups";
    assert!(proposed(line, opening).contains("keep the water warm"), "one word of the title");
    let asked = format!("Do you love green tea pots? You are not alone. {opening}");
    let snippet = proposed("", &asked);
    assert!(snippet.contains("content=\"Green tea pots keep the water"), "{snippet}");
    let called = format!("{opening} Please click the links below to see each of them.");
    let snippet = proposed("", &called);
    assert!(snippet.contains("keep the water") && !snippet.contains("click"), "{snippet}");
}

#[test]
fn images_for_any_page_are_told_by_their_names() {
    use super::proposal::is_generic_image;
    for image in [
        "https://x.test/assets/logo.png",
        "https://cdn.test/f_auto/https%3A%2F%2Fleaf.test%2Ftwitter%2Fsubscribe-card.jpg%3Fv%3D1",
        "/img/default-share.jpg",
        "/placeholder.svg",
    ] {
        assert!(is_generic_image(image), "{image}");
    }
    for image in ["https://x.test/tea.png?default=1", "/logos-of-tea.jpg", "/blanket.png", ""] {
        assert!(!is_generic_image(image), "{image}");
    }
}

#[test]
fn a_description_of_an_article_speaks_of_its_subject() {
    let of = |text: &str| {
        let more =
            "<p>Water that has boiled for long holds less air and tastes flat.</p>".repeat(9);
        let html = format!(
            "<html lang=en><head><title>The beaches of Montauk</title><script \
             type=application/ld+json>{{\"@context\":\"https://schema.org\",\"@type\":\"Article\"}}\
             </script></head><main><h1>The beaches of Montauk</h1><p>{text}</p>{more}</main>"
        );
        fix(&PageMetadata, &read(&html)).0.snippet
    };
    let lead = "Everything is in good order in Italy, and each chair by the sea has a number.";
    let own = "In Montauk you spread your towel where you like, along miles of open beaches.";
    let said = of(&format!("{lead} {own}")).unwrap();
    assert!(said.contains("In Montauk you") && !said.contains("Italy"), "{said}");
    assert_eq!(of(lead), None);
}

#[test]
fn a_notice_about_scripts_is_no_description() {
    let notice = "<p>Your browser has switched off JavaScript, and this page about tea needs it to \
                  show you all of our teas and pots.</p>";
    assert_eq!(proposed(notice), None);
}
