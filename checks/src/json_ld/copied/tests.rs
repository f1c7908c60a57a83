//! What is copied of Microdata, and what is left out.

use crate::catalogue::test_html::read;
use crate::check::Context;
use crate::json_ld::whole;
use crate::page::structured::Syntax;

#[test]
fn what_microdata_says_is_said_again() {
    let page = read(
        "<html lang=en><title>Tea</title><h1>Tea</h1>\
         <div itemscope itemtype=https://schema.org/Recipe><p itemprop=name>Green tea</p>\
         <img itemprop=image src=/tea.png><span itemprop=recipeIngredient>Leaves</span>\
         <div itemprop=author itemscope itemtype=https://schema.org/Person>\
         <span itemprop=name>Jane Doe</span></div></div>",
    );
    let context = Context::new(&page, false);
    let node = page.main_entity(Syntax::Microdata).unwrap();
    let block = whole(&context, Some(node)).unwrap();
    assert_eq!(block["@type"], "Recipe");
    assert_eq!(block["name"], "Green tea");
    assert_eq!(block["image"], "https://www.example.com/tea.png");
    assert_eq!(block["recipeIngredient"], "Leaves");
    assert_eq!(block["author"]["name"], "Jane Doe");
    assert_eq!(block.get("headline"), None, "a recipe is no article");
}

fn copied_of(item: &str) -> serde_json::Value {
    let page = read(&format!("<html lang=en><title>Tea</title><h1>Tea</h1>{item}"));
    let node = page.document.markup.structured.all().next().unwrap();
    super::copied(&Context::new(&page, false), node).into()
}

#[test]
fn what_no_template_filled_in_is_not_copied() {
    let product = |price: &str| {
        copied_of(&format!(
            "<div itemscope itemtype=https://schema.org/Product><b itemprop=name>Pot</b>\
             <div itemprop=offers itemscope itemtype=https://schema.org/Offer>\
             <meta itemprop=price content='{price}'><meta itemprop=priceCurrency content=EUR>\
             </div></div>"
        ))
    };
    for price in ["0,00", "0.00", "0", "", "on request", "1.299,00"] {
        let offers = &product(price)["offers"];
        assert!(offers.get("price").is_none(), "{price}: {offers}");
    }
    let shown = |price: &str| {
        copied_of(&format!(
            "<main><p>Yours for {price}.</p><div itemscope itemtype=https://schema.org/Offer>\
             <b itemprop=name>Pot</b><meta itemprop=price content='0,00'></div></main>"
        ))["price"]
            .clone()
    };
    assert_eq!((shown("0,00 €"), shown("$0")), ("0.00".into(), "0.00".into()));
    assert_eq!(shown("10,00 €"), serde_json::Value::Null);
    assert_eq!(product("12,50")["offers"]["price"], "12.50");
    assert_eq!(product("1299.00")["offers"]["price"], "1299.00");
}

#[test]
fn what_stands_outside_of_its_scope_is_not_copied() {
    let copied = copied_of(
        "<div itemscope itemtype=https://schema.org/Product><b itemprop=name>Pot</b>\
         <meta itemprop=reviewCount content=8><div itemprop=brand itemscope \
         itemtype=https://schema.org/Brand><b itemprop=brand>Leaf</b></div><div \
         itemprop=aggregateRating itemscope itemtype=https://schema.org/AggregateRating><b \
         itemprop=ratingValue>4.5</b><b itemprop=reviewCount>8</b></div><div itemprop=review \
         itemscope itemtype=https://schema.org/Review><b itemprop=author>Jane</b></div></div>",
    );
    assert_eq!(copied["brand"]["name"], "Leaf", "{copied}");
    assert_eq!((copied.get("reviewCount"), copied.get("review")), (None, None), "{copied}");
    assert_eq!(copied["aggregateRating"]["reviewCount"], "8", "{copied}");
}

#[test]
fn an_author_has_no_dates_and_is_no_account() {
    let article = |name: &str| {
        copied_of(&format!(
            "<div itemscope itemtype=https://schema.org/Article><b itemprop=headline>Tea</b>\
             <div itemprop=author itemscope itemtype=https://schema.org/Person>\
             <b itemprop=name>{name}</b><meta itemprop=datePublished content=2026-03-05>\
             </div></div>"
        ))
    };
    let author = &article("Jane Doe")["author"];
    assert_eq!((&author["name"], author.get("datePublished")), (&"Jane Doe".into(), None));
    assert_eq!(article("jdoe7q2x").get("author"), None);
    assert_eq!(article("Staff and wire reports").get("author"), None, "nobody in particular");
}

#[test]
fn a_time_of_day_is_no_date_and_nobody_no_author() {
    let article = |date: &str, author: &str| {
        copied_of(&format!(
            "<div itemscope itemtype=https://schema.org/Article><b itemprop=headline>Tea</b>\
             <meta itemprop=datePublished content='{date}'><div itemprop=author itemscope \
             itemtype=https://schema.org/Person>{author}<a itemprop=url href=/jane>more</a>\
             </div></div>"
        ))
    };
    let copied = article("12:06 PM", "");
    assert_eq!((copied.get("datePublished"), copied.get("author")), (None, None), "{copied}");
    assert_eq!(article("3 hours ago", "").get("datePublished"), None);
    assert_eq!(article("March 2026", "")["datePublished"], "March 2026");
    let copied = article("March 5, 2026", "<b itemprop=name>Jane Doe</b>");
    assert_eq!(copied["datePublished"], "2026-03-05", "as machines read it");
    assert_eq!(copied["author"]["name"], "Jane Doe");
}

#[test]
fn nothing_is_copied_twice_and_no_identifier_for_a_name() {
    let guid = "9a43d8fc-f4cf-44d9-9b34-138d30468f8f";
    let copied = copied_of(&format!(
        "<div itemscope itemtype=https://schema.org/NewsArticle>\
         <meta itemprop=dateModified content=2026-03-05><meta itemprop=dateModified \
         content=2026-03-05><meta itemprop=articleSection content=Pots>\
         <meta itemprop=articleSection content={guid}><meta itemprop=identifier content={guid}>"
    ));
    assert_eq!(copied["dateModified"], "2026-03-05");
    assert_eq!((&copied["articleSection"], &copied["identifier"]), (&"Pots".into(), &guid.into()));
}

#[test]
fn a_credit_loses_its_label_and_is_no_caption() {
    let copied = copied_of(
        "<div itemscope itemtype=https://schema.org/NewsArticle><b itemprop=headline>Tea</b>\
         <meta itemprop=usageTerms content=/terms><a itemprop='relatedLink url' href=/pots>Pots</a>\
         <a itemprop=url href=/cups>Cups</a><b itemprop='author creator' itemscope \
         itemtype=https://schema.org/Person><i itemprop=name>Jane Doe</i></b>\
         <div itemprop=associatedMedia itemscope itemtype=https://schema.org/ImageObject>\
         <meta itemprop=url content=/tea.png><p itemprop='caption copyrightHolder'><span>Credit\
         </span> Ada Poe</p></div></div>",
    );
    let picture = &copied["associatedMedia"];
    assert_eq!(picture["copyrightHolder"], "Ada Poe", "{copied}");
    assert!(picture.get("caption").is_none(), "{copied}");
    assert_eq!(copied["author"]["name"], "Jane Doe");
    for absent in ["creator", "usageTerms", "relatedLink", "url"] {
        assert!(copied.get(absent).is_none(), "{absent}: {copied}");
    }
    assert_eq!(super::without_label("Credit Leaf"), "Credit Leaf", "a name");
    assert_eq!(super::without_label("Photo: Leaf"), "Leaf");
}

#[test]
fn an_agency_that_is_declared_as_a_person_is_an_organization() {
    let by = |name: &str| {
        let copied = copied_of(&format!(
            "<div itemscope itemtype=https://schema.org/NewsArticle><b itemprop=author itemscope \
             itemtype=https://schema.org/Person><i itemprop=name>{name}</i></b>"
        ));
        copied["author"]["@type"].clone()
    };
    assert_eq!(by("Reuters"), "Organization");
    assert_eq!(by("Jane Doe"), "Person");
}

#[test]
fn a_name_with_a_number_sign_is_none_of_a_part_of_the_page() {
    let named = |name: &str| {
        let copied = copied_of(&format!(
            "<div itemscope itemtype=https://schema.org/Product><b itemprop=name>{name}</b>\
             <i itemprop=description>Made of paper.</i>"
        ));
        copied.get("name").cloned()
    };
    assert_eq!(named("#10 Envelopes"), Some("#10 Envelopes".into()));
    assert_eq!(named("#author"), None);
}

#[test]
fn the_first_post_is_no_comment_and_no_comment_is_empty() {
    let by = |name: &str| {
        format!(
            "<p itemprop=author itemscope itemtype=https://schema.org/Person>\
             <b itemprop=name>{name}</b></p>"
        )
    };
    let comment = |name: &str, text: &str| {
        format!(
            "<div itemprop=comment itemscope itemtype=https://schema.org/Comment>{}{text}</div>",
            by(name)
        )
    };
    let text = |text: &str| format!("<p itemprop=text>{text}</p>");
    let thread = format!(
        "<div itemscope itemtype=https://schema.org/DiscussionForumPosting>{}{}{}{}</div>",
        by("jane"),
        comment("jane", &text("How hot?")),
        comment("john", &text("Boiling.")),
        comment("mary", "")
    );
    let copied = copied_of(&thread);
    assert_eq!(copied["text"], "How hot?");
    assert_eq!(copied["comment"][0]["text"], "Boiling.", "{copied}");
    assert_eq!(copied["comment"].as_array().map(Vec::len), Some(1), "{copied}");
}

#[test]
fn sizes_of_pictures_and_portraits_of_writers_are_not_copied() {
    let copied = copied_of(
        "<div itemscope itemtype=https://schema.org/DiscussionForumPosting>\
         <div itemprop=image itemscope itemtype=https://schema.org/ImageObject>\
         <meta itemprop=url content=/tea-300x140.png><meta itemprop=width content=780>\
         <meta itemprop=height content=885></div><div itemprop=comment itemscope \
         itemtype=https://schema.org/Comment><p itemprop=text>Boiling.</p>\
         <img itemprop=image src=/faces/jane.png></div></div>",
    );
    assert_eq!(copied["image"]["url"], "https://www.example.com/tea-300x140.png");
    assert!(copied["image"].get("width").is_none(), "{copied}");
    assert!(copied["comment"].get("image").is_none(), "{copied}");
}

#[test]
fn a_text_that_only_repeats_the_title_is_not_the_post() {
    let by = "<p itemprop=author itemscope itemtype=https://schema.org/Person>\
              <b itemprop=name>jane</b></p>";
    let copied = copied_of(&format!(
        "<div itemscope itemtype=https://schema.org/DiscussionForumPosting>\
         <meta itemprop=headline content='How hot?'><meta itemprop=text content='How hot?'>{by}\
         <div itemprop=comment itemscope itemtype=https://schema.org/Comment>{by}\
         <p itemprop=text>How hot must the water be?</p></div></div>"
    ));
    assert_eq!(copied["text"], "How hot must the water be?", "{copied}");
    assert!(copied.get("comment").is_none(), "{copied}");
}

#[test]
fn an_author_in_a_line_of_text_becomes_the_person_whom_the_page_shows() {
    let page = read(
        "<html lang=en><title>Tea</title><meta property=og:site_name content=Leaf><h1>Tea</h1>\
         <p>By <a rel=author href=/jane>Jane Doe</a></p>\
         <div itemscope itemtype=https://schema.org/Article><b itemprop=headline>Tea</b>\
         <meta itemprop=author content='Jane Doe'><div itemprop=publisher itemscope \
         itemtype=https://schema.org/Organization><b itemprop=name>Leaf</b></div></div>",
    );
    let context = Context::new(&page, false);
    let node = page.main_entity(Syntax::Microdata).unwrap();
    let block = whole(&context, Some(node)).unwrap();
    assert_eq!(block["author"]["@type"], "Person", "{block}");
    assert_eq!(block["author"]["name"], "Jane Doe");
    assert_eq!(block["publisher"]["url"], "https://www.example.com/");
}
