use super::*;
use crate::catalogue::evidence::test_prose::{
    filler as bare, fixed, judged, read, read_html, word,
};
use crate::page::snapshot::Source as From;
use crate::report::Status;

/// Two figures that somebody found out.
const CLAIMS: &str = "<p>It rose by 5 %.</p><p>It fell by 7 %.</p>";

/// Paragraphs of that many words, and those figures.
fn filler(words: usize) -> String {
    bare(words) + CLAIMS
}

fn link(href: &str) -> String {
    format!("<p>As <a href='{href}'>they found</a> last spring.</p>")
}

/// What the check says of a text of about 300 words with these links.
fn status(hrefs: &[&str]) -> Status {
    let links: String = hrefs.iter().map(|href| link(href)).collect();
    judged(&OutboundCitations, &read(&(filler(300) + &links))).status
}

const WHO: &str = "https://www.who.int/data";
const NOAA: &str = "https://tidesandcurrents.noaa.gov/education";

#[test]
fn two_sources_pass_one_warns_none_fails() {
    assert_eq!(status(&[WHO, NOAA]), Status::Pass);
    assert_eq!(status(&[WHO]), Status::Warn);
    assert_eq!(status(&[WHO, "https://apps.who.int/other"]), Status::Warn, "one domain");
    assert_eq!(status(&["https://a.co.uk/x", "https://b.co.uk/x"]), Status::Pass, "a suffix");
    assert_eq!(status(&["//a.example/x", "HTTPS://b.example/"]), Status::Pass);
    assert_eq!(status(&[]), Status::Fail);
    let long = filler(1_300) + &link(WHO) + &link(NOAA);
    assert_eq!(judged(&OutboundCitations, &read(&long)).status, Status::Warn, "too few");
    let short = bare(200) + &link(WHO);
    assert_eq!(judged(&OutboundCitations, &read(&short)).status, Status::Na);
}

#[test]
fn a_short_text_without_claims_needs_no_source() {
    for links in [String::new(), link(WHO)] {
        let status = |words| judged(&OutboundCitations, &read(&(bare(words) + &links))).status;
        assert_eq!((status(350), status(450)), (Status::Na, Status::Warn), "{links}");
    }
}

#[test]
fn links_that_back_no_claim_do_not_count() {
    for href in [
        "/about",
        "#note",
        "mailto:jane@x.example",
        "https://blog.example.com/x",
        "https://example.de/x",
        "https://twitter.com/intent/tweet?url=https://www.who.int/",
        "https://www.facebook.com/example",
        "https://apps.apple.com/app/x",
        "javascript:void(0)",
        "https://ad.doubleclick.net/x",
        "https://www.booking.com/hotel/tea.html?aid=123",
        "https://affiliate.klook.com/redirect?aid=1&k_site=x",
        "http://[bad",
    ] {
        assert_eq!(status(&[href]), Status::Fail, "{href}");
    }
}

#[test]
fn rel_decides_what_is_own_word() {
    let of = |rel: &str| {
        let links =
            [WHO, NOAA].map(|href| format!("<p>So <a rel='{rel}' href='{href}'>x</a>.</p>"));
        judged(&OutboundCitations, &read(&(filler(300) + &links.concat()))).status
    };
    assert_eq!(of("nofollow noopener"), Status::Pass);
    assert_eq!(of("nofollow ugc noopener"), Status::Pass, "Substack marks all links so");
    for rel in ["nofollow sponsored", "Me", "author"] {
        assert_eq!(of(rel), Status::Fail, "{rel}");
    }
}

#[test]
fn redirects_count_for_where_they_lead() {
    let google = "https://www.google.com/url?q=https%3A%2F%2Fwww.who.int%2Fdata";
    let own = "/out?url=https://tidesandcurrents.noaa.gov/x";
    assert_eq!(status(&[google, own]), Status::Pass);
    assert_eq!(status(&[google, WHO]), Status::Warn, "the same");
    assert_eq!(status(&["https://www.google.com/url?q=https://www.example.com/x"]), Status::Fail);
}

#[test]
fn the_organisation_behind_the_page_is_no_outside_source() {
    let data = r#"<script type=application/ld+json>{"@context":"https://schema.org",
        "@type":"Article","publisher":{"@type":"Organization","name":"Acme",
        "url":"https://acme.example","sameAs":["https://en.wikipedia.org/wiki/Acme"]}}</script>"#;
    let of = |hrefs: [&str; 2]| {
        let links = hrefs.map(link).concat();
        let html = format!("<html lang=en><main>{data}{}{links}</main>", filler(300));
        judged(&OutboundCitations, &read_html(&html)).status
    };
    assert_eq!(
        of(["https://www.acme.example/x", "https://en.wikipedia.org/wiki/Acme"]),
        Status::Fail
    );
    assert_eq!(of(["https://en.wikipedia.org/wiki/Tide", WHO]), Status::Pass);
}

#[test]
fn links_of_the_foot_are_not_of_the_text_and_footnotes_are() {
    let foot = format!("<footer>{}{}</footer>", link(WHO), link(NOAA));
    let html = format!("<html lang=en><main>{}</main>{foot}", filler(300));
    assert_eq!(judged(&OutboundCitations, &read_html(&html)).status, Status::Fail);
    let notes = format!(
        "{}<p>High<sup><a href='#n1'>[1]</a></sup></p><ol><li id=n1><a href='{WHO}'>WHO</a>\
         <li><a href='{NOAA}'>NOAA</a></ol>",
        filler(300)
    );
    assert_eq!(judged(&OutboundCitations, &read(&notes)).status, Status::Pass);
}

#[test]
fn sources_without_a_link_warn() {
    for text in [
        "See doi:10.1000/xyz123 for more",
        "ISBN 978-3-16-148410-0",
        "https://www.who.int/data",
        "As [1] and [2] show",
    ] {
        let page = read(&format!("{}<p>{text}</p>", filler(300)));
        assert_eq!(judged(&OutboundCitations, &page).status, Status::Warn, "{text}");
    }
    for text in [
        "Each book gets an ISBN.",
        "An ISBN. In 2023, 5,000 books had one.",
        "www.example.com",
        "See https://forms.gle/abc",
    ] {
        let page = read(&format!("{}<p>{text}</p>", filler(300)));
        assert_eq!(judged(&OutboundCitations, &page).status, Status::Fail, "{text}");
    }
    assert_eq!(bare_doi("(doi: 10.1000/xyz(12)3)."), Some("10.1000/xyz(12)3"));
    assert_eq!(bare_doi("10.5 and 10.1/x and 10.1234/ é"), None);
}

#[test]
fn a_file_of_unknown_address_cannot_tell_its_own_links() {
    let mut page = read(&(filler(300) + &link(WHO) + &link(NOAA)));
    page.source = From::FileWithoutAddress;
    assert_eq!(judged(&OutboundCitations, &page).status, Status::Na);
    let mut page = read(&filler(300));
    page.source = From::FileWithoutAddress;
    assert_eq!(judged(&OutboundCitations, &page).status, Status::Fail);
}

#[test]
fn the_report_shows_sources_and_passages_without() {
    let page = read(&(link(WHO) + "<h2>Tides</h2>" + &bare(700) + &link(NOAA) + &bare(100)));
    let finding = judged(&OutboundCitations, &page);
    let labels: Vec<&str> = finding.details.iter().map(|detail| detail.label.as_str()).collect();
    assert_eq!(labels, ["Source", "Source", "Passage without a source"]);
    assert_eq!(finding.details[0].measured.as_deref(), Some("links to `who.int`"));
    assert_eq!(finding.details[2].measured.as_deref(), Some("701 words"));
    assert!(!finding.details[2].excerpt.starts_with("Tides"));
}

#[test]
fn the_fix_names_figures_without_a_source() {
    let body = bare(300)
        + "<p>Wait for 10 minutes.</p><p>The sea rose by 40 % &lt;b&gt;.</p><p>doi:10.1000/xyz</p>";
    let fix = fixed(&OutboundCitations, &read(&body));
    assert_eq!(fix.title, "Link the source of 1 number: the text links to no other site");
    assert!(fix.steps[0].contains("The sea rose by 40 %"), "{:?}", fix.steps);
    assert_eq!(
        fix.snippet.as_deref(),
        Some("<a href=\"https://doi.org/10.1000/xyz\">doi:10.1000/xyz</a>")
    );
}

#[test]
fn sources_beside_the_text_warn_and_pages_that_speak_for_themselves_are_left_alone() {
    let of = |start: &str, end: &str| {
        let links = link(WHO);
        let html = format!("<html lang=en>{start}{}{end}", filler(300)).replace('|', &links);
        judged(&OutboundCitations, &read_html(&html)).status
    };
    let aside = "<div class=share>|</div>";
    assert_eq!(of("<main><article>", &format!("</article>{aside}</main>")), Status::Fail);
    assert_eq!(of("<main>", "</main><div>|</div>"), Status::Fail);
    assert_eq!(of("<main><div>", "</div><ul><li>|</ul></main>"), Status::Warn);
    let docs = format!(
        "<html lang=en><script type=application/ld+json>{{\"@context\":\"https://schema.org\",\
         \"@type\":\"TechArticle\"}}</script><main>{}</main>",
        filler(300)
    );
    assert_eq!(judged(&OutboundCitations, &read_html(&docs)).status, Status::Na);
}

#[test]
fn only_texts_with_figures_of_others_fail_without_a_source() {
    let of = |kind: &str, body: &str| {
        let data = format!(
            "<script type=application/ld+json>{{\"@context\":\"https://schema.org\",\
             \"@type\":\"{kind}\",\"name\":\"Tides\"}}</script>"
        );
        let html = format!("<html lang=en>{data}<main><article>{body}</article></main>");
        judged(&OutboundCitations, &read_html(&html)).status
    };
    let own = bare(450) + "<p>Wait for 10 minutes.</p><p>It costs $1,299 and weighs 150 g.</p>";
    assert_eq!(of("BlogPosting", &filler(300)), Status::Fail);
    assert_eq!(of("BlogPosting", &own), Status::Warn);
    assert_eq!(of("NewsArticle", &filler(300)), Status::Warn);
    assert_eq!(of("Recipe", &filler(300)), Status::Na);
    assert_eq!(of("Recipe", &(filler(300) + &link(WHO) + &link(NOAA))), Status::Pass);
}

#[test]
fn news_need_not_be_extended_by_sources() {
    let of = |kind: &str| {
        let data = format!(
            "<script type=application/ld+json>{{\"@context\":\"https://schema.org\",\
             \"@type\":\"{kind}\",\"name\":\"Tides\"}}</script>"
        );
        let html = format!("<html lang=en>{data}<main><article>{}</article></main>", filler(300));
        fixed(&OutboundCitations, &read_html(&html)).is_conditional
    };
    assert!(of("NewsArticle") && !of("BlogPosting"));
}

#[test]
fn a_report_without_claims_needs_no_source_however_long_it_is() {
    let of = |body: &str| {
        let page = read(body);
        let mut context = Context::new(&page, false);
        context.subject.is_report_of_its_day = true;
        OutboundCitations.judge(&context).status
    };
    assert_eq!(of(&bare(700)), Status::Na);
    assert_ne!(of(&filler(700)), Status::Na, "it has figures that somebody found out");
}

#[test]
fn files_calls_to_act_and_short_links_are_no_further_sources() {
    for href in [
        "https://cdn.shopify.com/s/files/tides.pdf",
        "https://pics.example.net/tides.jpg",
        "https://cta-redirect.hubspot.com/cta/redirect/1/2",
        "https://app.acme.com/sign-up?plan=x",
    ] {
        assert_eq!(status(&[href]), Status::Fail, "{href}");
    }
    let both = ["https://www.youtube.com/watch?v=a", "https://youtu.be/b"];
    assert_eq!(status(&both), Status::Warn, "one platform");
}

#[test]
fn a_warning_is_worth_the_share_of_links_that_it_has() {
    let worth = |body: &str| judged(&OutboundCitations, &read(body)).value;
    let links = |count: usize| -> String {
        (0..count).map(|at| link(&format!("https://s{at}.example/x"))).collect()
    };
    assert_eq!(worth(&(filler(300) + &links(1))), Some(50));
    assert_eq!(worth(&(filler(2_300) + &links(3))), Some(75), "three of four");
    let excused = format!("{}<p>doi:10.1000/xyz</p>", filler(2_300));
    assert_eq!(worth(&excused), Some(50));
    assert_eq!(worth(&(excused + &links(1))), Some(50), "a link takes nothing away");
}

#[test]
fn a_list_of_references_and_the_lead_beside_the_text_count() {
    let of = |before: &str, after: &str| {
        let text = filler(300);
        let html = format!(
            "<html lang=en><title>Tides</title><article><h1>Tides</h1>{before}<div class=post>{text}\
             </div>{after}</article>"
        );
        let page = read_html(&html);
        let links = Links::of(&Context::new(&page, false));
        (links.sources.len(), judged(&OutboundCitations, &page).status)
    };
    let entry =
        |href: &str| format!("<li>Institute of Tides. <a href='{href}'>Tides</a>, 2024.</li>");
    let list = format!("<ol>{}{}</ol>", entry(WHO), entry(NOAA));
    let beside = format!("<div class=sources hidden=until-found><h3>Sources</h3>{list}</div>");
    assert_eq!(of("", &list), (2, Status::Pass), "a numbered list of works");
    let bare = format!(
        "<h3>References</h3><p><a href='{WHO}'>WHO</a></p><p><a href='{NOAA}'>NOAA</a></p>"
    );
    assert_eq!(of("", &bare).0, 2, "a label says what it is");
    let related =
        format!("<ul><li><a href='{WHO}'>More</a></li><li><a href='{NOAA}'>More</a></li></ul>");
    assert_eq!(of("", &format!("<aside><h3>Related</h3>{related}</aside>")).0, 0);
    assert!(of("", &beside).0 <= 2);
}

#[test]
fn another_site_s_pages_about_people_are_sources_and_profiles_are_not() {
    assert_eq!(status(&["https://www.who.int/people/how-we-live", NOAA]), Status::Pass);
    assert_eq!(status(&["https://bsky.app/profile/jane.example/post/1", NOAA]), Status::Pass);
    assert_eq!(status(&["https://forum.example.net/author/jane", NOAA]), Status::Warn);
}

#[test]
fn the_fix_asks_for_what_is_missing() {
    let fix = |body: &str| fixed(&OutboundCitations, &read(&(filler(300) + body)));
    let one_site = link(WHO) + &link("https://www.who.int/other");
    assert_eq!(
        fix(&one_site).title,
        "Link a source on a second site: all 2 links lead to `who.int`"
    );
    let long = fixed(&OutboundCitations, &read(&filler(1_900)));
    assert_eq!(long.title, "Link the sources of 2 numbers: the text links to no other site");
    assert_eq!(long.steps.iter().filter(|step| step.contains("of this number")).count(), 2);
    assert!(long.steps[2].contains("first-hand"), "{:?}", long.steps);
    let bare = fixed(&OutboundCitations, &read(&bare(300)));
    let title =
        "Link statements that aren't your own to their sources: the text links to no other site";
    assert_eq!(bare.title, title);
}

#[test]
fn a_text_with_hardly_a_number_to_source_loses_little() {
    let worth = |body: &str| judged(&OutboundCitations, &read(&(bare(450) + body))).value;
    assert_eq!(worth(""), Some(CITATIONS_UNNEEDED));
    assert_eq!(worth("<p>It rose by 5 %.</p>"), Some(CITATIONS_UNNEEDED));
    assert_eq!(worth(&format!("{CLAIMS}<p>doi:10.1000/xyz123</p>")), Some(CITATIONS_EXCUSED));
    let biography = "<p class=byline>By <a rel=author href=/jane>Jane Doe</a></p>
        <p>Jane Doe wrote 3 books, and 4 million people read them.</p><p>It fell by 7 %.</p>";
    assert_eq!(worth(biography), Some(CITATIONS_UNNEEDED), "biographies need no source");
    assert_eq!(worth(&biography.replace("<p>Jane Doe wrote", "<p>She wrote")), Some(0), "fails");
}

#[test]
fn what_is_told_first_hand_needs_no_source_unless_a_number_does() {
    let of = |told: &str, rest: &str| {
        let told: String = (0..40).map(|at| format!("<p>{} {told}</p>", word(at))).collect();
        let mut page = read(&(told + rest));
        page.document.kind = crate::page::Kind::sure(PageKind::Article, "");
        judged(&OutboundCitations, &page).status
    };
    let ours = "we set up the gym in our own cellar, and I lift there each day before work.";
    assert_eq!(of(ours, ""), Status::Na);
    assert_eq!(of(ours, CLAIMS), Status::Fail);
    let theirs = "they set up the gym in their own cellar, and lift there before they work.";
    assert_eq!(of(theirs, ""), Status::Warn, "nobody says how they know");
}

#[test]
fn what_writers_counted_themselves_needs_no_source() {
    let asks = |text: &str, figure: &str| {
        let page = read(&format!("<p>{text}</p>{}", filler(700)));
        let steps = fixed(&OutboundCitations, &page).steps;
        steps.iter().any(|step| step.starts_with("Link the source of") && step.contains(figure))
    };
    assert!(asks("Ships lost 35% of their cargo at sea. We saw it.", "35%"));
    assert!(asks("The sea helps us all sleep, and 35% of sailors say so.", "35%"));
    assert!(asks("“We lost it all”, said 35% of the sailors.", "35%"));
    assert!(!asks("In our poll across the U.S. in spring, 35% of ships lost cargo.", "35%"));
    assert!(!asks("The sea is rough. In our own survey, 35% of ships lost cargo.", "35%"));
    assert!(asks("We counted 4.5 ships a day, or 35% of all. Others say 60% of all.", "60%"));
    assert!(!asks("The harbour told us last year that 35% of ships lost cargo.", "35%"));
    assert!(asks("The harbour told users last year that 35% of ships lost cargo.", "35%"));
    assert!(asks("But research told us last year that 35% of ships lost cargo.", "35%"));
    assert!(asks("The harbour said last year that 35% of ships lost cargo.", "35%"));
}

#[test]
fn what_the_site_knows_of_itself_needs_no_source() {
    let named = |name: &str| {
        let meta = format!("<meta property=og:site_name content='{name}'>");
        let text = "<p>Tideline Pro measures 4,000,000 people at Ports, or ports, each day.</p>";
        let page = read_html(&format!(
            "<html lang=en><title>Tides</title>{meta}<main><h1>Tides</h1>{text}{}</main>",
            filler(700)
        ));
        fixed(&OutboundCitations, &page).steps.join(" ").contains("4,000,000")
    };
    assert!(!named("Tideline"));
    assert!(named("Tide") && named("Other"), "another name");
    assert!(named("Ports"), "what the text is about");
    let joined = "<title>TideLine</title><main><p>The TideLine team, or tideline.test, sailed 4,000 \
                  miles.</p>";
    let page = read_html(&format!(
        "<html lang=en><meta property=og:site_name content=TideLine>{joined}{}</main>",
        filler(700)
    ));
    let steps = fixed(&OutboundCitations, &page).steps.join(" ");
    assert!(!steps.contains("4,000"), "no other word is written so: {steps}");
}

#[test]
fn figures_whose_source_the_paragraph_names_are_no_fault() {
    let figure = "<p>According to Example Research, 40 % of the tides are high.</p>";
    let page = read(&(bare(300) + figure + &figure.replace("40", "60")));
    let finding = judged(&OutboundCitations, &page);
    assert_eq!(finding.status, Status::Warn);
    assert_eq!(
        finding.summary,
        "No links to external sources, but 2 passages state a number with its source."
    );
    let fix = fixed(&OutboundCitations, &page);
    assert!(fix.steps[0].starts_with("Link the source named on line"), "{:?}", fix.steps);
}

#[test]
fn all_numbers_without_a_source_are_named() {
    let claims: String = (1..=6).map(|at| format!("\n<p>The price rose by {at}7 %.</p>")).collect();
    let steps = |claims: &str| fixed(&OutboundCitations, &read(&(bare(1_600) + claims))).steps;
    let all = steps(&claims);
    let others = "More numbers without a source are on lines 4, 5, 6 and 7.";
    assert!(all.contains(&others.to_owned()), "{all:?}");
    // A number alone is named with the words beside it.
    let label = "\n<p>Charge up to</p>\n<p>80%</p>\n<p>of the battery</p>";
    let labelled = steps(label);
    assert!(labelled[0].ends_with("on line 3: `Charge up to 80%`"), "{labelled:?}");
}

#[test]
fn a_source_that_the_text_names_may_be_linked_at_its_end() {
    let asks = |end: &str| {
        let text = "<p>The WHO says that 40 % of cups are cold.</p><p>It fell by 7 %.</p>";
        let page = read(&format!("{text}{}{end}", bare(700)));
        let steps = fixed(&OutboundCitations, &page).steps;
        steps.iter().any(|step| step.contains("40 %"))
    };
    assert!(asks(""));
    assert!(asks(&link(NOAA)));
    assert!(!asks(&link(WHO)));
    let page = read(&format!(
        "<p>Who drinks it? 40 % of those who wait.</p><p>It fell by 7 %.</p>{}{}",
        bare(700),
        link(WHO)
    ));
    assert!(fixed(&OutboundCitations, &page).steps.concat().contains("40 %"), "a word like others");
}

fn said_of(title: &str, html: &str) -> String {
    let page = read_html(&format!(
        "<html lang=en><title>{title}</title><main><h1>{title}</h1>{html}</main>"
    ));
    let finding = judged(&OutboundCitations, &page);
    finding
        .details
        .iter()
        .map(|detail| format!("{} {:?}; ", detail.label, detail.excerpt))
        .collect()
}

#[test]
fn what_the_writers_asked_has_no_other_source() {
    let answers = format!(
        "{}<p>More than 60% of respondents drink green tea.</p><p>It rose by 5 %.</p>",
        bare(400)
    );
    let own = said_of("Findings from our 2026 tea survey", &answers);
    assert!(!own.contains("respondents") && own.contains("rose by 5"), "{own}");
    let others = said_of("Findings from a tea survey", &answers);
    assert!(others.contains("respondents"), "{others}");
}

#[test]
fn a_source_that_is_linked_below_is_named_by_its_genitive_too() {
    let of = |name: &str| {
        let html = format!(
            "{}<p>Of all {name} buyers, 52% agree.</p>{}",
            bare(400),
            link("https://www.leafex.test/report.pdf")
        );
        said_of("Tea", &html)
    };
    assert!(!of("Leafex’s").contains("52%"), "{}", of("Leafex’s"));
    assert!(of("Potex’s").contains("52%"), "{}", of("Potex’s"));
}

#[test]
fn what_a_writer_knows_as_i_has_no_other_source() {
    let of =
        |claim: &str| said_of("Tea", &format!("{}<p>{claim}</p><p>It rose by 5 %.</p>", bare(400)));
    let own = of("More than 80% of the brewers I know drink green tea.");
    assert!(!own.contains("80%"), "{own}");
    let own = of("Typically, I drink green tea with 80% of the brewers.");
    assert!(!own.contains("80%"), "{own}");
    for number in [
        "World War I killed more than 80% of the brewers.",
        "With type I diabetes, 80% of the brewers drink green tea.",
        "Under George I More than 80% of the brewers drank green tea.",
    ] {
        assert!(of(number).contains("80%"), "{number}");
    }
}

#[test]
fn where_reprints_are_sold_is_no_source() {
    assert_eq!(status(&["https://www.copyright.com/reprints", NOAA]), Status::Warn);
}
