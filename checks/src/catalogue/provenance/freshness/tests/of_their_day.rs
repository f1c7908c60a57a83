//! Texts that are of their day: news, columns, stories, issues.

use super::*;

#[test]
fn a_dated_story_under_news_is_not_updated() {
    let at = |url: &str, properties: &str| {
        let json = format!(
            r#"{{"@context": "https://schema.org", "@type": "Article", "headline": "Pots"{properties}}}"#
        );
        let html =
            "<html lang=en><title>Pots found</title><main><h1>Pots found</h1><p>Boil.</p></main>";
        judge(&crate::catalogue::test_html::read_at(url, &format!("{html}{}", block(&json)))).status
    };
    let old = r#", "datePublished": "2019-01-01""#;
    assert_eq!(at("https://www.example.com/news/pots-found", old), Status::Na);
    assert_eq!(at("https://www.example.com/news/pots-found", ""), Status::Fail, "nobody says when");
    assert_eq!(at("https://www.example.com/blog/pots-found", old), Status::Fail);
}

#[test]
fn a_column_that_its_url_dates_may_stay_as_it_is() {
    let at = |url: &str| {
        let json = r#"{"@context": "https://schema.org", "@type": "BlogPosting", "headline": "Pots", "datePublished": "2019-05-01"}"#;
        let html = "<html lang=en><title>Pots found</title><main><h1>Pots found</h1><p>Boil.</p>";
        judge(&crate::catalogue::test_html::read_at(url, &format!("{html}{}", block(json))))
    };
    let column = at("https://www.example.com/2019/05/pots-found");
    assert_eq!((column.status, column.value), (Status::Warn, Some(50)));
    assert_eq!(at("https://www.example.com/blog/pots-found").status, Status::Fail);
    // What people think is of its day; what Spanish shops call so is reviews.
    assert_eq!(at("https://www.example.com/opinion/pots-found").status, Status::Warn);
    assert_eq!(at("https://www.example.com/kommentare/pots-found").status, Status::Warn);
    assert_eq!(at("https://www.example.com/opiniones/pots-found").status, Status::Fail);
}

#[test]
fn an_old_report_of_its_day_is_not_updated() {
    let at = |path: &str, first: &str, name: &str| {
        let json = r#"{"@context": "https://schema.org", "@type": "BlogPosting", "headline": "Pots", "datePublished": "2019-05-01"}"#;
        let html = format!(
            "<html lang=en><head><title>Pots found</title>{}\
             <meta property=og:site_name content='{name}'></head>\
             <main><h1>Pots found</h1><p>{first}</p>{}",
            block(json),
            "<p>The pots were found in the river below the old mill.</p>".repeat(9)
        );
        let url = format!("https://www.example.com/{path}");
        judge(&crate::catalogue::test_html::read_at(&url, &html)).status
    };
    let of = |first: &str, name: &str| at("2019/05/pots", first, name);
    let first = "The city found its pots.";
    assert_eq!(of("The city found its pots on Tuesday.", "Leaf"), Status::Na);
    assert_eq!(of(first, "The Leaf Herald"), Status::Na);
    assert_eq!(of(first, "Leaf"), Status::Warn, "it may be any text");
    assert_eq!(at("2019/05/01/pots", first, "Leaf"), Status::Na, "of a day");
}

fn titled(url: &str, kind: &str, title: &str) -> Finding {
    let json = format!(
        r#"{{"@context": "https://schema.org", "@type": "{kind}", "datePublished": "2018-11-22",
            "suggestedAnswer": {{"@type": "Answer", "text": "Boil."}}}}"#
    );
    let html = format!(
        "<html lang=en><title>{title}</title>{}<main><h1>{title}</h1><p>Boil.</p></main>",
        block(&json)
    );
    judge(&crate::catalogue::test_html::read_at(url, &html))
}

#[test]
fn best_as_a_predicate_and_a_number_make_no_old_column_one_that_lasts() {
    let old = |title: &str| titled("https://www.example.com/2018/11/tea", "Article", title).status;
    for title in ["Cheap Pots Are the Best! - Example", "6 Pots to Watch in the Garden"] {
        assert_eq!(old(title), Status::Warn, "{title}");
    }
    for title in ["Best Pots for Tea", "The 6 best pots", "How to pour"] {
        assert_eq!(old(title), Status::Fail, "{title}");
    }
}

#[test]
fn a_title_that_names_a_month_gone_by_is_of_that_month() {
    let thread = |title: &str| {
        titled("https://www.example.com/threads/tea.7", "DiscussionForumPosting", title).status
    };
    for title in ["Best closed pots as of 07/2018", "Tea market in November 2018"] {
        assert_eq!(thread(title), Status::Na, "{title}");
    }
    for title in
        ["Best closed pots", "Pots as of late", "Pots for March 2027", "Scale 07/20 or more"]
    {
        assert_eq!(thread(title), Status::Warn, "{title}");
    }
    let article = |title: &str| titled("https://www.example.com/tea", "Article", title).status;
    assert_eq!(article("Tea market report, November 2018"), Status::Na);
    assert_eq!(article("Best pots in November 2018"), Status::Fail, "a list that is to be kept up");
}

/// An article of 2015 in that language, with a text that says the same again and again.
fn of_2015(language: &str, title: &str, text: &str) -> Status {
    let date = r#"{"@context": "https://schema.org", "@type": "Article",
                   "datePublished": "2015-03-17"}"#;
    judge(&read(&format!(
        "<html lang={language}><title>{title}</title>{}<main><h1>{title}</h1><p>{}</p></main>",
        block(date),
        text.repeat(12)
    )))
    .status
}

#[test]
fn a_personal_story_of_long_ago_only_warns() {
    let of = |title: &str, text: &str| of_2015("en", title, text);
    let story = "We opened our tea house in January, and I poured the first cup for my mother. ";
    assert_eq!(of("Opening a tea house", story), Status::Warn);
    assert_eq!(of("How to open a tea house", story), Status::Fail, "it teaches");
    assert_eq!(of("What my tea house taught me", story), Status::Warn, "it tells of themselves");
    let advice = "You open your tea house in January, and we pour the first cup for you. ";
    assert_eq!(of("Opening a tea house", advice), Status::Fail, "it advises");
    let told = "I know that you, like me, never saw my tea, and I told you so in my shop. ";
    assert_eq!(of("Opening a tea house", told), Status::Warn, "told all along, to somebody");
}

#[test]
fn words_that_look_like_pronouns_tell_no_story() {
    let of = |language: &str, text: &str| of_2015(language, "Te", text);
    let trade = "Growth in the US slowed. Exports from the US to China fell, and US tariffs rose. ";
    assert_eq!(of("en", trade), Status::Fail, "a country");
    let danish = "Jeg åbnede mit tehus i januar i byen, og jeg hældte den første kop op til min mor \
                  i køkkenet i huset. ";
    assert_eq!(of("da", danish), Status::Warn, "“i” is a preposition");
    let norwegian = "Jeg åpnet mitt tehus tidlig, og jeg helte den første koppen til min mor på \
                     kjøkkenet vårt. ";
    for language in ["no", "nb", "nn"] {
        assert_eq!(of(language, norwegian), Status::Warn, "{language}");
    }
    let portuguese = "As casas de chá abriram nos bairros e nos portos, e o preço do chá caiu nos \
                      mercados da cidade. ";
    assert_eq!(of("pt", portuguese), Status::Fail, "“nos” is a preposition");
    let italian = "Nella casa del tè ci sono molte tazze, e ci vuole del tempo prima che l'acqua \
                   bolla sul fuoco. ";
    assert_eq!(of("it", italian), Status::Fail, "“ci” is a particle");
}

#[test]
fn an_issue_of_a_series_is_not_revised() {
    let text = "Leaves of the last harvest came in by ship. ";
    let of = |title: &str| of_2015("en", title, text);
    for title in ["These Weeks in Tea: Issue 85", "Episode 3: pots", "Tea Digest #12"] {
        assert_eq!(of(title), Status::Na, "{title}");
    }
    for title in [
        "The issue with tea",
        "Tea Digest 2015",
        "Tea in week 12",
        "Leaf issue 12 of the kettle",
        "Pots, vol. 3",
        "How to brew, episode 3",
    ] {
        assert_eq!(of(title), Status::Fail, "{title}");
    }
}

#[test]
fn a_report_on_a_past_year_stays_as_it_is() {
    let of = |title: &str| titled("https://www.example.com/blog/tea", "Article", title).status;
    assert_eq!(of("3 findings from our 2018 tea survey"), Status::Na);
    assert_eq!(of("Tea survey 2017"), Status::Na, "it came out the year after");
    assert_eq!(of("3 findings from the tea survey"), Status::Fail, "no year");
    assert_eq!(of("Pots of 2018"), Status::Fail, "no report");
    assert_eq!(of("How to read the 2018 tea survey"), Status::Fail, "it teaches");
    assert_eq!(
        of("Annual report 2018: fees and filing"),
        Status::Fail,
        "it is to be kept up to date"
    );
}

#[test]
fn a_text_of_its_day_may_stay_as_it_is() {
    let of = |url: &str| {
        let json = r#"{"@context": "https://schema.org", "@type": "BlogPosting", "headline": "Pots", "datePublished": "2019-05-01"}"#;
        let html = "<html lang=en><title>Pots found</title><main><h1>Pots found</h1><p>A pot costs $20.</p>";
        fix(
            &Freshness,
            &crate::catalogue::test_html::read_at(url, &format!("{html}{}", block(json))),
        )
    };
    let column = of("https://www.example.com/2019/05/pots-found");
    assert!(column.title.starts_with("Bring `Pots found` up to date if"), "{}", column.title);
    assert!(!column.steps.concat().contains("$20"), "{:?}", column.steps);
    assert!(of("https://www.example.com/blog/pots-found").steps.concat().contains("$20"));
}

#[test]
fn money_in_a_report_of_what_happened_is_no_price() {
    let asked = |text: &str| {
        let json = r#"{"@context": "https://schema.org", "@type": "Article", "datePublished": "2019-05-01"}"#;
        let html = format!(
            "<html lang=en><title>Pots</title>{}<main><h1>Pots</h1><p>{text}</p></main>",
            block(json)
        );
        fix(&Freshness, &read(&html)).steps.concat().contains("Check whether the price")
    };
    assert!(asked("A pot costs $20 in the shop."));
    assert!(!asked("They said that a pot was $20 in the shop."));
}

#[test]
fn what_ages_is_known_in_japanese_too() {
    let steps = |text: &str| {
        let html = format!(
            "<html lang=ja><title>お茶の入れ方</title>{}<main><h1>お茶の入れ方</h1><p>{text}</p></main>",
            block(
                r#"{"@context": "https://schema.org", "@type": "Article", "datePublished": "2024-02-22"}"#
            )
        );
        crate::catalogue::test_html::fix(&Freshness, &read(&html)).steps.concat()
    };
    for text in
        ["これは現行モデルの急須です。", "最新の急須で試しました。", "来月に発売の予定です。"]
    {
        assert!(!steps(text).contains("no passage says"), "{text}: {}", steps(text));
    }
    assert!(steps("お湯を沸かして三分待ちます。").contains("no passage says"));
}

#[test]
fn whether_an_old_article_is_kept_up_is_for_its_owner_to_say() {
    let of = |day: &str| {
        let mut page = dated(&format!(r#", "datePublished": "{day}""#));
        page.document.main.text.push_str(" A pot currently costs $20.");
        fix(&Freshness, &page)
    };
    let old = of("2019-01-01");
    assert!(old.title.starts_with("Bring `Tea` up to date if"), "{}", old.title);
    assert!(old.is_conditional && old.steps[0].starts_with("If it is about its day"), "{old:?}");
    let recent = of("2025-01-01");
    assert!(recent.title.starts_with("Update `Tea`"), "{}", recent.title);
    assert!(!recent.is_conditional);
    let ageless = fix(&Freshness, &dated(r#", "datePublished": "2019-01-01""#));
    assert!(ageless.steps[0].starts_with("If it is about its day"), "{:?}", ageless.steps);
    assert!(!ageless.steps.concat().contains("If all of the text"), "{:?}", ageless.steps);
}
